"""What the next step of a tournament depends on: its rows, read in few queries."""

from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Exists, Max, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.utils import timezone

from scoring.core.access import Right
from scoring.core.cached import cached
from scoring.lists.phone.reads.overview import open_calls
from scoring.log.reads import revision_of
from scoring.models import (
    Actor,
    Draw,
    Entry,
    LogEntry,
    Meeting,
    NoListReason,
    Report,
    ReportTarget,
    Role,
    ScoreList,
    Seat,
    Series,
    TableCall,
    Tournament,
    User,
)
from scoring.models.log import Action
from scoring.models.names import Scope
from scoring.models.person import EntryState
from scoring.models.score_list import CLOSED, Depth, ListState
from scoring.models.tournament import Confirm, Counts, SeriesState, Ties, TournamentState
from scoring.money.reads.award import (
    entries_without_papers,
    open_choices,
    ready_winners,
    waiting_winners,
)
from scoring.money.reads.dues import bookings_in, door_prices, lists_in_order, staked_pots
from scoring.money.reads.ledger import last_counts, open_fees, till
from scoring.money.reads.prizes import PODIUM, PotAward, Winner, awards, plans_of, ranks_by_lot
from scoring.people.reads.clubs import forgettable
from scoring.referee.reads import objections_of
from scoring.series.reads.draw_request import MANUAL, chairs_for, fourth_may_join, usual_options
from scoring.series.reads.list_states import ACTS, writers_in
from scoring.standings.reads.players import standings
from scoring.standings.reads.results import StandingsSource
from scoring.standings.reads.season import awaited

# What is left to do when all series are closed: lots, objections, signatures, money.


@dataclass(frozen=True, slots=True)
class DayEnd:
    """What is open at the end of a tournament.

    `upheld` are the numbers of decisions whose list was not corrected; `lots` the rankings in
    which a lot is missing; `unsigned` the numbers and ids of series with unsigned lists; `cards`
    winners whose lists or start card are missing; `choosing` the pots with things, and how many
    winners choose one; `ranks_by_lot` which lots decide something (`deciding_lots`). Cents.
    """

    objections: int = 0
    upheld: tuple[int, ...] = ()
    lots: tuple[Scope, ...] = ()
    unsigned: tuple[tuple[int, int], ...] = ()
    cards: int = 0
    choosing: tuple[tuple[int, int], ...] = ()
    prizes: int = 0
    winners: int = 0
    fees: int = 0
    debtors: int = 0
    till_open: bool = False
    ranks_by_lot: dict[str, set[int]] = field(default_factory=dict)


def day_end(tournament: Tournament, *, money: bool = True) -> DayEnd:
    """What is open at the end of a tournament; without `money` not what is to be paid out.

    Objections and signatures are asked for before the result is final.
    """
    source = StandingsSource(tournament)
    in_review = tournament.state == TournamentState.REVIEW
    owing = knows_money(source)
    every = awards(tournament, source=source)
    complete = [pot_award for pot_award in every if pot_award.complete]
    missing = entries_without_papers(tournament, source) if complete else frozenset()
    found = DayEnd(
        lots=scopes_without_lot(source, complete),
        ranks_by_lot=ranks_by_lot(every),
        cards=len(
            {entry for pot_award in complete for entry in waiting_winners(pot_award, missing)}
        ),
    )
    if in_review:
        found = with_review(found, source)
    if not owing:
        return found
    found = with_debts(found, source)
    if not money:
        return found
    ready = [winner for pot_award in complete for winner in ready_winners(pot_award, missing)]
    return with_prizes(found, source, every, ready)


def knows_money(source: StandingsSource) -> bool:
    """Whether anything costs something in a tournament, was booked or counted there. On an evening
    without money there is nothing else to be read about it.
    """
    prices = source.cached(door_prices)
    asked = (plans_of, bookings_in, last_counts)
    return bool(prices.fees.pk or prices.by_category or any(source.cached(each) for each in asked))


def with_review(found: DayEnd, source: StandingsSource) -> DayEnd:
    objections = source.cached(objections_of)
    return replace(
        found,
        objections=len(objections.lodged),
        upheld=tuple(objections.uncorrected),
        unsigned=series_unsigned(source.cached(lists_in_order)),
    )


def with_debts(found: DayEnd, source: StandingsSource) -> DayEnd:
    owing = open_fees(source.tournament, source)
    return replace(found, fees=sum(dues.rest for dues in owing), debtors=len(owing))


def with_prizes(
    found: DayEnd, source: StandingsSource, pots: Sequence[PotAward], ready: Sequence[Winner]
) -> DayEnd:
    counted = till(source.tournament, source)
    return replace(
        found,
        choosing=tuple(open_choices(pots)),
        prizes=sum(winner.rest for winner in ready),
        winners=len({winner.contender.entry_id for winner in ready}),
        till_open=bool(counted.lines) and not counted.agrees,
    )


def scopes_without_lot(source: StandingsSource, pots: Sequence[PotAward]) -> tuple[Scope, ...]:
    """The rankings in which a prize, or the podium, waits for a lot (TO 5.1)."""
    scopes = dict.fromkeys(pot.scope for pot in pots if not pot.lots_drawn)
    if source.tournament.ties == Ties.LOT:
        overall = standings(source.tournament, source=source)
        tied = (row.rank.rank <= PODIUM and row.rank.lot_needed for row in overall.rows)
        if any(tied):
            scopes[overall.scope] = None
    return tuple(scopes)


def series_unsigned(lists: Iterable[ScoreList]) -> tuple[tuple[int, int], ...]:
    """Number and id of each series with lists that count and lack a signature (TO 9.11)."""
    closed = (score_list for score_list in lists if score_list.state in CLOSED)
    found = {
        (score_list.series.number, score_list.series_id)
        for score_list in closed
        if score_list.unsigned_seats
    }
    return tuple(sorted(found))


# What is owed between two series, while everybody is still there.


@dataclass(frozen=True, slots=True)
class Owed:
    """By series (id) what its lists still cost; who owes something at the door, and how much."""

    by_series: Counter[int] = field(default_factory=Counter)
    door_debtors: int = 0
    door_fees: int = 0


def owed_between(tournament: Tournament, states: Iterable[str]) -> Owed:
    """What players owe, once a series is closed and as long as no other is out; `states` are those
    of all series.
    """
    found = set(states)
    is_between = SeriesState.CLOSED in found and found <= {SeriesState.CLOSED, SeriesState.DRAFT}
    if not (tournament.under_way and is_between):
        return Owed()
    source = StandingsSource(tournament)
    prices = source.cached(door_prices)
    if not (prices.fees.pk or prices.by_category or source.cached(staked_pots)):
        return Owed()
    by_series, at_the_door = Counter[int](), list[int]()
    for dues in open_fees(tournament, source):
        for score_list, seat in dues.lists:
            by_series[score_list.series_id] += max(0, seat.rest)
        if dues.door.rest > 0:
            at_the_door.append(dues.door.rest)
    return Owed(by_series, len(at_the_door), sum(at_the_door))


# What a final result still leads to: its report to a server, and the end of its season.


def target_of(host: int) -> ReportTarget | None:
    """The server to which a host (an id) reports."""
    return ReportTarget.objects.filter(host=host).first()


def final_row(tournament: Tournament) -> int:
    """The id of the row of the log that made the result final last; 0 if none did."""
    moved = LogEntry.objects.filter(tournament=tournament, action=Action.TOURNAMENT_MOVED)
    return moved.order_by("-id").values_list("id", flat=True).first() or 0


class AfterTheEnd(NamedTuple):
    """What a final result leads to: whether it is to be reported to a server, whether the season of
    the day could be closed (`standings.reads.season_end`), and whether a backup left this computer
    since. A result that came from elsewhere itself is not reported.
    """

    due: bool = False
    season_over: bool = False
    backed_up: bool = True


def after_the_end(tournament: Tournament) -> AfterTheEnd:
    """What is left to do after a final result: one query, as it depends on more than its log."""
    targets = ReportTarget.objects.filter(host=OuterRef("host"))
    days = awaited(Tournament.objects.filter(season=OuterRef("season")))
    unfinished = days.exclude(state=TournamentState.FINAL)
    reports = Meeting.objects.filter(division__season=OuterRef("season"), reported_at=None)
    found = Tournament.objects.filter(pk=tournament.pk).annotate(
        due=Q(sample=False, reported_at=None) & Exists(targets),
        over=Q(sample=False, season__isnull=False, season__closed_at=None)
        & ~Exists(unfinished)
        & ~Exists(reports),
        # The database of PostgreSQL is backed up by its own programs.
        backed_up=Exists(backups_since()) if connection.vendor == "sqlite" else Value(True),
    )
    rows = found.order_by().values_list("due", "over", "backed_up")
    return AfterTheEnd(*(bool(each) for row in rows for each in row))


def backups_since() -> QuerySet[LogEntry]:
    """The backups that left this computer after the result of an outer tournament became final."""
    moved = LogEntry.objects.filter(
        tournament=OuterRef(OuterRef("pk")), action=Action.TOURNAMENT_MOVED
    )
    final = Coalesce(Subquery(moved.order_by("-id").values("id")[:1]), 0)
    copied = Q(action=Action.BACKUP_MADE, new__copied=True) | Q(action=Action.BACKUP_DOWNLOADED)
    return LogEntry.objects.filter(copied, tournament=None, id__gt=final)


def report_state(tournament: Tournament) -> str:
    """How far the report of a result is: "due", "corrected" since, or a `ReportState`."""
    report = Report.objects.filter(tournament=tournament).first()
    if report is None:
        return "due"
    return report.state if report.result == final_row(tournament) else "corrected"


# For every later confirmation, whoever corrected by a second entry has written (`WRITING`).
RECHECKED = Action.LIST_RECHECK_CORRECTED
NAMED = 6  # so many people without a seat are named, the others counted


@dataclass(frozen=True, slots=True)
class TableOfDay:
    """A table whose list is open, or entered and not confirmed, or that calls the referee.

    `game` is the number of the game that the call is about; 0 for none.
    """

    list_id: int
    number: int
    begun: bool = False
    entered: bool = False
    game: int = 0


@dataclass(frozen=True, slots=True)
class PlayerOfDay:
    """A player by start number and name; late in a league, with the list of the table of three that
    he may join as the fourth.
    """

    number: int
    name: str
    joins: int = 0


@dataclass(frozen=True, slots=True)
class SeriesOfDay:
    """A series as far as the next step depends on it.

    `mode` is the way in which it would be drawn now, as long as it is not.
    `unseated` counts the players without a seat among those who play it, `waiting` names the first
    of them after the draw. `vacated` counts the seats of people who left, at tables where nobody
    plays yet, and `gone` names the first of those. `owed` is what its lists still cost, in cents.
    """

    id: int
    number: int
    state: str
    drawn: bool = True
    mode: str = ""
    announced: bool = False
    seating_shown: bool = True
    results_shown: bool = True
    unseated: int = 0
    waiting: tuple[PlayerOfDay, ...] = ()
    vacated: int = 0
    gone: tuple[PlayerOfDay, ...] = ()
    owed: int = 0
    missing: tuple[TableOfDay, ...] = ()
    to_confirm: tuple[TableOfDay, ...] = ()


@dataclass(frozen=True, slots=True)
class DayState:
    """The state of a tournament as one reader finds it.

    `entered` counts the players as long as there is no series. Between two series, `door_debtors`
    owe `door_fees` at the door (cents). `own` are the lists that this reader
    may confirm, by id; `others_confirm` whether anybody else could. `calls` are the tables that
    wait for this reader as a referee, the longest first. `report` is how far the report of a final
    result to a server is, "" where there is none to be made; `reported` that it came from elsewhere
    itself. `end` is None as long as nothing of the end of the day is asked. `season_over` says that
    every day of its season is final, `in_season` that it is an evening of a club's season.
    `names_due` counts the people of the host whose names may be removed because their six months
    are over, before and after play.
    """

    state: str
    series: tuple[SeriesOfDay, ...] = ()
    entered: int = 0
    door_debtors: int = 0
    door_fees: int = 0
    broken_off: str = ""
    public: bool = False
    frozen: bool = False
    needs_confirmation: bool = False
    own: frozenset[int] = frozenset()
    others_confirm: bool = True
    calls: tuple[TableOfDay, ...] = ()
    review_over: bool = True
    superuser: bool = False
    backed_up: bool = True
    report: str = ""
    reported: bool = False
    end: DayEnd | None = None
    season_over: bool = False
    names_due: int = 0
    in_season: bool = True


def day_of(tournament: Tournament, right: Right, user: object) -> DayState:
    """The state of a tournament for a reader: one query, or four after somebody changed something.

    What stands at its end takes some more, once for each change.
    """
    revision, state = revision_of(tournament), tournament.state
    fixed = (state, tournament.broken_off)
    series, waiting = cached(revision, ("series", *fixed), lambda: series_of(tournament))
    reader = (getattr(user, "pk", None), right.clerk, tournament.confirm)
    own, others = cached(
        revision, ("own", *fixed, *reader), lambda: confirming(tournament, series, right, user)
    )
    end = end_of(tournament, right, revision)
    states = [each.state for each in series]
    owed = cached(revision, ("owed", *fixed), lambda: owed_between(tournament, states))
    # What a reported result has left to do is done where it was played.
    here = tournament.reported_at is None
    superuser = isinstance(user, User) and user.is_superuser
    report = ""
    after, asks = AfterTheEnd(), here and right.organizer
    if state == TournamentState.FINAL and (asks or superuser):
        after = after_the_end(tournament)
    if asks and after.due:
        report = report_state(tournament)
    return DayState(
        state=state,
        series=tuple(replace(each, owed=owed.by_series[each.id]) for each in series),
        door_debtors=owed.door_debtors,
        door_fees=owed.door_fees,
        entered=0 if series else tournament.entries.filter(state=EntryState.PRESENT).count(),
        broken_off=tournament.broken_off,
        public=tournament.public,
        frozen=tournament.frozen_after is not None,
        needs_confirmation=tournament.what_counts == Counts.CONFIRMED,
        own=own,
        others_confirm=others,
        calls=waiting if right.referee else (),
        review_over=tournament.review_over,
        superuser=superuser,
        backed_up=after.backed_up or not superuser,
        report=report,
        reported=tournament.reported_at is not None,
        end=end,
        season_over=asks and after.season_over,
        in_season=tournament.season_id is not None and not tournament.league,
        names_due=names_due(tournament, user, revision) if asks else 0,
    )


def names_due(tournament: Tournament, user: object, revision: Hashable) -> int:
    """How many of the host's players have names that may be removed (TO 7.4.4); not during play."""
    quiet = tournament.state in (TournamentState.PREPARE, TournamentState.FINAL)
    if tournament.sample or not quiet or not isinstance(user, User):
        return 0
    played = Exists(Entry.objects.filter(person=OuterRef("pk"), tournament__sample=False))
    key = ("names", user.pk, timezone.localdate())
    return cached(
        revision, key, lambda: forgettable(Actor(user), tournament).filter(played).count()
    )


def end_of(tournament: Tournament, right: Right, revision: Hashable) -> DayEnd | None:
    """What is left to do at the end of the day, where it was played and this reader does it."""
    if not right.clerk or tournament.reported_at is not None or tournament.under_way:
        return None
    # Money moves when nobody objects any more.
    money = tournament.review_over or tournament.state != TournamentState.REVIEW
    fixed = (tournament.state, tournament.broken_off)
    end = cached(revision, ("end", *fixed, money), lambda: day_end(tournament, money=money))
    # A page of standings that shows this panel asks for them, too (`templatetags/money.py`).
    cached(revision, "lots", lambda: end.ranks_by_lot)
    return end


# Series and tables ------------------------------------------------------------------------------


def series_of(
    tournament: Tournament,
) -> tuple[tuple[SeriesOfDay, ...], tuple[TableOfDay, ...]]:
    """Every series; of the first that is not closed, also who has no seat in it. And the tables
    that wait for the referee, the longest first.
    """
    rows = tournament.series.annotate(
        drawn=Exists(ScoreList.objects.filter(series=OuterRef("pk"))),
    )
    calls = open_calls(tournament.pk) if tournament.phones else TableCall.objects.none()
    every = list(rows)
    for each in every:
        each.tournament = tournament
    tables: dict[int, list[TableOfDay]] = defaultdict(list)
    for series, pk, number, depth, state in lists_of_day(tournament):
        begun, entered = depth != Depth.NONE, state == ListState.ENTERED
        tables[series].append(TableOfDay(pk, number, begun, entered))
    at = next((each for each in every if each.state != SeriesState.CLOSED), None)
    found = (
        of_day(each, tables[each.pk], with_players=each == at and tournament.under_way)
        for each in every
    )
    calling = (
        TableOfDay(each.list_id, each.list.table_number, game=each.game_number or 0)
        for each in calls
    )
    return tuple(found), tuple(calling)


def of_day(series: Series, tables: Collection[TableOfDay], *, with_players: bool) -> SeriesOfDay:
    drawn: bool = series.drawn  # type: ignore[attr-defined]
    draft = series.state == SeriesState.DRAFT
    unseated, waiting, gone = 0, list[Entry](), list[Seat]()
    if with_players and drawn:
        waiting, gone = list(without_seat(series)), list(vacated(series))
        unseated = len(waiting)
    elif with_players:
        of_series = Entry.objects.filter(plays_in(series.number), tournament=series.tournament_id)
        unseated = of_series.count()
    return SeriesOfDay(
        id=series.pk,
        number=series.number,
        state=series.state,
        drawn=drawn,
        mode=usual_options(series).mode if draft and not drawn and with_players else "",
        announced=draft and not drawn and with_players and is_announced(series),
        seating_shown=series.seating_public_at is not None,
        results_shown=series.results_public_at is not None,
        unseated=unseated,
        waiting=tuple(map(player_of, waiting[:NAMED], joined_by(waiting[:NAMED], series))),
        vacated=len(gone),
        gone=tuple(player_of(each.entry) for each in gone[:NAMED]),
        missing=() if draft else tuple(each for each in tables if not each.entered),
        to_confirm=tuple(each for each in tables if each.entered),
    )


def lists_of_day(tournament: Tournament) -> QuerySet[ScoreList, Any]:
    """Series, id, table, depth and state of the lists that are open, or not confirmed.

    In a closed series nobody has to confirm what counts without it.
    """
    waiting = Q(state=ListState.ENTERED)
    if tournament.what_counts == Counts.ENTERED:
        waiting &= ~Q(series__state=SeriesState.CLOSED)
    lists = ScoreList.objects.filter(Q(state=ListState.OPEN) | waiting)
    rows = lists.filter(series__tournament=tournament).order_by("table_number")
    return rows.values_list("series", "pk", "table_number", "depth", "state")


def plays_in(number: int) -> Q:
    """Those who play a series, as `Entry.plays` says it."""
    stays = Q(until_series=None) | Q(until_series__gte=number)
    return Q(state=EntryState.PRESENT, from_series__lte=number) & stays


def without_seat(series: Series) -> QuerySet[Entry]:
    """Who plays a series and has no seat in it, without those for whom somebody said why they have
    no list.
    """
    entries = Entry.objects.filter(plays_in(series.number), tournament=series.tournament_id)
    seats = Seat.objects.filter(series=series, entry=OuterRef("pk"))
    excused = NoListReason.objects.filter(series=series, entry=OuterRef("pk"))
    return entries.exclude(Exists(seats)).exclude(Exists(excused)).select_related("person")


def joined_by(late: Sequence[Entry], series: Series) -> list[int]:
    """The list that each late player of a league joins at a round, by id; 0 for none."""
    if not late or not fourth_may_join(series):
        return [0] * len(late)
    found = (next(iter(chairs_for(series, entry.pk)), None) for entry in late)
    return [score_list.pk if score_list else 0 for score_list in found]


def vacated(series: Series) -> QuerySet[Seat]:
    """The seats of who does not play (any more) at a table where nobody plays yet."""
    seats = Seat.objects.filter(
        series=series, list__state=ListState.OPEN, list__depth=Depth.NONE
    ).exclude(entry__in=Entry.objects.filter(plays_in(series.number)))
    return seats.select_related("entry__person")


def player_of(entry: Entry, joins: int = 0) -> PlayerOfDay:
    return PlayerOfDay(entry.start_number, str(entry.person), joins)


def is_announced(series: Series) -> bool:
    """Whether a provable draw waits for its dice."""
    newest = Draw.objects.filter(series=series).order_by("-number").values_list("seed", "mode")[:1]
    return any(not seed and mode != MANUAL for seed, mode in newest)


# Confirming -------------------------------------------------------------------------------------


def confirming(
    tournament: Tournament, series: Sequence[SeriesOfDay], right: Right, user: object
) -> tuple[frozenset[int], bool]:
    """The lists that this reader may confirm (TO 9.11), by id, and whether others could confirm the
    rest: two queries.
    """
    lists = {
        f"list/{each.number}/{table.number}": table.list_id
        for each in series
        for table in each.to_confirm
    }
    if not (right.clerk and lists):
        return frozenset(), True
    may = isinstance(user, User) and tournament.state != TournamentState.FINAL
    pk = user.pk if isinstance(user, User) else 0
    if may and tournament.confirm == Confirm.SELF:
        return frozenset(lists.values()), True
    written = writers_in(written_by(tournament, lists, pk))
    own = {of for subject, of in lists.items() if may and pk not in written.get(subject, ())}
    return frozenset(own), len(own) == len(lists) or others_who_confirm(tournament, pk).exists()


def written_by(
    tournament: Tournament, subjects: Iterable[str], user: int
) -> QuerySet[LogEntry, Any]:
    """The acts of an account (id) at these lists, and what made them anew: for `writers_in`."""
    mine = Q(user=user) | Q(action__in=(Action.LIST_CLEARED, Action.LIST_RESTORED))
    log = LogEntry.objects.filter(
        mine, tournament=tournament, subject__in=subjects, action__in=(*ACTS, RECHECKED)
    ).order_by()
    return log.values_list("subject", "action", "user").annotate(last=Max("id"))


def others_who_confirm(tournament: Tournament, user: int) -> QuerySet[User, Any]:
    """The ids of the accounts but this one (id) that could confirm a list."""
    roles = (Role.CLERK, Role.REFEREE, Role.ORGANIZER)
    own = Q(memberships__tournament=tournament, memberships__role__in=roles)
    of_host = Q(host_roles__host=tournament.host_id) & ~Q(host_roles__role=Role.VIEWER)
    others = User.objects.filter(own | of_host, is_active=True).exclude(pk=user)
    return others.order_by().values_list("pk")
