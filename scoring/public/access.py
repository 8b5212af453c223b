"""The public rooms: what is released of a tournament or a season, for every public page."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, Protocol

from django.db.models import Case, Count, Exists, OuterRef, QuerySet, Subquery, Sum, Value, When
from django.db.models.functions import Coalesce
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone

from scoring.core.forms import MAX_ID
from scoring.models import (
    Announcement,
    Entry,
    HostLogo,
    LogEntry,
    Logo,
    ReceivedReport,
    ScoreList,
    Season,
    Seat,
    Series,
    Tournament,
)
from scoring.models.log import KEYSTROKES
from scoring.models.score_list import COUNTED_STATES, ListState
from scoring.models.season import SeasonKind
from scoring.models.tournament import Confirm, SeriesState, TournamentState, open_to_everybody
from scoring.standings.reads.season_pages import HONOURS_PER_PAGE

RUNNING_MAX_AGE = 30.0  # seconds for which a page that shows a running series may be cached


class PublicRoom(Protocol):
    """The source of public pages: what is released of a tournament, a season or a league."""

    @property
    def tournament_ids(self) -> tuple[int, ...]: ...

    @property
    def shown(self) -> tuple[object, ...]: ...

    @property
    def running(self) -> object:
        """A series whose standings are shown while it is played, if any."""

    @cached_property
    def revision(self) -> tuple[Any, ...]:
        """The newest log row that is no clerk's keystroke, and figures of the lists not open.

        Two queries. The time of the row distinguishes a restored database.
        """
        rows = LogEntry.objects.filter(tournament__in=self.tournament_ids)
        rows = rows.exclude(action__in=KEYSTROKES).order_by("-id")
        lists = ScoreList.objects.filter(series__tournament__in=self.tournament_ids)
        sums = {"revisions": Sum("revision"), "count": Count("pk")}
        counted = lists.exclude(state=ListState.OPEN).order_by().aggregate(**sums)
        return rows.values_list("id", "at").first(), counted["revisions"], counted["count"]

    @property
    def changed_at(self) -> datetime:
        """When the newest of these log rows was written, or now without one."""
        newest, *_counted = self.revision
        return newest[1] if newest else timezone.now()


@dataclass(frozen=True, slots=True)
class PublicTournament(PublicRoom):
    """A public tournament with what is released of it."""

    tournament: Tournament
    series: tuple[Series, ...]
    seated: frozenset[int]  # numbers of series with a released seating
    results: frozenset[int]  # and with released results that no freeze hides

    @property
    def frozen(self) -> bool:
        return self.tournament.frozen_after is not None

    @property
    def running(self) -> Series | None:
        """The series that is being played while its results are shown, kept by phone.

        None where a second entry is required, because its typist must not see the first one.
        """
        if not self.tournament.phones or self.tournament.confirm == Confirm.BLIND:
            return None
        playing = (series for series in self.series if series.state == SeriesState.PLAYING)
        return next((series for series in playing if series.number in self.results), None)

    @property
    def is_complete(self) -> bool:
        """Whether every result is released; series never drawn do not count when all is over."""
        is_over = self.tournament.state in (TournamentState.REVIEW, TournamentState.FINAL)
        return all(
            series.number in self.results
            for series in self.series
            if not (is_over and series.state == SeriesState.DRAFT)
        )

    def seating(self, number: int) -> Series:
        """A series; raises Http404 unless its seating is released."""
        if number not in self.seated:
            raise Http404
        return next(series for series in self.series if series.number == number)

    def entry(self, start_number: int) -> Entry:
        """A player who sits in a released seating or has a released result; raises Http404."""
        seats = Seat.objects.filter(
            series__tournament=self.tournament, series__number__in=self.seated | self.results
        )
        entries = Entry.objects.filter(tournament=self.tournament, seats__in=seats).distinct()
        entry = get_object_or_404(entries.select_related("person"), start_number=start_number)
        entry.tournament = self.tournament
        return entry

    def score_list(self, number: int, table: int) -> ScoreList:
        """A list that counts, of a series whose results are released; raises Http404."""
        if number not in self.results:
            raise Http404
        return get_object_or_404(
            ScoreList.objects.select_related("series__tournament"),
            series__tournament=self.tournament,
            series__number=number,
            table_number=table,
            state__in=COUNTED_STATES[self.tournament.what_counts],
        )

    def announcement(self) -> Announcement:
        """The published announcement; raises Http404."""
        announcements = Announcement.objects.filter(tournament=self.tournament)
        return get_object_or_404(announcements, published_at__isnull=False)

    @property
    def tournament_ids(self) -> tuple[int, ...]:
        return (int(self.tournament.pk),)

    @property
    def logo(self) -> str:
        return shown_logo(self.tournament)

    @property
    def shown(self) -> tuple[object, ...]:
        """What is released, as a comparable value; a page made from another value is stale."""
        row = self.tournament
        # The pages link to a public season.
        season = (row.season.pk, row.season.name) if row.season and row.season.public else None
        states = tuple((series.number, series.state, series.day) for series in self.series)
        facts = (row.pk, row.name, row.state, row.review_until, row.frozen_after, season, self.logo)
        return *facts, self.seated, self.results, states


def shown_logo(row: Tournament | Season) -> str:
    """The logo on its pages: "own", the digest of the host's, or ""."""
    return str(getattr(row, "shown_logo", ""))


def public_seasons() -> QuerySet[Season]:
    """Public seasons, leagues among them, annotated with `shown_logo`."""
    return Season.objects.filter(public=True).annotate(shown_logo=host_logo_digest())


def host_logo_digest() -> Coalesce:
    """The digest of the logo of a row's host; "" without one."""
    of_host = HostLogo.objects.filter(host=OuterRef("host")).values("digest")
    return Coalesce(Subquery(of_host), Value(""))


def room_of(tournament_id: int) -> PublicTournament:
    """A tournament with what is released; raises Http404 unless it is public."""
    own = Exists(Logo.objects.filter(tournament=OuterRef("pk")))
    logo = Case(When(own, then=Value("own")), default=host_logo_digest())
    public = Tournament.objects.filter(open_to_everybody(), sample=False)
    rows = public.select_related("season").annotate(shown_logo=logo)
    return with_releases(get_object_or_404(rows, pk=tournament_id))


def newer_version(tournament_id: int) -> int | None:
    """The id of the public result that replaced this one, or None."""
    if tournament_id > MAX_ID:
        return None
    own = ReceivedReport.objects.filter(tournament=tournament_id)
    same = ReceivedReport.objects.filter(host__in=own.values("host"), ident__in=own.values("ident"))
    newest = same.filter(open_to_everybody("tournament__")).exclude(tournament=tournament_id)
    return newest.values_list("tournament", flat=True).first()


def with_releases(tournament: Tournament) -> PublicTournament:
    """A tournament with what is released by now."""
    series = tuple(tournament.series.all())
    now, last = timezone.now(), tournament.frozen_after
    seated, results = set[int](), set[int]()
    for row in series:
        if row.state == SeriesState.DRAFT:
            continue
        if row.seating_public_at and row.seating_public_at <= now:
            seated.add(row.number)
        is_hidden = last is not None and row.number > last
        if row.results_public_at and row.results_public_at <= now and not is_hidden:
            results.add(row.number)
    return PublicTournament(tournament, series, frozenset(seated), frozenset(results))


@dataclass(frozen=True, slots=True)
class SeasonRoom(PublicRoom):
    """A public season: its public tournaments, earliest first; `hidden` counts the others."""

    season: Season
    rooms: tuple[PublicTournament, ...]
    hidden: int
    running = None  # its standings count closed series only

    @property
    def tournament_ids(self) -> tuple[int, ...]:
        return tuple(int(room.tournament.pk) for room in self.rooms)

    @property
    def shown(self) -> tuple[object, ...]:
        """What is released, as a comparable value."""
        row = self.season
        terms = row.pk, row.name, row.kind, row.order, row.best_of, row.least, row.closed_at
        return *terms, shown_logo(row), self.hidden, *(room.shown for room in self.rooms)


@dataclass(frozen=True, slots=True)
class HonoursRoom(PublicRoom):
    """A page of public seasons, the newest first."""

    season: Season  # the requested one
    seasons: tuple[SeasonRoom, ...]
    newer: int | None = None  # a season (id) on the page before
    older: int | None = None  # and on the page after
    running = None

    @property
    def tournament_ids(self) -> tuple[int, ...]:
        return tuple(pk for season in self.seasons for pk in season.tournament_ids)

    @property
    def shown(self) -> tuple[object, ...]:
        facts = self.season.name, shown_logo(self.season), self.newer, self.older
        return *facts, *(season.shown for season in self.seasons)


def season_room_of(season_id: int) -> SeasonRoom:
    """A season with what is released; raises Http404 unless it is public."""
    return rooms_of([get_object_or_404(public_seasons(), pk=season_id)])[0]


def honours_room_of(season_id: int, most: int = HONOURS_PER_PAGE) -> HonoursRoom:
    """The page with this season and others of its host, leagues left out: they rank teams.

    Raises Http404 unless the season is public.
    """
    season = get_object_or_404(public_seasons(), pk=season_id)
    seasons = Season.objects.of(season).filter(public=True).exclude(kind=SeasonKind.LEAGUE)
    honoured = list(seasons)
    index = honoured.index(season) if season in honoured else 0
    first = index - index % most
    page, older = honoured[first : first + most], honoured[first + most :]
    newer = honoured[first - most].pk if first else None
    return HonoursRoom(season, rooms_of(page), newer, older[0].pk if older else None)


def rooms_of(seasons: Sequence[Season]) -> tuple[SeasonRoom, ...]:
    tournaments = Tournament.objects.filter(season__in=seasons, sample=False).order_by("date", "pk")
    by_season: dict[int | None, list[Tournament]] = {season.pk: [] for season in seasons}
    for tournament in tournaments.select_related("season").prefetch_related("series"):
        by_season[tournament.season_id].append(tournament)
    season_rooms = []
    for season in seasons:
        own = by_season[season.pk]
        rooms = tuple(with_releases(tournament) for tournament in own if tournament.is_public)
        season_rooms.append(SeasonRoom(season, rooms, len(own) - len(rooms)))
    return tuple(season_rooms)
