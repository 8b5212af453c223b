"""What a prize plan would give away, before it is saved. Cents."""

from collections import defaultdict
from dataclasses import dataclass

from scoring.models import Pot, Seat, Tournament
from scoring.models.person import EntryState
from scoring.reads.dues import entry_dues
from scoring.reads.pots import Money
from scoring.rules.prizes import Plan, amounts


@dataclass(frozen=True, slots=True)
class Preview:
    """The amounts of a plan for this money and so many players: money = prizes + kept.

    `taken` came in so far, `expected` is what there is when everybody has paid.
    """

    money: int
    players: int
    amounts: tuple[int, ...]
    taken: int
    expected: int

    @property
    def prizes(self) -> int:
        return sum(self.amounts)

    @property
    def kept(self) -> int:
        return self.money - self.prizes

    @property
    def places(self) -> list[tuple[int, int, int]]:
        """First and last place of the same amount, and the amount."""
        found: list[tuple[int, int, int]] = []
        for place, cents in enumerate(self.amounts, 1):
            if found and found[-1][2] == cents:
                found[-1] = (found[-1][0], place, cents)
            else:
                found.append((place, place, cents))
        return found


def preview(
    pot: Pot, plan: Plan, *, money: int | None = None, players: int | None = None
) -> Preview:
    """Try a plan out, with other money or other players than there are, if wanted.

    Otherwise it is what everybody pays, or what came in if that is more.
    """
    tournament = pot.tournament
    taken = Money(tournament).taken(pot, plan)
    expected = expected_money(pot, plan)
    if money is None:
        money = max(taken, expected)
    if players is None:
        players = players_of(tournament)
    return Preview(money, players, amounts(plan, money, players), taken, expected)


def players_of(tournament: Tournament) -> int:
    """Who plays: everybody present, and whoever sat at a table before he went."""
    seated = set(Seat.objects.filter(series__tournament=tournament).values_list("entry", flat=True))
    present = tournament.entries.filter(state=EntryState.PRESENT).values_list("pk", flat=True)
    return len(seated.union(present))


def expected_money(pot: Pot, plan: Plan) -> int:
    """What the pot holds when everybody has paid at the door.

    Lost-game fees count as far as they came in: nobody knows how many games will be lost.
    """
    tournament = pot.tournament
    money = Money(tournament)
    due: dict[str, int] = defaultdict(int)
    players = 0
    for dues in entry_dues(tournament):
        players += 1
        for each in dues.dues:
            due[each.kind] += each.due
    stakes = money.into[pot.pk] if pot.optional else pot.stake_cents * players
    sources = (max(due[kind], money.by_kind[kind]) * part // 100 for kind, part in plan.sources)
    return stakes + sum(sources)
