"""The players, clubs and teams of a draw request as numbers from 0, and its random numbers."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain
from typing import TypeVar

from scoring.seating.request import DrawRequest, Player, PlayerId, sorted_by_id

T = TypeVar("T")


class Stream:
    """Uniform whole numbers from a seed: SHA-256 of seed and counter, with rejection sampling.

    Python does not promise that `random.shuffle` gives the same order in every version.

    >>> "".join(Stream("2026-11-21").shuffled("abcdefgh"))
    'hgcafebd'
    """

    def __init__(self, seed: str) -> None:
        self.seed = seed.encode() + b"/"
        self.counter = 0

    def below(self, bound: int) -> int:
        """A number from 0 to `bound` - 1, each equally likely (bound up to 2**64)."""
        limit = 2**64 - 2**64 % bound
        while True:
            self.counter += 1
            digest = sha256(self.seed + b"%d" % self.counter).digest()
            number = int.from_bytes(digest[:8], "big")
            # Numbers above the last full multiple would favour the small ones: draw again.
            if number < limit:
                return number % bound

    def pick(self, items: Sequence[T]) -> T:
        """One of the items, which must come in a fixed order."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in a random order (Fisher-Yates)."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order


Table = list[int]
Series = list[Table]

NONE = -1  # no club, no team; in a played series, a player who left
SEATS = 4


@dataclass(frozen=True, slots=True)
class Field:
    """A draw request with its players numbered in the order of their ids.

    `ranks` are places from 0; `fixed` maps players to their tables, from 1; `playing` and `waiting`
    hold, for each series to be drawn, the players who sit or have a bye.
    """

    ids: list[PlayerId]
    clubs: list[int]
    teams: list[int]
    ranks: list[int]
    volunteers: list[bool]
    fixed: dict[int, int]
    history: list[Series]
    playing: list[list[int]]
    waiting: list[list[int]]

    @property
    def size(self) -> int:
        return len(self.ids)


def holes(players: int) -> int:
    """Chairs left empty, each at a table of its own: n mod 4 = 1, 2, 3 gives three, two, one."""
    return -players % SEATS


def table_count(players: int) -> int:
    return -(-players // SEATS)


def field_of(request: DrawRequest) -> Field:
    """The request in numbers."""
    players = sorted_by_id(request.players)
    number_of = {player.id: number for number, player in enumerate(players)}
    history = [
        [[number_of.get(player, NONE) for player in table] for table in series]
        for series in request.history
    ]
    playing = [
        [p for p, player in enumerate(players) if player.plays(number)]
        for number in request.numbers
    ]
    waiting = byes(playing, history, Stream(f"{request.seed}/byes"))
    return Field(
        ids=[player.id for player in players],
        clubs=group_numbers([player.club for player in players]),
        teams=group_numbers([player.team for player in players]),
        ranks=ranking_places(players, Stream(f"{request.seed}/ranks")),
        volunteers=[player.volunteer for player in players],
        fixed={p: player.fixed_table for p, player in enumerate(players) if player.fixed_table},
        history=history,
        playing=[
            [p for p in playing_now if p not in waiting_now]
            for playing_now, waiting_now in zip(playing, waiting, strict=True)
        ],
        waiting=waiting,
    )


def group_numbers(names: Sequence[str]) -> list[int]:
    """The groups from 0 in the order of their names; NONE for players without or alone in one."""
    sizes = Counter(names)
    groups = sorted(name for name, size in sizes.items() if name and size > 1)
    number_of = {name: number for number, name in enumerate(groups)}
    return [number_of.get(name, NONE) for name in names]


def ranking_places(players: Sequence[Player], stream: Stream) -> list[int]:
    """The place of every player in the ranking, 0 the best; players without rank come last."""
    if all(player.rank is None for player in players):
        return [0] * len(players)
    order = stream.shuffled(range(len(players)))
    order.sort(key=lambda p: (players[p].rank is None, players[p].rank or 0))
    places = [0] * len(players)
    for place, p in enumerate(order):
        places[p] = place
    return places


def byes(playing: list[list[int]], history: list[Series], stream: Stream) -> list[list[int]]:
    """Who waits in each series: of five players the one with most games, by lot among equals."""
    games = Counter(p for table in chain(*history) for p in table)
    waiting: list[list[int]] = []
    for players in playing:
        resting: list[int] = []
        if len(players) == SEATS + 1:
            most = max(games[p] for p in players)
            resting = [stream.pick([p for p in players if games[p] == most])]
        waiting.append(resting)
        games.update(p for p in players if p not in resting)
    return waiting


def tables_with_fixed(order: Sequence[int], fixed: dict[int, int]) -> Series:
    """The tables as far as players are fixed to them."""
    tables: Series = [[] for _ in range(table_count(len(order)))]
    for p in order:
        if p in fixed:
            tables[fixed[p] - 1].append(p)
    return tables
