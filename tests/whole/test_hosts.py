"""Two hosts on one server: whoever organizes the one neither sees nor changes what is the other's.

Every address is asked for with the ids of the neighbour in its path. `test_hosts_ids.py` sends them
in the fields of every form.
"""

import pytest

from scoring.prints.table_files import MONEY, TABLES
from tests.neighbours import FISHING, SECRET, THEIRS, Neighbours, is_told, numbered_hosts
from tests.whole.test_urls import ADMINISTRATION, TABLE
from tests.world import parameters


@pytest.fixture
def neighbours(db: None) -> Neighbours:
    return numbered_hosts()


def test_nothing_of_another_host_has_an_address(neighbours: Neighbours):
    """It is 404 as for a stranger, which does not confirm that it exists."""
    for name, page in TABLE.items():
        url = neighbours.theirs.url(name)
        if page.get:
            assert neighbours.client.get(url).status_code == 404, name
        if page.post:
            assert neighbours.client.post(url).status_code == 404, name


INNER = [(name, key) for name in TABLE for key in parameters(name)[1:] if key.endswith("_id")]


def test_an_id_of_another_host_behind_one_of_ones_own_is_404(neighbours: Neighbours):
    for name, key in INNER:
        url, page = neighbours.mine.url(name, **{key: THEIRS}), TABLE[name]
        if page.get:
            assert neighbours.client.get(url).status_code == 404, (name, key)
        if page.post:
            assert neighbours.client.post(url, FISHING).status_code == 404, (name, key)


MAKING = {"tournament-new", "season-new", "league-new"}


def test_the_administrator_of_a_host_does_not_administer_the_server(neighbours: Neighbours):
    for name in sorted(ADMINISTRATION.keys() - MAKING):
        url, page = neighbours.mine.url(name), ADMINISTRATION[name]
        assert neighbours.client.get(url).status_code == (403 if page.get else 405), name
        assert neighbours.client.post(url, FISHING).status_code == (403 if page.post else 405), name


def test_lists_show_ones_own_alone(neighbours: Neighbours):
    for name in ("tournaments", "seasons", "leagues", "honours", "hosts", "tournament-new"):
        assert not is_told(neighbours.client.get(neighbours.mine.url(name))), name


def test_tables_to_take_along_hold_ones_own_alone(neighbours: Neighbours):
    for what in (*TABLES, *MONEY):
        name = "table-file" if what in TABLES else "money-file"
        url = neighbours.mine.url(name, what=what, kind="csv")
        for query in ({}, {"q": SECRET}):
            answer = neighbours.client.get(url, query)
            assert answer.status_code == 200, what
            assert not is_told(answer), what
