"""A league's season: the program's tables against the oracle's, and against figures by hand.

docs/law.md "League".
"""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.rules.league.scoring import CRITERIA, LeagueScoring
from scoring.rules.league.season import (
    Forfeit,
    LeagueSeason,
    Penalty,
    PlayedMeeting,
    PlayerSeries,
    SeriesSums,
    Withdrawal,
    player_forms,
)
from scoring.rules.league.table import cross_table, league_table
from tests.effort import cases
from tests.oracle.law_league import against, figures, players, table

EXAMPLES = cases(100, 3000)
PAPER = {
    "per": "series", "points": (), "ranked_by": "performance", "breakers": (), "ties": "share",
    "counter": "mirrored", "absent_counter": True, "scale": False,
    "order": ("match", "game", "won", "lost", "lot"),
}  # fmt: skip


def program_season(season) -> LeagueSeason:
    """The same season in the program's words."""
    rules = dict(season["rules"])
    return LeagueSeason(
        tuple(season["teams"]),
        tuple(
            PlayedMeeting(
                meeting["day"],
                tuple(meeting["teams"]),
                {
                    number: {team: SeriesSums(*result) for team, result in results.items()}
                    for number, results in meeting["series"].items()
                },
            )
            for meeting in season["meetings"]
        ),
        LeagueScoring(scale_short=rules.pop("scale"), **rules),
        forfeits=tuple(Forfeit(team, day, of) for team, day, of in season["forfeits"]),
        withdrawals=tuple(Withdrawal(team, *how) for team, how in season["withdrawn"].items()),
        penalties=tuple(Penalty(*penalty) for penalty in season["penalties"]),
    )


def compare(season) -> None:
    """Everything that both reckon."""
    own = program_season(season)
    found = league_table(own)
    ranked, annulled = table(season)
    places = {}
    for equals in ranked:
        places |= dict.fromkeys(equals, 1 + len(places))
    assert {row.team: row.rank for row in found} == places | dict.fromkeys(annulled)
    for row in found:
        expected = figures(season, row.team)
        assert {key: getattr(row, key) for key in expected} == expected, row.team
    cross = cross_table(own)
    for (team, other), cell in cross.items():
        assert (
            cell.rankings, cell.ahead, cell.rankings - cell.ahead, cell.match, cell.against,
        ) == against(season, team, other)  # fmt: skip


# Small figures, so that teams are often equal.
RESULT = st.tuples(
    st.integers(-2, 3), st.integers(-2, 3), st.integers(0, 2), st.integers(0, 2),
    st.sampled_from((4, 4, 4, 3)),
)  # fmt: skip


@st.composite
def rules(draw):
    lists = [(5, 3, 1, 0), (7, 3, 2), (6, 4, 3, 2, 1), (2, 0)]
    order = draw(st.lists(st.sampled_from(CRITERIA[:-1]), min_size=1, max_size=5, unique=True))
    return {
        "per": draw(st.sampled_from(("series", "day"))),
        "points": tuple(draw(st.lists(st.sampled_from(lists), max_size=3, unique=True))),
        "ranked_by": draw(st.sampled_from(("performance", "points"))),
        "breakers": tuple(draw(st.lists(st.sampled_from(("won", "lost")), unique=True))),
        "ties": draw(st.sampled_from(("share", "higher", "lower"))),
        "counter": draw(st.sampled_from(("mirrored", "none"))),
        "absent_counter": draw(st.booleans()),
        "scale": draw(st.booleans()),
        "order": (*order, *draw(st.sampled_from(((), ("lot",))))),
    }


@st.composite
def seasons(draw):
    """Random venues, absent teams, forfeits, teams that withdraw, penalties."""
    size = draw(st.integers(3, 9))
    teams = [f"T{number}" for number in range(size)]
    meetings = []
    for day in range(1, draw(st.integers(1, 4)) + 1):
        order = draw(st.permutations(teams))
        cut = draw(st.integers(2, size))
        for here in (order[:cut], order[cut:]):
            series = {
                number: {team: draw(RESULT) for team in here if draw(st.integers(0, 7))}
                for number in range(1, draw(st.integers(0, 3)) + 1)
            }
            if here:
                meetings.append({"day": day, "teams": here, "series": series})
    team, day = st.sampled_from(teams), st.integers(1, 4)
    forfeit = st.tuples(team, day, st.one_of(st.none(), st.integers(1, 3)))
    how = st.tuples(day, st.sampled_from(("annul", "keep")))
    figure = st.integers(-3, 3)
    return {
        "teams": teams,
        "meetings": meetings,
        "forfeits": draw(st.lists(forfeit, max_size=3)),
        "withdrawn": draw(st.dictionaries(team, how, max_size=2)),
        "penalties": draw(st.lists(st.tuples(team, figure, figure, figure), max_size=3)),
        "rules": draw(rules()),
    }


@pytest.mark.slow
@given(seasons())
@settings(max_examples=EXAMPLES, deadline=None)
def test_random_seasons_under_random_rules(season):
    compare(season)


@given(
    st.lists(
        st.tuples(
            st.integers(1, 6), st.integers(1, 3), st.integers(1, 3),
            st.integers(-2, 3), st.integers(-2, 3), st.integers(0, 2), st.integers(0, 2),
        ),
        max_size=30,
        unique_by=lambda each: each[:3],
    ),
    st.sampled_from(("performance", "points")),
)  # fmt: skip
@settings(max_examples=EXAMPLES, deadline=None)
def test_the_players_of_a_division(results, ranked_by):
    given_ = [
        PlayerSeries(player, "T", day, number, SeriesSums(*figures))
        for player, day, number, *figures in results
    ]
    found = player_forms(given_, ranked_by=ranked_by)
    assert {each.player: (each.rank, each.series, each.total) for each in found} == players(
        results, ranked_by
    )
    for each in found:
        assert each.average == Fraction(each.total) / each.series
        assert each.total == sum(each.days.values())


def one_venue(*series, day=1):
    # Everybody wins 40 games and loses 5.
    results = {
        number: {
            team: (figure, figure - 2000, 40, 5, 4)
            for team, figure in zip("ABCD", figures_of, strict=True)
            if figure is not None
        }
        for number, figures_of in enumerate(series, 1)
    }
    return {"day": day, "teams": list("ABCD"), "series": results}


def of(*meetings, rules=None, penalties=()):
    return {
        "teams": list("ABCD"), "meetings": list(meetings), "forfeits": [], "withdrawn": {},
        "penalties": penalties, "rules": PAPER | (rules or {}),
    }  # fmt: skip


# Series 1: A 3:0, B 2:1, C 1:2, D 0:3. Series 2: D 3:0, A and B 1½ : 1½, C 0:3.
# Series 3: C 3:0, B 2:1, A 1:2, D did not appear 0:3.
DAY = one_venue((4000, 3900, 3800, 3700), (3500, 3500, 3000, 4200), (3000, 3100, 3600, None))
HALF = Fraction(1, 2)


def rows(season):
    return [
        (row.team, row.rank, row.match, row.counter, row.game)
        for row in league_table(program_season(season))
    ]


def test_a_day_of_three_series():
    """A and B are equal in everything but the lot: both have 120 games won and 15 lost."""
    season = of(DAY)
    compare(season)
    assert rows(season) == [
        ("A", 1, 5 + HALF, 3 + HALF, 10500),
        ("B", 1, 5 + HALF, 3 + HALF, 10500),
        ("C", 3, 4, 5, 10400),
        ("D", 4, 3, 6, 7900),
    ]
    found = league_table(program_season(season))
    assert found[0].lot_needed
    assert [row.decided_by for row in found] == ["shared", "shared", "match", ""]
    assert (found[2].own, found[2].other) == (4, 3)


def test_direct_comparison_parts_them():
    """A was ahead of B in series 1, B of A in series 3, and equal in series 2: still equal. After
    a second day on which B is ahead of A at another venue's cost it is B.
    """
    direct = {"order": ("match", "game", "direct", "lot")}
    assert [row[1] for row in rows(of(DAY, rules=direct))] == [1, 1, 3, 4]
    # 3:0 to B and 2:1 to A; a penalty makes match and game points equal again.
    second = one_venue((3400, 3500, 3300, 3200), day=2)
    season = of(DAY, second, rules=direct, penalties=[("B", -1, 0, -100)])
    compare(season)
    assert rows(season)[:2] == [
        ("B", 1, 7 + HALF, 3 + HALF, 13900),
        ("A", 2, 7 + HALF, 4 + HALF, 13900),
    ]
    first = league_table(program_season(season))[0]
    assert (first.decided_by, first.own, first.other) == ("direct", 1, -1)


@pytest.mark.parametrize(
    ("rules", "match", "counter"),
    [
        ({}, (5 + HALF, 5 + HALF, 4, 3), (3 + HALF, 3 + HALF, 5, 6)),
        ({"ties": "higher"}, (6, 6, 4, 3), (3, 3, 5, 6)),
        ({"ties": "lower"}, (5, 5, 4, 3), (4, 4, 5, 6)),
        ({"absent_counter": False}, (5 + HALF, 5 + HALF, 4, 3), (3 + HALF, 3 + HALF, 5, 3)),
        ({"counter": "none"}, (5 + HALF, 5 + HALF, 4, 3), (0, 0, 0, 0)),
        # By the day: A 10500, B 10500, C 10400, D 7900.
        ({"per": "day"}, (2 + HALF, 2 + HALF, 1, 0), (HALF, HALF, 2, 3)),
        # 5-3-1-0: A 5 + 2 + 1, B 3 + 2 + 3, C 1 + 0 + 5, D 0 + 5. Counter-points 0-1-3-5:
        # A 0 + 2 + 3, B 1 + 2 + 1, C 3 + 5 + 0, D 5 + 0 + 5.
        ({"points": ((5, 3, 1, 0),)}, (8, 8, 6, 5), (5, 4, 8, 10)),
    ],
)
def test_own_points_and_ties_of_a_free_league(rules, match, counter):
    season = of(DAY, rules=rules)
    compare(season)
    found = sorted(rows(season))
    assert tuple(row[2] for row in found) == match
    assert tuple(row[3] for row in found) == counter
