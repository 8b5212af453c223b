"""A season as one document, from an installation into another (docs/formats.md)."""

import hashlib
from collections.abc import Mapping, Sequence

from scoring.core.services import write_log
from scoring.exchange import season_document as parts
from scoring.exchange.document import PersonPart
from scoring.exchange.reading import Problems, read_document, refuse_all
from scoring.exchange.reads.export import Progress, silent
from scoring.exchange.season_document import SeasonDocument
from scoring.exchange.services.checking import check_document
from scoring.exchange.services.checking_lists import CheckedRows
from scoring.exchange.services.league import check_league, write_league
from scoring.exchange.services.rows import Links
from scoring.exchange.services.writing import find_people, import_block, write_document
from scoring.models import Actor, Person, Season, SeasonMember
from scoring.models.host import FIRST_HOST
from scoring.models.log import Action
from scoring.models.names import season_subject

Key = tuple[int, int]  # the place of a tournament and a start number


def import_season(
    data: bytes, *, by: Actor, host: int = FIRST_HOST, progress: Progress = silent
) -> Season:
    """Make a new season of the host (an id) from a document with all its tournaments, or nothing.

    Every game is valued anew and every total recomputed. Raises Refused with the problems, each
    with its path in the document. The import is logged outside the tournaments.
    """
    progress("reading")
    document = read_document(data, SeasonDocument)
    progress("checking")
    problems = Problems()
    checked: list[CheckedRows] = []
    for at, tournament in enumerate(document.tournaments):
        of_tournament = Problems(f"tournaments[{at}].")
        checked.append(check_document(tournament, of_tournament))
        problems += of_tournament
    if not problems:
        check_season(document, host, problems)
    refuse_all(problems)
    progress("writing")
    new = {"sha256": hashlib.sha256(data).hexdigest(), "tournaments": len(checked)}
    with import_block(by):
        season = write_season(document, checked, host, by)
        subject = season_subject(season.name)
        write_log(Action.SEASON_IMPORTED, subject, by=by, tournament=None, host=host, new=new)
    return season


def check_season(document: SeasonDocument, host: int, problems: Problems) -> None:
    """Whether the people fit the tournaments, and the tournaments the season."""
    terms = document.season
    if Season.objects.filter(host=host, name=terms.name).exists():
        problems.note("season-there", "season.name", name=terms.name)
    for at, tournament in enumerate(document.tournaments):
        settings = tournament.tournament
        own = (settings.season, settings.season_best_of, settings.sample)
        if own != (terms.name, terms.best_of, False):
            problems.note("of-another-season", f"tournaments[{at}].tournament.season")
    numbers = [each.number for each in document.people]
    problems.unique(numbers, "number-twice", "people[{}].number")
    check_people(document, problems)
    check_league(document, problems)


def check_people(document: SeasonDocument, problems: Problems) -> None:
    """Every entry belongs to one person, who is the same in all his tournaments."""
    waiting = people_by_key(document)
    for at, row in enumerate(document.people):
        said = [] if row.person is None else [row.person]
        for place, played in enumerate(row.entries):
            person = waiting.pop((played.tournament, played.start_number), None)
            if person is None:
                problems.note("entry-unknown", f"people[{at}].entries[{place}]")
            else:
                said.append(person)
        if not said or any(person != said[0] for person in said):
            problems.note("person-differs", f"people[{at}]")
    for number, start_number in sorted(waiting):
        problems.note("entry-of-nobody", "people", tournament=number, number=start_number)


def people_by_key(document: SeasonDocument) -> dict[Key, PersonPart]:
    """The person of every entry."""
    return {
        (place, entry.start_number): entry.person
        for place, tournament in enumerate(document.tournaments, 1)
        for entry in tournament.entries
    }


def write_season(
    document: SeasonDocument, checked: Sequence[CheckedRows], host: int, by: Actor
) -> Season:
    """The season, its people, its tournaments; inside the block of the import."""
    season = Season.objects.create(host_id=host, **Links().fields(document.season))
    everybody = find_people(described(document), season, ())
    people: dict[Key, Person] = {}
    members = []
    for row, person in zip(document.people, everybody, strict=True):
        people |= {(each.tournament, each.start_number): person for each in row.entries}
        if row.number is not None:
            members.append(SeasonMember(season=season, person=person, number=row.number))
    tournaments = [
        write_document(rows, host, of_tournament(people, place), by=by)
        for place, rows in enumerate(checked, 1)
    ]
    SeasonMember.objects.bulk_create(members)
    if document.league is not None:
        write_league(season, document.league, everybody, tournaments)
    return season


def described(document: SeasonDocument) -> list[PersonPart]:
    """What the document says of everybody."""
    by_key = people_by_key(document)

    def said(row: parts.SeasonPersonPart) -> PersonPart:
        first = row.entries[0] if row.entries else None
        return row.person or by_key[first.tournament, first.start_number]  # type: ignore[union-attr]

    return [said(row) for row in document.people]


def of_tournament(people: Mapping[Key, Person], place: int) -> dict[int, Person]:
    """The people of one tournament by start number."""
    return {number: person for (at, number), person in people.items() if at == place}
