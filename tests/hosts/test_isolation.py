"""What one host may not do with people, clubs and accounts of another, as it once could."""

import pytest

from scoring.accounts.services.accounts import create_account
from scoring.models import Actor, Club, Entry, Host, LogEntry, Person, Tournament
from scoring.people.services.register import merge_clubs, merge_people
from tests.factories import make_host, make_member, make_tournament
from tests.refusals import codes_of
from tests.visitors import browser, host_member

pytestmark = pytest.mark.django_db
BY = Actor(name="test")


@pytest.fixture
def ours() -> Tournament:
    return make_tournament("Unser Pokal")


@pytest.fixture
def theirs() -> Tournament:
    return make_tournament("Ihr Pokal", host=make_host())


def ada(tournament: Tournament, **fields: object) -> Person:
    given = {"family": "Amsel", "given": "Ada", "passport": "4711", "birth_year": 1954}
    return Person.objects.create(**{**given, "host": tournament.host, **fields})


def plays(person: Person, tournament: Tournament, number: int = 1) -> Entry:
    return Entry.objects.create(tournament=tournament, person=person, start_number=number)


def test_an_invented_player_is_merged_into_nobody_of_another_host_or_tournament(
    ours: Tournament, theirs: Tournament
):
    """His details would change in tournaments that the organizer has nothing to do with."""
    other = make_tournament("Fremder Pokal")
    known, invented = ada(other, passport="", birth_year=None), ada(ours)
    foreign = ada(theirs, passport="666")
    for person, where in ((known, other), (invented, ours), (foreign, theirs)):
        plays(person, where)
    organizer = Actor(make_member(ours, "organizer"))
    for kept, code in ((known, "not-organized-by-you"), (foreign, "person-unknown")):
        assert codes_of(merge_people, ours, invented, kept, by=organizer) == [code]
    clubs = [Club.objects.create(name="SC", host=each.host) for each in (ours, theirs)]
    assert codes_of(merge_clubs, ours, *clubs, by=BY) == ["club-gone"]
    known.refresh_from_db()
    assert known.passport == ""
    # What merging adds is logged where its owner plays.
    merge_people(ours, invented, known, by=BY)
    row = LogEntry.objects.get(tournament=other, subject="entry/1")
    assert (row.action, row.new) == ("entry.changed", {"changed": ["passport", "birth_year"]})


def test_nobody_takes_over_an_account_that_the_administrator_has_set_up(ours: Tournament):
    """Whoever could make a new link for it before its owner opens it could sign in as he."""
    chief, _link = create_account("Neu Neumann", by=BY)
    organizer = browser(make_member(ours, "organizer"))
    at = f"/tournaments/{ours.pk}/people"
    assert organizer.post(f"{at}/add/", {"user": chief.pk, "role": "viewer"}).status_code == 302
    assert organizer.post(f"{at}/{chief.pk}/link/").status_code == 404
    assert not chief.links.filter(used_at__isnull=False).exists()


def test_a_role_in_a_host_is_none_in_those_below_it(theirs: Tournament):
    above = make_host("LV Nord", kind="state")
    Host.objects.filter(pk=theirs.host_id).update(parent=above)
    client = host_member(above, "administrator")
    assert client.get(f"/tournaments/{theirs.pk}/").status_code == 404


# What the least role for it may: the address in a tournament, and whether it is sent.
ASKED = {
    "": ("viewer", False),
    "entries/add/": ("clerk", True),
    "log/": ("referee", False),
    "settings/": ("organizer", False),
}
ROLES = ["viewer", "clerk", "referee", "organizer", "administrator"]


@pytest.mark.parametrize("role", ROLES)
def test_a_role_in_a_host_means_the_same_in_its_tournaments_and_nothing_in_others(
    theirs: Tournament, ours: Tournament, role: str
):
    """What a role in a tournament may is proven by tests/whole/test_urls.py."""
    client = host_member(theirs.host, role)
    for page, (least, sends) in ASKED.items():
        ask = client.post if sends else client.get
        allowed = ROLES.index(role) >= ROLES.index(least)
        status = ask(f"/tournaments/{theirs.pk}/{page}").status_code
        assert (status == 403) is not allowed, page
        assert status < 500
    makes = 200 if role in ("organizer", "administrator") else 403
    assert client.get("/tournaments/new/").status_code == makes
    assert client.get(f"/tournaments/{ours.pk}/").status_code == 404
    # A role in the tournament itself holds there.
    theirs.memberships.create(user=theirs.host.roles.get().user, role="viewer")
    assert client.get(f"/tournaments/{theirs.pk}/log/").status_code == 403


def test_a_role_in_a_host_holds_in_its_seasons_and_leagues(theirs: Tournament, ours: Tournament):
    season = theirs.host.seasons.create(name="2026/27")
    other = ours.host.seasons.create(name="2026/27")
    for role, settings in (("viewer", 403), ("referee", 403), ("organizer", 200)):
        client = host_member(theirs.host, role)
        assert client.get(f"/seasons/{season.pk}/").status_code == 200
        assert client.get(f"/seasons/{season.pk}/settings/").status_code == settings
        assert client.get(f"/seasons/{other.pk}/").status_code == 404
