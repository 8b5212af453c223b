"""The foot of a score list as formulas: totals by seat and checks."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from scoring.core.files.xlsx_cells import SheetCells, content, formula
from scoring.printed_list.files import xlsx_formulas as formulas
from scoring.printed_list.files.xlsx_layout import ABOUT_KEYS, FIRST, SheetLayout
from scoring.printed_list.files.xlsx_look import ListLook
from scoring.printed_list.files.xlsx_results import RunningSums
from scoring.printed_list.reads.xlsx_rows import Foot, LiveList
from scoring.rules.performance import bonus, per_game

POINTS, OWN, OTHERS, TOTAL, PAPER = range(5)  # the rows of the foot


def fill_foot(
    cells: SheetCells,
    live: LiveList,
    layout: SheetLayout,
    first: int,
    sums: RunningSums,
    look: ListLook,
) -> None:
    """Game points, counts, bonus, total and the paper's own total, by seat, from row `first` on."""
    figures = per_game(live.scheme), bonus(live.scheme, layout.seats)
    draw_foot(cells, layout, first, look)
    name_foot(cells, first, figures, look)
    lost = [layout.cell(f"lost_{seat}", first) for seat in range(1, layout.seats + 1)]
    for seat, foot in enumerate(live.foot, 1):
        fill_sums(cells, live, layout, first, (seat, foot), sums, look)
        own_won, own_lost = (layout.cell(f"{key}_{seat}", first) for key in ("won", "lost"))
        column = layout.columns[f"points_{seat}"]
        letter = layout.letter(f"points_{seat}")
        texts = (
            f"={figures[0]}*({own_won}-{own_lost})",
            f"={figures[1]}*({'+'.join(lost)}-{own_lost})",
            f"=SUM({letter}{first}:{letter}{first + OTHERS})",
        )
        given = sums.foot(seat, *figures)
        for row, text, result in zip((OWN, OTHERS, TOTAL), texts, given, strict=True):
            style = look.of("lines", "middle", *(["bold"] if row == TOTAL else []))
            cells.put(first + row, column, formula(text, result), style)
        style = look.of("lines", "middle", "typed")
        cells.put(first + PAPER, column, content(foot.paper_total), style)
    fill_checks(cells, live, layout, first, sums, look)


def draw_foot(cells: SheetCells, layout: SheetLayout, first: int, look: ListLook) -> None:
    """Lines around every cell; those of the seats are centred."""
    seats = range(layout.columns["points_1"], layout.columns["dealer"])
    plain, centred = look.of("lines"), look.of("lines", "middle")
    for row in range(first, first + PAPER + 1):
        for column in range(1, layout.last + 1):
            cells.put(row, column, style=centred if column in seats else plain)


def name_foot(cells: SheetCells, first: int, figures: tuple[int, int], look: ListLook) -> None:
    """The labels of the rows below the games; `figures` are the points for a game and a loss."""
    games, others = figures
    labels = (
        _("Game points"),
        _("(won − lost) × %(points)s") % {"points": games},
        _("lost by the others × %(points)s") % {"points": others},
        _("Total"),
        _("Total on paper"),
    )
    for row, words in enumerate(labels, first):
        cells.put(row, 1, content(words), look.of("lines", "bold", text=words))


def merged_foot(layout: SheetLayout, first: int) -> Sequence[str]:
    """The ranges that the labels cover."""
    rows = range(first, first + PAPER + 1)
    return [f"{layout.cell('number', row)}:{layout.cell('minus', row)}" for row in rows]


def fill_sums(
    cells: SheetCells,
    live: LiveList,
    layout: SheetLayout,
    first: int,
    of_seat: tuple[int, Foot],
    sums: RunningSums,
    look: ListLook,
) -> None:
    """Points, games won and lost of a seat: added up, or typed where there are no games."""
    seat, foot = of_seat
    typed = (foot.points, foot.won, foot.lost)
    texts = totals(layout, seat, first - 1)
    for key, figure, text, result in zip(
        ("points", "won", "lost"), typed, texts, sums.of_seat(seat), strict=True
    ):
        column = layout.columns[f"{key}_{seat}"]
        if live.bare:
            cells.put(first, column, content(figure), look.of("lines", "middle", "typed"))
        else:
            cells.put(first, column, formula(text, result), look.of("lines", "middle"))


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
    cells: SheetCells,
    live: LiveList,
    layout: SheetLayout,
    first: int,
    sums: RunningSums,
    look: ListLook,
) -> None:
    """The checks: no game missing or too many, totals as on paper."""
    seats = range(1, layout.seats + 1)
    counts = [layout.cell(f"{key}_{seat}", first) for seat in seats for key in ("won", "lost")]
    c = {key: layout.about_cell(key) for key in ABOUT_KEYS}
    due = f'IF({c["played"]}="",{c["seats"]}*{c["rounds"]},{c["played"]})'
    there = f"{'+'.join(counts)}+{c['passed']}"
    words = _("games missing or too many: ")
    found = f'=IF(OR({there}=0,{there}={due}),"",{formulas.text(words)}&({due}-({there})))'
    open_games = sums.missing
    result = None if open_games is None else f"{words}{open_games}" if open_games else ""
    style, column = look.of("lines"), layout.columns["error"]
    cells.put(first, column, formula(found, result), style)
    papers = []
    for seat in seats:
        letter = layout.letter(f"points_{seat}")
        paper, total = f"{letter}{first + PAPER}", f"{letter}{first + TOTAL}"
        papers.append(f'AND({paper}<>"",{paper}<>{total})')
    differs = _("the paper says another total")
    found = f'=IF(OR({",".join(papers)}),{formulas.text(differs)},"")'
    given = differs if sums.differs else ""
    cells.put(first + PAPER, column, formula(found, given), style)
