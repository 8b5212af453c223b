"""Lists verified before they are written: nobody waits for that."""

from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import Any

from scoring.models import Game, ScoreList, Seat, Series, Tournament
from scoring.models.game import TYPED
from scoring.models.score_list import PAPER, TALLY
from scoring.rules.problem import Problem
from scoring.verify.reads.verify import (
    GAME_COLUMNS,
    StoredGame,
    StoredList,
    StoredSeat,
    list_problems,
)

COLUMNS, WORDS = attrgetter(*GAME_COLUMNS), attrgetter(*TYPED)
FIGURES, FOOT = attrgetter(*TALLY), attrgetter(*PAPER)


class Verifier:
    """What `verify` would find in the lists of one tournament, by rows that have no ids yet."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.system = tournament.rule_system
        self.problems: list[Problem] = []

    def examine(
        self,
        row: ScoreList,
        seats: Sequence[Seat],
        games: Sequence[Game],
        series: Mapping[str, Any],
    ) -> None:
        """Note the problems of one list of a series."""
        columns = {key: series[key] for key in ("number", "rounds", "state")}
        row.series = Series(tournament=self.tournament, **columns)
        # Neither tournament nor series has an id; the seats are made for them.
        seated = [
            StoredSeat(each.position, self.tournament.pk, row.series_id, FIGURES(each), FOOT(each))
            for each in sorted(seats, key=attrgetter("position"))
        ]
        in_order = sorted(games, key=attrgetter("number", "attempt"))
        played = [StoredGame._make((*COLUMNS(each), WORDS(each))) for each in in_order]
        stored = StoredList(row, self.system, seated, played)
        self.problems += list_problems(stored, self.tournament)
