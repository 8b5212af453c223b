"""What was reported to a host, as those who stand above it check it: rankings and reports.

No money, no log, no lists, nothing of a person but what a ranking says.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_GET

from scoring.core.files.download import listing_file
from scoring.core.files.html import table
from scoring.core.listing import Listing
from scoring.hosts.access import host_for
from scoring.hosts.reads import ids_below
from scoring.models import Host, Tournament
from scoring.public.views.pages import for_phones
from scoring.reporting.reads.received import reports_of
from scoring.standings.reads.scopes import Kinds, find_standings, kinds_of, ranking_listing


def reported_below(
    request: HttpRequest, host_id: int, tournament_id: int
) -> tuple[Host, Tournament]:
    """A reported result, of a host or of one below it, for who has a role in the host."""
    _user, host = host_for(request, host_id)
    reported = Tournament.objects.filter(host__in=ids_below(host), reported_at__isnull=False)
    return host, get_object_or_404(reported.select_related("host"), pk=tournament_id)


def ranking(tournament: Tournament, scope: str) -> tuple[Kinds, Listing]:
    """The ranking and all others; Http404 for one of its season, of which others are part."""
    numbers = frozenset(tournament.series.values_list("number", flat=True))
    standings = None if "\0" in scope else find_standings(tournament, scope, only=numbers)
    if standings is None:
        raise Http404
    return kinds_of(tournament, only=numbers), ranking_listing(standings)


@require_GET
def show_reported(
    request: HttpRequest, host_id: int, tournament_id: int, scope: str = "overall"
) -> HttpResponse:
    host, reported = reported_below(request, host_id, tournament_id)
    kinds, listing = ranking(reported, scope)
    context = {
        "host": host,
        "reported": reported,
        "kinds": kinds,
        "scope": scope,
        "table": table(for_phones(listing), orderable=False),
        "reports": reports_of(reported),
    }
    return render(request, "reporting/above.html", context)


@require_GET
def reported_file(
    request: HttpRequest, host_id: int, tournament_id: int, scope: str, kind: str
) -> HttpResponse:
    _host, reported = reported_below(request, host_id, tournament_id)
    return listing_file(reported, ranking(reported, scope)[1], kind)
