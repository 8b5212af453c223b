"""Lists of one round as services make them, and an act on a list as it stands."""

from collections.abc import Callable, Sequence
from typing import Any

from django.db.models import QuerySet

from scoring.lists.services.games import Seen, record_games
from scoring.lists.services.lists import close_list
from scoring.models import Actor, ScoreList, Seat, Tournament
from scoring.rules.score_list import Line
from scoring.standings.reads.players import counted_seats
from tests.factories import line, open_list

BY = Actor(name="test")
ONE_ROUND = [line(1, 2), line(2, 1), line(3), line(4, 1)]
BLANK = Seen("", 1)  # what a page shows of a row, or of totals, that nobody has typed
LAST_LOST = [*ONE_ROUND[:3], line(4, 1, "grand", won=False)]


def act(
    service: Callable[..., Any], score_list: ScoreList, *args: Any, by: Actor = BY, **how: Any
) -> Any:
    score_list.refresh_from_db()
    return service(score_list, *args, by=by, revision=score_list.revision, **how)


def filled(
    lines: Sequence[Line] = ONE_ROUND, *, by: Actor = BY, rounds: int = 1, **fields: object
) -> ScoreList:
    made = open_list(rounds=rounds, **fields)
    record_games(made, lines, by=by, revision=1)
    return made


def entered(
    lines: Sequence[Line] = ONE_ROUND,
    *,
    by: Actor = BY,
    closed_by: Actor | None = None,
    **fields: object,
) -> ScoreList:
    made = filled(lines, by=by, **fields)
    act(close_list, made, by=closed_by or by)
    return made


def scores(score_list: ScoreList) -> dict[int, int]:
    """By row, of the games that count."""
    return dict(score_list.games.filter(annulled=False).values_list("number", "score"))


def counted_where(counts: str) -> QuerySet[Seat]:
    """The seats that count where the lists in this state do."""
    tournament = Tournament.objects.get()
    tournament.counts = counts
    return counted_seats(tournament)
