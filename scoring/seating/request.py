"""The request of a draw: players, number of series, mode, options, history."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, fields
from hashlib import sha256
from operator import attrgetter
from typing import Literal, get_args

PlayerId = int | str

# `lot` and `by-rank` ignore repeated meetings, the others avoid them (objective.py). `league`
# seats teams at a venue (venue.py); where they are none, as `no-repeats`.
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


def id_order(player: PlayerId) -> tuple[bool, int, str]:
    """Numbers before texts: an order that no machine and no input file can change."""
    return (True, 0, player) if isinstance(player, str) else (False, player, "")


def in_order(players: Sequence[Player]) -> list[Player]:
    """The players by id: the order in which every choice looks at them."""
    return sorted(players, key=lambda player: id_order(player.id))


# Of a player in the fingerprint: every field, in the order of the class.
player_values = attrgetter(*(field.name for field in fields(Player)))


def fingerprint(request: DrawRequest) -> str:
    """SHA-256 of all that decides the draw but the seed: entry list, options, history, version.

    Stored before the seed is drawn, it proves that nothing was changed to suit the seed.
    """
    options = request.options
    document = {
        "engine": ENGINE,
        "players": list(map(player_values, in_order(request.players))),
        "series": request.series,
        "ahead": request.ahead,
        "mode": request.mode,
        "options": [options.clubs, options.teams, options.three_seats],
        "history": request.history,
    }
    text = json.dumps(document, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()
