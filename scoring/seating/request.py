"""The request of a draw, its faults, and the counts of a plan."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from hashlib import sha256
from itertools import chain, combinations
from operator import attrgetter
from typing import Any, Literal

PlayerId = int | str

# `lot` and `by-rank` ignore repeated meetings, the others avoid them. `league` seats teams at a
# venue (schedule.py), and players outside of one as `no-repeats` does.
Mode = Literal["no-repeats", "lot", "by-rank", "by-rank-no-repeats", "league"]
# `apart` ranks after repeated meetings, `first` before them.
Apart = Literal["ignore", "apart", "first"]
ThreeSeats = Literal["lot", "lowest", "volunteers"]

# Part of every fingerprint: a new number whenever the same request would give another plan.
ENGINE = "seating-3"

SeatedTable = tuple[PlayerId, ...]
SeatedSeries = tuple[SeatedTable, ...]


@dataclass(frozen=True, slots=True)
class Player:
    """One player as the draw sees him.

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
        return self.first_series <= series <= (self.last_series or series)


@dataclass(frozen=True, slots=True)
class Options:
    """Who is kept apart, and who sits at tables of three."""

    clubs: Apart = "apart"
    teams: Apart = "apart"
    three_seats: ThreeSeats = "lot"


@dataclass(frozen=True, slots=True)
class DrawRequest:
    """Draw `series` more series after those of `history` (series → tables → ids by seat).

    The history may hold ids of players who left. `ahead` is how many series are to follow: without
    repeats, those drawn leave room for them.
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
        first = len(self.history) + 1
        return range(first, first + self.series)

    @property
    def by_rank(self) -> bool:
        return self.mode in ("by-rank", "by-rank-no-repeats")

    @property
    def avoids_repeats(self) -> bool:
        return self.mode in ("no-repeats", "by-rank-no-repeats", "league")


def sorted_by_id(players: Sequence[Player]) -> list[Player]:
    """The players by id, numbers before texts: the order of a request must not change its draw."""
    return sorted(players, key=lambda player: (isinstance(player.id, str), player.id))


# The fingerprint holds every field of a player, in the order of the class.
player_values = attrgetter(*(field.name for field in fields(Player)))


def fingerprint(request: DrawRequest) -> str:
    """SHA-256 of all that decides the draw, except the seed.

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


# The counts of a plan, made without the objective of the draw.

SEAT_WEIGHTS = (3, 2, 2, 2)  # seat 1 keeps the list

Pair = tuple[PlayerId, PlayerId]


@dataclass(frozen=True, slots=True)
class PlanCounts:
    """What the drawn series of a plan add to each term, or the least that any plan can add.

    Over all pairs, which meet m times, `repeated_meetings` is Σ max(0, m - 1) and
    `repeat_encounters` Σ C(m, 2); over all players, who sit at a table of three v times,
    `repeated_three_seat` is Σ max(0, v - 1) and `three_seat_encounters` Σ C(v, 2).
    """

    repeated_meetings: int
    repeat_encounters: int
    same_team: int
    same_club: int
    repeated_three_seat: int
    three_seat_encounters: int


def sizes(players: int) -> tuple[int, int]:
    """Tables of four and of three for 3 and more players: n mod 4 = 1, 2, 3 makes 3, 2, 1 of three.

    Of five one waits.

    >>> sizes(37), sizes(9), sizes(5)
    ((7, 3), (0, 3), (1, 0))
    """
    if players == 5:
        return 1, 0
    threes = (4 - players % 4) % 4
    return (players - 3 * threes) // 4, threes


def players_of_series(request: DrawRequest) -> list[frozenset[PlayerId]]:
    """Who plays each series to be drawn; equal sets are one object, which is quick to compare."""
    all_players = []
    unique: dict[frozenset[PlayerId], frozenset[PlayerId]] = {}
    for number in request.numbers:
        players = frozenset(player.id for player in request.players if player.plays(number))
        all_players.append(unique.setdefault(players, players))
    return all_players


def counts_of(request: DrawRequest, plan: Sequence[SeatedSeries]) -> PlanCounts:
    everything = [*request.history, *plan]
    before, after = meetings(request.history), meetings(everything)
    visits_before, visits_after = visits(request.history), visits(everything)
    return PlanCounts(
        repeated_meetings=repeat_cost(after) - repeat_cost(before),
        repeat_encounters=encounters(after) - encounters(before),
        same_team=pairs_of_groups(plan, {player.id: player.team for player in request.players}),
        same_club=pairs_of_groups(plan, {player.id: player.club for player in request.players}),
        repeated_three_seat=repeat_cost(visits_after) - repeat_cost(visits_before),
        three_seat_encounters=encounters(visits_after) - encounters(visits_before),
    )


def meetings(plan: Iterable[SeatedSeries]) -> Counter[frozenset[PlayerId]]:
    """How often each pair sits at one table."""
    pairs = (pair for table in chain(*plan) for pair in combinations(table, 2))
    return Counter(map(frozenset, pairs))


def visits(plan: Iterable[SeatedSeries]) -> Counter[PlayerId]:
    """How often each player sits at a table of three."""
    return Counter(player for table in chain(*plan) if len(table) == 3 for player in table)


def repeat_cost(counts: Mapping[Any, int]) -> int:
    return sum(count - 1 for count in counts.values())


def encounters(counts: Mapping[Any, int]) -> int:
    return sum(count * (count - 1) // 2 for count in counts.values())


def pairs_of_groups(plan: Iterable[SeatedSeries], groups: Mapping[PlayerId, str]) -> int:
    """How many pairs of one group sit at one table, over all series."""
    return sum(
        groups.get(one, "") != "" and groups[one] == groups.get(other)
        for table in chain(*plan)
        for one, other in combinations(table, 2)
    )


def seats(plan: Iterable[SeatedSeries]) -> tuple[int, int]:
    """Σ w · count² over all players and seats, and the largest spread of one player's seats."""
    counts: dict[PlayerId, list[int]] = {}
    for table in chain(*plan):
        for seat, player in enumerate(table[: len(SEAT_WEIGHTS)]):
            counts.setdefault(player, [0] * len(SEAT_WEIGHTS))[seat] += 1
    imbalance = sum(
        weight * count * count
        for seat_counts in counts.values()
        for weight, count in zip(SEAT_WEIGHTS, seat_counts, strict=True)
    )
    return imbalance, max((max(count) - min(count) for count in counts.values()), default=0)


MAX_SERIES = 100


@dataclass(frozen=True, slots=True)
class Fault:
    """A reason why a request cannot be drawn: an English text, and a code for translations."""

    code: str
    text: str
    player: PlayerId | None = None


class UnusableRequest(ValueError):
    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("; ".join(fault.text for fault in faults))
        self.faults = tuple(faults)


def faults(request: DrawRequest) -> list[Fault]:
    """What forbids the draw; empty when it can be drawn.

    Head counts and fixed tables are checked only for a possible number of series.
    """
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
        # Somebody may ask for billions of series, which is a fault of its own.
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
    short: dict[int, list[str]] = {}
    for number, players in head_counts(request).items():
        if players < 3:
            short.setdefault(players, []).append(str(number))
    for players, numbers in short.items():
        text = f"{players} players cannot be seated (series {', '.join(numbers)})"
        yield Fault("too-few-players", text)


def fixed_table_faults(request: DrawRequest) -> Iterable[Fault]:
    """A fixed table must exist and have enough chairs in every series of its players."""
    first_faults: dict[object, Fault] = {}
    fixed = [player for player in sorted_by_id(request.players) if player.fixed_table is not None]
    for number, players in head_counts(request).items():
        fours, threes = sizes(players)
        tables, waiting = fours + threes, int(players == 5)
        playing = [player for player in fixed if player.plays(number)]
        for player in playing:
            if not 1 <= (player.fixed_table or 0) <= tables:
                text = f"id {player.id} is fixed to table {player.fixed_table} of {tables}"
                fault = Fault("no-such-table", text, player.id)
                first_faults.setdefault((fault.code, player.id), fault)
        at = Counter(player.fixed_table for player in playing)
        for table, seated in at.items():
            if seated > 4 + waiting:
                fault = Fault("table-overfull", f"{seated} players are fixed to table {table}")
                first_faults.setdefault((fault.code, table), fault)
        if sum(seated == 4 for seated in at.values()) > max(0, fours):
            text = f"series {number} has only {fours} tables of four for those fixed in fours"
            first_faults.setdefault("fours", Fault("too-few-fours", text))
    return first_faults.values()


def head_counts(request: DrawRequest) -> dict[int, int]:
    """How many players each series to be drawn has."""
    return {
        number: sum(player.plays(number) for player in request.players)
        for number in request.numbers
    }
