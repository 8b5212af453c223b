"""The foot of the paper beside the games: what differs, and the search for the wrong line."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from scoring.models import Seat
from scoring.models.score_list import PAPER
from scoring.rules.bare_totals import Ask, WrongSum, next_question
from scoring.rules.problem import Problem
from scoring.rules.score_list import Line, Outline, lines_of

FOOT_CODES = ("foot-points", "foot-won", "foot-lost", "foot-total")


def foot_problems(seats: Iterable[Seat]) -> list[Problem]:
    """Where the paper's foot differs from the games (docs/law.md "A score list", TO 8.12)."""
    problems = []
    for seat in seats:
        pairs = (
            ("foot-points", "points", seat.paper_points, seat.points),
            ("foot-won", "won", seat.paper_won, seat.won),
            ("foot-lost", "lost", seat.paper_lost, seat.lost),
            ("foot-total", "total", seat.paper_total, seat.performance),
        )
        for code, name, paper, computed in pairs:
            if paper is not None and computed is not None and paper != computed:
                params = {
                    "seat": seat.position,
                    "paper": paper,
                    "computed": computed,
                    "difference": paper - computed,
                }
                problems.append(Problem(code, name, params, "TO 8.12"))
    return problems


@dataclass(frozen=True, slots=True)
class Trace:
    """The search for the wrong line of one seat: the next question, or the line found.

    `known` maps numbers of games to the paper's running totals after them, in points.
    """

    seat: int
    name: str
    known: Mapping[int, int]
    ask: Ask | None = None
    found: WrongSum | None = None

    @property
    def answers(self) -> str:
        """What is known, as the page sends it back: "22:440 33:640"."""
        return " ".join(f"{number}:{total}" for number, total in sorted(self.known.items()))


@dataclass(frozen=True, slots=True)
class FootCheck:
    """The paper's foot, as a page shows and sends it, compared with the list as it stands."""

    text: str
    differences: list[Problem]
    trace: Trace | None = None

    @property
    def agrees(self) -> bool:
        return bool(self.text) and not self.differences


def paper_of(seats: Iterable[Seat]) -> dict[str, int]:
    """The figures on paper by the names of the fields on the page; without those left empty."""
    return {
        f"{name.removeprefix('paper_')}_{each.position}": figure
        for each in seats
        for name in PAPER
        if (figure := getattr(each, name)) is not None
    }


def paper_text(seats: Iterable[Seat]) -> str:
    """The figures on paper as one line, as a page shows and sends them."""
    return urlencode(paper_of(seats))


def check_foot(
    lines: Sequence[Line],
    outline: Outline,
    seats: Sequence[Seat],
    seat: int | None = None,
    answers: Mapping[int, int] | None = None,
) -> FootCheck:
    """Compare the foot; where points differ, search on with the `answers` about `seat`.

    `seat` is a position on the list. The first whose points differ is searched if it is None or
    agrees by now.
    """
    text, differences = paper_text(seats), foot_problems(seats)
    wrong = [int(str(each.params["seat"])) for each in differences if each.field == "points"]
    if not wrong:
        return FootCheck(text, differences)
    if seat is None or seat not in wrong:
        seat, answers = wrong[0], {}
    own = lines_of(lines, outline, seat)
    step = trace(own, seats, seat, answers or {}, outline.seat_of(seat))
    return FootCheck(text, differences, step)


def trace(
    lines: Sequence[Line], seats: Sequence[Seat], seat: int, known: Mapping[int, int], chair: int
) -> Trace:
    """The next question, or the line found, among the `lines` of the player at `chair`.

    Running totals typed with the games are known.
    """
    typed = {
        line.number: line.running
        for line in lines
        if line.running is not None and not line.annulled
    }
    step = next_question(lines, chair, typed | dict(known))
    name = next(str(each.entry.person) for each in seats if each.position == seat)
    if isinstance(step, Ask):
        return Trace(seat, name, known, ask=step)
    return Trace(seat, name, known, found=step)
