"""Accounts of the installation, a host and a tournament, and the sessions of an account."""

from collections.abc import Iterable, Iterator

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.core.access import HAS_FACTOR
from scoring.core.listing import NAME, Column, Listing, Row, rows_of
from scoring.models import Host, HostRole, LeagueLeader, Membership, SignedIn, Tournament, User
from scoring.models.account import STAND_INS
from scoring.models.host import Owned


def members_of(tournament: Tournament) -> QuerySet[Membership]:
    return tournament.memberships.select_related("user").order_by("user__last_name", "user")


def members_listing(tournament: Tournament) -> Listing:
    columns = [
        NAME.of(lambda member: str(member.user), 30),
        Column("account", _("Account"), width=20, value="user.sign_in_name"),
        Column("role", _("Role"), width=16, value=lambda member: member.get_role_display()),
    ]
    return Listing(_("People and roles"), columns, rows_of(columns, members_of(tournament)))


def all_accounts(query: str = "") -> QuerySet[User]:
    """All accounts whose names contain the words, with their roles; closed ones last."""
    has_factor = Exists(User.objects.filter(HAS_FACTOR, pk=OuterRef("pk")))
    people = User.objects.exclude(STAND_INS).annotate(has_factor=has_factor)
    people = people.order_by("-is_active", "last_name", "first_name", "username")
    for word in query.split():
        in_name = Q(last_name__icontains=word) | Q(first_name__icontains=word)
        people = people.filter(in_name | Q(username__icontains=word))
    return people.prefetch_related("memberships__tournament", "host_roles__host")


def accounts_made_by(host: Host) -> QuerySet[User]:
    """The accounts that were set up in the host, with their `roles_here`; closed ones last."""
    people = User.objects.filter(made_by=host)
    roles = Prefetch("host_roles", HostRole.objects.filter(host=host), to_attr="roles_here")
    ordered = people.order_by("-is_active", "last_name", "first_name", "username")
    return ordered.prefetch_related(roles)


def accounts_listing(people: Iterable[User]) -> Listing:
    """A row for every role of an account, each with the name, so that the table can be sorted."""
    columns = [
        NAME.of(width=26),
        Column("account", _("Account"), width=18),
        Column("state", _("State"), width=22),
        Column("role", _("Role"), width=18),
        Column("tournament", _("Tournament"), width=32),
    ]
    rows = [
        {"name": str(person), "account": person.username, "state": state_of(person), **role}
        for person in people
        for role in roles_of(person)
    ]
    return Listing(_("Accounts"), columns, rows)


# Marks in the User-Agent. Some browsers contain the marks of others, so the order matters.
BROWSERS = (
    ("Edg", "Edge"), ("OPR", "Opera"), ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"), ("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)  # fmt: skip
SYSTEMS = (
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"),
    ("Mac OS X", "Mac"), ("CrOS", "Chromebook"), ("Linux", "Linux"),
)  # fmt: skip


def device_in_words(agent: str) -> str:
    """Browser and system, as far as the User-Agent names them.

    >>> device_in_words("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    'Firefox, Linux'
    """
    words_of_agent = (
        next((word for mark, word in words if mark in agent), "") for words in (BROWSERS, SYSTEMS)
    )
    return ", ".join(word for word in words_of_agent if word)


def sessions_of(user: User) -> QuerySet[SignedIn]:
    """The open sessions of an account, the last used first."""
    rows = user.signed_in.filter(session__expire_date__gt=timezone.now())
    return rows.order_by("-used_at", "-pk")


def state_of(user: User) -> str:
    if not user.is_active:
        return pgettext("account", "closed")
    return "" if user.has_usable_password() else _("has not set a password yet")


def roles_of(user: User) -> Iterator[Row]:
    """The roles of an account; one empty row if it has none."""
    memberships, host_roles = list(user.memberships.all()), list(user.host_roles.all())
    if user.is_superuser or not (memberships or host_roles):
        yield {"role": _("sets up the program") if user.is_superuser else ""}
    for role in host_roles:
        yield {"role": role.get_role_display(), "tournament": role.host.name}
    for membership in memberships:
        yield {"role": membership.get_role_display(), "tournament": membership.tournament.title}


def members_without_password(tournament: Tournament) -> QuerySet[User]:
    """Members for whom an organizer may create a new link.

    Accounts set up in the host, without a password and without any other role: the link of another
    account would give the organizer access to another tournament or a host.
    """
    elsewhere = Membership.objects.exclude(tournament=tournament).values("user")
    users = unopened_accounts(tournament).exclude(pk__in=elsewhere)
    return users.filter(memberships__tournament=tournament, host_roles=None, leagues=None)


def unopened_of_host(host: Host) -> QuerySet[User]:
    """Unopened accounts without a role elsewhere: a host's administrator may create their links."""
    roles = HostRole.objects.exclude(host=host)
    memberships = Membership.objects.exclude(tournament__host=host)
    leagues = LeagueLeader.objects.exclude(season__host=host)
    users = unopened_accounts(host).exclude(pk__in=roles.values("user"))
    users = users.exclude(pk__in=memberships.values("user"))
    return users.exclude(pk__in=leagues.values("user"))


def unopened_accounts(owned: Owned) -> QuerySet[User]:
    """Accounts set up in the host whose owner has not set a password yet."""
    return User.objects.filter(
        is_active=True,
        is_superuser=False,
        made_by=owned.host_id,
        password__startswith=UNUSABLE_PASSWORD_PREFIX,
    )
