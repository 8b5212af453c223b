"""Seats of players who withdrew, in series that are still to be played."""

from scoring.models import Entry, ScoreList, Seat, Series
from scoring.models.score_list import Depth, ListState
from scoring.models.series import SeriesState
from scoring.rules.problem import Problem


def seats_left_by(entry: Entry) -> list[Problem]:
    """The seats that this player leaves behind in series that are out and not played yet."""
    out = ScoreList.objects.filter(
        seat_rows__entry=entry,
        state=ListState.OPEN,
        depth=Depth.NONE,
        series__state__in=(SeriesState.RELEASED, SeriesState.PLAYING),
    ).select_related("series")
    return [
        seat_of_nobody(score_list.series, score_list, entry)
        for score_list in out.order_by("series__number")
        if not entry.plays(score_list.series.number)
    ]


def seats_by_table(series: Series) -> dict[int, list[Seat]]:
    """The seats of a series with their players and lists, by the number of their table."""
    seats = Seat.objects.filter(series=series).select_related("entry__person", "list")
    found: dict[int, list[Seat]] = {}
    for seat in seats.order_by("list__table_number", "position"):
        found.setdefault(seat.list.table_number, []).append(seat)
    return found


def seat_of_nobody(series: Series, score_list: ScoreList, entry: Entry) -> Problem:
    params = {
        "series": series.number,
        "table": score_list.table_number,
        "number": entry.start_number,
    }
    return Problem("seat-of-nobody", params=params)
