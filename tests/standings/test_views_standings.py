"""Standings pages, the lot, and the player page."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Lot, Role, Seat, Tournament
from scoring.models.tournament import TournamentState
from tests.factories import make_member, make_series, seated
from tests.standings.test_reads_scopes import EQUAL
from tests.standings.test_reads_standings import TEXTBOOK, tournament_of
from tests.years import club_year

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return tournament_of(TEXTBOOK)


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


def test_standings_are_provisional_until_the_result_is_final(viewer, tournament):
    open_second = make_series(tournament)
    assert "state-provisional" in page(viewer, "standings", tournament.pk)
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
    tournament = tournament_of(EQUAL)
    client.force_login(make_member(tournament, Role.VIEWER))
    html = page(client, "standings", tournament.pk)
    assert "TO 5.1" in html
    assert "place_" not in html
    client.force_login(make_member(tournament, Role.ORGANIZER))
    html = page(client, "standings", tournament.pk)
    assert [row[0] for row in cells(html)] == ["1", "2", "2", "4"]
    first, second = re.findall(r'name="(place_\d+)"', html)
    lot = reverse("standings-lot", args=[tournament.pk])
    sent = {"scope": "overall", "rank": 2}
    # Places have to be distinct, from 1 on, and of all equals.
    for places in ({first: 1, second: 1}, {first: 0, second: 3}, {first: 1}):
        client.post(lot, sent | places)
    assert not Lot.objects.exists()
    assert client.post(lot, sent | {first: 2, second: 1}).status_code == 302
    rows = cells(page(client, "standings", tournament.pk))
    assert [row[:2] for row in rows] == [["1", "1"], ["2", "3"], ["3", "2"], ["4", "4"]]


def test_fifty_rows_stand_on_a_page_whatever_the_address_asks_and_the_queries_stay_few(
    client, django_assert_max_num_queries
):
    tournament = club_year(60, 1, 1).tournaments.get()
    Tournament.objects.update(state=TournamentState.RUNNING)
    Seat.objects.update(performance=1332, points=492, won=12, lost=0)
    client.force_login(make_member(tournament, Role.VIEWER))
    client.get("/tournaments/")  # a session is noted at its first request
    # Six for the panel of the next step, three for the lots among equals, one for the season.
    with django_assert_max_num_queries(23):
        html = page(client, "standings", tournament.pk)
    assert len(cells(html)) == 50
    for wanted, rows in ({"page": 2}, 10), ({"per_page": -3}, 50), ({"page": "x"}, 50):
        assert len(cells(page(client, "standings", tournament.pk, **wanted))) == rows
