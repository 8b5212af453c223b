"""Listings as workbooks that can be sorted, filtered and added up."""

from dataclasses import replace
from datetime import UTC, date, datetime
from fractions import Fraction
from io import BytesIO

import pytest
from openpyxl import load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from scoring.core.files.xlsx import listing_workbook
from scoring.core.listing import Column, Listing
from tests.papers import HEAD, NAMES, standings

pytestmark = pytest.mark.usefixtures("english")


def opened(listing: Listing) -> Worksheet:
    return load_workbook(BytesIO(listing_workbook(listing, HEAD))).active


def texts(*values: object) -> Listing:
    return Listing("Names", [Column("name", "Name")], [{"name": value} for value in values])


def below(sheet: Worksheet, heading: str) -> list[object]:
    """The values below a heading, to the end of the sheet."""
    found = next(cell for row in sheet.iter_rows() for cell in row if cell.value == heading)
    cells = sheet.iter_rows(found.row + 1, sheet.max_row, found.column, found.column)
    return [cell.value for (cell,) in cells]


def test_names_and_figures_are_read_back_unchanged():
    listing = standings(200)
    sheet = opened(listing)
    for column in listing.columns:
        written = [row[column.key] or None for row in listing.rows]
        assert [each or None for each in below(sheet, column.heading)] == written
    for heading in ("Rank", "Won", "Performance"):
        assert {type(value) for value in below(sheet, heading)} == {int}


def test_text_starting_like_a_formula_stays_text_also_when_it_is_edited():
    formulas = ["=1+1", "@cmd", "+49 30 1234", "-5", '=HYPERLINK("x")']
    foreign = [*NAMES, "♣ ♠ ♥ ♦", "1 < 2 & 'x' \"y\""]
    sheet = opened(texts(*formulas, "007", *foreign))
    assert below(sheet, "Name") == [*formulas, "007", *foreign]
    cells = [sheet.cell(row, 1) for row in range(7, 13)]
    assert [each.quotePrefix for each in cells] == [*[True] * 5, False]
    assert {each.data_type for each in cells} == {"s"}


def test_control_characters_are_left_out():
    sheet = opened(texts("Mül\x00ler\x1f, J\x0bürgen", "a\ud800b", "c\ufffed", "e\u202ef"))
    assert below(sheet, "Name") == ["Mül ler , J ürgen", "a b", "c d", "e f"]


def test_money_days_and_fractions_are_numbers_too():
    kinds = ("Fee", "cents"), ("Scaled", "fraction"), ("Day", "date"), ("Moment", "date")
    columns = [Column(heading, heading, kind) for heading, kind in (*kinds, ("Here", "mark"))]
    row = {
        "Fee": -1250,
        "Scaled": Fraction(32092, 3),
        "Day": date(2026, 11, 21),
        "Moment": datetime(2026, 11, 21, 18, 30, tzinfo=UTC),
        "Here": True,
    }
    sheet = opened(Listing("Cash", columns, [row, row | {"Here": False}]))
    assert below(sheet, "Fee") == [-12.5, -12.5]
    assert below(sheet, "Scaled")[0] == pytest.approx(10697.3333333)
    assert below(sheet, "Day")[0] == datetime(2026, 11, 21)  # noqa: DTZ001
    # Local time, an hour ahead of UTC in November.
    assert below(sheet, "Moment")[0] == datetime(2026, 11, 21, 19, 30)  # noqa: DTZ001
    assert below(sheet, "Here") == ["×", None]


def test_headings_are_frozen_and_printed_and_columns_as_wide_as_their_contents():
    sheet = opened(standings(20))
    assert sheet.freeze_panes == "C7"  # the name is the second of many columns
    assert sheet.auto_filter.ref == "A6:I26"
    assert sheet.print_title_rows == "$6:$6"
    assert sheet.page_setup.orientation == "landscape"
    assert sheet.sheet_properties.pageSetUpPr.fitToPage
    assert (sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight) == (1, 0)
    longest = max(len(row["name"]) for row in standings(20).rows)
    assert sheet.column_dimensions["B"].width == min(48, longest + 2)
    assert sheet.column_dimensions["A"].width < 10


def test_head_has_title_and_tournament():
    assert below(opened(standings(0)), "Performance") == []
    sheet = opened(replace(standings(1), subtitle="after 3 series"))
    tournament, club_and_day, *others = (sheet.cell(row, 1).value for row in range(1, 5))
    assert tournament == HEAD.tournament
    assert "Skatclub ♣♠♥♦" in club_and_day
    assert "21 November 2026" in club_and_day
    assert others == ["Overall standings – after 3 series", "provisional"]


def test_the_foot_is_not_sorted_with_the_rows():
    """Its label spans the empty columns after it."""
    sheet = opened(replace(standings(3), foot=[{"rank": "Everybody", "won": 6}]))
    assert below(sheet, "Won") == [1, 2, 3, 6]
    assert sheet.auto_filter.ref == "A6:I9"
    assert "A10:F10" in {str(each) for each in sheet.merged_cells.ranges}


def test_neighbours_of_one_group_share_a_heading():
    groups = {"name": "", "a": "G", "b": "G", "c": "H", "d": "G"}
    columns = [Column(key, key, group=group) for key, group in groups.items()]
    sheet = opened(Listing("Groups", columns, [dict.fromkeys(groups, 1)]))
    assert [cell.value for cell in sheet[6]] == [None, "G", None, "H", "G"]
    assert [str(each) for each in sheet.merged_cells.ranges] == ["B6:C6"]
    assert sheet.freeze_panes == "A8"
    assert sheet.print_title_rows == "$6:$7"


@pytest.mark.parametrize(
    ("title", "name"),
    [("Series 1/2: [final]?", "Series 1 2   final"), ("x" * 40, "x" * 31), ("'", "1")],
)
def test_invalid_sheet_title_is_replaced(title, name):
    assert opened(Listing(title, [Column("a", "A")], [])).title == name
