"""Hosts as a tree, and what those below one have published."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery

from scoring.core.listing import alphabetical
from scoring.core.scope import hosts_seen_by, ids_below
from scoring.models import Host, HostRole, MemberOffer, ReceivedReport, Season, Tournament, User
from scoring.models.host import FIRST_HOST, FIRST_HOST_NAME
from scoring.models.tournament import open_to_everybody


@dataclass(frozen=True, slots=True)
class Branch:
    host: Host
    depth: int

    @property
    def is_unnamed(self) -> bool:
        """Whether it has the name that every installation gives its first host."""
        return self.host.pk == FIRST_HOST and self.host.name == FIRST_HOST_NAME


def tree(among: Iterable[Host]) -> list[Branch]:
    """These hosts, each before those below it."""
    hosts = list(among)
    ids = {host.pk for host in hosts}
    children: dict[int | None, list[Host]] = defaultdict(list)
    for host in sorted(hosts, key=lambda host: alphabetical(host.name)):
        children[host.parent_id if host.parent_id in ids else None].append(host)

    def branches(above: int | None, depth: int) -> Iterator[Branch]:
        for host in children.get(above, ()):
            yield Branch(host, depth)
            yield from branches(host.pk, depth + 1)

    return list(branches(None, 0))


def tree_for(user: User) -> list[Branch]:
    """The hosts of the reader and all below them, with what they published and received."""
    readable = hosts_seen_by(user)
    current = ReceivedReport.objects.filter(tournament__isnull=False, tournament__replaced_by=None)
    hosts = Host.objects.filter(pk__in=ids_below(*readable)).annotate(
        published=count_by_host(public_tournaments()),
        reports=count_by_host(current),
        is_readable=Exists(readable.filter(pk=OuterRef("pk"))),
    )
    return tree(hosts)


def count_by_host(rows: QuerySet[Any]) -> Subquery:
    """How many of these rows a host has; None if it has none."""
    of_host = rows.filter(host=OuterRef("pk")).order_by().values("host")
    return Subquery(of_host.annotate(count=Count("pk")).values("count"))


def public_tournaments() -> QuerySet[Tournament]:
    return Tournament.objects.filter(open_to_everybody(), sample=False)


def seasons_below(host: Host) -> QuerySet[Season]:
    """The published seasons of the host and of all below it, the newest first."""
    rows = Season.objects.filter(public=True, host__in=ids_below(host))
    return rows.select_related("host").order_by("-pk")


def public_tournaments_below(host: Host) -> QuerySet[Tournament]:
    """The published tournaments of the host and of all below it, the newest first."""
    rows = public_tournaments().filter(host__in=ids_below(host))
    return rows.select_related("host").order_by("-date", "-pk")


def roles_in(host: Host) -> QuerySet[HostRole]:
    rows = HostRole.objects.filter(host=host).select_related("user")
    return rows.order_by("user__last_name", "user__first_name", "user__username")


@dataclass(frozen=True, slots=True)
class OfferNotice:
    """How many offered members a host has to answer, and how many of its offers were refused."""

    host: Host
    waiting: int
    refused: int


def offer_notices(hosts: Collection[Host]) -> list[OfferNotice]:
    """The notices of those among these hosts that have any."""
    rows = MemberOffer.objects.filter(
        Q(to__in=hosts, refused_at=None) | Q(member__club__host__in=hosts, refused_at__isnull=False)
    )
    waiting, refused = Counter[int](), Counter[int]()
    for recipient, owner, refused_at in rows.values_list("to", "member__club__host", "refused_at"):
        waiting[recipient] += refused_at is None
        refused[owner] += refused_at is not None
    notices = (OfferNotice(host, waiting[host.pk], refused[host.pk]) for host in hosts)
    return [notice for notice in notices if notice.waiting or notice.refused]
