"""What the oracle decides in a world, by the program's names of rows and answers."""

from collections.abc import Callable, Mapping

from tests.oracle import law_rows
from tests.oracle.law_clause import DEFENDERS, SOLOIST, Decision, Position
from tests.oracle.law_rows import Game
from tests.oracle.worlds import Answer, World

INEVITABLE: Mapping[Answer, int] = {"none": 0, "schneider": 1, "schwarz": 2}
SIDES: Mapping[Answer, str] = {"soloist": SOLOIST, "defender": DEFENDERS, "both": "both"}


def game_in(world: World, *, answered: bool = True) -> Game:
    """The game of a world; before the referee has answered what the cards made possible, too."""
    demand = bool(world.facts.get("demand") or world.facts.get("plays_on"))
    possible = bool(world.facts.get("level_possible", True)) if answered else None
    assert world.contract is not None
    return Game(world.contract, world.at, demand, possible)


def offender(world: World, key: str = "party") -> str:
    return SOLOIST if world.facts[key] == "soloist" else DEFENDERS


def seen_or_mixed(game: Game, world: World) -> Decision:
    """Our reading: an error of somebody who sits out counts for the party that it helped."""
    if world.facts["offender"] != "outsider":
        return law_rows.clause(game, offender(world, "offender"))
    harmed = world.facts["harmed"]
    if harmed == "nobody":
        return law_rows.STANDS
    return law_rows.clause(game, DEFENDERS if harmed == "soloist" else SOLOIST)


def skat_seen_in_play(game: Game, world: World) -> Decision:
    if world.facts["offender"] == "soloist":
        return law_rows.skat_after_announcing(game)
    return seen_or_mixed(game, world)


def old_trick_seen(game: Game, world: World) -> Decision:
    if world.facts["which_trick"] != "closed":
        return law_rows.last_trick_shown()
    return seen_or_mixed(game, world)


def card_pulled(game: Game, world: World) -> Decision:
    if world.facts["party"] == "soloist":
        return law_rows.soloist_dropped_card()
    how = world.facts["how"]
    return law_rows.defender_dropped_card(game, how == "to_trick", how == "influence")


def revoke(game: Game, world: World) -> Decision:
    found = world.facts["found"]
    known = bool(world.facts["position_known"])
    return law_rows.revoke(game, offender(world), found != "at_once", found == "gathered", known)


def wrong_count(game: Game, world: World) -> Decision:
    facts = world.facts
    over, right = bool(facts["auction_over"]), bool(facts["deal_right"])
    return law_rows.wrong_count(game, SIDES[facts["wrong_side"]], over, right)


def wrong_count_in_play(game: Game, world: World) -> Decision:
    side = SIDES[world.facts["wrong_side"]]
    if not world.facts["deal_right"]:
        return law_rows.wrong_deal(game, side)
    level, discard = INEVITABLE[world.facts["inevitable"]], bool(world.facts["wrong_discard"])
    return law_rows.wrong_count_in_play(game, side, level, discard and side == SOLOIST)


def announced_with_wrong_count(game: Game, world: World) -> Decision:
    right, side = bool(world.facts["deal_right"]), SIDES[world.facts["wrong_side"]]
    return law_rows.announced_with_wrong_count(game, right, side)


def soloist_concedes(game: Game, world: World) -> Decision:
    early = world.facts["cards"] == "nine_or_ten"
    return law_rows.soloist_concedes(game, early, bool(world.facts["consent"]))


def tricks_left_lying(game: Game, world: World) -> Decision:
    lying = Position(int(world.facts["lying"]), 1)
    return law_rows.tricks_left_lying(game, bool(world.facts["claim_true"]), lying)


def claimed(world: World) -> bool:
    return bool(world.facts["claim_true"])


ROWS: Mapping[str, Callable[[Game, World], Decision]] = {
    "out_of_turn": lambda game, world: law_rows.out_of_turn(
        game, offender(world), str(world.facts["noticed"]).replace("_", " ")
    ),
    "revoke": revoke,
    "card_pulled": card_pulled,
    "card_taken_back": lambda game, world: law_rows.card_taken_back(game, offender(world)),
    "remark": seen_or_mixed,
    "looked_into_hand": lambda game, world: law_rows.looked_into_hand(game, offender(world)),
    "defender_left_trick": lambda game, _world: law_rows.defender_left_trick(game),
    "skat_seen_before_announcing": lambda game, _world: law_rows.skat_seen_before_announcing(game),
    "skat_seen_in_play": skat_seen_in_play,
    "old_trick_seen": old_trick_seen,
    "tricks_mixed": seen_or_mixed,
    "two_cards_shown": lambda game, _world: law_rows.two_cards_shown(game),
    "wrong_count_in_play": wrong_count_in_play,
    "soloist_concedes": soloist_concedes,
    "defender_concedes": lambda game, _world: law_rows.defender_concedes(game),
    "soloist_lays_open": lambda game, world: law_rows.soloist_lays_open(
        game, claimed(world), bool(world.facts["explained"])
    ),
    "defender_lays_open": lambda game, world: law_rows.defender_lays_open(game, claimed(world)),
    "thrown_in": lambda game, world: law_rows.thrown_in(game, offender(world), claimed(world)),
    "tricks_left_lying": tricks_left_lying,
    "wrong_count": wrong_count,
    "top_trump_in_skat": lambda game, _world: law_rows.top_trump_in_skat(game),
    "null_below_bid": lambda game, _world: law_rows.null_below_bid(game),
    "announced_with_wrong_count": announced_with_wrong_count,
    "led_before_announcing": lambda game, world: law_rows.led_before_announcing(
        game, bool(world.facts["was_forehand"])
    ),
}


def judge(world: World, *, answered: bool = True) -> Decision:
    """The oracle's decision; before that answer it may ask for it (5.4.3)."""
    return ROWS[world.row](game_in(world, answered=answered), world)
