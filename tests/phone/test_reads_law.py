"""The law table is there before a phone asks for it, and is made once."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from scoring.models import TableAccess
from scoring.phone.reads import law
from scoring.phone.reads.law import make_beside
from scoring.phone.services.addresses import issue_missing
from scoring.rules import law_table as tables
from scoring.rules.law_table import law_table, made, possible
from scoring.rules.systems import ISKO
from scoring.series.services.series import move_series
from tests.phone.tables import BY, kept_by_phone, phone_of


@pytest.fixture(autouse=True)
def nothing_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "_MADE", {})
    monkeypatch.setattr(law, "_BESIDE", set())


def wait_for_threads() -> None:
    for each in threading.enumerate():
        if each.name == "law":
            each.join(timeout=60)


def is_made() -> bool:
    """Whether the table is there: nothing is worked on when it is asked for."""
    pauses: list[None] = []
    made(ISKO, lambda: pauses.append(None))
    return not pauses


def test_many_who_ask_at_once_get_one_table():
    with ThreadPoolExecutor(4) as asking:
        found = list(asking.map(law_table, [ISKO] * 4))
    assert all(each is found[0] for each in found)


def test_who_makes_it_beside_other_work_rests_after_every_contract():
    pauses: list[None] = []
    made(ISKO, lambda: pauses.append(None))
    assert len(pauses) == len(list(possible(ISKO)))
    assert is_made()


def test_it_is_made_in_one_thread_of_its_own():
    before = threading.active_count()
    for _time in range(3):
        make_beside(ISKO)
    assert threading.active_count() <= before + 1
    wait_for_threads()
    assert is_made()


@pytest.mark.django_db
def test_addresses_make_it(django_capture_on_commit_callbacks):
    score_list = kept_by_phone()
    TableAccess.objects.all().delete()
    with django_capture_on_commit_callbacks(execute=True):
        issue_missing(score_list.series, by=BY)
    wait_for_threads()
    assert is_made()


@pytest.mark.django_db
def test_after_a_restart_the_first_phone_that_asks_for_its_state_makes_it():
    score_list = kept_by_phone()
    move_series(score_list.series, "playing", by=BY)
    assert not law._BESIDE
    phone_of(score_list).state()
    wait_for_threads()
    assert is_made()
