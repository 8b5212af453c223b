"""What a prize plan would give away, before it is saved. Cents."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from scoring.models import EntryCategory, Pot, TeamMember
from scoring.models.money import PotKind
from scoring.models.person import EntryState
from scoring.money.reads.all_dues import OpenDues, all_dues
from scoring.money.reads.prizes import OF_TEAMS, Money, money_of
from scoring.rules.prizes import PrizePlan, amounts
from scoring.standings.reads.source import StandingsSource


@dataclass(frozen=True, slots=True)
class Preview:
    """The amounts of a plan for this money and so many players: money = prizes + kept.

    `taken` came in so far, `expected` is what there is when everybody has paid. Where teams win,
    `players` counts the teams.
    """

    money: int
    players: int
    amounts: tuple[int, ...]
    taken: int
    expected: int
    of_teams: bool = False

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
    pot: Pot,
    plan: PrizePlan,
    *,
    money: int | None = None,
    players: int | None = None,
    source: StandingsSource | None = None,
) -> Preview:
    """Try a plan out, with other money or other players than there are, if wanted.

    Otherwise it is what everybody pays, or what came in if that is more. `source` keeps what a
    page asked already.
    """
    source = source or StandingsSource(pot.tournament)
    every = all_dues(pot.tournament, source=source)
    booked = money_of(source)
    taken, expected = booked.taken(pot, plan), expected_money(pot, plan, booked, every)
    if money is None:
        money = max(taken, expected)
    if players is None:
        players = players_of(pot, booked, every)
    prizes = amounts(plan, money, players)
    return Preview(money, players, prizes, taken, expected, pot.kind in OF_TEAMS)


def players_of(pot: Pot, booked: Money, every: Iterable[OpenDues]) -> int:
    """How many play for a pot: of those present, and of those who sat at a table before they went.

    A team counts once; an optional stake and a category leave out who is not in it.
    """
    there = (dues for dues in every if dues.lists or dues.entry.state == EntryState.PRESENT)
    found = {dues.entry.pk for dues in there}
    if pot.optional and pot.stake_cents:
        found &= set() if not pot.pk else booked.stake_payers(pot)
    if pot.kind == PotKind.CATEGORY:
        members = EntryCategory.objects.filter(category=pot.category)
        found &= set(members.values_list("entry", flat=True))
    if pot.kind in OF_TEAMS:
        teams = TeamMember.objects.filter(
            team__contest__tournament=pot.tournament, team__contest__kind=pot.kind
        )
        return len({team for team, entry in teams.values_list("team", "entry") if entry in found})
    return len(found)


def expected_money(pot: Pot, plan: PrizePlan, booked: Money, every: Iterable[OpenDues]) -> int:
    """What the pot holds when everybody has paid, at the door and for the lists that are in.

    Nobody knows how many games will be lost in those that are not.
    """
    due: dict[str, int] = defaultdict(int)
    players = 0
    for dues in every:
        players += 1
        of_lists = (each for _list, seat in dues.lists for each in (seat.lost, seat.passed))
        for each in (*dues.door.dues, *of_lists):
            due[each.kind] += each.due
    stakes = booked.into[pot.pk] if pot.optional else pot.stake_cents * players
    sources = (max(due[kind], booked.by_kind[kind]) * part // 100 for kind, part in plan.sources)
    return stakes + sum(sources)
