"""Checks of the contract: class, game, turn, tops, hand, announcements, bid."""

from bisect import bisect
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TypeVar

from scoring.rules.bids import levels
from scoring.rules.game import PlayedGame
from scoring.rules.paragraphs import join_rules
from scoring.rules.problem import Problem
from scoring.rules.systems import GRAND, MAX_TOPS, Citations, GameClass, System
from scoring.rules.valuation import is_null, null_of

Check = TypeVar("Check", bound=Callable[..., object])
Problems = Iterator[Problem]
AnyRule = Callable[[PlayedGame, PlayedGame], Problems]
TrumpRule = Callable[[PlayedGame, PlayedGame, GameClass], Problems]
# A paragraph that holds in every system, or the one of each system.
Paragraph = str | Callable[[Citations], str]


class Rules(list[tuple[tuple[Paragraph, ...], Check]]):
    """The rules of one kind of game, in the order in which they are written down."""

    def rule(self, *paragraphs: Paragraph) -> Callable[[Check], Check]:
        """Add a generator of problems; those without a citation get these paragraphs."""

        def add(check: Check) -> Check:
            self.append((paragraphs, check))
            return check

        return add


@lru_cache
def cited_paragraphs(system: System, paragraphs: tuple[Paragraph, ...]) -> str:
    """The paragraphs of a rule as a system cites them."""
    return join_rules(
        paragraph if isinstance(paragraph, str) else paragraph(system.citations)
        for paragraph in paragraphs
    )


# Every rule gets the entry as it was written (`game`) and completed (`done`); the rules of suit and
# grand games also get the class.

OTHER_GAMES, ANY_GAME, NULL_GAMES = Rules[AnyRule](), Rules[AnyRule](), Rules[AnyRule]()
TRUMP_GAMES = Rules[TrumpRule]()

IMPROBABLE_TOPS = 8  # docs/law.md "What an ISkO entry may say" 9: above 7


def trump_games(system: System) -> tuple[str, ...]:
    """The suit and grand games of a system, in the order of their ranks."""
    return tuple(
        game for game in MAX_TOPS if any(game in game_class.bases for game_class in system.classes)
    )


# Of games that are no suit or grand game of their class


@OTHER_GAMES.rule(lambda citations: citations.classes)
def the_class_is_known(game: PlayedGame, done: PlayedGame) -> Problems:
    key, system = game.game_class, game.system
    keys = tuple(game_class.key for game_class in system.classes if game_class.key)
    if is_null(game):
        if key not in system.null_classes:
            yield Problem("class-not-for-null", "class", {"class": key})
    elif key == "" and keys and system.class_named("") is None:
        yield Problem("class-missing", "class", {"classes": keys})
    elif system.class_named(key) is None:
        yield Problem("unknown-class", "class", {"value": key, "classes": keys})


@OTHER_GAMES.rule(lambda citations: citations.games)
def the_game_is_known(game: PlayedGame, done: PlayedGame) -> Problems:
    games = trump_games(game.system)
    if game.game not in games and not is_null(game):
        nulls = dict.fromkeys(null.game for null in game.system.nulls)
        yield Problem("unknown-game", "game", {"value": game.game, "games": (*games, *nulls)})


@OTHER_GAMES.rule(lambda citations: citations.classes)
def the_class_has_the_game(game: PlayedGame, done: PlayedGame) -> Problems:
    game_class = game.system.class_named(game.game_class)
    if game_class is None or game.game in game_class.bases:
        return
    if game.game in trump_games(game.system):
        games = tuple(game_class.bases)
        params = {"game": game.game, "class": game_class.key, "games": games}
        yield Problem("game-not-in-class", "game", params)


# Of any game


def level_problems(system: System, bid: int) -> Problems:
    """The problem of a bid that no game is worth (SkO 3.3.2, BT 1C-4C)."""
    table = levels(system)
    place = bisect(table, bid)
    if place == 0 or table[place - 1] != bid:
        params = {
            "bid": bid,
            "below": table[place - 1] if place else None,
            "above": table[place] if place < len(table) else None,
        }
        yield Problem("bid-not-a-level", "bid", params, system.citations.bids)


@ANY_GAME.rule(lambda citations: citations.bids)
def the_bid_is_a_level(game: PlayedGame, done: PlayedGame) -> Problems:
    if game.bid is not None:
        yield from level_problems(game.system, game.bid)


# Of games without trumps


@NULL_GAMES.rule(lambda citations: citations.classes)
def a_null_has_no_turn(game: PlayedGame, done: PlayedGame) -> Problems:
    if game.turn is not None:
        yield Problem("turn-not-allowed", "turn", {"turns": (), "class": game.game_class})


@NULL_GAMES.rule(lambda citations: citations.nulls)
def the_null_exists(game: PlayedGame, done: PlayedGame) -> Problems:
    if null_of(game) is not None:
        return
    of_the_kind = [null for null in game.system.nulls if null.game == game.game]
    hand_is_wrong = game.hand and not any(null.hand for null in of_the_kind)
    yield Problem("null-not-in-system", "hand" if hand_is_wrong else "ouvert", {"game": game.game})


@NULL_GAMES.rule("SkO 2.4.3")
def a_null_has_no_tops(game: PlayedGame, done: PlayedGame) -> Problems:
    if game.tops:
        yield Problem("null-with-tops", "tops")


@NULL_GAMES.rule(lambda citations: citations.nulls)
def a_null_has_no_steps(game: PlayedGame, done: PlayedGame) -> Problems:
    stated = {
        "schneider": game.schneider,
        "schneider_announced": game.schneider_announced,
        "schwarz": game.schwarz,
        "schwarz_announced": game.schwarz_announced,
        "overbid": game.overbid,
        "credited": game.credited,
        "wenzel": game.wenzel != "J",
    }
    for field, present in stated.items():
        if present:
            yield Problem("null-with-step", field)


@NULL_GAMES.rule("SkO 3.4.4")
def a_null_covers_its_bid(game: PlayedGame, done: PlayedGame) -> Problems:
    """Otherwise the soloist owes a suit or grand game that covers the bid."""
    null = null_of(game)
    if null is not None and game.bid is not None and null.value < game.bid:
        yield Problem("null-below-bid", "bid", {"value": null.value, "bid": game.bid})


# Of suit and grand games


@TRUMP_GAMES.rule("SkO 2.3.2")
def wenzels_are_jacks(game: PlayedGame, done: PlayedGame, game_class: GameClass) -> Problems:
    """Other wenzels (BT, the modest proposal) are a setting of the organizer."""
    if game.wenzel != "J" and not game.system.wenzels:
        trumps = [game.system.citations.trumps, "SkO 2.3.3" if game.game == GRAND else ""]
        yield Problem("wenzels-not-chosen", "wenzel", {"wenzel": game.wenzel}, join_rules(trumps))


@TRUMP_GAMES.rule("SkO 5.5.2")
def tops_are_named(game: PlayedGame, done: PlayedGame, game_class: GameClass) -> Problems:
    if game.tops == 0:
        yield Problem("tops-missing", "tops", {"most": MAX_TOPS[game.game]})


@TRUMP_GAMES.rule(lambda citations: citations.tops)
def tops_are_possible(game: PlayedGame, done: PlayedGame, game_class: GameClass) -> Problems:
    most = MAX_TOPS[game.game]
    if abs(game.tops) > most:
        yield Problem("tops-out-of-range", "tops", {"tops": game.tops, "most": most})
    elif abs(game.tops) >= IMPROBABLE_TOPS:
        yield Problem("many-tops", "tops", {"tops": game.tops}, severity="warning")


@TRUMP_GAMES.rule(lambda citations: citations.classes)
def turns_belong_to_the_class(
    game: PlayedGame, done: PlayedGame, game_class: GameClass
) -> Problems:
    turns = game_class.turns
    if game.turn is not None and game.turn not in turns:
        yield Problem("turn-not-allowed", "turn", {"turns": turns, "class": game_class.key})
    elif game.turn is None and len(turns) > 1 and done.won is False:
        # Won, both turns are worth the same; lost, the second may cost more.
        rule = game.system.citations.losses
        yield Problem("turn-missing", "turn", {"turns": turns}, rule)


@TRUMP_GAMES.rule(lambda citations: citations.classes, lambda citations: citations.steps)
def the_class_has_hand_games(game: PlayedGame, done: PlayedGame, game_class: GameClass) -> Problems:
    if game.hand and not game_class.hand:
        yield Problem("hand-not-in-class", "hand", {"class": game_class.key})


@TRUMP_GAMES.rule(lambda citations: citations.classes, lambda citations: citations.announcements)
def the_class_has_the_announcement(
    game: PlayedGame, done: PlayedGame, game_class: GameClass
) -> Problems:
    if not done.schneider_announced:
        return
    silent = game_class.announces == "never" and game_class.ouvert != "implied"
    refused = {
        "schneider_announced": silent and game.schneider_announced,
        "schwarz_announced": silent and game.schwarz_announced,
        "ouvert": game_class.ouvert == "never" and game.ouvert,
    }
    for field, wrong in refused.items():
        if wrong:
            params = {"announcement": field, "class": game_class.key}
            yield Problem("announcement-not-in-class", field, params)


@TRUMP_GAMES.rule(lambda citations: citations.announcements)
def announcements_need_hand(game: PlayedGame, done: PlayedGame, game_class: GameClass) -> Problems:
    if game_class.announces != "from-hand" or game.hand or not done.schneider_announced:
        return
    from_strongest = ("ouvert", "schwarz_announced", "schneider_announced")
    strongest = next(name for name in from_strongest if getattr(done, name))
    yield Problem("announcement-needs-hand", "hand", {"announcement": strongest})


@TRUMP_GAMES.rule(lambda citations: citations.announcements)
def the_stronger_announcement_implies_the_weaker(
    game: PlayedGame, done: PlayedGame, game_class: GameClass
) -> Problems:
    if game.ouvert is False and game_class.ouvert == "implied":
        yield _contradiction("ouvert", "class")
    if game.schwarz_announced is False and done.ouvert:
        yield _contradiction("schwarz_announced", "ouvert")
    if game.schneider_announced is False and done.schwarz_announced:
        yield _contradiction("schneider_announced", "schwarz_announced")


def _contradiction(field: str, by: str) -> Problem:
    return Problem("announcement-contradicted", field, {"announcement": field, "by": by})
