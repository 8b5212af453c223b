"""The score list and its controls (docs/law.md "A score list")."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.bare_totals import feasible
from scoring.rules.game import PlayedGame
from scoring.rules.score_list import (
    Line,
    Outline,
    check_line,
    check_list,
    others_lost,
    regular_dealer,
    tally,
)
from scoring.rules.systems import ISKO
from tests.rules.lists import codes, complete_lists, full, line, passed

FOUR = Outline(seats=4, rounds=1)
THREE = Outline(seats=3, rounds=1)


# The dealer and the length of a list


def test_seat_one_deals_first_and_the_deal_goes_round():
    """SkO 3.2.1, docs/law.md "What an ISkO entry may say" 5."""
    assert [regular_dealer(number, 4) for number in range(1, 9)] == [1, 2, 3, 4, 1, 2, 3, 4]
    assert [regular_dealer(number, 3) for number in (3, 4, 36)] == [3, 1, 3]


@pytest.mark.parametrize(
    ("seats", "rounds", "games"), [(4, 12, 48), (3, 12, 36), (4, 6, 24), (3, 6, 18), (4, 8, 32)]
)
def test_a_series_has_its_rounds_times_its_seats(seats, rounds, games):
    """docs/law.md "A score list": 48/36, 24/18, 32/24."""
    assert Outline(seats, rounds).games_due == games


def test_a_list_that_ended_early_owes_the_games_begun():
    """docs/law.md "A score list": games not begun are struck."""
    assert Outline(4, 12, ended_after=41, stop_reason="time").games_due == 41
    assert Outline(4, 12, ended_after=0, stop_reason="fire").games_due == 0


# One line


def test_at_four_the_dealer_is_not_the_soloist():
    """SkO 3.2.7: he has no cards."""
    [problem] = check_line(line(2, 2, 18), FOUR)
    assert (problem.code, problem.field, problem.number) == ("dealer-is-soloist", "soloist", 2)
    assert problem.rule == "SkO 3.2.7"


def test_at_three_the_dealer_plays():
    """docs/law.md "What an ISkO entry may say" 5."""
    assert check_line(line(2, 2, 18), THREE) == []


def test_another_recorded_dealer_counts():
    """docs/law.md "What an ISkO entry may say" 5, SkO 3.2.11: the order of deal went wrong in a
    round that stands.
    """
    assert check_line(line(2, 2, 18, dealer=3), FOUR) == []
    assert codes(check_line(line(2, 3, 18, dealer=3), FOUR)) == ["dealer-is-soloist"]


@pytest.mark.parametrize("seat", [0, 4, -1])
def test_a_soloist_sits_at_the_table(seat):
    [problem] = check_line(line(1, seat, 18), THREE)
    assert (problem.code, problem.params) == ("seat-out-of-range", {"seat": seat, "seats": 3})


def test_a_dealer_sits_at_the_table():
    assert codes(check_line(line(1, 2, 18, dealer=5), FOUR)) == ["dealer-out-of-range"]


def test_a_game_has_a_soloist():
    assert codes(check_line(Line(1, line(1, 2, 18).game), FOUR)) == ["soloist-missing"]


def test_a_passed_game_has_none():
    assert check_line(passed(1), FOUR) == []
    assert codes(check_line(Line(1, passed=True, soloist=2), FOUR)) == ["soloist-of-passed-game"]


def test_an_unread_line_may_keep_its_soloist_to_itself():
    assert check_line(Line(1, unread=True), FOUR) == []


@pytest.mark.parametrize(
    ("number", "code"), [(0, "number-out-of-range"), (5, "number-beyond-games")]
)
def test_a_number_lies_within_the_list(number, code):
    assert code in codes(check_line(passed(number), FOUR))


def test_all_problems_of_a_line_are_named_together():
    found = check_line(line(5, 1, 18, dealer=1), FOUR)
    assert codes(found) == ["number-beyond-games", "dealer-is-soloist"]


def test_annulled_line_is_not_checked():
    assert check_line(line(2, 2, 18, annulled=True), FOUR) == []


# The whole list


@pytest.mark.parametrize("seats", [3, 4])
def test_a_faultless_list_has_no_problems(seats):
    assert check_list(full(seats, rounds=12), Outline(seats, 12)) == []


def test_the_missing_numbers_are_named():
    """docs/law.md "A score list" 1."""
    lines = [each for each in full(4) if each.number not in (2, 4)]
    found = check_list(lines, FOUR)
    assert [(each.code, each.number) for each in found] == [
        ("game-number-missing", 2),
        ("game-number-missing", 4),
    ]


def test_while_a_list_is_written_only_gaps_before_its_last_game_are_faults():
    lines = [each for each in full(4) if each.number in (1, 3)]
    found = check_list(lines, FOUR, complete=False)
    assert [(each.code, each.number) for each in found] == [("game-number-missing", 2)]
    assert check_list([], FOUR, complete=False) == []


def test_a_number_far_beyond_the_list_leaves_no_gap_behind_it():
    """A typing error, 40 for 4, is one fault: the list itself has four games."""
    lines = [*full(4)[:3], passed(40)]
    found = check_list(lines, FOUR, complete=False)
    assert [(each.code, each.number) for each in found] == [
        ("number-beyond-games", 40),
        ("game-number-missing", 4),
    ]


def test_a_list_like_the_fifth_of_the_sample_names_both_faults():
    """Number 20 is missing and the paper ends at 37 of 36."""
    lines = [each for each in full(3, rounds=13) if each.number <= 37 and each.number != 20]
    found = check_list(lines, Outline(3, 12))
    assert {(each.code, each.number) for each in found} == {
        ("game-number-missing", 20),
        ("number-beyond-games", 37),
    }


def test_a_number_counts_once():
    found = check_list([*full(3), line(2, 1, 27)], THREE)
    assert [(each.code, each.number) for each in found] == [("number-twice", 2)]


def test_a_void_game_and_its_replay_share_a_number():
    """docs/law.md "A score list": void records stay visible under their number."""
    lines = [replace(full(3)[1], annulled=True), *full(3)]
    lines[2] = replace(lines[2], attempt=2)
    assert check_list(lines, THREE) == []


def test_a_void_game_must_be_replayed():
    """SkO 3.2.12."""
    lines = full(3)
    lines[1] = replace(lines[1], annulled=True)
    assert [(each.code, each.number) for each in check_list(lines, THREE)] == [
        ("replay-missing", 2)
    ]


def test_exactly_one_of_several_attempts_counts():
    """docs/formats.md: several records may share a number; nobody has to count the attempts."""
    void = replace(full(3)[1], annulled=True)
    assert check_list([void, void, *full(3)], THREE) == []
    assert codes(check_list([void, *full(3), full(3)[1]], THREE)) == ["number-twice"]


def test_a_list_with_an_unread_line_cannot_close():
    """docs/entry-line.md: it keeps its row (TO 7.2.4)."""
    lines = full(3)
    lines[2] = Line(3, unread=True)
    assert [(each.code, each.number) for each in check_list(lines, THREE)] == [("line-unread", 3)]
    assert check_list(lines, THREE, complete=False) == []


def test_a_list_that_ended_early_is_complete_up_to_there():
    lines = full(4, rounds=12)[:41]
    assert check_list(lines, Outline(4, 12, 41, "time")) == []
    assert len(check_list(lines, Outline(4, 12))) == 7


def test_a_game_after_the_end_is_named():
    found = check_list(full(4), Outline(4, 1, 3, "time"))
    assert [(each.code, each.number) for each in found] == [("number-beyond-games", 4)]


def test_ending_early_needs_a_reason():
    lines = full(4)[:3]
    assert codes(check_list(lines, Outline(4, 1, 3, " "))) == ["ended-early-without-reason"]
    assert check_list(full(4), Outline(4, 1, 4)) == []


@pytest.mark.parametrize("after", [-1, 5])
def test_a_list_ends_within_its_games(after):
    lines = full(4) if after > 0 else []
    found = check_list(lines, Outline(4, 1, after, "time"))
    assert codes(found) == ["ended-early-out-of-range"]


# Running totals (SkO 5.5.1, TO 8.11)


def with_running(*rows):
    """Rows of (seat, score, the paper's running total) as lines of a table of three."""
    return [
        line(number, seat, score, running=running)
        for number, (seat, score, running) in enumerate(rows, 1)
    ]


def test_correct_running_totals_have_no_problem():
    lines = with_running((1, 18, 18), (2, 27, 27), (1, -36, -18))
    assert check_list(lines, THREE) == []


def test_first_differing_running_total_of_each_seat_is_named():
    """TO 8.11: later lines only carry the same error on."""
    lines = with_running(
        (1, 18, 18), (2, 27, 37), (1, 18, 46), (1, 18, 64), (2, 18, 55), (3, 9 * 3, 27)
    )
    found = check_list(lines, Outline(3, 2))
    assert [(each.code, each.number) for each in found] == [
        ("running-total", 2),
        ("running-total", 3),
    ]
    assert found[0].params == {"seat": 2, "paper": 37, "computed": 27, "difference": 10}
    assert found[0].rule == "TO 8.11"


def test_a_seat_without_running_totals_is_not_compared():
    lines = with_running((1, 18, None), (1, 18, None), (1, 27, 63))
    assert check_list(lines, THREE) == []


def test_a_void_game_adds_nothing_to_a_running_total():
    lines = with_running((1, 18, 18), (1, 27, 45))
    lines[0] = replace(lines[0], annulled=True)
    assert codes(check_list(lines, THREE, complete=False)) == ["replay-missing", "running-total"]


def test_after_an_unread_line_the_papers_total_is_taken_as_true():
    """docs/entry-line.md: `?2=458` tells where seat 2 stands, whatever the game was."""
    unread = Line(2, soloist=1, unread=True, running=66)
    first, third = line(1, 1, 18, running=18), line(3, 1, 18, running=84)
    assert check_list([first, unread, third], THREE, complete=False) == []
    wrong = replace(third, running=85)
    assert codes(check_list([first, unread, wrong], THREE, complete=False)) == ["running-total"]


def test_an_unread_line_of_nobody_leaves_every_total_open():
    lines = [
        line(1, 1, 18),
        Line(2, unread=True),
        line(3, 2, 18, running=90),
        line(4, 2, 18, running=100),
    ]
    found = check_list(lines, Outline(3, 2), complete=False)
    assert [(each.code, each.number) for each in found] == [("running-total", 4)]


# Totals


def test_every_seat_gets_its_totals():
    """TO 8.12; the dealer's lost game counts for the others as well (docs/law.md "Performance")."""
    lines = [line(1, 2, 18), line(2, 3, -36), passed(3), line(4, 3, -54)]
    totals = tally(lines, FOUR, "seeger-fabian")
    assert [(each.game_points, each.won, each.lost, each.others_lost) for each in totals] == [
        (0, 0, 0, 2),
        (18, 1, 0, 2),
        (-90, 0, 2, 0),
        (0, 0, 0, 2),
    ]
    assert [each.performance for each in totals] == [60, 128, -190, 60]


def test_void_games_and_games_that_cannot_be_count_nowhere():
    impossible = Line(2, PlayedGame(ISKO, "grand", tops=9, won=True), soloist=1)
    elsewhere = line(3, 7, 18)
    lines = [line(1, 2, 18, annulled=True), impossible, elsewhere, Line(4, soloist=1, unread=True)]
    assert all(each.performance == 0 for each in tally(lines, FOUR, "seeger-fabian"))


def test_others_lost_are_all_lost_games_but_ones_own():
    """docs/law.md "Performance": A lost 3, B, C and D together 14."""
    assert others_lost([3, 5, 3, 6])[0] == 14


@pytest.mark.parametrize(("seats", "bonus"), [(3, 40), (4, 30)])
@given(data=st.data())
def test_the_sums_of_every_complete_list_hold(data, seats, bonus):
    """docs/law.md "A score list" 1-2.4 and 2.6 for any list, with c = 40 at four and 30 at
    three.
    """
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
