"""Closing, reopening, ending early, exchanging seats, and the check against the paper's foot."""

import pytest

from scoring.lists.services.games import record_game, record_games
from scoring.lists.services.lists import (
    clear_list,
    close_list,
    exchange_seats,
    record_foot,
    reopen_list,
)
from scoring.models import Actor, LogEntry, ScoreList, Seat
from scoring.models.score_list import TALLY
from scoring.rules.bare_totals import BareTotal
from scoring.rules.score_list import Line
from scoring.verify.reads.verify import verify
from tests.factories import line, make_member, open_list
from tests.refusals import codes_of

pytestmark = pytest.mark.django_db
CLERK = Actor(name="clerk")
ONE_ROUND = [line(1, 2), line(2, 1), line(3), line(4, 1, "grand", won=False)]


def filled(lines=ONE_ROUND, *, rounds: int = 1) -> ScoreList:
    score_list = open_list(rounds=rounds)
    record_games(score_list, lines, by=CLERK, revision=1)
    return score_list


def now(score_list: ScoreList, **more: object) -> dict[str, object]:
    return {"by": CLERK, "revision": score_list.revision, **more}


def test_a_complete_list_closes_once_and_counts_where_it_need_not_be_confirmed():
    score_list = filled()
    assert not Seat.objects.counted("entered").exists()
    close_list(score_list, **now(score_list, foot_differs=True))
    assert score_list.state == "entered"
    counted = Seat.objects.counted("entered").values_list("points", "won", "lost")
    assert list(counted) == [(-76, 1, 1), (20, 1, 0), (0, 0, 0), (0, 0, 0)]
    assert not Seat.objects.counted("confirmed").exists()
    assert "foot_differs" not in LogEntry.objects.get(action="list.closed").new
    assert codes_of(close_list, score_list, **now(score_list)) == ["list-transition-not-allowed"]


def test_all_that_keeps_a_list_open_is_reported_together():
    """TO 7.2.4, 8.11: a gap, an unread row, a running total that differs from the paper."""
    first = Line(number=1, soloist=2, game=line(1, 2).game, running=30)
    score_list = filled([first, Line(number=3, unread=True), line(4, 1)])
    found = codes_of(close_list, score_list, **now(score_list, foot_differs=True))
    assert set(found) == {"game-number-missing", "line-unread", "running-total"}


def test_ending_early_strikes_the_games_not_begun_with_a_reason_and_reopening_restores_them():
    """docs/law.md "A score list"."""
    score_list = filled(rounds=2)
    assert codes_of(close_list, score_list, **now(score_list))
    close_list(score_list, **now(score_list, stop_reason="130 minutes"))
    assert (score_list.state, score_list.games_played, score_list.games_due) == ("entered", 4, 8)
    assert codes_of(record_game, score_list, line(5, 2), **now(score_list)) == [
        "number-beyond-games"
    ]
    reopen_list(score_list, **now(score_list))
    record_game(score_list, line(5, 2), **now(score_list))
    assert (score_list.state, score_list.games_played) == ("open", None)


def test_a_table_that_never_played_is_closed_with_a_reason_and_has_no_figures_when_reopened():
    """Zero games are a legal result (docs/law.md "A score list")."""
    score_list = open_list(rounds=1)
    assert codes_of(close_list, score_list, **now(score_list)) == ["list-empty"]
    close_list(score_list, **now(score_list, stop_reason="a player fell ill"))
    assert Seat.objects.counted("entered").count() == 4
    reopen_list(score_list, **now(score_list))
    assert set(score_list.seat_rows.values_list(*TALLY)) == {(None,) * len(TALLY)}
    assert list(verify()) == []


def test_exchanged_players_take_the_totals_of_their_new_seats():
    """TO 7.1.2: by the organizer alone."""
    score_list = filled()
    before = dict(score_list.seat_rows.values_list("position", "entry__start_number"))
    clerk = Actor(make_member(score_list.series.tournament, "clerk"))
    refused = codes_of(exchange_seats, score_list, 1, 2, **now(score_list, by=clerk))
    assert refused == ["seats-of-the-organizer"]
    score_list.refresh_from_db()
    assert codes_of(exchange_seats, score_list, 1, 5, **now(score_list)) == ["seat-out-of-range"]
    score_list.refresh_from_db()
    organizer = Actor(make_member(score_list.series.tournament, "organizer"))
    exchange_seats(score_list, 1, 2, **now(score_list, by=organizer))
    seat = score_list.seat_rows.get(position=1)
    assert (seat.entry.start_number, seat.points) == (before[2], -76)
    log = LogEntry.objects.get(action="list.seats.exchanged")
    assert log.old == {"1": before[1], "2": before[2]}
    assert log.new == {"1": before[2], "2": before[1]}


def test_paper_foot_is_stored_and_a_difference_keeps_the_list_open():
    """TO 8.12: −76 is written as −67 on paper."""
    score_list = filled()
    [found] = record_foot(score_list, {1: BareTotal(-67, 1, 1, None)}, **now(score_list))
    assert (found.code, found.params["seat"], found.params["difference"]) == ("foot-points", 1, 9)
    assert codes_of(close_list, score_list, **now(score_list)) == ["foot-points"]
    record_foot(score_list, {1: BareTotal(-76, 1, 1, -76)}, **now(score_list))
    close_list(score_list, **now(score_list))


def test_a_foot_that_is_known_to_be_wrong_is_logged_with_each_figure():
    """TO 8.12; whatever else keeps the list open is refused all the same."""
    score_list = filled(ONE_ROUND[:3])
    record_foot(score_list, {1: BareTotal(-67, 1, 1, -67)}, **now(score_list))
    refused = codes_of(close_list, score_list, **now(score_list, foot_differs=True))
    assert refused == ["game-number-missing"]
    record_game(score_list, ONE_ROUND[3], **now(score_list))
    close_list(score_list, **now(score_list, foot_differs=True))
    assert score_list.state == "entered"
    assert LogEntry.objects.get(action="list.closed").new["foot_differs"] == [
        {"figure": "points", "seat": 1, "paper": -67, "computed": -76},
        {"figure": "total", "seat": 1, "paper": -67, "computed": -76},
    ]


def test_emptied_list_needs_a_reason_and_stays_in_the_log():
    score_list = filled()
    assert codes_of(clear_list, score_list, **now(score_list, reason="")) == ["reason-missing"]
    clear_list(score_list, **now(score_list, reason="table 2"))
    assert (score_list.depth, score_list.games.count()) == ("none", 0)
    assert score_list.seat_rows.filter(points=None).count() == 4
    assert len(LogEntry.objects.get(action="list.cleared").old["games"]) == 4
