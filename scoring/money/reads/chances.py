"""Who can still win a prize of the overall pot (docs/practice.md "Who is sure of a prize")."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from django.db.models import Count, Max, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.core.cached import at_revision
from scoring.core.text import spoken_name
from scoring.log.reads import revision_of
from scoring.messages.sentence import points
from scoring.models import Entry, ScoreList, Seat, Series, Tournament
from scoring.models.money import PotKind
from scoring.models.names import Scope
from scoring.models.person import EntryState
from scoring.models.score_list import COUNTED_STATES, SET_ASIDE, Depth, ListState
from scoring.models.tournament import Confirm, SeriesState, TournamentSource
from scoring.money.reads import prizes
from scoring.rules import chances as law
from scoring.rules.chances import RUNS, Contestant, TableLeft
from scoring.rules.score_list import bonus
from scoring.standings.reads.players import Standings, people_of, standings

FULL_TABLE = 4  # seats


@dataclass(frozen=True, slots=True)
class PrizeChance:
    """A player's verdict, and his chance in percent if it is open and can be estimated."""

    entry_id: int
    start_number: int
    name: str
    verdict: law.Verdict
    percent: int | None
    need: law.Need | None = None
    rival: str = ""  # with whom `need` compares him

    @property
    def text(self) -> str:
        """The chance alone: "sure", "about 62 %", "no longer possible"."""
        if self.verdict != "open":
            return _("sure") if self.verdict == "sure" else _("no longer possible")
        if self.percent is None:
            return _("possible")
        if not 1 <= self.percent <= 99:
            return _("under 1 %") if self.percent < 1 else _("over 99 %")
        return _("about %(percent)s %%") % {"percent": self.percent}

    @property
    def words(self) -> str:
        """What he needs: "18 points more than Reh, or Reh loses one game more"."""
        if self.need is None or self.verdict != "open":
            return ""
        figure, losses = self.need.points, self.need.losses or 0
        sum_ = ngettext("%(points)s point", "%(points)s points", abs(figure))
        by = {"sum": sum_ % {"points": points(abs(figure))}, "rival": self.rival, "count": losses}
        if figure <= 0:
            return (_("%(sum)s ahead of %(rival)s") if figure else _("level with %(rival)s")) % by
        more = _("%(sum)s more than %(rival)s") % by
        if not losses:
            return more
        lost = ngettext(
            "%(rival)s loses one game more", "%(rival)s loses %(count)s games more", losses
        )
        return _("%(more)s, or %(losses)s") % {"more": more, "losses": lost % by}


@dataclass(frozen=True, slots=True)
class Chances:
    """The chances of everybody who plays for the prizes, best first."""

    series: Series
    places: int  # prizes of the overall pot; without a pot, places of the podium
    has_pot: bool
    rows: tuple[PrizeChance, ...]
    seed: int | None  # of the estimate; None if too little was played for one

    @property
    def sure(self) -> list[PrizeChance]:
        return [row for row in self.rows if row.verdict == "sure"]

    @property
    def open(self) -> list[PrizeChance]:
        """Those whose chance is worth naming: not estimated, or at least one percent, rounded."""
        return [row for row in self.rows if row.verdict == "open" and row.percent != 0]

    @property
    def others(self) -> int:
        return len(self.rows) - len(self.sure) - len(self.open)

    @property
    def title(self) -> str:
        return _("Who wins a prize?") if self.has_pot else _("Who reaches the podium?")

    @property
    def note(self) -> str:
        if self.seed is None:
            return _("Too few lists for an estimate.")
        return _(
            "Percentages are an estimate: %(runs)s runs of series %(number)s with the results of"
            " this tournament (seed %(seed)s)."
        ) % {"runs": points(RUNS), "number": self.series.number, "seed": f"{self.seed:08X}"}

    def of(self, entry_id: int) -> PrizeChance | None:
        return next((row for row in self.rows if row.entry_id == entry_id), None)


@dataclass(frozen=True, slots=True)
class Visible:
    """What a reader sees, by numbers of series; None: of all of them."""

    results: frozenset[int] | None = None
    seated: Collection[int] | None = None
    running: bool = True  # also how the lists stand that are being played

    def shows(self, number: int) -> bool:
        return self.results is None or number in self.results

    def seats(self, number: int) -> bool:
        return self.seated is None or number in self.seated


def shown_chances(tournament: Tournament, scope: Scope) -> Chances | None:
    """Who can still win a prize, for the overall standings and if the organizer shows it."""
    if scope != "overall" or not tournament.shows_chances:
        return None
    source = TournamentSource(tournament)
    # A second typist must not see how the first one's lists stand.
    visible = Visible(running=tournament.confirm != Confirm.BLIND)
    return at_revision(revision_of(tournament), "chances", lambda: chances_of(source, visible))


def chances_of(source: TournamentSource, visible: Visible) -> Chances | None:
    """Who can still win a prize; None unless exactly the last series is to be played or counted."""
    tournament, all_series = source.tournament, source.all_series
    if not tournament.under_way or not all_series or all_series[-1].state == SeriesState.CLOSED:
        return None
    *before, last = all_series
    if not all(
        series.state == SeriesState.CLOSED and visible.shows(series.number) for series in before
    ):
        return None
    ranking = standings(tournament, only=visible.results, source=source)
    field = PrizeField(source, ranking, last, visible)
    tables = field.tables()
    if not any(table.left for table in tables):
        return None
    goal, lots = field.goal, tournament.ties == "lot"
    limits = law.limits_of(tournament.rule_system, tournament.scheme)
    verdicts = law.verdicts(tables, goal.places, limits, lots=lots, more=goal.more)
    compared = law.needs(tables, goal.places, limits)
    seed = int(sha256(repr((tables, goal.places)).encode()).hexdigest()[:8], 16)
    hits: Mapping[int, int] = {}
    if len(played := field.played()) >= law.MIN_LISTS:
        hits = law.estimate(tables, goal.places, played, seed=seed)
    totals = {player.key: player.total for table in tables for player in table.players}
    rows = []
    for entry in sorted(verdicts, key=lambda entry: (-totals[entry], field.people[entry][0])):
        number, name, _club = field.people[entry]
        need = compared.get(entry)
        percent = round(100 * hits[entry] / RUNS) if hits else None
        rival = field.rival_name(need.rival) if need else ""
        rows.append(PrizeChance(entry, number, name, verdicts[entry], percent, need, rival))
    return Chances(last, goal.places, goal.has_pot, tuple(rows), seed if hits else None)


class Goal(NamedTuple):
    """How many places win, and how many `more` may become free; `barred` players win nothing."""

    places: int
    more: int
    has_pot: bool
    barred: frozenset[int]


def goal_of(source: TournamentSource) -> Goal:
    """The prizes of the first overall pot; without one the podium."""
    awards = prizes.awards(source)
    overall = (award for award in awards if award.pot.kind == PotKind.OVERALL)
    states = source.cached(people_of).states
    barred = {entry for entry, state in states.items() if state == EntryState.EXPELLED}
    if (award := next(filter(prize_count, overall), None)) is None:
        return Goal(prizes.PODIUM, 0, False, frozenset(barred))
    pot, money = award.pot, prizes.Money(source)
    barred |= prizes.served_elsewhere(pot, award.plan, source.cached(prizes.plans_of), money).keys()
    if pot.optional and pot.stake_cents:
        barred |= states.keys() - money.stake_payers(pot)
    more = 0
    if award.plan.one_each:  # whoever wins one of the pots before is passed over here
        more = sum(
            prize_count(earlier)
            for earlier in awards
            if earlier.pot.number < pot.number and earlier.pot.kind not in prizes.OF_TEAMS
        )
    return Goal(prize_count(award), more, True, frozenset(barred))


def prize_count(award: prizes.PotAward) -> int:
    return max(len(award.award.amounts), len(award.in_kind))


class PrizeField:
    """Everybody who played or is to play the last series, as contestants at their tables."""

    def __init__(
        self, source: TournamentSource, ranking: Standings, last: Series, visible: Visible
    ) -> None:
        self.source, self.last, self.visible = source, last, visible
        self.ranking, self.rows = ranking, {row.entry_id: row for row in ranking.rows}
        self.people = source.cached(people_of).names
        self.goal = goal_of(source)
        of_list = "list_id", "series__number", "list__state", "list__sittings"
        seats = Seat.objects.filter(series__tournament=source.tournament)
        # Not by "list", which orders by table number and mixes the series.
        seats = seats.order_by("list_id", "position")
        self.seats = list(seats.values_list(*of_list, "entry_id", "performance", named=True))

    def rival_name(self, entry: int) -> str:
        """The family name, with the given one if others have the same."""
        name = self.people[entry][1]
        family = name.partition(", ")[0]
        same = sum(other.partition(", ")[0] == family for _no, other, _club in self.people.values())
        return family if same == 1 else spoken_name(name)

    def tables(self) -> list[TableLeft]:
        """The tables of the last series; whoever sits at none is alone."""
        last = self.last
        if last.state == SeriesState.DRAFT or not self.visible.seats(last.number):
            return self.undrawn()
        counted = COUNTED_STATES[self.source.tournament.what_counts]
        over = (*SET_ASIDE, *counted) if self.visible.shows(last.number) else SET_ASIDE
        open_ids = {
            seat.list_id
            for seat in self.seats
            if seat.series__number == last.number and seat.list__state not in over
        }
        games = Q(games__annulled=False, games__unread=False)
        lists = last.lists.filter(pk__in=open_ids).annotate(
            typed=Count("games", filter=games), newest=Max("games__number", filter=games)
        )
        seated = {seat.entry_id for seat in self.seats if seat.list_id in open_ids}
        tables = [self.table(row, row.typed, row.newest) for row in lists]
        return [*tables, *self.finished(seated)]

    def table(self, score_list: ScoreList, done: int, newest: int | None) -> TableLeft:
        """A table that plays; `done` of its games are typed, with numbers up to `newest`."""
        outline, scheme = score_list.outline, self.source.tournament.scheme
        if not (self.visible.running and self.visible.shows(self.last.number)):
            done = 0
        elif score_list.depth == Depth.TOTALS:
            done = 0 if score_list.state == ListState.OPEN else outline.games_due
        games_left = range(done + 1, outline.games_due + 1)
        # Where rows were left out nobody knows whose deals are left: all may play in every game.
        is_order_known = not 0 < done < (newest or 0)
        players = []
        seats = (seat for seat in self.seats if seat.list_id == score_list.pk)
        for position, seat in enumerate(seats, 1):
            present = [number for number in games_left if position in outline.present(number)]
            turns = len(present)
            if is_order_known:
                seat_number = outline.seat_of(position)
                turns = sum(outline.may_play(seat_number, number) for number in present)
            so_far = seat.performance or 0 if done else 0
            players.append(self.contestant(seat.entry_id, so_far, turns, len(present) - turns))
        fewest = min((len(outline.taken(number)) for number in games_left), default=FULL_TABLE)
        extra = bonus(scheme, fewest)
        return TableLeft(tuple(players), len(games_left), max(1, outline.games_due), extra)

    def undrawn(self) -> list[TableLeft]:
        """Everybody who is to play, each for himself: who meets whom is not known."""
        rounds, scheme = self.last.rounds, self.source.tournament.scheme
        due, entries = FULL_TABLE * rounds, Entry.objects.filter(tournament=self.source.tournament)
        playing = {entry.pk for entry in entries if entry.plays(self.last.number)}
        players = [self.contestant(entry, 0, due - rounds, rounds) for entry in sorted(playing)]
        alone = [TableLeft((player,), due, due, bonus(scheme, FULL_TABLE)) for player in players]
        return [*alone, *self.finished(playing)]

    def contestant(self, entry: int, so_far: int, turns: int, waits: int) -> Contestant:
        """A player of the last series; of its games left he plays `turns` and deals in `waits`."""
        eligible, best_of = entry not in self.goal.barred, self.source.tournament.best_of
        if (row := self.rows.get(entry)) is None:
            total = self.ranking.free[entry] + so_far
            return Contestant(entry, total, turns, waits, eligible=eligible)
        past = row.results.keys() - {self.last.number}
        total, floor = row.performance, None
        if best_of is not None and len(past) >= best_of:
            # The worst series that counts makes room, if the last one is better.
            counted = [row.results[number].performance for number in past - row.dropped]
            total, floor = total - min(counted), total
        return Contestant(entry, total + so_far, turns, waits, floor, eligible=eligible)

    def finished(self, playing: Collection[int]) -> Iterator[TableLeft]:
        """Everybody but those who are still `playing`, each for himself."""
        for entry, row in self.rows.items():
            if entry not in playing:
                eligible, rank = entry not in self.goal.barred, row.rank.rank
                alone = Contestant(entry, row.performance, rank=rank, eligible=eligible)
                yield TableLeft((alone,))

    def played(self) -> list[list[int]]:
        """The results of the lists that count, by seat, from which the rest is estimated."""
        counted = COUNTED_STATES[self.source.tournament.what_counts]
        counted_seats = (
            seat
            for seat in self.seats
            if seat.list__state in counted and self.visible.shows(seat.series__number)
        )
        lists = groupby(counted_seats, key=attrgetter("list_id", "list__sittings"))
        return [
            [seat.performance or 0 for seat in seats]
            for (_id, sittings), seats in lists
            if not sittings  # at a table that never changed
        ]
