"""Players leave a table and join it at a round; the organizer records it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.core.access import actor, list_for
from scoring.core.answers import form_page, refusals
from scoring.desk.forms.players import LeavingForm
from scoring.desk.grid import list_context
from scoring.desk.reads.sittings import sitting_rows
from scoring.desk.services.sittings import change_seat
from scoring.models import Role


@require_http_methods(["GET", "POST"])
def players(request: HttpRequest, list_id: int) -> HttpResponse:
    """Who sits at the table in which rounds, and the form that changes it (SkO 4.5.9, 3.1.2)."""
    score_list = list_for(request, list_id, Role.ORGANIZER)
    joins = request.GET.get("joins", "")
    form = LeavingForm(request.POST or None, score_list=score_list, joins=joins)
    if form.is_valid():
        revision, reason = form.cleaned_data["revision"], form.cleaned_data["reason"]
        how = {"revision": revision, "reason": reason, "by": actor(request)}
        with refusals(form):
            change_seat(score_list, form.wanted, **how)
            messages.success(request, _("It is recorded who sits at the table from that round on."))
            return redirect("list", list_id)
    rows = sitting_rows(score_list)
    return form_page(request, "desk/players.html", form, rows=rows, **list_context(score_list))
