"""The league of a season's document: whether it fits together, and its rows."""

from collections.abc import Mapping, Sequence

from scoring.core.text import club_named
from scoring.exchange import season_document as parts
from scoring.exchange.reading import Problems
from scoring.exchange.services.rows import Links
from scoring.exchange.services.writing import add, add_each, ids, stand_ins
from scoring.models import (
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
    SeriesForfeit,
    TeamPenalty,
    Tournament,
    User,
    Venue,
)
from scoring.models.league import read_scoring
from scoring.rules.league import wrong


def check_league(document: parts.SeasonDocument, problems: Problems) -> None:
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
        self, document: parts.SeasonDocument, league: parts.LeaguePart, problems: Problems
    ) -> None:
        self.venues = {each.name for each in league.venues}
        self.days = {each.number for each in league.days}
        self.people = range(1, len(document.people) + 1)
        self.tournaments = range(1, len(document.tournaments) + 1)
        self.problems = problems

    def names(self, value: object, names: object, path: str) -> None:
        self.problems.among(value, names, "league-reference", path)  # type: ignore[arg-type]

    def check_division(self, division: parts.DivisionPart, path: str) -> None:
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

    def check_meeting(self, meeting: parts.MeetingPart, numbers: list[int], path: str) -> None:
        self.names(meeting.day, self.days, f"{path}.day")
        self.names(meeting.venue, self.venues, f"{path}.venue")
        self.names(meeting.host, numbers, f"{path}.host")
        self.names(meeting.tournament, self.tournaments, f"{path}.tournament")
        for at, team in enumerate(meeting.teams):
            self.names(team.team, numbers, f"{path}.teams[{at}].team")
            series = [each.series for each in team.forfeits]
            where = f"{path}.teams[{at}].forfeits[{{}}].series"
            self.problems.unique(series, "league-twice", where)


def is_usable(division: parts.DivisionPart) -> bool:
    try:
        return not list(wrong(read_scoring(division.scoring, division.size)))
    except (ValueError, TypeError, AttributeError, ZeroDivisionError):
        return False


def write_league(
    season: Season,
    league: parts.LeaguePart,
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
    division: Division, part: parts.LeagueTeamPart, links: Links, people: Sequence[Person]
) -> LeagueTeam:
    club = club_named(part.club or "", division.season)
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
    division: Division, part: parts.MeetingPart, links: Links, tournaments: Sequence[Tournament]
) -> None:
    played = tournaments[part.tournament - 1] if part.tournament else None
    own = links.fields(part)
    meeting = Meeting.objects.create(division=division, tournament=played, **own)
    day: Mapping[str, int] = {"match_day_id": meeting.match_day_id}
    rows = add(links, MeetingTeam, part.teams, meeting=meeting, **day)
    for row, team in zip(rows, part.teams, strict=True):
        add(links, SeriesForfeit, team.forfeits, meeting_team=row)
        add(links, ReportedResult, team.results, meeting_team=row)
