"""A simulated championship for tests: teams, late and leaving players, every fee, every prize.

It uses the services of the desk: registration with fees, clubs of real sizes, teams apart in the
draw, lists and lost-game fees, an expulsion, lots, prizes paid out and a counted till. `account`
then checks that the sums agree.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.core.services import changing
from scoring.core.text import Name
from scoring.exchange.reads.verify import verify
from scoring.models import Actor, Category, Entry, Fees, Pot, Series, Team, Tournament
from scoring.models.log import Action
from scoring.models.money import PotKind
from scoring.models.person import EntryState
from scoring.models.team import Member, TeamKind
from scoring.models.tournament import SeriesState, TournamentSource, TournamentState
from scoring.money.reads.dues import all_dues
from scoring.money.reads.ledger import expected_in_till, till_of
from scoring.money.reads.prizes import PotAward, awards, scope_of
from scoring.money.services.ledger import collect_entries, collect_list, count_till, set_fees
from scoring.money.services.pots import PotTerms, choose_pots, create_pot, pay_out, record_handed_in
from scoring.people.services.entries import add_entries, change_entry
from scoring.people.services.leaving import set_state
from scoring.rules.fees import Ladder
from scoring.rules.prizes import Award, PrizePlan
from scoring.series.reads.draw_request import USUAL
from scoring.series.reads.list_states import Finding
from scoring.series.services.categories import CategoryTerms, add_category, assign
from scoring.series.services.draw import draw_series
from scoring.series.services.series import move_series
from scoring.series.services.teams import add_team, draw_teams, set_contest
from scoring.simulation.services import SimulationPlan, enter_list, people, play_table
from scoring.standings.reads.scopes import AnyStandings, TeamStandings, find_standings
from scoring.standings.reads.season import SeasonStandings
from scoring.standings.services import adjust, record_lots
from scoring.tournament.services.tournaments import (
    TournamentTerms,
    create_tournament,
    move_tournament,
)

# Common ladders of lost-game fees (docs/law.md "Money of a tournament"): from the n-th lost game
# of a list, cents each.
LADDERS: Mapping[str, Ladder] = {
    "fours": ((1, 50), (4, 100)),
    "pairs": ((1, 50), (3, 100), (5, 150), (7, 200)),
    "steep": ((1, 50), (4, 100), (6, 300)),
}
TEAM_SIZE = 4


@dataclass(frozen=True, slots=True)
class Crowd:
    """How many come late, leave early, and are expelled."""

    late: int
    leaving: int
    expelled: int


@dataclass(frozen=True, slots=True)
class Account:
    """Whether the sums of a championship agree. Cents; `open_cents` is still owed."""

    findings: tuple[Finding, ...]
    agrees: bool
    expected: int
    open_cents: int
    pots: tuple[PotAward, ...]

    @property
    def sound(self) -> bool:
        """No findings, no debts, a balanced till, every pot balanced and paid out."""
        proven = all(is_proven(pot.award) and not pot.due for pot in self.pots)
        return not self.findings and self.agrees and self.open_cents == 0 and proven


def is_proven(award: Award) -> bool:
    """Whether the sum holds, computed from the prizes."""
    given = sum(prize.cents or 0 for prize in award.prizes)
    return award.income == given + award.undecided + award.retained


def simulate_championship(plan: SimulationPlan, crowd: Crowd, *, by: Actor) -> Tournament:
    """The whole day until the result is final."""
    tournament = create_tournament(
        TournamentTerms(plan.name, plan.day, place="Kranichmoor", system=plan.system),
        by=by,
        host=plan.host,
        series=plan.series,
        rounds=plan.rounds,
    )
    prepare_office(tournament, by)
    entries = register_everybody(plan, tournament, crowd, by)
    form_teams(plan, tournament, entries, by)
    leaving = entries[-crowd.leaving :] if crowd.leaving else []
    for entry in leaving:
        leave_after(entry, max(1, plan.series - 1), by)
    for number in range(1, plan.series + 1):
        play(plan, tournament, number, by=by)
        expel_after(tournament, entries, number, crowd, plan.series, by)
    adjust(
        entries[0], -50, reason="late at the table", by=by, series=tournament.series.get(number=1)
    )
    try_every_ladder(tournament, by)
    settle(plan, tournament, by)
    return tournament


def fees_with(ladder: Ladder) -> Fees:
    steps = [list(step) for step in ladder]
    prices = {"entry_cents": 1500, "card_cents": 100, "table_cents": 50, "passed_cents": 10}
    return Fees(**prices, lost_ladder=steps)


def prepare_office(tournament: Tournament, by: Actor) -> None:
    """Fees, categories, contests and pots."""
    set_fees(tournament, fees_with(LADDERS["fours"]), by=by)
    ladies = add_category(tournament, CategoryTerms("Damen", entry_cents=1200), by=by)
    add_category(tournament, CategoryTerms("Freispieler", entry_cents=0, ranked=False), by=by)
    set_contest(tournament, TeamKind.TEAM, size=TEAM_SIZE, scaled=True, by=by)
    set_contest(tournament, TeamKind.TANDEM, by=by)
    set_contest(tournament, TeamKind.MIXED, one_of=ladies, by=by)
    for terms in pots_of(tournament, ladies):
        create_pot(tournament, terms, by=by)


def pots_of(tournament: Tournament, ladies: Category) -> tuple[PotTerms, ...]:
    """One pot of every kind, with every method."""
    return (
        PotTerms("Overall", PotKind.OVERALL, PrizePlan(every=4, sources=(("entry_fee", 60),))),
        *(series_pot(each) for each in tournament.series.all()),
        *pots_of_teams(),
        PotTerms(
            "Ladies",
            PotKind.CATEGORY,
            PrizePlan(places=3, method="places", sources=(("entry_fee", 5),)),
            category=ladies,
        ),
        PotTerms(
            "Best game",
            PotKind.SPECIAL,
            PrizePlan(
                places=1, method="places", ties="share", rounding=1, sources=(("lost_games", 10),)
            ),
            special="best-game",
        ),
        PotTerms(
            "Grand ouvert",
            PotKind.SPECIAL,
            PrizePlan(places=2, method="places", ties="share", sources=(("lost_games", 10),)),
            special="grand-ouvert",
        ),
    )


def pots_of_teams() -> tuple[PotTerms, ...]:
    return (
        PotTerms(
            "Teams",
            PotKind.TEAM,
            PrizePlan(method="places", places=5, ties="share"),
            stake_cents=250,
        ),
        PotTerms(
            "Tandem",
            PotKind.TANDEM,
            PrizePlan(every=5, curve="linear", rounding=10),
            stake_cents=500,
            optional=True,
        ),
        PotTerms(
            "Mixed", PotKind.MIXED, PrizePlan(method="table", amounts=(4000, 2000)), stake_cents=50
        ),
    )


def series_pot(series: Series) -> PotTerms:
    """€1 of every player, for every fifth one; in series 1 overall winners are passed over."""
    plan = PrizePlan(every=5, curve="gentle", rounding=10, one_each=series.number == 1)
    return PotTerms(f"Series {series.number}", PotKind.SERIES, plan, series=series, stake_cents=100)


def register_everybody(
    plan: SimulationPlan, tournament: Tournament, crowd: Crowd, by: Actor
) -> list[Entry]:
    """All players pay at the door; some come for the second series only."""
    invented = people(plan.random("people"), plan.players)
    ladies = plan.random("ladies").sample(range(plan.players), plan.players // 4)
    late = set(plan.random("late").sample(range(plan.players // 2), crowd.late))
    newcomers = [
        replace(
            newcomer,
            from_series=2 if place in late and plan.series > 1 else 1,
            categories=("Damen",) if place in ladies else (),
        )
        for place, newcomer in enumerate(invented)
    ]
    entries = add_entries(tournament, newcomers, by=by, paid=True)
    free = tournament.categories.get(name="Freispieler")
    assign(free, [entries[1].start_number], by=by)
    optional = list(tournament.pots.filter(optional=True).values_list("pk", flat=True))
    for entry in entries[::2]:
        choose(entry, optional, by=by)
    collect_entries(tournament, entries, by=by)
    return entries


def choose(entry: Entry, pots: Sequence[int], *, by: Actor) -> None:
    """Let one player choose exactly these optional pots (ids)."""
    with changing(entry.tournament, by, Action.ENTRY_POTS) as change:
        choose_pots(entry, set(pots), change)


def form_teams(
    plan: SimulationPlan, tournament: Tournament, entries: Sequence[Entry], by: Actor
) -> None:
    """Teams of four by club, tandems by lot, and a few mixed pairs."""
    teams = tournament.team_contests.get(kind=TeamKind.TEAM)
    numbers = [entry.start_number for entry in sorted(entries, key=club_and_number)]
    for first in range(0, len(numbers), TEAM_SIZE):
        members = [Member(number) for number in numbers[first : first + TEAM_SIZE]]
        add_team(teams, "", members, by=by)
    draw_teams(tournament.team_contests.get(kind=TeamKind.TANDEM), seed=plan.seed, by=by)
    mixed = tournament.team_contests.get(kind=TeamKind.MIXED)
    ladies = set(mixed.one_of.members.values_list("entry", flat=True)) if mixed.one_of else set()
    women = [entry.start_number for entry in entries if entry.pk in ladies]
    men = [entry.start_number for entry in entries if entry.pk not in ladies]
    for pair in list(zip(women, men, strict=False))[: max(2, len(women) // 3)]:
        add_team(mixed, "", [Member(number) for number in pair], by=by)


def club_and_number(entry: Entry) -> tuple[bool, str, int]:
    """Guests without a club come last."""
    return (not entry.club_name, entry.club_name, entry.start_number)


def play(plan: SimulationPlan, tournament: Tournament, number: int, *, by: Actor) -> None:
    """Draw with clubs and teams apart, enter every list, collect its fees, close."""
    series = tournament.series.get(number=number)
    draw_series(series, USUAL, by=by, seed=f"{plan.seed}/{number}")
    series.refresh_from_db()
    move_series(series, SeriesState.RELEASED, by=by)
    for score_list in series.lists.select_related("series__tournament"):
        enter_list(plan, score_list, play_table(plan, score_list), by=by)
        collect_list(score_list, range(1, score_list.seats + 1), by=by)
    series.refresh_from_db()
    move_series(series, SeriesState.CLOSED, by=by)


def leave_after(entry: Entry, number: int, by: Actor) -> None:
    entry.refresh_from_db()
    change_entry(
        entry,
        by=by,
        name=Name(entry.person.family, entry.person.given),
        club=entry.club_name,
        start_number=entry.start_number,
        from_series=entry.from_series,
        until_series=max(number, entry.from_series),
    )


def expel_after(
    tournament: Tournament,
    entries: Sequence[Entry],
    number: int,
    crowd: Crowd,
    series: int,
    by: Actor,
) -> None:
    """One after each of the first series, the rest after the last but one."""
    middle = len(entries) // 2
    chosen = entries[middle : middle + crowd.expelled]
    for place, entry in enumerate(chosen, 1):
        if number == min(place, max(1, series - 1)):
            set_state(entry, EntryState.EXPELLED, reason="insults (TO 4.3)", by=by)


def try_every_ladder(tournament: Tournament, by: Actor) -> None:
    """Every list is paid by every ladder in turn: the ledger books only the differences."""
    for ladder in (*LADDERS.values(), LADDERS["fours"]):
        set_fees(tournament, fees_with(ladder), by=by)
        entries = list(tournament.entries.all())
        collect_entries(tournament, entries, by=by)


def settle(plan: SimulationPlan, tournament: Tournament, by: Actor) -> None:
    """Lots for prizes, the prizes, the till, the final result."""
    move_tournament(tournament, TournamentState.REVIEW, by=by)
    tournament.refresh_from_db()
    for pot in tournament.pots.select_related("series", "category"):
        pot.tournament = tournament
        draw_lots(plan, pot, by)
    numbers = tournament.entries.values_list("start_number", flat=True)
    record_handed_in(tournament, list(numbers), by=by)
    # Each payment fixes its pot, and who has won there is passed over in the next one.
    for pot in tournament.pots.all():
        winners = [
            winner.contender.entry_id
            for winner in next(
                a for a in awards(TournamentSource(tournament)) if a.pot.pk == pot.pk
            ).winners
            if winner.rest > 0
        ]
        if winners:
            pay_out(pot, list(Entry.objects.filter(pk__in=winners)), by=by)
    count_till(tournament, {"": expected_in_till(tournament)}, by=by)
    reason = "simulated" if by.user else ""
    move_tournament(tournament, TournamentState.FINAL, by=by, reason=reason)


def draw_lots(plan: SimulationPlan, pot: Pot, by: Actor) -> None:
    """Draw lots among all equals in the standings of this pot."""
    ranking = find_standings(pot.tournament, scope_of(pot))
    if ranking is None or isinstance(ranking, SeasonStandings):
        return
    for rank, keys in equals(ranking).items():
        order = sorted(keys)
        plan.random("lot", ranking.scope, rank).shuffle(order)
        of = Team if isinstance(ranking, TeamStandings) else Entry
        rows: Mapping[int, Entry | Team] = of.objects.in_bulk(order)
        record_lots(pot.tournament, ranking.scope, [rows[key] for key in order], by=by)


def equals(ranking: AnyStandings) -> dict[int, list[int]]:
    """The ids of those whom only a lot can part, by rank."""
    groups: dict[int, list[int]] = defaultdict(list)
    for row in ranking.rows:
        if row.rank.lot_needed:
            groups[row.rank.rank].append(int(str(row.rank.key)))
    return groups


def account(tournament: Tournament) -> Account:
    """The sums of a championship, recomputed from what is stored."""
    return Account(
        findings=tuple(verify(tournament)),
        agrees=till_of(TournamentSource(tournament)).agrees,
        expected=expected_in_till(tournament),
        open_cents=sum(abs(due.rest) for due in all_dues(TournamentSource(tournament))),
        pots=tuple(awards(TournamentSource(tournament))),
    )
