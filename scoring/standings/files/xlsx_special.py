"""Rankings by one figure, as live formulas over the lists of the players or their games.

Three sheets: the ranking; the figure and the rank of every player; and, typed, the lists or the
games that the figure is computed from.
"""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from scoring.core.files.xlsx_results import FormulaWriter
from scoring.core.head import Head
from scoring.core.listing import Column, Listing, rows_of
from scoring.messages import label, reason
from scoring.standings.files.xlsx_formulas import Block
from scoring.standings.files.xlsx_players import (
    TYPED,
    Given,
    fill_rank,
    fill_ranking,
    fill_reasons,
    fill_series,
    notes,
    performance,
    performance_column,
    placed,
    rank_columns,
    reason_column,
    result_columns,
    series_columns,
    who_columns,
)
from scoring.standings.reads.special import HUNDRED
from scoring.standings.reads.xlsx_special import MOST_OF_EACH, LiveFigure, LiveSpecial

BEST_SERIES = "best-series"
ADJUSTED = ("adjusted",)
OF_PERFORMANCE = ("seats", "points", "others_lost")
TIED = ("shared", "lot")  # reasons beside the figure
FEWEST = ("fewest-lost",)  # rankings by the smaller figure


def special_standings_workbook(live: LiveSpecial, listing: Listing, head: Head) -> bytes:
    """The ranking as an `.xlsx` file of live formulas, in the active language."""
    workbook, writer = Workbook(), FormulaWriter()
    ranking = workbook.active
    players, source = (workbook.create_sheet() for _number in range(2))
    fill = fill_games if live.of_games else fill_lists
    typed = fill(source, live, head, writer)
    sums, given = fill_players(players, live, head, typed, writer)
    shown = [
        Column("rank", _("Rank"), "rank", width=6),
        *who_columns(),
        figure_column(live),
        reason_column(),
    ]
    block = fill_ranking(ranking, shown, listing, head, sums, given, writer)
    fill_reasons(ranking, block, given, writer, merit_of(live), shared=live.rules.shared)
    return writer.saved(workbook, listing.title, head)


def figure_column(live: LiveSpecial) -> Column:
    return Column("figure", label("special_figure", live.found.code), "points", width=12)


def merit_of(live: LiveSpecial) -> tuple[tuple[str, str], ...]:
    return (("figure", "<" if live.found.code in FEWEST else ">"),)


def fill_lists(sheet: Worksheet, live: LiveSpecial, head: Head, writer: FormulaWriter) -> Block:
    """One row for each list of a player: only the figures that the ranking needs."""
    by_performance = live.found.code == BEST_SERIES
    left_out = ADJUSTED if by_performance else (*ADJUSTED, *OF_PERFORMANCE)
    typed = [column for column in result_columns() if column.key not in left_out]
    columns = [*typed, performance_column()] if by_performance else typed
    rows = rows_of(typed, live.results)
    block = Block.of(sheet, Listing(_("Results"), columns, rows, notes=notes()), head)
    for row, each in enumerate(live.results, block.first):
        c = block.cells(row)
        if by_performance:
            found = performance(c, live.rules, each.at_three)
            writer.put(sheet, c["performance"], found, each.given.performance)
        for key in c.keys() - {"number", "name", "series", "performance"}:
            sheet[c[key]].fill = TYPED
    return block


def fill_games(sheet: Worksheet, live: LiveSpecial, head: Head, _writer: FormulaWriter) -> Block:
    """One row for each game that a player won as soloist and that the ranking counts."""
    columns = [
        Column("number", _("No."), "int", width=6, value="start_number"),
        Column("name", _("Name"), width=28),
        Column("series", pgettext("one of several", "Series"), "int", width=7),
        Column("table", _("Table"), "int", width=7),
        Column("at", _("Game no."), "int", width=7, value="number"),
        Column("contract", _("Game"), width=18),
        Column("value", _("Points"), "points", width=9),
        *([Column("against", _("Tops"), "int", width=9)] if of_tops(live) else []),
    ]
    more = []
    if live.found.code == "best-game":
        more = [_("The %(count)s best games of each player.") % {"count": MOST_OF_EACH}]
    rows = rows_of(columns, live.games)
    block = Block.of(sheet, Listing(_("Games won"), columns, rows, notes=[*notes(), *more]), head)
    # The column that the formulas read; where games are counted, the players' numbers.
    read = {"top-solos": "against", "grand-ouvert": "number"}.get(live.found.code, "value")
    for row, _each in enumerate(live.games, block.first):
        sheet[block.cells(row)[read]].fill = TYPED
    return block


def of_tops(live: LiveSpecial) -> bool:
    return live.found.code == "top-solos"


def fill_players(
    sheet: Worksheet, live: LiveSpecial, head: Head, typed: Block, writer: FormulaWriter
) -> tuple[Block, list[Given]]:
    """The figure of every player, with rank and place."""
    code = live.found.code
    numbers = live.numbers if code == BEST_SERIES else ()
    columns = [*who_columns(), *series_columns(numbers), figure_column(live), *rank_columns()]
    rows = rows_of(who_columns(), live.players, lot="lot")
    block = Block.of(sheet, Listing(_("Sums"), columns, rows), head)
    of_series = {
        (each.start_number, each.given.series): each.given.performance for each in live.results
    }
    given = placed([given_of(each, numbers, of_series) for each in live.players])
    merit = merit_of(live)
    for row, each in enumerate(given, block.first):
        c = block.cells(row)
        if numbers:
            who = f"{typed.range('number')},{c['number']}"
            fill_series(sheet, c, typed, who, numbers, each, writer)
        writer.put(sheet, c["figure"], figure(code, typed, c, numbers), each["figure"])
        fill_rank(sheet, block, row, each, merit, writer, shared=live.rules.shared)
    return block, given


def given_of(
    each: LiveFigure, numbers: Sequence[int], of_series: Mapping[tuple[int, int], int]
) -> Given:
    """The results of the formulas in a player's row."""
    row = each.row
    return {
        "rank": row.rank.rank,
        "number": row.start_number,
        "name": row.name,
        "club": row.club,
        "figure": row.figure,
        "reason": reason(row.rank) if row.rank.decided_by in TIED else "",
        **{f"series_{n}": of_series.get((row.start_number, n), "") for n in numbers},
    }


def figure(code: str, typed: Block, c: Mapping[str, str], numbers: Sequence[int]) -> str:
    """The figure of the player of this row: a sum, a count, or his best.

    SUMPRODUCT makes MAX look at every row; Excel 2007 has no MAXIFS.
    """
    number = c["number"]
    who = f"{typed.range('number')},{number}"
    if code == BEST_SERIES:
        return f"=MAX({c[f'series_{numbers[0]}']}:{c[f'series_{numbers[-1]}']})"
    if code == "grand-ouvert":
        return f"=COUNTIFS({who})"
    if code == "hundred":
        return f'=COUNTIFS({who},{typed.range("value")},">={HUNDRED}")'
    if code in ("best-game", "top-solos"):
        best = typed.range("value" if code == "best-game" else "against")
        return f"=SUMPRODUCT(MAX(({typed.range('number')}={number})*{best}))"
    won, lost = (f"SUMIFS({typed.range(key)},{who})" for key in ("won", "lost"))
    return {"most-won": f"={won}", "fewest-lost": f"={lost}", "net-games": f"={won}-{lost}"}[code]
