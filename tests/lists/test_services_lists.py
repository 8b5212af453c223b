"""Closing, reopening, ending early, exchanging seats, and the check against the paper's foot."""

import pytest

from scoring.core.forms import Refused, StaleRevision
from scoring.lists.services.games import record_game, record_games
from scoring.lists.services.lists import (
    clear_list,
    close_list,
    enter_totals,
    exchange_seats,
    record_foot,
    reopen_list,
)
from scoring.models import Actor, LogEntry, Seat
from scoring.models.score_list import TALLY
from scoring.rules.bare_totals import BareTotal
from scoring.rules.score_list import Line
from scoring.verify.reads.verify import verify
from tests.factories import line, make_member, open_list
from tests.refusals import codes

pytestmark = pytest.mark.django_db
CLERK = Actor(name="clerk")
ONE_ROUND = [line(1, 2), line(2, 1), line(3), line(4, 1, "grand", won=False)]


def filled(**fields):
    score_list = open_list(rounds=1, **fields)
    record_games(score_list, ONE_ROUND, by=CLERK, revision=1)
    return score_list


def test_a_complete_list_closes_and_counts():
    score_list = filled()
    close_list(score_list, by=CLERK, revision=score_list.revision)
    assert score_list.state == "entered"
    counted = Seat.objects.counted("entered")
    assert list(counted.values_list("points", "won", "lost")) == [
        (-76, 1, 1),
        (20, 1, 0),
        (0, 0, 0),
        (0, 0, 0),
    ]


def test_open_lists_and_unconfirmed_lists_where_required_do_not_count():
    score_list = filled()
    assert not Seat.objects.counted("entered").exists()
    close_list(score_list, by=CLERK, revision=score_list.revision)
    assert not Seat.objects.counted("confirmed").exists()


def test_a_list_with_a_gap_or_an_unread_row_does_not_close():
    """TO 7.2.4; both problems are reported together."""
    score_list = open_list(rounds=1)
    lines = [line(1, 2), Line(number=3, unread=True), line(4, 1)]
    record_games(score_list, lines, by=CLERK, revision=1)
    with pytest.raises(Refused) as refusal:
        close_list(score_list, by=CLERK, revision=score_list.revision)
    assert set(codes(refusal)) == {"game-number-missing", "line-unread"}


def test_running_total_different_from_paper_keeps_the_list_open():
    """TO 8.11: the first different line is named."""
    score_list = open_list(rounds=1)
    lines = [line(1, 2), line(2, 1), line(3), line(4, 1)]
    lines[3] = Line(number=4, soloist=1, game=lines[3].game, running=30)
    record_games(score_list, lines, by=CLERK, revision=1)
    with pytest.raises(Refused) as refusal:
        close_list(score_list, by=CLERK, revision=score_list.revision)
    assert [(p.code, p.number) for p in refusal.value.problems] == [("running-total", 4)]


def test_ending_early_strikes_the_games_not_begun_with_a_reason():
    """docs/law.md "A score list"."""
    score_list = open_list(rounds=2)
    record_games(score_list, ONE_ROUND, by=CLERK, revision=1)
    with pytest.raises(Refused):
        close_list(score_list, by=CLERK, revision=score_list.revision)
    close_list(score_list, by=CLERK, revision=score_list.revision, stop_reason="130 minutes")
    assert (score_list.state, score_list.games_played, score_list.games_due) == ("entered", 4, 8)
    with pytest.raises(Refused) as refusal:
        record_game(score_list, line(5, 2), by=CLERK, revision=score_list.revision)
    assert set(codes(refusal)) == {"number-beyond-games"}


def test_a_table_that_never_played_can_be_closed_with_a_reason():
    """Zero games are a legal result (docs/law.md "A score list")."""
    score_list = open_list(rounds=1)
    with pytest.raises(Refused) as refusal:
        close_list(score_list, by=CLERK, revision=1)
    assert set(codes(refusal)) == {"list-empty"}
    close_list(score_list, by=CLERK, revision=1, stop_reason="a player fell ill")
    assert Seat.objects.counted("entered").count() == 4


def test_a_reopened_table_that_never_played_has_no_figures():
    score_list = open_list(rounds=1)
    close_list(score_list, by=CLERK, revision=1, stop_reason="a player fell ill")
    reopen_list(score_list, by=CLERK, revision=score_list.revision)
    assert set(score_list.seat_rows.values_list(*TALLY)) == {(None,) * len(TALLY)}
    assert list(verify()) == []


def test_reopening_restores_the_struck_games():
    score_list = open_list(rounds=2)
    record_games(score_list, ONE_ROUND, by=CLERK, revision=1)
    close_list(score_list, by=CLERK, revision=score_list.revision, stop_reason="time")
    reopen_list(score_list, by=CLERK, revision=score_list.revision)
    record_game(score_list, line(5, 2), by=CLERK, revision=score_list.revision)
    assert (score_list.state, score_list.games_played) == ("open", None)


def test_exchanged_players_take_the_totals_of_their_new_seats():
    score_list = filled()
    before = dict(score_list.seat_rows.values_list("position", "entry__start_number"))
    exchange_seats(score_list, 1, 2, by=CLERK, revision=score_list.revision)
    seats = {seat.position: seat for seat in score_list.seat_rows.select_related("entry")}
    assert seats[1].entry.start_number == before[2]
    assert seats[1].points == -76
    log = LogEntry.objects.get(action="list.seats.exchanged")
    assert log.old == {"1": before[1], "2": before[2]}
    assert log.new == {"1": before[2], "2": before[1]}


def test_a_clerk_exchanges_no_seats():
    """TO 7.1.2: not at the desk, and not by taking an exchange back."""
    score_list = filled()
    clerk = Actor(make_member(score_list.series.tournament, "clerk"))
    with pytest.raises(Refused) as refusal:
        exchange_seats(score_list, 1, 2, by=clerk, revision=score_list.revision)
    assert codes(refusal) == ["seats-of-the-organizer"]
    score_list.refresh_from_db()
    organizer = Actor(make_member(score_list.series.tournament, "organizer"))
    exchange_seats(score_list, 1, 2, by=organizer, revision=score_list.revision)


def test_a_seat_that_does_not_exist_cannot_be_exchanged():
    score_list = filled()
    with pytest.raises(Refused) as refusal:
        exchange_seats(score_list, 1, 5, by=CLERK, revision=score_list.revision)
    assert set(codes(refusal)) == {"seat-out-of-range"}


def test_paper_foot_is_stored_and_a_difference_keeps_the_list_open():
    """TO 8.12: −76 is written as −67 on paper."""
    score_list = filled()
    found = record_foot(
        score_list, {1: BareTotal(-67, 1, 1, None)}, by=CLERK, revision=score_list.revision
    )
    assert [(p.code, p.params["seat"], p.params["difference"]) for p in found] == [
        ("foot-points", 1, 9)
    ]
    with pytest.raises(Refused) as refusal:
        close_list(score_list, by=CLERK, revision=score_list.revision)
    assert set(codes(refusal)) == {"foot-points"}
    record_foot(score_list, {1: BareTotal(-76, 1, 1, -76)}, by=CLERK, revision=score_list.revision)
    close_list(score_list, by=CLERK, revision=score_list.revision)


def test_a_foot_that_is_known_to_be_wrong_is_logged_with_each_figure():
    """TO 8.12; whatever else keeps the list open is refused all the same."""
    score_list = filled()
    paper = {1: BareTotal(-67, 1, 1, -67)}
    record_foot(score_list, paper, by=CLERK, revision=score_list.revision)
    close_list(score_list, by=CLERK, revision=score_list.revision, foot_differs=True)
    assert score_list.state == "entered"
    assert LogEntry.objects.get(action="list.closed").new["foot_differs"] == [
        {"figure": "points", "seat": 1, "paper": -67, "computed": -76},
        {"figure": "total", "seat": 1, "paper": -67, "computed": -76},
    ]


def test_only_the_foot_is_overruled_by_saying_so():
    score_list = open_list(rounds=1)
    record_games(score_list, ONE_ROUND[:3], by=CLERK, revision=1)
    with pytest.raises(Refused) as refusal:
        close_list(score_list, by=CLERK, revision=score_list.revision, foot_differs=True)
    assert set(codes(refusal)) == {"game-number-missing"}


def test_a_list_that_agrees_logs_nothing_of_its_foot():
    score_list = filled()
    close_list(score_list, by=CLERK, revision=score_list.revision, foot_differs=True)
    assert "foot_differs" not in LogEntry.objects.get(action="list.closed").new


def test_emptied_list_needs_a_reason_and_stays_in_the_log():
    score_list = filled()
    with pytest.raises(Refused):
        clear_list(score_list, by=CLERK, revision=score_list.revision, reason="")
    clear_list(score_list, by=CLERK, revision=score_list.revision, reason="table 2")
    assert (score_list.depth, score_list.games.count()) == ("none", 0)
    assert score_list.seat_rows.filter(points=None).count() == 4
    assert len(LogEntry.objects.get(action="list.cleared").old["games"]) == 4


def test_a_second_closing_from_an_old_page_is_refused():
    score_list = filled()
    old = score_list.revision
    close_list(score_list, by=CLERK, revision=old)
    with pytest.raises(StaleRevision):
        close_list(score_list, by=CLERK, revision=old)


def test_totals_cannot_replace_typed_games():
    score_list = filled()
    with pytest.raises(Refused) as refusal:
        enter_totals(score_list, [], 0, by=CLERK, revision=score_list.revision)
    assert set(codes(refusal)) == {"list-has-games"}


def test_final_tournament_accepts_no_list():
    score_list = filled()
    tournament = score_list.series.tournament
    tournament.state = "final"
    tournament.save()
    with pytest.raises(Refused) as refusal:
        record_game(score_list, line(1, 3), by=CLERK, revision=score_list.revision)
    assert set(codes(refusal)) == {"tournament-final"}


def test_an_entered_list_is_not_closed_again():
    score_list = filled()
    close_list(score_list, by=CLERK, revision=score_list.revision)
    with pytest.raises(Refused) as refusal:
        close_list(score_list, by=CLERK, revision=score_list.revision)
    assert set(codes(refusal)) == {"list-transition-not-allowed"}
