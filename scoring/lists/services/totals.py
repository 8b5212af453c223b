"""Enter the three figures a player: points, won, lost."""

from collections.abc import Sequence
from dataclasses import replace

from scoring.core.forms import refuse
from scoring.lists.services.changing import Seen, changing_list, move_list
from scoring.lists.services.games import start_playing, tally_seat
from scoring.lists.services.lists import STOP_REASON_LENGTH, content, ending, refuse_errors
from scoring.models import Actor, ScoreList, Seat
from scoring.models.log import Action
from scoring.models.score_list import TALLY, Depth, ListState
from scoring.rules.bare_totals import BareTotal, check_totals, tally_totals
from scoring.rules.problem import Problem
from scoring.rules.score_list import Outline


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
) -> int:
    """Enter the three figures of every seat, in seat order.

    `passed` is the number of passed games, `games_played` of those played if the table broke off
    for `stop_reason`. Raises Refused with every problem of docs/law.md "A score list", and with
    `list-has-games` if games were typed; StaleRevision if other figures stand there than were seen.
    Returns the new revision.
    """
    outline = replace(
        score_list.outline, ended_after=games_played, stop_reason=stop_reason[:STOP_REASON_LENGTH]
    )
    admit_totals(score_list, figures, outline, passed)
    with changing_list(
        score_list, revision, by, Action.LIST_TOTALS_ENTERED, reason=reason
    ) as change:
        if isinstance(revision, Seen):
            revision.compare(stored_text(score_list))
        refuse_games(score_list)
        start_playing(change)
        old = figures_before(score_list)
        write_totals(score_list, figures, outline)
        new = {
            "totals": [[f.game_points, f.won, f.lost, f.paper_total] for f in figures],
            "passed": passed,
            **ending(score_list),
        }
        change.log(old=old, new=new, reason=reason or stop_reason)
    return score_list.revision


def admit_totals(
    score_list: ScoreList, figures: Sequence[BareTotal], outline: Outline, passed: int
) -> None:
    """Raises Refused if these cannot be the figures of this list (docs/law.md "A score list")."""
    refuse_games(score_list)
    tournament = score_list.series.tournament
    if tournament.paper_total:
        refuse_errors(
            [
                Problem("paper-total-missing", "paper_total", {"seat": seat}, "TO 8.12")
                for seat, each in enumerate(figures, 1)
                if each.paper_total is None
            ]
        )
    system, scheme = tournament.rule_system, tournament.performance_scheme
    refuse_errors(check_totals(figures, outline, passed, system, scheme))


def refuse_games(score_list: ScoreList) -> None:
    """Raises Refused for a list that is typed by games, or has to be."""
    if score_list.depth == Depth.GAMES:
        raise refuse("list-has-games")
    if score_list.sittings:
        raise refuse("totals-need-games", rule="TO 8.12")


def figures_before(score_list: ScoreList) -> dict[str, object] | None:
    """The figures of a list entered by totals, for the log."""
    if score_list.depth != Depth.TOTALS:
        return None
    passed = passed_games(score_list)
    return {**content(score_list), **ending(score_list), "passed": passed}


def stored_text(score_list: ScoreList) -> str:
    """The figures as they stand there; "" for a list not entered by totals."""
    if score_list.depth != Depth.TOTALS:
        return ""
    figures = [
        BareTotal(seat.points or 0, seat.won or 0, seat.lost or 0, seat.paper_total)
        for seat in score_list.seat_rows.order_by("position")
    ]
    return totals_text(figures, score_list.games_played)


def totals_text(figures: Sequence[BareTotal], games_played: int | None) -> str:
    """Figures of every seat as one line, to be compared with what somebody saw."""
    seats = (f"{f.game_points}/{f.won}/{f.lost}/{f.paper_total}" for f in figures)
    return " ".join([*seats, str(games_played)])


def passed_games(score_list: ScoreList) -> int:
    """How many games of a list entered by totals were passed: neither won nor lost."""
    played = sum((seat.won or 0) + (seat.lost or 0) for seat in score_list.seat_rows.all())
    return score_list.outline.games_due - played


def write_totals(score_list: ScoreList, figures: Sequence[BareTotal], outline: Outline) -> None:
    """Store checked figures and the tally of each seat."""
    totals = tally_totals(figures, score_list.series.tournament.performance_scheme)
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
