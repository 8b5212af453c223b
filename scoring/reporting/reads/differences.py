"""What a later version of a reported result changed: lists, ranks, teams, terms, and where else."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import zip_longest
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.exchange.layout import DRAW, NO_LIST, SERIES, SETTINGS
from scoring.exchange.reads.export import entry_rows, fields_of, lots
from scoring.exchange.reads.export_office import office_rows, values_of
from scoring.models import (
    Adjustment,
    Draw,
    Game,
    NoListReason,
    Recheck,
    ScoreList,
    Seat,
    Tournament,
)
from scoring.models.game import TYPED
from scoring.standings.reads.players import standings
from scoring.standings.reads.teams import team_standings

Place = tuple[int, int]  # the numbers of a series and of a table
FIGURES = ("points", "won", "lost", "performance")
ROW = ("number", "attempt", "annulled")


@dataclass(frozen=True, slots=True)
class SeatFigures:
    """What a player reached at a table; figures are None where none was entered."""

    points: int | None
    won: int | None
    lost: int | None
    performance: int | None


@dataclass(frozen=True, slots=True)
class SeatDifference:
    """A start number at a table, before and after; None: he did not sit there."""

    number: int
    before: SeatFigures | None
    after: SeatFigures | None


@dataclass(frozen=True, slots=True)
class ChangedList:
    """A list that differs. Without seats its games differ, and its sums do not."""

    series: int
    table: int
    seats: tuple[SeatDifference, ...]


@dataclass(frozen=True, slots=True)
class RankedAt:
    rank: int
    name: str
    performance: int


@dataclass(frozen=True, slots=True)
class ChangedRank:
    """A player whose rank, sum or name differs; None: he was not ranked."""

    number: int
    before: RankedAt | None
    after: RankedAt | None


@dataclass(frozen=True, slots=True)
class TeamAt:
    """A team in its ranking; without a result it has no rank. `match` are points of a league."""

    name: str
    members: tuple[tuple[int, str, int, int | None], ...]
    rank: int | None = None
    performance: int | Fraction = 0
    match: Fraction | None = None

    @property
    def people(self) -> str:
        """ "1 Amsel, Ada; 5 Fink, Ole (2–)": who plays, and in which series if not in all."""
        return "; ".join(
            f"{number} {name}" + (f" ({first}–{last or ''})" if first > 1 or last else "")
            for number, name, first, last in self.members
        )


@dataclass(frozen=True, slots=True)
class ChangedTeam:
    """A team whose name, members, rank or points differ; None: there was, or is, none."""

    before: TeamAt | None
    after: TeamAt | None

    @property
    def has_others(self) -> bool:
        """Whether other people play for it, or others of them in a series."""
        was, now = (each.members if each else () for each in (self.before, self.after))
        return was != now


@dataclass(frozen=True, slots=True)
class ChangedAdjustment:
    """Points given or taken beside the lists, which only one of the two has."""

    number: int
    series: int | None
    points: int
    reason: str
    is_new: bool


@dataclass(frozen=True, slots=True)
class ChangedTerm:
    """Name, date or place."""

    name: Promise
    before: object
    after: object


@dataclass(frozen=True, slots=True)
class Differences:
    """`others` are the parts of the tournament that differ besides, by their names."""

    terms: tuple[ChangedTerm, ...]
    lists: tuple[ChangedList, ...]
    ranks: tuple[ChangedRank, ...]
    teams: tuple[ChangedTeam, ...]
    adjustments: tuple[ChangedAdjustment, ...]
    others: tuple[Promise, ...]

    @property
    def counts(self) -> dict[str, int]:
        """How many of each kind, by what `received.in_words` says of them."""
        found = {
            "lists": len(self.lists),
            "ranks": len(self.ranks),
            "teams": len(self.teams),
            "adjustments": len(self.adjustments),
            "others": len(self.terms) + len(self.others),
        }
        return {key: count for key, count in found.items() if count}

    @property
    def nothing(self) -> bool:
        """Whether at most the log and who may do what differ."""
        seen = (self.terms, self.lists, self.ranks, self.teams, self.adjustments, self.others)
        return not any(seen)


def differences(before: Tournament, after: Tournament) -> Differences:
    """What stands otherwise in the later one, in the order of series, tables and ranks."""
    return Differences(
        tuple(changed_terms(before, after)),
        tuple(changed_lists(before, after)),
        tuple(changed_ranks(before, after)),
        tuple(changed_teams(before, after)),
        tuple(changed_adjustments(before, after)),
        tuple(changed_parts(before, after)),
    )


TERMS = {"name": _("Name"), "date": _("Date"), "place": _("Place")}


def changed_terms(before: Tournament, after: Tournament) -> Iterator[ChangedTerm]:
    for key, name in TERMS.items():
        was, now = getattr(before, key), getattr(after, key)
        if was != now:
            yield ChangedTerm(name, was, now)


# Parts of a document that are compared as a whole, by their names; teams, lists and adjustments are
# shown one by one.
PARTS: Mapping[str, Promise] = {
    "settings": _("Settings"),
    "entries": _("Players"),
    "series": _("Series and draw"),
    "lots": _("Lots"),
    "categories": _("Categories"),
    "contests": _("Teams"),
    "fees": _("Fees"),
    "pots": _("Pots and prizes"),
    "bookings": _("Bookings"),
    "till_counts": pgettext_lazy("counting the till", "Till"),
    "rulings": _("Decisions"),
    "announcement": _("Announcement"),
    "logo": _("Logo"),
    "print_copies": _("Copies of the prints"),
}
# How it is shown and where it counts is decided here, not by a version.
DECIDED_HERE = {
    *("public", "shows_releases", "frozen_after", "season", "season_best_of", "league"),
    *("state", "review_until", "sample", *TERMS),
}
RELEASES = ("seating_public_at", "results_public_at", "started_at", "no_list", "draws", "tables")


def changed_parts(before: Tournament, after: Tournament) -> Iterator[Promise]:
    was, now = parts_of(before), parts_of(after)
    for key, name in PARTS.items():
        if was[key] != now[key]:
            yield name


def parts_of(tournament: Tournament) -> Mapping[str, object]:
    """Everything of a document but lists and log, without the ids of this server."""
    office = office_rows(tournament)
    settings = fields_of(tournament, SETTINGS, season=None, season_best_of=None)
    return {
        **{key: bare(office[key]) for key in office},
        "contests": [{**bare(each), "teams": None} for each in office["contests"]],
        "settings": {key: settings[key] for key in settings if key not in DECIDED_HERE},
        "entries": bare(list(entry_rows(tournament))),
        "series": bare(list(series_parts(tournament))),
        "lots": bare(lots(tournament)),
    }


def series_parts(tournament: Tournament) -> Iterator[object]:
    for row in values_of(tournament.series.order_by("number"), SERIES):
        yield {key: row[key] for key in row if key not in RELEASES}
    draws = Draw.objects.filter(series__tournament=tournament).order_by("series__number", "number")
    yield values_of(draws, DRAW, drawn_by="drawn_by__username", of="series__number")
    without = NoListReason.objects.filter(series__tournament=tournament)
    without = without.order_by("series__number", "entry__start_number")
    yield values_of(without, NO_LIST, player="entry__start_number", of="series__number")


def bare(value: Any) -> Any:
    """Without the ids that rows have on this server."""
    if isinstance(value, dict):
        return {key: bare(each) for key, each in value.items() if key != "pk"}
    return [bare(each) for each in value] if isinstance(value, list) else value


def changed_adjustments(before: Tournament, after: Tournament) -> Iterator[ChangedAdjustment]:
    """They are only added to; of two computers each may have added its own."""
    for was, now in zip_longest(adjusted(before), adjusted(after)):
        if was == now:
            continue
        for row, is_new in ((was, False), (now, True)):
            if row is not None:
                number, series, points, reason = row
                yield ChangedAdjustment(number, series, points, reason, is_new)


def adjusted(tournament: Tournament) -> list[tuple[int, int | None, int, str]]:
    keys = ("entry__start_number", "series__number", "points", "reason")
    found = Adjustment.objects.filter(entry__tournament=tournament).order_by("id")
    return list(found.values_list(*keys))


def changed_teams(before: Tournament, after: Tournament) -> Iterator[ChangedTeam]:
    old, new = teams_at(before), teams_at(after)
    for key in [*new, *(each for each in old if each not in new)]:
        if old.get(key) != new.get(key):
            yield ChangedTeam(old.get(key), new.get(key))


def teams_at(tournament: Tournament) -> dict[tuple[str, int], TeamAt]:
    """By kind and number: first those with a rank, in its order."""
    found: dict[tuple[str, int], TeamAt] = {}
    for contest in tournament.team_contests.order_by("kind"):
        ranking = team_standings(contest)
        members: dict[int, list[tuple[int, str, int, int | None]]] = defaultdict(list)
        names: dict[int, str] = {}
        for team in contest.teams.prefetch_related("members__entry__person").order_by("number"):
            names[team.number] = team.name
            members[team.number] = [
                (row.entry.start_number, str(row.entry.person), row.from_series, row.until_series)
                for row in team.members.all()
            ]
        for row in ranking.rows:
            found[contest.kind, row.number] = TeamAt(
                row.name,
                tuple(members[row.number]),
                row.rank.rank,
                row.performance,
                row.match if ranking.league else None,
            )
        for number, name in names.items():
            found.setdefault((contest.kind, number), TeamAt(name, tuple(members[number])))
    return found


def changed_lists(before: Tournament, after: Tournament) -> list[ChangedList]:
    old, new = seats_of(before), seats_of(after)
    said, says = contents_of(before), contents_of(after)
    found = []
    for series, table in sorted(said.keys() | says.keys()):
        at = (series, table)
        if said.get(at) == says.get(at) and old.get(at) == new.get(at):
            continue
        was, now = old.get(at, {}), new.get(at, {})
        seats = tuple(
            SeatDifference(number, was.get(number), now.get(number))
            for number in sorted(was.keys() | now.keys())
            if was.get(number) != now.get(number)
        )
        found.append(ChangedList(series, table, seats))
    return found


def seats_of(tournament: Tournament) -> Mapping[Place, dict[int, SeatFigures]]:
    rows = Seat.objects.filter(series__tournament=tournament)
    found: dict[Place, dict[int, SeatFigures]] = defaultdict(dict)
    keys = ("series__number", "list__table_number", "entry__start_number")
    for series, table, number, *figures in rows.values_list(*keys, *FIGURES):
        found[series, table][number] = SeatFigures(*figures)
    return found


def contents_of(tournament: Tournament) -> dict[Place, tuple[object, ...]]:
    """Every list: its state, its revision, which each change raises, its games, its rechecks.

    Of two computers each may have changed the list once.
    """
    rows = ScoreList.objects.filter(series__tournament=tournament)
    keys = ("series__number", "table_number", "revision", "state", "sittings")
    games: dict[Place, list[object]] = defaultdict(list)
    places = ("list__series__number", "list__table_number")
    for model, fields in ((Game, (*ROW, *TYPED)), (Recheck, ("started_at", "document"))):
        own = model._default_manager.filter(list__series__tournament=tournament)
        for series, table, *more in own.order_by("list", *fields[:1]).values_list(*places, *fields):
            games[series, table].append(more)
    return {
        (series, table): (*more, games[series, table])
        for series, table, *more in rows.values_list(*keys)
    }


def changed_ranks(before: Tournament, after: Tournament) -> list[ChangedRank]:
    old, new = ranked_at(before), ranked_at(after)
    numbers = [*new, *(each for each in old if each not in new)]
    return [
        ChangedRank(number, old.get(number), new.get(number))
        for number in numbers
        if old.get(number) != new.get(number)
    ]


def ranked_at(tournament: Tournament) -> dict[int, RankedAt]:
    """By start number, in the order of the ranks."""
    return {
        row.start_number: RankedAt(row.rank.rank, row.name, row.performance)
        for row in standings(tournament).rows
    }
