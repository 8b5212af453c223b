"""The bid table of a system, and what a soloist can still play at a bid."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.messages import label
from scoring.reads.listing import Column, Listing, Row
from scoring.rules.bids import cells, levels, multipliers
from scoring.rules.systems import GRAND, MOST_TOPS, GameClass, System

SIGNS = {"diamonds": "♦", "hearts": "♥", "spades": "♠", "clubs": "♣", GRAND: "G"}
NULL = "null"


@dataclass(frozen=True, slots=True)
class Chance:
    """A game at a bid: its least value that covers it, and the tops that this takes.

    `tops` are those of a game that is played without more, `hand` those of one from the hand;
    None where no number of tops is enough.
    """

    name: str
    sign: str
    value: int
    multiplier: int | None
    tops: int | None
    hand: int | None


def bid_table(system: System) -> Listing:
    """Value × games: each cell the multiplier by which the game has this value (SkO 5.6.1)."""
    return Listing(
        title=_("Bid table"),
        subtitle=label("system", system.key),
        columns=[Column("value", _("Bid"), "int"), *columns(system)],
        rows=list(rows(system)),
        notes=[_("Each figure is the multiplier: hearts 5 at 50 is 5 × 10. • is a null.")],
    )


def columns(system: System) -> list[Column]:
    """A column for each class and game, one for every kind of null."""
    of_games = [
        Column(
            f"{game_class.key}-{game}", SIGNS[game], "mark",
            group=label("class", game_class.key) if game_class.key else "",
        )
        for game_class in system.classes
        for game in game_class.bases
    ]  # fmt: skip
    nulls = dict.fromkeys(null.game for null in system.nulls)
    return [*of_games, *(Column(game, label("game", game), "mark") for game in nulls)]


def rows(system: System) -> Iterator[Row]:
    of_value: defaultdict[int, dict[str, object]] = defaultdict(dict)
    classless = {"suit", "grand"} if system.class_named("") else set()
    for cell in cells(system):
        key = "" if cell.game_class in classless else cell.game_class
        column = cell.game if cell.multiplier is None else f"{key}-{cell.game}"
        of_value[cell.value][column] = "•" if cell.multiplier is None else str(cell.multiplier)
    for value in levels(system):
        yield {"value": value, **of_value[value]}


def at_bid(system: System, bid: int) -> list[Chance]:
    """What can still be played at this bid, in the order of the system's games."""
    found = [
        chance
        for game_class in system.classes
        for game, base in game_class.bases.items()
        if (chance := chance_of(system, game_class, game, base, bid))
    ]
    for null in system.nulls:
        if null.value >= bid:
            marks = {"hand": null.hand, "ouvert": null.ouvert}
            words = [label("step", mark) for mark, said in marks.items() if said]
            name = " ".join([label("game", null.game), *words])
            found.append(Chance(name, "", null.value, None, None, None))
    return found


def chance_of(
    system: System, game_class: GameClass, game: str, base: int, bid: int
) -> Chance | None:
    """The least multiplier that covers the bid, and the tops that it takes; None if none does."""
    reachable = multipliers(system, game_class, game)
    least = max(-(-bid // base), reachable.start)
    if least not in reachable:
        return None
    always = 4 if game_class.ouvert == "implied" else 0
    most = MOST_TOPS[game]

    def needs(steps: int) -> int | None:
        tops = max(1, least - steps)
        return tops if tops <= most else None

    name = label("game", game)
    if game_class.key:
        name = f"{label('class', game_class.key)} {name}"
    hand = needs(2) if game_class.hand else None
    return Chance(name, SIGNS[game], least * base, least, needs(1 + always), hand)


def known_levels(system: System) -> Mapping[str, int | None]:
    """The ends of the table: its lowest and highest bid."""
    table = levels(system)
    return {"lowest": table[0], "highest": table[-1]}
