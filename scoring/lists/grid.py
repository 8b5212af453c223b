"""The grid of a score list at the desk, and the responses that update a part of it."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.core.access import right_of
from scoring.core.forms import CONFLICT, OK, UNPROCESSABLE
from scoring.core.labels_of_systems import heading
from scoring.core.listing import MARK
from scoring.core.text import language
from scoring.entry.contracts import RAMSCH, contracts
from scoring.entry.line import canonical
from scoring.lists.forms.lines import TraceForm
from scoring.lists.printed.reads.fill import PASSED, UNREAD, marks_of
from scoring.lists.reads import FOOT_CODES, check_foot, doubts_of
from scoring.lists.services.games import CHANGEABLE, leave_needed, shown_line
from scoring.log.reads import line_text
from scoring.messages.catalogue import sign_and_name
from scoring.messages.labels import label, stay_text
from scoring.messages.sentence import points
from scoring.models import ScoreList, Seat
from scoring.models.score_list import Content, ListState, stored_total
from scoring.models.tournament import SeriesState
from scoring.rules.checks import Appraisal, appraise
from scoring.rules.game import PlayedGame
from scoring.rules.illegible import candidates_for
from scoring.rules.problem import Problem, errors
from scoring.rules.records import write_line
from scoring.rules.score_list import (
    Line,
    Outline,
    SeatTotal,
    check_line,
    check_list,
    per_game,
    per_loss,
    points_of_others,
)
from scoring.rules.systems import System

NOTICE = 5  # sentences above the grid; each row shows its own


@dataclass(frozen=True, slots=True)
class GridRow:
    """One numbered row.

    `dealer_at` and `soloist_at` are positions on the list, `running` is the soloist's total in
    points. `problems` are those of the stored row, `candidates` the games that an illegible row may
    be. `outcome` is what became of a typed line that was not stored: "wrong" (for `reasons`),
    "stale" (somebody else changed the list) or "asking" (Enter confirms `question` at the address
    `confirm`).
    """

    number: int
    dealer: int
    dealer_at: int = 0
    line: Line | None = None
    appraisal: Appraisal | None = None
    soloist_at: int = 0
    running: int | None = None
    problems: tuple[Problem, ...] = ()
    columns: Sequence[str] = ()
    candidates: Sequence[PlayedGame] = ()
    outcome: str = ""
    reasons: Sequence[Problem] = ()
    question: str = ""
    confirm: str = ""

    @property
    def text(self) -> str:
        return shown_line(self.line)

    @property
    def state(self) -> str:
        """The stored row is "missing", "empty", "stored", "doubtful", "unread" or "wrong"."""
        if self.line is None:
            return "missing" if self.problems else "empty"
        if self.line.unread and not self.line.misplaced:
            return "unread"
        if self.line.misplaced or errors(self.problems):
            return "wrong"
        return "doubtful" if self.problems else "stored"

    @property
    def cells(self) -> dict[str, Any]:
        """The texts of the cells, the score as a number, and the candidates by digit."""
        marks: Mapping[str, object] = {}
        if self.appraisal:
            marks = marks_of(self.appraisal.game, self.appraisal.worth, self.columns)
        elif self.line:
            marks = {"base": PASSED if self.line.passed else UNREAD}
        valuation = self.appraisal and self.appraisal.valuation
        score = valuation.score if valuation else 0
        soloist = self.line.soloist if self.line else None
        games = [shown_line(Line(self.number, game, soloist)) for game in self.candidates]
        return {
            "marks": [
                MARK if marks.get(key) is True else str(marks.get(key) or "")
                for key in self.columns
            ],
            "score": score,
            "value": points(score) if score else "",
            "total": "" if self.running is None else points(self.running),
            "choices": list(enumerate(games, 1)),
        }


@dataclass(frozen=True, slots=True)
class SeatView:
    """A player with his totals (None while nothing is entered).

    `words` are his start number and name, `position` is his column on the list, `chair` his seat at
    the table. `stay` says in which rounds he sat there; empty: in all.
    """

    position: int
    seat: Seat
    name: str
    words: SafeString
    total: SeatTotal | None
    chair: int
    stay: str


def seat_view(seat: Seat, outline: Outline, total: SeatTotal | None) -> SeatView:
    name, number = str(seat.entry.person), pgettext("start number", "no. %(number)s")
    number %= {"number": seat.entry.start_number}
    small = '<small class="quiet fw-normal text-nowrap">{}</small> {}'
    words = format_html(small, number, name)
    chair, stay = outline.seat_of(seat.position), stay_text(outline, seat.position)
    return SeatView(seat.position, seat, name, words, total, chair, stay)


@dataclass(frozen=True, slots=True)
class ListGrid:
    """A whole list: a row for each number due, and the annulled rows apart."""

    score_list: ScoreList
    outline: Outline
    rows: tuple[GridRow, ...]
    annulled: tuple[GridRow, ...]  # they count nowhere (SkO 3.2.12)
    seats: tuple[SeatView, ...]
    may_type: bool = True

    @property
    def headings(self) -> list[str]:
        system = self.score_list.series.tournament.rule_system
        return [heading(key) for key in system.columns]

    @property
    def round_ends(self) -> list[int]:
        """The numbers of the last game of each round."""
        return [row.number for row in self.rows if self.outline.ends_round(row.number)]

    @property
    def lines(self) -> list[Line]:
        return [row.line for row in self.rows if row.line]

    @property
    def progress(self) -> dict[str, Any]:
        """The state in a word; how many rows are typed, passed and unreadable."""
        lines = self.lines
        return {
            "state": label("list_state", self.score_list.progress),
            "typed": len(lines),
            "passed": sum(line.passed for line in lines),
            "unread": sum(line.unread and not line.misplaced for line in lines),
        }

    @property
    def sums(self) -> dict[str, Any]:
        """The players with the styles and texts of their cells; what a game and a loss add."""
        scheme = self.score_list.series.tournament.scheme
        of_game, others = per_game(scheme), per_loss(scheme, self.outline)
        rows = []
        for seat in self.seats:
            total = seat.total or SeatTotal(seat.position, 0, 0, 0, 0, 0)
            cells = [("", points(total.game_points)), ("", str(total.won)), ("", str(total.lost))]
            if of_game:
                cells.append(("part", points(of_game * (total.won - total.lost))))
            if others:
                cells.append(("part", points(points_of_others(scheme, total))))
            rows.append((seat, [*cells, ("total", points(total.performance))]))
        return {"rows": rows, "game": of_game, "others": others}

    @property
    def chairs(self) -> list[tuple[int, str]]:
        """The seats of the table, each with the names of those who sat there in turn."""
        return [
            (chair, " → ".join(seat.name for seat in self.seats if seat.chair == chair))
            for chair in range(1, self.outline.seats + 1)
        ]


def grid_of(
    score_list: ScoreList, *, may_type: bool = True, content: Content | None = None
) -> ListGrid:
    """The grid of a stored list: two queries, none with its `content`."""
    content = content or score_list.content()
    outline, lines = score_list.outline, content.lines
    rows = grid_rows(lines, outline, score_list.series.tournament.rule_system)
    seats = tuple(seat_view(seat, outline, stored_total(seat)) for seat in content.seats)
    may_type = may_type and score_list.state in CHANGEABLE
    return ListGrid(score_list, outline, *rows, seats, may_type)


def grid_rows(
    lines: Sequence[Line], outline: Outline, system: System, *, blind: bool = False
) -> tuple[tuple[GridRow, ...], tuple[GridRow, ...]]:
    """The rows by number, and the annulled ones; `blind` rows have no candidates."""
    by_number = {line.number: line for line in lines if not line.annulled}
    list_problems = defaultdict[int | None, tuple[Problem, ...]](tuple)
    for problem in check_list(lines, outline, complete=False) if lines else ():
        list_problems[problem.number] += (problem,)
    totals = dict.fromkeys(outline.positions, 0)
    rows = []
    for number in range(1, max([outline.games_due, *by_number]) + 1):
        line, problems = by_number.get(number), list_problems[number]
        row = grid_row(number, line, outline, system)
        if line and line.misplaced:
            problems = (*check_line(line.misplaced, outline), *problems)
        if row.appraisal and row.soloist_at:
            problems = (*row.appraisal.problems, *problems)
            valuation = row.appraisal.valuation
            totals[row.soloist_at] += valuation.score if valuation else 0
            row = replace(row, running=totals[row.soloist_at])
        if line and line.unread and line.running is not None and not blind:
            row = replace(row, candidates=candidates_for(lines, outline, system, number))
        rows.append(replace(row, problems=problems))
    annulled = (grid_row(line.number, line, outline, system) for line in lines if line.annulled)
    return tuple(rows), tuple(annulled)


def grid_row(number: int, line: Line | None, outline: Outline, system: System) -> GridRow:
    """A row without its running total and the problems of the list."""
    dealer = (line and line.dealer) or outline.dealer(number)
    soloist = line and line.soloist
    return GridRow(
        number,
        dealer,
        outline.position(dealer, number),
        line,
        appraise(line.game) if line and line.game else None,
        outline.position(soloist, number) if soloist else 0,
        columns=system.columns,
    )


def list_context(score_list: ScoreList) -> dict[str, Any]:
    """The context of every page about a list."""
    series, leave = score_list.series, leave_needed(score_list)
    return {"list": score_list, "series": series, "tournament": series.tournament, "leave": leave}


def state_context(request: HttpRequest, grid: ListGrid) -> dict[str, Any]:
    """What the page of a list shows beside its rows: sums, foot, doubts."""
    score_list, parameters = grid.score_list, request.POST or request.GET
    is_entered = score_list.state == ListState.ENTERED
    trace: dict[str, Any] = {}
    # The seat that is searched.
    if "seat" in parameters and (form := TraceForm(parameters)).is_valid():
        trace = {"seat": form.cleaned_data["seat"], "totals": form.totals}
    return list_context(score_list) | {
        "grid": grid,
        "foot": check_foot(grid.lines, grid.outline, [seat.seat for seat in grid.seats], **trace),
        "doubts": doubts_of(score_list) if is_entered and right_of(request).clerk else [],
    }


STATUS = {"": OK, "asking": OK, "wrong": UNPROCESSABLE, "stale": CONFLICT}  # by outcome


def respond_line(
    request: HttpRequest,
    score_list: ScoreList,
    number: int,
    *,
    all_rows: bool = False,
    content: Content | None = None,
    **about: Any,
) -> HttpResponse:
    """The computed cells that a typed line changed: its own, and those of later rows.

    All rows are sent with `all_rows`, or if somebody else changed the list before this line: then
    its revision is not the next after the one that the page shows. `about` are the fields of
    GridRow that say why the line was not stored; the page then keeps the revision of its rows.
    """
    status = STATUS[about.get("outcome", "")]
    if status != OK:
        score_list = as_stored(score_list)
    grid = grid_of(score_list, content=content)
    is_next = request.POST.get("revision") == str(score_list.revision - 1)
    rows = changed_rows(grid, number, about, all_rows=all_rows, is_next=is_next)
    context = state_context(request, grid) | rows
    return render(request, "lists/_answer.html", context, status=status)


def changed_rows(
    grid: ListGrid, number: int, about: Mapping[str, Any], *, all_rows: bool, is_next: bool
) -> dict[str, Any]:
    """For an answer's template: the row of a typed line with the fields `about` it, then the other
    rows that changed; and whether the page keeps the revision that it has.

    If the line was stored, these are the later rows with a line; or all of them, unless it was the
    next change (`is_next`) after what the page shows.
    """
    own, is_stored = GridRow(number, grid.outline.dealer(number)), "outcome" not in about
    all_rows = all_rows or (is_stored and not is_next)
    others = []
    for row in grid.rows:
        if row.number == number:
            own = row  # the list may have no such row any more
        elif all_rows or (is_stored and row.number > number and row.line):
            others.append(row)
    own = replace(own, **about)
    keeps_revision = not (is_stored or all_rows)
    return {"rows": [own, *others], "own": own, "keeps_revision": keeps_revision}


def as_stored(score_list: ScoreList) -> ScoreList:
    """The list read again: a change that was rolled back left new values on the object.

    Raises Http404 if the list has been removed meanwhile.
    """
    outline = ("seats", "games_due", "games_played", "stop_reason", "sittings")
    try:
        score_list.refresh_from_db(fields=("revision", "layout", "state", "depth", *outline))
    except ScoreList.DoesNotExist:
        raise Http404 from None
    return score_list


def next_table(score_list: ScoreList) -> int | None:
    """The next table of the series whose list is open; after the last, the first such table."""
    others = score_list.series.lists.filter(state=ListState.OPEN).exclude(pk=score_list.pk)
    numbers = sorted(others.values_list("table_number", flat=True))
    later = [number for number in numbers if number > score_list.table_number]
    return next(iter(later or numbers), None)


def is_last(score_list: ScoreList) -> bool:
    """Whether with this list all lists of a series in play are entered."""
    is_played = score_list.series.state == SeriesState.PLAYING
    return is_played and score_list.state != ListState.OPEN and next_table(score_list) is None


def in_ranges(problems: Sequence[Problem], grid: ListGrid) -> list[Problem]:
    """The problems of a whole list, with one problem for each run of missing games."""
    missing = [problem for problem in problems if problem.code == "game-number-missing"]
    numbers = sorted(problem.number or 0 for problem in missing)
    last = max((row.number for row in grid.rows if row.line), default=0)
    ranges = []
    for _step, run in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        first, *others = [number for _place, number in run]
        # Games after the last one are still to come, or the table stopped early.
        code = "games-left-out" if first < last else "games-missing-at-the-end"
        params = {"number": first, "until": others[-1] if others else None}
        ranges.append(Problem(code, "number", params, "TO 7.2.1", number=first))
    return [*ranges, *(problem for problem in problems if problem not in missing)]


def respond_all_rows(
    request: HttpRequest,
    score_list: ScoreList,
    *,
    problems: Sequence[Problem] = (),
    done: str = "",
    status: int = OK,
) -> HttpResponse:
    """All rows with their problems after an act on the whole list, and a notice above them."""
    grid = grid_of(as_stored(score_list) if status != OK else score_list)
    rows = []
    for row in grid.rows:
        own = tuple(problem for problem in problems if problem.number == row.number)
        rows.append(replace(row, problems=own or row.problems))
    above = in_ranges(problems, grid)
    context = state_context(request, grid) | {
        "rows": rows,
        "names": True,
        "done": done,
        "is_last": bool(done) and is_last(score_list),
        "notice": above[:NOTICE],
        "more": max(0, len(above) - NOTICE),
        "only_foot": bool(problems) and all(problem.code in FOOT_CODES for problem in problems),
    }
    return render(request, "lists/_answer.html", context, status=status)


# The buttons of the desk, which type what the keyboard would.

# Steps with what their buttons type, and the signs on them.
STEP_KEYS = (
    ("hand", "*", "H"),
    ("schneider", "+", "S"),
    ("schwarz", "++", "Z"),
    ("schneider_announced", "ss", "SA"),
    ("schwarz_announced", "zz", "ZA"),
    ("ouvert", "o", "O"),
)


@dataclass(frozen=True, slots=True)
class PadKey:
    types: str  # appended to the line
    sign: str
    name: str = ""
    game: str = ""


def pad_of(score_list: ScoreList) -> list[tuple[str, str, list[PadKey]]]:
    """The buttons in groups, each with its key for the style sheet and its name."""
    system = score_list.series.tournament.rule_system
    contract_keys = [
        PadKey(code, *sign_and_name(contract), contract.game)
        for code, contract in contracts(system, language()).items()
        if not code.isdigit()
    ]
    if system.ramsch:
        name = label("game", "ramsch")
        contract_keys.append(PadKey(RAMSCH, name[:1].upper(), name, "ramsch"))
    tops = (PadKey(str(count), str(count)) for count in range(1, 12))
    marks = []
    if system.wenzels:
        for wenzel, letter in (("Q", "q"), ("K", "k")):
            name = label("wenzel", wenzel)
            marks.append(PadKey(letter, name[:1].upper(), name))
    possible = system.possible_marks
    for mark, key, sign in STEP_KEYS:
        if mark in possible:
            marks.append(PadKey(key, sign, label("step", mark.replace("_", " "))))
    result = [
        PadKey("v", "−", pgettext("result", "lost")),
        PadKey("/", "/", _("bid")),
        PadKey("=", "=", _("running total")),
        PadKey("0", "E", _("passed")),
        PadKey("?", "?", _("unreadable")),
    ]
    return [
        ("contracts", _("Contract"), contract_keys),
        ("tops", _("Tops"), [PadKey("-", "−", _("without")), *tops]),
        ("marks", _("Steps"), marks),
        ("result", _("Result"), result),
    ]


def line_examples(system: System) -> list[tuple[str, str]]:
    """Lines by these rules, each with its meaning in words."""
    grand = PlayedGame(system, "grand", -3, dearest_class(system, "grand"), won=False)
    clubs = PlayedGame(system, "clubs", 1, dearest_class(system, "clubs"), schneider=True, won=True)
    lines = [Line(0, grand, 2), Line(0, clubs, 4), Line(0, passed=True)]
    if system.ramsch:
        lines.append(Line(0, PlayedGame(system, "ramsch", won=False, score=-40), 3))
    examples = []
    for line in lines:
        text = canonical(line, language=language(), numpad=line.game is grand)
        examples.append((text, line_text(write_line(line))))
    return examples


def dearest_class(system: System, game: str) -> str:
    """The class with the highest base of a game that is not always open."""
    bases = {
        game_class.key: game_class.bases[game]
        for game_class in system.classes
        if game in game_class.bases and game_class.ouvert != "implied"
    }
    return max(bases, key=bases.__getitem__)
