"""What is owed: reckoned from the fees and the lists, with the bookings subtracted; never stored.

Cents. A due that falls again, because a list was corrected or a player came into a cheaper
category, leaves a negative rest: money that goes back.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from scoring.models import (
    Booking,
    Entry,
    EntryCategory,
    Fees,
    Game,
    Pot,
    PotChoice,
    ScoreList,
    Seat,
    Tournament,
)
from scoring.models.money import BookingKind
from scoring.models.person import EntryState
from scoring.models.prepared import Prepared, Slot
from scoring.models.score_list import CLOSED, Depth
from scoring.models.tournament import BrokenOff
from scoring.rules.fees import Ladder, lost_fee, passed_games, read_ladder

# What is paid at the door, in the order in which it is listed.
AT_THE_DOOR = (
    BookingKind.ENTRY_FEE,
    BookingKind.CARD_MONEY,
    BookingKind.TABLE_MONEY,
    BookingKind.STAKE,
)
OF_LISTS = (BookingKind.LOST_GAMES, BookingKind.PASSED_GAMES)
GONE = (EntryState.WITHDRAWN, EntryState.NO_SHOW)
FEES = Prepared[Fees](lambda: Fees.objects.filter(tournament=Slot("tournament")))


@dataclass(frozen=True, slots=True)
class Due:
    """One thing to pay: `due` by the fees, `paid` by the bookings. `pot` is the id of its pot."""

    kind: str
    due: int
    paid: int
    pot: int | None = None

    @property
    def rest(self) -> int:
        """Still to pay; negative: to be given back."""
        return self.due - self.paid


@dataclass(frozen=True, slots=True)
class EntryDues:
    """What one player pays at the door."""

    entry: Entry
    dues: tuple[Due, ...]

    @property
    def due(self) -> int:
        return sum(each.due for each in self.dues)

    @property
    def paid(self) -> int:
        return sum(each.paid for each in self.dues)

    @property
    def rest(self) -> int:
        return sum(each.rest for each in self.dues)

    @property
    def open(self) -> tuple[Due, ...]:
        return tuple(each for each in self.dues if each.rest)


@dataclass(frozen=True, slots=True)
class SeatDues:
    """What one seat of a list pays for its lost games and for those passed in."""

    seat: Seat
    passed_games: int
    lost: Due
    passed: Due

    @property
    def due(self) -> int:
        return self.lost.due + self.passed.due

    @property
    def paid(self) -> int:
        return self.lost.paid + self.passed.paid

    @property
    def rest(self) -> int:
        return self.lost.rest + self.passed.rest

    @property
    def settled(self) -> bool:
        """Nothing to tick: whoever owes lost games and gets passed ones back is not settled."""
        return not (self.lost.rest or self.passed.rest)


@dataclass(frozen=True, slots=True)
class ListDues:
    """What a table pays for one list, seat by seat."""

    score_list: ScoreList
    seats: tuple[SeatDues, ...]

    @property
    def due(self) -> int:
        return sum(each.due for each in self.seats)

    @property
    def paid(self) -> int:
        return sum(each.paid for each in self.seats)

    @property
    def rest(self) -> int:
        return sum(each.rest for each in self.seats)

    @property
    def settled(self) -> bool:
        return all(each.settled for each in self.seats)


def fees_of(tournament: Tournament) -> Fees:
    """The fees of a tournament; zero if none were set."""
    return FEES.first(tournament=tournament.pk) or Fees(tournament=tournament)


# At the door ------------------------------------------------------------------------------------


def entry_dues(
    tournament: Tournament,
    entries: Iterable[Entry] | None = None,
    *,
    fees: Fees | None = None,
    pots: Iterable[Pot] | None = None,
) -> list[EntryDues]:
    """What each of these players pays at the door (everybody, if none are named).

    A category with a fee of its own replaces the entry fee; of several the least is asked for.
    The stake of an optional pot is owed by those who chose it, and listed for those who paid it.
    `fees` and `pots` are the tournament's, where they were read already.
    """
    if entries is None:
        entries = tournament.entries.select_related("person")
    chosen = list(entries)
    bookings = Booking.objects.filter(tournament=tournament, kind__in=AT_THE_DOOR)
    if len(chosen) == 1:
        bookings = bookings.filter(entry=chosen[0])
    return _at_the_door(tournament, chosen, fees or fees_of(tournament), pots, Paid(bookings))


def _at_the_door(
    tournament: Tournament,
    entries: Sequence[Entry],
    fees: Fees,
    pots: Iterable[Pot] | None,
    paid: "Paid",
) -> list[EntryDues]:
    pots = tournament.pots.filter(stake_cents__gt=0) if pots is None else pots
    price = Price(tournament, entries, fees, pots, paid)
    return [EntryDues(entry, price.of(entry)) for entry in entries]


class Paid:
    """What was booked for each player: at the door by kind and pot, for a list by kind."""

    def __init__(self, bookings: QuerySet[Booking]) -> None:
        self.at_the_door: dict[tuple[int, str, int | None], int] = defaultdict(int)
        self.of_lists: dict[tuple[int, int, str], int] = defaultdict(int)
        self.given_back: set[int] = set()
        columns = ("entry", "kind", "pot", "list", "cents", "reverses")
        for entry, kind, pot, of_list, cents, reverses in bookings.order_by().values_list(*columns):
            if kind in OF_LISTS:
                self.of_lists[of_list, entry, kind] += cents
                continue
            self.at_the_door[entry, kind, pot if kind == BookingKind.STAKE else None] += cents
            if cents < 0 and reverses is None:
                self.given_back.add(entry)


class Price:
    """What entering a tournament costs, read once for many players."""

    def __init__(
        self,
        tournament: Tournament,
        entries: Sequence[Entry],
        fees: Fees,
        pots: Iterable[Pot],
        paid: Paid,
    ) -> None:
        self.fees = fees
        self.paid = paid
        self.pots = [pot for pot in pots if pot.stake_cents]
        self.by_category: dict[int, int] = {}
        members = EntryCategory.objects.filter(
            entry__tournament=tournament, category__entry_cents__isnull=False
        )
        for entry, cents in members.values_list("entry", "category__entry_cents"):
            if cents is not None:
                self.by_category[entry] = min(cents, self.by_category.get(entry, cents))
        # What was not used went back, and nobody owes the rest any more (TO 3.4).
        self.refunded = tournament.broken_off == BrokenOff.REFUNDED
        self.optional = {pot.pk for pot in self.pots if pot.optional}
        choices = PotChoice.objects.filter(pot__in=self.optional) if self.optional else ()
        self.chosen = {(each.entry_id, each.pot_id) for each in choices}
        gone = [entry.pk for entry in entries if entry.state in GONE]
        seats = Seat.objects.filter(entry__in=gone)
        self.seated = set(seats.values_list("entry", flat=True)) if gone else set()

    def of(self, entry: Entry) -> tuple[Due, ...]:
        asked: list[tuple[str, int, int | None]] = [
            (BookingKind.ENTRY_FEE, self.by_category.get(entry.pk, self.fees.entry_cents), None),
            (BookingKind.CARD_MONEY, self.fees.card_cents, None),
            (BookingKind.TABLE_MONEY, self.fees.table_cents, None),
        ]
        asked += [(BookingKind.STAKE, pot.stake_cents, pot.pk) for pot in self.pots]
        dues = []
        for kind, cents, pot in asked:
            paid = self.paid.at_the_door.get((entry.pk, kind, pot), 0)
            left_out = pot in self.optional and (entry.pk, pot) not in self.chosen
            waived = self.waived(entry) or left_out
            dues.append(Due(kind, paid if waived else cents, paid, pot))
        return tuple(due for due in dues if due.due or due.paid)

    def waived(self, entry: Entry) -> bool:
        """Whether a player owes nothing more: he left, or the tournament was broken off.

        Of who is expelled, all is (TO 4.3), unless the organizer gave him his money back.
        """
        if self.refunded:
            return True
        if entry.state == EntryState.EXPELLED:
            return entry.pk in self.paid.given_back
        if entry.state not in GONE:
            return False
        return entry.pk not in self.seated or entry.pk in self.paid.given_back


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


def all_dues(
    tournament: Tournament,
    entries: Iterable[Entry] | None = None,
    *,
    fees: Fees | None = None,
    pots: Iterable[Pot] | None = None,
) -> list[OpenDues]:
    """What each of these players owes, at the door and for every list that is closed.

    `fees` and `pots` as in `entry_dues`.
    """
    fees = fees or fees_of(tournament)
    if entries is None:
        entries = tournament.entries.select_related("person")
    kinds = (*AT_THE_DOOR, *OF_LISTS)
    paid = Paid(Booking.objects.filter(tournament=tournament, kind__in=kinds))
    doors = _at_the_door(tournament, list(entries), fees, pots, paid)
    wanted = {door.entry.pk: door.entry for door in doors}
    lists = ScoreList.objects.filter(series__tournament=tournament).select_related("series")
    by_entry: dict[int, list[tuple[ScoreList, SeatDues]]] = defaultdict(list)
    ordered = lists.order_by("series__number", "table_number")
    for of_list in list_dues(ordered, fees, people=wanted, paid=paid):
        for seat in of_list.seats:
            if seat.seat.entry_id in wanted:
                by_entry[seat.seat.entry_id].append((of_list.score_list, seat))
    return [OpenDues(door, tuple(by_entry[door.entry.pk])) for door in doors]


# By lists ---------------------------------------------------------------------------------------


def list_dues(
    lists: Iterable[ScoreList],
    fees: Fees,
    *,
    people: Mapping[int, Entry] | None = None,
    paid: Paid | None = None,
) -> list[ListDues]:
    """What each seat of these lists pays (docs/law.md "Money of a tournament").

    Only closed lists cost anything; what was paid for one that is open again, rejected or
    annulled stands there as money to be given back, until the list is closed anew. `people` are
    the players and `paid` the bookings that were read already.
    """
    rows = list(lists)
    by_pk = {row.pk: row for row in rows}
    seats = defaultdict(list)
    found = Seat.objects.filter(list__in=rows)
    for seat in found if people else found.select_related("entry__person"):
        if people and seat.entry_id in people:
            seat.entry = people[seat.entry_id]
        seat.list = by_pk[seat.list_id]
        seats[seat.list_id].append(seat)
    paid = paid or Paid(Booking.objects.filter(list__in=rows, kind__in=OF_LISTS))
    passed = _passed_by_list(rows)
    ladder = read_ladder(fees.lost_ladder)
    reckoned = []
    for score_list in rows:
        there = seats[score_list.pk]
        reckoned.append(
            ListDues(
                score_list,
                tuple(
                    _seat_dues(score_list, seat, count, ladder, fees.passed_cents, paid)
                    for seat, count in _passed_by_seat(score_list, there, passed[score_list.pk])
                ),
            )
        )
    return reckoned


def dues_of_list(score_list: ScoreList) -> ListDues:
    """What each seat of one list pays."""
    return list_dues([score_list], fees_of(score_list.series.tournament))[0]


def _seat_dues(
    score_list: ScoreList,
    seat: Seat,
    passed: int,
    ladder: Ladder,
    passed_cents: int,
    paid: Paid,
) -> SeatDues:
    counts = score_list.state in CLOSED and seat.lost is not None
    lost = lost_fee(seat.lost or 0, ladder) if counts else 0
    each = passed * passed_cents if counts else 0
    booked = [paid.of_lists.get((score_list.pk, seat.entry_id, kind), 0) for kind in OF_LISTS]
    return SeatDues(
        seat,
        passed,
        Due(BookingKind.LOST_GAMES, lost, booked[0]),
        Due(BookingKind.PASSED_GAMES, each, booked[1]),
    )


def _passed_by_seat(
    score_list: ScoreList, seats: Sequence[Seat], passed: Sequence[int]
) -> Iterator[tuple[Seat, int]]:
    """Each seat with the games passed in while its player was at the table."""
    outline = score_list.outline
    if not outline.sittings:
        games = _passed(score_list, seats, len(passed))
        yield from ((seat, games) for seat in seats)
        return
    for seat in seats:
        yield seat, sum(seat.position in outline.present(number) for number in passed)


def _passed_by_list(lists: Iterable[ScoreList]) -> dict[int, list[int]]:
    """The numbers of the games that were passed in."""
    of_games = [each for each in lists if each.depth == Depth.GAMES]
    passed = Game.objects.filter(list__in=of_games, passed=True, annulled=False).order_by()
    found = defaultdict(list)
    for of_list, number in passed.values_list("list", "number"):
        found[of_list].append(number)
    return found


def _passed(score_list: ScoreList, seats: Sequence[Seat], by_games: int) -> int:
    """Games passed in: counted where the games are known, else what the totals leave over."""
    if score_list.depth == Depth.GAMES:
        return by_games
    if any(seat.lost is None for seat in seats):
        return 0
    games = score_list.games_played
    return passed_games(
        score_list.outline.games_planned if games is None else games,
        [(seat.won or 0, seat.lost or 0) for seat in seats],
    )
