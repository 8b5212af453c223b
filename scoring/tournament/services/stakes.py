"""The stake of a tournament is agreed before a series, with the moment it was set (TO 9.2)."""

from fractions import Fraction

from django.db.models import Max
from django.utils import timezone

from scoring.models import Tournament
from scoring.models.series import SeriesState
from scoring.rules.settlement import agree, write_agreed

StakeFigures = tuple[dict[str, object], dict[str, object]]


def current_stake(tournament: Tournament) -> Fraction | None:
    """The stake, in cents a point, of the series that have not begun; None: no money."""
    agreed = tournament.agreed_stakes
    return agreed[-1].stake if agreed else None


def set_stake(tournament: Tournament, stake: Fraction | None) -> StakeFigures:
    """Let a stake hold from the next series on that has not begun; what the log says, old and new.

    To be called in the block of a change of the tournament.
    """
    before = current_stake(tournament)
    if stake == before:
        return {}, {}
    begun = last_begun(tournament)
    stakes = agree(tournament.agreed_stakes, stake, begun, timezone.now())
    tournament.stakes = write_agreed(stakes)
    tournament.save(update_fields=["stakes"])
    return {"stake": stake_text(before)}, {"stake": stake_text(stake), "from_series": begun + 1}


def last_begun(tournament: Tournament) -> int:
    """The number of the last series that was released with players at its tables; 0: none."""
    begun = tournament.series.exclude(state=SeriesState.DRAFT).filter(lists__isnull=False)
    return int(begun.aggregate(last=Max("number"))["last"] or 0)


def stake_text(stake: Fraction | None) -> str:
    return "" if stake is None else str(stake)
