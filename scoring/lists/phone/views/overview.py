"""The organizer's live view of all tables, and what he does about one of them."""

from collections.abc import Callable, Mapping

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from scoring.core.access import actor, list_for, series_for, tournament_for
from scoring.core.answers import is_partial, notifying
from scoring.core.links import qr_code, reachable
from scoring.lists.phone.reads.access import path_of
from scoring.lists.phone.reads.overview import compared, table_rows, without_address
from scoring.lists.phone.services.addresses import (
    give_back,
    issue_missing,
    renew_address,
    take_to_paper,
)
from scoring.lists.phone.services.table import answer_call, settle_unsent
from scoring.models import Role, ScoreList, Series, TableCall, UnsentGames
from scoring.models.tournament import SeriesState, current_series

ACTS: Mapping[str, Callable[..., None]] = {
    "paper": take_to_paper,
    "phone": give_back,
    "renew": renew_address,
}


@never_cache
@require_GET
def tables_at_hand(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The tables of the series that is played now."""
    tournament = tournament_for(request, tournament_id, Role.CLERK)
    series = current_series(tournament)
    if series is None:
        raise Http404
    return redirect("phone-tables", series.pk)


@never_cache
@require_GET
def tables(request: HttpRequest, series_id: int) -> HttpResponse:
    """Every table of a series; the page asks for its table again while it is open."""
    series = series_for(request, series_id, Role.CLERK)
    if series.state == SeriesState.DRAFT:
        raise Http404
    rows = sorted(table_rows(series), key=lambda row: not (row.call or row.unsent))
    context = {"tournament": series.tournament, "series": series, "rows": rows}
    if is_partial(request):
        return render(request, "lists/phone/_tables.html", context)
    context |= {"every": every_released(series), "without": without_address(series)}
    return render(request, "lists/phone/tables.html", context)


def every_released(series: Series) -> list[Series]:
    return list(series.tournament.series.exclude(state=SeriesState.DRAFT))


@require_POST
def issue(request: HttpRequest, series_id: int) -> HttpResponse:
    """Addresses for lists that came to be without one: by a document, or before the setting."""
    series = series_for(request, series_id, Role.ORGANIZER)
    with notifying(request):
        issue_missing(series, by=actor(request))
    return redirect("phone-tables", series.pk)


@require_POST
def change(request: HttpRequest, list_id: int, act: str) -> HttpResponse:
    """Take a list over to paper, give it back to the phone, or give it another address."""
    score_list = list_for(request, list_id, Role.ORGANIZER)
    if act not in ACTS:
        raise Http404
    with notifying(request):
        ACTS[act](score_list, by=actor(request))
    return redirect("phone-tables", score_list.series_id)


@never_cache
@require_GET
def address(request: HttpRequest, list_id: int) -> HttpResponse:
    """The address of one list as a QR code, for a table that has no paper."""
    score_list = list_for(request, list_id, Role.CLERK)
    access = getattr(score_list, "access", None)
    path = path_of(access) if access and access.ended_at is None else ""
    if not path:
        raise Http404
    url = reachable(request, path)
    context = {
        "tournament": score_list.series.tournament,
        "score_list": score_list,
        "url": url,
        "code": qr_code(url) if url else "",
    }
    response = render(request, "lists/phone/address.html", context)
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


@require_POST
def answer(request: HttpRequest, call_id: int) -> HttpResponse:
    """The referee has been at the table."""
    call = get_object_or_404(
        TableCall.objects.select_related("list__series__tournament"), pk=call_id
    )
    series = series_for(request, call.list.series_id, Role.REFEREE)
    with notifying(request):
        answer_call(call, by=actor(request))
    if request.POST.get("back") == "rulings":
        return redirect("rulings", series.tournament_id)
    return redirect("phone-tables", series.pk)


def unsent_for(request: HttpRequest, unsent_id: int) -> UnsentGames:
    rows = UnsentGames.objects.select_related("list__series__tournament")
    unsent = get_object_or_404(rows, pk=unsent_id)
    unsent.list = list_for(request, unsent.list_id, Role.ORGANIZER)
    return unsent


@never_cache
@require_GET
def show_unsent(request: HttpRequest, unsent_id: int) -> HttpResponse:
    """What a replaced phone had not sent, beside the list as it stands."""
    unsent = unsent_for(request, unsent_id)
    score_list: ScoreList = unsent.list
    context = {
        "tournament": score_list.series.tournament,
        "series": score_list.series,
        "score_list": score_list,
        "unsent": unsent,
        "games": compared(unsent),
        "back": reverse("phone-tables", args=[score_list.series_id]),
    }
    return render(request, "lists/phone/unsent.html", context)


@require_POST
def settle(request: HttpRequest, unsent_id: int) -> HttpResponse:
    unsent = unsent_for(request, unsent_id)
    with notifying(request):
        settle_unsent(unsent, by=actor(request))
    return redirect("phone-tables", unsent.list.series_id)
