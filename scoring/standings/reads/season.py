"""A season: people ranked by their best k of several tournaments (docs/law.md "Ranking")."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.core.columns import AHEAD_BY, CLUB, LOST, NAME, PERFORMANCE, RANK, WON
from scoring.core.listing import Column, Listing, filled, rows_of
from scoring.models import Entry, Season, Tournament
from scoring.models.names import Scope
from scoring.models.tournament import TournamentState
from scoring.rules.ranking import Rank, Result, best_of, rank, standing
from scoring.standings.reads.players import (
    Standings,
    StandingsRow,
    decided_by,
    performance_in,
    standings,
)


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A person's rank; `results` by the place of the tournament in the season, from 1."""

    rank: Rank
    person_id: int
    name: str
    club: str
    results: Mapping[int, StandingsRow]
    performance: int
    won: int
    lost: int
    dropped: frozenset[int]


@dataclass(frozen=True, slots=True)
class SeasonStandings:
    """The people of a season in rank order, and its tournaments, earliest first.

    It is `partial` if tournaments are left out that the reader may not see, `interim` if results
    are still to come.
    """

    season: Season
    tournaments: tuple[Tournament, ...]
    rows: tuple[SeasonRow, ...]
    partial: bool = False
    interim: bool = False

    @property
    def scope(self) -> Scope:
        return Scope("season")

    @property
    def title(self) -> str:
        # Many organizers name it "Season 2026/27" themselves.
        name = self.season.name
        named = name.casefold().startswith(_("Season").casefold())
        return name if named else _("Season %(name)s") % {"name": name}

    @property
    def provisional(self) -> bool:
        return self.interim or any(each.state != TournamentState.FINAL for each in self.tournaments)


def season_standings(season: Season, *, without: frozenset[int] = frozenset()) -> SeasonStandings:
    """All persons with a result in a tournament of the season; samples are left out.

    `without` are ids of tournaments that the reader may not see.
    """
    chosen = season.tournaments.filter(sample=False).exclude(pk__in=without)
    tournaments = tuple(chosen.order_by("date", "pk"))
    partial = season.tournaments.filter(sample=False, pk__in=without).exists()
    found = tuple(standings(each) for each in tournaments)
    return SeasonStandings(season, tournaments, counted_together(season, found), partial)


def counted_together(season: Season, given: Sequence[Standings]) -> tuple[SeasonRow, ...]:
    """The people of these overall standings, one of each tournament, by their best results.

    The result of a tournament is its overall total, with its own dropped series and adjustments.
    Equal people share a rank: a season has no lots.
    """
    by_person: dict[int, dict[int, StandingsRow]] = defaultdict(dict)
    for place, each in enumerate(given, 1):
        entries = Entry.objects.filter(tournament=each.tournament)
        people = dict(entries.values_list("pk", "person_id"))
        for row in each.rows:
            by_person[people[row.entry_id]][place] = row
    counted = {person: counted_of(results, season.best_of) for person, results in by_person.items()}
    found = rank((standing(person, results) for person, results in counted.items()), ties="share")
    return tuple(
        row_of(each, by_person[cast(int, each.key)], counted[cast(int, each.key)]) for each in found
    )


def counted_of(results: Mapping[int, StandingsRow], keep: int | None) -> tuple[Result, ...]:
    """The tournaments that count for a person: the best `keep`, or all."""
    figures = [Result(n, each.performance, each.won, each.lost) for n, each in results.items()]
    return best_of(figures, keep or len(figures))


def row_of(each: Rank, results: Mapping[int, StandingsRow], kept: tuple[Result, ...]) -> SeasonRow:
    latest = results[max(results)]
    counted = [results[result.series] for result in kept]
    return SeasonRow(
        each,
        cast(int, each.key),
        latest.name,
        latest.club,
        results,
        sum(row.performance for row in counted),
        sum(row.won for row in counted),
        sum(row.lost for row in counted),
        frozenset(results) - {result.series for result in kept},
    )


def season_listing(found: SeasonStandings) -> Listing:
    """A season for page, PDF and workbook."""
    columns = [
        RANK,
        NAME,
        CLUB.of(minor=True),
        *(
            Column(f"tournament_{place}", each.name, "points", width=9, minor=True).of(
                partial(performance_in, place)
            )
            for place, each in enumerate(found.tournaments, 1)
        ),
        Column("played", _("Played"), "int", width=6, minor=True).of(lambda row: len(row.results)),
        WON.of(minor=True),
        LOST.of(minor=True),
        PERFORMANCE,
        AHEAD_BY.of(decided_by),
    ]
    rows = rows_of(columns, found.rows)
    state = _("provisional") if found.provisional else _("final")
    return Listing(found.title, filled(columns, rows, "reason"), rows, state, notes(found))


def notes(found: SeasonStandings) -> list[str]:
    lines = []
    if found.season.best_of:
        lines.append(
            ngettext(
                "The best tournament of each person counts; dropped results stand in brackets.",
                "The best %(count)s tournaments of each person count; dropped results stand in "
                "brackets.",
                found.season.best_of,
            )
            % {"count": found.season.best_of}
        )
    if found.partial:
        lines.append(_("Only the tournaments in which you have a role are counted here."))
    if len({each.scheme for each in found.tournaments}) > 1:
        lines.append(_("These tournaments are scored in different ways."))
    return lines
