"""What may be done to a series, depending on its state and on the state of the tournament."""

from collections.abc import Mapping, Sequence

from scoring.models import Actor, Series, Tournament
from scoring.models.log import Action
from scoring.models.tournament import SeriesState, TournamentState
from scoring.rules.problem import Problem

DRAFT, RELEASED, PLAYING = SeriesState.DRAFT, SeriesState.RELEASED, SeriesState.PLAYING

# The states in which each act is possible, as long as `tournament_problems` has nothing against it.
ACTS: Mapping[str, tuple[str, ...]] = {
    # Before the seating is released: everything may still be drawn and changed.
    "announce": (DRAFT,),
    "draw": (DRAFT,),
    "seat": (DRAFT,),
    "swap": (DRAFT,),
    "remove": (DRAFT,),
    # Afterwards: single acts, never a new draw for everyone.
    "fill": (RELEASED, PLAYING),
    "move": (RELEASED, PLAYING),
    "join": (RELEASED, PLAYING),
    "leave": (RELEASED, PLAYING),
    "dissolve": (RELEASED, PLAYING),
    "no-list": (RELEASED, PLAYING),
    # Cards from a bag: a list is opened as the table sits down.
    "open": (DRAFT, RELEASED, PLAYING),
}

# The acts that change a seating, each with its action in the log.
SEAT_ACTIONS = {
    "swap": Action.SERIES_SEATS_SWAPPED,
    "fill": Action.SERIES_SEAT_FILLED,
    "move": Action.SERIES_PLAYER_MOVED,
    "join": Action.SERIES_PLAYER_JOINED,
    "leave": Action.SERIES_TABLE_SHORTENED,
    "dissolve": Action.SERIES_TABLE_DISSOLVED,
}


def tournament_problems(tournament: Tournament) -> list[Problem]:
    """Why no series may be changed now."""
    if tournament.reported_at:
        return [Problem("tournament-is-reported")]
    if tournament.state == TournamentState.FINAL:
        return [Problem("tournament-final")]
    if tournament.broken_off:
        return [Problem("tournament-broken-off", rule="TO 3.4")]
    return [] if tournament.under_way else [Problem("tournament-reviewed")]


def act_problems(series: Series, act: str) -> list[Problem]:
    """Why this may not be done now; empty if it may."""
    problems = tournament_problems(series.tournament)
    if act == "open" and has_unreleased_seating(series):
        return [*problems, Problem("series-not-released")]
    if series.state in ACTS[act]:
        return problems
    if series.state == DRAFT:
        return [*problems, Problem("series-not-released")]
    if ACTS[act] == (DRAFT,):
        return [*problems, Problem("seating-released")]
    return [*problems, Problem("series-closed")]


def possible_acts(series: Series) -> frozenset[str]:
    return frozenset(act for act in ACTS if not act_problems(series, act))


def has_unreleased_seating(series: Series) -> bool:
    return series.state == DRAFT and series.lists.exists()


def override_problems(problems: Sequence[Problem], *, by: Actor, reason: str) -> list[Problem]:
    """These problems and the request for a reason, unless one is given or nobody could give it."""
    if not problems or by.user is None or reason.strip():
        return []
    return [*problems, Problem("override-needs-a-reason", field="reason")]


# The allowed transitions of a series; `refuse_move` restricts them further.
SERIES_TRANSITIONS: dict[str, tuple[str, ...]] = {
    # At once to playing where the players sit at their tables already (TO 9.10).
    SeriesState.DRAFT: (SeriesState.RELEASED, SeriesState.PLAYING),
    SeriesState.RELEASED: (SeriesState.PLAYING, SeriesState.DRAFT),
    SeriesState.PLAYING: (SeriesState.CLOSED, SeriesState.RELEASED),
    SeriesState.CLOSED: (SeriesState.PLAYING,),
}
STEPS_BACK: dict[str, str] = {RELEASED: DRAFT, PLAYING: RELEASED, SeriesState.CLOSED: PLAYING}
