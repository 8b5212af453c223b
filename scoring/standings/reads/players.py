"""The players of a tournament, a series, a day or a category: their results, and their ranks."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as with_default
from datetime import date
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar, cast

from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.core.labels_of_systems import numbering_of
from scoring.core.listing import (
    ADJUSTED,
    AHEAD_BY,
    CLUB,
    LOST,
    NAME,
    PERFORMANCE,
    POINTS,
    RANK,
    START_NUMBER,
    WON,
    Column,
    Listing,
    rows_of,
    without_empty,
)
from scoring.core.text import moment
from scoring.messages.sentence import figure_text, reason
from scoring.models import Entry, Lot, ScoreList, Seat, Series, Tournament
from scoring.models.names import Scope
from scoring.models.score_list import COUNTED_STATES, SET_ASIDE
from scoring.models.spelling import person_name
from scoring.models.tournament import Counts, SeriesState, TournamentSource, TournamentState
from scoring.rules.ranking import DrawnLot, Rank, Standing, drop_worst, rank
from scoring.rules.score_list import SEEGER_FABIAN

# What a ranking is made of.


class PlayerResult(NamedTuple):
    """The counted result of a player in one series."""

    series: int
    points: int
    won: int
    lost: int
    others_lost: int
    performance: int  # with `adjusted`
    adjusted: int  # points of adjustments


Results = dict[int, dict[int, PlayerResult]]
Only = frozenset[int] | None  # numbers of the series that a reader may see; None: all


@dataclass(frozen=True, slots=True)
class RankedPart:
    """The ranked part of a tournament: one series, one day, or all that the reader may see."""

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
    """The seats of the lists that count."""
    by_counts: dict[Counts, list[int]] = defaultdict(list)
    for tournament in tournaments:
        by_counts[tournament.what_counts].append(tournament.pk)
    counted = Q(pk__in=())
    for counts, ids in by_counts.items():
        counted |= Q(list__state__in=COUNTED_STATES[counts], series__tournament__in=ids)
    return Seat.objects.filter(counted, performance__isnull=False)


def counted_results(*tournaments: Tournament) -> Results:
    """The results of counted lists by entry id and series number, in the order of the series."""
    results: Results = defaultdict(dict)
    seats = counted_seats(*tournaments).order_by("series__number")
    columns = ("points", "won", "lost", "others_lost", "performance")
    for entry, number, *figures in seats.values_list("entry_id", "series__number", *columns):
        results[entry][number] = PlayerResult._make((number, *figures, 0))
    return results


def with_adjustments(results: Results, people: "People", part: RankedPart = ALL_SERIES) -> Results:
    """Write the adjustments in the series of this part into these results, and return them."""
    for (entry, number, day), points in people.adjusted.items():
        if points and part.holds(number, day):  # reversed adjustments make no result
            result = results[entry].get(number, PlayerResult(number, 0, 0, 0, 0, 0, 0))
            performance, adjusted = result.performance + points, result.adjusted + points
            results[entry][number] = result._replace(performance=performance, adjusted=adjusted)
    return results


def dropped_series(
    results: Mapping[int, Any], keep: int | None, figure: str = "performance"
) -> frozenset[int]:
    """The numbers of the series dropped if the best `keep` count; None: all of them count."""
    if keep is None:
        return frozenset()
    merits = {number: (getattr(row, figure), row.won) for number, row in results.items()}
    return drop_worst(merits, keep)


@dataclass(slots=True)
class People:
    """Players by entry id, and points of their adjustments."""

    names: dict[int, tuple[int, str, str]]  # start number, name, club
    states: dict[int, str]
    adjusted: Counter[tuple[int, int, date | None]]  # entry, number and day of the series
    free: Counter[int]  # in no series
    owing_papers: set[int]  # have not handed in lists and start card
    persons: dict[int, tuple[int, int]]  # tournament, person


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
    people = People({}, {}, Counter(), Counter(), set(), {})
    rows = Entry.objects.filter(tournament__in=tournaments).values_list(*PEOPLE)
    for pk, at, person, state, handed_in, no, *name, club, points, number, day in rows:
        people.names[pk] = (no, person_name(*name, family_first=True), club)
        people.states[pk] = state
        people.persons[pk] = (at, person)
        if not handed_in:
            people.owing_papers.add(pk)
        if number is not None:
            people.adjusted[pk, number, day] += points
        elif points is not None:
            people.free[pk] += points
    return people


Lots = Mapping[str, dict[int, DrawnLot]]


def lots_of(*tournaments: Tournament) -> tuple[Lots, Lots]:
    """The lots of players and those of teams, by the scope of their standings."""
    players: dict[str, dict[int, DrawnLot]] = defaultdict(dict)
    teams: dict[str, dict[int, DrawnLot]] = defaultdict(dict)
    rows = Lot.objects.filter(tournament__in=tournaments).order_by()
    columns = ("scope", "entry_id", "team_id", "order", "drawing", "totals")
    for scope, entry, team, *drawn in rows.values_list(*columns):
        if entry is not None:
            players[scope][entry] = DrawnLot(*drawn)
        elif team is not None:
            teams[scope][team] = DrawnLot(*drawn)
    return players, teams


class ListCount(NamedTuple):
    """How many lists of a series have this state and were entered to this depth."""

    number: int
    day: date | None
    series_state: str
    state: str
    depth: str
    number_of_lists: int


def list_counts(tournament: Tournament) -> list[ListCount]:
    lists = ScoreList.objects.filter(series__tournament=tournament).order_by()
    columns = ("series__number", "series__day", "series__state", "state", "depth")
    return [ListCount(*row) for row in lists.values_list(*columns).annotate(Count("pk"))]


def results_in(source: TournamentSource, part: RankedPart) -> Results:
    """The results of this part: a copy for each caller, as adjustments are written into it."""
    numbers = {row.number for row in source.cached(list_counts) if part.holds(row.number, row.day)}
    results: Results = defaultdict(dict)
    for entry, by_number in source.cached(counted_results).items():
        if of_part := {n: result for n, result in by_number.items() if n in numbers}:
            results[entry] = of_part
    return results


def missing_lists(source: TournamentSource, part: RankedPart) -> int:
    """Lists that do not count yet but still may; those of a draft only in its own ranking."""
    settled = (*COUNTED_STATES[source.tournament.what_counts], *SET_ASIDE)
    return sum(
        row.number_of_lists
        for row in source.cached(list_counts)
        if part.holds(row.number, row.day)
        and row.state not in settled
        and (part.number is not None or row.series_state != SeriesState.DRAFT)
    )


# The ranking.


Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class Ranking(Generic[Row]):
    """Rows in rank order; the key of a row's rank is the id of its entry or team."""

    tournament: Tournament
    scope: Scope
    title: str
    rows: tuple[Row, ...]
    missing: int  # lists that do not count yet

    @property
    def provisional(self) -> bool:
        return self.tournament.state != TournamentState.FINAL


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """A player's rank, and the sums of the series that count."""

    rank: Rank
    entry_id: int
    start_number: int
    name: str
    club: str
    results: Mapping[int, PlayerResult]  # with those dropped
    points: int
    won: int
    lost: int
    others_lost: int
    performance: int
    adjusted: int = 0
    dropped: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Standings(Ranking[StandingsRow]):
    """A ranking of players."""

    numbers: tuple[int, ...]
    best_of: int | None  # of the series, None: all
    lots: Mapping[int, DrawnLot] = with_default(compare=False, repr=False)
    free: Mapping[int, int] = with_default(compare=False, repr=False)  # points of no series

    def listing(self) -> Listing:
        tournament, several = self.tournament, len(self.numbers) > 1
        has_adjusted = any(row.adjusted for row in self.rows)
        columns = [
            *PLAYER,
            *(series_columns(self.numbers) if several else ()),
            *SUMS,
            *([OTHERS_LOST] if tournament.scheme == SEEGER_FABIAN else []),
            *([ADJUSTED_BY] if has_adjusted else []),
            PERFORMANCE,
            DECIDED_BY,
        ]
        notes: list[str] = []
        if any(row.rank.lot_needed for row in self.rows):
            notes += filter(None, (str(LOT_NEEDED), numbering_of(tournament)))
        if any(row.dropped for row in self.rows):
            sentence = ngettext(
                "The best series of each player counts; dropped results stand in brackets.",
                "The best %(count)s series of each player count; "
                "dropped results stand in brackets.",
                tournament.best_of or 0,
            )
            notes.append(sentence % {"count": tournament.best_of})
        if has_adjusted:
            notes.append(_("“Adjusted” are points that no list gave; they are part of the total."))
        return listing_of(self, columns, notes, entry_id="entry_id")


def standings(
    tournament: Tournament,
    series: Series | None = None,
    *,
    only: Only = None,
    source: TournamentSource | None = None,
) -> Standings:
    """All players with a counted list, ranked (docs/law.md "Ranking")."""
    source = source or TournamentSource(tournament)
    if series is None:
        return rank_players(source, Scope("overall"), _("Overall standings"), RankedPart(only=only))
    title = _("Standings of series %(number)s") % {"number": series.number}
    part = RankedPart(series.number, only=only)
    return rank_players(source, Scope.of("series", series.number), title, part)


def rank_players(
    source: TournamentSource,
    scope: Scope,
    title: str,
    part: RankedPart,
    entries: Collection[int | None] | None = None,
) -> Standings:
    """The players by the sums of their results (docs/law.md "Ranking", TO 5.1)."""
    tournament, lots = source.tournament, source.cached(lots_of)[0]
    # Best k of n series and adjustments of no series apply only where all series count.
    whole = part.number is None and part.day is None
    # A category ranks by the same totals: lots drawn overall hold there too.
    overall = lots.get("overall", {}) if entries is not None else {}
    drawn = overall | lots.get(scope, {})
    people = source.cached(people_of)
    results = with_adjustments(results_in(source, part), people, part)
    if entries is not None:
        results = {entry: result for entry, result in results.items() if entry in entries}
    keep, free = (tournament.best_of, people.free) if whole else (None, Counter[int]())
    sums, dropped, numbers, ranked = {}, {}, set[int](), []
    for entry, by_series in results.items():
        dropped[entry] = dropped_series(by_series, keep)
        counted = [result for number, result in by_series.items() if number not in dropped[entry]]
        counted.append(PlayerResult(0, 0, 0, 0, 0, free[entry], free[entry]))
        sums[entry] = own = PlayerResult(*map(sum, zip(*counted, strict=True)))
        ranked.append(Standing(entry, own.performance, own.won, own.lost, drawn.get(entry)))
        numbers |= by_series.keys()
    rows = []
    for rank_of in rank(ranked, ties=tournament.ties):
        entry = cast(int, rank_of.key)
        figures = sums[entry]._asdict()
        del figures["series"]
        who = rank_of, entry, *people.names[entry]
        rows.append(StandingsRow(*who, results=results[entry], dropped=dropped[entry], **figures))
    ranking = tournament, scope, title, tuple(rows), missing_lists(source, part)
    return Standings(*ranking, tuple(sorted(numbers)), keep, drawn, free)


def decided_by(row: Any, usual: str = "performance") -> str:
    """What put a row ahead, unless it is the usual figure or nobody is behind."""
    return "" if row.rank.decided_by in ("", usual) else reason(row.rank)


PLAYER = (RANK, START_NUMBER, NAME, CLUB.of(minor=True))
SUMS = (POINTS.of(minor=True), WON.of(minor=True), LOST.of(minor=True))
OTHERS_LOST = Column("others_lost", gettext_lazy("Lost by others"), "int", width=8, minor=True)
ADJUSTED_BY = ADJUSTED.of(lambda row: row.adjusted or None)
DECIDED_BY = AHEAD_BY.of(decided_by)


def listing_of(
    ranking: Ranking[Any], columns: Sequence[Column], lines: Sequence[str], **ids: str
) -> Listing:
    """A ranking with its state; `lines` stand below it, `ids` are what its links need of a row."""
    rows, missing = rows_of(columns, ranking.rows, **ids), ranking.missing
    state, until = ranking.tournament.state, ranking.tournament.review_until
    if state == TournamentState.FINAL:
        line = _("final")
    elif missing:
        line = ngettext(
            "provisional, %(count)s list missing", "provisional, %(count)s lists missing", missing
        ) % {"count": missing}
    elif state == TournamentState.REVIEW and until:
        line = _("under review until %(time)s") % {"time": moment(until)}
    else:
        line = _("provisional")
    return Listing(ranking.title, without_empty(columns, rows, "reason"), rows, line, lines)


NARROW = 4  # series that have room for their full headings


def series_columns(numbers: Sequence[int]) -> list[Column]:
    """A column for each series; more than `NARROW` share a heading above their numbers."""
    if len(numbers) <= NARROW:
        headings = [(_("Series %(number)s") % {"number": number}, "") for number in numbers]
    else:
        headings = [(str(number), _("Series")) for number in numbers]
    return [
        Column(
            f"series_{number}",
            heading,
            "points",
            width=8,
            group=group,
            minor=True,
            value=partial(performance_in, number),
        )
        for number, (heading, group) in zip(numbers, headings, strict=True)
    ]


LOT_NEEDED = gettext_lazy("Lot needed: equal in performance, games won and games lost (TO 5.1).")


def performance_in(number: int, row: Any, figure: str = "performance") -> object:
    """A figure of a row in one of its results, "(812)" if dropped; None without it."""
    if number not in row.results:
        return None
    reached = getattr(row.results[number], figure)
    return f"({figure_text(reached, grouped=True)})" if number in row.dropped else reached
