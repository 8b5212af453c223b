"""A list of which only the foot is entered: points, won and lost of every seat
(docs/entry-line.md), whether any games give them (docs/law.md "A score list" 6), and which line of
a full list does not fit its foot.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, reduce
from itertools import accumulate
from operator import or_

from scoring.rules.bids import loss_values, win_values
from scoring.rules.paragraphs import customs, join_rules
from scoring.rules.problem import Problem
from scoring.rules.score_list import (
    OTHERS_LOST,
    Line,
    Outline,
    Scheme,
    SeatTotal,
    bonus,
    counted_games,
    per_game,
    seat_totals,
)
from scoring.rules.systems import System


@cache
def _sums(values: frozenset[int], count: int) -> int:
    """The sums of exactly `count` of these values as a bit mask, whatever their sign."""
    if not count:
        return 1  # the sum 0
    fewer = _sums(values, count - 1)
    return reduce(or_, (fewer << abs(value) for value in values), 0)


def feasible(system: System, points: int, won: int, lost: int) -> bool:
    """Whether `won` legal values and `lost` legal losses can add up to `points`.

    `won` and `lost` are numbers of games of one list: not negative, some dozens at most.
    """
    gains = _sums(win_values(system), won)
    if system.ramsch and lost:
        # A Ramsch loses any number of points: every sum below the highest gain is possible.
        return points <= gains.bit_length() - 1 - lost
    losses = _sums(loss_values(system), lost)
    if not -losses.bit_length() < points < gains.bit_length():
        return False
    # gain − loss = points: shift one set by the points and test whether the sets intersect.
    shifted = gains >> points if points >= 0 else gains << -points
    return bool(shifted & losses)


def nearest(system: System, points: int, won: int, lost: int) -> tuple[int, ...]:
    """The nearest points that `won` and `lost` games can give, both sides, ascending.

    One figure where the other side has none, or where `points` themselves are possible.
    """
    if feasible(system, points, won, lost):
        return (points,)
    most = _sums(win_values(system), won).bit_length() - 1
    least = 1 - _sums(loss_values(system), lost).bit_length()
    below = range(min(points, most + 1) - 1, least - 1, -1)
    above = range(max(points, least - 1) + 1, most + 1)
    sides = (
        next((figure for figure in side if feasible(system, figure, won, lost)), None)
        for side in (below, above)
    )
    return tuple(figure for figure in sides if figure is not None)


# The checks of docs/law.md "A score list" find only what is impossible in a foot; a possible but
# misread figure (458 for 485) is found by comparison with the total on paper.


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


def count_passed_in(games: int, tallies: Iterable[BareTotal | SeatTotal]) -> int:
    """How many games nobody won and nobody lost (docs/law.md "A score list" 1).

    Negative where more were won and lost than dealt, as `check_totals` says then.
    """
    return games - sum(tally.won + tally.lost for tally in tallies)


def tally_totals(figures: Sequence[BareTotal], scheme: Scheme) -> tuple[SeatTotal, ...]:
    """The totals of a table with as many seats as figures."""
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
    # What was passed in is below 0 only as what remains of the games: nobody typed that.
    if passed < 0 and (beyond := list(_more_than_dealt(figures, outline))):
        return [*beyond, *_own_deals(figures, outline)]
    if negative := list(_negative(figures, passed)):
        return negative
    counts = [*_games(figures, outline, passed), *_own_deals(figures, outline)]
    if exchanged := list(_exchanged_problems(figures, scheme)):
        return [*counts, *exchanged]
    return [
        *counts,
        *_feasibility(figures, outline, system),
        *_paper_totals(figures, outline, scheme),
    ]


def _more_than_dealt(figures: Sequence[BareTotal], outline: Outline) -> Iterator[Problem]:
    """The seat with the most games is to be looked at first."""
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


def _exchanged_problems(figures: Sequence[BareTotal], scheme: Scheme) -> Iterator[Problem]:
    """Won and lost in each other's place, at one seat or at all: so the paper's totals agree."""
    if _agrees(figures, scheme) or any(figure.paper_total is None for figure in figures):
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
        params = {"seat": seat, "points": points, "won": won, "lost": lost, "nearest": near}
        rule = join_rules([system.citations.values, customs(system.citations.losses)])
        yield Problem("infeasible-points", "game_points", params, rule)


FIELDS = {"points": "game_points", "won-lost": "won", "others-lost": "lost"}


def _paper_totals(
    figures: Sequence[BareTotal], outline: Outline, scheme: Scheme
) -> Iterator[Problem]:
    """Where the paper's totals differ from the computed ones, each with a guess
    (docs/entry-line.md).
    """
    totals = tally_totals(figures, scheme)
    game, of_others = per_game(scheme), bonus(scheme, outline.seats)
    used = _bonus_on_paper(figures, totals, scheme)
    if used is not None:
        params = {"bonus": of_others, "used": used}
        yield Problem("paper-total-bonus", "paper_total", params, "TO 8.12")
        return
    faults = []
    for figure, total in zip(figures, totals, strict=True):
        difference = (figure.paper_total or 0) - total.performance
        if figure.paper_total is None or not difference:
            continue
        guess = "others-lost" if abs(difference) == of_others else "points"
        faults.append((total, difference, "won-lost" if game and difference % game == 0 else guess))
    # One wrong count of lost games changes all totals of a table: then only its seat is named.
    own_faults = [fault for fault in faults if fault[2] == "won-lost"]
    others = [difference for _total, difference, guess in faults if guess == "others-lost"]
    is_one = len(own_faults) == 1 and len(others) == outline.seats - 1 and len(set(others)) == 1
    for total, difference, guess in own_faults if is_one else faults:
        params = {
            "seat": total.seat,
            "paper": total.performance + difference,
            "computed": total.performance,
            "difference": difference,
        }
        yield Problem(f"paper-total-{guess}", FIELDS[guess], params, "TO 8.12")


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


# Locating the wrong line where the foot of the paper differs (docs/entry-line.md "Foot")
#
# The clerk reads the paper's running total of one seat at the middle of the list, then at the
# middle of the half that must hold the error: six answers name one of 48 lines.


@dataclass(frozen=True, slots=True)
class Ask:
    """What is the seat's running total on paper after game `number`?"""

    number: int


@dataclass(frozen=True, slots=True)
class WrongSum:
    """The totals agree after game `after` (0: at the start) and part at `number`.

    The error is in the game `number`, or in one between them that the paper gives to this seat.
    `number` is None where the totals agree to the last game: the foot was added wrongly, or a
    later game belongs to this seat.
    """

    number: int | None
    after: int


def next_question(
    lines: Iterable[Line], seat: int, paper_totals: Mapping[int, int]
) -> Ask | WrongSum:
    """The next running total to ask for, or the line found.

    `paper_totals` maps game numbers to the paper's running totals of `seat`, in points: the answers
    so far. Only games of that seat are asked for; other numbers in it say nothing new.
    """
    games = sorted(game for game in counted_games(lines) if game.seat == seat)
    numbers = [game.number for game in games]
    totals = accumulate(game.score for game in games)
    # The games before `mismatch` and after `agreed` may still be wrong; beyond the last
    # game stands the foot itself, which differs: that is why somebody asks.
    agreed, mismatch = -1, len(games)
    for place, (number, total) in enumerate(zip(numbers, totals, strict=True)):
        if number not in paper_totals:
            continue
        if paper_totals[number] != total:
            mismatch = place
            break
        agreed = place
    if mismatch - agreed > 1:
        return Ask(numbers[(agreed + mismatch) // 2])
    return WrongSum(
        numbers[mismatch] if mismatch < len(games) else None,
        after=numbers[agreed] if agreed >= 0 else 0,
    )
