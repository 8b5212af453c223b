"""The foot of a score list as formulas: totals by seat and checks."""

from django.utils.translation import gettext as _
from openpyxl.styles import Font, PatternFill
from openpyxl.worksheet.worksheet import Worksheet

from scoring.core.files.xlsx import FACE, put_text
from scoring.core.files.xlsx_results import FormulaWriter
from scoring.printed_list.files import xlsx_formulas as formulas
from scoring.printed_list.files.xlsx_layout import ABOUT, ABOUT_KEYS, FIRST, SheetLayout
from scoring.printed_list.files.xlsx_results import RunningSums
from scoring.printed_list.reads.xlsx_rows import LiveList
from scoring.rules.performance import bonus, per_game

BOLD = Font(FACE, bold=True)
TYPED = PatternFill("solid", fgColor="FFF9E5")


def fill_foot(
    sheet: Worksheet,
    live: LiveList,
    layout: SheetLayout,
    last: int,
    sums: RunningSums,
    writer: FormulaWriter,
) -> None:
    """Game points, counts, bonus, total and the paper's own total, by seat."""
    first = max(last, FIRST - 1) + 1
    seats = range(1, layout.seats + 1)
    lost = [layout.cell(f"lost_{seat}", first) for seat in seats]
    games, others = per_game(live.scheme), bonus(live.scheme, layout.seats)
    name_foot(sheet, layout, first, games, others)
    for seat, foot in zip(seats, live.foot, strict=True):
        own = tuple(layout.cell(f"{key}_{seat}", first) for key in ("points", "won", "lost"))
        own_won, own_lost = own[1:]
        column = layout.letter(f"points_{seat}")
        if live.bare:
            for cell, figure in zip(own, (foot.points, foot.won, foot.lost), strict=True):
                sheet[cell] = figure
                sheet[cell].fill = TYPED
        else:
            given = totals(layout, seat, last), sums.of_seat(seat)
            for cell, found, result in zip(own, *given, strict=True):
                writer.put(sheet, cell, found, result)
        foot_rows = (
            f"={games}*({own_won}-{own_lost})",
            f"={others}*({'+'.join(lost)}-{own_lost})",
            f"=SUM({column}{first}:{column}{first + 2})",
        )
        for below, (found, result) in enumerate(
            zip(foot_rows, sums.foot(seat, games, others), strict=True), 1
        ):
            writer.put(sheet, f"{column}{first + below}", found, result)
        sheet[f"{column}{first + 3}"].font = BOLD
        sheet[f"{column}{first + 4}"] = foot.paper_total
        sheet[f"{column}{first + 4}"].fill = TYPED
    fill_checks(sheet, live, layout, first, sums, writer)


def name_foot(sheet: Worksheet, layout: SheetLayout, first: int, games: int, others: int) -> None:
    """The labels of the rows below the games; `games` and `others` are the scheme's points."""
    labels = (
        _("Game points"),
        _("(won − lost) × %(points)s") % {"points": games},
        _("lost by the others × %(points)s") % {"points": others},
        _("Total"),
        _("Total on paper"),
    )
    for row, words in enumerate(labels, first):
        put_text(sheet.cell(row, 1), words)
        sheet.cell(row, 1).font = BOLD
        sheet.merge_cells(
            start_row=row, end_row=row, start_column=1, end_column=layout.columns["minus"]
        )


def totals(layout: SheetLayout, seat: int, last: int) -> tuple[str, str, str]:
    """Formulas of points, games won and games lost of a seat over all rows."""
    solo, result, plus, minus = (
        layout.range(key, FIRST, f"${last}") for key in ("soloist", "won", "plus", "minus")
    )
    won, lost = (formulas.text(word) for word in (formulas.won_word(), formulas.lost_word()))
    return (
        f"=SUMIF({solo},{seat},{plus})-SUMIF({solo},{seat},{minus})",
        f"=COUNTIFS({solo},{seat},{result},{won})",
        f"=COUNTIFS({solo},{seat},{result},{lost})",
    )


def fill_checks(
    sheet: Worksheet,
    live: LiveList,
    layout: SheetLayout,
    first: int,
    sums: RunningSums,
    writer: FormulaWriter,
) -> None:
    """The checks: no game missing or too many, totals as on paper."""
    counts = [
        layout.cell(f"{key}_{seat}", first)
        for seat in range(1, layout.seats + 1)
        for key in ("won", "lost")
    ]
    c = {key: sheet.cell(ABOUT, layout.about(key)[1]).coordinate for key in ABOUT_KEYS}
    due = f'IF({c["played"]}="",{c["seats"]}*{c["rounds"]},{c["played"]})'
    there = f"{'+'.join(counts)}+{c['passed']}"
    words = _("games missing or too many: ")
    found = f'=IF(OR({there}=0,{there}={due}),"",{formulas.text(words)}&({due}-({there})))'
    open_games = sums.missing
    result = None if open_games is None else f"{words}{open_games}" if open_games else ""
    writer.put(sheet, layout.cell("error", first), found, result)
    papers = []
    for seat in range(1, layout.seats + 1):
        letter = layout.letter(f"points_{seat}")
        paper, total = f"{letter}{first + 4}", f"{letter}{first + 3}"
        papers.append(f'AND({paper}<>"",{paper}<>{total})')
    differs = _("the paper says another total")
    found = f'=IF(OR({",".join(papers)}),{formulas.text(differs)},"")'
    writer.put(sheet, layout.cell("error", first + 4), found, differs if sums.differs else "")
