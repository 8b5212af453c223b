"""Lists that a federation fills: a page of each is read, the rest is paged and searched."""

from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.db.models import Model
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.core import forms
from scoring.core.services import write_log
from scoring.log import reads
from scoring.models import (
    Actor,
    Club,
    HostRole,
    LogEntry,
    Membership,
    Person,
    Season,
    Tournament,
    User,
)
from tests.factories import make_host, make_tournament
from tests.visitors import text

pytestmark = pytest.mark.django_db
MANY = 120
BY = Actor(name="test")


def many(model: type[Model], name: str = "name", **fields: object) -> None:
    model._default_manager.bulk_create(
        model(**{name: f"Reihe-{number:03}"}, **fields) for number in range(MANY)
    )


@pytest.mark.parametrize(
    ("listed", "model", "fields"),
    [
        ("tournaments", Tournament, {"date": date(2026, 11, 21)}),
        ("seasons", Season, {}),
        ("accounts", User, {"name": "username"}),
        ("clubs", Club, {}),
    ],
)
def test_a_long_list_is_paged_and_searched(
    listed: str, model: type[Model], fields: dict[str, Any], tournament: Tournament, chief: Client
):
    address = reverse(listed, args=[tournament.pk] if listed == "clubs" else [])
    assert 'id="query"' not in chief.get(address).content.decode(), "nothing to search yet"
    many(model, **fields)
    first = chief.get(address)
    assert len(first.context["page"]) == 50
    assert "page=3" in first.content.decode()
    found = chief.get(address, {"q": "Reihe-077"})
    assert (len(found.context["page"]), "077" in text(found)) == (1, True)
    assert "of this name" in text(chief.get(address, {"q": "gibt es nicht"}))
    assert chief.get(address, {"page": "999", "q": "reihe"}).context["page"].number == 3
    assert chief.get(address, {"page": "x", "q": "\x00%_'"}).status_code == 200


def test_two_of_many_clubs_are_merged(tournament: Tournament, chief: Client):
    many(Club)
    one, other = (Club.objects.create(name=name) for name in ("Zum Ass", "Zum As"))
    address = reverse("clubs", args=[tournament.pk])
    assert {one, other} <= {*chief.get(address).context["merge"].fields["kept"].queryset}
    merge = reverse("clubs-merge", args=[tournament.pk])
    refused = chief.post(merge, {"club": one.pk, "kept": one.pk})
    assert refused.status_code == 422
    assert f'<option value="{one.pk}" selected' in refused.content.decode(), "the choice stays"
    assert chief.post(merge, {"club": other.pk, "kept": one.pk}).status_code == 302
    assert not Club.objects.filter(pk=other.pk).exists()
    Club.objects.exclude(pk=one.pk).delete()
    again = chief.post(merge, {"club": other.pk, "kept": one.pk})  # somebody else was faster
    assert "Select a valid choice" in text(again)


def test_names_to_be_removed_are_paged(tournament: Tournament, chief: Client):
    many(Person, "family")
    address = reverse("register", args=[tournament.pk])
    page = chief.get(address)
    assert page.content.decode().count('name="person"') == 50
    assert f"Names that may be removed {MANY}" in text(page)
    last = chief.get(address, {"page": "3"}).content.decode()
    assert (last.count('name="person"'), "Reihe-119" in last) == (MANY - 100, True)
    found = text(chief.get(address, {"q": "Reihe-119"}))
    assert "Reihe-119" in found
    assert "Names that may be removed" not in found, "only who is searched for"


def test_the_first_of_many_doubles_are_shown(tournament: Tournament, chief: Client):
    names = [f"Amsel {number:02}" for number in range(30)]
    Person.objects.bulk_create(Person(family=each) for each in [*names, *names])
    page = text(chief.get(reverse("register", args=[tournament.pk])))
    assert "Perhaps the same person 20+" in page
    assert "Only the first 20 are shown." in page


def test_an_account_is_typed_where_too_many_are_known(
    tournament: Tournament, chief: Client, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(forms, "MAX_CHOICES", 2)
    host = make_host()
    many(User, "username")
    address = reverse("host", args=[host.pk])
    assert "<option" not in str(chief.get(address).context["role_form"]["user"])
    give = reverse("host-role-give", args=[host.pk])
    wrong = chief.post(give, {"user": "gibt-es-nicht\x00", "role": "clerk"}, follow=True)
    assert "no account of this name" in text(wrong)
    chief.post(give, {"user": " Reihe-077 ", "role": "clerk"})
    assert HostRole.objects.get(host=host).user.username == "Reihe-077"
    people = reverse("people-add", args=[tournament.pk])
    User.objects.update(made_by=tournament.host_id)
    chief.post(people, {"user": "Reihe-078", "role": "clerk"})
    assert Membership.objects.get(tournament=tournament).user.username == "Reihe-078"


def test_roles_of_a_host_are_paged(chief: Client):
    host = make_host()
    many(User, "username")
    rows = User.objects.filter(username__startswith="Reihe")
    HostRole.objects.bulk_create(HostRole(user=each, host=host, role="clerk") for each in rows)
    page = chief.get(reverse("host", args=[host.pk]), {"roles": "3"})
    assert len(page.context["roles"]) == MANY - 100
    assert "roles=1" in page.content.decode()


def test_the_log_of_the_installation_searches_its_newest_rows(
    tournament: Tournament, chief: Client, monkeypatch: pytest.MonkeyPatch
):
    """The log of a tournament is searched from its first row on."""
    write_log("tournament.created", "tournament", by=Actor(name="früher"), tournament=tournament)
    monkeypatch.setattr(reads, "MAX_ROWS", 5)
    assert "rows are searched" not in text(chief.get("/log/"))
    for _ in range(5):
        write_log("tournament.changed", "tournament", by=BY, tournament=tournament)
    page = chief.get("/log/")
    assert "rows are searched" in text(page)
    assert len(page.context["page"]) == 5
    assert [value for value, _ in page.context["form"].fields["person"].choices] == ["", "test"]
    own = chief.get(reverse("log", args=[tournament.pk]))
    assert len(own.context["page"]) == LogEntry.objects.count() == 6


def test_who_did_it_is_typed_where_many_have(
    tournament: Tournament, chief: Client, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("scoring.log.forms.MAX_CHOICES", 1)
    for name in ("ada", "bruno"):
        write_log("tournament.changed", "tournament", by=Actor(name=name), tournament=tournament)
    address = reverse("log", args=[tournament.pk])
    page = chief.get(address, {"person": "ada"})
    assert len(page.context["page"]) == 1
    assert "<option" not in str(page.context["form"]["person"])


def test_a_page_of_honours_asks_no_more_than_any_page(chief: Client):
    for year in range(2020, 2050):
        season = Season.objects.create(name=str(year))
        evening = make_tournament(f"Abend {year}", season=season)
        write_log("tournament.created", "tournament", by=BY, tournament=evening)
    with CaptureQueriesContext(connection) as queries:
        chief.get(reverse("honours"))
    assert len(queries) <= 60
    file = reverse("honours-file", args=["csv"])
    chief.get(file)
    with CaptureQueriesContext(connection) as queries:
        chief.get(file)
    assert len(queries) <= 10, "nothing has changed: no season is read again"
