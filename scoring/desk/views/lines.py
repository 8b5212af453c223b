"""The desk: a clerk types a score list line by line (docs/entry-line.md)."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST
from django_htmx.http import trigger_client_event

from scoring.core.access import actor, list_for, right_of
from scoring.core.answers import CHANGED_MEANWHILE, CONFLICT, OK, UNPROCESSABLE, refusals
from scoring.core.refusals import StaleRevision
from scoring.core.submission import when_repeated
from scoring.desk.answers import answer
from scoring.desk.forms.lines import LineForm, ListChangeForm
from scoring.desk.grid import RowAsShown, grid_of, shown_line, state_context
from scoring.desk.pad import pad_of
from scoring.desk.reads.score_list import next_table
from scoring.desk.services.changing import may_correct
from scoring.desk.services.games import Recorded, record_game
from scoring.desk.services.moves import (
    Shift,
    insert_game,
    remove_game,
    row_has_moved,
    shift_preview,
)
from scoring.desk.services.undo import act_number, last_act, line_of, log_of, undo_last
from scoring.messages import label
from scoring.models import LogEntry, Role, ScoreList, Submission
from scoring.models.log import Action
from scoring.models.score_list import Content, Depth
from scoring.rules.problem import Problem
from scoring.rules.score_list import Line

MOVED_BACK: dict[str, int] = {
    Action.LIST_ROW_INSERTED: -1,
    Action.LIST_ROW_REMOVED: 1,
}  # by undoing them
MERGES = 5  # attempts to write while colleagues write other rows of the same list
MODE = "entry-mode"  # session key: how this clerk typed last, "games" or "totals"


@require_GET
def show_list(request: HttpRequest, list_id: int) -> HttpResponse:
    """The list with every row; clerks type, everybody else reads."""
    score_list = list_for(request, list_id)
    if score_list.depth == Depth.TOTALS:
        return redirect("list-totals", list_id)
    request.session[MODE] = "games"
    grid = grid_of(score_list, may_type=may_correct(score_list, right_of(request)))
    context = state_context(request, grid) | {"pad": pad_of(score_list)}
    context["next_table"] = next_table(score_list)
    return render(request, "desk/page.html", context)


def row_again(
    request: HttpRequest, _earlier: Submission, list_id: int, number: int
) -> HttpResponse:
    """A line or an act that arrived before: all rows as they are now."""
    score_list = list_for(request, list_id, Role.CLERK)
    form = LineForm(request.POST, score_list=score_list, number=number)
    is_line = form.is_valid() and form.typed.kind not in ("insert", "remove")
    stands = is_line and shown_line(form.as_line) == shown_line(form.present)
    response = answer(request, score_list, number, every=True)
    return recorded(response, score_list.revision, stands=stands)


def move_again(
    request: HttpRequest, earlier: Submission, list_id: int, number: int
) -> HttpResponse:
    """An insertion or removal that arrived before: which revision it has made."""
    score_list = list_for(request, list_id, Role.CLERK)
    response = answer(request, score_list, number, every=True)
    moves = log_of(score_list).filter(id__gte=earlier.log or 0, action__in=MOVED_BACK)
    move = moves.order_by("id").first()
    if move is None or move.new is None:
        return response
    step, made = -MOVED_BACK[move.action], move.new["revision"]
    return moved(response, number, step, before=made - 1, revision=made)


@when_repeated(row_again)
@require_POST
def save_line(request: HttpRequest, list_id: int, number: int) -> HttpResponse:
    """One typed line: stored, refused, or answered with what it would move."""
    score_list = list_for(request, list_id, Role.CLERK)
    form = LineForm(request.POST, score_list=score_list, number=number)
    if not form.is_valid():
        problems = form.problems or [Problem("request-unusable")]
        return wrong(request, score_list, number, problems)
    if form.typed.kind in ("insert", "remove"):
        return ask_to_move(request, score_list, number, form.typed.kind)
    shown = RowAsShown(form.cleaned_data["seen"], form.typed_at)
    if not shown.is_row(score_list, number, form.present):
        if shown_line(form.as_line) == shown_line(form.present):
            return answer(request, score_list, number, every=True)  # a colleague typed the same
        return stale(request, score_list, number)
    record = partial(record_merging, known=form.content, shown=shown)
    return written(request, score_list, number, form, record, form.as_line)


def record_merging(
    score_list: ScoreList,
    line: Line,
    *,
    shown: RowAsShown,
    known: Content,
    revision: int,
    **more: Any,
) -> Recorded:
    """Record a line whose row is as the page showed it.

    Changes of other rows since the page's `revision` are no conflict. Raises StaleRevision if
    somebody writes this very row at this moment, and what `record_game` raises.
    """
    for _attempt in range(MERGES):
        try:
            return record_game(score_list, line, known=known, revision=score_list.revision, **more)
        except StaleRevision:  # the list was read again
            known = score_list.content()
            if not shown.is_row(score_list, line.number, known.line(line.number)):
                break
    raise StaleRevision


def written(
    request: HttpRequest,
    score_list: ScoreList,
    number: int,
    form: Any,
    service: Callable[..., object],
    *args: object,
    every: bool = False,
) -> HttpResponse:
    """Carry out the act of a row and answer with the result."""
    with refusals() as found:
        done = service(score_list, *args, **form.change, by=actor(request))
        if isinstance(done, Shift):
            response = answer(request, score_list, number, every=True)
            before = done.revision - 1
            return moved(response, number, done.step, before=before, revision=done.revision)
        if not isinstance(done, Recorded):
            return answer(request, score_list, number, every=every)
        # The page shows other rows as they were before somebody else changed them.
        every = every or done.revision != form.change["revision"] + 1
        # What was just written need not be read again.
        response = answer(request, score_list, number, every=every, content=done.content)
        stands = shown_line(done.line) == shown_line(form.as_line)
        return recorded(response, done.revision, stands=stands)
    if found.status == CONFLICT:
        return stale(request, score_list, number)
    return wrong(request, score_list, number, found.problems)


def recorded(
    response: HttpResponse, revision: int, *, before: int | None = None, stands: bool = False
) -> HttpResponse:
    """Tell the script which revision a row has made, and whether it says what was typed: a line
    that arrived before may have been changed since.

    `before` is the revision that it was made from, if that is known for sure.
    """
    made = {"revision": revision, "before": before, "stands": stands}
    return trigger_client_event(response, "desk:recorded", made)


def moved(
    response: HttpResponse, number: int, by: int, *, before: int, revision: int
) -> HttpResponse:
    """As `recorded`, and that the rows from `number` on moved."""
    rows = {"from": number, "by": by, "before": before}
    trigger_client_event(response, "desk:moved", rows)
    return recorded(response, revision, before=before)


def wrong(
    request: HttpRequest, score_list: ScoreList, number: int, problems: Sequence[Problem]
) -> HttpResponse:
    """Why a line was not stored; the input stays."""
    return answer(
        request, score_list, number, problems=problems, outcome="wrong", status=UNPROCESSABLE
    )


def stale(request: HttpRequest, score_list: ScoreList, number: int) -> HttpResponse:
    """Somebody else was faster: every row as it is now; the input stays."""
    return answer(
        request,
        score_list,
        number,
        problems=[CHANGED_MEANWHILE],
        outcome="stale",
        every=True,
        status=CONFLICT,
    )


def ask_to_move(
    request: HttpRequest, score_list: ScoreList, number: int, kind: str
) -> HttpResponse:
    """What inserting or removing this row would move; Enter confirms."""
    shift = shift_preview(score_list, number, 1 if kind == "insert" else -1)
    standing = shown_line(score_list.line(number))
    what = _("Remove this row?")
    if kind == "insert":
        what = _("Insert a row here?")
    elif standing:
        what = _("Remove this row, “%(line)s”?") % {"line": standing}
    words = [what]
    if shift.moved:
        moved = ngettext("%(count)s row moves.", "%(count)s rows move.", shift.moved)
        words.append(moved % {"count": shift.moved})
    if shift.clashes:
        clashing = ngettext(
            "%(count)s of them then has the dealer as soloist: it stays in red until its place "
            "is right.",
            "%(count)s of them then have the dealer as soloist: they stay in red until their place "
            "is right.",
            len(shift.clashes),
        )
        words.append(clashing % {"count": len(shift.clashes)})
    confirm = reverse(f"game-{kind}", args=(score_list.pk, number))
    return answer(
        request, score_list, number, outcome="asking", question=" ".join(words), confirm=confirm
    )


@when_repeated(move_again)
@require_POST
def insert_row(request: HttpRequest, list_id: int, number: int) -> HttpResponse:
    return move(request, list_id, number, insert_game)


@when_repeated(move_again)
@require_POST
def remove_row(request: HttpRequest, list_id: int, number: int) -> HttpResponse:
    return move(request, list_id, number, remove_game)


def move(
    request: HttpRequest, list_id: int, number: int, service: Callable[..., object]
) -> HttpResponse:
    """Insert or remove a row after confirmation; later rows move."""
    score_list = list_for(request, list_id, Role.CLERK)
    form = ListChangeForm(request.POST)
    standing = shown_line(score_list.line(number))
    # A row is removed with its line: only with the one that its clerk has seen there.
    is_other = service is remove_game and request.POST.get("seen", standing) != standing
    is_other = is_other or row_has_moved(score_list, number, form.typed_at)
    if is_other:
        return stale(request, score_list, number)
    return written(request, score_list, number, form, service, number)


@when_repeated(row_again)
@require_POST
def undo(request: HttpRequest, list_id: int, number: int) -> HttpResponse:
    """Offer to undo the last act on the list; confirmed, do it, unless another one is the last."""
    score_list = list_for(request, list_id, Role.CLERK)
    act = last_act(score_list)
    is_same = act is not None and request.GET.get("act") == str(act.pk)
    if "confirmed" in request.POST and is_same:
        form = ListChangeForm(request.POST)
        response = written(request, score_list, number, form, undo_last, every=True)
        if act and response.status_code == OK:
            before = form.change["revision"]
            made = score_list.revision
            if by := MOVED_BACK.get(act.action):
                return moved(response, act_number(act), by, before=before, revision=made)
            return recorded(response, made, before=before)
        return response
    if act is None:
        return wrong(request, score_list, number, [Problem("nothing-to-undo")])
    return answer(
        request,
        score_list,
        number,
        outcome="asking",
        question=undo_question(score_list, act),
        confirm=f"{request.path}?act={act.pk}",
    )


def undo_question(score_list: ScoreList, act: LogEntry) -> str:
    """What undoing an act would do."""
    words = {"act": label("action", act.action), "number": act_number(act)}
    question = _("Take back: %(act)s, row %(number)s?") % words
    if act.old and "number" in act.old and act.action != Action.LIST_ROW_INSERTED:
        before = shown_line(line_of(score_list, act.old))
        question += " " + _("%(line)s would stand there again.") % {"line": before}
    return question
