"""Who else types in a list, and what somebody else changed in it meanwhile."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from scoring.core.access import actor, list_for, right_of
from scoring.desk.forms.lists import PresenceForm
from scoring.desk.grid import grid_of, state_context
from scoring.desk.presence import forget_page, note_presence
from scoring.desk.services.changing import leave_needed, may_correct
from scoring.desk.views.totals import page_context
from scoring.models import Role


@require_GET
def presence(request: HttpRequest, list_id: int) -> HttpResponse:
    """The others in this list; with every row if it is no longer as the page shows it.

    A list that is confirmed, or whose series is closed, keeps its revision.
    """
    score_list = list_for(request, list_id, Role.CLERK)
    form = PresenceForm(request.GET)
    form.is_valid()
    asked = form.cleaned_data
    if asked["left"]:
        return left(list_id, asked.get("page"))
    context = present(request, list_id, asked.get("page"), asked.get("row"))
    is_read = asked.get("revision") in (None, score_list.revision)
    state = f"{score_list.state} {leave_needed(score_list)}".strip()
    if is_read and (asked.get("state") or state) == state:
        return render(request, "desk/_here_answer.html", context)
    if asked["totals"]:
        may_type = may_correct(score_list, right_of(request))
        context |= page_context(score_list, may_type=may_type)
        context |= {"totals": True, "is_read": is_read}
    else:
        grid = grid_of(score_list)
        context |= state_context(request, grid) | {"rows": grid.rows, "names": True}
    return render(request, "desk/_here_answer.html", context)


def present(
    request: HttpRequest, list_id: int, page: str | None, row: int | None = None
) -> dict[str, object]:
    """Note an open page of a list; the context of who else has one open."""
    user = actor(request).user
    others = note_presence(list_id, page, user.pk, str(user), row) if user and page else []
    return {"others": others, "own_user": user.pk if user else None}


def left(list_id: int, page: str | None) -> HttpResponse:
    """The answer to a page that says that it is left."""
    forget_page(list_id, page or "")
    return HttpResponse(status=204)
