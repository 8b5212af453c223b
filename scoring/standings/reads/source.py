"""The queries of rankings, made for one or cached for many together."""

from collections import defaultdict
from collections.abc import Callable, Hashable
from typing import Any, TypeVar, cast

from scoring.core.questions import Question, answers
from scoring.models import Tournament
from scoring.models.score_list import COUNTED_STATES, Depth
from scoring.models.series import SeriesState
from scoring.standings.reads.questions import (
    RANKINGS,
    all_results,
    lists_of,
    lots_of,
    people_of,
    serieses_of,
)
from scoring.standings.reads.results import (
    ALL_SERIES,
    Participants,
    RankedPart,
    Results,
    counted_results,
    field_of,
    settled_states,
)

T = TypeVar("T")


class StandingsSource:
    """The queries of one ranking, each for its part alone."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament

    def results(self, part: RankedPart = ALL_SERIES) -> Results:
        return counted_results(self.tournament, part)

    def field(self, scope: str = "", part: RankedPart = ALL_SERIES) -> Participants:
        return field_of(self.tournament, scope, part)

    def missing(self, part: RankedPart = ALL_SERIES) -> int:
        """Lists of drawn series that do not count yet; rejected and annulled ones never will."""
        settled = settled_states(self.tournament)
        return sum(
            each.lists
            for each in self.cached(lists_of)
            if part.holds(each.number, each.day)
            and each.state not in settled
            and (part.number is not None or each.series_state != SeriesState.DRAFT)
        )

    def lists_without_games(self, part: RankedPart = ALL_SERIES) -> int:
        """Counted lists of which only three figures a player were entered."""
        counted = COUNTED_STATES[self.tournament.what_counts]
        return sum(
            each.lists
            for each in self.cached(lists_of)
            if part.holds(each.number, each.day)
            and each.state in counted
            and each.depth == Depth.TOTALS
        )

    def cached(self, question: Callable[..., T], *about: Hashable) -> T:
        """The answer to a question about the tournament, or its part `about`, for all rankings."""
        return question(self.tournament, *about)


class CachedSource(StandingsSource):
    """The same for many rankings at once: what any of them asks is read in one statement, when the
    first of them asks it.

    Later writes are not seen: it lives as long as one page is made.
    """

    def __init__(self, tournament: Tournament) -> None:
        super().__init__(tournament)
        self.answers: dict[Hashable, object] = {}

    def cached(self, question: Callable[..., T], *about: Hashable) -> T:
        asked = (question, *about)
        if asked not in self.answers:
            if question in RANKINGS:
                self.read(*RANKINGS)
            else:
                self.answers[asked] = question(self.tournament, *about)
        return cast(T, self.answers[asked])

    def read(self, *questions: Question[Any]) -> None:
        """Read what these questions ask, and was not read yet, in one statement."""
        new = [each for each in questions if (each,) not in self.answers]
        found = answers(self.tournament, *new)
        self.answers |= {(each,): answer for each, answer in zip(new, found, strict=True)}

    def results(self, part: RankedPart = ALL_SERIES) -> Results:
        """A copy for each caller, as adjustments are written into it."""
        days = {each.number: each.day for each in self.cached(serieses_of)}
        found: Results = defaultdict(dict)
        for entry, by_number in self.cached(all_results).items():
            inside = {n: each for n, each in by_number.items() if part.holds(n, days[n])}
            if inside:
                found[entry] = inside
        return found

    def field(self, scope: str = "", part: RankedPart = ALL_SERIES) -> Participants:
        people = self.cached(people_of)
        lots = self.cached(lots_of)[0].get(scope, {})
        found = Participants(people.names, lots, defaultdict(adjustments))
        for entry, points, number, day in people.adjusted:
            if number is None or part.holds(number, day):
                found.adjusted[entry][number] += points
        return found


def adjustments() -> dict[int | None, int]:
    return defaultdict(int)
