"""The side of the computer that reports: its server, and the report of a tournament."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scoring.core.access import actor, administrator, tournament_for
from scoring.core.answers import cleaned, form_page, is_partial, notifying, refusals
from scoring.core.heavy import heavy
from scoring.models import Host, ReportTarget, Role, User
from scoring.reporting.courier import COURIER
from scoring.reporting.forms import AddressForm, TargetForm, number_in
from scoring.reporting.reads.outgoing import shown_report
from scoring.reporting.services.outgoing import report_result
from scoring.reporting.services.targets import change_address, remove_target, set_target
from scoring.tournament.reads.reported import targets_of


@require_GET
def show_report(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """How far the report of a tournament is; while it waits, the page asks again by itself."""
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    found = shown_report(tournament)
    if found is None or tournament.reported_at:
        raise Http404
    template = "reporting/_report.html" if is_partial(request) else "reporting/report.html"
    sets_keys = isinstance(request.user, User) and request.user.is_superuser
    context = {"tournament": tournament, "found": found, "sets_keys": sets_keys}
    return render(request, template, context)


@heavy
@require_POST
def send_report(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Report the final result; what waits already is tried at once."""
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    if shown_report(tournament) is None:
        raise Http404
    chosen, replaces = (number_in(request, name) for name in ("target", "replaces"))
    with notifying(request):
        report_result(tournament, target=chosen, replaces=replaces, by=actor(request))
        COURIER.wake()
    return redirect("report", tournament_id)


@require_http_methods(["GET", "POST"])
def target(request: HttpRequest, host_id: int) -> HttpResponse:
    """The servers to which is reported, each typed in once with its key."""
    administrator(request)
    host = get_object_or_404(Host, pk=host_id)
    found = list(targets_of(host))
    form = TargetForm(request.POST or None, initial={"address": found[0].address if found else ""})
    if form.is_valid():
        with refusals(form):
            made = set_target(
                host, form.cleaned_data["address"], form.cleaned_data["key"], by=actor(request)
            )
            COURIER.wake()
            words = _("This computer reports to %(name)s from now on.")
            messages.success(request, words % {"name": made.received_by or made.address})
            return redirect("report-target", host_id)
    return form_page(request, "reporting/target.html", form, targets=found, host_id=host_id)


@require_POST
def move_target(request: HttpRequest, host_id: int, target_id: int) -> HttpResponse:
    """Another address of the same server."""
    administrator(request)
    moved = get_object_or_404(ReportTarget, pk=target_id, host=host_id, removed_at=None)
    with notifying(request):
        change_address(moved, cleaned(AddressForm(request.POST))["address"], by=actor(request))
        COURIER.wake()
        messages.success(request, _("Saved."))
    return redirect("report-target", host_id)


@require_POST
def end_target(request: HttpRequest, host_id: int, target_id: int) -> HttpResponse:
    administrator(request)
    removed = get_object_or_404(ReportTarget, pk=target_id, host=host_id)
    with notifying(request):
        remove_target(removed, by=actor(request))
        words = _("Nothing is reported to %(name)s any more.")
        messages.success(request, words % {"name": removed})
    return redirect("report-target", host_id)
