"""What is owed for lists: lost games, and those passed in. Cents."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from scoring.models import Booking, Fees, Game, ScoreList, Seat
from scoring.models.money import BookingKind
from scoring.models.score_list import CLOSED, Depth
from scoring.money.reads.booked import booked
from scoring.money.reads.dues import OF_LISTS, Due, Paid, fees_of
from scoring.rules.fees import Ladder, lost_fee, passed_games, read_ladder


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
