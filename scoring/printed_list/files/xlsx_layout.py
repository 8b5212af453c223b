"""The positions on the sheet of a list, for writing and for reading it.

Row 1 has the tournament and, at its end, the mark by which the sheet is recognised; row 2 series,
table and the like; rows 3 and 4 the players with their start numbers; row 5 the headings; then
the games in the order of the paper form, and below them the foot.
"""

from dataclasses import dataclass

from openpyxl.utils import get_column_letter

from scoring.rules.systems import System

MARK = "skat-list/1"
TITLE, ABOUT, NAMES, STARTS, HEADINGS = 1, 2, 3, 4, 5
FIRST = HEADINGS + 1
# The fields of row 2: label, then value two columns on.
ABOUT_KEYS = ("series", "table", "seats", "rounds", "played", "passed", "reason")
RESULT_KEYS = ("soloist", "won", "raised", "factor", "value", "plus", "minus")
WON_WORDS = ("g", "w", "+", "gewonnen", "won")
LOST_WORDS = ("v", "l", "-", "−", "–", "verloren", "lost")


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """The columns of a system's sheet, by key, from 1; `seats` is 3 or 4."""

    columns: dict[str, int]
    seats: int

    @classmethod
    def of(cls, system: System, seats: int, *, wenzels: bool | None = None) -> "SheetLayout":
        """The columns of a sheet; `wenzels` overrides whether the system has a column of them."""
        keys = ["number", *system.columns, *RESULT_KEYS[:3]]
        if system.wenzels if wenzels is None else wenzels:
            keys.append("wenzel")
        keys += RESULT_KEYS[3:]
        for seat in range(1, seats + 1):
            keys += [f"points_{seat}", f"won_{seat}", f"lost_{seat}"]
        keys += ["dealer", "remark", "error"]
        return cls({key: place for place, key in enumerate(keys, 1)}, seats)

    @classmethod
    def ending_at(cls, system: System, seats: int, last: int) -> "SheetLayout":
        """The columns of a sheet that was made before wenzels were allowed, or are no longer."""
        both = (cls.of(system, seats, wenzels=each) for each in (False, True))
        return next((each for each in both if each.last == last), cls.of(system, seats))

    def letter(self, key: str) -> str:
        return get_column_letter(self.columns[key])

    def cell(self, key: str, row: int) -> str:
        return f"{self.letter(key)}{row}"

    def has(self, key: str) -> bool:
        return key in self.columns

    def range(self, key: str, first: int, last: int | str) -> str:
        """A part of a column, anchored at its first row: $B$6:$B17."""
        letter = self.letter(key)
        return f"${letter}${first}:${letter}{last}"

    def range_of(self, key: str, first: int, last: int) -> str:
        """A part of a column: B6:B17."""
        return f"{self.cell(key, first)}:{self.cell(key, last)}"

    def seat_of(self, key: str) -> int | None:
        """Whose column this is; None for one of the game."""
        name, _mark, seat = key.partition("_")
        return int(seat) if name in ("points", "won", "lost") and seat else None

    @property
    def last(self) -> int:
        return len(self.columns)

    def about(self, key: str) -> tuple[int, int]:
        """The columns of a label and of its value in row 2; a label covers two."""
        first = 1 + 3 * ABOUT_KEYS.index(key)
        return first, first + 2

    def about_cell(self, key: str) -> str:
        """The cell of row 2 that holds this value: C2."""
        return f"{get_column_letter(self.about(key)[1])}{ABOUT}"

    def about_label(self, key: str) -> str:
        """The cells of row 2 that its label covers: A2:B2."""
        first = self.about(key)[0]
        return f"{get_column_letter(first)}{ABOUT}:{get_column_letter(first + 1)}{ABOUT}"
