"""Which rows of a list have to be asked, and which photos are of no use."""

from collections.abc import Iterator, Sequence

from scoring.photo.decode import BLANK, ENDED, PASS, UNREAD_ROW, Choice, Explanation
from scoring.photo.form import PASSED
from scoring.photo.reading import NetReading
from scoring.photo.writings import EITHER, EMPTY, TICKED, TICKS, Writing, writings

SURE = 0.99
SURE_GAME = 0.995  # of the games with the same score, which nothing else tells apart
INKED = ("base", "plus", "minus")  # with figures in the row of a game, without in one struck out
LETTERS = frozenset("035678x-")  # what an "E" or a stroke, alone in a row, may be read as
POINTS = tuple(f"points_{seat}" for seat in range(1, 5))
LETTERED = ("base", "with", "without")  # where an "E" may stand for "passed in"
MIN_AGREEMENT = 0.5  # of the written cells: with fewer the picture is no use
MAX_ASKED = 0.4  # of the rows
CLEARLY = 8.0  # by how much, as a logarithm, a cell says something else
BLOT = 3.0  # by how much, as a logarithm, a tick may be likelier than none, and be a blot
HARDLY = 1.5  # by how much, as a logarithm, another text is hardly likelier
MIN_RULING = 0.03  # how much darker a ruling is than what is around it, of 1 for black


def reasons(reading: NetReading, row: int, explained: Explanation) -> Iterator[str]:
    """Why a row has to be asked, the weightiest first."""
    choice = explained.choice
    if choice.kind == UNREAD_ROW:
        yield "row-unread"
    elif choice.kind in (PASS, BLANK) and not _is_ticked(reading, row):
        # A row without ink may still have ink that nobody can see.
        if not reading.has(PASSED) or not _inked_keys(reading, row):
            yield "row-empty"
        elif not is_lettered(reading, row):
            yield "written-otherwise"
    elif choice.kind == ENDED and any(len(reading.free(row, key)) > 1 for key in INKED):
        yield "row-struck"
    if choice.slip:
        yield "sum-differs"
    if explained.forgotten:
        yield "tick-missing"
    if explained.writing is not None:
        yield from _reasons_of_game(reading, row, choice, explained.writing)
    if not is_sure(explained):
        yield "unsure"


def _is_ticked(reading: NetReading, row: int) -> bool:
    """Whether there is a tick for "passed in", and no doubt about it."""
    return reading.has(PASSED) and _rather(reading, row, PASSED, "x", "") > HARDLY


def is_lettered(reading: NetReading, row: int) -> bool:
    """Whether nothing stands in a row but a letter or a stroke in place of the value: this says
    "passed in" without a tick.
    """
    return _inked_keys(reading, row) == {"base"} and reading.free(row, "base") in LETTERS


def _inked_keys(reading: NetReading, row: int) -> set[str]:
    keys = (*LETTERED, *TICKS, *INKED, *POINTS)
    return {key for key in keys if reading.has(key) and reading.free(row, key)}


def is_sure(explained: Explanation) -> bool:
    """Whether every other explanation of the row is out of the question."""
    return explained.certainty * explained.sure_game >= SURE and explained.sure_game >= SURE_GAME


def _reasons_of_game(
    reading: NetReading, row: int, choice: Choice, writing: Writing
) -> Iterator[str]:
    if writing.game.overbid:
        yield "overbid"
    cells = list(written_cells(writing, choice))
    # A tick that clearly stands where the game has none may be that of another game.
    if any(
        state == EMPTY and reading.has(key) and _rather(reading, row, key, "x", "") > BLOT
        for key, state in zip(TICKS, writing.ticks, strict=True)
    ) or any(_says_otherwise(reading, row, *cell, writing) for cell in cells):
        yield "written-otherwise"
    if not _has_witness(reading, row, cells, writing) or (
        reading.is_read_again(row) and not _says(reading, row, *cells[-1])  # as of a wrong sum
    ):
        yield "hardly-legible"


def written_cells(writing: Writing, choice: Choice) -> Iterator[tuple[str, str]]:
    """The cells with figures that a row must have, and what they say."""
    yield "base", writing.base
    if writing.tops:
        yield ("with" if writing.tops > 0 else "without"), str(abs(writing.tops))
    yield ("plus" if choice.score > 0 else "minus"), str(abs(choice.score))
    yield f"points_{choice.seat}", str(choice.total)


def sure_cells(
    reading: NetReading, rows: Sequence[Explanation]
) -> Iterator[tuple[tuple[int, str], str]]:
    for row, explained in enumerate(rows):
        choice = explained.choice
        if not is_sure(explained) or choice.slip or explained.forgotten:
            continue
        if explained.writing is not None:
            for key, text in written_cells(explained.writing, choice):
                yield (row, key), text
            for key, state in zip(TICKS, explained.writing.ticks, strict=True):
                if state != EITHER and reading.has(key):
                    yield (row, key), "x" if state == TICKED else ""
        elif choice.kind == PASS and _is_ticked(reading, row):
            yield (row, PASSED), "x"


def _has_witness(
    reading: NetReading, row: int, cells: Sequence[tuple[str, str]], writing: Writing
) -> bool:
    """Whether the score, the total, or all marks with their ticks stand there by themselves."""
    *marks, score, total = (_says(reading, row, *cell) for cell in cells)
    ticks = all(
        reading.free(row, key)
        for key, state in zip(TICKS, writing.ticks, strict=True)
        if state == TICKED and reading.has(key)
    )
    return score or total or (all(marks) and ticks)


def _says(reading: NetReading, row: int, key: str, text: str) -> bool:
    """Whether the cell says the text, or another one that is hardly likelier."""
    free = reading.free(row, key)
    return free == text or _rather(reading, row, key, free, text) < HARDLY


def _says_otherwise(reading: NetReading, row: int, key: str, text: str, writing: Writing) -> bool:
    """Whether the cell clearly says another text; a mark that no game has is a blot."""
    free = reading.free(row, key)
    if free == text or not reading.has(key):
        return False
    marks = writings(writing.game.system).texts.get(key)
    if free and marks and free not in marks:
        return False
    return _rather(reading, row, key, free, text) > CLEARLY


def _rather(reading: NetReading, row: int, key: str, one: str, other: str) -> float:
    """By how much, as a logarithm, the cell says one text rather than the other."""
    likelihoods = reading.likelihoods(row, key, (one, other))
    return float(likelihoods[0] - likelihoods[1])


def agreement(reading: NetReading, rows: Sequence[Explanation]) -> float:
    """The share of written cells that say by themselves what they are taken for."""
    agreeing = [
        reading.free(row, key) == text
        for row, explained in enumerate(rows)
        if explained.writing is not None
        for key, text in written_cells(explained.writing, explained.choice)
        if reading.has(key)
    ]
    if not agreeing:
        return float(all(row.choice.kind in (PASS, ENDED) for row in rows))
    return sum(agreeing) / len(agreeing)
