"""What is owed: reckoned from the fees and the lists, with the bookings subtracted; never stored.

Cents. A due that falls again, because a list was corrected or a player came into a cheaper
category, leaves a negative rest: money that goes back.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import Min, QuerySet

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
from scoring.models.score_list import CLOSED, Depth
from scoring.models.tournament import BrokenOff
from scoring.rules.fees import Ladder, lost_fee, passed_games, read_ladder
from scoring.standings.reads.results import StandingsSource

# The bookings of a tournament as figures, read once for whoever adds them up. Cents.

COLUMNS = ("kind", "entry", "pot", "list", "cents", "reverses")


class Booked(NamedTuple):
    """One booking by the ids of what it is about; `reversing`: it cancels another one."""

    kind: str
    entry: int | None
    pot: int | None
    of_list: int | None
    cents: int
    reversing: bool


def booked(bookings: QuerySet[Booking]) -> list[Booked]:
    return [
        Booked(kind, entry, pot, of_list, cents, reverses is not None)
        for kind, entry, pot, of_list, cents, reverses in bookings.order_by().values_list(*COLUMNS)
    ]


def booked_in(tournament: Tournament) -> list[Booked]:
    """Every booking of a tournament: for pots, dues and till together."""
    return booked(Booking.objects.filter(tournament=tournament))


# What is paid at the door, in the order in which it is listed.
AT_THE_DOOR = (
    BookingKind.ENTRY_FEE,
    BookingKind.CARD_MONEY,
    BookingKind.TABLE_MONEY,
    BookingKind.STAKE,
)
OF_LISTS = (BookingKind.LOST_GAMES, BookingKind.PASSED_GAMES)
GONE = (EntryState.WITHDRAWN, EntryState.NO_SHOW)


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
        return sum(due.paid for due in self.dues)

    @property
    def rest(self) -> int:
        return sum(due.rest for due in self.dues)

    @property
    def open(self) -> tuple[Due, ...]:
        return tuple(due for due in self.dues if due.rest)


def fees_of(tournament: Tournament) -> Fees:
    """The fees of a tournament; zero if none were set."""
    return Fees.objects.filter(tournament=tournament).first() or Fees(tournament=tournament)


class DoorPrices(NamedTuple):
    """What entering costs whom, without the stakes: the fees, and by entry the least fee of his
    categories. `chosen` are entry and optional pot (ids), `seated` who left after he had sat.
    """

    fees: Fees
    by_category: dict[int, int]
    chosen: set[tuple[int, int]]
    seated: set[int]


def door_prices(tournament: Tournament) -> DoorPrices:
    priced = EntryCategory.objects.filter(
        entry__tournament=tournament, category__entry_cents__isnull=False
    )
    least = priced.order_by().values_list("entry").annotate(Min("category__entry_cents"))
    choices = PotChoice.objects.filter(pot__tournament=tournament, pot__optional=True)
    seats = Seat.objects.filter(entry__tournament=tournament, entry__state__in=GONE)
    return DoorPrices(
        fees_of(tournament),
        dict(least),
        set(choices.values_list("entry", "pot")),
        set(seats.values_list("entry", flat=True)),
    )


def staked_pots(tournament: Tournament) -> list[Pot]:
    return list(tournament.pots.filter(stake_cents__gt=0))


def entry_dues(
    tournament: Tournament,
    entries: Iterable[Entry] | None = None,
    source: StandingsSource | None = None,
) -> list[EntryDues]:
    """What each of these players pays at the door (everybody, if none are named).

    A category with a fee of its own replaces the entry fee; of several the least is asked for.
    The stake of an optional pot is owed by those who chose it, and listed for those who paid it.
    `source` keeps prices and pots for whoever shows them, too.
    """
    source = source or StandingsSource(tournament)
    if entries is None:
        entries = tournament.entries.select_related("person")
    chosen = list(entries)
    paid = paid_by(tournament, chosen, AT_THE_DOOR)
    prices, pots = source.cached(door_prices), source.cached(staked_pots)
    return Price(tournament, chosen, prices, pots, paid).dues


class Paid:
    """What was booked for each player: at the door by kind and pot, for a list by kind."""

    def __init__(self, rows: Iterable[Booked]) -> None:
        self.at_the_door: dict[tuple[int, str, int | None], int] = defaultdict(int)
        self.of_lists: dict[tuple[int, int, str], int] = defaultdict(int)
        self.given_back: set[int] = set()
        # Other money is of no player, and may be of no list.
        for kind, entry, pot, of_list, cents, reversing in rows:
            if entry is None:
                continue
            if kind in OF_LISTS:
                if of_list is not None:
                    self.of_lists[of_list, entry, kind] += cents
                continue
            if kind not in AT_THE_DOOR:
                continue
            self.at_the_door[entry, kind, pot if kind == BookingKind.STAKE else None] += cents
            if cents < 0 and not reversing:
                self.given_back.add(entry)


def paid_by(tournament: Tournament, entries: Sequence[Entry], kinds: Iterable[str]) -> Paid:
    """What was booked under these kinds; for one player alone only what is his."""
    bookings = Booking.objects.filter(tournament=tournament, kind__in=kinds)
    if len(entries) == 1:
        bookings = bookings.filter(entry=entries[0])
    return Paid(booked(bookings))


class Price:
    """What entering a tournament costs, read once for many players."""

    def __init__(
        self,
        tournament: Tournament,
        entries: Sequence[Entry],
        prices: DoorPrices,
        pots: Iterable[Pot],
        paid: Paid,
    ) -> None:
        self.entries, self.prices, self.paid = entries, prices, paid
        self.pots = [pot for pot in pots if pot.stake_cents]
        # What was not used went back, and nobody owes the rest any more (TO 3.4).
        self.refunded = tournament.broken_off == BrokenOff.REFUNDED
        self.optional = {pot.pk for pot in self.pots if pot.optional}

    @property
    def dues(self) -> list[EntryDues]:
        return [EntryDues(entry, self.of(entry)) for entry in self.entries]

    def of(self, entry: Entry) -> tuple[Due, ...]:
        fees, by_category = self.prices.fees, self.prices.by_category
        asked: list[tuple[str, int, int | None]] = [
            (BookingKind.ENTRY_FEE, by_category.get(entry.pk, fees.entry_cents), None),
            (BookingKind.CARD_MONEY, fees.card_cents, None),
            (BookingKind.TABLE_MONEY, fees.table_cents, None),
        ]
        asked += [(BookingKind.STAKE, pot.stake_cents, pot.pk) for pot in self.pots]
        dues = []
        for kind, cents, pot in asked:
            paid = self.paid.at_the_door.get((entry.pk, kind, pot), 0)
            left_out = pot in self.optional and (entry.pk, pot) not in self.prices.chosen
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
        return entry.pk not in self.prices.seated or entry.pk in self.paid.given_back


# What is owed for lists: lost games, and those passed in. Cents.


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
        return sum(seat.due for seat in self.seats)

    @property
    def paid(self) -> int:
        return sum(seat.paid for seat in self.seats)

    @property
    def rest(self) -> int:
        return sum(seat.rest for seat in self.seats)

    @property
    def settled(self) -> bool:
        return all(seat.settled for seat in self.seats)


def list_dues(lists: Iterable[ScoreList], fees: Fees) -> list[ListDues]:
    """What each seat of these lists pays (docs/law.md "Money of a tournament")."""
    rows = list(lists)
    seats = Seat.objects.filter(list__in=rows).select_related("entry__person")
    bookings = Booking.objects.filter(list__in=rows, kind__in=OF_LISTS)
    passed = passed_in(Game.objects.filter(list__in=rows))
    return reckoned(rows, fees, seats, passed, Paid(booked(bookings)))


def passed_in(games: QuerySet[Game]) -> QuerySet[Game, Any]:
    """List and number of those of the games that were passed in; not of lists without games."""
    of_games = games.filter(list__depth=Depth.GAMES, passed=True, annulled=False)
    return of_games.order_by().values_list("list", "number")


def reckoned(
    lists: Sequence[ScoreList],
    fees: Fees,
    seats: Iterable[Seat],
    passed: Iterable[tuple[int, int]],
    paid: Paid,
) -> list[ListDues]:
    """What each of these seats pays for these lists; `passed` as in `passed_in`.

    Only closed lists cost anything; what was paid for one that is open again, rejected or
    annulled stands there as money to be given back, until the list is closed anew.
    """
    by_pk = {score_list.pk: score_list for score_list in lists}
    there, games = defaultdict(list), defaultdict(list)
    for seat in seats:
        seat.list = by_pk[seat.list_id]
        there[seat.list_id].append(seat)
    for of_list, number in passed:
        games[of_list].append(number)
    ladder = read_ladder(fees.lost_ladder)
    return [
        ListDues(
            score_list,
            tuple(
                _seat_dues(score_list, seat, count, ladder, fees.passed_cents, paid)
                for seat, count in _passed_by_seat(
                    score_list, there[score_list.pk], games[score_list.pk]
                )
            ),
        )
        for score_list in lists
    ]


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


# What each player owes in all, at the door and for his lists. Cents.


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
