"""What is printed for the award: every certificate, and what the press is told."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.core.text import spoken_name
from scoring.models import Tournament
from scoring.models.money import PotKind
from scoring.money.reads.award import Ceremony, ceremony
from scoring.prints.reads.prints import Certificate, certificates, written
from scoring.standings.reads.players import Standings, StandingsRow, standings
from scoring.standings.reads.results import StandingsSource
from scoring.standings.reads.scopes import find_standings, kinds_of
from scoring.standings.reads.teams import TeamRow, TeamStandings

FIRST_PLACES = 3
NAMED = 10  # of the overall standings


@dataclass(frozen=True, slots=True)
class PressReport:
    """A heading, one paragraph that can be printed as it is, and lists below it."""

    title: str
    lead: str
    parts: tuple[tuple[str, str], ...]


def award_certificates(tournament: Tournament, places: int = FIRST_PLACES) -> list[Certificate]:
    """Of every ranking that a pot is won by, in reading order; without pots the overall one."""
    source = StandingsSource(tournament)
    scopes = dict.fromkeys(str(pot.found.scope) for pot in ceremony(tournament).pots)
    found: list[Certificate] = []
    for scope in scopes or ["overall"]:
        ranking = find_standings(tournament, scope, source=source)
        if isinstance(ranking, Standings | TeamStandings):
            found += certificates(ranking, places)
    return found


def press_report(tournament: Tournament) -> PressReport:
    """Who won, in sentences, with the first of every ranking."""
    overall, source = standings(tournament), StandingsSource(tournament)
    parts = [(_("The first %(count)s") % {"count": NAMED}, named(overall.rows[:NAMED]))]
    for series in tournament.series.all():
        if len(overall.numbers) > 1 and series.number in overall.numbers:
            words = _("Series %(number)s") % {"number": series.number}
            parts.append((words, named(standings(tournament, series).rows[:1])))
    for kind in kinds_of(tournament).classes:
        found = find_standings(tournament, kind.scope, source=source)
        if isinstance(found, Standings | TeamStandings):
            parts.append((str(kind.name), named(found.rows[:FIRST_PLACES])))
    parts += special_prizes(ceremony(tournament))
    shown = tuple((heading, text) for heading, text in parts if text)
    return PressReport(tournament.title, lead(tournament, overall), shown)


def lead(tournament: Tournament, overall: Standings) -> str:
    """When, where, how many, and who won."""
    series = len(overall.numbers)
    facts = [
        ngettext("%(count)s player", "%(count)s players", len(overall.rows))
        % {"count": len(overall.rows)},
        ngettext("%(count)s series", "%(count)s series", series) % {"count": series},
    ]
    day = date_format(tournament.date, "DATE_FORMAT")
    about = list(filter(None, (tournament.organizer, tournament.place, day)))
    sentences = [f"{', '.join(about)}: {', '.join(facts)}." if about else f"{', '.join(facts)}."]
    if overall.rows:
        first, *others = overall.rows[:FIRST_PLACES]
        sentences.append(_("%(name)s won with %(points)s points.") % told(first))
    if len(overall.rows) > 1:
        behind = "; ".join(_("%(name)s (%(points)s)") % told(each) for each in others)
        sentences.append(_("On the places behind: %(names)s.") % {"names": behind})
    return " ".join(sentences)


def told(row: StandingsRow | TeamRow) -> Mapping[str, str]:
    """A name as it is spoken, and the points."""
    is_team = isinstance(row, TeamRow)
    name = row.name if is_team else spoken_name(row.name)
    return {"name": name, "points": written(row.performance)}


def named(rows: Iterable[StandingsRow | TeamRow]) -> str:
    """The places with names, clubs or players, and points, in one line of text."""
    found = []
    for row in rows:
        if isinstance(row, TeamRow):
            aside = ", ".join(spoken_name(name) for _number, name in row.members)
        else:
            aside = row.club
        who = told(row)
        name = f"{who['name']} ({aside})" if aside else who["name"]
        found.append(f"{row.rank.rank}. {name} {who['points']}")
    return "; ".join(found)


def special_prizes(award: Ceremony) -> Iterator[tuple[str, str]]:
    """The winners of special prizes: a grand ouvert, the best game."""
    for pot in award.pots:
        if pot.found.pot.kind == PotKind.SPECIAL:
            winners = [spoken_name(line.contender.name) for line in reversed(pot.lines)]
            yield pot.found.pot.title, "; ".join(winners[:FIRST_PLACES])
