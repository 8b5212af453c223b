"""Whom a row or a seat names: by number, name and seat. Where these disagree somebody is asked."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from scoring.core.cached import digest_of
from scoring.core.spreadsheets.cells import MAX_SHOWN_LENGTH, Spot
from scoring.imports.reads import (
    LEFT_OUT,
    Asked,
    FileAnswers,
    FileQuestion,
    KnownPlaces,
    Option,
    is_alike,
)
from scoring.messages import label
from scoring.rules.problem import Problem

MAX_OPTIONS = 20_000  # of all questions together: then only those who are alike are offered
MAX_SEARCHED = 300  # names that are compared with all others: nobody answers more questions


@dataclass(frozen=True, slots=True)
class Identity:
    """Who a row is; or why that is not certain, and who it may be."""

    player: int | None = None
    problem: Problem | None = None
    options: tuple[int, ...] = ()


def unclear(code: str, options: Iterable[int] = (), **params: object) -> Identity:
    return Identity(None, Problem(code, "", params), tuple(dict.fromkeys(options)))


class PlayerFinder:
    """Finds the players of a tournament by what rows say of them, and asks where that is not clear.

    `asked` are questions by their field: the same one is asked once for the whole file.
    """

    def __init__(self, known: KnownPlaces, answers: FileAnswers) -> None:
        self.known, self.answers = known, answers
        self.asked: dict[str, Asked] = {}
        self.searched = 0

    def ask_who(
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
        if answer.isdigit() and series and (series, int(answer)) not in self.known.seats:
            answer = ""
        asked = self.asked.get(name)
        if asked is None:
            question = FileQuestion(name, text, self.options(options, may_leave=may_leave), answer)
            asked = Asked(spot.sheet, spot.cell, spot.problem, (question,), not answer)
        self.asked[name] = replace(asked, is_open=asked.is_open or not answer)
        return answer

    def options(self, numbers: Sequence[int], *, may_leave: bool) -> tuple[Option, ...]:
        """Those who may be meant, that the row is not read, and then everybody else."""
        names = self.known.names
        is_short = (len(self.asked) + 1) * len(names) <= MAX_OPTIONS
        others = [number for number in sorted(names) if is_short and number not in numbers]
        people = [Option(str(each), f"{each} · {names[each]}") for each in (*numbers, *others)]
        if may_leave:
            people.insert(len(numbers), Option(LEFT_OUT, label("results_column", LEFT_OUT)))
        return tuple(people)

    def named(self, number: int | None, name: str) -> Identity:
        """Who has this number and this name; either may be missing."""
        exact = self.known.by_name(name) if name else []
        ours = self.known.names.get(number) if number is not None else None
        if number is None:
            return self.called(name, exact)
        if ours is not None and (not name or number in exact):
            return Identity(number)
        if ours is not None and not exact and is_alike(name, ours):
            return Identity(number)
        options = [number] if ours is not None else []
        options += exact or (self.alike(name) if name else [])
        if not options:
            return unclear("start-number-unknown", number=number)
        return unclear(
            "incoming-number-contradicts",
            options,
            number=number,
            found=name[:MAX_SHOWN_LENGTH],
            name=ours or "–",
        )

    def called(self, name: str, exact: list[int]) -> Identity:
        if len(exact) == 1:
            return Identity(exact[0])
        if exact:
            return unclear("incoming-name-twice", exact, text=name[:MAX_SHOWN_LENGTH])
        return unclear("incoming-name-unknown", self.alike(name), text=name[:MAX_SHOWN_LENGTH])

    def alike(self, name: str) -> list[int]:
        self.searched += 1
        return self.known.alike(name) if self.searched <= MAX_SEARCHED else []

    def seated(self, player: int, series: int, table: int | None, seat: int | None) -> Identity:
        """The player, if he sits where the file says."""
        here = self.known.seats.get((series, player))
        if here is None:
            return unclear("incoming-not-seated", number=player, series=series)
        there = table or here[0], seat or here[1]
        if there == here:
            return Identity(player)
        other = self.known.at(series, *there) if seat else None
        return unclear(
            "incoming-other-place",
            [player, *([other] if other is not None else [])],
            number=player,
            name=self.known.names[player],
            table=here[0],
            seat=here[1],
            found_table=there[0],
            found_seat=there[1],
        )


def described(number: int | None, name: str) -> str:
    """Whom a file names, as it says it."""
    return " · ".join(
        filter(None, ("" if number is None else str(number), name[:MAX_SHOWN_LENGTH]))
    )
