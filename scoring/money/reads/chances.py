"""Who can still win a prize of the overall pot: before the last series and while it is played.

docs/practice.md "Who is sure of a prize".
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from django.db.models import Count, Max, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.messages.sentence import points
from scoring.models import Entry, ScoreList, Seat, Series
from scoring.models.money import PotKind
from scoring.models.person import EntryState
from scoring.models.score_list import COUNTED_STATES, SET_ASIDE, Depth, ListState
from scoring.models.tournament import SeriesState, TournamentSource
from scoring.money.reads import prizes
from scoring.rules import chances as law
from scoring.rules.chances import RUNS, Contestant, TableLeft
from scoring.rules.score_list import bonus
from scoring.standings.reads.players import Standings, people_of, standings

SEATS = 4  # of a table that is not drawn yet


@dataclass(frozen=True, slots=True)
class PrizeChance:
    """What is true of one player: the verdict, and for an open one a chance in percent.

    `rival` is the name of the player whom his `need` compares him with.
    """

    entry_id: int
    start_number: int
    name: str
    verdict: law.Verdict
    percent: int | None
    need: law.Need | None = None
    rival: str = ""

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
    """Of everybody who plays for the prizes, best first.

    `prizes` of the overall pot, or without one the places of the podium. `seed` is that of the
    estimate; None where too little was played for one.
    """

    series: Series
    places: int
    has_pot: bool
    rows: tuple[PrizeChance, ...]
    seed: int | None

    @property
    def sure(self) -> list[PrizeChance]:
        return [row for row in self.rows if row.verdict == "sure"]

    @property
    def open(self) -> list[PrizeChance]:
        """Who may be named: all but those of less than one percent."""
        return [row for row in self.rows if row.verdict == "open" and row.percent != 0]

    @property
    def others(self) -> int:
        return len(self.rows) - len(self.sure) - len(self.open)

    @property
    def title(self) -> str:
        return _("Who wins a prize?") if self.has_pot else _("Who comes to the podium?")

    @property
    def note(self) -> str:
        """Where the percentages come from."""
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
    """The series whose results and seatings a reader sees, None: all; with `running` also how the
    lists stand that are being played.
    """

    results: frozenset[int] | None = None
    seated: Collection[int] | None = None
    running: bool = True

    def shows(self, number: int) -> bool:
        return self.results is None or number in self.results

    def seats(self, number: int) -> bool:
        return self.seated is None or number in self.seated


def chances_of(source: TournamentSource, visible: Visible = Visible()) -> Chances | None:
    """Who can still win a prize; None unless exactly the last series is to be played or counted."""
    tournament, all_series = source.tournament, source.all_series
    if not tournament.under_way or not all_series or all_series[-1].state == SeriesState.CLOSED:
        return None
    *before, last = all_series
    if any(each.state != SeriesState.CLOSED or not visible.shows(each.number) for each in before):
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
    """The places that win, and those that become free at most; `barred` win nothing here."""

    places: int
    more: int
    has_pot: bool
    barred: frozenset[int]


def goal_of(source: TournamentSource) -> Goal:
    """The prizes of the first overall pot; without one the podium."""
    given = prizes.awards(source.tournament, source=source)
    overall = (each for each in given if each.pot.kind == PotKind.OVERALL and prize_count(each))
    states = source.cached(people_of).states
    barred = {entry for entry, state in states.items() if state == EntryState.EXPELLED}
    if (pot := next(overall, None)) is None:
        return Goal(prizes.PODIUM, 0, False, frozenset(barred))
    money, plans = prizes.Money(source), source.cached(prizes.plans_of)
    barred |= prizes.served_elsewhere(pot.pot, pot.plan, plans, money).keys()
    if pot.pot.optional and pot.pot.stake_cents:
        barred |= states.keys() - money.stake_payers(pot.pot)
    earlier = (each for each in given if each.pot.number < pot.pot.number)
    more = sum(prize_count(each) for each in earlier if each.pot.kind not in prizes.OF_TEAMS)
    return Goal(prize_count(pot), more * pot.plan.one_each, True, frozenset(barred))


def prize_count(pot: prizes.PotAward) -> int:
    return max(len(pot.award.amounts), len(pot.in_kind))


class PrizeField:
    """Everybody who played or is to play the last series, as contestants at their tables."""

    def __init__(
        self, source: TournamentSource, ranking: Standings, last: Series, visible: Visible
    ) -> None:
        self.source, self.last, self.visible = source, last, visible
        self.ranking, self.rows = ranking, {row.entry_id: row for row in ranking.rows}
        self.people = source.cached(people_of).names
        self.goal = goal_of(source)
        rows = Seat.objects.filter(series__tournament=source.tournament)
        of_list = "list_id", "series__number", "list__state", "list__sittings"
        # Not by "list", which orders by table number and mixes the series.
        rows = rows.order_by("list_id", "position")
        self.seats = list(rows.values_list(*of_list, "entry_id", "performance", named=True))

    def rival_name(self, entry: int) -> str:
        """The family name, with the given one where others share it."""
        name = self.people[entry][1]
        family = name.split(", ")[0]
        same = sum(other.split(", ")[0] == family for _no, other, _club in self.people.values())
        return family if same == 1 else " ".join(reversed(name.split(", ")))

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
        tables = [self.table(each, each.typed, each.newest) for each in lists]
        return [*tables, *self.through(seated)]

    def table(self, score_list: ScoreList, done: int, newest: int | None) -> TableLeft:
        """A table that plays, or has not begun as far as the reader may know."""
        outline, scheme = score_list.outline, self.source.tournament.scheme
        if not (self.visible.running and self.visible.shows(self.last.number)):
            done = 0
        elif score_list.depth == Depth.TOTALS:
            done = 0 if score_list.state == ListState.OPEN else outline.games_due
        numbers = range(done + 1, outline.games_due + 1)
        players = []
        seats = (seat for seat in self.seats if seat.list_id == score_list.pk)
        for position, seat in enumerate(seats, 1):
            present = [number for number in numbers if position in outline.present(number)]
            turns = sum(outline.may_play(outline.seat_of(position), number) for number in present)
            if newest and newest > done > 0:  # a row was left out: he may deal in none
                turns = len(present)
            so_far = seat.performance or 0 if done else 0
            players.append(self.contestant(seat.entry_id, so_far, turns, len(present) - turns))
        short = any(len(outline.taken(number)) < SEATS for number in numbers)
        extra = bonus(scheme, SEATS - short)
        due = max(1, outline.games_due)
        return TableLeft(tuple(players), len(numbers), due, extra)

    def undrawn(self) -> list[TableLeft]:
        """Everybody who is to play, each for himself: who meets whom is not known."""
        rounds, scheme = self.last.rounds, self.source.tournament.scheme
        due, entries = SEATS * rounds, Entry.objects.filter(tournament=self.source.tournament)
        playing = {entry.pk for entry in entries if entry.plays(self.last.number)}
        players = [self.contestant(entry, 0, due - rounds, rounds) for entry in sorted(playing)]
        alone = [TableLeft((player,), due, due, bonus(scheme, SEATS)) for player in players]
        return [*alone, *self.through(playing)]

    def contestant(self, entry: int, so_far: int, turns: int, waits: int) -> Contestant:
        """A player in the last series, with `so_far` points in its list."""
        able, keep = entry not in self.goal.barred, self.source.tournament.best_of
        if (row := self.rows.get(entry)) is None:
            total = self.ranking.free[entry] + so_far
            return Contestant(entry, total, turns, waits, eligible=able)
        past = {number: each for number, each in row.results.items() if number != self.last.number}
        total, floor = row.performance, None
        if keep is not None and len(past) >= keep:
            # The worst series that counts makes room, if the last one is better.
            counts = [each.performance for at, each in past.items() if at not in row.dropped]
            total, floor = total - min(counts), total
        return Contestant(entry, total + so_far, turns, waits, floor, eligible=able)

    def through(self, playing: Collection[int]) -> Iterator[TableLeft]:
        """The players whose results are complete."""
        for entry, row in self.rows.items():
            if entry not in playing:
                able, at = entry not in self.goal.barred, row.rank.rank
                yield TableLeft((Contestant(entry, row.performance, rank=at, eligible=able),))

    def played(self) -> list[list[int]]:
        """The results of the lists that count, by seat, from which the rest is estimated."""
        counted = COUNTED_STATES[self.source.tournament.what_counts]
        shown = (
            seat
            for seat in self.seats
            if seat.list__state in counted and self.visible.shows(seat.series__number)
        )
        lists = groupby(shown, key=attrgetter("list_id", "list__sittings"))
        return [[seat.performance or 0 for seat in seats] for (_id, sat), seats in lists if not sat]
