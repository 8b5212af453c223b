"""A season as everybody may see it: only what each of its tournaments has released itself."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from scoring.core.listing import Column, Listing
from scoring.models import Tournament
from scoring.models.series import SeriesState
from scoring.models.tournament import TournamentState
from scoring.public.access import PublicTournament, SeasonRoom
from scoring.public.reads.pages import overall
from scoring.standings.reads.season import SeasonStandings, counted_together, season_listing

# What becomes of a tournament that counts.
COUNTS = ("final", "interim")


@dataclass(frozen=True, slots=True)
class SeasonPart:
    """A public tournament of a season, and what becomes of it there.

    `code` is "final" or "interim" where it counts, "frozen" or "nothing" where it does not:
    frozen standings stay a secret, and without a released result there is nothing to count.
    `series` is the last series that counts, `place` the number of its column, 0 without one.
    """

    tournament: Tournament
    code: str
    series: int
    place: int


@dataclass(frozen=True, slots=True)
class PublicSeason:
    """The standings of what counts, every public tournament, and how many others there are."""

    standings: SeasonStandings
    parts: tuple[SeasonPart, ...]
    hidden: int


def public_season(place: SeasonRoom) -> PublicSeason:
    """The page of a season: of its counting tournaments the overall standings, as shown there."""
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
    # What was never drawn does not hold up the end of a tournament, nor its result here.
    everything = room.results == {
        each.number for each in room.series if each.state != SeriesState.DRAFT
    }
    return "final" if everything and room.tournament.state == TournamentState.FINAL else "interim"


def public_listing(found: PublicSeason) -> Listing:
    """The standings as the page shows them: long names of tournaments leave the room to people."""
    listing = season_listing(found.standings)
    return replace(listing, columns=[numbered(column) for column in listing.columns])


def numbered(column: Column) -> Column:
    """The column of a tournament under its number, by which the page lists it above."""
    kind, _rest, place = column.key.partition("_")
    if kind != "tournament":
        return column
    return replace(column, heading=place, group=_("Tournaments"))
