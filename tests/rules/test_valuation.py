"""What a game is worth (docs/law.md "The four systems", 1.3): the worked examples, and what holds
for every game.
"""

from dataclasses import replace

import pytest
from hypothesis import assume, given

from scoring.rules.bids import loss_values, win_values
from scoring.rules.checks import appraise
from scoring.rules.game import PlayedGame
from scoring.rules.systems import MAX_TOPS, NASL_1898, NASL_1975, TEXAS, variant
from scoring.rules.valuation import (
    Step,
    class_of,
    complete,
    contract_value,
    covering,
    loss_factor,
    valuation,
)
from tests.rules.games import (
    TEXAS_OLD,
    WENZEL_BONUS,
    WENZELS,
    any_games,
    isko,
    lawful_games,
    lost_games,
    overbid_games,
    score,
)

# Won games


def test_diamonds_with_one_is_the_smallest_game():
    assert score(isko("diamonds", 1, won=True)) == 18


def test_with_and_without_are_worth_the_same():
    """SkO 5.3.3."""
    assert score(isko("spades", 3, won=True)) == score(isko("spades", -3, won=True)) == 44


def test_steps_are_named_in_the_order_in_which_players_say_them():
    """Clubs with 7, everything announced."""
    worth = valuation(isko("clubs", 7, hand=True, ouvert=True, won=True))
    assert worth.steps == (
        Step("with 7", 7),
        Step("game", 1),
        Step("hand", 1),
        Step("schneider", 1),
        Step("schneider announced", 1),
        Step("schwarz", 1),
        Step("schwarz announced", 1),
        Step("ouvert", 1),
    )
    assert (worth.base, worth.multiplier, worth.value, worth.score) == (12, 14, 168, 168)


def test_the_largest_suit_game_and_the_largest_grand():
    """SkO 5.6.1."""
    everything = {"hand": True, "ouvert": True, "won": True}
    assert valuation(isko("clubs", 11, **everything)).score == 216
    assert valuation(isko("grand", 4, **everything)).score == 264


def test_clubs_ouvert_with_two_is_108():
    """ST 5.2.6."""
    assert score(isko("clubs", 2, hand=True, ouvert=True, card_points=120, tricks=10)) == 108


@pytest.mark.parametrize(
    ("hand", "ouvert", "value"),
    [(False, False, 23), (True, False, 35), (False, True, 46), (True, True, 59)],
)
def test_null_games_have_fixed_values(hand, ouvert, value):
    """SkO 5.1.2; lost they are doubled too."""
    game = isko("null", hand=hand, ouvert=ouvert)
    assert score(replace(game, tricks=0)) == value
    assert score(replace(game, tricks=1)) == -2 * value
    assert valuation(replace(game, tricks=0)).multiplier is None


def test_without_an_announcement_the_own_level_counts():
    """ST 5.2.1, SkO 5.3.2."""
    assert score(isko("hearts", 1, card_points=31, tricks=4)) == -40
    assert score(isko("hearts", 1, card_points=30, tricks=4)) == -60
    assert score(isko("hearts", -1, card_points=4, tricks=0)) == -80


def test_a_trick_without_points_is_no_schwarz():
    """SkO 5.2.4."""
    assert score(isko("hearts", 1, card_points=0, tricks=1)) == -60


# Failed announcements (SkO 5.2.5)


@pytest.mark.parametrize("points", [88, 25])
def test_a_failed_announcement_is_lost_at_its_level_without_own_schneider(points):
    game = isko("grand", 2, hand=True, schneider_announced=True, card_points=points, tricks=5)
    assert score(game) == -288


def test_a_failed_announcement_without_a_trick_counts_no_own_schwarz():
    """SkO 5.2.5: only what would have applied had he fulfilled his contract."""
    announced = isko("clubs", -1, hand=True, schneider_announced=True)
    assert score(replace(announced, card_points=0, tricks=0)) == -120
    for entry in (
        {"tricks": 0},
        {"card_points": 0, "schwarz": True},
        {"won": False, "schwarz": True},
        {"won": False, "schwarz": True, "schneider": True},
        {"won": False, "end": "infraction", "credited": "schwarz"},
    ):
        assert score(replace(announced, **entry)) == -120
    steps = valuation(replace(announced, card_points=0, tricks=0)).steps
    assert Step("schwarz", 1) not in steps


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        (PlayedGame(TEXAS, "clubs", -1), -96),
        (PlayedGame(TEXAS, "clubs", -1, hand=True), -120),
        (PlayedGame(NASL_1975, "clubs", -1, "solo"), -48),
        (PlayedGame(NASL_1898, "grand", -1, "solo"), -64),
    ],
)
def test_no_own_schwarz_after_a_failed_announcement_in_any_system(game, expected):
    """docs/law.md "Lost games"."""
    announced = replace(game, schneider_announced=True, card_points=0, tricks=0)
    assert score(announced) == expected
    assert score(replace(announced, card_points=50, tricks=4)) == expected


def test_every_trick_made_counts_schwarz_although_the_game_is_overbid():
    """SkO 5.4.1: the value after all levels actually reached is still below the bid."""
    made = isko("spades", 4, hand=True, schneider_announced=True, card_points=120, tricks=10)
    worth = valuation(replace(made, bid=100))
    assert (worth.score, worth.overbid) == (-220, True)
    assert Step("schwarz", 1) in worth.steps
    assert score(replace(made, bid=99)) == 99


def test_own_schwarz_does_not_cover_the_bid_after_a_failed_announcement():
    """SkO 5.2.5, 5.4.1: clubs hand with 1, announced, is worth 60; a bid of 63 lifts it to 72."""
    announced = isko("clubs", -1, hand=True, schneider_announced=True, bid=63)
    for entry in ({"card_points": 0, "tricks": 0}, {"won": False, "schwarz": True}):
        worth = valuation(replace(announced, **entry))
        assert (worth.value, worth.score, worth.overbid) == (72, -144, True)


def test_after_a_failed_schwarz_announcement_nothing_is_added():
    lost = isko("spades", -3, hand=True, schwarz_announced=True, won=False)
    assert score(replace(lost, card_points=100, tricks=9)) == -198
    assert score(replace(lost, card_points=10, tricks=0)) == -198


def test_more_reached_than_announced_counts():
    game = isko("grand", 1, hand=True, schneider_announced=True, card_points=120, tricks=10)
    assert score(game) == 6 * 24


# Overbid (SkO 5.4)


def test_the_textbook_overbid_of_hearts_hand():
    """SkO 5.4.2: 30 is below 36; with schneider 40 is not."""
    game = isko("hearts", 1, hand=True, bid=36)
    lost = valuation(replace(game, card_points=61))
    assert (lost.value, lost.score, lost.overbid, lost.won) == (40, -80, True, False)
    assert lost.steps[-1] == Step("overbid", 1)
    assert score(replace(game, card_points=90)) == 40


@pytest.mark.parametrize(
    ("game", "tops", "hand", "bid", "points", "expected"),
    [
        ("hearts", 1, False, 50, 70, -100),
        ("clubs", -1, False, 59, 70, -120),
        ("hearts", -1, False, 59, 70, -120),
        ("spades", 1, True, 72, 70, -154),
        ("clubs", 1, True, 46, 74, -96),
        ("clubs", 1, True, 46, 95, 48),
        ("spades", 1, False, 23, 89, -66),
    ],
)
def test_overbid_games_cover_the_bid_by_the_smallest_multiple(
    game, tops, hand, bid, points, expected
):
    assert score(isko(game, tops, hand=hand, bid=bid, card_points=points)) == expected


def test_an_overbid_game_keeps_its_own_value_where_that_is_larger():
    """Own schneider lifts diamonds with 1 to 27, which covers 24."""
    worth = valuation(isko("diamonds", 1, bid=24, card_points=20))
    assert (worth.value, worth.score, worth.overbid) == (27, -54, False)


def test_doubling_does_not_cover_the_bid():
    """SkO 5.3.4."""
    assert score(isko("diamonds", 1, bid=36, card_points=50)) == -72


def test_the_mark_without_a_bid_takes_the_value_of_the_paper():
    worth = valuation(isko("hearts", 1, overbid=True, score=-100))
    assert (worth.multiplier, worth.value, worth.won, worth.overbid) == (5, 50, False, True)
    assert worth.steps == (Step("with 1", 1), Step("game", 1), Step("overbid", 3))


# Games that ended early: contract value and credited levels (docs/law.md "Lost games")


def test_a_conceded_grand_costs_its_contract():
    """SkO 4.3.1; who concedes has lost, and the position decides nothing."""
    game = isko("grand", 2, bid=18, end="conceded")
    assert score(game) == -144
    assert score(replace(game, won=False, card_points=10, tricks=0)) == -144


def test_a_revoke_is_lost_at_the_multiple_that_covers_the_bid():
    """SkO 4.1.4: diamonds with 1, bid 27."""
    game = isko("diamonds", 1, bid=27, end="infraction", won=False)
    assert score(game) == -54
    assert score(replace(game, card_points=95)) == -54


def test_contract_value_counts_what_was_announced_and_no_more():
    announced = isko("clubs", 2, hand=True, schneider_announced=True, end="conceded")
    assert contract_value(announced) == 6 * 12
    assert contract_value(replace(announced, schneider=True, schwarz=True)) == 6 * 12
    assert contract_value(isko("clubs", 1, hand=True, ouvert=True)) == 8 * 12
    assert contract_value(isko("null", ouvert=True, bid=35)) == 46


def test_the_position_of_a_game_won_early_decides_nothing():
    game = isko("spades", -1, won=True, end="defender_conceded", card_points=20, tricks=0)
    assert score(game) == 22


def test_a_credited_level_counts_as_reached():
    """SkO 4.1.5: spades with 1 bid 33 needed schneider."""
    game = isko("spades", 1, bid=33, won=True, end="infraction", credited="schneider")
    assert score(game) == 33
    assert score(replace(game, credited="schwarz")) == 44


def test_a_level_established_before_a_loss_is_entered_as_credited():
    """SkO 4.1.3: the winner stays the winner, with the level that he already had."""
    game = isko("spades", 1, won=False, end="infraction", credited="schneider")
    assert score(game) == -66


def test_spades_hand_bid_72_stays_lost_when_a_defender_revokes():
    """SkO 5.4.3."""
    assert score(isko("spades", 1, hand=True, bid=72, won=False, end="infraction")) == -154


# The other systems (docs/law.md "The four systems")


def test_texas_doubles_an_open_game():
    """Grand with 4 after taking the skat: 18 x 16; from the hand 20 x 16."""
    game = PlayedGame(TEXAS, "grand", 4, ouvert=True, won=True)
    assert score(game) == 288
    assert valuation(game).steps[-1] == Step("ouvert", 9)
    assert score(replace(game, hand=True)) == 320


def test_texas_defenders_are_schneider_below_thirty():
    clubs = PlayedGame(TEXAS, "clubs", 1)
    assert score(replace(clubs, card_points=90)) == 24
    assert score(replace(clubs, card_points=91)) == 36


def test_texas_announces_after_taking_the_skat():
    assert score(PlayedGame(TEXAS, "hearts", 1, schneider_announced=True, won=True)) == 40


def test_texas_lets_its_doubled_value_cover_the_bid():
    game = PlayedGame(TEXAS, "clubs", 1, ouvert=True, won=True, bid=144)
    assert score(game) == 144


def test_texas_may_charge_hand_games_once():
    hand = PlayedGame(TEXAS_OLD, "hearts", 1, hand=True, won=False)
    assert score(hand) == -30
    assert score(replace(hand, hand=False)) == -40
    assert score(replace(hand, system=TEXAS)) == -60
    assert score(PlayedGame(TEXAS_OLD, "null", hand=True, won=False)) == -30


@pytest.mark.parametrize(
    ("hand", "ouvert", "value"),
    [(False, False, 20), (True, False, 30), (False, True, 40), (True, True, 60)],
)
def test_texas_nulls(hand, ouvert, value):
    assert score(PlayedGame(TEXAS, "null", hand=hand, ouvert=ouvert, won=True)) == value


def test_the_guckser_of_1975_is_lost_double():
    assert score(PlayedGame(NASL_1975, "grand", 2, "guckser", won=False)) == -96


@pytest.mark.parametrize(("turn", "expected"), [(1, -16), (2, -32)])
def test_a_tournee_is_lost_double_on_its_second_turn(turn, expected):
    assert score(PlayedGame(NASL_1975, "clubs", 1, "tournee", turn, won=False)) == expected


def test_a_solo_of_1975_with_schneider_announced_and_made():
    game = PlayedGame(NASL_1975, "hearts", 3, "solo", schneider_announced=True, card_points=95)
    assert score(game) == 60
    assert score(replace(game, card_points=85)) == -60


def test_a_grand_ouvert_counts_every_announcement():
    game = PlayedGame(NASL_1975, "grand", 1, "grand_ouvert", won=True)
    assert score(game) == 144
    assert valuation(game).multiplier == 6
    assert valuation(replace(game, won=False)).score == -144


def test_the_values_of_1898():
    assert score(PlayedGame(NASL_1898, "grand", 2, "guckser", won=True)) == 36
    assert score(PlayedGame(NASL_1898, "grand", 1, "grand_ouvert", won=True)) == 144
    assert score(PlayedGame(NASL_1898, "diamonds", 1, "frage", won=True)) == 2
    assert score(PlayedGame(NASL_1898, "grand", 1, "solo", won=True)) == 32
    assert score(PlayedGame(NASL_1898, "revolution", won=True)) == 60
    assert score(PlayedGame(NASL_1898, "revolution", won=False)) == -60


def test_a_null_of_north_america_may_be_written_as_a_solo():
    assert score(PlayedGame(NASL_1975, "null", game_class="solo", won=True)) == 20
    assert score(PlayedGame(NASL_1975, "null", ouvert=True, won=True)) == 40


def test_ramsch_is_the_loss_that_the_table_counted():
    worth = valuation(PlayedGame(TEXAS_OLD, "ramsch", score=-20))
    assert (worth.score, worth.value, worth.won, worth.steps) == (-20, 20, False, ())


# Wenzels (BT, the modest proposal)


def test_wenzels_change_nothing_unless_the_bonus_is_chosen():
    """Kings, hearts, with 2: 3 x 10, with the bonus 5 x 10."""
    kings = PlayedGame(WENZELS, "hearts", 2, wenzel="K", won=True)
    assert score(kings) == 30
    assert score(replace(kings, system=WENZEL_BONUS)) == 50
    assert Step("kings", 2) in valuation(replace(kings, system=WENZEL_BONUS)).steps
    assert score(replace(kings, system=WENZEL_BONUS, wenzel="Q")) == 40


def test_texas_doubles_the_wenzel_bonus_too():
    system = variant(TEXAS, wenzel_bonus=True)
    game = PlayedGame(system, "grand", 4, ouvert=True, won=True, wenzel="Q")
    assert score(game) == 2 * 10 * 16
    assert sum(step.count for step in valuation(game).steps) == valuation(game).multiplier


# Filling in


def test_a_stronger_flag_implies_the_weaker_that_are_absent():
    done = complete(isko("clubs", 1, hand=True, ouvert=True, won=True))
    assert (done.schneider_announced, done.schwarz_announced) == (True, True)
    assert (done.schneider, done.schwarz) == (True, True)
    assert complete(isko("clubs", 1, schwarz=True, won=True)).schneider is True


def test_won_follows_from_points_tricks_and_bid():
    assert complete(isko("clubs", 1, card_points=61)).won is True
    assert complete(isko("clubs", 1, card_points=60)).won is False
    assert complete(isko("clubs", 1, card_points=61, bid=27)).won is False
    assert complete(isko("clubs", 1, tricks=10)).won is True
    assert complete(isko("clubs", 1, tricks=0)).won is False
    assert complete(isko("null", tricks=0)).won is True


def test_won_is_never_guessed():
    assert complete(isko("clubs", 1, tricks=6)).won is None
    assert complete(isko("null")).won is None
    assert complete(isko("clubs", 1, end="claim", card_points=90)).won is None
    silent = isko("clubs", 1, hand=True, schwarz_announced=True, card_points=120)
    assert complete(silent).won is None
    assert complete(replace(silent, tricks=9)).won is False


@given(any_games())
def test_filling_in_twice_changes_nothing(game):
    assert complete(complete(game)) == complete(game)


# What holds for every game


@given(lost_games())
def test_a_loss_is_the_factor_times_a_multiple_of_the_base(game):
    worth = appraise(game).valuation
    game_class = class_of(game)
    base = game_class.bases[game.game]
    assert worth.score == -loss_factor(game, game_class) * worth.value
    assert worth.value % base == 0
    assert worth.value == base * worth.multiplier


@given(lawful_games())
def test_the_steps_add_up_to_the_multiplier(game):
    worth = appraise(game).valuation
    assert sum(count for _, count in worth.steps) == worth.multiplier
    assert all(count > 0 for _, count in worth.steps)


@given(overbid_games())
def test_an_overbid_loss_covers_the_bid_by_the_smallest_multiple(game):
    worth = appraise(game).valuation
    assert worth.overbid
    assert not worth.won
    assert worth.value - worth.base < game.bid <= worth.value
    assert worth.value == covering(worth.base, game.bid)


@given(lost_games())
def test_a_level_more_never_lowers_a_value(game):
    schneider = replace(game, schneider=True)
    schwarz = replace(game, schneider=True, schwarz=True)
    values = [valuation(each).value for each in (game, schneider, schwarz)]
    assert values == sorted(values)


@given(lawful_games())
def test_a_top_more_never_lowers_a_value(game):
    assume(abs(game.tops) < MAX_TOPS[game.game])
    more = replace(game, tops=game.tops + (1 if game.tops > 0 else -1), won=False)
    assert valuation(more).value >= valuation(replace(game, won=False)).value


@given(lost_games())
def test_an_announcement_more_never_lowers_a_value(game):
    announced = replace(game, schneider_announced=True)
    more = replace(game, schneider_announced=True, schwarz_announced=True)
    open_game = replace(more, ouvert=True)
    values = [valuation(each).value for each in (game, announced, more, open_game)]
    assert values == sorted(values)


@given(lawful_games())
def test_every_score_is_one_that_the_system_knows(game):
    """What feasibility counts with (docs/law.md "A score list" 6)."""
    worth = appraise(game).valuation
    known = win_values(game.system) if worth.won else loss_values(game.system)
    assert worth.score in known


@given(lawful_games())
def test_a_contract_value_covers_the_bid_and_is_never_above_the_game_played_out(game):
    value = contract_value(game)
    worth = valuation(replace(game, won=False, schneider=True, schwarz=True))
    assert value >= (game.bid or 0)
    assert value <= worth.value
