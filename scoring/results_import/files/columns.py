"""The question what the columns of a table hold, and its answers."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from scoring.core.cached import digest_of
from scoring.core.foreign.cells import LONGEST, CellReader, place
from scoring.messages import label
from scoring.results_import.files.bands import Band
from scoring.results_import.files.labels import FIGURES, IDENTITY
from scoring.results_import.reads import LEFT_OUT, Asked, FileAnswers, FileQuestion, Option
from scoring.rules.problem import Problem

# What a column may be answered to hold; what else there is need not be read.
CHOICES = (LEFT_OUT, *IDENTITY[:4], "series", "table", "seat", *FIGURES)
SAMPLES = 3
MOST_ASKED = 60  # columns of one table


@dataclass(frozen=True, slots=True)
class AskedColumns:
    """The columns of a table, for a question what they hold; `chosen` is what was answered.

    Tables under the same headings have the same `key`: they are asked about once.
    """

    reader: CellReader
    band: Band
    key: str
    chosen: Mapping[int, str]

    @classmethod
    def of(cls, reader: CellReader, band: Band, answers: FileAnswers) -> "AskedColumns":
        key = digest_of([(each.at, each.heading) for each in band.columns])[:8]
        found = {each.at: answers.of(f"column-{key}.{each.at}", CHOICES) for each in band.columns}
        return cls(reader, band, key, {at: role for at, role in found.items() if role})

    def asked(
        self, problem: Problem, *, doubtful: Collection[int] = (), is_open: bool = True
    ) -> Asked:
        """The question about all of them; `doubtful` ones have no answer yet."""
        questions = tuple(
            FileQuestion(
                f"column-{self.key}.{each.at}",
                f"{column_letters(each.at)} · {each.heading[:LONGEST]}",
                tuple(Option(value, label("result_column", value)) for value in CHOICES),
                self.chosen.get(each.at) or ("" if each.at in doubtful else usual(each.role)),
                tuple(samples(self.reader, self.band, each.at)),
            )
            for each in self.band.columns[:MOST_ASKED]
        )
        first = min((each.at for each in self.band.columns), default=0)
        cell = place(self.band.below, first + 1)
        return Asked(self.reader.sheet, cell, problem, questions, is_open)


def usual(role: str) -> str:
    """What a column is taken for if nobody says otherwise."""
    return role if role in CHOICES else "name" if role == "family_first" else LEFT_OUT


def samples(reader: CellReader, band: Band, column: int) -> Sequence[str]:
    rows = range(band.below + 1, min(band.below + 20, len(reader.rows) + 1))
    texts = (reader.text(row, column + 1)[:LONGEST] for row in rows)
    return [text for text in texts if text][:SAMPLES]


def column_letters(column: int) -> str:
    return place(1, column + 1)[:-1]
