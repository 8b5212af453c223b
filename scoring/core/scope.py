"""Which tournaments, seasons, hosts and accounts a page may list."""

from collections import defaultdict

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest

from scoring.models import Host, HostRole, LeagueLeader, Membership, Role, Season, Tournament, User
from scoring.models.account import HostRoleName
from scoring.models.host import FIRST_HOST, Owned

ORGANIZING = (HostRoleName.ADMINISTRATOR, HostRoleName.ORGANIZER)
Reader = User | AnonymousUser  # the latter has neither a key nor any right


def in_own_hosts(user: Reader) -> Q:
    """A filter for any model with a host: rows of hosts in which the account has a role."""
    return Q(host__in=HostRole.objects.filter(user=user.pk).values("host"))


def tournaments_seen_by(user: Reader) -> QuerySet[Tournament]:
    """Every tournament in which the account has a role, by itself or in its host."""
    if user.is_superuser:
        return Tournament.objects.all()
    own = Membership.objects.filter(user=user.pk).values("tournament")
    return Tournament.objects.filter(in_own_hosts(user) | Q(pk__in=own))


def tournaments_organized_by(user: User) -> QuerySet[Tournament]:
    """Every tournament in which `access.right_in` gives the account the organizer's right."""
    if user.is_superuser:
        return Tournament.objects.all()
    own = Membership.objects.filter(user=user)
    hosts = HostRole.objects.filter(user=user, role__in=ORGANIZING).values("host")
    of_host = Q(host__in=hosts) & ~Q(pk__in=own.values("tournament"))
    itself = Q(pk__in=own.filter(role=Role.ORGANIZER).values("tournament"))
    return Tournament.objects.filter(of_host | itself)


def seasons_seen_by(user: Reader) -> QuerySet[Season]:
    if user.is_superuser:
        return Season.objects.all()
    memberships = Membership.objects.filter(user=user.pk, tournament__sample=False)
    own = Q(pk__in=memberships.values("tournament__season"))
    led = Q(pk__in=LeagueLeader.objects.filter(user=user.pk).values("season"))
    return Season.objects.filter(in_own_hosts(user) | own | led)


def hosts_to_organize(user: Reader) -> QuerySet[Host]:
    """The hosts in which the account may create tournaments and seasons."""
    return Host.objects.all() if user.is_superuser else hosts_with_organizing_role(user)


def hosts_with_organizing_role(user: Reader) -> QuerySet[Host]:
    """The hosts in which the account itself has an organizing role, even for a superuser."""
    roles = HostRole.objects.filter(user=user.pk, role__in=ORGANIZING)
    return Host.objects.filter(pk__in=roles.values("host"))


def organizes_hosts(user: Reader) -> bool:
    """Whether the account may create something in a host; a superuser always may."""
    return user.is_superuser or hosts_to_organize(user).exists()


def hosts_for_new(request: HttpRequest) -> list[Host]:
    """The hosts in which the reader may create something; raises PermissionDenied if none."""
    hosts = list(hosts_to_organize(request.user))
    if not hosts:
        raise PermissionDenied
    return hosts


def organizes_host(user: Reader, owned: Owned) -> bool:
    """Whether the account may create tournaments in the host of this row."""
    return hosts_to_organize(user).filter(pk=owned.host_id).exists()


def accounts_of(owned: Owned) -> QuerySet[User]:
    """The accounts that may get a role in the host; accounts of other hosts stay hidden."""
    return all_accounts_of(owned).filter(is_active=True)


def all_accounts_of(owned: Owned) -> QuerySet[User]:
    """The accounts created in a host or with a role in it, closed ones too.

    A single host has those that the administrator of the server created as well.
    """
    host = owned.host_id
    accounts = Q(made_by=host)
    for roles in (
        HostRole.objects.filter(host=host),
        Membership.objects.filter(tournament__host=host),
        LeagueLeader.objects.filter(season__host=host),
    ):
        accounts |= Q(pk__in=roles.values("user"))
    if not Host.objects.exclude(pk=host).exists():
        accounts |= Q(made_by=None)
    return User.objects.filter(accounts)


def has_several_hosts() -> bool:
    return Host.objects.count() > 1


def hosts_in_use() -> QuerySet[Host]:
    """All hosts, except the first one while it has neither roles nor real tournaments."""
    roles = HostRole.objects.filter(host=OuterRef("pk"))
    tournaments = Tournament.objects.filter(host=OuterRef("pk"), sample=False)
    return Host.objects.filter(~Q(pk=FIRST_HOST) | Exists(roles) | Exists(tournaments))


def hosts_have_pages() -> bool:
    """Whether hosts have pages: on a server, and on a laptop with several."""
    return settings.IS_SERVER or has_several_hosts()


def ids_below(*hosts: Host) -> set[int]:
    """The ids of these hosts and of all that stand below them."""
    children: dict[int | None, list[int]] = defaultdict(list)
    for pk, parent in Host.objects.values_list("pk", "parent"):
        children[parent].append(pk)
    ids, waiting = set[int](), [int(host.pk) for host in hosts]
    while waiting:
        host_id = waiting.pop()
        ids.add(host_id)
        waiting += [below for below in children[host_id] if below not in ids]
    return ids


def hosts_seen_by(user: Reader) -> QuerySet[Host]:
    """The hosts whose pages the account may open."""
    if user.is_superuser:
        return Host.objects.all()
    return Host.objects.filter(pk__in=HostRole.objects.filter(user=user.pk).values("host"))


def shows_hosts(user: Reader) -> bool:
    """Whether hosts have pages and the account may open one."""
    return hosts_seen_by(user).exists() and hosts_have_pages()


def administers(user: Reader, host: Host) -> bool:
    """Whether the account gives roles in the host."""
    roles = HostRole.objects.filter(user=user.pk, host=host, role=HostRoleName.ADMINISTRATOR)
    return user.is_superuser or roles.exists()
