"""A photographed score list, read: what a page proposes beside the grid."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from scoring.photo.decode import BLANK, ENDED, GAME, PASS, Explanation, decode
from scoring.photo.doubt import (
    MAX_ASKED,
    MIN_AGREEMENT,
    MIN_RULING,
    agreement,
    is_lettered,
    is_sure,
    reasons,
    sure_cells,
)
from scoring.photo.find import FormInPicture, find_marks, page_in_picture, read_label
from scoring.photo.flatten import FlatPage, corners_of_row, flatten, is_cut_off
from scoring.photo.form import Box, Label, PrintedForm
from scoring.photo.picture import Grey, Unusable, open_picture
from scoring.photo.reading import NetReading
from scoring.rules.outline import Outline
from scoring.rules.score_list import Line
from scoring.rules.systems import System

FOOT_DIFFERS = 3.0  # by how much, as a logarithm, another total is likelier in the foot

State = Literal["sure", "asked", "empty"]
Light = Literal["green", "red"]


@dataclass(frozen=True, slots=True)
class ReadRow:
    """One row as proposed: the line, and why it is asked.

    An empty row has no line: there the list had ended. `strip` is where it stands, as shares of the
    width and height of the upright picture.
    """

    number: int
    line: Line | None
    state: State
    reasons: tuple[str, ...]
    strip: Box


@dataclass(frozen=True, slots=True)
class ReadList:
    """A photo as read. `reason` is the code of why it is red, "" where it is green.

    `label` is what the squares say, None where they cannot be read; `foot_differs` are the seats
    whose points in the foot, read apart, are not those of the rows.
    """

    light: Light
    reason: str = ""
    label: Label | None = None
    rows: tuple[ReadRow, ...] = ()
    foot_differs: tuple[int, ...] = ()

    @property
    def asked(self) -> int:
        return sum(row.state == "asked" for row in self.rows)


def find_form(data: bytes) -> FormInPicture:
    """The marks of a form in a JPEG or PNG, and the number beside them. Raises Unusable."""
    grey = open_picture(data)
    try:
        page = page_in_picture(find_marks(grey))
    except ValueError as few:
        raise Unusable("no-marks") from few
    return FormInPicture(grey, page, read_label(grey, page))


def read_form(
    photo: FormInPicture, form: PrintedForm, system: System, outline: Outline
) -> ReadList:
    label, shape = photo.label, (outline.games_planned, outline.seats)
    is_labelled_otherwise = label is not None and (label.rows, label.seats) != shape
    if is_labelled_otherwise or (form.row_count, form.seats) != shape:
        return ReadList("red", "other-form", label)
    page = flatten(photo.grey, photo.page, form)
    if page.ruling < MIN_RULING:
        return ReadList("red", "no-ruling", label)
    if is_cut_off(page, photo.grey):
        return ReadList("red", "cut-off", label)
    reading = NetReading(page)
    explained = decode(reading, system, outline)
    if agreement(reading, explained) < MIN_AGREEMENT:
        return ReadList("red", "illegible", label)
    reading.learn(dict(sure_cells(reading, explained)))
    explained = decode(reading, system, outline)
    doubtful = [number for number, row in enumerate(explained) if not is_sure(row)]
    if 0 < len(doubtful) <= MAX_ASKED * len(explained):
        reading.look_again(doubtful)
        explained = decode(reading, system, outline)
    rows = tuple(_row(page, photo.grey, reading, place, row) for place, row in enumerate(explained))
    read = ReadList("green", "", label, rows, differing_seats(reading, form, explained))
    if not form.is_marked and _may_begin_elsewhere(reading, explained):
        return replace(read, light="red", reason="no-ruling")
    if read.asked > MAX_ASKED * len(rows):
        return replace(read, light="red", reason="too-much-asked")
    return read


def _may_begin_elsewhere(reading: NetReading, explained: Sequence[Explanation]) -> bool:
    """Whether the row that the ruling shows first may be a head, or a later row.

    Then nobody played in it and no stroke says so, or a player's first total has earlier points.
    """
    first = explained[0]
    is_passed = first.choice.kind in (PASS, BLANK) and is_sure(first) and is_lettered(reading, 0)
    if first.choice.kind != GAME and not is_passed:
        return True
    begun: set[int] = set()
    for row in explained:
        if row.choice.slip and row.choice.seat not in begun:
            return True
        begun.add(row.choice.seat)
    return False


def _row(
    page: FlatPage, grey: Grey, reading: NetReading, place: int, explained: Explanation
) -> ReadRow:
    line = _line(place + 1, explained)
    why = tuple(reasons(reading, place, explained))
    state: State = "asked" if why else "empty" if line is None else "sure"
    corners = corners_of_row(page, place) / grey.shape[::-1]
    shares = np.clip([*corners.min(axis=0), *corners.max(axis=0)], 0, 1)
    return ReadRow(place + 1, line, state, why, Box(*shares.tolist()))


def _line(number: int, explained: Explanation) -> Line | None:
    choice = explained.choice
    if choice.kind == ENDED:
        return None
    if choice.kind in (PASS, BLANK):
        return Line(number, passed=True)
    if explained.writing is None:
        return Line(number, unread=True, soloist=choice.seat or None, running=choice.total)
    return Line(number, explained.writing.game, choice.seat, running=choice.total)


def differing_seats(
    reading: NetReading, form: PrintedForm, explained: Sequence[Explanation]
) -> tuple[int, ...]:
    """The seats whose game points below the rows are others than the rows say; blank ones agree."""
    if len(form.foot) < 2:
        return ()
    totals = dict.fromkeys(range(1, form.seats + 1), 0)
    for row in explained:
        if row.choice.seat and row.choice.total is not None:
            totals[row.choice.seat] = row.choice.total
    differing = []
    for seat, total in totals.items():
        key = f"points_{seat}"
        free = reading.free(form.row_count, key)
        as_read, as_taken = reading.likelihoods(form.row_count, key, (free, str(total)))
        if free and as_read - as_taken >= FOOT_DIFFERS:
            differing.append(seat)
    return tuple(differing)
