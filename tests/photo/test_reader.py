"""Photos of filled forms, simulated (docs/photo.md): what is proposed is right or asked.

Each photo in tests/data/photos has its truth beside it: the rows as a clerk types them, and where
the keeper of the list slipped.
"""

import json
from functools import cache
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace

import pytest
from PIL import Image, ImageFilter

from scoring.entry.line import canonical, parse
from scoring.lists.printed.files.pdf_geometry import form_to_photograph
from scoring.photo.decode import decode
from scoring.photo.find import find_marks
from scoring.photo.flatten import flatten
from scoring.photo.picture import open_picture
from scoring.photo.reader import ReadList, differing_seats, find_form, read_form
from scoring.photo.reading import NetReading
from scoring.rules.checks import appraise
from scoring.rules.outline import Outline
from scoring.rules.score_list import Line
from scoring.rules.systems import ISKO, TEXAS
from tests.photo.drawn_forms import stored

FOLDER = Path(__file__).parents[1] / "data" / "photos"
NAMES = sorted(file.stem for file in FOLDER.glob("*.jpg"))


def truth_of(name: str) -> SimpleNamespace:
    return SimpleNamespace(**json.loads((FOLDER / f"{name}.json").read_text()))


def read_picture(data: bytes, truth: SimpleNamespace) -> ReadList:
    outline = Outline(truth.seats, truth.rows // truth.seats)
    form = form_to_photograph(outline, ISKO, ISKO.scheme)
    return read_form(find_form(data), form, ISKO, outline)


@cache
def read(name: str) -> ReadList:
    return read_picture((FOLDER / f"{name}.jpg").read_bytes(), truth_of(name))


def meaning(said: Line | str | None) -> object:
    """What a line says, in whichever way it is typed."""
    text = canonical(said) if isinstance(said, Line) else said or ""
    typed = parse(text, system=ISKO, seats=4, dealer=None)
    if typed.game is None:
        return typed.kind
    appraisal = appraise(typed.game)
    return typed.soloist, appraisal.game, appraisal.worth and appraisal.worth.score


@pytest.mark.parametrize("name", NAMES)
def test_the_list_and_most_rows_are_known_and_no_row_is_silently_wrong(name):
    truth, found = truth_of(name), read(name)
    wrong = [
        (row.number, row.line, text)
        for row, text in zip(found.rows, truth.lines, strict=True)
        if row.state != "asked" and meaning(row.line) != meaning(text)
    ]
    assert wrong == []
    assert found.light == "green"
    assert found.label is not None
    assert (found.label.number, found.label.rows) == (truth.number, truth.rows)
    assert found.asked <= 0.15 * truth.rows + len(truth.slips)
    assert all(found.rows[place].state == "asked" for place in truth.slips)
    assert len(found.foot_differs) <= 1  # read apart, it agrees with the rows
    strips = [row.strip for row in found.rows]
    for strip in strips:
        assert 0 <= strip.left < strip.right <= 1
        assert 0 <= strip.top < strip.bottom <= 1
    assert strips == sorted(strips, key=lambda strip: strip.top + strip.bottom)


def test_the_seats_are_named_whose_foot_says_other_points_than_the_rows():
    truth, photo = truth_of(NAMES[0]), find_form((FOLDER / f"{NAMES[0]}.jpg").read_bytes())
    outline = Outline(truth.seats, truth.rows // truth.seats)
    form = form_to_photograph(outline, ISKO, ISKO.scheme)
    reading = NetReading(flatten(photo.grey, photo.page, form))
    explained = decode(reading, ISKO, outline)
    assert differing_seats(reading, form, explained[: truth.rows // 2])


def test_what_a_person_cannot_read_is_refused():
    """Blurred so far that no figure is left; the marks are still found."""
    with Image.open(FOLDER / "four-seats.jpg") as picture:
        blurred = stored(picture.filter(ImageFilter.GaussianBlur(3)))
    found = read_picture(blurred, truth_of("four-seats"))
    assert (found.light, found.reason, found.rows) == ("red", "no-ruling", ())


def test_a_list_that_the_picture_cuts_off_is_refused_though_three_marks_are_there():
    with Image.open(FOLDER / "four-seats.jpg") as picture:
        lying = stored(picture.rotate(8, expand=True))
    marks = find_marks(open_picture(lying))
    with Image.open(BytesIO(lying)) as picture:
        edge = (marks[1][:, 0].max() + marks[2][:, 0].min()) / 2
        cut = stored(picture.crop((0, 0, round(edge), picture.height)))
    found = read_picture(cut, truth_of("four-seats"))
    assert (found.light, found.reason, found.rows) == ("red", "cut-off", ())


def test_a_list_that_ended_early_has_no_lines_after_its_end():
    truth, found = truth_of("ended-early"), read("ended-early")
    assert [row.line for row in found.rows].index(None) == truth.lines.index("")


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("system", [ISKO, TEXAS])
def test_a_form_has_its_rows_and_columns_where_the_pdf_has_them(seats, system):
    form = form_to_photograph(Outline(seats, 12), system, system.scheme)
    assert form.row_count == 12 * seats
    assert form.rows[1] - form.rows[0] >= 4.49
    assert form.edges[0] == pytest.approx(16)
    assert form.edges[-1] == pytest.approx(201)
    assert form.columns[-3:] == (f"points_{seats}", f"won_{seats}", f"lost_{seats}")
