"""By which rules the evenings of a season are played: those of its newest one."""

from dataclasses import dataclass

from scoring.models import Fees, Tournament


@dataclass(frozen=True, slots=True)
class EveningRules:
    """What the next evening takes over from this one."""

    tournament: Tournament
    series: int
    rounds: tuple[int, ...]
    fees: Fees | None
    pots: tuple[str, ...]
    categories: tuple[str, ...]


def rules_of(tournament: Tournament) -> EveningRules:
    rounds = tournament.series.order_by("number").values_list("rounds", flat=True)
    return EveningRules(
        tournament,
        len(rounds),
        tuple(sorted(set(rounds))),
        Fees.objects.filter(tournament=tournament).first(),
        tuple(tournament.pots.order_by("number").values_list("title", flat=True)),
        tuple(tournament.categories.values_list("name", flat=True)),
    )
