"""The table of docs/law.md "Infractions", row by row: those that may end a game.

Each function is one row: it takes the facts that decide, and answers with a `Decision`. Outcomes
beside "won" and "lost", which have a score:

"play on"       the error is void, or never was one
"put right"     corrected without penalty; play or auction go on
"stands"        too late, or binding
"no offence"    it was allowed
"redealt"       the cards are dealt again, same number and dealer
"another row"   another offence than the one that was named
"""

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

PLAY_ON = Decision("play on")
PUT_RIGHT = Decision("put right")
STANDS = Decision("stands")
NO_OFFENCE = Decision("no offence")
REDEALT = Decision("redealt")
ANOTHER_ROW = Decision("another row")


@dataclass(frozen=True)
class Game:
    """The game in which something happened; a game that the soloist has to name is `contract`."""

    contract: Contract
    at: Position = START
    play_on: bool = False
    """The offended party demands that play goes on."""
    possible: bool | None = None
    """The cards left the needed level possible (5.4.3); None: the referee was not asked yet."""


def clause(game: Game, offender: str, found_later: bool = False) -> Decision:
    """The general clause with the demand to play on, which does not void errors found later."""
    if game.play_on and not found_later:
        return PLAY_ON
    return general(game.contract, offender, game.at, game.possible)


# The deal and the auction


def wrong_count(game: Game, side: str, auction_over: bool, deal_right: bool) -> Decision:
    """3.2.9, ST 3.4.6: a wrong discard is another offence. `side`: soloist, defenders or both."""
    if deal_right:
        return ANOTHER_ROW
    return wrong_deal(game, side) if auction_over else REDEALT


def wrong_deal(game: Game, side: str) -> Decision:
    """3.4.6, ST 3.3.10: noticed after the auction, or on both sides."""
    if side == "both":
        return REDEALT
    if side == SOLOIST:
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


def skat_seen_before_announcing(game: Game) -> Decision:
    """4.5.4; our reading: as a defender's error, before any trick."""
    return PLAY_ON if game.play_on else won_before_play(game)


# The announcement


def top_trump_in_skat(game: Game) -> Decision:
    """3.4.3: conceded before play, at contract value of any game he names."""
    return lost_at_contract_value(game.contract)


def null_below_bid(game: Game) -> Decision:
    """3.4.4: a suit or grand game that the soloist names; a bid that every null covers is none."""
    if game.contract.bid is not None and game.contract.bid <= min(game.contract.law.nulls.values()):
        return ANOTHER_ROW
    return lost_at_contract_value(game.contract)


def announced_with_wrong_count(game: Game, deal_right: bool, side: str) -> Decision:
    """3.4.6; provided that the deal was right (ST 3.4.6)."""
    return lost_at_contract_value(game.contract) if deal_right else wrong_deal(game, side)


def led_before_announcing(game: Game, forehand: bool) -> Decision:
    """ST 3.4.6: in turn he announces. ST 4.1.1: out of turn he loses a game that he names."""
    return Decision("announce") if forehand else lost_at_contract_value(game.contract)


def skat_after_announcing(game: Game) -> Decision:
    """3.4.7–8: the soloist has lost, without schneider; nobody may demand play.

    Our reading: where he had won before, that stands.
    """
    if established(game.contract, game.at) == SOLOIST:
        return as_established(game.contract, SOLOIST, game.at)
    return lost_at_contract_value(game.contract)


# The play


def out_of_turn(game: Game, offender: str, noticed: str) -> Decision:
    """4.1.3, 4.1.7, 4.1.10."""
    if noticed == "trick turned":
        return STANDS
    return PUT_RIGHT if noticed == "last trick" else clause(game, offender)


def revoke(
    game: Game, offender: str, found_later: bool, gathered: bool, known: bool = True
) -> Decision:
    """4.2.3–5. The position is the one before the trick of the revoke.

    Our reading: where nobody can show it, nothing counts as established (4.4.4, 5.2.8).
    """
    if gathered:
        return STANDS
    if found_later and not known:
        game = replace(game, at=START)
    return clause(game, offender, found_later)


def soloist_dropped_card() -> Decision:
    """4.1.9 note."""
    return PUT_RIGHT


def defender_dropped_card(game: Game, to_a_trick: bool, could_influence: bool) -> Decision:
    """4.1.9, 4.2.7: one card matters while playing to a trick, or if it can tell the partner."""
    return clause(game, DEFENDERS) if to_a_trick or could_influence else PUT_RIGHT


def card_taken_back(game: Game, offender: str) -> Decision:
    """4.1.2, 4.1.6."""
    return clause(game, offender)


def two_cards_shown(game: Game) -> Decision:
    """4.1.9; the tricks that the soloist gets create no level (4.1.4)."""
    return clause(game, DEFENDERS)


def last_trick_shown() -> Decision:
    """4.4.3."""
    return NO_OFFENCE


def looked_into_hand(game: Game, offender: str) -> Decision:
    """4.5.5 with 4.1.4: an irregularity like any other."""
    return clause(game, offender)


def defender_left_trick(game: Game) -> Decision:
    """4.4.4–5: no claim; the defenders did not gather their trick."""
    return clause(game, DEFENDERS)


def wrong_count_in_play(
    game: Game, side: str, inevitable: int, wrong_discard: bool = False
) -> Decision:
    """4.2.6, after a right deal: the right number wins; levels only if they are inevitable.

    Our reading: an outcome established before the error stands (4.1.3); a wrong discard comes
    before any. A level that the soloist needs is his as after any error of the defenders
    (4.1.5, 5.4.3).
    """
    contract, at = game.contract, game.at
    if side == "both":
        return REDEALT
    before = "" if wrong_discard else established(contract, at)
    if before == side:  # the party that erred had won; the other wins anyway
        return as_established(contract, before, at)
    if contract.is_null:
        value = game_value(contract)
        return as_lost(contract, value) if side == SOLOIST else as_won(contract, value)
    if side == SOLOIST:
        own = 0 if contract.undertaken else inevitable
        return as_lost(contract, max(contract_value(contract), game_value(contract, own)))
    need = needed(contract)
    if need > inevitable:
        found = general(contract, DEFENDERS, at, game.possible)
        return found if found.outcome != "lost" else lost_at_contract_value(contract)
    return as_won(contract, game_value(contract, inevitable))


# The end


def soloist_concedes(game: Game, nine_or_ten_cards: bool, consent: bool) -> Decision:
    """4.3.1–2; our reading: schneider by the points that the defenders hold already (5.2.3)."""
    contract = game.contract
    if nine_or_ten_cards:
        return lost_at_contract_value(contract)
    if not consent:
        return PLAY_ON
    if contract.is_null or contract.undertaken or game.at.defenders < 90:
        return lost_at_contract_value(contract)
    return as_lost(contract, max(contract_value(contract), game_value(contract, SCHNEIDER)))


def defender_concedes(game: Game) -> Decision:
    """4.3.3, 4.1.5: binds both, and nobody can demand play."""
    return general(game.contract, DEFENDERS, game.at, game.possible)


def soloist_lays_open(game: Game, true: bool, explained: bool = False) -> Decision:
    """4.3.4: without explanation he claims the rest; at null, no further trick."""
    contract, at = game.contract, game.at
    if explained and not contract.is_null:
        return PLAY_ON
    if contract.is_null:
        taken = at.soloist_tricks > 0
        return as_established(contract, DEFENDERS if taken or not true else SOLOIST, at)
    return as_played(contract, rest_to(SOLOIST, at)) if true else general(contract, SOLOIST, at)


def defender_lays_open(game: Game, true: bool) -> Decision:
    """ST 4.3.5: he claims that the soloist takes no further trick."""
    if true:
        return as_played(game.contract, rest_to(DEFENDERS, game.at))
    return general(game.contract, DEFENDERS, game.at, game.possible)


def thrown_in(game: Game, thrower: str, true: bool) -> Decision:
    """4.3.6, 4.3.1, 4.1.5: he counts what he has; a level nobody needs has to be proved.

    `true` is whether the soloist takes no further trick, at null. Before the end of the first
    trick the soloist concedes, which costs him the same.
    """
    if thrower == DEFENDERS:
        return defender_concedes(game)
    if game.contract.is_null:
        return soloist_lays_open(game, true)
    if game.at.tricks == 0:
        return lost_at_contract_value(game.contract)
    return general(game.contract, SOLOIST, game.at)


def tricks_left_lying(game: Game, true: bool, lying: Position) -> Decision:
    """ST 4.4.5: he claims the rest; if false, the tricks that lie there are not his.

    `lying` has the soloist's tricks that were not gathered; `game.at` counts them as his. They go
    to the defenders, but tricks assigned by rule create no level.
    """
    contract, at = game.contract, game.at
    if true:
        return as_played(contract, rest_to(SOLOIST, at))
    own = Position(
        at.soloist - lying.soloist,
        at.soloist_tricks - lying.soloist_tricks,
        at.defenders,
        at.defender_tricks,
    )
    if contract.is_null:
        own = at  # the first trick lost it, gathered or not
    return general(contract, SOLOIST, own)
