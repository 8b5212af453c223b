"""Whether everything that belongs together belongs to one host."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.db.models import F, QuerySet

from scoring.models import (
    ClubMember,
    Entry,
    LeaguePlayer,
    LeagueTeam,
    Person,
    ReceivedReport,
    SeasonMember,
    Tournament,
)
from scoring.rules.problem import Problem

# What is named, and by whom: both paths lead to a host.
PAIRS: Sequence[tuple[type[Any], str, str]] = (
    (Entry, "person__host", "tournament__host"),
    (Person, "club__host", "host"),
    (ClubMember, "person__host", "club__host"),
    (Tournament, "season__host", "host"),
    (SeasonMember, "person__host", "season__host"),
    (LeaguePlayer, "person__host", "season__host"),
    (LeagueTeam, "club__host", "division__season__host"),
    (ReceivedReport, "tournament__host", "host"),
    (ReceivedReport, "key__host", "host"),
)


def host_problems() -> Iterator[Problem]:
    """Rows of one host that name something of another, which no service writes."""
    for model, named, namer in PAIRS:
        rows: QuerySet[Any] = model.objects.filter(**{f"{named}__isnull": False})
        for pk in rows.exclude(**{named: F(namer)}).values_list("pk", flat=True).order_by("pk"):
            params = {"table": model._meta.db_table, "row": pk}
            yield Problem("verify-of-another-host", params=params)
