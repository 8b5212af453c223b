"""A season as one document, from an installation into another (docs/formats.md)."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence

from scoring.core.refusals import Refused
from scoring.core.services import write_log
from scoring.exchange.fields import Node, Problems, check_unique
from scoring.exchange.layout_season import SEASON_DOCUMENT
from scoring.exchange.reads.export import Progress, silent
from scoring.exchange.services.checking import check_document
from scoring.exchange.services.league import check_league, write_league
from scoring.exchange.services.reading import read_shape
from scoring.exchange.services.staging import ReadyDocument, ready_document
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

    Every game is valued anew and every total recomputed. Raises Refused with all problems, each
    with its path in the document. The import is logged outside the tournaments.
    """
    progress("reading")
    document, problems = read_shape(data, SEASON_DOCUMENT)
    progress("checking")
    tournaments: list[Node] = document.get("tournaments", [])
    contents = [check_document(each, problems) for each in tournaments]
    if not problems:
        check_season(document, host, problems)
    if problems:
        raise Refused(problems)
    progress("writing")
    new = {"sha256": hashlib.sha256(data).hexdigest(), "tournaments": len(tournaments)}
    ready = list(map(ready_document, tournaments, contents))
    with import_block(by):
        season = write_season(document, ready, host, by)
        subject = season_subject(season.name)
        write_log(Action.SEASON_IMPORTED, subject, by=by, tournament=None, host=host, new=new)
    return season


def check_season(document: Node, host: int, problems: Problems) -> None:
    """Whether the people fit the tournaments, and the tournaments the season."""
    season: Node = document["season"]
    if Season.objects.filter(host=host, name=season["name"]).exists():
        problems.note("season-there", season.where("name"), name=season["name"])
    for each in document["tournaments"]:
        settings: Node = each["tournament"]
        told = (settings["season"], settings["season_best_of"], settings["sample"])
        if told != (season["name"], season["best_of"], False):
            problems.note("of-another-season", settings.where("season"))
    check_unique(document["people"], "number", "number-twice", problems)
    check_people(document, problems)
    check_league(document, problems)


def check_people(document: Node, problems: Problems) -> None:
    """Every entry belongs to one person, who is the same in all his tournaments."""
    waiting = people_by_key(document)
    for node in document["people"]:
        told = [] if node["person"] is None else [node["person"]]
        for each in node["entries"]:
            person = waiting.pop(key_of(each), None)
            if person is None:
                problems.note("entry-unknown", each.path)
            else:
                told.append(person)
        if not told or any(each != told[0] for each in told):
            problems.note("person-differs", node.path)
    for tournament, start_number in sorted(waiting):
        problems.note("entry-of-nobody", "people", tournament=tournament, number=start_number)


def key_of(node: Node) -> Key:
    return node["tournament"], node["start_number"]


def people_by_key(document: Node) -> dict[Key, Node]:
    """The person of every entry."""
    return {
        (place, entry["start_number"]): entry["person"]
        for place, tournament in enumerate(document["tournaments"], 1)
        for entry in tournament["entries"]
    }


def write_season(document: Node, ready: Sequence[ReadyDocument], host: int, by: Actor) -> Season:
    """The season, its people, its tournaments; inside the block of the import."""
    season = Season.objects.create(host_id=host, **document["season"])
    people: dict[Key, Person] = {}
    members, everybody = [], []
    for node, person in written_people(document, season):
        everybody.append(person)
        people |= {key_of(each): person for each in node["entries"]}
        if node["number"] is not None:
            members.append(SeasonMember(season=season, person=person, number=node["number"]))
    tournaments = [
        write_document(each, host, of_tournament(people, place), by=by)
        for place, each in enumerate(ready, 1)
    ]
    SeasonMember.objects.bulk_create(members)
    if document["league"] is not None:
        write_league(season, document["league"], everybody, tournaments)
    return season


def written_people(document: Node, season: Season) -> Iterator[tuple[Node, Person]]:
    """Every person of the season, known or new."""
    told, nodes = people_by_key(document), document["people"]
    details = [node["person"] or told[key_of(node["entries"][0])] for node in nodes]
    return zip(nodes, find_people(details, season, ()), strict=True)


def of_tournament(people: Mapping[Key, Person], place: int) -> dict[int, Person]:
    """The people of one tournament by start number."""
    return {number: person for (at, number), person in people.items() if at == place}
