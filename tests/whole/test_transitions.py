"""Every act in every state of a series and its tournament: allowed or refused as the tables say.

ACTS (series/states.py) are the acts on a series, SERIES_TRANSITIONS and TRANSITIONS the changes
of state. An allowed act is done and logged; a refused one changes nothing.
"""

from collections.abc import Callable
from itertools import product

import pytest

from scoring.core.forms import Refused
from scoring.models import Actor, Entry, LogEntry, NoListReason, Seat, Series, Tournament
from scoring.models.tournament import SeriesState, TournamentState
from scoring.series.reads.draw_request import BY_LOT
from scoring.series.services import draw, seat_changes
from scoring.series.services.series import (
    create_series,
    give_reasons,
    move_series,
    open_list,
    remove_series,
)
from scoring.series.states import ACTS, SERIES_TRANSITIONS
from scoring.tournament.services.tournaments import TRANSITIONS, move_tournament
from tests.factories import make_entries, make_series, make_tournament
from tests.visitors import undone

pytestmark = pytest.mark.django_db
BY = Actor(name="organizer")
UNDER_WAY = (TournamentState.PREPARE, TournamentState.RUNNING)
STATES = list(product(SeriesState.values, TournamentState.values))
LATE = 11
WHY = "because"


def built(*, seated: bool = True) -> Series:
    """Tables of four, three and three, everything empty; no. 11 has no seat."""
    tournament = make_tournament()
    make_entries(tournament, LATE)
    series = make_series(tournament)
    tournament.entries.filter(start_number=LATE).update(state="withdrawn")
    if seated:
        tables = {1: [1, 2, 3, 4], 2: [5, 6, 7], 3: [8, 9, 10]}
        draw.seat_by_hand(series, tables, by=BY)
    tournament.entries.filter(start_number=LATE).update(state="present")
    return series


DONE: dict[str, Callable[[Series], object]] = {
    "announce": lambda s: draw.announce_draw(s, BY_LOT, by=BY, reason=WHY),
    "draw": lambda s: draw.draw_series(s, by=BY, reason=WHY),
    "seat": lambda s: draw.seat_by_hand(
        s, {1: [1, 2, 3, 4], 2: [5, 6, 7, 8], 3: [9, 10, 11]}, by=BY, reason=WHY
    ),
    "swap": lambda s: seat_changes.swap_players(s, 1, 5, by=BY),
    "fill": lambda s: seat_changes.fill_seat(s, 1, LATE, by=BY, reason=WHY),
    "move": lambda s: seat_changes.move_player(s, 1, 2, by=BY, reason=WHY),
    "join": lambda s: seat_changes.join_table(s, LATE, 2, by=BY, reason=WHY),
    "leave": lambda s: seat_changes.leave_table(s, 1, by=BY, reason=WHY),
    "dissolve": lambda s: seat_changes.dissolve_table(s, 5, 1, 3, by=BY, reason=WHY),
    "no-list": lambda s: give_reasons(s, {LATE: WHY}, by=BY),
    "open": lambda s: open_list(s, 9, [11, 12, 13], by=BY),
    "remove": lambda s: remove_series(s, by=BY),
}


def stored(series: Series) -> object:
    """The rows that a refused act must not change."""
    return (
        list(Series.objects.order_by("pk").values()),
        list(Tournament.objects.order_by("pk").values()),
        list(Seat.objects.order_by("pk").values()),
        list(NoListReason.objects.order_by("pk").values()),
        LogEntry.objects.count(),
    )


def room(state: str, of_tournament: str) -> Series:
    return in_state(built(), state, of_tournament)


def in_state(series: Series, state: str, of_tournament: str) -> Series:
    Series.objects.filter(pk=series.pk).update(state=state)
    Tournament.objects.filter(pk=series.tournament_id).update(state=of_tournament)
    return Series.objects.select_related("tournament").get(pk=series.pk)


@pytest.mark.parametrize("act", ACTS)
def test_an_act_is_allowed_in_its_states_and_in_no_other(act: str):
    # Seats are drawn by cards: there are none before the first list is opened.
    bare, seated = built(seated=False), built(seated=act != "remove")
    for series in (bare, seated) if act == "open" else ():
        late = make_entries(make_tournament(), 13)[11:]
        Entry.objects.filter(pk__in=[each.pk for each in late]).update(tournament=series.tournament)
    for state, of_tournament in STATES:
        from_a_bag = act == "open" and state == SeriesState.DRAFT
        with undone():
            series = in_state(bare if from_a_bag else seated, state, of_tournament)
            if act == "dissolve":  # needs a third table of three
                Seat.objects.filter(series=series, entry__start_number=1).delete()
            log_count, before = LogEntry.objects.count(), stored(series)
            if state in ACTS[act] and of_tournament in UNDER_WAY:
                DONE[act](series)
                assert LogEntry.objects.count() > log_count, (state, of_tournament)
            else:
                with pytest.raises(Refused):
                    DONE[act](series)
                assert stored(series) == before, (state, of_tournament)


@pytest.mark.parametrize("to", SeriesState.values)
def test_transitions_of_a_series(to: str):
    seated = built()
    for state, of_tournament in STATES:
        with undone():
            series = in_state(seated, state, of_tournament)
            before = stored(series)
            if to in SERIES_TRANSITIONS[state] and of_tournament in UNDER_WAY:
                move_series(series, to, by=BY, reason=WHY)
                series.refresh_from_db()
                assert series.state == to
            else:
                with pytest.raises(Refused):
                    move_series(series, to, by=BY, reason=WHY)
                assert stored(series) == before, (state, of_tournament)


@pytest.mark.parametrize("to", TournamentState.values)
def test_transitions_of_a_tournament(to: str):
    seated = built()
    for state, of_tournament in STATES:
        with undone():
            tournament = in_state(seated, state, of_tournament).tournament
            before = stored(seated)
            guards = TRANSITIONS[of_tournament].get(to)
            if guards is not None and not any(guard(tournament) for guard in guards):
                move_tournament(tournament, to, by=BY, reason=WHY)
                tournament.refresh_from_db()
                assert tournament.state == to
            else:
                with pytest.raises(Refused):
                    move_tournament(tournament, to, by=BY, reason=WHY)
                assert stored(seated) == before, (state, of_tournament)


def test_series_is_not_added_to_a_posted_result():
    for state in TournamentState.values:
        tournament = make_tournament(state=state)
        if state in UNDER_WAY:
            assert create_series(tournament, by=BY).number == 1
        else:
            with pytest.raises(Refused):
                create_series(tournament, by=BY)
