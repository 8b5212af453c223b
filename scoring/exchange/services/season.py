"""The league of a season's document: whether it fits together, and its rows."""

import hashlib
from collections.abc import Mapping, Sequence

from scoring.core.services import write_log
from scoring.core.text import get_or_create_club
from scoring.exchange import season_document
from scoring.exchange.document import PersonPart
from scoring.exchange.reading import Problems, read_document, refuse_all
from scoring.exchange.reads import Progress, silent
from scoring.exchange.season_document import SeasonDocument
from scoring.exchange.services.checking import check_document
from scoring.exchange.services.checking_lists import CheckedRows, Links
from scoring.exchange.services.writing import (
    add,
    add_each,
    find_people,
    ids,
    import_block,
    stand_ins,
    write_document,
)
from scoring.models import (
    Actor,
    Division,
    LeagueLeader,
    LeagueLot,
    LeaguePlayer,
    LeagueTeam,
    MatchDay,
    Meeting,
    MeetingTeam,
    Person,
    ReportedResult,
    Season,
    SeasonMember,
    SeriesForfeit,
    TeamPenalty,
    Tournament,
    User,
    Venue,
)
from scoring.models.host import FIRST_HOST
from scoring.models.league import read_scoring
from scoring.models.log import Action
from scoring.models.names import season_subject
from scoring.rules.league import wrong


def check_league(document: season_document.SeasonDocument, problems: Problems) -> None:
    """Whether everything that is named is there, and the scoring can be used."""
    league = document.league
    if league is None:
        return
    divisions = league.divisions
    problems.unique(
        [each.number for each in divisions], "league-twice", "league.divisions[{}].number"
    )
    check = LeagueCheck(document, league, problems)
    for at, division in enumerate(divisions):
        check.check_division(division, f"league.divisions[{at}]")


class LeagueCheck:
    """The names in a league, and what is wrong in it."""

    def __init__(
        self,
        document: season_document.SeasonDocument,
        league: season_document.LeaguePart,
        problems: Problems,
    ) -> None:
        self.venues = {each.name for each in league.venues}
        self.days = {each.number for each in league.days}
        self.people = range(1, len(document.people) + 1)
        self.tournaments = range(1, len(document.tournaments) + 1)
        self.problems = problems

    def names(self, value: object, names: object, path: str) -> None:
        self.problems.among(value, names, "league-reference", path)  # type: ignore[arg-type]

    def check_division(self, division: season_document.DivisionPart, path: str) -> None:
        numbers = [each.number for each in division.teams]
        self.problems.unique(numbers, "league-twice", f"{path}.teams[{{}}].number")
        if not is_usable(division):
            self.problems.note("league-scoring", f"{path}.scoring")
        for at, team in enumerate(division.teams):
            self.names(team.home, self.venues, f"{path}.teams[{at}].home")
            for place, player in enumerate(team.players):
                self.names(
                    player.person, self.people, f"{path}.teams[{at}].players[{place}].person"
                )
        for at, penalty in enumerate(division.penalties):
            where = f"{path}.penalties[{at}]"
            self.names(penalty.team, numbers, f"{where}.team")
            self.names(penalty.day, self.days, f"{where}.day")
            self.names(penalty.reverses, range(1, at + 1), f"{where}.reverses")
        for at, meeting in enumerate(division.meetings):
            self.check_meeting(meeting, numbers, f"{path}.meetings[{at}]")

    def check_meeting(
        self, meeting: season_document.MeetingPart, numbers: list[int], path: str
    ) -> None:
        self.names(meeting.day, self.days, f"{path}.day")
        self.names(meeting.venue, self.venues, f"{path}.venue")
        self.names(meeting.host, numbers, f"{path}.host")
        self.names(meeting.tournament, self.tournaments, f"{path}.tournament")
        for at, team in enumerate(meeting.teams):
            self.names(team.team, numbers, f"{path}.teams[{at}].team")
            series = [each.series for each in team.forfeits]
            where = f"{path}.teams[{at}].forfeits[{{}}].series"
            self.problems.unique(series, "league-twice", where)


def is_usable(division: season_document.DivisionPart) -> bool:
    try:
        return not list(wrong(read_scoring(division.scoring, division.size)))
    except (ValueError, TypeError, AttributeError, ZeroDivisionError):
        return False


def write_league(
    season: Season,
    league: season_document.LeaguePart,
    people: Sequence[Person],
    tournaments: Sequence[Tournament],
) -> None:
    """Every row of a league; inside the block of the import."""
    names = {*league.leaders, *(row.by for each in league.divisions for row in each.penalties)}
    users = users_called({name for name in names if name})
    LeagueLeader.objects.bulk_create(
        LeagueLeader(season=season, user_id=users[name]) for name in league.leaders
    )
    links = Links(
        username=users,
        home=ids(add(Links(), Venue, league.venues, season=season), "name"),
        match_day=ids(add(Links(), MatchDay, league.days, season=season), "number"),
    )
    links.ids["venue"] = links.ids["home"]
    divisions = add(links, Division, league.divisions, season=season)
    for division, part in zip(divisions, league.divisions, strict=True):
        teams = [new_team(division, team, links, people) for team in part.teams]
        links.ids["team"] = links.ids["host"] = ids(teams, "number")
        for meeting in part.meetings:
            write_meeting(division, meeting, links, tournaments)
        add_each(links, TeamPenalty, part.penalties)


def users_called(names: set[str]) -> dict[str, int]:
    """The ids of these accounts; an account goes before who stands in for its name."""
    everybody = sorted(User.objects.all(), key=lambda each: each.username == each.called)
    users = {each.called: each.pk for each in everybody if each.called in names}
    return users | {name: user.pk for name, user in stand_ins(sorted(names - users.keys())).items()}


def new_team(
    division: Division, part: season_document.LeagueTeamPart, links: Links, people: Sequence[Person]
) -> LeagueTeam:
    club = get_or_create_club(part.club or "", division.season)
    own = links.fields(part, "club")
    team = LeagueTeam.objects.create(division=division, club=club, **own)
    LeaguePlayer.objects.bulk_create(
        LeaguePlayer(
            season=division.season,
            team=team,
            person=people[each.person - 1],
            **links.fields(each),
        )
        for each in part.players
    )
    add(links, LeagueLot, part.lots, team=team)
    return team


def write_meeting(
    division: Division,
    part: season_document.MeetingPart,
    links: Links,
    tournaments: Sequence[Tournament],
) -> None:
    played = tournaments[part.tournament - 1] if part.tournament else None
    own = links.fields(part)
    meeting = Meeting.objects.create(division=division, tournament=played, **own)
    day: Mapping[str, int] = {"match_day_id": meeting.match_day_id}
    rows = add(links, MeetingTeam, part.teams, meeting=meeting, **day)
    for row, team in zip(rows, part.teams, strict=True):
        add(links, SeriesForfeit, team.forfeits, meeting_team=row)
        add(links, ReportedResult, team.results, meeting_team=row)


# A season as one document, from an installation into another (docs/formats.md).

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

    def said(row: season_document.SeasonPersonPart) -> PersonPart:
        first = row.entries[0] if row.entries else None
        return row.person or by_key[first.tournament, first.start_number]  # type: ignore[union-attr]

    return [said(row) for row in document.people]


def of_tournament(people: Mapping[Key, Person], place: int) -> dict[int, Person]:
    """The people of one tournament by start number."""
    return {number: person for (at, number), person in people.items() if at == place}
