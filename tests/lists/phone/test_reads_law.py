"""The law table is there before a phone asks for it, and is made once."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from scoring.lists.phone.client_files import law_json, make_tables
from scoring.lists.phone.services import issue_missing
from scoring.models import TableAccess, Tournament
from scoring.rules import law_table as tables
from scoring.rules.law_table import law_table
from scoring.rules.systems import ISKO
from tests.lists.phone.tables import BY, kept_by_phone


@pytest.fixture(autouse=True)
def nothing_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "_MADE", {})
    law_json.cache_clear()


def test_many_who_ask_at_once_get_one_table():
    with ThreadPoolExecutor(4) as asking:
        found = list(asking.map(law_table, [ISKO] * 4))
    assert all(each is found[0] for each in found)


@pytest.mark.django_db
def test_addresses_make_it_and_a_server_those_of_running_tournaments_when_it_starts(
    django_assert_num_queries, django_capture_on_commit_callbacks
):
    series = kept_by_phone().series
    tournament = series.tournament
    TableAccess.objects.all().delete()
    with django_capture_on_commit_callbacks(execute=True):
        issue_missing(series, by=BY)
    assert list(tables._MADE) == [ISKO]
    tables._MADE.clear()
    law_json.cache_clear()
    Tournament.objects.update(state="final")
    make_tables()
    assert not tables._MADE
    Tournament.objects.update(state="running")
    with django_assert_num_queries(1):
        make_tables()
    assert list(tables._MADE) == [tournament.rule_system]
