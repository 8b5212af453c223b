"""Standings pages, the lot, the player page, and the settlement of a list."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from scoring.lists.services.lists import enter_totals
from scoring.models import Lot, Role, Tournament
from scoring.models.tournament import TournamentState
from scoring.rules.bare_totals import BareTotal
from tests.factories import make_member, make_series, open_list, seated
from tests.lists.test_services_games import CLERK

pytestmark = pytest.mark.django_db

# docs/law.md "Performance", the textbook list: Seeger-Fabian 1332, 1308, 1320, 108.
TEXTBOOK = [(492, 12, 0), (628, 12, 2), (660, 10, 1), (-32, 6, 5)]
TIED = [(20, 1, 0), (20, 1, 0), (0, 0, 0), (0, 0, 0)]


def enter(score_list, figures) -> None:
    played = sum(won + lost for _, won, lost in figures)
    totals = [BareTotal(*each) for each in figures]
    how = {"games_played": played, "stop_reason": "time"}
    enter_totals(score_list, totals, 0, by=CLERK, revision=1, **how)


@pytest.fixture
def tournament() -> Tournament:
    """One list of the textbook, without paper totals."""
    score_list = open_list(paper_total=False)
    enter(score_list, TEXTBOOK)
    return score_list.series.tournament


@pytest.fixture
def viewer(client: Client, tournament: Tournament) -> Client:
    client.force_login(make_member(tournament, Role.VIEWER))
    return client


def page(client: Client, name: str, *args: object, **query: object) -> str:
    return client.get(reverse(name, args=args), query).content.decode()


def cells(html: str) -> list[list[str]]:
    """The rows of the first table's body as text."""
    body = re.search(r"<tbody[^>]*>(.*?)</tbody>", html, re.DOTALL)[1]
    rows = re.findall(r"<tr[^>]*>(.*?)</tr>", body, re.DOTALL)
    return [
        [
            re.sub(r"<[^>]+>", "", cell).strip()
            for cell in re.findall(r"<td.*?</td>", row, re.DOTALL)
        ]
        for row in rows
    ]


def test_standings_are_provisional_and_count_what_is_missing(viewer, tournament):
    open_second = make_series(tournament)
    html = page(viewer, "standings", tournament.pk)
    assert "state-provisional" in html
    assert page(viewer, "series-standings", tournament.pk, open_second.number)
    Tournament.objects.update(state=TournamentState.FINAL)
    assert "state-final" in page(viewer, "standings", tournament.pk)


def test_every_name_links_to_the_player_page(viewer, tournament):
    """TO 8.12: points, (won − lost) × 50, lost by the others × 30."""
    html = page(viewer, "standings", tournament.pk)
    addresses = re.findall(r'href="(/entries/\d+/)"', html)
    assert len(addresses) == 4
    player = viewer.get(addresses[0]).content.decode()
    for figure in ("492", "600", "240", "1\u202f332"):
        assert f">{figure}<" in player


def test_empty_standings_name_the_next_step(client):
    tournament = seated(4).tournament
    client.force_login(make_member(tournament))
    html = page(client, "standings", tournament.pk)
    assert reverse("series-at-hand", args=[tournament.pk]) in html
    assert "<table" not in html


def test_equal_players_share_a_rank_until_the_organizer_records_the_lot(client):
    """TO 5.1: performance, games won, games lost, lot."""
    score_list = open_list(paper_total=False)
    enter(score_list, TIED)
    tournament = score_list.series.tournament
    client.force_login(make_member(tournament, Role.VIEWER))
    html = page(client, "standings", tournament.pk)
    assert "TO 5.1" in html
    assert "place_" not in html
    client.force_login(make_member(tournament, Role.ORGANIZER))
    html = page(client, "standings", tournament.pk)
    assert [row[0] for row in cells(html)] == ["1", "1", "3", "3"]
    assert html.count("TO 5.1") >= 2
    fields = re.findall(r'name="(place_\d+)"', html)
    assert len(fields) == 4
    lot = reverse("standings-lot", args=[tournament.pk])
    sent = {"scope": "overall", "rank": 1}
    for first, second in ((1, 1), (0, 3)):  # places have to be distinct, and from 1 on
        client.post(lot, sent | {fields[0]: first, fields[1]: second})
    client.post(lot, sent | {fields[0]: 1})
    assert not Lot.objects.exists()
    assert client.post(lot, sent | {fields[0]: 2, fields[1]: 1}).status_code == 302
    assert Lot.objects.count() == 2
    html = page(client, "standings", tournament.pk)
    assert [row[0] for row in cells(html)] == ["1", "2", "3", "3"]


def test_fifty_rows_stand_on_a_page_whatever_the_address_asks_and_the_queries_stay_few(
    client, django_assert_max_num_queries
):
    series = seated(60, paper_total=False)
    for score_list in series.lists.all():
        enter(score_list, TEXTBOOK)
    client.force_login(make_member(series.tournament, Role.VIEWER))
    client.get("/tournaments/")  # a session is noted at its first request
    # Five of them for the panel of the next step, three for the lots among equals.
    with django_assert_max_num_queries(21):
        html = page(client, "standings", series.tournament_id)
    assert len(cells(html)) == 50
    for wanted, rows in ({"page": 2}, 10), ({"per_page": -3}, 50), ({"page": "x"}, 50):
        assert len(cells(page(client, "standings", series.tournament_id, **wanted))) == rows
