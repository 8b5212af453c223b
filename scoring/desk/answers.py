"""What the desk answers to a change of a list: the cells of some rows, or the whole grid."""

from collections.abc import Sequence
from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.core.answers import OK
from scoring.desk.grid import GridRow, grid_of, sentences
from scoring.desk.services.permission import leave_needed
from scoring.models import ScoreList
from scoring.models.score_list import Content
from scoring.rules.problem import Problem

NOTICE = 5  # sentences above the grid; each row says its own anyway


def as_stored(score_list: ScoreList) -> ScoreList:
    """The list as the database has it: a change that was rolled back has left its traces on the
    object, first of all a revision that never came to be."""
    score_list.refresh_from_db(fields=["revision", "state", "depth", "games_played", "stop_reason"])
    return score_list


def answer(
    request: HttpRequest,
    score_list: ScoreList,
    number: int,
    *,
    problems: Sequence[Problem] = (),
    outcome: str = "",
    every: bool = False,
    question: str = "",
    confirm: str = "",
    content: Content | None = None,
    status: int = OK,
) -> HttpResponse:
    """The computed cells that a typed line changed: its own, and those of the rows behind it.

    With `every` all rows are sent, because they moved or somebody else changed them. `outcome`,
    `problems` and `question` tell why a line was not stored (GridRow). The input that the clerk
    types in is never part of an answer.
    """
    grid = grid_of(as_stored(score_list) if status != OK else score_list, content=content)
    own = [
        GridRow(row.row, row.sheet, outcome, sentences(problems), question, confirm)
        for row in grid.rows
        if row.number == number
    ]
    stored_now = not outcome
    others = [
        row
        for row in grid.rows
        if row.number != number and (every or (stored_now and row.number > number and row.row.line))
    ]
    context = {"grid": grid, "rows": [*own, *others], "own": own[0] if own else None}
    return render(request, "desk/_answer.html", context, status=status)


def whole(
    request: HttpRequest,
    score_list: ScoreList,
    *,
    problems: Sequence[Problem] = (),
    done: str = "",
    status: int = OK,
) -> HttpResponse:
    """Every row and a notice above them: what came of an act on the whole list.

    `problems` about a game stand in its row, all of them in the notice.
    """
    grid = grid_of(as_stored(score_list) if status != OK else score_list)
    rows = [
        GridRow(replace(row.row, problems=about), row.sheet)
        if (about := tuple(each for each in problems if each.number == row.number))
        else row
        for row in grid.rows
    ]
    context = {
        "grid": grid,
        "rows": rows,
        "names": True,
        "done": done,
        "status": status,
        "leave": leave_needed(score_list),
        "list": score_list,
        "notice": sentences(problems)[:NOTICE],
        "more": max(0, len(problems) - NOTICE),
    }
    return render(request, "desk/_whole.html", context, status=status)
