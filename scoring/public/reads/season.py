"""A public season: only what each of its tournaments has released."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from scoring.core.listing import Column, Listing
from scoring.models import Tournament
from scoring.models.series import SeriesState
from scoring.models.tournament import TournamentState
from scoring.public.access import PublicTournament, SeasonRoom
from scoring.public.reads.pages import overall
from scoring.standings.reads.season import SeasonStandings, counted_together, season_listing

COUNTS = ("final", "interim")  # codes of tournaments that count


@dataclass(frozen=True, slots=True)
class SeasonPart:
    """A public tournament of a season, and how it counts there.

    `code` is "final" or "interim" if it counts, else "frozen" or "nothing" (no result released).
    `series` is the last series that counts, `place` the number of its column, 0 without one.
    """

    tournament: Tournament
    code: str
    series: int
    place: int


@dataclass(frozen=True, slots=True)
class PublicSeason:
    """The standings of what counts, every public tournament, and the number of others."""

    standings: SeasonStandings
    parts: tuple[SeasonPart, ...]
    hidden: int


def public_season(place: SeasonRoom) -> PublicSeason:
    """The page of a season: the overall standings of its counting tournaments, as released."""
    counting = [room for room in place.rooms if code_of(room) in COUNTS]
    places = {room.tournament.pk: number for number, room in enumerate(counting, 1)}
    parts = tuple(
        SeasonPart(
            room.tournament,
            code_of(room),
            max(room.results, default=0),
            places.get(room.tournament.pk, 0),
        )
        for room in place.rooms
    )
    found = SeasonStandings(
        place.season,
        tuple(room.tournament for room in counting),
        counted_together(place.season, [overall(room) for room in counting]),
        interim=place.hidden > 0 or any(part.code != "final" for part in parts),
    )
    return PublicSeason(found, parts, place.hidden)


def code_of(room: PublicTournament) -> str:
    if room.frozen:
        return "frozen"
    if not room.results:
        return "nothing"
    # Series never drawn do not count.
    everything = room.results == {
        each.number for each in room.series if each.state != SeriesState.DRAFT
    }
    return "final" if everything and room.tournament.state == TournamentState.FINAL else "interim"


def public_listing(found: PublicSeason) -> Listing:
    """The standings for the page, with tournaments numbered to leave room for people."""
    listing = season_listing(found.standings)
    return replace(listing, columns=[numbered(column) for column in listing.columns])


def numbered(column: Column) -> Column:
    """The column of a tournament under its number."""
    kind, _rest, place = column.key.partition("_")
    if kind != "tournament":
        return column
    return replace(column, heading=place, group=_("Tournaments"))
