"""One game of Skat as a score list has it."""

from dataclasses import dataclass
from typing import Literal

from scoring.rules.systems import System

End = Literal["played", "conceded", "defender_conceded", "claim", "thrown_in", "infraction"]
Wenzel = Literal["J", "Q", "K"]
Credit = Literal["", "schneider", "schwarz"]


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that had a soloist, with everything that is known of it.

    The flags are three-valued: `None` means not stated, and a stronger flag then
    implies it (`schwarz` implies `schneider`); `False` is a statement that may contradict.
    `complete` (scoring.rules.valuation) replaces every `None` by the implied value.

    `tops` are positive when playing with, negative when playing without, 0 at null.
    `schneider` and `schwarz` are levels that one party suffered, whoever it was (SkO 5.2.3-4).
    `bid` and `score` are in points; `card_points` (0-120) and `tricks` (0-10) are the
    soloist's, the skat included. `overbid` and `score` are what the paper says.
    A Ramsch is `game="ramsch"` with its loss in `score`; the soloist is who lost it.
    """

    system: System
    game: str
    tops: int = 0
    game_class: str = ""
    turn: int | None = None
    hand: bool | None = None
    schneider: bool | None = None
    schneider_announced: bool | None = None
    schwarz: bool | None = None
    schwarz_announced: bool | None = None
    ouvert: bool | None = None
    won: bool | None = None
    bid: int | None = None
    overbid: bool | None = None
    card_points: int | None = None
    tricks: int | None = None
    end: End = "played"
    credited: Credit = ""
    wenzel: Wenzel = "J"
    score: int | None = None
