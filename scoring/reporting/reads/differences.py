"""What a later version of a reported result changed: lists, points, ranks, names."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from scoring.models import ScoreList, Seat, Tournament
from scoring.standings.reads.players import standings

Place = tuple[int, int]  # the numbers of a series and of a table
FIGURES = ("points", "won", "lost", "performance")


@dataclass(frozen=True, slots=True)
class SeatFigures:
    """What a player reached at a table; figures are None where none was entered."""

    points: int | None
    won: int | None
    lost: int | None
    performance: int | None


@dataclass(frozen=True, slots=True)
class SeatDifference:
    """A start number at a table, before and after; None: he did not sit there."""

    number: int
    before: SeatFigures | None
    after: SeatFigures | None


@dataclass(frozen=True, slots=True)
class ChangedList:
    """A list that differs. Without seats its games differ, and its sums do not."""

    series: int
    table: int
    seats: tuple[SeatDifference, ...]


@dataclass(frozen=True, slots=True)
class RankedAt:
    rank: int
    name: str
    performance: int


@dataclass(frozen=True, slots=True)
class ChangedRank:
    """A player whose rank, sum or name differs; None: he was not ranked."""

    number: int
    before: RankedAt | None
    after: RankedAt | None


@dataclass(frozen=True, slots=True)
class Differences:
    lists: tuple[ChangedList, ...]
    ranks: tuple[ChangedRank, ...]

    @property
    def nothing(self) -> bool:
        return not (self.lists or self.ranks)


def differences(before: Tournament, after: Tournament) -> Differences:
    """What stands otherwise in the later one, in the order of series, tables and ranks."""
    return Differences(tuple(changed_lists(before, after)), tuple(changed_ranks(before, after)))


def changed_lists(before: Tournament, after: Tournament) -> list[ChangedList]:
    old, new = seats_of(before), seats_of(after)
    said, says = contents_of(before), contents_of(after)
    found = []
    for series, table in sorted(said.keys() | says.keys()):
        at = (series, table)
        if said.get(at) == says.get(at) and old.get(at) == new.get(at):
            continue
        was, now = old.get(at, {}), new.get(at, {})
        seats = tuple(
            SeatDifference(number, was.get(number), now.get(number))
            for number in sorted(was.keys() | now.keys())
            if was.get(number) != now.get(number)
        )
        found.append(ChangedList(series, table, seats))
    return found


def seats_of(tournament: Tournament) -> Mapping[Place, dict[int, SeatFigures]]:
    rows = Seat.objects.filter(series__tournament=tournament)
    found: dict[Place, dict[int, SeatFigures]] = defaultdict(dict)
    keys = ("series__number", "list__table_number", "entry__start_number")
    for series, table, number, *figures in rows.values_list(*keys, *FIGURES):
        found[series, table][number] = SeatFigures(*figures)
    return found


def contents_of(tournament: Tournament) -> dict[Place, tuple[object, ...]]:
    """Every list as far as another content shows: each change raises its revision."""
    rows = ScoreList.objects.filter(series__tournament=tournament)
    keys = ("series__number", "table_number", "revision", "state")
    return {(series, table): tuple(more) for series, table, *more in rows.values_list(*keys)}


def changed_ranks(before: Tournament, after: Tournament) -> list[ChangedRank]:
    old, new = ranked_at(before), ranked_at(after)
    numbers = [*new, *(each for each in old if each not in new)]
    return [
        ChangedRank(number, old.get(number), new.get(number))
        for number in numbers
        if old.get(number) != new.get(number)
    ]


def ranked_at(tournament: Tournament) -> dict[int, RankedAt]:
    """By start number, in the order of the ranks."""
    return {
        row.start_number: RankedAt(row.rank.rank, row.name, row.performance)
        for row in standings(tournament).rows
    }
