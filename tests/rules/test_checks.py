"""What an entry may say (docs/law.md "What an ISkO entry may say"): every problem with its
code, field and paragraph.
"""

from dataclasses import replace

import pytest
from hypothesis import given

from scoring.rules.checks import ERRORS_WITH_A_VALUE, appraise, check
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

BY_HAND = {"hand": True, "won": True}


@pytest.mark.parametrize(
    ("game", "code", "field", "rule", "params"),
    [
        (isko("clubs", 1, won=True, schneider_announced=True),
         "announcement-needs-hand", "hand", "SkO 2.1.3", {"announcement": "schneider_announced"}),
        (isko("clubs", 1, won=True, ouvert=True),
         "announcement-needs-hand", "hand", "SkO 2.1.3", {"announcement": "ouvert"}),
        (isko("clubs", 1, ouvert=True, schwarz_announced=False, **BY_HAND),
         "announcement-contradicted", "schwarz_announced", "SkO 2.1.3",
         {"announcement": "schwarz_announced", "by": "ouvert"}),
        (isko("clubs", -1, schwarz=True, **BY_HAND),
         "schwarz-without", "schwarz", "SkO 2.4.2, SkO 5.2.4", {"tops": -1}),
        (isko("clubs", 1, bid=19, won=True),
         "bid-not-a-level", "bid", "SkO 3.3.2", {"bid": 19, "below": 18, "above": 20}),
        (isko("grand", 4, bid=300, won=False),
         "bid-not-a-level", "bid", "SkO 3.3.2", {"bid": 300, "below": 264, "above": None}),
        (isko("hearts", 1, hand=True, bid=36, card_points=61, won=True),
         "won-below-bid", "won", "SkO 3.4.2", {"value": 30, "bid": 36, "lifted": 40, "score": -80}),
        (isko("null", ouvert=True, bid=50, won=False),
         "null-below-bid", "bid", "SkO 3.4.4", {"value": 46, "bid": 50}),
        (isko("clubs", 1, card_points=100, schwarz=True),
         "schwarz-points", "schwarz", "SkO 5.2.4", {"points": 100, "most": 22}),
        (isko("clubs", 1, card_points=3, tricks=4), "tricks-points", "card_points",
         "SkO 1.2.2, SkO 5.2.2", {"tricks": 4, "points": 3, "least": 4, "most": 106}),
        (isko("hearts", 1, overbid=True), "overbid-needs-score", "score", "SkO 5.4.1", {}),
        (isko("clubs", 1, won=True, score=42),
         "score-differs", "score", "TO 7.2.1", {"score": 42, "right": 24}),
        # A winner reached what he announced.
        (isko("grand", 2, **BY_HAND, schneider_announced=True, card_points=89),
         "announced-not-reached", "schneider", "SkO 5.2.5", {"level": "schneider"}),
        (isko("grand", 2, **BY_HAND, schwarz_announced=True, card_points=110),
         "announced-not-reached", "schwarz", "SkO 5.2.5", {"level": "schwarz"}),
    ],
)  # fmt: skip
def test_a_problem_names_its_field_its_paragraph_and_the_figures(game, code, field, rule, params):
    (problem,) = check(game)
    assert (problem.code, problem.field, problem.rule) == (code, field, rule)
    assert problem.params == params


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("schneider", True), ("schneider_announced", True), ("schwarz", True),
        ("schwarz_announced", True), ("overbid", True), ("credited", "schneider"), ("wenzel", "K"),
    ],
)  # fmt: skip
def test_a_null_has_no_steps(field, value):
    (problem,) = check(isko("null", won=False, **{field: value}))
    assert (problem.code, problem.field) == ("null-with-step", field)


@pytest.mark.parametrize(
    ("game", "code"),
    [
        (isko("clubs", 1, schwarz_announced=True, schneider_announced=False, **BY_HAND),
         "announcement-contradicted"),
        (isko("clubs", 1, schwarz=True, schneider=False, won=True), "schwarz-without-schneider"),
        (isko("diamonds", 12, won=True), "tops-out-of-range"),
        (isko("diamonds", won=True), "tops-missing"),
        (isko("null", 1, won=True), "null-with-tops"),
        (isko("spades", -2, bid=117, card_points=120, tricks=10), "schwarz-without"),
        (isko("hearts", 3, card_points=0, tricks=0), "no-trick-with-tops"),
        (isko("hearts", 3, won=False, schwarz=True), "no-trick-with-tops"),
        (isko("null", tricks=1, won=True), "null-won-with-trick"),
        (isko("null", tricks=0, won=False), "null-lost-without-trick"),
        (isko("clubs", 1, card_points=121), "card-points-out-of-range"),
        (isko("clubs", 1, tricks=11, won=True), "tricks-out-of-range"),
        (isko("null", tricks=-1), "tricks-out-of-range"),
        (isko("clubs", -1, card_points=23, tricks=0), "no-trick-points"),
        (isko("clubs", 1, card_points=119, tricks=10), "all-tricks-points"),
        (isko("clubs", 1, card_points=89, schneider=True), "schneider-differs"),
        (isko("clubs", 1, card_points=30, schneider=False), "schneider-differs"),
        (isko("clubs", 1, card_points=100, tricks=9, schwarz=True), "schwarz-differs"),
        (isko("clubs", 1, card_points=120, tricks=10, schwarz=False), "schwarz-differs"),
        (isko("clubs", 1, card_points=60, won=True), "won-below-61"),
        (isko("clubs", 1, card_points=61, won=False), "lost-with-61"),
        (isko("clubs", 1), "won-missing"),
        (isko("null"), "won-missing"),
        (isko("hearts", 1, bid=20, overbid=True, won=False), "overbid-differs"),
        (isko("hearts", 1, bid=50, overbid=False, won=False), "overbid-differs"),
        (isko("hearts", 1, overbid=True, won=True, score=-80), "overbid-won"),
        # A game that ended early says who won.
        (isko("clubs", 1, end="claim", card_points=90), "won-missing"),
        (isko("clubs", 1, won=False, end="infraction", tricks=1, card_points=55), "tricks-points"),
        (isko("clubs", 1, schneider_announced=True, schneider=False, **BY_HAND),
         "announced-not-reached"),
        (isko("clubs", 1, schwarz_announced=True, tricks=9, **BY_HAND), "announced-not-reached"),
        (isko("clubs", 1, ouvert=True, schwarz=False, **BY_HAND), "announced-not-reached"),
        (isko("clubs", 1, end="conceded", won=True), "conceded-won"),
        (isko("spades", 1, bid=33, won=True, end="infraction"), "won-below-bid"),
        (isko("spades", -1, bid=33, won=True, end="infraction", credited="schwarz"),
         "schwarz-without"),
    ],
)  # fmt: skip
def test_what_cannot_have_happened_is_refused(game, code):
    assert errors_of(game) == [code]


@pytest.mark.parametrize(
    "game",
    [
        isko("null", ouvert=True, won=True),  # SkO 2.1.4
        isko("null", card_points=70, tricks=0),
        isko("clubs", 1, schwarz=True, won=True),
        isko("grand", 2, schwarz_announced=True, **BY_HAND),
        isko("clubs", -1, card_points=0, tricks=0),
        isko("hearts", 3, won=False, end="conceded", tricks=0),
        isko("clubs", 1, won=False, end="infraction", tricks=1, card_points=54),
        isko("clubs", 1, card_points=120, tricks=9),  # SkO 5.2.4: a trick without points
        isko("clubs", 1, card_points=61, won=False, bid=27),
        isko("clubs", 1, hand=True, schneider_announced=True, card_points=88, won=False),
        isko("hearts", 1, bid=50, overbid=True, won=False),
        isko("clubs", 1, end="claim", card_points=90, won=False),
        isko("spades", 1, bid=33, won=True, end="infraction", credited="schneider"),
        isko("diamonds", 1, bid=27, end="infraction", won=False, overbid=False),
        # Nothing is warned of needlessly.
        isko("clubs", 7, won=True),
        isko("grand", -4, won=False),
        isko("null", ouvert=True, won=False),
        isko("clubs", 1, card_points=0, tricks=1),
        isko("clubs", 1, hand=True, schneider_announced=True, end="conceded", schneider=True),
    ],
)
def test_what_can_have_happened_is_accepted(game):
    assert codes(game) == []


def test_schwarz_after_an_announcement_is_his_own_where_it_would_have_covered_the_bid():
    """SkO 5.2.5: spades with 3, hand, schneider announced is 77; with schwarz made 88 covers 84."""
    announced = {"hand": True, "schneider_announced": True, "won": False, "schwarz": True}
    assert codes(isko("spades", 3, bid=84, **announced)) == ["no-trick-with-tops"]
    assert codes(isko("spades", 3, bid=96, **announced)) == []
    assert codes(isko("diamonds", 2, bid=59, **announced)) == ["no-trick-improbable"]


def test_card_points_fit_every_number_of_tricks():
    """docs/law.md "What an ISkO entry may say" 8: the 3t + 2 cheapest and dearest cards."""
    assert [least_points(tricks) for tricks in range(1, 10)] == [0, 0, 0, 4, 11, 20, 32, 56, 87]
    assert [most_points(tricks) for tricks in range(1, 5)] == [54, 84, 96, 106]
    assert [most_points(tricks) for tricks in range(5, 10)] == [114, 120, 120, 120, 120]


@pytest.mark.parametrize(
    ("entry", "possible"),
    [
        ({"tricks": 1, "won": True}, False),  # at most 54
        ({"tricks": 2, "won": True, "schneider": True}, False),  # at most 84
        ({"tricks": 9, "won": False}, False),  # 87 at least
        ({"tricks": 9, "won": False, "bid": 36}, True),  # overbid
        ({"tricks": 9, "won": False, "hand": True, "schneider_announced": True}, True),
        ({"tricks": 8, "won": False, "schneider": True}, False),  # 56 at least
        ({"tricks": 6, "won": False, "schneider": True}, True),
        ({"tricks": 9, "won": True, "schneider": False}, True),  # 87 to 89
    ],
)
def test_the_result_fits_the_tricks_where_the_card_points_are_not_recorded(entry, possible):
    """docs/law.md "What an ISkO entry may say" 8: won and schneider follow from the points."""
    assert errors_of(isko("clubs", 1, **entry)) == ([] if possible else ["result-of-tricks"])


@pytest.mark.parametrize(
    ("game", "code"),
    [
        (isko("clubs", 1, card_points=0, tricks=0), "no-trick-improbable"),
        (isko("clubs", 2, won=False, schwarz=True), "no-trick-improbable"),
        (isko("clubs", 8, won=True), "many-tops"),
        (isko("clubs", -8, won=True), "many-tops"),
        (isko("grand", 4, hand=True, ouvert=True, won=False), "ouvert-lost"),
        # docs/law.md "Lost games": contract value, no level that was not announced.
        (isko("clubs", 1, end="infraction", won=False, schneider=True), "level-not-counted"),
    ],
)
def test_what_is_merely_improbable_is_a_warning(game, code):
    (problem,) = check(game)
    assert (problem.code, problem.severity) == (code, "warning")
    assert appraise(game).valuation is not None


@pytest.mark.parametrize(
    ("score", "lawful"),
    [
        # 30 covers 22, 270 covers 264; 280 no bid that 270 does not.
        (-60, True), (-540, True), (-560, False),
        # No multiple, its own value, not doubled, won.
        (-105, False), (-40, False), (-50, False), (100, False),
    ],
)  # fmt: skip
def test_the_value_of_the_paper_is_a_multiple_that_covers_a_bid(score, lawful):
    problems = codes(isko("hearts", 1, overbid=True, score=score))
    assert problems == ([] if lawful else ["overbid-score"])


def test_a_level_that_covers_the_bid_leaves_open_who_won():
    """docs/law.md "Corrections": never guessed. The hearts are worth 80 won with schneider, 70
    without it.
    """
    game = isko("hearts", 5, hand=True, bid=72, schneider=True, end="claim")
    assert codes(game) == ["won-missing"]
    assert score(replace(game, won=True)) == 80
    assert score(replace(game, schneider=None)) == -160
    assert codes(replace(game, bid=81)) == ["level-not-counted"]  # 80 do not cover it either


def test_what_cannot_have_happened_is_valued_but_not_valid():
    appraisal = appraise(isko("hearts", -9, schneider=True, schwarz=True, won=True))
    assert appraisal.valuation is None
    assert appraisal.worth.score == 120


# By the code of a problem: which tables of a system say it.
TABLES = {
    **dict.fromkeys(("class-missing", "class-not-for-null", "game-not-in-class"), "A"),
    **dict.fromkeys(("null-not-in-system", "turn-not-allowed"), "A"),
    **dict.fromkeys(("hand-not-in-class", "announcement-not-in-class"), "AB"),
    "tops-out-of-range": "B",
}


@pytest.mark.parametrize(
    ("game", "code"),
    [
        (PlayedGame(NASL_1975, "clubs", 1, won=True), "class-missing"),
        (PlayedGame(NASL_1975, "clubs", 1, "frage", won=True), "unknown-class"),
        (PlayedGame(ISKO, "clubs", 1, "solo", won=True), "unknown-class"),
        (PlayedGame(NASL_1898, "clubs", 1, "frage", won=True), ""),
        (PlayedGame(NASL_1975, "null", game_class="tournee", won=True), "class-not-for-null"),
        (PlayedGame(NASL_1975, "clubs", 1, "guckser", won=True), "game-not-in-class"),
        (PlayedGame(NASL_1898, "grand", 1, "frage", won=True), "game-not-in-class"),
        (PlayedGame(ISKO, "revolution", won=True), "unknown-game"),
        (PlayedGame(NASL_1898, "clubs", 12, "solo", won=True), "tops-out-of-range"),
        (PlayedGame(NASL_1898, "revolution", won=True), ""),
        (PlayedGame(NASL_1975, "clubs", 1, "tournee", 2, won=True), ""),
        (PlayedGame(NASL_1975, "clubs", 1, "tournee", 3, won=True), "turn-not-allowed"),
        (PlayedGame(NASL_1975, "clubs", 1, "solo", 1, won=True), "turn-not-allowed"),
        (PlayedGame(NASL_1975, "null", turn=1, won=True), "turn-not-allowed"),
        (PlayedGame(NASL_1975, "clubs", 1, "tournee", won=False), "turn-missing"),
        (PlayedGame(NASL_1975, "clubs", 1, "tournee", won=True), ""),
        (PlayedGame(NASL_1975, "clubs", 1, "solo", hand=True, won=True), "hand-not-in-class"),
        (PlayedGame(NASL_1975, "null", hand=True, won=True), "null-not-in-system"),
        (PlayedGame(NASL_1975, "clubs", 1, "solo", schneider_announced=True, won=True), ""),
        (PlayedGame(NASL_1975, "clubs", 1, "tournee", 1, schneider_announced=True, won=True),
         "announcement-not-in-class"),
        (PlayedGame(NASL_1975, "clubs", 1, "solo", ouvert=True, won=True),
         "announcement-not-in-class"),
        # A grand ouvert denies none of its announcements.
        (PlayedGame(NASL_1975, "grand", 1, "grand_ouvert", ouvert=True, won=True), ""),
        (PlayedGame(NASL_1975, "grand", 1, "grand_ouvert", ouvert=False, won=True),
         "announcement-contradicted"),
        (PlayedGame(NASL_1975, "grand", 1, "grand_ouvert", schneider_announced=False, won=True),
         "announcement-contradicted"),
        (PlayedGame(NASL_1975, "grand", -1, "grand_ouvert", won=True), "schwarz-without"),
        (PlayedGame(TEXAS, "clubs", 1, schwarz_announced=True, won=True), ""),
        # TO 9.4: no ramsch in ISkO tournaments.
        (PlayedGame(ISKO, "ramsch", score=-20), "ramsch-not-in-system"),
        (PlayedGame(TEXAS, "ramsch", score=-20), "ramsch-not-chosen"),
        (PlayedGame(TEXAS_OLD, "ramsch", score=-20), ""),
        (PlayedGame(TEXAS_OLD, "ramsch", score=20), "ramsch-score"),
        (PlayedGame(TEXAS_OLD, "ramsch"), "ramsch-score"),
        # Wenzels without their bonus change no bid.
        (PlayedGame(variant(TEXAS, wenzels=True), "clubs", 11, bid=216, won=False),
         "bid-not-a-level"),
        (PlayedGame(variant(TEXAS, wenzel_bonus=True), "clubs", 11, bid=216, won=False), ""),
    ],
)  # fmt: skip
def test_classes_turns_and_announcements_are_those_of_the_system(game, code):
    """An error of the North American League cites its own tables."""
    found = errors(check(game))
    assert [problem.code for problem in found] == code.split()
    if code in TABLES:
        number = {"nasl1975": 3, "nasl1898": 4}[game.system.key]
        assert found[0].rule == ", ".join(f"BT {number}{table}" for table in TABLES[code])


@pytest.mark.parametrize(
    ("system", "game", "rule"),
    [
        (ISKO, "hearts", "SkO 2.3.2"),
        (ISKO, "grand", "SkO 2.3.2, SkO 2.3.3"),
        (TEXAS, "hearts", "SkO 2.3.2, BT MP2"),
    ],
)
def test_other_wenzels_than_jacks_have_to_be_chosen(system, game, rule):
    """SkO 2.3.2: the four highest trumps are always the jacks."""
    (problem,) = check(PlayedGame(system, game, 2, wenzel="K", won=True))
    assert (problem.code, problem.field) == ("wenzels-not-chosen", "wenzel")
    assert (problem.rule, problem.params) == (rule, {"wenzel": "K"})
    chosen = variant(system, wenzels=True)
    assert codes(PlayedGame(chosen, game, 2, wenzel="K", won=True)) == []


# Citations (docs/law.md "The four systems"): a system cites its own tables


def rule_of(code: str, *game: object, **more: object) -> str:
    [rule] = {each.rule for each in check(PlayedGame(*game, **more)) if each.code == code}
    return rule


@pytest.mark.parametrize(
    ("system", "rule"),
    [(TEXAS, "BT 2C"), (NASL_1975, "BT 3C"), (NASL_1898, "BT 4C"), (FIFTH, "CLUB 1")],
)
def test_legal_bids_cite_the_table_of_the_system(system, rule):
    game_class = system.classes[-1]
    assert rule_of("bid-not-a-level", system, "grand", 1, game_class.key, bid=19) == rule


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
    assert (system.citations.losses, system.citations.schneider) == (losses, schneider)
    game = {"game": "hearts", "tops": 1, "game_class": system.classes[-1].key and "solo"}
    short = system.schneider_points - 1
    assert rule_of("schneider-differs", system, **game, card_points=short, schneider=True) == (
        schneider
    )
    game |= {"schneider_announced": True, "hand": system.classes[0].hand, "won": True}
    rule = rule_of("announced-not-reached", system, **game, card_points=short)
    assert rule == ("SkO 5.2.5" if system is ISKO else f"SkO 5.2.5, {schneider}")


def test_the_second_turn_that_costs_more_is_a_custom():
    lost = {"game": "hearts", "tops": 1, "game_class": "tournee", "won": False}
    assert rule_of("turn-missing", NASL_1975, **lost) == "custom nasl1975"


def test_all_problems_are_reported_at_once():
    game = isko("clubs", 12, schneider_announced=True, bid=19, card_points=130, tricks=11, won=True)
    assert set(codes(game)) == {
        *("tops-out-of-range", "announcement-needs-hand", "bid-not-a-level"),
        *("card-points-out-of-range", "tricks-out-of-range"),
    }


@given(any_games())
def test_a_game_without_an_error_has_a_valuation_and_every_problem_cites_a_paragraph(game):
    appraisal = appraise(game)
    for problem in appraisal.problems:
        assert problem.rule
        for each in citations(problem.rule):
            assert each in PARAGRAPHS or custom_of(each) in SYSTEMS or each == "CLUB 1"
    found = {problem.code for problem in errors(appraisal.problems)}
    assert (appraisal.valuation is None) == bool(found)
    assert (appraisal.worth is None) == bool(found - ERRORS_WITH_A_VALUE - {"score-differs"})


@given(lawful_games)
def test_completing_a_game_does_not_change_its_meaning(game):
    """Stored rows carry every flag; reading them back must not change a thing."""
    appraisal = appraise(game)
    again = appraise(appraisal.game)
    assert again.valuation == appraisal.valuation
    assert errors(again.problems) == []
