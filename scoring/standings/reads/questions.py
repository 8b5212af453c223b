"""What rankings ask of a tournament: its series, people, lots, results, lists, teams, categories.

Whoever makes many rankings at once asks all of it in one statement (`CachedSource`).
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from django.db.models import Count, Exists, F

from scoring.core.questions import question
from scoring.models import (
    Category,
    Entry,
    Lot,
    ScoreList,
    Seat,
    Series,
    Team,
    TeamContest,
    TeamMember,
    Tournament,
)
from scoring.rules.ranking import DrawnLot as Drawn
from scoring.standings.reads.results import RESULT, Results, counted_seats, results_in

Adjusted = tuple[int, int, int | None, date | None]  # entry, points, number and day of the series


@question(lambda tournament: [tournament.series.all()])
def serieses_of(tournament: Tournament, serieses: list[Series]) -> list[Series]:
    for series in serieses:
        series.tournament = tournament
    return serieses


@question(
    lambda tournament: [counted_seats(tournament).order_by("series__number").values_list(*RESULT)]
)
def all_results(_tournament: Tournament, rows: list[Any]) -> Results:
    """The results of all counted lists by entry id and series number."""
    return results_in(rows)


# People -----------------------------------------------------------------------------------------


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


PEOPLE = (
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


@question(lambda tournament: [Entry.objects.filter(tournament=tournament).values_list(*PEOPLE)])
def people_of(_tournament: Tournament, rows: list[Any]) -> People:
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
LOT = ("scope", "entry_id", "team_id", "order", "drawing", "totals")


@question(
    lambda tournament: [Lot.objects.filter(tournament=tournament).order_by().values_list(*LOT)]
)
def lots_of(_tournament: Tournament, rows: list[Any]) -> tuple[Lots, Lots]:
    """The lots of players and those of teams, by the scope of their standings."""
    players: dict[str, dict[int, Drawn]] = defaultdict(dict)
    teams: dict[str, dict[int, Drawn]] = defaultdict(dict)
    for scope, entry, team, *drawn in rows:
        if entry is not None:
            players[scope][entry] = Drawn(*drawn)
        elif team is not None:
            teams[scope][team] = Drawn(*drawn)
    return players, teams


class Categories(NamedTuple):
    """The ranked categories by name, and the ids of the entries of each category by its id."""

    ranked: dict[str, Category]
    members: Mapping[int, set[int]]


@question(
    lambda tournament: [
        Category.objects.filter(tournament=tournament).annotate(member=F("members__entry"))
    ]
)
def categories_of(tournament: Tournament, rows: list[Any]) -> Categories:
    """The categories with their members: one row for each, and one for a category without any."""
    found = Categories({}, defaultdict(set))
    for category in rows:
        if category.ranked:
            category.tournament = tournament
            found.ranked.setdefault(category.name, category)
        if category.member is not None:
            found.members[category.pk].add(category.member)
    return found


# Lists ------------------------------------------------------------------------------------------


class Lists(NamedTuple):
    """The number of lists of a series by its state, theirs, and how deep they were entered."""

    number: int
    day: date | None
    series_state: str
    state: str
    depth: str
    lists: int


LISTS = ("series__number", "series__day", "series__state", "state", "depth")


@question(
    lambda tournament: [
        ScoreList.objects.filter(series__tournament=tournament)
        .order_by()
        .values_list(*LISTS)
        .annotate(Count("pk"))
    ]
)
def lists_of(_tournament: Tournament, rows: list[Any]) -> list[Lists]:
    return [Lists(*row) for row in rows]


@question(
    lambda tournament: [
        ScoreList.objects.filter(series__tournament=tournament).exclude(sittings=[])
    ]
)
def changed_tables(_tournament: Tournament, lists: list[ScoreList]) -> list[ScoreList]:
    """The lists at whose tables players left or joined at a round."""
    return lists


# Teams ------------------------------------------------------------------------------------------


@question(lambda tournament: [TeamContest.objects.filter(tournament=tournament)])
def contests_of(tournament: Tournament, rows: list[TeamContest]) -> dict[str, TeamContest]:
    """The team contests by kind."""
    for contest in rows:
        contest.tournament = tournament
    return {each.kind: each for each in rows}


@question(lambda tournament: [Team.objects.filter(contest__tournament=tournament)])
def teams_by_contest(_tournament: Tournament, teams: list[Team]) -> Mapping[int, list[Team]]:
    """The teams by the id of their contest."""
    found: dict[int, list[Team]] = defaultdict(list)
    for team in teams:
        found[team.contest_id].append(team)
    return found


@question(
    lambda tournament: [
        TeamMember.objects.filter(contest__tournament=tournament).order_by("team", "position")
    ]
)
def squads_of(_tournament: Tournament, members: list[TeamMember]) -> Mapping[int, list[TeamMember]]:
    """The members of every team, by its id."""
    found: dict[int, list[TeamMember]] = defaultdict(list)
    for member in members:
        found[member.team_id].append(member)
    return found


@question(
    lambda tournament: [
        Seat.objects.filter(
            Exists(TeamContest.objects.filter(tournament=tournament, scaled=True)),
            series__tournament=tournament,
        )
        .order_by()
        .values_list("series__number", "entry_id")
    ]
)
def seated_by_series(_tournament: Tournament, rows: list[Any]) -> Mapping[int, set[int]]:
    """By number of the series: the players with a seat, whether its list counts or not; where a
    team that is short is reckoned up.

    A player whose list is not typed yet is no gap to be scaled.
    """
    found: dict[int, set[int]] = defaultdict(set)
    for number, entry in rows:
        found[number].add(entry)
    return found


RANKINGS = (
    serieses_of,
    people_of,
    lots_of,
    all_results,
    lists_of,
    changed_tables,
    categories_of,
    contests_of,
    teams_by_contest,
    squads_of,
    seated_by_series,
)
