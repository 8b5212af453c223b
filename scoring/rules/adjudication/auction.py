"""Errors of the auction (SkO 3.3), and the skat seen before it ends (SkO 3.2.14-15)."""

from scoring.rules.adjudication.clause import without_entry
from scoring.rules.adjudication.decision import Decision, Ground
from scoring.rules.adjudication.facts import Facts, Impossible
from scoring.rules.bids import levels
from scoring.rules.problem import Problem


def skat_seen(facts: Facts) -> Decision:
    """Somebody saw or exposed the skat before the auction ended."""
    ground = Ground("offender-may-not-bid", "SkO 3.2.14, SkO 3.3.9, ST 3.3.9")
    if not facts.yes("has_hand"):
        # Our reading: a player without cards has none to shuffle the skat into.
        return without_entry("no_bidding", ground, Ground("skat-stays"))
    if facts.yes("old_skat"):
        return without_entry("no_bidding", ground, Ground("old-skat-agreed", "SkO 3.3.10"))
    new = Ground("new-skat-drawn", "SkO 3.2.15, SkO 3.3.10")
    return without_entry("no_bidding", ground, new)


def skat_seen_noticed_late(facts: Facts) -> Decision:
    """The same, noticed after the auction: the soloist chooses before he takes the skat."""
    if facts.choice("choice") == "play":
        return without_entry("play_on", Ground("soloist-plays", "SkO 3.3.10, ST 3.3.11"))
    return without_entry("passed", Ground("soloist-passes", "SkO 3.3.10, ST 3.3.11"))


def bid_taken_back(facts: Facts) -> Decision:
    return without_entry("bid_stands", Ground("bid-binds", "SkO 3.3.8"))


def bid_no_level(facts: Facts) -> Decision:
    """A bid that no game is worth: the next level, or withdrawn while it is unanswered.

    The sources say only that such a bid may not be made (SkO 3.3.2); the rest is our reading.
    """
    legal, bid = levels(facts.system), facts.number("named_bid")
    if bid in legal:
        rule = facts.system.citations.bids
        raise Impossible([Problem("bid-is-a-level", "named_bid", {"bid": bid}, rule)])
    if bid > legal[-1]:
        return without_entry("withdrawn", Ground("no-level-above", "", {"most": legal[-1]}))
    following = {"bid": next(level for level in legal if level > bid)}
    if facts.yes("answered"):
        return without_entry("bid_put_right", Ground("bid-to-the-next-level", "", following))
    return without_entry("bid_put_right", Ground("bid-unanswered", "", following))


def forehand_took_the_skat(facts: Facts) -> Decision:
    """Both others passed and forehand took the skat: he is the soloist."""
    return without_entry("must_play", Ground("skat-taken-is-played", "SkO 3.3.6"))
