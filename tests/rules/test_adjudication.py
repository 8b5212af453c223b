"""Every row of the table of infractions (docs/law.md "Infractions"), each with the paragraph that
decides.
"""

import json
from dataclasses import replace

import pytest

from scoring.rules.adjudication import (
    ENTERED,
    QUESTIONS,
    ROWS,
    VERDICTS,
    Decision,
    Incident,
    decide,
    read_grounds,
    read_incident,
)
from scoring.rules.checks import check
from scoring.rules.game import PlayedGame
from scoring.rules.paragraphs import PARAGRAPHS
from scoring.rules.problem import errors
from scoring.rules.systems import ISKO, NASL_1898, NASL_1975, TEXAS, System
from tests.incidents import REVOKE

GRAND_2 = PlayedGame(ISKO, "grand", 2, bid=18)
HEARTS = PlayedGame(ISKO, "hearts", 1, bid=20)
NEEDS_SCHNEIDER = PlayedGame(ISKO, "hearts", 1, bid=30)
WITHOUT = PlayedGame(ISKO, "hearts", -1, bid=20)
SPADES_72 = PlayedGame(ISKO, "spades", 1, hand=True, bid=72)
NULL = PlayedGame(ISKO, "null", bid=23)
# The cards did not exclude the level that is needed (SkO 5.4.3).
POSSIBLE = {"schneider_impossible": False, "schwarz_impossible": False}


def decided(
    row: str, contract: PlayedGame | None = None, system: System = ISKO, **answers
) -> Decision:
    found = decide(Incident(row, system, contract, answers))
    assert found.problems == ()
    return found


def verdict(row: str, contract: PlayedGame | None = None, **answers) -> tuple[str, int | None]:
    found = decided(row, contract, **answers)
    assert found.asks == (), found
    return found.verdict, found.score


def readings(decision: Decision) -> list[str]:
    """The reasons that cite no text: our reading."""
    return [ground.code for ground in decision.grounds if not ground.rule]


def cites(row: str, rule: str, contract: PlayedGame | None = None, **answers) -> bool:
    return rule in decided(row, contract, **answers).paragraphs


# The deal


@pytest.mark.parametrize(
    ("exposed", "outcome", "rule"),
    [("shuffling", "shuffle_again", "SkO 3.2.3"), ("deal", "deal_again", "SkO 3.2.8")],
)
def test_a_card_exposed(exposed, outcome, rule):
    assert verdict("card_exposed", exposed=exposed) == (outcome, None)
    assert cites("card_exposed", rule, exposed=exposed)


def test_a_complaint_about_the_deal_comes_before_lifting_the_cards():
    """SkO 3.2.4, 3.2.10."""
    assert verdict("complaint", lifted=False)[0] == "deal_again"
    assert verdict("complaint", lifted=True)[0] == "complaint_late"


def test_a_wrong_number_of_cards_in_the_deal():
    """SkO 3.2.9, 3.4.6, ST 3.3.10."""
    row, wrong = "wrong_count", {"deal_right": False}
    late = wrong | {"auction_over": True}
    assert verdict(row, **late, wrong_side="both")[0] == "deal_again"
    assert verdict(row, GRAND_2, wrong_side="soloist", **late) == ("lost", -144)
    assert verdict(row, wrong_side="defender", plays_on=True, **late)[0] == "put_right"
    defenders = {"wrong_side": "defender", "plays_on": False, **late}
    assert verdict(row, HEARTS, **defenders) == ("won", 20)
    assert verdict(row, SPADES_72, **defenders) == ("lost", -154)  # SkO 5.4.3
    needed = decided(row, NEEDS_SCHNEIDER, **defenders)
    assert needed.asks == ("schneider_impossible",)
    for impossible, outcome in ((False, ("won", 30)), (True, ("lost", -60))):
        answers = defenders | {"schneider_impossible": impossible}
        assert verdict(row, NEEDS_SCHNEIDER, **answers) == outcome


def test_before_the_auction_is_over_nobody_is_asked_for_soloist_or_contract():
    """SkO 3.2.9: then it is a new deal, whoever has the wrong number."""
    assert decided("wrong_count", deal_right=False).asks == ("auction_over",)
    assert verdict("wrong_count", deal_right=False, auction_over=False) == ("deal_again", None)


def test_who_cuts_for_somebody_who_is_absent():
    """SkO 3.2.5."""
    assert verdict("cutter_absent", reserved=False)[0] == "next_cuts"
    assert verdict("cutter_absent", reserved=True)[0] == "table_waits"
    assert cites("cutter_absent", "SkO 3.2.5", reserved=True)


@pytest.mark.parametrize(
    "row", ["wrong_count", "announced_with_wrong_count", "wrong_count_in_play"]
)
def test_the_deal_itself_is_asked_about_first(row):
    """SkO 3.2.9, 4.2.6, ST 3.4.6: a wrong deal and a wrong discard are different offences."""
    assert decided(row).asks == ("deal_right",)


def test_a_right_deal_is_no_matter_of_the_deal():
    """ST 3.4.6: the rows of a wrong discard are named instead."""
    [problem] = decide(Incident("wrong_count", answers={"deal_right": True})).problems
    assert (problem.code, problem.field) == ("deal-was-right", "deal_right")
    assert problem.params == {"rows": ("announced_with_wrong_count", "wrong_count_in_play")}


@pytest.mark.parametrize("row", ["announced_with_wrong_count", "wrong_count_in_play"])
def test_a_wrong_deal_found_later_is_judged_as_a_wrong_deal(row):
    """SkO 3.2.9, ST 3.3.10."""
    wrong = {"deal_right": False}
    assert verdict(row, **wrong, wrong_side="both")[0] == "deal_again"
    assert verdict(row, GRAND_2, **wrong, wrong_side="soloist") == ("lost", -144)
    defenders = {**wrong, "wrong_side": "defender"}
    assert verdict(row, **defenders, plays_on=True)[0] == "put_right"
    assert verdict(row, HEARTS, **defenders, plays_on=False) == ("won", 20)
    assert cites(row, "ST 3.3.10", HEARTS, **defenders, plays_on=False)


def test_a_deal_out_of_turn_annuls_the_games_of_the_round():
    """SkO 3.2.11-13."""
    table = {"seats": "4", "rounds": 12, "ended": False}
    known = decided("dealt_out_of_turn", **table, played=7, wrong_number=6)
    assert (known.verdict, known.void, known.replay_from) == ("annulment", (6, 7), 6)
    assert "SkO 3.2.12" in known.paragraphs
    unknown = decided("dealt_out_of_turn", **table, played=7, wrong_number=0)
    assert (unknown.void, unknown.replay_from) == ((5, 6, 7), 5)
    assert "SkO 3.2.13" in unknown.paragraphs


def test_that_later_games_are_void_though_the_order_came_right_again_is_our_reading():
    """SkO 3.2.12 does not ask for it."""
    table = {"seats": "4", "rounds": 12, "ended": False}
    later = decided("dealt_out_of_turn", **table, played=7, wrong_number=6)
    assert readings(later) == ["void-though-order-is-right"]
    only = decided("dealt_out_of_turn", **table, played=6, wrong_number=6)
    assert readings(only) == []


def test_finished_rounds_stand():
    """SkO 3.2.11, 3.2.13: what lies in one is not replayed, the round in play begins anew."""
    table = {"seats": "4", "rounds": 12, "ended": False}
    row = "dealt_out_of_turn"
    for wrong in (0, 6, 8):
        found = decided(row, **table, played=8, wrong_number=wrong)
        assert (found.verdict, found.void, found.replay_from) == ("round_anew", (), 9)
    for wrong in (0, 6, 47):
        found = decided(row, **table, played=48, wrong_number=wrong)
        assert (found.verdict, found.void, found.asks) == ("games_stand", (), ())
        assert "SkO 3.2.11" in found.paragraphs
    # Noticed while the game is played: it is dealt again.
    found = decided(row, **table, played=8, wrong_number=9)
    assert (found.verdict, found.void, found.replay_from) == ("annulment", (), 9)


def test_signatures_are_asked_for_at_the_very_last_game_alone():
    """SkO 3.2.11; also where a list ended early (docs/law.md "A score list")."""
    row, four = "dealt_out_of_turn", {"seats": "4", "rounds": 12}
    early = {**four, "ended": True, "played": 42}
    for last in ({**four, "played": 48, "wrong_number": 48}, early | {"wrong_number": 42}):
        number = last["wrong_number"]
        assert decided(row, **last).asks == ("signed",)
        found = decided(row, **last, signed=False)
        assert (found.verdict, found.void, found.replay_from) == ("annulment", (number,), number)
        assert verdict(row, **last, signed=True)[0] == "games_stand"
    assert verdict(row, **early, wrong_number=41)[0] == "games_stand"
    # Outside a list the end is asked for where the games do not tell it.
    assert decided(row, **four, played=42, wrong_number=42).asks == ("ended",)
    going_on = {**four, "ended": False, "played": 42}
    assert decided(row, **going_on, wrong_number=42).void == (42,)
    assert decided(row, **going_on, wrong_number=41).void == (41, 42)


def test_rounds_of_a_table_that_one_has_left_are_shorter():
    """SkO 4.5.9: seat 2 leaves after game 8, another joins with game 12; round 3 has 9 to 11."""
    row = "dealt_out_of_turn"
    table = {"seats": "4", "rounds": 6, "ended": False, "left_after": 8}
    found = decided(row, **table, played=10, wrong_number=0)
    assert (found.void, found.replay_from) == ((9, 10), 9)
    found = decided(row, **table, played=13, wrong_number=0)
    assert (found.void, found.replay_from) == ((12, 13), 12)
    found = decided(row, **table, played=15, wrong_number=0, joined_with=12)
    assert (found.verdict, found.void, found.replay_from) == ("round_anew", (), 16)
    assert decided(row, **table, played=20, wrong_number=20).asks == ("signed",)


def test_a_game_that_nobody_dealt_yet_was_not_dealt_out_of_turn():
    """SkO 3.2.11: at most the game after the last one that is entered."""
    table = {"seats": "4", "rounds": 12, "ended": False, "signed": False}
    for row in ("dealt_out_of_turn", "dealt_twice"):
        assert decided(row, **table, played=7, wrong_number=8).replay_from == 8
        for played, wrong in ((7, 9), (48, 49)):
            found = decide(
                Incident(row, answers={**table, "played": played, "wrong_number": wrong})
            )
            assert [(each.code, each.field) for each in found.problems] == [
                ("game-not-dealt-yet", "wrong_number"),
            ]
    found = decide(Incident("dealt_out_of_turn", answers={**table, "played": 49}))
    assert [each.code for each in found.problems] == ["more-games-than-planned"]


def test_dealt_twice_after_a_passed_game():
    """SkO 3.2.16, 3.3.7, TO 9.4."""
    found = decided("dealt_twice", seats="4", rounds=12, played=6, wrong_number=6, ended=False)
    assert (found.verdict, found.void, found.replay_from) == ("annulment", (6,), 6)
    assert {"SkO 3.2.16", "SkO 3.3.7", "TO 9.4"} <= set(found.paragraphs)
    assert found.grounds[-1].code == "banned-by-the-organizer"


def test_the_first_game_is_no_second_deal():
    """SkO 3.3.7: a passed game came before it."""
    answers = {"seats": "4", "rounds": 12, "played": 6, "wrong_number": 1, "ended": False}
    found = decide(Incident("dealt_twice", answers=answers))
    assert [(each.code, each.field) for each in found.problems] == [
        ("no-game-was-passed-before", "wrong_number"),
    ]
    assert decided("dealt_out_of_turn", **answers).void == (5, 6)


# The auction and the announcement


def test_the_skat_seen_before_the_auction_ends():
    """SkO 3.2.14-15, 3.3.9-10."""
    for answers, rule in (
        ({"has_hand": True, "old_skat": False}, "SkO 3.2.15"),
        ({"has_hand": True, "old_skat": True}, "SkO 3.3.10"),
        ({"has_hand": False}, "SkO 3.3.9"),
    ):
        assert verdict("skat_seen", **answers)[0] == "no_bidding"
        assert cites("skat_seen", rule, **answers)
    stays = decided("skat_seen", has_hand=False).grounds[-1]
    assert (stays.code, stays.rule) == ("skat-stays", "")  # our reading cites nothing


def test_noticed_after_the_auction_the_soloist_chooses():
    """SkO 3.3.10, ST 3.3.11: he plays with a new skat of twelve shuffled cards."""
    row, other = "skat_seen_noticed_late", {"seen_by": "other"}
    assert decided(row).asks == ("seen_by",)
    assert verdict(row, **other, choice="pass")[0] == "passed"
    played = decided(row, **other, choice="play", has_hand=True, old_skat=False)
    assert (played.verdict, played.grounds[-1].code) == ("play_on", "new-skat-drawn")
    assert "SkO 3.3.10" in played.paragraphs


def test_a_soloist_who_saw_the_skat_himself_could_not_bid():
    """SkO 3.3.9; that the game is entered as passed is our reading."""
    found = decided("skat_seen_noticed_late", seen_by="soloist")
    assert (found.verdict, found.asks) == ("passed", ())
    assert "SkO 3.3.9" in found.paragraphs
    assert readings(found) == ["passed-by-our-reading"]


def test_a_defender_who_sees_the_skat_before_the_announcement_has_erred():
    """SkO 4.5.4: the soloist plays on or has won the game that he names (our reading)."""
    row = "skat_seen_before_announcing"
    assert verdict(row, plays_on=True)[0] == "play_on"
    assert verdict(row, HEARTS, plays_on=False) == ("won", 20)
    assert verdict(row, SPADES_72, plays_on=False) == ("lost", -154)  # SkO 5.4.3
    assert decided(row, NEEDS_SCHNEIDER, plays_on=False).asks == ("schneider_impossible",)
    assert readings(decided(row, HEARTS, plays_on=False)) == ["as-a-defenders-error"]


def test_what_was_bid_cannot_be_taken_back():
    """SkO 3.3.8: a bid, a bid that was held, a pass."""
    assert verdict("bid_taken_back") == ("bid_stands", None)
    assert cites("bid_taken_back", "SkO 3.3.8")


def test_a_bid_that_is_no_level():
    """SkO 3.3.2; to the next level, or withdrawn while nobody has answered, is our reading."""
    row = "bid_no_level"
    for answered, code in ((True, "bid-to-the-next-level"), (False, "bid-unanswered")):
        found = decided(row, named_bid=19, answered=answered)
        assert found.verdict == "bid_put_right"
        own, reading = found.grounds
        assert own.rule == "SkO 3.3.2"
        assert (reading.code, reading.rule, reading.params) == (code, "", {"bid": 20})
    above = decided(row, named_bid=265)
    assert (above.verdict, above.grounds[1].params) == ("withdrawn", {"most": 264})
    assert "ST 3.3.1" in above.paragraphs
    assert readings(above) == ["withdrawn-by-our-reading"]
    [problem] = decide(Incident(row, answers={"named_bid": 20})).problems
    assert (problem.code, problem.field) == ("bid-is-a-level", "named_bid")


@pytest.mark.parametrize(
    ("system", "bid", "following", "rule"),
    [(ISKO, 23, None, "SkO 3.3.2"), (TEXAS, 23, 24, "BT 2C"),
     (NASL_1975, 9, 10, "BT 3C"), (NASL_1898, 19, 20, "BT 4C")],
)  # fmt: skip
def test_a_legal_bid_is_that_of_the_systems_own_table(system, bid, following, rule):
    """docs/law.md "The four systems": legal bids cite the system's own table."""
    found = decide(Incident("bid_no_level", system, answers={"named_bid": bid, "answered": True}))
    if following is None:
        assert found.problems[0].rule == rule
        return
    assert found.grounds[1].params == {"bid": following}
    assert found.paragraphs == (rule,)


def test_a_bid_too_low_or_out_of_turn_is_put_right():
    """SkO 3.3.2-4 say how it is done; what becomes of it is our reading."""
    for answered, code in ((True, "bid-answered"), (False, "bid-not-answered")):
        found = decided("bid_out_of_order", answered=answered)
        assert found.verdict == "bid_put_right"
        assert readings(found) == [code]
        assert found.paragraphs == ("SkO 3.3.2", "SkO 3.3.3", "SkO 3.3.4")


def test_forehand_who_passes_too_early_has_passed():
    """SkO 3.3.6, 3.3.8."""
    assert verdict("forehand_passed_early")[0] == "bid_stands"
    assert cites("forehand_passed_early", "SkO 3.3.6")
    assert cites("forehand_passed_early", "SkO 3.3.8")


def test_who_is_the_soloist_is_told_by_the_highest_bid():
    """SkO 3.3.5; where nobody can tell, our reading."""
    assert verdict("soloist_disputed", bidder_known=True)[0] == "highest_bidder"
    unknown = decided("soloist_disputed", bidder_known=False)
    assert unknown.verdict == "auction_resumed"
    assert readings(unknown) == ["back-to-the-agreed-bid"]


def test_forehand_who_took_the_skat_has_to_play():
    """SkO 3.3.6."""
    assert verdict("forehand_took_the_skat") == ("must_play", None)
    assert cites("forehand_took_the_skat", "SkO 3.3.6")


def test_a_top_trump_in_the_skat():
    """SkO 3.4.3: bid 50 without four, the jack of clubs in the skat: hearts for 50."""
    hearts = PlayedGame(ISKO, "hearts", 1, bid=50)
    assert verdict("top_trump_in_skat", hearts) == ("lost", -100)
    assert decided("top_trump_in_skat", hearts).entry.end == "conceded"


def test_a_null_that_covers_the_bid_is_a_game_to_concede():
    """SkO 3.4.3: "a game that is not lower than the final bid"."""
    open_null = PlayedGame(ISKO, "null", ouvert=True, bid=46)
    assert verdict("top_trump_in_skat", open_null) == ("lost", -92)
    refused = decide(Incident("top_trump_in_skat", ISKO, replace(open_null, bid=48)))
    assert [each.code for each in refused.problems] == ["null-below-bid"]


def test_announcements_after_taking_the_skat_are_void():
    """SkO 3.4.1, 3.4.4-5; in Texas levels and ouvert may be announced then (BT 2B)."""
    taken = {"skat_taken": True}
    for announced in ("hand", "level", "ouvert"):
        assert decided("announced_too_much", announced=announced).asks == ("skat_taken",)
        assert verdict("announced_too_much", announced=announced, **taken)[0] == "part_void"
    texas = decided("announced_too_much", system=TEXAS, announced="level")
    assert texas.verdict == "no_offence"
    hand = decided("announced_too_much", system=TEXAS, announced="hand", **taken)
    assert hand.verdict == "part_void"
    for levels in ("level", "ouvert"):
        texas = decided("announced_too_much", system=TEXAS, announced=levels)
        assert (texas.verdict, texas.grounds[-1].rule) == ("no_offence", "BT 2B")
        hearts = PlayedGame(TEXAS, "hearts", 1, bid=20)
        assert decided("announced_too_much", hearts, TEXAS, announced=levels) == texas
    for system in (NASL_1975, NASL_1898):  # no class opens a suit game
        found = decided("announced_too_much", system=system, announced="ouvert")
        assert found.verdict == "part_void"
    solo = PlayedGame(NASL_1975, "hearts", 1, "solo", bid=20)
    assert decided("announced_too_much", system=NASL_1975, announced="level").asks == ("contract",)
    found = decided("announced_too_much", solo, NASL_1975, announced="level")
    assert found.verdict == "no_offence"


@pytest.mark.parametrize("announced", ["hand", "level", "ouvert"])
def test_from_the_hand_everything_may_be_announced(announced):
    """SkO 2.1.3: no error."""
    row, untouched = "announced_too_much", {"skat_taken": False}
    assert verdict(row, announced=announced, **untouched)[0] == "no_offence"
    if announced != "hand":
        assert cites(row, "SkO 2.1.3", announced=announced, **untouched)


def test_a_null_may_be_announced_open_after_taking_the_skat():
    """SkO 2.1.4; hand may not."""
    row, announced = "announced_too_much", PlayedGame(ISKO, "null", ouvert=True, bid=23)
    assert verdict(row, announced, announced="ouvert")[0] == "no_offence"
    assert cites(row, "SkO 2.1.4", announced, announced="ouvert")
    assert verdict(row, announced, announced="hand", skat_taken=True)[0] == "part_void"
    assert verdict(row, HEARTS, announced="ouvert", skat_taken=True)[0] == "part_void"
    # The bid changes nothing here, and is not asked.
    assert (
        verdict(row, PlayedGame(ISKO, "null", ouvert=True), announced="ouvert")[0] == "no_offence"
    )


def test_a_level_announced_at_a_null_is_void_in_every_system():
    """docs/law.md "Infractions": null never gets a level, not even where levels are announced at
    any time.
    """
    for system in (ISKO, TEXAS, NASL_1975):
        announced = PlayedGame(system, "null")
        found = decided("announced_too_much", announced, system, announced="level")
        assert found.verdict == "part_void"


def test_hand_not_announced_counts_no_step():
    """SkO 3.4.1."""
    assert verdict("hand_not_announced")[0] == "no_hand_step"


def test_a_null_below_its_bid_costs_a_game_that_covers_it():
    """SkO 3.4.4."""
    assert verdict("null_below_bid", PlayedGame(ISKO, "hearts", 1, bid=50)) == ("lost", -100)


@pytest.mark.parametrize(("system", "bid"), [(ISKO, 18), (ISKO, 22), (ISKO, 23), (TEXAS, 20)])
def test_a_bid_that_every_null_covers_is_no_infraction(system, bid):
    """SkO 3.4.4."""
    named = PlayedGame(system, "hearts", 1, bid=bid)
    [problem] = decide(Incident("null_below_bid", system, named)).problems
    assert (problem.code, problem.field, problem.rule) == ("every-null-covers", "bid", "SkO 3.4.4")


def test_a_slip_of_the_tongue():
    """SkO 3.4.5: at once, and within suit and contract."""
    row = "slip_of_the_tongue"
    assert verdict(row, at_once=True, same_contract=True)[0] == "put_right"
    assert verdict(row, at_once=True, same_contract=False)[0] == "announcement_stands"
    assert verdict(row, at_once=False)[0] == "announcement_stands"


def test_announced_with_a_wrong_number_of_cards():
    """SkO 3.4.6, ST 3.4.6: contract value, no schneider."""
    row, right = "announced_with_wrong_count", {"deal_right": True}
    assert verdict(row, PlayedGame(ISKO, "diamonds", 1, bid=27), **right) == ("lost", -54)
    assert cites(row, "SkO 3.4.6", HEARTS, **right)


def test_leading_before_announcing_asks_whether_it_was_his_lead():
    """ST 3.4.6, 4.1.1; SkO 3.4.6 is stricter, and the decision says so."""
    row = "led_before_announcing"
    assert decided(row).asks == ("was_forehand",)
    in_turn = decided(row, was_forehand=True)
    assert (in_turn.verdict, in_turn.entry) == ("announce", None)
    assert [(each.code, each.rule) for each in in_turn.grounds[1:]] == [
        ("led-in-turn", "ST 3.4.6"),
        ("sko-is-stricter", "SkO 3.4.6"),
    ]
    out_of_turn = decided(row, was_forehand=False)
    assert out_of_turn.asks == ("contract",)
    lost = {"was_forehand": False}
    assert verdict(row, PlayedGame(ISKO, "diamonds", 1, bid=27), **lost) == ("lost", -54)
    assert cites(row, "ST 4.1.1", HEARTS, **lost)


def test_the_soloist_looked_at_the_skat_after_the_announcement():
    """SkO 3.4.7-8, 4.2.8: lost; that an outcome established before stands is our reading."""
    row, soloist = "skat_seen_in_play", {"offender": "soloist"}
    assert verdict(row, HEARTS, **soloist, soloist_points=60) == ("lost", -40)
    assert verdict(row, HEARTS, **soloist, soloist_points=61) == ("won", 20)
    won = decided(row, HEARTS, **soloist, soloist_points=61)
    assert readings(won) == ["established-by-our-reading"]


def test_a_soloist_who_looked_at_the_skat_is_never_schneider():
    """SkO 3.4.8: with 10 card-points to 95, too; the defenders' are not asked for."""
    row, soloist = "skat_seen_in_play", {"offender": "soloist", "soloist_points": 10}
    assert verdict(row, HEARTS, **soloist) == ("lost", -40)
    assert verdict(row, HEARTS, **soloist, defender_points=95) == ("lost", -40)


def test_the_skat_closed_to_the_soloist_is_one_row():
    """SkO 3.4.8, 4.2.8: after the announcement and during play are the same incident."""
    assert "skat_after_announcing" not in ROWS


def test_nobody_may_demand_play_after_the_soloist_looked_at_the_skat():
    """SkO 3.4.8: he loses; the row of docs/law.md "Infractions" excepts only what is
    established.
    """
    answers = {"offender": "soloist", "demand": True, "soloist_points": 60}
    assert verdict("skat_seen_in_play", HEARTS, **answers) == ("lost", -40)
    assert decided("skat_seen_in_play", offender="soloist").asks == ("contract",)


def test_the_bid_is_asked_at_a_null_as_well():
    """SkO 3.4.4: a null below its bid is no valid game; he owes one that covers the bid."""
    row, unbid = "soloist_concedes", PlayedGame(ISKO, "null")
    assert decided(row, unbid, cards="nine_or_ten").asks == ("bid",)
    for bid in (0, 23):
        assert verdict(row, unbid, cards="nine_or_ten", bid=bid) == ("lost", -46)
    found = decide(Incident(row, ISKO, unbid, {"cards": "nine_or_ten", "bid": 24}))
    assert [(each.code, each.rule) for each in found.problems] == [("null-below-bid", "SkO 3.4.4")]


def test_an_open_hand_is_asked_for():
    """ST 2.2.5."""
    assert verdict("ouvert_not_laid_out")[0] == "lay_out"


# Play

GENERAL = {
    "out_of_turn": {"noticed": "at_once", "demand": False},
    "revoke": {"found": "at_once", "demand": False},
    "remark": {"demand": False},
    "looked_into_hand": {"demand": False},
    "old_trick_seen": {"which_trick": "closed", "demand": False},
    "tricks_mixed": {"demand": False},
    "card_taken_back": {"demand": False},
}


@pytest.mark.parametrize("row", GENERAL)
def test_errors_of_play_follow_the_general_clause(row):
    """SkO 4.1.2-6 with 4.1.8, 4.2.3, 4.2.7-9, 4.4.4, 4.4.6, 4.5.5, 4.5.8."""
    by_a_party = ("out_of_turn", "revoke", "card_taken_back", "looked_into_hand")
    who = "party" if row in by_a_party else "offender"
    answers = GENERAL[row] | {"soloist_points": 45, "defender_points": 30, **POSSIBLE}
    assert verdict(row, NEEDS_SCHNEIDER, **answers, **{who: "defender"}) == ("won", 30)
    assert verdict(row, NEEDS_SCHNEIDER, **answers, **{who: "soloist"}) == ("lost", -60)
    answers |= {"defender_points": 31}
    assert verdict(row, NEEDS_SCHNEIDER, **answers, **{who: "defender"}) == ("lost", -60)
    assert verdict(row, **{**answers, "demand": True, who: "defender"})[0] == "play_on"


def test_a_defender_who_looks_at_the_skat_in_play_follows_the_general_clause():
    """SkO 4.2.8."""
    row, defender = "skat_seen_in_play", {"offender": "defender"}
    position = {"demand": False, "soloist_points": 45, "defender_points": 30, **POSSIBLE}
    assert verdict(row, NEEDS_SCHNEIDER, **defender, **position) == ("won", 30)
    assert verdict(row, **defender, demand=True)[0] == "play_on"


def test_a_defender_leaves_a_trick_lying():
    """SkO 4.4.4-5, ST 4.4.5: no claim, but he has to gather it."""
    row, answers = "defender_left_trick", {"soloist_points": 45, "defender_points": 30}
    assert verdict(row, HEARTS, demand=False, **answers) == ("won", 20)
    assert verdict(row, demand=True)[0] == "play_on"
    assert cites(row, "ST 4.4.5", demand=True)


@pytest.mark.parametrize("row", ["remark", "skat_seen_in_play", "old_trick_seen", "tricks_mixed"])
def test_an_error_of_somebody_who_sits_out_counts_for_the_side_that_it_helped(row):
    """SkO 4.2.8-9 ("any participant"), 4.4.4, 4.4.6: whom it helped is our reading, so that
    nothing is cited for it.
    """
    answers = {"offender": "outsider", "soloist_points": 45, "defender_points": 20}
    answers |= {"which_trick": "closed", "demand": False}
    assert verdict(row, HEARTS, **answers, harmed="soloist") == ("won", 20)
    assert verdict(row, HEARTS, **answers, harmed="defender") == ("lost", -40)
    assert verdict(row, **answers, harmed="nobody")[0] == "stands"
    assert verdict(row, **answers | {"demand": True}, harmed="soloist")[0] == "play_on"
    for harmed in ("soloist", "nobody"):
        assert decided(row, HEARTS, **answers, harmed=harmed).grounds[1].rule == ""


def test_who_sits_out_harms_no_party():
    """SkO 3.5.4, 4.5.5, TO 8.5: a second hand; never the clause."""
    found = decided("sits_out")
    assert (found.verdict, found.entry, found.asks) == ("organizer", None, ())
    assert {"SkO 3.5.4", "SkO 4.5.5", "TO 8.5", "TO 4.3"} <= set(found.paragraphs)


def test_somebody_who_watches_goes():
    """TO 7.1.5, 9.9."""
    found = decided("kibitzer")
    assert found.verdict == "organizer"
    assert {"TO 7.1.5", "TO 9.9", "TO 4.3"} == set(found.paragraphs)


def test_a_player_leaves_at_the_end_of_a_round_only():
    """SkO 4.5.9; what follows if he goes all the same is our reading."""
    found = decided("left_in_round")
    assert found.verdict == "organizer_decides"
    assert readings(found) == ["round-without-him"]


def test_counting_aloud_is_a_remark():
    """SkO 4.5.8."""
    assert cites("remark", "SkO 4.5.8", offender="soloist", demand=True)


def test_a_played_card_is_not_taken_back():
    """SkO 4.1.2, 4.1.6: the error is void where play is demanded."""
    row = "card_taken_back"
    found = decided(row, party="defender", demand=True)
    assert found.verdict == "play_on"
    assert [each.code for each in found.grounds[1:]] == ["card-stays-played", "play-goes-on"]
    assert {"SkO 4.1.2", "SkO 4.1.6"} <= set(found.paragraphs)


def test_out_of_turn_noticed_too_late_or_at_the_last_trick():
    """SkO 4.1.7, 4.1.10."""
    assert verdict("out_of_turn", noticed="trick_turned")[0] == "stands"
    assert verdict("out_of_turn", noticed="last_trick")[0] == "put_right"
    assert cites("out_of_turn", "SkO 4.1.10", noticed="last_trick")


def test_a_revoke_found_later_is_judged_from_its_trick_and_not_once_the_cards_are_gathered():
    """SkO 4.2.4-5; nobody may then demand that play goes on."""
    later = {"found": "later", "party": "defender", "position_known": True}
    later |= {"soloist_points": 10, "defender_points": 30}
    assert verdict("revoke", HEARTS, **later) == ("won", 20)
    assert cites("revoke", "SkO 4.2.4", HEARTS, **later)
    assert verdict("revoke", found="gathered")[0] == "result_stands"


@pytest.mark.parametrize(
    ("party", "contract", "outcome"),
    [
        ("defender", HEARTS, ("won", 20)),
        ("soloist", HEARTS, ("lost", -40)),
        ("defender", NULL, ("won", 23)),
        ("soloist", NULL, ("lost", -46)),
        ("defender", NEEDS_SCHNEIDER, ("won", 30)),
    ],
)
def test_where_nobody_can_tell_the_trick_of_the_revoke_nothing_was_decided(
    party, contract, outcome
):
    """SkO 4.2.4, 5.2.8: our reading, whatever is known of the end of the game."""
    at_the_end = {"soloist_points": 70, "defender_points": 50, "soloist_trick": True}
    unknown = {"found": "later", "party": party, "position_known": False, **POSSIBLE}
    assert verdict("revoke", contract, **unknown) == outcome
    assert verdict("revoke", contract, **unknown, **at_the_end) == outcome
    assert readings(decided("revoke", contract, **unknown)) == ["position-unknown"]


def test_before_the_trick_of_a_revoke_not_all_tricks_were_made():
    """SkO 4.2.4: nobody is asked for it."""
    schwarz = PlayedGame(ISKO, "hearts", 1, bid=40)
    for contract, trick in ((schwarz, "defender_trick"), (NULL, "soloist_trick")):
        answers = {"found": "at_once", "party": "soloist", "demand": False, trick: False}
        assert verdict("revoke", contract, **answers)[0] == "lost"


def test_a_revoke_is_corrected_before_play_goes_on():
    """SkO 4.2.3."""
    found = decided("revoke", found="at_once", party="soloist", demand=True)
    assert [each.code for each in found.grounds[1:]] == ["corrected-first", "play-goes-on"]


def test_a_card_pulled():
    """SkO 4.1.9 with its note, 4.2.7."""
    row = "card_pulled"
    assert verdict(row, party="soloist")[0] == "put_right"
    assert decided(row, party="defender").asks == ("how",)
    assert verdict(row, party="defender", how="neither")[0] == "put_right"
    answers = {"party": "defender", "demand": False, "soloist_points": 0, "defender_points": 59}
    for how, rule in (("to_trick", "SkO 4.1.9"), ("influence", "SkO 4.2.7")):
        assert verdict(row, HEARTS, **answers, how=how) == ("won", 20)
        beaten = answers | {"defender_points": 60}
        assert verdict(row, HEARTS, **beaten, how=how) == ("lost", -40)
        found = decided(row, HEARTS, **answers, how=how)
        assert found.grounds[1].rule == rule
        assert verdict(row, **answers | {"demand": True}, how=how)[0] == "play_on"


def test_the_last_trick_may_be_asked_for_before_the_next_lead():
    """SkO 4.4.3."""
    assert verdict("old_trick_seen", which_trick="before_lead")[0] == "no_offence"


def test_a_trick_whose_last_card_was_unclear_is_shown_even_after_the_next_lead():
    """SkO 4.4.3: "even if a card has been led to the next trick"."""
    found = decided("old_trick_seen", which_trick="unclear")
    assert (found.verdict, found.asks) == ("no_offence", ())
    assert found.grounds[-1].rule == "SkO 4.4.3"


def test_a_defender_shows_two_cards():
    """SkO 4.1.9: the rest is the soloist's, but makes no level that was not needed."""
    answers = {"demand": False, "soloist_points": 50, "defender_points": 0}
    assert verdict("two_cards_shown", HEARTS, **answers) == ("won", 20)
    assert verdict("two_cards_shown", NEEDS_SCHNEIDER, **answers, **POSSIBLE) == ("won", 30)
    assert verdict("two_cards_shown", HEARTS, **answers | {"defender_points": 60}) == ("lost", -40)
    assert verdict("two_cards_shown", demand=True)[0] == "play_on"


def test_a_wrong_number_of_cards_during_play():
    """SkO 4.2.6: the party with the right number; levels only if inevitable."""
    row = "wrong_count_in_play"
    soloist = {"deal_right": True, "wrong_side": "soloist", "wrong_discard": True}
    defender = {"deal_right": True, "wrong_side": "defender"}
    defender |= {"defender_points": 0, "soloist_trick": False}
    assert verdict(row, HEARTS, **soloist, inevitable="none") == ("lost", -40)
    assert verdict(row, HEARTS, **soloist, inevitable="schneider") == ("lost", -60)
    assert verdict(row, HEARTS, **defender, inevitable="none") == ("won", 20)
    assert verdict(row, HEARTS, **defender, inevitable="schwarz") == ("won", 40)
    assert verdict(row, WITHOUT, **defender, inevitable="schwarz") == ("won", 30)
    with_3 = PlayedGame(ISKO, "hearts", 3, bid=20)  # SkO 2.4.2: he takes a trick in any case
    assert verdict(row, with_3, **soloist, inevitable="schwarz") == ("lost", -100)
    assert verdict(row, NULL, **defender) == ("won", 23)
    assert verdict(row, NULL, **soloist) == ("lost", -46)
    assert verdict(row, SPADES_72, **defender) == ("lost", -154)
    assert verdict(row, deal_right=True, wrong_side="both")[0] == "deal_again"
    need = {**defender, "inevitable": "none", **POSSIBLE}
    assert verdict(row, NEEDS_SCHNEIDER, **need | {"defender_points": 30}) == ("won", 30)
    assert verdict(row, NEEDS_SCHNEIDER, **need | {"defender_points": 31}) == ("lost", -60)
    schwarz = PlayedGame(ISKO, "hearts", 1, bid=40)
    assert verdict(row, schwarz, **need, defender_trick=False) == ("won", 40)
    assert verdict(row, schwarz, **need, defender_trick=True) == ("lost", -80)


def test_what_was_decided_before_the_number_went_wrong_stands_in_every_contract():
    """SkO 4.2.6 with 4.1.3: our reading."""
    row, right = "wrong_count_in_play", {"deal_right": True}
    defender = {**right, "wrong_side": "defender"}
    assert verdict(row, NULL, **defender, soloist_trick=True) == ("lost", -46)
    assert verdict(row, HEARTS, **defender, defender_points=70) == ("lost", -40)
    assert verdict(row, HEARTS, **defender, defender_points=90) == ("lost", -60)
    soloist = {**right, "wrong_side": "soloist", "wrong_discard": False}
    assert verdict(row, HEARTS, **soloist, soloist_points=61) == ("won", 20)
    assert verdict(row, HEARTS, **soloist, soloist_points=90) == ("won", 30)
    lost = {**soloist, "inevitable": "none"}
    assert verdict(row, HEARTS, **lost, soloist_points=60) == ("lost", -40)
    for contract, answers in (
        (NULL, {**defender, "soloist_trick": True}),
        (HEARTS, {**defender, "defender_points": 70}),
        (HEARTS, {**soloist, "soloist_points": 61}),
    ):
        found = decided(row, contract, **answers)
        assert "established-by-our-reading" in readings(found)


def test_a_wrong_discard_comes_before_everything_that_could_be_decided():
    """SkO 4.2.6: 61 card-points taken in with a wrong number of cards are not won."""
    answers = {"deal_right": True, "wrong_side": "soloist", "inevitable": "none"}
    answers |= {"wrong_discard": True, "soloist_points": 61}
    assert verdict("wrong_count_in_play", HEARTS, **answers) == ("lost", -40)


def test_a_needed_level_after_a_wrong_number_of_cards_may_be_excluded_by_the_cards():
    """SkO 4.2.6, 5.4.3; that it is credited at all is our reading."""
    row, defender = "wrong_count_in_play", {"deal_right": True, "wrong_side": "defender"}
    need = {**defender, "defender_points": 0, "inevitable": "none", "schneider_impossible": True}
    assert verdict(row, NEEDS_SCHNEIDER, **need) == ("lost", -60)
    found = decided(row, NEEDS_SCHNEIDER, **need | {"schneider_impossible": False})
    assert [each.rule for each in found.grounds if each.code == "level-by-our-reading"] == [""]
    # What was inevitable was not impossible: it is not asked.
    assert verdict(row, NEEDS_SCHNEIDER, **need | {"inevitable": "schneider"}) == ("won", 30)


# The end


def test_the_soloist_concedes():
    """SkO 4.3.1-2; docs/law.md "Lost games": grand with 2, bid 18, conceded: -144, no own
    schneider.
    """
    assert verdict("soloist_concedes", GRAND_2, cards="nine_or_ten") == ("lost", -144)
    later = {"cards": "fewer", "defender_points": 40}
    assert verdict("soloist_concedes", GRAND_2, **later, consent=True) == ("lost", -144)
    assert verdict("soloist_concedes", **later, consent=False)[0] == "play_on"
    assert decided("soloist_concedes", GRAND_2, cards="nine_or_ten").entry.end == "conceded"


def test_a_schneider_that_the_defenders_have_made_is_not_conceded_away():
    """SkO 4.3.1-2 "all applicable multipliers", 5.2.3: 92 points are schneider, clubs 3 x 12."""
    clubs = PlayedGame(ISKO, "clubs", 1, bid=18)
    later = {"cards": "fewer", "consent": True}
    assert verdict("soloist_concedes", clubs, **later, defender_points=89) == ("lost", -48)
    assert verdict("soloist_concedes", clubs, **later, defender_points=92) == ("lost", -72)
    decision = decided("soloist_concedes", clubs, **later, defender_points=92)
    assert "schneider-was-made" in readings(decision)
    # Nothing is asked where it cannot count: what the bid or an announcement demands costs enough.
    assert verdict("soloist_concedes", NEEDS_SCHNEIDER, **later) == ("lost", -60)
    assert verdict("soloist_concedes", NULL, **later) == ("lost", -46)


def test_a_defender_concedes():
    """SkO 4.3.3, 4.1.5: binds both, as a defender's error."""
    row, answers = "defender_concedes", {"soloist_points": 20, "defender_points": 30}
    answers |= POSSIBLE
    assert verdict(row, NEEDS_SCHNEIDER, **answers) == ("won", 30)
    assert decided(row, NEEDS_SCHNEIDER, **answers).entry.end == "defender_conceded"
    assert verdict(row, NEEDS_SCHNEIDER, **answers | {"defender_points": 31}) == ("lost", -60)


def test_the_soloist_lays_his_cards_open():
    """SkO 4.3.4: true, as played and levels count; false, the general clause."""
    row = "soloist_lays_open"

    def verdict(row, contract, **answers):
        decision = decided(row, contract, explained=False, **answers)
        return decision.verdict, decision.score

    assert verdict(row, HEARTS, claim_true=True, defender_points=31) == ("won", 20)
    assert verdict(row, HEARTS, claim_true=True, defender_points=30) == ("won", 30)
    assert verdict(row, HEARTS, claim_true=True, defender_points=0, defender_trick=False) == (
        "won",
        40,
    )
    assert verdict(row, HEARTS, claim_true=True, defender_points=60) == ("lost", -40)
    assert verdict(row, HEARTS, claim_true=True, defender_points=90) == ("lost", -60)
    assert verdict(row, HEARTS, claim_true=False, soloist_points=60) == ("lost", -40)
    assert verdict(row, HEARTS, claim_true=False, soloist_points=61) == ("won", 20)
    impossible = {"claim_true": True, "defender_points": 0, "defender_trick": False}
    impossible |= {"explained": False}
    found = decide(Incident(row, ISKO, WITHOUT, impossible))
    assert [each.code for each in found.problems] == ["claim-without"]


def test_a_soloist_who_says_how_he_will_play_claims_no_tricks():
    """SkO 4.3.4: "without any explanation"; at null nobody asks."""
    assert decided("soloist_lays_open", HEARTS).asks == ("explained",)
    found = decided("soloist_lays_open", HEARTS, explained=True)
    assert (found.verdict, found.asks) == ("play_on", ())
    assert readings(found) == ["plays-as-he-said"]
    assert decided("soloist_lays_open", NULL).asks == ("claim_true",)


def test_where_the_two_orders_differ_about_claims_the_decision_names_both():
    """SkO 4.3.4, ST 4.3.4; SkO 4.3.5, ST 4.3.5."""
    answers = {"explained": False, "claim_true": False, "soloist_points": 50}
    assert {"SkO 4.3.4", "ST 4.3.4"} <= {
        ground.rule for ground in decided("soloist_lays_open", HEARTS, **answers).grounds
    }
    for true in (True, False):
        answers = {"claim_true": true, "soloist_points": 40, "defender_points": 20}
        found = decided("defender_lays_open", HEARTS, **answers)
        assert {"SkO 4.3.5", "ST 4.3.5"} <= set(found.paragraphs)


def test_nobody_is_given_the_rest_at_a_null():
    """SkO 4.1.9, ST 4.3.5: there the remaining tricks decide nothing."""
    at_null = [
        decided("two_cards_shown", NULL, demand=False, soloist_trick=False),
        decided("defender_lays_open", NULL, claim_true=False, soloist_trick=False),
    ]
    for found in at_null:
        assert found.verdict == "won"
        codes = {ground.code for ground in found.grounds}
        assert not codes & {"rest-to-the-soloist", "claim-false-defender"}


def test_a_level_in_dispute_counts_for_whoever_shows_it():
    """SkO 5.2.8."""
    assert verdict("level_disputed", proved=True)[0] == "level_counts"
    assert verdict("level_disputed", proved=False)[0] == "level_not_counted"
    assert cites("level_disputed", "SkO 5.2.8", proved=True)


def test_the_soloist_lays_open_a_null():
    """SkO 4.3.4: he claims to take no trick."""
    row = "soloist_lays_open"
    assert verdict(row, NULL, claim_true=True, soloist_trick=False) == ("won", 23)
    assert verdict(row, NULL, claim_true=True, soloist_trick=True) == ("lost", -46)
    assert verdict(row, NULL, claim_true=False) == ("lost", -46)


def test_a_defender_lays_his_cards_open():
    """ST 4.3.5: true, the soloist takes no further trick; false, the rest is his."""
    row = "defender_lays_open"
    assert verdict(row, HEARTS, claim_true=True, soloist_points=61) == ("won", 20)
    assert verdict(row, HEARTS, claim_true=True, soloist_points=60) == ("lost", -40)
    assert verdict(row, HEARTS, claim_true=True, soloist_points=30) == ("lost", -60)
    no_trick = {"claim_true": True, "soloist_points": 22, "soloist_trick": False}
    assert verdict(row, HEARTS, **no_trick) == ("lost", -80)
    false = {"claim_true": False, "soloist_points": 30}
    assert verdict(row, HEARTS, **false, defender_points=59) == ("won", 20)
    assert verdict(row, HEARTS, **false, defender_points=60) == ("lost", -40)
    assert verdict(row, NULL, claim_true=True, soloist_trick=False) == ("won", 23)
    assert verdict(row, NULL, claim_true=True, soloist_trick=True) == ("lost", -46)
    with_3 = PlayedGame(ISKO, "hearts", 3, bid=20)
    found = decide(Incident(row, ISKO, with_3, no_trick))
    assert [each.code for each in found.problems] == ["claim-with-tops"]


def test_a_defender_who_throws_in_gives_the_soloist_the_rest():
    """SkO 4.3.6: he counts what he has; 60 card-points of the defenders beat the soloist."""
    row, thrown = "thrown_in", {"party": "defender"}
    position = {**thrown, "soloist_points": 20}
    assert verdict(row, HEARTS, **position, defender_points=59) == ("won", 20)
    assert verdict(row, HEARTS, **position, defender_points=60) == ("lost", -40)
    assert verdict(row, HEARTS, **position, defender_points=90) == ("lost", -60)
    assert verdict(row, HEARTS, **thrown, soloist_points=61) == ("won", 20)
    assert decided(row, HEARTS, **thrown, soloist_points=61).entry.end == "thrown_in"
    assert verdict(row, SPADES_72, **thrown) == ("lost", -154)  # SkO 5.4.3


def test_a_level_that_nobody_needs_has_to_be_proved_by_the_cards_taken():
    """docs/law.md "Decisions": the rest that a thrower gives away makes no level."""
    defender = {"party": "defender", "defender_points": 0}
    assert verdict("thrown_in", HEARTS, **defender, soloist_points=89) == ("won", 20)
    assert verdict("thrown_in", HEARTS, **defender, soloist_points=90) == ("won", 30)
    texas = PlayedGame(TEXAS, "hearts", 1, bid=20)
    for points, score in ((90, 20), (91, 30)):
        found = decided("thrown_in", texas, TEXAS, **defender, soloist_points=points)
        assert found.score == score
    assert found.grounds[-1].code == "schneider-by-custom"
    assert found.grounds[-1].rule == ""  # no text says so
    soloist = {"party": "soloist", "first_trick": False, "soloist_points": 10}
    assert verdict("thrown_in", HEARTS, **soloist, defender_points=89) == ("lost", -40)
    assert verdict("thrown_in", HEARTS, **soloist, defender_points=90) == ("lost", -60)


def test_a_defender_who_throws_in_never_saves_himself():
    """SkO 4.1.5, 4.3.6: clubs hand with 2, schwarz announced, thrown in at the first trick."""
    row, thrown = "thrown_in", {"party": "defender", **POSSIBLE}
    announced = PlayedGame(ISKO, "clubs", 2, hand=True, schwarz_announced=True, bid=18)
    assert verdict(row, announced, **thrown, defender_trick=False) == ("won", 96)
    assert verdict(row, announced, **thrown, defender_trick=True) == ("lost", -192)
    position = {**thrown, "soloist_points": 10}
    assert verdict(row, NEEDS_SCHNEIDER, **position, defender_points=30) == ("won", 30)
    assert verdict(row, NEEDS_SCHNEIDER, **position, defender_points=31) == ("lost", -60)
    excluded = {**position, "defender_points": 0, "schneider_impossible": True}
    assert verdict(row, NEEDS_SCHNEIDER, **excluded) == ("lost", -60)  # SkO 5.4.3


@pytest.mark.parametrize(("system", "enough"), [(TEXAS, 30), (NASL_1975, 30), (NASL_1898, 30)])
def test_a_defender_throws_in_where_schneider_takes_91(system, enough):
    """docs/law.md "General clause"."""
    game_class = "" if system is TEXAS else "solo"
    hearts = PlayedGame(system, "hearts", 1, game_class, schneider_announced=True, bid=20)
    thrown = {"party": "defender", "soloist_points": 45, **POSSIBLE}
    for points, outcome in ((enough - 1, "won"), (enough, "lost")):
        found = decided("thrown_in", hearts, system, **thrown, defender_points=points)
        assert found.verdict == outcome


def test_a_soloist_who_throws_in_keeps_what_he_has():
    """SkO 4.3.6, 4.3.1: before the end of the first trick it is a concession."""
    row, soloist = "thrown_in", {"party": "soloist", "first_trick": False}
    assert verdict(row, HEARTS, party="soloist", first_trick=True) == ("lost", -40)
    assert verdict(row, HEARTS, **soloist, soloist_points=31) == ("lost", -40)
    assert verdict(row, HEARTS, **soloist, soloist_points=61) == ("won", 20)
    assert verdict(row, NEEDS_SCHNEIDER, **soloist, soloist_points=89) == ("lost", -60)
    assert verdict(row, NEEDS_SCHNEIDER, **soloist, soloist_points=90) == ("won", 30)
    given_up = decided(row, HEARTS, **soloist, soloist_points=20, defender_points=50)
    assert readings(given_up) == ["given-up-no-schneider"]  # SkO 4.3.6 names no 4.1.4
    # With cards in hand he has not made every trick: nothing is asked.
    schwarz = PlayedGame(ISKO, "hearts", 1, bid=40)
    assert verdict(row, schwarz, **soloist) == ("lost", -80)


def test_cards_of_a_null_thrown_in():
    """Our reading: a defender concedes, the soloist claims."""
    assert verdict("thrown_in", NULL, party="defender", soloist_trick=False) == ("won", 23)
    assert verdict("thrown_in", NULL, party="defender", soloist_trick=True) == ("lost", -46)
    claim = {"party": "soloist", "claim_true": True, "soloist_trick": False}
    assert verdict("thrown_in", NULL, **claim) == ("won", 23)
    assert verdict("thrown_in", NULL, party="soloist", claim_true=False) == ("lost", -46)
    for answers in (claim, {"party": "defender", "soloist_trick": False}):
        reading = decided("thrown_in", NULL, **answers).grounds[1]
        assert reading.code.startswith("null-thrown-in-by")
        assert reading.rule == ""


def test_the_soloist_leaves_tricks_lying():
    """ST 4.4.5: he claims the rest; false, those tricks and the rest are the defenders'."""
    row = "tricks_left_lying"
    assert verdict(row, HEARTS, claim_true=True, defender_points=20) == ("won", 30)
    false = {"claim_true": False}
    assert verdict(row, HEARTS, **false, soloist_points_taken=50) == ("lost", -40)
    assert verdict(row, HEARTS, **false, soloist_points_taken=61) == ("won", 20)
    assert verdict(row, NULL) == ("lost", -46)


def test_tricks_left_lying_on_a_false_claim_are_counted_for_nobody():
    """ST 4.4.5: the soloist loses them; assigned by rule, they make no schneider (docs/law.md
    "Infractions").
    """
    row, false = "tricks_left_lying", {"claim_true": False}
    # 65 card-points with the tricks left lying are no game that he had won.
    assert decided(row, HEARTS, **false, soloist_points=65).asks == ("soloist_points_taken",)
    assert verdict(row, HEARTS, **false, soloist_points=65, soloist_points_taken=40) == (
        "lost",
        -40,
    )
    schneider = {**false, "soloist_points_taken": 30}
    assert decided(row, HEARTS, **schneider).asks == ("defender_points_taken",)
    # Their tricks are tricks, too: no schwarz against them.
    schwarz = PlayedGame(ISKO, "hearts", 1, bid=40)
    assert verdict(row, schwarz, **false) == ("lost", -80)
    too_many = {**schneider, "defender_points_taken": 91}
    found = decide(Incident(row, ISKO, HEARTS, too_many))
    assert [(each.code, each.field) for each in found.problems] == [
        ("points-above-120", "soloist_points_taken"),
    ]


@pytest.mark.parametrize(
    ("left_lying", "own_tricks", "score"),
    [(0, 89, -40), (20, 70, -40), (1, 89, -40), (0, 90, -60), (10, 90, -60)],
)
def test_tricks_assigned_by_rule_make_no_schneider(left_lying, own_tricks, score):
    """docs/law.md "Infractions": only the 90 card-points that the defenders won themselves
    make it.
    """
    assert 20 + left_lying + own_tricks <= 120
    answers = {
        "claim_true": False,
        "soloist_points": 20 + left_lying,
        "soloist_points_taken": 20,
        "defender_points_taken": own_tricks,
    }
    assert verdict("tricks_left_lying", HEARTS, **answers) == ("lost", score)


def test_a_false_claim_leaves_the_defenders_a_trick_and_nobody_is_asked():
    """SkO 4.3.4, 5.2.4: schwarz is needed, and the rest goes to the defenders."""
    schwarz = PlayedGame(ISKO, "hearts", 1, bid=40)
    lost = {"explained": False, "claim_true": False}
    assert verdict("soloist_lays_open", schwarz, **lost) == ("lost", -80)


# The table as a whole


def chains(row: str, contract: PlayedGame) -> list[tuple[list[str], Decision]]:
    """Every way through the questions of a row: the answers' keys, and the decision."""
    numbers = {
        "bid": (18, 40),
        "soloist_points": (0, 45, 70),
        "defender_points": (0, 31, 75),
        "soloist_points_taken": (0, 45, 70),
        "defender_points_taken": (4, 31, 90),
        "wrong_number": (0, 5, 48),
        "played": (6, 48),
        "rounds": (12,),
        "named_bid": (19, 999),
    }
    found: list[tuple[list[str], Decision]] = []

    def walk(announced: PlayedGame | None, answers: dict) -> None:
        decision = decide(Incident(row, ISKO, announced, answers))
        if decision.problems:
            return
        if not decision.asks:
            found.append(([*(["contract"] if announced else []), *answers], decision))
            return
        [key] = decision.asks
        if key == "contract":
            walk(contract, answers)
            return
        question = QUESTIONS[key]
        choices = numbers.get(key) or (question.options or (True, False))
        for answer in choices:
            walk(announced, {**answers, key: answer})

    walk(None, {})
    return found


CONTRACTS = (
    PlayedGame(ISKO, "hearts", 1),
    PlayedGame(ISKO, "hearts", -2, hand=True, schneider_announced=True),
    PlayedGame(ISKO, "grand", 4, hand=True, ouvert=True),
    PlayedGame(ISKO, "null"),
)


@pytest.mark.parametrize("row", ROWS)
def test_every_row_is_decided_after_eight_questions_at_most(row, request, capsys):
    """Under a minute, so at most eight questions; the number is printed.

    Nine where somebody who sits out looked at an old trick and the line has no bid: it is asked
    whom he harmed, too.
    """
    ways = [way for contract in CONTRACTS for way in chains(row, contract)]
    counts = [len(keys) - ("harmed" in keys) for keys, _decision in ways]
    reporter = request.config.pluginmanager.getplugin("terminalreporter")
    with capsys.disabled():
        reporter.write_line(f"questions: {row}: {max(counts)} (at most 8), {len(ways)} ways")
    assert max(counts) <= 8


@pytest.mark.parametrize("row", ROWS)
def test_every_way_ends_in_a_verdict_with_paragraphs_and_an_entry_that_may_be_written(row):
    for contract in CONTRACTS:
        for _keys, found in chains(row, contract):
            assert found.verdict in VERDICTS[1:]
            assert found.paragraphs
            assert set(found.paragraphs) <= PARAGRAPHS.keys()
            assert (found.entry is not None) == (found.verdict in ENTERED[:2])
            if found.entry:
                assert found.entry.won == (found.verdict == "won")
                assert errors(check(found.entry)) == []


def test_what_is_stored_is_read_again():
    """models/ruling.py keeps both as JSON."""
    incident = replace(REVOKE, contract=NEEDS_SCHNEIDER)
    stored = json.loads(json.dumps(incident.as_record()))
    read = read_incident(stored, ISKO)
    assert decide(read) == decide(incident)
    record = json.loads(json.dumps(decide(incident).as_record()))
    assert record["score"] == 30
    assert record["entry"]["credited"] == "schneider"
    assert tuple(read_grounds(record)) == decide(incident).grounds


@pytest.mark.parametrize("record", [None, [], {}, {"row": 3}, {"row": "revoke", "answers": []}])
def test_invalid_record_is_no_incident(record):
    assert read_incident(record, ISKO) is None


def test_answers_that_cannot_be_are_named():
    found = decide(Incident("revoke", ISKO, HEARTS, {"party": "dealer", "soloist_points": 121}))
    assert [each.field for each in found.problems] == ["party", "soloist_points"]
    assert decide(Incident("robbery")).problems[0].code == "incident-unknown"
    points = {"found": "at_once", "party": "defender", "demand": False}
    points |= {"soloist_points": 60, "defender_points": 70}
    found = decide(Incident("revoke", ISKO, HEARTS, points))
    assert [each.code for each in found.problems] == ["points-above-120"]
    unlawful = PlayedGame(ISKO, "hearts", 1, schneider_announced=True, bid=20)
    found = decide(Incident("soloist_concedes", ISKO, unlawful, {"cards": "nine_or_ten"}))
    assert [each.code for each in found.problems] == ["announcement-needs-hand"]
