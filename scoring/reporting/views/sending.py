"""The side of the computer that reports: its server, and the report of a tournament."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scoring.core.access import administrator, submission, tournament_for
from scoring.core.answers import form_page, is_partial, notifying, refusals
from scoring.core.heavy import heavy
from scoring.models import Host, ReportTarget, Role
from scoring.reporting.courier import COURIER
from scoring.reporting.forms import TargetForm
from scoring.reporting.reads.outgoing import shown_report
from scoring.reporting.services.outgoing import report_result
from scoring.reporting.services.targets import remove_target, set_target


@require_GET
def show_report(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """How far the report of a tournament is; while it waits, the page asks again by itself."""
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    found = shown_report(tournament)
    if found is None or tournament.reported_at:
        raise Http404
    template = "reporting/_report.html" if is_partial(request) else "reporting/report.html"
    return render(request, template, {"tournament": tournament, "found": found})


@heavy
@require_POST
def send_report(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Report the final result; what waits already is tried at once."""
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    if shown_report(tournament) is None:
        raise Http404
    with notifying(request):
        report_result(tournament, **submission(request))
        COURIER.wake()
    return redirect("report", tournament_id)


@require_http_methods(["GET", "POST"])
def target(request: HttpRequest, host_id: int) -> HttpResponse:
    """The server to which is reported, typed in once with its key."""
    administrator(request)
    host = get_object_or_404(Host, pk=host_id)
    found = ReportTarget.objects.filter(host=host).first()
    form = TargetForm(request.POST or None, initial={"address": found.address if found else ""})
    if form.is_valid():
        with refusals(form):
            made = set_target(
                host, form.cleaned_data["address"], form.cleaned_data["key"], **submission(request)
            )
            COURIER.wake()
            words = _("This computer reports to %(name)s from now on.")
            messages.success(request, words % {"name": made.received_by or made.address})
            return redirect("report-target", host_id)
    return form_page(request, "reporting/target.html", form, target=found, host_id=host_id)


@require_POST
def end_target(request: HttpRequest, host_id: int) -> HttpResponse:
    administrator(request)
    host = get_object_or_404(Host, pk=host_id)
    with notifying(request):
        remove_target(host, **submission(request))
        messages.success(request, _("Nothing is reported any more."))
    return redirect("report-target", host_id)
