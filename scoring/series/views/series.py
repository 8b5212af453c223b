"""The pages of a series: its tables and states, the draw, the postings, and the search."""

from typing import Any

from django.contrib import messages
from django.db.models import prefetch_related_objects
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST

from scoring.core.access import actor, right_of, series_for, tournament_for
from scoring.core.forms import (
    ReasonForm,
    Refused,
    cleaned_data_of,
    form_page,
    notify,
    notifying,
    parse_number,
    refusals,
    search_text,
)
from scoring.core.heavy import heavy
from scoring.lists.forms.lists import SignaturesForm
from scoring.lists.reads import pile_order
from scoring.lists.views.lists import list_page
from scoring.messages.catalogue import message
from scoring.models import Role, ScoreList, Series
from scoring.models.person import plays_in
from scoring.models.tournament import SeriesState, current_series
from scoring.seating.request import sizes
from scoring.series.forms import (
    ByHandForm,
    DrawForm,
    OpenListForm,
    SeriesForm,
    ThrowForm,
    TimeLimitForm,
    TimesForm,
)
from scoring.series.reads.draw_report import seating_report
from scoring.series.reads.draw_request import (
    readable_draw,
    seated_tables,
    series_entries,
    usual_options,
    waiting_draw,
    were_shown,
)
from scoring.series.reads.list_states import impossible_states
from scoring.series.reads.search import SearchResult, find_matches, searched_series
from scoring.series.reads.series import (
    SeriesView,
    fit_until,
    one_series,
    players_without_list,
    possible_steps,
    print_moment,
    series_times,
    step_back,
)
from scoring.series.services import series as services
from scoring.series.services.draw import (
    UNSEATABLE_COUNTS,
    announce_draw,
    draw_announced,
    draw_series,
    seat_by_hand,
)
from scoring.series.services.seat_changes import swap_players
from scoring.series.states import act_problems, possible_acts, tournament_problems

TABLE_VIEWS = ("states", "tables", "names", "confirm")


def series_context(series: Series) -> dict[str, Any]:
    """What every page about a series shows: its tournament, and the way to the other series."""
    tournament = series.tournament
    prefetch_related_objects([tournament], "series")
    return {"tournament": tournament, "series": series, "all_series": tournament.series.all()}


@require_GET
def redirect_to_current(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Lead to the current series; before there is one, to the page that creates it."""
    tournament = tournament_for(request, tournament_id)
    series = current_series(tournament)
    if series is not None:
        return redirect("series", series.pk)
    return redirect("series-new" if right_of(request).organizer else "tournament", tournament.pk)


def new_series(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    last = tournament.series.last()
    initial = {"rounds": last.rounds, "minutes": last.minutes} if last else {}
    form = SeriesForm(request.POST or None, initial=initial)
    if form.is_valid():
        with refusals(form):
            series = services.create_series(tournament, **form.cleaned_data, by=actor(request))
            return redirect("series", series.pk)
    context: dict[str, Any] = {"tournament": tournament, "all_series": tournament.series.all()}
    return form_page(request, "series/new.html", form, **context)


def show_times(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """When the day is over; a button computes how many games fit until a wanted end."""
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    all_series = list(tournament.series.all())
    fields = ("begins_at", "series_minutes", "break_minutes")
    initial = {name: getattr(tournament, name) for name in fields} | {"count": len(all_series) or 1}
    form, fit = TimesForm(request.POST or None, initial=initial), None
    is_question = "compute" in request.POST
    question = ("begins_at", "ends_at", "count")
    for name in question:
        form.fields[name].required = is_question
    if form.is_valid() and is_question:
        fit = fit_until(*(form.cleaned_data[name] for name in (*question, "break_minutes")))
    elif form.is_valid():
        with refusals(form):
            plan = {name: form.cleaned_data[name] for name in fields}
            services.plan_times(tournament, **plan, by=actor(request))
            messages.success(request, _("Saved."))
            return redirect("times", tournament.pk)
    times = series_times(tournament, all_series)
    page = "series/times.html"
    return form_page(request, page, form, tournament=tournament, times=times, fit=fit)


@require_GET
def show_series(request: HttpRequest, series_id: int) -> HttpResponse:
    """`?table=9` prepares the form to open its list; `?missing=9` says that there is no table 9."""
    series = series_for(request, series_id)
    table_to_open = request.GET.get("table")
    missing = parse_number(request.GET.get("missing", ""), digits=9)
    if missing and series.lists.filter(table_number=missing).exists():
        missing = None
    number = table_to_open or missing
    form = OpenListForm(initial={"table": number} if number else {})
    if table_to_open:
        form.fields["seat1"].widget.attrs["autofocus"] = True
    return series_page(request, series, form, missing)


def series_page(
    request: HttpRequest, series: Series, form: OpenListForm, missing: int | None = None
) -> HttpResponse:
    """The page of a series; `?by=` selects one of `TABLE_VIEWS`."""
    has_begun = series.state in (SeriesState.PLAYING, SeriesState.CLOSED)
    selected, usual = request.GET.get("by", ""), "states" if has_begun else "tables"
    view = one_series(series, drafts=right_of(request).organizer)
    context = series_context(series) | {
        "view": view,
        "findings": impossible_states(series.tournament, [view]),
        "by": selected if selected in TABLE_VIEWS else usual,
        "players": series.tournament.entries.filter(plays_in(series.number)).count(),
        "missing": missing,
        "acts": possible_acts(view.series),
        "steps": possible_steps(series),
        "tournament_problems": tournament_problems(series.tournament),
        "signatures": SignaturesForm(),
        "moment": print_moment(series.tournament),
        "to_confirm": in_order_of_piles(view) if selected == "confirm" else (),
        **draft_context(request, series, view),
        **room_context(series, view),
    }
    return form_page(request, "series/page.html", form, **context)


def in_order_of_piles(view: SeriesView) -> list[ScoreList]:
    """The lists to be confirmed, as they lie on the desk of the clerk who entered them."""
    order, tables = pile_order(view.series), view.to_confirm
    return sorted(tables, key=lambda table: order.get(table.table_number, len(order)))


def room_context(series: Series, view: SeriesView) -> dict[str, Any]:
    """What a released series shows beside its tables: open lists, time limit, who has no list."""
    if series.state == SeriesState.DRAFT:
        return {}
    absences = players_without_list(series)
    return {
        # Missing lists come before the steps of the series.
        "under_way": series.state == SeriesState.PLAYING and not view.all_done,
        "open_list_problems": services.open_list_problems(series),
        "limit": TimeLimitForm(initial={"minutes": series.minutes}),
        "absences": absences,
        "unexplained": [absence for absence in absences if not absence.reason],
    }


def draft_context(request: HttpRequest, series: Series, view: SeriesView) -> dict[str, Any]:
    """What only organizers see, while the seating is a draft."""
    if series.state != SeriesState.DRAFT or not right_of(request).organizer:
        return {}
    context = {"waiting": waiting_draw(view.series), "throw": ThrowForm()}
    if not view.tables:
        return context | {"usual": usual_options(series)}
    return context | {
        "report": seating_report(view.series),
        "order": services.order_problems(series),
    }


@require_POST
def move(request: HttpRequest, series_id: int) -> HttpResponse:
    series = series_for(request, series_id, Role.ORGANIZER)
    with notifying(request):
        problems = services.move_series(
            series,
            request.POST.get("to", ""),
            **cleaned_data_of(ReasonForm(request.POST)),
            by=actor(request),
        )
        for problem in problems:
            messages.warning(request, message(problem))
    return redirect("series", series.pk)


@require_POST
def set_limit(request: HttpRequest, series_id: int) -> HttpResponse:
    series = series_for(request, series_id, Role.ORGANIZER)
    with notifying(request, _("The time limit is set.")):
        services.set_time_limit(
            series, **cleaned_data_of(TimeLimitForm(request.POST)), by=actor(request)
        )
    return redirect("series", series.pk)


@require_GET
def show_step_back(request: HttpRequest, series_id: int) -> HttpResponse:
    series = series_for(request, series_id, Role.ORGANIZER)
    effect = step_back(series)
    if effect is None:
        return redirect("series", series.pk)
    return render(request, "series/back.html", series_context(series) | {"effect": effect})


@require_POST
def remove_series(request: HttpRequest, series_id: int) -> HttpResponse:
    series = series_for(request, series_id, Role.ORGANIZER)
    number = series.number
    with notifying(request):
        services.remove_series(series, by=actor(request))
        messages.success(request, _("Series %(number)s is removed.") % {"number": number})
        return redirect("tournament", series.tournament_id)
    return redirect("series", series_id)


@require_POST
def open_list(request: HttpRequest, series_id: int) -> HttpResponse:
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


# The draw: by the engine, by dice or by hand, and the postings with their proof.

MAX_SERIES_AT_ONCE = 20  # of one draw


@heavy
def show_draw(request: HttpRequest, series_id: int) -> HttpResponse:
    """Mode and options of a draw; a POST without any uses the usual ones."""
    series = series_for(request, series_id, Role.ORGANIZER)
    if request.method != "POST" and (problems := act_problems(series, "draw")):
        notify(request, Refused(problems))
        return redirect("series", series.pk)
    form = draw_form(request, series)
    if form.is_valid():
        act = announce_draw if form.cleaned_data["provable"] else draw_series
        reason = form.cleaned_data.get("reason", "")
        with refusals(form) if "mode" in request.POST else notifying(request):
            act(series, form.draw_options, reason=reason, by=actor(request))
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
        max_series=min(MAX_SERIES_AT_ONCE, 1 + len(after)),
        shown=were_shown([series]),
        later_shown=were_shown(after),
        league=series.tournament.league,
    )


def draw_page(request: HttpRequest, series: Series, form: DrawForm) -> HttpResponse:
    players = series_entries(series)
    fours, threes = sizes(len(players)) if len(players) not in UNSEATABLE_COUNTS else (0, 0)
    context = series_context(series) | {
        "players": len(players),
        "fours": fours,
        "threes": threes,
        "fixed": [entry for entry in players if entry.fixed_table],
        "volunteers": [entry for entry in players if entry.three_seats],
        "draws": series.draws.all(),
    }
    return form_page(request, "series/draw.html", form, **context)


@heavy
@require_POST
def throw_dice(request: HttpRequest, series_id: int) -> HttpResponse:
    series = series_for(request, series_id, Role.ORGANIZER)
    with notifying(request):
        draw_announced(series, cleaned_data_of(ThrowForm(request.POST))["seed"], by=actor(request))
    return redirect("series", series.pk)


def show_by_hand(request: HttpRequest, series_id: int) -> HttpResponse:
    series = series_for(request, series_id, Role.ORGANIZER)
    if request.method != "POST" and (problems := act_problems(series, "seat")):
        notify(request, Refused(problems))
        return redirect("series", series.pk)
    was_shown = were_shown([series])
    form = ByHandForm(request.POST or None, tables=seated_tables(series), shown=was_shown)
    if form.is_valid():
        with refusals(form):
            seat_by_hand(series, **form.cleaned_data, by=actor(request))
            return redirect("series", series.pk)
    return form_page(request, "series/by_hand.html", form, **series_context(series))


@require_POST
def swap(request: HttpRequest, series_id: int) -> HttpResponse:
    series = series_for(request, series_id, Role.ORGANIZER)
    players = [number for table in seated_tables(series).values() for number in table]
    pair = [number for number in players if str(number) in request.POST.getlist("swap")]
    if len(pair) != 2:
        messages.error(request, _("Tick exactly two players who are to change places."))
        return redirect("series", series.pk)
    with notifying(request):
        swap_players(series, *pair, by=actor(request))
        messages.success(request, swap_sentence(series, *pair))
    return redirect("series", series.pk)


def swap_sentence(series: Series, one: int, other: int) -> str:
    report = seating_report(series)
    avoidable = sum(term.avoidable for term in report.terms)
    sentence = _("No. %(one)s and no. %(other)s have changed places.") % {
        "one": one,
        "other": other,
    }
    if not avoidable:
        return sentence
    return f"{sentence} " + ngettext(
        "The report names %(count)s exception that could be avoided.",
        "The report names %(count)s exceptions that could be avoided.",
        avoidable,
    ) % {"count": avoidable}


@require_GET
def show_posting(request: HttpRequest, series_id: int) -> HttpResponse:
    """The seating as it is posted on the wall, by name or by table, with its proof."""
    series = series_for(request, series_id)
    organizer = right_of(request).organizer
    view = one_series(series, drafts=organizer)
    report = seating_report(series) if view.tables else None
    draw = report and report.draw
    context = series_context(series) | {
        "view": view,
        "by": "tables" if request.GET.get("by") == "tables" else "names",
        "report": report,
        "repeatable": draw and draw.seed and readable_draw(draw, organizer=organizer),
    }
    return form_page(request, "series/posting.html", ThrowForm(), **context)


@require_GET
def download_draw(request: HttpRequest, series_id: int, number: int) -> HttpResponse:
    """Request and seed of a draw: with `manage.py draw` anybody gets the same seating."""
    series = series_for(request, series_id)
    draw = get_object_or_404(series.draws.exclude(seed=""), number=number)
    source = readable_draw(draw, organizer=right_of(request).organizer)
    if source is None:
        raise Http404
    response = JsonResponse({**source.options["request"], "seed": draw.seed})
    response["Content-Disposition"] = f'attachment; filename="draw-{series.number}-{number}.json"'
    return response


# The search: a table leads to its list, a player to the page of his seat.


@require_GET
def search(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Go to the only match; several matches, or none, are listed."""
    tournament = tournament_for(request, tournament_id)
    text, series_id = search_text(request), request.GET.get("series", "")
    series = searched_series(tournament, series_id, drafts=right_of(request).organizer)
    matches = find_matches(tournament, series, text)
    if address := address_of_only_match(request, series, matches):
        return redirect(address)
    context = {
        "tournament": tournament,
        "series": series,
        "all_series": tournament.series.all(),
        "matches": matches,
        "query": text,
        "tables": series.lists.count() if series else 0,
    }
    return render(request, "series/find.html", context)


def address_of_only_match(
    request: HttpRequest, series: Series | None, result: SearchResult
) -> str | None:
    """The page to which the search leads: of a list, a player, or a table without a list."""
    if result.score_list is not None:
        return reverse(list_page(request, result.score_list), args=[result.score_list.pk])
    if series is None:
        return reverse("entry", args=[result.only.pk]) if result.only else None
    table = 0 if result.by_number else result.number
    may_open = bool(table) and right_of(request).clerk and "open" in possible_acts(series)
    is_drawn = series.state != SeriesState.DRAFT and series.draws.exists()
    # With cards from a bag a number is the next table, even if a player has it.
    is_next_table = may_open and not is_drawn and series.lists.exists()
    if result.only and not is_next_table:
        return reverse("series-seat", args=[series.pk, result.only.start_number])
    if may_open and (is_next_table or not result.players):
        # The page of a drawn series says that it has no such table.
        parameter = "missing" if is_drawn else "table"
        return f"{reverse('series', args=[series.pk])}?{parameter}={table}"
    return None
