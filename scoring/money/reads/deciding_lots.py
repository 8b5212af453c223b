"""Which drawings of lots decide something: the podium or a prize. Other equals share their rank."""

from collections.abc import Iterable

from scoring.money.reads.prizes import PotAward

PODIUM = 3  # of all players: a lot parts these places even where no prize depends on them


def ranks_by_lot(pots: Iterable[PotAward]) -> dict[str, set[int]]:
    """By ranking, the ranks whose equals a lot has to part (TO 5.1)."""
    ranks: dict[str, set[int]] = {"overall": set(range(1, PODIUM + 1))}
    for each in pots:
        if each.complete:
            deciding = {won.contender.rank for won in each.winners if won.prize.cents is None}
            if each.lots_to_choose:
                deciding |= {taker.rank for taker in each.takers if taker.lot_needed}
            ranks.setdefault(each.scope, set()).update(deciding)
    return ranks
