"""The league of a season's document: whether it fits together, and its rows."""

from collections.abc import Mapping, Sequence

from scoring.core.text import club_named
from scoring.exchange.fields import Node, Problems, check_unique
from scoring.exchange.services.writing import stand_in
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


def check_league(document: Node, problems: Problems) -> None:
    """Whether everything that is named is there, and the scoring can be used."""
    league = document["league"]
    if league is None:
        return
    venues = {each["name"] for each in league["venues"]}
    days = {each["number"] for each in league["days"]}
    check_unique(league["divisions"], "number", "league-twice", problems)
    for division in league["divisions"]:
        check_unique(division["teams"], "number", "league-twice", problems)
        check_scoring(division, problems)
        teams = {each["number"] for each in division["teams"]}
        people = set(range(1, len(document["people"]) + 1))
        for team in division["teams"]:
            known(team, "home", venues, problems)
            for player in team["players"]:
                known(player, "person", people, problems)
        for penalty in division["penalties"]:
            known(penalty, "team", teams, problems)
            known(penalty, "day", days, problems)
        check_reversals(division["penalties"], problems)
        for meeting in division["meetings"]:
            known(meeting, "day", days, problems)
            known(meeting, "venue", venues, problems)
            known(meeting, "host", teams, problems)
            played = set(range(1, len(document["tournaments"]) + 1))
            known(meeting, "tournament", played, problems)
            for each in meeting["teams"]:
                known(each, "team", teams, problems)
                check_unique(each["forfeits"], "series", "league-twice", problems)


def known(
    node: Node, key: str, names: set[object] | set[int] | set[str], problems: Problems
) -> None:
    if node[key] is not None and node[key] not in names:
        problems.note("league-reference", node.where(key), value=node[key])


def check_scoring(division: Node, problems: Problems) -> None:
    try:
        unusable = list(wrong(read_scoring(division["scoring"], division["size"])))
    except (ValueError, TypeError, AttributeError, ZeroDivisionError):
        unusable = ["unreadable"]
    if unusable:
        problems.note("league-scoring", division.where("scoring"))


def check_reversals(penalties: Sequence[Node], problems: Problems) -> None:
    for place, each in enumerate(penalties, 1):
        if each["reverses"] is not None and not each["reverses"] < place:
            problems.note("league-reference", each.where("reverses"), value=each["reverses"])


def write_league(
    season: Season,
    league: Node,
    people: Sequence[Person],
    tournaments: Sequence[Tournament],
) -> None:
    """Every row of a league; inside the block of the import."""
    # An account goes before who stands in for its name.
    known = sorted(User.objects.all(), key=lambda each: each.username == each.called)
    users = {each.called: each for each in known}
    for name in league["leaders"]:
        user = users.get(name) or stand_in(name)
        LeagueLeader.objects.create(season=season, user=user)
    venues = {
        each["name"]: Venue.objects.create(season=season, **each) for each in league["venues"]
    }
    days = {
        each["number"]: MatchDay.objects.create(season=season, **each) for each in league["days"]
    }
    for node in league["divisions"]:
        own = node.without("teams", "meetings", "penalties")
        division = Division.objects.create(season=season, **own)
        teams = {each["number"]: new_team(division, each, venues, people) for each in node["teams"]}
        for each in node["meetings"]:
            write_meeting(division, each, days, venues, teams, tournaments)
        write_penalties(node["penalties"], teams, days, users)


def new_team(
    division: Division, node: Node, venues: Mapping[str, Venue], people: Sequence[Person]
) -> LeagueTeam:
    club = club_named(node["club"] or "", division.season)
    own = node.without("club", "home", "players", "lots")
    team = LeagueTeam.objects.create(
        division=division, club=club, home=venues.get(node["home"] or ""), **own
    )
    LeaguePlayer.objects.bulk_create(
        LeaguePlayer(
            season=division.season,
            team=team,
            person=people[each["person"] - 1],
            **each.without("person"),
        )
        for each in node["players"]
    )
    LeagueLot.objects.bulk_create(LeagueLot(team=team, **each) for each in node["lots"])
    return team


def write_meeting(
    division: Division,
    node: Node,
    days: Mapping[int, MatchDay],
    venues: Mapping[str, Venue],
    teams: Mapping[int, LeagueTeam],
    tournaments: Sequence[Tournament],
) -> None:
    meeting = Meeting.objects.create(
        division=division,
        match_day=days[node["day"]],
        venue=venues.get(node["venue"] or ""),
        host=teams.get(node["host"] or 0),
        tournament=tournaments[node["tournament"] - 1] if node["tournament"] else None,
        number=node["number"],
        reported_at=node["reported_at"],
    )
    for each in node["teams"]:
        row = MeetingTeam.objects.create(
            meeting=meeting,
            match_day=meeting.match_day,
            team=teams[each["team"]],
            **each.without("team", "forfeits", "results"),
        )
        SeriesForfeit.objects.bulk_create(
            SeriesForfeit(meeting_team=row, **forfeit) for forfeit in each["forfeits"]
        )
        ReportedResult.objects.bulk_create(
            ReportedResult(meeting_team=row, **result) for result in each["results"]
        )


def write_penalties(
    nodes: Sequence[Node],
    teams: Mapping[int, LeagueTeam],
    days: Mapping[int, MatchDay],
    users: Mapping[str, User],
) -> None:
    made: list[TeamPenalty] = []
    for node in nodes:
        name = node["by"]
        made.append(
            TeamPenalty.objects.create(
                team=teams[node["team"]],
                match_day=days.get(node["day"] or 0),
                reverses=made[node["reverses"] - 1] if node["reverses"] else None,
                by=(users.get(name) or stand_in(name)) if name else None,
                **node.without("team", "day", "reverses", "by"),
            )
        )
