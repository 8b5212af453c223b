"""A score list with its computed values, for the desk, for prints and for checks."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from scoring.core.stays import stay_text
from scoring.desk.cells import player_words
from scoring.models import ScoreList, Seat
from scoring.models.score_list import Content, Depth, ListState, stored_total
from scoring.models.series import SeriesState
from scoring.rules.checks import appraise
from scoring.rules.game import PlayedGame
from scoring.rules.illegible import candidates
from scoring.rules.problem import Problem
from scoring.rules.score_list import Line, Outline, SeatTotal, check_line, check_list, tally
from scoring.rules.systems import System
from scoring.rules.valuation import Valuation


@dataclass(frozen=True, slots=True)
class LineView:
    """One numbered row: its line if there is one, its value, and the soloist's running total.

    `running` is computed, in points; `problems` are the warnings of the game and the problems of
    the list at this number (a running total that differs from the paper's).
    """

    number: int
    dealer: int
    line: Line | None = None
    valuation: Valuation | None = None
    running: int | None = None
    problems: tuple[Problem, ...] = ()

    @property
    def score(self) -> int | None:
        return self.valuation.score if self.valuation else None


@dataclass(frozen=True, slots=True)
class SeatView:
    """A player with his totals (None while nothing is entered).

    `position` is his column on the list, `chair` his seat at the table, `stay` in which rounds he
    sat there; empty: in all.
    """

    position: int
    seat: Seat
    name: str
    total: SeatTotal | None
    chair: int
    stay: str = ""

    @property
    def words(self) -> SafeString:
        """The player with his start number."""
        return player_words(self.seat.entry.start_number, self.name)


@dataclass(frozen=True, slots=True)
class ScoreListView:
    """A whole list. `problems` concern the list as it stands, `missing` its empty numbers."""

    score_list: ScoreList
    system: System
    outline: Outline
    rows: tuple[LineView, ...]
    annulled: tuple[LineView, ...]
    seats: tuple[SeatView, ...]
    problems: tuple[Problem, ...]

    @property
    def passed(self) -> int:
        return sum(row.line is not None and row.line.passed for row in self.rows)

    @property
    def missing(self) -> list[int]:
        return [row.number for row in self.rows if row.line is None]


def score_list_view(score_list: ScoreList, content: Content | None = None) -> ScoreListView:
    """The list with every row, also empty ones: two queries, none if `content` is given."""
    tournament = score_list.series.tournament
    outline = score_list.outline
    content = content or score_list.content()
    lines = content.lines
    problems = check_list(lines, outline, complete=False) if lines else []
    rows, annulled = sheet_rows(lines, outline, problems)
    totals = dict[int, SeatTotal]()
    if score_list.depth == Depth.GAMES:
        totals = {
            total.seat: total for total in tally(lines, outline, tournament.performance_scheme)
        }
    seats = tuple(
        SeatView(
            seat.position,
            seat,
            str(seat.entry.person),
            totals.get(seat.position) or stored_total(seat),
            outline.seat_of(seat.position),
            stay_text(outline, seat.position),
        )
        for seat in content.seats
    )
    return ScoreListView(
        score_list, tournament.rule_system, outline, rows, annulled, seats, tuple(problems)
    )


def next_table(score_list: ScoreList) -> int | None:
    """The table of the series whose list is open and follows this one, else the first such."""
    others = ScoreList.objects.filter(series=score_list.series_id, state=ListState.OPEN)
    numbers = sorted(others.exclude(pk=score_list.pk).values_list("table_number", flat=True))
    behind = [number for number in numbers if number > score_list.table_number]
    return next(iter(behind or numbers), None)


def is_last(score_list: ScoreList) -> bool:
    """Whether this list is in, and with it every list of a series that is being played."""
    is_played = score_list.series.state == SeriesState.PLAYING
    is_in = score_list.state != ListState.OPEN
    return is_played and is_in and next_table(score_list) is None


def sheet_rows(
    lines: Sequence[Line], outline: Outline, problems: Sequence[Problem]
) -> tuple[tuple[LineView, ...], tuple[LineView, ...]]:
    """One row for each number due, and the annulled rows apart."""
    by_number = {line.number: line for line in lines if not line.annulled}
    about: dict[int | None, tuple[Problem, ...]] = {}
    for problem in problems:
        about[problem.number] = (*about.get(problem.number, ()), problem)
    totals = dict.fromkeys(outline.positions, 0)
    rows = []
    for number in range(1, max([outline.games_due, *by_number]) + 1):
        line, found = by_number.get(number), about.get(number, ())
        dealer = (line and line.dealer) or outline.dealer(number)
        valuation = running = None
        if line and line.misplaced:
            found = (*check_line(line.misplaced, outline), *found)
        if line and line.game and line.soloist:
            appraisal = appraise(line.game)
            valuation, found = appraisal.valuation, (*appraisal.problems, *found)
            player = outline.position(line.soloist, number)
            totals[player] += valuation.score if valuation else 0
            running = totals[player]
        rows.append(LineView(number, dealer, line, valuation, running, found))
    annulled = [
        LineView(
            line.number,
            line.dealer or outline.dealer(line.number),
            line,
            appraise(line.game).valuation if line.game else None,
        )
        for line in lines
        if line.annulled
    ]
    return tuple(rows), tuple(annulled)


def implied_score(lines: Sequence[Line], outline: Outline, number: int) -> int | None:
    """The score of an illegible game: the paper's running total less the soloist's sum before.

    None if the soloist or the total is illegible too, here or in an earlier row.
    """
    ordered = sorted((line for line in lines if not line.annulled), key=lambda line: line.number)
    unread = next((line for line in ordered if line.number == number and line.unread), None)
    if unread is None or unread.soloist is None or unread.running is None:
        return None
    player = outline.position(unread.soloist, number)
    before = 0
    for line in ordered:
        if line.number >= number:
            break
        if line.unread and line.soloist is None:
            return None
        if line.soloist is None or outline.position(line.soloist, line.number) != player:
            continue
        if line.unread:
            if line.running is None:
                return None
            before = line.running
        elif line.game:
            valuation = appraise(line.game).valuation
            before += valuation.score if valuation else 0
    return unread.running - before


def candidates_for(score_list: ScoreList, number: int) -> tuple[PlayedGame, ...]:
    """The games that an illegible row may be, likeliest first (docs/entry-line.md "Illegible")."""
    score = implied_score(score_list.lines(), score_list.outline, number)
    return () if score is None else candidates(score_list.series.tournament.rule_system, score)
