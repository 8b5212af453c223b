"""Games that end before the last trick: concessions, claims, cards thrown in (SkO 4.3, 4.4.5)."""

from collections.abc import Mapping
from dataclasses import replace

from scoring.rules.adjudication.citing import schneider_by_custom
from scoring.rules.adjudication.clause import (
    general_clause,
    lost,
    needed,
    without_entry,
    won,
)
from scoring.rules.adjudication.decision import Decision, Ground
from scoring.rules.adjudication.facts import NOTHING_ELSE, Facts, Impossible
from scoring.rules.adjudication.incident import DEFENDER, SOLOIST
from scoring.rules.game import Credit, End
from scoring.rules.problem import Problem
from scoring.rules.result_checks import TOPS_THAT_TAKE_A_TRICK
from scoring.rules.tricks import ALL_POINTS, most_points
from scoring.rules.valuation import complete

# The tricks left lying count for neither party: the soloist loses them (ST 4.4.5), and tricks
# assigned by rule make no level that was not needed (docs/law.md "Infractions").
LEFT_LYING = {
    "soloist_points": "soloist_points_taken",
    "defender_points": "defender_points_taken",
}


def soloist_concedes(facts: Facts) -> Decision:
    """With nine or ten cards in hand at will, later with one defender's consent."""
    if facts.choice("cards") == "nine_or_ten":
        return lost(facts.contract, "conceded", Ground("conceded", "SkO 4.3.1, ST 4.3.1"))
    if facts.yes("consent"):
        return lost(facts.contract, "conceded", Ground("conceded-later", "SkO 4.3.2, ST 4.3.2"))
    return without_entry("play_on", Ground("no-consent", "SkO 4.3.2, ST 4.3.2"))


def defender_concedes(facts: Facts) -> Decision:
    """One defender binds both; it counts as a defender's error."""
    decision = general_clause(facts, DEFENDER, end="defender_conceded")
    return decision.because(Ground("binds-both", "SkO 4.3.3, SkO 4.1.5"))


def soloist_lays_open(facts: Facts) -> Decision:
    """He claims the rest; at null, that he takes no trick."""
    if facts.is_null:
        return _null_claim(facts, "SkO 4.3.4, ST 4.3.4")
    if facts.yes("claim_true"):
        return soloist_takes_the_rest(facts, "claim", Ground("claim-true", "SkO 4.3.4"))
    decision = general_clause(_with_a_trick_lost(facts), SOLOIST, end="claim")
    return decision.because(Ground("claim-false-soloist", "SkO 4.3.4, ST 4.3.4"))


def tricks_left_lying(facts: Facts) -> Decision:
    """Leaving won tricks lying claims the rest; if false, they go to the defenders as well."""
    if facts.is_null:
        return lost(facts.contract, "claim", Ground("null-was-lost", "SkO 5.2.7"))
    if facts.yes("claim_true"):
        return soloist_takes_the_rest(facts, "claim", Ground("claim-true", "SkO 4.4.5"))
    decision = general_clause(_with_a_trick_lost(facts, LEFT_LYING), SOLOIST, end="claim")
    return decision.because(Ground("tricks-to-the-defenders", "ST 4.4.5"))


def _with_a_trick_lost(facts: Facts, instead: Mapping[str, str] = NOTHING_ELSE) -> Facts:
    """After a false claim of the soloist the defenders have a trick without asking."""
    given = replace(facts.incident, answers={**facts.incident.answers, "defender_trick": True})
    return Facts(given, instead)


def defender_lays_open(facts: Facts) -> Decision:
    """He claims that the soloist takes no further trick, however the others play."""
    if not facts.yes("claim_true"):
        decision = general_clause(facts, DEFENDER, end="claim")
        return decision.because(Ground("claim-false-defender", "ST 4.3.5"))
    ground = Ground("claim-true", "ST 4.3.5")
    if not facts.is_null:
        return soloist_takes_no_more(facts, "claim", ground)
    if facts.yes("soloist_trick"):
        return lost(facts.contract, "claim", ground, Ground("null-was-lost", "SkO 5.2.7"))
    return won(facts.contract, "claim", ground)


def thrown_in(facts: Facts) -> Decision:
    """The thrower counts what he has, the other party gets the rest (SkO 4.3.6).

    That is the general clause: a level that the soloist needs is his when a defender throws in,
    unless the defenders already had what makes it impossible (SkO 4.1.5); a level that nobody
    needs counts only if the card-points already taken prove it.
    """
    party, ground = facts.choice("party"), Ground("rest-to-the-others", "SkO 4.3.6")
    if facts.is_null:
        return _null_thrown_in(facts)
    if party != SOLOIST:
        return general_clause(facts, DEFENDER, end="thrown_in").because(ground)
    if facts.yes("first_trick"):
        return lost(facts.contract, "conceded", Ground("conceded", "SkO 4.3.1, ST 4.3.1"))
    if needed(facts.contract) == "schwarz":  # with cards in hand he has not made every trick
        not_made = Ground("schwarz-not-made", "SkO 5.2.4")
        return lost(facts.contract, "thrown_in", ground, not_made)
    return general_clause(facts, SOLOIST, end="thrown_in").because(ground)


def _null_thrown_in(facts: Facts) -> Decision:
    """Our reading: the defender concedes, the soloist claims to take no trick."""
    if facts.choice("party") != SOLOIST:
        return defender_concedes(facts).because(Ground("null-thrown-in-by-a-defender"))
    return _null_claim(facts, "SkO 4.3.4").because(Ground("null-thrown-in-by-the-soloist"))


def _null_claim(facts: Facts, rule: str) -> Decision:
    if not facts.yes("claim_true"):
        return lost(facts.contract, "claim", Ground("null-claim-false", rule))
    if facts.yes("soloist_trick"):
        return lost(facts.contract, "claim", Ground("null-was-lost", "SkO 5.2.7"))
    return won(facts.contract, "claim", Ground("null-claim-true", rule))


def soloist_takes_the_rest(facts: Facts, end: End, ground: Ground) -> Decision:
    """As played: the defenders keep what they have, all else is the soloist's."""
    theirs = facts.points("defender")
    schwarz = theirs == 0 and not facts.yes("defender_trick")
    if schwarz and facts.contract.tops < 0:  # a defender holds the jack of clubs
        raise Impossible([Problem("claim-without", "claim_true", rule="SkO 2.4.2, SkO 5.2.4")])
    return as_played(facts, ALL_POINTS - theirs, end, ground, schwarz=schwarz)


def soloist_takes_no_more(facts: Facts, end: End, ground: Ground) -> Decision:
    """As played: the soloist keeps what he has, all else is the defenders'."""
    own, tops = facts.points("soloist"), facts.contract.tops
    schwarz = own <= most_points(0) and not facts.yes("soloist_trick")
    if schwarz and tops >= TOPS_THAT_TAKE_A_TRICK:
        rule = "SkO 2.4.2, SkO 5.2.4"
        raise Impossible([Problem("claim-with-tops", "claim_true", {"tops": tops}, rule)])
    return as_played(facts, own, end, ground, schwarz=schwarz)


def as_played(facts: Facts, points: int, end: End, ground: Ground, *, schwarz: bool) -> Decision:
    """The result as if the tricks had been played: levels count for either party."""
    contract = facts.contract
    done = complete(replace(contract, card_points=points, schwarz=schwarz))
    if done.won:
        entry = replace(
            contract,
            card_points=points,
            schneider=done.schneider or None,
            schwarz=done.schwarz or None,
        )
        custom = schneider_by_custom(contract.system) if done.schneider else ()
        return won(entry, end, ground, *custom)
    level: Credit = "schwarz" if done.schwarz else "schneider" if done.schneider else ""
    return lost(replace(contract, card_points=points, credited=level), end, ground)
