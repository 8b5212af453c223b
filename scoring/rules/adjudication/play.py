"""Errors of play (SkO 4.1, 4.2, 4.4), concessions, claims, cards thrown in (SkO 4.3, 4.4.5)."""

from dataclasses import replace
from typing import cast

from scoring.rules.adjudication.before_play import decide_wrong_deal
from scoring.rules.adjudication.clause import (
    DEFENDERS_MAKE_SCHNEIDER,
    Need,
    decide_schwarz,
    decide_unwinnable,
    defenders_had_won,
    enough_to_defend,
    general_clause,
    lost_decision,
    required_level,
    schneider_by_custom,
    without_entry,
    won_by_error,
    won_decision,
)
from scoring.rules.adjudication.decision import Decision, Ground
from scoring.rules.adjudication.incident import DEFENDER, OUTSIDER, SOLOIST, Facts, Impossible
from scoring.rules.adjudication.table import infraction
from scoring.rules.game import ALL_POINTS, Credit, most_points
from scoring.rules.problem import Problem
from scoring.rules.result_checks import TOPS_THAT_TAKE_A_TRICK
from scoring.rules.valuation import complete, is_null

GOES_ON = Ground("play-goes-on", "SkO 4.1.6")
EXCLUSION = Ground("exclusion-is-the-organizers", "TO 4.3")


def decide_error_in_play(facts: Facts, offender: str, *grounds: Ground) -> Decision:
    """The offended party may demand that play goes on; else the general clause decides."""
    if facts.yes("demand"):
        return without_entry("play_on", *grounds, GOES_ON)
    return general_clause(facts, offender).because(*grounds)


@infraction("out_of_turn", "play", "SkO 4.1.3, SkO 4.1.7, SkO 4.1.8, SkO 4.1.10")
def out_of_turn(facts: Facts) -> Decision:
    noticed = facts.choice("noticed")
    if noticed == "trick_turned":
        return without_entry("stands", Ground("trick-was-turned", "SkO 4.1.7"))
    if noticed == "last_trick":
        return without_entry("put_right", Ground("at-the-last-trick", "SkO 4.1.10"))
    return decide_error_in_play(facts, facts.choice("party"))


@infraction("revoke", "play", "SkO 4.2.3, SkO 4.2.4, SkO 4.2.5")
def revoke(facts: Facts) -> Decision:
    """A suit was not followed: what was taken in before that trick decides.

    If nobody can tell that, nothing counts as established (our reading).
    """
    when = facts.choice("found")
    if when == "gathered":
        return without_entry("result_stands", Ground("cards-gathered", "SkO 4.2.5"))
    offender = facts.choice("party")
    if when == "at_once" and facts.yes("demand"):
        return without_entry("play_on", Ground("corrected-first", "SkO 4.2.3"), GOES_ON)
    before_the_trick = facts.assuming(finished=False)
    if when == "at_once":
        return general_clause(before_the_trick, offender)
    ground = Ground("judged-from-its-trick", "SkO 4.2.4")
    if facts.yes("position_known"):
        return general_clause(before_the_trick, offender).because(ground)
    nothing = before_the_trick.assuming(
        soloist_points=0, defender_points=0, soloist_trick=False, defender_trick=False
    )
    return general_clause(nothing, offender).because(ground, Ground("position-unknown"))


@infraction("card_pulled", "play", "SkO 4.1.9, SkO 4.2.7")
def card_pulled(facts: Facts) -> Decision:
    """A single card was dropped, or pulled from the hand before its turn.

    It is a defender's offence if two cards were seen (SkO 4.1.9), or if it could influence his
    partner (SkO 4.2.7).
    """
    if facts.choice("party") == SOLOIST:
        return without_entry("put_right", Ground("soloist-takes-it-back", "SkO 4.1.9"))
    how = facts.choice("how")
    if how == "neither":
        return without_entry("put_right", Ground("nobody-influenced", "SkO 4.1.9, SkO 4.2.7"))
    if how == "to_trick":
        return decide_error_in_play(facts, DEFENDER, Ground("two-cards-seen", "SkO 4.1.9"))
    return decide_error_in_play(facts, DEFENDER, Ground("influences-the-partner", "SkO 4.2.7"))


@infraction("card_taken_back", "play", "SkO 4.1.2, SkO 4.1.6")
def card_taken_back(facts: Facts) -> Decision:
    """A played card may not be taken back; if play is demanded, the error is void."""
    ground = Ground("card-stays-played", "SkO 4.1.2")
    return decide_error_in_play(facts, facts.choice("party"), ground)


@infraction("two_cards_shown", "play", "SkO 4.1.9")
def two_cards_shown(facts: Facts) -> Decision:
    """A defender showed two or more cards: the remaining tricks are the soloist's, but at null."""
    decision = decide_error_in_play(facts, DEFENDER)
    if decision.entry is None or is_null(decision.entry):
        return decision
    return decision.because(Ground("rest-to-the-soloist", "SkO 4.1.9"))


@infraction("remark", "play", "SkO 4.1.8, SkO 4.2.9, SkO 4.5.8")
@infraction("tricks_mixed", "play", "SkO 4.4.4")
def decide_error_of_anybody(facts: Facts) -> Decision:
    """A remark, the skat or an old trick looked at, tricks mixed: by any participant."""
    offender = facts.choice("offender")
    if offender != OUTSIDER:
        return decide_error_in_play(facts, offender)
    # Our reading: the error of somebody who sits out counts for the party that it helped.
    harmed = facts.choice("harmed")
    if harmed == "nobody":
        return without_entry("stands", Ground("nobody-harmed"))
    party = DEFENDER if harmed == SOLOIST else SOLOIST
    return decide_error_in_play(facts, party, Ground("counts-for-whom-it-helped"))


@infraction("looked_into_hand", "play", "SkO 4.5.5")
def looked_into_hand(facts: Facts) -> Decision:
    """One of the three players looked into the hand of another."""
    ground = Ground("irregularity-in-play", "SkO 4.1.4")
    return decide_error_in_play(facts, facts.choice("party"), ground)


@infraction("skat_seen_in_play", "play", "SkO 3.4.7, SkO 3.4.8, SkO 4.2.8")
def skat_seen_in_play(facts: Facts) -> Decision:
    """The skat was looked at or changed after the announcement.

    The soloist loses, never schneider, and nobody may demand that play goes on (SkO 3.4.8);
    that an outcome established before stands is our reading.
    """
    if facts.choice("offender") != SOLOIST:
        return decide_error_of_anybody(facts)
    # The defenders' card-points would only tell whether he is schneider.
    decision = general_clause(facts.assuming(defender_points=0), SOLOIST)
    if decision.verdict == "won":
        return decision.because(Ground("established-by-our-reading"))
    return decision.because(Ground("skat-closed-to-him", "SkO 3.4.8"))


@infraction("old_trick_seen", "play", "SkO 4.4.3, SkO 4.4.6")
def old_trick_seen(facts: Facts) -> Decision:
    """The last trick is shown before the next lead; after it, if its last card was unclear."""
    which = facts.choice("which_trick")
    if which == "before_lead":
        return without_entry("no_offence", Ground("last-trick-may-be-seen", "SkO 4.4.3"))
    if which == "unclear":
        return without_entry("no_offence", Ground("last-card-was-unclear", "SkO 4.4.3"))
    return decide_error_of_anybody(facts)


@infraction("defender_left_trick", "play", "SkO 4.4.4, SkO 4.4.5")
def defender_left_trick(facts: Facts) -> Decision:
    """Tricks that defenders leave lying claim nothing."""
    return decide_error_in_play(
        facts, DEFENDER, Ground("no-claim-of-defenders", "SkO 4.4.5, ST 4.4.5")
    )


@infraction("wrong_count_in_play", "play", "SkO 4.2.6")
def wrong_count_in_play(facts: Facts) -> Decision:
    """After a correct deal the party with the right number has won (SkO 4.2.6).

    An outcome established before the error stands (our reading of 4.2.6 with 4.1.3).
    """
    if not facts.yes("deal_right"):
        return decide_wrong_deal(facts).because(Ground("deal-was-wrong", "SkO 3.2.9, SkO 4.2.6"))
    side = facts.choice("wrong_side")
    if side == "both":
        return without_entry("deal_again", Ground("wrong-on-both-sides", "SkO 3.2.9"))
    right_number = Ground("right-number-wins", "SkO 4.2.6")
    if side == SOLOIST:
        return _soloist_counted_wrong(facts, right_number)
    return _defenders_counted_wrong(facts, right_number)


def _soloist_counted_wrong(facts: Facts, right_number: Ground) -> Decision:
    """He loses, unless he had won before; with a wrong discard or a null he cannot have."""
    contract = facts.contract
    if is_null(contract):
        return lost_decision(contract, "infraction", right_number)
    if required_level(contract) in ("", "schneider") and not facts.yes("wrong_discard"):
        decision = general_clause(facts.assuming(defender_points=0), SOLOIST)
        if decision.verdict == "won":
            return decision.because(Ground("established-by-our-reading"))
    level = _inevitable(facts)
    if contract.tops >= TOPS_THAT_TAKE_A_TRICK and level == "schwarz":
        level = "schneider"  # at most two of his tops lie in the skat (SkO 2.4.2)
    return lost_decision(replace(contract, credited=level), "infraction", right_number)


def _defenders_counted_wrong(facts: Facts, right_number: Ground) -> Decision:
    """He wins, unless they had won before; the level that he needs is his too (our reading)."""
    contract, need = facts.contract, required_level(facts.contract)
    if is_null(contract):
        decision = general_clause(facts, DEFENDER)
        reading = Ground("established-by-our-reading")
        return decision.because(right_number if decision.verdict == "won" else reading)
    if need == "unreachable":
        return decide_unwinnable(contract, "infraction")
    established = _established_defeat(facts, need)
    if established is not None:
        return established.because(Ground("established-by-our-reading"))
    level = "" if need == "schwarz" else _inevitable(facts)
    if need and not level:
        decision = won_by_error(facts, need, "infraction")
        return decision.because(right_number, Ground("level-by-our-reading"))
    if contract.tops < 0 and level == "schwarz":
        level = "schneider"  # a defender holds the jack of clubs (SkO 2.4.2)
    return won_decision(replace(contract, credited=level), "infraction", right_number)


def _established_defeat(facts: Facts, need: Need) -> Decision | None:
    """The decision if the defenders had won before their error, None if they had not."""
    contract = facts.contract
    if need == "schwarz":
        return decide_schwarz(facts, contract, DEFENDER, "infraction")
    theirs, enough = facts.points("defender"), enough_to_defend(contract.system, need)
    return defenders_had_won(contract, need, theirs, "infraction") if theirs >= enough else None


def _inevitable(facts: Facts) -> Credit:
    level = facts.choice("inevitable")
    return "" if level == "none" else cast(Credit, level)


# The end of the game.


@infraction("soloist_concedes", "end", "SkO 4.3.1, SkO 4.3.2")
def soloist_concedes(facts: Facts) -> Decision:
    """With nine or ten cards in hand at will, later with one defender's consent."""
    if facts.choice("cards") == "nine_or_ten":
        return lost_decision(facts.contract, "conceded", Ground("conceded", "SkO 4.3.1, ST 4.3.1"))
    if not facts.yes("consent"):
        return without_entry("play_on", Ground("no-consent", "SkO 4.3.2, ST 4.3.2"))
    contract, grounds = facts.contract, [Ground("conceded-later", "SkO 4.3.2, ST 4.3.2")]
    # He is schneider only by what the defenders' tricks show already (our reading).
    simple = not (is_null(contract) or required_level(contract))
    if simple and facts.points("defender") >= DEFENDERS_MAKE_SCHNEIDER:
        contract = replace(contract, credited="schneider")
        grounds.append(Ground("schneider-was-made"))
    return lost_decision(contract, "conceded", *grounds)


@infraction("defender_concedes", "end", "SkO 4.3.3, SkO 4.1.5")
def defender_concedes(facts: Facts) -> Decision:
    """One defender binds both; it counts as a defender's error."""
    decision = general_clause(facts, DEFENDER, end="defender_conceded")
    return decision.because(Ground("binds-both", "SkO 4.3.3, SkO 4.1.5"))


@infraction("soloist_lays_open", "end", "SkO 4.3.4")
def soloist_lays_open(facts: Facts) -> Decision:
    """Without a word he claims the rest; at null, that he takes no trick.

    If the claim is false, the defenders get every card that is not played (SkO, which is followed),
    or only those from the trick on that he loses (ST).
    """
    if facts.is_null:
        return _null_claim(facts, "SkO 4.3.4, ST 4.3.4")
    if facts.yes("explained"):
        return without_entry(
            "play_on", Ground("claim-explained", "SkO 4.3.4, ST 4.3.4"), Ground("plays-as-he-said")
        )
    if facts.yes("claim_true"):
        return soloist_takes_the_rest(facts, Ground("claim-true", "SkO 4.3.4, ST 4.3.4"))
    decision = general_clause(facts.assuming(defender_trick=True), SOLOIST, end="claim")
    false = Ground("claim-false-soloist", "SkO 4.3.4")
    return decision.because(false, Ground("st-counts-from-the-trick", "ST 4.3.4"))


@infraction("tricks_left_lying", "end", "ST 4.4.5")
def tricks_left_lying(facts: Facts) -> Decision:
    """Leaving won tricks lying claims the rest; if false, they go to the defenders as well."""
    if facts.is_null:
        return lost_decision(facts.contract, "claim", Ground("null-was-lost", "SkO 5.2.7"))
    if facts.yes("claim_true"):
        return soloist_takes_the_rest(facts, Ground("claim-true", "SkO 4.4.5"))
    # The tricks left lying count for neither party: the soloist loses them (ST 4.4.5), and tricks
    # assigned by rule make no level that was not needed (docs/law.md "Infractions").
    taken = {f"{party}_points": f"{party}_points_taken" for party in (SOLOIST, DEFENDER)}
    taken_in = Facts(facts.incident, taken).assuming(defender_trick=True)
    decision = general_clause(taken_in, SOLOIST, end="claim")
    return decision.because(Ground("tricks-to-the-defenders", "ST 4.4.5"))


@infraction("defender_lays_open", "end", "ST 4.3.5")
def defender_lays_open(facts: Facts) -> Decision:
    """He claims that the soloist takes no further trick; by SkO, that he alone takes every one."""
    stricter = Ground("sko-claims-alone", "SkO 4.3.5")
    if not facts.yes("claim_true"):
        decision = general_clause(facts, DEFENDER, end="claim")
        if facts.is_null:
            return decision.because(Ground("null-claim-refuted", "ST 4.3.5"), stricter)
        return decision.because(Ground("claim-false-defender", "ST 4.3.5"), stricter)
    ground = Ground("claim-true", "ST 4.3.5")
    if not facts.is_null:
        return soloist_takes_no_more(facts, ground).because(stricter)
    if facts.yes("soloist_trick"):
        taken = Ground("null-was-lost", "SkO 5.2.7")
        return lost_decision(facts.contract, "claim", stricter, ground, taken)
    return won_decision(facts.contract, "claim", stricter, ground)


@infraction("thrown_in", "end", "SkO 4.3.6, SkO 4.3.1")
def thrown_in(facts: Facts) -> Decision:
    """The thrower counts what he has, the other party gets the rest (SkO 4.3.6).

    That is the general clause: a level that the soloist needs is his when a defender throws in,
    unless the defenders already had what makes it impossible (SkO 4.1.5).
    """
    party, ground = facts.choice("party"), Ground("rest-to-the-others", "SkO 4.3.6")
    if facts.is_null and party != SOLOIST:  # our reading: he concedes
        return defender_concedes(facts).because(Ground("null-thrown-in-by-a-defender"))
    if facts.is_null:  # our reading: he claims to take no trick
        return _null_claim(facts, "SkO 4.3.4").because(Ground("null-thrown-in-by-the-soloist"))
    if party != SOLOIST:
        return general_clause(facts, DEFENDER, end="thrown_in").because(ground)
    if facts.yes("first_trick"):
        return lost_decision(facts.contract, "conceded", Ground("conceded", "SkO 4.3.1, ST 4.3.1"))
    # With cards in hand he has not made every trick.
    if required_level(facts.contract) == "schwarz":
        not_made = Ground("schwarz-not-made", "SkO 5.2.4")
        return lost_decision(facts.contract, "thrown_in", ground, not_made)
    decision = general_clause(facts, SOLOIST, end="thrown_in").because(ground)
    if decision.entry is not None and not (decision.entry.won or decision.entry.credited):
        return replace(decision, grounds=(*decision.grounds, Ground("given-up-no-schneider")))
    return decision


@infraction("level_disputed", "end", "SkO 5.2.8")
def level_disputed(facts: Facts) -> Decision:
    """Was schneider or schwarz made? The party that claims it shows it by the tricks."""
    if facts.yes("proved"):
        return without_entry("level_counts", Ground("level-was-shown", "SkO 5.2.8"))
    return without_entry("level_not_counted", Ground("level-not-shown", "SkO 5.2.8"))


def _null_claim(facts: Facts, rule: str) -> Decision:
    if not facts.yes("claim_true"):
        return lost_decision(facts.contract, "claim", Ground("null-claim-false", rule))
    if facts.yes("soloist_trick"):
        return lost_decision(facts.contract, "claim", Ground("null-was-lost", "SkO 5.2.7"))
    return won_decision(facts.contract, "claim", Ground("null-claim-true", rule))


def soloist_takes_the_rest(facts: Facts, ground: Ground) -> Decision:
    """As played: the defenders keep what they have, all else is the soloist's."""
    theirs = facts.points("defender")
    schwarz = theirs == 0 and not facts.yes("defender_trick")
    if schwarz and facts.contract.tops < 0:  # a defender holds the jack of clubs
        raise Impossible([Problem("claim-without", "claim_true", rule="SkO 2.4.2, SkO 5.2.4")])
    return decide_as_played(facts, ALL_POINTS - theirs, ground, schwarz=schwarz)


def soloist_takes_no_more(facts: Facts, ground: Ground) -> Decision:
    """As played: the soloist keeps what he has, all else is the defenders'."""
    own, tops = facts.points("soloist"), facts.contract.tops
    schwarz = own <= most_points(0) and not facts.yes("soloist_trick")
    if schwarz and tops >= TOPS_THAT_TAKE_A_TRICK:
        rule = "SkO 2.4.2, SkO 5.2.4"
        raise Impossible([Problem("claim-with-tops", "claim_true", {"tops": tops}, rule)])
    return decide_as_played(facts, own, ground, schwarz=schwarz)


def decide_as_played(facts: Facts, points: int, ground: Ground, *, schwarz: bool) -> Decision:
    """A true claim: as if the tricks had been played, levels count for either party."""
    contract = replace(facts.contract, card_points=points)
    completed = complete(replace(contract, schwarz=schwarz))
    if completed.won:
        entry = replace(
            contract, schneider=completed.schneider or None, schwarz=completed.schwarz or None
        )
        custom = schneider_by_custom(contract.system) if completed.schneider else ()
        return won_decision(entry, "claim", ground, *custom)
    level: Credit = "schwarz" if completed.schwarz else "schneider" if completed.schneider else ""
    return lost_decision(replace(contract, credited=level), "claim", ground)


# Errors of no party, about which the organizer decides.


@infraction("sits_out", "table", "SkO 3.5.4, SkO 4.5.5, TO 8.5")
def sits_out(_facts: Facts) -> Decision:
    """Somebody who does not play looked into a second hand."""
    ground = Ground("no-party-erred", "SkO 3.5.4, SkO 4.5.5, TO 8.5")
    return without_entry("organizer", ground, EXCLUSION)


@infraction("kibitzer", "table", "TO 7.1.5, TO 9.9")
def kibitzer(_facts: Facts) -> Decision:
    """Somebody watches who does not belong to the table."""
    ground = Ground("watcher-goes", "TO 7.1.5, TO 9.9")
    return without_entry("organizer", ground, EXCLUSION)


@infraction("left_in_round", "table", "SkO 4.5.9")
def left_in_round(_facts: Facts) -> Decision:
    """A player leaves before the round is finished; no text says what becomes of it."""
    ground = Ground("leaves-after-a-round", "SkO 4.5.9")
    return without_entry("organizer_decides", ground, Ground("round-without-him"), EXCLUSION)
