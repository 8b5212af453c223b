"""The sample tournament of a first start."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from scoring.core.services import block
from scoring.desk.services.games import record_games
from scoring.models import Actor, Tournament
from scoring.models.host import FIRST_HOST
from scoring.models.series import SeriesState
from scoring.rules.checks import appraise
from scoring.rules.score_list import Line
from scoring.rules.systems import SUITS
from scoring.series.services.series import move_series
from scoring.simulation.services.tournament import (
    SimulationPlan,
    enter,
    play_series,
    played,
    register,
    seat_series,
)

PLAYERS, SERIES = 23, 3
OPEN_TABLE, WRONG_TABLE = 2, 4
TYPED = 17  # games of the open list


@dataclass(frozen=True, slots=True)
class Demo:
    """`open_table` is half typed; at `wrong_table` game `wrong_game` is wrong."""

    tournament: Tournament
    series: int
    open_table: int
    wrong_table: int
    wrong_game: int


def demo(name: str, day: date, *, by: Actor, host: int = FIRST_HOST) -> Demo:
    """23 players, two series played, in the third a half typed list and one with an error.

    One game has a top too many; the typed running totals are right and differ from there on.
    """
    plan = SimulationPlan(PLAYERS, SERIES, "demo", name, day, by_totals=0.2, sample=True, host=host)
    with block():
        tournament = register(plan, by=by)
        for number in range(1, SERIES):
            play_series(plan, tournament, number, by=by)
        series = seat_series(plan, tournament, SERIES, by=by)
        move_series(series, SeriesState.PLAYING, by=by)
        wrong = 0
        for score_list in series.lists.all():
            game_list = played(plan, score_list)
            lines = game_list.lines
            if score_list.table_number == OPEN_TABLE:
                record_games(score_list, lines[:TYPED], by=by, revision=score_list.revision)
            elif score_list.table_number == WRONG_TABLE:
                lines, wrong = with_error(with_running_totals(lines))
                record_games(score_list, lines, by=by, revision=score_list.revision)
            else:
                enter(plan, score_list, game_list, by=by)
    return Demo(tournament, SERIES, OPEN_TABLE, WRONG_TABLE, wrong)


def with_running_totals(lines: Sequence[Line]) -> list[Line]:
    """The lines with the soloist's running total after each game."""
    totals: dict[int, int] = {}
    added = []
    for line in lines:
        if line.game is not None and line.soloist is not None:
            worth = appraise(line.game).valuation
            score = worth.score if worth else 0
            totals[line.soloist] = totals.get(line.soloist, 0) + score
            line = replace(line, running=totals[line.soloist])
        added.append(line)
    return added


def with_error(lines: Sequence[Line]) -> tuple[list[Line], int]:
    """The lines with a top too many in a suit game of the second half, and its number."""
    for index, line in enumerate(lines):
        game = line.game
        if index < len(lines) // 2 or game is None or game.game not in SUITS or game.bid:
            continue
        tops = game.tops + 1 if game.tops > 0 else game.tops - 1
        wrong = replace(line, game=replace(game, tops=tops))
        return [*lines[:index], wrong, *lines[index + 1 :]], line.number
    raise LookupError("this list has no suit game in its second half")
