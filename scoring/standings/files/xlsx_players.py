"""Standings as live formulas over a sheet of results (docs/law.md "Performance", 4).

Three sheets: the ranking, which reads everything from the second; the sums and ranks of the
players; and the results, the only sheet with typed figures.
"""

from collections.abc import Callable, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from openpyxl import Workbook
from openpyxl.styles import Font, PatternFill
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from scoring.core.files.xlsx import FACE, sheet_name
from scoring.core.files.xlsx_cells import Result
from scoring.core.files.xlsx_results import FormulaWriter
from scoring.core.head import Head
from scoring.core.listing import Column, Kind, Listing, Text, rows_of
from scoring.messages import reason
from scoring.rules.ranking import Rank
from scoring.standings.files import xlsx_formulas as formulas
from scoring.standings.files.xlsx_formulas import Block
from scoring.standings.reads.xlsx_figures import LivePlayer, LiveResult, LiveStandings, ScoringRules

TYPED = PatternFill("solid", fgColor="FFF9E5")
GREY, BOLD = Font(FACE, color="808080"), Font(FACE, bold=True)
Given = dict[str, Result]
WIDEST = 110  # characters of the text of a formula
SUMS = ("points", "won", "lost", "others_lost", "adjusted", "performance")

# The formulas that give a result from elsewhere in the workbook, by column.
Linked = Callable[[LiveResult], Mapping[str, str]]


def unlinked(_result: LiveResult) -> Mapping[str, str]:
    """All figures are typed."""
    return {}


def standings_workbook(live: LiveStandings, listing: Listing, head: Head) -> bytes:
    """The ranking as an `.xlsx` file of live formulas, in the active language."""
    workbook, writer = Workbook(), FormulaWriter()
    workbook.remove(workbook.active)
    add_standings(workbook, live, listing, head, writer)
    return writer.saved(workbook, listing.title, head)


def add_standings(
    workbook: Workbook,
    live: LiveStandings,
    listing: Listing,
    head: Head,
    writer: FormulaWriter,
    linked: Linked = unlinked,
) -> None:
    """Append the three sheets of a ranking."""
    ranking, players, results = (workbook.create_sheet() for _number in range(3))
    typed = fill_results(results, live.results, live.rules, head, writer, linked)
    sums, given = fill_players(players, live, head, typed, writer)
    several = len(live.numbers) > 1
    shown = [
        Column("rank", _("Rank"), "rank", width=6),
        *who_columns(),
        *(series_columns(live.numbers) if several else ()),
        *(
            Column(key, heading, "points", width=10)
            for key, heading in sum_headings()
            if key != "adjusted" or live.has_adjusted
        ),
        reason_column(),
    ]
    block = fill_ranking(ranking, shown, listing, head, sums, given, writer)
    fill_reasons(ranking, block, given, writer, shared=live.rules.shared)


def fill_results(
    sheet: Worksheet,
    results: Sequence[LiveResult],
    rules: ScoringRules,
    head: Head,
    writer: FormulaWriter,
    linked: Linked = unlinked,
) -> Block:
    """One row for each list of a player: typed or linked figures, and what follows from them."""
    of_teams = any(each.team for each in results)
    typed = [*([Column("team", _("Team"), "int", width=6)] if of_teams else []), *result_columns()]
    columns = [
        *typed,
        performance_column(),
        *([] if of_teams else [Column("counts", _("Counts"), "int", width=7)]),
    ]
    rows = rows_of(typed, results)
    block = Block.of(sheet, Listing(_("Results"), columns, rows, notes=notes()), head)
    for row, each in enumerate(results, block.first):
        c = block.cells(row)
        found = f"{performance(c, rules, each.at_three)}+{c['adjusted']}"
        writer.put(sheet, c["performance"], found, each.given.performance)
        if not of_teams:
            found = formulas.counts(block, c, rules.best_of, "number")
            writer.put(sheet, c["counts"], found, int(each.counts))
        links = linked(each)
        for key, link in links.items():
            writer.put(sheet, c[key], link, getattr(each.given, key))
        for key in ("seats", "points", "won", "lost", "others_lost", "adjusted"):
            if key not in links:
                sheet[c[key]].fill = TYPED
    return block


def performance(c: Mapping[str, str], rules: ScoringRules, at_three: int = 0) -> str:
    """The performance from the figures of a list (docs/law.md "Performance").

    `at_three` of the games lost by the others were lost when four played on as three.
    """
    bonus = f"IF({c['seats']}=3,{rules.bonus_three},{rules.bonus_four})"
    found = f"={c['points']}+{rules.per_game}*({c['won']}-{c['lost']})+{bonus}*{c['others_lost']}"
    extra = (rules.bonus_three - rules.bonus_four) * at_three
    return f"{found}+IF({c['seats']}=4,{extra},0)" if extra else found


def fill_players(
    sheet: Worksheet, live: LiveStandings, head: Head, typed: Block, writer: FormulaWriter
) -> tuple[Block, list[Given]]:
    """The sums of every player, with rank and place."""
    columns = [
        *who_columns(),
        *series_columns(live.numbers),
        *(Column(key, heading, "points", width=10) for key, heading in sum_headings()),
        Column("free", _("Adjusted, no series"), "points", width=10),
        *rank_columns(),
    ]
    rows = rows_of(who_columns(), live.players, free="free", lot="lot")
    block = Block.of(sheet, Listing(_("Sums"), columns, rows), head)
    given = placed([given_of(each, live.numbers) for each in live.players])
    for row, each in enumerate(given, block.first):
        c = block.cells(row)
        who = f"{typed.range('number')},{c['number']}"
        fill_series(sheet, c, typed, who, live.numbers, each, writer)
        for key in SUMS:
            free = f"+{c['free']}" if key in ("adjusted", "performance") else ""
            found = f"=SUMIFS({typed.range(key)},{who},{typed.range('counts')},1){free}"
            writer.put(sheet, c[key], found, each[key])
        fill_rank(sheet, block, row, each, formulas.MERIT, writer, shared=live.rules.shared)
    return block, given


def given_of(each: LivePlayer, numbers: Sequence[int]) -> Given:
    """The results of the formulas in a player's row."""
    row = each.row
    return {
        "rank": row.rank.rank,
        "number": row.start_number,
        "name": row.name,
        "club": row.club,
        **{f"series_{n}": row.results[n].performance if n in row.results else "" for n in numbers},
        **{key: getattr(row, key) for key in SUMS},
        "reason": reason_label(row.rank),
    }


# Shared by all rankings -------------------------------------------------------------------------


def placed(rows: list[Given]) -> list[Given]:
    """The rows with the place of each in the ranking."""
    order = sorted(rows, key=lambda row: (row["rank"], row["number"]))
    places = {row["number"]: place for place, row in enumerate(order, 1)}
    return [{**row, "place": places[row["number"]]} for row in rows]


def who_columns() -> list[Column]:
    return [
        Column("number", _("No."), "int", width=6, value="row.start_number"),
        Column("name", _("Name"), width=28, value="row.name"),
        Column("club", _("Club"), width=22, value="row.club"),
    ]


def result_columns() -> list[Column]:
    """The typed figures of a list."""
    series = pgettext("one of several", "Series")
    return [
        Column("number", _("No."), "int", width=6, value="start_number"),
        Column("name", _("Name"), width=28),
        Column("series", series, "int", width=7, value="given.series"),
        Column("seats", _("Seats"), "int", width=7),
        Column("points", _("Game points"), "points", width=9, value="given.points"),
        Column("won", _("Won"), "int", width=6, value="given.won"),
        Column("lost", _("Lost"), "int", width=6, value="given.lost"),
        Column("others_lost", _("Lost by others"), "int", width=9, value="given.others_lost"),
        Column("adjusted", _("Adjusted"), "points", width=9, value="given.adjusted"),
    ]


def performance_column() -> Column:
    return Column("performance", _("Performance"), "points", width=11)


def notes() -> list[str]:
    return [_("Figures on pale yellow are typed; everything else follows from them.")]


def series_columns(numbers: Sequence[int], kind: Kind = "points") -> list[Column]:
    return [
        Column(f"series_{n}", _("Series %(number)s") % {"number": n}, kind, width=9)
        for n in numbers
    ]


def sum_headings() -> list[tuple[str, Text]]:
    return [
        ("points", _("Game points")),
        ("won", _("Won")),
        ("lost", _("Lost")),
        ("others_lost", _("Lost by others")),
        ("adjusted", _("Adjusted")),
        ("performance", _("Performance")),
    ]


def rank_columns() -> list[Column]:
    return [
        Column("lot", _("Lot"), "int", width=6),
        Column("rank", _("Rank"), "rank", width=6),
        Column("place", _("Order"), "int", width=7),
    ]


def reason_column() -> Column:
    return Column("reason", _("Ahead by"), width=24)


def reason_label(rank: Rank, usual: str = "performance") -> str:
    """The reason of a rank, unless the usual figure decides."""
    return "" if rank.decided_by == usual else reason(rank)


def fill_series(
    sheet: Worksheet,
    c: Mapping[str, str],
    typed: Block,
    who: str,
    numbers: Sequence[int],
    given: Given,
    writer: FormulaWriter,
) -> None:
    """The performance in each series, dropped ones included; empty without a result."""
    for number in numbers:
        of = f"{who},{typed.range('series')},{number}"
        found = f'=IF(COUNTIFS({of})=0,"",SUMIFS({typed.range("performance")},{of}))'
        writer.put(sheet, c[f"series_{number}"], found, given[f"series_{number}"])


def fill_rank(
    sheet: Worksheet,
    block: Block,
    row: int,
    given: Given,
    merit: Sequence[tuple[str, str]],
    writer: FormulaWriter,
    *,
    shared: bool,
) -> None:
    """The rank and the place in the ranking; points of no series and the lot are typed."""
    c = block.cells(row)
    writer.put(sheet, c["rank"], formulas.rank(block, c, merit, shared=shared), given["rank"])
    writer.put(sheet, c["place"], formulas.place(block, c), given["place"])
    for key in {"free", "lot"} & c.keys():
        sheet[c[key]].fill = TYPED
    sheet[c["rank"]].font = BOLD


def fill_ranking(
    sheet: Worksheet,
    shown: Sequence[Column],
    listing: Listing,
    head: Head,
    sums: Block,
    given: Sequence[Given],
    writer: FormulaWriter,
) -> Block:
    """The ranking: row n shows who is n-th in the sums. Returns its block."""
    columns = [*shown, Column("at", _("Row"), "int", width=6)]
    empty = Listing(
        listing.title, columns, [{} for _each in given], listing.subtitle, listing.notes
    )
    block = Block.of(sheet, empty, head)
    at = block.letters["at"]
    order = sorted(range(len(given)), key=lambda index: given[index]["place"])
    for number, index in enumerate(order, 1):
        c = block.cells(block.first + number - 1)
        writer.put(sheet, c["at"], f"=MATCH({number},{sums.range('place')},0)", index + 1)
        sheet[c["at"]].font = GREY
        for column in shown:
            if column.key == "reason":  # see `fill_reasons`
                continue
            found = f"=INDEX({sums.range(column.key)},{c['at']})"
            end = '&""' if column.kind == "text" else ""
            writer.put(sheet, c[column.key], found + end, given[index][column.key])
            if column.kind == "fraction":
                sheet[c[column.key]].number_format = "0.00"
    sheet.column_dimensions[at].hidden = True
    widen(sheet, block, [column for column in shown if column.kind == "text"], given)
    if given:
        last = get_column_letter(len(columns) - 1)
        sheet.print_area = f"A1:{last}{block.last + len(listing.notes) + 2}"
    return block


def widen(
    sheet: Worksheet, block: Block, columns: Sequence[Column], given: Sequence[Given]
) -> None:
    """Width for the texts of formulas: no spreadsheet fits a column to them."""
    for column in columns:
        longest = max((len(str(each[column.key])) for each in given), default=0)
        dimension = sheet.column_dimensions[block.letters[column.key]]
        dimension.width = min(WIDEST, max(dimension.width, longest + 3))


def fill_reasons(
    sheet: Worksheet,
    block: Block,
    given: Sequence[Given],
    writer: FormulaWriter,
    merit: Sequence[tuple[str, str]] = formulas.MERIT,
    *,
    shared: bool,
) -> None:
    """Why each is ahead of the next, unless the total decides."""
    order = sorted(given, key=lambda each: each["place"])
    for row, each in enumerate(order, block.first):
        behind = block.cells(row + 1) if row < block.first + len(order) - 1 else None
        c = block.cells(row)
        found = formulas.reason(block, c, behind, merit, shared=shared)
        writer.put(sheet, c["reason"], found, each["reason"])


def unique_names(titles: Sequence[Text]) -> list[str]:
    """Names of sheets for these titles, all different."""
    taken: list[str] = []
    for title in titles:
        name, count = sheet_name(title), 1
        while name.casefold() in (each.casefold() for each in taken):
            count += 1
            name = f"{sheet_name(title)[:27]} ({count})"
        taken.append(name)
    return taken
