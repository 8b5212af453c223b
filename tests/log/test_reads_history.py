"""Every change of a list as a difference to the previous one."""

import pytest
from django.utils.translation import override

from scoring.lists.services.games import record_game
from scoring.lists.services.lists import clear_list, record_foot
from scoring.log.reads import list_history, summary
from scoring.models import Actor
from scoring.rules.bare_totals import BareTotal
from tests.factories import line, make_user, open_list

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def english():
    with override("en"):
        yield


def test_history_is_newest_first_with_account_change_and_reason(django_assert_num_queries):
    score_list, clerk = open_list(), make_user("klaus")
    record_game(score_list, line(1, 2), by=Actor(clerk), revision=1)
    record_game(
        score_list, line(1, 2, won=False), by=Actor(name="import"), revision=2, reason="misread"
    )
    clear_list(score_list, by=Actor(clerk), revision=3, reason="wrong table")
    with django_assert_num_queries(1):
        history = [(each.who, each.action, each.reason) for each in list_history(score_list)]
    assert history == [
        ("klaus", "list emptied", "wrong table"),
        ("import", "game changed", "misread"),
        ("klaus", "game recorded", ""),
    ]
    changes = [summary(list(each.differences)) for each in list_history(score_list)]
    assert changes[1] == "Game 1: seat 2: hearts with 1, won → seat 2: hearts with 1, lost"
    assert "lost → –" in changes[0]


def test_repeated_foot_shows_only_changes():
    score_list, by = open_list(), Actor(name="test")
    first = {1: BareTotal(100, 3, 0, 250), 2: BareTotal(50, 1, 0, 100)}
    record_foot(score_list, first, by=by, revision=1)
    record_foot(score_list, {**first, 2: BareTotal(60, 1, 0, 110)}, by=by, revision=2)
    newest, oldest = list_history(score_list)
    assert [each.name for each in oldest.differences] == ["Seat 1", "Seat 2"]
    assert [each.name for each in newest.differences] == ["Seat 2"]


def test_a_reason_that_the_program_gives_is_in_the_language_of_the_page():
    score_list = open_list()
    by = Actor(name="test")
    record_game(score_list, line(1, 2), by=by, revision=1, reason="second entry")
    record_game(score_list, line(1, 3), by=by, revision=2, reason="seen on the paper")
    with override("de"):
        found = [each.reason for each in list_history(score_list)]
    assert found == ["seen on the paper", "zweite Eingabe"]
