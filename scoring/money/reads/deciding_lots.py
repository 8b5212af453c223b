"""Which drawings of lots decide something: the podium or a prize. Other equals share their rank."""

from collections.abc import Iterable

from scoring.money.reads.prizes import PotAward

PODIUM = 3  # of all players: a lot parts these places even where no prize depends on them


def ranks_by_lot(pots: Iterable[PotAward]) -> dict[str, set[int]]:
    """By ranking, the ranks whose equals a lot has to part (TO 5.1)."""
    ranks: dict[str, set[int]] = {"overall": set(range(1, PODIUM + 1))}
    for pot in pots:
        if pot.complete:
            deciding = {won.contender.rank for won in pot.winners if won.prize.cents is None}
            if pot.lots_to_choose:
                deciding |= {taker.rank for taker in pot.takers if taker.lot_needed}
            ranks.setdefault(pot.scope, set()).update(deciding)
    return ranks
