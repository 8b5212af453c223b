"""A hundred and sixteen incidents at the table, written from the texts of SkO, ST and TO alone.

Each line: the paragraphs, what happened in which game, what follows by the texts; then the row in
which a referee finds it, and what he answers there.
"""

import pytest

from scoring.rules.adjudication.incident import Incident
from scoring.rules.adjudication.table import decide
from scoring.rules.game import PlayedGame
from scoring.rules.systems import ISKO


def game(name: str, tops: int = 1, bid: int | None = 18, **fields: object) -> PlayedGame:
    return PlayedGame(ISKO, name, tops, bid=bid, **fields)


CLUBS, SPADES, GRAND = game("clubs"), game("spades"), game("grand")
HEARTS, NULL = game("hearts", bid=20), PlayedGame(ISKO, "null", bid=23)
NEEDS_SCHNEIDER = game("hearts", bid=30)
NEEDS_SCHWARZ = game("hearts", bid=40)

SOLOIST, DEFENDER = {"party": "soloist"}, {"party": "defender"}
OF_SOLOIST, OF_DEFENDER = {"offender": "soloist"}, {"offender": "defender"}
NO, GOES_ON = {"demand": False}, {"demand": True}
AT_ONCE = {"noticed": "at_once"}
FOUND, LATER = {"found": "at_once"}, {"found": "later", "position_known": True}
POSSIBLE = {"schneider_impossible": False}
OF_DEAL = {"deal_right": False, "auction_over": True}
OF_PLAY = {"deal_right": True}
LIST = {"seats": "4", "rounds": 12}
SEEN = {"has_hand": True, "old_skat": False}


def at(soloist: int, defenders: int) -> dict[str, int]:
    """The card-points of both parties in the tricks before."""
    return {"soloist_points": soloist, "defender_points": defenders}


# ruff: noqa: E501 - a line each
# fmt: off
INCIDENTS = [
    ("3.2.3", "a card shows while the dealer shuffles", "card_exposed", None, {"exposed": "shuffling"}, "shuffle_again"),
    ("3.2.4", "three cards cut, nobody has lifted", "complaint", None, {"lifted": False}, "deal_again"),
    ("3.2.10", "uncut, said after lifting", "complaint", None, {"lifted": True}, "complaint_late"),
    ("3.2.6", "the skat dealt last, nobody has lifted", "complaint", None, {"lifted": False}, "deal_again"),
    ("3.2.6 3.2.10", "the same, said after lifting", "complaint", None, {"lifted": True}, "complaint_late"),
    ("3.2.8", "a player's sleeve turns a card over in the deal", "card_exposed", None, {"exposed": "deal"}, "deal_again"),
    ("3.2.9", "11 and 9 cards, noticed at a bid of 20", "wrong_count", None, {"deal_right": False, "auction_over": False}, "deal_again"),
    ("3.2.9", "soloist 11, a defender 9, after the auction", "wrong_count", CLUBS, OF_DEAL | {"wrong_side": "both"}, "deal_again"),
    ("ST 3.3.10", "a defender 9, the skat three", "wrong_count", CLUBS, OF_DEAL | {"wrong_side": "defender", "plays_on": False}, 24),
    ("ST 3.3.10", "the same, the soloist wants to play", "wrong_count", CLUBS, OF_DEAL | {"wrong_side": "defender", "plays_on": True}, "put_right"),
    ("ST 3.3.10", "soloist 11, the skat one", "wrong_count", HEARTS, OF_DEAL | {"wrong_side": "soloist"}, -40),
    ("3.4.6", "three cards put away, hearts announced", "announced_with_wrong_count", HEARTS, OF_PLAY, -40),
    ("3.4.6", "grand with 2 announced with nine cards", "announced_with_wrong_count", game("grand", 2), OF_PLAY, -144),
    ("3.2.11", "dealt out of turn, noticed in the game", "dealt_out_of_turn", None, LIST | {"wrong_number": 6, "played": 5}, "annulment"),
    ("3.2.12", "noticed two games later in the round", "dealt_out_of_turn", None, LIST | {"wrong_number": 5, "played": 7, "ended": False}, "annulment"),
    ("3.2.13", "noticed a round later", "dealt_out_of_turn", None, LIST | {"wrong_number": 3, "played": 8, "ended": False}, "round_anew"),
    ("3.2.13", "nobody knows where in the round", "dealt_out_of_turn", None, LIST | {"wrong_number": 0, "played": 6, "ended": False}, "annulment"),
    ("3.2.11", "the very last game, all have signed", "dealt_out_of_turn", None, LIST | {"wrong_number": 48, "played": 48, "signed": True}, "games_stand"),
    ("3.3.7 TO 9.4", "the same dealer again after a passed game", "dealt_twice", None, LIST | {"wrong_number": 3, "played": 2}, "annulment"),
    ("3.2.14", "middlehand takes the skat up in the deal", "skat_seen", None, SEEN, "no_bidding"),
    ("3.2.15", "rearhand looks into the skat at a bid of 18", "skat_seen", None, SEEN, "no_bidding"),
    ("3.3.9", "the dealer of four looks into it in the auction", "skat_seen", None, {"has_hand": False}, "no_bidding"),
    ("3.3.9", "the highest bidder takes it before rearhand spoke", "skat_seen", None, SEEN, "no_bidding"),
    ("3.3.10", "the dealer had seen it; the soloist passes", "skat_seen_noticed_late", None, {"seen_by": "other", "choice": "pass"}, "passed"),
    ("3.3.10", "the dealer had seen it; the soloist plays", "skat_seen_noticed_late", None, {"seen_by": "other", "choice": "play", "has_hand": False}, "play_on"),
    ("3.3.9", "the soloist had seen it himself", "skat_seen_noticed_late", None, {"seen_by": "soloist"}, "passed"),
    ("3.3.8", "middlehand passes and wants to bid after all", "bid_taken_back", None, {}, "bid_stands"),
    ("3.3.2", "a bid of 19", "bid_no_level", None, {"named_bid": 19, "answered": False}, "bid_put_right"),
    ("3.3.2", "from 18 to 33 at once", "bid_no_level", None, {"named_bid": 33}, "refused"),
    ("ST 3.3.1", "a bid of 288", "bid_no_level", None, {"named_bid": 288}, "withdrawn"),
    ("3.3.4", "rearhand bids the 20 that was held", "bid_out_of_order", None, {"answered": False}, "bid_put_right"),
    ("3.3.4", "rearhand bids before middlehand is done", "bid_out_of_order", None, {"answered": True}, "bid_put_right"),
    ("3.3.6", "forehand passes before anybody bid", "forehand_passed_early", None, {}, "bid_stands"),
    ("3.3.6", "forehand took the skat unbid and passes", "forehand_took_the_skat", None, {}, "must_play"),
    ("3.3.5", "two claim the 24, the table knows who held it", "soloist_disputed", None, {"bidder_known": True}, "highest_bidder"),
    ("ST 4.1.1", "leads out of turn before announcing, bid 24", "led_before_announcing", game("clubs", bid=24), {"was_forehand": False}, -48),
    ("ST 3.4.6", "leads as forehand before announcing", "led_before_announcing", CLUBS, {"was_forehand": True}, "announce"),
    ("3.4.4", "null at a bid of 24; he names clubs", "null_below_bid", game("clubs", bid=24), {}, -48),
    ("3.4.4", "null ouvert at 50 without 4; he names hearts", "null_below_bid", game("hearts", -4, bid=50), {}, -100),
    ("3.4.4-5", "hand said after taking the skat", "announced_too_much", SPADES, {"announced": "hand", "skat_taken": True}, "part_void"),
    ("2.1.3", "hearts hand, schneider announced", "announced_too_much", game("hearts", hand=True), {"announced": "level", "skat_taken": False}, "no_offence"),
    ("3.4.4", "clubs ouvert said after taking the skat", "announced_too_much", CLUBS, {"announced": "ouvert", "skat_taken": True}, "part_void"),
    ("2.1.4", "null ouvert with the skat", "announced_too_much", NULL, {"announced": "ouvert"}, "no_offence"),
    ("3.4.5", "spades, at once clubs instead", "slip_of_the_tongue", None, {"at_once": True, "same_contract": False}, "announcement_stands"),
    ("3.4.5", "hearts, at once hearts hand", "slip_of_the_tongue", None, {"at_once": True, "same_contract": True}, "put_right"),
    ("3.4.1", "hand was meant and not said", "hand_not_announced", None, {}, "no_hand_step"),
    ("3.4.3", "bid 50 without 4, the jack of clubs in the skat", "top_trump_in_skat", game("hearts", bid=50), {}, -100),
    ("ST 3.4.3", "bid 59 without 4, the jack of spades in the skat", "top_trump_in_skat", game("clubs", -1, bid=59), {}, -120),
    ("3.4.3", "bid 23, the jack of clubs in the skat; null lost", "top_trump_in_skat", NULL, {}, -46),
    ("2.2.5", "ouvert, the hand is not laid out in order", "ouvert_not_laid_out", None, {}, "lay_out"),
    ("3.4.8", "looks at his discards before the first trick", "skat_seen_in_play", CLUBS, OF_SOLOIST | at(0, 0), -48),
    ("3.4.8", "changes them, hearts with 3", "skat_seen_in_play", game("hearts", 3), OF_SOLOIST | at(0, 0), -80),
    ("3.4.8 4.2.8", "looks at 40 to 50", "skat_seen_in_play", GRAND, OF_SOLOIST | at(40, 50), -96),
    ("4.2.8 4.1.3", "looks with 61 points made: he had won", "skat_seen_in_play", CLUBS, OF_SOLOIST | at(61, 20), 24),
    ("4.2.8 4.1.3", "looks with 95 points made: schneider too", "skat_seen_in_play", CLUBS, OF_SOLOIST | at(95, 10), 36),
    ("4.1.3", "looks when the defenders have 60", "skat_seen_in_play", CLUBS, OF_SOLOIST | at(20, 60), -48),
    ("3.4.8", "looks when they have 92: never schneider", "skat_seen_in_play", CLUBS, OF_SOLOIST | at(10, 92), -48),
    ("4.1.3-4", "soloist leads out of turn at once", "out_of_turn", game("grand", 2, bid=48), AT_ONCE | SOLOIST | NO | at(0, 0), -144),
    ("4.1.4", "defender leads out of turn at 40 to 20", "out_of_turn", SPADES, AT_ONCE | DEFENDER | NO | at(40, 20), 22),
    ("4.1.3", "defender with 60 made", "out_of_turn", SPADES, AT_ONCE | DEFENDER | NO | at(20, 60), -44),
    ("4.1.3 5.2.3", "defender with 92 made", "out_of_turn", SPADES, AT_ONCE | DEFENDER | NO | at(10, 92), -66),
    ("4.1.3", "soloist with 61 made", "out_of_turn", SPADES, AT_ONCE | SOLOIST | NO | at(61, 20), 22),
    ("4.1.3", "soloist with 92 made", "out_of_turn", SPADES, AT_ONCE | SOLOIST | NO | at(92, 20), 33),
    ("4.1.5", "defender; the bid needs schneider, they have 20", "out_of_turn", NEEDS_SCHNEIDER, AT_ONCE | DEFENDER | NO | POSSIBLE | at(30, 20), 30),
    ("4.1.5", "the same, they have 31", "out_of_turn", NEEDS_SCHNEIDER, AT_ONCE | DEFENDER | NO | at(30, 31), -60),
    ("5.4.3", "schwarz needed, the cards exclude it", "revoke", NEEDS_SCHWARZ, FOUND | DEFENDER | NO | {"defender_trick": False, "schwarz_impossible": True}, -80),
    ("4.1.6", "defender; the soloist wants to go on", "out_of_turn", SPADES, AT_ONCE | DEFENDER | GOES_ON, "play_on"),
    ("4.1.7", "noticed when the trick is turned", "out_of_turn", None, {"noticed": "trick_turned"}, "stands"),
    ("4.1.10", "at the last trick", "out_of_turn", None, {"noticed": "last_trick"}, "put_right"),
    ("4.1.8", "a defender warns his partner", "remark", game("diamonds"), OF_DEFENDER | NO | at(10, 10), 18),
    ("4.1.9", "a defender drops two cards at 20 to 30", "two_cards_shown", CLUBS, NO | at(20, 30), 24),
    ("4.1.9 4.1.3", "the same with 60 made", "two_cards_shown", CLUBS, NO | at(20, 60), -48),
    ("4.1.9", "the soloist drops three", "card_pulled", None, SOLOIST, "put_right"),
    ("4.1.9 4.2.7", "a defender drops one: when, and could it tell?", "card_pulled", CLUBS, DEFENDER, "asks"),
    ("4.1.2", "a defender takes a played card back", "card_taken_back", CLUBS, DEFENDER | NO | at(20, 20), 24),
    ("4.1.2", "the same, the soloist wants to go on", "card_taken_back", CLUBS, DEFENDER | GOES_ON, "play_on"),
    ("4.1.11", "the dealer of four claims a defender's revoke", "revoke", CLUBS, FOUND | DEFENDER | NO | at(30, 30), 24),
    ("4.2.3", "soloist revokes at 30 to 30", "revoke", CLUBS, FOUND | SOLOIST | NO | at(30, 30), -48),
    ("4.2.3", "defender revokes, the soloist wants to go on", "revoke", CLUBS, FOUND | DEFENDER | GOES_ON, "play_on"),
    ("4.2.4", "defender's revoke found five tricks later", "revoke", HEARTS, LATER | DEFENDER | at(30, 20), 20),
    ("4.2.4", "soloist's revoke of trick 9, 64 before it", "revoke", HEARTS, LATER | SOLOIST | at(64, 30), 20),
    ("4.2.4", "soloist's revoke of trick 2 found at the end", "revoke", HEARTS, LATER | SOLOIST | at(10, 0), -40),
    ("4.2.5", "all cards are gathered", "revoke", None, {"found": "gathered"}, "result_stands"),
    ("4.2.6", "a defender played two to a trick", "wrong_count_in_play", HEARTS, OF_PLAY | {"wrong_side": "defender", "inevitable": "none"} | at(30, 30), 20),
    ("4.2.6", "soloist pressed one card, found in trick 5", "wrong_count_in_play", HEARTS, OF_PLAY | {"wrong_side": "soloist", "wrong_discard": True, "inevitable": "none"}, -40),
    ("4.2.6 4.1.3", "soloist a card short with 70 made", "wrong_count_in_play", HEARTS, OF_PLAY | {"wrong_side": "soloist", "wrong_discard": False} | at(70, 20), 20),
    ("4.2.7", "rearhand plays before middlehand", "out_of_turn", GRAND, AT_ONCE | DEFENDER | NO | at(20, 20), 48),
    ("4.2.7", "soloist plays before his turn", "out_of_turn", GRAND, AT_ONCE | SOLOIST | NO | at(20, 20), -96),
    ("4.2.8", "a defender looks into the skat in trick 3", "skat_seen_in_play", GRAND, OF_DEFENDER | NO | at(10, 20), 48),
    ("4.2.8", "the dealer of four looks into it: whom does it harm?", "skat_seen_in_play", GRAND, {"offender": "outsider"}, "asks"),
    ("4.2.9", "a defender says a word at null", "remark", NULL, OF_DEFENDER | NO | {"soloist_trick": False}, 23),
    ("4.2.9", "the dealer of four says: that was 60", "remark", CLUBS, {"offender": "outsider", "harmed": "soloist"} | NO | at(40, 20), 24),
    ("4.5.8", "a defender counts aloud with 60 made", "remark", CLUBS, OF_DEFENDER | NO | at(20, 60), -48),
    ("4.5.8", "soloist counts aloud at 50 to 30", "remark", CLUBS, OF_SOLOIST | NO | at(50, 30), -48),
    ("4.3.1", "concedes before the first lead, bid 30", "soloist_concedes", NEEDS_SCHNEIDER, {"cards": "nine_or_ten"}, -60),
    ("4.3.2", "concedes in trick 3, a defender agrees", "soloist_concedes", CLUBS, {"cards": "fewer", "consent": True, "defender_points": 30}, -48),
    ("4.3.2", "both refuse", "soloist_concedes", CLUBS, {"cards": "fewer", "consent": False}, "play_on"),
    ("4.3.2 5.2.3", "concedes when they hold 92: schneider is made", "soloist_concedes", CLUBS, {"cards": "fewer", "consent": True, "defender_points": 92}, -72),
    ("4.3.1 5.2.5", "clubs hand, schneider announced, conceded", "soloist_concedes", game("clubs", hand=True, schneider_announced=True), {"cards": "nine_or_ten"}, -120),
    ("4.3.3", "one defender concedes against the other", "defender_concedes", CLUBS, at(20, 30), 24),
    ("4.3.3 4.1.3", "a defender concedes with 60 made", "defender_concedes", CLUBS, at(20, 60), -48),
    ("4.3.3 4.1.5", "a defender concedes, schneider is needed", "defender_concedes", NEEDS_SCHNEIDER, POSSIBLE | at(40, 25), 30),
    ("4.3.4", "lays down without a word, it is not true", "soloist_lays_open", CLUBS, {"explained": False, "claim_true": False} | at(50, 20), -48),
    ("4.3.4", "lays down without a word, it is true", "soloist_lays_open", CLUBS, {"explained": False, "claim_true": True} | at(50, 20) | {"defender_trick": True}, 36),
    ("4.3.4", "lays a null down and can be made to take a trick", "soloist_lays_open", NULL, {"claim_true": False}, -46),
    ("4.3.5", "a defender lays down and loses a trick", "defender_lays_open", CLUBS, {"claim_true": False} | at(50, 40), 24),
    ("4.3.6", "soloist throws in at 45 to 40", "thrown_in", CLUBS, SOLOIST | {"first_trick": False} | at(45, 40), -48),
    ("4.3.6", "a defender throws in with 59", "thrown_in", CLUBS, DEFENDER | at(30, 59), 24),
    ("4.4.6", "a defender looks back at a closed trick", "old_trick_seen", CLUBS, {"which_trick": "closed"} | OF_DEFENDER | NO | at(40, 20), 24),
    ("4.4.4", "soloist mixes his tricks", "tricks_mixed", CLUBS, OF_SOLOIST | NO | at(40, 40), -48),
    ("4.4.5", "soloist leaves a trick lying and loses one", "tricks_left_lying", CLUBS, {"claim_true": False, "soloist_points_taken": 50, "defender_points_taken": 20}, -48),
    ("4.4.6 4.1.3", "soloist looks through his tricks with 61", "old_trick_seen", CLUBS, {"which_trick": "closed"} | OF_SOLOIST | NO | at(61, 30), 24),
    ("4.5.4", "a defender sees the skat before the announcement", "skat_seen_before_announcing", CLUBS, {"plays_on": False}, 24),
    ("4.5.5", "a defender looks into the soloist's hand", "looked_into_hand", CLUBS, DEFENDER | NO | at(20, 20), 24),
    ("4.5.9", "a player leaves within a round", "left_in_round", None, {}, "organizer_decides"),
    ("5.2.8", "schneider is claimed and cannot be shown", "level_disputed", None, {"proved": False}, "level_not_counted"),
]
# fmt: on


@pytest.mark.parametrize(
    ("rule", "happened", "row", "contract", "answers", "expected"),
    INCIDENTS,
    ids=[f"{rule}: {happened}" for rule, happened, *_ in INCIDENTS],
)
def test_the_desk_says_what_the_text_says(rule, happened, row, contract, answers, expected):
    decision = decide(Incident(row, ISKO, contract, answers))
    said = decision.verdict if decision.score is None else decision.score
    said = "refused" if decision.problems else "asks" if decision.asks else said
    assert said == expected, (decision.asks, decision.grounds)
    assert decision.problems or decision.asks or decision.paragraphs
