"""Two servers on one PostgreSQL, and a third process that writes: what each of them knows."""

import http.cookiejar
import re
import urllib.parse
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path

import pytest
from django.conf import settings
from django.urls import reverse

from scoring.accounts.hashers import BoundedArgon2
from scoring.core.text import Name
from scoring.models import Actor, Membership, Role, Tournament, User
from scoring.people.services.entries import change_entry
from scoring.public import services
from scoring.simulation.services import SimulationPlan, play_series, register, seat_series
from tests.installation import Server, manage, servers, variables, writing_to
from tests.simulated import DAY
from tools.checks import postgres

pytestmark = [
    pytest.mark.slow,
    pytest.mark.long,
    pytest.mark.skipif(not postgres.programs(), reason="not run: needs PostgreSQL"),
]
BY = Actor(name="test")
PLAN = SimulationPlan(8, 2, "servers", "Herbstpokal", DAY, rounds=2)
PASSWORD = "a long sentence 47"


@dataclass
class Installation:
    servers: list[Server]
    tournament: Tournament

    def get(self, server: int, path: str, session: str = "", **headers: str) -> tuple[int, str]:
        connection = HTTPConnection("127.0.0.1", self.servers[server].port, timeout=30)
        if session:
            headers["Cookie"] = f"{settings.SESSION_COOKIE_NAME}={session}"
        connection.request("GET", path, headers={"Accept-Language": "de", **headers})
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer.status, text

    def public(self, name: str, *parts: object) -> str:
        return reverse(name, args=[self.tournament.pk, *parts])


@pytest.fixture(scope="module")
def installation(django_db_blocker, tmp_path_factory) -> Iterator[Installation]:
    folder: Path = tmp_path_factory.mktemp("servers")
    with django_db_blocker.unblock(), postgres.cluster() as database, writing_to(database):
        environment = variables(
            database,
            folder,
            SKATTURNIER_PROFILE="laptop",
            SKATTURNIER_ALLOWED_HOSTS="",
            SKATTURNIER_BEHIND_PROXY="0",
            SKATTURNIER_SECRET_KEY=settings.SECRET_KEY,
        )
        manage(environment, "update")
        tournament = register(PLAN, by=BY)
        play_series(PLAN, tournament, 1, by=BY)
        seat_series(PLAN, tournament, 2, by=BY)
        services.set_public(tournament, True, by=BY)
        with servers(environment, 2, workers=1) as started:
            yield Installation(started, tournament)


def clerk(tournament: Tournament, name: str) -> User:
    # Tests have a quicker hash, which servers do not know.
    argon = BoundedArgon2()
    user = User.objects.create(username=name, password=argon.encode(PASSWORD, argon.salt()))
    Membership.objects.create(user=user, tournament=tournament, role=Role.CLERK)
    return user


class Visitor:
    """A browser that keeps its cookies, whichever server it is sent to."""

    def __init__(self, installation: Installation) -> None:
        self.at = [each.address for each in installation.servers]
        self.cookies = http.cookiejar.CookieJar()
        jar = urllib.request.HTTPCookieProcessor(self.cookies)
        self.opener = urllib.request.build_opener(jar)

    def get(self, server: int, path: str) -> str:
        with self.opener.open(self.at[server] + path, timeout=30) as answer:
            return answer.read().decode()

    def post(self, server: int, path: str, **fields: str) -> str:
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', self.get(1 - server, path))
        assert token
        data = urllib.parse.urlencode({"csrfmiddlewaretoken": token[1], **fields}).encode()
        with self.opener.open(self.at[server] + path, data, timeout=60) as answer:
            return answer.read().decode()


def test_guesses_at_one_server_count_at_the_other(installation):
    def guess(number: int) -> int:
        return installation.get(number % 2, f"/t/{'a' * 25}{chr(98 + number)}/")[0]

    assert [guess(number) for number in range(20)] == [404] * 20
    assert [guess(20), guess(21)] == [429, 429]
    # A laptop has no proxy: what a sender says about himself is not believed.
    forged = installation.get(0, f"/t/{'b' * 26}/", **{"X-Forwarded-For": "192.0.2.7"})
    assert forged[0] == 429


def test_a_form_of_one_server_is_taken_by_the_other_and_a_session_ends_on_both(installation):
    clerk(installation.tournament, "emma")
    here, there = Visitor(installation), Visitor(installation)
    page = reverse("tournament", args=[installation.tournament.pk])
    for server, visitor in enumerate((here, there)):
        visitor.post(server, "/sign-in/", username="emma", password=PASSWORD)
        assert "emma" in visitor.get(1 - server, "/account/")
        assert "Herbstpokal" in visitor.get(server, page)
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', here.get(0, "/account/"))
    data = urllib.parse.urlencode({"csrfmiddlewaretoken": token[1]}).encode()
    here.opener.open(here.at[0] + "/account/sessions/end/", data, timeout=60).close()
    assert "emma" not in there.get(1, "/account/")
    assert "emma" in here.get(1, "/account/")


def test_pages_of_both_servers_show_what_another_process_wrote(installation):
    path = installation.public("room-standings")
    pages = [installation.get(server, path)[1] for server in (0, 1, 0, 1)]
    assert len(set(pages)) == 1
    entry = installation.tournament.entries.select_related("person").first()
    name = Name("Unverwechselbar", "Xaver")
    change_entry(entry, by=BY, name=name, club="", start_number=entry.start_number)
    for server in (0, 1):
        assert "Unverwechselbar" in installation.get(server, path)[1]


def test_a_withdrawn_page_is_gone_at_both_servers_at_once(installation):
    """docs/server.md "How long a withdrawn page is seen": here without a proxy."""
    path = installation.public("room-standings")
    for public, status in ((True, 200), (False, 404), (True, 200)):
        services.set_public(installation.tournament, public, by=BY)
        assert [installation.get(server, path)[0] for server in (0, 1)] == [status] * 2
