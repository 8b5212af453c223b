"""Who else types in a list, and what somebody else changed in it meanwhile."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from scoring.core.access import actor, list_for
from scoring.desk.forms.lists import PresenceForm
from scoring.desk.grid import grid_of, state_context
from scoring.desk.presence import forget_page, note_presence
from scoring.desk.services.changing import leave_needed
from scoring.models import Role


@require_GET
def presence(request: HttpRequest, list_id: int) -> HttpResponse:
    """The others in this list; with every row if it is no longer as the page shows it.

    A list that is confirmed, or whose series is closed, keeps its revision.
    """
    score_list = list_for(request, list_id, Role.CLERK)
    form = PresenceForm(request.GET)
    form.is_valid()
    asked, user = form.cleaned_data, actor(request).user
    if asked["left"]:
        forget_page(list_id, asked.get("page", ""))
        return HttpResponse(status=204)
    others = []
    if user and asked.get("page"):
        name = str(user)
        others = note_presence(list_id, asked["page"], user.pk, name, asked.get("row"))
    context: dict[str, object] = {"others": others, "own_user": user.pk if user else None}
    is_read = asked.get("revision") in (None, score_list.revision)
    state = f"{score_list.state} {leave_needed(score_list)}".strip()
    if is_read and (asked.get("state") or state) == state:
        return render(request, "desk/_here_answer.html", context)
    grid = grid_of(score_list)
    context |= state_context(request, grid)
    others_rows = {"rows": grid.rows, "names": True}
    context |= {"totals": True, "is_read": is_read} if asked["totals"] else others_rows
    return render(request, "desk/_here_answer.html", context)
