"""Acts on a whole list, its settlement, and the way to it by its table number."""

from typing import Any

from django.contrib import messages
from django.db.models import Max, Min
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST
from django_htmx.http import HttpResponseClientRedirect, trigger_client_event

from scoring.core.access import actor, list_for, right_of, series_for
from scoring.core.files.download import listing_file
from scoring.core.files.html import table as table_of
from scoring.core.forms import (
    CHANGED_MEANWHILE,
    CONFLICT,
    UNPROCESSABLE,
    cleaned_data_of,
    form_page,
    is_partial,
    parse_number,
    refusals,
)
from scoring.core.services import when_repeated
from scoring.lists.forms.lines import MAX_SHOWN_LENGTH, CloseForm, SeatsForm
from scoring.lists.forms.lists import DecisionForm, LeavingForm, StakeForm
from scoring.lists.grid import list_context, next_table, respond_all_rows
from scoring.lists.services.lists import clear_list, close_list, exchange_seats, reopen_list
from scoring.lists.services.sittings import change_seat
from scoring.lists.views.lines import MODE
from scoring.log.reads import events_listing, list_history
from scoring.models import Role, ScoreList, Series
from scoring.models.score_list import Depth, ListState


def close_again(request: HttpRequest, list_id: int) -> HttpResponse:
    score_list = list_for(request, list_id, Role.CLERK)
    if score_list.state == ListState.OPEN:  # somebody reopened it since
        return respond_all_rows(request, score_list, problems=[CHANGED_MEANWHILE], status=CONFLICT)
    return respond_closed(request, score_list)


@when_repeated(close_again)
@require_POST
def close(request: HttpRequest, list_id: int) -> HttpResponse:
    score_list = list_for(request, list_id, Role.CLERK)
    form = CloseForm(request.POST)
    with refusals() as refused:
        data = cleaned_data_of(form)
        if score_list.state not in (ListState.ENTERED, ListState.CONFIRMED):  # nobody else did it
            end = {name: data[name] for name in ("stop_reason", "foot_differs")}
            close_list(score_list, **end, **form.change, by=actor(request))
        return respond_closed(request, score_list)
    return respond_all_rows(request, score_list, problems=refused.problems, status=refused.status)


def respond_closed(request: HttpRequest, score_list: ScoreList) -> HttpResponse:
    """All rows; the script goes on to the next list."""
    response = respond_all_rows(request, score_list, done=_("List entered."))
    return trigger_client_event(response, "desk:closed", {"next": next_table(score_list)})


@require_POST
def exchange(request: HttpRequest, list_id: int) -> HttpResponse:
    score_list = list_for(request, list_id, Role.ORGANIZER)
    form = SeatsForm(request.POST)
    with refusals() as refused:
        data = cleaned_data_of(form)
        exchange_seats(score_list, data["first"], data["second"], **form.change, by=actor(request))
        return respond_all_rows(request, score_list, done=_("Seats exchanged."))
    return respond_all_rows(request, score_list, problems=refused.problems, status=refused.status)


def reset(request: HttpRequest, list_id: int) -> HttpResponse:
    score_list = list_for(request, list_id, Role.CLERK)
    form = DecisionForm(request.POST or None, initial={"revision": score_list.revision})
    form.fields["reason"].widget.attrs["autofocus"] = True
    if form.is_valid():
        service = clear_list if "empty" in request.POST else reopen_list
        with refusals(form):
            service(score_list, **form.cleaned_data, by=actor(request))
            return redirect("list", list_id)
    tournament = score_list.series.tournament
    return form_page(request, "lists/reset.html", form, list=score_list, tournament=tournament)


@require_GET
def table(request: HttpRequest, series_id: int) -> HttpResponse:
    """Go from a table number to the page of its list."""
    series = series_for(request, series_id)
    number = parse_number(request.GET.get("number", "").strip(), digits=4)
    score_list = series.lists.filter(table_number=number).first() if number else None
    if score_list is None and is_partial(request):
        return respond_no_table(request, series, number)
    if not number:
        messages.error(request, _("Which table? Please type its number."))
        return redirect("series", series_id)
    if score_list is None:
        return redirect(f"{reverse('series', args=(series_id,))}?table={number}")
    to_confirm = request.GET.get("for") == "confirm" and right_of(request).clerk
    page = "list-confirm" if to_confirm else list_page(request, score_list)
    address = reverse(page, args=(score_list.pk,))
    return HttpResponseClientRedirect(address) if is_partial(request) else redirect(address)


def respond_no_table(request: HttpRequest, series: Series, number: int | None) -> HttpResponse:
    """Why no list is opened, for the place below the field."""
    tables = series.lists.aggregate(first=Min("table_number"), last=Max("table_number"))
    text = request.GET.get("number", "")[:MAX_SHOWN_LENGTH]
    context = {"series": series, "number": number, "typed": text, **tables}
    return render(request, "lists/_no_table.html", context, status=UNPROCESSABLE)


def list_page(request: HttpRequest, score_list: ScoreList) -> str:
    """The name of the page on which this list is typed; an empty one as this clerk typed last."""
    by_totals = score_list.depth == Depth.TOTALS
    if score_list.depth == Depth.NONE and not score_list.sittings:
        by_totals = request.session.get(MODE) == score_list.series_id
    return "list-totals" if by_totals else "list"


@require_GET
def settlement(request: HttpRequest, list_id: int) -> HttpResponse:
    """Who pays whom at the agreed stake or another (docs/law.md "Settlement")."""
    score_list = list_for(request, list_id)
    agreed = score_list.series.tournament.stake_of(score_list.series.number)
    usual = {"stake": str(agreed.stake)} if agreed and agreed.stake is not None else None
    form = StakeForm(request.GET if "stake" in request.GET else usual)
    context = list_context(score_list) | {"agreed": agreed}
    if listing := form.settle(score_list):
        context["table"] = table_of(listing)
        context["query"] = "stake={stake}&way={way}".format(**form.cleaned_data)
    return form_page(request, "lists/settlement.html", form, **context)


@require_GET
def list_file(request: HttpRequest, list_id: int, part: str, kind: str) -> HttpResponse:
    """The settlement of a list at a stake, or its history."""
    role = Role.CLERK if part == "history" else Role.VIEWER
    score_list = list_for(request, list_id, role)
    tournament = score_list.series.tournament
    if part == "history":
        title = _("History of series %(series)s, table %(table)s")
        numbers = {"series": score_list.series.number, "table": score_list.table_number}
        history = events_listing(list_history(score_list), title % numbers)
        return listing_file(tournament, history, kind)
    form = StakeForm(request.GET)
    listing = form.settle(score_list)
    if listing is None or part != form.part:
        raise Http404
    return listing_file(tournament, listing, kind)


def sitting_rows(score_list: ScoreList) -> list[dict[str, Any]]:
    """The players of a list with their seats and rounds.

    A player who was to join after the end of the list has no last round.
    """
    outline, rows = score_list.outline, []
    for row in score_list.seat_rows.select_related("entry__person"):
        sitting = outline.times[row.position - 1]
        last = min(sitting.last or outline.games_planned, outline.games_due)
        games = max(0, last - sitting.first + 1)
        sat = {
            "seat": sitting.seat,
            "entry": row.entry,
            "games": games,
            "first_round": outline.round_of(sitting.first),
            "last_round": outline.round_of(last) if games else None,
        }
        rows.append(sat)
    return rows


def players(request: HttpRequest, list_id: int) -> HttpResponse:
    """Who sits at the table in which rounds; POST changes it (SkO 4.5.9, 3.1.2)."""
    score_list = list_for(request, list_id, Role.ORGANIZER)
    joins = request.GET.get("joins", "")
    form = LeavingForm(request.POST or None, score_list=score_list, joins=joins)
    if form.is_valid():
        change = {name: form.cleaned_data[name] for name in ("revision", "reason")}
        with refusals(form):
            change_seat(score_list, form.seat_change, **change, by=actor(request))
            messages.success(request, _("It is recorded who sits at the table from that round on."))
            return redirect("list", list_id)
    rows = sitting_rows(score_list)
    return form_page(request, "lists/players.html", form, rows=rows, **list_context(score_list))
