"""A public league: what its tournaments have released, and everything that is reported."""

from collections.abc import Collection
from dataclasses import dataclass

from django.shortcuts import get_object_or_404
from django.utils import timezone

from scoring.leagues.reads.league import LoadedLeague, load_league
from scoring.leagues.reads.log import log_of
from scoring.models import Meeting, Season, Series
from scoring.models.season import SeasonKind
from scoring.models.series import SeriesState
from scoring.public.access import Place, logo_shown, public_seasons


@dataclass(frozen=True)
class LeagueRoom(Place):
    """A public league, as the cache of public pages takes a place.

    `released` holds, by tournament, the series whose results are shown to the room.
    """

    season: Season
    played: tuple[int, ...]  # the ids of its tournaments
    released: dict[int, frozenset[int]]
    newest: int
    running = None  # its tables count what is closed

    @property
    def tournament_ids(self) -> tuple[int, ...]:
        return self.played

    @property
    def key(self) -> tuple[str, int]:
        return "league", int(self.season.pk)

    @property
    def shown(self) -> tuple[object, ...]:
        """What is released, and the newest row of the league's log, as a comparable value."""
        at = self.season
        facts = at.pk, at.name, at.closed_at, logo_shown(at), self.newest
        return *facts, *sorted(self.released.items())

    def load(self) -> LoadedLeague:
        return load_league(self.season, self.shown_of)

    def shown_of(self, meeting: Meeting) -> Collection[int] | None:
        """The series of a meeting that everybody may see: all, once its report is in."""
        if meeting.reported_at is not None or meeting.tournament_id is None:
            return None
        return self.released.get(meeting.tournament_id, frozenset())


def league_room_of(league_id: int) -> LeagueRoom:
    """A public league in four queries; raises Http404 unless it is public."""
    season = get_object_or_404(public_seasons(), kind=SeasonKind.LEAGUE, pk=league_id)
    tournaments = season.tournaments.filter(meeting__isnull=False).order_by("pk")
    ids = tuple(tournaments.values_list("pk", flat=True))
    released: dict[int, set[int]] = {}
    series = Series.objects.filter(
        tournament__in=ids, tournament__public=True, results_public_at__lte=timezone.now()
    ).exclude(state=SeriesState.DRAFT)
    for at, number, frozen in series.values_list(
        "tournament", "number", "tournament__frozen_after"
    ):
        if frozen is None or number <= frozen:
            released.setdefault(at, set()).add(number)
    newest = log_of(season).values_list("pk", flat=True).first() or 0
    fixed = {at: frozenset(numbers) for at, numbers in released.items()}
    return LeagueRoom(season, ids, fixed, newest)
