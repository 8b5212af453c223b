"""The list of tournaments; a new one, by its kind, and what may be wrong with it."""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import HostDefaults, Season, Tournament
from tests.factories import first_host, make_tournament, make_user
from tests.visitors import browser, member, text

pytestmark = pytest.mark.django_db
FORM = {"name": "Herbstpokal", "date": "2026-11-21", "series": "3", "rounds": "12"}


def test_everybody_sees_the_tournaments_in_which_he_has_a_role(chief: Client):
    own, _other = make_tournament("Herbstpokal"), make_tournament("Frühlingspokal", sample=True)
    for client, sees in ((member(own, "clerk"), False), (chief, True)):
        page = text(client.get("/tournaments/"))
        assert "Herbstpokal" in page
        assert ("Frühlingspokal" in page) is ("Sample" in page) is sees


def test_without_a_tournament_the_page_says_what_to_do_and_many_come_in_pages(chief: Client):
    assert "a name is enough to begin" in text(chief.get("/tournaments/"))
    assert "Ask the organizer" in text(browser(make_user()).get("/tournaments/"))
    for number in range(51):
        make_tournament(f"Turnier {number}")
    assert 'href="?page=2"' in chief.get("/tournaments/").content.decode()


def test_errors_are_shown_at_their_fields(chief: Client):
    for changed, sentence in (
        ({"name": " "}, "This field is required."),
        ({"name": "x" * 121}, "at most 120 characters"),
        ({"date": "30.02.2026"}, "Please type a date like 27.11.2026."),
        ({"date": "0026-11-21"}, "This date is not possible."),
        ({"series": "21"}, "less than or equal to 20"),
        ({"rounds": str(2**63)}, "less than or equal to 24"),
        ({"system": "isko-1998/1850"}, "Select a valid choice."),
    ):
        response = chief.post("/tournaments/new/", FORM | changed)
        assert response.status_code == 422
        assert sentence in text(response)
    assert not Tournament.objects.exists()


# docs/practice.md "Kinds of tournaments": series, fees, papers, who confirms, league, season.
TABLE = {
    "preisskat": (3, True, False, "second", False, False),
    "evening": (2, True, False, "self", False, True),
    "match-day": (3, False, False, "second", True, False),
    "championship": (3, True, True, "second", False, False),
}


def made(client, kind):
    """The tournament that the page of this kind makes as it stands, with a name."""
    form = client.get(reverse("tournament-new"), {"kind": kind}).context["form"]
    sent = {name: form[name].value() for name in form.fields}
    sent = {name: value for name, value in sent.items() if value not in ("", None, False)}
    client.post(reverse("tournament-new"), sent | {"kind": kind, "name": "Novemberskat"})
    return Tournament.objects.get()


@pytest.mark.parametrize("kind", TABLE)
def test_each_kind_sets_what_it_needs_unless_the_host_has_agreed_something(chief, kind):
    Season.objects.create(name="Vereinsjahr 2026", host=first_host())
    series, fees, *others = TABLE[kind]
    tournament = made(chief, kind)
    assert tournament.series.count() == series
    set_up = [tournament.ask_handed_in, tournament.confirm, tournament.league]
    assert [*set_up, tournament.season is not None] == others
    Tournament.objects.all().delete()
    HostDefaults.objects.create(host=first_host(), entry_cents=1000, series=4)
    tournament = made(chief, kind)
    assert tournament.series.count() == 4
    assert (hasattr(tournament, "fees") and tournament.fees.entry_cents == 1000) is fees
