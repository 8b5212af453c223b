"""Where the cells of a printed form stand, as the reader of its photo needs it."""

from dataclasses import dataclass

PASSED = "passed"  # the column that is ticked for a game that was passed in
NUMBERS = frozenset({"base", "with", "without", "plus", "minus", "points", "won", "lost"})


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
    top: float
    bottom: float
    seats: int

    @property
    def is_marked(self) -> bool:
        """Whether it is the program's own, with marks and a column for games passed in."""
        return PASSED in self.columns

    @property
    def count(self) -> int:
        """How many games the form has room for."""
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
