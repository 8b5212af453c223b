"""The value of a game that passed `scoring.rules.checks` (docs/law.md "The value of one game")."""

from dataclasses import dataclass, replace
from typing import NamedTuple

from scoring.rules.game import ALL_POINTS, ALL_TRICKS, PlayedGame, counts_own_schwarz, ended_early
from scoring.rules.systems import GameClass, NullGame

RAMSCH = "ramsch"
ENOUGH_TO_WIN = 61  # SkO 5.2.2
SOLOIST_SCHNEIDER = 30  # SkO 5.2.3: the most points of a soloist who is schneider
WENZEL_BONUS = {"J": 0, "Q": 1, "K": 2}  # BT, the modest proposal


class Step(NamedTuple):
    """One thing that is counted: ("with 2", 2), ("game", 1), ("hand", 1) …"""

    name: str
    count: int  # type: ignore[assignment]  # shadows tuple.count, which is not used here


@dataclass(frozen=True, slots=True)
class Valuation:
    """What one game is worth: 5 × 10 = 50, lost −100.

    `steps` stand in the order in which players say them; their counts add up to `multiplier`.
    A null and a Ramsch have neither. `value` is before sign and loss factor, `score` after.
    """

    steps: tuple[Step, ...]
    base: int
    multiplier: int | None
    value: int
    factor: int
    score: int
    won: bool
    overbid: bool


WENZELS = {"Q": Step("queens", WENZEL_BONUS["Q"]), "K": Step("kings", WENZEL_BONUS["K"])}


def valuation(game: PlayedGame) -> Valuation:
    """The value of a game that passed `check`.

    >>> from scoring.rules.systems import ISKO
    >>> valuation(PlayedGame(ISKO, "hearts", tops=1, hand=True, bid=36, card_points=61)).score
    -80
    """
    return value_completed(complete(game))


def value_completed(done: PlayedGame) -> Valuation:
    """The valuation of a game that `complete` has filled in."""
    game_class = class_of(done)
    won = bool(done.won)
    if game_class is None:
        return _value_without_steps(done, won)

    steps, multiplier = count_steps(done, game_class)
    base = game_class.bases[done.game]
    factor = loss_factor(done, game_class)
    if done.overbid:
        # SkO 5.4.1: raised to the least multiple of the announced base that covers the bid.
        # Raising happens before doubling: a doubled value never helps (5.3.4). Without a bid the
        # entered score tells the multiple.
        raised = -(done.score or 0) // factor if done.bid is None else covering(base, done.bid)
        steps = (*steps, Step("overbid", raised // base - multiplier))
        multiplier = raised // base
    value = base * multiplier
    score = value if won else -value * factor
    return Valuation(steps, base, multiplier, value, factor, score, won, bool(done.overbid))


def covering(base: int, bid: int) -> int:
    """The smallest multiple of the base that is not below the bid."""
    return -(-bid // base) * base


def class_of(game: PlayedGame) -> GameClass | None:
    """The class of a suit or grand game; None for a null, a Ramsch, and an unknown game."""
    named = game.system.class_named(game.game_class)
    return named if named and game.game in named.bases else None


def is_null(game: PlayedGame) -> bool:
    """Whether the game is a null of its system, with whatever flags."""
    return any(null.game == game.game for null in game.system.nulls)


def null_of(game: PlayedGame) -> NullGame | None:
    """The null of an entry, None if the system has no such null."""
    wanted = game.game, bool(game.hand), bool(game.ouvert)
    nulls = (null for null in game.system.nulls if (null.game, null.hand, null.ouvert) == wanted)
    return next(nulls, None)


def complete(game: PlayedGame) -> PlayedGame:
    """The game with every flag set that follows from the others.

    A stronger flag implies the weaker ones that are not stated; levels, `won` and `overbid` follow
    from card points, tricks and bid. `won` stays None if nothing decides it.
    """
    game_class = class_of(game)
    if game_class is None:
        return _complete_without_steps(game)
    if game.won is None and ended_early(game):
        # Lost if the soloist conceded, or if no ticked level lets it cover the bid.
        if_won = complete(replace(game, won=True))
        if game.end == "conceded" or if_won.overbid:
            return complete(replace(game, won=False))
        return replace(if_won, won=None)

    always_open = game_class.ouvert == "implied"
    ouvert = _flag_or_implied(game.ouvert, always_open)
    schwarz_announced = _flag_or_implied(game.schwarz_announced, ouvert)
    schneider_announced = _flag_or_implied(game.schneider_announced, schwarz_announced)
    schneider, schwarz = _levels(game, schneider_announced, schwarz_announced)
    draft = replace(
        game,
        hand=bool(game.hand),
        schneider=schneider,
        schneider_announced=schneider_announced,
        schwarz=schwarz,
        schwarz_announced=schwarz_announced,
        ouvert=ouvert,
        overbid=bool(game.overbid),
    )
    won, overbid = _outcome(game, draft, game_class)
    if (won, overbid) == (draft.won, draft.overbid):
        return draft
    return replace(draft, won=won, overbid=overbid)


def _outcome(
    game: PlayedGame, draft: PlayedGame, game_class: GameClass
) -> tuple[bool | None, bool]:
    """Whether the game was won and whether it was overbid, as far as that is known."""
    if game.bid is None:
        overbid = bool(game.overbid)
    else:
        overbid = game_class.bases[game.game] * count_steps(draft, game_class)[1] < game.bid
    if game.won is not None:
        return game.won, overbid
    if overbid or game.end == "conceded":
        return False, overbid
    schwarz_known = game.schwarz is not None or game.tricks is not None
    return is_made(draft, schwarz_known=schwarz_known), overbid


def is_made(done: PlayedGame, *, schwarz_known: bool = True) -> bool | None:
    """Whether the soloist made his game, regardless of the bid; None if unknown."""
    if ended_early(done):
        return None
    if done.card_points is not None:
        if done.card_points < ENOUGH_TO_WIN or (done.schneider_announced and not done.schneider):
            return False
        if not done.schwarz_announced or done.schwarz:
            return True
        return False if schwarz_known or done.card_points < ALL_POINTS else None
    if done.tricks is not None:
        if done.tricks in (0, ALL_TRICKS):
            return done.tricks == ALL_TRICKS
        return False if done.schwarz_announced else None
    return None


def count_steps(done: PlayedGame, game_class: GameClass) -> tuple[tuple[Step, ...], int]:
    """The steps of a completed suit or grand game and their sum, the bid left aside.

    A level counts if either party suffered it (ST 5.2.1), or if it was announced. After a failed
    announcement the announced steps count, and no own schneider or schwarz beside them (SkO 5.2.5).
    """
    side, tops = "with" if done.tops > 0 else "without", abs(done.tops)
    steps = [Step(f"{side} {tops}", tops), Step("game", 1)]
    if done.hand and game_class.hand:
        steps.append(Step("hand", 1))
    if done.schneider or done.schneider_announced:
        steps.append(Step("schneider", 1))
    if done.schneider_announced:
        steps.append(Step("schneider announced", 1))
    if done.schwarz_announced or (done.schwarz and counts_own_schwarz(done)):
        steps.append(Step("schwarz", 1))
    if done.schwarz_announced:
        steps.append(Step("schwarz announced", 1))
    if done.wenzel != "J" and done.system.wenzel_bonus:
        steps.append(WENZELS[done.wenzel])
    multiplier = sum(step.count for step in steps)
    if done.ouvert and game_class.ouvert == "step":
        steps.append(Step("ouvert", 1))
        multiplier += 1
    elif done.ouvert and game_class.ouvert == "doubles":
        steps.append(Step("ouvert", multiplier))
        multiplier *= 2
    return tuple(steps), multiplier


def loss_factor(game: PlayedGame, game_class: GameClass | None) -> int:
    if game.hand and game.system.hand_loss is not None:
        return game.system.hand_loss
    if game_class is None:
        return game.system.null_loss_factor
    return game_class.second_turn_loss_factor if game.turn == 2 else game_class.loss_factor


def _flag_or_implied(flag: bool | None, implied: bool) -> bool:
    return implied if flag is None else flag


def _levels(
    game: PlayedGame, schneider_announced: bool, schwarz_announced: bool
) -> tuple[bool, bool]:
    """Whether schneider and schwarz count: stated, implied by the result, or computed.

    A level ticked in a game that was lost before its end does not (docs/law.md "Lost games").
    """
    if ended_early(game):
        schwarz = game.credited == "schwarz"
        schneider = game.credited != ""
        if game.won:
            schwarz = schwarz or bool(game.schwarz) or schwarz_announced
            schneider = schneider or bool(game.schneider) or schneider_announced
        return schneider or schwarz, schwarz

    won, points = bool(game.won), game.card_points
    if game.tricks is None:
        schwarz = _flag_or_implied(game.schwarz, won and schwarz_announced)
    else:
        schwarz = _flag_or_implied(game.schwarz, game.tricks in (0, ALL_TRICKS))
    if schwarz or points is None:
        return _flag_or_implied(game.schneider, schwarz or (won and schneider_announced)), schwarz
    by_points = points <= SOLOIST_SCHNEIDER or points >= game.system.schneider_points
    return _flag_or_implied(game.schneider, by_points), schwarz


def _complete_without_steps(game: PlayedGame) -> PlayedGame:
    won = game.won
    if game.game == RAMSCH or (won is None and game.end == "conceded"):
        won = False
    elif won is None and game.end == "played" and game.tricks is not None:
        won = game.tricks == 0  # SkO 5.2.7
    return replace(
        game,
        game_class="" if is_null(game) else game.game_class,  # a solo null is worth the same
        hand=bool(game.hand),
        schneider=bool(game.schneider),
        schneider_announced=bool(game.schneider_announced),
        schwarz=bool(game.schwarz),
        schwarz_announced=bool(game.schwarz_announced),
        ouvert=bool(game.ouvert),
        overbid=bool(game.overbid),
        won=won,
    )


def _value_without_steps(done: PlayedGame, won: bool) -> Valuation:
    if done.game == RAMSCH:
        score = done.score or 0
        return Valuation((), -score, None, -score, 1, score, False, False)
    null = null_of(done)
    value = 0 if null is None else null.value
    factor = loss_factor(done, None)
    return Valuation((), value, None, value, factor, value if won else -value * factor, won, False)
