"""Who has handed in lists and start card: without them there is no prize (TO 7.4.1, 9.13)."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from scoring.core.columns import CLUB, NAME, START_NUMBER
from scoring.core.listing import Column, Listing, rows_of
from scoring.models import Entry, Seat, Series, Tournament
from scoring.models.series import SeriesState
from scoring.money.reads.prizes import PotAward, Winner
from scoring.standings.reads.questions import people_of
from scoring.standings.reads.source import StandingsSource


def players_of(tournament: Tournament) -> list[Entry]:
    """Everybody who sat at a table, by start number."""
    seats = Seat.objects.filter(series__tournament=tournament)
    entries = tournament.entries.filter(pk__in=seats.values("entry"))
    return list(entries.select_related("person"))


def missing_from(tournament: Tournament, source: StandingsSource | None = None) -> frozenset[int]:
    """The ids of the entries that no prize is paid to yet; none where the tournament asks not.

    `source` has read the players already.
    """
    if not tournament.ask_handed_in:
        return frozenset()
    if source is not None:
        return frozenset(source.cached(people_of).owing_papers)
    return frozenset(tournament.entries.filter(handed_in=False).values_list("pk", flat=True))


def waiting_winners(found: PotAward, missing: frozenset[int]) -> frozenset[int]:
    """The ids of the entries whose prize cannot be paid yet; a team waits for all its players.

    `missing` is what `missing_from` says of the tournament.
    """
    winners = (winner.contender for winner in found.winners if winner.rest > 0)
    return frozenset(
        contender.entry_id for contender in winners if missing.intersection(contender.entries)
    )


def ready_winners(found: PotAward, missing: frozenset[int]) -> list[Winner]:
    """Who can be paid his prize, as far as lists and start cards go."""
    waiting = waiting_winners(found, missing)
    return [
        winner
        for winner in found.winners
        if winner.rest > 0 and winner.contender.entry_id not in waiting
    ]


def last_played(tournament: Tournament) -> Series | None:
    """The series whose lists come in at the end: the last one with a released seating."""
    return tournament.series.exclude(state=SeriesState.DRAFT).last()


def seated_at(series: Series | None) -> dict[int, list[int]]:
    """By table number: the start numbers of who sits there."""
    rows = Seat.objects.filter(list__series=series).order_by("list__table_number", "position")
    seated: dict[int, list[int]] = {}
    for table, number in rows.values_list("list__table_number", "entry__start_number"):
        seated.setdefault(table, []).append(number)
    return seated


def handed_in_listing(entries: Iterable[Entry]) -> Listing:
    """Who has handed in lists and start card, and who has not."""
    columns = [
        START_NUMBER,
        NAME.of("person.sorted_name"),
        CLUB.of("club_name", minor=True),
        Column("handed_in", _("Handed in"), width=12).of(
            lambda entry: _("yes") if entry.handed_in else _("no")
        ),
    ]
    return Listing(_("Lists and start cards"), columns, rows_of(columns, entries))
