"""What each player owes in all, at the door and for his lists. Cents."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from scoring.models import Entry, Fees, Pot, ScoreList, Tournament
from scoring.money.reads.booked import Booked
from scoring.money.reads.dues import (
    AT_THE_DOOR,
    OF_LISTS,
    EntryDues,
    Paid,
    Price,
    fees_of,
    paid_by,
)
from scoring.money.reads.list_dues import SeatDues, list_dues


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


def lists_in_order(tournament: Tournament) -> list[ScoreList]:
    """Every list with its series, by series and table."""
    lists = ScoreList.objects.filter(series__tournament=tournament).select_related("series")
    return list(lists.order_by("series__number", "table_number"))


def all_dues(
    tournament: Tournament,
    entries: Iterable[Entry] | None = None,
    *,
    fees: Fees | None = None,
    pots: Iterable[Pot] | None = None,
    booked: Iterable[Booked] | None = None,
    lists: Iterable[ScoreList] | None = None,
) -> list[OpenDues]:
    """What each of these players owes, at the door and for every list that is closed.

    `fees` and `pots` as in `entry_dues`; `booked` (`booked_in`) and `lists` (`lists_in_order`) are
    the tournament's, where they were read already.
    """
    fees = fees or fees_of(tournament)
    if entries is None:
        entries = tournament.entries.select_related("person")
    chosen = list(entries)
    if booked is None:
        paid = paid_by(tournament, chosen, (*AT_THE_DOOR, *OF_LISTS))
    else:
        paid = Paid(booked)
    doors = Price(tournament, chosen, fees, pots, paid).dues
    wanted = {door.entry.pk: door.entry for door in doors}
    by_entry: dict[int, list[tuple[ScoreList, SeatDues]]] = defaultdict(list)
    lists = lists_in_order(tournament) if lists is None else lists
    for of_list in list_dues(lists, fees, people=wanted, paid=paid):
        for seat in of_list.seats:
            if seat.seat.entry_id in wanted:
                by_entry[seat.seat.entry_id].append((of_list.score_list, seat))
    return [OpenDues(door, tuple(by_entry[door.entry.pk])) for door in doors]
