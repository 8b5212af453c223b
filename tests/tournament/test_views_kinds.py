"""A new tournament asks first for its kind, and sets what that kind needs."""

import pytest
from django.urls import reverse

from scoring.models import HostDefaults, Season, Tournament
from tests.factories import first_host, make_user
from tests.visitors import browser

pytestmark = pytest.mark.django_db

# docs/practice.md "Kinds of tournaments": series, fees, papers, who confirms, league, season.
TABLE = {
    "preisskat": (3, True, False, "second", False, False),
    "evening": (2, True, False, "self", False, True),
    "match-day": (3, False, False, "second", True, False),
    "championship": (3, True, True, "second", False, False),
}


@pytest.fixture
def chief():
    return browser(make_user("chief", superuser=True))


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
