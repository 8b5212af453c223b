"""The conditions that the database holds every row to."""

from django.db.models import CheckConstraint, Q


def check(name: str, condition: Q) -> CheckConstraint:
    """A constraint of this name; a condition that compares with NULL is fulfilled."""
    return CheckConstraint(condition=condition, name=name)
