"""The side of the club: where it reports to, and the report of a tournament."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scoring.core.access import actor, administrator, ask_not_blind, tournament_for
from scoring.core.answers import form_page, notifying, refusals
from scoring.core.heavy import Busy, busy, heavy
from scoring.models import Host, Report, ReportTarget, Role, Tournament
from scoring.reporting.forms import TargetForm
from scoring.reporting.reads.documents import download, packed_export
from scoring.reporting.services.sending import report_result
from scoring.reporting.services.targets import remove_target, set_target
from scoring.tournament.reads.reported import report_state, target_of


@require_GET
def show_report(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Where the result goes, what was answered last, and its document as a file."""
    tournament = played_here(request, tournament_id)
    context = {
        "tournament": tournament,
        "target": target_of(tournament.host_id),
        "report": Report.objects.filter(tournament=tournament).first(),
        "state": report_state(tournament),
    }
    return render(request, "reporting/report.html", context)


def played_here(request: HttpRequest, tournament_id: int) -> Tournament:
    """A tournament for its organizer; 404 for one that was reported from elsewhere."""
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    return get_object_or_404(Tournament, pk=tournament.pk, reported_at=None)


@require_POST
def send_report(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Report the final result; the page that follows says what the server answered."""
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    try:
        with notifying(request):
            report_result(tournament, by=actor(request))
    except Busy:
        return busy()
    return redirect("report", tournament_id)


@heavy
@require_GET
def report_document(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The same document as a file, for a host that is not reached."""
    tournament = played_here(request, tournament_id)
    ask_not_blind(request, tournament)
    return download(packed_export(tournament), tournament.name, tournament.date)


@require_http_methods(["GET", "POST"])
def target(request: HttpRequest, host_id: int) -> HttpResponse:
    """The server to which is reported, typed in with the key that was given out there."""
    administrator(request)
    host = get_object_or_404(Host, pk=host_id)
    old = target_of(host.pk)
    initial = {"address": old.address if old else ""}
    form = TargetForm(request.POST or None, initial=initial, has_key=old is not None)
    if form.is_valid():
        with refusals(form):
            made = set_target(host, **form.cleaned_data, by=actor(request))
            words = _("Results are reported to %(name)s from now on.")
            messages.success(request, words % {"name": made})
            return redirect("report-target", host_id)
    return form_page(request, "reporting/target.html", form, target=old, host_id=host_id)


@require_POST
def end_target(request: HttpRequest, host_id: int) -> HttpResponse:
    administrator(request)
    removed = get_object_or_404(ReportTarget, host=host_id)
    with notifying(request):
        remove_target(removed, by=actor(request))
        words = _("Nothing is reported to %(name)s any more.")
        messages.success(request, words % {"name": removed})
    return redirect("report-target", host_id)
