"""The request of a draw: players, number of series, mode, options, history."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from hashlib import sha256
from itertools import combinations
from operator import attrgetter
from typing import Any, Literal, get_args

PlayerId = int | str

# `lot` and `by-rank` ignore repeated meetings, the others avoid them (objective.py). `league`
# seats teams at a venue (schedule.py); where they are none, as `no-repeats`.
Mode = Literal["no-repeats", "lot", "by-rank", "by-rank-no-repeats", "league"]
# `apart` ranks after repeated meetings, `first` before them.
Apart = Literal["ignore", "apart", "first"]
ThreeSeats = Literal["lot", "lowest", "volunteers"]

MODES: tuple[Mode, ...] = get_args(Mode)
APART: tuple[Apart, ...] = get_args(Apart)
THREE_SEATS: tuple[ThreeSeats, ...] = get_args(ThreeSeats)

# Part of every fingerprint: a new number whenever the same request would give another plan.
ENGINE = "seating-3"

SeatedTable = tuple[PlayerId, ...]
SeatedSeries = tuple[SeatedTable, ...]


@dataclass(frozen=True, slots=True)
class Player:
    """One player as the draw sees him. An empty club or team is none.

    `first_series` and `last_series` are numbers of the tournament, from 1, history included;
    `rank` 1 is the best, and several may share one (the lot decides among them).
    """

    id: PlayerId
    club: str = ""
    team: str = ""
    fixed_table: int | None = None
    first_series: int = 1
    last_series: int | None = None
    rank: int | None = None
    volunteer: bool = False

    def plays(self, series: int) -> bool:
        last = self.last_series
        return self.first_series <= series and (last is None or series <= last)


@dataclass(frozen=True, slots=True)
class Options:
    """The settings of a tournament: who is kept apart, and who sits at tables of three.

    `lowest` asks for the ranks of the players, `volunteers` for their marks.
    """

    clubs: Apart = "apart"
    teams: Apart = "apart"
    three_seats: ThreeSeats = "lot"


@dataclass(frozen=True, slots=True)
class DrawRequest:
    """Draw `series` more series after those of `history` (series → tables → ids by seat).

    Ids in the history that no player has are those of players who left. By rank, one series is
    drawn at a time, from the ranks that the players have by then. `ahead` is how many series are
    to follow: without repeats, those drawn leave room for them.
    """

    players: tuple[Player, ...]
    series: int
    seed: str
    mode: Mode = "no-repeats"
    options: Options = Options()
    history: tuple[SeatedSeries, ...] = ()
    ahead: int = 0

    @property
    def numbers(self) -> range:
        """The numbers of the series to be drawn."""
        return range(len(self.history) + 1, len(self.history) + self.series + 1)

    @property
    def by_rank(self) -> bool:
        return self.mode in ("by-rank", "by-rank-no-repeats")

    @property
    def avoids_repeats(self) -> bool:
        return self.mode in ("no-repeats", "by-rank-no-repeats", "league")


def sorted_by_id(players: Sequence[Player]) -> list[Player]:
    """The players in the order in which every choice looks at them: numbers before texts."""
    return sorted(players, key=lambda player: (isinstance(player.id, str), player.id))


# What the fingerprint holds of a player: every field, in the order of the class.
player_values = attrgetter(*(field.name for field in fields(Player)))


def fingerprint(request: DrawRequest) -> str:
    """SHA-256 of all that decides the draw but the seed: entry list, options, history, version.

    Stored before the seed is drawn, it proves that nothing was changed to suit the seed.
    """
    options = request.options
    document = {
        "engine": ENGINE,
        "players": list(map(player_values, sorted_by_id(request.players))),
        "series": request.series,
        "ahead": request.ahead,
        "mode": request.mode,
        "options": [options.clubs, options.teams, options.three_seats],
        "history": request.history,
    }
    text = json.dumps(document, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


# What the drawn series of a plan add to each term, counted without the draw's code: a meeting is
# repeated when the two met before, in the history or in an earlier drawn series.

# Seat 1 keeps the list: a repeat there weighs half as much again.
SEAT_WEIGHTS = (3, 2, 2, 2)

Pair = tuple[PlayerId, PlayerId]


@dataclass(frozen=True, slots=True)
class PlanCounts:
    """The terms of a plan, or the least that any plan can have.

    `repeated_meetings` is Σ max(0, m - 1) over all pairs, `repeat_encounters` Σ C(m, 2);
    `repeated_three_seat` is Σ max(0, v - 1) over all players, `three_seat_encounters` Σ C(v, 2).
    """

    repeated_meetings: int
    repeat_encounters: int
    same_team: int
    same_club: int
    repeated_three_seat: int
    three_seat_encounters: int


def sizes(players: int) -> tuple[int, int]:
    """Tables of four and of three: n mod 4 = 1, 2, 3 makes three, two, one of three.

    >>> sizes(37), sizes(9), sizes(5)
    ((7, 3), (0, 3), (1, 0))
    """
    if players == 5:
        return 1, 0
    threes = (4 - players % 4) % 4
    return (players - 3 * threes) // 4, threes


def players_of_series(request: DrawRequest) -> list[frozenset[PlayerId]]:
    """Who plays each series to be drawn; equal fields are one object, and quick to compare."""
    unique: dict[frozenset[PlayerId], frozenset[PlayerId]] = {}
    # Most fields never change: those who always play are compared once.
    first, last = request.numbers[0], request.numbers[-1]
    always, sometimes = [], []
    for player in request.players:
        if player.first_series <= first and (player.last_series or last) >= last:
            always.append(player.id)
        else:
            sometimes.append(player)
    if not sometimes:
        return [frozenset(always)] * request.series
    all_fields = (
        frozenset([*always, *(player.id for player in sometimes if player.plays(number))])
        for number in request.numbers
    )
    return [unique.setdefault(field, field) for field in all_fields]


def counts_of(request: DrawRequest, plan: Sequence[SeatedSeries]) -> PlanCounts:
    everything = [*request.history, *plan]
    before, after = meetings(request.history), meetings(everything)
    visits_before, visits_after = visits(request.history), visits(everything)
    return PlanCounts(
        repeated_meetings=repeat_cost(after) - repeat_cost(before),
        repeat_encounters=encounters(after) - encounters(before),
        same_team=pairs_of_groups(
            plan, {player.id: player.team for player in request.players if player.team}
        ),
        same_club=pairs_of_groups(
            plan, {player.id: player.club for player in request.players if player.club}
        ),
        repeated_three_seat=repeat_cost(visits_after) - repeat_cost(visits_before),
        three_seat_encounters=encounters(visits_after) - encounters(visits_before),
    )


def meetings(plan: Sequence[SeatedSeries]) -> Counter[Pair]:
    """How often each pair sits at one table; a pair is named in the order of first appearance."""
    order: dict[PlayerId, int] = {}
    for series in plan:
        for table in series:
            for player in table:
                order.setdefault(player, len(order))
    return Counter(
        pair
        for series in plan
        for table in series
        for pair in combinations(sorted(table, key=order.__getitem__), 2)
    )


def visits(plan: Iterable[SeatedSeries]) -> Counter[PlayerId]:
    return Counter(
        player for series in plan for table in series if len(table) == 3 for player in table
    )


def repeat_cost(counts: Mapping[Any, int]) -> int:
    return sum(count - 1 for count in counts.values())


def encounters(counts: Mapping[Any, int]) -> int:
    return sum(count * (count - 1) // 2 for count in counts.values())


def pairs_of_groups(plan: Iterable[SeatedSeries], groups: Mapping[PlayerId, str]) -> int:
    """Pairs of one group at one table, over all series."""
    total = 0
    for series in plan if groups else ():
        for table in series:
            same_group = [groups[player] for player in table if player in groups]
            if len(set(same_group)) < len(same_group):
                total += encounters(Counter(same_group))
    return total


def seats(plan: Iterable[SeatedSeries]) -> tuple[int, int]:
    """Σ w · count² over all players and seats, and the worst spread of one player's seats."""
    tables = [table for series in plan for table in series]
    # A table of five is an error named elsewhere, and has no fifth seat here.
    occupied = [
        Counter(table[seat] for table in tables if len(table) > seat)
        for seat in range(len(SEAT_WEIGHTS))
    ]
    imbalance = sum(
        weight * count * count
        for weight, counts in zip(SEAT_WEIGHTS, occupied, strict=True)
        for count in counts.values()
    )
    seat_counts = [
        [counts[player] for counts in occupied] for player in frozenset().union(*occupied)
    ]
    return imbalance, max((max(counts) - min(counts) for counts in seat_counts), default=0)


# The reasons why a request cannot be drawn, all at once.

MAX_SERIES = 100


@dataclass(frozen=True, slots=True)
class Fault:
    """One reason: an English text, and a code for translations."""

    code: str
    text: str
    player: PlayerId | None = None


class UnusableRequest(ValueError):
    """The request cannot be drawn; `faults` has every reason."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("; ".join(fault.text for fault in faults))
        self.faults = tuple(faults)


def faults(request: DrawRequest) -> list[Fault]:
    """Everything that forbids the draw; empty when it can be drawn."""
    problems = [*player_faults(request), *history_faults(request)]
    if not 1 <= request.series <= MAX_SERIES:
        text = f"series must be a number from 1 to {MAX_SERIES}"
        return [*problems, Fault("series-out-of-range", text)]
    if request.by_rank and request.series > 1:
        text = "by rank, one series is drawn at a time"
        problems.append(Fault("one-series-by-rank", text))
    return [*problems, *head_count_faults(request), *fixed_table_faults(request)]


def player_faults(request: DrawRequest) -> Iterator[Fault]:
    # 1 and "1" are the same key in JSON and the same name on a print.
    times = Counter(str(player.id) for player in request.players)
    ranked = request.by_rank or request.options.three_seats == "lowest"
    for player in sorted_by_id(request.players):
        if times[str(player.id)] > 1:
            yield Fault("id-twice", f"id {player.id} is given more than once", player.id)
            times[str(player.id)] = 1
        if player.last_series is not None and player.last_series < player.first_series:
            yield Fault("leaves-before-joining", f"id {player.id} leaves before joining", player.id)
        # The series may be far too many: another fault says so.
        numbers = request.numbers[:MAX_SERIES]
        if ranked and player.rank is None and any(map(player.plays, numbers)):
            yield Fault("rank-missing", f"id {player.id} has no rank", player.id)


def history_faults(request: DrawRequest) -> Iterator[Fault]:
    for number, series in enumerate(request.history, 1):
        for player, times in Counter(str(seated) for table in series for seated in table).items():
            if times > 1:
                text = f"id {player} sits twice in series {number} of the history"
                yield Fault("seated-twice", text, player)
        if any(len(table) not in (3, 4) for table in series):
            text = f"series {number} of the history has a table not of three or four"
            yield Fault("odd-table", text)


def head_count_faults(request: DrawRequest) -> Iterator[Fault]:
    """One and two players fill no table; of five, one waits in turn."""
    short: dict[int, list[str]] = {}
    for number, players in head_counts(request).items():
        if players < 3:
            short.setdefault(players, []).append(str(number))
    for players, numbers in short.items():
        text = f"{players} players cannot be seated (series {', '.join(numbers)})"
        yield Fault("too-few-players", text)


def fixed_table_faults(request: DrawRequest) -> Iterator[Fault]:
    """A fixed table must exist and have enough chairs in every series of its players."""
    reported: set[object] = set()
    fixed = [player for player in sorted_by_id(request.players) if player.fixed_table is not None]
    for number, players in head_counts(request).items():
        fours, threes = sizes(players)
        tables, waiting = fours + threes, int(players == 5)
        playing = [player for player in fixed if player.plays(number)]
        for player in playing:
            if not 1 <= (player.fixed_table or 0) <= tables and ("id", player.id) not in reported:
                reported.add(("id", player.id))
                text = f"id {player.id} is fixed to table {player.fixed_table} of {tables}"
                yield Fault("no-such-table", text, player.id)
        at = Counter(player.fixed_table for player in playing)
        for table, seated in at.items():
            if seated > 4 + waiting and ("crowd", table) not in reported:
                reported.add(("crowd", table))
                yield Fault("table-overfull", f"{seated} players are fixed to table {table}")
        if sum(seated == 4 for seated in at.values()) > max(0, fours) and "fours" not in reported:
            reported.add("fours")
            text = f"series {number} has only {fours} tables of four for those fixed in fours"
            yield Fault("too-few-fours", text)


def head_counts(request: DrawRequest) -> dict[int, int]:
    """How many players each series to be drawn has."""
    return {
        number: sum(player.plays(number) for player in request.players)
        for number in request.numbers
    }
