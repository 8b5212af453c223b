"""What rankings are made from, read once for all of a page."""

from collections import defaultdict
from collections.abc import Callable, Hashable
from typing import TypeVar, cast

from scoring.models import Tournament
from scoring.models.score_list import COUNTED_STATES, Depth
from scoring.models.tournament import SeriesState
from scoring.standings.reads.questions import (
    lists_of,
    lots_of,
    people_of,
)
from scoring.standings.reads.results import (
    ALL_SERIES,
    Participants,
    RankedPart,
    Results,
    counted_results,
    settled_states,
)

T = TypeVar("T")


class StandingsSource:
    """What rankings of a tournament are made from, each query once.

    Later writes are not seen: it lives as long as one page is made.
    """

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.answers: dict[Hashable, object] = {}

    def cached(self, question: Callable[..., T], *about: Hashable) -> T:
        """The answer to a question about the tournament, or its part `about`, for all rankings."""
        key = (question, *about)
        if key not in self.answers:
            self.answers[key] = question(self.tournament, *about)
        return cast(T, self.answers[key])

    def results(self, part: RankedPart = ALL_SERIES) -> Results:
        """A copy for each caller, as adjustments are written into it."""
        days = {lists.number: lists.day for lists in self.cached(lists_of)}
        results: Results = defaultdict(dict)
        for entry, by_number in self.cached(counted_results).items():
            if of_part := {
                n: player_result for n, player_result in by_number.items() if part.holds(n, days[n])
            }:
                results[entry] = of_part
        return results

    def field(self, scope: str = "", part: RankedPart = ALL_SERIES) -> Participants:
        people = self.cached(people_of)
        lots = self.cached(lots_of)[0].get(scope, {})
        field = Participants(people.names, lots, defaultdict(adjustments))
        for entry, points, number, day in people.adjusted:
            if number is None or part.holds(number, day):
                field.adjusted[entry][number] += points
        return field

    def missing(self, part: RankedPart = ALL_SERIES) -> int:
        """Lists of drawn series that do not count yet; rejected and annulled ones never will."""
        settled = settled_states(self.tournament)
        return sum(
            lists.lists
            for lists in self.cached(lists_of)
            if part.holds(lists.number, lists.day)
            and lists.state not in settled
            and (part.number is not None or lists.series_state != SeriesState.DRAFT)
        )

    def lists_without_games(self, part: RankedPart = ALL_SERIES) -> int:
        """Counted lists of which only three figures a player were entered."""
        counted = COUNTED_STATES[self.tournament.what_counts]
        return sum(
            lists.lists
            for lists in self.cached(lists_of)
            if part.holds(lists.number, lists.day)
            and lists.state in counted
            and lists.depth == Depth.TOTALS
        )


def adjustments() -> dict[int | None, int]:
    return defaultdict(int)
