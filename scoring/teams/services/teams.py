"""Teams, tandems and mixed pairs: formed by hand or by lot, before play or after it.

A player may be in one of each kind. Results belong to the members, so teams can change until the
tournament is final.
"""

from collections.abc import Iterable, Mapping, Sequence

from django.db.models import Max

from scoring.core.refusals import Refused
from scoring.core.services import changing, refresh
from scoring.models import (
    Actor,
    Entry,
    LeaguePlayer,
    Meeting,
    Team,
    TeamContest,
    TeamMember,
    Tournament,
)
from scoring.models.log import Action
from scoring.models.names import team_subject
from scoring.models.series import LAST_SERIES
from scoring.models.team import TeamKind
from scoring.models.tournament import TournamentState
from scoring.rules.problem import Problem
from scoring.teams.reads.teams import Member, fullest

NAME_LENGTH = 60


def add_team(
    contest: TeamContest,
    name: str,
    members: Sequence[Member],
    *,
    by: Actor,
    number: int | None = None,
) -> Team:
    """Add a team with the next number, which is also its default name.

    Fewer members than a full team has are allowed; a league gives its own free `number`. Raises
    Refused with all problems.
    """
    tournament = contest.tournament
    with changing(tournament, by, Action.TEAM_ADDED) as change:
        number = number or next_number(contest)
        wanted = name or default_name(contest, number)
        entries = checked(contest, wanted, members, None)
        team = Team.objects.create(contest=contest, number=number, name=wanted)
        write_members(team, members, entries)
        change.log(about=team_subject(team), new={"members": describe(members)})
        return team


def change_team(team: Team, name: str, members: Sequence[Member], *, by: Actor) -> None:
    """Change name or members. Raises Refused with all problems.

    In a final result only the name may change, so that a person can be anonymised.
    """
    tournament = team.contest.tournament
    with changing(tournament, by, Action.TEAM_CHANGED, about=team_subject(team)) as change:
        refresh(team, "team-gone")
        before = [
            Member(member.entry.start_number, member.from_series, member.until_series)
            for member in team.members.select_related("entry")
        ]
        same = before == list(members)
        entries = checked(team.contest, name, members, team, same=same)
        renamed = team.name != name
        if same and not renamed:
            return
        team.name = name
        team.save(update_fields=["name"])
        team.members.all().delete()
        write_members(team, members, entries)
        change.log(
            old={"members": describe(before)},
            new={"members": describe(members), **({"changed": ["name"]} if renamed else {})},
        )


def remove_team(team: Team, *, by: Actor) -> None:
    """Dissolve a team; its members keep their results."""
    tournament = team.contest.tournament
    with changing(tournament, by, Action.TEAM_REMOVED, about=team_subject(team)) as change:
        refresh(team, "team-gone")
        if problems := final(tournament):
            raise Refused(problems)
        numbers = team.members.values_list("entry__start_number", flat=True)
        change.log(old={"members": [str(number) for number in numbers]})
        team.delete()


def next_number(contest: TeamContest) -> int:
    return int(contest.teams.aggregate(highest=Max("number"))["highest"] or 0) + 1


def default_name(contest: TeamContest, number: int) -> str:
    """ "Team 5", "Tandem 5", in the reader's language."""
    word = str(TeamKind(contest.kind).label)
    return f"{word[:1].upper()}{word[1:]} {number}"


def describe(members: Iterable[Member]) -> list[str]:
    """The members of a team for the log: "7", from series 3 on "7 (3–)", until then "7 (–3)"."""
    return [
        f"{member.start_number}"
        if member == Member(member.start_number)
        else f"{member.start_number} ({member.from_series}–{member.until_series or ''})"
        for member in members
    ]


def write_members(team: Team, members: Sequence[Member], entries: Mapping[int, Entry]) -> None:
    TeamMember.objects.bulk_create(
        TeamMember(
            team=team,
            contest=team.contest,
            entry=entries[member.start_number],
            position=position,
            from_series=member.from_series,
            until_series=member.until_series,
        )
        for position, member in enumerate(members, 1)
    )


def checked(
    contest: TeamContest,
    name: str,
    members: Sequence[Member],
    team: Team | None,
    *,
    same: bool = False,
) -> dict[int, Entry]:
    """The players of a team by start number; raises Refused with all problems.

    With the `same` members as before, nothing of a final result changes.
    """
    numbers = [member.start_number for member in members]
    entries = {
        entry.start_number: entry
        for entry in contest.tournament.entries.filter(start_number__in=set(numbers))
    }
    problems = [] if same else final(contest.tournament)
    problems += name_problems(contest, name, team)
    problems += [
        Problem("start-number-unknown", "members", {"number": number})
        for number in dict.fromkeys(numbers)
        if number not in entries
    ]
    problems += member_problems(contest, members)
    problems += elsewhere(contest, entries, team)
    problems += [] if same else off_the_roster(entries, team)
    if problems:
        raise Refused(problems)
    return entries


def off_the_roster(entries: Mapping[int, Entry], team: Team | None) -> list[Problem]:
    """On a match day of a league whoever plays for a team is on its roster by then."""
    if team is None or team.contest.kind != TeamKind.TEAM:
        return []
    meeting = Meeting.objects.filter(tournament=team.contest.tournament_id)
    place = meeting.filter(teams__team__number=team.number).values_list(
        "teams__team", "match_day__number"
    )
    found = place.first()
    if found is None:
        return []
    league_team, day = found
    stays = LeaguePlayer.objects.filter(team=league_team)
    playing = {stay.person_id for stay in stays if stay.plays(day)}
    return [
        Problem("team-member-off-the-roster", "members", {"number": number, "name": team.name})
        for number, entry in entries.items()
        if entry.person_id not in playing
    ]


def final(tournament: Tournament) -> list[Problem]:
    state = tournament.state
    return [Problem("tournament-final")] if state == TournamentState.FINAL else []


def name_problems(contest: TeamContest, name: str, team: Team | None) -> list[Problem]:
    others = contest.teams.exclude(pk=team.pk) if team else contest.teams
    if not any(char.isalnum() for char in name):
        return [Problem("team-name-missing", "name")]
    if len(name) > NAME_LENGTH:
        return [Problem("text-too-long", "name", {"most": NAME_LENGTH})]
    if any(other.casefold() == name.casefold() for other in others.values_list("name", flat=True)):
        return [Problem("team-name-taken", "name", {"name": name})]
    return []


def member_problems(contest: TeamContest, members: Sequence[Member]) -> list[Problem]:
    """Nobody, too many, somebody twice, or a stay that ends before it begins."""
    if not members:
        return [Problem("team-empty", "members")]
    problems = []
    numbers = [member.start_number for member in members]
    for number in {number for number in numbers if numbers.count(number) > 1}:
        problems.append(Problem("team-member-twice", "members", {"number": number}))
    for member in members:
        last = LAST_SERIES if member.until_series is None else member.until_series
        if not 1 <= member.from_series <= last <= LAST_SERIES:
            params = {"number": member.start_number}
            problems.append(Problem("team-stay-impossible", "members", params))
    if fullest(members) > contest.size:
        problems.append(Problem("team-full", "members", {"most": contest.size}))
    return problems


def elsewhere(
    contest: TeamContest, entries: Mapping[int, Entry], team: Team | None
) -> list[Problem]:
    """Members who play for another team of this kind."""
    taken = TeamMember.objects.filter(contest=contest, entry__in=entries.values())
    if team:
        taken = taken.exclude(team=team)
    return [
        Problem(
            "team-member-elsewhere",
            "members",
            {"number": member.entry.start_number, "team": member.team.name},
        )
        for member in taken.select_related("entry", "team")
    ]
