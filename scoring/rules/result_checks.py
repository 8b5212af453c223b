"""Checks of the result: levels, card-points, tricks, won, overbid.

The card-points and tricks of a game that ended early decide nothing, but have to fit each other
(docs/formats.md, end; docs/law.md "What an ISkO entry may say" 8).
"""

from dataclasses import replace

from scoring.rules.bids import lifted_values
from scoring.rules.contract_checks import AnyRule, Problems, Rules, TrumpRule
from scoring.rules.game import (
    ALL_POINTS,
    ALL_TRICKS,
    PlayedGame,
    ended_early,
    least_points,
    most_points,
    party_without_a_trick,
)
from scoring.rules.paragraphs import customs, join_rules
from scoring.rules.problem import Problem
from scoring.rules.systems import GameClass
from scoring.rules.valuation import (
    ENOUGH_TO_WIN,
    SOLOIST_SCHNEIDER,
    count_steps,
    covering,
    is_made,
    loss_factor,
)

ANY_GAME, KNOWN_GAMES, NULL_GAMES = Rules[AnyRule](), Rules[AnyRule](), Rules[AnyRule]()
TRUMP_GAMES = Rules[TrumpRule]()

TOPS_THAT_TAKE_A_TRICK = 3  # at most two of them lie in the skat


def own_value(done: PlayedGame, game_class: GameClass) -> int:
    """The value after all levels reached, the bid left aside."""
    return game_class.bases[done.game] * count_steps(done, game_class)[1]


# Of any game


@ANY_GAME.rule("SkO 1.2.2")
def card_points_are_possible(game: PlayedGame, done: PlayedGame) -> Problems:
    points = game.card_points
    if points is not None and not 0 <= points <= ALL_POINTS:
        params = {"points": points, "most": ALL_POINTS}
        yield Problem("card-points-out-of-range", "card_points", params)


@ANY_GAME.rule("SkO 3.2.6", "SkO 4.4.1")
def tricks_are_possible(game: PlayedGame, done: PlayedGame) -> Problems:
    if game.tricks is not None and not 0 <= game.tricks <= ALL_TRICKS:
        params = {"tricks": game.tricks, "most": ALL_TRICKS}
        yield Problem("tricks-out-of-range", "tricks", params)


@ANY_GAME.rule("SkO 4.3.1")
def a_conceded_game_is_lost(game: PlayedGame, done: PlayedGame) -> Problems:
    if game.end == "conceded" and game.won:
        yield Problem("conceded-won", "won")


# Of games that a system knows


@KNOWN_GAMES.rule("TO 7.2.1")
def the_result_is_known(game: PlayedGame, done: PlayedGame) -> Problems:
    """Whether a game was won is never guessed (docs/law.md "Corrections")."""
    if done.won is None:
        yield Problem("won-missing", "won", {"end": game.end})


@NULL_GAMES.rule("SkO 5.2.7")
def a_null_is_won_without_a_trick(game: PlayedGame, done: PlayedGame) -> Problems:
    if game.end != "played" or game.tricks is None or game.won is None:
        return
    if game.won and game.tricks > 0:
        yield Problem("null-won-with-trick", "won", {"tricks": game.tricks})
    elif not game.won and game.tricks == 0:
        yield Problem("null-lost-without-trick", "won")


# Of suit and grand games: levels


@TRUMP_GAMES.rule("SkO 5.2.3")
def schwarz_is_schneider_too(game: PlayedGame, done: PlayedGame, game_class: GameClass) -> Problems:
    if game.schneider is False and (game.schwarz or done.schwarz):
        yield Problem("schwarz-without-schneider", "schneider")


@TRUMP_GAMES.rule("SkO 5.2.5")
def the_winner_reached_what_he_announced(
    game: PlayedGame, done: PlayedGame, game_class: GameClass
) -> Problems:
    if not game.won or not done.schneider_announced:
        return
    points = tricks = None
    if not ended_early(game):
        points, tricks = game.card_points, game.tricks
        if points is not None and points < ENOUGH_TO_WIN:
            return  # not won; another rule reports it
    short = points is not None and points < game.system.schneider_points
    if game.schneider is False or short:
        rule = join_rules(["SkO 5.2.5", customs(game.system.citations.schneider)])
        yield Problem("announced-not-reached", "schneider", {"level": "schneider"}, rule)
    a_trick_lost = (tricks is not None and tricks < ALL_TRICKS) or (
        points is not None and points < ALL_POINTS
    )
    if done.schwarz_announced and (game.schwarz is False or a_trick_lost):
        yield Problem("announced-not-reached", "schwarz", {"level": "schwarz"})


@TRUMP_GAMES.rule("SkO 2.4.2", "SkO 5.2.4")
def nobody_takes_every_trick_without(
    game: PlayedGame, done: PlayedGame, game_class: GameClass
) -> Problems:
    """A defender holds the jack of clubs, and it takes a trick."""
    if game.tops < 0 and party_without_a_trick(done) == "defenders":
        yield Problem("schwarz-without", "schwarz", {"tops": game.tops})


def is_own_schwarz(done: PlayedGame, game_class: GameClass) -> bool:
    """Whether the soloist took no trick.

    If only schwarz is ticked in an overbid game with an announcement, he may have made every trick,
    unless schwarz would then have covered the bid (SkO 5.2.5).
    """
    if party := party_without_a_trick(done):
        return party == "soloist"
    is_silent = done.schwarz and done.won is False and done.bid is not None
    if not (is_silent and done.schneider_announced):
        return False
    return own_value(replace(done, won=True), game_class) >= (done.bid or 0)


@TRUMP_GAMES.rule("SkO 2.4.2", "SkO 5.2.4")
def tops_take_a_trick(game: PlayedGame, done: PlayedGame, game_class: GameClass) -> Problems:
    if game.tops <= 0 or ended_early(game) or not is_own_schwarz(done, game_class):
        return
    if game.tops >= TOPS_THAT_TAKE_A_TRICK:
        yield Problem("no-trick-with-tops", "schwarz", {"tops": game.tops})
    else:
        params = {"tops": game.tops}
        yield Problem("no-trick-improbable", "schwarz", params, severity="warning")


@TRUMP_GAMES.rule("SkO 5.2.6")
def an_open_game_is_seldom_lost(
    game: PlayedGame, done: PlayedGame, game_class: GameClass
) -> Problems:
    if done.ouvert and done.won is False:
        yield Problem("ouvert-lost", "ouvert", severity="warning")


@TRUMP_GAMES.rule("SkO 4.1.4")
def a_game_lost_early_counts_no_level(
    game: PlayedGame, done: PlayedGame, game_class: GameClass
) -> Problems:
    if not ended_early(game) or done.won is not False:
        return
    ignored = {
        "schwarz": game.schwarz and not (done.schwarz or done.schwarz_announced),
        "schneider": game.schneider and not (done.schneider or done.schneider_announced),
    }
    for level, wrong in ignored.items():
        if wrong:
            yield Problem("level-not-counted", level, {"level": level}, severity="warning")
            return


# Of suit and grand games: points and tricks


@TRUMP_GAMES.rule("SkO 1.2.2", "SkO 5.2.2")
def points_fit_the_tricks(game: PlayedGame, done: PlayedGame, game_class: GameClass) -> Problems:
    """The tricks and the skat bring a limited number of card-points; all tricks bring 120."""
    points, tricks = game.card_points, game.tricks
    if points is None or tricks is None:
        return
    if not (0 <= tricks <= ALL_TRICKS and 0 <= points <= ALL_POINTS):
        return  # other rules report it
    least, most = least_points(tricks), most_points(tricks)
    if least <= points <= most:
        return
    some = "tricks-points" if tricks else "no-trick-points"
    code = "all-tricks-points" if tricks == ALL_TRICKS else some
    params = {"tricks": tricks, "points": points, "least": least, "most": most}
    yield Problem(code, "card_points", params)


# Of suit and grand games that were played out: levels, points and tricks


@TRUMP_GAMES.rule("SkO 5.2.4")
def points_fit_schwarz(game: PlayedGame, done: PlayedGame, game_class: GameClass) -> Problems:
    points = game.card_points
    if points is None or game.tricks is not None or not game.schwarz or ended_early(game):
        return
    if most_points(0) < points < ALL_POINTS:
        yield Problem("schwarz-points", "schwarz", {"points": points, "most": most_points(0)})


@TRUMP_GAMES.rule("SkO 5.2.2", "SkO 5.2.3")
def the_result_fits_the_tricks(
    game: PlayedGame, done: PlayedGame, game_class: GameClass
) -> Problems:
    """If only the tricks are known, the result has to fit some card-points that they can bring."""
    tricks = game.tricks
    if tricks is None or game.card_points is not None or ended_early(game):
        return
    if not 0 < tricks < ALL_TRICKS or (game.won and done.schwarz_announced):
        return
    least, most = least_points(tricks), most_points(tricks)
    if not any(_agrees(game, done, points) for points in range(least, most + 1)):
        params = {"tricks": tricks, "least": least, "most": most}
        yield Problem("result-of-tricks", "tricks", params)


def _agrees(game: PlayedGame, done: PlayedGame, points: int) -> bool:
    """Whether the result fits these card-points, in a game in which each side took a trick.

    After a lost announcement schneider may be ticked too, because it counts (SkO 5.2.5).
    """
    schneider = points <= SOLOIST_SCHNEIDER or points >= game.system.schneider_points
    counts_anyway = bool(done.schneider_announced) and not game.won
    if game.schneider is not None and game.schneider != schneider and not counts_anyway:
        return False
    reached = not done.schwarz_announced and (schneider or not done.schneider_announced)
    made_game = points >= ENOUGH_TO_WIN and reached
    return game.won in (None, made_game) or (done.overbid is True and not game.won)


@TRUMP_GAMES.rule(lambda citations: citations.schneider)
def schneider_fits_the_points(
    game: PlayedGame, done: PlayedGame, game_class: GameClass
) -> Problems:
    points, ticked = game.card_points, game.schneider
    if points is None or ticked is None or ended_early(game):
        return
    if ticked != (points <= SOLOIST_SCHNEIDER or points >= game.system.schneider_points):
        yield Problem("schneider-differs", "schneider", {"points": points, "schneider": ticked})


@TRUMP_GAMES.rule("SkO 5.2.4")
def schwarz_fits_the_tricks(game: PlayedGame, done: PlayedGame, game_class: GameClass) -> Problems:
    tricks, ticked = game.tricks, game.schwarz
    if tricks is None or ticked is None or ended_early(game):
        return
    if ticked != (tricks in (0, ALL_TRICKS)):
        yield Problem("schwarz-differs", "schwarz", {"tricks": tricks, "schwarz": ticked})


# Of suit and grand games: the result and the bid


@TRUMP_GAMES.rule("SkO 5.2.2")
def the_result_fits_the_points(
    game: PlayedGame, done: PlayedGame, game_class: GameClass
) -> Problems:
    if game.won is None or ended_early(game):
        return
    points = game.card_points
    if game.won:
        too_few = game.tricks == 0 if points is None else points < ENOUGH_TO_WIN
        if too_few:
            yield Problem("won-below-61", "won", {"points": points})
    elif not done.overbid and is_made(done):
        yield Problem("lost-with-61", "won", {"points": points})


@TRUMP_GAMES.rule("SkO 3.4.2")
def a_won_game_covers_its_bid(
    game: PlayedGame, done: PlayedGame, game_class: GameClass
) -> Problems:
    if not game.won or game.bid is None or not done.overbid:
        return
    lifted = covering(game_class.bases[game.game], game.bid)
    params = {
        "value": own_value(done, game_class),
        "bid": game.bid,
        "lifted": lifted,
        "score": -lifted * loss_factor(done, game_class),
    }
    yield Problem("won-below-bid", "won", params)


@TRUMP_GAMES.rule("SkO 5.4.1")
def the_overbid_mark_is_true(game: PlayedGame, done: PlayedGame, game_class: GameClass) -> Problems:
    if game.overbid and game.won:
        yield Problem("overbid-won", "won")
    elif game.overbid is not None and game.bid is not None and game.overbid != done.overbid:
        if game.won or (not game.overbid and ended_early(game)):
            return  # a contract value that covers the bid need not carry the mark
        params = {"value": own_value(done, game_class), "bid": game.bid, "overbid": game.overbid}
        yield Problem("overbid-differs", "overbid", params)


@TRUMP_GAMES.rule("SkO 5.4.1")
def the_paper_decides_where_the_bid_is_missing(
    game: PlayedGame, done: PlayedGame, game_class: GameClass
) -> Problems:
    if not game.overbid or game.bid is not None or game.won:
        return
    if game.score is None:
        yield Problem("overbid-needs-score", "score")
        return
    base, own = game_class.bases[game.game], own_value(done, game_class)
    factor = loss_factor(done, game_class)
    lifted, remainder = divmod(-game.score, factor)
    if remainder or lifted not in lifted_values(game.system, base, own):
        params = {"score": game.score, "base": base, "factor": factor, "value": own}
        rule = join_rules(["SkO 5.4.1", customs(game.system.citations.losses)])
        yield Problem("overbid-score", "score", params, rule)
