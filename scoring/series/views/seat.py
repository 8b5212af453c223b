"""The page of a player in a series, and changes for players who are late, absent or leaving."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from scoring.core.access import actor, right_of, series_for
from scoring.core.forms import MAX_ID, cleaned_data_of, form_errors, notifying, parse_number
from scoring.messages.citing import with_paragraph
from scoring.models import Entry, LogEntry, Role, Series
from scoring.models.tournament import SeriesState
from scoring.series.forms import NoListForm, SeatChangeForm
from scoring.series.reads.draw_report import seat_reasons, seating_change
from scoring.series.reads.draw_request import (
    fourth_may_join,
    joinable_lists,
    seated_tables,
    threes_problems,
)
from scoring.series.reads.series import (
    lists_without_entries,
    players_to_seat,
    players_without_list,
    vacated_seats,
)
from scoring.series.services import seat_changes
from scoring.series.services.series import give_reasons
from scoring.series.states import act_problems
from scoring.series.views.series import series_context


@require_GET
def show_seat(request: HttpRequest, series_id: int, number: int) -> HttpResponse:
    """A player in a series: his seat, why it is this one, and what can be done about it."""
    series = series_for(request, series_id)
    organizer = right_of(request).organizer
    if series.state == SeriesState.DRAFT and not organizer:
        raise Http404
    entries = series.tournament.entries.select_related("person", "tournament")
    entry = get_object_or_404(entries, start_number=number)
    absences = players_without_list(series)
    context = series_context(series) | player_in_series(series, entry, absences)
    # All acts on a released seating are allowed in the same states as filling a seat.
    if organizer and not act_problems(series, "fill"):
        context |= possible_changes(series, entry, absences)
    return render(request, "series/seat.html", context)


def player_in_series(series: Series, entry: Entry, absences: Iterable[Any]) -> dict[str, Any]:
    score_list = series.lists.filter(seat_rows__entry=entry).select_related("series").first()
    return {
        "entry": entry,
        "why": seat_reasons(series, entry.start_number),
        "score_list": score_list,
        "is_begun": score_list and (score_list.progress != "open" or score_list.sittings),
        "plays": entry.plays(series.number),
        "absence": next((player for player in absences if player == entry), None),
    }


def possible_changes(series: Series, entry: Entry, absences: Iterable[Entry]) -> dict[str, Any]:
    """Who could take this seat, which tables have a free chair, and who would stay behind."""
    number = entry.start_number
    tables = seated_tables(series)
    home = next((table for table, seated in tables.items() if number in seated), 0)
    others = [player for player in tables.get(home, ()) if player != number]
    remaining = {**tables, home: others} if home else tables
    return {
        "one_more_three": threes_problems(series, remaining, gone=number),
        "changes": True,
        "waiting": [player for player in absences if player != entry],
        "threes": lists_without_entries(series).filter(seats=3).exclude(table_number=home),
        "joins": joinable_lists(series, entry.pk) if fourth_may_join(series) else (),
        "four": len(others) == 3,
        "others": others,
        "vacant": vacated_seats(series),
    }


@require_GET
def show_latecomers(request: HttpRequest, series_id: int) -> HttpResponse:
    series = series_for(request, series_id, Role.ORGANIZER)
    context = series_context(series) | {
        "problems": act_problems(series, "join"),
        "waiting": players_without_list(series),
        "threes": lists_without_entries(series).filter(seats=3),
    }
    return render(request, "series/late.html", context)


@require_POST
def record_no_list(request: HttpRequest, series_id: int) -> HttpResponse:
    """Record why players who are present have no list; back to the series, or to the player."""
    series = series_for(request, series_id, Role.ORGANIZER)
    form = NoListForm(request.POST)
    with notifying(request):
        cleaned_data_of(form)
        reasons = form.reasons
        outdated = give_reasons(series, reasons, by=actor(request))
        if outdated:
            numbers = {"numbers": ", ".join(map(str, outdated))}
            sentence = _("Nothing is recorded of no. %(numbers)s: seated by now, or not playing.")
            messages.warning(request, sentence % numbers)
        if not outdated or any(reasons[number] for number in reasons.keys() - outdated):
            messages.success(request, _("Recorded."))
    number = parse_number(request.POST.get("player", ""), digits=5)
    if number is not None:
        return redirect("series-seat", series.pk, number)
    return redirect("series", series.pk)


@require_POST
def change_seating(request: HttpRequest, series_id: int) -> HttpResponse:
    """One act with its reason; then the page that shows what it did."""
    series = series_for(request, series_id, Role.ORGANIZER)
    form, code = SeatChangeForm(request.POST), request.POST.get("act", "")
    if code not in CHANGES or not form.is_valid():
        messages.error(request, form_errors(form) or _("Nothing was changed."))
        return redirect("series", series.pk)
    act, fields = CHANGES[code]
    data, reason = form.cleaned_data, form.cleaned_data["reason"]
    with notifying(request):
        values = {field: data[field] or 0 for field in fields}
        row = act(series, **values, reason=reason, by=actor(request))
        for problem in threes_problems(series, seated_tables(series)):
            messages.warning(request, with_paragraph(problem))
        return redirect("seating-changed", series.pk, row.pk)
    return redirect("series", series.pk)


@require_GET
def show_change(request: HttpRequest, series_id: int, row_id: int) -> HttpResponse:
    series = series_for(request, series_id, Role.ORGANIZER)
    result = seating_change(series, min(row_id, MAX_ID))
    if result is None:
        raise Http404
    context = series_context(series) | {
        "change": result,
        "waiting": players_to_seat(series),
    }
    return render(request, "series/changed.html", context)


# The acts on a released seating, each with the fields of the form that it takes.
CHANGES: Mapping[str, tuple[Callable[..., LogEntry], tuple[str, ...]]] = {
    "fill": (seat_changes.fill_seat, ("player", "latecomer", "no_show")),
    "move": (seat_changes.move_player, ("player", "table")),
    "join": (seat_changes.join_table, ("latecomer", "table")),
    "leave": (seat_changes.leave_table, ("player", "no_show")),
    "dissolve": (seat_changes.dissolve_table, ("player", "table", "other_table", "no_show")),
}
