"""Errors of play, mostly cases of the general clause (SkO 4.1, 4.2, 4.4), and games that end before
the last trick: concessions, claims, cards thrown in (SkO 4.3, 4.4.5).
"""

from collections.abc import Mapping
from dataclasses import replace

from scoring.rules.adjudication.before_play import wrongly_dealt
from scoring.rules.adjudication.clause import (
    Need,
    enough_to_defend,
    general_clause,
    lost,
    needed,
    never_won,
    schneider_by_custom,
    without_entry,
    won,
    won_by_error,
)
from scoring.rules.adjudication.decision import Decision, Ground
from scoring.rules.adjudication.incident import (
    DEFENDER,
    NOTHING_ELSE,
    OUTSIDER,
    SOLOIST,
    Facts,
    Impossible,
)
from scoring.rules.game import Credit, End
from scoring.rules.problem import Problem
from scoring.rules.result_checks import TOPS_THAT_TAKE_A_TRICK
from scoring.rules.tricks import ALL_POINTS, most_points
from scoring.rules.valuation import complete, is_null

GOES_ON = Ground("play-goes-on", "SkO 4.1.6")


def ended_by_error(facts: Facts, offender: str, *grounds: Ground) -> Decision:
    """The offended party may demand that play goes on; else the general clause decides."""
    if facts.yes("demand"):
        return without_entry("play_on", *grounds, GOES_ON)
    return general_clause(facts, offender).because(*grounds)


def out_of_turn(facts: Facts) -> Decision:
    """Somebody led or played out of turn."""
    noticed = facts.choice("noticed")
    if noticed == "trick_turned":
        return without_entry("stands", Ground("trick-was-turned", "SkO 4.1.7"))
    if noticed == "last_trick":
        return without_entry("put_right", Ground("at-the-last-trick", "SkO 4.1.10"))
    return ended_by_error(facts, facts.choice("party"))


def revoke(facts: Facts) -> Decision:
    """A suit was not followed. Found later, the trick in which it happened decides."""
    found = facts.choice("found")
    if found == "gathered":
        return without_entry("result_stands", Ground("cards-gathered", "SkO 4.2.5"))
    offender = facts.choice("party")
    if found == "later":
        ground = Ground("judged-from-its-trick", "SkO 4.2.4")
        return general_clause(facts, offender).because(ground)
    if facts.yes("demand"):
        return without_entry("play_on", Ground("corrected-first", "SkO 4.2.3"), GOES_ON)
    return general_clause(facts, offender)


def card_pulled(facts: Facts) -> Decision:
    """A single card was dropped, or pulled from the hand before its turn.

    Of a defender it is an offence if two cards were seen, because he was playing to a trick
    (SkO 4.1.9), or if it could influence his partner (SkO 4.2.7).
    """
    if facts.choice("party") == SOLOIST:
        return without_entry("put_right", Ground("soloist-takes-it-back", "SkO 4.1.9"))
    how = facts.choice("how")
    if how == "neither":
        return without_entry("put_right", Ground("nobody-influenced", "SkO 4.1.9, SkO 4.2.7"))
    if how == "to_trick":
        return ended_by_error(facts, DEFENDER, Ground("two-cards-seen", "SkO 4.1.9"))
    return ended_by_error(facts, DEFENDER, Ground("influences-the-partner", "SkO 4.2.7"))


def card_taken_back(facts: Facts) -> Decision:
    """A played card may not be taken back; if play is demanded, the error is void."""
    ground = Ground("card-stays-played", "SkO 4.1.2")
    return ended_by_error(facts, facts.choice("party"), ground)


def remark(facts: Facts) -> Decision:
    """A remark or a gesture; of somebody who sits out it counts against nobody."""
    offender = facts.choice("offender")
    return sits_out(facts) if offender == OUTSIDER else ended_by_error(facts, offender)


def sits_out(facts: Facts) -> Decision:
    """Somebody who does not play looked into a second hand, or spoke about the cards."""
    return without_entry(
        "organizer",
        Ground("no-party-erred", "SkO 3.5.4, SkO 4.5.5, TO 8.5"),
        Ground("exclusion-is-the-organizers", "TO 4.3"),
    )


def seen_or_mixed(facts: Facts) -> Decision:
    """The skat or an old trick looked at, tricks mixed."""
    offender = facts.choice("offender")
    if offender != OUTSIDER:
        return ended_by_error(facts, offender)
    # Our reading: the error of somebody who sits out counts for the party that it helped.
    harmed = facts.choice("harmed")
    if harmed == "nobody":
        return without_entry("stands", Ground("nobody-harmed"))
    party = DEFENDER if harmed == SOLOIST else SOLOIST
    return ended_by_error(facts, party, Ground("counts-for-whom-it-helped"))


def old_trick_seen(facts: Facts) -> Decision:
    if facts.yes("before_next_lead"):
        return without_entry("no_offence", Ground("last-trick-may-be-seen", "SkO 4.4.3"))
    return seen_or_mixed(facts)


def two_cards_shown(facts: Facts) -> Decision:
    """A defender showed two or more cards: the remaining tricks are the soloist's."""
    return ended_by_error(facts, DEFENDER, Ground("rest-to-the-soloist", "SkO 4.1.9"))


def wrong_count_in_play(facts: Facts) -> Decision:
    """The party with the right number has won; levels only if they were inevitable.

    That holds after a correct deal (SkO 4.2.6); a wrong deal is another offence.
    """
    if not facts.yes("deal_right"):
        return wrongly_dealt(facts).because(Ground("deal-was-wrong", "SkO 3.2.9, SkO 4.2.6"))
    side = facts.choice("wrong_side")
    if side == "both":
        return without_entry("deal_again", Ground("wrong-on-both-sides", "SkO 3.2.9"))
    contract, ground = facts.contract, Ground("right-number-wins", "SkO 4.2.6")
    if is_null(contract):
        return (lost if side == SOLOIST else won)(contract, "infraction", ground)
    if side != SOLOIST:
        return _defenders_counted_wrong(facts, ground)
    level = _inevitable(facts)
    if contract.tops >= TOPS_THAT_TAKE_A_TRICK and level == "schwarz":
        level = "schneider"  # at most two of his tops lie in the skat (SkO 2.4.2)
    return lost(replace(contract, credited=level), "infraction", ground)


def _defenders_counted_wrong(facts: Facts, right_number: Ground) -> Decision:
    """Our reading: the level that the soloist needs is credited here too (SkO 4.1.5)."""
    contract, need = facts.contract, needed(facts.contract)
    if need == "unreachable":
        return never_won(contract, "infraction")
    if need == "schwarz" and facts.yes("defender_trick"):
        ground = Ground("trick-against-schwarz", "SkO 4.1.5, SkO 5.2.4")
        return lost(contract, "infraction", ground)
    enough = enough_to_defend(contract.system, need)
    if need == "schneider" and (theirs := facts.points("defender")) >= enough:
        ground = Ground("defenders-had-won", "SkO 4.1.5", {"points": theirs, "enough": enough})
        return lost(contract, "infraction", ground, *schneider_by_custom(contract.system))
    if need == "schwarz":
        return _credited(facts, need, right_number)
    level = _inevitable(facts)
    if need == "schneider" and level == "":
        return _credited(facts, need, right_number)
    if contract.tops < 0 and level == "schwarz":
        level = "schneider"  # a defender holds the jack of clubs (SkO 2.4.2)
    return won(replace(contract, credited=level), "infraction", right_number)


def _credited(facts: Facts, need: Need, right_number: Ground) -> Decision:
    decision = won_by_error(facts, need, "infraction")
    return decision.because(right_number, Ground("level-by-our-reading"))


def _inevitable(facts: Facts) -> Credit:
    level = facts.choice("inevitable")
    return "schwarz" if level == "schwarz" else "schneider" if level == "schneider" else ""


# The end of the game


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
