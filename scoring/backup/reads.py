"""The backups of the installation as a table, and the head of its pages."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.core.listing import Column, Head, Listing, code_column, rows_of

Kind = Literal["automatic", "hand", "updated", "replaced", "uploaded"]


@dataclass(frozen=True, slots=True)
class BackupFile:
    """A backup file of `size` bytes.

    `whole` says that it is an undamaged database of this program, `copied` that the second folder
    has it, too.
    """

    path: Path
    kind: Kind
    at: datetime
    size: int
    whole: bool
    copied: bool

    @property
    def name(self) -> str:
        return self.path.name


def head_of_installation() -> Head:
    """The head of a page that belongs to no tournament."""
    return Head(tournament=_("Skat tournament"), printed_at=timezone.now())


def backups_listing(backups: Iterable[BackupFile]) -> Listing:
    """The backups, and whether the second folder, if one is set, has each of them."""
    copy = Column("copy", _("Copy"), width=12).of(
        lambda each: _("copied") if each.copied else _("no copy")
    )
    columns = [
        Column("file", _("File"), width=40, value="name"),
        code_column("origin", _("Made"), "backup_kind", 26, "kind"),
        Column("at", _("Time"), "date", width=16),
        Column("size", _("Size (KB)"), "int", width=10).of(lambda each: -(-each.size // 1024)),
        Column("state", pgettext("backup", "State"), width=12).of(
            lambda each: (
                pgettext("backup", "whole") if each.whole else pgettext("backup", "damaged")
            )
        ),
        *([copy] if settings.BACKUP_COPY else []),
    ]
    return Listing(_("Backups"), columns, rows_of(columns, backups))
