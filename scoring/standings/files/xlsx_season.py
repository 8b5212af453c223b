"""A season whose ranks are live formulas over the totals of its tournaments (docs/law.md
"Ranking").

The totals are typed; each tournament's own workbook computes them. "performance" is what the season
ranks by: it may be the game points, or the average of a series.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import ceil

from django.utils.translation import gettext as _
from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from scoring.core.files.xlsx_results import FormulaWriter
from scoring.core.head import Head
from scoring.core.listing import Column, Kind, Listing, Text
from scoring.models import Season
from scoring.models.season import SeasonOrder
from scoring.rules.ranking import Figure
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
from scoring.standings.reads.season import UNRANKED, DayResult, SeasonRow, SeasonStandings
from scoring.standings.reads.season_listing import workbook_notes

COUNTED = ("won", "lost")
MOST_DIGITS = 6  # of an average: spreadsheets compare fifteen digits
UNRANKED_SIGN = "–"
ON_A_PAGE = 12  # tournaments that can be read on a printed page


def season_standings_workbook(found: SeasonStandings, listing: Listing, head: Head) -> bytes:
    """The ranking as an `.xlsx` file of live formulas, in the active language."""
    workbook, writer = Workbook(), FormulaWriter()
    listing = replace(listing, notes=workbook_notes(found))
    ranking = workbook.active
    people, results = (workbook.create_sheet() for _number in range(2))
    # A season has no start numbers: people are numbered by name.
    ordered = sorted(found.rows, key=lambda row: (row.name, row.person_id))
    typed = fill_totals(results, found, ordered, head, writer)
    sums, given = fill_people(people, found, ordered, head, typed, writer)
    shown = [
        Column("standing" if found.season.least else "rank", _("Rank"), "rank", width=6),
        who_columns()[1],
        figure_column(found.season),
        who_columns()[2],
        *tournament_columns(found),
        *counted_columns(),
        *([Column("rank", _("Order"), "int", width=7)] if found.season.least else []),
        reason_column(),
    ]
    block = fill_ranking(ranking, shown, listing, head, sums, given, writer)
    fill_reasons(ranking, block, given, writer, shared=True)
    if found.season.least:
        silence_unranked(ranking, block, given, writer)
    for sheet in (ranking, people):
        print_wide(sheet, len(found.days))
    return writer.saved(workbook, listing.title, head)


def print_wide(sheet: Worksheet, days: int) -> None:
    """Many tournaments go over several pages, each with the names."""
    if days > ON_A_PAGE:
        sheet.page_setup.fitToWidth = ceil(days / ON_A_PAGE)
        sheet.print_title_cols = "A:C"


def silence_unranked(
    sheet: Worksheet, block: Block, given: Sequence[Given], writer: FormulaWriter
) -> None:
    """No reason for who is not ranked, nor why somebody is ahead of him."""
    order = sorted(given, key=lambda each: each["place"])
    for row, each in enumerate(order, block.first):
        c, behind = block.cells(row), block.cells(row + 1)
        alone = f"COUNTIF({block.own('rank')},{c['rank']})=1"
        silent = (
            f'OR({c["standing"]}="{UNRANKED_SIGN}",'
            f'AND({alone},{behind["standing"]}="{UNRANKED_SIGN}"))'
        )
        found = str(sheet[c["reason"]].value).removeprefix("=")
        writer.put(sheet, c["reason"], f'=IF({silent},"",{found})', each["reason"])


def averaged(season: Season) -> bool:
    return season.order == SeasonOrder.AVERAGE


def kind_of(season: Season) -> Kind:
    return "fraction" if averaged(season) else "points"


def tournament_columns(found: SeasonStandings) -> list[Column]:
    return [
        Column(f"series_{place}", each.name, kind_of(found.season), width=10)
        for place, each in enumerate(found.tournaments, 1)
    ]


def counted_columns() -> list[Column]:
    return [Column("won", _("Won"), "int", width=7), Column("lost", _("Lost"), "int", width=7)]


def figure_column(season: Season) -> Column:
    """What the season ranks by."""
    headings: dict[str, Text] = {
        SeasonOrder.AVERAGE: _("Average"),
        SeasonOrder.POINTS: _("Game points"),
    }
    heading = headings.get(season.order, _("Performance"))
    return Column("performance", heading, kind_of(season), width=11)


def typed_columns(season: Season) -> list[Column]:
    """What an average is made of; any other figure is typed itself."""
    if not averaged(season):
        return []
    return [
        Column("total", _("Performance"), "points", width=11),
        Column("of", _("Number of series"), "int", width=8),
    ]


def fill_totals(
    sheet: Worksheet,
    found: SeasonStandings,
    ordered: Sequence[SeasonRow],
    head: Head,
    writer: FormulaWriter,
) -> Block:
    """One row for each tournament of a person: its total, typed."""
    typed = [*counted_columns(), *typed_columns(found.season)]
    figure = figure_column(found.season)
    columns = [
        Column("number", _("No."), "int", width=6),
        Column("name", _("Name"), width=28),
        Column("series", _("Tournament"), "int", width=10),
        Column("tournament", _("Name of the tournament"), width=28),
        *typed,
        figure,
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
            **typed_figures(row.results[place], averaged(found.season)),
        }
        for number, row, place in of
    ]
    block = Block.of(sheet, Listing(_("Results"), columns, rows), head)
    by_hand = typed if averaged(found.season) else [*counted_columns(), figure]
    for at, (_number, row, place) in enumerate(of, block.first):
        c = block.cells(at)
        if averaged(found.season):
            average = f"=ROUND({c['total']}/MAX(1,{c['of']}),{MOST_DIGITS})"
            writer.put(sheet, c["performance"], average, row.results[place].figure)
        counts = formulas.counts(block, c, found.season.best_of, "number")
        writer.put(sheet, c["counts"], counts, int(place not in row.dropped))
        for column in by_hand:
            sheet[c[column.key]].fill = TYPED
    return block


def typed_figures(result: DayResult, of_average: bool) -> Given:
    """The typed cells of one result."""
    found: Given = {key: getattr(result, key) for key in COUNTED}
    if of_average:
        return {**found, "total": result.performance, "of": result.series}
    return {**found, "performance": result.figure}


def fill_people(
    sheet: Worksheet,
    found: SeasonStandings,
    ordered: Sequence[SeasonRow],
    head: Head,
    typed: Block,
    writer: FormulaWriter,
) -> tuple[Block, list[Given]]:
    """The sums of every person and the rank; equal people share it."""
    season = found.season
    columns = [
        *who_columns(),
        *tournament_columns(found),
        *counted_columns(),
        figure_column(season),
        *enough_columns(season),
        *(column for column in rank_columns() if column.key != "lot"),
    ]
    rows = [
        {"number": number, "name": row.name, "club": row.club}
        for number, row in enumerate(ordered, 1)
    ]
    block = Block.of(sheet, Listing(_("Sums"), columns, rows), head)
    places = range(1, len(found.days) + 1)
    ranks = ranks_of(ordered)
    numbered = enumerate(zip(ordered, ranks, strict=True), 1)
    given = placed([given_of(number, row, rank, places) for number, (row, rank) in numbered])
    for at, each in enumerate(given, block.first):
        c = block.cells(at)
        who = f"{typed.range('number')},{c['number']}"
        fill_series(sheet, c, typed, who, places, each, writer)
        for key in COUNTED:
            writer.put(sheet, c[key], f"={sum_of(typed, key, who)}", each[key])
        writer.put(sheet, c["performance"], figure_formula(season, typed, who), each["performance"])
        merit: Sequence[tuple[str, str]] = formulas.MERIT
        if season.least:
            enough = f"=IF(COUNTIFS({who})>={season.least},1,0)"
            writer.put(sheet, c["enough"], enough, each["enough"])
            standing = f'=IF({c["enough"]}=1,{c["rank"]},"{UNRANKED_SIGN}")'
            writer.put(sheet, c["standing"], standing, each["standing"])
            merit = (("enough", ">"), *merit)
        fill_rank(sheet, block, at, each, merit, writer, shared=True)
    return block, given


def enough_columns(season: Season) -> list[Column]:
    """Whether a person came often enough to be ranked, and the rank as it is shown."""
    if not season.least:
        return []
    return [
        Column("enough", _("Often enough"), "int", width=8),
        Column("standing", _("Rank shown"), "rank", width=8),
    ]


def sum_of(typed: Block, key: str, who: str) -> str:
    """The sum of what counts for a person."""
    return f"SUMIFS({typed.range(key)},{who},{typed.range('counts')},1)"


def figure_formula(season: Season, typed: Block, who: str) -> str:
    """What the season ranks by, from what counts."""
    if not averaged(season):
        return f"={sum_of(typed, 'performance', who)}"
    series = f"MAX(1,{sum_of(typed, 'of', who)})"
    return f"=ROUND({sum_of(typed, 'total', who)}/{series},{MOST_DIGITS})"


def ranks_of(rows: Sequence[SeasonRow]) -> list[int]:
    """The ranks as the formula has them: who came too seldom follows the others."""
    ranked = sum(1 for row in rows if row.rank.rank != UNRANKED)
    others = [merit_of(row) for row in rows if row.rank.rank == UNRANKED]
    return [
        row.rank.rank or ranked + 1 + sum(each > merit_of(row) for each in others) for row in rows
    ]


def merit_of(row: SeasonRow) -> tuple[Figure, int, int]:
    return row.figure, row.won, -row.lost


def given_of(number: int, row: SeasonRow, rank: int, places: Sequence[int]) -> Given:
    """The results of the formulas in a person's row."""
    enough = row.rank.rank != UNRANKED
    return {
        "rank": rank,
        "number": number,
        "name": row.name,
        "club": row.club,
        **{
            f"series_{place}": row.results[place].figure if place in row.results else ""
            for place in places
        },
        **{key: getattr(row, key) for key in COUNTED},
        "performance": row.figure,
        "enough": int(enough),
        "standing": row.rank.rank if enough else UNRANKED_SIGN,
        "reason": reason_label(row.rank),
    }
