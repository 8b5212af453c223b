"""The import of a season with its league from one document (docs/formats.md)."""

import hashlib
from collections import defaultdict
from collections.abc import Sequence

import msgspec

from scoring.core.services import write_log
from scoring.exchange import season_document
from scoring.exchange.document import PersonPart
from scoring.exchange.part import usernames_in
from scoring.exchange.reading import Problems, read_document, refuse_first
from scoring.exchange.season_document import SeasonDocument
from scoring.exchange.services.checking import check_document, check_parts
from scoring.exchange.services.checking_lists import CheckedTournament, Links
from scoring.exchange.services.writing import (
    accounts_by_name,
    find_people,
    get_or_create_clubs_of,
    import_block,
    write_below,
    write_document,
)
from scoring.models import Actor, LeagueLeader, Person, Season, SeasonMember, Tournament
from scoring.models.host import FIRST_HOST
from scoring.models.league import read_scoring
from scoring.models.log import Action
from scoring.models.names import subject_of
from scoring.rules.league.scoring import scoring_faults


def check_league(document: season_document.SeasonDocument, problems: Problems) -> None:
    """Note references to what does not exist, what occurs twice, and an unusable scoring."""
    league = document.league
    if league is None:
        return
    names = {
        "person": range(1, len(document.people) + 1),
        "tournament": range(1, len(document.tournaments) + 1),
    }
    check_parts(league, "league", names, problems)
    problems.note_repeated(league.leaders, "league.leaders[{}]")
    people: list[int] = []
    tournaments: list[int | None] = []
    for at, division in enumerate(league.divisions):
        path, meetings = f"league.divisions[{at}]", division.meetings
        if not has_usable_scoring(division):
            problems.note("league-scoring", f"{path}.scoring")
        for index, team in enumerate(division.teams):
            roster = [player for player in team.players if player.until_day is None]
            positions = [player.position for player in roster]
            problems.note_repeated(positions, f"{path}.teams[{index}].players")
            people += [player.person for player in roster]
        numbers = [f"{meeting.day}/{meeting.number}" for meeting in meetings]
        problems.note_repeated(numbers, f"{path}.meetings[{{}}].number")
        playing = [f"{meeting.day}/{row.team}" for meeting in meetings for row in meeting.teams]
        problems.note_repeated(playing, f"{path}.meetings")
        tournaments += [meeting.tournament for meeting in meetings]
    problems.note_repeated(people, "league.divisions")
    problems.note_repeated(tournaments, "league.divisions")


def has_usable_scoring(division: season_document.DivisionPart) -> bool:
    try:
        msgspec.convert(division.scoring, season_document.ScoringShape)
        return not list(scoring_faults(read_scoring(division.scoring, division.size)))
    except msgspec.ValidationError:
        return False


def write_league(
    season: Season,
    league: season_document.LeaguePart,
    people: Sequence[Person],
    tournaments: Sequence[Tournament],
    by: Actor,
) -> None:
    """Write every row of a league, inside the block of the import."""
    users = accounts_by_name({*league.leaders, *usernames_in(league)}, season, by)
    LeagueLeader.objects.bulk_create(
        LeagueLeader(season=season, user=users[name]) for name in league.leaders
    )
    teams = [team for division in league.divisions for team in division.teams]
    links = Links(
        username={name: user.pk for name, user in users.items()},
        club=get_or_create_clubs_of(teams, season),
        person={place: person.pk for place, person in enumerate(people, 1)},
        tournament={place: row.pk for place, row in enumerate(tournaments, 1)},
    )
    write_below(links, type(league), [(league, season)])


def import_season(data: bytes, *, by: Actor, host: int = FIRST_HOST) -> Season:
    """Create a season of the host (an id) from a document with all its tournaments, or nothing.

    Every game is valued anew and every total recomputed. Raises Refused with the problems, each
    with its path in the document. The import is logged outside the tournaments.
    """
    document = read_document(data, SeasonDocument)
    problems = Problems()
    checked: list[CheckedTournament] = []
    for at, tournament in enumerate(document.tournaments):
        own_problems = Problems(f"tournaments[{at}].")
        checked.append(check_document(tournament, own_problems))
        problems += own_problems
    if not problems:
        check_season(document, host, problems)
    refuse_first(problems)
    new = {"sha256": hashlib.sha256(data).hexdigest(), "tournaments": len(checked)}
    with import_block(by):
        season = write_season(document, checked, host, by)
        subject = subject_of("season", season.name)
        write_log(Action.SEASON_IMPORTED, subject, by=by, tournament=None, host=host, new=new)
    return season


def check_season(document: SeasonDocument, host: int, problems: Problems) -> None:
    """Note people who do not fit the tournaments, and tournaments of another season."""
    terms = document.season
    if Season.objects.filter(host=host, name=terms.name).exists():
        problems.note("season-there", "season.name", name=terms.name)
    for at, tournament in enumerate(document.tournaments):
        settings = tournament.tournament
        own = (settings.season, settings.season_best_of, settings.sample)
        if own != (terms.name, terms.best_of, False):
            problems.note("of-another-season", f"tournaments[{at}].tournament.season")
    problems.note_repeated([person.number for person in document.people], "people[{}].number")
    check_people(document, problems)
    check_league(document, problems)


def check_people(document: SeasonDocument, problems: Problems) -> None:
    """Note entries of nobody, and people who differ from tournament to tournament."""
    unclaimed = people_by_key(document)
    for at, row in enumerate(document.people):
        descriptions = [] if row.person is None else [row.person]
        for place, played in enumerate(row.entries):
            person = unclaimed.pop((played.tournament, played.start_number), None)
            if person is None:
                problems.note("entry-unknown", f"people[{at}].entries[{place}]")
            else:
                descriptions.append(person)
        if not descriptions or any(person != descriptions[0] for person in descriptions):
            problems.note("person-differs", f"people[{at}]")
    for number, start_number in sorted(unclaimed):
        problems.note("entry-of-nobody", "people", tournament=number, number=start_number)


def people_by_key(document: SeasonDocument) -> dict[tuple[int, int], PersonPart]:
    """The people by the place of a tournament and their start number there."""
    return {
        (place, entry.start_number): entry.person
        for place, tournament in enumerate(document.tournaments, 1)
        for entry in tournament.entries
    }


def write_season(
    document: SeasonDocument, checked: Sequence[CheckedTournament], host: int, by: Actor
) -> Season:
    """The season, its people, its tournaments; inside the block of the import."""
    season = Season.objects.create(host_id=host, **Links().fields(document.season))
    by_key = people_by_key(document)
    described = [
        row.person or by_key[row.entries[0].tournament, row.entries[0].start_number]
        for row in document.people
    ]
    season_people = find_people(described, season, ())
    people: dict[int, dict[int, Person]] = defaultdict(dict)  # by tournament and start number
    members = []
    for row, person in zip(document.people, season_people, strict=True):
        for entry in row.entries:
            people[entry.tournament][entry.start_number] = person
        if row.number is not None:
            members.append(SeasonMember(season=season, person=person, number=row.number))
    tournaments = [
        write_document(rows, host, people[place], by=by) for place, rows in enumerate(checked, 1)
    ]
    SeasonMember.objects.bulk_create(members)
    if document.league is not None:
        write_league(season, document.league, season_people, tournaments, by)
    return season
