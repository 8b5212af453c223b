"""The table of docs/law.md "Infractions", row by row.

Each function is one row, takes the facts that decide it, and answers with a `Decision`. A fact that
is None has not been told; where it matters the decision asks for it. Outcomes: "play on", "won",
"lost", "annulled", "redealt", "shuffled", "organizer", "choice" (the soloist chooses between playing
and passing), "names" (the soloist names the game that he loses).
"""

from dataclasses import dataclass

from tests.oracle.law_clause import (
    DEFENDERS,
    PLAY_ON,
    SOLOIST,
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
from tests.oracle.law_clause import UNREACHABLE
from tests.oracle.law_values import Contract, contract_value, game_value

NAMES = Decision("names")


@dataclass(frozen=True)
class Game:
    """The game in which something happened; `contract` is None as long as none is announced."""

    contract: Contract | None = None
    at: Position = Position()
    play_on: bool = False
    """The offended party demands that play goes on."""
    possible: bool | None = None
    """The cards left the needed level possible before the first trick (5.4.3)."""


def simple_loss(game: Game) -> Decision:
    """Lost at contract value; of a game that the soloist has to name if there is none yet."""
    return NAMES if game.contract is None else lost_at_contract_value(game.contract)


def clause(game: Game, offender: str, found_later: bool = False) -> Decision:
    """The general clause with the demand to play on, which void errors found later (4.2.4)."""
    assert game.contract is not None
    if game.play_on and not found_later:
        return PLAY_ON
    return general(game.contract, offender, game.at, game.possible)


# Before the announcement


def card_exposed(in_the_deal: bool) -> Decision:
    """3.2.3, 3.2.8."""
    return Decision("redealt" if in_the_deal else "shuffled")


def complaint_about_deal(cards_lifted: bool | None) -> Decision:
    """3.2.4, 3.2.10: a complaint comes before the complainant lifts his cards."""
    if cards_lifted is None:
        return ask("cards lifted")
    return PLAY_ON if cards_lifted else Decision("redealt")


def wrong_count(
    game: Game, side: str, auction_over: bool, deal_right: bool | None
) -> Decision:
    """3.2.9, 3.4.6, ST 3.3.10. `side`: soloist, defenders or both."""
    if deal_right is None:
        return ask("deal right")
    if deal_right:
        return Decision("another row")
    if side == "both" or not auction_over:
        return Decision("redealt")
    if side == SOLOIST:
        return simple_loss(game)
    if game.play_on:
        return PLAY_ON
    if game.contract is None:
        return NAMES
    need = needed(game.contract)
    if need == UNREACHABLE or (need and game.possible is False):
        return lost_at_contract_value(game.contract)  # 5.4.3, whoever erred
    if need and game.possible is None:
        return ask("possible")
    return as_won(game.contract, contract_value(game.contract))


def dealt_out_of_turn() -> Decision:
    """3.2.11–13."""
    return Decision("annulled")


def dealt_twice_running() -> Decision:
    """3.2.16, 3.3.7: the passed game stands, the second deal is out of turn."""
    return Decision("annulled")


def skat_seen_in_auction() -> Decision:
    """3.2.14–15, 3.3.9–10: the auction goes on without the offender."""
    return PLAY_ON


def skat_seen_noticed_after_auction(soloist_plays: bool | None) -> Decision:
    """3.3.10, ST 3.3.11."""
    if soloist_plays is None:
        return ask("soloist plays")
    return PLAY_ON if soloist_plays else Decision("passed")


def top_trump_in_skat(game: Game) -> Decision:
    """3.4.3: conceded before play, at the contract value of any game he names."""
    return simple_loss(game)


def announced_after_skat() -> Decision:
    """3.4.1, 3.4.4–5: void, put right; also a slip of the tongue."""
    return PLAY_ON


def bid_or_pass_taken_back() -> Decision:
    """3.3.8."""
    return PLAY_ON


def bid_not_in_table() -> Decision:
    """3.3.2."""
    return PLAY_ON


def forehand_took_skat() -> Decision:
    """3.3.6."""
    return PLAY_ON


def hand_not_announced() -> Decision:
    """3.4.1: no hand step."""
    return PLAY_ON


def null_below_bid(game: Game) -> Decision:
    """3.4.4: a suit or grand game that the soloist names."""
    if game.contract is None or game.contract.is_null:
        return NAMES
    return lost_at_contract_value(game.contract)


def announced_without_ten_cards(game: Game) -> Decision:
    """3.4.6."""
    return simple_loss(game)


def led_before_announcing(game: Game, forehand: bool | None) -> Decision:
    """ST 4.1.1, 3.4.6: in turn he announces, out of turn he loses a game that he names."""
    if forehand is None:
        return ask("forehand")
    return PLAY_ON if forehand else simple_loss(game)


def soloist_looked_at_skat(game: Game) -> Decision:
    """3.4.7–8, 4.2.8: lost at contract value, unless established. Nobody may demand play."""
    return simple_loss(game) if game.contract is None else general(game.contract, SOLOIST, game.at)


def ouvert_not_laid_out() -> Decision:
    """ST 2.2.5."""
    return PLAY_ON


# In the play


def out_of_turn(game: Game, offender: str, trick_turned: bool, last_trick: bool) -> Decision:
    """4.1.3, 4.1.7, 4.1.10."""
    return PLAY_ON if trick_turned or last_trick else clause(game, offender)


def revoke(game: Game, offender: str, found_later: bool, gathered: bool) -> Decision:
    """4.2.3–5. The position is the one before the trick of the revoke."""
    if found_later and gathered:
        return Decision("stands")
    return clause(game, offender, found_later)


def soloist_dropped_card() -> Decision:
    """4.1.9 note."""
    return PLAY_ON


def defender_dropped_card(
    game: Game, to_a_trick: bool | None, could_influence: bool | None
) -> Decision:
    """4.1.9, 4.2.7: one card matters while playing to a trick, or if it can tell the partner."""
    if to_a_trick or could_influence:
        return clause(game, DEFENDERS)
    if to_a_trick is None or could_influence is None:
        return ask("dropped card")
    return PLAY_ON


def defender_showed_cards(game: Game) -> Decision:
    """4.1.9: two or more cards; the tricks that he gets create no level (4.1.4)."""
    return clause(game, DEFENDERS)


def last_trick_shown() -> Decision:
    """4.4.3."""
    return PLAY_ON


def wrong_count_in_play(game: Game, side: str, inevitable: int | None) -> Decision:
    """4.2.6: the party with the right number wins; levels only if they are inevitable."""
    contract = game.contract
    assert contract is not None
    if contract.is_null:
        value = game_value(contract)
        return as_lost(contract, value) if side == SOLOIST else as_won(contract, value)
    if inevitable is None:
        return ask("inevitable")
    if side == SOLOIST:
        own = 0 if contract.undertaken else inevitable
        return as_lost(contract, max(contract_value(contract), game_value(contract, own)))
    need = needed(contract)
    if need and established(contract, game.at) == DEFENDERS:
        return lost_at_contract_value(contract)  # the needed level is impossible (4.1.5, 5.4.3)
    if need > inevitable and game.possible is None:
        return ask("possible")
    if need > inevitable and not game.possible:
        return lost_at_contract_value(contract)
    return as_won(contract, game_value(contract, max(inevitable, need)))


def soloist_concedes(
    game: Game, cards_in_hand: int, consent: bool | None
) -> Decision:
    """4.3.1–2."""
    if cards_in_hand < 9:
        if consent is None:
            return ask("consent")
        if not consent:
            return PLAY_ON
    return simple_loss(game)


def defender_concedes(game: Game) -> Decision:
    """4.3.3, 4.1.5."""
    return clause(game, DEFENDERS)


def soloist_lays_open(game: Game, true: bool | None) -> Decision:
    """4.3.4: he claims the rest; at null, no further trick."""
    contract = game.contract
    assert contract is not None
    if true is None:
        return ask("true")
    if contract.is_null:
        if not true:
            return as_lost(contract, game_value(contract))
        return as_established(contract, DEFENDERS if game.at.soloist_tricks else SOLOIST, game.at)
    return as_played(contract, rest_to(SOLOIST, game.at)) if true else clause(game, SOLOIST)


def defender_lays_open(game: Game, true: bool | None) -> Decision:
    """ST 4.3.5: he claims that the soloist takes no further trick."""
    assert game.contract is not None
    if true is None:
        return ask("true")
    if true:
        return as_played(game.contract, rest_to(DEFENDERS, game.at))
    return clause(game, DEFENDERS)


def participant_interferes() -> Decision:
    """3.5.4, 4.5.5, TO 8.5: against nobody; the organizer decides."""
    return Decision("organizer")


def thrown_in(
    game: Game, thrower: str, true: bool | None, first_trick: bool = False
) -> Decision:
    """4.3.6, 4.3.1, 4.1.5: he counts what he has; a level nobody needs has to be proved."""
    contract, at = game.contract, game.at
    assert contract is not None
    if contract.is_null and thrower == SOLOIST:
        return soloist_lays_open(game, true)
    if thrower == SOLOIST and first_trick:
        return lost_at_contract_value(contract)
    party = established(contract, at)
    if party:
        return as_established(contract, party, at)
    if thrower == SOLOIST:
        return lost_at_contract_value(contract)
    return general(contract, DEFENDERS, at, game.possible)


def tricks_left_lying(game: Game, true: bool | None, lying: Position) -> Decision:
    """ST 4.4.5: he claims the rest; if false, the tricks that lie there are the defenders' too.

    `lying` has the soloist's tricks that were not gathered; `game.at` counts them as his.
    """
    contract, at = game.contract, game.at
    assert contract is not None
    if true is None:
        return ask("true")
    if true:
        return as_played(contract, rest_to(SOLOIST, at))
    # Tricks assigned by rule create no level: the defenders' own points alone can do that.
    without = Position(
        at.soloist - lying.soloist,
        at.soloist_tricks - lying.soloist_tricks,
        at.defenders,
        at.defender_tricks,
    )
    return general(contract, SOLOIST, without)
