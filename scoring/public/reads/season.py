"""A public season: only what its tournaments have released."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from scoring.core.listing import Listing
from scoring.models import Tournament
from scoring.models.tournament import TournamentState
from scoring.public.access import HonoursRoom, PublicTournament, SeasonRoom
from scoring.standings.reads.season import SeasonDay, SeasonStandings, days_of, ranked_people
from scoring.standings.reads.season_pages import Honour, honours_of

COUNTS = ("final", "interim")  # codes of tournaments that count


@dataclass(frozen=True, slots=True)
class SeasonPart:
    """A public tournament of a season, and how it counts there."""

    tournament: Tournament
    code: str  # "final" or "interim" if it counts, else "frozen" or "nothing" (released)
    series: int  # the last one with released results
    number: int  # of its column, 0 without one
    winners: str  # the names of the leaders or winners, if it counts


@dataclass(frozen=True, slots=True)
class PublicSeason:
    """The standings of what counts, every public tournament, and the number of others."""

    standings: SeasonStandings
    parts: tuple[SeasonPart, ...]
    hidden: int


def public_season(season_room: SeasonRoom) -> PublicSeason:
    return seasons_of([season_room])[0]


def seasons_of(season_rooms: Sequence[SeasonRoom]) -> list[PublicSeason]:
    counting = [
        room
        for season_room in season_rooms
        for room in season_room.rooms
        if counting_code(room) in COUNTS
    ]
    released = {room.tournament.pk: room.results for room in counting}
    days = days_of([room.tournament for room in counting], released)
    return [with_parts(room, days[room.season.pk]) for room in season_rooms]


def with_parts(season_room: SeasonRoom, days: Sequence[SeasonDay]) -> PublicSeason:
    numbered = {day.tournament.pk: (number, day.winner_names) for number, day in enumerate(days, 1)}
    parts = []
    for room in season_room.rooms:
        last = max(room.results, default=0)
        number, winners = numbered.get(room.tournament.pk, (0, ""))
        parts.append(SeasonPart(room.tournament, counting_code(room), last, number, winners))
    season, hidden = season_room.season, season_room.hidden
    interim = hidden > 0 or any(part.code != "final" for part in parts)
    standings = SeasonStandings(season, days, ranked_people(season, days), interim=interim)
    return PublicSeason(standings, tuple(parts), hidden)


def counting_code(room: PublicTournament) -> str:
    if room.frozen:
        return "frozen"
    if not room.results:
        return "nothing"
    is_final = room.is_complete and room.tournament.state == TournamentState.FINAL
    return "final" if is_final else "interim"


def public_listing(page: PublicSeason) -> Listing:
    """The standings for the page; numbers as headings of tournaments leave room for names."""
    listing, mark = page.standings.listing(legend=False), "tournament_"
    columns = [
        replace(column, heading=column.key.removeprefix(mark), group=_("Tournaments"))
        if column.key.startswith(mark)
        else column
        for column in listing.columns
    ]
    return replace(listing, columns=columns)


def public_honours(room: HonoursRoom) -> list[Honour]:
    """Champions and evening records of these public seasons, as far as they are released."""
    return honours_of(season.standings for season in seasons_of(room.seasons))
