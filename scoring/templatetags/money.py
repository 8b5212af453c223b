"""Amounts, equal players and chances of prizes on pages."""

from collections.abc import Collection, Iterable, Mapping
from typing import Protocol

from django import template

from scoring.log.reads import revision_of
from scoring.messages.labels import label
from scoring.messages.sentence import amount
from scoring.models import Pot, Tournament
from scoring.models.names import Scope
from scoring.models.tournament import TournamentSource, TournamentState
from scoring.money.reads.chances import shown_chances
from scoring.money.reads.prizes import Contender, awards, lots_at

register = template.Library()
register.filter("money", amount)
register.simple_tag(shown_chances, name="chances")


@register.filter
def negated(cents: int) -> int:
    """A negative amount as a positive one."""
    return -cents


@register.filter
def owed_by(debts: Mapping[int, int], contender: Contender) -> int:
    """What a winner still owes, or the members of a team together."""
    return sum(debts.get(entry, 0) for entry in contender.entries)


@register.filter
def less(cents: int, owed: int) -> int:
    """The rest of a prize after its winner's debt is deducted."""
    return cents - owed


@register.filter
def kind_beside_title(pot: Pot) -> str:
    """What decides a pot; "" if that would only repeat its title, as for a pot "Serie 1"."""
    parts = [label("pot_kind", pot.kind), pot.series and pot.series.number, pot.category]
    kind = " ".join(str(part) for part in parts if part)
    return "" if pot.title.casefold() in kind.casefold() else kind


class Tied(Protocol):
    """Equals who share a rank."""

    @property
    def rank(self) -> int: ...


@register.simple_tag
def tied_for_a_prize(tournament: Tournament, scope: Scope, tied: Iterable[Tied]) -> list[Tied]:
    """The groups of equals for whom a lot decides a prize or the podium."""
    ranks = lots_at(revision_of(tournament), lambda: awards(TournamentSource(tournament)))
    return [group for group in tied if group.rank in ranks.get(scope, ())]


@register.simple_tag
def tied_for_nothing(
    tournament: Tournament, tied: Iterable[Tied], deciding: Collection[Tied]
) -> list[Tied]:
    """The other groups of equals; none once the result is final, where they share a rank."""
    if tournament.state == TournamentState.FINAL:
        return []
    return [group for group in tied if group not in deciding]
