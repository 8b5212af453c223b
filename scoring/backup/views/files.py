"""The tables of the installation to take along: accounts, backups, the log."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from scoring.accounts.reads import accounts_listing, everybody
from scoring.backup import reads as tables
from scoring.backup.services import backups
from scoring.core.access import administrator
from scoring.core.files.download import table_file
from scoring.core.listing import Listing
from scoring.log.forms import LogForm
from scoring.log.reads.search import actors, log_rows


def accounts(_request: HttpRequest) -> Listing:
    return accounts_listing(everybody())


def kept_backups(_request: HttpRequest) -> Listing:
    return tables.backups_listing(backups.kept(), copied=backups.second_folder() is not None)


def log(request: HttpRequest) -> Listing:
    """What the form of the page looks for."""
    form = LogForm(request.GET, people=actors(None))
    return tables.installation_log_listing(log_rows(None, form.wanted()))


TABLES: Mapping[str, Callable[[HttpRequest], Listing]] = MappingProxyType(
    {"accounts": accounts, "backups": kept_backups, "log": log}
)


@never_cache
@require_GET
def installation_file(request: HttpRequest, what: str, kind: str) -> HttpResponse:
    """One table of the installation; `kind` is "pdf", "xlsx" or "csv"."""
    administrator(request)
    if what not in TABLES:
        raise Http404
    owner = _("Skat tournament")
    return table_file(TABLES[what](request), tables.head_of_installation(), owner, kind)
