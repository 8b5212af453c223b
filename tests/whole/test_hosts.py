"""Two hosts on one server: whoever organizes the one neither sees nor changes what is the other's.

Every address is asked for with the ids of the neighbour in its path. `test_hosts_ids.py` sends them
in the fields of every form.
"""

from dataclasses import dataclass
from typing import Any

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import Client

from scoring.models import (
    Club,
    Entry,
    HostRole,
    Person,
    Season,
    Tournament,
)
from scoring.prints.table_files import MONEY, TABLES
from tests.factories import make_host
from tests.snapshots import built_once
from tests.whole.test_urls import ADMINISTRATION, TABLE
from tests.world import World, a_world, parameters, signed_in

# By these everything of the other host is known, wherever it turns up.
SECRETS = ("Geheimrat", "VERBAND-4711", "Geheimclub", "Geheimpokal", "Geheimsaison")
# What somebody types who fishes for them, and what forms need besides to be read at all.
FISHING = {
    **dict.fromkeys(("name", "line", "q", "text", "typed", "full_name", "players"), "Geheim"),
    **dict.fromkeys(("date", "day", "on", "joined"), "2026-12-01"),
    **dict.fromkeys(("family", "given", "title"), "Neu"),
    **dict.fromkeys(("number", "start_number"), "77"),
    **dict.fromkeys(("confirmed", "seen", "another", "public"), "on"),
    "action": "link",
    "reason": "Test",
    "role": "organizer",
    "username": "viewer",
}


@dataclass
class Neighbours:
    """Two hosts with the same things in each; the reader administers `mine`."""

    mine: World
    theirs: World
    session: str

    @property
    def client(self) -> Client:
        client = Client(raise_request_exception=True, headers={"accept-language": "en"})
        client.cookies[settings.SESSION_COOKIE_NAME] = self.session
        return client

    @property
    def ids(self) -> dict[str, Any]:
        """What is theirs, as addresses call it."""
        at = self.theirs
        return {
            "booking_id": at.tournament.bookings.values_list("pk", flat=True)[0],
            "club_id": at.members.values_list("club", flat=True)[0],
            "entry_id": at.entry.pk,
            "list_id": at.score_list.pk,
            "log_id": at.act.pk,
            "member_id": at.members.values_list("pk", flat=True)[0],
            "penalty_id": at.penalty.pk,
            "person_id": at.entry.person_id,
            "pot_id": at.tournament.pots.values_list("pk", flat=True)[0],
            "row_id": at.act.pk,
            "team_id": at.team.pk,
            "user_id": at.people["viewer"].pk,
            "venue_id": at.meeting.division.season.venues.get().pk,
        }


@pytest.fixture
def neighbours(db: None) -> Neighbours:
    return two_hosts()


@built_once
def two_hosts() -> Neighbours:
    theirs = a_world()
    name_secretly(theirs.tournament)
    host = make_host("SC Nachbar")
    mine = a_world(host.pk, "my-")
    organizer = mine.people["organizer"]
    HostRole.objects.create(user=organizer, host=host, role="administrator")
    return Neighbours(mine, theirs, signed_in(organizer))


def name_secretly(tournament: Tournament) -> None:
    host = tournament.host_id
    for place, person in enumerate(Person.objects.filter(host=host).order_by("pk")):
        person.family, person.given = f"Geheimrat{place}", "Gundula"
        person.passport, person.birth_year = f"VERBAND-4711-{place}", 1931
        person.save()
    Club.objects.filter(host=host).update(name="Geheimclub")
    Entry.objects.filter(tournament__host=host).update(club_name="Geheimclub")
    Tournament.objects.filter(host=host).update(name="Geheimpokal")
    for season in Season.objects.filter(host=host):
        Season.objects.filter(pk=season.pk).update(name=f"Geheimsaison {season.pk}")
    tournament.refresh_from_db()


def told(response: HttpResponse) -> list[str]:
    """The secrets in an answer."""
    content = b"".join(response.streaming_content) if response.streaming else response.content
    text = content.decode("utf-8", "replace")
    return [each for each in SECRETS if each in text]


def test_nothing_of_another_host_has_an_address(neighbours: Neighbours):
    """It is 404 as for a stranger, which does not confirm that it exists."""
    for name, page in TABLE.items():
        url = neighbours.theirs.url(name)
        if page.get:
            assert neighbours.client.get(url).status_code == 404, name
        if page.post:
            assert neighbours.client.post(url).status_code == 404, name


INNER = [(name, key) for name in TABLE for key in parameters(name)[1:] if key.endswith("_id")]


def test_an_id_of_another_host_behind_one_of_ones_own_is_404(neighbours: Neighbours):
    for name, key in INNER:
        url, page = neighbours.mine.url(name, **{key: neighbours.ids[key]}), TABLE[name]
        if page.get:
            assert neighbours.client.get(url).status_code == 404, (name, key)
        if page.post:
            assert neighbours.client.post(url, FISHING).status_code == 404, (name, key)


MAKING = {"tournament-new", "season-new", "season-first-evening", "league-new"}


def test_the_administrator_of_a_host_does_not_administer_the_server(neighbours: Neighbours):
    for name in sorted(ADMINISTRATION.keys() - MAKING):
        url, page = neighbours.mine.url(name), ADMINISTRATION[name]
        assert neighbours.client.get(url).status_code == (403 if page.get else 405), name
        assert neighbours.client.post(url, FISHING).status_code == (403 if page.post else 405), name


def test_lists_show_ones_own_alone(neighbours: Neighbours):
    for name in ("tournaments", "seasons", "leagues", "honours", "hosts", "tournament-new"):
        assert told(neighbours.client.get(neighbours.mine.url(name))) == [], name


def test_tables_to_take_along_hold_ones_own_alone(neighbours: Neighbours):
    for what in (*TABLES, *MONEY):
        name = "table-file" if what in TABLES else "money-file"
        url = neighbours.mine.url(name, what=what, kind="csv")
        for query in ({}, {"q": "Geheim"}):
            answer = neighbours.client.get(url, query)
            assert answer.status_code == 200, what
            assert told(answer) == [], what
