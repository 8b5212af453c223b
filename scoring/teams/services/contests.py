"""The kinds of teams counted in a tournament, and their sizes."""

from collections.abc import Mapping

from scoring.core.refusals import Refused, refuse
from scoring.core.services import changing
from scoring.models import Actor, Category, TeamContest, Tournament
from scoring.models.log import Action
from scoring.models.names import contest_subject
from scoring.models.team import TeamKind
from scoring.rules.problem import Problem
from scoring.teams.reads.teams import fullest
from scoring.teams.services.teams import final

LEAST, MOST = 2, 12
SIZES: Mapping[str, int] = {TeamKind.TEAM: 4, TeamKind.TANDEM: 2, TeamKind.MIXED: 2}


def set_contest(
    tournament: Tournament,
    kind: str,
    *,
    by: Actor,
    size: int | None = None,
    scaled: bool = False,
    one_of: Category | None = None,
) -> TeamContest:
    """Count teams of a kind in this tournament, or change how.

    `scaled` scales a short team to full size (docs/law.md "Ranking"). Raises Refused if a team has
    more members than the new size.
    """
    wanted = {"size": size or SIZES.get(kind, 0), "scaled": scaled, "one_of": one_of}
    with changing(tournament, by, Action.CONTEST_SET, about=contest_subject(kind)) as change:
        contest = tournament.team_contests.filter(kind=kind).first()
        if problems := contest_problems(tournament, kind, wanted["size"], contest, one_of):
            raise Refused(problems)
        old = {key: getattr(contest, key) for key in wanted} if contest else None
        if contest is None:
            contest = TeamContest(tournament=tournament, kind=kind)
        for key, value in wanted.items():
            setattr(contest, key, value)
        contest.save()
        if old != wanted:
            change.log(old=log_values(old), new=log_values(wanted))
        return contest


def log_values(terms: Mapping[str, object] | None) -> dict[str, object] | None:
    """The terms of a contest, for the log."""
    if terms is None:
        return None
    category = terms["one_of"]
    return {**terms, "one_of": category.name if isinstance(category, Category) else None}


def contest_problems(
    tournament: Tournament,
    kind: str,
    size: object,
    contest: TeamContest | None,
    one_of: Category | None,
) -> list[Problem]:
    if kind not in TeamKind.values:
        return [Problem("team-kind-unknown", "kind")]
    least, most = (LEAST, MOST) if kind == TeamKind.TEAM else (2, 2)
    problems = final(tournament)
    if not isinstance(size, int) or not least <= size <= most:
        problems.append(Problem("team-size-out-of-range", "size", {"least": least, "most": most}))
    elif contest and (largest := largest_team(contest)) > size:
        problems.append(Problem("team-larger-than-that", "size", {"count": largest}))
    if one_of and one_of.tournament_id != tournament.pk:
        problems.append(Problem("category-gone", "one_of"))
    return problems


def largest_team(contest: TeamContest) -> int:
    """The most members that any team has in any series."""
    teams = contest.teams.prefetch_related("members")
    return max((fullest(list(team.members.all())) for team in teams), default=0)


def contest_of(tournament: Tournament, kind: str) -> TeamContest:
    """Raises Refused if teams of this kind are not counted here."""
    contest = tournament.team_contests.filter(kind=kind).first()
    if contest is None:
        raise refuse("contest-missing", field="kind")
    return contest


def remove_contest(contest: TeamContest, *, by: Actor) -> None:
    """Stop counting teams of this kind; raises Refused while there are any."""
    tournament = contest.tournament
    about = contest_subject(contest.kind)
    with changing(tournament, by, Action.CONTEST_REMOVED, about=about) as change:
        if contest.teams.exists():
            raise refuse("contest-has-teams")
        change.log(old={"size": contest.size, "scaled": contest.scaled})
        contest.delete()
