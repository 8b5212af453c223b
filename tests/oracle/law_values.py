"""What one game is worth: docs/law.md "The value of one game" and "Lost games"."""

from dataclasses import dataclass

from tests.oracle.law_systems import LAW, SCHNEIDER, SCHWARZ, Family, System

OWN_SCHNEIDER = 30
DECK = sorted([0] * 12 + [2] * 4 + [3] * 4 + [4] * 4 + [10] * 4 + [11] * 4)


def bounds(tricks: int) -> tuple[int, int]:
    """The least and the most card-points in the skat and so many tricks."""
    cards = 3 * tricks + 2
    return sum(DECK[:cards]), sum(DECK[-cards:])


@dataclass(frozen=True)
class Contract:
    """What was announced, and the last bid. `tops` is negative where the soloist plays without."""

    system: str
    family: str
    game: str
    tops: int = 0
    announced: int = 0
    ouvert: bool = False
    bid: int | None = None
    bonus: int = 0
    turn: int = 1
    hand_loss: int = 2

    @property
    def law(self) -> System:
        return LAW[self.system]

    @property
    def row(self) -> Family:
        return self.law.families[self.family]

    @property
    def is_null(self) -> bool:
        return self.family == "null"

    @property
    def base(self) -> int:
        return self.row.base(self.game)

    @property
    def undertaken(self) -> int:
        """The level that the soloist has to reach by his announcement."""
        if self.is_null:
            return 0
        return SCHWARZ if self.row.all_announced or self.ouvert else self.announced


@dataclass(frozen=True)
class Result:
    """The final result. `value` is before sign and loss factor, `score` goes to the list."""

    won: bool
    value: int
    score: int
    overbid: bool = False


def multiplier(contract: Contract, level: int) -> int:
    """Tops, game, hand, the announced steps, ouvert, bonus, and the level reached.

    The announced levels count as reached: fulfilled, or lost as if fulfilled (SkO 5.2.5).
    """
    row, undertaken = contract.row, contract.undertaken
    steps = abs(contract.tops) + 1 + contract.bonus
    steps += 1 if row.hand else 0
    steps += undertaken + max(undertaken, level)
    steps += 1 if contract.ouvert and contract.law.ouvert == "step" else 0
    return steps


def game_value(contract: Contract, level: int = 0) -> int:
    if contract.is_null:
        return contract.law.nulls[contract.game]
    value = contract.base * multiplier(contract, level)
    return 2 * value if contract.ouvert and contract.law.ouvert == "doubled" else value


def covering(base: int, bid: int | None) -> int:
    """The smallest multiple of the base that covers the bid (SkO 5.4.1)."""
    return 0 if bid is None else -(-bid // base) * base


def contract_value(contract: Contract) -> int:
    """Of a game that is lost without being played out; no level that was not announced."""
    if contract.is_null:
        return game_value(contract)
    return max(game_value(contract), covering(contract.base, contract.bid))


def loss_factor(contract: Contract) -> int:
    if contract.system == "texas":
        by_hand = contract.family == "hand" or "hand" in contract.game
        return contract.hand_loss if by_hand else 2
    if contract.is_null:
        return contract.law.null_loss
    if contract.family == "tournee" and contract.turn == 2:
        return 2
    return contract.row.loss


def won(contract: Contract, value: int) -> Result:
    return Result(True, value, value)


def lost(contract: Contract, value: int, overbid: bool = False) -> Result:
    return Result(False, value, -value * loss_factor(contract), overbid)


def is_overbid(contract: Contract, value: int) -> bool:
    return contract.bid is not None and value < contract.bid


def made_level(contract: Contract, points: int, tricks: int | None) -> int:
    """The level to which the soloist beat the defenders; schwarz is a matter of tricks (5.2.4)."""
    if tricks == 10:
        return SCHWARZ
    return SCHNEIDER if points >= contract.law.schneider else 0


def own_level(contract: Contract, points: int, tricks: int | None) -> int:
    """The level to which the soloist was beaten; none after an announcement (5.2.5)."""
    if contract.undertaken:
        return 0
    if tricks == 0:
        return SCHWARZ
    return SCHNEIDER if points <= OWN_SCHNEIDER else 0


def played(contract: Contract, points: int | None, tricks: int | None) -> Result:
    """The result of a game played to its end. A null needs tricks only."""
    if contract.is_null:
        value = game_value(contract)
        return won(contract, value) if tricks == 0 else lost(contract, value)
    assert points is not None
    level = made_level(contract, points, tricks)
    if points >= 61 and level >= contract.undertaken:
        return settle(contract, True, level)
    return settle(contract, False, own_level(contract, points, tricks))


def settle(contract: Contract, fulfilled: bool, level: int) -> Result:
    """Value and sign, once it is known who fulfilled what: overbid games are lost (SkO 5.4)."""
    value = game_value(contract, level)
    if is_overbid(contract, value):
        return lost(contract, max(value, covering(contract.base, contract.bid)), overbid=True)
    return won(contract, value) if fulfilled else lost(contract, value)
