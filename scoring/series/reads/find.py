"""One search for a table, a start number or a name, from any page of a tournament."""

from dataclasses import dataclass

from scoring.core.text import begins_a_part, folded, plain_text
from scoring.models import Entry, ScoreList, Seat, Series, Tournament
from scoring.models.series import SeriesState, current_series

MOST_FOUND = 40
LARGEST_TYPED = 9  # digits; no table and no start number has as many


@dataclass(frozen=True, slots=True)
class FoundPlayer:
    """A player who fits what was typed, with his list in the series, if he has one."""

    entry: Entry
    score_list: ScoreList | None


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What fits: a table before anybody's start number, or players by number or name.

    `number` is what was typed, where it was a number. `more` says that not all are shown.
    """

    score_list: ScoreList | None
    players: tuple[FoundPlayer, ...]
    number: int | None
    more: bool = False

    @property
    def only(self) -> Entry | None:
        """The player, if there is exactly one."""
        return self.players[0].entry if len(self.players) == 1 else None


def searched_series(tournament: Tournament, wanted: str, *, drafts: bool) -> Series | None:
    """The series of the page, else the current one; the last before it while that has no tables.

    Without `drafts` a seating that is not released is not searched.
    """
    every = [s for s in tournament.series.all() if drafts or s.state != SeriesState.DRAFT]
    for series in every:
        if str(series.pk) == wanted:
            return series
    current = current_series(tournament)
    seated = [s for s in every if s.state != SeriesState.DRAFT or s == current]
    seated = [s for s in seated if current is None or s.number <= current.number]
    with_tables = [s for s in seated if s.lists.exists()]
    return next(reversed(with_tables or every), None)


def find(tournament: Tournament, series: Series | None, typed: str) -> SearchResult:
    """What "12", "#17" or "mei" means: table 12, start number 17, everybody called Mei…

    A number is a table of the series if it has such a table, else a start number; behind "#" it is
    a start number in any case.
    """
    text = plain_text(typed).strip()
    digits = text.removeprefix("#").strip()
    if digits.isascii() and digits.isdecimal():
        number = int(digits[:LARGEST_TYPED])
        score_list = None if text.startswith("#") else list_of_table(series, number)
        if score_list is not None:
            return SearchResult(score_list, (), number)
        entries = list(tournament.entries.filter(start_number=number).select_related("person"))
        return SearchResult(None, with_lists(entries, series), number)
    words = folded(text).replace(",", " ").split()
    every = tournament.entries.select_related("person").order_by("person__family", "start_number")
    entries = [entry for entry in every if words and fits(entry, words)]
    return SearchResult(
        None, with_lists(entries[:MOST_FOUND], series), None, len(entries) > MOST_FOUND
    )


def fits(entry: Entry, words: list[str]) -> bool:
    """Whether each word begins a part of the name."""
    name = folded(str(entry.person))
    return all(begins_a_part(word, name) for word in words)


def list_of_table(series: Series | None, number: int) -> ScoreList | None:
    if series is None:
        return None
    return series.lists.filter(table_number=number).select_related("series").first()


def with_lists(entries: list[Entry], series: Series | None) -> tuple[FoundPlayer, ...]:
    """The players with their lists in the series: one query."""
    seats = Seat.objects.filter(series=series, entry__in=entries).select_related("list")
    lists = {seat.entry_id: seat.list for seat in seats}
    return tuple(FoundPlayer(entry, lists.get(entry.pk)) for entry in entries)
