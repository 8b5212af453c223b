"""Errors between the auction and the first lead (SkO 3.4)."""

from scoring.rules.adjudication.clause import general_clause, lost, without_entry
from scoring.rules.adjudication.deal import wrongly_dealt
from scoring.rules.adjudication.decision import Decision, Ground
from scoring.rules.adjudication.facts import Facts
from scoring.rules.adjudication.incident import SOLOIST
from scoring.rules.systems import GameClass
from scoring.rules.valuation import class_of, is_null


def top_trump_in_skat(facts: Facts) -> Decision:
    """The skat changes the tops, and the soloist concedes a game that he names."""
    ground = Ground("conceded-before-play", "SkO 3.4.3, ST 3.4.3")
    return lost(facts.trump_contract, "conceded", ground)


def announced_too_much(facts: Facts) -> Decision:
    """Hand, a level or ouvert was announced where it cannot be."""
    announced = facts.choice("announced")
    if announced == "ouvert" and _opens_a_null(facts):
        ground = Ground("null-may-be-open", facts.system.citations.open_nulls)
        return without_entry("no_offence", ground)
    if announced != "hand" and _may_be_announced(facts, announced):
        ground = Ground("system-announces-always", facts.system.citations.announcements)
        return without_entry("no_offence", ground)
    ground = Ground("announcement-void", "SkO 3.4.1, SkO 3.4.4, SkO 3.4.5")
    return without_entry("part_void", ground)


def _is_known_null(facts: Facts) -> bool:
    """Whether the incident names a null; without a contract the answer names suit or grand."""
    return facts.incident.contract is not None and is_null(facts.announced)


def _opens_a_null(facts: Facts) -> bool:
    """Whether the game is a null that the system plays open with the skat, too."""
    known = any(null.ouvert and not null.hand for null in facts.system.nulls)
    return known and _is_known_null(facts)


def _may_be_announced(facts: Facts, announced: str) -> bool:
    """Whether a level, or ouvert, may be announced with the skat.

    Asks for the game where the classes of the system differ. Null has no levels.
    """
    ways = {_announces_with_the_skat(each, announced) for each in facts.system.classes}
    if len(ways) == 1 and not _is_known_null(facts):
        return ways == {True}
    game_class = class_of(facts.announced)
    return game_class is not None and _announces_with_the_skat(game_class, announced)


def _announces_with_the_skat(game_class: GameClass, announced: str) -> bool:
    opens = game_class.ouvert in ("step", "doubles")
    return game_class.announces == "always" and (announced == "level" or opens)


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
    """Announced with more or fewer than ten cards, provided that the deal was right (ST 3.4.6)."""
    if not facts.yes("deal_right"):
        return wrongly_dealt(facts).because(Ground("deal-was-wrong", "SkO 3.2.9, ST 3.4.6"))
    ground = Ground("not-ten-cards", "SkO 3.4.6, ST 3.4.6")
    return lost(facts.contract, "infraction", ground)


def led_before_announcing(facts: Facts) -> Decision:
    """The soloist led before he announced: in turn as forehand, or out of turn.

    ST is followed. By SkO 3.4.6 an announcement with nine cards in hand is lost in any case; the
    decision says so.
    """
    if facts.yes("was_forehand"):
        in_turn = Ground("led-in-turn", "ST 3.4.6")
        return without_entry("announce", in_turn, Ground("sko-is-stricter", "SkO 3.4.6"))
    return lost(facts.contract, "infraction", Ground("led-out-of-turn", "ST 4.1.1"))


def skat_after_announcing(facts: Facts) -> Decision:
    """The soloist looked at or changed the skat after his announcement.

    He loses unless he had won already; nobody may demand that play goes on (SkO 3.4.8).
    """
    return general_clause(facts, SOLOIST)


def ouvert_not_laid_out(facts: Facts) -> Decision:
    return without_entry("lay_out", Ground("defenders-ask", "SkO 2.2.5, ST 2.2.5"))
