"""The ranking of a tournament: counted lists, order and reasons."""

import pytest

from scoring.lists.services.lists import enter_totals
from scoring.models import Actor
from scoring.rules.bare_totals import BareTotal
from scoring.series.services.series import open_list
from scoring.standings.reads.players import standings
from tests.factories import make_entries, make_series, make_tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]
CLERK = Actor(name="clerk")

# The textbook list of docs/law.md "Performance" at a table of four: Seeger-Fabian 1332, 1308, 1320,
# 108.
TEXTBOOK = [
    BareTotal(492, 12, 0),
    BareTotal(628, 12, 2),
    BareTotal(660, 10, 1),
    BareTotal(-32, 6, 5),
]


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


def test_standings_have_the_number_of_missing_lists():
    found = standings(tournament_of(TEXTBOOK, None))
    assert found.missing == 1
    assert found.listing().subtitle == "provisional, 1 list missing"


def test_confirmed_lists_only_where_the_tournament_asks_for_it():
    assert standings(tournament_of(TEXTBOOK, counts="confirmed")).rows == ()
