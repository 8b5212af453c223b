"""The draw of a series: how, what came out, by hand, by dice, and the postings with the proof."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scoring.core.access import actor, right_of, series_for, token
from scoring.core.answers import form_errors, form_page, notify
from scoring.core.refusals import Refused
from scoring.models import Draw, Role, Series
from scoring.models.series import SeriesState
from scoring.series.forms import ByHandForm, DrawForm, SwapForm, ThrowForm
from scoring.series.reads.draw_report import seating_report
from scoring.series.reads.draw_request import usual_wishes
from scoring.series.reads.draws import newest_drawn
from scoring.series.reads.series import one_series
from scoring.series.reads.tables import tables_of
from scoring.series.services.draw import announce_draw, draw_series, seat_by_hand, throw
from scoring.series.services.seat_changes import swap_players
from scoring.series.states import act_problems

MOST_AT_ONCE = 20


@require_http_methods(["GET", "POST"])
def draw(request: HttpRequest, series_id: int) -> HttpResponse:
    """Mode and options; a POST without any draws by the usual ones."""
    series = series_for(request, series_id, Role.ORGANIZER)
    if request.method == "GET" and (problems := act_problems(series, "draw")):
        notify(request, Refused(problems))
        return redirect("series", series.pk)
    form = draw_form(request, series)
    if request.method == "POST" and form.is_valid():
        make = announce_draw if form.cleaned_data["provable"] else draw_series
        try:
            make(
                series,
                form.wishes,
                reason=form.cleaned_data.get("reason", ""),
                by=actor(request),
                token=token(request),
            )
        except Refused as refused:
            if "mode" not in request.POST:
                notify(request, refused)
                return redirect("series", series.pk)
            form.refuse(refused)
        else:
            return redirect("series", series.pk)
    return draw_page(request, series, form)


def draw_form(request: HttpRequest, series: Series) -> DrawForm:
    wishes = usual_wishes(series)
    after = series.tournament.series.filter(number__gt=series.number, state=SeriesState.DRAFT)
    data: Any = request.POST or None
    if request.method == "POST" and "mode" not in request.POST:
        data = {**wishes.document(), "series": 1, "reason": request.POST.get("reason", "")}
    return DrawForm(
        data,
        wishes=wishes,
        most=min(MOST_AT_ONCE, 1 + after.count()),
        again=series.draws.exists(),
    )


def draw_page(request: HttpRequest, series: Series, form: DrawForm) -> HttpResponse:
    entries = series.tournament.entries.select_related("person")
    playing = [entry for entry in entries if entry.plays(series.number)]
    context: dict[str, Any] = {
        "tournament": series.tournament,
        "series": series,
        "every": series.tournament.series.all(),
        "players": len(playing),
        "fixed": [entry for entry in playing if entry.fixed_table],
        "volunteers": [entry for entry in playing if entry.three_seats],
        "draws": series.draws.all(),
    }
    return form_page(request, "series/draw.html", form, **context)


@require_POST
def throw_dice(request: HttpRequest, series_id: int) -> HttpResponse:
    """The value of an announced draw."""
    series = series_for(request, series_id, Role.ORGANIZER)
    form = ThrowForm(request.POST)
    if not form.is_valid():
        messages.error(request, form_errors(form))
        return redirect("series", series.pk)
    try:
        throw(series, form.cleaned_data["seed"], by=actor(request), token=token(request))
    except Refused as refused:
        notify(request, refused)
    return redirect("series", series.pk)


@require_http_methods(["GET", "POST"])
def by_hand(request: HttpRequest, series_id: int) -> HttpResponse:
    """The whole seating as text, filled with what stands there."""
    series = series_for(request, series_id, Role.ORGANIZER)
    if request.method == "GET" and (problems := act_problems(series, "seat")):
        notify(request, Refused(problems))
        return redirect("series", series.pk)
    again = series.draws.exists()
    form = ByHandForm(request.POST or None, tables=tables_of(series), again=again)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            seat_by_hand(
                series,
                data["tables"],
                reason=data.get("reason", ""),
                by=actor(request),
                token=token(request),
            )
        except Refused as refused:
            form.refuse(refused)
        else:
            return redirect("series", series.pk)
    every = series.tournament.series.all()
    context: dict[str, Any] = {"tournament": series.tournament, "series": series, "every": every}
    return form_page(request, "series/by_hand.html", form, **context)


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
    try:
        swap_players(series, one, other, by=actor(request), token=token(request))
    except Refused as refused:
        notify(request, refused)
    else:
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
    view = one_series(series, drafts=right_of(request).organizer)
    report = seating_report(series) if view.tables else None
    drawn = report and report.draw
    context: dict[str, Any] = {
        "tournament": series.tournament,
        "series": series,
        "every": series.tournament.series.all(),
        "view": view,
        "by": "tables" if request.GET.get("by") == "tables" else "names",
        "report": report,
        "repeatable": drawn and drawn.seed and handed_out(request, drawn),
    }
    return form_page(request, "series/posting.html", ThrowForm(), **context)


@require_GET
def document(request: HttpRequest, series_id: int, number: int) -> HttpResponse:
    """Request and seed of a draw: with `manage.py draw`, anybody gets the same seating."""
    series = series_for(request, series_id)
    made = get_object_or_404(series.draws.exclude(seed=""), number=number)
    first = handed_out(request, made)
    if first is None:
        raise Http404
    answer = JsonResponse({**first.options["request"], "seed": made.seed})
    answer["Content-Disposition"] = f'attachment; filename="draw-{series.number}-{number}.json"'
    return answer


def handed_out(request: HttpRequest, made: Draw) -> Draw | None:
    """The draw whose request may be read by who asks; None where there is none for him.

    With the request, anybody knows the seating of every series of the plan: whoever does not
    organize gets it when all of them are released, or drawn anew.
    """
    first = first_of_plan(made)
    if first is None or "request" not in first.options:
        return None
    waiting = (is_waiting(each) for each in draws_of_plan(first))
    released = made.released_at is not None and not any(waiting)
    return first if right_of(request).organizer or released else None


def first_of_plan(made: Draw) -> Draw | None:
    """The draw that keeps the request: of a plan for several series, that of the first."""
    place = made.options.get("plan_of")
    if not place:
        return made
    return Draw.objects.filter(
        series__tournament=made.series.tournament_id, series__number=place[0], number=place[1]
    ).first()


def draws_of_plan(first: Draw) -> list[Draw]:
    place = [first.series.number, first.number]
    others = Draw.objects.filter(
        series__tournament=first.series.tournament_id, options__plan_of=place
    )
    return [first, *others.select_related("series")]


def is_waiting(made: Draw) -> bool:
    """Whether a draw made tables that are not released yet."""
    return made.released_at is None and newest_drawn(made.series) == made
