"""Who stands above a host checks what was reported to it: rankings and reports, nothing else."""

import json
from dataclasses import dataclass

import pytest
from django.urls import reverse

from scoring.models import Host, Season, Tournament
from tests.factories import make_host, make_tournament
from tests.parcels import document_of, make_reporter, played
from tests.visitors import host_member, text

pytestmark = pytest.mark.django_db


@dataclass
class Reported:
    """Bund → LV Nord → SC Karo, to which a result was reported twice; SC Fremd beside."""

    hosts: dict[str, Host]
    first: Tournament
    newest: Tournament

    def url(self, at: str, name: str = "host-report", of: Tournament | None = None, *more: str):
        return reverse(name, args=[self.hosts[at].pk, (of or self.newest).pk, *more])


@pytest.fixture
def reported() -> Reported:
    top = make_host("Bund", kind="federation")
    state = make_host("LV Nord", parent=top, kind="state")
    club = make_host("SC Karo", parent=state)
    hosts = {"Bund": top, "LV Nord": state, "SC Karo": club, "SC Fremd": make_host("SC Fremd")}
    reporter = make_reporter(club)
    document = json.loads(document_of(played()))
    document["entries"][0]["person"] |= {"passport": "4711-1954", "birth_year": 1954}
    reporter.report(json.dumps(document))
    document["entries"][1]["person"]["family"] = "Berichtigt"
    reporter.report(json.dumps(document))
    first, newest = Tournament.objects.filter(host=club).order_by("pk")
    return Reported(hosts, first, newest)


# Where somebody has a role, the page of which host he opens, and what he gets.
RIGHTS = [
    ("Bund", "Bund", 200),
    ("LV Nord", "LV Nord", 200),
    ("SC Karo", "SC Karo", 200),
    ("Bund", "LV Nord", 404),
    ("LV Nord", "Bund", 404),
    ("SC Karo", "LV Nord", 404),
    ("SC Fremd", "SC Fremd", 404),
    ("SC Fremd", "LV Nord", 404),
]


def test_a_role_above_is_enough_and_nothing_less(reported: Reported):
    """The least one; what is more may this, too."""
    clients = {of: host_member(host, "viewer") for of, host in reported.hosts.items()}
    for of, page, status in RIGHTS:
        for address in (
            reported.url(page, of=reported.first),
            reported.url(page, "host-report-file", None, "overall", "csv"),
        ):
            assert clients[of].get(address).status_code == status, (of, address)


def test_rankings_and_reports_without_money_log_and_details(reported: Reported):
    client = host_member(reported.hosts["LV Nord"], "viewer")
    received = client.get(reverse("host-reports", args=[reported.hosts["LV Nord"].pk]))
    assert reported.url("LV Nord") in received.content.decode()
    # What a club plays on the server itself it publishes or does not.
    own = make_tournament("Vorstandsrunde", host=reported.hosts["SC Karo"])
    assert client.get(reported.url("LV Nord", of=own)).status_code == 404
    assert client.get(reverse("tournament", args=[reported.newest.pk])).status_code == 404
    page = client.get(reported.url("LV Nord"))
    words = text(page)
    assert "Berichtigt" in words
    assert "replaced" in words
    for scope in ("overall", "series/1"):
        table = client.get(reported.url("LV Nord", "host-report-file", None, scope, "csv"))
        assert "Berichtigt" in table.content.decode()
        assert "1954" not in table.content.decode()
    assert "4711-1954" not in page.content.decode()
    assert f"/tournaments/{reported.newest.pk}/" not in page.content.decode()
    # A ranking of the season holds evenings that were not reported.
    season = Season.objects.create(name="2026", host=reported.hosts["SC Karo"])
    Tournament.objects.filter(pk=reported.newest.pk).update(season=season)
    assert "Season" not in text(client.get(reported.url("LV Nord")))
    for scope in ("season", "nonsense", "series/9", "team"):
        address = reported.url("LV Nord", "host-report-ranking", None, scope)
        assert client.get(address).status_code == 404


def test_a_federation_sees_the_tree_below_it_and_what_its_clubs_have_published(reported: Reported):
    club, client = reported.hosts["SC Karo"], host_member(reported.hosts["Bund"], "viewer")
    make_tournament("Herbstpreis", host=club, public=True)
    make_tournament("Vorstandsrunde", host=club)
    make_tournament("Fernpokal", host=reported.hosts["SC Fremd"], public=True)
    page = client.get("/hosts/")
    words = text(page)
    assert "SC Karo club · 1 published tournament · 1 reported result" in words
    assert "LV Nord" in words
    assert "SC Fremd" not in words
    assert f'href="/hosts/{club.pk}/"' not in page.content.decode()
    assert "LV Nord" not in text(host_member(club, "viewer").get("/hosts/"))
    above = f"/hosts/{reported.hosts['Bund'].pk}/"
    words = text(client.get(above))
    names = ("SC Karo", "Herbstpreis", "Vorstandsrunde", "Fernpokal")
    assert [name in words for name in names] == [True, True, False, False]
    for name, kind, public, address in (
        ("Saison 2026", "club", True, "room-season"),
        ("Oberliga", "league", True, "room-league"),
        ("Intern", "club", False, "room-season"),
    ):
        season = Season.objects.create(name=name, kind=kind, host=club, public=public)
        listed = client.get(above)
        assert (name in text(listed)) is public
        assert (reverse(address, args=[season.pk]) in listed.content.decode()) is public
