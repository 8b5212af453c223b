"""What taking back a change would do to a list, its players and their ranks."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction

from scoring.models import Actor, LogEntry, ScoreList, Seat
from scoring.models.score_list import ListState
from scoring.reads.results import names
from scoring.reads.standings import standings
from scoring.rules.score_list import Line
from scoring.services.reversal import before_act, reversal_number, take_back

Ranks = Mapping[int, int]
Tally = Mapping[int, tuple[int | None, int | None]]


@dataclass(frozen=True, slots=True)
class SeatEffect:
    """Game points and performance of a seat, before and after."""

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
    """Everything that would change; the ranks in the series and overall."""

    number: int
    before: Line | None
    after: Line | None
    seats: tuple[SeatEffect, ...]
    series: tuple[RankEffect, ...]
    overall: tuple[RankEffect, ...]
    reopens: bool


@dataclass(frozen=True, slots=True)
class Picture:
    tally: Tally
    series: Ranks
    overall: Ranks
    state: str


def reversal_effect(list_id: int, act: LogEntry, *, by: Actor) -> Effect:
    """What `take_back` would do, found by doing it in a block that is rolled back.

    Raises Refused where `take_back` would.
    """
    score_list = ScoreList.objects.select_related("series__tournament").get(pk=list_id)
    number = reversal_number(score_list, act)
    line, restored = score_list.line(number), before_act(score_list, act)
    before = picture(score_list)
    with transaction.atomic():
        take_back(score_list, act, by=by, revision=score_list.revision, reason="preview")
        after = picture(score_list)
        transaction.set_rollback(True)
    people = names(score_list.series.tournament)
    return Effect(
        number,
        line,
        restored,
        tuple(seat_effects(list_id, people, before.tally, after.tally)),
        rank_effects(before.series, after.series, people),
        rank_effects(before.overall, after.overall, people),
        before.state != ListState.OPEN and after.state == ListState.OPEN,
    )


def picture(score_list: ScoreList) -> Picture:
    """The tally and all ranks as they stand now."""
    tournament = score_list.series.tournament
    rows = score_list.seat_rows.values_list("position", "points", "performance")
    return Picture(
        {position: (points, performance) for position, points, performance in rows},
        {row.entry_id: row.rank.rank for row in standings(tournament, score_list.series).rows},
        {row.entry_id: row.rank.rank for row in standings(tournament).rows},
        score_list.state,
    )


def seat_effects(
    list_id: int, people: Mapping[int, tuple[int, str, str]], before: Tally, after: Tally
) -> list[SeatEffect]:
    seats = Seat.objects.filter(list_id=list_id).order_by("position")
    return [
        SeatEffect(
            seat.position,
            people[seat.entry_id][1],
            (before[seat.position][0], after[seat.position][0]),
            (before[seat.position][1], after[seat.position][1]),
        )
        for seat in seats
    ]


def rank_effects(
    before: Ranks, after: Ranks, people: Mapping[int, tuple[int, str, str]]
) -> tuple[RankEffect, ...]:
    """Who would stand elsewhere, from the best rank he has or would have."""
    changed = [
        RankEffect(people[entry][1], before.get(entry), after.get(entry))
        for entry in {*before, *after}
        if before.get(entry) != after.get(entry)
    ]
    last = len(before) + len(after) + 1
    return tuple(
        sorted(changed, key=lambda each: (min(each.before or last, each.after or last), each.name))
    )
