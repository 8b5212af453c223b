"""The table of infractions (docs/law.md "Infractions"): what is cited, asked and refused.

What follows in each row, verdict and score, the oracle says (tests/oracle/test_rulings.py).
"""

import json
from dataclasses import replace

import pytest

from scoring.messages.referee import VERDICTS as REFEREES_WORDS
from scoring.rules.adjudication.decision import ENTERED, Decision, read_grounds
from scoring.rules.adjudication.incident import QUESTIONS, Incident, read_incident
from scoring.rules.adjudication.table import ROWS, decide, what_decides
from scoring.rules.bids import levels
from scoring.rules.checks import check
from scoring.rules.game import PlayedGame
from scoring.rules.paragraphs import PARAGRAPHS, citations
from scoring.rules.problem import errors
from scoring.rules.systems import ISKO, NASL_1898, NASL_1975, TEXAS, System
from tests.incidents import REVOKE
from tests.rules.games import SYSTEMS

HEARTS = PlayedGame(ISKO, "hearts", 1, bid=20)
NEEDS_SCHNEIDER = PlayedGame(ISKO, "hearts", 1, bid=30)
NEEDS_SCHWARZ = PlayedGame(ISKO, "hearts", 1, bid=40)
NULL = PlayedGame(ISKO, "null", bid=23)

FOUR = {"seats": "4", "rounds": 12, "ended": False}
WRONG_DEAL = {"deal_right": False, "wrong_side": "defender", "plays_on": False}
OF_PLAY = {"deal_right": True, "wrong_side": "defender"}
LATER = {"found": "later", "party": "defender"}
SEEN = {"has_hand": True, "old_skat": False}
CLAIM = {"claim_true": True, "soloist_trick": False}
IMPOSSIBLE = {"found": "at_once", "party": "defender", "demand": False, "soloist_points": 40}
IMPOSSIBLE |= {"defender_points": 0, "schneider_impossible": True}


def decided(
    row: str, contract: PlayedGame | None = None, system: System = ISKO, **answers
) -> Decision:
    decision = decide(what_decides(Incident(row, system, contract, answers)))
    assert decision.problems == ()
    return decision


def readings(decision: Decision) -> list[str]:
    """The reasons that cite no text: our reading."""
    return [ground.code for ground in decision.grounds if not ground.rule]


@pytest.mark.parametrize(
    ("row", "contract", "answers", "paragraphs", "reading"),
    [
        ("announced_with_wrong_count", HEARTS, WRONG_DEAL, "ST 3.3.10", ""),
        ("wrong_count_in_play", HEARTS, WRONG_DEAL, "ST 3.3.10", ""),
        # SkO 3.2.12 does not ask for it: later games are void though the order came right again.
        ("dealt_out_of_turn", None, {**FOUR, "played": 7, "wrong_number": 6},
         "SkO 3.2.12", "void-though-order-is-right"),
        ("dealt_out_of_turn", None, {**FOUR, "played": 6, "wrong_number": 6}, "SkO 3.2.12", ""),
        ("dealt_out_of_turn", None, {**FOUR, "played": 7, "wrong_number": 0},
         "SkO 3.2.13", "void-though-order-is-right"),
        ("skat_seen", None, {"has_hand": False}, "SkO 3.3.9", "skat-stays"),
        ("skat_seen_noticed_late", None, {"seen_by": "soloist"},
         "SkO 3.3.9", "passed-by-our-reading"),
        ("skat_seen_before_announcing", HEARTS, {"plays_on": False}, "", "as-a-defenders-error"),
        ("bid_no_level", None, {"named_bid": 19, "answered": True},
         "SkO 3.3.2", "bid-to-the-next-level"),
        ("bid_no_level", None, {"named_bid": 19, "answered": False}, "SkO 3.3.2", "bid-unanswered"),
        ("bid_no_level", None, {"named_bid": 265}, "ST 3.3.1", "withdrawn-by-our-reading"),
        ("bid_out_of_order", None, {"answered": True},
         "SkO 3.3.2, SkO 3.3.3, SkO 3.3.4", "bid-answered"),
        ("bid_out_of_order", None, {"answered": False}, "SkO 3.3.4", "bid-not-answered"),
        ("forehand_passed_early", None, {}, "SkO 3.3.6, SkO 3.3.8", ""),
        ("soloist_disputed", None, {"bidder_known": False}, "", "back-to-the-agreed-bid"),
        ("announced_too_much", None, {"announced": "level", "skat_taken": False}, "SkO 2.1.3", ""),
        ("announced_too_much", replace(NULL, ouvert=True), {"announced": "ouvert"},
         "SkO 2.1.4", ""),
        ("skat_seen_in_play", HEARTS, {"offender": "soloist", "soloist_points": 61},
         "", "established-by-our-reading"),
        ("defender_left_trick", None, {"demand": True}, "ST 4.4.5", ""),
        ("sits_out", None, {}, "SkO 3.5.4, SkO 4.5.5, TO 8.5, TO 4.3", ""),
        ("kibitzer", None, {}, "TO 7.1.5, TO 9.9, TO 4.3", ""),
        ("left_in_round", None, {}, "SkO 4.5.9", "round-without-him"),
        ("revoke", HEARTS, {**LATER, "position_known": False}, "SkO 4.2.4", "position-unknown"),
        ("revoke", NULL, {**LATER, "position_known": False}, "SkO 4.2.4", "position-unknown"),
        ("revoke", PlayedGame(ISKO, "hearts", 1, bid=22), IMPOSSIBLE, "SkO 5.4.3, ST 5.4.3", ""),
        ("soloist_lays_open", HEARTS, {"explained": False, "claim_true": False,
                                       "soloist_points": 50}, "SkO 4.3.4, ST 4.3.4", ""),
        ("soloist_lays_open", HEARTS, {"explained": True}, "SkO 4.3.4", "plays-as-he-said"),
        ("defender_lays_open", HEARTS, {"claim_true": True, "soloist_points": 40,
                                        "defender_points": 20}, "SkO 4.3.5, ST 4.3.5", ""),
        ("defender_lays_open", HEARTS, {"claim_true": False, "soloist_points": 40,
                                        "defender_points": 20}, "SkO 4.3.5, ST 4.3.5", ""),
        # SkO 4.3.6 names no 4.1.4.
        ("thrown_in", HEARTS, {"party": "soloist", "first_trick": False, "soloist_points": 20,
                               "defender_points": 50}, "SkO 4.3.6", "given-up-no-schneider"),
        ("thrown_in", NULL, {"party": "soloist", **CLAIM}, "", "null-thrown-in-by-the-soloist"),
        ("thrown_in", NULL, {"party": "defender", **CLAIM}, "", "null-thrown-in-by-a-defender"),
        ("wrong_count_in_play", NULL, {**OF_PLAY, "soloist_trick": True},
         "", "established-by-our-reading"),
        ("wrong_count_in_play", HEARTS, {**OF_PLAY, "defender_points": 70},
         "", "established-by-our-reading"),
        ("wrong_count_in_play", HEARTS, {"deal_right": True, "wrong_side": "soloist",
         "wrong_discard": False, "soloist_points": 61}, "", "established-by-our-reading"),
        ("wrong_count_in_play", NEEDS_SCHNEIDER, {**OF_PLAY, "defender_points": 0,
         "inevitable": "none", "schneider_impossible": False}, "", "level-by-our-reading"),
        # SkO 5.2.3: 92 points are schneider, whatever is conceded.
        ("soloist_concedes", HEARTS, {"cards": "fewer", "consent": True, "defender_points": 92},
         "", "schneider-was-made"),
        # SkO 4.2.8-9 ("any participant"), 4.4.4, 4.4.6: somebody who sits out.
        ("remark", HEARTS, {"offender": "outsider", "harmed": "soloist", "demand": False,
                            "soloist_points": 45, "defender_points": 20},
         "SkO 4.1.4", "counts-for-whom-it-helped"),
        ("remark", HEARTS, {"offender": "outsider", "harmed": "nobody"}, "", "nobody-harmed"),
        ("card_taken_back", None, {"party": "defender", "demand": True}, "SkO 4.1.6", ""),
        ("revoke", None, {"found": "at_once", "party": "soloist", "demand": True},
         "SkO 4.1.6, SkO 4.2.3", ""),
    ],
)  # fmt: skip
def test_what_decides_is_cited_and_what_no_text_says_is_called_our_reading(
    row, contract, answers, paragraphs, reading
):
    decision = decided(row, contract, **answers)
    assert decision.asks == ""
    assert set(citations(paragraphs)) <= set(decision.paragraphs)
    assert readings(decision) == reading.split()


def test_nobody_is_given_the_rest_at_a_null():
    """SkO 4.1.9, ST 4.3.5: there the remaining tricks decide nothing."""
    for decision in (
        decided("two_cards_shown", NULL, demand=False, soloist_trick=False),
        decided("defender_lays_open", NULL, claim_true=False, soloist_trick=False),
    ):
        codes = {ground.code for ground in decision.grounds}
        assert not codes & {"rest-to-the-soloist", "claim-false-defender"}


@pytest.mark.parametrize(
    ("row", "contract", "answers", "question"),
    [
        # SkO 3.2.9, 4.2.6, ST 3.4.6: a wrong deal and a wrong discard are different offences.
        ("wrong_count", None, {}, "deal_right"),
        ("wrong_count_in_play", None, {}, "deal_right"),
        ("announced_with_wrong_count", None, {}, "deal_right"),
        ("led_before_announcing", None, {}, "was_forehand"),
        ("card_pulled", None, {"party": "defender"}, "how"),
        ("skat_seen_noticed_late", None, {}, "seen_by"),
        ("old_trick_seen", None, {}, "which_trick"),
        ("revoke", None, {"found": "later", "party": "defender"}, "position_known"),
        ("revoke", None, {"found": "at_once", "party": "defender"}, "demand"),
        ("wrong_count", None, {"deal_right": False}, "auction_over"),

        ("dealt_out_of_turn", None, {"seats": "4", "rounds": 12, "played": 42}, "wrong_number"),
        ("dealt_out_of_turn", None,
         {"seats": "4", "rounds": 12, "played": 42, "wrong_number": 42}, "ended"),

        ("announced_too_much", None, {"announced": "hand"}, "skat_taken"),
        ("announced_too_much", None, {"announced": "ouvert"}, "skat_taken"),
        ("announced_too_much", replace(NULL, ouvert=True, bid=None), {"announced": "ouvert"}, ""),
        ("led_before_announcing", None, {"was_forehand": False}, "contract"),
        # SkO 3.4.8: nobody may demand play after the soloist looked; he is never schneider.
        ("skat_seen_in_play", None, {"offender": "soloist"}, "contract"),
        ("skat_seen_in_play", HEARTS, {"offender": "soloist", "soloist_points": 10}, ""),
        # SkO 3.4.4: a null below its bid is not a valid game.
        ("soloist_concedes", PlayedGame(ISKO, "null"), {"cards": "nine_or_ten"}, "bid"),
        # What the bid or an announcement demands costs enough.
        ("soloist_concedes", NEEDS_SCHNEIDER, {"cards": "fewer", "consent": True}, ""),
        ("soloist_concedes", NULL, {"cards": "fewer", "consent": True}, ""),
        ("soloist_lays_open", HEARTS, {}, "explained"),
        ("soloist_lays_open", NULL, {}, "claim_true"),
        # SkO 4.3.4, 5.2.4: the rest goes to the defenders.
        ("soloist_lays_open", NEEDS_SCHWARZ, {"explained": False, "claim_true": False}, ""),
        ("tricks_left_lying", HEARTS, {"claim_true": False, "soloist_points": 65},
         "soloist_points_taken"),
        ("tricks_left_lying", HEARTS, {"claim_true": False, "soloist_points_taken": 30},
         "defender_points_taken"),
        ("tricks_left_lying", NULL, {}, ""),
    ],
)  # fmt: skip
def test_what_has_to_be_known_is_asked_and_nothing_else(row, contract, answers, question):
    """Whether a level was possible: tests/oracle/test_rulings.py."""
    assert decided(row, contract, **answers).asks == question


@pytest.mark.parametrize(
    ("row", "contract", "answers", "end"),
    [
        ("top_trump_in_skat", HEARTS, {}, "conceded"),
        ("soloist_concedes", HEARTS, {"cards": "nine_or_ten"}, "conceded"),
        ("defender_concedes", HEARTS, {"defender_points": 30}, "defender_conceded"),
        ("thrown_in", HEARTS, {"party": "defender", "soloist_points": 61}, "thrown_in"),
    ],
)
def test_the_entry_says_how_the_game_ended(row, contract, answers, end):
    assert decided(row, contract, **{"soloist_points": 0, **answers}).entry.end == end


@pytest.mark.parametrize(
    ("row", "contract", "answers", "code", "field"),
    [
        ("robbery", None, {}, "incident-unknown", "row"),
        ("bid_no_level", None, {"named_bid": 20}, "bid-is-a-level", "named_bid"),
        ("dealt_out_of_turn", None, {**FOUR, "played": 7, "wrong_number": 9},
         "game-not-dealt-yet", "wrong_number"),
        ("dealt_twice", None, {**FOUR, "played": 48, "wrong_number": 49},
         "game-not-dealt-yet", "wrong_number"),
        ("dealt_out_of_turn", None, {**FOUR, "played": 49}, "more-games-than-planned", "played"),
        # SkO 3.3.7: a passed game came before it.
        ("dealt_twice", None, {**FOUR, "played": 6, "wrong_number": 1},
         "no-game-was-passed-before", "wrong_number"),
        # SkO 3.4.3: "a game that is not lower than the final bid".
        ("top_trump_in_skat", PlayedGame(ISKO, "null", ouvert=True, bid=48), {},
         "null-below-bid", "bid"),
        ("soloist_concedes", PlayedGame(ISKO, "null"), {"cards": "nine_or_ten", "bid": 24},
         "null-below-bid", "bid"),
        ("null_below_bid", PlayedGame(ISKO, "hearts", 1, bid=23), {}, "every-null-covers", "bid"),
        ("soloist_concedes", PlayedGame(ISKO, "hearts", 1, schneider_announced=True, bid=20),
         {"cards": "nine_or_ten"}, "announcement-needs-hand", "hand"),
        ("soloist_lays_open", replace(HEARTS, tops=-1), {"explained": False, "claim_true": True,
         "defender_points": 0, "defender_trick": False}, "claim-without", "claim_true"),
        ("defender_lays_open", replace(HEARTS, tops=3), {"soloist_points": 22, **CLAIM},
         "claim-with-tops", "claim_true"),
        ("tricks_left_lying", HEARTS, {"claim_true": False, "soloist_points_taken": 30,
         "defender_points_taken": 91}, "points-above-120", "soloist_points_taken"),
        ("revoke", HEARTS, {"found": "at_once", "party": "defender", "demand": False,
         "soloist_points": 60, "defender_points": 70}, "points-above-120", "soloist_points"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused(row, contract, answers, code, field):
    [problem] = decide(Incident(row, ISKO, contract, answers)).problems
    assert (problem.code, problem.field) == (code, field)


def test_every_answer_that_cannot_be_is_named():
    decision = decide(Incident("revoke", ISKO, HEARTS, {"party": "dealer", "soloist_points": 121}))
    assert [problem.field for problem in decision.problems] == ["party", "soloist_points"]
    # ST 3.4.6: after a right deal the rows of a wrong discard are named instead.
    [problem] = decide(Incident("wrong_count", answers={"deal_right": True})).problems
    assert (problem.code, problem.field) == ("deal-was-right", "deal_right")
    assert problem.params == {"rows": ("announced_with_wrong_count", "wrong_count_in_play")}


def test_rounds_of_a_table_that_one_has_left_are_shorter():
    """SkO 4.5.9: seat 2 leaves after game 8, another joins with game 12; round 3 has 9 to 11."""
    table = {"seats": "4", "rounds": 6, "ended": False, "left_after": 8, "wrong_number": 0}
    for more, void, replay_from in (
        ({"played": 10}, (9, 10), 9),
        ({"played": 13}, (12, 13), 12),
        ({"played": 15, "joined_with": 12}, (), 16),
        ({"played": 5, "left_after": 0, "joined_with": 7}, (4, 5), 4),  # a league's late fourth
    ):
        decision = decided("dealt_out_of_turn", **table | more)
        assert (decision.void, decision.replay_from) == (void, replay_from)
    last = {**table, "played": 20, "wrong_number": 20}
    assert decided("dealt_out_of_turn", **last).asks == "signed"


def test_a_bid_that_is_no_level_cites_the_systems_own_table():
    """docs/law.md "The four systems"; the next level: tests/oracle/test_deal_and_auction.py."""
    for system, rule in ((TEXAS, "BT 2C"), (NASL_1975, "BT 3C"), (NASL_1898, "BT 4C")):
        decision = decided("bid_no_level", system=system, named_bid=19, answered=True)
        assert decision.paragraphs == (rule,)


@pytest.mark.parametrize(
    ("system", "contract", "announced", "found"),
    [
        (TEXAS, None, "level", "no_offence"),  # BT 2B
        (TEXAS, None, "ouvert", "no_offence"),
        (NASL_1975, None, "ouvert", "part_void"),  # no class opens a suit game
        (NASL_1898, None, "ouvert", "part_void"),
        (NASL_1975, None, "level", "contract"),  # which depends on the class
        (NASL_1975, PlayedGame(NASL_1975, "hearts", 1, "solo", bid=20), "level", "no_offence"),
        (ISKO, NULL, "level", "part_void"),
        (TEXAS, PlayedGame(TEXAS, "null"), "level", "part_void"),
        (NASL_1975, PlayedGame(NASL_1975, "null"), "level", "part_void"),
    ],
)
def test_what_a_system_lets_be_announced_after_taking_the_skat(system, contract, announced, found):
    """docs/law.md "Infractions": at a null no level, even where levels are announced any time."""
    decision = decided("announced_too_much", contract, system, announced=announced)
    assert (decision.asks or decision.verdict) == found


def test_what_rests_on_custom_says_so_and_cites_nothing():
    """docs/law.md "The four systems": the bid tables say nothing of losses, nor of schneider."""
    position = {"found": "at_once", "party": "defender", "demand": False, "soloist_points": 91}
    lost = position | {"party": "soloist", "soloist_points": 40}
    tournee = PlayedGame(NASL_1975, "hearts", 1, "tournee", turn=2, bid=12)
    for game, answers, customs in (
        (replace(HEARTS, system=TEXAS), position, [("schneider-by-custom", "", None)]),
        (tournee, lost, [("loss-by-custom", "", 2)]),
        (HEARTS, position, []),
        (HEARTS, lost, []),
    ):
        grounds = decide(Incident("revoke", game.system, game, answers)).grounds
        own = [each for each in grounds if each.code.endswith("by-custom")]
        assert [(each.code, each.rule, each.params.get("factor")) for each in own] == customs


NUMBERS = {
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
CONTRACTS = (
    PlayedGame(ISKO, "hearts", 1),
    PlayedGame(ISKO, "hearts", -2, hand=True, schneider_announced=True),
    PlayedGame(ISKO, "grand", 4, hand=True, ouvert=True),
    PlayedGame(ISKO, "null"),
)


def chains(row: str, contract: PlayedGame) -> list[tuple[list[str], Decision]]:
    """Every way through the questions of a row: the answers' keys, and the decision."""
    ways: list[tuple[list[str], Decision]] = []

    def walk(announced: PlayedGame | None, answers: dict) -> None:
        decision = decide(Incident(row, ISKO, announced, answers))
        if decision.problems:
            return
        if not decision.asks:
            ways.append(([*(["contract"] if announced else []), *answers], decision))
            return
        if decision.asks == "contract":
            walk(contract, answers)
            return
        key = decision.asks
        for answer in NUMBERS.get(key) or QUESTIONS[key].options or (True, False):
            walk(announced, {**answers, key: answer})

    walk(None, {})
    return ways


def test_the_referee_can_name_every_bid_of_a_system():
    """With steps for queens and kings a bid can be above 300."""
    for system in SYSTEMS:
        for key in ("bid", "named_bid"):
            assert QUESTIONS[key].admits(levels(system)[-1]), system


@pytest.mark.parametrize("row", ROWS)
def test_every_row_is_decided_after_eight_questions_by_an_entry_that_may_be_written(row):
    """Under a minute, so at most eight questions; nine where somebody who sits out looked at an
    old trick and the line has no bid: it is asked whom he harmed, too.
    """
    ways = [way for contract in CONTRACTS for way in chains(row, contract)]
    assert max(len(keys) - ("harmed" in keys) for keys, _decision in ways) <= 8
    for _keys, decision in ways:
        assert decision.verdict in REFEREES_WORDS.keys() - {""}
        assert decision.paragraphs
        assert set(decision.paragraphs) <= PARAGRAPHS.keys()
        assert (decision.entry is not None) == (decision.verdict in ENTERED[:2])
        if decision.entry:
            assert decision.entry.won == (decision.verdict == "won")
            assert errors(check(decision.entry)) == []


def test_what_is_stored_is_read_again():
    """models/ruling.py keeps both as JSON."""
    incident = replace(REVOKE, contract=NEEDS_SCHNEIDER)
    read = read_incident(json.loads(json.dumps(incident.as_record())), ISKO)
    assert decide(read) == decide(incident)
    record = json.loads(json.dumps(decide(incident).as_record()))
    assert (record["score"], record["entry"]["credited"]) == (30, "schneider")
    assert tuple(read_grounds(record)) == decide(incident).grounds


@pytest.mark.parametrize("record", [None, [], {}, {"row": 3}, {"row": "revoke", "answers": []}])
def test_invalid_record_is_no_incident(record):
    assert read_incident(record, ISKO) is None
