"""Backups of the whole installation: see, make, download, import and restore.

They hold every tournament and every account, so they are for the administrator of the installation;
organizing a tournament is not enough.
"""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.db import connection
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_POST

from scoring.backup.services import backups, postgresql
from scoring.core.access import actor, administrator, tournament_for
from scoring.core.forms import (
    MEGABYTE,
    Form,
    Refused,
    TextField,
    UploadField,
    form_page,
    notifying,
    parse_number,
    refusals,
)
from scoring.core.heavy import heavy
from scoring.messages.catalogue import message
from scoring.models import Tournament

SUFFIX = ".sqlite3"


class UploadForm(Form):
    """A backup from elsewhere; the service checks its contents."""

    file = UploadField(
        most=settings.MAX_REQUEST_BYTES, accept=SUFFIX, label=gettext_lazy("Backup file")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["file"].help_text = _(
            "Up to %(megabytes)s MB. Copy a larger file into %(folder)s on the computer on which "
            "the program runs, under a name such as %(name)s: then it is in the list above."
        ) % {
            "megabytes": settings.MAX_REQUEST_BYTES // MEGABYTE,
            "folder": backups.folder(),
            "name": f"uploaded-1{SUFFIX}",
        }


class RestoreForm(Form):
    """The name of the file has to be typed, to prevent an accidental restore."""

    confirmation = TextField(
        label=gettext_lazy("Name of the file, to confirm"),
        max_length=100,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )


@heavy
def show_backups(request: HttpRequest) -> HttpResponse:
    """The backups, and whether each is whole; a POST imports a file from elsewhere."""
    administrator(request)
    tournament = tournament_before(request)
    form = UploadForm(request.POST or None, request.FILES or None)
    if form.is_valid():
        with refusals(form):
            backup = backups.import_backup(form.cleaned_data["file"], by=actor(request))
            messages.success(request, _("Imported as %(name)s.") % {"name": backup.name})
            return redirect("backups")
    return form_page(
        request,
        "backup/list.html",
        form,
        tournament=tournament,
        kept=backups.list_backups(),
        copy=settings.BACKUP_COPY,
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
    """The tournament from which the reader came, so that the page can show its next step."""
    text = request.GET.get("tournament") or request.POST.get("tournament") or ""
    number = parse_number(text, digits=15)
    return None if number is None else tournament_for(request, number)


@require_GET
def download_backup(request: HttpRequest, name: str) -> HttpResponseBase:
    administrator(request)
    try:
        path = backups.file_to_download(name, by=actor(request))
        return FileResponse(path.open("rb"), as_attachment=True, filename=path.name)
    except (Refused, FileNotFoundError):
        raise Http404 from None


@heavy
def restore_backup(request: HttpRequest, name: str) -> HttpResponse:
    """Show what would be replaced by what, and replace it once the name was typed."""
    administrator(request)
    try:
        backup_file = backups.find(name)
    except Refused:
        raise Http404 from None
    form = RestoreForm(request.POST or None)
    if form.is_valid():
        with refusals(form):
            aside = backups.put_back(name, form.cleaned_data["confirmation"], by=actor(request))
            # Everybody signs in again: sessions and accounts are those of the backup.
            logout(request)
            sentence = _("%(name)s is restored. Please sign in again.") % {"name": name}
            messages.success(request, sentence)
            if aside:
                sentence = _("What was there before is kept as %(name)s.") % {"name": aside.name}
                messages.info(request, sentence)
            return redirect("sign-in")
    return form_page(request, "backup/restore.html", form, backup=backup_file)
