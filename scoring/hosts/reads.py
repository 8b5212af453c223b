"""Hosts as a tree, and what those below one have published."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.conf import settings
from django.db.models import QuerySet

from scoring.models import Host, HostRole, Tournament, User
from scoring.models.account import HostRoleName

Children = Mapping[int | None, Sequence[Host]]


@dataclass(frozen=True, slots=True)
class Branch:
    """A host with its depth in the tree; the highest have 0."""

    host: Host
    depth: int


def several_hosts() -> bool:
    """Whether there is more than the one that every installation has."""
    return Host.objects.count() > 1


def has_pages() -> bool:
    """Whether there are pages of hosts: on a server, and on a laptop with more than one."""
    return settings.IS_SERVER or several_hosts()


def tree(among: Iterable[Host]) -> list[Branch]:
    """These hosts, each before those below it; whose parent is not among them stands highest."""
    chosen = list(among)
    ids = {each.pk for each in chosen}
    children: dict[int | None, list[Host]] = defaultdict(list)
    for each in sorted(chosen, key=lambda each: each.name.casefold()):
        children[each.parent_id if each.parent_id in ids else None].append(each)
    return list(branches(children, None, 0))


def branches(children: Children, above: int | None, depth: int) -> Iterator[Branch]:
    for each in children.get(above, ()):
        yield Branch(each, depth)
        yield from branches(children, each.pk, depth + 1)


def ids_below(host: Host) -> set[int]:
    """The ids of a host and of all that stand below it."""
    children: dict[int | None, list[int]] = defaultdict(list)
    for pk, parent in Host.objects.values_list("pk", "parent"):
        children[parent].append(pk)
    found, waiting = set[int](), [int(host.pk)]
    while waiting:
        each = waiting.pop()
        found.add(each)
        waiting += [below for below in children[each] if below not in found]
    return found


def hosts_seen_by(user: User) -> QuerySet[Host]:
    """The hosts whose pages the account may open: a superuser all, others those of their roles."""
    if user.is_superuser:
        return Host.objects.all()
    return Host.objects.filter(roles__user=user)


def shows_hosts(user: object) -> bool:
    """Whether the account finds pages of hosts: they are there, and it has a role in one."""
    return isinstance(user, User) and hosts_seen_by(user).exists() and has_pages()


def administers(user: User, host: Host) -> bool:
    """Whether the account gives roles in the host."""
    if user.is_superuser:
        return True
    roles = HostRole.objects.filter(user=user, host=host)
    return roles.filter(role=HostRoleName.ADMINISTRATOR).exists()


def published_below(host: Host) -> QuerySet[Tournament]:
    """What the host and all below it have published, the newest first."""
    rows = Tournament.objects.filter(public=True, sample=False, host__in=ids_below(host))
    return rows.select_related("host").order_by("-date", "-pk")


def roles_in(host: Host) -> QuerySet[HostRole]:
    """Every role in the host, by name."""
    rows = HostRole.objects.filter(host=host).select_related("user")
    return rows.order_by("user__last_name", "user__first_name", "user__username")
