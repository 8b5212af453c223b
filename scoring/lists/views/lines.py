"""The desk: a clerk types a score list line by line (docs/entry-line.md)."""

from contextlib import suppress
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST
from django_htmx.http import trigger_client_event

from scoring.core.access import actor, list_for, right_of
from scoring.core.forms import CONFLICT, OK, UNPROCESSABLE, Refusals, form_page, parse_number
from scoring.core.services import Repeated, sender_of, submission, when_repeated
from scoring.lists.forms.lines import (
    FIGURES,
    FootForm,
    LineForm,
    ListChangeForm,
    SeenForm,
    TraceForm,
    error_sentences,
)
from scoring.lists.forms.lists import LowestForm
from scoring.lists.grid import (
    as_stored,
    grid_of,
    line_examples,
    next_table,
    pad_of,
    respond_line,
    state_context,
)
from scoring.lists.phone.reads import phone_that_writes
from scoring.lists.photos.reads import photo_says
from scoring.lists.services import moves
from scoring.lists.services.games import FROM_PHOTO, Seen, may_correct, record_game, shown_line
from scoring.lists.services.lists import record_foot
from scoring.messages.catalogue import message
from scoring.messages.labels import label
from scoring.models import LogEntry, Role, ScoreList
from scoring.models.log import Action
from scoring.models.score_list import Content, Depth
from scoring.rules.checks import appraise
from scoring.rules.illegible import consistent_games
from scoring.rules.problem import Problem
from scoring.rules.score_list import Line

# By how many rows later ones move when an act is undone.
MOVED_BACK: dict[str, int] = {Action.LIST_ROW_INSERTED: -1, Action.LIST_ROW_REMOVED: 1}
BEHIND = ("behind_number", "behind_line", "behind_seen", "behind_layout", "behind_token")
MODE = "entry-mode"  # session key: the series whose new lists this clerk types by totals


@require_GET
def show_list(request: HttpRequest, list_id: int) -> HttpResponse:
    """The list with every row; clerks type, everybody else reads.

    A list that a phone keeps is typed here only after its clerk confirmed it (`beside`).
    """
    score_list = list_for(request, list_id)
    if score_list.depth == Depth.TOTALS:
        return redirect("list-totals", list_id)
    if score_list.depth == Depth.NONE:
        request.session.pop(MODE, None)
    phone, may_type = phone_that_writes(score_list), may_correct(score_list, right_of(request))
    asks = may_type and phone is not None and "beside" not in request.GET
    grid = grid_of(score_list, may_type=may_type and not asks)
    examples = line_examples(score_list.series.tournament.rule_system)
    context = state_context(request, grid) | {"pad": pad_of(score_list), "examples": examples}
    context |= {"next_table": next_table(score_list), "phone": phone, "asks": asks}
    context["foot_figures"] = FIGURES
    return render(request, "lists/page.html", context)


def row_again(request: HttpRequest, list_id: int, number: int) -> HttpResponse:
    return respond_line(request, list_for(request, list_id, Role.CLERK), number, all_rows=True)


@when_repeated(row_again)
@require_POST
def save_line(request: HttpRequest, list_id: int, number: int) -> HttpResponse:
    """One typed line: stored with those that waited behind it, refused, or asked about."""
    score_list = list_for(request, list_id, Role.CLERK)
    form = LineForm(request.POST, score_list=score_list, number=number)
    if not form.is_valid():
        problems = form.problems or [Problem("request-unusable")]
        return respond_line(request, score_list, number, outcome="wrong", reasons=problems)
    if form.kind in ("insert", "remove"):
        return ask_to_move(request, score_list, number, form.kind)
    line, content, by = form.cleaned_data["line"], form.content, actor(request)
    with Refusals() as refused:
        source = FROM_PHOTO if form.cleaned_data["photo"] and photo_says(score_list, line) else ""
        content = record_game(
            score_list, line, by=by, content=content, source=source, **form.change
        )
        stored = 0
        if BEHIND[0] in request.POST:
            content, stored = store_behind(request, score_list, content)
        # What was just written need not be read again.
        response = respond_line(request, score_list, number, content=content)
        response["X-Stored-Behind"] = str(stored)
        return response
    return respond_refused(request, score_list, number, refused, form)


def store_behind(
    request: HttpRequest, score_list: ScoreList, content: Content
) -> tuple[Content, int]:
    """Store lines that waited, up to the first that fails: the browser sends that one again.

    Returns the list as it is then, and how many were stored.
    """
    columns = [request.POST.getlist(name) for name in BEHIND]
    if len({*map(len, columns)}) > 1:  # which value belongs to which line?
        return content, 0
    for stored, (number, line, seen, layout, token) in enumerate(zip(*columns, strict=True)):
        with submission(sender_of(request), token) as pending, Refusals(), suppress(Repeated):
            if pending and pending.find():
                continue
            fields = request.POST.dict() | {"line": line, "seen": seen, "layout": layout}
            row = parse_number(number, digits=9) or 0
            form = LineForm(fields, score_list=score_list, number=row)
            if form.is_valid() and form.kind not in ("insert", "remove"):
                how = {"by": actor(request), "content": form.content, **form.change}
                content = record_game(score_list, form.cleaned_data["line"], **how)
                continue
        # What was rolled back left new values on the object.
        return as_stored(score_list).content(), stored
    return content, len(columns[0])


def respond_refused(
    request: HttpRequest,
    score_list: ScoreList,
    number: int,
    refused: Refusals,
    form: LineForm | None = None,
) -> HttpResponse:
    """Why a line was not stored; if somebody else was faster, with all rows as they are now.

    If the row reads as it was typed, the line counts as stored.
    """
    problems = refused.problems
    if refused.status != CONFLICT:
        return respond_line(request, score_list, number, outcome="wrong", reasons=problems)
    if form:
        present = shown_line(as_stored(score_list).line(number))
        is_same_row = form.base.layout == score_list.layout
        if is_same_row and shown_line(form.cleaned_data["line"]) == present:
            return respond_line(request, score_list, number, all_rows=True)
    return respond_line(
        request, score_list, number, all_rows=True, outcome="stale", reasons=problems
    )


def ask_to_move(
    request: HttpRequest, score_list: ScoreList, number: int, kind: str
) -> HttpResponse:
    moving, clashing = moves.count_moving(score_list, number, 1 if kind == "insert" else -1)
    standing = shown_line(score_list.line(number))
    words = [_("Insert a row here?") if kind == "insert" else _("Remove this row?")]
    if kind == "remove" and standing:
        words = [_("Remove this row, “%(line)s”?") % {"line": standing}]
    if moving:
        moved = ngettext("%(count)s row moves.", "%(count)s rows move.", moving)
        words.append(moved % {"count": moving})
    if clashing:
        in_red = ngettext(
            "%(count)s of them then has the dealer as soloist: it stays in red until its place "
            "is right.",
            "%(count)s of them then have the dealer as soloist: they stay in red until their place "
            "is right.",
            clashing,
        )
        words.append(in_red % {"count": clashing})
    question, confirm = " ".join(words), reverse(f"game-{kind}", args=(score_list.pk, number))
    return respond_line(
        request, score_list, number, outcome="asking", question=question, confirm=confirm
    )


def move_again(request: HttpRequest, list_id: int, number: int, step: int) -> HttpResponse:
    return respond_moved(request, list_for(request, list_id, Role.CLERK), number, number, step)


@when_repeated(move_again)
@require_POST
def move_rows(request: HttpRequest, list_id: int, number: int, step: int) -> HttpResponse:
    """Insert a row (`step` 1) or remove it (−1); later rows move."""
    score_list = list_for(request, list_id, Role.CLERK)
    service = moves.insert_game if step > 0 else moves.remove_game
    with Refusals() as refused:
        service(score_list, number, **SeenForm(request.POST).change, by=actor(request))
        return respond_moved(request, score_list, number, number, step)
    return respond_refused(request, score_list, number, refused)


def respond_moved(
    request: HttpRequest, score_list: ScoreList, number: int, first: int, step: int
) -> HttpResponse:
    """All rows, and an event that tells the script which of them moved."""
    response = respond_line(request, score_list, number, all_rows=True)
    return trigger_client_event(response, "desk:moved", {"from": first, "by": step})


@when_repeated(row_again)
@require_POST
def undo(request: HttpRequest, list_id: int, number: int) -> HttpResponse:
    """Ask whether to undo the last act on the list; if confirmed, undo it."""
    score_list = list_for(request, list_id, Role.CLERK)
    act = moves.last_act(score_list)
    if act is None:
        problems = [Problem("nothing-to-undo")]
        return respond_line(request, score_list, number, outcome="wrong", reasons=problems)
    with Refusals() as refused:  # of another system than the tournament has now, for example
        if "confirmed" not in request.POST or request.GET.get("act") != str(act.pk):
            question, confirm = undo_question(score_list, act), f"{request.path}?act={act.pk}"
            return respond_line(
                request, score_list, number, outcome="asking", question=question, confirm=confirm
            )
        moves.undo_last(score_list, **ListChangeForm(request.POST).change, by=actor(request))
        if step := MOVED_BACK.get(act.action):
            return respond_moved(request, score_list, number, moves.act_number(act), step)
        return respond_line(request, score_list, number, all_rows=True)
    return respond_refused(request, score_list, number, refused)


def undo_question(score_list: ScoreList, act: LogEntry) -> str:
    words = {"act": label("action", act.action), "number": moves.act_number(act)}
    question = _("Take back: %(act)s, row %(number)s?") % words
    if act.old and "number" in act.old and act.action != Action.LIST_ROW_INSERTED:
        before = shown_line(moves.line_from_log(score_list, act.old))
        question += " " + _("%(line)s would stand there again.") % {"line": before}
    return question


def foot_again(request: HttpRequest, list_id: int) -> HttpResponse:
    return respond_foot(request, list_for(request, list_id, Role.CLERK), written=True)


@when_repeated(foot_again)
@require_POST
def save_foot(request: HttpRequest, list_id: int) -> HttpResponse:
    """Store the foot of the paper, and compare it with the games."""
    score_list = list_for(request, list_id, Role.CLERK)
    form = FootForm(request.POST, score_list=score_list)
    if not form.is_valid():
        errors = error_sentences(form, score_list.outline)
        return respond_foot(request, score_list, errors, UNPROCESSABLE)
    with Refusals() as refused:
        record_foot(score_list, form.papers, **form.change, by=actor(request))
        return respond_foot(request, score_list, written=True)
    problems = [message(problem) for problem in refused.problems]
    if refused.status == CONFLICT:
        differences = form.differences(score_list.seat_rows.all())
        if not differences:  # somebody stored the same
            return respond_foot(request, as_stored(score_list))
        problems = differences
    return respond_foot(request, score_list, problems, refused.status)


@require_POST
def trace(request: HttpRequest, list_id: int) -> HttpResponse:
    """Take one more running total from the paper, to find the wrong line."""
    score_list = list_for(request, list_id, Role.CLERK)
    if errors := error_sentences(TraceForm(request.POST)):
        return respond_foot(request, score_list, errors, UNPROCESSABLE)
    return respond_foot(request, score_list)


def respond_foot(
    request: HttpRequest,
    score_list: ScoreList,
    errors: list[str] | None = None,
    status: int = OK,
    *,
    written: bool = False,
) -> HttpResponse:
    """The comparison of the foot, with all rows if others changed them meanwhile."""
    grid = grid_of(score_list if written else as_stored(score_list))
    context = state_context(request, grid) | {"errors": errors, "caret": True, "written": written}
    if written and request.POST.get("revision") != str(score_list.revision - 1):
        context["rows"] = grid.rows
    return render(request, "lists/_foot_compared.html", context, status=status)


# F8: the lowest value that agrees with what is legible (TO 7.2.5).


def lowest_again(request: HttpRequest, list_id: int, number: int) -> HttpResponse:
    response = respond_line(request, list_for(request, list_id, Role.CLERK), number)
    return trigger_client_event(response, "desk:lowest")


@when_repeated(lowest_again)
def lowest(request: HttpRequest, list_id: int, number: int) -> HttpResponse:
    """Ask what is legible, propose the lowest game, and store it when the organizer confirms."""
    score_list = list_for(request, list_id, Role.CLERK)
    form = LowestForm(request.POST or None, score_list=score_list, number=number)
    form.initial["seen"] = shown_line(score_list.line(number))
    tournament = score_list.series.tournament
    context: dict[str, Any] = {"list": score_list, "number": number, "tournament": tournament}
    if form.is_valid():
        lines = proposals(score_list, number, form)
        if not lines:
            form.add_error(None, _("No legal game agrees with what is marked."))
        elif request.POST.get("confirmed") == shown_line(lines[0]):  # what the page proposed
            list_for(request, list_id, Role.ORGANIZER)
            seen = Seen(form.cleaned_data["seen"], form.cleaned_data["layout"] or 0)
            return store_lowest(request, context, lines[0], seen)
        else:
            (proposed, valuation), *others = [
                (shown_line(line), appraise(line.game).valuation) for line in lines if line.game
            ]
            context |= {"proposed": proposed, "valuation": valuation, "others": others}
    return form_page(request, "lists/_lowest.html", form, **context)


def proposals(score_list: ScoreList, number: int, form: LowestForm) -> list[Line]:
    """The line of the lowest value, then higher ones; each keeps the paper's running total."""
    system = score_list.series.tournament.rule_system
    before = score_list.line(number) or Line(number)
    soloist = form.cleaned_data["soloist"]
    return [
        replace(before, game=game, soloist=soloist, passed=False, unread=False, misplaced=None)
        for game in consistent_games(system, form.facts, won=form.cleaned_data["won"])
    ]


def store_lowest(
    request: HttpRequest, context: dict[str, Any], line: Line, seen: Seen
) -> HttpResponse:
    """Store the confirmed line if its row still is as it was `seen`."""
    score_list = context["list"]
    reason = ListChangeForm(request.POST).change["reason"]
    reason = f"TO 7.2.5: {reason}" if reason else "TO 7.2.5"
    with Refusals() as refused:
        record_game(score_list, line, by=actor(request), revision=seen, reason=reason)
        return trigger_client_event(respond_line(request, score_list, line.number), "desk:lowest")
    context["errors"] = [message(problem) for problem in refused.problems]
    return render(request, "lists/_lowest.html", context, status=refused.status)
