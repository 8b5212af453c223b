"""The desk's view of a score list: its rows, the counts above them and the sums below."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.http import HttpRequest
from django.utils.safestring import SafeString

from scoring.core.labels_of_systems import heading
from scoring.core.listing import MARK
from scoring.desk.cells import row_cells, sum_cells
from scoring.desk.forms.lines import TraceForm
from scoring.desk.reads.foot import FootCheck, check_foot
from scoring.desk.reads.score_list import (
    LineView,
    ScoreListView,
    SeatView,
    candidates_for,
    score_list_view,
)
from scoring.desk.services.changing import CHANGEABLE, leave_needed, shown_line
from scoring.messages import message
from scoring.messages.amounts import points
from scoring.models import ScoreList
from scoring.models.score_list import Content
from scoring.printed_list.reads.fill import PASSED, UNREAD, marks_of
from scoring.rules.checks import appraise
from scoring.rules.performance import Scheme, bonus, per_game
from scoring.rules.problem import Problem, errors
from scoring.rules.score_list import Line, SeatTotal, points_of_others


@dataclass(frozen=True, slots=True)
class Sentence:
    """A problem in words, with its paragraph."""

    text: str
    rule: str
    severity: str


def sentences(problems: Iterable[Problem]) -> list[Sentence]:
    return [Sentence(message(each), each.rule, each.severity) for each in problems]


@dataclass(frozen=True)
class GridRow:
    """A row of the grid. `outcome` is what became of a typed line that was not stored.

    "wrong" (it cannot be), "stale" (somebody else changed the list) or "asking" (Enter confirms
    `question` at the address `confirm`).
    """

    row: LineView
    sheet: ScoreListView
    outcome: str = ""
    reasons: Sequence[Sentence] = ()
    question: str = ""
    confirm: str = ""

    @property
    def number(self) -> int:
        return self.row.number

    @cached_property
    def text(self) -> str:
        return shown_line(self.row.line)

    @cached_property
    def base(self) -> str:
        """The stored row: "missing", "empty", "stored", "doubtful", "unread" or "wrong"."""
        line = self.row.line
        if line is None:
            return "missing" if self.row.problems else "empty"
        if line.unread and not line.misplaced:
            return "unread"
        if line.misplaced or errors(self.row.problems):
            return "wrong"
        return "doubtful" if self.row.problems else "stored"

    @property
    def state(self) -> str:
        return self.outcome or self.base

    @cached_property
    def sentences(self) -> Sequence[Sentence]:
        return self.reasons or sentences(self.row.problems)

    @cached_property
    def marks(self) -> list[str]:
        """The mark under each column of the form."""
        columns, line = self.sheet.system.columns, self.row.line
        if line is None or line.game is None:
            first = "" if line is None else PASSED if line.passed else UNREAD
            return [first if key == "base" else "" for key in columns]
        appraisal = appraise(line.game)
        marks = marks_of(appraisal.game, appraisal.worth, columns)
        return [mark_text(marks.get(key)) for key in columns]

    @property
    def plus(self) -> str:
        score = self.row.score
        return str(score) if score is not None and score > 0 else ""

    @property
    def minus(self) -> str:
        score = self.row.score
        return signed(score) if score is not None and score < 0 else ""

    @property
    def score(self) -> str:
        return signed(self.row.score or 0)

    @property
    def own_running(self) -> str:
        """The soloist's running total, as shown beside the line."""
        return signed(self.row.running)

    @property
    def cells(self) -> SafeString:
        return row_cells(self.marks, self.plus, self.minus, self.seats)

    @property
    def seats(self) -> list[tuple[bool, str]]:
        """Per player: whether he deals, and the soloist's running total."""
        line, running, outline = self.row.line, self.row.running, self.sheet.outline
        dealer = outline.position(self.row.dealer, self.number)
        soloist = outline.position(line.soloist, self.number) if line and line.soloist else None
        return [
            (seat.position == dealer, signed(running) if soloist == seat.position else "")
            for seat in self.sheet.seats
        ]

    @property
    def ends_round(self) -> bool:
        return self.sheet.outline.ends_round(self.number)

    @property
    def candidates(self) -> list[tuple[int, str]]:
        """The games that an illegible row may be, each with the digit that chooses it."""
        line = self.row.line
        if line is None or not line.unread or line.running is None:
            return []
        games = candidates_for(self.sheet.score_list, self.number)
        return [
            (digit, shown_line(Line(self.number, game, line.soloist)))
            for digit, game in enumerate(games, 1)
        ]


def mark_text(value: object) -> str:
    """A mark as the form shows it."""
    if value is None or value is False or value == 0:
        return ""
    return MARK if value is True else str(value)


def signed(figure: int | None) -> str:
    return "" if figure is None else points(figure)


@dataclass(frozen=True)
class ListGrid:
    """The grid of one list."""

    sheet: ScoreListView
    may_type: bool = True
    rows: list[GridRow] = field(default_factory=list)

    @property
    def score_list(self) -> ScoreList:
        return self.sheet.score_list

    @property
    def headings(self) -> list[str]:
        return [heading(key) for key in self.sheet.system.columns]

    @property
    def void(self) -> list[GridRow]:
        """Annulled games: visible under their number, they count nowhere (SkO 3.2.12)."""
        return [GridRow(row, self.sheet) for row in self.sheet.annulled]

    @cached_property
    def typed(self) -> int:
        return sum(row.row.line is not None for row in self.rows)

    @cached_property
    def unread(self) -> int:
        return sum(row.base == "unread" for row in self.rows)

    @cached_property
    def scheme(self) -> Scheme:
        return self.sheet.score_list.series.tournament.performance_scheme

    @property
    def game_bonus(self) -> int:
        return per_game(self.scheme)

    @cached_property
    def others_bonus(self) -> str:
        """What a game lost by another is worth: "30"; "30/40" where four played on as three."""
        scheme, outline = self.scheme, self.sheet.outline
        sizes = {len(each.seats) for each in outline.table} if outline.sittings else {outline.seats}
        worth = [bonus(scheme, size) for size in sorted(sizes, reverse=True)]
        return "/".join(map(str, worth)) if any(worth) else ""

    @cached_property
    def foot(self) -> list["FootRow"]:
        """The sums of each player so far."""
        return [FootRow(seat, self.scheme, bool(self.others_bonus)) for seat in self.sheet.seats]

    @property
    def chairs(self) -> list[tuple[int, str]]:
        """Each seat of the table with who sits there, one after the other."""
        return [
            (chair, " → ".join(each.name for each in self.sheet.seats if each.chair == chair))
            for chair in range(1, self.sheet.outline.seats + 1)
        ]


def foot_of(grid: ListGrid, asked: Mapping[str, Any]) -> FootCheck:
    """The paper's foot compared with the rows; the page says which seat is searched."""
    seat, known = None, dict[int, int]()
    if "seat" in asked and (form := TraceForm(asked)).is_valid():
        seat, known = form.cleaned_data["seat"], form.answers
    lines = [row.row.line for row in grid.rows if row.row.line]
    seats = [each.seat for each in grid.sheet.seats]
    return check_foot(lines, grid.sheet.outline, seats, seat, known)


def state_context(request: HttpRequest, grid: ListGrid) -> dict[str, Any]:
    """Everything on the page of a list that follows from its rows, besides the rows."""
    score_list = grid.score_list
    foot = foot_of(grid, request.POST or request.GET)
    return list_context(score_list) | {
        "grid": grid,
        "leave": leave_needed(score_list),
        "foot": foot,
        "foot_sentences": sentences(foot.differences),
    }


@dataclass(frozen=True, slots=True)
class FootRow:
    """The sums of one seat as text; 0 while nothing is entered."""

    seat: SeatView
    scheme: Scheme
    has_others: bool

    @property
    def points(self) -> str:
        return signed(self.tally.game_points)

    @property
    def tally(self) -> SeatTotal:
        return self.seat.total or SeatTotal(self.seat.position, 0, 0, 0, 0, 0)

    @property
    def cells(self) -> SafeString:
        tally, bonus_of_game = self.tally, per_game(self.scheme)
        balance = signed(bonus_of_game * (tally.won - tally.lost)) if bonus_of_game else None
        extra = signed(points_of_others(self.scheme, tally)) if self.has_others else None
        total = signed(tally.performance)
        return sum_cells(self.points, tally.won, tally.lost, balance, extra, total)


def grid_of(
    score_list: ScoreList, *, may_type: bool = True, content: Content | None = None
) -> ListGrid:
    """The grid of a stored list; `content` if it was read already."""
    found = score_list_view(score_list, content)
    can_change = may_type and score_list.state in CHANGEABLE
    return ListGrid(found, can_change, [GridRow(row, found) for row in found.rows])


def list_context(score_list: ScoreList) -> dict[str, Any]:
    """The context of every page about a list."""
    series = score_list.series
    return {"list": score_list, "series": series, "tournament": series.tournament}
