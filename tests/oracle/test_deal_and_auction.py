"""Rows of the deal, the auction and the announcement that end no game.

docs/law.md "Infractions"; annulments by docs/law.md "A score list".
"""

from itertools import product

import pytest

from scoring.rules.adjudication import Incident, decide
from scoring.rules.systems import ISKO, TEXAS
from tests.oracle import law_rows
from tests.oracle.law_annulment import STANDS, annulment
from tests.oracle.law_systems import LAW, legal_bids
from tests.oracle.law_values import Contract
from tests.oracle.program import OUTCOMES, SYSTEMS, game_of

ROWS = [
    ("card_exposed", {"exposed": "shuffling"}, law_rows.card_exposed(in_the_deal=False)),
    ("card_exposed", {"exposed": "deal"}, law_rows.card_exposed(in_the_deal=True)),
    ("complaint", {"lifted": False}, law_rows.complaint(cards_lifted=False)),
    ("complaint", {"lifted": True}, law_rows.complaint(cards_lifted=True)),
    ("skat_seen", {"has_hand": True, "old_skat": False}, law_rows.skat_seen()),
    ("skat_seen", {"has_hand": True, "old_skat": True}, law_rows.skat_seen()),
    ("skat_seen", {"has_hand": False}, law_rows.skat_seen()),
    (
        "skat_seen_noticed_late",
        {"seen_by": "other", "choice": "play", "has_hand": True, "old_skat": False},
        law_rows.skat_seen_noticed_late(by_soloist=False, soloist_plays=True),
    ),
    (
        "skat_seen_noticed_late",
        {"seen_by": "other", "choice": "pass"},
        law_rows.skat_seen_noticed_late(by_soloist=False, soloist_plays=False),
    ),
    (
        "skat_seen_noticed_late",
        {"seen_by": "soloist"},
        law_rows.skat_seen_noticed_late(by_soloist=True, soloist_plays=True),
    ),
    ("cutter_absent", {"reserved": True}, law_rows.cutter_absent(reserved=True)),
    ("cutter_absent", {"reserved": False}, law_rows.cutter_absent(reserved=False)),
    ("bid_out_of_order", {"answered": True}, law_rows.bid_out_of_order()),
    ("bid_out_of_order", {"answered": False}, law_rows.bid_out_of_order()),
    ("forehand_passed_early", {}, law_rows.forehand_passed_early()),
    ("soloist_disputed", {"bidder_known": True}, law_rows.soloist_disputed(known=True)),
    ("soloist_disputed", {"bidder_known": False}, law_rows.soloist_disputed(known=False)),
    ("level_disputed", {"proved": True}, law_rows.level_disputed(shown=True)),
    ("level_disputed", {"proved": False}, law_rows.level_disputed(shown=False)),
    ("kibitzer", {}, law_rows.kibitzer()),
    ("left_in_round", {}, law_rows.left_in_round()),
    ("bid_taken_back", {}, law_rows.bid_taken_back()),
    ("forehand_took_the_skat", {}, law_rows.forehand_took_the_skat()),
    ("hand_not_announced", {}, law_rows.hand_not_announced()),
    (
        "slip_of_the_tongue",
        {"at_once": True, "same_contract": True},
        law_rows.slip_of_the_tongue(at_once=True, same_contract=True),
    ),
    (
        "slip_of_the_tongue",
        {"at_once": True, "same_contract": False},
        law_rows.slip_of_the_tongue(at_once=True, same_contract=False),
    ),
    (
        "slip_of_the_tongue",
        {"at_once": False},
        law_rows.slip_of_the_tongue(at_once=False, same_contract=True),
    ),
    ("ouvert_not_laid_out", {}, law_rows.ouvert_not_laid_out()),
    ("sits_out", {}, law_rows.sits_out()),
]


@pytest.mark.parametrize(("row", "answers", "expected"), ROWS)
def test_rows_that_enter_nothing(row, answers, expected):
    found = decide(Incident(row, answers=answers))
    assert OUTCOMES[found.verdict] == expected.outcome
    assert (found.entry, found.asks, found.problems) == (None, (), ())


def questions_of(row: str, answers: dict) -> list[str]:
    """What a row asks, one answer after the other."""
    given, asked = {}, []
    while asks := decide(Incident(row, answers=given)).asks:
        asked.append(asks[0])
        given[asks[0]] = answers[asks[0]]
    return asked


def test_a_row_asks_for_what_decides_it():
    for row, answers, _expected in ROWS:
        assert questions_of(row, answers) == list(answers), row


@pytest.mark.parametrize("announced", ["hand", "level", "ouvert"])
def test_what_is_announced_after_taking_the_skat(announced):
    """Void, unless the system allows it: Texas announces levels and ouvert (BT 2B)."""
    answers = {"announced": announced, "skat_taken": True}
    for system, allowed in ((ISKO, False), (TEXAS, announced != "hand")):
        found = decide(Incident("announced_too_much", system, answers=answers))
        assert OUTCOMES[found.verdict] == law_rows.announced_too_much(allowed).outcome


@pytest.mark.parametrize("announced", ["hand", "level", "ouvert"])
def test_from_the_hand_everything_may_be_announced(announced):
    """SkO 2.1.3."""
    answers = {"announced": announced, "skat_taken": False}
    found = decide(Incident("announced_too_much", ISKO, answers=answers))
    assert OUTCOMES[found.verdict] == law_rows.announced_too_much(allowed=True).outcome


def test_null_may_be_announced_open_with_the_skat():
    """SkO 2.1.4."""
    null = game_of(Contract("isko", "null", "null"))
    found = decide(Incident("announced_too_much", ISKO, null, {"announced": "ouvert"}))
    assert found.verdict == "no_offence"


@pytest.mark.parametrize("system", LAW)
def test_a_bid_that_is_no_level_goes_to_the_next(system):
    """SkO 3.3.2, our reading; a bid of the table is no offence."""
    legal = legal_bids(system)
    for bid in range(1, max(legal) + 3):
        answers = {"named_bid": bid, "answered": True}
        found = decide(Incident("bid_no_level", SYSTEMS[system], answers=answers))
        if bid in legal:
            assert found.problems, bid
            continue
        above = min((level for level in legal if level > bid), default=None)
        right = "withdrawn" if above is None else law_rows.bid_no_level().outcome
        assert OUTCOMES[found.verdict] == right, bid
        named = [ground.params["bid"] for ground in found.grounds if "bid" in ground.params]
        assert named == ([] if above is None else [above]), bid


LISTS = [
    (seats, rounds, played, wrong, ended, signed)
    for seats, rounds in product((3, 4), (1, 2, 3))
    for played in range(seats * rounds + 1)
    for wrong in range(min(played + 1, seats * rounds) + 1)
    for ended, signed in product((False, True), repeat=2)
    if not (ended and (wrong > played or played in (0, seats * rounds)))
]


@pytest.mark.parametrize("row", ["dealt_out_of_turn", "dealt_twice"])
def test_deals_out_of_turn(row):
    """SkO 3.2.11-13, 3.2.16: every list of up to three rounds, every wrong deal."""
    for seats, rounds, played, wrong, ended, signed in LISTS:
        answers = {"seats": str(seats), "rounds": rounds, "played": played, "ended": ended}
        answers |= {"wrong_number": wrong, "signed": signed}
        found = decide(Incident(row, answers=answers))
        if row == "dealt_twice" and wrong == 1:
            assert [each.code for each in found.problems] == ["no-game-was-passed-before"]
            continue
        last = played if ended else seats * rounds
        expected = annulment(seats, last, played, wrong or None, signed)
        assert found.problems == (), answers
        if expected == STANDS:
            assert (OUTCOMES[found.verdict], found.void) == ("stands", ()), answers
        else:
            assert OUTCOMES[found.verdict] == "annulled", answers
            assert (found.void, found.replay_from) == (expected.void, expected.replay_from), answers


def test_signatures_are_asked_for_at_the_very_last_game_only():
    """SkO 3.2.11, also where the list ended early."""
    for seats, rounds, played, wrong, ended, _signed in LISTS:
        answers = {"seats": str(seats), "rounds": rounds, "played": played, "ended": ended}
        answers["wrong_number"] = wrong
        last = played if ended else seats * rounds
        asked = decide(Incident("dealt_out_of_turn", answers=answers)).asks
        needed = annulment(seats, last, played, wrong or None) is None
        assert asked == (("signed",) if needed else ()), answers
