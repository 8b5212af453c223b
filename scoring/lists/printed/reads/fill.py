"""The paper form filled from the lines of a list, or left blank."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from scoring.core.labels_of_systems import options_of
from scoring.core.listing import Head, Row
from scoring.lists.printed.form import REMARKS, PaperList, PaperRow, PaperSeat
from scoring.messages.labels import label
from scoring.rules.checks import appraise
from scoring.rules.game import PlayedGame
from scoring.rules.outline import MIN_SEATS
from scoring.rules.score_list import (
    Line,
    Outline,
    Scheme,
    SeatTotal,
    per_game,
    per_loss,
    points_of_others,
    tally,
)
from scoring.rules.systems import System
from scoring.rules.valuation import RAMSCH, Valuation

PASSED, UNREAD, RAMSCH_SIGN = "E", "?", "R"  # in the column of base values
WENZELS = {"Q": "queens", "K": "kings"}


def paper_list(
    lines: Sequence[Line],
    outline: Outline,
    system: System,
    scheme: Scheme,
    *,
    head: Head,
    seats: Sequence[PaperSeat] = (),
    totals: Sequence[SeatTotal] | None = None,
    **place: Any,
) -> PaperList:
    """The form of one list, blank without lines and totals; of lines the totals are computed.

    `place` are more fields of PaperList: which list it is, and what is wrong with it.
    """
    if lines:
        totals = tally(lines, outline, scheme)
    tallies = {position: [0, 0, 0] for position in outline.positions}  # points, won, lost
    numbered = every_line(lines, outline.games_planned)
    rows = tuple(_row_of(line, outline, system, tallies) for line in numbered)
    return PaperList(
        head=head,
        columns=system.columns,
        seats=tuple(seats) or tuple(map(PaperSeat, range(1, outline.seats + 1))),
        rows=rows,
        foot=paper_foot(totals, outline, scheme),
        system=label("system", system.key),
        stopped=outline.stop_reason if outline.ended_after is not None else "",
        passed=sum(line.passed and not line.annulled for line in lines) if lines else None,
        legend=legend(system, rows),
        **place,
    )


def every_line(lines: Iterable[Line], last: int) -> Iterator[Line]:
    """The lines in order, and a blank one where none of a number counts, at least up to `last`."""
    by_number: defaultdict[int, list[Line]] = defaultdict(list)
    for line in sorted(lines, key=lambda line: (line.number, line.attempt)):
        by_number[line.number].append(line)
    for number in range(1, max([last, *by_number]) + 1):
        yield from by_number[number]
        if all(line.annulled for line in by_number[number]):
            yield Line(number)


def _row_of(
    line: Line, outline: Outline, system: System, tallies: dict[int, list[int]]
) -> PaperRow:
    dealer_seat = line.dealer or outline.dealer(line.number)
    dealer = outline.position(dealer_seat, line.number)
    if line.soloist is not None:
        line = replace(line, soloist=outline.position(line.soloist, line.number))
    if line.game is None:
        score = 0 if line.passed else None
        row = PaperRow(line.number, dealer, no_game(line), score, line.soloist)
    else:
        row = _row_of_game(line, line.game, dealer, system, tallies)
    present = outline.present(line.number)
    absent = tuple(position for position in outline.positions if position not in present)
    return replace(
        row,
        remarks=tuple(_remarks(line, outline, dealer_seat)),
        idle=absent if len(present) == MIN_SEATS else (*absent, dealer),
        dealer_seat=dealer_seat,
        ends_round=outline.ends_round(line.number),
    )


def _row_of_game(
    line: Line, game: PlayedGame, dealer: int, system: System, tallies: dict[int, list[int]]
) -> PaperRow:
    """The row of a game; unless annulled it is added to the tally of its soloist (SkO 3.2.12)."""
    appraisal = appraise(game)
    worth = appraisal.worth
    row = PaperRow(line.number, dealer, marks_of(appraisal.game, worth, system.columns))
    if worth is None or line.soloist not in tallies:
        return row
    row = replace(row, score=worth.score, soloist=line.soloist)
    if line.annulled:
        return row
    sums = tallies[line.soloist]
    sums[0] += worth.score
    sums[1 if worth.won else 2] += 1
    count: dict[str, Any] = {"won": sums[1]} if worth.won else {"lost": sums[2]}
    return replace(row, running=sums[0], **count)


def no_game(line: Line) -> Mapping[str, object]:
    if line.passed:
        return {"base": PASSED}
    return {"base": UNREAD} if line.unread else {}


def _remarks(line: Line, outline: Outline, dealer_seat: int) -> Iterator[str]:
    if line.annulled:
        yield "annulled"
    if outline.ended_after is not None and line.number > outline.ended_after:
        yield "not-played"
    if line.unread:
        yield "unread"
    if dealer_seat != outline.dealer(line.number):
        yield "other-dealer"
    if line.game is not None:
        if appraise(line.game).game.overbid:
            yield "overbid"
        if line.game.wenzel in WENZELS:
            yield WENZELS[line.game.wenzel]


def marks_of(
    game: PlayedGame, worth: Valuation | None, columns: Iterable[str]
) -> Mapping[str, object]:
    """The values of the columns; a game of fixed value has no step ticked."""
    is_fixed = worth is not None and worth.multiplier is None
    marks = {key: _mark_of(game, worth, key) for key in columns}
    return {key: None if is_fixed and mark is True else mark for key, mark in marks.items()}


def _mark_of(game: PlayedGame, worth: Valuation | None, key: str) -> object:
    if key == "class":  # as typed: "tt" is a tournee on the second turn
        game_class = game.system.class_named(game.game_class)
        return game_class.token * (game.turn or 1) if game_class else ""
    if key == "base" and game.game == RAMSCH:
        return RAMSCH_SIGN
    if key == "base":
        return worth.base if worth else None
    if key in ("with", "without"):
        tops = game.tops if key == "with" else -game.tops
        return tops if tops > 0 else None
    return getattr(game, key, None)


def paper_foot(
    totals: Sequence[SeatTotal] | None, outline: Outline, scheme: Scheme
) -> tuple[Row, ...]:
    """The lines below the games (TO 8.12) as rows of the listing; blank without totals."""

    def line(heading: str, **figures: Callable[[SeatTotal], int]) -> Row:
        cells = {
            f"{key}_{total.seat}": figure(total)
            for total in totals or ()
            for key, figure in figures.items()
        }
        return {"number": heading, **cells}

    games, others = per_game(scheme), per_loss(scheme, outline)
    lines = [
        line(
            _("Game points"),
            points=lambda t: t.game_points,
            won=lambda t: t.won,
            lost=lambda t: t.lost,
        )
    ]
    if games:
        text = _("(won − lost) × %(points)s") % {"points": games}
        lines.append(line(text, points=lambda t: games * (t.won - t.lost)))
    if others:
        text = _("lost by the others × %(points)s") % {"points": others}
        lines.append(line(text, points=lambda t: points_of_others(scheme, t)))
    if games or others:
        lines.append(line(_("Total"), points=lambda t: t.performance))
    return tuple(lines)


def legend(system: System, rows: Sequence[PaperRow]) -> tuple[str, ...]:
    bases = {row.marks.get("base") for row in rows}
    remarks = {key for row in rows for key in row.remarks}
    explained = [(PASSED, _("passed"))]
    if RAMSCH_SIGN in bases:
        explained.append((RAMSCH_SIGN, label("game", RAMSCH)))
    explained += [
        (remark.sign, str(remark.text))
        for key, remark in REMARKS.items()
        if key in remarks and remark.sign
    ]
    if "class" in system.columns:
        explained += [
            (game_class.token, label("class", game_class.key)) for game_class in system.classes
        ]
        second = _("%(game)s, second turn")
        explained += [
            (game_class.token * 2, second % {"game": label("class", game_class.key)})
            for game_class in system.classes
            if len(game_class.turns) > 1
        ]
    return (*(f"{sign} = {meaning}" for sign, meaning in explained), *options_of(system))
