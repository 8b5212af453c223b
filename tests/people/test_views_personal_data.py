"""What is stored about a person, as one file (docs/privacy.md "What everybody may ask")."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.models import Actor, Membership, Role, Tournament
from scoring.money.services.ledger import book
from tests.factories import make_entries, make_tournament
from tests.visitors import member, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def entry():
    """Somebody who paid his fee, beside another player."""
    tournament = make_tournament("Herbstpokal", state="running")
    mine, _other = make_entries(tournament, 2)
    mine.person.family, mine.person.birth_year = "Becker", 1954
    mine.person.save()
    book(tournament, 1000, kind="entry_fee", entry=mine, by=Actor(name="test"), reason="bar")
    return mine


def asked(client, entry, tournament=None):
    address = reverse("person-data", args=[(tournament or entry.tournament).pk])
    return client.get(address, {"person": entry.person_id})


def test_everything_about_a_person_is_in_one_file(entry):
    answer = asked(member(entry.tournament, Role.ORGANIZER), entry)
    assert answer.headers["Content-Disposition"].startswith("attachment")
    data = answer.json()
    assert (data["person"]["family"], data["person"]["birth_year"]) == ("Becker", 1954)
    assert data["entries"][0]["start_number"] == entry.start_number
    assert [(row["cents"], row["note"]) for row in data["booking"]] == [(1000, "bar")]
    other = entry.tournament.entries.exclude(pk=entry.pk).get()
    assert other.person.family not in answer.content.decode()
    register = reverse("register", args=[entry.tournament_id])
    page = answer.client.get(register, {"q": "becker"}).content.decode()
    assert f"{answer.request['PATH_INFO']}?person={entry.person_id}" in page, "leads to it"


def test_of_tournaments_that_another_organizes_only_the_name_is_told(entry):
    mine = make_tournament("Sommerpokal")
    data = asked(member(mine, Role.ORGANIZER), entry, mine).json()
    assert (data["elsewhere"], data["entries"], "booking" in data) == (["Herbstpokal"], [], False)


def test_names_whose_six_months_are_over_are_a_step_after_a_tournament():
    """TO 7.4.4; docs/privacy.md "How long". At the door nobody counts them for every player."""
    old = make_tournament("Frühling", date=timezone.localdate() - timedelta(days=300))
    make_entries(old, 2)
    new = make_tournament("Herbst")
    client = member(new, Role.ORGANIZER)
    user = Membership.objects.get(tournament=new).user
    Membership.objects.create(user=user, tournament=old, role=Role.ORGANIZER)
    for state, asked in (("prepare", False), ("running", False), ("final", True)):
        Tournament.objects.update(state=state)
        page = text(client.get(reverse("tournament", args=[new.pk])))
        sentence = "2 people have not played for six months: remove their names"
        assert (sentence in page) is asked, state
