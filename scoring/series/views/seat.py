"""One seat of a series: why this table, and the changes for an absent player."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from scoring.core.access import right_of, series_for, submission
from scoring.core.answers import form_errors, notifying
from scoring.messages.citing import with_paragraph
from scoring.models import Entry, Role, Series
from scoring.models.series import SeriesState
from scoring.series.forms import SeatChangeForm
from scoring.series.reads.seat_reasons import why
from scoring.series.reads.series import one_series
from scoring.series.reads.tables import Tables, tables_of, three_problems
from scoring.series.services import seat_changes
from scoring.series.services.tables import playing
from scoring.series.states import act_problems
from scoring.series.views.series import series_context

Act = Callable[..., None]


@require_GET
def seat(request: HttpRequest, series_id: int, number: int) -> HttpResponse:
    """Why this player sits here; for the organizer, with the acts that are possible."""
    series = series_for(request, series_id)
    organizer = right_of(request).organizer
    if series.state == SeriesState.DRAFT and not organizer:
        raise Http404
    found = why(series, number)
    if found is None:
        raise Http404
    context = series_context(series) | {"why": found}
    # Filling a seat stands for all that is done to one: they have the same states.
    if organizer and not act_problems(series, "fill"):
        context |= possible_changes(series, number, found.table)
    return render(request, "series/seat.html", context)


def possible_changes(series: Series, number: int, table: int) -> dict[str, Any]:
    """Who could take this seat, which tables have a free chair, and who stays behind."""
    tables = tables_of(series)
    threes = [each for each, players in tables.items() if len(players) == 3 and each != table]
    left = {**tables, table: [each for each in tables[table] if each != number]}
    return {
        "one_more_three": three_problems(left),
        "changes": True,
        "waiting": without_seat(series, tables),
        "threes": threes,
        "four": len(tables[table]) == 4,
        "others": [player for player in tables[table] if player != number],
    }


def without_seat(series: Series, tables: Tables) -> list[Entry]:
    """Who plays this series and sits at none of its tables."""
    seated = {player for players in tables.values() for player in players}
    return [entry for entry in playing(series) if entry.start_number not in seated]


@require_GET
def late(request: HttpRequest, series_id: int) -> HttpResponse:
    """Players without a seat, and the tables of three that have room for them."""
    series = series_for(request, series_id, Role.ORGANIZER)
    context = series_context(series) | {
        "problems": act_problems(series, "join"),
        "waiting": without_seat(series, tables_of(series)),
        "tables": [each for each in one_series(series).tables if each.score_list.seats == 3],
    }
    return render(request, "series/late.html", context)


@require_POST
def change(request: HttpRequest, series_id: int) -> HttpResponse:
    """One act, with its reason; back to the series."""
    series = series_for(request, series_id, Role.ORGANIZER)
    form, act = SeatChangeForm(request.POST), ACTS.get(request.POST.get("act", ""))
    if act is None or not form.is_valid():
        messages.error(request, form_errors(form) or _("Nothing was changed."))
        return redirect("series", series.pk)
    with notifying(request):
        act(series, form.cleaned_data, **submission(request))
        messages.success(request, _("The seating is changed and stands in the log."))
        for problem in three_problems(tables_of(series)):
            messages.warning(request, with_paragraph(problem))
    return redirect("series", series.pk)


def fill(series: Series, data: Mapping[str, Any], **by: Any) -> None:
    seat_changes.fill_seat(
        series,
        data["player"] or 0,
        data["latecomer"] or 0,
        reason=data["reason"],
        no_show=data["no_show"],
        **by,
    )


def move(series: Series, data: Mapping[str, Any], **by: Any) -> None:
    seat_changes.move_player(
        series, data["player"] or 0, data["table"] or 0, reason=data["reason"], **by
    )


def join(series: Series, data: Mapping[str, Any], **by: Any) -> None:
    seat_changes.join_table(
        series, data["latecomer"] or 0, data["table"] or 0, reason=data["reason"], **by
    )


def leave(series: Series, data: Mapping[str, Any], **by: Any) -> None:
    seat_changes.leave_table(
        series, data["player"] or 0, reason=data["reason"], no_show=data["no_show"], **by
    )


def dissolve(series: Series, data: Mapping[str, Any], **by: Any) -> None:
    """The two who stay, in the order of their seats, go to the two tables chosen."""
    player = data["player"] or 0
    table = next((seated for seated in tables_of(series).values() if player in seated), [])
    stay = [each for each in table if each != player]
    places = dict(zip(stay, (data["table"] or 0, data["other_table"] or 0), strict=False))
    seat_changes.dissolve_table(
        series, player, places, reason=data["reason"], no_show=data["no_show"], **by
    )


ACTS: Mapping[str, Act] = {
    "fill": fill,
    "move": move,
    "join": join,
    "leave": leave,
    "dissolve": dissolve,
}
