"""Series: the tables with who sits there and how far their lists are, and the states."""

from typing import Any

from django.contrib import messages
from django.db.models import prefetch_related_objects
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scoring.confirmation.forms.signatures import SignaturesForm
from scoring.core.access import actor, right_of, series_for, tournament_for
from scoring.core.answers import cleaned, form_page, notifying, refusals
from scoring.core.forms import ReasonForm
from scoring.desk.views.lists import list_page
from scoring.messages import message
from scoring.models import Entry, Role, Series
from scoring.models.series import SeriesState, current_series
from scoring.series.forms import (
    NoListForm,
    OpenListForm,
    SeriesForm,
    SoughtTableForm,
    ThrowForm,
    TimeLimitForm,
)
from scoring.series.reads.draw_report import seating_report
from scoring.series.reads.draw_request import usual_options
from scoring.series.reads.impossible import impossible_states
from scoring.series.reads.print_moment import print_moment
from scoring.series.reads.series import SeriesView, one_series, step_back
from scoring.series.reads.steps import possible_steps
from scoring.series.reads.tables import playing, tables_of
from scoring.series.reads.without_list import without_list
from scoring.series.reads.worklist import clock_of, worklist
from scoring.series.services import series as services
from scoring.series.services.draw import waiting_draw
from scoring.series.states import possible_acts, tournament_problems

VIEWS = ("states", "tables", "names", "confirm")


def series_context(series: Series) -> dict[str, Any]:
    """What every page about a series shows: its tournament, and the way to the other series."""
    tournament = series.tournament
    prefetch_related_objects([tournament], "series")
    return {"tournament": tournament, "series": series, "every": tournament.series.all()}


@require_GET
def at_hand(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The series that the day is at; before there is one, the page that makes it."""
    tournament = tournament_for(request, tournament_id)
    series = current_series(tournament)
    if series is not None:
        return redirect("series", series.pk)
    return redirect("series-new" if right_of(request).organizer else "tournament", tournament.pk)


@require_http_methods(["GET", "POST"])
def new_series(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    last = tournament.series.last()
    usual = {"rounds": last.rounds, "minutes": last.minutes} if last else {}
    form = SeriesForm(request.POST or None, initial=usual)
    if form.is_valid():
        with refusals(form):
            series = services.create_series(tournament, **form.cleaned_data, by=actor(request))
            return redirect("series", series.pk)
    every = tournament.series.all()
    return form_page(request, "series/new.html", form, tournament=tournament, every=every)


@require_GET
def show_series(request: HttpRequest, series_id: int) -> HttpResponse:
    """`?table=9` leads on to opening the list of a table that has none yet; `?sought=9` says at the
    field of the search that there is none, with the way there.
    """
    series = series_for(request, series_id)
    wanted, sought = request.GET.get("table"), missing_table(request, series)
    table = wanted or sought
    form = OpenListForm(initial={"table": table} if table else {})
    if wanted:
        form.fields["seat1"].widget.attrs["autofocus"] = True
    return series_page(request, series, form, sought)


def missing_table(request: HttpRequest, series: Series) -> int | None:
    """The table that was looked for, if the series has none of that number."""
    form = SoughtTableForm(request.GET)
    number: int | None = form.cleaned_data["sought"] if form.is_valid() else None
    if number is None or series.lists.filter(table_number=number).exists():
        return None
    return number


def series_page(
    request: HttpRequest, series: Series, form: OpenListForm, sought: int | None = None
) -> HttpResponse:
    """Tables by number, or players by name as they are posted on the wall."""
    shown = request.GET.get("by", "")
    view, players = one_series(series, drafts=right_of(request).organizer), playing(series)
    context = series_context(series) | {
        "view": view,
        "findings": impossible_states(series.tournament, [view]),
        "by": shown if shown in VIEWS else usual_view(series),
        "players": len(players),
        "sought": sought,
        "acts": possible_acts(view.series),
        "steps": possible_steps(series),
        "barred": tournament_problems(series.tournament),
        "signatures": SignaturesForm(),
        "moment": print_moment(series.tournament),
        **draft_context(request, series, view, players),
        **room_context(series, view, players),
    }
    return form_page(request, "series/page.html", form, **context)


def room_context(series: Series, view: SeriesView, players: list[Entry]) -> dict[str, Any]:
    """An announced series: its lists in the order of the desk, its clock, and who has no list."""
    if series.state == SeriesState.DRAFT:
        return {}
    absences = without_list(series, players)
    return {
        # While lists are missing they come before the steps of the series.
        "under_way": series.state == SeriesState.PLAYING and not view.all_done,
        "left_open": services.left_open(series),
        "worklist": worklist(view),
        "clock": clock_of(series),
        "limit": TimeLimitForm(initial={"minutes": series.minutes}),
        "absences": absences,
        "reasons": NoListForm(players=absences),
        "unexplained": [absence for absence in absences if not absence.reason],
    }


def usual_view(series: Series) -> str:
    """The states of the lists as soon as there are any; before that, who sits where."""
    return "states" if series.state in (SeriesState.PLAYING, SeriesState.CLOSED) else "tables"


def draft_context(
    request: HttpRequest, series: Series, view: SeriesView, players: list[Entry]
) -> dict[str, Any]:
    """What only the organizer sees, while the seating can still be changed."""
    if series.state != SeriesState.DRAFT or not right_of(request).organizer:
        return {}
    if not view.tables:
        context = {"waiting": waiting_draw(view.series), "throw": ThrowForm()}
        return {**context, "usual": usual_options(series)}
    tables = tables_of(series)
    return {
        "waiting": waiting_draw(view.series),
        "throw": ThrowForm(),
        "report": seating_report(view.series, tables),
        "order": services.order_problems(series, tables, players),
    }


@require_POST
def move(request: HttpRequest, series_id: int) -> HttpResponse:
    """Release the seating, close the series, or take either back."""
    series = series_for(request, series_id, Role.ORGANIZER)
    form = ReasonForm(request.POST)
    reason = form.cleaned_data["reason"] if form.is_valid() else ""
    with notifying(request):
        problems = services.move_series(
            series, request.POST.get("to", ""), reason=reason, by=actor(request)
        )
        for problem in problems:
            messages.warning(request, message(problem))
    return redirect("series", series.pk)


@require_POST
def set_limit(request: HttpRequest, series_id: int) -> HttpResponse:
    """The time limit of this series and of those to come."""
    series = series_for(request, series_id, Role.ORGANIZER)
    with notifying(request):
        services.set_time_limit(series, **cleaned(TimeLimitForm(request.POST)), by=actor(request))
        messages.success(request, _("The time limit is set."))
    return redirect("series", series.pk)


@require_GET
def back(request: HttpRequest, series_id: int) -> HttpResponse:
    """What the step back would undo, and the reason for it."""
    series = series_for(request, series_id, Role.ORGANIZER)
    effect = step_back(series)
    if effect is None:
        return redirect("series", series.pk)
    return render(request, "series/back.html", series_context(series) | {"effect": effect})


@require_POST
def remove(request: HttpRequest, series_id: int) -> HttpResponse:
    """The last series, while nobody is seated in it."""
    series = series_for(request, series_id, Role.ORGANIZER)
    number = series.number
    with notifying(request):
        services.remove_series(series, by=actor(request))
        messages.success(request, _("Series %(number)s is removed.") % {"number": number})
        return redirect("tournament", series.tournament_id)
    return redirect("series", series_id)


@require_POST
def open_list(request: HttpRequest, series_id: int) -> HttpResponse:
    """A list as it stands on the paper, without a draw: table and start numbers."""
    series = series_for(request, series_id, Role.CLERK)
    form = OpenListForm(request.POST)
    if form.is_valid():
        with refusals(form):
            table, reason = form.cleaned_data["table"], form.cleaned_data["reason"]
            score_list = services.open_list(
                series, table, form.start_numbers, reason=reason, by=actor(request)
            )
            return redirect(list_page(request, score_list), score_list.pk)
    return series_page(request, series, form)
