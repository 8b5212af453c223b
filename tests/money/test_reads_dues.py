"""What is owed is reckoned from the lists, and only from what counts in them (docs/law.md "A score
list", 6).
"""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.lists.services.confirmation import annul_list
from scoring.lists.services.games import annul_games, record_game, record_games
from scoring.lists.services.lists import close_list
from scoring.models import Actor
from scoring.money.reads.dues import all_dues, dues_of_list, lost_and_passed
from scoring.money.services.ledger import Prices, collect_list, set_fees
from scoring.standings.reads.results import StandingsSource
from tests.factories import line, open_list, seated

BY = Actor(name="test")
PRICES = Prices(passed_cents=10, lost_ladder=[[1, 50], [4, 100]])
pytestmark = pytest.mark.django_db


@pytest.fixture
def score_list():
    """Eight games: three passed in, seat 2 lost twice, seat 3 once; dealers sit out."""
    found = open_list(rounds=2)
    set_fees(found.series.tournament, PRICES, by=BY)
    games = [
        line(1, 2, won=False),
        line(2),
        line(3, 2, won=False),
        line(4, 3, won=False),
        line(5),
        line(6, 3),
        line(7, 1),
        line(8),
    ]
    record_games(found, games, by=BY, revision=1)
    found.refresh_from_db()
    return found


def dues(score_list) -> list[tuple[int, int]]:
    return [(seat.lost.due, seat.passed.due) for seat in dues_of_list(score_list).seats]


def closed(score_list):
    close_list(score_list, by=BY, revision=score_list.revision)
    score_list.refresh_from_db()
    return score_list


def test_each_player_pays_for_every_game_passed_in_once_the_list_is_closed(score_list):
    assert dues(score_list) == [(0, 0)] * 4
    assert dues(closed(score_list)) == [(0, 30), (100, 30), (50, 30), (0, 30)]


def test_annulled_games_cost_nothing(score_list):
    """docs/law.md "A score list": void records count nowhere, fees included; the replayed game
    counts.
    """
    annul_games(score_list, [8], by=BY, revision=score_list.revision, reason="misdeal")
    score_list.refresh_from_db()
    record_game(score_list, line(8, 1), by=BY, revision=score_list.revision)
    score_list.refresh_from_db()
    assert dues(closed(score_list)) == [(0, 20), (100, 20), (50, 20), (0, 20)]


def test_annulled_list_leaves_nothing_owed(score_list):
    closed(score_list)
    collect_list(score_list, [1, 2, 3, 4], by=BY)
    score_list.refresh_from_db()
    annul_list(score_list, by=BY, revision=score_list.revision, reason="void")
    score_list.refresh_from_db()
    assert dues_of_list(score_list).rest == -(150 + 4 * 30)


def test_a_list_that_is_removed_while_the_till_is_read_is_left_out():
    """The series was drawn anew between two queries: the till answered with an error page."""
    series = seated(8)
    source = StandingsSource(series.tournament)
    source.cached(lost_and_passed)
    removed = series.lists.get(table_number=2)
    removed.seat_rows.all().delete()
    removed.delete()
    all_dues(series.tournament, source=source)


def test_the_queries_do_not_grow_with_the_players():
    counts = []
    for players in (4, 12):
        series = seated(players, rounds=1)
        set_fees(series.tournament, PRICES, by=BY)
        with CaptureQueriesContext(connection) as queries:
            all_dues(series.tournament)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 12
