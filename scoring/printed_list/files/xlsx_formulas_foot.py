"""The foot of a score list as formulas: totals by seat and checks."""

from django.utils.translation import gettext as _
from openpyxl.worksheet.worksheet import Worksheet

from scoring.core.files.xlsx import put_text, put_typed
from scoring.core.files.xlsx_results import FormulaWriter
from scoring.printed_list.files import xlsx_formulas as formulas
from scoring.printed_list.files.xlsx_layout import ABOUT_KEYS, FIRST, SheetLayout
from scoring.printed_list.files.xlsx_look import dress
from scoring.printed_list.files.xlsx_results import RunningSums
from scoring.printed_list.reads.xlsx_rows import LiveList
from scoring.rules.ranking import bonus, per_game

POINTS, OWN, OTHERS, TOTAL, PAPER = range(5)  # the rows of the foot


def blank_foot(sheet: Worksheet, live: LiveList, layout: SheetLayout, first: int) -> None:
    """The rows below the games, from row `first` on: labels and formulas, by seat."""
    games, others = per_game(live.scheme), bonus(live.scheme, layout.seats)
    seats = range(layout.columns["points_1"], layout.columns["dealer"])
    for row in range(first, first + PAPER + 1):
        for column in range(1, layout.last + 1):
            parts = ["lines", *(["middle"] if column in seats else [])]
            dress(sheet.cell(row, column), *parts)
        sheet.merged_cells.add(f"{layout.cell('number', row)}:{layout.cell('minus', row)}")
    labels = (
        _("Game points"),
        _("(won − lost) × %(points)s") % {"points": games},
        _("lost by the others × %(points)s") % {"points": others},
        _("Total"),
        _("Total on paper"),
    )
    for row, words in enumerate(labels, first):
        dress(sheet.cell(row, 1), "lines", "bold")
        put_text(sheet.cell(row, 1), words)
    for seat in range(1, layout.seats + 1):
        blank_sums(sheet, live, layout, first, seat)
    for row, formula in checks(layout, first).items():
        sheet[layout.cell("error", row)].value = formula


def blank_sums(
    sheet: Worksheet, live: LiveList, layout: SheetLayout, first: int, seat: int
) -> None:
    """The sums of a seat: of its games, or typed where there are none."""
    games, others = per_game(live.scheme), bonus(live.scheme, layout.seats)
    lost = [layout.cell(f"lost_{each}", first) for each in range(1, layout.seats + 1)]
    keys = [f"{key}_{seat}" for key in ("points", "won", "lost")]
    for key, formula in zip(keys, totals(layout, seat, first - 1), strict=True):
        if live.bare:
            dress(sheet[layout.cell(key, first)], "lines", "middle", "typed")
        else:
            sheet[layout.cell(key, first)].value = formula
    points, own_won, own_lost = (layout.cell(key, first) for key in keys)
    own, theirs, total, paper = (
        sheet[layout.cell(keys[0], first + row)] for row in (OWN, OTHERS, TOTAL, PAPER)
    )
    own.value = f"={games}*({own_won}-{own_lost})"
    theirs.value = f"={others}*({'+'.join(lost)}-{own_lost})"
    total.value = f"=SUM({points}:{theirs.coordinate})"
    dress(total, "lines", "middle", "bold")
    dress(paper, "lines", "middle", "typed")


def fill_foot(
    sheet: Worksheet,
    writer: FormulaWriter,
    live: LiveList,
    layout: SheetLayout,
    first: int,
    sums: RunningSums,
) -> None:
    """What is typed in the foot, and what its formulas give."""
    figures = per_game(live.scheme), bonus(live.scheme, layout.seats)
    for seat, foot in enumerate(live.foot, 1):
        keys = [f"{key}_{seat}" for key in ("points", "won", "lost")]
        typed = (foot.points, foot.won, foot.lost)
        for key, figure, result in zip(keys, typed, sums.of_seat(seat), strict=True):
            if live.bare:
                put_typed(sheet[layout.cell(key, first)], figure)
            else:
                writer.give(sheet, layout.cell(key, first), result)
        for row, result in zip((OWN, OTHERS, TOTAL), sums.foot(seat, *figures), strict=True):
            writer.give(sheet, layout.cell(keys[0], first + row), result)
        put_typed(sheet[layout.cell(keys[0], first + PAPER)], foot.paper_total)
    missing = sums.missing
    words = None if missing is None else f"{missing_words()}{missing}" if missing else ""
    writer.give(sheet, layout.cell("error", first), words)
    differs = differs_words() if sums.differs else ""
    writer.give(sheet, layout.cell("error", first + PAPER), differs)


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


def missing_words() -> str:
    return _("games missing or too many: ")


def differs_words() -> str:
    return _("the paper says another total")


def checks(layout: SheetLayout, first: int) -> dict[int, str]:
    """The checks by row: no game missing or too many, totals as on paper."""
    seats = range(1, layout.seats + 1)
    counts = [layout.cell(f"{key}_{seat}", first) for seat in seats for key in ("won", "lost")]
    c = {key: layout.about_cell(key) for key in ABOUT_KEYS}
    due = f'IF({c["played"]}="",{c["seats"]}*{c["rounds"]},{c["played"]})'
    there = f"{'+'.join(counts)}+{c['passed']}"
    words = formulas.text(missing_words())
    papers = []
    for seat in seats:
        letter = layout.letter(f"points_{seat}")
        paper, total = f"{letter}{first + PAPER}", f"{letter}{first + TOTAL}"
        papers.append(f'AND({paper}<>"",{paper}<>{total})')
    return {
        first: f'=IF(OR({there}=0,{there}={due}),"",{words}&({due}-({there})))',
        first + PAPER: f'=IF(OR({",".join(papers)}),{formulas.text(differs_words())},"")',
    }
