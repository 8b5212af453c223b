"""What rankings are made of: results, participants, missing lists, lots, adjustments."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from django.db.models import Count, F, Q, QuerySet
from django.utils.translation import gettext as _

from scoring.core.cached import TournamentSource
from scoring.core.listing import AT, BY, NAME, REASON, Column, Listing, rows_of
from scoring.models import (
    Adjustment,
    Category,
    Entry,
    Lot,
    ScoreList,
    Seat,
    Team,
    TeamContest,
    TeamMember,
    Tournament,
)
from scoring.models.person import listed_name, readable_name
from scoring.models.score_list import COUNTED_STATES, SET_ASIDE, Depth
from scoring.models.tournament import Counts, SeriesState
from scoring.rules.ranking import DrawnLot, Result, best_of


class PlayerResult(NamedTuple):
    """The counted result of a player in one series; from `points` on in the order of StandingsRow.

    `adjusted` are the points of adjustments; `performance` includes them.
    """

    series: int
    points: int
    won: int
    lost: int
    others_lost: int
    performance: int
    adjusted: int


Results = dict[int, dict[int, PlayerResult]]
Only = frozenset[int] | None  # numbers of the series that a reader may see; None: all


@dataclass(slots=True)
class Participants:
    """The players of a tournament: names, lots of one ranking, and adjustments that count in it.

    `names` are start number, name and club by entry; `adjusted` are points by entry and number of
    the series, `free` those of no series by entry.
    """

    names: dict[int, tuple[int, str, str]]
    lots: dict[int, DrawnLot]
    adjusted: dict[int, dict[int, int]]
    free: Counter[int]


@dataclass(frozen=True, slots=True)
class RankedPart:
    """The ranked part of a tournament: one series, one day, or all.

    `only` are the numbers of the series that the reader may see, None: all.
    """

    number: int | None = None
    day: date | None = None
    only: Only = None

    def holds(self, number: int, day: date | None) -> bool:
        return (
            (self.number is None or self.number == number)
            and (self.day is None or self.day == day)
            and (self.only is None or number in self.only)
        )


ALL_SERIES = RankedPart()


def counted_seats(*tournaments: Tournament) -> QuerySet[Seat]:
    """The seats of the lists that count; all standings read results through this function."""
    by_counts: dict[Counts, list[int]] = defaultdict(list)
    for tournament in tournaments:
        by_counts[tournament.what_counts].append(tournament.pk)
    counted = Q(pk__in=())
    for counts, ids in by_counts.items():
        counted |= Q(list__state__in=COUNTED_STATES[counts], series__tournament__in=ids)
    return Seat.objects.filter(counted, performance__isnull=False)


RESULT = ("entry_id", "series__number", "points", "won", "lost", "others_lost", "performance")


def counted_results(*tournaments: Tournament) -> Results:
    """The results of counted lists by entry id and series number, in the order of the series."""
    results: Results = defaultdict(dict)
    seats = counted_seats(*tournaments).order_by("series__number")
    for entry, number, *figures in seats.values_list(*RESULT):
        results[entry][number] = PlayerResult._make((number, *figures, 0))
    return results


def with_adjustments(results: Results, field: Participants) -> Results:
    """Write the adjustments of the series into these results, and return them.

    Points in a series without a counted list are a result of their own. A player without any result
    is not there.
    """
    for entry, by_number in field.adjusted.items():
        for number, points in by_number.items():
            if points:  # reversed adjustments make no result
                player_result = results[entry].get(number, PlayerResult(number, 0, 0, 0, 0, 0, 0))
                results[entry][number] = player_result._replace(
                    performance=player_result.performance + points,
                    adjusted=player_result.adjusted + points,
                )
    return results


def total(by_series: Iterable[PlayerResult], adjusted: int = 0) -> PlayerResult:
    """The sum of these results and the adjustments of no series, as series 0."""
    rows = (PlayerResult(0, 0, 0, 0, 0, adjusted, adjusted), *by_series)
    return PlayerResult(*map(sum, zip(*rows, strict=True)))._replace(series=0)


def dropped_series(
    results: Mapping[int, Any], keep: int | None, figure: str = "performance"
) -> frozenset[int]:
    """The series dropped by best `keep` of n by a figure, None: none (docs/law.md "Ranking").

    `results` are by the number of the series, or by the place of the day in a season.
    """
    if keep is None or len(results) <= keep:
        return frozenset()
    merits = [
        Result(number, getattr(result, figure), result.won, result.lost)
        for number, result in results.items()
    ]
    return frozenset(results) - {result.series for result in best_of(merits, keep)}


# What rankings ask of a tournament: its series, people, lots, results, lists, teams, categories.
#
# Whoever makes many rankings at once asks each of them once (`TournamentSource.cached`).

Adjusted = tuple[int, int, int | None, date | None]  # entry, points, number and day of the series


# People -----------------------------------------------------------------------------------------


@dataclass(slots=True)
class People:
    """Names as in `Participants` and states, by entry id; and all adjustments.

    `owing_papers` are the ids of those who have not handed in lists and start card, `persons` the
    tournament and the person (ids) of each.
    """

    names: dict[int, tuple[int, str, str]]
    states: dict[int, str]
    adjusted: list[Adjusted]
    owing_papers: set[int]
    persons: dict[int, tuple[int, int]]

    @property
    def by_number(self) -> dict[int, int]:
        """The ids of the entries by start number."""
        return {number: entry for entry, (number, _name, _club) in self.names.items()}


PEOPLE = (
    "id",
    "tournament_id",
    "person_id",
    "state",
    "handed_in",
    "start_number",
    "person__family",
    "person__given",
    "person__published_as",
    "club_name",
    "adjustments__points",
    "adjustments__series__number",
    "adjustments__series__day",
)


def people_of(*tournaments: Tournament) -> People:
    """The players of these tournaments: one query, with a row for each adjustment of a player."""
    people = People({}, {}, [], set(), {})
    rows = Entry.objects.filter(tournament__in=tournaments).values_list(*PEOPLE)
    for pk, at, person, state, handed_in, no, *name, club, points, number, day in rows:
        people.names[pk] = (no, listed_name(*readable_name(*name)), club)
        people.states[pk] = state
        people.persons[pk] = (at, person)
        if not handed_in:
            people.owing_papers.add(pk)
        if points:
            people.adjusted.append((pk, points, number, day))
    return people


def participants_of(
    people: People, lots: dict[int, DrawnLot], part: RankedPart = ALL_SERIES
) -> Participants:
    """The players with these lots, and the adjustments that count in this part."""
    field = Participants(people.names, lots, defaultdict(Counter), Counter())
    for entry, points, number, day in people.adjusted:
        if number is None:
            field.free[entry] += points
        elif part.holds(number, day):
            field.adjusted[entry][number] += points
    return field


Lots = Mapping[str, dict[int, DrawnLot]]
LOT = ("scope", "entry_id", "team_id", "order", "drawing", "totals")


def lots_of(*tournaments: Tournament) -> tuple[Lots, Lots]:
    """The lots of players and those of teams, by the scope of their standings."""
    players: dict[str, dict[int, DrawnLot]] = defaultdict(dict)
    teams: dict[str, dict[int, DrawnLot]] = defaultdict(dict)
    rows = Lot.objects.filter(tournament__in=tournaments).order_by()
    for scope, entry, team, *drawn in rows.values_list(*LOT):
        if entry is not None:
            players[scope][entry] = DrawnLot(*drawn)
        elif team is not None:
            teams[scope][team] = DrawnLot(*drawn)
    return players, teams


class Categories(NamedTuple):
    """The ranked categories by name, and the ids of the entries of each category by its id."""

    ranked: dict[str, Category]
    members: Mapping[int, set[int]]


def categories_of(tournament: Tournament) -> Categories:
    """The categories with their members: one row for each, and one for a category without any."""
    categories = Categories({}, defaultdict(set))
    rows = Category.objects.filter(tournament=tournament)
    for category in rows.annotate(member=F("members__entry")):
        if category.ranked:
            category.tournament = tournament
            categories.ranked.setdefault(category.name, category)
        if category.member is not None:
            categories.members[category.pk].add(category.member)
    return categories


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

    A player whose list is not typed yet is not a gap to be scaled.
    """
    seated: dict[int, set[int]] = defaultdict(set)
    seats = Seat.objects.filter(series__tournament=tournament).order_by()
    for number, entry in seats.values_list("series__number", "entry_id"):
        seated[number].add(entry)
    return seated


# What rankings are made from, read once for all of a page.


def results_in(source: TournamentSource, part: RankedPart = ALL_SERIES) -> Results:
    """The results of this part: a copy for each caller, as adjustments are written into it."""
    numbers = {row.number for row in source.cached(lists_of) if part.holds(row.number, row.day)}
    results: Results = defaultdict(dict)
    for entry, by_number in source.cached(counted_results).items():
        if of_part := {n: result for n, result in by_number.items() if n in numbers}:
            results[entry] = of_part
    return results


def missing_lists(source: TournamentSource, part: RankedPart = ALL_SERIES) -> int:
    """Lists of drawn series that do not count yet; rejected and annulled ones never will."""
    settled = (*COUNTED_STATES[source.tournament.what_counts], *SET_ASIDE)  # or never will count
    return sum(
        lists.lists
        for lists in source.cached(lists_of)
        if part.holds(lists.number, lists.day)
        and lists.state not in settled
        and (part.number is not None or lists.series_state != SeriesState.DRAFT)
    )


def lists_without_games(source: TournamentSource, part: RankedPart = ALL_SERIES) -> int:
    """Counted lists of which only three figures a player were entered."""
    counted = COUNTED_STATES[source.tournament.what_counts]
    return sum(
        lists.lists
        for lists in source.cached(lists_of)
        if part.holds(lists.number, lists.day)
        and lists.state in counted
        and lists.depth == Depth.TOTALS
    )


# The adjustments of a tournament or of one player.


def adjustments_of(tournament: Tournament) -> QuerySet[Adjustment]:
    """All of a tournament, newest first, with their reversals."""
    rows = Adjustment.objects.filter(entry__tournament=tournament)
    return rows.select_related("entry__person", "series", "by", "reversed_by").order_by("-id")


def adjustments_to(entry: Entry) -> QuerySet[Adjustment]:
    """Those of one player in their order."""
    return entry.adjustments.select_related("series", "by").order_by("id")


def adjustments_listing(tournament: Tournament) -> Listing:
    """Points beside the lists, newest first; reversed ones are marked."""
    columns = [
        AT,
        Column("start_number", _("No."), "rank", width=5, value="entry.start_number"),
        NAME.of("entry.person.sorted_name", 26),
        Column("points", _("Points"), "points", width=8),
        Column("where", _("Where they count"), width=14, value=where),
        REASON,
        BY,
        Column("undone", _("Take back"), width=14, value=undone),
    ]
    return Listing(_("Adjustments"), columns, rows_of(columns, adjustments_of(tournament)))


def where(adjustment: Adjustment) -> str:
    if adjustment.series is None:
        return _("on the total")
    return _("in series %(number)s") % {"number": adjustment.series.number}


def undone(adjustment: Adjustment) -> str:
    if adjustment.reverses_id:
        return _("takes back an earlier one")
    return _("taken back") if hasattr(adjustment, "reversed_by") else ""
