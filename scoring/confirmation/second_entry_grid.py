"""The desk's answers to a blind second entry, from the typed lines alone."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from scoring.confirmation.forms.confirming import BlindTotalsForm
from scoring.confirmation.reads.second_entry import EntryDifference, blind_grid
from scoring.core.answers import CONFLICT, OK, UNPROCESSABLE
from scoring.desk.grid import GridRow, ListGrid, SeatView, list_context, sentences
from scoring.desk.services.changing import shown_line
from scoring.desk.views.totals import Complaint
from scoring.messages.sentence import points
from scoring.models import Recheck, ScoreList
from scoring.models.score_list import ListState
from scoring.rules.checks import appraise
from scoring.rules.problem import Problem
from scoring.rules.records import read_line
from scoring.rules.systems import System

STATUS = {"": OK, "asking": OK, "wrong": UNPROCESSABLE, "stale": CONFLICT}


def answer(
    request: HttpRequest,
    recheck: Recheck,
    number: int,
    *,
    problems: Sequence[Problem] = (),
    outcome: str = "",
    question: str = "",
    every: bool = False,
) -> HttpResponse:
    """The computed cells that a typed line changed, as in `desk/grid.py`."""
    grid = blind_grid(recheck)
    is_next = request.POST.get("steps") == str(recheck.steps - 1)
    every = every or not (outcome or is_next)
    # Enter after the question sends the same line to the same address.
    confirm = request.path if question else ""
    of_answer: dict[str, Any] = {"outcome": outcome, "question": question, "confirm": confirm}
    rows = [
        replace(row, reasons=problems, **of_answer) if row.number == number else row
        for row in grid.rows
        if row.number == number
        or every
        or (not outcome and row.number > number and row.line is not None)
    ]
    own = next((row for row in rows if row.number == number), None)
    keeps = bool(outcome) and not every
    return render_rows(request, recheck, grid, rows, STATUS[outcome], own=own, keeps_steps=keeps)


def notice(
    request: HttpRequest, recheck: Recheck, problems: Sequence[Problem], missing: Iterable[int]
) -> HttpResponse:
    """Why the entries are not compared yet: reasons above the grid, missing games in their rows."""
    grid = blind_grid(recheck)
    left = [
        Problem("game-number-missing", params={"number": number}, rule="TO 7.2.1", number=number)
        for number in missing
    ]
    rows = [
        replace(row, problems=(each,))
        for each in left
        for row in grid.rows
        if row.number == each.number
    ]
    reasons = sentences(problems)
    more = {"reasons": reasons, "left": len(left), "keeps_steps": True}
    return render_rows(request, recheck, grid, rows, UNPROCESSABLE, **more)


def render_rows(
    request: HttpRequest,
    recheck: Recheck,
    grid: ListGrid,
    rows: list[GridRow],
    status: int,
    **more: object,
) -> HttpResponse:
    context = {
        "grid": grid,
        "rows": rows,
        "recheck": recheck,
        "overtaken": overtaken(recheck.list),
        **more,
        **list_context(recheck.list),
    }
    return render(request, "confirmation/_answer.html", context, status=status)


def overtaken(score_list: ScoreList) -> str:
    """The state to which others moved the list whose second entry is typed: it cannot be confirmed
    any more. "" where it can.
    """
    return "" if score_list.state == ListState.ENTERED else score_list.progress


def totals_answer(
    request: HttpRequest,
    recheck: Recheck,
    complaints: Sequence[Complaint],
    status: int = UNPROCESSABLE,
) -> HttpResponse:
    context: dict[str, Any] = {
        "recheck": recheck,
        "complaints": complaints,
        "overtaken": overtaken(recheck.list),
    }
    if status == CONFLICT:
        figures = BlindTotalsForm(score_list=recheck.list).figures
        grid = blind_grid(recheck)
        context |= {"is_stale": True, "blind": True, "grid": grid, "figures": figures}
    context |= list_context(recheck.list)
    return render(request, "confirmation/_totals_answer.html", context, status=status)


@dataclass(frozen=True, slots=True)
class DifferenceChoice:
    """A difference to be decided: the game or seat, and both entries in words."""

    place: int
    first: "ShownEntry"
    second: "ShownEntry"
    chosen: str
    mark: str


@dataclass(frozen=True, slots=True)
class ShownEntry:
    """One entry in words: its line, its value, its soloist."""

    line: str
    value: str = ""
    whose: str = ""


def choices(
    recheck: Recheck,
    found: Iterable[EntryDifference],
    seats: Iterable[SeatView],
    chosen: Mapping[int, str],
) -> list[DifferenceChoice]:
    names: dict[int, str] = {}
    for seat in seats:  # one after the other, where somebody left and somebody joined
        names[seat.chair] = " → ".join(filter(None, (names.get(seat.chair), seat.name)))
    system = recheck.list.series.tournament.rule_system
    return [
        DifferenceChoice(
            each.place,
            shown_entry(each.first, system, names),
            shown_entry(each.second, system, names),
            chosen.get(each.place, ""),
            each.mark,
        )
        for each in found
    ]


def shown_entry(entry: Any, system: System, names: Mapping[int, str]) -> ShownEntry:
    """A line, its score and its soloist: g-3-2, −168, "2 Bruno Buchfink"; or a seat's figures."""
    if isinstance(entry, list):
        figure, won, lost = entry
        counts = _("%(won)s won, %(lost)s lost") % {"won": won, "lost": lost}
        return ShownEntry(points(figure), counts)
    line = read_line(entry, system=system)[0] if entry else None
    if line is None:
        return ShownEntry(_("nothing"))
    if line.game is None:
        return ShownEntry(shown_line(line), _("passed") if line.passed else _("unreadable"))
    seat, valuation = line.soloist or 0, appraise(line.game).valuation
    score = points(valuation.score) if valuation else ""
    return ShownEntry(shown_line(line), score, f"{seat} {names.get(seat, '')}")
