"""Errors of the shuffle, the deal and the auction (SkO 3.2, 3.3)."""

from scoring.rules.adjudication.clause import lost, needed, without_entry, won_by_error
from scoring.rules.adjudication.decision import Decision, Ground
from scoring.rules.adjudication.facts import Facts, Impossible
from scoring.rules.adjudication.incident import SOLOIST
from scoring.rules.annulment import annulled_from
from scoring.rules.problem import Problem
from scoring.rules.score_list import Outline


def card_exposed(facts: Facts) -> Decision:
    if facts.said("exposed") == "shuffling":
        return without_entry("shuffle_again", Ground("exposed-shuffling", "SkO 3.2.3"))
    return without_entry("deal_again", Ground("exposed-in-deal", "SkO 3.2.8"))


def complaint(facts: Facts) -> Decision:
    """A missing or thin cut, or a complaint about shuffle or deal."""
    if facts.yes("lifted"):
        return without_entry("complaint_late", Ground("cards-lifted", "SkO 3.2.10"))
    return without_entry("deal_again", Ground("cards-not-lifted", "SkO 3.2.4, SkO 3.2.10"))


def wrong_count(facts: Facts) -> Decision:
    """A wrong number of cards after the deal."""
    side = facts.said("wrong_side")
    if side == "both":
        return without_entry("deal_again", Ground("wrong-on-both-sides", "SkO 3.2.9"))
    if not facts.yes("auction_over"):
        return without_entry("deal_again", Ground("noticed-in-auction", "SkO 3.2.9"))
    if side == SOLOIST:
        ground = Ground("soloist-counted-wrong", "SkO 3.4.6, ST 3.3.10")
        return lost(facts.contract, "infraction", ground)
    if facts.yes("plays_on"):
        return without_entry("put_right", Ground("cards-put-right", "ST 3.3.10"))
    need = needed(facts.contract)
    if need == "unreachable":
        ground = Ground("need-unreachable", "SkO 5.4.3, ST 5.4.3")
        return lost(facts.contract, "infraction", ground)
    ground = Ground("defenders-counted-wrong", "ST 3.3.10")
    won = won_by_error(facts.contract, need, "infraction")
    return Decision(won.verdict, (ground, *won.grounds), won.entry)


def dealt_out_of_turn(facts: Facts) -> Decision:
    """Which games are void; a finished round stands (docs/law.md "A score list")."""
    outline = Outline(seats=int(facts.said("seats")), rounds=facts.number("rounds"))
    played = facts.number("played")
    if played > outline.games_due:
        params = {"played": played, "most": outline.games_due}
        raise Impossible([Problem("more-games-than-planned", "played", params, "SkO 3.2.1")])
    signed = played >= outline.games_due and facts.yes("signed")
    if signed:
        return without_entry("stands", Ground("list-is-signed", "SkO 3.2.11"))
    wrong = facts.number("wrong_number")
    if wrong > min(played + 1, outline.games_due):
        params = {"number": wrong, "played": played}
        raise Impossible([Problem("game-not-dealt-yet", "wrong_number", params, "SkO 3.2.11")])
    found = annulled_from(outline, wrong or None, played)
    ground = Ground("games-void", f"SkO 3.2.11, {found.rule}", {"number": found.replay_from})
    return Decision("annulment", (ground,), void=tuple(found.void), replay_from=found.replay_from)


def dealt_twice(facts: Facts) -> Decision:
    """After a passed game the same dealer dealt again: the second deal is out of turn."""
    found = dealt_out_of_turn(facts)
    if found.verdict == "annulment" and facts.number("wrong_number") == 1:
        raise Impossible([Problem("no-game-was-passed-before", "wrong_number", rule="SkO 3.3.7")])
    grounds = (
        Ground("passed-game-stands", "SkO 3.2.16, SkO 3.3.7"),
        *found.grounds,
        Ground("exclusion-is-the-organizers", "TO 9.4"),
    )
    return Decision(found.verdict, grounds, void=found.void, replay_from=found.replay_from)


def skat_seen(facts: Facts) -> Decision:
    """Somebody saw or exposed the skat before the auction ended."""
    ground = Ground("offender-may-not-bid", "SkO 3.2.14, SkO 3.3.9, ST 3.3.9")
    if not facts.yes("has_hand"):
        # Our reading: a player without cards has none to shuffle the skat into.
        return without_entry("no_bidding", ground, Ground("skat-stays", "SkO 3.3.9"))
    if facts.yes("old_skat"):
        return without_entry("no_bidding", ground, Ground("old-skat-agreed", "SkO 3.3.10"))
    new = Ground("new-skat-drawn", "SkO 3.2.15, SkO 3.3.10")
    return without_entry("no_bidding", ground, new)


def skat_seen_noticed_late(facts: Facts) -> Decision:
    """The same, noticed after the auction: the soloist chooses before he takes the skat."""
    if facts.said("choice") == "play":
        return without_entry("play_on", Ground("soloist-plays", "SkO 3.3.10, ST 3.3.11"))
    return without_entry("passed", Ground("soloist-passes", "SkO 3.3.10, ST 3.3.11"))
