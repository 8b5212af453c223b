"""The blind second entry: a desk with its own lines only, then the differences."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST
from django_htmx.http import trigger_client_event

from scoring.core.access import actor, list_for
from scoring.core.forms import CHANGED_MEANWHILE, CONFLICT, OK, UNPROCESSABLE, notifying, refusals
from scoring.core.services import when_repeated
from scoring.lists.forms.lines import CloseForm
from scoring.lists.forms.lists import BlindLineForm, BlindTotalsForm, ResolveForm
from scoring.lists.grid import (
    STATUS,
    ListGrid,
    changed_rows,
    grid_rows,
    list_context,
    pad_of,
    seat_view,
)
from scoring.lists.reads import (
    blind_line,
    blind_lines,
    blind_outline,
    doubts_of,
    missing_games,
)
from scoring.lists.services import second_entry as services
from scoring.lists.services.confirmation import person_problems
from scoring.lists.services.games import shown_line
from scoring.lists.views.confirming import confirming_context, respond_confirmed
from scoring.lists.views.totals import Complaint, complaints_about, form_complaints
from scoring.messages.catalogue import message
from scoring.messages.sentence import points
from scoring.models import Actor, Recheck, Role, Seat
from scoring.models.score_list import Depth, ListState
from scoring.rules.checks import appraise
from scoring.rules.problem import Problem
from scoring.rules.records import read_line
from scoring.rules.score_list import tally
from scoring.rules.systems import System


def blind_grid(recheck: Recheck) -> ListGrid:
    """The grid of the second entry alone, with its sums and its figures."""
    score_list = recheck.list
    tournament, outline = score_list.series.tournament, blind_outline(score_list)
    by_totals = score_list.depth == Depth.TOTALS  # else figures are from before it was emptied
    lines, figures = blind_lines(recheck), by_totals and recheck.document.get("totals")
    rows, annulled = grid_rows(lines, outline, tournament.rule_system, blind=True)
    totals = {total.seat: total for total in tally(lines, outline, tournament.scheme)}
    names, seats = ("points", "won", "lost", "paper_total"), []
    for row in score_list.seat_rows.select_related("entry__person"):
        of_seat = dict(zip(names, figures[row.position - 1], strict=True)) if figures else {}
        blind_seat = Seat(position=row.position, entry=row.entry, **of_seat)  # never saved
        seats.append(seat_view(blind_seat, outline, totals.get(row.position)))
    return ListGrid(score_list, outline, rows, annulled, tuple(seats))


def respond_line(
    request: HttpRequest, recheck: Recheck, number: int, *, all_rows: bool = False, **about: Any
) -> HttpResponse:
    """The computed cells that a typed line changed, as `grid.respond_line`."""
    grid = blind_grid(recheck)
    is_next = request.POST.get("steps") == str(recheck.steps - 1)
    rows = changed_rows(grid, number, about, all_rows=all_rows, is_next=is_next)
    context = blind_context(recheck, grid) | rows
    status = STATUS[about.get("outcome", "")]
    return render(request, "lists/confirming/_answer.html", context, status=status)


def respond_incomplete(
    request: HttpRequest, recheck: Recheck, problems: Sequence[Problem], numbers: Sequence[int]
) -> HttpResponse:
    """Why the entries are not compared yet: problems above the grid, missing games by row."""
    grid = blind_grid(recheck)
    missing = Problem("game-number-missing", rule="TO 7.2.1")
    rows = [
        replace(row, problems=(replace(missing, number=row.number, params={"number": row.number}),))
        for row in grid.rows
        if row.number in numbers
    ]
    context = blind_context(recheck, grid) | {"rows": rows, "keeps_revision": True}
    context |= {"reasons": problems, "left": len(numbers)}
    return render(request, "lists/confirming/_answer.html", context, status=UNPROCESSABLE)


def blind_context(recheck: Recheck, grid: ListGrid) -> dict[str, Any]:
    """The context of the desk; `overtaken` is the state to which others moved the list."""
    score_list = recheck.list
    is_entered = score_list.state == ListState.ENTERED
    return list_context(score_list) | {
        "recheck": recheck,
        "grid": grid,
        "blind": True,
        "overtaken": "" if is_entered else score_list.progress,
    }


def figures_context(recheck: Recheck) -> dict[str, Any]:
    form = BlindTotalsForm(score_list=recheck.list)
    return {"figures": form.figures, "games": form.games}


def respond_refused_totals(
    request: HttpRequest,
    recheck: Recheck,
    complaints: Sequence[Complaint],
    status: int = UNPROCESSABLE,
) -> HttpResponse:
    context = blind_context(recheck, blind_grid(recheck)) | figures_context(recheck)
    context |= {"complaints": complaints, "is_stale": status == CONFLICT}
    return render(request, "lists/confirming/_totals_answer.html", context, status=status)


STEPS = {"insert": 1, "remove": -1}
GONE = Problem("recheck-gone")


def recheck_for(request: HttpRequest, list_id: int) -> Recheck:
    """The clerk's unfinished second entry, or an unsaved one if it was given up or finished.

    Every service refuses the unsaved one: the page says what happened in another window.
    """
    score_list = list_for(request, list_id, Role.CLERK, while_blind=True)
    by = actor(request)
    return services.open_recheck(score_list, by) or Recheck(list=score_list, by=by.user)


def show_recheck(request: HttpRequest, list_id: int) -> HttpResponse:
    """The desk of the second entry; before it begins, a page that begins it or says why not."""
    score_list = list_for(request, list_id, Role.CLERK, while_blind=True)
    against: Sequence[Problem] = person_problems(score_list, actor(request))
    if request.method == "POST":
        with refusals() as refused:
            services.start_recheck(score_list, by=actor(request))
            return redirect("recheck", list_id)
        against = refused.problems
    recheck = services.open_recheck(score_list, actor(request))
    if recheck and not against:
        context = blind_context(recheck, blind_grid(recheck))
        if score_list.depth == Depth.TOTALS:
            context |= figures_context(recheck)
            return render(request, "lists/confirming/totals.html", context)
        context["pad"] = pad_of(score_list)
        return render(request, "lists/confirming/second_entry.html", context)
    context = confirming_context(request, score_list) | {"against": against}
    status = UNPROCESSABLE if request.method == "POST" else OK
    return render(request, "lists/confirming/start.html", context, status=status)


def give_up(request: HttpRequest, list_id: int) -> HttpResponse:
    """Say that the list is hidden until the second entry is finished; POST gives that up."""
    score_list = list_for(request, list_id, Role.CLERK, while_blind=True)
    recheck = services.open_recheck(score_list, actor(request))
    if recheck is None:
        return redirect("list", list_id)
    if request.method == "POST":
        with notifying(request, _("The second entry is given up.")):
            services.give_up_recheck(recheck, by=actor(request))
        return redirect("list", list_id)
    context = list_context(score_list) | {"typed": len(blind_lines(recheck))}
    return render(request, "lists/confirming/leave.html", context)


def line_again(request: HttpRequest, list_id: int, number: int) -> HttpResponse:
    recheck = recheck_for(request, list_id)
    if not recheck.pk:
        return respond_line(request, recheck, number, outcome="wrong", reasons=[GONE])
    form = BlindLineForm(request.POST, recheck=recheck, number=number)
    step = STEPS.get(form.kind, 0) if form.is_valid() else 0
    return respond_stored(request, recheck, number, step)


@when_repeated(line_again)
@require_POST
def save_line(request: HttpRequest, list_id: int, number: int) -> HttpResponse:
    """One blindly typed line: stored, refused, or asked about."""
    recheck = recheck_for(request, list_id)
    form = BlindLineForm(request.POST, recheck=recheck, number=number)
    is_emptied = request.POST.get("line") == ""
    if not form.is_valid() and not is_emptied:
        problems = form.problems or [Problem("request-unusable")]
        return respond_line(request, recheck, number, outcome="wrong", reasons=problems)
    kind = "" if is_emptied else form.kind
    if kind in STEPS and "confirmed" not in request.POST:
        question = _("Insert a row here?") if kind == "insert" else _("Remove this row?")
        # Enter after the question sends the same line to the same address.
        return respond_line(
            request, recheck, number, outcome="asking", question=question, confirm=request.path
        )
    with refusals() as refused:
        store_line(recheck, number, form, kind, actor(request))
        return respond_stored(request, recheck, number, STEPS.get(kind, 0))
    recheck = recheck_for(request, list_id)
    if refused.status == CONFLICT:
        return respond_conflict(request, recheck, number, form, kind)
    return respond_line(request, recheck, number, outcome="wrong", reasons=refused.problems)


def store_line(recheck: Recheck, number: int, form: BlindLineForm, kind: str, by: Actor) -> None:
    """Store a line, remove it (`kind` ""), or move later rows."""
    if kind in STEPS:
        services.shift_recheck_lines(recheck, number, STEPS[kind], seen=form.base, by=by)
    elif kind == "":
        services.remove_recheck_line(recheck, number, seen=form.base, by=by)
    else:
        services.record_recheck_line(recheck, form.cleaned_data["line"], seen=form.base, by=by)


def respond_stored(request: HttpRequest, recheck: Recheck, number: int, step: int) -> HttpResponse:
    """The rows after a line was stored; an event tells the script whether others moved."""
    response = respond_line(request, recheck, number, all_rows=bool(step))
    if step:
        trigger_client_event(response, "desk:moved", {"from": number, "by": step})
    return response


def respond_conflict(
    request: HttpRequest, recheck: Recheck, number: int, form: BlindLineForm, kind: str
) -> HttpResponse:
    """What another window stored; if that is what was typed here, the line counts as stored."""
    is_line = kind not in STEPS and form.base.layout == recheck.layout
    text = shown_line(form.cleaned_data["line"]) if is_line and kind else ""
    if is_line and text == shown_line(blind_line(recheck, number)):
        return respond_line(request, recheck, number, all_rows=True)
    return respond_line(
        request, recheck, number, all_rows=True, outcome="stale", reasons=[CHANGED_MEANWHILE]
    )


def totals_again(request: HttpRequest, list_id: int) -> HttpResponse:
    recheck = recheck_for(request, list_id)
    if not recheck.pk:
        return respond_refused_totals(request, recheck, complaints_about([GONE]))
    return go_to_differences(recheck)


@when_repeated(totals_again)
@require_POST
def save_totals(request: HttpRequest, list_id: int) -> HttpResponse:
    """The blindly typed figures of all seats; stored, they are compared at once."""
    recheck = recheck_for(request, list_id)
    form = BlindTotalsForm(request.POST, score_list=recheck.list)
    if not form.is_valid():
        return respond_refused_totals(request, recheck, form_complaints(form))
    with refusals() as refused:
        passed, by = form.passed, actor(request)
        services.record_recheck_totals(recheck, form.totals, passed, seen=form.base, by=by)
        return go_to_differences(recheck)
    recheck = recheck_for(request, list_id)
    if refused.status == CONFLICT and form.text == services.blind_text(recheck):
        return go_to_differences(recheck)
    complaints = complaints_about(refused.problems)
    return respond_refused_totals(request, recheck, complaints, refused.status)


def go_to_differences(recheck: Recheck, query: str = "") -> HttpResponse:
    response = HttpResponse(status=204)
    url = reverse("recheck-finish", args=[recheck.list_id]) + query
    return trigger_client_event(response, "desk:go", {"url": url})


@require_POST
def compare(request: HttpRequest, list_id: int) -> HttpResponse:
    """Go to the differences once everything is typed."""
    recheck = recheck_for(request, list_id)
    form = CloseForm(request.POST)
    form.is_valid()
    ended = bool(form.cleaned_data.get("stop_reason"))
    if not recheck.pk:
        return respond_incomplete(request, recheck, [GONE], [])
    against = person_problems(recheck.list, actor(request))
    missing = missing_games(recheck, ended=ended)
    if against or missing:
        return respond_incomplete(request, recheck, against, missing)
    return go_to_differences(recheck, "?ended=1" if ended else "")


def finish(request: HttpRequest, list_id: int) -> HttpResponse:
    """The differences, each to be decided by the paper, and the signatures."""
    score_list = list_for(request, list_id, Role.CLERK, while_blind=True)
    recheck = services.open_recheck(score_list, actor(request))
    if recheck is None:
        if request.method == "POST":
            messages.error(request, message(GONE))
        return redirect("recheck", list_id)
    by_totals = score_list.depth == Depth.TOTALS
    is_begun = bool(recheck.document.get("totals" if by_totals else "games"))
    is_begun |= score_list.depth == Depth.NONE  # it ended before its first game
    missing = [] if by_totals else missing_games(recheck, ended="ended" in request.GET)
    if missing or not is_begun:
        messages.error(request, _("The second entry is not complete yet."))
        return redirect("recheck", list_id)
    if request.method == "POST":
        return resolve(request, recheck)
    against = person_problems(score_list, actor(request))
    return finish_page(request, recheck, ResolveForm(recheck=recheck), against)


def resolve(request: HttpRequest, recheck: Recheck) -> HttpResponse:
    """Correct and confirm the list, or show why not."""
    score_list = recheck.list
    form = ResolveForm(request.POST, recheck=recheck)
    if not form.is_valid():
        return finish_page(request, recheck, form, [Problem("request-unusable")], UNPROCESSABLE)
    seen = (form.cleaned_data["revision"], form.cleaned_data["steps"])
    if seen != (score_list.revision, recheck.steps):
        return finish_page(request, recheck, form, [CHANGED_MEANWHILE], CONFLICT)
    with refusals() as refused:
        choices, signed = form.choices, form.signatures
        services.resolve_recheck(recheck, choices, signed=signed, by=actor(request))
        return respond_confirmed(request, score_list)
    # What was rolled back left new values on the objects, or the choices were between others.
    recheck = recheck_for(request, score_list.pk)
    form = ResolveForm(request.POST, recheck=recheck)
    return finish_page(request, recheck, form, refused.problems, refused.status)


def finish_page(
    request: HttpRequest,
    recheck: Recheck,
    form: ResolveForm,
    against: Sequence[Problem],
    status: int = OK,
) -> HttpResponse:
    grid = blind_grid(recheck)
    context = list_context(recheck.list) | {
        "recheck": recheck,
        "form": form,
        "seats": grid.seats,
        "choices": choices_of(grid, form),
        "doubts": [] if form.contested else doubts_of(recheck.list),
        "against": against,
    }
    return render(request, "lists/confirming/finish.html", context, status=status)


def choices_of(grid: ListGrid, form: ResolveForm) -> list[dict[str, Any]]:
    names, system = dict(grid.chairs), grid.score_list.series.tournament.rule_system
    chosen = form.choices if form.is_valid() else {}
    return [
        {
            "place": each.place,
            "mark": each.mark,
            "first": entry_words(each.first, system, names),
            "second": entry_words(each.second, system, names),
            "chosen": chosen.get(each.place, ""),
        }
        for each in form.contested
    ]


def entry_words(entry: Any, system: System, names: Mapping[int, str]) -> tuple[str, ...]:
    """The figures of a seat; or a line, its score and soloist: g-3-2, −168, "2 Bruno"."""
    if isinstance(entry, list):
        figure, won, lost = entry
        return points(figure), _("%(won)s won, %(lost)s lost") % {"won": won, "lost": lost}
    line = read_line(entry, system=system)[0] if entry else None
    if line is None:
        return (_("nothing"),)
    if line.game is None:
        return shown_line(line), _("passed") if line.passed else _("unreadable")
    seat, valuation = line.soloist or 0, appraise(line.game).valuation
    score = points(valuation.score) if valuation else ""
    return shown_line(line), score, f"{seat} {names.get(seat, '')}"
