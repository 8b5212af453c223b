"""Rights of an actor, checked by services and commands."""

from collections.abc import Sequence

from django.db.models import QuerySet

from scoring.core.access import right_in
from scoring.core.scope import tournaments_organized_by
from scoring.models import Actor, Person, Role, Tournament
from scoring.rules.problem import Problem


def has_role(by: Actor, tournament: Tournament, role: Role) -> bool:
    """Whether the actor has at least this role; commands have every one, others none."""
    if by.user is None:
        return not (by.at_table or by.elsewhere)
    right = right_in(by.user, tournament)
    return right is not None and right.covers(role)


def organized_by(by: Actor) -> QuerySet[Tournament]:
    """The tournaments in which the actor organizes: `has_role` of all of them at once."""
    if by.user is None:
        return Tournament.objects.none() if by.at_table else Tournament.objects.all()
    return tournaments_organized_by(by.user)


def not_organized_problems(
    people: Sequence[Person], by: Actor, role: Role = Role.ORGANIZER, besides: int = 0
) -> list[Problem]:
    """A problem naming the tournaments that a change would affect without `by` having `role` there.

    `besides` is the id of a tournament whose right was checked already.
    """
    played = Tournament.objects.filter(entries__person__in=people).exclude(pk=besides)
    names = [
        tournament.name for tournament in played.distinct() if not has_role(by, tournament, role)
    ]
    return [Problem("not-organized-by-you", params={"names": names})] if names else []
