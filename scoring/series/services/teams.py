"""Teams, tandems and mixed pairs: formed by hand or by lot, until the result is final."""

from collections.abc import Iterable, Mapping, Sequence
from secrets import token_hex

from django.db.models import Max
from django.utils.text import capfirst

from scoring.core.forms import refuse, refuse_all
from scoring.core.services import changing, refresh
from scoring.core.text import fold
from scoring.models import (
    Actor,
    Category,
    Entry,
    LeaguePlayer,
    LeagueTeam,
    Meeting,
    Team,
    TeamContest,
    TeamMember,
    Tournament,
)
from scoring.models.log import Action
from scoring.models.names import subject_of, team_subject
from scoring.models.person import EntryState
from scoring.models.team import MAX_TEAM_SIZE, MIN_TEAM_SIZE, Member, TeamKind, max_lineup
from scoring.models.tournament import LAST_SERIES_NUMBER, TournamentState
from scoring.rules.problem import Problem
from scoring.seating.field import Stream
from scoring.series.services.seat_changes import entries_by_number

MAX_TEAM_NAME_LENGTH = 60


def add_team(
    contest: TeamContest,
    name: str,
    members: Sequence[Member],
    *,
    by: Actor,
    number: int | None = None,
) -> Team:
    """Add a team, which may be short of members. A league passes a free `number` of its own."""
    tournament = contest.tournament
    with changing(tournament, by, Action.TEAM_ADDED) as change:
        refresh(contest, "contest-missing")
        number = number or free_number(contest, name)
        team = Team(contest=contest, number=number, name=name or default_name(contest, number))
        entries = check_team(team, team.name, members)
        team.save()
        write_members(team, members, entries)
        change.log(about=team_subject(team), new={"members": describe(members)})
        return team


def change_team(team: Team, name: str, members: Sequence[Member], *, by: Actor) -> None:
    """Change name or members; once the result is final only the name. Raises Refused."""
    tournament = team.contest.tournament
    with changing(tournament, by, Action.TEAM_CHANGED, about=team_subject(team)) as change:
        refresh(team, "team-gone")
        before = members_of(team)
        same = before == list(members)
        entries = check_team(team, name, members, same=same)
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
    tournament = team.contest.tournament
    with changing(tournament, by, Action.TEAM_REMOVED, about=team_subject(team)) as change:
        refresh(team, "team-gone")
        refuse_all(final_problems(tournament))
        numbers = team.members.values_list("entry__start_number", flat=True)
        change.log(old={"members": [str(number) for number in numbers]})
        team.delete()


def free_number(contest: TeamContest, name: str) -> int:
    """The number of a new team: on a league match day that of the league's team of this name.

    Raises Refused if no such team meets on this day, or if it is formed already.
    """
    expected = LeagueTeam.objects.filter(meetings__meeting__tournament=contest.tournament_id)
    names = dict(expected.values_list("number", "name"))
    if contest.kind != TeamKind.TEAM or not names:
        return next_number(contest)
    number = next((number for number in names if fold(names[number]) == fold(name)), None)
    if number is None:
        raise refuse("team-not-of-the-day", field="name", known=list(names.values()))
    if contest.teams.filter(number=number).exists():
        raise refuse("team-name-taken", field="name", name=name)
    return number


def next_number(contest: TeamContest) -> int:
    return int(contest.teams.aggregate(highest=Max("number"))["highest"] or 0) + 1


def default_name(contest: TeamContest, number: int) -> str:
    """ "Team 5", "Tandem 5", in the active language; "Team 5*" if a team has that name."""
    names = {name.casefold() for name in contest.teams.values_list("name", flat=True)}
    name = f"{capfirst(str(TeamKind(contest.kind).label))} {number}"
    while name.casefold() in names:
        name += "*"
    return name


def describe(members: Iterable[Member]) -> list[str]:
    """The members of a team as they are typed: "7", from series 3 on "7(3–)", up to it "7(–3)"."""
    texts = []
    for member in members:
        text = str(member.start_number)
        if member.from_series > 1 or member.until_series:
            first = member.from_series if member.from_series > 1 else ""
            text += f"({first}–{member.until_series or ''})"
        texts.append(text)
    return texts


def members_of(team: Team) -> list[Member]:
    return [
        Member(member.entry.start_number, member.from_series, member.until_series)
        for member in team.members.select_related("entry").order_by("position")
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


def find_entries(
    tournament: Tournament, numbers: Iterable[int], *, field: str
) -> tuple[dict[int, Entry], list[Problem]]:
    start_numbers = dict.fromkeys(numbers)
    entries = entries_by_number(tournament, start_numbers)
    unknown = [number for number in start_numbers if number not in entries]
    return entries, [Problem("start-number-unknown", field, {"number": n}) for n in unknown]


def check_team(
    team: Team, name: str, members: Sequence[Member], *, same: bool = False
) -> dict[int, Entry]:
    """The players by start number. Raises Refused; a final result needs the `same` members."""
    contest, numbers = team.contest, [member.start_number for member in members]
    entries, unknown = find_entries(contest.tournament, numbers, field="members")
    problems = [] if same else final_problems(contest.tournament)
    problems += name_problems(team, name) + unknown
    problems += member_problems(contest, members)
    elsewhere = TeamMember.objects.filter(contest=contest, entry__in=entries.values())
    rows = elsewhere.exclude(team=team.pk)
    problems += [
        Problem("team-member-elsewhere", "members", {"number": number, "team": other})
        for number, other in rows.values_list("entry__start_number", "team__name")
    ]
    problems += [] if same else roster_problems(team, entries)
    refuse_all(problems)
    return entries


def roster_problems(team: Team, entries: Mapping[int, Entry]) -> list[Problem]:
    """On a league match day only players on the team's roster may play for it."""
    if team.contest.kind != TeamKind.TEAM:
        return []
    tournament = team.contest.tournament_id
    meetings = Meeting.objects.filter(tournament=tournament, teams__team__number=team.number)
    row = meetings.values_list("teams__team", "match_day__number").first()
    if row is None:
        return []
    league_team, day = row
    stays = LeaguePlayer.objects.filter(team=league_team)
    playing = {stay.person_id for stay in stays if stay.plays(day)}
    return [
        Problem("team-member-off-the-roster", "members", {"number": number, "name": team.name})
        for number, entry in entries.items()
        if entry.person_id not in playing
    ]


def final_problems(tournament: Tournament) -> list[Problem]:
    state = tournament.state
    return [Problem("tournament-final")] if state == TournamentState.FINAL else []


def name_problems(team: Team, name: str) -> list[Problem]:
    others = team.contest.teams.exclude(pk=team.pk)
    if not any(char.isalnum() for char in name):
        return [Problem("team-name-missing", "name")]
    if len(name) > MAX_TEAM_NAME_LENGTH:
        return [Problem("text-too-long", "name", {"most": MAX_TEAM_NAME_LENGTH})]
    if any(other.casefold() == name.casefold() for other in others.values_list("name", flat=True)):
        return [Problem("team-name-taken", "name", {"name": name})]
    return []


def member_problems(contest: TeamContest, members: Sequence[Member]) -> list[Problem]:
    """No member, too many, one twice, or a stay that ends before it begins."""
    if not members:
        return [Problem("numbers-missing", "members")]
    problems = []
    numbers = [member.start_number for member in members]
    for number in {number for number in numbers if numbers.count(number) > 1}:
        problems.append(Problem("team-member-twice", "members", {"number": number}))
    for member in members:
        last = LAST_SERIES_NUMBER if member.until_series is None else member.until_series
        if not 1 <= member.from_series <= last <= LAST_SERIES_NUMBER:
            params = {"number": member.start_number}
            problems.append(Problem("team-stay-impossible", "members", params))
    if max_lineup(members) > contest.size:
        problems.append(Problem("team-full", "members", {"most": contest.size}))
    return problems


# The kinds of teams counted in a tournament, and their sizes.


def set_contest(
    tournament: Tournament,
    kind: str,
    *,
    by: Actor,
    size: int | None = None,
    scaled: bool = False,
    one_of: Category | None = None,
) -> TeamContest:
    """Count teams of a kind in this tournament, or change how they are counted.

    `scaled` scales a short team to full size (docs/law.md "Ranking").
    """
    size = size or (4 if kind == TeamKind.TEAM else 2)
    terms = {"size": size, "scaled": scaled, "one_of": one_of}
    with changing(tournament, by, Action.CONTEST_SET, about=subject_of("contest", kind)) as change:
        contest = tournament.team_contests.filter(kind=kind).first()
        refuse_all(contest_problems(tournament, kind, size, contest, one_of))
        old = {key: getattr(contest, key) for key in terms} if contest else None
        if contest is None:
            contest = TeamContest(tournament=tournament, kind=kind)
        for key, value in terms.items():
            setattr(contest, key, value)
        contest.save()
        if old != terms:
            change.log(old=log_values(old) if old else None, new=log_values(terms))
        return contest


def log_values(terms: Mapping[str, object]) -> dict[str, object]:
    """The terms of a contest as the log keeps them: a category by its name."""
    category = terms["one_of"]
    return {**terms, "one_of": category.name if isinstance(category, Category) else None}


def contest_problems(
    tournament: Tournament,
    kind: str,
    size: int,
    contest: TeamContest | None,
    one_of: Category | None,
) -> list[Problem]:
    least, most = (MIN_TEAM_SIZE, MAX_TEAM_SIZE) if kind == TeamKind.TEAM else (2, 2)
    problems = final_problems(tournament)
    teams = contest.teams.prefetch_related("members") if contest else ()
    largest = max((max_lineup(list(team.members.all())) for team in teams), default=0)
    if not least <= size <= most:
        problems.append(Problem("team-size-out-of-range", "size", {"least": least, "most": most}))
    elif largest > size:
        problems.append(Problem("team-larger-than-that", "size", {"count": largest}))
    if one_of and not tournament.categories.filter(pk=one_of.pk).exists():
        problems.append(Problem("category-gone", "one_of"))
    return problems


def remove_contest(contest: TeamContest, *, by: Actor) -> None:
    """Stop counting teams of this kind; raises Refused while there are any."""
    tournament = contest.tournament
    about = subject_of("contest", contest.kind)
    with changing(tournament, by, Action.CONTEST_REMOVED, about=about) as change:
        refresh(contest, "contest-missing")
        if contest.teams.exists():
            raise refuse("contest-has-teams")
        change.log(old={"size": contest.size, "scaled": contest.scaled})
        contest.delete()


def draw_teams(
    contest: TeamContest, *, by: Actor, seed: str = "", short: bool = True
) -> list[Team]:
    """Form teams by lot of all present players who are in no team of this kind.

    The recorded seed reproduces the draw. With `short` the players left over form a short team.
    """
    seed = seed.strip() or token_hex(8)
    tournament = contest.tournament
    about = subject_of("contest", contest.kind)
    with changing(tournament, by, Action.TEAMS_DRAWN, about=about) as change:
        refresh(contest, "contest-missing")
        members = TeamMember.objects.filter(contest=contest).values("entry")
        present = tournament.entries.filter(state=EntryState.PRESENT)
        entries = list(present.exclude(pk__in=members).order_by("start_number"))
        problems = final_problems(tournament)
        if len(entries) < contest.size:
            problems.append(Problem("too-few-for-a-team", params={"count": len(entries)}))
        refuse_all(problems)
        hands = deal(Stream(seed).shuffled(entries), contest.size, short=short)
        teams = [write_drawn_team(contest, hand) for hand in hands]
        players = [entry.start_number for entry in entries]
        dealt = [[entry.start_number for entry in hand] for hand in hands]
        change.log(new={"seed": seed, "players": players, "teams": dealt})
        return teams


def deal(order: Sequence[Entry], size: int, *, short: bool) -> list[list[Entry]]:
    """Cut the order into teams of that size; `short` keeps a smaller last one of at least two."""
    teams = [list(order[start : start + size]) for start in range(0, len(order), size)]
    return [team for team in teams if len(team) == size or (short and len(team) > 1)]


def write_drawn_team(contest: TeamContest, entries: Sequence[Entry]) -> Team:
    number = next_number(contest)
    name = default_name(contest, number)
    team = Team.objects.create(contest=contest, number=number, name=name)
    members = [Member(entry.start_number) for entry in entries]
    write_members(team, members, {entry.start_number: entry for entry in entries})
    return team
