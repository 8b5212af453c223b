"""Match points of a league (docs/practice.md: 3-2-1-0 by series, 4-3-2-1-0 with five teams)."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.league.scoring import LeagueScoring
from scoring.rules.league.season import SeriesSums, awards
from scoring.rules.ranking import Standing, rank


def match_points(points, teams):
    """By team the match points of one series."""
    results = {team: SeriesSums(figure, 0, 0, 0) for team, figure in enumerate(points)}
    found = awards(LeagueScoring(), range(teams), results)
    return [found[team].match for team in range(teams)]


def test_equal_series_points_share_what_their_places_give():
    """5 of 3 + 2 for two teams ahead, 6 of 3 + 2 + 1 + 0 for all four."""
    half = Fraction(1, 2)
    assert match_points((9, 9, 3, 1), 4) == [2 + half, 2 + half, 1, 0]
    assert set(match_points((7, 7, 7, 7), 4)) == {1 + half}


def test_who_did_not_appear_has_no_points_and_takes_none_from_the_others():
    """DSkV Sportordnung, Anlage 10: who does not appear has neither match nor game points."""
    assert match_points((4100, -200, -300), 4) == [3, 2, 1, 0]


@given(st.lists(st.integers(-3, 3), max_size=8))
def test_a_series_always_gives_away_the_same_number_of_points(points):
    found = match_points(points, len(points))
    assert sum(found) == len(points) * (len(points) - 1) // 2
    for one, own in enumerate(points):
        for other, theirs in enumerate(points):
            assert (found[one] > found[other]) == (own > theirs)


def test_match_points_come_before_game_points():
    """Ties by game points (docs/practice.md)."""
    found = rank(
        [
            Standing("A", 9000, 80, 3, match=Fraction(5)),
            Standing("B", 100, 8, 30, match=Fraction(11, 2)),
            Standing("C", 9001, 80, 3, match=Fraction(5)),
        ]
    )
    reasons = [(each.key, each.decided_by) for each in found]
    assert reasons == [("B", "match"), ("C", "performance"), ("A", "")]
    assert (found[0].own, found[0].other) == (Fraction(11, 2), 5)
