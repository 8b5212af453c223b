"""Rows of the deal, the auction and the announcement that end no game.

docs/law.md "Infractions"; annulments by docs/law.md "A score list".
"""

from itertools import product

import pytest

from scoring.rules.adjudication.incident import Incident
from scoring.rules.adjudication.table import decide
from tests.oracle.law_annulment import STANDS, annulment
from tests.oracle.law_systems import LAW, legal_bids
from tests.oracle.program import OUTCOMES, SYSTEMS

SEEN = {"has_hand": True, "old_skat": True}
# Beside those of tests/rules/test_incidents_of_the_texts.py.
ROWS = [
    ("skat_seen", SEEN, "no_bidding"),  # 3.2.14–15, 3.3.9–10
    # 3.3.10, ST 3.3.11: the soloist chooses before he takes the skat.
    ("skat_seen_noticed_late", {"seen_by": "other", "choice": "play", **SEEN}, "play_on"),
    ("cutter_absent", {"reserved": True}, "table_waits"),  # 3.2.5
    ("cutter_absent", {"reserved": False}, "next_cuts"),
    ("soloist_disputed", {"bidder_known": False}, "auction_resumed"),  # 3.3.5
    ("level_disputed", {"proved": True}, "level_counts"),  # 5.2.8
    ("kibitzer", {}, "organizer"),  # TO 7.1.5, 9.9
    ("slip_of_the_tongue", {"at_once": False}, "announcement_stands"),  # 3.4.5, 3.4.7
    ("sits_out", {}, "organizer"),  # 3.5.4, 4.5.5, TO 8.5
]


@pytest.mark.parametrize(("row", "answers", "expected"), ROWS)
def test_rows_that_enter_nothing_ask_for_what_decides_them(row, answers, expected):
    told: dict[str, object] = {}
    while asks := (found := decide(Incident(row, answers=told))).asks:
        told[asks] = answers[asks]
    assert list(told) == list(answers)
    assert (found.verdict, found.entry, found.problems) == (expected, None, ())


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
        assert found.verdict == ("withdrawn" if above is None else "bid_put_right"), bid
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
    """SkO 3.2.11-13, 3.2.16: every list of up to three rounds, every wrong deal; signatures are
    asked for at the very last game only.
    """
    for seats, rounds, played, wrong, ended, signed in LISTS:
        answers = {"seats": str(seats), "rounds": rounds, "played": played, "ended": ended}
        answers["wrong_number"] = wrong
        last = played if ended else seats * rounds
        asked = decide(Incident(row, answers=answers)).asks
        answers["signed"] = signed
        found = decide(Incident(row, answers=answers))
        if row == "dealt_twice" and wrong == 1:
            assert [each.code for each in found.problems] == ["no-game-was-passed-before"]
            continue
        needed = annulment(seats, last, played, wrong or None) is None
        assert asked == ("signed" if needed else ""), answers
        expected = annulment(seats, last, played, wrong or None, signed)
        outcome = "stands" if expected == STANDS else "annulled"
        assert (found.problems, OUTCOMES[found.verdict]) == ((), outcome), answers
        assert (found.void, found.replay_from) == (expected.void, expected.replay_from), answers
