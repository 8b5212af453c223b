"""The queries of rankings, made for one or cached for many together."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple, TypeVar, cast

from django.db.models import Count, F

from scoring.models import (
    Category,
    Entry,
    Lot,
    ScoreList,
    Series,
    TeamContest,
    Tournament,
)
from scoring.models.score_list import COUNTED_STATES, Depth
from scoring.models.series import SeriesState
from scoring.rules.ranking import DrawnLot as Drawn
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
    """The same for many rankings at once: each query is made when first needed.

    Later writes are not seen: it lives as long as one page is made.
    """

    def __init__(self, tournament: Tournament) -> None:
        super().__init__(tournament)
        self.answers: dict[Hashable, object] = {}

    def cached(self, question: Callable[..., T], *about: Hashable) -> T:
        asked = (question, *about)
        if asked not in self.answers:
            self.answers[asked] = question(self.tournament, *about)
        return cast(T, self.answers[asked])

    def results(self, part: RankedPart = ALL_SERIES) -> Results:
        """A copy for each caller, as adjustments are written into it."""
        days = {each.number: each.day for each in self.cached(serieses_of)}
        found: Results = defaultdict(dict)
        for entry, by_number in self.cached(counted_results).items():
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


Adjusted = tuple[int, int, int | None, date | None]  # entry, points, number and day of the series


def adjustments() -> dict[int | None, int]:
    return defaultdict(int)


def serieses_of(tournament: Tournament) -> list[Series]:
    serieses = list(tournament.series.all())
    for series in serieses:
        series.tournament = tournament
    return serieses


@dataclass(slots=True)
class People:
    """Names as in `Participants` and states, by entry id; and all adjustments.

    `owing_papers` are the ids of those who have not handed in lists and start card.
    """

    names: dict[int, tuple[int, str, str]]
    states: dict[int, str]
    adjusted: list[Adjusted]
    owing_papers: set[int]

    @property
    def by_number(self) -> dict[int, int]:
        """The ids of the entries by start number."""
        return {number: entry for entry, (number, _name, _club) in self.names.items()}


def people_of(tournament: Tournament) -> People:
    rows = Entry.objects.filter(tournament=tournament).values_list(
        "id",
        "state",
        "handed_in",
        "start_number",
        "person__family",
        "person__given",
        "club_name",
        "adjustments__points",
        "adjustments__series__number",
        "adjustments__series__day",
    )
    found = People({}, {}, [], set())
    # The query has one row for each adjustment of a player.
    for pk, state, handed_in, no, family, given, club, points, number, day in rows:
        found.names[pk] = (no, f"{family}, {given}" if given else family, club)
        found.states[pk] = state
        if not handed_in:
            found.owing_papers.add(pk)
        if points:
            found.adjusted.append((pk, points, number, day))
    return found


Lots = Mapping[str, dict[int, Drawn]]


def lots_of(tournament: Tournament) -> tuple[Lots, Lots]:
    """The lots of players and those of teams, by the scope of their standings."""
    players: dict[str, dict[int, Drawn]] = defaultdict(dict)
    teams: dict[str, dict[int, Drawn]] = defaultdict(dict)
    columns = ("scope", "entry_id", "team_id", "order", "drawing", "totals")
    rows = Lot.objects.filter(tournament=tournament).order_by().values_list(*columns)
    for scope, entry, team, *drawn in rows:
        if entry is not None:
            players[scope][entry] = Drawn(*drawn)
        elif team is not None:
            teams[scope][team] = Drawn(*drawn)
    return players, teams


class Lists(NamedTuple):
    """The number of lists of a series by its state, theirs, and how deep they were entered."""

    number: int
    day: date | None
    series_state: str
    state: str
    depth: str
    lists: int


def lists_of(tournament: Tournament) -> list[Lists]:
    columns = ("series__number", "series__day", "series__state", "state", "depth")
    rows = ScoreList.objects.filter(series__tournament=tournament).order_by()
    return [Lists(*row) for row in rows.values_list(*columns).annotate(Count("pk"))]


def contests_of(tournament: Tournament) -> dict[str, TeamContest]:
    """The team contests by kind."""
    found = {each.kind: each for each in TeamContest.objects.filter(tournament=tournament)}
    for contest in found.values():
        contest.tournament = tournament
    return found


class Categories(NamedTuple):
    """The ranked categories by name, and the ids of the entries of each category by its id."""

    ranked: dict[str, Category]
    members: Mapping[int, set[int]]


def categories_of(tournament: Tournament) -> Categories:
    """The categories with their members: one query."""
    found = Categories({}, defaultdict(set))
    rows = Category.objects.filter(tournament=tournament).annotate(member=F("members__entry"))
    # The query has one row for each member of a category, and one for a category without any.
    for category in rows:
        if category.ranked:
            category.tournament = tournament
            found.ranked.setdefault(category.name, category)
        if category.member is not None:
            found.members[category.pk].add(category.member)
    return found
