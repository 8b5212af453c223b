"""The draw of a series: how, what came out, by hand, by dice, and the postings with the proof."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scoring.core.access import actor, right_of, series_for
from scoring.core.answers import cleaned, form_page, notify, notifying, refusals
from scoring.core.heavy import heavy
from scoring.core.refusals import Refused
from scoring.models import Role, Series
from scoring.models.series import SeriesState
from scoring.seating.counts import sizes
from scoring.series.forms import ByHandForm, DrawForm, SwapForm, ThrowForm
from scoring.series.reads.draw_report import seating_report
from scoring.series.reads.draw_request import usual_options
from scoring.series.reads.draws import handed_out, were_shown
from scoring.series.reads.series import one_series
from scoring.series.reads.tables import tables_of
from scoring.series.services.draw import (
    CANNOT_BE_SEATED,
    announce_draw,
    draw_series,
    seat_by_hand,
    throw,
)
from scoring.series.services.seat_changes import swap_players
from scoring.series.states import act_problems
from scoring.series.views.series import series_context

MOST_AT_ONCE = 20


@heavy
@require_http_methods(["GET", "POST"])
def draw(request: HttpRequest, series_id: int) -> HttpResponse:
    """Mode and options; a POST without any draws by the usual ones."""
    series = series_for(request, series_id, Role.ORGANIZER)
    if request.method == "GET" and (problems := act_problems(series, "draw")):
        notify(request, Refused(problems))
        return redirect("series", series.pk)
    form = draw_form(request, series)
    if form.is_valid():
        make = announce_draw if form.cleaned_data["provable"] else draw_series
        reason = form.cleaned_data.get("reason", "")
        with refusals(form) if "mode" in request.POST else notifying(request):
            make(series, form.draw_options, reason=reason, by=actor(request))
        if not form.errors:
            return redirect("series", series.pk)
    return draw_page(request, series, form)


def draw_form(request: HttpRequest, series: Series) -> DrawForm:
    draw_options = usual_options(series)
    after = list(series.tournament.series.filter(number__gt=series.number, state=SeriesState.DRAFT))
    data: Any = request.POST or None
    if request.method == "POST" and "mode" not in request.POST:
        data = {**draw_options.document(), "series": 1, "reason": request.POST.get("reason", "")}
    return DrawForm(
        data,
        draw_options=draw_options,
        most=min(MOST_AT_ONCE, 1 + len(after)),
        shown=were_shown([series]),
        later_shown=were_shown(after),
        league=series.tournament.league,
    )


def draw_page(request: HttpRequest, series: Series, form: DrawForm) -> HttpResponse:
    entries = series.tournament.entries.select_related("person")
    playing = [entry for entry in entries if entry.plays(series.number)]
    fours, threes = sizes(len(playing)) if len(playing) not in CANNOT_BE_SEATED else (0, 0)
    context = series_context(series) | {
        "players": len(playing),
        "fours": fours,
        "threes": threes,
        "fixed": [entry for entry in playing if entry.fixed_table],
        "volunteers": [entry for entry in playing if entry.three_seats],
        "draws": series.draws.all(),
    }
    return form_page(request, "series/draw.html", form, **context)


@heavy
@require_POST
def throw_dice(request: HttpRequest, series_id: int) -> HttpResponse:
    """The value of an announced draw."""
    series = series_for(request, series_id, Role.ORGANIZER)
    with notifying(request):
        throw(series, cleaned(ThrowForm(request.POST))["seed"], by=actor(request))
    return redirect("series", series.pk)


@require_http_methods(["GET", "POST"])
def by_hand(request: HttpRequest, series_id: int) -> HttpResponse:
    """The whole seating as text, filled with what stands there."""
    series = series_for(request, series_id, Role.ORGANIZER)
    if request.method == "GET" and (problems := act_problems(series, "seat")):
        notify(request, Refused(problems))
        return redirect("series", series.pk)
    shown = were_shown([series])
    form = ByHandForm(request.POST or None, tables=tables_of(series), shown=shown)
    if form.is_valid():
        with refusals(form):
            seat_by_hand(series, **form.cleaned_data, by=actor(request))
            return redirect("series", series.pk)
    return form_page(request, "series/by_hand.html", form, **series_context(series))


@require_POST
def swap(request: HttpRequest, series_id: int) -> HttpResponse:
    """Two players of a draft who were ticked."""
    series = series_for(request, series_id, Role.ORGANIZER)
    seated = [number for table in tables_of(series).values() for number in table]
    form = SwapForm(request.POST, seated=seated)
    one, other = form.two or (0, 0)
    if not form.two:
        messages.error(request, _("Tick exactly two players who are to change places."))
        return redirect("series", series.pk)
    with notifying(request):
        swap_players(series, one, other, by=actor(request))
        messages.success(request, swapped(series, one, other))
    return redirect("series", series.pk)


def swapped(series: Series, one: int, other: int) -> str:
    """What was done, and whether the seating has become worse or better by it."""
    report = seating_report(series)
    more = sum(term.more for term in report.terms)
    done = _("No. %(one)s and no. %(other)s have changed places.") % {"one": one, "other": other}
    if not more:
        return done
    return f"{done} " + ngettext(
        "The report names %(count)s exception that could be avoided.",
        "The report names %(count)s exceptions that could be avoided.",
        more,
    ) % {"count": more}


@require_GET
def posting(request: HttpRequest, series_id: int) -> HttpResponse:
    """The seating as it is put up on the wall, by name or by table, with its proof."""
    series = series_for(request, series_id)
    organizer = right_of(request).organizer
    view = one_series(series, drafts=organizer)
    report = seating_report(series) if view.tables else None
    drawn = report and report.draw
    context = series_context(series) | {
        "view": view,
        "by": "tables" if request.GET.get("by") == "tables" else "names",
        "report": report,
        "repeatable": drawn and drawn.seed and handed_out(drawn, organizer=organizer),
    }
    return form_page(request, "series/posting.html", ThrowForm(), **context)


@require_GET
def document(request: HttpRequest, series_id: int, number: int) -> HttpResponse:
    """Request and seed of a draw: with `manage.py draw`, anybody gets the same seating."""
    series = series_for(request, series_id)
    made = get_object_or_404(series.draws.exclude(seed=""), number=number)
    first = handed_out(made, organizer=right_of(request).organizer)
    if first is None:
        raise Http404
    answer = JsonResponse({**first.options["request"], "seed": made.seed})
    answer["Content-Disposition"] = f'attachment; filename="draw-{series.number}-{number}.json"'
    return answer
