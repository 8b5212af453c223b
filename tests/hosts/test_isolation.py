"""What one host may not do with people, clubs and accounts of another, as it once could."""

import pytest

from scoring.accounts.reads import members_without_password
from scoring.accounts.services.accounts import create_account
from scoring.core.forms import Refused
from scoring.core.text import Details, Name
from scoring.models import Actor, Club, Entry, Host, HostRole, LogEntry, Person, Tournament, User
from scoring.people.reads.entries import suggestions_for
from scoring.people.services.clubs import merge_people
from scoring.people.services.entries import change_entry
from tests.factories import make_host, make_member, make_tournament, make_user
from tests.refusals import codes
from tests.visitors import browser

pytestmark = pytest.mark.django_db
BY = Actor(name="test")


@pytest.fixture
def ours() -> Tournament:
    return make_tournament("Unser Pokal")


@pytest.fixture
def theirs() -> Tournament:
    return make_tournament("Ihr Pokal", host=make_host())


def ada(tournament: Tournament, **fields: object) -> Person:
    """Ada Amsel, on record where the tournament is."""
    given = {"family": "Amsel", "given": "Ada", "passport": "4711", "birth_year": 1954}
    return Person.objects.create(**{**given, "host": tournament.host, **fields})


def plays(person: Person, tournament: Tournament, number: int = 1) -> Entry:
    return Entry.objects.create(tournament=tournament, person=person, start_number=number)


def test_suggestions_tell_nothing_of_the_people_of_another_host(
    ours: Tournament, theirs: Tournament
):
    known = ada(ours)
    clerk = browser(make_member(theirs, "clerk"))
    assert [each.person for each in suggestions_for(ours, "Ams")] == [known]
    answer = clerk.get(f"/tournaments/{theirs.pk}/entries/suggest/", {"line": "Ams", "name": "Ams"})
    assert answer.status_code == 200
    assert "4711" not in answer.content.decode()
    assert "Amsel" not in answer.content.decode()


def test_clubs_of_another_host_are_neither_renamed_nor_merged(ours: Tournament, theirs: Tournament):
    club, own = (
        Club.objects.create(name="Herz Dame"),
        Club.objects.create(name="Karo Ass", host=theirs.host),
    )
    organizer = browser(make_member(theirs, "organizer"))
    at = f"/tournaments/{theirs.pk}/clubs"
    assert organizer.post(f"{at}/rename/", {"club": club.pk, "name": "Neu"}).status_code == 422
    for gone, kept in ((club, own), (own, club)):
        sent = {"club": gone.pk, "kept": kept.pk}
        assert organizer.post(f"{at}/merge/", sent).status_code == 422
    assert set(Club.objects.values_list("name", flat=True)) == {"Herz Dame", "Karo Ass"}
    # The same name in both hosts is no duplicate, and nobody learns of the other's.
    assert organizer.post(f"{at}/add/", {"name": "Herz Dame"}).status_code == 302
    assert Club.objects.filter(name="Herz Dame").count() == 2


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
        with pytest.raises(Refused) as refused:
            merge_people(ours, invented, kept, by=organizer)
        assert codes(refused) == [code]
    known.refresh_from_db()
    assert known.passport == ""


def test_details_that_merging_adds_are_logged_where_their_owner_plays(ours: Tournament):
    other = make_tournament("Zweiter Pokal")
    known, double = ada(other, passport=""), ada(ours)
    plays(known, other, 9)
    plays(double, ours)
    merge_people(ours, double, known, by=BY)
    row = LogEntry.objects.get(tournament=other)
    assert (row.action, row.subject) == ("entry.changed", "entry/9")
    assert row.new == {"changed": ["passport"]}


def test_nobody_of_another_host_is_entered_by_his_id(ours: Tournament, theirs: Tournament):
    """So his own organizer can correct his name."""
    known = ada(ours, given="Adda")
    entry = plays(known, ours)
    organizer = browser(make_member(theirs, "organizer"))
    sent = {"name": "Ganz Anders", "line": "Ganz Anders", "person": known.pk}
    answer = organizer.post(f"/tournaments/{theirs.pk}/entries/add/", sent)
    assert answer.status_code == 422
    assert not theirs.entries.exists()
    own = Actor(make_member(ours, "organizer"))
    name, details = Name("Amsel", "Ada"), Details("4711", 1954)
    change_entry(entry, by=own, name=name, club="", start_number=1, details=details)
    known.refresh_from_db()
    assert known.given == "Ada"


def unopened(**fields: object) -> User:
    return create_account("Neu Neumann", by=BY, **fields)[0]


def test_nobody_takes_over_an_account_that_the_administrator_has_set_up(ours: Tournament):
    """Whoever could make a new link for it before its owner opens it could sign in as he."""
    chief = unopened()
    organizer = browser(make_member(ours, "organizer"))
    at = f"/tournaments/{ours.pk}/people"
    assert organizer.post(f"{at}/add/", {"user": chief.pk, "role": "viewer"}).status_code == 302
    assert organizer.post(f"{at}/{chief.pk}/link/").status_code == 404
    assert not chief.links.filter(used_at__isnull=False).exists()


def test_an_account_with_a_role_elsewhere_gets_no_new_link(ours: Tournament):
    own = unopened(made_by=ours.host_id)
    ours.memberships.create(user=own, role="clerk")
    assert list(members_without_password(ours)) == [own]
    elsewhere = make_tournament().memberships.create(user=own, role="clerk")
    assert list(members_without_password(ours)) == []
    elsewhere.delete()
    HostRole.objects.create(user=own, host=ours.host, role="viewer")
    assert list(members_without_password(ours)) == []


def test_accounts_of_another_host_are_given_no_role(ours: Tournament, theirs: Tournament):
    stranger = make_member(ours, "clerk", "fremde")
    waiting = unopened(made_by=ours.host_id)
    organizer = browser(make_member(theirs, "organizer"))
    at = f"/tournaments/{theirs.pk}/people"
    assert "fremde" not in organizer.get(f"{at}/").content.decode()
    for user in (stranger, waiting, make_user()):
        sent = {"user": user.pk, "role": "organizer"}
        assert organizer.post(f"{at}/add/", sent).status_code == 422
    assert theirs.memberships.count() == 1


def test_a_role_in_a_host_is_none_in_those_below_it(theirs: Tournament):
    above = make_host("LV Nord", kind="state")
    Host.objects.filter(pk=theirs.host_id).update(parent=above)
    user = make_user()
    HostRole.objects.create(user=user, host=above, role="administrator")
    assert browser(user).get(f"/tournaments/{theirs.pk}/").status_code == 404


def test_a_role_in_the_tournament_itself_holds_there(ours: Tournament):
    user = make_member(ours, "viewer")
    HostRole.objects.create(user=user, host=ours.host, role="organizer")
    assert browser(user).get(f"/tournaments/{ours.pk}/settings/").status_code == 403


# What the least role for it may: the address in a tournament, and whether it is sent.
ASKED = {
    "": ("viewer", False),
    "standings/": ("viewer", False),
    "prints/": ("viewer", False),
    "entries/add/": ("clerk", True),
    "clubs/": ("clerk", False),
    "rulings/new/": ("referee", False),
    "log/": ("referee", False),
    "people/": ("organizer", False),
    "settings/": ("organizer", False),
}


ROLES = ["viewer", "clerk", "referee", "organizer", "administrator"]


@pytest.mark.parametrize("role", ROLES)
def test_a_role_in_a_host_means_the_same_in_its_tournaments_and_nothing_in_others(
    theirs: Tournament, ours: Tournament, role: str
):
    """What a role in a tournament may is proven by tests/whole/test_urls.py."""
    user = make_user()
    HostRole.objects.create(user=user, host=theirs.host, role=role)
    client = browser(user)
    for page, (least, sends) in ASKED.items():
        ask = client.post if sends else client.get
        allowed = ROLES.index(role) >= ROLES.index(least)
        status = ask(f"/tournaments/{theirs.pk}/{page}").status_code
        assert (status == 403) is not allowed, page
        assert status < 500
    makes = 200 if role in ("organizer", "administrator") else 403
    assert client.get("/tournaments/new/").status_code == makes
    assert client.get(f"/tournaments/{ours.pk}/").status_code == 404


def test_a_role_in_a_host_holds_in_its_seasons_and_leagues(theirs: Tournament, ours: Tournament):
    season = theirs.host.seasons.create(name="2026/27")
    other = ours.host.seasons.create(name="2026/27")
    for role, settings in (("viewer", 403), ("referee", 403), ("organizer", 200)):
        user = make_user()
        HostRole.objects.create(user=user, host=theirs.host, role=role)
        client = browser(user)
        assert client.get(f"/seasons/{season.pk}/").status_code == 200
        assert client.get(f"/seasons/{season.pk}/settings/").status_code == settings
        assert client.get(f"/seasons/{other.pk}/").status_code == 404
