"""Lists for workbooks with formulas: typed cells, without computed ones."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.db.models import Prefetch

from scoring.core.head import Head, head_of
from scoring.models import ScoreList, Seat, Series, Tournament
from scoring.models.score_list import SET_ASIDE, Depth
from scoring.printed_list.form import PaperList, PaperSeat
from scoring.printed_list.reads.fill import every_line, marks_of, no_game
from scoring.printed_list.reads.papers import paper_from, paper_seats
from scoring.rules.checks import appraise
from scoring.rules.ranking import Scheme
from scoring.rules.score_list import Line, Outline
from scoring.rules.systems import System
from scoring.rules.valuation import RAMSCH, class_of, loss_factor

AT_ONCE = 20  # lists that are read together


@dataclass(frozen=True, slots=True)
class LiveRow:
    """A line of the sheet. `raised` is the value of an overbid game or a Ramsch.

    `void` is an annulled game: it is shown and not counted (SkO 3.2.12). `value` and `factor`, by
    which it is multiplied when lost, are what the sheet computes; None: not known.
    """

    number: int
    dealer: int
    marks: Mapping[str, object]
    soloist: int | None = None
    won: bool | None = None
    raised: int | None = None
    wenzel: str = ""
    void: bool = False
    value: int | None = 0
    factor: int | None = 1


@dataclass(frozen=True, slots=True)
class Foot:
    """The typed figures below the games of a seat; None where nothing was typed."""

    points: int | None = None
    won: int | None = None
    lost: int | None = None
    paper_total: int | None = None


@dataclass(frozen=True, slots=True)
class LiveList:
    """One list: its head, its rows, or its foot alone (`bare`).

    `aside` is the state of a rejected or annulled list, which is not counted; `state` that of any.
    `paper` is the list as on paper where players left or joined at a round: its formulas would have
    to know when.
    """

    head: Head
    system: System
    scheme: Scheme
    outline: Outline
    seats: tuple[PaperSeat, ...]
    rows: tuple[LiveRow, ...]
    foot: tuple[Foot, ...]
    bare: bool = False
    passed: int | None = None
    series: int | None = None
    table: int | None = None
    aside: str = ""
    state: str = ""
    paper: PaperList | None = None


def live_lists(tournament: Tournament, series: Series | None = None) -> Iterator[LiveList]:
    """Every list, by series and table, some at a time: what was written need not be kept."""
    head = head_of(tournament)
    seats = Seat.objects.select_related("entry__person")
    lists = ScoreList.objects.filter(series__tournament=tournament).select_related("series")
    if series is not None:
        lists = lists.filter(series=series)
    lists = lists.order_by("series__number", "table_number")
    lists = lists.prefetch_related(Prefetch("seat_rows", queryset=seats), "games")
    for score_list in lists.iterator(AT_ONCE):
        score_list.series.tournament = tournament
        yield live_list(score_list, tournament, head)


def live_list(score_list: ScoreList, tournament: Tournament, head: Head) -> LiveList:
    system = tournament.rule_system
    lines = score_list.lines()
    bare = score_list.depth == Depth.TOTALS
    seats = list(score_list.seat_rows.all())
    outline = score_list.outline
    passed = None
    if bare:
        played = sum((seat.won or 0) + (seat.lost or 0) for seat in seats)
        passed = outline.games_due - played
    return LiveList(
        head=head,
        system=system,
        scheme=tournament.performance_scheme,
        outline=outline,
        seats=paper_seats(seats, outline),
        rows=live_rows(lines, outline, system),
        foot=tuple(foot_of(seat, bare=bare) for seat in seats),
        bare=bare,
        passed=passed,
        series=score_list.series.number,
        table=score_list.table_number,
        aside=score_list.state if score_list.state in SET_ASIDE else "",
        state=score_list.progress,
        paper=paper_from(score_list, head, seats, lines) if outline.sittings else None,
    )


def foot_of(seat: Seat, *, bare: bool) -> Foot:
    if bare:
        return Foot(seat.points, seat.won, seat.lost, seat.paper_total)
    return Foot(paper_total=seat.paper_total)


def blank_live_list(tournament: Tournament, seats: int, rounds: int) -> LiveList:
    """The sheet for a side venue: only the numbers and the dealers."""
    outline = Outline(seats, rounds)
    return LiveList(
        head=head_of(tournament),
        system=tournament.rule_system,
        scheme=tournament.performance_scheme,
        outline=outline,
        seats=tuple(PaperSeat(position) for position in range(1, seats + 1)),
        rows=live_rows([], outline, tournament.rule_system),
        foot=(Foot(),) * seats,
    )


def live_rows(lines: list[Line], outline: Outline, system: System) -> tuple[LiveRow, ...]:
    """A row for every number that is due, and one for every annulled attempt before it."""
    due = every_line(lines, outline.games_due)
    return tuple(live_row(line, outline, system) for line in due)


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
        worth.value if worth else None,
        1 if game.game == RAMSCH else loss_factor(game, class_of(game)),
    )
