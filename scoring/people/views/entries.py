"""The players of a tournament: corrections, states, removal, reservations."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from scoring.core.access import actor, entry_for, right_of, tournament_for
from scoring.core.forms import (
    UNPROCESSABLE,
    cleaned_data_of,
    form_page,
    is_partial,
    notifying,
    parse_number,
    refusals,
)
from scoring.core.text import Details, Name
from scoring.messages.catalogue import message
from scoring.models import Entry, Role, Series
from scoring.models.person import EntryState
from scoring.people.forms import (
    EntryForm,
    EntryStateForm,
    ExclusionForm,
    MaxPlayersForm,
    PasteForm,
    PublishedAsForm,
)
from scoring.people.pasting import newcomers_in
from scoring.people.reads.entries import numbered_reservations
from scoring.people.services import entries, leaving
from scoring.people.services.leaving import decide_exclusion
from scoring.people.views.registration import respond_after_removal
from scoring.series.reads.series import seats_left_by


def change(request: HttpRequest, entry_id: int) -> HttpResponse:
    entry = entry_for(request, entry_id, Role.CLERK)
    form = EntryForm(request.POST or None, entry=entry)
    if form.is_valid():
        with refusals(form):
            data = dict(form.cleaned_data)
            name = Name(data.pop("family"), data.pop("given"))
            details = Details(data.pop("passport"), data.pop("birth_year"))
            entries.change_entry(entry, name=name, details=details, by=actor(request), **data)
            return respond_after_saving(request, entry)
        entry = entry_for(request, entry_id, Role.CLERK)  # without what was rolled back
    return form_page(
        request,
        "people/change.html",
        form,
        tournament=entry.tournament,
        entry=entry,
        seated=entry.seats.exists(),
        state_form=EntryStateForm(initial={"state": entry.state}),
        teams=entry.in_teams.select_related("team__contest"),
    )


@require_POST
def set_state(request: HttpRequest, entry_id: int) -> HttpResponse:
    """Only a referee expels (TO 6.2)."""
    entry = entry_for(request, entry_id, Role.CLERK)
    with notifying(request):
        values = cleaned_data_of(EntryStateForm(request.POST))
        if EntryState.EXPELLED in (values["state"], entry.state) and not right_of(request).referee:
            raise PermissionDenied
        leaving.set_state(entry, **values, by=actor(request))
        return respond_after_saving(request, entry)
    return redirect("entry-change", entry.pk)


@require_POST
def publish_as(request: HttpRequest, entry_id: int) -> HttpResponse:
    entry = entry_for(request, entry_id, Role.CLERK)
    with notifying(request, _("Saved.")):
        data = cleaned_data_of(PublishedAsForm(request.POST))
        entries.publish_name(entry, **data, by=actor(request))
    return redirect("entry", entry.pk)


@require_POST
def leave(request: HttpRequest, entry_id: int) -> HttpResponse:
    entry = entry_for(request, entry_id, Role.CLERK)
    series = posted_series(request, entry)
    if series is None:
        raise Http404
    with notifying(request):
        last = None if request.POST.get("stays") else series.number
        leaving.leave_after(entry, last, by=actor(request))
        return respond_after_saving(request, entry)
    return redirect("series-seat", series.pk, entry.start_number)


def respond_after_saving(request: HttpRequest, entry: Entry) -> HttpResponse:
    messages.success(request, _("Saved."))
    for problem in seats_left_by(entry):
        messages.warning(request, message(problem))
    if series := posted_series(request, entry):
        return redirect("series-seat", series.pk, entry.start_number)
    return redirect("entries", entry.tournament_id)


def posted_series(request: HttpRequest, entry: Entry) -> Series | None:
    """The series on whose page a button beside a name was pressed."""
    series_id = parse_number(request.POST.get("series", ""), digits=18) or 0
    return entry.tournament.series.filter(pk=series_id).first()


@require_POST
def remove(request: HttpRequest, entry_id: int) -> HttpResponse:
    entry = entry_for(request, entry_id, Role.CLERK)
    with refusals() if is_partial(request) else notifying(request) as refused:
        cents = leaving.remove_entry(entry, by=actor(request))
        return respond_after_removal(request, entry, cents)
    if not is_partial(request):
        return redirect("entry-change", entry_id)
    why = " ".join(message(problem) for problem in refused.problems)
    context = {"entry": entry, "why": why}
    return render(request, "people/_not_added.html", context, status=UNPROCESSABLE)


@require_POST
def decide(request: HttpRequest, tournament_id: int, number: int) -> HttpResponse:
    """The organizer excludes players over a referee's decision, or nobody (TO 9.4)."""
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    rulings = tournament.rulings.select_related("tournament")
    ruling = get_object_or_404(rulings, number=min(number, 2**31))
    with notifying(request, _("Recorded. Excluded players are not seated any more.")):
        decide_exclusion(ruling, **cleaned_data_of(ExclusionForm(request.POST)), by=actor(request))
    return redirect("ruling", tournament_id, number)


def show_reservations(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.CLERK)
    form = PasteForm(request.POST or None)
    if form.is_valid():
        with refusals(form):
            newcomers = newcomers_in(form.cleaned_data["text"])
            count = entries.reserve(tournament, newcomers, by=actor(request))
            sentence = ngettext("%(count)s place reserved.", "%(count)s places reserved.", count)
            messages.success(request, sentence % {"count": count})
            return redirect("reservations", tournament.pk)
    reserved = list(numbered_reservations(tournament))
    context: dict[str, Any] = {"tournament": tournament, "places": reserved}
    absent = [row for row in reserved if row.start_number is None]
    context["waiting"] = sum(row.waiting > 0 for row in absent)
    context["came"] = len(reserved) - len(absent)
    context["limit"] = MaxPlayersForm(initial={"most": tournament.max_players})
    return form_page(request, "people/reservations.html", form, **context)


@require_POST
def limit(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    with notifying(request, _("Saved.")):
        data = cleaned_data_of(MaxPlayersForm(request.POST))
        entries.set_max_players(tournament, data["most"], by=actor(request))
    return redirect("reservations", tournament.pk)


@require_POST
def cancel(request: HttpRequest, tournament_id: int, row_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.CLERK)
    reservation = get_object_or_404(tournament.reservations, pk=row_id)
    with notifying(request):
        entries.cancel_reservation(reservation, by=actor(request))
    return redirect("reservations", tournament.pk)
