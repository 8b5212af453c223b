"""Number schemes: who meets whom on each match day, by numbers from 0, the same for everybody.

The sum Σ C(m, 2) over pairs that meet m times is to be least, then the extremes. Where a template
(template.py) fits, nobody meets twice before it has to be: 16 teams in fours on five days meet each
exactly once; 20 teams four days in fours and the last in fives at most once. One team less than a
multiple of four takes the scheme of one more. All else is searched, from a constant seed and with a
constant effort.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from math import comb

from scoring.seating.stream import Stream
from scoring.seating.template import templates

Group = tuple[int, ...]
Day = tuple[Group, ...]
Sizes = tuple[tuple[int, ...], ...]

# Swaps tried in each start, and how many starts there are.
TRIES = 30_000
STARTS = 3
# A swap is also taken if the cost stays below that of so many swaps ago (late acceptance).
MEMORY = 40


@lru_cache(maxsize=128)
def scheme(teams: int, sizes: Sizes) -> tuple[Day, ...]:
    """The days with their groups; `sizes` are those of each day's groups."""
    best: list[list[list[int]]] = []
    for days in starts(teams, sizes):
        if not best or cost_of(days, teams) < cost_of(best, teams):
            best = days
        if not any(times > 1 for row in meetings_of(best, teams) for times in row):
            break
    return tuple(tuple(tuple(sorted(group)) for group in day) for day in best)


def starts(teams: int, sizes: Sizes) -> Iterator[list[list[list[int]]]]:
    """Candidates, the best of which is taken; the first in which nobody meets twice ends it."""
    yield from of_templates(teams, sizes)
    if teams % 4 == 3 and all(sorted(day) == [3] + [4] * (teams // 4) for day in sizes):
        full = scheme(teams + 1, ((4,) * (len(sizes[0])),) * len(sizes))
        yield [
            sorted(([team for team in group if team != teams] for group in day), key=len)[::-1]
            for day in full
        ]
    for number in range(STARTS):
        yield searched(teams, sizes, Stream(f"scheme/{teams}/{sizes}/{number}"))


def of_templates(teams: int, sizes: Sizes) -> Iterator[list[list[list[int]]]]:
    """Days from templates: all in fours, and five columns of five as a last day of fives."""
    if teams % 4 or teams < 16:
        return
    tables = teams // 4
    fours = next((n for n, day in enumerate(sizes) if set(day) != {4}), len(sizes))
    rest = sizes[fours:]
    columns = rest == ((tables,) * 4,)
    if rest and not columns:
        return
    block = fours
    while block and not (found := [t for t in templates(tables, block) if t.columns or not rest]):
        block -= 1
    if not block or (columns and block < fours):
        return
    template = found[0]
    days = [[list(group) for group in template.series[n % block]] for n in range(fours)]
    if columns:
        days.append([list(range(c * tables, (c + 1) * tables)) for c in range(4)])
    yield days


def searched(teams: int, sizes: Sizes, stream: Stream) -> list[list[list[int]]]:
    """Days dealt at random, then improved by swaps between two groups of a day."""
    days = [dealt(stream.shuffled(range(teams)), day) for day in sizes]
    swaps = swaps_of(sizes)
    price = prices(sizes, teams)
    up = [after - before for before, after in pairwise(price)]
    down = [0, *(-each for each in up)]
    met = meetings_of(days, teams)
    cost = lowest = sum(price[met[p][q]] for p, q in combinations(range(teams), 2))
    best = copied(days)
    recent = [cost] * MEMORY
    for number in range(TRIES if swaps else 0):
        d, a, i, b, j = swaps[stream.below(len(swaps))]
        one, two = days[d][a], days[d][b]
        p, q = one[i], two[j]
        row, other = met[p], met[q]
        new = cost
        for x in one:
            if x != p:
                new += down[row[x]] + up[other[x]]
        for x in two:
            if x != q:
                new += up[row[x]] + down[other[x]]
        if new > cost and new > recent[number % MEMORY]:
            continue
        cost = recent[number % MEMORY] = new
        one[i], two[j] = q, p
        count_swap(met, p, q, one, two)
        if cost < lowest:
            lowest, best = cost, copied(days)
    return best


def swaps_of(sizes: Sizes) -> list[tuple[int, int, int, int, int]]:
    """Every two places of different groups of a day: day, group and place, group and place."""
    return [
        (d, a, i, b, j)
        for d, day in enumerate(sizes)
        for a, b in combinations(range(len(day)), 2)
        for i in range(day[a])
        for j in range(day[b])
    ]


def count_swap(
    met: list[list[int]], p: int, q: int, one: Sequence[int], two: Sequence[int]
) -> None:
    """Count that p left `one` for `two`, and q came the other way; they have moved already."""
    for x in one:
        if x != q:
            met[p][x], met[x][p] = met[p][x] - 1, met[x][p] - 1
            met[q][x], met[x][q] = met[q][x] + 1, met[x][q] + 1
    for x in two:
        if x != p:
            met[p][x], met[x][p] = met[p][x] + 1, met[x][p] + 1
            met[q][x], met[x][q] = met[q][x] - 1, met[x][q] - 1


def copied(days: Sequence[Sequence[Sequence[int]]]) -> list[list[list[int]]]:
    return [[list(group) for group in day] for day in days]


def prices(sizes: Sizes, teams: int) -> list[int]:
    """What a pair costs that meets 0, 1, 2 … times.

    C(m, 2) first. Among plans with the same sum of these, the extremes: nothing for the two whole
    numbers beside the mean, 4 for the next on either side, then 36, 144; and 1 for never.
    """
    meetings = sum(comb(size, 2) for day in sizes for size in day)
    mean = meetings // comb(teams, 2)
    lesser = [((times - mean) * (times - mean - 1)) ** 2 for times in range(len(sizes) + 2)]
    lesser[0] += 1
    step = comb(teams, 2) * max(lesser) + 1
    return [step * comb(times, 2) + each for times, each in enumerate(lesser)]


def cost_of(days: Sequence[Sequence[Sequence[int]]], teams: int) -> int:
    """The sum of the prices of all pairs."""
    sizes = tuple(tuple(len(group) for group in day) for day in days)
    met, price = meetings_of(days, teams), prices(sizes, teams)
    return sum(price[met[p][q]] for p, q in combinations(range(teams), 2))


def meetings_of(days: Sequence[Sequence[Sequence[int]]], teams: int) -> list[list[int]]:
    met = [[0] * teams for _ in range(teams)]
    for day in days:
        for group in day:
            for p, q in combinations(group, 2):
                met[p][q] += 1
                met[q][p] += 1
    return met


def dealt(order: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    waiting = iter(order)
    return [[next(waiting) for _ in range(size)] for size in sizes]
