"""The log of a tournament, of a host, of the installation, and the history of one list."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from scoring.core.access import Right, administrator, list_for, right_of, tournament_for
from scoring.core.answers import page_of_rows
from scoring.hosts.access import host_to_administer
from scoring.log.forms import LogForm
from scoring.log.links import opened_by, page_of
from scoring.log.reads import (
    MAX_ROWS,
    Place,
    actors,
    events,
    is_searched_whole,
    list_history,
    log_rows,
)
from scoring.models import Role
from scoring.models.log import REVERSIBLE

ROWS = 30  # of a page: a single one may hold all games of a list


@never_cache
@require_GET
def show_log(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.REFEREE)
    rows = found(request, tournament, right_of(request))
    return render(request, "log/page.html", {"tournament": tournament, **rows})


@never_cache
@require_GET
def installation_log(request: HttpRequest) -> HttpResponse:
    """Accounts, sign-ins, imports, and the logs of all tournaments."""
    administrator(request)
    rows = found(request, None, Right(Role.ORGANIZER))
    whole = {"installation": True, "searched_whole": is_searched_whole(), "newest": MAX_ROWS}
    return render(request, "log/page.html", {**whole, **rows})


@never_cache
@require_GET
def host_log(request: HttpRequest, host_id: int) -> HttpResponse:
    """What was done in a host and in all its tournaments, for its administrator."""
    _user, host = host_to_administer(request, host_id)
    rows = found(request, host, Right(Role.ORGANIZER))
    return render(request, "log/page.html", {"host": host, **rows})


def found(request: HttpRequest, place: Place, right: Right) -> dict[str, Any]:
    """The form and a page of its results."""
    form = LogForm(request.GET, people=actors(place))
    page = page_of_rows(request, log_rows(place, form.wanted()), ROWS)
    return {
        "form": form,
        "page": page,
        "events": events(page.object_list, opened_by(right)),
        "sought": any(request.GET.get(name) for name in form.fields),
    }


@require_GET
def log_subject(request: HttpRequest, tournament_id: int, subject: str) -> HttpResponse:
    """Redirect from a subject to its page; 404 if that is gone."""
    tournament = tournament_for(request, tournament_id, Role.REFEREE)
    return redirect(page_of(tournament, subject, right_of(request)))


@never_cache
@require_GET
def history(request: HttpRequest, list_id: int) -> HttpResponse:
    """All changes of a list."""
    score_list = list_for(request, list_id, Role.CLERK)
    series = score_list.series
    context = {
        "list": score_list,
        "series": series,
        "tournament": series.tournament,
        "events": list_history(score_list),
        "reversible": list(REVERSIBLE),
    }
    return render(request, "log/history.html", context)
