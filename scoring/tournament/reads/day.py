"""What the next step of a tournament depends on: its rows, read in few queries."""

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Exists, Max, OuterRef, Q, QuerySet

from scoring.core.access import Right
from scoring.core.cached import cached
from scoring.log.reads.newest import revision_of
from scoring.models import (
    Draw,
    Entry,
    LogEntry,
    NoListReason,
    Role,
    ScoreList,
    Seat,
    Series,
    TableCall,
    Tournament,
    User,
)
from scoring.models.log import Action
from scoring.models.person import EntryState
from scoring.models.score_list import Depth, ListState
from scoring.models.series import SeriesState
from scoring.models.tournament import Confirm, Counts, TournamentState
from scoring.phone.reads.overview import open_calls
from scoring.series.reads.draw_request import MANUAL, usual_options
from scoring.series.reads.league import chairs_for, fourth_may_join
from scoring.series.reads.list_states import ACTS, writers_in
from scoring.tournament.reads.day_between import owed_between
from scoring.tournament.reads.day_end import DayEnd, day_end
from scoring.tournament.reads.reported import AfterTheEnd, after_the_end, report_state

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
    every day of its season is final.
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
