"""Standings that a sceptic can recompute: live formulas over a sheet of results (RULES 3, 4).

Three sheets: the ranking, which reads everything from the second; the sums and ranks of the
players; and the results, the only sheet with typed figures. Change one, and the ranking follows.
Only functions that Excel 2007 and LibreOffice share are used.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from openpyxl import Workbook
from openpyxl.styles import Font, PatternFill
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from scoring.reads.listing import Column, Listing, Row, Text
from scoring.reads.live import LiveResult, LiveStandings
from scoring.reads.paper import Head
from scoring.workbooks.listing import FACE, fill_sheet, saved, sheet_name
from scoring.workbooks.previews import with_results

_TYPED = PatternFill("solid", fgColor="FFF9E5")
_GREY, _BOLD = Font(FACE, color="808080"), Font(FACE, bold=True)


@dataclass(frozen=True, slots=True)
class Block:
    """Rows of a sheet that formulas look at: its quoted name, first and last row, columns."""

    sheet: str
    first: int
    last: int
    letters: dict[str, str]

    def range(self, key: str) -> str:
        """The column as other sheets call it: 'Results'!$G$7:$G$90."""
        letter = self.letters[key]
        return f"{self.sheet}!${letter}${self.first}:${letter}${self.last}"

    def cell(self, key: str, row: int) -> str:
        return f"{self.letters[key]}{row}"

    def own(self, key: str) -> str:
        """The same column within its own sheet."""
        letter = self.letters[key]
        return f"${letter}${self.first}:${letter}${self.last}"


def standings_workbook(live: LiveStandings, listing: Listing, head: Head) -> bytes:
    """The ranking as an `.xlsx` file of live formulas, in the active language."""
    workbook = Workbook()
    ranking = workbook.active
    players = workbook.create_sheet()
    results = workbook.create_sheet()
    typed = fill_results(results, live, head)
    sums = fill_players(players, live, head, typed)
    results_of_formulas = fill_ranking(ranking, live, listing, head, sums)
    return with_results(saved(workbook, listing.title, head), 1, results_of_formulas)


def fill_results(sheet: Worksheet, live: LiveStandings, head: Head) -> Block:
    """One row for each list of a player: typed figures, and what follows from them."""
    columns = [
        Column("start_number", _("No."), "int", width=6),
        Column("name", _("Name"), width=28),
        Column("series", pgettext("one of several", "Series"), "int", width=7),
        Column("seats", _("Seats"), "int", width=7),
        Column("points", _("Game points"), "points", width=9),
        Column("won", _("Won"), "int", width=6),
        Column("lost", _("Lost"), "int", width=6),
        Column("others_lost", _("Lost by others"), "int", width=9),
        Column("adjusted", _("Adjusted"), "points", width=9),
        Column("performance", _("Performance"), "points", width=11),
        Column("counts", _("Counts"), "int", width=7),
    ]
    notes = [_("Figures on pale yellow are typed; everything else follows from them.")]
    listing = Listing(_("Results"), columns, [result_row(each) for each in live.results],
                      notes=notes)  # fmt: skip
    heads = fill_sheet(sheet, listing, head)
    block = block_of(sheet, listing, heads)
    for row in range(block.first, heads + 1 + len(live.results)):
        c = {key: f"{letter}{row}" for key, letter in block.letters.items()}
        bonus = f"IF({c['seats']}=3,{live.bonus_three},{live.bonus_four})"
        sheet[c["performance"]] = (
            f"={c['points']}+{live.per_game}*({c['won']}-{c['lost']})"
            f"+{bonus}*{c['others_lost']}+{c['adjusted']}"
        )
        sheet[c["counts"]] = counts_formula(block, c, live.best_of)
        for key in ("seats", "points", "won", "lost", "others_lost", "adjusted"):
            sheet[c[key]].fill = _TYPED
    return block


def counts_formula(block: Block, c: dict[str, str], best_of: int | None) -> str:
    """1 where a result is among the best k of its player: of equal ones the fewer won, then the
    later series, is dropped (RULES 4)."""
    if best_of is None:
        return "=1"
    who, total, won, series = (
        block.own(key) for key in ("start_number", "performance", "won", "series")
    )
    same = f"{who},{c['start_number']}"
    better = (
        f'COUNTIFS({same},{total},">"&{c["performance"]})'
        f'+COUNTIFS({same},{total},{c["performance"]},{won},">"&{c["won"]})'
        f'+COUNTIFS({same},{total},{c["performance"]},{won},{c["won"]},{series},"<"&{c["series"]})'
    )
    return f"=IF({better}<{best_of},1,0)"


def result_row(each: LiveResult) -> Row:
    return {
        "start_number": each.start_number, "name": each.name, "series": each.series,
        "seats": each.seats, "points": each.points, "won": each.won, "lost": each.lost,
        "others_lost": each.others_lost, "adjusted": each.adjusted,
    }  # fmt: skip


SUMS = ("points", "won", "lost", "others_lost", "adjusted", "performance")


def fill_players(sheet: Worksheet, live: LiveStandings, head: Head, typed: Block) -> Block:
    """The sums of every player, his rank, and his place when several share one."""
    series = [Column(f"series_{n}", _("Series %(number)s") % {"number": n}, "points", width=9)
              for n in live.numbers]  # fmt: skip
    columns = [
        Column("start_number", _("No."), "int", width=6),
        Column("name", _("Name"), width=28),
        Column("club", _("Club"), width=22),
        *series,
        *(Column(key, heading, "points", width=10) for key, heading in sum_headings()),
        Column("free", _("Adjusted, no series"), "points", width=10),
        Column("lot", _("Lot"), "int", width=6),
        Column("rank", _("Rank"), "rank", width=6),
        Column("place", _("Order"), "int", width=7),
    ]
    rows: list[Row] = [
        {"start_number": each.start_number, "name": each.name, "club": each.club,
         "free": each.free, "lot": each.lot}
        for each in live.players
    ]  # fmt: skip
    listing = Listing(_("Sums"), columns, rows)
    heads = fill_sheet(sheet, listing, head)
    block = block_of(sheet, listing, heads)
    for row in range(block.first, heads + 1 + len(rows)):
        fill_player(sheet, block, typed, row, live)
    return block


def sum_headings() -> list[tuple[str, Text]]:
    return [
        ("points", _("Game points")), ("won", _("Won")), ("lost", _("Lost")),
        ("others_lost", _("Lost by others")), ("adjusted", _("Adjusted")),
        ("performance", _("Performance")),
    ]  # fmt: skip


def fill_player(
    sheet: Worksheet, block: Block, typed: Block, row: int, live: LiveStandings
) -> None:
    c = {key: f"{letter}{row}" for key, letter in block.letters.items()}
    who = f"{typed.range('start_number')},{c['start_number']}"
    for number in live.numbers:
        of = f"{who},{typed.range('series')},{number}"
        sheet[c[f"series_{number}"]] = (
            f'=IF(COUNTIFS({of})=0,"",SUMIFS({typed.range("performance")},{of}))'
        )
    for key in SUMS:
        free = f"+{c['free']}" if key in ("adjusted", "performance") else ""
        sheet[c[key]] = f"=SUMIFS({typed.range(key)},{who},{typed.range('counts')},1){free}"
    sheet[c["rank"]] = "=" + rank_formula(block, c, shared=live.shared)
    # Players of one rank stand in the order of their start numbers.
    letter = block.letters["rank"]
    sheet[c["place"]] = (
        f"={c['rank']}+COUNTIFS({block.own('rank')},{c['rank']},"
        f'{block.own("start_number")},"<"&{c["start_number"]})'
    )
    for key in ("free", "lot"):
        sheet[c[key]].fill = _TYPED
    sheet[f"{letter}{row}"].font = _BOLD


def rank_formula(block: Block, c: dict[str, str], *, shared: bool) -> str:
    """How many stand ahead, and one (TO 5.1): by total, games won, fewer lost, the lot.

    A lot parts equal players only when every one of them has drawn a different one.
    """
    total, won, lost, lot = (block.own(key) for key in ("performance", "won", "lost", "lot"))
    equal = f"{total},{c['performance']},{won},{c['won']},{lost},{c['lost']}"
    ahead = (
        f'1+COUNTIFS({total},">"&{c["performance"]})'
        f'+COUNTIFS({total},{c["performance"]},{won},">"&{c["won"]})'
        f'+COUNTIFS({total},{c["performance"]},{won},{c["won"]},{lost},"<"&{c["lost"]})'
    )
    if shared:
        return ahead
    parted = (
        f"IF(COUNTIFS({equal})=1,0,IF(SUMPRODUCT(({total}={c['performance']})*({won}={c['won']})"
        f'*({lost}={c["lost"]})*({lot}=""))>0,0,'
        f'COUNTIFS({equal},{lot},"<"&{c["lot"]})))'
    )
    return f"{ahead}+{parted}"


def fill_ranking(
    sheet: Worksheet, live: LiveStandings, listing: Listing, head: Head, sums: Block
) -> dict[str, int | str]:
    """The ranking itself: row n shows whoever is n-th in the sums.

    Returns what its formulas give, by cell.
    """
    columns = [
        Column("rank", _("Rank"), "rank", width=6),
        Column("start_number", _("No."), "int", width=6),
        Column("name", _("Name"), width=28),
        Column("club", _("Club"), width=22),
        *(Column(f"series_{n}", _("Series %(number)s") % {"number": n}, "points", width=9)
          for n in live.numbers if len(live.numbers) > 1),
        *(Column(key, heading, "points", width=10) for key, heading in sum_headings()
          if key != "adjusted" or live.has_adjusted),
        Column("at", _("Row"), "int", width=6),
    ]  # fmt: skip
    rows: list[Row] = [{} for _player in live.players]
    given = sorted(listing.rows, key=lambda row: (row["rank"], row["start_number"]))
    results = dict[str, int | str]()
    shown = Listing(listing.title, columns, rows, listing.subtitle, listing.notes)
    heads = fill_sheet(sheet, shown, head)
    block = block_of(sheet, shown, heads)
    at = block.letters["at"]
    for number in range(1, len(rows) + 1):
        row = heads + number
        sheet[f"{at}{row}"] = f"=MATCH({number},{sums.range('place')},0)"
        sheet[f"{at}{row}"].font = _GREY
        for column in columns[:-1]:
            cell = f"{block.letters[column.key]}{row}"
            found = f"INDEX({sums.range(column.key)},{at}{row})"
            is_text = column.key in ("name", "club")
            sheet[cell] = f"={found}&\"\"" if is_text else f"={found}"  # fmt: skip
            result = given[number - 1].get(column.key)
            if isinstance(result, str if is_text else int):
                results[cell] = result
    sheet.column_dimensions[at].hidden = True
    if rows:
        last = get_column_letter(len(columns) - 1)
        sheet.print_area = f"A1:{last}{heads + len(rows) + len(listing.notes) + 2}"
    return results


def block_of(sheet: Worksheet, listing: Listing, heads: int) -> Block:
    """Where the rows of a listing stand; at least one row, so that formulas have a range."""
    letters = {
        column.key: get_column_letter(place) for place, column in enumerate(listing.columns, 1)
    }
    quoted = "'" + sheet.title.replace("'", "''") + "'"
    return Block(quoted, heads + 1, heads + max(1, len(listing.rows)), letters)


def unique_names(titles: Sequence[Text]) -> list[str]:
    """Names of sheets for these titles, no two alike."""
    taken: list[str] = []
    for title in titles:
        name, count = sheet_name(title), 1
        while name.casefold() in (each.casefold() for each in taken):
            count += 1
            name = f"{sheet_name(title)[:27]} ({count})"
        taken.append(name)
    return taken
