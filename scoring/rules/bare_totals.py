"""A list of which only the foot is entered (docs/entry-line.md)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, reduce
from operator import or_

from scoring.rules.bids import loss_values, win_values
from scoring.rules.paragraphs import customs, join_rules
from scoring.rules.problem import Problem
from scoring.rules.score_list import (
    OTHERS_LOST,
    Outline,
    Scheme,
    SeatTotal,
    bonus,
    per_game,
    performance,
)
from scoring.rules.systems import System


@cache
def _sums(values: frozenset[int], count: int) -> int:
    """The sums of exactly `count` of these values as a bit mask, whatever their sign."""
    sums = 1  # the sum 0
    for _game in range(count):
        sums = reduce(or_, (sums << abs(value) for value in values), 0)
    return sums


def feasible(system: System, points: int, won: int, lost: int) -> bool:
    """Whether this many legal games can add up to `points` (docs/law.md "A score list" 6)."""
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
    """The possible points next below and above; `points` alone if they are possible themselves."""
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


@dataclass(frozen=True, slots=True)
class BareTotal:
    """What the paper's foot says of one seat.

    The total on paper shows misread figures that would be possible, such as 458 for 485.
    """

    game_points: int
    won: int
    lost: int
    paper_total: int | None = None

    @property
    def games(self) -> int:
        return self.won + self.lost


def count_passed_in(games: int, tallies: Iterable[BareTotal | SeatTotal]) -> int:
    """How many games nobody won or lost (docs/law.md "A score list" 1); negative if there are too
    many of the others.
    """
    return games - sum(tally.won + tally.lost for tally in tallies)


def tally_totals(figures: Sequence[BareTotal], scheme: Scheme) -> tuple[SeatTotal, ...]:
    """The totals of a table with as many seats as figures (docs/law.md "Performance")."""
    totals = []
    for seat, figure in enumerate(figures, 1):
        own = figure.game_points, figure.won, figure.lost
        of_others = sum(other.lost for other in figures) - figure.lost
        sum_of_seat = performance(scheme, *own, of_others, len(figures))
        totals.append(SeatTotal(seat, *own, of_others, sum_of_seat))
    return tuple(totals)


def check_totals(
    figures: Sequence[BareTotal], outline: Outline, passed: int, system: System, scheme: Scheme
) -> list[Problem]:
    """What is wrong with bare totals (docs/law.md "A score list" 1, 4, 6).

    Of impossible counts nothing else is examined. A table at which somebody left or joined needs
    its games: the foot does not tell which games the others lost while he sat there.
    """
    if outline.sittings:
        return [Problem("totals-need-games", "totals", rule="TO 8.12")]
    if len(figures) != outline.seats:
        params = {"given": len(figures), "seats": outline.seats}
        return [Problem("seats-unfit", "totals", params, "TO 8.12")]
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
    """More games won and lost than dealt; the problem names the seat with the most games."""
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
    """Won and lost exchanged, at one seat or at all, where the paper's totals then agree."""
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
    """At four nobody plays the game he deals (docs/law.md "A score list" 4)."""
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


FIELD_OF_GUESS = {"points": "game_points", "won-lost": "won", "others-lost": "lost"}


def _paper_totals(
    figures: Sequence[BareTotal], outline: Outline, scheme: Scheme
) -> Iterator[Problem]:
    """The paper's totals that differ from the computed ones, with guesses; once for one cause."""
    totals = tally_totals(figures, scheme)
    game, of_others = per_game(scheme), bonus(scheme, outline.seats)
    used = _bonus_on_paper(figures, totals, scheme)
    if used is not None:
        params = {"bonus": of_others, "used": used}
        yield Problem("paper-total-bonus", "paper_total", params, "TO 8.12")
        return
    differences: dict[SeatTotal, int] = {}
    guesses: dict[SeatTotal, str] = {}
    for figure, total in zip(figures, totals, strict=True):
        difference = (figure.paper_total or 0) - total.performance
        if figure.paper_total is None or not difference:
            continue
        differences[total] = difference
        if game and difference % game == 0:
            guesses[total] = "won-lost"
        else:
            guesses[total] = "others-lost" if abs(difference) == of_others else "points"
    # One wrong count of lost games changes all totals of a table: then only its seat is named.
    own = [total for total, guess in guesses.items() if guess == "won-lost"]
    others = [differences[total] for total, guess in guesses.items() if guess == "others-lost"]
    is_one = len(own) == 1 and len(others) == outline.seats - 1 and len(set(others)) == 1
    for total in own if is_one else guesses:
        difference, guess = differences[total], guesses[total]
        params = {
            "seat": total.seat,
            "paper": total.performance + difference,
            "computed": total.performance,
            "difference": difference,
        }
        yield Problem(f"paper-total-{guess}", FIELD_OF_GUESS[guess], params, "TO 8.12")


def _bonus_on_paper(
    figures: Sequence[BareTotal], totals: Sequence[SeatTotal], scheme: Scheme
) -> int | None:
    """The bonus that explains all of the paper's totals, if it is not that of this table.

    The 40 points of a table of three are often forgotten, or taken for 30.
    """
    right = bonus(scheme, len(totals))
    if not right or not any(total.others_lost for total in totals):
        return None
    for used in {0, *OTHERS_LOST.values()} - {right}:
        if all(
            figure.paper_total == total.performance + (used - right) * total.others_lost
            for figure, total in zip(figures, totals, strict=True)
        ):
            return used
    return None
