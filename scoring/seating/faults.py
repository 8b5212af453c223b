"""The reasons why a request cannot be drawn, all at once."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scoring.seating.request import DrawRequest, Player, PlayerId, in_order

MOST_SERIES = 100


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
    found = [*of_players(request), *of_history(request), *of_series(request)]
    if 1 <= request.series <= MOST_SERIES:
        found += [*of_head_counts(request), *of_fixed_tables(request)]
    return found


def of_players(request: DrawRequest) -> Iterator[Fault]:
    # 1 and "1" are the same key in JSON and the same name on a print.
    times = Counter(str(player.id) for player in request.players)
    ranked = request.by_rank or request.options.three_seats == "lowest"
    for player in in_order(request.players):
        if times[str(player.id)] > 1:
            yield Fault("id-twice", f"id {player.id} is given more than once", player.id)
            times[str(player.id)] = 1
        if player.last_series is not None and player.last_series < player.first_series:
            yield Fault("leaves-before-joining", f"id {player.id} leaves before joining", player.id)
        if ranked and player.rank is None and plays_at_all(player, request):
            yield Fault("rank-missing", f"id {player.id} has no rank", player.id)


def plays_at_all(player: Player, request: DrawRequest) -> bool:
    """Whether a player is to be seated in any series to be drawn, for any number of series."""
    first, last = request.numbers.start, request.numbers.stop - 1
    since = max(first, player.first_series)
    return since <= (last if player.last_series is None else min(last, player.last_series))


def of_history(request: DrawRequest) -> Iterator[Fault]:
    for number, series in enumerate(request.history, 1):
        for player, times in Counter(str(each) for table in series for each in table).items():
            if times > 1:
                text = f"id {player} sits twice in series {number} of the history"
                yield Fault("seated-twice", text, player)
        if any(len(table) not in (3, 4) for table in series):
            text = f"series {number} of the history has a table not of three or four"
            yield Fault("odd-table", text)


def of_series(request: DrawRequest) -> Iterator[Fault]:
    if not 1 <= request.series <= MOST_SERIES:
        yield Fault("series-out-of-range", f"series must be a number from 1 to {MOST_SERIES}")
    elif request.by_rank and request.series > 1:
        yield Fault("one-series-by-rank", "by rank, one series is drawn at a time")


def of_head_counts(request: DrawRequest) -> Iterator[Fault]:
    """One and two players fill no table; of five, one waits in turn."""
    short: dict[int, list[str]] = {}
    for number, players in head_counts(request).items():
        if players < 3:
            short.setdefault(players, []).append(str(number))
    for players, numbers in short.items():
        text = f"{players} players cannot be seated (series {', '.join(numbers)})"
        yield Fault("too-few-players", text)


def of_fixed_tables(request: DrawRequest) -> Iterator[Fault]:
    """A fixed table must exist and have enough chairs in every series of its players."""
    told: set[object] = set()
    fixed = [player for player in in_order(request.players) if player.fixed_table is not None]
    for number, players in head_counts(request).items():
        tables, waiting = (1, 1) if players == 5 else (-(-players // 4), 0)
        fours = max(0, tables - (4 * tables - players + waiting))
        playing = [player for player in fixed if player.plays(number)]
        for player in playing:
            if not 1 <= (player.fixed_table or 0) <= tables and ("id", player.id) not in told:
                told.add(("id", player.id))
                text = f"id {player.id} is fixed to table {player.fixed_table} of {tables}"
                yield Fault("no-such-table", text, player.id)
        at = Counter(player.fixed_table for player in playing)
        for table, seated in at.items():
            if seated > 4 + waiting and ("crowd", table) not in told:
                told.add(("crowd", table))
                yield Fault("table-overfull", f"{seated} players are fixed to table {table}")
        if sum(seated == 4 for seated in at.values()) > fours and "fours" not in told:
            told.add("fours")
            text = f"series {number} has only {fours} tables of four for those fixed in fours"
            yield Fault("too-few-fours", text)


def head_counts(request: DrawRequest) -> dict[int, int]:
    """How many players each series to be drawn has."""
    # Most fields never change: those who always play are counted once.
    always, sometimes = 0, []
    for player in request.players:
        if player.first_series <= len(request.history) + 1 and player.last_series is None:
            always += 1
        else:
            sometimes.append(player)
    return {
        number: always + sum(player.plays(number) for player in sometimes)
        for number in request.numbers
    }
