"""Who played before in a season, to be entered again."""

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.models import Entry, Person, Season, Tournament


@dataclass(frozen=True, slots=True)
class Attendee:
    """Somebody who played before: his last start number, how often he came, and whether he is
    entered in the evening that is prepared.
    """

    person: Person
    start_number: int
    visits: int
    is_entered: bool = False


def earlier_days(season: Season | None, besides: Tournament | None = None) -> list[Tournament]:
    """The tournaments of a season, the last one first, samples left out."""
    if season is None:
        return []
    days = season.tournaments.filter(sample=False).order_by("-date", "-pk")
    return [each for each in days if each != besides]


def attendees(days: Iterable[Tournament], into: Tournament | None = None) -> list[Attendee]:
    """Everybody who played on these days, most visits first among equal last numbers.

    The start number is that of his last day. `into` is the tournament that they may be entered in.
    """
    order = {each.pk: place for place, each in enumerate(days)}
    entered = set(into.entries.values_list("person", flat=True)) if into else set()
    rows = Entry.objects.filter(tournament__in=order, person__anonymised_at=None)
    visits: dict[int, list[Entry]] = {}
    for entry in sorted(
        rows.select_related("person__club"), key=lambda each: order[each.tournament_id]
    ):
        visits.setdefault(entry.person_id, []).append(entry)
    found = [
        Attendee(last.person, last.start_number, 1 + len(others), person in entered)
        for person, (last, *others) in visits.items()
    ]
    return sorted(found, key=lambda each: (each.start_number, -each.visits, each.person.family))
