"""A list as it was played, and what its keeper wrote: with his slips and his corrections."""

from dataclasses import dataclass, field, replace
from random import Random

from scoring.core.listing import Head
from scoring.lists.printed.form import PaperRow
from scoring.lists.printed.reads.fill import paper_list
from scoring.rules.checks import appraise
from scoring.rules.game import PlayedGame
from scoring.rules.outline import Outline
from scoring.rules.score_list import Line
from scoring.rules.systems import ISKO, TEXAS, System
from scoring.simulation.games import random_lines, random_strength

SIZES = ((3, 8), (3, 12), (3, 12), (3, 10), (4, 12), (4, 12), (4, 9), (4, 8), (4, 6))
TICKS = ("hand", "schneider", "schneider_announced", "schwarz", "schwarz_announced", "ouvert")


@dataclass
class Entry:
    """What stands in a cell; `row` counts from 0, below the games by `foot`.

    `wrong` stood there before: struck, and written beside, or written over where `over`.
    """

    row: int
    column: str
    text: str
    wrong: str = ""
    over: bool = False
    foot: bool = False


@dataclass
class KeptList:
    """`lines` is the truth, `slips` what the keeper did wrong, by number of the game."""

    outline: Outline
    system: System
    number: int
    lines: list[Line]
    entries: list[Entry] = field(default_factory=list)
    slips: dict[int, str] = field(default_factory=dict)
    played: int = 0
    strikes_rest: bool = False


class Keeper:
    """Writes a list row by row, as somebody at the table does."""

    def __init__(self, rng: Random, *, tick: str) -> None:
        self.rng, self.tick = rng, tick
        self.signs_minus = rng.random() < 0.3
        self.counts = rng.choices(("count", "stroke", "none"), (75, 15, 10))[0]
        self.ticks_null = rng.random() < 0.5
        self.ticks_highest_only = rng.random() < 0.4
        self.passed_as = rng.choices(("tick", "tick and dash", "E"), (70, 15, 15))[0]
        self.corrects = rng.choice((0.0, 0.005, 0.015, 0.03))  # a cell
        self.writes_over = rng.random() < 0.3

    def keep(self) -> KeptList:
        rng = self.rng
        seats, rounds = rng.choice(SIZES)
        system = ISKO if rng.random() < 0.85 else TEXAS
        outline = Outline(seats, rounds)
        due = outline.games_planned
        lines = random_lines(rng, outline, system, [random_strength(rng) for _ in range(seats)])
        played = due if rng.random() < 0.9 else rng.randrange(due // 2, due)
        kept = KeptList(outline, system, rng.randrange(1, 9000), lines[:played], played=played)
        kept.strikes_rest = played < due and rng.random() < 0.6
        self._choose_slips(kept)
        paper = paper_list(kept.lines, outline, system, system.scheme, head=Head())
        off = [0] * seats
        for row, line in zip(paper.rows[:played], kept.lines, strict=True):
            self._write_row(kept, row, line, off)
        for place, cells in enumerate(paper.foot):
            for seat in range(seats):
                key, shift = f"points_{seat + 1}", off[seat]
                figure = int(str(cells.get(key, 0)))
                figure += shift if place in (0, len(paper.foot) - 1) else 0
                self._put(kept, place, key, str(figure), foot=True)
        for kind in ("won", "lost"):
            for seat in range(1, seats + 1):
                key = f"{kind}_{seat}"
                self._put(kept, 0, key, str(paper.foot[0].get(key)), foot=True)
        return kept

    def _choose_slips(self, kept: KeptList) -> None:
        """Sums added wrongly, ticks forgotten, values reckoned wrongly: seldom more than one."""
        rng = self.rng
        games = [line for line in kept.lines if line.game is not None]
        ticked = [line.number for line in games if line.game and forgettable(line.game)]
        trumps = [line.number for line in games if line.game and line.game.game != "null"]
        passed = [line.number for line in kept.lines if line.passed]
        for share, slip, able in (
            (0.4, "sum", [line.number for line in games]),
            (0.3, "tick", ticked),
            (0.1, "value", trumps),
            (0.15, "passed", passed),
        ):
            if able and rng.random() < share:
                kept.slips.setdefault(rng.choice(able), slip)

    def _write_row(self, kept: KeptList, row: PaperRow, line: Line, off: list[int]) -> None:
        place, slip = row.number - 1, kept.slips.get(row.number)
        if line.game is None:
            self._write_passed(kept, place, slip)
            return
        seat, score = row.soloist or 0, row.score or 0
        if slip == "value":
            wrong = self.rng.choice((-1, 1, 1)) * int(str(row.marks["base"]))
            wrong = abs(wrong) if abs(score) <= abs(wrong) else wrong
            wrong *= 2 if score < 0 else 1
            score += wrong if score > 0 else -wrong
        elif slip == "sum":
            off[seat - 1] += self.rng.choice((-100, -20, -10, -1, 1, 2, 10, 20, 100))
        off[seat - 1] += score - row.score
        self._write_marks(kept, place, row, line.game, forgets=slip == "tick")
        value = f"-{-score}" if score < 0 and self.signs_minus else str(abs(score))
        self._put(kept, place, "plus" if score > 0 else "minus", value)
        self._put(kept, place, f"points_{seat}", str((row.running or 0) + off[seat - 1]))
        count, column = (row.won, "won") if row.won else (row.lost, "lost")
        if self.counts != "none":
            text = str(count) if self.counts == "count" else "/"
            self._put(kept, place, f"{column}_{seat}", text)

    def _write_passed(self, kept: KeptList, place: int, slip: str | None) -> None:
        if slip == "passed":
            return
        if self.passed_as == "E":
            self._put(kept, place, "base", "E")
            return
        self._put(kept, place, "passed", self.tick)
        if "dash" in self.passed_as:
            self._put(kept, place, "base", "-")

    def _write_marks(
        self, kept: KeptList, place: int, row: PaperRow, game: PlayedGame, *, forgets: bool
    ) -> None:
        for key in ("base", "with", "without"):
            if row.marks[key]:
                self._put(kept, place, key, str(row.marks[key]))
        ticks = ticks_of(game)
        if game.game == "null" and not self.ticks_null:
            return
        forgotten = self.rng.choice(forgettable(game)) if forgets else ""
        if self.ticks_highest_only and "schwarz" in ticks and not forgotten:
            ticks.remove("schneider")
        for key in ticks:
            if key != forgotten:
                self._put(kept, place, key, self.tick)

    def _put(
        self, kept: KeptList, place: int, column: str, text: str, *, foot: bool = False
    ) -> None:
        entry = Entry(place, column, text, foot=foot)
        wide = column in ("base", "plus", "minus") or column.startswith("points")
        if text.strip("-").isdigit() and wide and self.rng.random() < self.corrects:
            at = self.rng.randrange(len(text))
            figure = self.rng.choice("0123456789".replace(text[at], ""))
            if text[at] != "-":
                wrong = text[:at] + figure + text[at + 1 :]
                entry = replace(entry, wrong=wrong, over=self.writes_over or column == "base")
        kept.entries.append(entry)


def ticks_of(game: PlayedGame) -> list[str]:
    done = appraise(game).game
    return [key for key in TICKS if getattr(done, key)]


def forgettable(game: PlayedGame) -> list[str]:
    """The ticks without which the marks say another value."""
    ticks = ticks_of(game)
    if game.game == "null" or {"schneider_announced", "ouvert"} & {*ticks}:
        return []
    return [key for key in ticks if key != "schneider" or "schwarz" not in ticks]
