"""The tables of the installation: who can sign in, what backups there are, and its log."""

from collections.abc import Iterable, Iterator

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.backup.services.backups import Kept
from scoring.core.head import Head
from scoring.core.listing import Column, Listing, Row
from scoring.log.reads.listings import told_listing
from scoring.messages import label
from scoring.models import LogEntry, User

KILOBYTE = 1024


def head_of_installation() -> Head:
    """What stands above a page that is of no tournament."""
    return Head(tournament=_("Skat tournament"), printed_at=timezone.now())


def everybody() -> QuerySet[User]:
    """Who can sign in, and below them the accounts that are closed; with their roles."""
    people = User.objects.order_by("-is_active", "last_name", "first_name", "username")
    return people.prefetch_related("memberships__tournament")


def accounts_listing(people: Iterable[User]) -> Listing:
    """A row for every role of an account; the name stands in each, so that a sheet can be sorted.

    Of the password it says no more than whether there is one.
    """
    columns = [
        Column("name", _("Name"), width=26),
        Column("account", _("Account"), width=18),
        Column("state", _("State"), width=22),
        Column("role", _("Role"), width=18),
        Column("tournament", _("Tournament"), width=32),
    ]
    rows = [
        {"name": str(each), "account": each.username, "state": state_of(each), **role}
        for each in people
        for role in roles_of(each)
    ]
    return Listing(_("Accounts"), columns, rows)


def state_of(user: User) -> str:
    if not user.is_active:
        return pgettext("account", "closed")
    return "" if user.has_usable_password() else _("has not set a password yet")


def roles_of(user: User) -> Iterator[Row]:
    """At least one row, also of somebody who has no role yet."""
    memberships = list(user.memberships.all())
    if user.is_superuser or not memberships:
        yield {"role": _("sets up the program") if user.is_superuser else ""}
    for each in memberships:
        yield {"role": each.get_role_display(), "tournament": each.tournament.name}


def backups_listing(kept: Iterable[Kept], *, copied: bool) -> Listing:
    """The backups that are there; with `copied` also whether the second folder has each."""
    columns = [
        Column("file", _("File"), width=40),
        Column("origin", _("Made"), width=26),
        Column("at", _("Time"), "date", width=16),
        Column("size", _("Size (KB)"), "int", width=10),
        Column("state", pgettext("backup", "State"), width=12),
        *([Column("copy", _("Copy"), width=12)] if copied else []),
    ]
    rows = [
        {
            "file": each.name,
            "origin": label("backup_kind", each.kind),
            "at": each.at,
            "size": -(-each.size // KILOBYTE),
            "state": pgettext("backup", "whole") if each.whole else pgettext("backup", "damaged"),
            "copy": _("copied") if each.copied else _("no copy"),
        }
        for each in kept
    ]
    return Listing(_("Backups"), columns, rows)


def installation_log_listing(found: QuerySet[LogEntry]) -> Listing:
    """The log of all tournaments and of what belongs to none, as far as anybody reads."""
    return told_listing(found, with_tournament=True)
