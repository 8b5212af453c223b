"""The effect of a reversal on a list, its players and their ranks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.confirmation.services.reversal import take_back
from scoring.core.services import trying_out
from scoring.log.reads import Difference, differences
from scoring.models import Actor, LogEntry, ScoreList
from scoring.models.log import Action
from scoring.models.score_list import ListState
from scoring.standings.reads.players import standings
from scoring.standings.reads.results import names
from scoring.standings.reads.source import StandingsSource

Ranks = Mapping[int, int]
# By entry: seat, game points, performance.
Tally = Mapping[int, Sequence[Any]]


@dataclass(frozen=True, slots=True)
class SeatEffect:
    """Game points and performance of the player who sits there now, before and after."""

    position: int
    name: str
    points: tuple[int | None, int | None]
    performance: tuple[int | None, int | None]

    @property
    def is_changed(self) -> bool:
        return len({*self.points}) > 1 or len({*self.performance}) > 1


@dataclass(frozen=True, slots=True)
class RankEffect:
    """A player whose rank would change; None where he stands in no standings."""

    name: str
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class Effect:
    """Everything that would change in the list; the ranks in the series and overall."""

    differences: tuple[Difference, ...]
    seats: tuple[SeatEffect, ...]
    series: tuple[RankEffect, ...]
    overall: tuple[RankEffect, ...]
    reopens: bool


@dataclass(frozen=True, slots=True)
class ListSnapshot:
    tally: Tally
    series: Ranks
    overall: Ranks
    state: str


def reversal_effect(list_id: int, act: LogEntry, *, by: Actor) -> Effect:
    """What `take_back` would do, found by doing it in a block that is rolled back.

    Raises Refused as `take_back` does.
    """
    score_list = ScoreList.objects.select_related("series__tournament").get(pk=list_id)
    before = snapshot(score_list)
    with trying_out():
        last = LogEntry.objects.order_by("-id").values_list("id", flat=True).first() or 0
        take_back(score_list, act, by=by, revision=score_list.revision, reason="preview")
        after = snapshot(score_list)
        changes = [
            difference
            for row in LogEntry.objects.filter(id__gt=last, subject=act.subject).exclude(
                action=Action.LIST_REOPENED
            )
            for difference in differences("list", row.old, row.new)
        ]
    people = names(score_list.series.tournament)
    return Effect(
        tuple(changes),
        tuple(seat_effects(people, before.tally, after.tally)),
        rank_effects(before.series, after.series, people),
        rank_effects(before.overall, after.overall, people),
        before.state != ListState.OPEN and after.state == ListState.OPEN,
    )


def snapshot(score_list: ScoreList) -> ListSnapshot:
    """The tally and all ranks as they stand now."""
    tournament = score_list.series.tournament
    rows = score_list.seat_rows.values_list("entry", "position", "points", "performance")
    source, series = StandingsSource(tournament), score_list.series
    return ListSnapshot(
        {entry: figures for entry, *figures in rows.order_by("position")},
        {row.entry_id: row.rank.rank for row in standings(tournament, series, source=source).rows},
        {row.entry_id: row.rank.rank for row in standings(tournament, source=source).rows},
        score_list.state,
    )


def seat_effects(
    people: Mapping[int, tuple[int, str, str]], before: Tally, after: Tally
) -> list[SeatEffect]:
    """What each seat would have, in the order of the seats."""
    nobody = (0, None, None)  # who joined at a round is taken off the list again, or put on it
    found = []
    for entry in {**before, **after}:
        position, points, performance = before.get(entry, nobody)
        later, points_after, performance_after = after.get(entry, nobody)
        figures = (points, points_after), (performance, performance_after)
        found.append(SeatEffect(position or later, people[entry][1], *figures))
    return found


def rank_effects(
    before: Ranks, after: Ranks, people: Mapping[int, tuple[int, str, str]]
) -> tuple[RankEffect, ...]:
    """Whose rank would change, by the better of the two ranks."""
    changed = [
        RankEffect(people[entry][1], before.get(entry), after.get(entry))
        for entry in {*before, *after}
        if before.get(entry) != after.get(entry)
    ]
    last = len(before) + len(after) + 1
    return tuple(
        sorted(
            changed,
            key=lambda rank_effect: (
                min(rank_effect.before or last, rank_effect.after or last),
                rank_effect.name,
            ),
        )
    )
