"""Listings as PDF: complete, nothing cut off, nothing overlapping."""

from dataclasses import replace
from io import BytesIO

import pytest
from pypdf import PdfReader
from reportlab.lib.pagesizes import A4

from scoring.core.files.pdf import listing_pdf
from scoring.core.files.pdf_style import MARGIN
from scoring.core.listing import Column, Listing
from tests.drawn_texts import beyond, overlapping, recorded_texts
from tests.papers import HEAD, pages, squeezed, standings

pytestmark = pytest.mark.usefixtures("english")


def size(pdf: bytes) -> tuple[float, float]:
    box = PdfReader(BytesIO(pdf)).pages[0].mediabox
    return float(box.width), float(box.height)


def season(series: int) -> Listing:
    """A listing with more columns than fit on a page at a readable size."""
    columns = [Column("name", "Name")]
    for n in range(1, series + 1):
        for key in ("points", "won", "lost"):
            columns.append(Column(f"{key}_{n}", key, "points", group=f"Series {n}"))
    row = {column.key: 1234 for column in columns} | {"name": "Łukasiewicz, Żaneta"}
    return Listing("Season", columns, [row] * 5)


def test_every_page_has_its_head_and_every_name_and_figure_can_be_read_back():
    listing = standings(120)
    pdf = listing_pdf(listing, HEAD)
    texts = pages(pdf)
    assert len(texts) > 2
    for number, text in enumerate(texts, 1):
        assert f"Page {number} of {len(texts)}" in text
        assert "provisional" in text
        assert "21 November 2026" in text
        for words in (HEAD.club, HEAD.tournament, "Overall standings", "Performance", "Rank"):
            assert words in text
    text = "\n".join(texts).replace("−", "-").replace("\u202f", "")
    words, letters = set(text.split()), squeezed(text)
    for row in listing.rows:
        figures = {str(value) for value in row.values() if isinstance(value, int)}
        assert figures - {str(row["entry_id"])} <= words
        assert squeezed(row["name"]) in letters
        assert squeezed(row["club"]) in letters
    for word in ("Żaneta", "Świętosława", "Özdoğan", "İlhan", "♣♠♥♦"):
        assert word in text
    reader = PdfReader(BytesIO(pdf))
    assert "Overall standings" in str(reader.metadata.title)
    assert reader.trailer["/Root"]["/Lang"] == "en"


@pytest.mark.parametrize(
    "listing",
    [standings(60), season(4), season(30)],
    ids=["standings", "four series", "thirty series"],
)
def test_texts_neither_overlap_nor_leave_the_page(listing):
    with recorded_texts() as drawn:
        pdf = listing_pdf(listing, HEAD)
    assert len(drawn) > len(listing.rows) * 6
    assert overlapping(drawn) == []
    assert beyond(drawn, *size(pdf), MARGIN) == []
    if listing.title == "Season":
        columns = len(listing.columns) - 1
        assert "".join(pages(pdf)).count("1\u202f234") == 5 * columns, "no figure is broken"


def test_overlap_of_texts_is_detected():
    """Without this test the one above could pass although texts overlap."""
    narrow = Listing("", [Column("a", "a", "int"), Column("b", "b", "int")], [{"a": 1, "b": 2}])
    with recorded_texts() as drawn:
        listing_pdf(narrow, HEAD)
    moved = [replace(each, left=0, right=600, bottom=700, top=710) for each in drawn]
    assert overlapping(moved)
    assert beyond(moved, *A4, MARGIN)


def test_narrow_listing_is_portrait_and_wide_listing_landscape():
    assert size(listing_pdf(season(2), HEAD)) == pytest.approx(A4, abs=1)
    assert size(listing_pdf(standings(3), HEAD)) == pytest.approx((A4[1], A4[0]), abs=1)


def test_longest_reason_is_complete_beside_many_columns():
    """A ruling or a correction has a reason of up to 400 letters."""
    reason = (" ".join(f"Wort{n}" for n in range(300)))[:596] + "Ende"
    columns = [Column("reason", "Reason"), *(Column(f"c{n}", f"Column {n}") for n in range(7))]
    row = {each.key: "Something about the table at which it was" for each in columns}
    row["reason"] = reason
    shown_text = "".join(pages(listing_pdf(Listing("Log", columns, [row] * 3), HEAD)))
    assert squeezed(shown_text).count("Ende") == 3
    assert "…" not in shown_text


def test_text_higher_than_a_page_is_shortened():
    rows = [{"reason": "Wort " * 20_000}, {"reason": "the last"}]
    listing = Listing("Log", [Column("reason", "Reason"), *season(8).columns], rows)
    assert "the last" in pages(listing_pdf(listing, HEAD))[-1]


def test_a_word_longer_than_its_column_is_broken_not_cut():
    name = "Donaudampfschifffahrtsgesellschaftskapitänswitwenverein" * 2
    listing = Listing("Clubs", [Column("club", "Club"), *season(8).columns], [{"club": name}])
    assert name in "".join(pages(listing_pdf(listing, HEAD))).replace("\n", "")


def test_neither_foot_nor_notes_are_ever_alone_on_a_page():
    """A note such as that of "± points" is not understood on a page of its own."""
    note = "A sentence that explains what the signs above it mean. " * 4
    foot = [{"rank": "Sum of all players", "performance": 4711}]  # spans the empty columns
    for rows in range(20, 40):  # the second page begins among them
        for below, sign in (({"foot": foot}, "Sumofall"), ({"notes": [note]}, "Asentence")):
            listing = replace(standings(rows), **below)
            last = squeezed(pages(listing_pdf(listing, HEAD))[-1])
            assert last.index(squeezed(listing.rows[-1]["name"])) < last.index(sign), rows


def test_a_figure_in_a_note_stays_on_one_line():
    """The report for the press had "(1" at the end of a line and "905)" on the next."""
    note = " ".join(f"{'a' * length} (1\u202f905);" for length in range(1, 60))
    [page] = pages(listing_pdf(replace(standings(1), notes=[note]), HEAD))
    assert page.count("(1 905);") == 59


def test_notes_with_markup_characters_are_printed():
    assert "No entries." in pages(listing_pdf(standings(0), HEAD))[0]
    listing = replace(standings(1), notes=["1 < 2 & <b>3</b>"])
    assert "1 < 2 & <b>3</b>" in pages(listing_pdf(listing, HEAD))[0]
