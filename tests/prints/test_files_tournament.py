"""A whole tournament as a workbook, and every table as CSV."""

import csv
from collections.abc import Callable
from fractions import Fraction
from io import BytesIO, StringIO

import pytest
from django.urls import reverse
from django.utils import translation
from openpyxl import load_workbook

from scoring.core.files.download import attachment, listing_csv
from scoring.core.files.xlsx import number_format
from scoring.core.listing import Column, Listing
from scoring.lists.printed.files.xlsx_formulas import FIRST
from scoring.models import Role, Seat
from scoring.prints import table_files
from tests.factories import make_member
from tests.libreoffice import needs_office, recalculated, unlike_computed
from tests.simulated import finished


@pytest.mark.django_db
def test_more_lists_than_a_file_takes_are_left_to_the_workbooks_of_the_series(client, monkeypatch):
    tournament = finished()
    client.force_login(make_member(tournament, Role.CLERK))
    monkeypatch.setattr(table_files, "MAX_LISTS", 2)
    address = reverse("tournament-xlsx", args=[tournament.pk])
    content = client.get(address, headers={"accept-language": "en"}).content
    book = load_workbook(BytesIO(content))
    assert not any(name.startswith("S1") for name in book.sheetnames)
    assert "Results" in book.sheetnames
    index = [row[0] for row in book["Index"].iter_rows(values_only=True)]
    assert index[-1] == "The lists stand in the workbooks of their series."


@pytest.mark.django_db
@needs_office
def test_workbook_has_every_table_and_is_computed(client, tmp_path):
    tournament = finished()
    address = reverse("tournament-xlsx", args=[tournament.pk])
    client.force_login(make_member(tournament, Role.CLERK))
    content = client.get(address).content
    workbook = recalculated(content, tmp_path)
    assert unlike_computed(content, workbook) == []
    lists = sum(series.lists.count() for series in tournament.series.all())
    assert len(workbook.sheetnames) == 9 + lists
    values = {
        cell for sheet in workbook for row in sheet.iter_rows(values_only=True) for cell in row
    }
    assert values >= {entry.person.sorted_name for entry in tournament.entries.all()}
    client.force_login(make_member(tournament, Role.VIEWER))
    content = client.get(address, headers={"accept-language": "en"}).content
    sheets = load_workbook(BytesIO(content)).sheetnames
    assert (len(sheets), sheets[0], "Cash report" in sheets) == (8, "Index", False)


@pytest.mark.django_db
def test_index_of_the_workbook_links_every_sheet_and_the_total_of_every_seat(client):
    tournament = finished(players=7, series=1)
    client.force_login(make_member(tournament, Role.CLERK))
    address = reverse("tournament-xlsx", args=[tournament.pk])
    content = client.get(address, headers={"accept-language": "en"}).content
    book, held = load_workbook(BytesIO(content)), load_workbook(BytesIO(content), data_only=True)
    index = book.worksheets[0]
    linked = {cell.hyperlink.location for row in index for cell in row if cell.hyperlink}
    assert linked == {f"'{name}'!A1" for name in book.sheetnames[1:]}
    seats = Seat.objects.filter(series__tournament=tournament)
    assert {seat.performance for seat in seats} <= {
        cell for row in held.worksheets[0].iter_rows(values_only=True) for cell in row
    }
    assert book["S1 T1"].freeze_panes == f"B{FIRST}"
    # The sums of the ranking follow a game that is changed on its list (docs/law.md "Performance").
    for name, of in (("Sums", "'Results'!"), ("Results", "S1 T1")):
        formulas = [str(cell.value) for row in book[name] for cell in row]
        assert sum(of in formula for formula in formulas) >= 16, name


@pytest.mark.django_db
def test_page_is_told_how_many_lists_of_the_workbook_are_written(client, monkeypatch):
    tournament = finished(players=7, series=1)
    client.force_login(make_member(tournament, Role.CLERK))
    address = reverse("tournament-xlsx-progress", args=[tournament.pk])
    progress = [client.get(address).content]

    def as_child(*_options: object, report: Callable[[str], object]) -> bytes:
        report("1/2")
        progress.append(client.get(address).content)
        return b""

    monkeypatch.setattr(table_files, "needs_child_process", lambda *_: True)
    monkeypatch.setattr(table_files, "workbook_by_child_process", as_child)
    client.get(reverse("tournament-xlsx", args=[tournament.pk]))
    assert progress == [b"", b"1/2"]


def rows_of(content: bytes, delimiter: str) -> list[list[str]]:
    assert content.startswith(b"\xef\xbb\xbf")
    return list(csv.reader(StringIO(content.decode("utf-8-sig")), delimiter=delimiter))


def test_csv_has_the_decimal_signs_of_its_language():
    kinds = {"name": "text", "points": "points", "cents": "cents", "team": "fraction"}
    first = {"name": "=1+1", "points": -40, "cents": 1250, "team": Fraction(85581, 8)}
    second = {"name": "Łukasz; „Łu“, A", "team": Fraction(129)}
    listing = Listing(
        "x", [Column(key, f"={key}", kind) for key, kind in kinds.items()], [first, second]
    )
    with translation.override("de"):
        rows = rows_of(listing_csv(listing), ";")
    assert rows[0][0] == "'=name"
    assert rows[1] == ["'=1+1", "-40", "12,50", "10697,63"]
    # What is whole has no decimals: teams had won "129,00" games.
    assert rows[2] == ["Łukasz; „Łu“, A", "", "", "129"]
    with translation.override("en"):
        rows = rows_of(listing_csv(listing), ",")
    assert rows[1] == ["'=1+1", "-40", "12.50", "10697.63"]


def test_a_team_has_won_whole_games_in_a_workbook():
    column = Column("team", "Mannschaft", "fraction")
    assert number_format(column, Fraction(129)) == number_format(column, 129) == "General"
    assert number_format(column, Fraction(32092, 3)) == "0.00"


def test_a_file_keeps_the_letters_of_its_name():
    for name, file in (
        ("Schießplatz", "schiessplatz"),
        ("Grün-Weiß", "gruen-weiss"),
        ("Saison 2026/27", "saison-2026-27"),
    ):
        assert attachment(b"", "pdf", name)["Content-Disposition"].endswith(f'"{file}.pdf"')
