"""Errors between the auction and the first lead (SkO 3.4)."""

from scoring.rules.adjudication.clause import general_clause, lost, without_entry
from scoring.rules.adjudication.decision import Decision, Ground
from scoring.rules.adjudication.facts import Facts
from scoring.rules.adjudication.incident import SOLOIST
from scoring.rules.valuation import class_of, is_null


def top_trump_in_skat(facts: Facts) -> Decision:
    """The skat changes the tops, and the soloist concedes a game that he names."""
    ground = Ground("conceded-before-play", "SkO 3.4.3, ST 3.4.3")
    return lost(facts.trump_contract, "conceded", ground)


def announced_too_much(facts: Facts) -> Decision:
    """Hand, a level or ouvert was announced where it cannot be."""
    if facts.said("announced") == "level" and _may_announce_after_the_skat(facts):
        return without_entry("no_offence", Ground("system-announces-always", "BT 2B"))
    if facts.said("announced") == "ouvert" and _is_known_null(facts):
        return without_entry("no_offence", Ground("null-may-be-open", "SkO 2.1.4"))
    ground = Ground("announcement-void", "SkO 3.4.1, SkO 3.4.4, SkO 3.4.5")
    return without_entry("part_void", ground)


def _is_known_null(facts: Facts) -> bool:
    """Whether the incident names a null; without a contract the answer names suit or grand."""
    return facts.incident.contract is not None and is_null(facts.announced)


def _may_announce_after_the_skat(facts: Facts) -> bool:
    """Whether a level may be announced then; asks for the class where needed. Null has none."""
    ways = {each.announces for each in facts.system.classes}
    if len(ways) == 1 and not _is_known_null(facts):
        return ways == {"always"}
    game_class = class_of(facts.announced)
    return game_class is not None and game_class.announces == "always"


def hand_not_announced(facts: Facts) -> Decision:
    return without_entry("no_hand_step", Ground("hand-was-not-said", "SkO 3.4.1"))


def null_below_bid(facts: Facts) -> Decision:
    """The null does not cover the bid: the soloist owes a suit or grand game that does."""
    ground = Ground("null-does-not-cover", "SkO 3.4.4, ST 3.4.4")
    return lost(facts.trump_contract, "infraction", ground)


def slip_of_the_tongue(facts: Facts) -> Decision:
    if facts.yes("at_once") and facts.yes("same_contract"):
        return without_entry("put_right", Ground("slip-put-right", "SkO 3.4.5"))
    return without_entry("announcement_stands", Ground("announcement-binds", "SkO 3.4.7"))


def announced_with_wrong_count(facts: Facts) -> Decision:
    ground = Ground("not-ten-cards", "SkO 3.4.6, ST 3.4.6")
    return lost(facts.contract, "infraction", ground)


def led_before_announcing(facts: Facts) -> Decision:
    ground = Ground("led-before-announcing", "ST 4.1.1, SkO 3.4.6")
    return lost(facts.contract, "infraction", ground)


def skat_after_announcing(facts: Facts) -> Decision:
    """The soloist looked at or changed the skat after his announcement.

    He loses unless he had won already; nobody may demand that play goes on (SkO 3.4.8).
    """
    return general_clause(facts, SOLOIST)


def ouvert_not_laid_out(facts: Facts) -> Decision:
    return without_entry("lay_out", Ground("defenders-ask", "SkO 2.2.5, ST 2.2.5"))
