"""Lists verified before they are written: nobody waits for that."""

from collections.abc import Sequence
from operator import attrgetter

from scoring.models import Game, ScoreList, Seat
from scoring.models.game import TYPED
from scoring.models.score_list import PAPER, TALLY
from scoring.rules.systems import System
from scoring.verify.reads.verify import GAME_COLUMNS, StoredGame, StoredList, StoredSeat

COLUMNS, WORDS = attrgetter(*GAME_COLUMNS), attrgetter(*TYPED)
FIGURES, FOOT = attrgetter(*TALLY), attrgetter(*PAPER)


def stored_list(
    row: ScoreList, system: System, seats: Sequence[Seat], games: Sequence[Game]
) -> StoredList:
    """What `verify` would read of a list of a series; no row has an id yet."""
    tournament, series = row.series.tournament.pk, row.series_id
    seated = [
        StoredSeat(each.position, tournament, series, FIGURES(each), FOOT(each))
        for each in sorted(seats, key=attrgetter("position"))
    ]
    in_order = sorted(games, key=attrgetter("number", "attempt"))
    played = [StoredGame._make((*COLUMNS(each), WORDS(each))) for each in in_order]
    return StoredList(row, system, seated, played)
