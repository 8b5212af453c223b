"""Errors before the first lead: the deal (SkO 3.2), the auction (3.3), the announcement (3.4)."""

from dataclasses import replace

from scoring.rules.adjudication.clause import (
    decide_unwinnable,
    lost_decision,
    required_level,
    without_entry,
    won_by_error,
)
from scoring.rules.adjudication.decision import Decision, Ground
from scoring.rules.adjudication.incident import SOLOIST, Facts, Impossible
from scoring.rules.adjudication.table import infraction
from scoring.rules.bids import levels
from scoring.rules.outline import Outline, Sitting, all_from_start, annulment_after, is_last_game
from scoring.rules.problem import Problem
from scoring.rules.valuation import class_of, is_null

# The deal.


@infraction("card_exposed", "deal", "SkO 3.2.3, SkO 3.2.8")
def card_exposed(facts: Facts) -> Decision:
    if facts.choice("exposed") == "shuffling":
        return without_entry("shuffle_again", Ground("exposed-shuffling", "SkO 3.2.3"))
    return without_entry("deal_again", Ground("exposed-in-deal", "SkO 3.2.8"))


@infraction("cutter_absent", "deal", "SkO 3.2.5")
def cutter_absent(facts: Facts) -> Decision:
    """The player who has to cut is away for a moment."""
    if facts.yes("reserved"):
        return without_entry("table_waits", Ground("cut-reserved", "SkO 3.2.5"))
    return without_entry("next_cuts", Ground("cut-not-reserved", "SkO 3.2.5"))


@infraction("complaint", "deal", "SkO 3.2.4, SkO 3.2.10")
def complaint(facts: Facts) -> Decision:
    """A missing or thin cut, or a complaint about shuffle or deal."""
    if facts.yes("lifted"):
        return without_entry("complaint_late", Ground("cards-lifted", "SkO 3.2.10"))
    return without_entry("deal_again", Ground("cards-not-lifted", "SkO 3.2.4, SkO 3.2.10"))


@infraction("wrong_count", "deal", "SkO 3.2.9, SkO 3.4.6, ST 3.3.10, ST 3.4.6")
def wrong_count(facts: Facts) -> Decision:
    """A wrong number of cards before the first lead; a wrong discard is another offence."""
    if facts.yes("deal_right"):
        params = {"rows": ("announced_with_wrong_count", "wrong_count_in_play")}
        rule = "SkO 3.2.9, ST 3.4.6"
        raise Impossible([Problem("deal-was-right", "deal_right", params, rule)])
    if not facts.yes("auction_over"):  # until then nobody is the soloist
        return without_entry("deal_again", Ground("noticed-in-auction", "SkO 3.2.9"))
    return decide_wrong_deal(facts)


def decide_wrong_deal(facts: Facts) -> Decision:
    """The deal was wrong, which was noticed after the auction."""
    side = facts.choice("wrong_side")
    if side == "both":
        return without_entry("deal_again", Ground("wrong-on-both-sides", "SkO 3.2.9"))
    if side == SOLOIST:
        ground = Ground("soloist-counted-wrong", "SkO 3.4.6, ST 3.3.10")
        return lost_decision(facts.contract, "infraction", ground)
    if facts.yes("plays_on"):
        return without_entry("put_right", Ground("cards-put-right", "ST 3.3.10"))
    return decide_defenders_error(facts).because(Ground("defenders-counted-wrong", "ST 3.3.10"))


def decide_defenders_error(facts: Facts) -> Decision:
    """A defender erred before the first lead: the soloist has won, unless the bid excludes it."""
    need = required_level(facts.contract)
    if need == "unreachable":
        return decide_unwinnable(facts.contract, "infraction")
    return won_by_error(facts, need, "infraction")


@infraction("dealt_out_of_turn", "deal", "SkO 3.2.11, SkO 3.2.12, SkO 3.2.13")
def dealt_out_of_turn(facts: Facts) -> Decision:
    """Which games are void; a finished round stands (docs/law.md "A score list")."""
    played, wrong = facts.number("played"), _wrong_number(facts)
    outline = _outline_of_rounds(facts)
    # Whether the list ended early is asked only where it changes the decision.
    last = played == outline.games_planned or (wrong is not None and wrong > played)
    if not last and facts.yes("ended"):
        outline = replace(outline, ended_after=played)
    signed = is_last_game(outline, wrong, played) and facts.yes("signed")
    annulment = annulment_after(outline, wrong, played, signed=signed)
    number = annulment.replay_from
    if annulment.void or wrong == number:
        rule = ", ".join(dict.fromkeys(("SkO 3.2.11", annulment.rule)))
        grounds = [Ground("games-void", rule, {"number": number})]
        if len(annulment.void) > 1:
            grounds.append(Ground("void-though-order-is-right"))
        return Decision("annulment", tuple(grounds), void=tuple(annulment.void), replay_from=number)
    if signed:
        return without_entry("games_stand", Ground("list-is-signed", "SkO 3.2.11"))
    if played >= outline.games_due:
        return without_entry("games_stand", Ground("last-round-is-finished", "SkO 3.2.11"))
    ground = Ground("round-is-finished", "SkO 3.2.11, SkO 3.2.13", {"number": number})
    return Decision("round_anew", (ground,), replay_from=number)


def _wrong_number(facts: Facts) -> int | None:
    """The game that the wrong person dealt, None if nobody can tell."""
    planned = _outline_of_rounds(facts).games_planned
    played = facts.number("played")
    if played > planned:
        params = {"played": played, "most": planned}
        raise Impossible([Problem("more-games-than-planned", "played", params)])
    wrong = facts.number("wrong_number")
    if wrong > min(played + 1, planned):
        params = {"number": wrong, "played": played}
        raise Impossible([Problem("game-not-dealt-yet", "wrong_number", params)])
    return wrong or None


def _outline_of_rounds(facts: Facts) -> Outline:
    """The list with its rounds, which are the same whichever seat is empty: say, seat 4."""
    planned = Outline(seats=int(facts.choice("seats")), rounds=facts.number("rounds"))
    if not facts.knows("left_after"):
        return planned
    left = Sitting(planned.seats, 1, facts.number("left_after"))
    sittings = [*all_from_start(planned.seats - 1), left]
    if facts.knows("joined_with"):
        sittings.append(Sitting(planned.seats, facts.number("joined_with")))
    return replace(planned, sittings=tuple(sittings))


@infraction("dealt_twice", "deal", "SkO 3.2.16, SkO 3.3.7, TO 9.4")
def dealt_twice(facts: Facts) -> Decision:
    """After a passed game the same dealer dealt again: the second deal is out of turn."""
    decision = dealt_out_of_turn(facts)
    if facts.number("wrong_number") == 1:
        raise Impossible([Problem("no-game-was-passed-before", "wrong_number", rule="SkO 3.3.7")])
    grounds = (
        Ground("passed-game-stands", "SkO 3.2.16, SkO 3.3.7"),
        *decision.grounds,
        Ground("banned-by-the-organizer", "TO 9.4"),
    )
    return replace(decision, grounds=grounds)


# The auction.


@infraction("skat_seen", "auction", "SkO 3.2.14, SkO 3.2.15, SkO 3.3.9, SkO 3.3.10, ST 3.3.9")
def skat_seen(facts: Facts) -> Decision:
    """Somebody saw or exposed the skat before the auction ended."""
    ground = Ground("offender-may-not-bid", "SkO 3.2.14, SkO 3.3.9, ST 3.3.9")
    return without_entry("no_bidding", ground, _skat_to_play_with(facts))


def _skat_to_play_with(facts: Facts) -> Ground:
    """Which skat is played after somebody saw it."""
    if not facts.yes("has_hand"):
        # Our reading: a player without cards has none to shuffle the skat into.
        return Ground("skat-stays")
    if facts.yes("old_skat"):
        return Ground("old-skat-agreed", "SkO 3.3.10")
    return Ground("new-skat-drawn", "SkO 3.2.15, SkO 3.3.10")


@infraction("skat_seen_noticed_late", "auction", "SkO 3.3.10, ST 3.3.11")
def skat_seen_noticed_late(facts: Facts) -> Decision:
    """The same, noticed after the auction: the soloist chooses before he takes the skat.

    If he saw it himself, he could not bid, and so nobody has (our reading).
    """
    if facts.choice("seen_by") == SOLOIST:
        barred = Ground("offender-was-barred", "SkO 3.3.9, ST 3.3.9")
        return without_entry("passed", barred, Ground("passed-by-our-reading"))
    if facts.choice("choice") == "pass":
        return without_entry("passed", Ground("soloist-passes", "SkO 3.3.10, ST 3.3.11"))
    plays = Ground("soloist-plays", "SkO 3.3.10, ST 3.3.11")
    return without_entry("play_on", plays, _skat_to_play_with(facts))


@infraction("bid_taken_back", "auction", "SkO 3.3.8")
def bid_taken_back(facts: Facts) -> Decision:
    return without_entry("bid_stands", Ground("bid-binds", "SkO 3.3.8"))


@infraction("bid_no_level", "auction", "SkO 3.3.2", own_rule=lambda system: system.citations.bids)
def bid_no_level(facts: Facts) -> Decision:
    """A bid that no game is worth, which may not be made (SkO 3.3.2); the rest is our reading."""
    legal, bid = levels(facts.system), facts.number("named_bid")
    if bid in legal:
        rule = facts.system.citations.bids
        raise Impossible([Problem("bid-is-a-level", "named_bid", {"bid": bid}, rule)])
    if bid > legal[-1]:
        # With steps for queens and kings there are values beyond the maximum of ST.
        rule = "" if facts.system.wenzel_bonus else facts.system.citations.highest_bid
        above = Ground("no-level-above", rule, {"most": legal[-1]})
        return without_entry("withdrawn", above, Ground("withdrawn-by-our-reading"))
    following = {"bid": next(level for level in legal if level > bid)}
    code = "bid-to-the-next-level" if facts.yes("answered") else "bid-unanswered"
    return without_entry("bid_put_right", Ground(code, "", following))


@infraction("bid_out_of_order", "auction", "SkO 3.3.2, SkO 3.3.3, SkO 3.3.4")
def bid_out_of_order(facts: Facts) -> Decision:
    """A bid that was too low, or out of turn. The sources say only how it is done right."""
    code = "bid-answered" if facts.yes("answered") else "bid-not-answered"
    return without_entry("bid_put_right", Ground(code))


@infraction("forehand_passed_early", "auction", "SkO 3.3.6")
def forehand_passed_early(_facts: Facts) -> Decision:
    """Forehand has to wait before he passes; but every pass binds."""
    return without_entry("bid_stands", Ground("early-pass-binds", "SkO 3.3.8"))


@infraction("forehand_took_the_skat", "auction", "SkO 3.3.6")
def forehand_took_the_skat(facts: Facts) -> Decision:
    """Both others passed: he is the soloist."""
    return without_entry("must_play", Ground("skat-taken-is-played", "SkO 3.3.6"))


@infraction("soloist_disputed", "auction", "SkO 3.3.5")
def soloist_disputed(facts: Facts) -> Decision:
    if facts.yes("bidder_known"):
        return without_entry("highest_bidder", Ground("highest-bid-counts", "SkO 3.3.5"))
    return without_entry("auction_resumed", Ground("back-to-the-agreed-bid"))


# The announcement.


@infraction("skat_seen_before_announcing", "announcement", "SkO 4.5.4", named=True)
def skat_seen_before_announcing(facts: Facts) -> Decision:
    """A defender saw the skat after the auction, before the game was announced (our reading)."""
    if facts.yes("plays_on"):
        return without_entry("play_on", Ground("soloist-plays", "SkO 4.1.6"))
    return decide_defenders_error(facts).because(Ground("as-a-defenders-error"))


@infraction("top_trump_in_skat", "announcement", "SkO 3.4.3", named=True)
def top_trump_in_skat(facts: Facts) -> Decision:
    """The skat changes the tops, and the soloist concedes a game that he names."""
    ground = Ground("conceded-before-play", "SkO 3.4.3, ST 3.4.3")
    return lost_decision(facts.contract, "conceded", ground)


@infraction("announced_too_much", "announcement", "SkO 3.4.1, SkO 3.4.4, SkO 3.4.5")
def announced_too_much(facts: Facts) -> Decision:
    """Hand, a level or ouvert was announced where it cannot be."""
    announced, citations = facts.choice("announced"), facts.system.citations
    open_with_the_skat = any(null.ouvert and not null.hand for null in facts.system.nulls)
    if announced == "ouvert" and open_with_the_skat and _is_known_null(facts):
        return without_entry("no_offence", Ground("null-may-be-open", citations.open_nulls))
    if announced != "hand" and _may_be_announced(facts, announced):
        ground = Ground("system-announces-always", citations.announcements)
        return without_entry("no_offence", ground)
    plays_hands = any(game_class.hand for game_class in facts.system.classes)
    level_at_null = announced == "level" and _is_known_null(facts)
    if plays_hands and not level_at_null and not facts.yes("skat_taken"):
        rule = "SkO 3.4.1" if announced == "hand" else citations.announcements
        return without_entry("no_offence", Ground("hand-may-announce", rule))
    ground = Ground("announcement-void", "SkO 3.4.1, SkO 3.4.4, SkO 3.4.5")
    return without_entry("part_void", ground)


def _is_known_null(facts: Facts) -> bool:
    """Whether the incident names a null; without a contract "ouvert" means suit or grand."""
    return facts.incident.contract is not None and is_null(facts.announced)


def _may_be_announced(facts: Facts, announced: str) -> bool:
    """Whether a level, or ouvert, may be announced with the skat; not at null."""
    ways = {
        game_class.key: game_class.announces == "always"
        and (announced == "level" or game_class.ouvert in ("step", "doubles"))
        for game_class in facts.system.classes
    }
    if len(set(ways.values())) == 1 and not _is_known_null(facts):
        return all(ways.values())
    played = class_of(facts.announced)
    return played is not None and ways[played.key]


@infraction("hand_not_announced", "announcement", "SkO 3.4.1")
def hand_not_announced(facts: Facts) -> Decision:
    return without_entry("no_hand_step", Ground("hand-was-not-said", "SkO 3.4.1"))


@infraction("null_below_bid", "announcement", "SkO 3.4.4", named=True)
def null_below_bid(facts: Facts) -> Decision:
    """The null does not cover the bid: the soloist owes a suit or grand game that does."""
    contract = facts.contract
    if class_of(contract) is None:
        raise Impossible([Problem("contract-must-be-trump-game", "contract", rule="SkO 3.4.4")])
    lowest = min(null.value for null in facts.system.nulls)
    if contract.bid is not None and contract.bid <= lowest:
        params = {"bid": contract.bid, "null": lowest}
        raise Impossible([Problem("every-null-covers", "bid", params, "SkO 3.4.4")])
    ground = Ground("null-does-not-cover", "SkO 3.4.4, ST 3.4.4")
    return lost_decision(contract, "infraction", ground)


@infraction("slip_of_the_tongue", "announcement", "SkO 3.4.5")
def slip_of_the_tongue(facts: Facts) -> Decision:
    if facts.yes("at_once") and facts.yes("same_contract"):
        return without_entry("put_right", Ground("slip-put-right", "SkO 3.4.5"))
    return without_entry("announcement_stands", Ground("announcement-binds", "SkO 3.4.7"))


@infraction("announced_with_wrong_count", "announcement", "SkO 3.4.6, ST 3.4.6")
def announced_with_wrong_count(facts: Facts) -> Decision:
    """Announced with more or fewer than ten cards, provided that the deal was right (ST 3.4.6)."""
    if not facts.yes("deal_right"):
        return decide_wrong_deal(facts).because(Ground("deal-was-wrong", "SkO 3.2.9, ST 3.4.6"))
    ground = Ground("not-ten-cards", "SkO 3.4.6, ST 3.4.6")
    return lost_decision(facts.contract, "infraction", ground)


@infraction("led_before_announcing", "announcement", "ST 4.1.1, ST 3.4.6, SkO 3.4.6", named=True)
def led_before_announcing(facts: Facts) -> Decision:
    """The soloist led before he announced: in turn as forehand, or out of turn.

    ST is followed; by SkO 3.4.6 an announcement with nine cards in hand is lost in any case.
    """
    if facts.yes("was_forehand"):
        in_turn = Ground("led-in-turn", "ST 3.4.6")
        return without_entry("announce", in_turn, Ground("sko-is-stricter", "SkO 3.4.6"))
    return lost_decision(facts.contract, "infraction", Ground("led-out-of-turn", "ST 4.1.1"))


@infraction("ouvert_not_laid_out", "announcement", "ST 2.2.5")
def ouvert_not_laid_out(facts: Facts) -> Decision:
    return without_entry("lay_out", Ground("defenders-ask", "SkO 2.2.5, ST 2.2.5"))
