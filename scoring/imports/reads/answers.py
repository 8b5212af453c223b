"""What is asked about a file, and what its sender answers: columns, series, people, rows."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from scoring.core.spreadsheets.cells import parse_cell
from scoring.rules.problem import Problem

LEFT_OUT = "-"  # the answer that something is not to be read
# What the fields of answers begin with.
FIELDS = ("head-", "column-", "series-", "who-", "club-", "sums-", "fix-")


@dataclass(frozen=True, slots=True)
class Option:
    """An answer: the value that is sent, and how it is called."""

    value: str
    label: object


@dataclass(frozen=True, slots=True)
class Question:
    """One choice, or with no options one text: `field` names it, `chosen` is the answer so far.

    `text` is what it is about, `sample` are some of the cells that it is about.
    """

    field: str
    text: object
    options: tuple[Option, ...] = ()
    chosen: str = ""
    sample: tuple[str, ...] = ()

    @property
    def is_open(self) -> bool:
        return bool(self.options) and not self.chosen

    @property
    def asks_to_choose(self) -> bool:
        """Whether none of the options stands for no answer."""
        return self.is_open and all(option.value for option in self.options)


@dataclass(frozen=True, slots=True)
class Asked:
    """What a file does not say for certain, where it stands, and what may be answered.

    Answered questions are shown too; only `is_open` ones keep the file from being taken in.
    """

    sheet: str
    cell: str
    problem: Problem
    questions: tuple[Question, ...]
    is_open: bool = True


@dataclass(frozen=True, slots=True)
class Answers:
    """What was answered, by the field of the question; which ticks were offered and given."""

    chosen: Mapping[str, str] = field(default_factory=dict)
    offered: Collection[str] = frozenset()
    ticked: Collection[str] = frozenset()

    def of(self, name: str, among: Iterable[str]) -> str:
        """The answer to a question if it is one of these; empty for none."""
        answer = self.chosen.get(name, "")
        return answer if answer in among else ""

    def is_left(self, key: str, *, by_default: bool = False) -> bool:
        """Whether the tick of a row or a table is missing; `by_default` where none was offered."""
        return key not in self.ticked if key in self.offered else by_default

    def fixes(self, sheet: int) -> dict[tuple[int, int], str]:
        """The cells of a sheet that were corrected, by row and column from 1: "fix-0.C9"."""
        found = {}
        for name, text in self.chosen.items():
            at, _dot, cell = name.removeprefix("fix-").partition(".")
            if at == str(sheet) and name.startswith("fix-") and (place := parse_cell(cell)):
                found[place] = text
        return found


NO_ANSWERS = Answers()
