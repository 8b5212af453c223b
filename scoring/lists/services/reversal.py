"""Reverse an earlier change of a list by a new correction.

Later changes of the same row, totals or foot are reversed with it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from scoring.core.forms import refuse
from scoring.core.log_rows import fits
from scoring.core.services import get_or_refuse, roll_back_at_end
from scoring.lists.reads import log_of_list
from scoring.lists.services.games import (
    admit_games,
    changing_list,
    holding_list,
    record_game,
    record_games,
    refuse_clerks,
    refuse_without_reason,
    settle,
)
from scoring.lists.services.lists import (
    enter_totals,
    exchange_seats,
    foot_of,
    logged_content,
    logged_ending,
    record_foot,
)
from scoring.lists.services.moves import act_number, empty_game, line_from_log
from scoring.lists.services.sittings import set_sittings, sittings_from_log, sittings_with_players
from scoring.log.reads import Difference, differences
from scoring.models import Actor, Game, LogEntry, ScoreList, Seat
from scoring.models.log import Action
from scoring.models.score_list import Depth, ListState
from scoring.rules.bare_totals import BareTotal, count_passed_in
from scoring.rules.records import write_line


def take_back(
    score_list: ScoreList, act: LogEntry, *, by: Actor, revision: int, reason: str
) -> None:
    """Restore the content of a list before `act`.

    Raises Refused for an act that cannot be reversed alone or that later acts depend on, and as the
    service that writes the correction.
    """
    refuse_without_reason(reason)
    is_ours = act.subject == score_list.subject
    if not (is_ours and act.tournament_id == score_list.series.tournament_id):
        raise refuse("nothing-to-undo")
    if act.action not in REVERSALS or not fits(act):
        raise refuse("not-reversible")
    REVERSALS[act.action](score_list, act, by=by, revision=revision, reason=reason)


def later_acts(score_list: ScoreList, act: LogEntry, *actions: str) -> list[LogEntry]:
    return list(log_of_list(score_list).filter(id__gt=act.pk, action__in=actions))


def refuse_cleared(score_list: ScoreList, act: LogEntry) -> None:
    if later_acts(score_list, act, Action.LIST_CLEARED):
        raise refuse("list-emptied-since")


def reverse_game(score_list: ScoreList, act: LogEntry, **how: Any) -> None:
    """Restore the row before the act, or empty it if it was empty."""
    refuse_cleared(score_list, act)
    if later_acts(score_list, act, Action.LIST_ROW_INSERTED, Action.LIST_ROW_REMOVED):
        raise refuse("rows-moved-since")
    number, line = act_number(act), line_from_log(score_list, act.old) if act.old else None
    if score_list.line(number) == line:
        raise refuse("row-says-so-already", number=number)
    if line is None:
        empty_game(score_list, number, **how)
    else:
        record_game(score_list, line, **how)


def reverse_totals(score_list: ScoreList, act: LogEntry, **how: Any) -> None:
    """Restore the previous figures; the first ones are reversed by clearing the list."""
    refuse_cleared(score_list, act)
    old = act.old or {}
    if "totals" not in old:
        raise refuse("first-entry-of-list")
    is_same = logged_content(score_list).get("totals") == old["totals"]
    is_same &= ending_before(score_list, old) == logged_ending(score_list)
    if score_list.depth == Depth.TOTALS and is_same:
        raise refuse("list-says-so-already")
    enter_again(score_list, old, **how)


def ending_before(score_list: ScoreList, old: Mapping[str, Any]) -> Mapping[str, Any]:
    """As `logged_ending`, before the act; a second entry changes no end, and logs none."""
    if "games_played" not in old:
        return logged_ending(score_list)
    return {key: old[key] for key in ("games_played", "stop_reason") if key in old}


def enter_again(score_list: ScoreList, old: Mapping[str, Any], **how: Any) -> None:
    figures, ending = [BareTotal(*each) for each in old["totals"]], ending_before(score_list, old)
    played, reason = ending["games_played"], ending.get("stop_reason", "")
    due = score_list.outline.games_planned if played is None else played
    passed = count_passed_in(due, figures)
    enter_totals(score_list, figures, passed, games_played=played, stop_reason=reason, **how)


def reverse_correction(score_list: ScoreList, act: LogEntry, **how: Any) -> None:
    reverse = reverse_totals if "totals" in (act.old or {}) else reverse_game
    reverse(score_list, act, **how)


def reverse_foot(score_list: ScoreList, act: LogEntry, **how: Any) -> None:
    """Restore the paper's foot at the seats that the act changed."""
    refuse_cleared(score_list, act)
    before, now = act.old or {}, foot_of(score_list)
    restored = {seat: before.get(seat) for seat in act.new or {}}
    if all(now.get(seat) == figures for seat, figures in restored.items()):
        raise refuse("list-says-so-already")
    papers = {int(seat): BareTotal(*each) if each else None for seat, each in restored.items()}
    record_foot(score_list, papers, **how)


def reverse_exchange(score_list: ScoreList, act: LogEntry, **how: Any) -> None:
    """Exchange the two players again, unless somebody else has one of their seats now."""
    exchanged = act.new or {}
    rows = score_list.seat_rows.filter(position__in=exchanged).select_related("entry")
    if {str(row.position): row.entry.start_number for row in rows} != exchanged:
        raise refuse("seats-changed-since")
    first, second = map(int, exchanged)
    exchange_seats(score_list, first, second, **how)


def reverse_sittings(score_list: ScoreList, act: LogEntry, **how: Any) -> None:
    """Let the players sit as before, unless somebody left or joined since."""
    if sittings_with_players(score_list) != (act.new or {}).get("sittings"):
        raise refuse("seats-changed-since")
    times, players = sittings_from_log(score_list, (act.old or {}).get("sittings", []))
    set_sittings(score_list, times, players, **how)


def reverse_annulment(score_list: ScoreList, act: LogEntry, **how: Any) -> None:
    """Let the games count again, unless they were replayed."""
    refuse_cleared(score_list, act)
    numbers = (act.new or {}).get("numbers", [])
    later = later_acts(score_list, act, Action.LIST_GAMES_ANNULLED)
    annulled_again = {number for row in later for number in (row.new or {})["numbers"]}
    played = score_list.games.filter(number__in=numbers, annulled=False)
    of_played = set(played.values_list("number", flat=True))
    if replayed := sorted(of_played | set(numbers) & annulled_again):
        raise refuse("replayed-since", rule="SkO 3.2.12", numbers=", ".join(map(str, replayed)))
    restore_games(score_list, numbers, **how)


def restore_games(
    score_list: ScoreList, numbers: Sequence[int], *, by: Actor, revision: int, reason: str
) -> None:
    """Let the last annulled game of each number count again; raises Refused for clerks."""
    action = Action.LIST_GAMES_RESTORED
    with changing_list(score_list, revision, by, action, reason=reason) as change:
        admit_games(change)
        refuse_clerks(change)
        last = {row.number: row for row in score_list.games.filter(number__in=numbers)}
        restored = Game.objects.filter(pk__in=[row.pk for row in last.values()])
        rows = restored.filter(annulled=True)
        old = lines_of_rows(score_list, rows)
        if not rows.update(annulled=False):
            raise refuse("nothing-to-undo")
        new = lines_of_rows(score_list, restored)
        change.log(old={"games": old}, new={"games": new})
        settle(change)


def lines_of_rows(score_list: ScoreList, rows: QuerySet[Game]) -> list[dict[str, object]]:
    system, outline = score_list.series.tournament.rule_system, score_list.outline
    return [write_line(Game.line_of(row, system, outline)) for row in rows.order_by("number")]


def reverse_clearing(
    score_list: ScoreList, act: LogEntry, *, by: Actor, revision: int, reason: str
) -> None:
    """Restore the content of a cleared list, unless something was typed since."""
    old = act.old or {}
    if score_list.depth != Depth.NONE or later_acts(score_list, act, Action.LIST_CLEARED):
        raise refuse("typed-since")
    if old["depth"] == Depth.NONE:
        raise refuse("nothing-to-undo")
    with holding_list(score_list, by, Action.LIST_RESTORED, reason=reason) as change:
        change.log(new={"depth": old["depth"]})
        if "totals" in old:
            enter_again(score_list, old, by=by, revision=revision, reason=reason)
            return
        if lines := [line_from_log(score_list, record) for record in old["games"]]:
            revision = record_games(score_list, lines, by=by, revision=revision, reason=reason)
        if foot := old.get("foot"):
            papers = {int(seat): BareTotal(*figures) for seat, figures in foot.items()}
            record_foot(score_list, papers, by=by, revision=revision, reason=reason)


# The acts that can be reversed alone. Moves of rows are undone at the desk; decisions about a whole
# list are replaced by new ones.
REVERSALS: Mapping[str, Callable[..., None]] = {
    Action.LIST_GAME_RECORDED: reverse_game,
    Action.LIST_GAME_CHANGED: reverse_game,
    Action.LIST_GAME_EMPTIED: reverse_game,
    Action.LIST_TOTALS_ENTERED: reverse_totals,
    Action.LIST_RECHECK_CORRECTED: reverse_correction,
    Action.LIST_FOOT_RECORDED: reverse_foot,
    Action.LIST_PLAYERS_CHANGED: reverse_sittings,
    Action.LIST_SEATS_EXCHANGED: reverse_exchange,
    Action.LIST_GAMES_ANNULLED: reverse_annulment,
    Action.LIST_CLEARED: reverse_clearing,
}


@dataclass(frozen=True, slots=True)
class SeatEffect:
    """A player with his game points and his performance before and after a reversal."""

    chair: int
    name: str
    points: tuple[int | None, int | None]
    performance: tuple[int | None, int | None]

    @property
    def is_changed(self) -> bool:
        return len({*self.points}) > 1 or len({*self.performance}) > 1


@dataclass(frozen=True, slots=True)
class Effect:
    differences: list[Difference]
    seats: list[SeatEffect]
    reopens: bool


def reversal_effect(list_id: int, act: LogEntry, *, by: Actor) -> Effect:
    """The effect of `take_back`, which is rolled back; raises Refused as it does."""
    lists = ScoreList.objects.select_related("series__tournament")
    score_list = get_or_refuse(lists.filter(pk=list_id), "list-gone")
    before, was_open = seats_by_entry(score_list), score_list.state == ListState.OPEN
    chairs = {entry: seat.chair for entry, seat in before.items()}
    with roll_back_at_end():
        last = LogEntry.objects.order_by("-id").values_list("id", flat=True).first() or 0
        take_back(score_list, act, by=by, revision=score_list.revision, reason="preview")
        after = seats_by_entry(score_list)
        chairs = {entry: seat.chair for entry, seat in after.items()} | chairs
        changes = []
        rows = log_of_list(score_list).filter(id__gt=last)
        for row in rows.exclude(action=Action.LIST_REOPENED):
            changes += differences("list", row.old, row.new)
    # A reversal can add or remove a player who joined at a round.
    added = {entry: seat for entry, seat in after.items() if entry not in before}
    seats = [
        seat_effect(chairs[entry], seat, before.get(entry), after.get(entry))
        for entry, seat in (before | added).items()
    ]
    return Effect(changes, seats, not was_open and score_list.state == ListState.OPEN)


def seats_by_entry(score_list: ScoreList) -> dict[int, Seat]:
    rows = score_list.seat_rows.select_related("entry__person").order_by("position")
    return {seat.entry_id: seat for seat in rows}


def seat_effect(chair: int, seat: Seat, before: Seat | None, after: Seat | None) -> SeatEffect:
    points = (before.points if before else None, after.points if after else None)
    performance = (before.performance if before else None, after.performance if after else None)
    return SeatEffect(chair, str(seat.entry.person), points, performance)
