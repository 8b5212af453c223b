"""The server's side: keys that a host gives out, and what was reported to it."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from scoring.core.access import actor, tournament_for
from scoring.core.answers import PER_PAGE, form_page, notifying, refusals
from scoring.core.links import shareable
from scoring.core.scope import hosts_to_organize
from scoring.hosts.access import host_for, host_to_administer
from scoring.hosts.reads import administers
from scoring.models import Host, RefusedReport, ReportKey, Tournament, User
from scoring.reporting.forms import KeyNameForm, number_in
from scoring.reporting.reads.received import (
    changed_by_newest,
    is_late,
    keys_of,
    open_seasons,
    refusals_of,
    reports_below,
    versions_with,
)
from scoring.reporting.services.keys import give_key, withdraw_key
from scoring.reporting.services.refused import dismiss_report, join_reports
from scoring.seasons.services.seasons import move_tournament_to


@require_GET
def show_reports(request: HttpRequest, host_id: int) -> HttpResponse:
    """What was reported to the host and to those below it; its administrator sees the keys."""
    user, host = host_for(request, host_id)
    return reports_page(request, user, host, KeyNameForm())


def reports_page(request: HttpRequest, user: User, host: Host, form: KeyNameForm) -> HttpResponse:
    page = Paginator(reports_below(host), PER_PAGE).get_page(request.GET.get("page"))
    is_administrator = administers(user, host)
    context: dict[str, Any] = {"host": host, "page": page, "administers": is_administrator}
    context["rows"] = [(each, changed_by_newest(each), is_late(each)) for each in page]
    context["refusals"] = refusals_of(host)
    context["organizes"] = organizes_host_itself(user, host)
    if context["organizes"]:
        context["seasons"] = list(open_seasons(host))
    if is_administrator:
        context["keys"] = keys_of(host)
    return form_page(request, "reporting/host.html", form, **context)


@require_POST
def new_key(request: HttpRequest, host_id: int) -> HttpResponse:
    """Give out a key; it is shown on the page that follows, and never again."""
    user, host = host_to_administer(request, host_id)
    form = KeyNameForm(request.POST)
    if form.is_valid():
        with refusals(form):
            code = give_key(host, form.cleaned_data["name"], by=actor(request))
            if not code:
                messages.warning(
                    request, _("The key was shown already. If it is lost, withdraw it.")
                )
                return redirect("host-reports", host_id)
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


@require_POST
def join_report(request: HttpRequest, host_id: int, refused_id: int) -> HttpResponse:
    """A refused report goes on with the one that is here."""
    refused = refused_for(request, host_id, refused_id)
    with notifying(request):
        join_reports(refused, by=actor(request))
        words = _("“%(name)s” goes on with it: reported again, its result is taken.")
        messages.success(request, words % {"name": refused.key.name})
    return redirect("host-reports", host_id)


@require_POST
def dismiss(request: HttpRequest, host_id: int, refused_id: int) -> HttpResponse:
    """A refused report that nobody will report rightly leaves the page."""
    refused = refused_for(request, host_id, refused_id)
    with notifying(request):
        dismiss_report(refused, by=actor(request))
        messages.success(request, _("It is not shown any more; the log keeps it."))
    return redirect("host-reports", host_id)


def refused_for(request: HttpRequest, host_id: int, refused_id: int) -> RefusedReport:
    """A refused report of a host, for its administrator."""
    _user, host = host_to_administer(request, host_id)
    rows = RefusedReport.objects.select_related("key")
    return get_object_or_404(rows, pk=refused_id, host=host)


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
    """Every version of a reported result, with what each changed."""
    tournament = tournament_for(request, tournament_id)
    versions = versions_with(tournament)
    if not versions:
        raise Http404
    context = {"tournament": tournament, "versions": versions}
    return render(request, "reporting/versions.html", context)
