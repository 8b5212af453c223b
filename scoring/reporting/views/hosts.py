"""The side of the host: keys that it gives out, what it received, documents by hand."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from scoring.core.access import actor, tournament_for
from scoring.core.answers import OK, UNPROCESSABLE, form_page, notifying, paged, refusals
from scoring.core.heavy import heavy
from scoring.core.links import shareable
from scoring.core.scope import hosts_to_organize
from scoring.hosts.access import host_for, host_to_administer
from scoring.hosts.reads import administers
from scoring.models import Host, ReceivedReport, ReportKey, Role, Tournament, User
from scoring.reporting.forms import DocumentForm, KeyNameForm, number_in
from scoring.reporting.reads.documents import download
from scoring.reporting.reads.received import (
    keys_of,
    open_seasons,
    refused_of,
    reports_below,
    reports_of,
)
from scoring.reporting.services.keys import give_key, withdraw_key
from scoring.reporting.services.receiving import Parcel, receipt, receive, sentences
from scoring.seasons.services.seasons import move_tournament_to


@require_GET
def show_reports(request: HttpRequest, host_id: int) -> HttpResponse:
    """What was reported to the host and to those below it; its administrator sees the keys."""
    user, host = host_for(request, host_id)
    return reports_page(request, user, host, KeyNameForm())


def reports_page(
    request: HttpRequest,
    user: User,
    host: Host,
    form: KeyNameForm,
    upload_form: DocumentForm | None = None,
) -> HttpResponse:
    context: dict[str, Any] = {"host": host, "administers": administers(user, host)}
    context["page"] = paged(request, reports_below(host))
    context["refused"] = refused_of(host)
    context["organizes"] = organizes_host_itself(user, host)
    if context["organizes"]:
        context["seasons"] = list(open_seasons(host))
        context["upload_form"] = upload_form or DocumentForm()
    if context["administers"]:
        context["keys"] = keys_of(host)
    status = UNPROCESSABLE if upload_form and upload_form.errors else OK
    return form_page(request, "reporting/host.html", form, status=status, **context)


@require_POST
def new_key(request: HttpRequest, host_id: int) -> HttpResponse:
    """Give out a key; it is shown on the page that follows, and never again."""
    user, host = host_to_administer(request, host_id)
    form = KeyNameForm(request.POST)
    if form.is_valid():
        with refusals(form):
            code = give_key(host, form.cleaned_data["name"], by=actor(request))
            address = shareable(request, "")
            context = {"host": host, "code": code, "address": address, **form.cleaned_data}
            return render(request, "reporting/key.html", context)
    return reports_page(request, user, host, form)


@require_POST
def end_key(request: HttpRequest, host_id: int, key_id: int) -> HttpResponse:
    _user, host = host_to_administer(request, host_id)
    key = get_object_or_404(ReportKey, pk=key_id, host=host)
    with notifying(request):
        withdraw_key(key, by=actor(request))
        messages.success(request, _("Nothing is taken any more with this key."))
    return redirect("host-reports", host_id)


@heavy
@require_POST
def upload(request: HttpRequest, host_id: int) -> HttpResponse:
    """The document of a club without network, handed in as a file."""
    user, host = host_for(request, host_id)
    if not organizes_host_itself(user, host):
        raise PermissionDenied
    form = DocumentForm(request.POST, request.FILES)
    if form.is_valid():
        with refusals() as refused:
            content = form.cleaned_data["document"].read()
            report = receive(Parcel(content, host, actor(request)))
            messages.success(request, receipt(report))
            return redirect("host-reports", host_id)
        form.add_error("document", sentences(refused.problems))
    return reports_page(request, user, host, KeyNameForm(), form)


@require_POST
def put_into_season(request: HttpRequest, host_id: int) -> HttpResponse:
    """A reported result that counts nowhere yet joins a season of the host."""
    user, host = host_for(request, host_id)
    if not organizes_host_itself(user, host):
        raise PermissionDenied
    rows = Tournament.objects.filter(host=host, received_report__isnull=False)
    tournament = get_object_or_404(rows, pk=number_in(request, "tournament") or 0)
    season = get_object_or_404(open_seasons(host), pk=number_in(request, "season") or 0)
    with notifying(request):
        move_tournament_to(tournament, season, by=actor(request))
        words = _("“%(tournament)s” counts in “%(season)s”.")
        messages.success(request, words % {"tournament": tournament.name, "season": season.name})
    return redirect("host-reports", host_id)


def organizes_host_itself(user: User, host: Host) -> bool:
    return hosts_to_organize(user).filter(pk=host.pk).exists()


@require_GET
def show_versions(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Everything that was reported of a tournament, with the documents."""
    tournament = tournament_for(request, tournament_id)
    reports = list(reports_of(tournament))
    if not reports:
        raise Http404
    context = {"tournament": tournament, "reports": reports}
    return render(request, "reporting/versions.html", context)


@require_GET
def received_document(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The document of which a reported tournament was made, as it came."""
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    report = get_object_or_404(ReceivedReport, tournament=tournament)
    return download(bytes(report.document or b""), report.name, tournament.date)
