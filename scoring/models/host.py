"""Hosts: clubs and associations that hold tournaments and keep a register of people."""

from typing import Any, Protocol, Self, TypeVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.models.checks import check

HOST_LENGTH = 120
FIRST_HOST = 1  # the migration creates it
FIRST_HOST_NAME = "Skat"  # as the migration names it
Row = TypeVar("Row", bound=models.Model)


class HostKind(models.TextChoices):
    CLUB = "club", _("club")
    LEAGUE = "league", pgettext_lazy("host", "league")
    STATE = "state", _("state association")
    FEDERATION = "federation", _("federation")


class Host(models.Model):
    """A club, league, state association or federation.

    Tournaments, seasons, people and clubs belong to one host and are hidden from the others.
    `parent` is the host above, which lists what this one has published.
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
            check("host_has_a_name", ~Q(name="")),
            check("host_kind_known", Q(kind__in=HostKind.values)),
            check("host_above_itself", Q(parent__isnull=True) | ~Q(parent=F("id"))),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def host_id(self) -> int:
        """The id of the host itself, so that a host is `Owned`, too."""
        return int(self.pk)


class HostKey(models.ForeignKey[Host, Host]):
    """The foreign key to the owner of a row; the first host by default.

    The default is no `default=`, because the type checker would then treat the host as optional.
    """

    def get_default(self) -> int:
        return FIRST_HOST

    def deconstruct(self) -> Any:
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.ForeignKey", args, {**kwargs, "default": FIRST_HOST}


class Owned(Protocol):
    """Anything that belongs to a host: a tournament, a season, a club, a person."""

    @property
    def host_id(self) -> int: ...


class OwnedQuerySet(models.QuerySet[Row]):
    def of(self, owned: Owned) -> Self:
        """The rows of the same host."""
        return self.filter(host=owned.host_id)
