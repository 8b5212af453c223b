"""Queries for the paper form of lists."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from django.db.models import Prefetch

from scoring.core.head import Head, head_of
from scoring.messages import label, message
from scoring.messages.labels import stay_text
from scoring.models import ScoreList, Seat, Series, Signature, Tournament
from scoring.models.score_list import SET_ASIDE, Depth, ListState, stored_total
from scoring.printed_list.form import PaperList, PaperSeat, Stroke
from scoring.printed_list.reads.fill import paper_list
from scoring.rules.problem import errors
from scoring.rules.score_list import Line, Outline, check_list


def paper_of(score_list: ScoreList, *, signed: bool = False) -> PaperList:
    """The paper form of a stored list: four queries, and one for what was `signed` by finger.

    Problems of a list that was played are printed below it; an empty list is the blank form.
    Signatures are for those who have the paper lists, too, not for the public.
    """
    head = head_of(score_list.series.tournament)
    seats = list(score_list.seat_rows.select_related("entry__person"))
    paper = paper_from(score_list, head, seats, score_list.lines())
    return with_signatures(paper, signatures_of([score_list])[score_list.pk]) if signed else paper


def papers_of(
    series: Series, address: Callable[[int], str], phones: Mapping[int, str]
) -> list[PaperList]:
    """Every list of a series, by table, with its signatures: six queries, however many tables.

    `address` gives the page of a list by its id, `phones` the address of one that is kept by phone;
    an open list has it printed as a QR code.
    """
    tournament = series.tournament
    head = head_of(tournament)
    seats = Seat.objects.select_related("entry__person")
    lists = list(series.lists.prefetch_related(Prefetch("seat_rows", queryset=seats), "games"))
    signatures = signatures_of(lists)
    papers = []
    for each in lists:
        each.series = series
        lines = each.lines()
        paper = paper_from(each, head, list(each.seat_rows.all()), lines)
        if each.state == ListState.OPEN:
            link = phones.get(each.pk) or address(each.pk)
            paper = replace(paper, link=link, by_phone=each.pk in phones)
        papers.append(with_signatures(paper, signatures[each.pk]))
    return papers


def signatures_of(lists: Sequence[ScoreList]) -> dict[int, dict[int, tuple[Stroke, ...]]]:
    """What was signed by finger under these lists as they are now, by list and position."""
    found: dict[int, dict[int, tuple[Stroke, ...]]] = {each.pk: {} for each in lists}
    signed = [each for each in lists if each.signatures]
    revisions = {each.pk: each.revision for each in signed}
    for row in Signature.objects.filter(list__in=signed) if signed else ():
        if row.revision == revisions[row.list_id]:
            found[row.list_id][row.position] = tuple(
                tuple((x, y) for x, y in stroke) for stroke in row.strokes if stroke
            )
    return found


def with_signatures(paper: PaperList, signed: Mapping[int, tuple[Stroke, ...]]) -> PaperList:
    """The form with the signatures of the players who signed."""
    if not signed:
        return paper
    seats = [replace(each, signature=signed.get(each.position, ())) for each in paper.seats]
    return replace(paper, seats=tuple(seats))


def paper_from(
    score_list: ScoreList, head: Head, seats: Sequence[Seat], lines: Sequence[Line]
) -> PaperList:
    """The form of a list from rows that were read already."""
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
        tournament.performance_scheme,
        head=head,
        seats=paper_seats(seats, score_list.outline),
        totals=totals if score_list.depth == Depth.TOTALS else None,
        series=score_list.series.number,
        table=score_list.table_number,
        revision=score_list.revision if score_list.depth != Depth.NONE else None,
        problems=[message(problem) for problem in errors(problems)],
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
    """The form without names, for `rounds` rounds."""
    head = replace(head_of(tournament), state="")
    outline = Outline(seats, rounds)
    return paper_list(
        [], outline, tournament.rule_system, tournament.performance_scheme, head=head, number=0
    )
