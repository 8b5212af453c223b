"""The outline of a score list: its rounds, its deals, and who is at the table when."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import combinations, groupby
from typing import TypeGuard

from scoring.rules.problem import Problem

MIN_SEATS = 3  # players that a game needs
MAX_SEATS = 4  # seats of a table
MAX_GAMES = 1_000
SITTING_FIELDS = ("seat", "first_game", "last_game")


@dataclass(frozen=True, slots=True)
class Sitting:
    """One player at the table, from game `first` to `last`: whole rounds; None is to the end."""

    seat: int
    first: int = 1
    last: int | None = None

    def includes(self, number: int) -> bool:
        return self.first <= number and (self.last is None or number <= self.last)


@dataclass(frozen=True, slots=True)
class Round:
    """A round: the number of its first game, and the seats that are taken."""

    first: int
    seats: tuple[int, ...]

    @property
    def last(self) -> int:
        return self.first + len(self.seats) - 1

    def dealer(self, number: int) -> int:
        """The seat that deals this game; numbers after the round continue its order."""
        return self.seats[(number - self.first) % len(self.seats)]


@dataclass(frozen=True, slots=True)
class Period:
    """Games in which the same players, by position, sit at the table."""

    first: int
    last: int
    present: tuple[int, ...]


@lru_cache(maxsize=1024)
def rounds_of(sittings: tuple[Sitting, ...], rounds: int) -> tuple[Round, ...]:
    """The rounds of a list, each with a game for every seat that is taken at its beginning.

    Seat 2 leaves after the first of three rounds:

    >>> left = (Sitting(1), Sitting(2, last=4), Sitting(3), Sitting(4))
    >>> [(part.first, part.seats) for part in rounds_of(left, 3)]
    [(1, (1, 2, 3, 4)), (5, (1, 3, 4)), (8, (1, 3, 4))]
    """
    all_rounds: list[Round] = []
    first = 1
    for _number in range(rounds):
        taken = {sitting.seat for sitting in sittings if sitting.includes(first)}
        all_rounds.append(Round(first, tuple(sorted(taken)) or (1,)))
        first = all_rounds[-1].last + 1
    return tuple(all_rounds)


def count_at_start(sittings: Iterable[Sitting]) -> int:
    return sum(sitting.first == 1 for sitting in sittings)


@cache
def all_from_start(seats: int) -> tuple[Sitting, ...]:
    """Everybody at his seat from the first game to the last."""
    return tuple(Sitting(seat) for seat in range(1, seats + 1))


@dataclass(frozen=True, slots=True)
class Outline:
    """How long a list is meant to be, who sits at the table when, and where the list stopped.

    `ended_after` is the last number played (0: none). `sittings` are the times of the players by
    their positions on the list, empty where all stay to the end: those who began in the order of
    their seats, then those who joined at a round (SkO 3.1.2, 4.5.9). A table of three that a fourth
    joined has four `seats`.

    >>> Outline(4, 12, sittings=(Sitting(1), Sitting(2, last=20), Sitting(3), Sitting(4))).games_due
    41
    """

    seats: int
    rounds: int
    ended_after: int | None = None
    stop_reason: str = ""
    sittings: tuple[Sitting, ...] = ()

    @property
    def games_planned(self) -> int:
        return self.table[-1].last if self.sittings else self.seats * self.rounds

    @property
    def games_due(self) -> int:
        """The games that must be on the list: those not begun are struck."""
        if self.ended_after is None:
            return self.games_planned
        return max(0, min(self.ended_after, self.games_planned))

    @property
    def table(self) -> tuple[Round, ...]:
        return rounds_of(self.times, self.rounds)

    @property
    def times(self) -> tuple[Sitting, ...]:
        return self.sittings or all_from_start(self.seats)

    @property
    def began(self) -> int:
        """How many began; the positions of those who joined are higher."""
        return count_at_start(self.times)

    @property
    def positions(self) -> range:
        return range(1, (len(self.sittings) or self.seats) + 1)

    @property
    def periods(self) -> tuple[Period, ...]:
        """The parts of the list, in each of which the same players sit."""
        periods = []
        for present, group in groupby(self.table, key=lambda part: self.present(part.first)):
            rounds = list(group)
            periods.append(Period(rounds[0].first, rounds[-1].last, present))
        return tuple(periods)

    def dealer(self, number: int) -> int:
        """The seat that deals when the order of deal is kept (SkO 3.2.1, docs/law.md "What an ISkO
        entry may say" 5).
        """
        if not self.sittings:
            return (number - 1) % self.seats + 1
        return self._round(number).dealer(number)

    def idle(self, number: int, dealer: int | None = None) -> int | None:
        """The seat without cards: the dealer at a table of four, nobody at one of three."""
        if len(self.taken(number)) == MIN_SEATS:
            return None
        return dealer or self.dealer(number)

    def may_play(self, seat: int, number: int) -> bool:
        """Whether a seat has cards in game `number` when the order of deal is kept."""
        return seat in self.taken(number) and seat != self.idle(number)

    def taken(self, number: int) -> tuple[int, ...]:
        """The seats of those who are at the table."""
        if not self.sittings:
            return tuple(range(1, self.seats + 1))
        return self._round(number).seats

    def is_short(self, number: int) -> bool:
        """Whether a table of four plays this game as three, its dealer too."""
        return MIN_SEATS == len(self.taken(number)) < self.seats

    def present(self, number: int) -> tuple[int, ...]:
        """The positions of those who are at the table."""
        return tuple(
            position for position, time in enumerate(self.times, 1) if time.includes(number)
        )

    @property
    def at_the_end(self) -> tuple[int, ...]:
        """The positions of those who are at the table in the last game."""
        return self.present(max(1, self.games_due))

    def seat_of(self, position: int) -> int:
        return self.sittings[position - 1].seat if self.sittings else position

    def position(self, seat: int, number: int) -> int:
        """The position of the player at `seat`; the seat itself if it is empty."""
        for position, sitting in enumerate(self.sittings, 1):
            if sitting.seat == seat and sitting.includes(number):
                return position
        return seat

    def round_of(self, number: int) -> int:
        """The round of a game, from 1."""
        return self.table.index(self._round(number)) + 1

    def round_begins(self, number: int) -> int:
        """The first game of the round of a game."""
        return self._round(number).first

    def ends_round(self, number: int) -> bool:
        return number == self._round(number).last

    def _round(self, number: int) -> Round:
        """The round of a game; numbers after the list belong to the last one."""
        if self.sittings:
            return next((part for part in self.table if number <= part.last), self.table[-1])
        # The same, without a search.
        place = max(0, min((number - 1) // self.seats, self.rounds - 1))
        return Round(place * self.seats + 1, tuple(range(1, self.seats + 1)))


def read_sittings(entries: Iterable[object], seats: int) -> tuple[Sitting, ...]:
    """The times of the players of a list, from the entries of those who left or joined; empty if
    nobody did. Raises ValueError for malformed entries.

    An entry has `seat` and `last_game`, or `first_game` for a player who joined.

    >>> read_sittings([{"seat": 2, "last_game": 20}, {"seat": 2, "first_game": 27}], 3)
    ... # doctest: +NORMALIZE_WHITESPACE
    (Sitting(seat=1, first=1, last=None), Sitting(seat=2, first=1, last=20),
     Sitting(seat=3, first=1, last=None), Sitting(seat=2, first=27, last=None))
    """
    records = list(entries)
    sittings = list(all_from_start(MIN_SEATS if joined_by_fourth(records) else seats))
    for entry in records:
        if not isinstance(entry, Mapping):
            raise ValueError("an entry of a sitting is an object")
        seat, first, last = (entry.get(key) for key in SITTING_FIELDS)
        if not _is_game(seat) or seat > seats:
            raise ValueError("a sitting names its seat")
        given = [number for number in (first, last) if number is not None]
        if not given or not all(map(_is_game, given)):
            raise ValueError("a sitting begins and ends with a game")
        if first is not None:
            sittings.append(Sitting(seat, first, last))
        else:
            sittings[seat - 1] = replace(sittings[seat - 1], last=last)
    return tuple(sittings) if sittings != list(all_from_start(seats)) else ()


def joined_by_fourth(entries: Iterable[object]) -> bool:
    """Whether a fourth joined a table of three: nobody who began left seat 4."""
    fourth = [
        entry for entry in entries if isinstance(entry, Mapping) and entry.get("seat") == MAX_SEATS
    ]
    return bool(fourth) and all(entry.get("first_game") is not None for entry in fourth)


def write_sittings(sittings: Sequence[Sitting]) -> list[dict[str, int]]:
    """The entries that `read_sittings` reads."""
    return [
        {"seat": sitting.seat}
        | ({"first_game": sitting.first} if sitting.first > 1 else {})
        | ({"last_game": sitting.last} if sitting.last is not None else {})
        for sitting in sittings
        if sitting.first > 1 or sitting.last is not None
    ]


def _is_game(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= MAX_GAMES


def check_sittings(sittings: Sequence[Sitting], seats: int, rounds: int) -> list[Problem]:
    """Everything that is wrong with the times of the players at a table of `seats` seats."""
    by_fourth = seats == MAX_SEATS and len(sittings) > MIN_SEATS and sittings[MIN_SEATS].first > 1
    first = MIN_SEATS if by_fourth else seats
    from_start = [(sitting.seat, sitting.first) for sitting in sittings[:first]]
    if from_start != [(seat, 1) for seat in range(1, first + 1)] or any(
        not 1 <= sitting.seat <= seats or sitting.first < 2 for sitting in sittings[first:]
    ):
        return [Problem("sittings-malformed", "seats")]
    table = rounds_of(tuple(sittings), rounds)
    problems = list(_bounds(sittings, table))
    for other, sitting in combinations(sittings, 2):  # nobody joins at a seat that is still taken
        overlap = other.includes(sitting.first) or sitting.includes(other.first)
        if other.seat == sitting.seat and overlap:
            params = {"seat": sitting.seat, "number": sitting.first}
            problems.append(Problem("seat-still-taken", "first_game", params, "SkO 3.1.2"))
    short = next((part for part in table if len(part.seats) < MIN_SEATS), None)
    if short is not None:
        params = {"number": short.first}
        problems.append(Problem("too-few-at-the-table", "seats", params, "SkO 4.5.9"))
    return problems


def sittings_after_leaving(
    sittings: Sequence[Sitting], seat: int, last: int, *, joins: bool
) -> tuple[Sitting, ...]:
    """The times once a player leaves a seat after game `last`; with `joins` another takes it."""
    changed = [
        replace(sitting, last=last)
        if sitting.seat == seat and sitting.includes(last + 1)
        else sitting
        for sitting in sittings
    ]
    return (*changed, Sitting(seat, last + 1)) if joins else tuple(changed)


def round_ends(table: Sequence[Round], number: int) -> tuple[int, ...]:
    """The last games of the round before a game and of its own."""
    before = [part.last for part in table if part.last < number]
    after = [part.last for part in table if part.last >= number]
    return (*before[-1:], *after[:1])


def _bounds(sittings: Sequence[Sitting], table: Sequence[Round]) -> Iterator[Problem]:
    """Players leave after a round and join at one (SkO 4.5.9, 3.1.2), within the list."""
    ends = {part.last for part in table[:-1]}
    for sitting in sittings:
        if sitting.last is not None and (sitting.last not in ends or sitting.last < sitting.first):
            possible = [end for end in round_ends(table[:-1], sitting.last) if end >= sitting.first]
            games = ", ".join(map(str, possible))
            params = {"seat": sitting.seat, "after": sitting.last, "possible": games}
            yield Problem("leaving-within-round", "last_game", params, "SkO 4.5.9")
        if sitting.first > 1 and sitting.first - 1 not in ends:
            possible = [end + 1 for end in round_ends(table[:-1], sitting.first)]
            games = ", ".join(map(str, possible))
            params = {"seat": sitting.seat, "number": sitting.first, "possible": games}
            yield Problem("joining-within-round", "first_game", params, "SkO 3.1.2")


# Games dealt out of turn are void and played again (SkO 3.2.11-13, docs/law.md "A score list").


@dataclass(frozen=True, slots=True)
class Annulment:
    """The numbers that are void, passed-in games too, and the game with which play goes on."""

    void: range
    replay_from: int
    rule: str


def annulment_after(
    outline: Outline, misdealt_number: int | None, played: int, *, signed: bool = False
) -> Annulment:
    """What is void after a deal out of turn was noticed.

    `misdealt_number` is None if unknown; `played` is the last game entered (0: none).

    A round stands once its last game is entered: if the wrong deal lies in one, only the current
    round is replayed (SkO 3.2.13). A wrong deal of the very last game can be corrected until all
    have signed (SkO 3.2.11).

    >>> annulment_after(Outline(seats=4, rounds=12), misdealt_number=6, played=7)
    Annulment(void=range(6, 8), replay_from=6, rule='SkO 3.2.12')
    """
    if played >= outline.games_due:
        if is_last_game(outline, misdealt_number, played) and not signed:
            return Annulment(range(played, played + 1), played, "SkO 3.2.11")
        return Annulment(range(0), played + 1, "SkO 3.2.11")
    first = outline.round_begins(played + 1)
    if misdealt_number is not None and misdealt_number >= first:
        return Annulment(range(misdealt_number, played + 1), misdealt_number, "SkO 3.2.12")
    return Annulment(range(first, played + 1), first, "SkO 3.2.13")


def is_last_game(outline: Outline, misdealt_number: int | None, played: int) -> bool:
    """Whether the wrong deal was that of the very last game, for which signatures matter."""
    return misdealt_number == played == outline.games_due
