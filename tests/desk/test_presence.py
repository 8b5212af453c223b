"""Who types in a list at the moment."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.desk.presence import MOST_PAGES, SECONDS, note_presence
from scoring.desk.services.games import record_game
from scoring.models import Actor, Role, ScoreList, Series
from tests.factories import line, make_member, open_list

pytestmark = pytest.mark.django_db


def test_a_page_learns_of_the_others_of_its_list_alone():
    assert note_presence(1, "a", 10, "Ada", 3) == []
    assert note_presence(11, "b", 11, "Bruno", 4) == []
    found = note_presence(1, "c", 12, "Cora", None)
    assert [(each.name, each.row) for each in found] == [("Ada", 3)]


def test_a_page_that_says_nothing_for_a_while_is_forgotten(time_machine):
    now = timezone.now()
    time_machine.move_to(now, tick=False)
    note_presence(1, "a", 10, "Ada", 3)
    time_machine.move_to(now + timedelta(seconds=SECONDS - 1), tick=False)
    assert len(note_presence(1, "b", 11, "Bruno", 4)) == 1
    time_machine.move_to(now + timedelta(seconds=SECONDS), tick=False)
    assert note_presence(1, "b", 11, "Bruno", 4) == []


def test_no_more_pages_of_a_list_are_remembered_than_people_sit_at_it():
    for page in range(3 * MOST_PAGES):
        note_presence(1, str(page), page, "Ada", 1)
    assert len(note_presence(1, "last", 1, "Berta", 1)) == MOST_PAGES


def test_an_answer_names_the_others_and_brings_what_they_stored(client):
    score_list = open_list(4)
    address = reverse("list-presence", args=[score_list.pk])
    client.force_login(make_member(score_list.series.tournament, Role.CLERK, "ada"))
    first = client.get(address, {"page": "a" * 32, "row": 5, "revision": score_list.revision})
    assert "game-1" not in first.content.decode()
    record_game(score_list, line(1, 2), by=Actor(name="b"), revision=score_list.revision)
    client.force_login(make_member(score_list.series.tournament, Role.CLERK, "berta"))
    second = client.get(address, {"page": "b" * 32, "revision": 1}).content.decode()
    assert "ada" in second
    assert "(Spiel 5)" in second
    assert 'id="game-1"' in second


def test_a_page_that_is_left_is_in_the_list_no_more(client):
    score_list = open_list(4)
    address = reverse("list-presence", args=[score_list.pk])
    client.force_login(make_member(score_list.series.tournament, Role.CLERK, "ada"))
    client.get(address, {"page": "a" * 32, "row": 5})
    client.get(address, {"page": "b" * 32, "row": 6})
    assert client.get(address, {"page": "a" * 32, "left": "on"}).status_code == 204
    assert [each.row for each in note_presence(score_list.pk, "c", 1, "Cora", None)] == [6]
    assert client.get(address, {"page": "b" * 32, "left": "on"}).status_code == 204
    assert note_presence(score_list.pk, "c", 1, "Cora", None) == []


@pytest.mark.parametrize(
    "data", [{}, {"left": "on"}, {"page": "x"}, {"page": "a" * 32, "row": 10**30, "revision": "x"}]
)
def test_an_unusable_question_is_answered_with_nobody(client, data):
    score_list = open_list(4)
    client.force_login(make_member(score_list.series.tournament, Role.CLERK))
    response = client.get(reverse("list-presence", args=[score_list.pk]), data)
    assert response.status_code == (204 if "left" in data else 200)


@pytest.mark.parametrize("totals", [{}, {"totals": 1}])
def test_a_page_learns_that_its_list_was_confirmed_or_its_series_closed(client, totals):
    """Neither changes the revision."""
    score_list = open_list(4)
    ScoreList.objects.update(state="entered", depth="games")
    address = reverse("list-presence", args=[score_list.pk])
    client.force_login(make_member(score_list.series.tournament, Role.CLERK))
    page = {"page": "a" * 32, "revision": score_list.revision, "state": "entered agreement"}
    assert "list-state" not in client.get(address, page | totals).content.decode()
    Series.objects.update(state="closed")
    closed = client.get(address, page | totals).content.decode()
    assert 'data-leave="organizer"' in closed
    assert "inzwischen" not in closed
    page["state"] = "entered organizer"
    assert "list-state" not in client.get(address, page | totals).content.decode()
    ScoreList.objects.update(
        state="confirmed", confirmed_at=timezone.now(), confirmed_revision=score_list.revision
    )
    assert "bestätigt" in client.get(address, page | totals).content.decode()
