"""A season whose ranks are live formulas over the totals of its tournaments (docs/law.md
"Ranking").

The totals are typed; each tournament's own workbook computes them.
"""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from scoring.core.files.xlsx_results import FormulaWriter
from scoring.core.head import Head
from scoring.core.listing import Column, Listing
from scoring.standings.files import xlsx_formulas as formulas
from scoring.standings.files.xlsx_formulas import Block
from scoring.standings.files.xlsx_players import (
    TYPED,
    Given,
    fill_rank,
    fill_ranking,
    fill_reasons,
    fill_series,
    placed,
    rank_columns,
    reason_column,
    reason_label,
    who_columns,
)
from scoring.standings.reads.season import SeasonRow, SeasonStandings

SUMS = ("won", "lost", "performance")


def season_standings_workbook(found: SeasonStandings, listing: Listing, head: Head) -> bytes:
    """The ranking as an `.xlsx` file of live formulas, in the active language."""
    workbook, writer = Workbook(), FormulaWriter()
    ranking = workbook.active
    people, results = (workbook.create_sheet() for _number in range(2))
    # A season has no start numbers: people are numbered by name.
    ordered = sorted(found.rows, key=lambda row: (row.name, row.person_id))
    typed = fill_totals(results, found, ordered, head, writer)
    sums, given = fill_people(people, found, ordered, head, typed, writer)
    shown = [
        Column("rank", _("Rank"), "rank", width=6),
        *who_columns()[1:],
        *tournament_columns(found),
        *sum_columns(),
        reason_column(),
    ]
    block = fill_ranking(ranking, shown, listing, head, sums, given, writer)
    fill_reasons(ranking, block, given, writer, shared=True)
    return writer.saved(workbook, listing.title, head)


def tournament_columns(found: SeasonStandings) -> list[Column]:
    return [
        Column(f"series_{place}", each.name, "points", width=10)
        for place, each in enumerate(found.tournaments, 1)
    ]


def sum_columns() -> list[Column]:
    return [
        Column("won", _("Won"), "int", width=7),
        Column("lost", _("Lost"), "int", width=7),
        Column("performance", _("Performance"), "points", width=11),
    ]


def fill_totals(
    sheet: Worksheet,
    found: SeasonStandings,
    ordered: Sequence[SeasonRow],
    head: Head,
    writer: FormulaWriter,
) -> Block:
    """One row for each tournament of a person: its total, typed."""
    columns = [
        Column("number", _("No."), "int", width=6),
        Column("name", _("Name"), width=28),
        Column("series", _("Tournament"), "int", width=10),
        Column("tournament", _("Name of the tournament"), width=28),
        *sum_columns(),
        Column("counts", _("Counts"), "int", width=7),
    ]
    of = [
        (number, row, place)
        for number, row in enumerate(ordered, 1)
        for place in sorted(row.results)
    ]
    rows = [
        {
            "number": number,
            "name": row.name,
            "series": place,
            "tournament": found.tournaments[place - 1].name,
            **{key: getattr(row.results[place], key) for key in SUMS},
        }
        for number, row, place in of
    ]
    block = Block.of(sheet, Listing(_("Results"), columns, rows), head)
    for at, (_number, row, place) in enumerate(of, block.first):
        c = block.cells(at)
        counts = formulas.counts(block, c, found.season.best_of, "number")
        writer.put(sheet, c["counts"], counts, int(place not in row.dropped))
        for key in SUMS:
            sheet[c[key]].fill = TYPED
    return block


def fill_people(
    sheet: Worksheet,
    found: SeasonStandings,
    ordered: Sequence[SeasonRow],
    head: Head,
    typed: Block,
    writer: FormulaWriter,
) -> tuple[Block, list[Given]]:
    """The sums of every person and the rank; equal people share it."""
    columns = [
        *who_columns(),
        *tournament_columns(found),
        *sum_columns(),
        *(column for column in rank_columns() if column.key != "lot"),
    ]
    rows = [
        {"number": number, "name": row.name, "club": row.club}
        for number, row in enumerate(ordered, 1)
    ]
    block = Block.of(sheet, Listing(_("Sums"), columns, rows), head)
    places = range(1, len(found.tournaments) + 1)
    given = placed([given_of(number, row, places) for number, row in enumerate(ordered, 1)])
    for at, each in enumerate(given, block.first):
        c = block.cells(at)
        who = f"{typed.range('number')},{c['number']}"
        fill_series(sheet, c, typed, who, places, each, writer)
        for key in SUMS:
            total = f"=SUMIFS({typed.range(key)},{who},{typed.range('counts')},1)"
            writer.put(sheet, c[key], total, each[key])
        fill_rank(sheet, block, at, each, formulas.MERIT, writer, shared=True)
    return block, given


def given_of(number: int, row: SeasonRow, places: Sequence[int]) -> Given:
    """The results of the formulas in a person's row."""
    return {
        "rank": row.rank.rank,
        "number": number,
        "name": row.name,
        "club": row.club,
        **{
            f"series_{place}": row.results[place].performance if place in row.results else ""
            for place in places
        },
        **{key: getattr(row, key) for key in SUMS},
        "reason": reason_label(row.rank),
    }
