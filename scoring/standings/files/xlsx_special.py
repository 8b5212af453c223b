"""Rankings by one figure, as live formulas over the lists of the players or their games.

Three sheets: the ranking; the figure and the rank of every player; and, typed, the lists or the
games that the figure is computed from.
"""

from collections.abc import Mapping
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.core.files.xlsx_live import Block, Cells, LiveBook, LiveColumn, with_formula
from scoring.core.head import Head
from scoring.core.listing import Column, Listing, Row, rows_of
from scoring.messages import label, reason
from scoring.standings.files.xlsx_players import add_results, result_columns
from scoring.standings.files.xlsx_ranking import (
    LiveRanking,
    add_ranking,
    notes,
    own,
    reason_by,
    series_columns,
    series_headings,
    series_results,
    who_columns,
)
from scoring.standings.reads.special import HUNDRED
from scoring.standings.reads.xlsx_special import MOST_OF_EACH, LiveFigure, LiveSpecial

BEST_SERIES = "best-series"
# The figures of a list that the best series needs, and the other rankings of lists.
OF_PERFORMANCE = ("seats", "points", "won", "lost", "others_lost", "performance")
OF_COUNTS = ("won", "lost")
TIED = ("shared", "lot")  # reasons beside the figure
FEWEST = ("fewest-lost",)  # rankings by the smaller figure


def special_standings_workbook(live: LiveSpecial, listing: Listing, head: Head) -> bytes:
    """The ranking as an `.xlsx` file, in the active language."""
    book = LiveBook(head)
    source = book.add(games_listing(live)) if live.of_games else add_lists(book, live)
    add_ranking(book, ranking_of_figures(live, source), listing)
    return book.saved(listing.title)


def add_lists(book: LiveBook, live: LiveSpecial) -> Block:
    """One row for each list of a player: only the figures that the ranking needs."""
    needed = OF_PERFORMANCE if live.found.code == BEST_SERIES else OF_COUNTS
    needed = ("number", "name", "series", *needed)
    columns = [column for column in result_columns(live.rules) if column.key in needed]
    return add_results(book, columns, live.results)


def ranking_of_figures(live: LiveSpecial, source: Block) -> LiveRanking:
    code, shared = live.found.code, live.rules.shared
    numbers = live.numbers if code == BEST_SERIES else ()
    merit = (("figure", "<" if code in FEWEST else ">"),)
    by_player: dict[int, dict[int, int]] = {row.row.start_number: {} for row in live.players}
    for result in live.results:
        by_player[result.start_number][result.given.series] = result.given.performance
    heading = label("special_figure", code)
    formula = partial(figure, live=live, source=source)
    column = LiveColumn("figure", heading, "points", width=12, formula=formula)
    return LiveRanking(
        columns=[*who_columns(), *series_columns(source, series_headings(numbers)), column],
        rows=[
            row_of_figure(player, series_results(numbers, by_player[player.row.start_number]))
            for player in live.players
        ],
        shown=[Column("rank", _("Rank"), "rank", width=6), *who_columns(), column],
        shared=shared,
        merit=merit,
        reason=reason_by(merit, shared=shared),
    )


def row_of_figure(player: LiveFigure, series: Mapping[str, object]) -> Row:
    """What the formulas give for a player."""
    row = player.row
    return {
        **rows_of(who_columns(), [player])[0],
        **series,
        "figure": row.figure,
        "lot": player.lot,
        "rank": row.rank.rank,
        "reason": reason(row.rank) if row.rank.decided_by in TIED else "",
    }


def figure(c: Cells, _row: Row, live: LiveSpecial, source: Block) -> str:
    """The figure of the player of this row: a sum, a count, or his best.

    SUMPRODUCT makes MAX look at every row; Excel 2007 has no MAXIFS.
    """
    code, who = live.found.code, own(source, c)
    if code == BEST_SERIES:
        return f"MAX({c[f'series_{live.numbers[0]}']}:{c[f'series_{live.numbers[-1]}']})"
    if code == "grand-ouvert":
        return f"COUNTIFS({who})"
    if code == "hundred":
        return f'COUNTIFS({who},{source.range("value")},">={HUNDRED}")'
    if code in ("best-game", "top-solos"):
        best = source.range("value" if code == "best-game" else "against")
        return f"SUMPRODUCT(MAX(({source.range('number')}={c['number']})*{best}))"
    won, lost = (f"SUMIFS({source.range(key)},{who})" for key in ("won", "lost"))
    return {"most-won": won, "fewest-lost": lost, "net-games": f"{won}-{lost}"}[code]


def games_listing(live: LiveSpecial) -> Listing:
    """One row for each game that a player won as soloist and that the ranking counts."""
    code = live.found.code
    # What the formulas read; where games are counted, the players' numbers.
    read = {"top-solos": "against", "grand-ouvert": "number"}.get(code, "value")
    columns = [
        Column("number", _("No."), "int", width=6, value="start_number"),
        Column("name", _("Name"), width=28),
        Column("series", pgettext("one of several", "Series"), "int", width=7),
        Column("table", _("Table"), "int", width=7),
        Column("at", _("Game no."), "int", width=7, value="number"),
        Column("contract", _("Game"), width=18),
        Column("value", _("Points"), "points", width=9),
        *([Column("against", _("Tops"), "int", width=9)] if code == "top-solos" else []),
    ]
    more = []
    if code == "best-game":
        more = [_("The %(count)s best games of each player.") % {"count": MOST_OF_EACH}]
    columns = [with_formula(column, typed=column.key == read) for column in columns]
    rows = rows_of(columns, live.games)
    return Listing(_("Games won"), columns, rows, notes=[*notes(), *more])
