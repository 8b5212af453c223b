"""The score list and its controls (docs/law.md "A score list")."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.bare_totals import feasible
from scoring.rules.game import PlayedGame
from scoring.rules.score_list import Line, Outline, check_line, check_list, tally
from scoring.rules.systems import ISKO
from tests.rules.lists import codes, complete_lists, full, line, passed

FOUR = Outline(seats=4, rounds=1)
THREE = Outline(seats=3, rounds=1)


def test_seat_one_deals_first_and_the_deal_goes_round():
    """SkO 3.2.1, docs/law.md "What an ISkO entry may say" 5."""
    assert [Outline(4, 1).dealer(number) for number in range(1, 9)] == [1, 2, 3, 4, 1, 2, 3, 4]
    assert [Outline(3, 1).dealer(number) for number in (3, 4, 36)] == [3, 1, 3]


@pytest.mark.parametrize(
    ("line", "outline", "codes_found"),
    [
        # SkO 3.2.7: at four the dealer has no cards; at three he plays.
        (line(2, 2, 18), FOUR, "dealer-is-soloist"),
        (line(2, 2, 18), THREE, ""),
        # SkO 3.2.11: another dealer where the order of deal went wrong in a round that stands.
        (line(2, 2, 18, dealer=3), FOUR, ""),
        (line(2, 3, 18, dealer=3), FOUR, "dealer-is-soloist"),
        (line(1, 0, 18), THREE, "seat-out-of-range"),
        (line(1, 4, 18), THREE, "seat-out-of-range"),
        (line(1, 2, 18, dealer=5), FOUR, "dealer-out-of-range"),
        (Line(1, line(1, 2, 18).game), FOUR, "soloist-missing"),
        (passed(1), FOUR, ""),
        (Line(1, passed=True, soloist=2), FOUR, "soloist-of-passed-game"),
        (Line(1, unread=True), FOUR, ""),
        (passed(0), FOUR, "number-out-of-range"),
        (passed(5), FOUR, "number-beyond-games"),
        (line(5, 1, 18, dealer=1), FOUR, "number-beyond-games dealer-is-soloist"),
        (line(2, 2, 18, annulled=True), FOUR, ""),
    ],
)
def test_all_problems_of_a_line_are_named_together(line, outline, codes_found):
    assert codes(check_line(line, outline)) == codes_found.split()


def numbered(problems):
    return [(each.code, each.number) for each in problems]


def test_the_missing_numbers_are_named():
    """docs/law.md "A score list" 1; while it is written only gaps before its last game."""
    lines = [each for each in full(4) if each.number in (1, 3)]
    missing = [("game-number-missing", 2), ("game-number-missing", 4)]
    assert numbered(check_list(lines, FOUR)) == missing
    assert numbered(check_list(lines, FOUR, complete=False)) == missing[:1]
    assert check_list([], FOUR, complete=False) == []
    # A typing error, 40 for 4, leaves no gap behind the end of the list.
    found = check_list([*full(4)[:3], passed(40)], FOUR, complete=False)
    assert numbered(found) == [("number-beyond-games", 40), ("game-number-missing", 4)]


def test_a_void_game_must_be_replayed_under_its_number():
    """SkO 3.2.12; docs/formats.md: several records may share a number, one of them counts."""
    void = replace(full(3)[1], annulled=True)
    first, second, third = full(3)
    assert check_list([void, first, replace(second, attempt=2), third], THREE) == []
    assert check_list([void, void, *full(3)], THREE) == []
    assert numbered(check_list([first, void, third], THREE)) == [("replay-missing", 2)]
    assert codes(check_list([void, *full(3), second], THREE)) == ["number-twice"]


def test_a_list_with_an_unread_line_cannot_close():
    """docs/entry-line.md: it keeps its row (TO 7.2.4)."""
    lines = [*full(3)[:2], Line(3, unread=True)]
    assert numbered(check_list(lines, THREE)) == [("line-unread", 3)]
    assert check_list(lines, THREE, complete=False) == []


def test_a_list_that_ended_early_is_complete_up_to_there():
    """docs/law.md "A score list": games not begun are struck."""
    lines = full(4, rounds=12)[:41]
    assert check_list(lines, Outline(4, 12, 41, "time")) == []
    assert check_list([], Outline(4, 12, 0, "time")) == []
    assert len(check_list(lines, Outline(4, 12))) == 7


@pytest.mark.parametrize(
    ("games", "after", "reason", "code"),
    [
        (4, 3, "time", "number-beyond-games"),
        (3, 3, " ", "ended-early-without-reason"),
        (0, -1, "time", "ended-early-out-of-range"),
        (4, 5, "time", "ended-early-out-of-range"),
    ],
)
def test_ending_early_needs_a_reason_and_a_game_of_the_list(games, after, reason, code):
    assert codes(check_list(full(4)[:games], Outline(4, 1, after, reason))) == [code]


def running(number: int, seat: int, paper: int | None, score: int = 18) -> Line:
    return line(number, seat, score, running=paper)


# docs/entry-line.md: `?2=458` tells where seat 2 stands, whatever the game was.
UNREAD = [running(1, 1, 18), Line(2, soloist=1, unread=True, running=66)]
OF_NOBODY = [running(1, 1, None), Line(2, unread=True)]
VOID = replace(running(1, 1, 18), annulled=True)


@pytest.mark.parametrize(
    ("lines", "wrong"),
    [
        ([running(1, 1, 18), running(2, 2, 27, 27), running(3, 1, -18, -36)], []),
        # Later lines of a seat only carry the same error on.
        ([running(1, 1, 18), running(2, 2, 37, 27), running(3, 1, 46), running(4, 1, 64)], [2, 3]),
        # A seat without running totals is not compared, a void game adds nothing.
        ([running(1, 1, None), running(2, 1, None), running(3, 1, 63, 27)], []),
        ([VOID, running(2, 1, 45, 27)], [2]),
        ([*UNREAD, running(3, 1, 84)], []),
        ([*UNREAD, running(3, 1, 85)], [3]),
        # An unread line of nobody leaves every total open.
        ([*OF_NOBODY, running(3, 2, 90), running(4, 2, 100)], [4]),
    ],
)
def test_the_first_running_total_of_a_seat_that_differs_is_named(lines, wrong):
    """TO 8.11."""
    found = check_list(lines, Outline(3, 2), complete=False)
    assert [each.number for each in found if each.code == "running-total"] == wrong


def test_a_running_total_that_differs_is_told_with_the_difference():
    [problem] = check_list([running(1, 2, 37, 27)], THREE, complete=False)
    assert problem.params == {"seat": 2, "paper": 37, "computed": 27, "difference": 10}
    assert problem.rule == "TO 8.11"


def test_every_seat_gets_its_totals():
    """TO 8.12; the dealer's lost game counts for the others as well (docs/law.md "Performance")."""
    lines = [line(1, 2, 18), line(2, 3, -36), passed(3), line(4, 3, -54)]
    totals = tally(lines, FOUR, "seeger-fabian")
    figures = [(each.game_points, each.won, each.lost, each.others_lost) for each in totals]
    assert figures == [(0, 0, 0, 2), (18, 1, 0, 2), (-90, 0, 2, 0), (0, 0, 0, 2)]
    assert [each.performance for each in totals] == [60, 128, -190, 60]


def test_void_games_and_games_that_cannot_be_count_nowhere():
    impossible = Line(2, PlayedGame(ISKO, "grand", tops=9, won=True), soloist=1)
    elsewhere = line(3, 7, 18)
    lines = [line(1, 2, 18, annulled=True), impossible, elsewhere, Line(4, soloist=1, unread=True)]
    assert all(each.performance == 0 for each in tally(lines, FOUR, "seeger-fabian"))


@pytest.mark.parametrize(("seats", "bonus"), [(3, 40), (4, 30)])
@given(data=st.data())
def test_the_sums_of_every_complete_list_hold(data, seats, bonus):
    """docs/law.md "A score list" 1-4, with c = 40 at four and 30 at three."""
    lines = data.draw(complete_lists(seats, rounds=4))
    outline = Outline(seats, 4)
    assert check_list(lines, outline) == []
    totals = tally(lines, outline, "seeger-fabian")
    won, lost = sum(each.won for each in totals), sum(each.lost for each in totals)
    points = sum(each.game_points for each in totals)
    constant = (seats - 1) * bonus - 50

    assert won + lost + sum(each.passed for each in lines) == outline.games_due
    assert sum(each.others_lost for each in totals) == (seats - 1) * lost
    assert sum(each.performance for each in totals) == points + 50 * won + constant * lost
    assert constant == {3: 30, 4: 40}[seats]
    for each in totals:
        assert each.won + each.lost <= (outline.games_due if seats == 3 else 12)
        assert feasible(ISKO, each.game_points, each.won, each.lost)
