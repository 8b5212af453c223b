"""The general clause (SkO 4.1.3-6, 5.4.3; docs/law.md "Infractions") at random positions.

Its scores are compared with the oracle's (tests/oracle/test_rulings.py).
"""

import json
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.adjudication import Incident, decide, read_incident, what_decides
from scoring.rules.checks import check
from scoring.rules.game import PlayedGame
from scoring.rules.problem import errors
from scoring.rules.systems import ISKO, NASL_1975, TEXAS
from scoring.rules.valuation import contract_value, valuation
from tests.oracle.happenings import FACTS
from tests.rules.games import lawful_games


def test_what_rests_on_custom_says_so_and_cites_nothing():
    """docs/law.md "The four systems": the bid tables say nothing of losses, nor of schneider."""
    position = {"found": "at_once", "party": "defender", "demand": False, "soloist_points": 91}
    texas = PlayedGame(TEXAS, "hearts", 1, bid=20)
    found = decide(Incident("revoke", TEXAS, texas, position))
    assert [each.rule for each in found.grounds if each.code == "schneider-by-custom"] == [""]
    tournee = PlayedGame(NASL_1975, "hearts", 1, "tournee", turn=2, bid=12)
    lost = position | {"party": "soloist", "soloist_points": 40}
    found = decide(Incident("revoke", NASL_1975, tournee, lost))
    [custom] = [each for each in found.grounds if each.code == "loss-by-custom"]
    assert (custom.rule, custom.params) == ("", {"system": "nasl1975", "factor": 2})
    for answers in (position, lost):
        found = decide(Incident("revoke", ISKO, PlayedGame(ISKO, "hearts", 1, bid=20), answers))
        assert not [each for each in found.grounds if each.code.endswith("by-custom")]


@st.composite
def incidents(draw: st.DrawFn) -> Incident:
    contract = replace(
        draw(lawful_games()),
        won=None,
        schneider=None,
        schwarz=None,
        card_points=None,
        tricks=None,
        end="played",
    )
    if draw(st.integers(0, 5)) == 0:
        null = draw(st.sampled_from(contract.system.nulls))
        contract = PlayedGame(contract.system, null.game, hand=null.hand, ouvert=null.ouvert)
    own = draw(st.integers(0, 120))
    theirs = draw(st.integers(0, 120 - own))
    lying = draw(st.integers(0, own))
    answers = {
        "bid": 0,
        "demand": False,
        "found": "at_once",
        "noticed": "at_once",
        "which_trick": "closed",
        "position_known": draw(st.booleans()),
        "wrong_discard": draw(st.booleans()),
        "explained": draw(st.booleans()),
        "auction_over": True,
        "plays_on": False,
        "harmed": "soloist",
        "party": draw(st.sampled_from(["soloist", "defender"])),
        "offender": draw(st.sampled_from(["soloist", "defender", "outsider"])),
        "wrong_side": draw(st.sampled_from(["soloist", "defender"])),
        "soloist_points": own,
        "defender_points": theirs,
        "soloist_points_taken": own - lying,
        "defender_points_taken": theirs,
        "defender_trick": theirs > 0 or draw(st.booleans()),
        "soloist_trick": own > 22 or draw(st.booleans()),
        "finished": own + theirs == 120 and draw(st.booleans()),
        "claim_true": draw(st.booleans()),
        "cards": "nine_or_ten",
        "consent": True,
        "first_trick": draw(st.booleans()),
        "schneider_impossible": draw(st.booleans()),
        "schwarz_impossible": draw(st.booleans()),
        "deal_right": draw(st.booleans()),
        "was_forehand": draw(st.booleans()),
        "how": draw(st.sampled_from(["to_trick", "influence", "neither"])),
        "inevitable": draw(st.sampled_from(["none", "schneider", "schwarz"])),
    }
    row = draw(st.sampled_from(sorted(FACTS)))
    return Incident(row, contract.system, contract, answers)


@given(incidents())
def test_the_entry_of_a_ruling_may_be_written_and_is_worth_what_it_says(incident):
    """docs/law.md "Lost games": the contract value at least; a win covers the bid."""
    found = decide(incident)
    if found.entry is not None:
        assert errors(check(found.entry)) == []
        assert valuation(found.entry).score == found.score
        if found.verdict == "lost" and not found.entry.credited:
            assert valuation(found.entry).value == contract_value(found.entry)


@given(incidents())
def test_unneeded_answers_do_not_change_the_decision(incident):
    """What is not asked for does not matter: the chain of questions loses nothing."""
    full = decide(incident)
    known: dict = {}
    while (found := decide(replace(incident, answers=known))).asks:
        [key] = found.asks
        known[key] = incident.answers[key]
    assert (found.verdict, found.score) == (full.verdict, full.score)
    assert [each.code for each in found.problems] == [each.code for each in full.problems]


@given(incidents())
def test_reduced_facts_give_the_same_decision(incident):
    """A ruling keeps no fact beside its matter, and those in the order asked."""
    full, lean = decide(incident), what_decides(incident)
    found = decide(lean)
    assert (found.verdict, found.score) == (full.verdict, full.score)
    assert list(what_decides(lean).answers.items()) == list(lean.answers.items())
    for key in lean.answers:
        without = {name: answer for name, answer in lean.answers.items() if name != key}
        assert decide(replace(incident, answers=without)).asks == (key,)


@given(incidents())
def test_stored_incident_gives_the_same_decision(incident):
    """models/ruling.py, in every system and with a club's options."""
    kept = read_incident(json.loads(json.dumps(incident.as_record())), incident.system)
    record = json.loads(json.dumps(decide(incident).as_record()))
    assert decide(kept).as_record() == record
