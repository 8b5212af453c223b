"""The registration desk: enter by name, suggestions for abbreviations, undo."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST

from scoring.core.access import actor, tournament_for
from scoring.core.forms import (
    UNPROCESSABLE,
    Refused,
    form_errors,
    form_page,
    is_partial,
    notifying,
    page_of_rows,
    refusals,
    search_text,
)
from scoring.core.services import submission_of, token_of_row, when_repeated
from scoring.messages.sentence import booked_text
from scoring.models import Entry, Role, Tournament
from scoring.models.tournament import TournamentSource
from scoring.people.forms import QuickAddForm, read_desk_line
from scoring.people.reads.entries import (
    door_price,
    entry_rows,
    namesakes_of,
    registration_of,
    search_entries,
    sole_match,
    suggestions_for,
    unpaid_entry,
)
from scoring.people.services import entries, leaving
from scoring.rules.problem import Problem
from scoring.series.reads.teams import registration_keys

PER_PAGE = 200


@require_GET
def show_entries(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id)
    return entries_page(request, tournament, QuickAddForm())


def entries_page(
    request: HttpRequest, tournament: Tournament, form: QuickAddForm, **refused: Any
) -> HttpResponse:
    query = search_text(request)
    source = TournamentSource(tournament)
    last, last_list = leaving.last_registrations(tournament, actor(request))
    page = page_of_rows(request, search_entries(tournament, query), PER_PAGE)
    context: dict[str, Any] = {
        "page": page,
        "rows": entry_rows(tournament, page, source),
        "query": query,
        "keys": registration_keys(tournament),
        "price": door_price(source),
        "last": last,
        "last_list": last_list,
        "meant": token_of_row(last.log) if last else "",
    }
    everybody = count_context(tournament, None if query else page.paginator.count)
    return form_page(request, "people/entries.html", form, **context, **everybody, **refused)


def count_context(tournament: Tournament, count: int | None = None) -> dict[str, Any]:
    return {
        "tournament": tournament,
        "count": tournament.entries.count() if count is None else count,
        "next_number": entries.next_start_number(tournament),
    }


@require_GET
def suggest(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.CLERK)
    try:
        text = read_desk_line(request.GET.get("name", "")[:80]).name
    except ValueError:
        text = ""
    suggestions = suggestions_for(tournament, text)
    context = {"suggestions": suggestions, "chosen": sole_match(suggestions, text)}
    return render(request, "people/_suggestions.html", context)


def add_again(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Answer a line that arrives twice because its answer was lost."""
    tournament = tournament_for(request, tournament_id, Role.CLERK)
    form = QuickAddForm(request.POST)
    earlier = submission_of(request, request.POST["token"])
    entry = leaving.entry_of_submission(tournament, earlier)
    if form.is_valid() and entry is None:  # removed since
        form.add_error("name", _("This was saved already; nothing was written twice."))
    if not form.is_valid() or earlier is None or entry is None:
        return respond_not_added(request, tournament, form)
    if form.asks_for_change or leaving.is_payment(earlier):
        return respond_with_change(request, entry, form)
    return respond_after_adding(request, entry, form)


@when_repeated(add_again)
@require_POST
def add(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.CLERK)
    form = QuickAddForm(request.POST)
    if not form.is_valid():
        return respond_not_added(request, tournament, form)
    if form.asks_for_change:
        return settle_amount(request, tournament, form)
    cleaned_data = dict(form.cleaned_data)  # a refusal takes fields out of the form
    with refusals() as refused:
        who, cash = [form.newcomer()], form.line.cash
        pays = cash != 0  # =0: the player pays later
        [entry] = entries.add_entries(tournament, who, paid=pays, cash=cash, by=actor(request))
        return respond_after_adding(request, entry, form)
    # A player who was entered before and owes money pays by the same line.
    if owing := unpaid_entry(tournament, meant_person_id(tournament, cleaned_data)):
        return take_money(request, owing, form)
    form.refuse(Refused(refused.problems))
    return respond_not_added(request, tournament, form, refused.problems, cleaned_data)


def meant_person_id(tournament: Tournament, cleaned_data: dict[str, Any]) -> int | None:
    if cleaned_data["person"] or cleaned_data["another"]:
        return cleaned_data["person"] or None
    name = cleaned_data["name"]
    match = sole_match(suggestions_for(tournament, name), name)
    return match.person.pk if match else None


def respond_after_adding(request: HttpRequest, entry: Entry, form: QuickAddForm) -> HttpResponse:
    tournament, done = entry.tournament, registration_of(entry, form.line.cash)
    if not is_partial(request):
        messages.success(request, f"{entry.start_number} · {entry.person}")
        if done.cents:
            messages.success(request, booked_text(done.cents))
        return redirect("entries", tournament.pk)
    context = {"entry": entry, "done": done, "row": entry_rows(tournament, [entry])[0]}
    return render(request, "people/_added.html", count_context(tournament) | context)


def take_money(request: HttpRequest, entry: Entry, form: QuickAddForm) -> HttpResponse:
    line = form.line
    with refusals(form):
        bookings = entries.pay_at_the_door(
            entry,
            pots=line.keys or (),
            cash=line.cash,
            published_as=line.published_as,
            by=actor(request),
        )
        return respond_with_change(
            request, entry, form, cents=sum(booking.cents for booking in bookings)
        )
    return respond_not_added(request, entry.tournament, form)


def respond_with_change(
    request: HttpRequest, entry: Entry, form: QuickAddForm, cents: int | None = None
) -> HttpResponse:
    """Say what goes back to a player; `cents` are what was booked just now, if anything was."""
    if not is_partial(request):
        if cents:
            messages.success(request, booked_text(cents))
        return redirect("entries", entry.tournament_id)
    done = registration_of(entry, form.line.cash)
    if cents is not None:
        done = replace(done, cents=cents)
    context = {"tournament": entry.tournament, "done": done}
    return render(request, "people/_change_money.html", context)


def settle_amount(request: HttpRequest, tournament: Tournament, form: QuickAddForm) -> HttpResponse:
    """Only "=20" was typed, for the player of the line whose token the page names."""
    meant = form.cleaned_data["meant"]
    entry = leaving.entry_of_submission(tournament, submission_of(request, meant))
    if entry is None:
        nobody = _("Nobody has been entered here yet.")
        gone = _(
            "Not booked: the player typed before is not entered. "
            "Please type the name with the amount, e.g. Ada Becker =20."
        )
        form.add_error("name", gone if meant else nobody)
        return respond_not_added(request, tournament, form)
    if unpaid_entry(tournament, entry.person_id):
        return take_money(request, entry, form)
    return respond_with_change(request, entry, form)


def respond_not_added(
    request: HttpRequest,
    tournament: Tournament,
    form: QuickAddForm,
    problems: Sequence[Problem] = (),
    cleaned_data: Mapping[str, Any] | None = None,
) -> HttpResponse:
    context: dict[str, Any] = {
        "typed": cleaned_data or {},
        "line": request.POST.get("name", ""),
        "why": form_errors(form),
        "may_insist": bool(problems) and all(problem.severity == "warning" for problem in problems),
        "namesakes": namesakes_of(tournament, cleaned_data["name"] if cleaned_data else ""),
    }
    if not is_partial(request):
        return entries_page(request, tournament, form, **context)
    context["tournament"] = tournament
    return render(request, "people/_not_added.html", context, status=UNPROCESSABLE)


@require_POST
def undo(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.CLERK)
    with notifying(request):
        entry, cents = leaving.undo_registration(tournament, by=actor(request))
        return respond_after_removal(request, entry, cents, undone=True)
    return redirect("entries", tournament.pk)


@require_POST
def undo_import(request: HttpRequest, tournament_id: int, log_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.CLERK)
    get_object_or_404(tournament.log, pk=log_id)
    with notifying(request):
        count = leaving.undo_import(tournament, log_id, by=actor(request))
        sentence = ngettext("%(count)s player removed.", "%(count)s players removed.", count)
        messages.success(request, sentence % {"count": count})
    return redirect("entries", tournament.pk)


def respond_after_removal(
    request: HttpRequest, entry: Entry, cents: int, *, undone: bool = False
) -> HttpResponse:
    """Name the number and the `cents` to give back."""
    tournament, number = entry.tournament, entry.start_number
    if not is_partial(request):
        messages.success(request, _("Number %(number)s is removed.") % {"number": number})
        if cents > 0:
            messages.warning(request, booked_text(-cents))
        return redirect("entries", tournament.pk)
    context = {"start_number": number, "entry_id": entry.pk, "cents": cents, "undone": undone}
    return render(request, "people/_removed.html", count_context(tournament) | context)
