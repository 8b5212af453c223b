"""Closing, reopening, ending early, exchanging seats, and the check against the paper's foot."""

import pytest

from scoring.exchange.reads.verify import verify
from scoring.lists.services import lists
from scoring.lists.services.games import record_game
from scoring.models import Actor, LogEntry, ScoreList
from scoring.models.score_list import TALLY
from scoring.rules.bare_totals import BareTotal
from scoring.rules.score_list import Line
from tests.factories import line, make_member, open_list
from tests.lists.made import LAST_LOST, act, counted_where, filled
from tests.refusals import codes_of

pytestmark = pytest.mark.django_db


def test_a_complete_list_closes_once_and_counts_where_it_need_not_be_confirmed():
    score_list = filled(LAST_LOST)
    assert not counted_where("entered").exists()
    act(lists.close_list, score_list, foot_differs=True)
    assert score_list.state == "entered"
    counted = counted_where("entered").values_list("points", "won", "lost")
    assert list(counted) == [(-76, 1, 1), (20, 1, 0), (0, 0, 0), (0, 0, 0)]
    assert not counted_where("confirmed").exists()
    assert "foot_differs" not in LogEntry.objects.get(action="list.closed").new
    assert codes_of(act, lists.close_list, score_list) == ["list-transition-not-allowed"]


def test_all_that_keeps_a_list_open_is_reported_together():
    """TO 7.2.4, 8.11: a gap, an unread row, a running total that differs from the paper."""
    first = Line(number=1, soloist=2, game=line(1, 2).game, running=30)
    score_list = filled([first, Line(number=3, unread=True), line(4, 1)])
    found = codes_of(act, lists.close_list, score_list, foot_differs=True)
    assert set(found) == {"game-number-missing", "line-unread", "running-total"}


def test_ending_early_strikes_the_games_not_begun_with_a_reason_and_reopening_restores_them():
    """docs/law.md "A score list"."""
    score_list = filled(LAST_LOST, rounds=2)
    assert codes_of(act, lists.close_list, score_list)
    act(lists.close_list, score_list, stop_reason="130 minutes")
    assert (score_list.state, score_list.games_played, score_list.games_due) == ("entered", 4, 8)
    assert codes_of(act, record_game, score_list, line(5, 2)) == ["number-beyond-games"]
    act(lists.reopen_list, score_list)
    act(record_game, score_list, line(5, 2))
    assert (score_list.state, score_list.games_played) == ("open", None)


def test_a_table_that_never_played_is_closed_with_a_reason_and_has_no_figures_when_reopened():
    """Zero games are a legal result (docs/law.md "A score list")."""
    score_list = open_list(rounds=1)
    assert codes_of(act, lists.close_list, score_list) == ["list-empty"]
    act(lists.close_list, score_list, stop_reason="a player fell ill")
    assert counted_where("entered").count() == 4
    act(lists.reopen_list, score_list)
    assert set(score_list.seat_rows.values_list(*TALLY)) == {(None,) * len(TALLY)}
    assert list(verify()) == []


def test_exchanged_players_take_the_totals_of_their_new_seats():
    """TO 7.1.2: by the organizer alone."""
    score_list = filled(LAST_LOST)
    before = dict(score_list.seat_rows.values_list("position", "entry__start_number"))
    clerk = Actor(make_member(score_list.series.tournament, "clerk"))
    refused = codes_of(act, lists.exchange_seats, score_list, 1, 2, by=clerk)
    assert refused == ["seats-of-the-organizer"]
    assert codes_of(act, lists.exchange_seats, score_list, 1, 5) == ["seat-out-of-range"]
    organizer = Actor(make_member(score_list.series.tournament, "organizer"))
    act(lists.exchange_seats, score_list, 1, 2, by=organizer)
    seat = score_list.seat_rows.get(position=1)
    assert (seat.entry.start_number, seat.points) == (before[2], -76)
    log = LogEntry.objects.get(action="list.seats.exchanged")
    assert log.old == {"1": before[1], "2": before[2]}
    assert log.new == {"1": before[2], "2": before[1]}


def test_a_foot_that_differs_keeps_the_list_open_or_is_logged_with_each_figure():
    """TO 8.12: −76 is written as −67; whatever else keeps the list open is refused all the same."""
    score_list = filled(LAST_LOST[:3])
    act(lists.record_foot, score_list, {1: BareTotal(-67, 1, 1, -67)})
    refused = codes_of(act, lists.close_list, score_list, foot_differs=True)
    assert refused == ["game-number-missing"]
    act(record_game, score_list, LAST_LOST[3])
    assert codes_of(act, lists.close_list, score_list) == ["foot-points", "foot-total"]
    act(lists.close_list, score_list, foot_differs=True)
    assert score_list.state == "entered"
    assert LogEntry.objects.get(action="list.closed").new["foot_differs"] == [
        {"figure": "points", "seat": 1, "paper": -67, "computed": -76},
        {"figure": "total", "seat": 1, "paper": -67, "computed": -76},
    ]


# Bare totals: three figures a player, checked against the paper total.
# The first list of lists/, a table of three: 36 games, 4 lost, none passed.
PAPER = [BareTotal(778, 15, 1, 1598), BareTotal(45, 5, 3, 185), BareTotal(598, 12, 0, 1358)]
BARE = [BareTotal(each.game_points, each.won, each.lost) for each in PAPER]


@pytest.fixture
def three() -> ScoreList:
    return open_list(3)


def enter(score_list, figures, passed=0, **more):
    return act(lists.enter_totals, score_list, figures, passed, **more)


def test_list_is_entered_by_three_figures_and_the_paper_total(three):
    """TO 8.12: 778 + (15 − 1) × 50 + 3 × 40 = 1598."""
    enter(three, PAPER)
    assert (three.state, three.depth) == ("entered", "totals")
    seats = three.seat_rows.values_list("performance", "others_lost", "paper_total")
    assert list(seats) == [(1598, 3, 1598), (185, 1, 185), (1358, 4, 1358)]
    refused = codes_of(act, record_game, three, line(1, 2))
    assert refused == ["list-has-totals"]


@pytest.mark.parametrize(
    ("figures", "passed", "code"),
    [
        ([BareTotal(787, 15, 1, 1598), *PAPER[1:]], 0, "paper-total-points"),
        (PAPER, 1, "games-do-not-add-up"),
        (BARE, 0, "paper-total-missing"),
    ],
)
def test_figures_that_contradict_each_other_are_refused(three, figures, passed, code):
    """TO 8.12, docs/law.md "A score list" 1."""
    assert code in codes_of(enter, three, figures, passed)
    assert three.depth == "none"


def test_reopened_totals_are_not_closed_as_broken_off_before_the_first_game(three):
    enter(three, PAPER)
    act(lists.reopen_list, three)
    refused = codes_of(act, lists.close_list, three, stop_reason="time")
    assert refused == ["totals-end-by-themselves"]
    act(lists.close_list, three)
    assert three.outline.games_due == 36
