"""Backups of the whole installation: see, make, download, take in and put back.

They hold every tournament and every account, so they belong to whoever sets up the program;
organizing one tournament is not enough.
"""

from pathlib import Path

from django.contrib import messages
from django.contrib.auth import logout
from django.db import connection
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scoring.backup.forms import RestoreForm, UploadForm
from scoring.backup.services import backups, postgresql
from scoring.core.access import actor, administrator, tournament_for
from scoring.core.answers import form_page, notifying, refusals
from scoring.core.forms import Refused
from scoring.core.heavy import heavy
from scoring.messages import message
from scoring.models import Tournament


@heavy
@never_cache
@require_http_methods(["GET", "POST"])
def show_backups(request: HttpRequest) -> HttpResponse:
    """All of them with their integrity; a POST takes in a file from elsewhere."""
    administrator(request)
    tournament = tournament_before(request)
    form = UploadForm(request.POST or None, request.FILES or None)
    if form.is_valid():
        with refusals(form):
            backup = backups.take_in(form.cleaned_data["file"], by=actor(request))
            messages.success(request, _("Taken in as %(name)s.") % {"name": backup.name})
            return redirect("backups")
    return form_page(
        request,
        "backup/list.html",
        form,
        tournament=tournament,
        kept=backups.kept(),
        copy=backups.second_folder(),
        sqlite=connection.vendor == "sqlite",
        dumps=connection.vendor == "postgresql" and postgresql.is_possible(),
        warnings=[message(problem) for problem in backups.copy_problems()],
    )


@require_POST
def new_backup(request: HttpRequest) -> HttpResponse:
    administrator(request)
    with notifying(request):
        problems = backups.back_up(by=actor(request))
        messages.success(request, _("The backup is made."))
        for problem in problems:
            messages.warning(request, message(problem))
    tournament = tournament_before(request)
    url = reverse("backups")
    return redirect(f"{url}?tournament={tournament.pk}" if tournament else url)


def tournament_before(request: HttpRequest) -> Tournament | None:
    """The tournament that led here, so that its next step stands on the page too."""
    number = request.GET.get("tournament") or request.POST.get("tournament") or ""
    is_number = number.isascii() and number.isdecimal() and len(number) < 16
    return tournament_for(request, int(number)) if is_number else None


@never_cache
@require_GET
def download_backup(request: HttpRequest, name: str) -> HttpResponseBase:
    administrator(request)
    try:
        path = backups.handed_out(name, by=actor(request))
        return FileResponse(path.open("rb"), as_attachment=True, filename=path.name)
    except (Refused, FileNotFoundError):
        raise Http404 from None


@heavy
@never_cache
@require_http_methods(["GET", "POST"])
def restore_backup(request: HttpRequest, name: str) -> HttpResponse:
    """What would be replaced, and by what; it happens only with the name typed."""
    administrator(request)
    try:
        backup_file = backups.find(name)
    except Refused:
        raise Http404 from None
    form = RestoreForm(request.POST or None)
    if form.is_valid():
        with refusals(form):
            aside = backups.put_back(name, form.cleaned_data["typed"], by=actor(request))
            return restored(request, name, aside)
    return form_page(request, "backup/restore.html", form, backup=backup_file)


def restored(request: HttpRequest, name: str, aside: Path | None) -> HttpResponse:
    """Everybody signs in again: sessions and accounts are those of the backup."""
    logout(request)
    messages.success(request, _("%(name)s is restored. Please sign in again.") % {"name": name})
    if aside:
        sentence = _("What was there before is kept as %(name)s.") % {"name": aside.name}
        messages.info(request, sentence)
    return redirect("sign-in")
