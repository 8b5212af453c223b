"""What rankings ask of a tournament: its series, people, lots, results, lists, teams, categories.

Whoever makes many rankings at once asks each of them once (`StandingsSource.cached`).
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from django.db.models import Count, F

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

Adjusted = tuple[int, int, int | None, date | None]  # entry, points, number and day of the series


def serieses_of(tournament: Tournament) -> list[Series]:
    return list(tournament.series.all())


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


def people_of(tournament: Tournament) -> People:
    rows = Entry.objects.filter(tournament=tournament).values_list(*PEOPLE)
    people = People({}, {}, [], set())
    # The query has one row for each adjustment of a player.
    for pk, state, handed_in, no, family, given, club, points, number, day in rows:
        people.names[pk] = (no, f"{family}, {given}" if given else family, club)
        people.states[pk] = state
        if not handed_in:
            people.owing_papers.add(pk)
        if points:
            people.adjusted.append((pk, points, number, day))
    return people


Lots = Mapping[str, dict[int, Drawn]]
LOT = ("scope", "entry_id", "team_id", "order", "drawing", "totals")


def lots_of(tournament: Tournament) -> tuple[Lots, Lots]:
    """The lots of players and those of teams, by the scope of their standings."""
    players: dict[str, dict[int, Drawn]] = defaultdict(dict)
    teams: dict[str, dict[int, Drawn]] = defaultdict(dict)
    rows = Lot.objects.filter(tournament=tournament).order_by()
    for scope, entry, team, *drawn in rows.values_list(*LOT):
        if entry is not None:
            players[scope][entry] = Drawn(*drawn)
        elif team is not None:
            teams[scope][team] = Drawn(*drawn)
    return players, teams


class Categories(NamedTuple):
    """The ranked categories by name, and the ids of the entries of each category by its id."""

    ranked: dict[str, Category]
    members: Mapping[int, set[int]]


def categories_of(tournament: Tournament) -> Categories:
    """The categories with their members: one row for each, and one for a category without any."""
    found = Categories({}, defaultdict(set))
    categories = Category.objects.filter(tournament=tournament)
    for category in categories.annotate(member=F("members__entry")):
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


def lists_of(tournament: Tournament) -> list[Lists]:
    lists = ScoreList.objects.filter(series__tournament=tournament).order_by()
    return [Lists(*row) for row in lists.values_list(*LISTS).annotate(Count("pk"))]


def changed_tables(tournament: Tournament) -> list[ScoreList]:
    """The lists at whose tables players left or joined at a round."""
    return list(ScoreList.objects.filter(series__tournament=tournament).exclude(sittings=[]))


# Teams ------------------------------------------------------------------------------------------


def contests_of(tournament: Tournament) -> dict[str, TeamContest]:
    """The team contests by kind."""
    contests = TeamContest.objects.filter(tournament=tournament)
    for contest in contests:
        contest.tournament = tournament
    return {contest.kind: contest for contest in contests}


def teams_by_contest(tournament: Tournament) -> Mapping[int, list[Team]]:
    """The teams by the id of their contest."""
    teams: dict[int, list[Team]] = defaultdict(list)
    for team in Team.objects.filter(contest__tournament=tournament):
        teams[team.contest_id].append(team)
    return teams


def squads_of(tournament: Tournament) -> Mapping[int, list[TeamMember]]:
    """The members of every team, by its id."""
    squads: dict[int, list[TeamMember]] = defaultdict(list)
    members = TeamMember.objects.filter(contest__tournament=tournament)
    for member in members.order_by("team", "position"):
        squads[member.team_id].append(member)
    return squads


def seated_by_series(tournament: Tournament) -> Mapping[int, set[int]]:
    """By number of the series: the players with a seat, whether its list counts or not; read where
    a team that is short is reckoned up.

    A player whose list is not typed yet is no gap to be scaled.
    """
    seated: dict[int, set[int]] = defaultdict(set)
    seats = Seat.objects.filter(series__tournament=tournament).order_by()
    for number, entry in seats.values_list("series__number", "entry_id"):
        seated[number].add(entry)
    return seated
