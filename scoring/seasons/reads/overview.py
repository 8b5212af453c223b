"""The page of a season: its table, its days, the last and the next evening, who is missing."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.models import Entry, Person, Season, Tournament
from scoring.seasons.reads.standings import standings_of_season
from scoring.standings.reads.season import SeasonDay, SeasonStandings
from scoring.standings.reads.season_honours import (
    DayLine,
    Record,
    day_lines,
    records_of,
)


@dataclass(frozen=True, slots=True)
class MissingMember:
    """A member who did not come to a day; `number` is his own, if the season has members."""

    person: Person
    number: int | None


@dataclass(frozen=True, slots=True)
class SeasonOverview:
    """Everything on the page of a season.

    `last` is the newest day with results, `upcoming` a day that is still to be played. `missing`
    did not come to the upcoming day yet, without one to the last. `newest` is the day whose rules
    the next one has.
    """

    standings: SeasonStandings
    lines: tuple[DayLine, ...]
    last: DayLine | None
    upcoming: Tournament | None
    newest: Tournament | None
    missing: tuple[MissingMember, ...]
    records: tuple[Record, ...]


def season_overview(
    season: Season, *, without: frozenset[int] = frozenset(), wanted_missing: bool = True
) -> SeasonOverview:
    """The season as a reader sees it who may not see the tournaments `without`: seven queries."""
    season_standings = standings_of_season(season, without=without)
    lines = day_lines(season_standings)
    played = [line for line in lines if line.players]
    last, upcoming = (played[-1] if played else None), upcoming_of(season_standings.days)
    seen = upcoming or (last.tournament if last else None)
    return SeasonOverview(
        season_standings,
        lines,
        last,
        upcoming,
        season_standings.tournaments[-1] if season_standings.days else None,
        missing_at(season_standings, seen) if seen and wanted_missing else (),
        records_of(season_standings),
    )


def upcoming_of(days: Sequence[SeasonDay]) -> Tournament | None:
    """The first day after the last one with results that may still be played."""
    waiting = None
    for day in reversed(days):
        if day.results:
            break
        if day.tournament.under_way:
            waiting = day.tournament
    return waiting


def missing_at(found: SeasonStandings, day: Tournament) -> tuple[MissingMember, ...]:
    """Who belongs to the season and is not entered on a day.

    In a season without members everybody belongs to it who has a result.
    """
    here = set(Entry.objects.filter(tournament=day).values_list("person", flat=True))
    members = found.season.members.select_related("person")
    if rows := list(members):
        away = (season_member for season_member in rows if season_member.person_id not in here)
        return tuple(
            MissingMember(season_member.person, season_member.number) for season_member in away
        )
    ids = [row.person_id for row in found.rows if row.person_id not in here]
    people = Person.objects.filter(pk__in=ids, anonymised_at=None)
    return tuple(MissingMember(person, None) for person in people)
