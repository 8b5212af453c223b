"""The four rule systems of docs/law.md "The four systems" as data, and their variants."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from dataclasses import field as with_default
from functools import cache
from types import MappingProxyType
from typing import Literal

from scoring.rules.paragraphs import by_custom

SUITS = ("diamonds", "hearts", "spades", "clubs")
GRAND = "grand"
Scheme = Literal["seeger-fabian", "seeger", "plain"]  # how performance is counted
MAX_TOPS = MappingProxyType({**dict.fromkeys(SUITS, 11), GRAND: 4})  # SkO 2.4.3


def bases(
    diamonds: int = 0, hearts: int = 0, spades: int = 0, clubs: int = 0, grand: int = 0
) -> Mapping[str, int]:
    """Base values in points; a class has no game without one."""
    games = zip((*SUITS, GRAND), (diamonds, hearts, spades, clubs, grand), strict=True)
    return MappingProxyType({game: base for game, base in games if base})


@dataclass(frozen=True, slots=True)
class GameClass:
    """A way to play a suit or grand game: its base values (points) and what may be counted.

    `announces` says when schneider and schwarz may be announced. `ouvert` says what an open hand is
    worth: a step, the value doubled, or "implied": the class is always open, and every level counts
    as announced. `turns` are those of a tournee; the second has a loss factor of its own.
    """

    key: str
    bases: Mapping[str, int]
    token: str = ""
    turns: tuple[int, ...] = ()
    hand: bool = False
    announces: Literal["never", "from-hand", "always"] = "never"
    ouvert: Literal["never", "step", "doubles", "implied"] = "never"
    loss_factor: int = 1
    second_turn_loss_factor: int = 1


@dataclass(frozen=True, slots=True)
class NullGame:
    """A game without trumps, with its fixed value in points."""

    value: int
    game: str = "null"
    hand: bool = False
    ouvert: bool = False


@dataclass(frozen=True, slots=True)
class Citations:
    """Where a system says what it says: "SkO 5.1.1", several with ", " between, "" nowhere.

    `games` and `classes` say what may be played, `bases` and `nulls` what it is worth, `tops` how
    many there are, `steps` what is counted beside them (`step_of`: paragraphs of single steps).
    `losses` says how often a lost game counts, `schneider` with how many card-points the defenders
    are schneider, `ramsch` that there is none. Customs are cited by `by_custom`.
    """

    games: str = ""
    classes: str = ""
    bases: str = ""
    nulls: str = ""
    open_nulls: str = ""
    trumps: str = ""
    tops: str = ""
    steps: str = ""
    step_of: Mapping[str, str] = with_default(default_factory=dict)
    announcements: str = ""
    bids: str = ""
    highest_bid: str = ""
    values: str = ""
    losses: str = ""
    schneider: str = ""
    ramsch: str = ""


def bid_tables(number: int, key: str) -> Citations:
    """The citations of a system of the bid tables (BT), which say nothing of losses and schneider
    (docs/law.md "The four systems").
    """
    games, steps, bids = (f"BT {number}{table}" for table in "ABC")
    return Citations(
        games=games,
        classes=games,
        bases=games,
        nulls=games,
        open_nulls=games,
        trumps="SkO 2.3.2, BT MP2",
        tops=steps,
        steps=steps,
        announcements=steps,
        bids=bids,
        values=bids,
        losses=by_custom(key),
        schneider=by_custom(key),
    )


@dataclass(frozen=True, slots=True, eq=False)
class System:
    """One rule system, compared by identity.

    `schneider_points` is what the soloist needs so that the defenders are schneider (he himself is
    at 30 or fewer in every system). `hand_loss` replaces the loss factor of games from the hand.
    `columns` are the keys of the paper list between the number and the results. `null_classes` are
    those that a null may be written with. `citations` have the paragraph numbers of
    `cited_edition`, "" if editions do not differ. `wenzels` lets queens or kings be the permanent
    trumps of a game, `wenzel_bonus` counts steps for them (BT, the modest proposal). `origin` is
    the system without the options of a variant.
    """

    key: str
    classes: tuple[GameClass, ...]
    nulls: tuple[NullGame, ...]
    null_loss_factor: int
    schneider_points: int
    scheme: Scheme
    columns: tuple[str, ...]
    citations: Citations = Citations()
    editions: tuple[str, ...] = ("1999",)
    cited_edition: str = ""
    aliases: tuple[str, ...] = ()
    null_classes: tuple[str, ...] = ("",)
    hand_loss_options: tuple[int, ...] = ()
    ramsch_allowed: bool = False
    hand_loss: int | None = None
    ramsch: bool = False
    wenzels: bool = False
    wenzel_bonus: bool = False
    origin: "System | None" = None

    @property
    def possible_marks(self) -> list[str]:
        """The steps that some game of the system can have, in the order of the paper."""
        announced = any(game_class.announces != "never" for game_class in self.classes)
        possible = {
            "hand": any(game_class.hand for game_class in self.classes)
            or any(null.hand for null in self.nulls),
            "schneider": True,
            "schneider_announced": announced,
            "schwarz": True,
            "schwarz_announced": announced,
            "ouvert": any(game_class.ouvert in ("step", "doubles") for game_class in self.classes)
            or any(null.ouvert for null in self.nulls),
        }
        return [mark for mark, there in possible.items() if there]

    @property
    def newest_edition(self) -> str:
        return self.editions[-1]

    def class_named(self, key: str) -> GameClass | None:
        return next((game_class for game_class in self.classes if game_class.key == key), None)


LEVELS = ("schneider", "schneider_announced", "schwarz", "schwarz_announced")
_GERMAN_COLUMNS = ("base", "with", "without", "hand", *LEVELS, "ouvert")
_NASL_COLUMNS = ("class", "base", "with", "without", *LEVELS, "ouvert")

ISKO = System(
    key="isko-1998",
    aliases=("isko",),
    editions=("1999", "2002", "2018", "2022"),
    cited_edition="1999",
    citations=Citations(
        games="SkO 2.1.1",
        classes="SkO 2.1.2",
        bases="SkO 5.1.1",
        nulls="SkO 5.1.2",
        open_nulls="SkO 2.1.4",
        trumps="SkO 2.3.2",
        tops="SkO 2.4.3",
        steps="SkO 5.2.1",
        step_of={
            "game": "SkO 5.2.2",
            "schneider": "SkO 5.2.3",
            "schneider announced": "SkO 5.2.5",
            "schwarz": "SkO 5.2.4",
            "schwarz announced": "SkO 5.2.5",
            "ouvert": "SkO 5.2.6",
        },
        announcements="SkO 2.1.3",
        bids="SkO 3.3.2",
        highest_bid="ST 3.3.1",
        values="SkO 5.6.1",
        losses="SkO 5.3.4",
        schneider="SkO 5.2.3",
        ramsch="TO 9.4",
    ),
    classes=(
        GameClass("", bases(9, 10, 11, 12, 24), hand=True, announces="from-hand", ouvert="step",
                  loss_factor=2),
    ),
    nulls=(
        NullGame(23),
        NullGame(35, hand=True),
        NullGame(46, ouvert=True),
        NullGame(59, hand=True, ouvert=True),
    ),
    null_loss_factor=2,
    schneider_points=90,
    scheme="seeger-fabian",
    columns=_GERMAN_COLUMNS,
)  # fmt: skip

TEXAS = System(
    key="texas",
    citations=bid_tables(2, "texas"),
    editions=("2019",),
    classes=(
        GameClass("", bases(9, 10, 11, 12, 16), hand=True, announces="always", ouvert="doubles",
                  loss_factor=2),
    ),
    nulls=(
        NullGame(20),
        NullGame(30, hand=True),
        NullGame(40, ouvert=True),
        NullGame(60, hand=True, ouvert=True),
    ),
    null_loss_factor=2,
    schneider_points=91,
    scheme="plain",
    columns=_GERMAN_COLUMNS,
    hand_loss_options=(1, 2),
    ramsch_allowed=True,
)  # fmt: skip

NASL_1975 = System(
    key="nasl1975",
    citations=bid_tables(3, "nasl1975"),
    editions=("1975",),
    classes=(
        GameClass("guckser", bases(grand=16), "u", loss_factor=2),
        GameClass("tournee", bases(5, 6, 7, 8, 12), "t", turns=(1, 2),
                  second_turn_loss_factor=2),
        GameClass("solo", bases(9, 10, 11, 12, 20), "l", announces="always"),
        GameClass("grand_ouvert", bases(grand=24), "go", ouvert="implied"),
    ),
    nulls=(NullGame(20), NullGame(40, ouvert=True)),
    null_loss_factor=1,
    schneider_points=91,
    scheme="plain",
    columns=_NASL_COLUMNS,
    null_classes=("", "solo"),
    ramsch_allowed=True,
)  # fmt: skip

NASL_1898 = System(
    key="nasl1898",
    citations=bid_tables(4, "nasl1898"),
    editions=("1898",),
    classes=(
        GameClass("frage", bases(1, 2, 3, 4), "f"),
        GameClass("guckser", bases(grand=12), "u", loss_factor=2),
        GameClass("tournee", bases(5, 6, 7, 8, 12), "t", turns=(1, 2),
                  second_turn_loss_factor=2),
        GameClass("solo", bases(9, 10, 11, 12, 16), "l", announces="always"),
        GameClass("grand_ouvert", bases(grand=24), "go", ouvert="implied"),
    ),
    nulls=(NullGame(20), NullGame(40, ouvert=True), NullGame(60, game="revolution")),
    null_loss_factor=1,
    schneider_points=91,
    scheme="plain",
    columns=_NASL_COLUMNS,
    null_classes=("", "solo"),
    ramsch_allowed=True,
)  # fmt: skip

SYSTEMS: dict[str, System] = {system.key: system for system in (ISKO, TEXAS, NASL_1975, NASL_1898)}


def find(key: str) -> System | None:
    """The system with this key or alias, without options."""
    named = (system for system in SYSTEMS.values() if key == system.key or key in system.aliases)
    return next(named, None)


def variant(
    system: System,
    *,
    hand_loss: int | None = None,
    ramsch: bool = False,
    wenzels: bool = False,
    wenzel_bonus: bool = False,
) -> System:
    """The system with a club's options; equal options give the identical object.

    >>> variant(variant(TEXAS, ramsch=True)) is TEXAS
    True
    >>> variant(ISKO, wenzel_bonus=True).wenzels
    True
    """
    wenzels = wenzels or wenzel_bonus
    return _variant(system.origin or system, hand_loss, ramsch, wenzels, wenzel_bonus)


@cache
def _variant(
    origin: System, hand_loss: int | None, ramsch: bool, wenzels: bool, wenzel_bonus: bool
) -> System:
    if (hand_loss, ramsch, wenzels, wenzel_bonus) == (None, False, False, False):
        return origin
    return replace(
        origin,
        hand_loss=hand_loss,
        ramsch=ramsch,
        wenzels=wenzels,
        wenzel_bonus=wenzel_bonus,
        origin=origin,
    )
