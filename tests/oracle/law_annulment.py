"""Games dealt out of turn: docs/law.md "A score list" (SkO 3.2.11–13)."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Annulment:
    """The void games, and the game with which play goes on; `stands` where nothing is void."""

    stands: bool = False
    void: tuple[int, ...] = ()
    replay_from: int | None = None


STANDS = Annulment(stands=True)


def annulment(
    seats: int, last: int, played: int, wrong: int | None, signed: bool | None = None
) -> Annulment | None:
    """What a wrong deal costs; None where the signatures have to be asked after.

    `last` is the number of the list's last game, lower where the list ended early; `played` the
    last game entered; `wrong` the game dealt out of turn, None where nobody can tell.
    """
    if played >= last:
        # Every round is finished; only the very last game can still be corrected (3.2.11).
        if wrong != last:
            return STANDS
        if signed is None:
            return None
        return STANDS if signed else Annulment(void=(last,), replay_from=last)
    first = played // seats * seats + 1
    start = wrong if wrong is not None and wrong >= first else first
    return Annulment(void=tuple(range(start, played + 1)), replay_from=start)
