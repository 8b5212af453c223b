"""A player in a series: why this table, and the acts for who is late, absent or leaving."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from scoring.core.access import actor, right_of, series_for
from scoring.core.answers import cleaned, form_errors, notifying
from scoring.core.forms import MAX_ID
from scoring.messages.citing import with_paragraph
from scoring.models import Entry, LogEntry, Role, Series
from scoring.models.score_list import Depth, ListState
from scoring.models.tournament import SeriesState
from scoring.series.forms import HIGHEST, NoListForm, SeatChangeForm
from scoring.series.reads.draw_report import why
from scoring.series.reads.draw_request import (
    empty_lists,
    empty_tables,
    fourth_may_join,
    free_chairs,
    tables_of,
    threes_problems,
)
from scoring.series.reads.seat_changes import seating_change
from scoring.series.reads.series import WithoutList, one_series, seats_by_table, without_list
from scoring.series.services import seat_changes
from scoring.series.services.series import give_reasons
from scoring.series.states import act_problems
from scoring.series.views.series import series_context

Act = Callable[..., LogEntry]


@require_GET
def seat(request: HttpRequest, series_id: int, number: int) -> HttpResponse:
    """A player in a series: his seat and why it is this one, and all that can be done about it."""
    series = series_for(request, series_id)
    organizer = right_of(request).organizer
    if series.state == SeriesState.DRAFT and not organizer:
        raise Http404
    entries = series.tournament.entries.select_related("person", "tournament")
    entry = get_object_or_404(entries, start_number=min(number, HIGHEST))
    absences = without_list(series)
    context = series_context(series) | player_in_series(series, entry, absences)
    # Filling a seat stands for all that is done to one: they have the same states.
    if organizer and not act_problems(series, "fill"):
        context |= possible_changes(series, entry, absences)
    return render(request, "series/seat.html", context)


def player_in_series(
    series: Series, entry: Entry, absences: Iterable[WithoutList]
) -> dict[str, Any]:
    """Where he sits and why, or why he has no list."""
    own = series.lists.filter(seat_rows__entry=entry).select_related("series").first()
    absence = next(
        (without_list for without_list in absences if without_list.entry.pk == entry.pk), None
    )
    return {
        "entry": entry,
        "why": why(series, entry.start_number),
        "score_list": own,
        "is_begun": own is not None
        and not (own.depth == Depth.NONE and own.state == ListState.OPEN and not own.sittings),
        "plays": entry.plays(series.number),
        "absence": absence,
    }


def possible_changes(
    series: Series, entry: Entry, absences: Iterable[WithoutList]
) -> dict[str, Any]:
    """Who could take this seat, which tables have a free chair, and who stays behind."""
    number, seats = entry.start_number, seats_by_table(series)
    tables = tables_of(series)
    empty = set(empty_lists(series).values_list("table_number", flat=True))
    table = next((each for each in tables if number in tables[each]), None)
    seated = tables.get(table, []) if table else []
    left = {**tables, table: [each for each in seated if each != number]} if table else tables
    return {
        "one_more_three": threes_problems(series, left, gone=number),
        "changes": True,
        "waiting": [absence.entry for absence in absences if absence.entry.pk != entry.pk],
        "threes": [
            (three, ", ".join(str(seat.entry.person) for seat in there))
            for three, there in seats.items()
            if there[0].list.seats == 3 and three in empty - {table}
        ],
        "joins": free_chairs(series, entry.pk) if fourth_may_join(series) else (),
        "four": len(seated) == 4,
        "others": [player for player in seated if player != number],
        "vacant": [
            seat
            for three in sorted(empty & seats.keys())
            for seat in seats[three]
            if not seat.entry.plays(series.number)
        ],
    }


@require_GET
def late(request: HttpRequest, series_id: int) -> HttpResponse:
    """Players without a seat, and the tables of three that have room for them."""
    series = series_for(request, series_id, Role.ORGANIZER)
    empty = set(empty_tables(series))
    tables = [table for table in one_series(series).tables if table.score_list.seats == 3]
    context = series_context(series) | {
        "problems": act_problems(series, "join"),
        "waiting": [each.entry for each in without_list(series)],
        "tables": [table for table in tables if table.score_list.table_number in empty],
    }
    return render(request, "series/late.html", context)


@require_POST
def no_list(request: HttpRequest, series_id: int) -> HttpResponse:
    """Why players who are present have no list; back to the series, or to the player."""
    series = series_for(request, series_id, Role.ORGANIZER)
    form = NoListForm(request.POST, players=without_list(series))
    with notifying(request):
        reasons = cleaned_reasons(form)
        give_reasons(series, reasons, by=actor(request))
        if form.late:
            numbers = {"numbers": ", ".join(map(str, form.late))}
            gone = _("Nothing is recorded of no. %(numbers)s: seated by now, or not playing.")
            messages.warning(request, gone % numbers)
        if any(reasons.values()) or not form.late:
            messages.success(request, _("Recorded."))
    number = request.POST.get("player", "")
    if number.isascii() and number.isdecimal() and len(number) < 6:
        return redirect("series-seat", series.pk, int(number))
    return redirect("series", series.pk)


def cleaned_reasons(form: NoListForm) -> dict[int, str]:
    """The reasons by start number; raises InvalidForm, for `notifying`."""
    cleaned(form)
    return form.reasons


@require_POST
def change(request: HttpRequest, series_id: int) -> HttpResponse:
    """One act, with its reason; then the page that says what it did."""
    series = series_for(request, series_id, Role.ORGANIZER)
    form, act = SeatChangeForm(request.POST), ACTS.get(request.POST.get("act", ""))
    if act is None or not form.is_valid():
        messages.error(request, form_errors(form) or _("Nothing was changed."))
        return redirect("series", series.pk)
    with notifying(request):
        row = act(series, form.cleaned_data, by=actor(request))
        for problem in threes_problems(series, tables_of(series)):
            messages.warning(request, with_paragraph(problem))
        return redirect("seating-changed", series.pk, row.pk)
    return redirect("series", series.pk)


@require_GET
def changed(request: HttpRequest, series_id: int, row_id: int) -> HttpResponse:
    """What an act did: which table and seat, for whom it changes, and what is printed anew."""
    series = series_for(request, series_id, Role.ORGANIZER)
    found = seating_change(series, min(row_id, MAX_ID))
    if found is None:
        raise Http404
    context = series_context(series) | {
        "change": found,
        "waiting": [each.entry for each in without_list(series) if not each.reason],
    }
    return render(request, "series/changed.html", context)


def fill(series: Series, data: Mapping[str, Any], **by: Any) -> LogEntry:
    return seat_changes.fill_seat(
        series,
        data["player"] or 0,
        data["latecomer"] or 0,
        reason=data["reason"],
        no_show=data["no_show"],
        **by,
    )


def move(series: Series, data: Mapping[str, Any], **by: Any) -> LogEntry:
    return seat_changes.move_player(
        series, data["player"] or 0, data["table"] or 0, reason=data["reason"], **by
    )


def join(series: Series, data: Mapping[str, Any], **by: Any) -> LogEntry:
    return seat_changes.join_table(
        series, data["latecomer"] or 0, data["table"] or 0, reason=data["reason"], **by
    )


def leave(series: Series, data: Mapping[str, Any], **by: Any) -> LogEntry:
    return seat_changes.leave_table(
        series, data["player"] or 0, reason=data["reason"], no_show=data["no_show"], **by
    )


def dissolve(series: Series, data: Mapping[str, Any], **by: Any) -> LogEntry:
    """The two who stay, in the order of their seats, go to the two tables chosen."""
    player = data["player"] or 0
    table = next((seated for seated in tables_of(series).values() if player in seated), [])
    stay = [each for each in table if each != player]
    places = dict(zip(stay, (data["table"] or 0, data["other_table"] or 0), strict=False))
    return seat_changes.dissolve_table(
        series, player, places, reason=data["reason"], no_show=data["no_show"], **by
    )


ACTS: Mapping[str, Act] = {
    "fill": fill,
    "move": move,
    "join": join,
    "leave": leave,
    "dissolve": dissolve,
}
