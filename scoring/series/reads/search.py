"""The search for a table, a start number or a name, from any page of a tournament."""

from dataclasses import dataclass

from scoring.core.text import begins_a_part, fold, plain_text, query_words
from scoring.models import Entry, ScoreList, Seat, Series, Tournament
from scoring.models.tournament import SeriesState, current_series

MAX_RESULTS = 40
MAX_DIGITS = 9  # more than any table or start number has


@dataclass(frozen=True, slots=True)
class PlayerMatch:
    entry: Entry
    score_list: ScoreList | None  # his in the series


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The list of a table, or players by number or name."""

    score_list: ScoreList | None
    players: tuple[PlayerMatch, ...]
    number: int | None  # that was searched for
    by_number: bool = False  # "#17": a start number, not a table
    has_more: bool = False

    @property
    def only(self) -> Entry | None:
        return self.players[0].entry if len(self.players) == 1 else None


def searched_series(tournament: Tournament, series_id: str, *, drafts: bool) -> Series | None:
    """The series of the page, else the last with tables up to the current one, else the last.

    Only organizers find what is not released (`drafts`).
    """
    visible = [row for row in tournament.series.all() if drafts or row.state != SeriesState.DRAFT]
    for series in visible:
        if str(series.pk) == series_id:
            return series
    current = current_series(tournament)
    begun = [series for series in visible if current and series.number <= current.number]
    with_tables = [series for series in begun if series.lists.exists()]
    return next(reversed(with_tables or begun), None)


def find_matches(tournament: Tournament, series: Series | None, text: str) -> SearchResult:
    """Search for "12" (table 12), "#17" (start number 17) or "mei" (everybody called Mei…).

    A number without "#" is a table if the series has it, else a start number.
    """
    text = plain_text(text).strip()
    digits = text.removeprefix("#").strip()
    if digits.isascii() and digits.isdecimal():
        number, by_number = int(digits[:MAX_DIGITS]), text.startswith("#")
        lists = ScoreList.objects.filter(series=series, table_number=number)
        score_list = None if by_number else lists.select_related("series").first()
        if score_list is not None:
            return SearchResult(score_list, (), number)
        entries = list(tournament.entries.filter(start_number=number).select_related("person"))
        return SearchResult(None, with_lists(entries, series), number, by_number)
    words = query_words(text)
    all_entries = tournament.entries.select_related("person").order_by(
        "person__family", "start_number"
    )
    names = ((entry, fold(str(entry.person))) for entry in (all_entries if words else ()))
    entries = [entry for entry, name in names if all(begins_a_part(word, name) for word in words)]
    players = with_lists(entries[:MAX_RESULTS], series)
    return SearchResult(None, players, None, has_more=len(entries) > MAX_RESULTS)


def with_lists(entries: list[Entry], series: Series | None) -> tuple[PlayerMatch, ...]:
    """The players with their lists in the series: one query."""
    seats = Seat.objects.filter(series=series, entry__in=entries).select_related("list")
    lists = {seat.entry_id: seat.list for seat in seats}
    return tuple(PlayerMatch(entry, lists.get(entry.pk)) for entry in entries)
