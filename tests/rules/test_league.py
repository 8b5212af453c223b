"""The league's table, its lines, cross table and players (docs/law.md "League")."""

from dataclasses import replace
from fractions import Fraction

import pytest

from scoring.rules.league.scoring import LeagueScoring, Lines, scoring_faults
from scoring.rules.league.season import (
    Forfeit,
    LeagueSeason,
    PlayedMeeting,
    PlayerSeries,
    SeriesSums,
    Withdrawal,
    meeting_points,
    player_forms,
)
from scoring.rules.league.table import league_table
from scoring.rules.ranking import DrawnLot

A, B, C, D = TEAMS = (1, 2, 3, 4)


def series(*performances: int | None, teams=TEAMS, won=40, lost=5) -> dict[int, SeriesSums]:
    return {
        team: SeriesSums(figure, figure - 100, won, lost)
        for team, figure in zip(teams, performances, strict=True)
        if figure is not None
    }


def season(*days: dict, scoring: LeagueScoring | None = None, **rest) -> LeagueSeason:
    """One venue of four teams with one series a day."""
    meetings = tuple(
        PlayedMeeting(number, TEAMS, {1: results} if results else {})
        for number, results in enumerate(days, 1)
    )
    return LeagueSeason(TEAMS, meetings, scoring or LeagueScoring(), **rest)


def order(found: LeagueSeason) -> list[tuple]:
    return [(row.team, row.rank) for row in league_table(found)]


def test_reasons_hold_between_neighbours_also_where_a_group_is_parted_twice():
    """B and A have six match points; the last of them is ahead of C by match points."""
    found = league_table(
        season(
            series(4000, 3000, 2000, 1000),
            series(3000, 4100, 2000, 1000),
            scoring=LeagueScoring(order=("match", "game", "lot")),
        )
    )
    assert [(row.team, row.decided_by, row.own, row.other) for row in found] == [
        (B, "game", 7100, 7000),
        (A, "match", 5, 2),
        (C, "match", 2, 0),
        (D, "", 0, 0),
    ]


def test_before_the_first_day_all_share_the_first_rank_and_no_lot_is_needed():
    found = league_table(season({}, {}))
    assert [(row.rank, row.lot_needed) for row in found] == [(1, False)] * 4


def test_a_lot_holds_only_at_the_figures_at_which_it_was_drawn():
    equal = season(series(3000, 3000, 2000, 1000))
    row = league_table(equal)[0]
    assert row.lot_needed
    lots = {A: DrawnLot(2, 1, row.totals), B: DrawnLot(1, 1, row.totals)}
    assert order(replace(equal, lots=lots))[:2] == [(B, 1), (A, 2)]
    assert league_table(replace(equal, lots=lots))[0].decided_by == "lot"
    later = replace(season(series(3000, 3000, 2000, 1000), series(1, 1, 1, 1)), lots=lots)
    assert order(later)[:2] == [(A, 1), (B, 1)]
    half = {A: DrawnLot(1, 1, row.totals), B: DrawnLot(2, 2, row.totals)}
    assert order(replace(equal, lots=half))[:2] == [(A, 1), (B, 1)], "two drawings"


def test_without_a_lot_equals_share_for_good():
    shared = season(series(3, 3, 2, 1), scoring=LeagueScoring(order=("match", "game")))
    row = league_table(shared)[1]
    assert (row.rank, row.decided_by, row.lot_needed) == (1, "shared", False)


def test_lines_of_promotion_and_relegation():
    lines = Lines(promoted=1, promotion_playoff=1, relegated=1)
    played, equal = season(series(4, 3, 2, 1)), season(series(4, 4, 2, 1))
    # A team that withdrew takes the last place, also over the line.
    left = replace(played, withdrawals=(Withdrawal(A, 2, "annul"),))
    for found, drawn, zones in (
        (played, lines, ["promoted", "promotion_playoff", "", "relegated"]),
        (equal, lines, ["", "", "", "relegated"]),
        (equal, Lines(promoted=2), ["promoted", "promoted", "", ""]),
        (left, Lines(relegated=1), ["", "", "", "relegated"]),
    ):
        assert [row.zone for row in league_table(replace(found, lines=drawn))] == zones
    with_lines = league_table(replace(equal, lines=lines))
    assert [row.undecided for row in with_lines] == [True, True, False, False]
    assert order(left) == [(B, 1), (C, 2), (D, 3), (A, None)]


def test_a_series_in_which_nobody_counts_any_more_was_played_all_the_same():
    alone = season({A: SeriesSums(4000, 1, 1, 1)}, forfeits=(Forfeit(A, 1),))
    awards = meeting_points(alone, alone.meetings[0])[1]
    assert {team: award.place for team, award in awards.items()} == dict.fromkeys(TEAMS)


@pytest.mark.parametrize(
    ("scoring", "codes"),
    [
        (LeagueScoring(), []),
        (LeagueScoring(points=((5, 3, 1, 0), (4, 2, 1))), []),
        (LeagueScoring(points=((1, 2),)), ["points-not-falling"]),
        (LeagueScoring(points=((2, 1), (3, 1))), ["points-twice"]),
        (LeagueScoring(points=((2,),)), ["points-length"]),
        (LeagueScoring(counter="none", order=("difference",)), ["order-counter"]),
    ],
)
def test_a_scoring_that_cannot_be_used_says_why(scoring, codes):
    assert list(scoring_faults(scoring)) == codes


def test_a_players_form_by_match_day():
    played = [
        PlayerSeries(*who, SeriesSums(figure, 0, 10, 1))
        for *who, figure in (
            *(("p", A, 2, 1, 900), ("p", A, 1, 1, 1000), ("p", A, 1, 2, 1101)),
            *(("q", B, 1, 1, 3000), ("r", A, 1, 1, 200), ("r", B, 2, 1, 300)),
        )
    ]
    first, second, third = player_forms(played, ranked_by="performance")
    assert (first.player, first.rank, first.series, first.total) == ("p", 1, 3, 3001)
    assert first.days == {1: 2101, 2: 900}
    assert (first.average, first.best) == (Fraction(3001, 3), 1101)
    assert (second.player, second.rank, second.average) == ("q", 2, 3000)
    assert (third.player, third.rank, third.teams) == ("r", 3, (A, B))
    left = player_forms(played, ranked_by="performance", without={A})
    assert [each.player for each in left] == ["q", "r"]
