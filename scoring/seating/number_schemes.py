"""Number schemes: who meets whom on each match day, by numbers from 0, the same for everybody.

The sum Σ C(m, 2) over pairs that meet m times is to be least, then the extremes. Five days in fours
(with fives or threes for the remainder) stand in a table; all else is searched, from a constant
seed and with a constant effort.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from math import comb

from scoring.seating.bounds import cheapest, spread
from scoring.seating.field import Series, Stream
from scoring.seating.objective import DrawRecord, meetings_only
from scoring.seating.search import Search, improve_plan

Group = tuple[int, ...]
Day = tuple[Group, ...]
Sizes = tuple[tuple[int, ...], ...]

# The effort of the search from each start (search.py), and how many starts there are.
EFFORT = 500_000
STARTS = 20
DAYS = 5
# By number of teams, the venues of five days; number 0 is a.
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
    """The days with their groups; `sizes` are those of each day's groups."""
    table = [
        [[ord(letter) - ord("a") for letter in group] for group in day.split()]
        for day in SCHEMES.get(teams, "").split("|")
    ]
    repeated = table * (len(sizes) // DAYS)
    in_table = sizes == tuple(tuple(map(len, day)) for day in repeated)
    if in_table and len(sizes) == DAYS:
        return tuple(map(in_order, table))
    if teams % 4 == 3 and set(sizes) == {(4,) * (teams // 4) + (3,)}:
        # The next larger scheme, of which the last number is unused.
        full = scheme(teams + 1, ((4,) * (teams // 4 + 1),) * len(sizes))
        return tuple(in_order([n for n in group if n < teams] for group in day) for day in full)
    best: list[Series] = []
    for number in range(STARTS):
        stream = Stream(f"scheme/{teams}/{sizes}/{number}")
        start = (
            repeated if in_table and not number else [dealt(teams, day, stream) for day in sizes]
        )
        days = search_swaps(teams, start, stream)
        if not best or cost_of(days, teams) < cost_of(best, teams):
            best = days
        times = pairs_by_meetings(best, teams)
        if max(times) - min(times) <= 1:
            break
    return tuple(map(in_order, best))


def in_order(groups: Iterable[Sequence[int]]) -> Day:
    """The larger groups first."""
    return tuple(sorted((tuple(sorted(group)) for group in groups), key=len, reverse=True))


def dealt(teams: int, sizes: Sequence[int], stream: Stream) -> Series:
    waiting = iter(stream.shuffled(range(teams)))
    return [[next(waiting) for _ in range(size)] for size in sizes]


def search_swaps(teams: int, days: list[Series], stream: Stream) -> list[Series]:
    """The days after swaps of two teams, until Σ C(m, 2) is as little as it can be."""
    record, objective = DrawRecord(teams), meetings_only(teams)
    search = Search(days, record, objective, [[]] * len(days), chair_beside=0)
    most_gain = record.cost(days, objective) - fewest_encounters(days, teams)
    return improve_plan(search, stream, most_gain, EFFORT)[1]


def fewest_encounters(days: Sequence[Series], teams: int) -> int:
    """A lower bound of Σ C(m, 2) with groups of these sizes.

    All meetings spread evenly over all pairs; and for every two days, the teams of a group come
    from the groups of the other day, and where these are fewer some meet again.
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
    return max(cheapest(Counter({0: comb(teams, 2)}), meetings), crowded)


def pairs_by_meetings(days: Sequence[Series], teams: int) -> Counter[int]:
    """How many pairs meet how often."""
    met = Counter(pair for day in days for group in day for pair in combinations(sorted(group), 2))
    return Counter(met[pair] for pair in combinations(range(teams), 2))


def cost_of(days: Sequence[Series], teams: int) -> tuple[int, int]:
    """Σ C(m, 2), then the extremes: nothing for the two whole numbers beside the mean, 4 for the
    next on either side, then 36, 144; and 1 for never.
    """
    times = pairs_by_meetings(days, teams)
    mean = sum(m * pairs for m, pairs in times.items()) // times.total()
    extremes = sum(pairs * ((m - mean) * (m - mean - 1)) ** 2 for m, pairs in times.items())
    return sum(pairs * comb(m, 2) for m, pairs in times.items()), extremes + times[0]
