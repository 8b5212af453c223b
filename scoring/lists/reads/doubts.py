"""What somebody should look at once more in a list that is entered (docs/practice.md "Figures that
are looked at twice"). Nothing is refused for it.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import isqrt

from scoring.messages.sentence import points
from scoring.models import ScoreList, Seat
from scoring.models.score_list import CLOSED, ListState
from scoring.rules.outline import Outline
from scoring.rules.problem import Problem

# Points in twelve rounds.
BEST = 2_452  # the best list that we know of
WORST = 1_226  # below zero: about eleven games lost and none won
FAR = 1_200  # from one's own average
ROUNDS = 12

MIN_OTHER_LISTS = 5  # that make an average


def doubts_of(score_list: ScoreList, seats: Sequence[Seat]) -> list[Problem]:
    """The doubts about a list that waits for a second person; none about any other."""
    if score_list.state != ListState.ENTERED or not any(seat.points for seat in seats):
        return []
    return [*same_totals(score_list, seats), *unlikely_results(score_list, seats)]


def same_totals(score_list: ScoreList, seats: Sequence[Seat]) -> Iterator[Problem]:
    """Tables with the same figures in every seat: one sheet was typed twice, probably."""
    others = ScoreList.objects.filter(series=score_list.series_id, state__in=CLOSED)
    for seat in seats:
        figures = {name: getattr(seat, name) for name in ("position", "points", "won", "lost")}
        others = others.filter(**{f"seat_rows__{name}": each for name, each in figures.items()})
    for table in others.exclude(pk=score_list.pk).values_list("table_number", flat=True):
        yield Problem("same-totals", params={"table": table}, severity="warning")


def unlikely_results(score_list: ScoreList, seats: Sequence[Seat]) -> Iterator[Problem]:
    """Results beyond what so many games bring, or far from this person's other ones."""
    outline, others = score_list.outline, other_results(score_list, seats)
    worst, best, far = (scaled(figure, outline) for figure in (WORST, BEST, FAR))
    for seat in seats:
        result, own = seat.performance or 0, others[seat.entry.person_id]
        params: dict[str, object] = {"seat": seat.position, "name": str(seat.entry.person)}
        params["points"] = points(result)
        if not -worst <= result <= best:
            params |= {"games": outline.games_due, "least": points(-worst), "most": points(best)}
            yield Problem("beyond-any-list", params=params, severity="warning")
        elif len(own) >= MIN_OTHER_LISTS and abs(result * len(own) - sum(own)) > far * len(own):
            params |= {"count": len(own), "average": points(round(Fraction(sum(own), len(own))))}
            yield Problem("far-from-own-average", params=params, severity="warning")


def scaled(figure: int, outline: Outline) -> int:
    """A limit of twelve rounds for this list: what luck can do grows with the root of the games."""
    return isqrt(figure**2 * outline.games_due // (ROUNDS * outline.seats))


def other_results(score_list: ScoreList, seats: Sequence[Seat]) -> dict[int, list[int]]:
    """What these people had in other whole lists of as many games, by person."""
    rows = Seat.objects.filter(
        entry__person__in=[seat.entry.person_id for seat in seats],
        list__state__in=CLOSED,
        list__seats=score_list.seats,
        list__games_due=score_list.outline.games_due,
        list__games_played=None,
        series__tournament__scheme=score_list.series.tournament.scheme,
    ).exclude(list=score_list)
    results: dict[int, list[int]] = defaultdict(list)
    for person, performance in rows.values_list("entry__person", "performance"):
        results[person].append(performance or 0)
    return results
