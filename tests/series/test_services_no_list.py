"""A series waits for every player who is present: for a list, or for the reason without one."""

import pytest

from scoring.core.forms import Refused
from scoring.models import Actor, Entry, LogEntry, NoListReason, ScoreList, Series
from scoring.series.reads.series import players_to_seat, players_without_list
from scoring.series.services.seat_changes import join_table
from scoring.series.services.series import give_reasons, move_series
from tests.factories import make_user
from tests.refusals import codes_of
from tests.whole.test_transitions import LATE, room

pytestmark = pytest.mark.django_db


@pytest.fixture
def organizer() -> Actor:
    return Actor(make_user(superuser=True))


def played() -> Series:
    """Three tables whose lists are in; no. 11 is present and sits nowhere."""
    series = room("playing", "running")
    ScoreList.objects.update(state="entered", depth="totals")
    return series


def test_open_lists_and_players_without_one_are_reported_at_once(organizer: Actor):
    """For open lists the reason of the step is enough; it stands in the log."""
    series = room("playing", "running")
    refused = codes_of(move_series, series, "closed", by=organizer)
    assert refused == ["lists-open", "override-needs-a-reason", "players-without-list"]
    set_player(state="no_show")
    move_series(series, "closed", by=organizer, reason="lists are lost")
    assert LogEntry.objects.get(action="series.moved").reason == "lists are lost"


# What becomes of no. 11 before the series is closed, and whether it is closed then.
CASES = {
    "present": (None, False),
    "explained": (lambda s, by: give_reasons(s, {LATE: "waits for a train"}, by=by), True),
    "withdrawn": (lambda s, by: set_player(state="withdrawn"), True),
    "expelled": (lambda s, by: set_player(state="expelled"), True),
    "absent": (lambda s, by: set_player(state="no_show"), True),
    "comes later": (lambda s, by: set_player(from_series=2), True),
    "leaves after it": (lambda s, by: set_player(until_series=1, from_series=1), False),
}


def set_player(**fields: object) -> None:
    Entry.objects.filter(start_number=LATE).update(**fields)


@pytest.mark.parametrize("case", CASES)
def test_state_table_of_closing(case: str, organizer: Actor):
    act, closes = CASES[case]
    series = played()
    if act:
        act(series, organizer)
    if closes:
        move_series(series, "closed", by=organizer)
    else:
        with pytest.raises(Refused) as refusal:
            move_series(series, "closed", by=organizer, reason="it is late")
        [problem] = refusal.value.problems
        named = {"series": 1, "numbers": [LATE]}
        assert (problem.code, problem.params) == ("players-without-list", named)


def test_a_reason_is_logged_and_taken_back(organizer: Actor):
    series = played()
    give_reasons(series, {LATE: "waits for a train"}, by=organizer)
    row = LogEntry.objects.get(action="series.no_list")
    assert (row.reason, row.new) == ("waits for a train", {"player": LATE, "explained": True})
    assert [each.reason for each in players_without_list(series)] == ["waits for a train"]
    give_reasons(series, {LATE: ""}, by=organizer)
    assert [entry.start_number for entry in players_to_seat(series)] == [LATE]


def test_a_player_with_a_seat_needs_no_reason_and_an_unknown_one_has_none(organizer: Actor):
    series = played()
    assert give_reasons(series, {1: "ill", 99: "ill", LATE: "ill"}, by=organizer) == [1, 99]
    assert NoListReason.objects.get().entry.start_number == LATE
    NoListReason.objects.all().delete()
    assert codes_of(give_reasons, series, {LATE: "  "}, by=organizer) == ["no-reason-typed"]


def test_a_seat_takes_the_reason_away(organizer: Actor):
    series = room("playing", "running")
    give_reasons(series, {LATE: "waits for a train"}, by=organizer)
    join_table(series, LATE, 2, by=organizer, reason="came late")
    assert not NoListReason.objects.exists()
    assert not players_without_list(series)
