"""Downloads of standings and lists, read back from their files."""

from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook
from pypdf import PdfReader

from scoring.core.files.download import attachment
from scoring.lists.services.games import record_games
from scoring.lists.services.lists import close_list
from scoring.models import Role
from tests.factories import line, make_member, open_list
from tests.lists.test_services_games import CLERK
from tests.standings.test_views_standings import TEXTBOOK, enter

pytestmark = pytest.mark.django_db


def download(client: Client, name: str, *args: object) -> tuple[bytes, str]:
    response = client.get(reverse(name, args=args))
    assert response.status_code == 200
    return response.content, response["Content-Disposition"]


def pdf_text(content: bytes) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(content)).pages)


def sheet_values(content: bytes) -> list[object]:
    book = load_workbook(BytesIO(content), data_only=True)
    return [cell for sheet in book for row in sheet.iter_rows(values_only=True) for cell in row]


@pytest.fixture
def played():
    """A list of four rounds that ended early, typed game by game."""
    score_list = open_list()
    lines = [line(1, 2), line(2, 3, "clubs", won=False), line(3), line(4, 1, "null", won=True)]
    record_games(score_list, lines, by=CLERK, revision=1)
    close_list(score_list, by=CLERK, revision=score_list.revision, stop_reason="Zeit")
    return score_list


@pytest.fixture
def viewer(client: Client, played):
    client.force_login(make_member(played.series.tournament, Role.VIEWER))
    return client


def test_a_file_keeps_the_letters_of_its_name():
    for name, file in (
        ("Schießplatz", "schiessplatz"),
        ("Grün-Weiß", "gruen-weiss"),
        ("Saison 2026/27", "saison-2026-27"),
    ):
        disposition = attachment(b"", "pdf", name)["Content-Disposition"]
        assert disposition.endswith(f'"{file}.pdf"')


def test_a_list_is_the_paper_form_with_its_games(viewer, played):
    text = pdf_text(download(viewer, "list-file", played.pk, "pdf")[0])
    rows = download(viewer, "list-file", played.pk, "csv")[0].decode("utf-8-sig")
    assert "−48" in text
    assert "Zeit" in text
    for seat in played.seat_rows.all():
        assert seat.entry.person.family in text
        assert seat.entry.person.family in rows, "whose column it is"
    assert {20, 23} <= set(sheet_values(download(viewer, "list-file", played.pk, "xlsx")[0]))
    assert "20" in rows
    assert "23" in rows


def test_a_list_of_bare_totals_prints_its_foot(client):
    score_list = open_list(paper_total=False)
    enter(score_list, TEXTBOOK)
    client.force_login(make_member(score_list.series.tournament, Role.VIEWER))
    text = pdf_text(download(client, "list-file", score_list.pk, "pdf")[0])
    for figure in ("1\u202f332", "1\u202f308", "1\u202f320", "108"):
        assert figure in text
