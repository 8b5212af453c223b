"""Lists that are played by chance, and what their keepers write, slips included."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from random import Random

from scoring.photo.form import PASSED
from scoring.photo.writings import TICKED, TICKS, Writing, writings
from scoring.rules.outline import Outline
from scoring.rules.score_list import Line
from scoring.rules.systems import ISKO, System

Cells = dict[tuple[int, str], str]


@dataclass
class PlayedList:
    """What happened (`lines`), what the paper says (`cells`), and which rows err, and how."""

    outline: Outline
    lines: list[Line]
    cells: Cells
    totals: list[int]
    slips: dict[int, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Habits:
    """How often, of a row or a list, the keeper does something."""

    passed: float = 0.03
    unticked: float = 0.0  # of the games passed in
    overbid: float = 0.01
    forgotten_ticks: int = 0
    wrong_sums: int = 0
    wrong_scores: int = 0
    ends_early: float = 0.0
    implied: float = 0.3  # that a tick is made that follows from another


USUAL = Habits()


def play(rng: Random, seats: int = 4, rounds: int = 12, system: System = ISKO,
         habits: Habits = USUAL) -> PlayedList:  # fmt: skip
    """A list and its paper."""
    outline = Outline(seats, rounds)
    if rng.random() < habits.ends_early:
        after = rng.randrange(outline.games_planned // 2, outline.games_planned)
        outline = replace(outline, ended_after=after, stop_reason="time")
    known = writings(system).every
    plain = [each for each in known if not each.game.overbid]
    over = [each for each in known if each.game.overbid]
    weights = [2.718 ** (each.prior * 1.3) for each in plain]
    played = PlayedList(outline, [], {}, [0] * seats)
    figures = [[0, 0, 0] for _seat in range(seats)]
    slipping = _rows_with_slips(rng, outline.games_due, habits)
    for number in range(1, outline.games_due + 1):
        row = number - 1
        if rng.random() < habits.passed:
            played.lines.append(Line(number, passed=True))
            if rng.random() >= habits.unticked:
                played.cells[row, PASSED] = "x"
            else:
                played.slips[row] = "unticked"
            continue
        is_over = rng.random() < habits.overbid
        writing = rng.choice(over) if is_over else rng.choices(plain, weights)[0]
        seat = rng.choice([n for n in range(1, seats + 1) if outline.may_play(n, number)])
        played.lines.append(Line(number, writing.game, seat))
        played.totals[seat - 1] += writing.score
        _write_row(
            played, row, seat, writing, figures[seat - 1], rng, habits, slipping.get(row, "")
        )
    for seat, (points, won, lost) in enumerate(figures, 1):
        foot = outline.games_planned
        played.cells[foot, f"points_{seat}"] = str(points)
        played.cells[foot, f"won_{seat}"] = str(won)
        played.cells[foot, f"lost_{seat}"] = str(lost)
    return played


def _rows_with_slips(rng: Random, count: int, habits: Habits) -> Mapping[int, str]:
    wanted = ["tick"] * habits.forgotten_ticks + ["sum"] * habits.wrong_sums
    wanted += ["score"] * habits.wrong_scores
    return dict(zip(rng.sample(range(3, count - 1), len(wanted)), wanted, strict=True))


def _write_row(
    played: PlayedList, row: int, seat: int, writing: Writing, figures: list[int], rng: Random,
    habits: Habits, slip: str,
) -> None:  # fmt: skip
    cells = played.cells
    cells[row, "base"] = writing.base
    if writing.tops:
        cells[row, "with" if writing.tops > 0 else "without"] = str(abs(writing.tops))
    ticks = [key for key, state in zip(TICKS, writing.ticks, strict=True)
             if state == TICKED or (state and rng.random() < habits.implied)]  # fmt: skip
    if slip == "tick":
        needed = [key for key, state in zip(TICKS, writing.ticks, strict=True) if state == TICKED]
        if needed:
            ticks.remove(rng.choice(needed))
            played.slips[row] = "tick"
    for key in ticks:
        cells[row, key] = "x"
    score = writing.score
    if slip == "score":
        score += rng.choice((-10, 10, 1, -1, 20, 100)) * (1 if score > 0 else -1)
        played.slips[row] = "score"
    cells[row, "plus" if writing.score > 0 else "minus"] = str(abs(score))
    figures[0] += writing.score
    if slip == "sum":
        figures[0] += rng.choice((10, -10, 1, -1, 2, -2, 20, 100, -100, 5, 9))
        played.slips[row] = "sum"
    which = 1 if writing.score > 0 else 2
    figures[which] += 1
    cells[row, f"points_{seat}"] = str(figures[0])
    cells[row, f"{('won', 'lost')[which - 1]}_{seat}"] = str(figures[which])
