"""What the desk answers to a change: the rows that it changed, or all of a list."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.core.answers import OK
from scoring.desk.grid import GridRow, ListGrid, grid_of, sentences, state_context
from scoring.desk.reads.foot import FOOT_CODES
from scoring.desk.reads.score_list import LineView, is_last
from scoring.models import ScoreList
from scoring.models.score_list import Content
from scoring.rules.problem import Problem

NOTICE = 5  # sentences above the grid; each row shows its own


def as_stored(score_list: ScoreList) -> ScoreList:
    """The list as stored: a change that was rolled back left new values on the object."""
    outline = ("seats", "games_due", "games_played", "stop_reason", "sittings")
    score_list.refresh_from_db(fields=("revision", "layout", "state", "depth", *outline))
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
    """The computed cells that a typed line changed: its own, and those of later rows.

    With `every` all rows are sent, because they moved; so they are where somebody else changed the
    list before this line. `outcome`, `problems` and `question` say why a line was not stored
    (GridRow); the page then goes on to show the revision that its other rows have. An answer never
    contains the input itself.
    """
    grid = grid_of(as_stored(score_list) if status != OK else score_list, content=content)
    every = every or not (outcome or follows(request, score_list.revision))
    own = own_row(grid, number, outcome, problems, question, confirm)
    others = [
        row
        for row in grid.rows
        if row.number != number
        and (every or (not outcome and row.number > number and row.row.line))
    ]
    context = state_context(request, grid)
    context |= {"rows": [own, *others], "own": own}
    context["keeps_revision"] = bool(outcome) and not every
    return render(request, "desk/_answer.html", context, status=status)


def own_row(
    grid: ListGrid,
    number: int,
    outcome: str,
    problems: Sequence[Problem],
    question: str,
    confirm: str,
) -> GridRow:
    """The row of a typed line, also where the list has no such row any more."""
    gone = LineView(number, grid.sheet.outline.dealer(number))
    line = next((row.row for row in grid.rows if row.number == number), gone)
    return GridRow(line, grid.sheet, outcome, sentences(problems), question, confirm)


def follows(request: HttpRequest, revision: int) -> bool:
    """Whether this revision is the next after the one that the page shows which sent this."""
    return request.POST.get("revision") == str(revision - 1)


def in_ranges(problems: Sequence[Problem], grid: ListGrid) -> list[Problem]:
    """The problems of a whole list, with one for missing games that follow each other.

    Those behind which games stand were left out; the others are still to come, or the table
    stopped early.
    """
    gone = [each for each in problems if each.code == "game-number-missing"]
    numbers = sorted(each.number or 0 for each in gone)
    last = max((row.number for row in grid.rows if row.row.line), default=0)
    found = []
    for _step, run in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        first, *others = [number for _place, number in run]
        code = "games-left-out" if first < last else "games-missing-at-the-end"
        params = {"number": first, "until": others[-1] if others else None}
        found.append(Problem(code, "number", params, "TO 7.2.1", number=first))
    return [*found, *(each for each in problems if each not in gone)]


def all_rows_answer(
    request: HttpRequest,
    score_list: ScoreList,
    *,
    problems: Sequence[Problem] = (),
    done: str = "",
    status: int = OK,
) -> HttpResponse:
    """All rows, each with its problems, and a notice above them after an act on the whole list."""
    grid = grid_of(as_stored(score_list) if status != OK else score_list)
    rows = [
        GridRow(replace(row.row, problems=about), row.sheet)
        if (about := tuple(each for each in problems if each.number == row.number))
        else row
        for row in grid.rows
    ]
    shown = in_ranges(problems, grid)
    context = state_context(request, grid) | {
        "rows": rows,
        "names": True,
        "done": done,
        "is_last": bool(done) and is_last(score_list),
        "notice": sentences(shown)[:NOTICE],
        "more": max(0, len(shown) - NOTICE),
        "only_foot": bool(problems) and all(each.code in FOOT_CODES for each in problems),
    }
    return render(request, "desk/_answer.html", context, status=status)
