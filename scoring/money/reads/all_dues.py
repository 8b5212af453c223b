"""What each player owes in all, at the door and for his lists. Cents."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from scoring.models import Entry, Game, ScoreList, Seat, Tournament
from scoring.money.reads.booked import booked_in
from scoring.money.reads.dues import (
    AT_THE_DOOR,
    OF_LISTS,
    EntryDues,
    Paid,
    Price,
    door_prices,
    paid_by,
    staked_pots,
)
from scoring.money.reads.list_dues import SeatDues, passed_in, reckoned
from scoring.standings.reads.source import StandingsSource


@dataclass(frozen=True, slots=True)
class OpenDues:
    """What a player still owes together: at the door, and for his lists."""

    door: EntryDues
    lists: tuple[tuple[ScoreList, SeatDues], ...]

    @property
    def entry(self) -> Entry:
        return self.door.entry

    @property
    def of_lists(self) -> int:
        return sum(seat.rest for _list, seat in self.lists)

    @property
    def rest(self) -> int:
        return self.door.rest + self.of_lists

    @property
    def settled(self) -> bool:
        return not self.door.open and all(seat.settled for _list, seat in self.lists)


def everybody(tournament: Tournament) -> list[Entry]:
    return list(tournament.entries.select_related("person"))


def lists_in_order(tournament: Tournament) -> list[ScoreList]:
    """Every list with its series, by series and table."""
    lists = ScoreList.objects.filter(series__tournament=tournament).select_related("series")
    return list(lists.order_by("series__number", "table_number"))


def lost_and_passed(tournament: Tournament) -> tuple[list[Seat], list[tuple[int, int]]]:
    """Every seat, and the games that were passed in: what lists cost."""
    games = Game.objects.filter(list__series__tournament=tournament)
    return list(Seat.objects.filter(series__tournament=tournament)), list(passed_in(games))


def all_dues(
    tournament: Tournament,
    entries: Sequence[Entry] | None = None,
    source: StandingsSource | None = None,
) -> list[OpenDues]:
    """What each of these players owes, at the door and for every list that is closed; everybody, if
    none are named. `source` keeps what a page asks for more than that.
    """
    source = source or StandingsSource(tournament)
    if entries is None:
        entries, paid = source.cached(everybody), Paid(source.cached(booked_in))
    else:
        paid = paid_by(tournament, entries, (*AT_THE_DOOR, *OF_LISTS))
    prices = source.cached(door_prices)
    doors = Price(tournament, entries, prices, source.cached(staked_pots), paid).dues
    wanted = {door.entry.pk: door.entry for door in doors}
    seats, passed = source.cached(lost_and_passed)
    by_entry: dict[int, list[tuple[ScoreList, SeatDues]]] = defaultdict(list)
    for of_list in reckoned(source.cached(lists_in_order), prices.fees, seats, passed, paid):
        for seat in of_list.seats:
            if entry := wanted.get(seat.seat.entry_id):
                seat.seat.entry = entry
                by_entry[entry.pk].append((of_list.score_list, seat))
    return [OpenDues(door, tuple(by_entry[door.entry.pk])) for door in doors]
