"""The end of a season: said by its organizer, and taken back."""

from django.utils import timezone

from scoring.core.forms import Refused
from scoring.core.services import changing
from scoring.models import Actor, Season
from scoring.models.log import Action
from scoring.models.names import season_subject
from scoring.rules.problem import Problem
from scoring.seasons.services.seasons import ask_organizer, log_change
from scoring.standings.reads.season_end import SeasonEnd, season_end
from scoring.standings.services.seasons import lock_season


def close_season(season: Season, on: bool, *, by: Actor) -> None:
    """Close the season, so that its table and its champion are final; or open it again.

    Raises Refused while a day of it is not final or a match report is missing, and if `by` does
    not organize all of it.
    """
    action = Action.SEASON_CLOSED if on else Action.SEASON_REOPENED
    about = season_subject(season.name)
    with changing(None, by, action, about=about, host=season.host_id) as change:
        lock_season(season)
        ask_organizer(season, by)
        if on == (season.closed_at is not None):
            return
        if on and (problems := open_problems(season_end(season))):
            raise Refused(problems)
        season.closed_at = timezone.now() if on else None
        season.save(update_fields=["closed_at"])
        log_change(change, season, old={"closed": not on}, new={"closed": on})


def open_problems(end: SeasonEnd) -> list[Problem]:
    """Why a season cannot be closed yet."""
    problems = []
    if not end.days and not end.meetings:
        problems.append(Problem("season-not-played"))
    if end.unfinished:
        problems.append(Problem("season-days-open", params={"count": end.unfinished}))
    if end.reports:
        problems.append(Problem("season-reports-missing", params={"count": end.reports}))
    return problems
