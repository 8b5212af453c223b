"""What the oracle decides in a world, by the program's names of rows and answers."""

from collections.abc import Callable, Mapping

from tests.oracle import law_rows as law
from tests.oracle.law_clause import DEFENDERS, PLAY_ON, SOLOIST, Decision, Position
from tests.oracle.law_rows import Game
from tests.oracle.worlds import World

INEVITABLE = {"none": 0, "schneider": 1, "schwarz": 2}


def game_in(world: World) -> Game:
    demand = bool(world.facts.get("demand") or world.facts.get("plays_on"))
    return Game(world.contract, world.at, demand, bool(world.facts.get("level_possible", True)))


def offender(world: World, key: str = "party") -> str:
    return SOLOIST if world.facts[key] == "soloist" else DEFENDERS


def seen_or_said(world: World) -> Decision:
    """An error of somebody who does not play counts for the party that it helped."""
    who = world.facts["offender"]
    if who != "outsider":
        return law.clause(game_in(world), offender(world, "offender"))
    harmed = world.facts["harmed"]
    if harmed == "nobody":
        return PLAY_ON
    return law.clause(game_in(world), DEFENDERS if harmed == "soloist" else SOLOIST)


def remark(world: World) -> Decision:
    if world.facts["offender"] == "outsider":
        return law.participant_interferes()
    return seen_or_said(world)


def old_trick_seen(world: World) -> Decision:
    if world.facts["before_next_lead"]:
        return law.last_trick_shown()
    return seen_or_said(world)


def card_pulled(world: World) -> Decision:
    if world.facts["party"] == "soloist":
        return law.soloist_dropped_card()
    how = world.facts["how"]
    return law.defender_dropped_card(game_in(world), how == "to_trick", how == "influence")


def out_of_turn(world: World) -> Decision:
    noticed = world.facts["noticed"]
    return law.out_of_turn(
        game_in(world), offender(world), noticed == "trick_turned", noticed == "last_trick"
    )


def revoke(world: World) -> Decision:
    found = world.facts["found"]
    return law.revoke(game_in(world), offender(world), found != "at_once", found == "gathered")


SIDES = {"soloist": SOLOIST, "defender": DEFENDERS, "both": "both"}


def wrong_count(world: World) -> Decision:
    """`auction_over` is not asked after the announcement."""
    facts = world.facts
    side, over = SIDES[str(facts["wrong_side"])], bool(facts.get("auction_over", True))
    return law.wrong_count(game_in(world), side, over, bool(facts["deal_right"]))


def announced_with_wrong_count(world: World) -> Decision:
    if world.facts["deal_right"]:
        return law.announced_without_ten_cards(game_in(world))
    return wrong_count(world)


def wrong_count_in_play(world: World) -> Decision:
    """After a wrong deal the row of the deal holds."""
    if not world.facts["deal_right"]:
        return wrong_count(world)
    if world.facts["wrong_side"] == "both":
        return Decision("redealt")
    level = INEVITABLE[str(world.facts["inevitable"])]
    return law.wrong_count_in_play(game_in(world), offender(world, "wrong_side"), level)


def soloist_concedes(world: World) -> Decision:
    cards = 9 if world.facts["cards"] == "nine_or_ten" else 8
    return law.soloist_concedes(game_in(world), cards, bool(world.facts["consent"]))


def thrown_in(world: World) -> Decision:
    claim = bool(world.facts["claim_true"])
    return law.thrown_in(game_in(world), offender(world), claim, world.at.tricks == 0)


def tricks_left_lying(world: World) -> Decision:
    lying = Position(int(world.facts["lying"]), 1)
    return law.tricks_left_lying(game_in(world), bool(world.facts["claim_true"]), lying)


JUDGES: Mapping[str, Callable[[World], Decision]] = {
    "out_of_turn": out_of_turn,
    "revoke": revoke,
    "card_pulled": card_pulled,
    "remark": remark,
    "skat_seen_in_play": seen_or_said,
    "old_trick_seen": old_trick_seen,
    "tricks_mixed": seen_or_said,
    "two_cards_shown": lambda world: law.defender_showed_cards(game_in(world)),
    "wrong_count_in_play": wrong_count_in_play,
    "skat_after_announcing": lambda world: law.soloist_looked_at_skat(game_in(world)),
    "soloist_concedes": soloist_concedes,
    "defender_concedes": lambda world: law.defender_concedes(game_in(world)),
    "soloist_lays_open": lambda world: law.soloist_lays_open(
        game_in(world), bool(world.facts["claim_true"])
    ),
    "defender_lays_open": lambda world: law.defender_lays_open(
        game_in(world), bool(world.facts["claim_true"])
    ),
    "thrown_in": thrown_in,
    "tricks_left_lying": tricks_left_lying,
    "wrong_count": wrong_count,
    "top_trump_in_skat": lambda world: law.top_trump_in_skat(game_in(world)),
    "null_below_bid": lambda world: law.null_below_bid(game_in(world)),
    "announced_with_wrong_count": announced_with_wrong_count,
    "card_taken_back": lambda world: law.clause(game_in(world), offender(world)),
    "led_before_announcing": lambda world: law.led_before_announcing(
        game_in(world), bool(world.facts["was_forehand"])
    ),
}
