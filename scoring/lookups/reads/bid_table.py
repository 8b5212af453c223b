"""The bid table of a system, and what a soloist can still play at a bid."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.core.listing import Column, Listing, Row, rows_of
from scoring.messages import contract_label, label, null_label
from scoring.rules.bids import Cell, cells, levels, multipliers
from scoring.rules.systems import GRAND, MOST_TOPS, GameClass, NullGame, System
from scoring.rules.valuation import WENZEL_BONUS

SIGNS = {"diamonds": "♦", "hearts": "♥", "spades": "♠", "clubs": "♣", GRAND: "G"}
NULL = "null"


@dataclass(frozen=True, slots=True)
class Chance:
    """A game at a bid: its least value that covers it, and what this takes at least.

    `takes` is said of a game that is played without more, `hand` of one from the hand; "" where
    it cannot cover the bid so, and for a null, which takes nothing.
    """

    name: str
    sign: str
    value: int
    takes: str = ""
    hand: str = ""


def bid_table(system: System) -> Listing:
    """Value × games: each cell the multiplier by which the game has this value (SkO 5.6.1)."""
    return Listing(
        title=_("Bid table"),
        subtitle=subtitle(system),
        columns=[Column("value", _("Bid"), "int"), *columns(system)],
        rows=list(rows(system)),
        notes=[_("Each figure is the multiplier: hearts 5 at 50 is 5 × 10.")],
    )


def subtitle(system: System) -> str:
    """The system, and that wenzels count in it where they do: that is another table."""
    name = label("system", system.key)
    if system.wenzel_bonus:
        return _("%(system)s, with the bonus for queens and kings") % {"system": name}
    return name


def columns(system: System) -> list[Column]:
    """A column for each class and game, one for every kind of null."""
    of_games = [
        Column(
            f"{game_class.key}-{game}",
            SIGNS[game],
            "mark",
            group=label("class", game_class.key) if game_class.key else "",
        )
        for game_class in system.classes
        for game in game_class.bases
    ]
    nulls = dict.fromkeys(null.game for null in system.nulls)
    return [*of_games, *(Column(game, label("game", game), "mark", width=17) for game in nulls)]


def rows(system: System) -> Iterator[Row]:
    of_value: defaultdict[int, dict[str, object]] = defaultdict(dict)
    classless = {"suit", "grand"} if system.class_named("") else set()
    for cell in cells(system):
        key = "" if cell.game_class in classless else cell.game_class
        column = cell.game if cell.multiplier is None else f"{key}-{cell.game}"
        name = name_of_null(cell) if cell.multiplier is None else str(cell.multiplier)
        of_value[cell.value][column] = name[:1].upper() + name[1:]
    for value in levels(system):
        yield {"value": value, **of_value[value]}


def at_bid(system: System, bid: int) -> list[Chance]:
    """What can still be played at this bid, in the order of the system's games."""
    chances = [
        chance
        for game_class in system.classes
        for game, base in game_class.bases.items()
        if (chance := chance_of(system, game_class, game, base, bid))
    ]
    for null in system.nulls:
        if null.value >= bid:
            chances.append(Chance(name_of_null(null), "", null.value))
    return chances


def name_of_null(null: NullGame | Cell) -> str:
    """A null by its full name: "null ouvert hand" (SkO 5.1.2, BT 1C-4C)."""
    return null_label(label("game", null.game), hand=null.hand, ouvert=null.ouvert)


def chances_listing(system: System, bid: int) -> Listing:
    """What can still be played at this bid, as it is taken along."""
    hand = system.classes[0].hand
    columns = [
        Column("game", _("Game"), width=20, value=lambda each: f"{each.sign} {each.name}".strip()),
        Column("value", _("covers with"), "int", width=12),
        Column("takes", _("takes at least"), width=36),
        *([Column("hand", _("from the hand"), width=36)] if hand else []),
    ]
    title = _("What can still be played at %(bid)s") % {"bid": bid}
    return Listing(title, columns, rows_of(columns, at_bid(system, bid)), subtitle(system))


def chance_of(
    system: System, game_class: GameClass, game: str, base: int, bid: int
) -> Chance | None:
    """The least multiplier that covers the bid, and the tops that it takes; None if none does."""
    reachable = multipliers(system, game_class, game)
    least = max(-(-bid // base), reachable.start)
    if least not in reachable:
        return None
    always = 4 if game_class.ouvert == "implied" else 0
    bonus = max(WENZEL_BONUS.values()) if system.wenzel_bonus else 0
    announced = 2 if game_class.announces == "always" else 0
    most = MOST_TOPS[game]
    # Schneider, and announced where that is allowed: what is beyond takes schwarz.
    if always:
        takes = need(least - 1 - always, most, bonus, -1)
    else:
        takes = need(least - 1, most, bonus + 2 + announced, bonus + (2 if announced else 1))
    hand = ""
    if game_class.hand:
        hand = need(least - 2, most, reachable.stop - 1 - most - 2, bonus + 2)
    name = contract_label(game_class.key, game)
    return Chance(name, SIGNS[game], least * base, takes, hand)


def need(steps: int, most_tops: int, most_levels: int, without_schwarz: int) -> str:
    """What so many steps take: tops, and with the most of them levels; "" where all is not enough.

    Every level, announcement and bonus of a wenzel is one step (SkO 5.2.1). More levels than
    `without_schwarz` take every trick, which nobody does playing without (SkO 2.4.2).
    """
    tops, levels = max(1, min(steps, most_tops)), max(0, steps - most_tops)
    if levels > most_levels:
        return ""
    either = levels <= without_schwarz
    words = _("with or without %(tops)s") if either else _("with %(tops)s")
    text = words % {"tops": tops}
    if not levels:
        return text
    more = ngettext("%(tops)s, and %(count)s level", "%(tops)s, and %(count)s levels", levels)
    return more % {"tops": text, "count": levels}
