"""A whole season as one document (docs/formats.md); `exchange.services.season` imports it."""

import json

from scoring.exchange.layout import PERSON
from scoring.exchange.layout_season import FORMAT, SEASON, SEASON_DOCUMENT
from scoring.exchange.reads.export import Progress, export_document, fields_of, silent
from scoring.exchange.reads.export_league import league_row, roster
from scoring.exchange.reads.export_office import Row
from scoring.models import Entry, Person, Season, Tournament
from scoring.models.season import SeasonKind
from scoring.standings.reads.season import tournaments_of


def export_season(season: Season, progress: Progress = silent) -> str:
    """The document as text: sorted keys, one space of indent, stable to the byte."""
    tournaments = list(tournaments_of(season))
    written: list[Row] = []
    for number, each in enumerate(tournaments, 1):
        progress(f"{number}/{len(tournaments)}")
        written.append(export_document(each))
    people = people_of(season, tournaments)
    document = {
        "format": FORMAT,
        "season": fields_of(season, SEASON),
        "people": list(people.values()),
        "tournaments": written,
        "league": league_of(season, list(people), tournaments),
    }
    text = SEASON_DOCUMENT.write(document)
    progress("text")
    return json.dumps(text, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def league_of(season: Season, people: list[int], tournaments: list[Tournament]) -> Row | None:
    """The league of a season of that kind; people are named by their place in the document."""
    if season.kind != SeasonKind.LEAGUE:
        return None
    places = {who: place for place, who in enumerate(people, 1)}
    played = {each.pk: place for place, each in enumerate(tournaments, 1)}
    return league_row(season, places, played)


def people_of(season: Season, tournaments: list[Tournament]) -> dict[int, Row]:
    """Everybody by his first entry, then members who have none by their numbers, then rosters."""
    places = {each.pk: place for place, each in enumerate(tournaments, 1)}
    entries = Entry.objects.filter(tournament__in=places)
    rows = entries.values_list("tournament", "start_number", "person")
    found: dict[int, list[Row]] = {}
    for at, number, person in sorted((places[at], number, who) for at, number, who in rows):
        found.setdefault(person, []).append({"tournament": at, "start_number": number})
    members = {each.person_id: each for each in season.members.select_related("person__club")}
    numbers = {who: each.number for who, each in members.items()}
    rows_of = {
        who: {"number": numbers.get(who), "person": None, "entries": own}
        for who, own in found.items()
    }
    for who, each in members.items():
        if who not in rows_of:
            rows_of[who] = person_row(each.person, each.number)
    for player in roster(season):
        if player.person_id not in rows_of:
            rows_of[player.person_id] = person_row(player.person, None)
    return rows_of


def person_row(person: Person, number: int | None) -> Row:
    """Somebody who has not played."""
    club = person.club.name if person.club else None
    return {"number": number, "person": fields_of(person, PERSON, club=club), "entries": []}
