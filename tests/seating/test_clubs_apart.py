"""Clubs come free: packed into columns, or moved apart afterwards (docs/seating.md, Method)."""

import pytest

from scoring.seating.request import Options, Player
from tests.seating.fields import in_clubs, meetings, plan_of


def club_pairs(field, series):
    club_of = {player.id: player.club for player in field}
    return sum(
        times
        for pair, times in meetings(series).items()
        if len({club_of[each] for each in pair}) == 1 and "" not in {club_of[e] for e in pair}
    )


@pytest.mark.parametrize(
    "field",
    [
        in_clubs(25, 25, 25, 25),
        in_clubs(25, 12, 8, 6, 5, 4, 3, 3, 2, 2, alone=30),
        in_clubs(13, 13, 13, 13, 12, 12, 12, 12),
        in_clubs(*[10] * 10),
        in_clubs(*[4] * 25),
        in_clubs(20, 20, 20, 20, 20),
    ],
    ids=["four quarters", "usual sizes", "eighths", "tenths", "fours", "fifths, moved apart"],
)
def test_clubs_up_to_a_quarter_of_the_field_are_apart_without_any_repeat(field):
    plan = plan_of(field, 6)
    assert max(meetings(plan.series).values()) == 1
    assert club_pairs(field, plan.series) == 0


@pytest.mark.parametrize(
    ("field", "series", "least"),
    [
        (in_clubs(40, 20, 10, alone=30), 6, 6 * 15),
        (in_clubs(33, 33, 33, alone=1), 6, 6 * 3 * 8),
        (in_clubs(48, alone=52), 5, 5 * 23),
    ],
)
def test_a_club_larger_than_the_number_of_tables_meets_as_seldom_as_can_be(field, series, least):
    """40 players at 25 tables: 15 tables have two of them."""
    plan = plan_of(field, series)
    assert plan.report.counts.repeat_encounters == 0
    assert plan.report.counts.same_club == club_pairs(field, plan.series) == least
    assert plan.report.unavoidable.same_club == least
    assert {each.reason for each in plan.report.club_pairs} == {"large-club"}


@pytest.mark.parametrize(
    ("clubs", "teams"), [(lambda n: n % 12, "apart"), (lambda n: n // 16, "first")]
)
def test_teams_are_kept_apart_as_well(clubs, teams):
    """60 teams of four: of players of four clubs, and of one as at a championship."""
    field = [
        Player(number, f"club {clubs(number)}", f"team {number // 4}") for number in range(240)
    ]
    counts = plan_of(field, 6, options=Options(teams=teams)).report.counts
    assert (counts.repeat_encounters, counts.same_team, counts.same_club) == (0, 0, 0)
