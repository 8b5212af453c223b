"""Number schemes: which numbers, from 0, meet on each match day; the same for every league.

Schemes for five days in fours (with fives or threes for the remainder) stand in a table; others are
searched, from a constant seed and with a constant effort.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from math import comb

from scoring.seating.bounds import fewest_added_encounters, spread
from scoring.seating.field import Series, Stream
from scoring.seating.objective import DrawRecord, Objective
from scoring.seating.search import Search, improve_plan

Group = tuple[int, ...]
Day = tuple[Group, ...]
Sizes = tuple[tuple[int, ...], ...]

# The effort of the search from each start (search.py), and how many starts there are.
EFFORT = 500_000
STARTS = 20
DAYS = 5  # of every scheme in the table
# The groups of each day by number of teams; the letter a stands for number 0.
SCHEMES = {
    6: "aef bcd|acd bef|adf bce|acf bde|abd cef",
    7: "abcg def|aefg bcd|cdeg abf|acdf beg|bcef adg",
    8: "abcg defh|aefg bcdh|abfh cdeg|acdf begh|adgh bcef",
    9: "bcefh adgi|acehi bdfg|cfghi abde|defhi abcg|abfhi cdeg",
    10: "acegi bdfhj|abceh dfgij|adegj bcfhi|acdfh begij|acghj bdefi",
    11: "bdgk efij ach|bcik eghj adf|cdei fghk abj|befh cdjk agi|bcfg dhij aek",
    12: "afij bgkl cdeh|acfk beil dghj|abch dfjl egik|abde cijk fghl|acgl befj dhik",
    13: "dijlm abeg cfhk|afhij bdek cglm|ceghi ajkm bdfl|efhlm abcj dgik|acdkl bhim efgj",
    14: "afghj deikn bclm|cdejl fgkmn abhi|adjkm cfgil behn|aijln cefhm bdgk|acegn hiklm bdfj",
    16: (
        "aeim bfjn cgko dhlp|afkp belo chin dgjm|agln bhkm cejp dfio|ahjo bgip cflm dekn|"
        "abcd efgh ijkl mnop"
    ),
    17: (
        "dinoq agkp bcfm ehjl|dhkmn abjq ceop fgil|bdhip acln efkq gjmo|cdijk afho begn lmpq|"
        "dfjnp aeim bklo cghq"
    ),
    18: (
        "cefop ghlmr ajnq bdik|ablmo cdfnr egjk hipq|aeimr cklnp bfgq dhjo|ckoqr fijlm adgp behn|"
        "afhkm cgino bjpr delq"
    ),
    21: (
        "ahjkq bclm dgsu efor inpt|beiqu adlr ckno fjps ghmt|bgkpr aemn cqst dfhi jlou|"
        "dmopq abft cegj hnru ikls|fglnq acpu bhos dekt ijmr"
    ),
    22: (
        "bdhmo clnpq agjv eikt frsu|dgqtu jklos ahin bfpv cemr|efhjq giopr almu bnst cdkv|"
        "acfot imqsv begl djnr hkpu|abkqr enouv cghs dfil jmpt"
    ),
}


@lru_cache(maxsize=128)
def scheme(teams: int, sizes: Sizes) -> tuple[Day, ...]:
    """The groups of each day, for this many teams in groups of these sizes."""
    table = [
        [[ord(letter) - ord("a") for letter in group] for group in day.split()]
        for day in SCHEMES.get(teams, "").split("|")
    ]
    table_days = table * (len(sizes) // DAYS)
    in_table = sizes == tuple(tuple(map(len, day)) for day in table_days)
    if in_table and len(sizes) == DAYS:
        return tuple(map(larger_groups_first, table))
    if teams % 4 == 3 and set(sizes) == {(4,) * (teams // 4) + (3,)}:
        # The scheme for one team more, whose number is left out.
        full = scheme(teams + 1, ((4,) * (teams // 4 + 1),) * len(sizes))
        return tuple(
            larger_groups_first([n for n in group if n < teams] for group in day) for day in full
        )
    days = search_days(teams, sizes, table_days if in_table else None)
    return tuple(map(larger_groups_first, days))


def search_days(teams: int, sizes: Sizes, first_days: list[Series] | None) -> list[Series]:
    """The best days that the search finds, first from `first_days`, then from dealt ones."""
    best: list[Series] = []
    for number in range(STARTS):
        stream = Stream(f"scheme/{teams}/{sizes}/{number}")
        start = None if number else first_days
        days = start or [deal_groups(teams, day, stream) for day in sizes]
        # Only repeated meetings count.
        objective = Objective(repeat=1, forbidden=10**9, bonds=[()] * teams, reluctance=[0] * teams)
        record = DrawRecord(teams)
        search = Search(days, record, objective, [[]] * len(days), has_holes=False)
        most_gain = record.cost(days, objective) - fewest_encounters(days, teams)
        _, days = improve_plan(search, stream, most_gain, EFFORT)
        if not best or scheme_cost(days, teams) < scheme_cost(best, teams):
            best = days
        times = pairs_by_meetings(best, teams)
        if max(times) - min(times) <= 1:
            break
    return best


def larger_groups_first(groups: Iterable[Sequence[int]]) -> Day:
    """The groups, each sorted, the larger ones first."""
    return tuple(sorted((tuple(sorted(group)) for group in groups), key=len, reverse=True))


def deal_groups(teams: int, sizes: Sequence[int], stream: Stream) -> Series:
    waiting = iter(stream.shuffled(range(teams)))
    return [[next(waiting) for _ in range(size)] for size in sizes]


def fewest_encounters(days: Sequence[Series], teams: int) -> int:
    """A lower bound of Σ C(m, 2) over pairs that meet m times, in groups of these sizes.

    The greater of two: all meetings spread evenly over all pairs; and for every two days, teams
    that must meet again because the other day has fewer groups than their group has teams.
    """
    sizes = [[len(group) for group in day] for day in days]
    crowded = sum(
        max(
            sum(spread(size, len(other)) for size in one),
            sum(spread(size, len(one)) for size in other),
        )
        for one, other in combinations(sizes, 2)
    )
    meetings = sum(comb(size, 2) for day in sizes for size in day)
    return max(fewest_added_encounters(Counter({0: comb(teams, 2)}), meetings), crowded)


def pairs_by_meetings(days: Sequence[Series], teams: int) -> Counter[int]:
    """How many pairs there are for each number of meetings."""
    met = Counter(pair for day in days for group in day for pair in combinations(sorted(group), 2))
    return Counter(met[pair] for pair in combinations(range(teams), 2))


def scheme_cost(days: Sequence[Series], teams: int) -> tuple[int, int]:
    """Σ C(m, 2), then the extremes: nothing for a pair that meets as often as the mean, rounded
    down, or once more; 4 for one step further, then 36, 144; and 1 for one that never meets.
    """
    times = pairs_by_meetings(days, teams)
    floor = sum(m * pairs for m, pairs in times.items()) // times.total()
    extremes = sum(pairs * ((m - floor) * (m - floor - 1)) ** 2 for m, pairs in times.items())
    return sum(pairs * comb(m, 2) for m, pairs in times.items()), extremes + times[0]
