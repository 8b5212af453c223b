"""The table of docs/law.md "Infractions", row by row: those that may end a game.

Each function is one row, under the name that the program has for it. It takes the game and the
facts that decide, and answers with a `Decision`. Outcomes beside "won" and "lost":

"play on"       the error is void, or never was one
"put right"     corrected without penalty; play or auction go on
"stands"        too late, or binding
"no offence"    it was allowed
"redealt"       the cards are dealt again, same number and dealer
"another row"   another offence than the one that was named
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from tests.oracle.law_clause import (
    DEFENDERS,
    SOLOIST,
    START,
    UNREACHABLE,
    Decision,
    Position,
    as_established,
    as_lost,
    as_played,
    as_won,
    ask,
    established,
    general,
    lost_at_contract_value,
    needed,
    rest_to,
)
from tests.oracle.law_systems import SCHNEIDER
from tests.oracle.law_values import Contract, contract_value, game_value
from tests.oracle.worlds import Answer, World

PLAY_ON = Decision("play on")
PUT_RIGHT = Decision("put right")
STANDS = Decision("stands")
NO_OFFENCE = Decision("no offence")
REDEALT = Decision("redealt")
ANOTHER_ROW = Decision("another row")
Facts = Mapping[str, Answer]


@dataclass(frozen=True)
class Game:
    """The game in which something happened; a game that the soloist has to name is `contract`."""

    contract: Contract
    at: Position = START
    play_on: bool = False
    """The offended party demands that play goes on."""
    possible: bool | None = None
    """The cards left the needed level possible (5.4.3); None: the referee was not asked yet."""


def judge(world: World, *, answered: bool = True) -> Decision:
    """The oracle's decision; before that answer it may ask for what the cards made possible."""
    assert world.contract is not None
    demand = bool(world.facts.get("demand") or world.facts.get("plays_on"))
    possible = bool(world.facts.get("level_possible", True)) if answered else None
    return ROWS[world.row](Game(world.contract, world.at, demand, possible), world.facts)


def clause(game: Game, offender: Answer, found_later: bool = False) -> Decision:
    """The general clause with the demand to play on, which does not void errors found later."""
    if game.play_on and not found_later:
        return PLAY_ON
    party = SOLOIST if offender == "soloist" else DEFENDERS
    return general(game.contract, party, game.at, game.possible)


def by_a_defender(game: Game, facts: Facts) -> Decision:
    """4.1.9, 4.4.4–5: tricks that the soloist gets create no level (4.1.4)."""
    return clause(game, "defender")


def by_either(game: Game, facts: Facts) -> Decision:
    """4.1.2, 4.1.6; 4.5.5 with 4.1.4: an irregularity like any other."""
    return clause(game, facts["party"])


def by_anybody(game: Game, facts: Facts) -> Decision:
    """Our reading: an error of somebody who sits out counts for the party that it helped."""
    if facts["offender"] != "outsider":
        return clause(game, facts["offender"])
    if facts["harmed"] == "nobody":
        return STANDS
    return clause(game, "defender" if facts["harmed"] == "soloist" else "soloist")


def at_contract_value(game: Game, facts: Facts) -> Decision:
    """3.4.3: conceded before play, at contract value of any game he names."""
    return lost_at_contract_value(game.contract)


# The deal and the announcement


def wrong_count(game: Game, facts: Facts) -> Decision:
    """3.2.9, ST 3.4.6: a wrong discard is another offence."""
    if facts["deal_right"]:
        return ANOTHER_ROW
    return wrong_deal(game, facts) if facts["auction_over"] else REDEALT


def wrong_deal(game: Game, facts: Facts) -> Decision:
    """3.4.6, ST 3.3.10: noticed after the auction, or on both sides."""
    if facts["wrong_side"] == "both":
        return REDEALT
    if facts["wrong_side"] == "soloist":
        return lost_at_contract_value(game.contract)
    return PUT_RIGHT if game.play_on else won_before_play(game)


def won_before_play(game: Game) -> Decision:
    """The defenders erred before the first lead; 5.4.3 excludes a win whoever erred."""
    need = needed(game.contract)
    if need == UNREACHABLE or (need and game.possible is False):
        return lost_at_contract_value(game.contract)
    if need and game.possible is None:
        return ask("possible")
    return as_won(game.contract, contract_value(game.contract))


def skat_seen_before_announcing(game: Game, facts: Facts) -> Decision:
    """4.5.4; our reading: as a defender's error, before any trick."""
    return PLAY_ON if game.play_on else won_before_play(game)


def null_below_bid(game: Game, facts: Facts) -> Decision:
    """3.4.4: a suit or grand game that the soloist names; a bid that every null covers is none."""
    if game.contract.bid is not None and game.contract.bid <= min(game.contract.law.nulls.values()):
        return ANOTHER_ROW
    return lost_at_contract_value(game.contract)


def announced_with_wrong_count(game: Game, facts: Facts) -> Decision:
    """3.4.6; provided that the deal was right (ST 3.4.6)."""
    return at_contract_value(game, facts) if facts["deal_right"] else wrong_deal(game, facts)


def led_before_announcing(game: Game, facts: Facts) -> Decision:
    """ST 3.4.6: in turn he announces. ST 4.1.1: out of turn he loses a game that he names."""
    return Decision("announce") if facts["was_forehand"] else at_contract_value(game, facts)


# The play


def skat_seen_in_play(game: Game, facts: Facts) -> Decision:
    """3.4.7–8: the soloist has lost, without schneider; nobody may demand play.

    Our reading: where he had won before, that stands.
    """
    if facts["offender"] != "soloist":
        return by_anybody(game, facts)
    if established(game.contract, game.at) == SOLOIST:
        return as_established(game.contract, SOLOIST, game.at)
    return lost_at_contract_value(game.contract)


def out_of_turn(game: Game, facts: Facts) -> Decision:
    """4.1.3, 4.1.7, 4.1.10."""
    if facts["noticed"] == "trick_turned":
        return STANDS
    return PUT_RIGHT if facts["noticed"] == "last_trick" else clause(game, facts["party"])


def revoke(game: Game, facts: Facts) -> Decision:
    """4.2.3–5. The position is the one before the trick of the revoke.

    Our reading: where nobody can show it, nothing counts as established (4.4.4, 5.2.8).
    """
    if facts["found"] == "gathered":
        return STANDS
    later = facts["found"] != "at_once"
    if later and not facts["position_known"]:
        game = replace(game, at=START)
    return clause(game, facts["party"], later)


def card_pulled(game: Game, facts: Facts) -> Decision:
    """4.1.9, 4.2.7: a defender's card matters while playing to a trick, or if it can tell the
    partner; the soloist takes his back (4.1.9 note).
    """
    if facts["party"] == "soloist" or facts["how"] == "neither":
        return PUT_RIGHT
    return clause(game, "defender")


def old_trick_seen(game: Game, facts: Facts) -> Decision:
    """4.4.3."""
    return by_anybody(game, facts) if facts["which_trick"] == "closed" else NO_OFFENCE


def wrong_count_in_play(game: Game, facts: Facts) -> Decision:
    """4.2.6, after a right deal: the right number wins; levels only if they are inevitable.

    Our reading: an outcome established before the error stands (4.1.3); a wrong discard comes
    before any. A level that the soloist needs is his as after any error of the defenders
    (4.1.5, 5.4.3).
    """
    if not facts["deal_right"]:
        return wrong_deal(game, facts)
    if facts["wrong_side"] == "both":
        return REDEALT
    contract, at = game.contract, game.at
    side = SOLOIST if facts["wrong_side"] == "soloist" else DEFENDERS
    inevitable = ("none", "schneider", "schwarz").index(str(facts["inevitable"]))
    discarded = facts["wrong_discard"] and side == SOLOIST
    before = "" if discarded else established(contract, at)
    if before == side:  # the party that erred had won; the other wins anyway
        return as_established(contract, before, at)
    if contract.is_null:
        value = game_value(contract)
        return as_lost(contract, value) if side == SOLOIST else as_won(contract, value)
    if side == SOLOIST:
        own = 0 if contract.undertaken else inevitable
        return as_lost(contract, max(contract_value(contract), game_value(contract, own)))
    if needed(contract) > inevitable:
        found = general(contract, DEFENDERS, at, game.possible)
        return found if found.outcome != "lost" else lost_at_contract_value(contract)
    return as_won(contract, game_value(contract, inevitable))


# The end


def soloist_concedes(game: Game, facts: Facts) -> Decision:
    """4.3.1–2; our reading: schneider by the points that the defenders hold already (5.2.3)."""
    contract = game.contract
    if facts["cards"] == "nine_or_ten":
        return lost_at_contract_value(contract)
    if not facts["consent"]:
        return PLAY_ON
    if contract.is_null or contract.undertaken or game.at.defenders < 90:
        return lost_at_contract_value(contract)
    return as_lost(contract, max(contract_value(contract), game_value(contract, SCHNEIDER)))


def defender_concedes(game: Game, facts: Facts) -> Decision:
    """4.3.3, 4.1.5: binds both, and nobody can demand play."""
    return general(game.contract, DEFENDERS, game.at, game.possible)


def soloist_lays_open(game: Game, facts: Facts) -> Decision:
    """4.3.4: without explanation he claims the rest; at null, no further trick."""
    contract, at = game.contract, game.at
    if contract.is_null:
        lost = at.soloist_tricks > 0 or not facts["claim_true"]
        return as_established(contract, DEFENDERS if lost else SOLOIST, at)
    if facts.get("explained"):
        return PLAY_ON
    if facts["claim_true"]:
        return as_played(contract, rest_to(SOLOIST, at))
    return general(contract, SOLOIST, at)


def defender_lays_open(game: Game, facts: Facts) -> Decision:
    """ST 4.3.5: he claims that the soloist takes no further trick."""
    if facts["claim_true"]:
        return as_played(game.contract, rest_to(DEFENDERS, game.at))
    return general(game.contract, DEFENDERS, game.at, game.possible)


def thrown_in(game: Game, facts: Facts) -> Decision:
    """4.3.6, 4.3.1, 4.1.5: he counts what he has; a level nobody needs has to be proved.

    Before the end of the first trick the soloist concedes, which costs him the same.
    """
    if facts["party"] != "soloist":
        return defender_concedes(game, facts)
    if game.contract.is_null:
        return soloist_lays_open(game, facts)
    if game.at.tricks == 0:
        return lost_at_contract_value(game.contract)
    return general(game.contract, SOLOIST, game.at)


def tricks_left_lying(game: Game, facts: Facts) -> Decision:
    """ST 4.4.5: he claims the rest; if false, the trick that lies there is not his.

    `game.at` counts it as his. It goes to the defenders, but tricks assigned by rule create no
    level.
    """
    contract, at = game.contract, game.at
    if facts["claim_true"]:
        return as_played(contract, rest_to(SOLOIST, at))
    if not contract.is_null:  # where the first trick lost it, gathered or not
        points, tricks = at.soloist - int(facts["lying"]), at.soloist_tricks - 1
        at = replace(at, soloist=points, soloist_tricks=tricks)
    return general(contract, SOLOIST, at)


ROWS: Mapping[str, Callable[[Game, Facts], Decision]] = {
    "card_taken_back": by_either,
    "looked_into_hand": by_either,
    "remark": by_anybody,
    "tricks_mixed": by_anybody,
    "defender_left_trick": by_a_defender,
    "two_cards_shown": by_a_defender,
    "top_trump_in_skat": at_contract_value,
} | {
    row.__name__: row
    for row in (
        *(wrong_count, skat_seen_before_announcing, null_below_bid, announced_with_wrong_count),
        *(led_before_announcing, skat_seen_in_play, out_of_turn, revoke, card_pulled),
        *(old_trick_seen, wrong_count_in_play, soloist_concedes, defender_concedes),
        *(soloist_lays_open, defender_lays_open, thrown_in, tricks_left_lying),
    )
}
