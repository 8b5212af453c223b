"""The state of a tournament that its next step depends on; money in cents."""

from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.db import connection
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from scoring.core.access import Right
from scoring.core.cached import at_revision
from scoring.lists.phone.reads import open_calls
from scoring.lists.reads import CLEARINGS, ENTRY_ACTS, writers_in_log
from scoring.log.reads import revision_of
from scoring.models import (
    Actor,
    Booking,
    Entry,
    LogEntry,
    Report,
    ReportTarget,
    Role,
    ScoreList,
    Seat,
    Series,
    Tournament,
    User,
)
from scoring.models.log import Action
from scoring.models.names import Scope
from scoring.models.person import EntryState
from scoring.models.score_list import CLOSED, ListState
from scoring.models.season import SeasonKind
from scoring.models.tournament import (
    Confirm,
    Counts,
    SeriesState,
    Ties,
    TournamentSource,
    TournamentState,
)
from scoring.money.reads.award import open_choices
from scoring.money.reads.dues import OF_LISTS, lists_in_order
from scoring.money.reads.ledger import open_fees, till_of
from scoring.money.reads.prizes import PODIUM, PotAward, awards, lots_at
from scoring.people.reads.register import forgettable
from scoring.referee.reads import count_open_objections, uncorrected_objections
from scoring.series.reads.draw_request import (
    fourth_may_join,
    joinable_lists,
    usual_options,
    waiting_draw,
)
from scoring.series.reads.series import players_to_seat, vacated_seats
from scoring.standings.reads.players import standings
from scoring.standings.reads.season import season_end

MAX_NAMED = 6  # people without a seat; the others are counted


@dataclass(frozen=True, slots=True)
class TableOfDay:
    """A table with an open list, with an entered one to be confirmed, or that calls the referee."""

    list_id: int
    number: int
    entered: bool = False
    game: int = 0  # the number of the game in question


@dataclass(frozen=True, slots=True)
class PlayerOfDay:
    number: int
    name: str
    joins: int = 0  # the list of a table of three that he may join


@dataclass(frozen=True, slots=True)
class SeriesOfDay:
    """What the next step depends on in one series."""

    id: int
    number: int
    state: str
    drawn: bool = True
    mode: str = ""  # how it would be drawn now, if it is not yet
    announced: bool = False  # by the hash of its draw
    seating_shown: bool = True
    results_shown: bool = True
    unseated: int = 0  # players without a seat
    waiting: tuple[PlayerOfDay, ...] = ()  # the first of them, after the draw
    vacated: int = 0  # seats of players who left, at tables where play has not begun
    gone: tuple[PlayerOfDay, ...] = ()  # the first of these players
    owed: int = 0  # what is still to be paid for its lists
    round_due: bool = False  # several owe, and nobody has paid
    missing: tuple[TableOfDay, ...] = ()
    to_confirm: tuple[TableOfDay, ...] = ()


@dataclass(frozen=True, slots=True)
class DayEnd:
    """What is open at the end of a tournament."""

    objections: int = 0
    upheld: tuple[int, ...] = ()  # numbers of decisions whose list was not corrected
    lots: tuple[Scope, ...] = ()  # rankings in which a lot is missing
    unsigned: tuple[int, ...] = ()  # series (ids) with unsigned lists
    cards: int = 0  # winners whose lists or start card are missing
    choosing: tuple[tuple[int, int], ...] = ()  # pots (ids) with things, and how many may choose
    prizes: int = 0
    winners: int = 0
    fees: int = 0
    debtors: int = 0
    till_open: bool = False


@dataclass(frozen=True, slots=True)
class DayState:
    """The state of a tournament as one reader finds it."""

    state: str
    series: tuple[SeriesOfDay, ...] = ()
    players: int = 0  # those present, as long as there is no series
    door_debtors: int = 0  # players who owe `door_fees` between two series
    door_fees: int = 0
    broken_off: str = ""
    public: bool = False
    frozen: bool = False
    needs_confirmation: bool = False
    confirmable: frozenset[int] = frozenset()  # lists (ids) that this reader may confirm
    others_confirm: bool = True  # whether anybody else could
    calls: tuple[TableOfDay, ...] = ()  # for this reader as a referee, longest first
    review_over: bool = True
    backed_up: bool = True
    report: str = ""  # its state (`due_report`)
    reported: bool = False  # the result came from elsewhere
    end: DayEnd = DayEnd()  # empty until the end of the day
    season_over: bool = False
    names_due: int = 0  # people of the host whose names may be removed
    in_season: bool = True  # that has no schedule: another evening follows; False before the end


def day_of(
    tournament: Tournament, right: Right, user: object, source: TournamentSource | None = None
) -> DayState:
    """The state of a tournament for a reader; with a `source` nothing is read twice."""
    revision, state = revision_of(tournament), tournament.state
    # What a source has read may be older than the revision, and is not cached under it.
    of_source = None if source else revision
    source = source or TournamentSource(tournament)
    state_key = (state, tournament.broken_off)
    series, calls = at_revision(revision, ("series", *state_key), lambda: series_of(tournament))
    reader_key = ("own", *state_key, getattr(user, "pk", None), right.clerk, tournament.confirm)
    confirmable, others = at_revision(
        revision, reader_key, lambda: confirmable_lists(tournament, series, right, user)
    )
    owed = at_revision(of_source, ("owed", *state_key), lambda: owed_between(source, series))
    # A reported result is finished where it was played.
    organizes = tournament.reported_at is None and right.organizer
    ends = organizes and state == TournamentState.FINAL
    return DayState(
        state=state,
        series=owed.series,
        door_debtors=owed.door_debtors,
        door_fees=owed.door_fees,
        players=0 if series else tournament.entries.filter(state=EntryState.PRESENT).count(),
        broken_off=tournament.broken_off,
        public=tournament.public,
        frozen=tournament.frozen_after is not None,
        needs_confirmation=tournament.what_counts == Counts.CONFIRMED,
        confirmable=confirmable,
        others_confirm=others,
        calls=calls if right.referee else (),
        review_over=tournament.review_over,
        backed_up=is_backed_up(tournament, user),
        report=due_report(tournament) if ends else "",
        reported=tournament.reported_at is not None,
        end=end_of(source, right, of_source),
        season_over=ends and ends_season(tournament),
        names_due=names_due(tournament, user, revision) if ends else 0,
        in_season=ends and is_in_season_of_evenings(tournament),
    )


def is_in_season_of_evenings(tournament: Tournament) -> bool:
    season = tournament.season
    return season is not None and season.kind != SeasonKind.LEAGUE


# Series and tables.


def series_of(tournament: Tournament) -> tuple[tuple[SeriesOfDay, ...], tuple[TableOfDay, ...]]:
    """Every series, the current one with its unseated players; and the calls for the referee."""
    has_lists = Exists(ScoreList.objects.filter(series=OuterRef("pk")))
    all_series = list(tournament.series.annotate(drawn=has_lists))
    calls = open_calls(tournament.pk) if tournament.phones else ()
    tables: dict[int, list[TableOfDay]] = defaultdict(list)
    to_confirm = Q(state=ListState.ENTERED)
    # If entered lists count, nobody has to confirm those of a closed series.
    if tournament.what_counts == Counts.ENTERED:
        to_confirm &= ~Q(series__state=SeriesState.CLOSED)
    lists = ScoreList.objects.filter(Q(state=ListState.OPEN) | to_confirm)
    rows = lists.filter(series__tournament=tournament).order_by("table_number")
    for series, pk, number, state in rows.values_list("series", "pk", "table_number", "state"):
        tables[series].append(TableOfDay(pk, number, state == ListState.ENTERED))
    current = next((row for row in all_series if row.state != SeriesState.CLOSED), None)
    series_states = (
        series_of_day(row, tables[row.pk], with_players=row == current and tournament.under_way)
        for row in all_series
    )
    calling = (
        TableOfDay(call.list_id, call.list.table_number, game=call.game_number or 0)
        for call in calls
    )
    return tuple(series_states), tuple(calling)


def series_of_day(
    series: Series, tables: Collection[TableOfDay], *, with_players: bool
) -> SeriesOfDay:
    drawn: bool = series.drawn  # type: ignore[attr-defined]
    draft = series.state == SeriesState.DRAFT
    is_to_draw = draft and not drawn and with_players
    unseated, waiting, gone = 0, list[Entry](), list[Seat]()
    if with_players and drawn:
        waiting, gone = list(players_to_seat(series)), list(vacated_seats(series))
        unseated = len(waiting)
    elif with_players:
        unseated = players_to_seat(series).count()
    return SeriesOfDay(
        id=series.pk,
        number=series.number,
        state=series.state,
        drawn=drawn,
        mode=usual_options(series).mode if is_to_draw else "",
        announced=is_to_draw and waiting_draw(series) is not None,
        seating_shown=series.seating_public_at is not None,
        results_shown=series.results_public_at is not None,
        unseated=unseated,
        waiting=tuple(map(player_of_day, waiting[:MAX_NAMED], lists_to_join(waiting, series))),
        vacated=len(gone),
        gone=tuple(player_of_day(seat.entry) for seat in gone[:MAX_NAMED]),
        missing=() if draft else tuple(table for table in tables if not table.entered),
        to_confirm=tuple(table for table in tables if table.entered),
    )


def lists_to_join(late: Sequence[Entry], series: Series) -> list[int]:
    """The ids of lists that the first MAX_NAMED late players of a league may join; 0 for none."""
    if not late or not fourth_may_join(series):
        return [0] * len(late)
    lists = (joinable_lists(series, entry.pk).first() for entry in late[:MAX_NAMED])
    return [score_list.pk if score_list else 0 for score_list in lists]


def player_of_day(entry: Entry, joins: int = 0) -> PlayerOfDay:
    return PlayerOfDay(entry.start_number, str(entry.person), joins)


# Confirming.


def confirmable_lists(
    tournament: Tournament, series: Sequence[SeriesOfDay], right: Right, user: object
) -> tuple[frozenset[int], bool]:
    """The ids of lists that this reader may confirm (TO 9.11), and whether others are there."""
    lists = {
        f"list/{series_row.number}/{table.number}": table.list_id
        for series_row in series
        for table in series_row.to_confirm
    }
    if not (right.clerk and lists):
        return frozenset(), True
    may_confirm = isinstance(user, User) and tournament.state != TournamentState.FINAL
    pk = user.pk if isinstance(user, User) else 0
    # Where every entered list counts, nobody is asked to look again at what he typed himself.
    confirms_own = tournament.confirm == Confirm.SELF
    if may_confirm and confirms_own and tournament.what_counts == Counts.CONFIRMED:
        return frozenset(lists.values()), True
    # What this account wrote, and when lists were cleared; whoever corrected a list by a second
    # entry counts as its writer.
    own_acts = Q(user=pk) | Q(action__in=CLEARINGS)
    log = LogEntry.objects.filter(own_acts, tournament=tournament, subject__in=lists)
    writers = writers_in_log(log.filter(action__in=ENTRY_ACTS))
    confirmable = frozenset(
        list_id
        for subject, list_id in lists.items()
        if may_confirm and pk not in writers.get(subject, ())
    )
    if len(confirmable) == len(lists):
        return confirmable, True
    roles = (Role.CLERK, Role.REFEREE, Role.ORGANIZER)
    own = Q(memberships__tournament=tournament, memberships__role__in=roles)
    of_host = Q(host_roles__host=tournament.host_id) & ~Q(host_roles__role=Role.VIEWER)
    others = User.objects.filter(own | of_host, is_active=True).exclude(pk=pk)
    return confirmable, others.exists()


# What is owed between two series, while everybody is still there.


class OpenMoney(NamedTuple):
    """The series with what is owed for their lists, and how many players owe what at the door."""

    series: tuple[SeriesOfDay, ...]
    door_debtors: int = 0
    door_fees: int = 0


def owed_between(source: TournamentSource, series: tuple[SeriesOfDay, ...]) -> OpenMoney:
    tournament = source.tournament
    states = {row.state for row in series}
    is_between = SeriesState.CLOSED in states <= {SeriesState.CLOSED, SeriesState.DRAFT}
    if not (tournament.under_way and is_between):
        return OpenMoney(series)
    by_series, debtors, at_the_door = Counter[int](), Counter[int](), list[int]()
    for dues in open_fees(source):
        for seat in dues.seats:
            by_series[seat.seat.series_id] += max(0, seat.rest)
            debtors[seat.seat.series_id] += seat.rest > 0
        if dues.door.rest > 0:
            at_the_door.append(dues.door.rest)
    last = [row.id for row in series if row.state == SeriesState.CLOSED][-1]
    paid = Booking.objects.filter(list__series=last, kind__in=OF_LISTS)
    round_due = last if debtors[last] > 1 and not paid.exists() else 0
    owing = (replace(row, owed=by_series[row.id], round_due=row.id == round_due) for row in series)
    return OpenMoney(tuple(owing), len(at_the_door), sum(at_the_door))


# The end of the day: lots, objections, signatures, money.


def end_of(source: TournamentSource, right: Right, revision: Hashable) -> DayEnd:
    """What is left to do at the end of the day; nothing for readers who cannot do it here."""
    tournament = source.tournament
    if not right.clerk or tournament.reported_at is not None or tournament.under_way:
        return DayEnd()
    state_key = (tournament.state, tournament.broken_off)
    return at_revision(revision, ("end", *state_key), lambda: day_end(source, revision))


def day_end(source: TournamentSource, revision: Hashable) -> DayEnd:
    """What is open at the end of a tournament; `steps` says what of it matters now."""
    pot_awards, owing, till = awards(source), open_fees(source), till_of(source)
    lots_at(revision, lambda: pot_awards)  # a ranking asks for them further down the page
    complete = [pot_award for pot_award in pot_awards if pot_award.complete]
    ready = [winner for pot_award in complete for winner in pot_award.ready]
    return DayEnd(
        objections=source.cached(count_open_objections),
        upheld=tuple(source.cached(uncorrected_objections)),
        lots=scopes_without_lot(source, complete),
        unsigned=tuple(series.pk for series in unsigned_tables(source)),
        cards=len({entry for pot_award in complete for entry in pot_award.without_papers}),
        choosing=tuple(open_choices(pot_awards)),
        prizes=sum(winner.rest for winner in ready),
        winners=len({winner.contender.entry_id for winner in ready}),
        fees=sum(dues.rest for dues in owing),
        debtors=len(owing),
        till_open=bool(till.lines) and not till.agrees,
    )


def scopes_without_lot(source: TournamentSource, pots: Sequence[PotAward]) -> tuple[Scope, ...]:
    """The rankings in which a prize, or the podium, waits for a lot (TO 5.1)."""
    scopes = dict.fromkeys(pot.scope for pot in pots if not pot.lots_drawn)
    if source.tournament.ties == Ties.LOT:
        overall = standings(source.tournament, source=source)
        if any(row.rank.rank <= PODIUM and row.rank.lot_needed for row in overall.rows):
            scopes[overall.scope] = None
    return tuple(scopes)


def unsigned_tables(source: TournamentSource) -> dict[Series, list[int]]:
    """By series the tables with unsigned lists that count (TO 9.11), if papers are asked for."""
    tables: dict[Series, list[int]] = defaultdict(list)
    if source.tournament.ask_handed_in:
        for score_list in source.cached(lists_in_order):
            if score_list.state in CLOSED and score_list.unsigned_seats:
                tables[score_list.series].append(score_list.table_number)
    return tables


# After a final result: its report to a server, the backup, the end of its season, names. Rows of
# other tournaments matter, so this is not cached, but for the names: to count them takes a tenth of
# a second at a host with 24,000 entries, and may be five minutes old.


def is_backed_up(tournament: Tournament, user: object) -> bool:
    """Whether a backup left this computer after the result; only superusers are told."""
    superuser = isinstance(user, User) and user.is_superuser
    # PostgreSQL is backed up by its own programs.
    if tournament.state != TournamentState.FINAL or not superuser or connection.vendor != "sqlite":
        return True
    copied = Q(action=Action.BACKUP_MADE, new__copied=True) | Q(action=Action.BACKUP_DOWNLOADED)
    since = LogEntry.objects.filter(tournament=None, id__gt=last_final_row(tournament))
    return since.filter(copied).exists()


def ends_season(tournament: Tournament) -> bool:
    """Whether the season of this tournament has no open day, and is not closed yet."""
    season = tournament.season
    if tournament.sample or season is None or season.closed_at:
        return False
    return season_end(season).reached


def due_report(tournament: Tournament) -> str:
    """The state of the report, "" if the host reports its results to nobody."""
    if tournament.sample or not ReportTarget.objects.filter(host=tournament.host_id).exists():
        return ""
    return report_state(tournament)


def report_state(tournament: Tournament) -> str:
    """How far the report of a result is: "due", "corrected" since, or a `ReportState`."""
    report = Report.objects.filter(tournament=tournament).first()
    if report is None:
        return "due"
    return report.state if report.result == last_final_row(tournament) else "corrected"


def last_final_row(tournament: Tournament) -> int:
    """The id of the log row of the last step, by which a final result became final; 0 for none."""
    moved = LogEntry.objects.filter(tournament=tournament, action=Action.TOURNAMENT_MOVED)
    return moved.order_by("-id").values_list("id", flat=True).first() or 0


def names_due(tournament: Tournament, user: object, revision: Hashable) -> int:
    """How many of the host's players have names that may be removed (TO 7.4.4)."""
    if tournament.sample or not isinstance(user, User):
        return 0
    played = Exists(Entry.objects.filter(person=OuterRef("pk"), tournament__sample=False))
    key = ("names", user.pk, timezone.localdate())
    return at_revision(
        revision, key, lambda: forgettable(Actor(user), tournament).filter(played).count()
    )
