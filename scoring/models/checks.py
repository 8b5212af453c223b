"""What the database holds every row to."""

from django.db.models import CheckConstraint, Q, UniqueConstraint


def check(name: str, condition: Q) -> CheckConstraint:
    """A constraint of this name; a condition that compares with NULL is fulfilled."""
    return CheckConstraint(condition=condition, name=name)


def unique(name: str, *fields: str, condition: Q | None = None) -> UniqueConstraint:
    """A constraint of this name: no two rows, of those that fulfil the condition, are alike."""
    return UniqueConstraint(fields=fields, condition=condition, name=name)
