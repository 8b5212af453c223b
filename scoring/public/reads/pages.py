"""The content of public pages, as far as it is released."""

import pickle
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from statistics import median_low
from time import time
from typing import Any, NamedTuple, TypeVar

from django.db.models import Count, Prefetch, Q, QuerySet
from django.http import Http404
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.core.cached import at_revision
from scoring.core.chart import Chart, rank_chart
from scoring.core.listing import (
    CLUB,
    NAME,
    SEAT,
    SERIES,
    START_NUMBER,
    TABLE,
    TOTAL,
    Column,
    Listing,
    alphabetical,
    rows_of,
)
from scoring.lists.printed.form import PaperList, place_of
from scoring.messages.labels import label
from scoring.messages.sentence import points
from scoring.models import (
    Adjustment,
    Announcement,
    Entry,
    Game,
    Seat,
    Series,
    TeamMember,
    Tournament,
)
from scoring.models.names import Scope
from scoring.models.score_list import COUNTED_STATES, SET_ASIDE, ListState
from scoring.models.spelling import person_name
from scoring.models.tournament import SeriesState, TournamentSource, TournamentState
from scoring.money.reads.chances import Chances, Visible, chances_of
from scoring.public.access import RUNNING_MAX_AGE, PublicTournament
from scoring.rules.outline import read_sittings
from scoring.rules.systems import GRAND, SUITS
from scoring.series.reads.series import SeriesTime, series_times
from scoring.standings.reads.player import PlayerSheet, player_sheet
from scoring.standings.reads.players import Only, Standings, StandingsRow, standings
from scoring.standings.reads.scopes import Kinds, RankingKind, find_standings, kinds_of

T = TypeVar("T")


def share_between_pages(room: PublicTournament, about: str, make: Callable[[], T]) -> T:
    """A value that several pages need, computed once while nothing changes."""
    return at_revision((room.shown, room.revision, localdate()), about, make)


@dataclass(frozen=True, slots=True)
class Now:
    """The state of the day: a code, the series it is about, and what can be viewed next.

    `seating` and `results` are the newest released ones. `missing` has the tables of the current
    series whose lists are still out; it is None unless that is released and being played.
    """

    code: str
    series: Series | None
    seating: Series | None
    results: Series | None
    missing: tuple[int, ...] | None
    tables: int
    has_announcement: bool
    clock: Series | None = None  # the current series, while its clock runs


def current_state(room: PublicTournament) -> Now:
    tournament = room.tournament
    unfinished = (series for series in room.series if series.state != SeriesState.CLOSED)
    series = next(unfinished, room.series[-1] if room.series else None)
    tables: list[tuple[int, str]] = []  # with their states, of a series being played, if released
    released = room.seated | room.results
    if series and series.state == SeriesState.PLAYING and series.number in released:
        tables += series.lists.values_list("table_number", "state").order_by("table_number")
    open_tables = tuple(number for number, state in tables if state == ListState.OPEN)
    is_over = tournament.state in (TournamentState.REVIEW, TournamentState.FINAL)
    state = tournament.state if is_over else "broken-off" if tournament.broken_off else ""
    has_clock = series and series.has_clock and series.number in room.seated
    by_number = {row.number: row for row in room.series}
    return Now(
        code=state or (series.state if series else "no-series"),
        series=series,
        seating=by_number.get(max(room.seated, default=0)),
        results=by_number.get(max(room.results, default=0)),
        missing=open_tables if tables else None,
        tables=len(tables),
        has_announcement=Announcement.objects.filter(
            tournament=tournament, published_at__isnull=False
        ).exists(),
        clock=series if has_clock else None,
    )


def times_of(room: PublicTournament) -> list[SeriesTime]:
    return series_times(room.tournament, room.series)


def overall(room: PublicTournament, source: TournamentSource | None = None) -> Standings:
    """The overall standings of what is released, cached for all pages."""
    return share_between_pages(
        room, "overall", lambda: standings(room.tournament, only=room.results, source=source)
    )


@dataclass(frozen=True, slots=True)
class FieldOfPlayers:
    """The overall standings as the page of a single player reads them.

    `rows` are pickled one by one, by the id of the entry: unpickling a thousand would take longer
    than the rest of the page.
    """

    rows: Mapping[int, bytes]
    numbers: tuple[int, ...]
    figures: tuple[tuple[int, int, int], ...]  # best, median and last performance by series

    def row_of(self, entry_id: int) -> StandingsRow | None:
        packed = self.rows.get(entry_id)
        return pickle.loads(packed) if packed else None  # noqa: S301 - packed here


def field_of_players(room: PublicTournament) -> FieldOfPlayers:
    def make() -> FieldOfPlayers:
        current = overall(room)
        by_series = [
            [row.results[number].performance for row in current.rows if number in row.results]
            for number in current.numbers
        ]
        return FieldOfPlayers(
            {row.entry_id: pickle.dumps(row) for row in current.rows},
            current.numbers,
            tuple((max(results), median_low(results), min(results)) for results in by_series),
        )

    return share_between_pages(room, "field of players", make)


def released_seats(room: PublicTournament, start_number: int) -> list[Seat]:
    seats = Seat.objects.filter(
        entry__tournament=room.tournament,
        entry__start_number=start_number,
        series__number__in=room.seated,
    )
    return list(seats.select_related("list", "series").order_by("series__number"))


def released_chances(
    room: PublicTournament, source: TournamentSource | None = None
) -> Chances | None:
    """Who can still win a prize, from what is released, if the organizer shows it."""
    if not room.tournament.shows_chances:
        return None
    running = room.running is not None
    visible = Visible(room.results, room.seated, running)
    age = int(time() // RUNNING_MAX_AGE) if running else 0  # as for the pages of a running series
    at = room.shown, room.revision, localdate(), age
    return at_revision(
        at, "chances", lambda: chances_of(source or TournamentSource(room.tournament), visible)
    )


COLUMNS = (
    *("list__table_number", "position", "entry__start_number"),
    *("entry__person__family", "entry__person__given", "entry__person__published_as"),
    *("entry__club_name", "list__sittings", "list__seats"),
)


class PublicSeat(NamedTuple):
    """A player at a seat of a table, 1 to 4. `sorted_name` is "Becker, Ada"."""

    table: int
    seat: int
    start_number: int
    name: str
    sorted_name: str
    club: str


@dataclass(frozen=True)
class PublicSeating:
    series: Series
    seats: tuple[PublicSeat, ...]

    @cached_property
    def by_name(self) -> list[PublicSeat]:
        return sorted(self.seats, key=lambda seat: alphabetical(seat.sorted_name))

    @cached_property
    def tables(self) -> list[tuple[int, list[PublicSeat]]]:
        return [(number, list(seats)) for number, seats in groupby(self.seats, attrgetter("table"))]


def seating(room: PublicTournament, number: int) -> PublicSeating:
    """The seating of a series; raises Http404 unless it is released."""
    series = room.seating(number)

    def fetch() -> PublicSeating:
        seats = Seat.objects.filter(series=series).order_by("list__table_number", "position")
        # Plain values: objects for a thousand seats took most of the time of the projector page.
        return PublicSeating(series, tuple(map(public_seat, seats.values_list(*COLUMNS))))

    return share_between_pages(room, f"seating {number}", fetch)


def public_seat(row: tuple[Any, ...]) -> PublicSeat:
    table, position, start_number, *names, club, sittings, seats = row
    seat = read_sittings(sittings, seats)[position - 1].seat if sittings else position
    name, sorted_name = person_name(*names), person_name(*names, family_first=True)
    return PublicSeat(table, seat, start_number, name, sorted_name, club)


def seating_listing(view: PublicSeating) -> Listing:
    columns = [
        NAME.of("sorted_name"),
        TABLE.of(width=6),
        SEAT.of(width=6),
        START_NUMBER.of(width=6),
        CLUB.of(minor=True),
    ]
    title = _("Seating of series %(number)s by name") % {"number": view.series.number}
    return Listing(title, columns, rows_of(columns, view.by_name))


# The public page of one player: lists, adjustments, team-mates.


def teams_of(room: PublicTournament, entry: Entry) -> QuerySet[TeamMember]:
    """The player in each of his teams, with its members; nothing before there are results."""
    if not room.results:
        return TeamMember.objects.none()
    members = TeamMember.objects.select_related("entry__person").order_by("position")
    rows = entry.in_teams.select_related("team", "contest").order_by("contest")
    return rows.prefetch_related(Prefetch("team__members", members))


def released_adjustments(room: PublicTournament, entry: Entry) -> list[Adjustment]:
    """The adjustments in released standings; their reasons are not public."""
    if not room.results:
        return []
    is_released = Q(series=None) | Q(series__number__in=room.results)
    return list(entry.adjustments.filter(is_released).select_related("series").order_by("id"))


def released_sheet(room: PublicTournament, entry: Entry) -> PlayerSheet:
    """The lists of the released series; one that does not count yet is hidden."""
    field = field_of_players(room)
    place = field.row_of(entry.pk), len(field.rows)
    sheet = player_sheet(entry, only=room.results, place=place)
    return replace(
        sheet, lines=tuple(replace(line, hidden=not line.counted) for line in sheet.lines)
    )


# The series that is being played, from lists kept by phone.

RUNNING = Scope("running")  # in the address of its page


def running_listing(series: Series) -> Listing:
    """All players of the series by their current points, except those of lists set aside."""
    game_count = Count("list__games", filter=Q(list__games__annulled=False))
    seats = Seat.objects.filter(series=series, performance__isnull=False)
    seats = seats.exclude(list__state__in=SET_ASIDE).annotate(game_count=game_count)
    seats = seats.select_related("list", "entry__person")
    rows = list(seats.order_by("-performance", "entry__start_number"))
    for seat in rows:
        seat.list.series = series
    columns = [
        TOTAL.of("performance"),
        NAME.of("entry.person.sorted_name"),
        Column("played", _("Games"), width=7, align="end").of(
            lambda seat: f"{seat.game_count}/{seat.list.outline.games_due}"
        ),
        TABLE.of("list.table_number", 6),
        START_NUMBER.of("entry.start_number", 6),
    ]
    title = _("Series %(number)s – running") % {"number": series.number}
    return Listing(title, columns, rows_of(columns, rows), subtitle=_("running, no result yet"))


# The public standings: every kind, as far as results are released.


def released_listing(room: PublicTournament, scope: str) -> Listing:
    """The released standings of a scope ("overall", "series/2", "team"); raises Http404."""
    if not room.results:
        raise Http404
    if scope == RUNNING and room.running:
        return running_listing(room.running)
    if scope == "overall":
        return overall(room).listing()
    ranking = find_standings(room.tournament, scope, only=room.results)
    if ranking is None:
        raise Http404
    return ranking.listing()


def released_kinds(room: PublicTournament) -> Kinds:
    """The rankings to choose from; the series that is being played comes first."""
    all_kinds = kinds_of(room.tournament, only=room.results)
    if room.running is None:
        return all_kinds
    name = _("Series %(number)s – running") % {"number": room.running.number}
    return replace(all_kinds, players=(RankingKind(RUNNING, name), *all_kinds.players))


def frozen_notice(room: PublicTournament) -> str:
    """The notice while the standings are frozen; "" if they are not."""
    after = room.tournament.frozen_after
    if after is None:
        return ""
    if after == 0:
        return _("The standings are shown at the prize-giving.")
    sentence = _("Standings after series %(number)s; the rest is shown at the prize-giving.")
    return sentence % {"number": after}


def releases_listing(tournament: Tournament) -> Listing:
    """Since when the seating and the results of each series are public."""
    columns = [
        SERIES.of("number"),
        Column("state", _("State"), width=14, value=lambda row: row.get_state_display()),
        Column("seating", _("Seating shown since"), "date", width=18, value="seating_public_at"),
        Column("results", _("Results shown since"), "date", width=18, value="results_public_at"),
    ]
    rows = rows_of(columns, tournament.series.all())
    return Listing(_("What the room sees"), columns, rows)


# Figures of the public charts, without drawing: only what is released.

TOP = 10
MAX_BARS = 12
WIDTHS = (50, 100, 200, 250, 500, 1000, 2000, 5000)  # of a bar, in points


def series_labels(numbers: Sequence[int]) -> tuple[str, ...]:
    return tuple(_("Series %(number)s") % {"number": number} for number in numbers)


def chart_of_player(room: PublicTournament, entry_id: int) -> Chart | None:
    """A player's performance by series, compared with the field; None without a released result."""
    field = field_of_players(room)
    row = field.row_of(entry_id)
    if row is None or not row.results:
        return None
    own = row.results
    best, middle, last = zip(*field.figures, strict=True)
    lines = (
        (_("this player"), tuple(own[n].performance if n in own else None for n in field.numbers)),
        (_("best"), best),
        (_("middle"), middle),
        (_("last"), last),
    )
    return Chart(
        "points",
        _("Points by series, compared with the field"),
        series_labels(field.numbers),
        lines,
        along=pgettext("one of several", "Series"),
        upright=_("Points"),
        name="points",
        subtitle=f"{row.start_number} {row.name}",
    )


def chart_of_ranks(room: PublicTournament) -> Chart | None:
    """The ranks of today's first ten after each released series; None before the second."""
    current = overall(room)
    ranks: dict[str, dict[Hashable, int]] = {}
    for number, words in zip(current.numbers, series_labels(current.numbers), strict=True):
        until = frozenset(released for released in room.results if released <= number)
        after = standings(room.tournament, only=until)
        ranks[words] = {row.entry_id: row.rank.rank for row in after.rows}
    leaders = [(row.entry_id, row.name) for row in current.rows[:TOP]]
    return rank_chart(
        _("The way of the first ten"), pgettext("one of several", "Series"), ranks, leaders
    )


def chart_of_games(tournament: Tournament, only: Only = None) -> Chart | None:
    """How often each game was won and lost, in the counted lists typed game by game."""
    rows = Game.objects.filter(
        list__series__tournament=tournament,
        list__state__in=COUNTED_STATES[tournament.what_counts],
        annulled=False,
        passed=False,
        unread=False,
    )
    if only is not None:
        rows = rows.filter(list__series__number__in=only)
    counts_by_game = rows.values("game").annotate(
        won=Count("pk", filter=Q(score__gt=0)), lost=Count("pk", filter=Q(score__lt=0))
    )
    counts = {row["game"]: (row["won"], row["lost"]) for row in counts_by_game.order_by()}
    if not counts:
        return None
    played = [game for game in (*SUITS, GRAND, "null", "revolution", "ramsch") if game in counts]
    won, lost = zip(*(counts[game] for game in played), strict=True)
    names, lines = [label("game", game) for game in played], ((_("won"), won), (_("lost"), lost))
    title, along = _("The mix of games"), _("Game")
    return Chart("bars", title, tuple(names), lines, along, upright=_("Games"), name="bars")


def chart_of_results(room: PublicTournament) -> Chart | None:
    """How many results of a series lie in which range of points; None before there are some."""
    current = overall(room)
    results = [result.performance for row in current.rows for result in row.results.values()]
    if not results:
        return None
    low, high = min(results), max(results)
    narrow = (width for width in WIDTHS if high // width - low // width < MAX_BARS)
    width = next(narrow, high - low + 1)
    counts = Counter(result // width for result in results)
    bars = range(low // width, high // width + 1)
    labels = tuple(points(bar * width) for bar in bars)
    lines = ((_("Results"), tuple(counts[bar] for bar in bars)),)
    title, along = _("How the results are spread"), _("Points of a series, from")
    return Chart("bars", title, labels, lines, along, upright=_("Results"), name="results")


def chart_of_lead(paper: PaperList) -> Chart | None:
    """The points of everybody at a table after each game; None unless it was typed by games."""
    names = [f"{seat.number} · {seat.name}" for seat in paper.seats]
    totals = [0] * len(names)
    after: list[tuple[int, ...]] = []
    for row in paper.rows:
        if {"not-played", "annulled"} & {*row.remarks}:
            continue
        if row.soloist is not None and row.running is not None:
            totals[row.soloist - 1] = row.running
        after.append(tuple(totals))
    if not any(map(any, after)):
        return None
    labels = tuple(str(number) for number in range(1, len(after) + 1))
    lines = tuple(zip(names, zip(*after, strict=True), strict=True))
    return Chart(
        "lead",
        _("The lead at the table"),
        labels,
        lines,
        along=_("Game"),
        upright=_("Game points"),
        name="lead",
        subtitle=place_of(paper),
    )
