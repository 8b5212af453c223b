"""What players owe, at the door and for their lists: fees minus bookings, never stored. Cents."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Min

from scoring.models import (
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
from scoring.models.tournament import BrokenOff, TournamentSource
from scoring.money.reads.prizes import BookingRow, booking_rows
from scoring.rules.bare_totals import BareTotal, count_passed_in
from scoring.rules.fees import Ladder, lost_fee, read_ladder

# What players pay at the door.

AT_THE_DOOR = (  # in the order in which it is listed
    BookingKind.ENTRY_FEE,
    BookingKind.CARD_MONEY,
    BookingKind.TABLE_MONEY,
    BookingKind.STAKE,
)
OF_LISTS = (BookingKind.LOST_GAMES, BookingKind.PASSED_GAMES)
LEFT = (EntryState.WITHDRAWN, EntryState.NO_SHOW)


@dataclass(frozen=True, slots=True)
class Due:
    """One thing to pay: `due` by the fees, `paid` by the bookings; `pot` is the id of its pot."""

    kind: str
    due: int
    paid: int
    pot: int | None = None

    @property
    def rest(self) -> int:
        """Still to pay; negative: to be given back."""
        return self.due - self.paid


@dataclass(frozen=True, slots=True)
class Owed:
    """Several dues; two that cancel each other out are still open."""

    dues: tuple[Due, ...]

    @property
    def due(self) -> int:
        return sum(due.due for due in self.dues)

    @property
    def paid(self) -> int:
        return sum(due.paid for due in self.dues)

    @property
    def rest(self) -> int:
        return self.due - self.paid

    @property
    def settled(self) -> bool:
        return not any(due.rest for due in self.dues)


@dataclass(frozen=True, slots=True)
class EntryDues(Owed):
    """What one player pays at the door; if it is `waived`, he owes nothing more."""

    entry: Entry
    waived: bool


def fees_of(tournament: Tournament) -> Fees:
    """The fees of a tournament; all zero if none were set."""
    return Fees.objects.filter(tournament=tournament).first() or Fees(tournament=tournament)


class DoorPrices(NamedTuple):
    """What entering costs; players and pots by their ids."""

    fees: Fees
    by_category: dict[int, int]  # by entry, the lowest of the player's categories
    chosen: set[tuple[int, int]]  # entry and optional pot
    seated: set[int]  # who left after they had been seated


def door_prices(tournament: Tournament) -> DoorPrices:
    own_fees = EntryCategory.objects.filter(
        entry__tournament=tournament, category__entry_cents__isnull=False
    )
    least_fees = own_fees.order_by().values_list("entry").annotate(Min("category__entry_cents"))
    choices = PotChoice.objects.filter(pot__tournament=tournament, pot__optional=True)
    seats = Seat.objects.filter(entry__tournament=tournament, entry__state__in=LEFT)
    return DoorPrices(
        fees_of(tournament),
        dict(least_fees),
        set(choices.values_list("entry", "pot")),
        set(seats.values_list("entry", flat=True)),
    )


def staked_pots(tournament: Tournament) -> list[Pot]:
    return list(tournament.pots.filter(stake_cents__gt=0))


def entry_dues(source: TournamentSource, entries: Iterable[Entry]) -> list[EntryDues]:
    """What each of these players pays at the door."""
    players = list(entries)
    prices, pots = source.cached(door_prices), source.cached(staked_pots)
    paid = DoorPayments(booking_rows(entry__in=players, kind__in=AT_THE_DOOR))
    # The unused fees went back, and nobody owes the rest any more (TO 3.4).
    refunded = source.tournament.broken_off == BrokenOff.REFUNDED
    return [
        door_dues(entry, prices, pots, paid, waived=refunded or is_waived(entry, prices, paid))
        for entry in players
    ]


def owed_at_the_door(entry: Entry) -> int:
    return entry_dues(TournamentSource(entry.tournament), [entry])[0].rest


class DoorPayments:
    """What was booked for each player at the door, by kind and pot, and what he got back."""

    def __init__(self, rows: Iterable[BookingRow]) -> None:
        self.sums = Counter[tuple[int | None, str, int | None]]()
        self.given_back = Counter[int | None]()
        for kind, entry, pot, _list, cents, reverses in rows:
            self.sums[entry, kind, pot if kind == BookingKind.STAKE else None] += cents
            if (cents < 0) == (reverses is None):  # a refund, or the row that cancels one
                self.given_back[entry] -= cents


def door_dues(
    entry: Entry, prices: DoorPrices, pots: Iterable[Pot], paid: DoorPayments, *, waived: bool
) -> EntryDues:
    """What one player owes; for an optional pot that he did not choose, what he paid for it."""
    fees = prices.fees
    charges: list[tuple[str, int | None, int | None]] = [
        (BookingKind.ENTRY_FEE, prices.by_category.get(entry.pk, fees.entry_cents), None),
        (BookingKind.CARD_MONEY, fees.card_cents, None),
        (BookingKind.TABLE_MONEY, fees.table_cents, None),
    ]
    for pot in pots:
        is_owed = not pot.optional or (entry.pk, pot.pk) in prices.chosen
        charges.append((BookingKind.STAKE, pot.stake_cents if is_owed else None, pot.pk))
    dues = []
    for kind, cents, pot_id in charges:
        booked = paid.sums[entry.pk, kind, pot_id]
        owed = booked if waived or cents is None else cents
        dues.append(Due(kind, owed, booked, pot_id))
    return EntryDues(tuple(due for due in dues if due.due or due.paid), entry, waived)


def is_waived(entry: Entry, prices: DoorPrices, paid: DoorPayments) -> bool:
    """Whether a player who left owes nothing more.

    An expelled player still owes everything (TO 4.3), unless the organizer gave money back.
    """
    if entry.state == EntryState.EXPELLED:
        return paid.given_back[entry.pk] > 0
    if entry.state not in LEFT:
        return False
    return entry.pk not in prices.seated or paid.given_back[entry.pk] > 0


# What players pay for their lists: lost games, and games passed in.


@dataclass(frozen=True, slots=True)
class SeatDues(Owed):
    """Lost games and passed games of one seat."""

    seat: Seat
    passed_games: int

    @property
    def passed_due(self) -> int:
        return sum(due.due for due in self.dues if due.kind == BookingKind.PASSED_GAMES)


ListPayments = Counter[tuple[int | None, int | None, str]]  # by list, entry and kind


@dataclass(frozen=True, slots=True)
class ListDues(Owed):
    score_list: ScoreList
    seats: tuple[SeatDues, ...]


def list_dues(
    lists: Iterable[ScoreList], fees: Fees, *, with_people: bool = True
) -> list[ListDues]:
    """What each seat of these lists pays (docs/law.md "Money of a tournament")."""
    by_id = {score_list.pk: score_list for score_list in lists}
    seats_of, passed_of = defaultdict(list), defaultdict(list)
    seats = Seat.objects.filter(list__in=by_id)
    for seat in seats.prefetch_related("entry__person") if with_people else seats:
        seat.list = by_id[seat.list_id]
        seats_of[seat.list_id].append(seat)
    # The games that were passed in, of lists that record their games.
    passed = Game.objects.filter(list__in=by_id, passed=True, annulled=False)
    passed = passed.filter(list__depth=Depth.GAMES).order_by()
    for list_id, number in passed.values_list("list", "number"):
        passed_of[list_id].append(number)
    paid = ListPayments()
    rows = booking_rows(list__in=by_id, kind__in=OF_LISTS)
    for kind, entry, _pot, of_list, cents, _reverses in rows:
        paid[of_list, entry, kind] += cents
    ladder, tables = read_ladder(fees.lost_ladder), []
    for score_list in by_id.values():
        games = passed_games_by_seat(score_list, seats_of[score_list.pk], passed_of[score_list.pk])
        seat_dues = tuple(
            dues_of_seat(seat, count, ladder, fees.passed_cents, paid) for seat, count in games
        )
        all_of_them = tuple(due for seat in seat_dues for due in seat.dues)
        tables.append(ListDues(all_of_them, score_list, seat_dues))
    return tables


def dues_of_seat(
    seat: Seat, games: int, ladder: Ladder, passed_cents: int, paid: ListPayments
) -> SeatDues:
    fees = {
        BookingKind.LOST_GAMES: lost_fee(seat.lost or 0, ladder),
        BookingKind.PASSED_GAMES: games * passed_cents,
    }
    counts = seat.list.state in CLOSED and seat.lost is not None
    dues = tuple(
        Due(kind, cents if counts else 0, paid[seat.list_id, seat.entry_id, kind])
        for kind, cents in fees.items()
    )
    return SeatDues(dues, seat, games)


def dues_of_list(score_list: ScoreList) -> ListDues:
    return list_dues([score_list], fees_of(score_list.series.tournament))[0]


def passed_games_by_seat(
    score_list: ScoreList, seats: Sequence[Seat], passed: Sequence[int]
) -> list[tuple[Seat, int]]:
    """Each seat with the games passed in while its player was there, counted or inferred."""
    outline = score_list.outline
    if outline.sittings:
        return [
            (seat, sum(seat.position in outline.present(number) for number in passed))
            for seat in seats
        ]
    games = len(passed)
    if score_list.depth == Depth.TOTALS and all(seat.lost is not None for seat in seats):
        planned, entered = outline.games_planned, score_list.games_played
        figures = [BareTotal(0, seat.won or 0, seat.lost or 0) for seat in seats]
        games = max(0, count_passed_in(planned if entered is None else entered, figures))
    return [(seat, games) for seat in seats]


# What each player owes in all.


@dataclass(frozen=True, slots=True)
class OpenDues(Owed):
    door: EntryDues
    seats: tuple[SeatDues, ...]

    @property
    def entry(self) -> Entry:
        return self.door.entry

    @property
    def of_lists(self) -> int:
        return sum(seat.rest for seat in self.seats)


def lists_in_order(tournament: Tournament) -> list[ScoreList]:
    lists = ScoreList.objects.filter(series__tournament=tournament).select_related("series")
    return list(lists.order_by("series__number", "table_number"))


def all_dues(source: TournamentSource) -> list[OpenDues]:
    """What everybody owes, at the door and for closed lists."""
    by_entry: dict[int, list[SeatDues]] = defaultdict(list)
    fees = source.cached(door_prices).fees
    for table in list_dues(source.cached(lists_in_order), fees, with_people=False):
        for seat in table.seats:
            by_entry[seat.seat.entry_id].append(seat)
    all_open = []
    for door in entry_dues(source, source.tournament.entries.select_related("person")):
        own_seats = tuple(by_entry[door.entry.pk])
        of_lists = tuple(due for seat in own_seats for due in seat.dues)
        all_open.append(OpenDues(door.dues + of_lists, door, own_seats))
    return all_open
