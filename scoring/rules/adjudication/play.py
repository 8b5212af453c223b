"""Errors of play: mostly cases of the general clause (SkO 4.1, 4.2, 4.4)."""

from dataclasses import replace

from scoring.rules.adjudication.clause import (
    enough_to_defend,
    general_clause,
    lost,
    needed,
    without_entry,
    won,
)
from scoring.rules.adjudication.decision import Decision, Ground
from scoring.rules.adjudication.facts import Facts
from scoring.rules.adjudication.incident import DEFENDER, OUTSIDER, SOLOIST
from scoring.rules.game import Credit
from scoring.rules.result_checks import TOPS_THAT_TAKE_A_TRICK
from scoring.rules.valuation import is_null

GOES_ON = Ground("play-goes-on", "SkO 4.1.6")


def ended_by_error(facts: Facts, offender: str, *grounds: Ground) -> Decision:
    """The offended party may demand that play goes on; else the general clause decides."""
    if facts.yes("demand"):
        return without_entry("play_on", *grounds, GOES_ON)
    return _because(general_clause(facts, offender), *grounds)


def _because(found: Decision, *grounds: Ground) -> Decision:
    return Decision(found.verdict, (*grounds, *found.grounds), found.entry)


def out_of_turn(facts: Facts) -> Decision:
    """Somebody led or played out of turn."""
    noticed = facts.said("noticed")
    if noticed == "trick_turned":
        return without_entry("stands", Ground("trick-was-turned", "SkO 4.1.7"))
    if noticed == "last_trick":
        return without_entry("put_right", Ground("at-the-last-trick", "SkO 4.1.10"))
    return ended_by_error(facts, facts.said("party"))


def revoke(facts: Facts) -> Decision:
    """A suit was not followed. Found later, the trick in which it happened decides."""
    found = facts.said("found")
    if found == "gathered":
        return without_entry("stands", Ground("cards-gathered", "SkO 4.2.5"))
    offender = facts.said("party")
    if found == "later":
        ground = Ground("judged-from-its-trick", "SkO 4.2.4")
        return _because(general_clause(facts, offender), ground)
    if facts.yes("demand"):
        return without_entry("play_on", Ground("corrected-first", "SkO 4.2.3"), GOES_ON)
    return general_clause(facts, offender)


def card_pulled(facts: Facts) -> Decision:
    """A card was dropped, or pulled from the hand before its turn."""
    if facts.said("party") == SOLOIST:
        return without_entry("put_right", Ground("soloist-takes-it-back", "SkO 4.1.9"))
    return ended_by_error(facts, DEFENDER)


def seen_or_said(facts: Facts) -> Decision:
    """A remark or gesture, the skat or an old trick looked at, tricks mixed."""
    offender = facts.said("offender")
    if offender != OUTSIDER:
        return ended_by_error(facts, offender)
    # Our reading: an outsider's error counts for the party that it helped.
    harmed = facts.said("harmed")
    if harmed == "nobody":
        return without_entry("stands", Ground("nobody-harmed", "SkO 4.1.11"))
    return ended_by_error(facts, DEFENDER if harmed == SOLOIST else SOLOIST)


def old_trick_seen(facts: Facts) -> Decision:
    if facts.yes("before_next_lead"):
        return without_entry("no_offence", Ground("last-trick-may-be-seen", "SkO 4.4.3"))
    return seen_or_said(facts)


def two_cards_shown(facts: Facts) -> Decision:
    """A defender showed two or more cards: the remaining tricks are the soloist's."""
    return ended_by_error(facts, DEFENDER, Ground("rest-to-the-soloist", "SkO 4.1.9"))


def wrong_count_in_play(facts: Facts) -> Decision:
    """The party with the right number has won; levels only if they were inevitable."""
    side = facts.said("wrong_side")
    if side == "both":
        return without_entry("deal_again", Ground("wrong-on-both-sides", "SkO 3.2.9"))
    contract = facts.contract
    if is_null(contract):
        ground = Ground("right-number-wins", "SkO 4.2.6")
        return (lost if side == SOLOIST else won)(contract, "infraction", ground)
    if side == SOLOIST:
        ground = Ground("right-number-wins", "SkO 4.2.6")
        level = _inevitable(facts)
        if contract.tops >= TOPS_THAT_TAKE_A_TRICK and level == "schwarz":
            level = "schneider"  # at most two of his tops lie in the skat (SkO 2.4.2)
        return lost(replace(contract, credited=level), "infraction", ground)
    return _defenders_counted_wrong(facts)


def _defenders_counted_wrong(facts: Facts) -> Decision:
    """Our reading: the level that the soloist needs is credited here too (SkO 4.1.5)."""
    contract, need = facts.contract, needed(facts.contract)
    if need == "unreachable":
        ground = Ground("need-unreachable", "SkO 5.4.3, ST 5.4.3")
        return lost(contract, "infraction", ground)
    if need == "schwarz" and facts.yes("defender_trick"):
        ground = Ground("trick-against-schwarz", "SkO 4.1.5, SkO 5.2.4")
        return lost(contract, "infraction", ground)
    enough = enough_to_defend(contract.system, need)
    if need == "schneider" and (theirs := facts.points("defender")) >= enough:
        ground = Ground("defenders-had-won", "SkO 4.1.5", {"points": theirs, "enough": enough})
        return lost(contract, "infraction", ground)
    ground = Ground("right-number-wins", "SkO 4.2.6")
    if need == "schwarz":
        return won(replace(contract, credited="schwarz"), "infraction", ground)
    level = _inevitable(facts)
    if contract.tops < 0 and level == "schwarz":
        level = "schneider"  # a defender holds the jack of clubs (SkO 2.4.2)
    if need == "schneider" and level == "":
        level = "schneider"
    return won(replace(contract, credited=level), "infraction", ground)


def _inevitable(facts: Facts) -> Credit:
    said = facts.said("inevitable")
    return "schwarz" if said == "schwarz" else "schneider" if said == "schneider" else ""
