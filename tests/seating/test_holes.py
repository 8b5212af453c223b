"""Empty chairs: never at one table, and few players beside two of them."""

from collections import Counter
from itertools import combinations

import pytest

from scoring.seating.template import choose_holes, templates
from tests.seating.fields import little_effort, plan_of, players


@pytest.mark.parametrize("count", [17, 26, 37, 46, 61, 101, 161, 203, 401, 2001])
def test_empty_chairs_stand_at_different_tables_in_every_series(count):
    found = templates(-(-count // 4), 5)
    assert found
    for template in found:
        empty = choose_holes(template, -count % 4)
        assert len(set(empty)) == -count % 4
        for one, other in combinations(empty, 2):
            assert other not in template.neighbours[one]


@pytest.mark.parametrize("count", [73, 74, 101, 161, 202, 399, 1001, 20_001])
def test_no_player_sits_beside_two_holes_where_possible(count):
    """Three empty chairs in four series have 36 neighbours."""
    template = templates(-(-count // 4), 4)[0]
    visits = Counter(
        q for hole in choose_holes(template, -count % 4) for q in template.neighbours[hole]
    )
    assert max(visits.values()) == 1


def test_where_all_meet_all_there_is_no_room_for_two_empty_chairs():
    """Five series of sixteen: everybody meets everybody."""
    found = templates(4, 5)
    assert found
    for template in found:
        assert choose_holes(template, 2) is None
        assert choose_holes(template, 1) is not None
    with little_effort():
        plan_of(players(14), 5)
