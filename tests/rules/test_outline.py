"""Players who leave and join at a round (SkO 3.1.2, 4.5.9, docs/law.md "A score list")."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.bare_totals import BareTotal, check_totals
from scoring.rules.foot import WrongSum, next_question
from scoring.rules.outline import Outline, Sitting, all_from_start, annulment_after, check_sittings
from scoring.rules.score_list import (
    Line,
    check_line,
    check_list,
    lines_of_soloist,
    lost_at_three,
    points_of_others,
    tally,
)
from scoring.rules.settlement import in_cents, paid_games, points_by_period, settle, settle_games
from scoring.rules.systems import ISKO
from tests.rules.lists import codes, line, passed, random_games

# Seat 2 leaves after the fifth of twelve rounds; nobody takes his seat.
LEFT = (Sitting(1), Sitting(2, last=20), Sitting(3), Sitting(4))
LEAVING = Outline(4, 12, sittings=LEFT)
# Somebody joins at his seat two rounds later.
JOINED = (*LEFT, Sitting(2, first=27))
JOINING = Outline(4, 12, sittings=JOINED)


def test_a_round_has_a_game_for_every_seat_that_is_taken_and_the_deal_goes_round():
    """SkO 4.5.9, 3.2.1: five rounds of four games, seven of three without seat 2."""
    assert LEAVING.games_planned == LEAVING.games_due == 5 * 4 + 7 * 3
    assert JOINING.games_planned == 5 * 4 + 2 * 3 + 5 * 4
    assert [LEAVING.dealer(number) for number in range(17, 28)] == [1, 2, 3, 4, 1, 3, 4, 1, 3, 4, 1]
    assert [LEAVING.round_of(number) for number in (20, 21, 23, 24, 41)] == [5, 6, 6, 7, 12]
    assert [LEAVING.round_begins(number) for number in (20, 23, 24)] == [17, 21, 24]
    assert [n for n in range(16, 28) if LEAVING.ends_round(n)] == [16, 20, 23, 26]
    assert [n for n in range(1, 13) if Outline(4, 2).ends_round(n)] == [4, 8]
    # Numbers behind the list go on with its last round.
    assert [LEAVING.dealer(number) for number in (41, 42, 43)] == [4, 1, 3]


def test_at_three_the_dealer_plays_again_and_nobody_plays_or_deals_at_an_empty_seat():
    """docs/law.md "What an ISkO entry may say" 5."""
    [problem] = check_line(line(20, 4, 18), LEAVING)
    named = (problem.code, problem.field, problem.number, problem.rule)
    assert named == ("dealer-is-soloist", "soloist", 20, "SkO 3.2.7")
    assert list(check_line(line(21, 1, 18), LEAVING)) == []
    assert (LEAVING.idle(20), LEAVING.idle(21)) == (4, None)
    [problem] = check_line(line(21, 2, 18), LEAVING)
    assert (problem.code, problem.rule) == ("seat-is-empty", "SkO 4.5.9")
    assert problem.params == {"seat": 2, "round": 6}
    assert codes(check_line(line(22, 1, 18, dealer=2), LEAVING)) == ["seat-is-empty"]
    assert list(check_line(line(27, 2, 18, dealer=3), JOINING)) == []


def test_a_list_of_which_one_left_is_complete_after_fewer_games():
    lines = [passed(number) for number in range(1, 42)]
    assert check_list(lines, LEAVING) == []
    assert codes(check_list(lines, JOINING))[0] == "game-number-missing"
    assert codes(check_list([*lines, passed(42)], LEAVING)) == ["number-beyond-games"]


def lost(number, soloist):
    return line(number, soloist, -36)


def test_lost_games_count_by_how_many_sat_at_the_table():
    """docs/law.md "Performance": 30 for each at four, 40 at three; the player who left gets
    nothing for games lost after he had left.
    """
    totals = tally([lost(1, 3), lost(20, 1), lost(21, 1), lost(22, 4)], LEAVING, "seeger-fabian")
    assert [each.others_lost for each in totals] == [2, 2, 3, 3]
    at_three = [
        lost_at_three("seeger-fabian", points_of_others("seeger-fabian", each), each.others_lost)
        for each in totals
    ]
    assert at_three == [1, 0, 2, 1]
    assert [each.performance for each in totals] == [
        2 * (-36 - 50) + 30 + 40,
        30 + 30,
        (-36 - 50) + 30 + 40 + 40,
        (-36 - 50) + 30 + 30 + 40,
    ]


def test_a_player_who_joins_has_a_result_of_his_own():
    """SkO 3.1.2: the fifth position of the list is his, and his games begin with his round."""
    lines = [line(1, 2, 18), line(28, 2, 27), lost(29, 1)]
    totals = tally(lines, JOINING, "seeger-fabian")
    figures = [(each.game_points, each.won, each.others_lost) for each in totals]
    assert figures == [(-36, 0, 0), (18, 1, 0), (0, 0, 1), (0, 0, 1), (27, 1, 1)]
    assert [each.performance for each in totals] == [-86, 68, 30, 30, 107]


def test_running_totals_are_of_a_player_not_of_a_seat():
    """TO 8.11: who joins begins at zero."""
    first = line(1, 2, 18, running=18)
    for running, computed in ((27, []), (45, [27])):
        found = check_list([first, line(28, 2, 27, running=running)], JOINING, complete=False)
        differ = [each.params["computed"] for each in found if each.code == "running-total"]
        assert differ == computed


def test_the_line_to_blame_is_looked_for_among_the_games_of_the_player():
    lines = [line(1, 2, 18), line(28, 2, 27), line(32, 2, 18)]
    own = lines_of_soloist(lines, JOINING, 5)
    assert [each.number for each in own] == [28, 32]
    assert next_question(own, 2, {28: 20}) == WrongSum(28, after=0)


GONE = (Sitting(1), Sitting(2, last=9), Sitting(3))


def leaving(last: int) -> tuple[Sitting, ...]:
    return (Sitting(1), Sitting(2), Sitting(3, last=last), Sitting(4))


@pytest.mark.parametrize(
    ("sittings", "seats", "code", "params"),
    [
        # SkO 4.5.9: after a round, and not after the last one: the list is over.
        (leaving(4), 4, "", {}),
        (leaving(44), 4, "", {}),
        (leaving(19), 4, "leaving-within-round", {"seat": 3, "after": 19, "possible": "16, 20"}),
        (leaving(2), 4, "leaving-within-round", {"seat": 3, "after": 2, "possible": "4"}),
        (leaving(48), 4, "leaving-within-round", {"seat": 3, "after": 48, "possible": "44"}),
        # SkO 3.1.2: only at the start of a new round, and at a seat that is empty.
        ((*LEFT, Sitting(2, first=21)), 4, "", {}),
        ((*LEFT, Sitting(2, first=25)), 4,
         "joining-within-round", {"seat": 2, "number": 25, "possible": "24, 27"}),
        ((*all_from_start(4), Sitting(2, first=21)), 4, "seat-still-taken", {"seat": 2}),
        ((*LEFT, Sitting(2, first=17)), 4, "seat-still-taken", {"seat": 2}),
        # At three nobody leaves unless somebody takes his seat; at four one can.
        (GONE, 3, "too-few-at-the-table", {"number": 10}),
        ((*GONE, Sitting(2, first=10)), 3, "", {}),
        ((Sitting(1, last=20), Sitting(2, last=23), Sitting(3), Sitting(4)), 4,
         "too-few-at-the-table", {"number": 24}),
        # Those who began stand before those who joined.
        ((Sitting(1), Sitting(2), Sitting(3)), 4, "sittings-malformed", {}),
        ((Sitting(2), Sitting(1), Sitting(3), Sitting(4)), 4, "sittings-malformed", {}),
        ((*all_from_start(4), Sitting(5, first=21)), 4, "sittings-malformed", {}),
        ((*all_from_start(4), Sitting(2, first=1)), 4, "sittings-malformed", {}),
    ],
)  # fmt: skip
def test_players_leave_and_join_at_a_round(sittings, seats, code, params):
    problems = check_sittings(sittings, seats, 12)
    assert codes(problems) == code.split()
    assert all(params.items() <= each.params.items() for each in problems)


def test_a_wrong_deal_costs_the_round_of_those_who_are_there():
    """SkO 3.2.13: round 6 has the games 21 to 23."""
    found = annulment_after(LEAVING, None, 22)
    assert (list(found.void), found.replay_from) == ([21, 22], 21)


def test_bare_totals_of_such_a_table_are_refused():
    """The foot does not tell which games the others lost while a player was there."""
    found = check_totals([BareTotal(0, 0, 0)] * 4, LEAVING, 41, ISKO, "seeger-fabian")
    assert codes(found) == ["totals-need-games"]


def test_everybody_settles_with_those_with_whom_he_played():
    """SkO 3.5.3: who has left neither pays nor gets anything for later games."""
    lines = [line(1, 3, 18), line(21, 1, 27)]
    pairs = settle(points_by_period(lines, LEAVING))
    assert tuple(map(sum, pairs)) == (-18 + 54, -18, 54 - 27, -18 - 27)
    assert pairs[1] == (0, 0, -18, 0)
    [_first, second] = paid_games(lines, LEAVING, 1)
    assert second.cents == (54, 0, -27, -27)
    # Who joins settles from his round on.
    assert settle_games([line(28, 2, 27)], JOINING, 1) == (-27, 0, -27, -27, 81)


@st.composite
def tables(draw: st.DrawFn) -> Outline:
    """Four begin; one leaves after a round, and perhaps somebody joins at his seat."""
    rounds, seat = draw(st.integers(3, 12)), draw(st.integers(1, 4))
    gone = draw(st.integers(1, rounds - 1))
    began = [Sitting(each, last=4 * gone if each == seat else None) for each in range(1, 5)]
    joined = []
    if draw(st.booleans()):
        empty = draw(st.integers(0, rounds - gone - 1))
        joined = [Sitting(seat, first=4 * gone + 3 * empty + 1)]
    sittings = (*began, *joined)
    assert check_sittings(sittings, 4, rounds) == []
    return Outline(4, rounds, sittings=sittings)


@st.composite
def lists(draw: st.DrawFn) -> tuple[Outline, list[Line]]:
    """Every game of such a table, some passed in."""
    outline, lines = draw(tables()), []
    for number in range(1, outline.games_planned + 1):
        able = [seat for seat in outline.taken(number) if outline.may_play(seat, number)]
        soloist = draw(st.sampled_from([None, *able]))
        game = None if soloist is None else draw(random_games())
        lines.append(Line(number, game, soloist, passed=soloist is None))
    return outline, lines


@given(lists())
def test_periods_are_tables_of_their_own(found):
    """The totals of a list are those of its periods added up, each a list of its own players."""
    outline, lines = found
    totals = tally(lines, outline, "seeger-fabian")
    sums = {position: [0, 0] for position in outline.positions}
    for period in outline.periods:
        seats = [outline.times[position - 1].seat for position in period.present]
        alone = Outline(len(seats), outline.rounds)
        moved = [
            replace(
                each, number=each.number - period.first + 1, soloist=seats.index(each.soloist) + 1
            )
            for each in lines
            if period.first <= each.number <= period.last and each.soloist
        ]
        for position, total in zip(
            period.present, tally(moved, alone, "seeger-fabian"), strict=True
        ):
            sums[position][0] += total.performance
            sums[position][1] += total.others_lost
    assert [[each.performance, each.others_lost] for each in totals] == list(sums.values())


@given(lists(), st.fractions(min_value=0, max_value=3, max_denominator=20))
def test_both_ways_of_settling_such_a_list_sum_to_zero(found, stake):
    outline, lines = found
    settled = tuple(map(sum, settle(points_by_period(lines, outline))))
    assert sum(settled) == 0
    assert sum(in_cents(settled, stake)) == 0
    assert sum(settle_games(lines, outline, stake)) == 0
    # Nothing is rounded at one cent a point.
    assert settle_games(lines, outline, 1) == settled
