"""Whom a row names: by number, name and seat. Where these disagree somebody is asked."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from scoring.core.cached import digest_of
from scoring.core.spreadsheets.cells import LONGEST, Spot
from scoring.imports.files.table_rows import TableRow
from scoring.imports.reads.answers import LEFT_OUT, Answers, Asked, Option, Question
from scoring.imports.reads.known import KnownPlaces, is_alike
from scoring.messages import label
from scoring.rules.problem import Problem

MAX_OPTIONS = 20_000  # of all questions together: then only those who are alike are offered
MOST_SEARCHED = 300  # names that are compared with all others: nobody answers more questions


@dataclass(frozen=True, slots=True)
class Identity:
    """Who a row is; or why that is not certain, and who it may be."""

    player: int | None = None
    problem: Problem | None = None
    options: tuple[int, ...] = ()


class PlayerFinder:
    """Finds the players of a tournament by what rows say of them, and asks where that is not clear.

    `asked` are questions by what they are about: the same one is asked once for the whole file.
    """

    def __init__(self, known: KnownPlaces, answers: Answers) -> None:
        self.known, self.answers = known, answers
        self.asked: dict[str, Asked] = {}
        self.searched = 0

    def ask(
        self,
        about: object,
        text: str,
        spot: Spot,
        options: Sequence[int],
        series: int | None = None,
        *,
        may_leave: bool = True,
    ) -> str:
        """The answer who somebody is: a start number, LEFT_OUT, or empty while it is not answered.

        Somebody who has no seat in the `series` is no answer.
        """
        name = f"who-{digest_of(about)[:12]}"
        answer = self.answers.of(name, (*map(str, self.known.names), LEFT_OUT))
        if answer not in ("", LEFT_OUT) and series is not None:
            answer = answer if (series, int(answer)) in self.known.seats else ""
        before = self.asked.get(name)
        if before is None:
            question = Question(name, text, self.options(options, may_leave=may_leave), answer)
            before = Asked(spot.sheet, spot.cell, spot.problem, (question,), not answer)
        self.asked[name] = replace(before, is_open=before.is_open or not answer)
        return answer

    def options(self, numbers: Sequence[int], *, may_leave: bool) -> tuple[Option, ...]:
        """Those who may be meant, that the row is not read, and then everybody else."""
        is_short = (len(self.asked) + 1) * len(self.known.names) <= MAX_OPTIONS
        others = [each for each in sorted(self.known.names) if each not in numbers]
        everybody = (*numbers, *(others if is_short else ()))
        people = [Option(str(each), f"{each} · {self.known.names[each]}") for each in everybody]
        if may_leave:
            people.insert(len(numbers), Option(LEFT_OUT, label("results_column", LEFT_OUT)))
        return tuple(people)

    def named(self, number: int | None, name: str) -> Identity:
        """Who has this number and this name; either may be missing."""
        exact = self.known.by_name(name) if name else []
        ours = self.known.names.get(number) if number is not None else None
        if not name:
            if number is not None and ours is not None:
                return Identity(number)
            return Identity(problem=Problem("start-number-unknown", "", {"number": number}))
        if number is None:
            return self.by_name(name, exact)
        if ours is not None and (number in exact or (not exact and is_alike(name, ours))):
            return Identity(number)
        options = (*([number] if ours is not None else []), *(exact or self.alike(name)))
        params = {"number": number, "found": name[:LONGEST], "name": ours or "–"}
        if not options:
            return Identity(problem=Problem("start-number-unknown", "", {"number": number}))
        return Identity(None, Problem("incoming-number-contradicts", "", params), unique(options))

    def by_name(self, name: str, exact: list[int]) -> Identity:
        if len(exact) == 1:
            return Identity(exact[0])
        params = {"text": name[:LONGEST]}
        if exact:
            return Identity(None, Problem("incoming-name-twice", "", params), unique(exact))
        problem = Problem("incoming-name-unknown", "", params)
        return Identity(None, problem, unique(self.alike(name)))

    def alike(self, name: str) -> list[int]:
        self.searched += 1
        return self.known.alike(name) if self.searched <= MOST_SEARCHED else []

    def seated(self, player: int, row: TableRow, series: int) -> Identity:
        """The player, if he sits where the row says."""
        here = self.known.seats.get((series, player))
        if here is None:
            params: dict[str, object] = {"number": player, "series": series}
            return Identity(problem=Problem("incoming-not-seated", "", params))
        table, seat = row.table or here[0], row.seat or here[1]
        if (table, seat) == here:
            return Identity(player)
        params = {
            "number": player,
            "name": self.known.names[player],
            "table": here[0],
            "seat": here[1],
            "found_table": table,
            "found_seat": seat,
        }
        other = self.known.at(series, table, seat) if row.seat else None
        options = unique([player, *([other] if other is not None else [])])
        return Identity(None, Problem("incoming-other-place", "", params), options)


def unique(numbers: Iterable[int]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(numbers))
