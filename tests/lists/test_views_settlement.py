"""The settlement of a list on its page and in its files (SkO 5.5.4-5, TO 9.2)."""

from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook
from pypdf import PdfReader

from scoring.lists.services.games import record_games
from scoring.models import Role, ScoreList
from scoring.rules.settlement import agree, write_agreed
from tests.factories import line, make_member, open_list
from tests.lists.made import act
from tests.rules.test_stakes import HALF, NOON, QUARTER

pytestmark = pytest.mark.django_db


def settled_list(*stakes: tuple[object, int]) -> ScoreList:
    """♦ with 2 is 27: lost by seat 2, won by seat 3. `stakes` with the last series begun."""
    agreed = ()
    for stake, begun in stakes:
        agreed = agree(agreed, stake, begun, NOON)
    score_list = open_list(rounds=1, paper_total=False, stakes=write_agreed(agreed))
    games = [line(1, 2, "diamonds", tops=2, won=False), line(2, 3, "diamonds", tops=2)]
    act(record_games, score_list, [*games, line(3), line(4)])
    return score_list


def got(client: Client, score_list: ScoreList, name: str, *args: str, **query: str) -> bytes:
    """What a viewer gets there."""
    client.force_login(make_member(score_list.series.tournament, Role.VIEWER))
    response = client.get(reverse(name, args=[score_list.pk, *args]), query)
    assert response.status_code == 200
    return b"".join(response) if response.streaming else response.content


def page(client: Client, score_list: ScoreList, **query: str) -> str:
    return got(client, score_list, "list-settlement", **query).decode()


def file(client: Client, score_list: ScoreList, part: str, kind: str, **query: str) -> bytes:
    return got(client, score_list, "list-table-file", part, kind, **query)


def csv_rows(content: bytes) -> list[list[str]]:
    return [row.split(";") for row in content.decode("utf-8-sig").splitlines()]


def test_the_agreed_stake_is_settled_without_being_asked_for(client):
    """TO 9.2: it was set before the series."""
    html = page(client, settled_list((QUARTER, 0)))
    assert "Vor der Serie vereinbart: 1/4 Cent je Punkt" in html
    assert "Private Rechnung" not in html
    assert html.count("<table") == 1


@pytest.mark.parametrize(
    ("stakes", "why"),
    [
        ((), "kein Einsatz vereinbart"),
        (((QUARTER, 0),), "Vor der Serie vereinbart sind 1/4 Cent je Punkt, nicht 1/2"),
        (((HALF, 1),), "als die Serie schon begonnen hatte"),
        (((QUARTER, 0), (HALF, 1)), "Vor der Serie vereinbart sind 1/4 Cent je Punkt, nicht 1/2"),
        (((QUARTER, 0), (None, 0)), "kein Einsatz vereinbart"),
    ],
)
def test_another_stake_is_private_arithmetic_everywhere(client, stakes, why):
    """TO 9.2: on the page, on paper, in the workbook and in the csv."""
    score_list = settled_list(*stakes)
    assert why in page(client, score_list, stake="1/2")
    pdf = PdfReader(BytesIO(file(client, score_list, "sums", "pdf", stake="1/2")))
    assert "Private Rechnung" in " ".join(each.extract_text() for each in pdf.pages)
    sheet = load_workbook(BytesIO(file(client, score_list, "sums", "xlsx", stake="1/2"))).active
    assert any("Private Rechnung" in str(cell.value) for row in sheet.iter_rows() for cell in row)
    [heads, *_rows] = csv_rows(file(client, score_list, "sums", "csv", stake="1/2"))
    assert heads[-1] == "Euro (private Rechnung)"
    by_game = file(client, score_list, "games", "csv", stake="1/2", way="games")
    assert csv_rows(by_game)[-1][0] == "Summe (private Rechnung)"


def test_game_by_game_a_value_is_rounded_up_before_it_is_doubled(client):
    """SkO 5.5.4, 3.5.3: 27 at 1/2 are 14; lost 28 to each of three, won 14 from each."""
    score_list = settled_list((HALF, 0))
    html = page(client, score_list, stake="1/2", way="games")
    assert html.count("<table") == 1
    rows = csv_rows(file(client, score_list, "games", "csv", stake="1/2", way="games"))
    assert [row[0] for row in rows[1:]] == ["1", "2", "Summe"]
    # The sums of the other way have no file here.
    address = reverse("list-table-file", args=[score_list.pk, "sums", "csv"])
    assert client.get(address, {"stake": "1/2", "way": "games"}).status_code == 404
    assert [row[1:] for row in rows[1:]] == [
        ["0,28", "-0,84", "0,28", "0,28"],
        ["-0,14", "-0,14", "0,42", "-0,14"],
        ["0,14", "-0,98", "0,70", "0,14"],
    ]


def test_bare_totals_cannot_be_settled_game_by_game(client):
    score_list = open_list(paper_total=False)
    ScoreList.objects.update(depth="totals")
    score_list.seat_rows.update(won=0, lost=0, others_lost=0, performance=0, points=0)
    html = page(client, score_list, stake="1/2", way="games")
    assert "nur Endzahlen eingetragen" in html
    assert "<table" not in html
