"""The printed form as the reader of its photo needs it: its cells, and the marks that find it.

Everything is measured in mm from the upper left corner of the page, downward. The marks are numbers
0 to 3 of the dictionary ArUco 4 × 4, clockwise from the upper left: a frame of one black module
around 4 × 4 modules. Beside each of them stand twelve small squares, black for 1. They are 48 bits:
number, rows and seats of the list, and a check of 16 bits, which finds up to three wrong squares.
"""

from binascii import crc_hqx
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import NamedTuple

PASSED = "passed"  # the column that is ticked for a game that was passed in


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class PrintedForm:
    """Columns and lines of a form, in mm from the upper left corner of the page, downward.

    `columns` are keys as on the printed list, those of the seats "points_1", "won_1", "lost_1", …;
    `edges` are their left edges and the right edge of the last. `rows` are the upper lines of all
    rows and the lower one of the last, `foot` the same of the lines below the games.
    """

    columns: tuple[str, ...]
    edges: tuple[float, ...]
    rows: tuple[float, ...]
    foot: tuple[float, ...]
    seats: int

    @property
    def is_marked(self) -> bool:
        """Whether it is the program's own, with marks and a column for games passed in."""
        return PASSED in self.columns

    @property
    def row_count(self) -> int:
        return len(self.rows) - 1

    def column(self, key: str) -> int:
        return self.columns.index(key)


def kind_of(key: str) -> str:
    """The key without its seat.

    >>> kind_of("points_3"), kind_of("schneider_announced")
    ('points', 'schneider_announced')
    """
    kind, _, seat = key.rpartition("_")
    return kind if seat.isdigit() else key


# Marks, and the number of the list beside them.

PAGE = 210.0, 297.0
LEFT, RIGHT = 16.0, 201.0  # the frame of the form
EDGE = 5.0  # what printers leave free
SIZE = 12.0
MODULES = 6
MODULE = SIZE / MODULES
QUIET = 1.25  # white between a mark and the form
BAND = EDGE + SIZE + QUIET  # above and below the form

# The inner modules of each mark, row by row, "1" for white.
PATTERNS = ("1011010100110010", "0000111110011010", "0011001100101101", "1001100101000110")
_INNER = MODULES - 2
# The upper left corners of the marks, clockwise from the upper left of the page.
CORNERS: tuple[tuple[float, float], ...] = (
    (LEFT, EDGE),
    (RIGHT - SIZE, EDGE),
    (RIGHT - SIZE, PAGE[1] - EDGE - SIZE),
    (LEFT, PAGE[1] - EDGE - SIZE),
)

SQUARE = SIZE / 6
GAP = 2.0  # between a mark and its squares
ACROSS, DOWN = 2, 6
BESIDE = GAP + ACROSS * SQUARE  # the room that the squares need beside a mark
BITS = len(CORNERS) * ACROSS * DOWN

_NUMBER_BITS, _ROW_BITS, _CHECK_BITS = 24, 6, 16
MAX_NUMBER = 2**_NUMBER_BITS - 1
MAX_ROWS = 2**_ROW_BITS - 1
_MIN_SEATS = 3


@dataclass(frozen=True, slots=True)
class Label:
    """What the squares say: the number of the list (0: none), and the kind of its form."""

    number: int
    rows: int
    seats: int


def encode_label(label: Label) -> tuple[bool, ...]:
    """The squares of a form, in the order of `squares`.

    >>> decode_label(encode_label(Label(number=1207, rows=48, seats=4)))
    Label(number=1207, rows=48, seats=4)
    """
    word = label.number << _ROW_BITS | label.rows
    word = word << 2 | (label.seats - _MIN_SEATS) << 1  # the last bit is for another layout
    word = word << _CHECK_BITS | _check(word)
    return tuple(bool(word >> place & 1) for place in reversed(range(BITS)))


def decode_label(bits: Sequence[bool]) -> Label | None:
    """What the squares say, or None where they contradict their check."""
    word = sum(bool(bit) << place for place, bit in enumerate(reversed(bits)))
    word, check = divmod(word, 1 << _CHECK_BITS)
    if check != _check(word) or word & 1:
        return None
    rows = word >> 2 & MAX_ROWS
    number = word >> 2 >> _ROW_BITS
    return Label(number, rows, _MIN_SEATS + (word >> 1 & 1)) if rows else None


def _check(word: int) -> int:
    """CRC-16-CCITT of the four bytes of a word."""
    return crc_hqx(word.to_bytes(4, "big"), 0xFFFF)


def squares() -> Iterator[Box]:
    """The places of the squares: of each mark from top to bottom, the left column first."""
    for left, top in CORNERS:
        is_left = left == LEFT
        start = left + SIZE + GAP if is_left else left - GAP - ACROSS * SQUARE
        for column in range(ACROSS):
            for row in range(DOWN):
                x, y = start + column * SQUARE, top + row * SQUARE
                yield Box(x, y, x + SQUARE, y + SQUARE)


def is_black(mark: int, column: int, row: int) -> bool:
    if not (0 < column <= _INNER and 0 < row <= _INNER):
        return True
    return PATTERNS[mark][(row - 1) * _INNER + column - 1] == "0"


def black_boxes(label: Label) -> Iterator[Box]:
    """What is drawn black: the marks in strips of modules, and the squares of the label."""
    for mark, (left, top) in enumerate(CORNERS):
        for row in range(MODULES):
            for black, strip in groupby(range(MODULES), partial(is_black, mark, row=row)):
                if black:
                    start, *others = strip
                    x, y = left + start * MODULE, top + row * MODULE
                    yield Box(x, y, x + (1 + len(others)) * MODULE, y + MODULE)
    for box, is_set in zip(squares(), encode_label(label), strict=True):
        if is_set:
            yield box
