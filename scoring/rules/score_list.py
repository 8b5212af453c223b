"""The score list (Spielliste) of one table in one series: its lines and its outline."""

from dataclasses import dataclass

from scoring.rules.game import Game


@dataclass(frozen=True, slots=True)
class Line:
    """One row of a score list.

    `game` is None when the game was passed in or could not be read. `soloist` and `dealer` are
    seats from 1; `dealer` is recorded only where the order of deal went wrong (RULES 1.2.5).
    Several attempts share a number when all but one are annulled (SkO 3.2.11-13). `running`
    is the paper's running total of the soloist after this game, in points.
    """

    number: int
    game: Game | None = None
    soloist: int | None = None
    passed: bool = False
    unread: bool = False
    dealer: int | None = None
    attempt: int = 1
    annulled: bool = False
    running: int | None = None


@dataclass(frozen=True, slots=True)
class Outline:
    """How long a list is meant to be, and where it stopped if it ended early.

    `rounds` has `seats` games each; `ended_after` is the last number played (0: none).

    >>> Outline(seats=4, rounds=12).games_due
    48
    """

    seats: int
    rounds: int
    ended_after: int | None = None
    stop_reason: str = ""

    @property
    def games_planned(self) -> int:
        return self.seats * self.rounds

    @property
    def games_due(self) -> int:
        """The games that count for completeness: those not begun are struck."""
        return self.games_planned if self.ended_after is None else self.ended_after

    def dealer(self, number: int) -> int:
        """The seat that deals game `number` when the order of deal is kept."""
        return regular_dealer(number, self.seats)

    def round_of(self, number: int) -> int:
        """The round of a game, from 1."""
        return (number - 1) // self.seats + 1


def regular_dealer(number: int, seats: int) -> int:
    """The seat that deals game `number` (SkO 3.2.1, RULES 1.2.5).

    >>> [regular_dealer(number, 4) for number in (1, 4, 5)]
    [1, 4, 1]
    """
    return (number - 1) % seats + 1
