"""How good and how fast the draws are: the figures that docs/seating.md promises, measured.

Clubs have the sizes of real ones: the largest has a quarter of the field (100 players at most),
the second half of that, the third a third of it, and a tenth of the players has no club.
"""

import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from time import process_time
from typing import TextIO

from scoring.seating.field import Stream
from scoring.seating.plan import SeatingPlan, draw
from scoring.seating.request import DrawRequest, Player

LARGEST_CLUB = 100


@dataclass(frozen=True, slots=True)
class Target:
    """The worst that draws of one size may be: seconds, Q, club pairs, and V.

    Without a figure for V, it may be so much above the bound of the checker.
    """

    players: int
    series: int
    seconds: float
    repeats: int = 0
    clubs: int = 0
    threes: int | None = 0
    above_bound: int = 0
    all_at_once: bool = True

    @property
    def spread(self) -> int:
        """By how much the seats of one player may differ.

        One where all series are drawn at once at tables of four; small fields promise nothing.
        """
        if self.players % 4 == 0 and self.all_at_once:
            return 1
        return 3 if self.players >= 34 else self.series


@dataclass(frozen=True, slots=True)
class Figures:
    """What draws of one size were at worst; the time is that of the processor."""

    target: Target
    seconds: float
    repeats: int
    clubs: int
    threes: int
    threes_bound: int
    spread: int

    @property
    def reached(self) -> bool:
        target = self.target
        threes = self.threes_bound + target.above_bound
        if target.threes is not None:
            threes = target.threes
        return (
            self.seconds <= target.seconds
            and self.repeats <= target.repeats
            and self.clubs <= target.clubs
            and self.threes <= threes
            and self.spread <= target.spread
        )


# Two to six series of small fields: seconds, Q, club pairs.
SMALL = {
    8: ((1, 1, 1, 1, 1), (4, 12, 24, 40, 60), (0, 0, 0, 2, 3)),
    12: ((1, 1, 1, 1, 1), (3, 9, 18, 30, 45), (0, 0, 0, 1, 3)),
    16: ((0.2, 0.2, 0.2, 1, 1), (0, 0, 0, 0, 24), (0, 0, 0, 7, 9)),
    20: ((0.2, 0.2, 0.2, 0.2, 1), (0, 0, 0, 0, 8), (0, 0, 0, 0, 12)),
    24: ((0.2, 0.2, 0.2, 0.2, 1), (0, 0, 0, 0, 0), (0, 0, 0, 0, 8)),
}
LARGE = {1_000: 0.5, 5_000: 2.0, 20_000: 10.0}


def targets() -> Iterator[Target]:
    """The table of docs/seating.md, row by row."""
    for players, columns in SMALL.items():
        for series, figures in enumerate(zip(*columns, strict=True), 2):
            yield Target(players, series, *figures)
    for players in (28, 32):
        yield from (Target(players, series, 0.2) for series in range(2, 7))
    for series, threes in zip(range(2, 7), (0, 0, 0, 8, 17), strict=True):
        yield Target(37, series, 0.5, threes=threes)
    for players in (48, 61, 83, 100, 256):
        yield from (Target(players, series, 0.3) for series in range(2, 7))
        yield Target(players, 12, 1 if players == 61 else 0.3, threes=50 if players == 61 else 0)
    for players, seconds in LARGE.items():
        yield from (Target(players, series, seconds) for series in (2, 6, 12))


def every_field() -> Iterator[Target]:
    """The last two rows: every number of players."""
    for players in range(15, 34):
        for series in range(2, 5):
            yield Target(players, series, 1, threes=None, above_bound=2)
    for players in range(34, 400):
        for series in range(2, 7):
            yield Target(players, series, 0.5, threes=None)


def field(players: int, seed: str) -> tuple[Player, ...]:
    """Players 1 to n in clubs A 1, A 2, …, as the lot has it."""
    order = Stream(f"clubs/{seed}").shuffled(range(1, players + 1))
    in_clubs = players - players // 10
    club_of: dict[int, str] = {}
    number = 1
    while len(club_of) < in_clubs:
        size = max(1, min(players // (4 * number), LARGEST_CLUB, in_clubs - len(club_of)))
        for player in order[len(club_of) : len(club_of) + size]:
            club_of[player] = f"A {number}"
        number += 1
    return tuple(Player(player, club_of.get(player, "")) for player in range(1, players + 1))


def measured(target: Target, draws: int) -> Figures:
    """The worst of so many draws, each with clubs and a seed of its own."""
    worst = Figures(target, 0, 0, 0, 0, 0, 0)
    for number in range(draws):
        request = DrawRequest(field(target.players, str(number)), target.series, str(number))
        seconds, plan = timed(request)
        worst = worse(worst, seconds, plan)
    return worst


def timed(request: DrawRequest) -> tuple[float, SeatingPlan]:
    start = process_time()
    plan = draw(request)
    return process_time() - start, plan


def worse(worst: Figures, seconds: float, plan: SeatingPlan) -> Figures:
    report = plan.report
    return replace(
        worst,
        seconds=max(worst.seconds, seconds),
        repeats=max(worst.repeats, report.counts.repeat_encounters),
        clubs=max(worst.clubs, report.counts.same_club),
        threes=max(worst.threes, report.counts.three_seat_encounters),
        threes_bound=report.unavoidable.three_seat_encounters,
        spread=max(worst.spread, report.seat_spread),
    )


def reseated(players: int, draws: int) -> Figures:
    """Three of six series played, one in twenty leaves, as many join: the other three, afresh."""
    worst = Figures(Target(players, 3, 2, threes=None, all_at_once=False), 0, 0, 0, 0, 0, 0)
    for number in range(draws):
        before = field(players, str(number))
        played = draw(DrawRequest(before, 3, f"{number}/played")).series
        changes = players // 20
        late = tuple(replace(each, id=f"late {each.id}") for each in before[:changes])
        after = DrawRequest(before[changes:] + late, 3, f"{number}/after", history=played)
        worst = worse(worst, *timed(after))
    return worst


@dataclass(frozen=True, slots=True)
class Moves:
    """By rank: by how many tables players were moved, and had to be at least, on average."""

    mean: float
    least: float

    @property
    def few(self) -> bool:
        """Less than one table, or nearly as few as can be."""
        return self.mean < 1 or self.mean <= 1.1 * self.least


def ranked(players: int, draws: int) -> tuple[Figures, Moves]:
    """Six series, each after the first by rank without repeats.

    The standings are the sums of what the lot gives everybody in each series.
    """
    worst = Figures(Target(players, 6, 2, threes=None, all_at_once=False), 0, 0, 0, 0, 0, 0)
    moved = least = 0
    for number in range(draws):
        everybody = field(players, str(number))
        history = draw(DrawRequest(everybody, 1, f"{number}/1")).series
        luck = Stream(f"{number}/points")
        points = [0] * players
        for series in range(2, 7):
            points = [sum_so_far + luck.below(2_000) for sum_so_far in points]
            order = sorted(range(players), key=points.__getitem__, reverse=True)
            rank_of = {place: rank for rank, place in enumerate(order, 1)}
            ranked_players = tuple(
                replace(each, rank=rank_of[place]) for place, each in enumerate(everybody)
            )
            request = DrawRequest(
                ranked_players, 1, f"{number}/{series}", "by-rank-no-repeats", history=history
            )
            seconds, plan = timed(request)
            worst = worse(worst, seconds, plan)
            moved += plan.report.moved_tables or 0
            least += least_moved(request, [len(table) for table in plan.series[0]])
            history += plan.series
    every = 5 * draws * players
    return worst, Moves(moved / every, least / every)


def least_moved(request: DrawRequest, tables: Sequence[int]) -> int:
    """The least total distance in tables if no two of a club sit together.

    `tables` has the players of each, in the order of the ranking. At every gap between two
    tables: members of a club who are more than the tables on their side have to cross it, and
    for each of them another comes back.
    """
    ranking = sorted(request.players, key=lambda player: player.rank or 0)
    before, behind = Counter[str](), Counter(each.club for each in ranking if each.club)
    moved = first = 0
    for number, players in enumerate(tables, 1):
        here = Counter(each.club for each in ranking[first : first + players] if each.club)
        before, behind, first = before + here, behind - here, first + players
        down = sum(max(0, members - number) for members in before.values())
        up = sum(max(0, members - len(tables) + number) for members in behind.values())
        moved += 2 * max(up, down)
    return moved


def run(out: TextIO, draws: int, up_to: int, every: bool) -> None:
    """The table of docs/seating.md with what was measured, worst of the draws; ! marks a
    miss.
    """
    rows = [*targets(), *(every_field() if every else ())]
    print("players series  seconds   Q club     V bound seats", file=out)
    for target in rows:
        if target.players <= up_to:
            print(line(measured(target, draws)), file=out)
    for players in (48, 100, 1_000, 20_000):
        if players <= up_to:
            few = min(draws, 2) if players > 1_000 else draws
            print(line(reseated(players, few)) + "  reseated", file=out)
    for players in (48, 49, 100, 256, 1_000):
        if players <= up_to:
            figures, moves = ranked(players, min(draws, 4))
            print(line(figures) + in_words(moves), file=out)


def in_words(moves: Moves) -> str:
    missed = "" if moves.few else "  !"
    mean, least = f"{moves.mean:.2f}", f"{moves.least:.2f}"
    return f"  by rank, moved {mean} tables on average, {least} at least for the clubs{missed}"


def line(figures: Figures) -> str:
    target = figures.target
    return (
        f"{target.players:7} {target.series:6} {figures.seconds:8.2f} {figures.repeats:3} "
        f"{figures.clubs:4} {figures.threes:5} {figures.threes_bound:5} {figures.spread:5}"
        f"{'' if figures.reached else '  !'}"
    )


def main(arguments: Sequence[str], out: TextIO = sys.stdout) -> None:
    parser = ArgumentParser(
        prog="python -m tools.bench.seating",
        description="Measures the draw of each size, and prints a table.",
    )
    parser.add_argument("--draws", type=int, default=20, help="draws of each size measured")
    parser.add_argument("--up-to", type=int, default=20_000, help="largest field measured")
    parser.add_argument(
        "--every", action="store_true", help="measure every field of 15 to 399 players, too"
    )
    run(out, **vars(parser.parse_args(arguments)))


if __name__ == "__main__":
    main(sys.argv[1:])
