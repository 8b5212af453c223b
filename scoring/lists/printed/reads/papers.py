"""The content of printed lists and of their workbooks."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext as _

from scoring.core.listing import Head, head_of
from scoring.lists.printed.form import PaperList, PaperSeat, Stroke
from scoring.lists.printed.reads.fill import every_line, marks_of, no_game, paper_list
from scoring.messages.catalogue import message
from scoring.messages.labels import label, stay_text
from scoring.models import Game, ScoreList, Seat, Series, Signature, Tournament
from scoring.models.score_list import SET_ASIDE, Depth, ListState, bare_total, stored_total
from scoring.rules.bare_totals import BareTotal, count_passed_in, tally_totals
from scoring.rules.checks import appraise
from scoring.rules.problem import errors
from scoring.rules.score_list import Line, Outline, Scheme, SeatTotal, check_list
from scoring.rules.systems import System
from scoring.rules.valuation import RAMSCH, class_of, loss_factor


def with_content(lists: QuerySet[ScoreList]) -> QuerySet[ScoreList]:
    """These lists, whose seats and games are read together."""
    seats = Prefetch("seat_rows", Seat.objects.select_related("entry__person"))
    return lists.prefetch_related(seats, "games")


def paper_of(score_list: ScoreList, *, signatures: bool = False) -> PaperList:
    """The paper form of a stored list; the public sees it without `signatures`."""
    head = head_of(score_list.series.tournament)
    seats = list(score_list.seat_rows.select_related("entry__person"))
    paper = paper_from(score_list, head, seats, score_list.lines())
    drawn = signatures_of([score_list])[score_list.pk] if signatures else {}
    return with_signatures(paper, drawn)


def papers_of(
    series: Series, address: Callable[[int], str], phones: Mapping[int, str]
) -> list[PaperList]:
    """The lists of a series by table, with their signatures.

    The QR code of an open list has its address in `phones`, or else the `address` of its page; both
    are by id.
    """
    head, lists = head_of(series.tournament), list(with_content(series.lists.all()))
    signatures, papers = signatures_of(lists), []
    for score_list in lists:
        score_list.series = series
        seats, lines = score_list.seat_rows.all(), prefetched_lines(score_list)
        paper = paper_from(score_list, head, seats, lines)
        if score_list.state == ListState.OPEN:
            link = phones.get(score_list.pk) or address(score_list.pk)
            paper = replace(paper, link=link, by_phone=score_list.pk in phones)
        papers.append(with_signatures(paper, signatures[score_list.pk]))
    return papers


def prefetched_lines(score_list: ScoreList) -> list[Line]:
    """As `score_list.lines()`, with the games that `with_content` has read."""
    system, outline = score_list.series.tournament.rule_system, score_list.outline
    return [Game.line_of(row, system, outline) for row in score_list.games.all()]


def signatures_of(lists: Sequence[ScoreList]) -> dict[int, dict[int, tuple[Stroke, ...]]]:
    """The signatures drawn under these lists as they are now, by list id."""
    signatures: dict[int, dict[int, tuple[Stroke, ...]]] = {each.pk: {} for each in lists}
    revisions = {each.pk: each.revision for each in lists if each.signatures}
    for row in Signature.objects.filter(list__in=revisions) if revisions else ():
        if row.revision == revisions[row.list_id]:
            signatures[row.list_id][row.position] = tuple(
                tuple((x, y) for x, y in stroke) for stroke in row.strokes if stroke
            )
    return signatures


def with_signatures(paper: PaperList, signatures: Mapping[int, tuple[Stroke, ...]]) -> PaperList:
    seats = (replace(seat, signature=signatures.get(seat.position, ())) for seat in paper.seats)
    return replace(paper, seats=tuple(seats))


def paper_from(
    score_list: ScoreList, head: Head, seats: Collection[Seat], lines: Sequence[Line]
) -> PaperList:
    tournament = score_list.series.tournament
    if score_list.state in SET_ASIDE:
        head = replace(head, state=label("list_state", score_list.state))
    elif score_list.depth == Depth.NONE:  # a blank form has no results that may be provisional
        head = replace(head, state="")
    totals = [total for seat in seats if (total := stored_total(seat))]
    is_open = score_list.state == ListState.OPEN
    problems = check_list(lines, score_list.outline, complete=not is_open) if lines else []
    return paper_list(
        lines,
        score_list.outline,
        tournament.rule_system,
        tournament.scheme,
        head=head,
        seats=paper_seats(seats, score_list.outline),
        totals=totals if score_list.depth == Depth.TOTALS else None,
        series=score_list.series.number,
        table=score_list.table_number,
        revision=score_list.revision if score_list.depth != Depth.NONE else None,
        problems=tuple(map(message, errors(problems))),
        number=score_list.pk if score_list.depth == Depth.NONE else None,
    )


def paper_seats(seats: Iterable[Seat], outline: Outline) -> tuple[PaperSeat, ...]:
    return tuple(
        PaperSeat(
            seat.position,
            str(seat.entry.person),
            seat.entry.start_number,
            outline.seat_of(seat.position),
            stay_text(outline, seat.position),
        )
        for seat in seats
    )


def blank_list(tournament: Tournament, seats: int, rounds: int) -> PaperList:
    head = replace(head_of(tournament), state="")
    outline = Outline(seats, rounds)
    return paper_list([], outline, tournament.rule_system, tournament.scheme, head=head, number=0)


BATCH_SIZE = 20  # lists that are read together


@dataclass(frozen=True, slots=True)
class LiveRow:
    """A line of the sheet, with what its formulas give."""

    number: int
    dealer: int
    marks: Mapping[str, object]
    soloist: int | None = None
    won: bool | None = None
    raised: int | None = None  # the value of an overbid game or a Ramsch
    wenzel: str = ""
    void: bool = False  # an annulled game does not count (SkO 3.2.12)
    value: int = 0
    factor: int = 1  # multiplies the value when lost
    score: int = 0


@dataclass(frozen=True, slots=True)
class LiveList:
    """One list with its rows, or with its `foot` alone (`bare`).

    `aside` is the state of a rejected or annulled list. A list whose players left or joined at a
    round has its `paper` form: formulas would have to know the round.
    """

    head: Head
    system: System
    scheme: Scheme
    outline: Outline
    seats: tuple[PaperSeat, ...]
    rows: tuple[LiveRow, ...]
    foot: tuple[BareTotal, ...]
    bare: bool = False
    passed: int = 0
    series: int | None = None
    table: int | None = None
    aside: str = ""
    state: str = ""
    paper: PaperList | None = None

    @property
    def totals(self) -> tuple[SeatTotal, ...]:
        """The sums of the seats, of a list without a `paper`."""
        return tally_totals(self.foot, self.scheme)


def lists_title(series: Series) -> str:
    return _("Score lists of series %(number)s") % {"number": series.number}


def live_lists(tournament: Tournament, series: Series | None = None) -> Iterator[LiveList]:
    """The lists by series and table, read a few at a time to save memory."""
    head = head_of(tournament)
    lists = ScoreList.objects.filter(series__tournament=tournament).select_related("series")
    if series is not None:
        lists = lists.filter(series=series)
    lists = lists.order_by("series__number", "table_number")
    for score_list in with_content(lists).iterator(BATCH_SIZE):
        score_list.series.tournament = tournament
        yield live_list(score_list, tournament, head)


def live_list(score_list: ScoreList, tournament: Tournament, head: Head) -> LiveList:
    system, outline = tournament.rule_system, score_list.outline
    lines, seats = prefetched_lines(score_list), list(score_list.seat_rows.all())
    foot, bare = tuple(map(bare_total, seats)), score_list.depth == Depth.TOTALS
    passed = sum(line.passed and not line.annulled for line in lines)
    return LiveList(
        head=head,
        system=system,
        scheme=tournament.scheme,
        outline=outline,
        seats=paper_seats(seats, outline),
        rows=live_rows(lines, outline, system),
        foot=foot,
        bare=bare,
        passed=count_passed_in(outline.games_due, foot) if bare else passed,
        series=score_list.series.number,
        table=score_list.table_number,
        aside=score_list.state if score_list.state in SET_ASIDE else "",
        state=score_list.progress,
        paper=paper_from(score_list, head, seats, lines) if outline.sittings else None,
    )


def blank_live_list(tournament: Tournament, seats: int, rounds: int) -> LiveList:
    outline = Outline(seats, rounds)
    return LiveList(
        head=head_of(tournament),
        system=tournament.rule_system,
        scheme=tournament.scheme,
        outline=outline,
        seats=tuple(PaperSeat(position) for position in range(1, seats + 1)),
        rows=live_rows([], outline, tournament.rule_system),
        foot=(BareTotal(0, 0, 0),) * seats,
    )


def live_rows(lines: list[Line], outline: Outline, system: System) -> tuple[LiveRow, ...]:
    """A row for each number due, and for each annulled attempt before it."""
    return tuple(live_row(line, outline, system) for line in every_line(lines, outline.games_due))


def live_row(line: Line, outline: Outline, system: System) -> LiveRow:
    dealer = line.dealer or outline.dealer(line.number)
    if line.game is None:
        return LiveRow(
            line.number,
            dealer,
            no_game(line),
            line.soloist,
            void=line.annulled,
            factor=system.null_loss_factor,
        )
    appraisal = appraise(line.game)
    game, worth = appraisal.game, appraisal.worth
    raised = worth.value if worth and (game.overbid or game.game == RAMSCH) else None
    return LiveRow(
        line.number,
        dealer,
        marks_of(game, worth, system.columns),
        line.soloist,
        worth.won if worth else None,
        raised,
        game.wenzel if game.wenzel != "J" else "",
        line.annulled,
        worth.value if worth else 0,
        1 if game.game == RAMSCH else loss_factor(game, class_of(game)),
        worth.score if worth else 0,
    )
