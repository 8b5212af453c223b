"""Standings of players as live formulas over their results (docs/law.md "Performance", 4)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.core.files.xlsx_live import Block, Cells, Formula, LiveBook, LiveColumn, with_formula
from scoring.core.head import Head
from scoring.core.listing import Column, Listing, Row, rows_of
from scoring.standings.files.xlsx_ranking import (
    LiveRanking,
    add_ranking,
    counts_column,
    free_column,
    notes,
    reason_by,
    reason_label,
    series_columns,
    series_headings,
    series_results,
    sum_of,
    who_columns,
)
from scoring.standings.reads.xlsx_figures import LivePlayer, LiveResult, LiveStandings, ScoringRules

# The formulas that give a result from elsewhere in the workbook, by column.
Linked = Callable[[LiveResult], Mapping[str, str]]


def unlinked(_result: LiveResult) -> Mapping[str, str]:
    """All figures are typed."""
    return {}


def standings_workbook(live: LiveStandings, listing: Listing, head: Head) -> bytes:
    """The ranking as an `.xlsx` file, in the active language."""
    book = LiveBook(head)
    add_standings(book, live, listing)
    return book.saved(listing.title)


def add_standings(
    book: LiveBook, live: LiveStandings, listing: Listing, at: int = 0, linked: Linked = unlinked
) -> None:
    """Add the ranking, the sums, and the results."""
    columns = [*result_columns(live.rules), counts_column(live.rules.best_of)]
    source = add_results(book, columns, live.results, at, linked)
    add_ranking(book, ranking_of_players(live, source), listing, at)


def ranking_of_players(live: LiveStandings, source: Block) -> LiveRanking:
    series, sums = series_columns(source, series_headings(live.numbers)), sum_columns(source)
    return LiveRanking(
        columns=[*who_columns(), *series, *sums, free_column()],
        rows=[row_of_player(player, live.numbers) for player in live.players],
        shown=[
            Column("rank", _("Rank"), "rank", width=6),
            *who_columns(),
            *(series if len(series) > 1 else ()),
            *(column for column in sums if column.key != "adjusted" or live.has_adjusted),
        ],
        shared=live.rules.shared,
        reason=reason_by(shared=live.rules.shared),
    )


def row_of_player(player: LivePlayer, numbers: Sequence[int]) -> Row:
    """What the formulas give for a player."""
    row = player.row
    results = {number: result.performance for number, result in row.results.items()}
    return {
        "number": row.start_number,
        "name": row.name,
        "club": row.club,
        **series_results(numbers, results),
        **{column.key: getattr(row, column.key) for column in figure_columns()},
        "free": player.free,
        "lot": player.lot,
        "rank": row.rank.rank,
        "reason": reason_label(row.rank),
    }


def figure_columns() -> list[Column]:
    return [
        Column("points", _("Game points"), "points", width=9),
        Column("won", _("Won"), "int", width=6),
        Column("lost", _("Lost"), "int", width=6),
        Column("others_lost", _("Lost by others"), "int", width=9),
        Column("adjusted", _("Adjusted"), "points", width=9),
        Column("performance", _("Performance"), "points", width=11),
    ]


def sum_columns(source: Block) -> list[LiveColumn]:
    """The sums of what counts; points of no series are added."""

    def total(key: str) -> Formula:
        free = key in ("adjusted", "performance")
        return lambda c, _row: sum_of(source, c, key) + (f"+{c['free']}" if free else "")

    columns = (replace(column, kind="points", width=10) for column in figure_columns())
    return [with_formula(column, total(column.key)) for column in columns]


# The results of players, for them and their teams -------------------------------------------------


def add_results(
    book: LiveBook,
    columns: Sequence[Column],
    results: Sequence[LiveResult],
    at: int = 0,
    linked: Linked = unlinked,
) -> Block:
    """One row for each list of a player: typed or linked figures, and what follows from them."""
    rows = rows_of(columns, results, links=linked, at_three="at_three")
    return book.add(Listing(_("Results"), columns, rows, notes=notes()), at)


def result_columns(rules: ScoringRules) -> list[Column]:
    """The figures of a list, and the performance."""
    series = pgettext("one of several", "Series")
    *figures, total = (column.of(f"given.{column.key}") for column in figure_columns())

    def link(key: str) -> Formula:
        return lambda _c, row: row["links"].get(key, "")

    return [
        Column("number", _("No."), "int", width=6, value="start_number"),
        Column("name", _("Name"), width=28),
        Column("series", series, "int", width=7, value="given.series"),
        LiveColumn("seats", _("Seats"), "int", width=7, typed=True),
        *(with_formula(column, link(column.key), typed=True) for column in figures),
        with_formula(total, partial(performance, rules=rules)),
    ]


def performance(c: Cells, row: Mapping[str, Any], rules: ScoringRules) -> str:
    """The performance from the figures of a list (docs/law.md "Performance").

    `at_three` of the games lost by the others were lost when four played on as three.
    """
    bonus = f"IF({c['seats']}=3,{rules.bonus_three},{rules.bonus_four})"
    formula = f"{c['points']}+{rules.per_game}*({c['won']}-{c['lost']})+{bonus}*{c['others_lost']}"
    extra = (rules.bonus_three - rules.bonus_four) * row["at_three"]
    if extra:
        formula += f"+IF({c['seats']}=4,{extra},0)"
    return f"{formula}+{c['adjusted']}" if "adjusted" in c else formula
