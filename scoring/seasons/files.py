"""The table of a season on paper: in type that can be read, however many evenings there are."""

from collections.abc import Iterator
from dataclasses import replace
from math import ceil

from scoring.core.files.pdf import Paper, listing_pdf, posting_pdf, titled_by
from scoring.core.files.pdf_table import ACROSS, on_page
from scoring.core.head import Head
from scoring.core.listing import Column, Listing

BESIDE_ALL = 12  # evenings that fit beside all other columns
SHEET = 14  # evenings side by side on a sheet of their own
BESIDE = ("rank", "name", "performance")  # what stands beside the evenings on every sheet
POSTED = (*BESIDE, "played")


def season_pdf(listing: Listing, head: Head) -> bytes:
    """One table, if its evenings fit a sheet; else the table without them, then theirs."""
    if sum(map(is_day, listing.columns)) <= BESIDE_ALL:
        return listing_pdf(listing, head)
    paper = Paper(titled_by(listing, head), head, ACROSS)
    for part in parts_of(listing):
        if not paper.is_fresh:
            paper.turn()
        paper.section(part, lambda texts: on_page(texts, across=True), titled=False)
    return paper.pdf()


def parts_of(listing: Listing) -> Iterator[Listing]:
    """The sums first; then the evenings, as many on each sheet, the notes below the last of them.

    Their headings are numbers that the notes name. Without a group above them sixty people fit two
    pages.
    """
    days = [replace(column, group="") for column in listing.columns if is_day(column)]
    beside = [column for column in listing.columns if column.key in BESIDE]
    sums = [column for column in listing.columns if not is_day(column)]
    yield replace(listing, columns=sums, notes=[])
    size = ceil(len(days) / ceil(len(days) / SHEET))
    for first in range(0, len(days), size):
        is_last = first + size >= len(days)
        notes = listing.notes if is_last else []
        yield replace(listing, columns=[*beside, *days[first : first + size]], notes=notes)


def is_day(column: Column) -> bool:
    return column.key.startswith("tournament_")


def season_poster(listing: Listing, head: Head) -> bytes:
    """Rank, name, total and visits, as large as the paper allows: for the wall of the club."""
    columns = [replace(column, minor=False) for column in listing.columns if column.key in POSTED]
    return posting_pdf(replace(listing, columns=columns, notes=[]), head, by="rank")
