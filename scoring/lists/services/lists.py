"""Acts on a whole list: its end, its seats, its foot, its bare totals."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from scoring.core.access import has_role
from scoring.core.forms import refuse, refuse_all
from scoring.lists.reads import FOOT_CODES, foot_problems, paper_text
from scoring.lists.services.games import (
    Seen,
    admit_entry,
    admit_games,
    changing_list,
    forget_depth,
    move_list,
    raise_layout,
    refuse_without_reason,
    settle,
    tally_seat,
)
from scoring.models import Actor, Role, ScoreList, Seat
from scoring.models.log import Action
from scoring.models.score_list import PAPER, TALLY, Depth, ListState, bare_total
from scoring.rules.bare_totals import BareTotal, check_totals, count_passed_in, tally_totals
from scoring.rules.problem import Problem
from scoring.rules.records import write_line
from scoring.rules.score_list import Outline, check_list

STOP_REASON_LENGTH = ScoreList._meta.get_field("stop_reason").max_length


def close_list(
    score_list: ScoreList,
    *,
    by: Actor,
    revision: int,
    stop_reason: str = "",
    foot_differs: bool = False,
    reason: str = "",
) -> None:
    """Close a complete list without contradictions.

    With a `stop_reason` the table broke off after its last recorded game (docs/law.md "A score
    list"). With `foot_differs` the games count although the paper's foot says otherwise, and the
    log names its figures. Raises Refused with every problem that keeps the list open.
    """
    if score_list.depth == Depth.NONE and not stop_reason:
        raise refuse("list-empty")
    outline = outline_at_the_end(score_list, stop_reason)
    problems = []
    if score_list.depth != Depth.TOTALS:
        problems = check_list(score_list.lines(), outline)
        problems += foot_problems(score_list.seat_rows.all())
    accepted = [problem for problem in problems if foot_differs and problem.code in FOOT_CODES]
    refuse_all([problem for problem in problems if problem not in accepted])
    action = Action.LIST_CLOSED
    with changing_list(score_list, revision, by, action, content=False, reason=reason) as change:
        admit_entry(change)
        if (state := score_list.state) != ListState.OPEN:
            raise refuse("list-transition-not-allowed", state=state, becomes=ListState.ENTERED)
        move_list(score_list, ListState.ENTERED)
        score_list.games_played = outline.ended_after
        score_list.stop_reason = outline.stop_reason
        score_list.save(update_fields=["games_played", "stop_reason"])
        if score_list.depth != Depth.TOTALS:
            settle(change)
        new: dict[str, object] = {"state": ListState.ENTERED, "games_played": outline.ended_after}
        new |= foot_differences(accepted)
        change.log(old={"state": state}, new=new, reason=reason or outline.stop_reason)


def foot_differences(problems: Iterable[Problem]) -> dict[str, object]:
    """The figures of the paper that were known to be wrong, for the log, which has no names."""
    figures = [
        {
            "figure": problem.field,
            "seat": problem.params["position"],
            "paper": problem.params["paper"],
            "computed": problem.params["computed"],
        }
        for problem in problems
    ]
    return {"foot_differs": figures} if figures else {}


def outline_at_the_end(score_list: ScoreList, stop_reason: str) -> Outline:
    """The outline of the list when it is closed; raises Refused for bare totals with a reason."""
    if stop_reason and score_list.depth == Depth.TOTALS:
        raise refuse("totals-end-by-themselves")
    return replace(
        score_list.outline,
        ended_after=last_number(score_list) if stop_reason else score_list.games_played,
        stop_reason=stop_reason[:STOP_REASON_LENGTH] or score_list.stop_reason,
    )


def last_number(score_list: ScoreList) -> int:
    numbers = score_list.games.filter(annulled=False).values_list("number", flat=True)
    return max(numbers, default=0)


def reopen_list(score_list: ScoreList, *, by: Actor, revision: int, reason: str = "") -> None:
    """Take a list back to open, with all its games due again."""
    action = Action.LIST_REOPENED
    with changing_list(score_list, revision, by, action, content=False, reason=reason) as change:
        admit_entry(change)
        if score_list.state == ListState.OPEN:
            raise refuse("list-open-already")
        old = {"state": change.state_before, "games_played": score_list.games_played}
        move_list(score_list, ListState.OPEN)
        score_list.games_played, score_list.stop_reason = None, ""
        score_list.save(update_fields=["games_played", "stop_reason"])
        if score_list.depth == Depth.NONE:  # broken off before the first game
            forget_depth(score_list, score_list.seat_rows.all())
        change.log(old=old, new={"state": ListState.OPEN})


def exchange_seats(
    score_list: ScoreList, first: int, second: int, *, by: Actor, revision: int, reason: str = ""
) -> None:
    """Exchange two who sat the other way round. Raises Refused but for the organizer (TO 7.1.2)."""
    action = Action.LIST_SEATS_EXCHANGED
    with changing_list(score_list, revision, by, action, reason=reason) as change:
        admit_entry(change)
        if not has_role(by, score_list.series.tournament, Role.ORGANIZER):
            raise refuse("seats-of-the-organizer", rule="TO 7.1.2")
        seats = {seat.position: seat for seat in score_list.seat_rows.select_related("entry")}
        # A player who joined at a round sits where another left: there is no mistake to correct.
        here = {position for position in seats if position <= score_list.outline.began}
        if first == second or not {first, second} <= here:
            raise refuse("seat-out-of-range", field="seat", seats=score_list.seats)
        one, other = seats[first], seats[second]
        old = {str(n): seats[n].entry.start_number for n in (first, second)}
        # Both rows are written anew, because a player is unique in a series.
        Seat.objects.filter(pk__in=(one.pk, other.pk)).delete()
        one.entry, other.entry = other.entry, one.entry
        Seat.objects.bulk_create([one, other])
        new = {str(n): seats[n].entry.start_number for n in (first, second)}
        change.log(old=old, new=new)


def record_foot(
    score_list: ScoreList,
    papers: Mapping[int, BareTotal | None],
    *,
    by: Actor,
    revision: int | Seen,
    reason: str = "",
) -> None:
    """Record the paper's foot by position, as a check of a list typed by games.

    None stands for a foot that is illegible or empty. A difference (`foot_problems`) is not
    refused. Raises StaleRevision if somebody recorded another foot.
    """
    action = Action.LIST_FOOT_RECORDED
    with changing_list(score_list, revision, by, action, content=False, reason=reason) as change:
        if isinstance(revision, Seen):
            revision.refuse_other(paper_text(score_list.seat_rows.all()))
        admit_games(change)
        old = foot_of(score_list)
        for seat in score_list.seat_rows.filter(position__in=papers):
            paper = papers[seat.position]
            figures = logged_figures(paper) if paper else [None] * len(PAPER)
            for name, figure in zip(PAPER, figures, strict=True):
                setattr(seat, name, figure)
            seat.save(update_fields=PAPER)
        new = {str(n): logged_figures(paper) if paper else None for n, paper in papers.items()}
        change.log(old={n: old.get(n) for n in new}, new=new)
        settle(change)


def logged_figures(paper: BareTotal) -> list[int | None]:
    """Points, won, lost and the total, as logged."""
    return [paper.game_points, paper.won, paper.lost, paper.paper_total]


def foot_of(score_list: ScoreList) -> dict[str, list[Any] | None]:
    """The paper's foot as logged, by position; None if it is empty."""
    rows = score_list.seat_rows.values_list("position", *PAPER)
    empty = [None] * len(PAPER)
    return {str(seat): None if figures == empty else figures for seat, *figures in rows}


def logged_ending(score_list: ScoreList) -> dict[str, object]:
    """After which game the table stopped, and why."""
    played = {"games_played": score_list.games_played}
    return played | ({"stop_reason": score_list.stop_reason} if score_list.stop_reason else {})


def clear_list(score_list: ScoreList, *, by: Actor, revision: int, reason: str) -> None:
    """Empty a list of the wrong table or depth; the log keeps its content."""
    refuse_without_reason(reason)
    with changing_list(score_list, revision, by, Action.LIST_CLEARED, reason=reason) as change:
        admit_entry(change)
        old = {"depth": score_list.depth, **logged_content(score_list), **logged_ending(score_list)}
        if foot := {seat: figures for seat, figures in foot_of(score_list).items() if figures}:
            old["foot"] = foot
        score_list.games.all().delete()
        score_list.seat_rows.update(**dict.fromkeys((*TALLY, *PAPER)))
        score_list.depth, score_list.state = Depth.NONE, ListState.OPEN
        score_list.games_played, score_list.stop_reason = None, ""
        score_list.signatures = []  # they may be those of another paper
        score_list.save(
            update_fields=["depth", "state", "games_played", "stop_reason", "signatures"]
        )
        raise_layout(score_list)
        change.log(old=old, new={"depth": Depth.NONE})


def logged_content(score_list: ScoreList) -> dict[str, list[Any]]:
    if score_list.depth == Depth.GAMES:
        return {"games": [write_line(line) for line in score_list.lines()]}
    figures = score_list.seat_rows.values_list("points", "won", "lost", "paper_total")
    return {"totals": [list(row) for row in figures]}


def enter_totals(
    score_list: ScoreList,
    figures: Sequence[BareTotal],
    passed: int,
    *,
    by: Actor,
    revision: int | Seen,
    games_played: int | None = None,
    stop_reason: str = "",
    reason: str = "",
) -> None:
    """Enter the figures of every seat, in seat order.

    `passed` is the number of passed games, `games_played` that of all if the table broke off for
    `stop_reason`. Raises Refused with every problem of docs/law.md "A score list" and if games were
    typed, StaleRevision if other figures are stored than were seen.
    """
    stop_reason = stop_reason[:STOP_REASON_LENGTH]
    action = Action.LIST_TOTALS_ENTERED
    with changing_list(score_list, revision, by, action, reason=reason) as change:
        if isinstance(revision, Seen):
            revision.refuse_other(stored_text(score_list))
        outline = replace(score_list.outline, ended_after=games_played, stop_reason=stop_reason)
        admit_totals(score_list, figures, outline, passed)
        admit_entry(change)
        old = None
        if score_list.depth == Depth.TOTALS:
            before = stored_figures(score_list)
            old = {**logged_content(score_list), **logged_ending(score_list)}
            old["passed"] = count_passed_in(score_list.outline.games_due, before)
        write_totals(score_list, figures, outline)
        new = {"totals": list(map(logged_figures, figures)), "passed": passed}
        change.log(old=old, new=new | logged_ending(score_list), reason=reason or stop_reason)


def admit_totals(
    score_list: ScoreList, figures: Sequence[BareTotal], outline: Outline, passed: int
) -> None:
    """Raises Refused if the list cannot have these figures."""
    refuse_games(score_list)
    tournament = score_list.series.tournament
    if tournament.paper_total:
        without = [seat for seat, each in enumerate(figures, 1) if each.paper_total is None]
        code = "paper-total-missing"
        refuse_all([Problem(code, "paper_total", {"seat": at}, "TO 8.12") for at in without])
    refuse_wrong_totals(score_list, figures, outline, passed)


def refuse_wrong_totals(
    score_list: ScoreList, figures: Sequence[BareTotal], outline: Outline, passed: int
) -> None:
    """Raises Refused if no games give these figures (docs/law.md "A score list")."""
    tournament = score_list.series.tournament
    system, scheme = tournament.rule_system, tournament.scheme
    refuse_all(check_totals(figures, outline, passed, system, scheme))


def refuse_games(score_list: ScoreList) -> None:
    """Raises Refused for a list that is typed by games, or has to be."""
    if score_list.depth == Depth.GAMES:
        raise refuse("list-has-games")
    if score_list.sittings:
        raise refuse("totals-need-games", rule="TO 8.12")


def stored_text(score_list: ScoreList) -> str:
    """The stored figures, as `totals_text` has them; "" while there are none, and of games."""
    is_blank = score_list.depth == Depth.NONE and score_list.seat_rows.filter(points=None).exists()
    if is_blank or score_list.depth == Depth.GAMES:
        return ""
    return totals_text(score_list, stored_figures(score_list), score_list.games_played)


def stored_figures(score_list: ScoreList) -> list[BareTotal]:
    return [bare_total(seat) for seat in score_list.seat_rows.order_by("position")]


def totals_text(
    score_list: ScoreList, figures: Sequence[BareTotal], games_played: int | None
) -> str:
    """The figures for which the page asks as one line, to be compared with what it showed."""
    seats = [f"{each.game_points}/{each.won}/{each.lost}" for each in figures]
    if score_list.series.tournament.paper_total:
        seats += (str(each.paper_total) for each in figures)
    return " ".join([*seats, str(games_played)])


def write_totals(score_list: ScoreList, figures: Sequence[BareTotal], outline: Outline) -> None:
    totals = tally_totals(figures, score_list.series.tournament.scheme)
    seats = list(score_list.seat_rows.order_by("position"))
    for seat, figure, total in zip(seats, figures, totals, strict=True):
        tally_seat(seat, total)
        seat.paper_total = figure.paper_total
    Seat.objects.bulk_update(seats, [*TALLY, "paper_total"])
    if score_list.state == ListState.OPEN:
        move_list(score_list, ListState.ENTERED)
    score_list.depth = Depth.TOTALS
    score_list.games_played, score_list.stop_reason = outline.ended_after, outline.stop_reason
    score_list.save(update_fields=["depth", "games_played", "stop_reason"])
