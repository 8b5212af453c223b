"""The organizer's form of the announcement (TO 6.2)."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.core.access import actor, tournament_for
from scoring.core.answers import form_page, notifying, refusals
from scoring.core.text import plain_text
from scoring.models import Role
from scoring.public.forms import AnnouncementForm
from scoring.public.reads.announcement import announcement_paper, suggestions
from scoring.public.services.announcement import (
    draft_of,
    publish_announcement,
    save_announcement,
    withdraw_announcement,
)


@require_http_methods(["GET", "POST"])
def edit(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The draft: saved, or saved and published if nothing is missing."""
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    draft = draft_of(tournament)
    form = AnnouncementForm.of(draft, suggestions(tournament), request.POST or None)
    if form.is_valid():
        saved, publishing = False, "publish" in request.POST
        with refusals(form):
            save_announcement(tournament, form.items(), by=actor(request))
            saved = True
            if publishing:
                publish_announcement(tournament, by=actor(request))
            published = _("The announcement is published.")
            messages.success(request, published if publishing else _("The announcement is saved."))
            return redirect("announcement", tournament.pk)
        if saved:
            form.add_error(None, _("Not published yet. What was typed is kept as a draft."))
    context: dict[str, Any] = {"tournament": tournament, "draft": draft}
    context["paper"] = announcement_paper(draft)
    return form_page(request, "public/edit_announcement.html", form, **context)


@require_POST
def withdraw(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    reason = plain_text(request.POST.get("reason", ""))[:400]
    with notifying(request):
        withdraw_announcement(tournament, reason=reason, by=actor(request))
    return redirect("announcement", tournament.pk)
