"""A list of which only the foot is entered: points, won and lost of every seat
(docs/entry-line.md).

Everything else is computed from these figures, so the checks of docs/law.md "A score list" can find
only what is impossible. A possible but misread figure (458 for 485) is found only by comparison
with the total on paper.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from scoring.rules.feasibility import feasible, nearest
from scoring.rules.paragraphs import customs, joined
from scoring.rules.performance import OTHERS_LOST, Scheme, bonus, per_game
from scoring.rules.problem import Problem
from scoring.rules.score_list import Outline, SeatTotal, seat_totals
from scoring.rules.systems import System


@dataclass(frozen=True, slots=True)
class BareTotal:
    """What the paper's foot says of one seat; `paper_total` is its total in points."""

    game_points: int
    won: int
    lost: int
    paper_total: int | None = None

    @property
    def games(self) -> int:
        return self.won + self.lost


class Tally(Protocol):
    """How many games somebody won and lost."""

    @property
    def won(self) -> int: ...
    @property
    def lost(self) -> int: ...


def passed_in(games: int, tallies: Iterable[Tally]) -> int:
    """How many games of a list were passed in: those that nobody won and nobody lost (docs/law.md
    "A score list" 1).

    Negative where more were won and lost than dealt, as `check_totals` says then.
    """
    return games - sum(tally.won + tally.lost for tally in tallies)


def tally_totals(figures: Sequence[BareTotal], scheme: Scheme) -> tuple[SeatTotal, ...]:
    """The totals of every seat; the table has as many seats as figures."""
    return seat_totals(
        [figure.game_points for figure in figures],
        [figure.won for figure in figures],
        [figure.lost for figure in figures],
        scheme,
    )


def check_totals(
    figures: Sequence[BareTotal], outline: Outline, passed: int, system: System, scheme: Scheme
) -> list[Problem]:
    """Everything that is wrong with bare totals (docs/law.md "A score list" 1, 2.4, 2.6 and the
    paper's totals).

    Zero games and zero points are legal. Figures that are no counts, or not one for each seat,
    are named alone: nothing can be computed from them. So is a table at which somebody left or
    joined: the foot does not tell which games the others lost while he sat there.
    """
    if outline.sittings:
        return [Problem("totals-need-games", "totals", rule="TO 8.12")]
    if len(figures) != outline.seats:
        params = {"given": len(figures), "seats": outline.seats}
        return [Problem("seats-unfit", "totals", params, "TO 8.12")]
    if passed < 0 and (beyond := list(_more_than_dealt(figures, outline))):
        return [*beyond, *_own_deals(figures, outline)]
    negative = list(_negative(figures, passed))
    if negative:
        return negative
    counts = [*_games(figures, outline, passed), *_own_deals(figures, outline)]
    exchanged = list(_exchanged(figures, scheme))
    if exchanged:
        return [*counts, *exchanged]
    return [
        *counts,
        *_feasibility(figures, outline, system),
        *_paper_totals(figures, outline, scheme),
    ]


def _more_than_dealt(figures: Sequence[BareTotal], outline: Outline) -> Iterator[Problem]:
    """More games than were dealt; the seat with the most of them is to be looked at first.

    `passed` is then what remains of the games, below 0: nobody typed it.
    """
    won, lost = sum(figure.won for figure in figures), sum(figure.lost for figure in figures)
    if won + lost <= outline.games_due or any(
        min(figure.won, figure.lost) < 0 for figure in figures
    ):
        return
    most = max(range(len(figures)), key=lambda seat: figures[seat].games)
    params = {
        "seat": most + 1,
        "most": figures[most].games,
        "won": won,
        "lost": lost,
        "sum": won + lost,
        "games": outline.games_due,
    }
    yield Problem("more-games-than-dealt", "won", params, "TO 7.2.1")


def _exchanged(figures: Sequence[BareTotal], scheme: Scheme) -> Iterator[Problem]:
    """Won and lost in each other's place: exchanged, at one seat or at all, every total of the
    paper agrees, and it does not as typed (TO 8.12).
    """
    if _agrees(figures, scheme) or not all(figure.paper_total is not None for figure in figures):
        return
    turned = [replace(figure, won=figure.lost, lost=figure.won) for figure in figures]
    for seat, bare_total in enumerate(turned, 1):
        if _agrees([*figures[: seat - 1], bare_total, *figures[seat:]], scheme):
            params = {"seat": seat, "won": bare_total.won, "lost": bare_total.lost}
            yield Problem("paper-total-exchanged", "won", params, "TO 8.12")
            return
    if _agrees(turned, scheme):
        yield Problem("paper-total-all-exchanged", "won", {}, "TO 8.12")


def _agrees(figures: Sequence[BareTotal], scheme: Scheme) -> bool:
    totals = tally_totals(figures, scheme)
    return all(
        figure.paper_total == total.performance
        for figure, total in zip(figures, totals, strict=True)
    )


def _negative(figures: Sequence[BareTotal], passed: int) -> Iterator[Problem]:
    counts = [(0, "passed", passed)]
    for seat, figure in enumerate(figures, 1):
        counts += [(seat, "won", figure.won), (seat, "lost", figure.lost)]
    for seat, field, count in counts:
        if count < 0:
            params = {"seat": seat, "count": count}
            yield Problem("negative-count", field, params, "TO 7.2.1")


def _games(figures: Sequence[BareTotal], outline: Outline, passed: int) -> Iterator[Problem]:
    won, lost = sum(figure.won for figure in figures), sum(figure.lost for figure in figures)
    if won + lost + passed != outline.games_due:
        params = {
            "won": won,
            "lost": lost,
            "passed": passed,
            "sum": won + lost + passed,
            "games": outline.games_due,
        }
        yield Problem("games-do-not-add-up", "passed", params, "TO 7.2.1")


def _own_deals(figures: Sequence[BareTotal], outline: Outline) -> Iterator[Problem]:
    """At four nobody plays the game he deals (docs/law.md "A score list" 4); at three everybody
    always plays.
    """
    if outline.seats == 3:
        return
    for seat, figure in enumerate(figures, 1):
        dealt = len(range(seat, outline.games_due + 1, outline.seats))
        most = outline.games_due - dealt
        if figure.games > most:
            params = {"seat": seat, "games": figure.games, "most": most}
            yield Problem("too-many-games", "won", params, "SkO 3.2.7")


def _feasibility(
    figures: Sequence[BareTotal], outline: Outline, system: System
) -> Iterator[Problem]:
    for seat, figure in enumerate(figures, 1):
        points, won, lost = figure.game_points, figure.won, figure.lost
        # More games than the list has are reported above; the number of games to count is bounded.
        if figure.games > outline.games_due or feasible(system, points, won, lost):
            continue
        near = nearest(system, points, won, lost)
        params = {
            "seat": seat,
            "points": points,
            "won": won,
            "lost": lost,
            "nearest": near,
        }
        rule = joined([system.citations.values, customs(system.citations.losses)])
        yield Problem("infeasible-points", "game_points", params, rule)


@dataclass(frozen=True, slots=True)
class _Difference:
    """A seat whose total on paper is not the computed one, and where to look first."""

    seat: int
    paper: int
    computed: int
    guess: str

    @property
    def points(self) -> int:
        return self.paper - self.computed

    def problem(self) -> Problem:
        params = {
            "seat": self.seat,
            "paper": self.paper,
            "computed": self.computed,
            "difference": self.points,
        }
        code, field = f"paper-total-{self.guess}", FIELDS[self.guess]
        return Problem(code, field, params, "TO 8.12")


FIELDS = {"points": "game_points", "won-lost": "won", "others-lost": "lost"}


def _paper_totals(figures: Sequence[BareTotal], outline: Outline, scheme: Scheme) -> list[Problem]:
    """Where the paper's totals differ from the computed ones, each with a guess
    (docs/entry-line.md).
    """
    totals = tally_totals(figures, scheme)
    used = _bonus_on_paper(figures, totals, scheme)
    if used is not None:
        params = {"bonus": bonus(scheme, outline.seats), "used": used}
        return [Problem("paper-total-bonus", "paper_total", params, "TO 8.12")]
    differences = [
        _Difference(
            total.seat,
            paper,
            total.performance,
            _guess(paper - total.performance, scheme, outline.seats),
        )
        for figure, total in zip(figures, totals, strict=True)
        if (paper := figure.paper_total) is not None and paper != total.performance
    ]
    return [cause.problem() for cause in _causes(differences, outline.seats)]


def _guess(difference: int, scheme: Scheme, seats: int) -> str:
    """Guess by the difference: 50 for each game won or lost, 30 or 40 others' lost."""
    game = per_game(scheme)
    if game and difference % game == 0:
        return "won-lost"
    if abs(difference) == bonus(scheme, seats) != 0:
        return "others-lost"
    return "points"


def _causes(differences: list[_Difference], seats: int) -> list[_Difference]:
    """One wrong count of lost games changes all totals of a table: then only its seat is named."""
    wrong = [difference for difference in differences if difference.guess == "won-lost"]
    others = [difference for difference in differences if difference.guess == "others-lost"]
    same = len({other.points for other in others}) == 1
    if len(wrong) == 1 and len(others) == seats - 1 and same:
        return wrong
    return differences


def _bonus_on_paper(
    figures: Sequence[BareTotal], totals: Sequence[SeatTotal], scheme: Scheme
) -> int | None:
    """The bonus that explains all of the paper's totals, if it is another than this table's.

    The 40 points of a table of three are forgotten, or taken for 30, again and again.
    """
    right = bonus(scheme, len(totals))
    for used in {0, *OTHERS_LOST.values()} - {right} if right else ():
        if all(
            figure.paper_total == total.performance + (used - right) * total.others_lost
            for figure, total in zip(figures, totals, strict=True)
        ) and any(total.others_lost for total in totals):
            return used
    return None
