"""Games that end before the last trick: concessions, claims, cards thrown in (SkO 4.3, 4.4.5)."""

from collections.abc import Mapping
from dataclasses import replace

from scoring.rules.adjudication.clause import (
    ALL_POINTS,
    general_clause,
    lost,
    without_entry,
    won,
)
from scoring.rules.adjudication.decision import Decision, Ground
from scoring.rules.adjudication.facts import NOTHING_ELSE, Facts, Impossible
from scoring.rules.adjudication.incident import DEFENDER, SOLOIST
from scoring.rules.game import Credit, End
from scoring.rules.problem import Problem
from scoring.rules.result_checks import MOST_SKAT_POINTS, TOPS_THAT_TAKE_A_TRICK
from scoring.rules.valuation import complete

# The tricks left lying count for neither party: the soloist loses them (ST 4.4.5), and tricks
# assigned by rule make no level that was not needed (docs/law.md "Infractions").
LEFT_LYING = {
    "soloist_points": "soloist_points_taken",
    "defender_points": "defender_points_taken",
}


def soloist_concedes(facts: Facts) -> Decision:
    """With nine or ten cards in hand at will, later with one defender's consent."""
    if facts.said("cards") == "nine_or_ten":
        return lost(facts.contract, "conceded", Ground("conceded", "SkO 4.3.1, ST 4.3.1"))
    if facts.yes("consent"):
        return lost(facts.contract, "conceded", Ground("conceded-later", "SkO 4.3.2, ST 4.3.2"))
    return without_entry("play_on", Ground("no-consent", "SkO 4.3.2, ST 4.3.2"))


def defender_concedes(facts: Facts) -> Decision:
    """One defender binds both; it counts as a defender's error."""
    return _because(
        general_clause(facts, DEFENDER, end="defender_conceded"),
        Ground("binds-both", "SkO 4.3.3, SkO 4.1.5"),
    )


def soloist_lays_open(facts: Facts) -> Decision:
    """He claims the rest; at null, that he takes no trick."""
    if facts.is_null:
        return _null_claim(facts, "SkO 4.3.4, ST 4.3.4")
    if facts.yes("claim_true"):
        return soloist_takes_the_rest(facts, "claim", Ground("claim-true", "SkO 4.3.4"))
    return _because(
        general_clause(_with_a_trick_lost(facts), SOLOIST, end="claim"),
        Ground("claim-false-soloist", "SkO 4.3.4, ST 4.3.4"),
    )


def tricks_left_lying(facts: Facts) -> Decision:
    """Leaving won tricks lying claims the rest; if false, they go to the defenders as well."""
    if facts.is_null:
        return lost(facts.contract, "claim", Ground("null-was-lost", "SkO 5.2.7"))
    if facts.yes("claim_true"):
        return soloist_takes_the_rest(facts, "claim", Ground("claim-true", "SkO 4.4.5"))
    return _because(
        general_clause(_with_a_trick_lost(facts, LEFT_LYING), SOLOIST, end="claim"),
        Ground("tricks-to-the-defenders", "SkO 4.4.5, ST 4.4.5"),
    )


def _with_a_trick_lost(facts: Facts, instead: Mapping[str, str] = NOTHING_ELSE) -> Facts:
    """After a false claim of the soloist the defenders have a trick without asking."""
    given = replace(facts.incident, answers={**facts.incident.answers, "defender_trick": True})
    return Facts(given, instead)


def defender_lays_open(facts: Facts) -> Decision:
    """He claims that the soloist takes no further trick, however the others play."""
    if not facts.yes("claim_true"):
        return _because(
            general_clause(facts, DEFENDER, end="claim"),
            Ground("claim-false-defender", "ST 4.3.5"),
        )
    ground = Ground("claim-true", "ST 4.3.5")
    if not facts.is_null:
        return soloist_takes_no_more(facts, "claim", ground)
    if facts.yes("soloist_trick"):
        return lost(facts.contract, "claim", ground, Ground("null-was-lost", "SkO 5.2.7"))
    return won(facts.contract, "claim", ground)


def thrown_in(facts: Facts) -> Decision:
    """The other party gets the rest; levels count, schwarz only if it was possible."""
    ground = Ground("rest-to-the-others", "SkO 4.3.6")
    if facts.said("party") == SOLOIST:
        if facts.is_null:  # our reading
            return _null_claim(facts, "SkO 4.3.4")
        if facts.yes("first_trick"):
            return lost(facts.contract, "conceded", Ground("conceded", "SkO 4.3.1, ST 4.3.1"))
        return soloist_takes_no_more(facts, "thrown_in", ground, is_claim=False)
    if facts.is_null:  # our reading
        return defender_concedes(facts)
    return soloist_takes_the_rest(facts, "thrown_in", ground, is_claim=False)


def _null_claim(facts: Facts, rule: str) -> Decision:
    if not facts.yes("claim_true"):
        return lost(facts.contract, "claim", Ground("null-claim-false", rule))
    if facts.yes("soloist_trick"):
        return lost(facts.contract, "claim", Ground("null-was-lost", "SkO 5.2.7"))
    return won(facts.contract, "claim", Ground("null-claim-true", rule))


def soloist_takes_the_rest(
    facts: Facts, end: End, ground: Ground, *, is_claim: bool = True
) -> Decision:
    """As played: the defenders keep what they have, all else is the soloist's."""
    tops = facts.contract.tops
    theirs = facts.points("defender")
    schwarz = theirs == 0 and not facts.yes("defender_trick")
    if schwarz and tops < 0:  # SkO 2.4.2: a defender holds the jack of clubs
        if is_claim:
            raise Impossible([Problem("claim-without", "claim_true", rule="SkO 2.4.2, SkO 5.2.4")])
        schwarz = False
    elif schwarz and not is_claim:
        schwarz = facts.yes("schwarz_possible")
    return as_played(facts, ALL_POINTS - theirs, end, ground, schwarz=schwarz)


def soloist_takes_no_more(
    facts: Facts, end: End, ground: Ground, *, is_claim: bool = True
) -> Decision:
    """As played: the soloist keeps what he has, all else is the defenders'."""
    tops = facts.contract.tops
    own = facts.points("soloist")
    schwarz = own <= MOST_SKAT_POINTS and not facts.yes("soloist_trick")
    if (
        schwarz and tops >= TOPS_THAT_TAKE_A_TRICK
    ):  # SkO 2.4.2, docs/law.md "What an ISkO entry may say"
        if is_claim:
            raise Impossible(
                [Problem("claim-with-tops", "claim_true", {"tops": tops}, "SkO 2.4.2, SkO 5.2.4")]
            )
        schwarz = False
    elif schwarz and not is_claim:
        schwarz = facts.yes("schwarz_possible")
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
        return won(entry, end, ground)
    level: Credit = "schwarz" if done.schwarz else "schneider" if done.schneider else ""
    return lost(replace(contract, card_points=points, credited=level), end, ground)


def _because(found: Decision, ground: Ground) -> Decision:
    return Decision(found.verdict, (ground, *found.grounds), found.entry)
