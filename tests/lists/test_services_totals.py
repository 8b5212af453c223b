"""Bare totals: three figures a player, checked against the paper total."""

import pytest

from scoring.lists.services.games import record_game
from scoring.lists.services.lists import close_list, enter_totals, reopen_list
from scoring.models import Actor, ScoreList
from scoring.rules.bare_totals import BareTotal
from tests.factories import line, open_list
from tests.refusals import codes_of

pytestmark = pytest.mark.django_db
CLERK = Actor(name="clerk")

# The first list of lists/, a table of three: 36 games, 4 lost, none passed.
PAPER = [BareTotal(778, 15, 1, 1598), BareTotal(45, 5, 3, 185), BareTotal(598, 12, 0, 1358)]
BARE = [BareTotal(each.game_points, each.won, each.lost) for each in PAPER]


def enter(score_list, figures, passed=0, **more):
    return enter_totals(score_list, figures, passed, by=CLERK, revision=score_list.revision, **more)


@pytest.fixture
def score_list() -> ScoreList:
    return open_list(3)


def test_list_is_entered_by_three_figures_and_the_paper_total(score_list):
    """TO 8.12: 778 + (15 − 1) × 50 + 3 × 40 = 1598."""
    enter(score_list, PAPER)
    assert (score_list.state, score_list.depth) == ("entered", "totals")
    seats = score_list.seat_rows.values_list("performance", "others_lost", "paper_total")
    assert list(seats) == [(1598, 3, 1598), (185, 1, 185), (1358, 4, 1358)]
    refused = codes_of(record_game, score_list, line(1, 2), by=CLERK, revision=2)
    assert refused == ["list-has-totals"]


@pytest.mark.parametrize(
    ("figures", "passed", "code"),
    [
        ([BareTotal(787, 15, 1, 1598), *PAPER[1:]], 0, "paper-total-points"),
        (PAPER, 1, "games-do-not-add-up"),
    ],
)
def test_figures_that_contradict_each_other_are_refused(score_list, figures, passed, code):
    """TO 8.12, docs/law.md "A score list" 1."""
    assert code in codes_of(enter, score_list, figures, passed)
    assert score_list.depth == "none"


def test_paper_total_is_required_unless_switched_off(score_list):
    assert codes_of(enter, score_list, BARE) == ["paper-total-missing"] * 3
    enter(open_list(3, paper_total=False), BARE)


def test_totals_cannot_replace_typed_games(score_list):
    record_game(score_list, line(1, 2), by=CLERK, revision=1)
    assert codes_of(enter, score_list, PAPER) == ["list-has-games"]


def test_reopened_totals_are_not_closed_as_broken_off_before_the_first_game(score_list):
    enter(score_list, PAPER)
    reopen_list(score_list, by=CLERK, revision=score_list.revision)
    now = {"by": CLERK, "revision": score_list.revision}
    refused = codes_of(close_list, score_list, stop_reason="time", **now)
    assert refused == ["totals-end-by-themselves"]
    close_list(score_list, by=CLERK, revision=score_list.revision)
    assert score_list.outline.games_due == 36


def test_ending_early_needs_the_number_of_the_last_game():
    score_list = open_list(3, rounds=13)
    enter(score_list, PAPER, games_played=36, stop_reason="time")
    assert (score_list.games_due, score_list.games_played) == (39, 36)


def test_corrected_totals_are_logged_with_old_and_new():
    score_list = open_list(3, paper_total=False)
    enter(score_list, BARE)
    enter(score_list, [BareTotal(780, 15, 1), *BARE[1:]], reason="all agreed")
    log = score_list.series.tournament.log.filter(action="list.totals.entered").last()
    assert (log.old["totals"][0][0], log.new["totals"][0][0]) == (778, 780)
