"""When each series begins and ends, and how many games fit until a wanted end."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from django.utils import timezone

from scoring.models import Series, Tournament
from scoring.models.tournament import ROUNDS, SeriesState

USUAL_MINUTES, USUAL_ROUNDS = 130, 12  # docs/law.md "A score list"
STEP = 5  # minutes to which a planned length is rounded


@dataclass(frozen=True, slots=True)
class SeriesTime:
    """When a series is planned; a series that has begun has its true beginning."""

    series: Series
    begins: datetime
    ends: datetime

    @property
    def is_to_come(self) -> bool:
        return self.series.state in (SeriesState.DRAFT, SeriesState.RELEASED)


def minutes_of(series: Series, tournament: Tournament) -> int:
    """The length of a series: its own limit, else that of the plan, else the usual one."""
    usual = -(-series.rounds * USUAL_MINUTES // (USUAL_ROUNDS * STEP)) * STEP
    return series.minutes or tournament.series_minutes or usual


def series_times(
    tournament: Tournament, all_series: Sequence[Series] | None = None
) -> list[SeriesTime]:
    """The times of all series; empty while no beginning is planned.

    Each day begins at the planned hour. What begins late moves what comes after it.
    """
    if tournament.begins_at is None:
        return []
    times: list[SeriesTime] = []
    follows: dict[date, datetime] = {}  # when a day's next series begins
    for series in tournament.series.all() if all_series is None else all_series:
        day = series.day or tournament.date
        planned = timezone.make_aware(datetime.combine(day, tournament.begins_at))
        begins = series.started_at or follows.get(day, planned)
        ends = begins + timedelta(minutes=minutes_of(series, tournament))
        times.append(SeriesTime(series, begins, ends))
        follows[day] = ends + timedelta(minutes=tournament.break_minutes)
    return times


def fit_until(begins: time, ends: time, series: int, break_minutes: int) -> dict[str, int]:
    """Minutes and rounds of each of so many series that are over at `ends`, after midnight too, and
    its games at a table of four and of three.

    >>> fit_until(time(18), time(0), 2, 30)
    {'minutes': 165, 'rounds': 15, 'four': 60, 'three': 45}
    """
    span = (ends.hour - begins.hour) * 60 + ends.minute - begins.minute
    minutes = max((span % (24 * 60) - (series - 1) * break_minutes) // series, 0)
    rounds = min(minutes * USUAL_ROUNDS // USUAL_MINUTES, ROUNDS[-1])
    return {"minutes": minutes, "rounds": rounds, "four": 4 * rounds, "three": 3 * rounds}
