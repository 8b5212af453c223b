"""The ranking of a tournament: counted lists, order and reasons."""

import pytest
from django.utils import translation

from scoring.lists.services.lists import enter_totals
from scoring.models import Actor
from scoring.rules.bare_totals import BareTotal
from scoring.series.services.series import open_list
from scoring.standings.reads.player import player_sheet
from scoring.standings.reads.players import standings, standings_listing
from scoring.standings.services import record_lots
from tests.factories import make_entries, make_series, make_tournament

pytestmark = pytest.mark.django_db
CLERK = Actor(name="clerk")

# The textbook list of docs/law.md "Performance" at a table of four: Seeger-Fabian 1332, 1308, 1320,
# 108.
TEXTBOOK = [
    BareTotal(492, 12, 0),
    BareTotal(628, 12, 2),
    BareTotal(660, 10, 1),
    BareTotal(-32, 6, 5),
]


@pytest.fixture(autouse=True)
def english():
    with translation.override("en"):
        yield


def tournament_of(*series_figures, players=4, **fields):
    """A tournament in which start number n sits at seat n of every series."""
    tournament = make_tournament(paper_total=False, **fields)
    make_entries(tournament, players)
    for figures in series_figures:
        score_list = open_list(make_series(tournament), 1, range(1, players + 1), by=CLERK)
        if figures:
            enter_totals(score_list, figures, 0, by=CLERK, revision=1)
    return tournament


def order(found):
    return [(row.rank.rank, row.start_number, row.performance) for row in found.rows]


@pytest.mark.parametrize(
    ("scheme", "expected"),
    [
        ("plain", [(1, 3, 660), (2, 2, 628), (3, 1, 492), (4, 4, -32)]),
        ("seeger", [(1, 2, 1128), (2, 3, 1110), (3, 1, 1092), (4, 4, 18)]),
        ("seeger-fabian", [(1, 1, 1332), (2, 3, 1320), (3, 2, 1308), (4, 4, 108)]),
    ],
)
def test_the_textbook_list_has_three_winners(scheme, expected):
    """docs/law.md "Performance", TO 5.1."""
    assert order(standings(tournament_of(TEXTBOOK, scheme=scheme))) == expected


def test_series_add_up_and_stand_side_by_side():
    found = standings(tournament_of(TEXTBOOK, TEXTBOOK))
    assert order(found)[0] == (1, 1, 2664)
    listing = standings_listing(found)
    first = listing.rows[0]
    assert (first["series_1"], first["series_2"], first["performance"]) == (1332, 1332, 2664)
    assert (first["points"], first["won"], first["lost"], first["others_lost"]) == (984, 24, 0, 16)


def test_equal_players_share_the_rank_until_a_lot_is_drawn():
    """TO 5.1: 1, 2, 2, 4, and the page shows that a lot is needed."""
    equal = [
        BareTotal(600, 12, 0),
        BareTotal(528, 12, 2),
        BareTotal(528, 12, 2),
        BareTotal(0, 4, 4),
    ]
    tournament = tournament_of(equal)
    found = standings(tournament)
    assert [row.rank.rank for row in found.rows] == [1, 2, 2, 4]
    assert found.lot_needed
    entries = {entry.start_number: entry for entry in tournament.entries.all()}
    record_lots(tournament, "overall", [entries[3], entries[2]], by=CLERK)
    found = standings(tournament)
    assert [row.start_number for row in found.rows] == [1, 3, 2, 4]
    assert [row.rank.rank for row in found.rows] == [1, 2, 3, 4]
    assert not found.lot_needed


def test_rank_has_a_reason():
    """Ahead by games won, 13 to 12."""
    close = [BareTotal(550, 13, 1), BareTotal(600, 12, 1), BareTotal(0, 10, 5), BareTotal(0, 3, 3)]
    listing = standings_listing(standings(tournament_of(close, scheme="seeger")))
    assert "13" in listing.rows[0]["reason"]
    assert "12" in listing.rows[0]["reason"]


def test_standings_have_the_number_of_missing_lists():
    found = standings(tournament_of(TEXTBOOK, None))
    assert found.missing == 1
    assert standings_listing(found).subtitle == "provisional, 1 list missing"


def test_a_series_of_its_own_ranks_only_its_lists():
    tournament = tournament_of(TEXTBOOK, list(reversed(TEXTBOOK)))
    second = tournament.series.get(number=2)
    assert order(standings(tournament, second))[0] == (1, 4, 1332)


def test_confirmed_lists_only_where_the_tournament_asks_for_it():
    assert standings(tournament_of(TEXTBOOK, counts="confirmed")).rows == ()


def test_the_queries_do_not_grow_with_the_field(django_assert_num_queries):
    tournament = tournament_of(TEXTBOOK, TEXTBOOK)
    with django_assert_num_queries(4):
        found = standings(tournament)
    assert len(found.rows) == 4


def test_player_page_shows_the_parts_of_the_total():
    """492 + 12 × 50 + 8 × 30 = 1332."""
    tournament = tournament_of(TEXTBOOK)
    found = player_sheet(tournament.entries.get(start_number=1))
    assert [(line.seat.points, line.balance, line.extra) for line in found.lines] == [
        (492, 600, 240)
    ]
    assert found.row.rank.rank == 1
    assert found.field == 4


def test_standings_of_selected_series_sum_only_those():
    tournament = tournament_of(TEXTBOOK, TEXTBOOK)
    first = standings(tournament, only=(1,))
    assert first.numbers == (1,)
    assert {row.entry_id: row.performance for row in first.rows} == {
        row.entry_id: row.performance
        for row in standings(tournament, tournament.series.get(number=1)).rows
    }
    assert standings(tournament, only=()).rows == ()
    assert standings(tournament, only=(1, 2)).rows == standings(tournament).rows
