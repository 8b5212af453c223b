"""Teams by lot, before or after play; reproducible from the seed."""

from collections.abc import Sequence
from secrets import token_hex

from scoring.core.refusals import Refused
from scoring.core.services import changing
from scoring.models import Actor, Entry, Team, TeamContest, TeamMember
from scoring.models.log import Action
from scoring.models.names import contest_subject
from scoring.models.person import EntryState
from scoring.rules.problem import Problem
from scoring.seating.stream import shuffled
from scoring.teams.reads.teams import Member
from scoring.teams.services.teams import default_name, final, next_number, write_members

SEED_LENGTH = 80


def draw_teams(
    contest: TeamContest, *, by: Actor, seed: str = "", short: bool = True
) -> list[Team]:
    """Form teams by lot of all players without one of this kind, also after play.

    The recorded seed reproduces the draw: the players by start number are shuffled by
    `seating.stream` and dealt in this order. `short` makes the rest a short team; else they stay
    without one. Withdrawn players are not drawn. Raises Refused if too few are left.
    """
    seed = seed.strip() or token_hex(8)
    tournament = contest.tournament
    about = contest_subject(contest.kind)
    with changing(tournament, by, Action.TEAMS_DRAWN, about=about) as change:
        entries = without_team(contest)
        if problems := drawing_problems(contest, len(entries), seed):
            raise Refused(problems)
        dealt = deal(shuffled(entries, seed), contest.size, short=short)
        teams = [write_drawn(contest, each) for each in dealt]
        change.log(
            new={
                "seed": seed,
                "players": [entry.start_number for entry in entries],
                "teams": [[entry.start_number for entry in each] for each in dealt],
            }
        )
        return teams


def drawing_problems(contest: TeamContest, players: int, seed: str) -> list[Problem]:
    """The problems of drawing so many players."""
    problems = final(contest.tournament)
    if len(seed) > SEED_LENGTH:
        problems.append(Problem("text-too-long", "seed", {"most": SEED_LENGTH}))
    if players < contest.size:
        problems.append(Problem("too-few-for-a-team", params={"count": players}))
    return problems


def without_team(contest: TeamContest) -> list[Entry]:
    """The players in no team of this kind, by start number."""
    taken = TeamMember.objects.filter(contest=contest).values("entry")
    playing = contest.tournament.entries.filter(state=EntryState.PRESENT)
    return list(playing.exclude(pk__in=taken).order_by("start_number"))


def deal(order: Sequence[Entry], size: int, *, short: bool) -> list[list[Entry]]:
    """Teams of that size in this order; `short` makes the rest a team."""
    teams = [list(order[start : start + size]) for start in range(0, len(order), size)]
    return [team for team in teams if len(team) == size or (short and len(team) > 1)]


def write_drawn(contest: TeamContest, entries: Sequence[Entry]) -> Team:
    number = next_number(contest)
    names = set(contest.teams.values_list("name", flat=True))
    name = default_name(contest, number)
    # A team made by hand may have the default name.
    while name in names:
        name += "*"
    team = Team.objects.create(contest=contest, number=number, name=name)
    members = [Member(entry.start_number) for entry in entries]
    write_members(team, members, {entry.start_number: entry for entry in entries})
    return team
