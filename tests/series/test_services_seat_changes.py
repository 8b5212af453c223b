"""A seating changed by hand: swapped as a draft; released, one act for one person."""

from functools import partial

import pytest
from django.utils import timezone

from scoring.core.forms import Refused
from scoring.exchange.reads.verify import verify
from scoring.lists.services.games import record_game
from scoring.models import Actor, Booking, Entry, LogEntry, Ruling, ScoreList, Series
from scoring.series.reads.draw_request import seated_tables
from scoring.series.services.draw import draw_series, seat_by_hand
from scoring.series.services.seat_changes import (
    dissolve_table,
    fill_seat,
    join_table,
    leave_table,
    move_player,
    swap_players,
)
from scoring.series.services.series import move_series
from tests.factories import line, undrawn
from tests.refusals import codes_of
from tests.visitors import undone

pytestmark = pytest.mark.django_db
BY = Actor(name="organizer")
ROOM = {1: [1, 2, 3, 4], 2: [5, 6, 7], 3: [8, 9, 10]}
LATE = 11


@pytest.fixture
def draft() -> Series:
    series = undrawn(LATE)
    Entry.objects.filter(start_number=LATE).update(state="no_show")
    seat_by_hand(series, ROOM, by=BY)
    return series


@pytest.fixture
def released(draft: Series) -> Series:
    """A table of four and two of three are out; no. 11 has come since."""
    move_series(draft, "released", by=BY)
    Entry.objects.filter(start_number=LATE).update(state="present")
    return draft


def test_two_players_of_a_draft_change_places(draft: Series):
    swap_players(draft, 2, 9, by=BY)
    assert seated_tables(draft) == {1: [1, 9, 3, 4], 2: [5, 6, 7], 3: [8, 2, 10]}
    row = LogEntry.objects.get(action="series.seats.swapped")
    assert row.old == {"tables": {"1": [1, 2, 3, 4], "3": [8, 9, 10]}}
    swap_players(draft, 1, 4, by=BY)  # of one table: their seats
    assert seated_tables(draft)[1] == [4, 9, 3, 1]
    assert not verify()
    assert codes_of(swap_players, draft, 1, LATE, by=BY) == ["not-seated-here"]


def test_a_player_moves_from_four_to_three_and_the_table_that_lost_another_is_given_up(released):
    move_player(released, 2, 3, by=BY, reason="cannot climb stairs")
    assert seated_tables(released) == {1: [1, 3, 4], 2: [5, 6, 7], 3: [8, 9, 10, 2]}
    lists = ScoreList.objects.order_by("table_number").values_list("seats", "games_due", "revision")
    assert list(lists) == [(3, 36, 2), (3, 36, 1), (4, 48, 2)]
    leave_table(released, 8, by=BY, reason="did not appear")
    assert not verify()
    dissolve_table(released, 6, 1, 3, by=BY, reason="did not appear")
    assert seated_tables(released) == {1: [1, 3, 4, 5], 3: [9, 10, 2, 7]}
    assert not released.lists.filter(table_number=2).exists()
    assert not verify()


@pytest.mark.parametrize(
    ("act", "refused"),
    [
        (lambda s: fill_seat(s, 3, 99, by=BY, reason="x"), ["start-number-unknown"]),
        (lambda s: fill_seat(s, 3, 5, by=BY, reason="x"), ["already-seated"]),
        (lambda s: fill_seat(s, LATE, LATE, by=BY, reason="x"), ["not-seated-here"]),
        (lambda s: fill_seat(s, 3, LATE, by=BY, reason=" "), ["reason-missing"]),
        (lambda s: move_player(s, 5, 3, by=BY, reason="x"), ["leaves-two-behind"]),
        (lambda s: move_player(s, 1, 1, by=BY, reason="x"), ["no-table-of-three"]),
        (lambda s: move_player(s, 1, 9, by=BY, reason=""), ["no-table-of-three", "reason-missing"]),
        (lambda s: join_table(s, LATE, 1, by=BY, reason="x"), ["no-table-of-three"]),
        (lambda s: leave_table(s, 5, by=BY, reason="x"), ["leaves-two-behind"]),
        (lambda s: dissolve_table(s, 5, 3, 3, by=BY, reason="x"), ["dissolve-needs-two-tables"]),
        (lambda s: dissolve_table(s, 1, 2, 3, by=BY, reason="x"), ["dissolve-needs-three"]),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_change_is_named_and_nothing_is_written(released, act, refused):
    assert codes_of(act, released) == refused
    assert seated_tables(released) == ROOM
    assert not Entry.objects.filter(state="no_show").exists()


def test_a_list_that_holds_entries_keeps_its_players(released: Series):
    score_list = released.lists.select_related("series__tournament").get(table_number=1)
    record_game(score_list, line(1, 2), by=BY, revision=1)
    for act, *to in ((fill_seat, LATE), (move_player, 2), (leave_table,)):
        assert codes_of(act, released, 3, *to, by=BY, reason="x") == ["table-has-entries"]
    assert seated_tables(released) == ROOM
    join_table(released, LATE, 2, by=BY, reason="another table is free")


@pytest.mark.parametrize("row", [Ruling, partial(Booking, kind="lost_games", cents=50)])
def test_a_table_that_a_decision_or_a_payment_names_is_not_given_up(draft: Series, row):
    of = {"list": draft.lists.get(table_number=2), "tournament": draft.tournament}
    row(number=1, at=timezone.now(), **of).save()
    with undone():
        draft.tournament.entries.filter(start_number__gt=7).update(state="withdrawn")
        refused = codes_of(draw_series, draft, by=BY, reason="anew")
        assert refused == ["table-is-named-elsewhere"]
        anew = {1: [1, 2, 3], 2: [4, 5, 6, 7]}
        assert codes_of(seat_by_hand, draft, anew, by=BY, reason="anew") == refused
    move_series(draft, "released", by=BY)
    leave_table(draft, 1, by=BY, reason="ill")
    with pytest.raises(Refused) as refusal:
        dissolve_table(draft, 5, 1, 3, by=BY, reason="car broke down")
    [problem] = refusal.value.problems
    named = {"series": 1, "table": 2}
    assert (problem.code, problem.params) == ("table-is-named-elsewhere", named)
    assert seated_tables(draft) == ROOM | {1: [2, 3, 4]}
