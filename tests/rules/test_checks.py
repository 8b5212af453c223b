"""What an entry may say (docs/law.md "What an ISkO entry may say", 1.3): every problem with its
code, field and paragraph.
"""

from dataclasses import replace

import pytest
from hypothesis import given

from scoring.rules.checks import UNPLAYABLE, appraise, check
from scoring.rules.game import PlayedGame, least_points, most_points
from scoring.rules.paragraphs import PARAGRAPHS, citations, custom_of
from scoring.rules.problem import errors
from scoring.rules.systems import ISKO, NASL_1898, NASL_1975, SYSTEMS, TEXAS, variant
from tests.rules.games import (
    FIFTH,
    TEXAS_OLD,
    any_games,
    codes,
    errors_of,
    isko,
    lawful_games,
    score,
)

# 1 Announcements (SkO 2.1.3, 5.2.6)


@pytest.mark.parametrize("announced", ["schneider_announced", "schwarz_announced", "ouvert"])
def test_announcements_need_hand(announced):
    game = isko("clubs", 1, won=True, **{announced: True})
    (problem,) = check(game)
    assert (problem.code, problem.field) == ("announcement-needs-hand", "hand")
    assert problem.rule == "SkO 2.1.3"
    assert problem.params == {"announcement": announced}
    assert codes(isko("clubs", 1, won=True, hand=True, **{announced: True})) == []


def test_null_ouvert_needs_no_hand():
    """SkO 2.1.4."""
    assert codes(isko("null", ouvert=True, won=True)) == []


def test_a_stronger_announcement_implies_the_weaker_unless_that_is_denied():
    denied = isko("clubs", 1, hand=True, ouvert=True, schwarz_announced=False, won=True)
    assert codes(denied) == ["announcement-contradicted"]
    assert check(denied)[0].params == {"announcement": "schwarz_announced", "by": "ouvert"}
    denied = isko(
        "clubs", 1, hand=True, schwarz_announced=True, schneider_announced=False, won=True
    )
    assert codes(denied) == ["announcement-contradicted"]
    assert check(denied)[0].field == "schneider_announced"


def test_schwarz_is_schneider_too():
    assert codes(isko("clubs", 1, schwarz=True, won=True)) == []
    assert codes(isko("clubs", 1, schwarz=True, schneider=False, won=True)) == [
        "schwarz-without-schneider"
    ]


# 2 Announced levels must be reached (SkO 5.2.5)


@pytest.mark.parametrize(
    ("announced", "short", "level"),
    [
        ("schneider_announced", {"schneider": False}, "schneider"),
        ("schneider_announced", {"card_points": 89}, "schneider"),
        ("schwarz_announced", {"schwarz": False}, "schwarz"),
        ("schwarz_announced", {"tricks": 9}, "schwarz"),
        ("schwarz_announced", {"card_points": 110}, "schwarz"),
        ("ouvert", {"schwarz": False}, "schwarz"),
    ],
)
def test_a_winner_reached_what_he_announced(announced, short, level):
    game = isko("grand", 2, hand=True, won=True, **{announced: True}, **short)
    (problem,) = check(game)
    assert (problem.code, problem.field) == ("announced-not-reached", level)
    assert problem.rule == "SkO 5.2.5"


def test_an_announced_level_is_implied_when_won():
    assert codes(isko("grand", 2, hand=True, schwarz_announced=True, won=True)) == []


# 3 Tops (SkO 2.4.3)


@pytest.mark.parametrize(("game", "most"), [("diamonds", 11), ("grand", 4)])
def test_tops_have_a_limit(game, most):
    assert errors_of(isko(game, most, won=True)) == []
    assert errors_of(isko(game, -most, won=True)) == []
    assert errors_of(isko(game, most + 1, won=True)) == ["tops-out-of-range"]
    assert errors_of(isko(game, -most - 1, won=True)) == ["tops-out-of-range"]
    assert errors_of(isko(game, won=True)) == ["tops-missing"]


def test_there_are_no_tops_at_null():
    assert codes(isko("null", 1, won=True)) == ["null-with-tops"]


# 4 Schwarz and tops (SkO 2.4.2, 5.2.4)


def test_a_soloist_cannot_win_schwarz_without_the_club_jack():
    game = isko("clubs", -1, hand=True, schwarz=True, won=True)
    (problem,) = check(game)
    assert (problem.code, problem.field) == ("schwarz-without", "schwarz")
    assert citations(problem.rule) == ("SkO 2.4.2", "SkO 5.2.4")


def test_schwarz_without_the_club_jack_is_impossible_when_overbid():
    assert "schwarz-without" in codes(isko("spades", -2, bid=117, card_points=120, tricks=10))


def test_without_the_club_jack_he_may_be_schwarz_himself():
    assert codes(isko("clubs", -1, card_points=0, tricks=0)) == []


def test_a_soloist_with_three_cannot_be_without_a_trick():
    assert codes(isko("hearts", 3, card_points=0, tricks=0)) == ["no-trick-with-tops"]
    assert codes(isko("hearts", 3, won=False, schwarz=True)) == ["no-trick-with-tops"]
    assert codes(isko("hearts", 3, won=False, end="conceded", tricks=0)) == []


def test_schwarz_after_an_announcement_is_his_own_where_it_would_have_covered_the_bid():
    """SkO 5.2.5: spades with 3, hand, schneider announced is 77; with schwarz made 88 covers 84."""
    announced = {"hand": True, "schneider_announced": True, "won": False, "schwarz": True}
    assert codes(isko("spades", 3, bid=84, **announced)) == ["no-trick-with-tops"]
    assert codes(isko("spades", 3, bid=96, **announced)) == []
    assert codes(isko("diamonds", 2, bid=59, **announced)) == ["no-trick-improbable"]


# 6 The bid (SkO 3.3.2)


def test_nineteen_cannot_be_bid():
    (problem,) = check(isko("clubs", 1, bid=19, won=True))
    assert (problem.code, problem.field) == ("bid-not-a-level", "bid")
    assert problem.params == {"bid": 19, "below": 18, "above": 20}


def test_beyond_the_table_there_is_no_bid():
    assert check(isko("grand", 4, bid=300, won=False))[0].params["above"] is None
    assert check(isko("grand", 4, bid=0, won=False))[0].params["below"] is None


def test_a_won_game_is_worth_its_bid():
    """`won` is the final result, overbid included."""
    (problem,) = check(isko("hearts", 1, hand=True, bid=36, card_points=61, won=True))
    assert (problem.code, problem.field) == ("won-below-bid", "won")
    assert problem.params == {"value": 30, "bid": 36, "lifted": 40, "score": -80}


# 7 Null (SkO 3.4.4, 5.1.2)


def test_a_null_below_its_bid_cannot_be_entered():
    (problem,) = check(isko("null", ouvert=True, bid=50, won=False))
    assert (problem.code, problem.rule) == ("null-below-bid", "SkO 3.4.4")
    assert problem.params == {"value": 46, "bid": 50}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("schneider", True),
        ("schneider_announced", True),
        ("schwarz", True),
        ("schwarz_announced", True),
        ("overbid", True),
        ("credited", "schneider"),
        ("wenzel", "K"),
    ],
)
def test_a_null_has_no_steps(field, value):
    (problem,) = check(isko("null", won=False, **{field: value}))
    assert (problem.code, problem.field) == ("null-with-step", field)


def test_card_points_are_ignored_at_null():
    assert codes(isko("null", card_points=70, tricks=0)) == []


def test_a_null_is_won_without_a_trick():
    """SkO 5.2.7."""
    assert codes(isko("null", tricks=1, won=True)) == ["null-won-with-trick"]
    assert codes(isko("null", tricks=0, won=False)) == ["null-lost-without-trick"]


# 8 Card-points and tricks (SkO 5.2.2-4)


def test_card_points_and_tricks_have_limits():
    assert codes(isko("clubs", 1, card_points=121)) == ["card-points-out-of-range"]
    assert codes(isko("clubs", 1, tricks=11, won=True)) == ["tricks-out-of-range"]
    assert codes(isko("null", tricks=-1)) == ["tricks-out-of-range"]


def test_who_has_no_trick_has_at_most_the_skat():
    assert errors_of(isko("clubs", -1, card_points=22, tricks=0)) == []
    assert errors_of(isko("clubs", -1, card_points=23, tricks=0)) == ["no-trick-points"]


def test_all_tricks_are_all_points():
    assert errors_of(isko("clubs", 1, card_points=120, tricks=10)) == []
    assert errors_of(isko("clubs", 1, card_points=119, tricks=10)) == ["all-tricks-points"]


@pytest.mark.parametrize(
    ("tricks", "least", "most"),
    [
        (1, 0, 54),
        (2, 0, 84),
        (3, 0, 96),
        (4, 4, 106),
        (5, 11, 114),
        (6, 20, 120),
        (7, 32, 120),
        (8, 56, 120),
        (9, 87, 120),
    ],
)
def test_card_points_fit_every_number_of_tricks(tricks, least, most):
    """docs/law.md "What an ISkO entry may say" 8: the 3t + 2 cheapest and dearest cards."""
    assert (least_points(tricks), most_points(tricks)) == (least, most)
    for points in (least, most):
        assert errors_of(isko("clubs", 1, card_points=points, tricks=tricks)) == []
    for points in {least - 1, most + 1} - {-1, 121}:
        game = isko("clubs", 1, card_points=points, tricks=tricks)
        [problem] = errors(check(game))
        assert (problem.code, problem.field) == ("tricks-points", "card_points")
        assert problem.params == {
            "tricks": tricks,
            "points": points,
            "least": least,
            "most": most,
        }


@pytest.mark.parametrize(
    ("entry", "possible"),
    [
        ({"tricks": 1, "won": True}, False),  # at most 54
        ({"tricks": 2, "won": True}, True),
        ({"tricks": 2, "won": True, "schneider": True}, False),  # at most 84
        ({"tricks": 3, "won": True, "schneider": True}, True),
        ({"tricks": 9, "won": False}, False),  # 87 at least
        ({"tricks": 9, "won": False, "bid": 36}, True),  # overbid
        ({"tricks": 9, "won": False, "hand": True, "schneider_announced": True}, True),
        (
            {"tricks": 7, "won": False, "hand": True, "schneider_announced": True}
            | {"schneider": True},
            True,
        ),
        ({"tricks": 8, "won": False}, True),  # 56 at least
        ({"tricks": 8, "won": False, "schneider": True}, False),
        ({"tricks": 7, "won": False, "schneider": True}, False),  # 32 at least
        ({"tricks": 6, "won": False, "schneider": True}, True),
        ({"tricks": 9, "won": True, "schneider": False}, True),  # 87 to 89
    ],
)
def test_the_result_fits_the_tricks_where_the_card_points_are_not_recorded(entry, possible):
    """docs/law.md "What an ISkO entry may say" 8: won and schneider follow from the points."""
    expected = [] if possible else ["result-of-tricks"]
    assert errors_of(isko("clubs", 1, **entry)) == expected


def test_a_position_has_card_points_that_fit_its_tricks_too():
    """docs/law.md "What an ISkO entry may say" 8, also where the game ended early."""
    ended = isko("clubs", 1, won=False, end="infraction", tricks=1)
    assert errors_of(replace(ended, card_points=54)) == []
    assert errors_of(replace(ended, card_points=55)) == ["tricks-points"]


def test_all_points_do_not_imply_all_tricks():
    """SkO 5.2.4: a trick without points."""
    assert codes(isko("clubs", 1, card_points=120, tricks=9)) == []


@pytest.mark.parametrize(
    ("points", "ticked", "found"),
    [
        (90, True, []),
        (89, True, ["schneider-differs"]),
        (30, True, []),
        (31, False, []),
        (30, False, ["schneider-differs"]),
    ],
)
def test_schneider_follows_from_the_points(points, ticked, found):
    assert codes(isko("clubs", 1, card_points=points, schneider=ticked)) == found


def test_schwarz_follows_from_the_tricks():
    assert codes(isko("clubs", 1, card_points=100, tricks=9, schwarz=True)) == ["schwarz-differs"]
    game = isko("clubs", 1, card_points=120, tricks=10, schwarz=False)
    assert codes(game) == ["schwarz-differs"]
    (problem,) = check(isko("clubs", 1, card_points=100, schwarz=True))
    assert (problem.code, problem.params) == ("schwarz-points", {"points": 100, "most": 22})


def test_sixty_points_do_not_win():
    assert codes(isko("clubs", 1, card_points=60, won=True)) == ["won-below-61"]
    assert errors_of(isko("clubs", 1, tricks=0, won=True)) == ["won-below-61"]


def test_a_game_that_was_made_is_lost_only_by_its_bid():
    assert codes(isko("clubs", 1, card_points=61, won=False)) == ["lost-with-61"]
    assert codes(isko("clubs", 1, card_points=61, won=False, bid=27)) == []
    announced = isko("clubs", 1, hand=True, schneider_announced=True, card_points=88, won=False)
    assert codes(announced) == []


def test_whether_a_game_was_won_has_to_be_known():
    (problem,) = check(isko("clubs", 1))
    assert (problem.code, problem.field) == ("won-missing", "won")
    assert codes(isko("null")) == ["won-missing"]


# 9 Improbable, to be confirmed


@pytest.mark.parametrize(
    ("game", "code"),
    [
        (isko("clubs", 1, card_points=0, tricks=0), "no-trick-improbable"),
        (isko("clubs", 2, won=False, schwarz=True), "no-trick-improbable"),
        (isko("clubs", 8, won=True), "many-tops"),
        (isko("clubs", -8, won=True), "many-tops"),
        (isko("grand", 4, hand=True, ouvert=True, won=False), "ouvert-lost"),
    ],
)
def test_what_is_merely_improbable_is_a_warning(game, code):
    (problem,) = check(game)
    assert (problem.code, problem.severity) == (code, "warning")
    assert appraise(game).valuation is not None


@pytest.mark.parametrize(
    "game",
    [
        isko("clubs", 7, won=True),
        isko("grand", -4, won=False),
        isko("null", ouvert=True, won=False),
        isko("clubs", 1, card_points=0, tricks=1),
    ],
)
def test_nothing_is_warned_of_needlessly(game):
    assert codes(game) == []


# Overbid (SkO 5.4.1)


def test_the_mark_is_checked_where_the_bid_is_known():
    assert codes(isko("hearts", 1, bid=50, overbid=True, won=False)) == []
    assert codes(isko("hearts", 1, bid=20, overbid=True, won=False)) == ["overbid-differs"]
    assert codes(isko("hearts", 1, bid=50, overbid=False, won=False)) == ["overbid-differs"]


def test_an_overbid_game_is_not_won():
    assert codes(isko("hearts", 1, overbid=True, won=True, score=-80)) == ["overbid-won"]


def test_overbid_mark_without_bid_needs_the_score_on_paper():
    (problem,) = check(isko("hearts", 1, overbid=True))
    assert (problem.code, problem.field) == ("overbid-needs-score", "score")


@pytest.mark.parametrize(
    ("score", "lawful"),
    [
        (-60, True),  # 30 covers 22
        (-100, True),
        (-105, False),  # no multiple
        (-40, False),  # its own value
        (-50, False),  # not doubled
        (100, False),
        (-540, True),  # 270 covers 264
        (-560, False),  # 280 covers no bid that 270 does not
    ],
)
def test_the_value_of_the_paper_is_a_multiple_that_covers_a_bid(score, lawful):
    found = codes(isko("hearts", 1, overbid=True, score=score))
    assert found == ([] if lawful else ["overbid-score"])


# Games that ended early


def test_a_game_that_ended_early_says_who_won():
    assert codes(isko("clubs", 1, end="claim", card_points=90)) == ["won-missing"]
    assert codes(isko("clubs", 1, end="claim", card_points=90, won=False)) == []
    assert codes(isko("clubs", 1, end="conceded", won=True)) == ["conceded-won"]


def test_a_level_that_covers_the_bid_leaves_open_who_won():
    """docs/law.md "Corrections": never guessed. The hearts are worth 80 won with schneider, 70
    without it.
    """
    game = isko("hearts", 5, hand=True, bid=72, schneider=True, end="claim")
    assert codes(game) == ["won-missing"]
    assert score(replace(game, won=True)) == 80
    assert score(replace(game, schneider=None)) == -160
    assert codes(replace(game, bid=81)) == ["level-not-counted"]  # 80 do not cover it either


def test_a_level_ticked_in_a_game_lost_early_is_warned_of():
    """docs/law.md "Lost games": contract value, no level that was not announced."""
    (problem,) = check(isko("clubs", 1, end="infraction", won=False, schneider=True))
    assert (problem.code, problem.severity) == ("level-not-counted", "warning")
    announced = isko(
        "clubs", 1, hand=True, schneider_announced=True, end="conceded", schneider=True
    )
    assert codes(announced) == []


def test_a_credited_level_may_be_the_one_that_the_bid_needs():
    needed = {"bid": 33, "won": True, "end": "infraction"}
    assert codes(isko("spades", 1, **needed)) == ["won-below-bid"]
    assert codes(isko("spades", 1, **needed, credited="schneider")) == []
    assert codes(isko("spades", -1, **needed, credited="schwarz")) == ["schwarz-without"]


def test_a_contract_value_that_covers_the_bid_need_not_be_marked():
    assert codes(isko("diamonds", 1, bid=27, end="infraction", won=False, overbid=False)) == []


# The paper's score


def test_a_score_that_differs_is_named_with_the_right_one():
    (problem,) = check(isko("clubs", 1, won=True, score=42))
    assert (problem.code, problem.field) == ("score-differs", "score")
    assert problem.params == {"score": 42, "right": 24}
    assert appraise(isko("clubs", 1, won=True, score=42)).valuation is None


def test_what_cannot_have_happened_is_valued_but_not_valid():
    appraisal = appraise(isko("hearts", -9, schneider=True, schwarz=True, won=True))
    assert appraisal.valuation is None
    assert appraisal.worth.score == 120


# The other systems


def codes_of(*game: object, **more: object) -> list[str]:
    return errors_of(PlayedGame(*game, **more))


def test_classes_belong_to_their_system():
    assert codes_of(NASL_1975, "clubs", 1, won=True) == ["class-missing"]
    assert codes_of(NASL_1975, "clubs", 1, "frage", won=True) == ["unknown-class"]
    assert codes_of(ISKO, "clubs", 1, "solo", won=True) == ["unknown-class"]
    assert codes_of(NASL_1898, "clubs", 1, "frage", won=True) == []
    assert codes_of(NASL_1975, "null", game_class="tournee", won=True) == ["class-not-for-null"]


def test_games_belong_to_their_class():
    assert codes_of(NASL_1975, "clubs", 1, "guckser", won=True) == ["game-not-in-class"]
    assert codes_of(NASL_1898, "grand", 1, "frage", won=True) == ["game-not-in-class"]
    assert codes_of(ISKO, "revolution", won=True) == ["unknown-game"]
    assert codes_of(ISKO, "hazard", won=True) == ["unknown-game"]
    assert codes_of(NASL_1898, "revolution", won=True) == []


def test_turns_belong_to_a_tournee():
    assert codes_of(NASL_1975, "clubs", 1, "tournee", 2, won=True) == []
    assert codes_of(NASL_1975, "clubs", 1, "tournee", 3, won=True) == ["turn-not-allowed"]
    assert codes_of(NASL_1975, "clubs", 1, "solo", 1, won=True) == ["turn-not-allowed"]
    assert codes_of(NASL_1975, "null", turn=1, won=True) == ["turn-not-allowed"]
    assert codes_of(NASL_1975, "clubs", 1, "tournee", won=False) == ["turn-missing"]
    assert codes_of(NASL_1975, "clubs", 1, "tournee", won=True) == []


def test_north_america_knows_no_hand():
    assert codes_of(NASL_1975, "clubs", 1, "solo", hand=True, won=True) == ["hand-not-in-class"]
    assert codes_of(NASL_1975, "null", hand=True, won=True) == ["null-not-in-system"]


def test_north_america_announces_in_solo_only():
    announced = {"schneider_announced": True, "won": True}
    assert codes_of(NASL_1975, "clubs", 1, "solo", **announced) == []
    found = codes_of(NASL_1975, "clubs", 1, "tournee", 1, **announced)
    assert found == ["announcement-not-in-class"]
    found = codes_of(NASL_1975, "clubs", 1, "solo", ouvert=True, won=True)
    assert found == ["announcement-not-in-class"]


def test_a_grand_ouvert_denies_none_of_its_announcements():
    grand = (NASL_1975, "grand", 1, "grand_ouvert")
    assert codes_of(*grand, won=True, ouvert=True, schwarz_announced=True) == []
    assert codes_of(*grand, won=True, schneider_announced=False) == ["announcement-contradicted"]
    assert codes_of(*grand, won=True, ouvert=False) == ["announcement-contradicted"]
    assert codes_of(NASL_1975, "grand", -1, "grand_ouvert", won=True) == ["schwarz-without"]


def test_texas_announces_without_hand():
    assert codes_of(TEXAS, "clubs", 1, schwarz_announced=True, won=True) == []


def test_ramsch_is_played_where_it_was_chosen():
    """TO 9.4: not in ISkO tournaments."""
    assert codes_of(ISKO, "ramsch", score=-20) == ["ramsch-not-in-system"]
    assert codes_of(TEXAS, "ramsch", score=-20) == ["ramsch-not-chosen"]
    assert codes_of(TEXAS_OLD, "ramsch", score=-20) == []
    assert codes_of(TEXAS_OLD, "ramsch", score=20) == ["ramsch-score"]
    assert codes_of(TEXAS_OLD, "ramsch") == ["ramsch-score"]


# Wenzels (BT, the modest proposal)


@pytest.mark.parametrize("wenzel", ["Q", "K"])
@pytest.mark.parametrize(
    ("system", "game", "rule"),
    [
        (ISKO, "hearts", "SkO 2.3.2"),
        (ISKO, "grand", "SkO 2.3.2, SkO 2.3.3"),
        (TEXAS, "hearts", "SkO 2.3.2, BT MP2"),
    ],
)
def test_other_wenzels_than_jacks_have_to_be_chosen(system, game, rule, wenzel):
    """SkO 2.3.2: the four highest trumps are always the jacks."""
    (problem,) = check(PlayedGame(system, game, 2, wenzel=wenzel, won=True))
    assert (problem.code, problem.field) == ("wenzels-not-chosen", "wenzel")
    assert (problem.rule, problem.params) == (rule, {"wenzel": wenzel})
    chosen = variant(system, wenzels=True)
    assert codes(PlayedGame(chosen, game, 2, wenzel=wenzel, won=True)) == []


def test_wenzels_without_their_bonus_change_no_bid():
    wenzels = variant(TEXAS, wenzels=True)
    assert codes_of(wenzels, "clubs", 11, bid=216, won=False) == ["bid-not-a-level"]


def test_the_wenzel_bonus_widens_the_bids():
    bonus = variant(TEXAS, wenzel_bonus=True)
    assert codes_of(TEXAS, "clubs", 11, bid=216, won=False) == ["bid-not-a-level"]
    assert codes_of(bonus, "clubs", 11, bid=216, won=False) == []


# Citations (docs/law.md "The four systems"): a system cites its own tables


def rule_of(code: str, *game: object, **more: object) -> str:
    [rule] = {each.rule for each in check(PlayedGame(*game, **more)) if each.code == code}
    return rule


@pytest.mark.parametrize(
    ("system", "rule"),
    [(ISKO, "SkO 3.3.2"), (TEXAS, "BT 2C"), (NASL_1975, "BT 3C"), (NASL_1898, "BT 4C"),
     (FIFTH, "CLUB 1")],
)  # fmt: skip
def test_legal_bids_cite_the_table_of_the_system(system, rule):
    game_class = system.classes[-1]
    assert rule_of("bid-not-a-level", system, "grand", 1, game_class.key, bid=19) == rule


@pytest.mark.parametrize(
    ("code", "game", "table"),
    [
        ("class-missing", {"game": "hearts", "tops": 1}, "{0}A"),
        ("unknown-class", {"game": "hearts", "tops": 1, "game_class": "bold"}, "{0}A"),
        ("game-not-in-class", {"game": "hearts", "tops": 1, "game_class": "guckser"}, "{0}A"),
        ("unknown-game", {"game": "piquet", "game_class": "solo"}, "{0}A"),
        ("null-not-in-system", {"game": "null", "hand": True}, "{0}A"),
        ("turn-not-allowed", {"game": "hearts", "game_class": "solo", "turn": 1}, "{0}A"),
        ("tops-out-of-range", {"game": "hearts", "tops": 12, "game_class": "solo"}, "{0}B"),
        ("hand-not-in-class", {"game": "hearts", "game_class": "solo", "hand": True}, "{0}A, {0}B"),
        (
            "announcement-not-in-class",
            {"game": "hearts", "tops": 1, "game_class": "tournee", "schneider_announced": True},
            "{0}A, {0}B",
        ),
    ],
)
def test_an_error_of_the_north_american_league_cites_its_own_tables(code, game, table):
    for system, number in ((NASL_1975, "BT 3"), (NASL_1898, "BT 4")):
        assert rule_of(code, system, **game) == table.format(number)


@pytest.mark.parametrize(
    ("system", "losses", "schneider"),
    [
        (TEXAS, "custom texas", "custom texas"),
        (NASL_1975, "custom nasl1975", "custom nasl1975"),
        (ISKO, "SkO 5.3.4", "SkO 5.2.3"),
    ],
)
def test_losses_and_schneider_outside_isko_are_custom(system, losses, schneider):
    """docs/law.md "The four systems": BT says nothing of either."""
    cites = system.citations
    assert (cites.losses, cites.schneider) == (losses, schneider)
    ninety = {"game": "hearts", "tops": 1, "game_class": system.classes[-1].key and "solo"}
    marked = system.schneider_points == 91
    assert rule_of("schneider-differs", system, **ninety, card_points=90, schneider=marked) == (
        schneider
    )
    announced = {**ninety, "schneider_announced": True, "hand": system.classes[0].hand}
    short = system.schneider_points - 1
    rule = rule_of("announced-not-reached", system, **announced, card_points=short, won=True)
    assert rule == ("SkO 5.2.5" if system is ISKO else f"SkO 5.2.5, {schneider}")


def test_the_second_turn_that_costs_more_is_a_custom():
    lost = {"game": "hearts", "tops": 1, "game_class": "tournee", "won": False}
    assert rule_of("turn-missing", NASL_1975, **lost) == "custom nasl1975"


# Everything


def test_all_problems_are_reported_at_once():
    game = isko("clubs", 12, schneider_announced=True, bid=19, card_points=130, tricks=11, won=True)
    assert set(codes(game)) == {
        "tops-out-of-range",
        "announcement-needs-hand",
        "bid-not-a-level",
        "card-points-out-of-range",
        "tricks-out-of-range",
    }


@given(any_games())
def test_checks_never_raise_and_every_problem_cites_a_paragraph(game):
    for problem in check(game):
        assert problem.rule
        for each in citations(problem.rule):
            assert each in PARAGRAPHS or custom_of(each) in SYSTEMS or each == "CLUB 1"


@given(any_games())
def test_a_valuation_comes_with_every_game_that_has_no_error(game):
    appraisal = appraise(game)
    found = {problem.code for problem in errors(appraisal.problems)}
    assert (appraisal.valuation is None) == bool(found)
    assert (appraisal.worth is None) == bool(found - UNPLAYABLE - {"score-differs"})


@given(lawful_games())
def test_completing_a_game_does_not_change_its_meaning(game):
    """Stored rows carry every flag; reading them back must not change a thing."""
    appraisal = appraise(game)
    again = appraise(appraisal.game)
    assert again.valuation == appraisal.valuation
    assert errors(again.problems) == []
