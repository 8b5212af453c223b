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

FIGURES = ["1\u202f332", "1\u202f320", "1\u202f308", "108"]  # of the textbook list, by rank
# docs/law.md "Performance", the textbook list: Seeger-Fabian 1332, 1308, 1320, 108.
TEXTBOOK = [(492, 12, 0), (628, 12, 2), (660, 10, 1), (-32, 6, 5)]
TIED = [(20, 1, 0), (20, 1, 0), (0, 0, 0), (0, 0, 0)]


def enter(score_list, figures, games=None) -> None:
    played = sum(won + lost for _, won, lost in figures)
    enter_totals(
        score_list,
        [BareTotal(*each) for each in figures],
        0,
        by=CLERK,
        revision=1,
        games_played=played,
        stop_reason="time",
    )


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


def test_the_textbook_list_ranks_by_performance(viewer, tournament):
    """docs/law.md "Performance": A wins by Seeger-Fabian with 1332 before C and B."""
    rows = cells(page(viewer, "standings", tournament.pk))
    assert [row[0] for row in rows] == ["1", "2", "3", "4"]
    assert [next(cell for cell in row if cell in FIGURES) for row in rows] == FIGURES


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


def test_a_series_that_does_not_exist_is_not_found(viewer, tournament):
    file = "series-standings-file"
    for name, *kind in (("series-standings",), (file, "pdf"), (file, "xlsx")):
        assert viewer.get(reverse(name, args=[tournament.pk, 7, *kind])).status_code == 404


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
    client.force_login(make_member(tournament, Role.ORGANIZER))
    html = page(client, "standings", tournament.pk)
    assert [row[0] for row in cells(html)] == ["1", "1", "3", "3"]
    assert html.count("TO 5.1") >= 2
    fields = re.findall(r'name="(place_\d+)"', html)
    assert len(fields) == 4
    answer = client.post(
        reverse("standings-lot", args=[tournament.pk]),
        {"scope": "overall", "rank": 1, fields[0]: 2, fields[1]: 1},
    )
    assert answer.status_code == 302
    assert Lot.objects.count() == 2
    html = page(client, "standings", tournament.pk)
    assert [row[0] for row in cells(html)] == ["1", "2", "3", "3"]


@pytest.mark.parametrize("places", [(1, 1), (1, None), (0, 3)])
def test_lot_requires_distinct_places(client, places):
    score_list = open_list(paper_total=False)
    enter(score_list, TIED)
    tournament = score_list.series.tournament
    client.force_login(make_member(tournament, Role.ORGANIZER))
    fields = re.findall(r'name="(place_\d+)"', page(client, "standings", tournament.pk))
    sent = {field: place for field, place in zip(fields, places, strict=False) if place is not None}
    client.post(
        reverse("standings-lot", args=[tournament.pk]), sent | {"scope": "overall", "rank": 1}
    )
    assert not Lot.objects.exists()


def test_a_viewer_sees_that_a_lot_is_needed_and_no_form(client):
    score_list = open_list(paper_total=False)
    enter(score_list, TIED)
    client.force_login(make_member(score_list.series.tournament, Role.VIEWER))
    html = page(client, "standings", score_list.series.tournament_id)
    assert "TO 5.1" in html
    assert "place_" not in html


@pytest.mark.parametrize(
    ("stake", "shown"), [("1/4", "1/4"), ("0,25", "1/4"), ("1", "1"), ("1/10", "1/10"), ("0", "0")]
)
def test_the_stake_is_an_exact_fraction_of_a_cent(viewer, tournament, stake, shown):
    html = page(viewer, "list-settlement", tournament.series.get().lists.get().pk, stake=stake)
    assert re.search(rf"\b{shown}\b", html)
    assert html.count("<table") == 2


@pytest.mark.parametrize("stake", ["x", "1/0", "-1", "1e99", "99999"])
def test_invalid_stake_is_reported(viewer, tournament, stake):
    score_list = tournament.series.get().lists.get()
    address = reverse("list-settlement", args=[score_list.pk])
    answer = viewer.get(address, {"stake": stake})
    assert answer.status_code == 422
    assert "<table" not in answer.content.decode()


def test_a_settlement_is_shown_by_sum_and_by_pairs(client):
    """SkO 5.5.5: 196, 33, −12, 85 at 1/4 are 1.21 −0.42 −0.88 0.09."""
    score_list = open_list(paper_total=False)
    score_list.seat_rows.update(won=0, lost=0, others_lost=0, performance=0, points=0)
    for seat, points in enumerate((196, 33, -12, 85), 1):
        score_list.seat_rows.filter(position=seat).update(points=points)
    client.force_login(make_member(score_list.series.tournament, Role.VIEWER))
    html = page(client, "list-settlement", score_list.pk, stake="1/4")
    rows = cells(html)
    assert [row[2] for row in rows] == ["482", "−170", "−350", "38"]
    assert [row[3] for row in rows] == ["1,21 €", "−0,42 €", "−0,88 €", "0,09 €"]
    pairs = html[html.index("</table>") :]
    assert cells(pairs)[0][2:] == ["163", "208", "111", "482"]


def test_a_list_without_figures_has_nothing_to_settle(client):
    score_list = open_list()
    client.force_login(make_member(score_list.series.tournament, Role.VIEWER))
    assert "<table" not in page(client, "list-settlement", score_list.pk, stake="1")


def test_fifty_rows_stand_on_a_page_and_the_queries_stay_few(client, django_assert_max_num_queries):
    series = seated(60, paper_total=False)
    for score_list in series.lists.all():
        enter(score_list, TEXTBOOK)
    client.force_login(make_member(series.tournament, Role.VIEWER))
    client.get("/tournaments/")  # a session is noted at its first request
    # Five of them for the panel of the next step, three for the lots among equals.
    with django_assert_max_num_queries(21):
        html = page(client, "standings", series.tournament_id)
    assert len(cells(html)) == 50
    assert len(cells(page(client, "standings", series.tournament_id, page=2))) == 10


@pytest.mark.parametrize("query", ["per_page=0", "per_page=-3", "per_page=1&page=9", "page=x"])
def test_no_number_in_the_address_breaks_the_page(viewer, tournament, query):
    """The length of a page is the program's, and a page that does not exist is the last one."""
    answer = viewer.get(reverse("standings", args=[tournament.pk]) + f"?{query}")
    assert answer.status_code == 200
    assert len(cells(answer.content.decode())) == 4
