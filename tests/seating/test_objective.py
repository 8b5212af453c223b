"""The terms of the objective in strict order."""

import pytest

from scoring.seating.field import field_of
from scoring.seating.objective import objective_of
from scoring.seating.request import DrawRequest, Options, Player


def objective(mode="no-repeats", series=3, **options):
    """Thirteen players: 1 and 2 of a team, 1 to 4 of a club; 10 to 13 are the last ranks."""
    field = tuple(
        Player(n, "X" if n <= 4 else "", "T" if n <= 2 else "", rank=n, volunteer=n in (5, 6))
        for n in range(1, 14)
    )
    request = DrawRequest(field, series, "seed", mode, Options(**options))
    return objective_of(request, field_of(request))


@pytest.mark.parametrize(
    ("options", "order"),
    [
        ({}, ["repeat", "teams", "clubs", "three"]),
        ({"teams": "first"}, ["teams", "repeat", "clubs", "three"]),
        ({"clubs": "first"}, ["clubs", "repeat", "teams", "three"]),
        ({"clubs": "first", "teams": "first"}, ["teams", "clubs", "repeat", "three"]),
    ],
)
def test_repeats_then_teams_then_clubs_then_tables_of_three(options, order):
    """docs/seating.md: the default, and teams apart first."""
    found = objective(**options)
    weights = {name: getattr(found, name) for name in ("repeat", "teams", "clubs", "three")}
    assert sorted(weights, key=weights.__getitem__, reverse=True) == order


def test_by_rank_the_distance_comes_last():
    found = objective("by-rank-no-repeats", series=1)
    assert found.repeat > found.teams > found.clubs > found.three > found.distance > 0
    assert objective().distance == 0


@pytest.mark.parametrize("mode", ["lot", "by-rank"])
def test_a_mode_that_does_not_mind_repeats_does_not_mind_clubs_either(mode):
    """But for what was put before the repeats."""
    found = objective(mode, series=1)
    assert (found.repeat, found.teams, found.clubs, found.three) == (0, 0, 0, 0)
    assert objective(mode, series=1, teams="first").teams > 0


def test_a_pair_pays_for_its_team_and_for_its_club():
    found = objective()
    assert found.price_together(0, 1) == found.teams + found.clubs
    assert found.price_together(1, 2) == found.clubs
    assert found.price_together(1, 7) == 0
    assert objective(clubs="ignore").price_together(1, 2) == 0


def test_volunteers_are_not_reluctant_and_the_others_more_than_all_visits_could_make_them():
    reluctance = objective(three_seats="volunteers").reluctance
    assert [p + 1 for p, each in enumerate(reluctance) if each == 0] == [5, 6]
    assert set(reluctance) == {0, 4}


def test_the_last_ranks_are_not_reluctant_and_the_steps_up_are_one_visit_each():
    """Thirteen players have three tables of three: nine chairs."""
    assert objective(three_seats="lowest").reluctance == [1] * 4 + [0] * 9
