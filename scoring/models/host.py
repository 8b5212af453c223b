"""Hosts: who holds tournaments and keeps a register of its own."""

from typing import Any, Protocol, Self, TypeVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

HOST_LENGTH = 120
# The host that every installation has from its migration on; a club's laptop has no other.
FIRST_HOST = 1
FIRST_NAME = "Skat"  # as the migration calls it
Row = TypeVar("Row", bound=models.Model)


class HostKind(models.TextChoices):
    CLUB = "club", _("club")
    LEAGUE = "league", pgettext_lazy("host", "league")
    STATE = "state", _("state association")
    FEDERATION = "federation", _("federation")


class Host(models.Model):
    """A club, league, state association or federation: tournaments, seasons, people and clubs
    belong to one, and nobody sees another's.

    `parent` is the one above it. What a host has published its parent lists; a role in the parent
    is none in the host.
    """

    name = models.CharField(max_length=HOST_LENGTH, unique=True)
    kind = models.CharField(max_length=10, choices=HostKind.choices, default=HostKind.CLUB)
    parent = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="children"
    )
    # Whether its administrators and organizers need a second factor.
    second_factor = models.BooleanField(default=False, db_default=False)

    class Meta:
        ordering = ["name"]
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="host_has_a_name"),
            models.CheckConstraint(condition=Q(kind__in=HostKind.values), name="host_kind_known"),
            models.CheckConstraint(
                condition=Q(parent__isnull=True) | ~Q(parent=F("id")), name="host_above_itself"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def host_id(self) -> int:
        """A host is its own, so that it can stand for what belongs to it (`Owned`)."""
        return int(self.pk)


class HostKey(models.ForeignKey[Host, Host]):
    """Whose a row is. Who names nobody means the first host.

    A plain key, but that its default is no `default`: the type checker would take one for a sign
    that there may be no host.
    """

    def get_default(self) -> int:
        return FIRST_HOST

    def deconstruct(self) -> Any:
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.ForeignKey", args, {**kwargs, "default": FIRST_HOST}


class Owned(Protocol):
    """What belongs to a host: a tournament, a season, a club, a person."""

    @property
    def host_id(self) -> int: ...


class OwnedQuerySet(models.QuerySet[Row]):
    """Rows of which each belongs to one host."""

    def of(self, owned: Owned) -> Self:
        """Those of the same host: the one door through which pages and services come to them."""
        return self.filter(host=owned.host_id)
