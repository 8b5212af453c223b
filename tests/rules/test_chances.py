"""Who can still win a prize while the last series is played: docs/practice.md "Who is sure of a
prize".
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from random import Random

from scoring.rules.chances import (
    Contestant,
    Limits,
    Need,
    TableLeft,
    estimate,
    highest_of,
    limits_of,
    needs,
    verdicts,
)
from scoring.rules.systems import ISKO, TEXAS, variant
from tools.chances import compare

LIMITS = Limits(best=314, worst=590, least=86)
BONUS = 30


def through(key: int, total: int, rank: int) -> TableLeft:
    """A player whose result is complete."""
    return TableLeft((Contestant(key, total, rank=rank),))


def at_four(totals: Sequence[int], left: int, first: int = 1) -> TableLeft:
    """A table of four whose seat 1 deals the next of these games; keys from `first`."""
    deals = [len(range(seat, left, 4)) for seat in range(4)]
    players = (
        Contestant(first + seat, total, left - deals[seat], deals[seat])
        for seat, total in enumerate(totals)
    )
    return TableLeft(tuple(players), left, 48, BONUS)


def ends(table: TableLeft) -> Iterator[list[int]]:
    """The totals after every way in which the games left can go to the limits."""
    seats = len(table.players)
    ways = [None, *((seat, won) for seat in range(seats) for won in (True, False))]
    for games in product(ways, repeat=table.left):
        totals = [player.total for player in table.players]
        for number, way in enumerate(games):
            if way is None:
                continue
            soloist, won = way
            if soloist == number % 4:
                break
            for seat in range(seats):
                if seat != soloist:
                    totals[seat] += 0 if won else BONUS
                else:
                    totals[seat] += LIMITS.best if won else -LIMITS.worst
        else:
            yield totals


def tried(tables: Sequence[TableLeft], places: int) -> dict[int, str]:
    """The verdicts after every end; equals may come in any order."""
    keys = [player.key for table in tables for player in table.players]
    could, must = set[int](), set(keys)
    for every in product(*(list(ends(table)) for table in tables)):
        totals = [total for part in every for total in part]
        for key, own in zip(keys, totals, strict=True):
            ahead = sum(other > own for other in totals)
            equal = sum(other == own for other in totals) - 1
            if ahead < places:
                could.add(key)
            if ahead + equal >= places:
                must.discard(key)
    return {key: "sure" if key in must else "open" if key in could else "out" for key in keys}


def random_tables(rng: Random, left: int) -> list[TableLeft]:
    totals = rng.sample(range(rng.choice((200, 900, 2500))), 8)
    return [at_four(totals[:4], left), at_four(totals[4:], 1, first=5)]


def test_what_is_certain_holds_however_the_last_games_go_and_nearly_all_of_it_is_said():
    """At two tables; what a lost game brings the others is the only thing passed over."""
    decided = said_so = 0
    for seed, left in (*((seed, 1) for seed in range(60)), (1, 2), (2, 2)):
        rng = Random(seed)
        tables, places = random_tables(rng, left), rng.choice((1, 2, 3, 5))
        said, true = verdicts(tables, places, LIMITS, lots=True), tried(tables, places)
        certain = {key: verdict for key, verdict in said.items() if verdict != "open"}
        assert certain.items() <= true.items(), (seed, left)
        decided += sum(verdict != "open" for verdict in true.values())
        said_so += len(certain)
    assert decided > 100
    assert said_so / decided > 0.95


def test_equals_who_are_through_share_the_prize_or_wait_for_the_lot():
    """TO 5.1: the lot decides among equals, unless the tournament lets them share."""
    tables = [through(1, 900, 1), through(2, 800, 2), through(3, 800, 2), through(4, 700, 4)]
    assert verdicts(tables, 2, LIMITS, lots=True) == {1: "sure", 2: "open", 3: "open", 4: "out"}
    assert verdicts(tables, 2, LIMITS, lots=False)[2] == "sure"
    # Equal points and one game won more: he is ahead, and stays there.
    ahead = [through(1, 800, 1), through(2, 800, 2)]
    assert verdicts(ahead, 1, LIMITS, lots=True) == {1: "sure", 2: "out"}


def test_two_of_a_table_cannot_both_win_its_last_game():
    """Both could pass the leader alone, only one of them can: the second prize is his."""
    tables = [through(9, 1000, 1), at_four([0, 800, 790, 100], 1)]
    assert verdicts(tables, 2, LIMITS, lots=True)[9] == "sure"
    apart = [through(9, 1000, 1), at_four([0, 800, 0, 0], 1), at_four([0, 790, 0, 0], 1, first=5)]
    assert verdicts(apart, 2, LIMITS, lots=True)[9] == "open"


def test_a_total_that_drops_its_worst_series_cannot_fall_below_the_others():
    """Best k of n: whatever the last list brings, it can be dropped."""
    table = at_four([500, 0, 0, 0], 1)
    safe = replace(table.players[1], total=500, floor=500)
    tables = [replace(table, players=(table.players[0], safe, *table.players[2:]))]
    assert verdicts(tables, 3, LIMITS, lots=True)[2] == "sure"


def test_who_cannot_win_takes_nobodys_place_and_other_prizes_may_free_some():
    first, second = through(1, 900, 1), through(2, 800, 2)
    out = replace(first, players=(replace(first.players[0], eligible=False),))
    assert verdicts([out, second], 1, LIMITS, lots=True) == {2: "sure"}
    assert verdicts([first, second], 1, LIMITS, lots=True, more=1)[2] == "open"


def test_what_one_needs_is_said_about_whoever_holds_the_last_prize():
    """18 points more than Reh, or Reh loses a game more; at one table that game brings 30, too."""
    tables = [at_four([1000, 600, 583, 0], 4), through(9, 900, 2)]
    found = needs(tables, 3, LIMITS)
    assert found[3] == Need(rival=2, points=18, losses=1)
    assert found[2] == Need(rival=3, points=-17)
    assert found[4] == Need(rival=2, points=601, losses=None)
    others = [at_four([1000, 600, 0, 0], 4), at_four([500, 0, 0, 0], 4, first=5)]
    assert needs(others, 2, LIMITS)[5] == Need(rival=2, points=101, losses=2)


def test_a_game_lost_costs_at_least_the_cheapest_one():
    """SkO 5.3.4: diamonds with one, twice 18, and 50 (TO 5.1)."""
    assert limits_of(ISKO, "seeger-fabian") == Limits(best=314, worst=590, least=86)
    assert limits_of(ISKO, "plain").least == 36
    assert limits_of(variant(TEXAS, ramsch=True), "plain").worst == 999


def test_many_games_lift_the_lower_ones_first():
    """Sixty points: both come to 105, or the one far behind to −440."""
    assert highest_of([100, 50], 10, 6, 0) == highest_of([100, 50], 1, 120, 55) == 105
    assert highest_of([100, -500], 10, 6, 0) == -440


PLAYED = [[1200, 800, 400, 900], [600, 1500, 700, 300]]


def test_equal_seeds_give_equal_chances_also_where_nobody_played_at_three():
    table = at_four([900, 700, 500, 300], 48)
    three = replace(table, players=table.players[:3], due=36, left=36, bonus=40)
    tables = [three, at_four([800, 650, 400, 0], 48, first=5)]
    one, two = (estimate(tables, 2, PLAYED, seed=7, runs=500) for _again in range(2))
    assert one == two != estimate(tables, 2, PLAYED, seed=8, runs=500)
    assert sum(one.values()) >= 2 * 500


def test_where_nobody_may_win_there_is_no_chance():
    """So before the first one pays the stake of an optional pot."""
    table = at_four([900, 700, 500, 300], 4)
    barred = tuple(replace(player, eligible=False) for player in table.players)
    assert estimate([replace(table, players=barred)], 1, PLAYED, seed=7, runs=10) == {}


def test_the_fewer_games_are_left_the_less_they_change():
    """One of 48: he is 20 behind, or 200, where whole lists differ by hundreds."""
    near, far = (
        estimate([at_four([0, lead, 0, 0], 1), through(9, 1000, 1)], 1, PLAYED, seed=3, runs=1000)
        for lead in (980, 800)
    )
    assert 100 < near[2] < 900
    assert far[2] == 0


def test_in_simulated_tournaments_the_certain_holds_and_the_estimate_comes_true():
    """As `python -m tools.chances` with 200 tournaments and 10,000 runs, whose table is in
    docs/practice.md.
    """
    outcomes = compare(12, "quick", 400)
    assert [outcome.refuted for outcome in outcomes.values()] == [0, 0, 0, 0]
    assert sum(sum(outcome.verdicts.values()) for outcome in outcomes.values()) > 1000
    asked, won, expected = (
        sum(
            getattr(outcome, of)[band] for outcome in outcomes.values() for band in (50, 65, 75, 90)
        )
        for of in ("asked", "won", "expected")
    )
    assert abs(100 * won - expected) / asked < 7
