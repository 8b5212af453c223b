"""A season as everybody may see it: only what each of its tournaments has released itself."""

from dataclasses import dataclass

from scoring.access import Room, SeasonRoom
from scoring.models import Tournament
from scoring.models.tournament import TournamentState
from scoring.reads.room import overall
from scoring.reads.season import SeasonStandings, counted_together


@dataclass(frozen=True, slots=True)
class SeasonPart:
    """A public tournament of a season, and what becomes of it there.

    `code` is "final" or "interim" where it counts, "frozen" or "nothing" where it does not:
    frozen standings stay a secret, and without a released result there is nothing to count.
    `series` is the last series that counts.
    """

    tournament: Tournament
    code: str
    series: int

    @property
    def counts(self) -> bool:
        return self.code in ("final", "interim")


@dataclass(frozen=True, slots=True)
class PublicSeason:
    """The standings of what counts, every public tournament, and how many others there are."""

    standings: SeasonStandings
    parts: tuple[SeasonPart, ...]
    hidden: int


def public_season(place: SeasonRoom) -> PublicSeason:
    """The page of a season: of its counting tournaments the overall standings, as shown there."""
    parts = tuple(part_of(room) for room in place.rooms)
    counting = [room for room, part in zip(place.rooms, parts, strict=True) if part.counts]
    found = SeasonStandings(
        place.season,
        tuple(room.tournament for room in counting),
        counted_together(place.season, [overall(room) for room in counting]),
        interim=place.hidden > 0 or any(part.code != "final" for part in parts),
    )
    return PublicSeason(found, parts, place.hidden)


def part_of(room: Room) -> SeasonPart:
    return SeasonPart(room.tournament, code_of(room), max(room.results, default=0))


def code_of(room: Room) -> str:
    if room.frozen:
        return "frozen"
    if not room.results:
        return "nothing"
    everything = room.results == {each.number for each in room.series}
    return "final" if everything and room.tournament.state == TournamentState.FINAL else "interim"
