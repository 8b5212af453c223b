"""Bare totals: points, won and lost from the paper's foot (docs/law.md "A score list",
docs/entry-line.md).
"""

from dataclasses import replace

import pytest
from hypothesis import given

from scoring.rules.bare_totals import BareTotal, check_totals, count_passed_in, tally_totals
from scoring.rules.score_list import Outline, tally
from scoring.rules.systems import ISKO
from tests.rules.lists import codes, complete_lists

FOUR = Outline(seats=4, rounds=12)
THREE = Outline(seats=3, rounds=12)

# Four players of one list of 48 games, two of them passed in.
FIGURES = (BareTotal(458, 12, 2), BareTotal(741, 14, 0), BareTotal(-36, 5, 3), BareTotal(220, 8, 2))
PASSED = 2
AT_THREE = (BareTotal(161, 5, 0), BareTotal(66, 15, 4), BareTotal(586, 11, 1))  # lists, number 2


def with_paper(figures):
    """The figures with the right total beside each."""
    totals = tally_totals(figures, "seeger-fabian")
    return [
        replace(each, paper_total=total.performance)
        for each, total in zip(figures, totals, strict=True)
    ]


def check(figures, outline=FOUR, passed=PASSED, system=ISKO, scheme="seeger-fabian"):
    return check_totals(figures, outline, passed, system, scheme)


def typed(figures, seat, **changes):
    """The same with a slip of the clerk at one seat."""
    slipped = list(figures)
    slipped[seat - 1] = replace(slipped[seat - 1], **changes)
    return slipped


NOTHING, OTHERS = BareTotal(0, 0, 0), (BareTotal(90, 5, 0), BareTotal(90, 4, 0))
EARLY = Outline(4, 12, 46, "time")


@pytest.mark.parametrize(
    ("figures", "outline", "passed", "expected"),
    [
        (FIGURES, FOUR, 2, ""),
        (with_paper(FIGURES), FOUR, 2, ""),
        (with_paper(AT_THREE), THREE, 0, ""),
        ([BareTotal(900, 36, 0), BareTotal(18, 1, 0), *OTHERS], FOUR, 2, ""),
        (FIGURES, EARLY, 0, ""),
        (FIGURES, EARLY, 2, "games-do-not-add-up"),
        (FIGURES, FOUR, -1, "negative-count"),
        # At three one player may play every game; zero games and zero points are legal.
        ([BareTotal(900, 36, 0), NOTHING, NOTHING], THREE, 0, ""),
        ([BareTotal(0, 0, 0, paper_total=0)] * 3, THREE, 36, ""),
        ([BareTotal(5, 0, 0), NOTHING, NOTHING], THREE, 36, "infeasible-points"),
        # A huge number of games starts no long reckoning.
        (typed(FIGURES, 1, won=10**9), FOUR, 2, "games-do-not-add-up too-many-games"),
        ([replace(each, won=each.lost, lost=each.won) for each in with_paper(FIGURES)],
         FOUR, 2, "paper-total-all-exchanged"),
    ],
)  # fmt: skip
def test_which_figures_can_be(figures, outline, passed, expected):
    """docs/law.md "A score list"."""
    assert codes(check(figures, outline, passed)) == expected.split()


def test_the_totals_follow_from_three_figures():
    """The second of the sample lists: 611, 656, 1246."""
    totals = tally_totals(AT_THREE, "seeger-fabian")
    assert [each.others_lost for each in totals] == [5, 1, 4]
    assert [each.performance for each in totals] == [611, 656, 1246]


def test_in_a_broken_round_seat_one_has_dealt_once_more():
    """After 41 games seat 1 has dealt 11 times, the others 10 times."""
    outline = Outline(4, 12, 41, "time")
    first = [BareTotal(900, 31, 0), NOTHING, NOTHING, NOTHING]
    second = [NOTHING, first[0], NOTHING, NOTHING]
    assert "too-many-games" in codes(check(first, outline, passed=10))
    assert check(second, outline, passed=10) == []


@pytest.mark.parametrize(
    ("figures", "outline", "passed", "code", "field", "params"),
    [
        (typed(FIGURES, 2, won=-1), FOUR, 2, "negative-count", "won", {"seat": 2, "count": -1}),
        (FIGURES, THREE, 2, "seats-unfit", "totals", {"given": 4, "seats": 3}),
        # docs/law.md "A score list" 1.
        (FIGURES, FOUR, 1, "games-do-not-add-up", "passed",
         {"won": 39, "lost": 7, "passed": 1, "sum": 47, "games": 48}),
        # 4: of 48 games nobody at four plays the twelve that he deals.
        ([BareTotal(900, 37, 0), NOTHING, *OTHERS], FOUR, 2, "too-many-games", "won",
         {"seat": 1, "games": 37, "most": 36}),
        # 6: one won game is never worth 19.
        ([BareTotal(19, 1, 0), NOTHING, NOTHING], THREE, 35, "infeasible-points", "game_points",
         {"seat": 1, "points": 19, "won": 1, "lost": 0, "nearest": (18, 20)}),
    ],
)  # fmt: skip
def test_what_no_list_has_is_named(figures, outline, passed, code, field, params):
    [problem] = check(figures, outline, passed)
    assert (problem.code, problem.field, problem.params) == (code, field, params)


def test_more_games_than_were_dealt_name_the_seat_with_the_most():
    """Nobody typed the passed games: below 0 is what the wrong count leaves of them."""
    figures = typed(FIGURES, 2, won=50)
    found = check(figures, passed=count_passed_in(48, figures))
    assert codes(found) == ["more-games-than-dealt", "too-many-games"]
    assert found[0].params["seat"] == 2
    assert found[0].params["sum"] == sum(each.games for each in figures)


@pytest.mark.parametrize("seat", [1, 2])
def test_won_and_lost_exchanged_at_one_seat_are_recognized(seat):
    right = with_paper(FIGURES)
    each = right[seat - 1]
    figures = typed(right, seat, won=each.lost, lost=each.won)
    [problem] = check(figures)
    assert (problem.code, problem.field) == ("paper-total-exchanged", "won")
    assert problem.params == {"seat": seat, "won": each.won, "lost": each.lost}


def test_misread_points_are_found_by_the_papers_total_alone():
    """docs/entry-line.md: 458 typed as 485 is possible, and nothing else can catch it."""
    right = with_paper(FIGURES)
    wrong = typed(right, 1, game_points=485)
    assert check([replace(each, paper_total=None) for each in wrong]) == []
    [problem] = check(wrong)
    assert (problem.code, problem.field) == ("paper-total-points", "game_points")
    assert problem.params["seat"] == 1
    assert problem.params["difference"] == -27


@pytest.mark.parametrize(
    ("difference", "code"),
    [
        (50, "won-lost"), (200, "won-lost"), (-100, "won-lost"),
        (30, "others-lost"), (-30, "others-lost"), (40, "points"), (18, "points"), (1, "points"),
    ],
)  # fmt: skip
def test_the_difference_tells_where_to_look(difference, code):
    """docs/entry-line.md: 50 for each game won and lost, 30 others' lost, else points."""
    right = with_paper(FIGURES)
    wrong = typed(right, 2, paper_total=right[1].paper_total + difference)
    found = [(each.code, each.params["seat"]) for each in check(wrong)]
    assert found == [(f"paper-total-{code}", 2)]


@pytest.mark.parametrize(("slip", "passed"), [({"lost": 4}, 1), ({"won": 4, "lost": 4}, 2)])
def test_one_wrong_count_of_lost_games_names_one_seat(slip, passed):
    """All four totals part, three of them only because of the first."""
    wrong = typed(with_paper(FIGURES), 3, **slip)
    found = [each for each in check(wrong, passed=passed) if each.code.startswith("paper-total")]
    assert [(each.code, each.params["seat"]) for each in found] == [("paper-total-won-lost", 3)]


@pytest.mark.parametrize("used", [0, 30])
def test_the_bonus_of_another_table_is_recognized(used):
    """docs/practice.md: the 40 points of a table of three are forgotten, or taken for 30."""
    paper = [
        replace(each, paper_total=each.paper_total - (40 - used) * others)
        for each, others in zip(with_paper(AT_THREE), (5, 1, 4), strict=True)
    ]
    [problem] = check(paper, THREE, passed=0)
    assert (problem.code, problem.params) == ("paper-total-bonus", {"bonus": 40, "used": used})


@given(complete_lists(4, rounds=3))
def test_the_foot_of_every_real_list_is_accepted(lines):
    outline = Outline(4, 3)
    figures = [
        BareTotal(each.game_points, each.won, each.lost, each.performance)
        for each in tally(lines, outline, "seeger-fabian")
    ]
    assert check(figures, outline, passed=sum(each.passed for each in lines)) == []
