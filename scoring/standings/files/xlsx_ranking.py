"""Live rankings: sums and ranks follow from typed results (docs/law.md "Ranking", TO 5.1)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from operator import itemgetter
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from scoring.core.files.xlsx import Block, Cells, Formula, LiveBook, LiveColumn, with_formula
from scoring.core.listing import (
    ADJUSTED,
    AHEAD_BY,
    CLUB,
    LOST,
    NAME,
    NUMBER,
    PERFORMANCE,
    POINTS,
    RANK,
    WON,
    Column,
    Head,
    Kind,
    Listing,
    Row,
    rows_of,
)
from scoring.messages.sentence import REASONS
from scoring.rules.ranking import DrawnLot, Figure, Rank
from scoring.rules.score_list import Scheme, bonus, per_game
from scoring.standings.reads.live import LiveResult
from scoring.standings.reads.players import OTHERS_LOST, Standings, StandingsRow, decided_by

Merit = Sequence[tuple[str, str]]
# The figures that decide, in their order, and in which direction.
MERIT: Merit = (("performance", ">"), ("won", ">"), ("lost", "<"))


@dataclass(frozen=True, slots=True)
class LiveRanking:
    """The columns of the sums, with their formulas, and those of them that the ranking shows."""

    columns: Sequence[Column]
    rows: Sequence[Row]  # also with "rank", with "lot" and "reason" if the ranking has them
    shown: Sequence[Column]
    shared: bool
    merit: Merit = MERIT
    reason: Formula | None = None
    lots: bool = True

    def rank(self, c: Cells, _row: Row) -> str:
        """The number of rows ahead plus 1; lots decide once all equals have drawn one."""
        formula = f"1+{ahead(c, self.merit)}"
        if self.shared:
            return formula
        lot = c.own("lot")
        equal = ",".join(f"{c.own(key)},{c[key]}" for key, _sign in self.merit)
        undrawn = "*".join(f"({c.own(key)}={c[key]})" for key, _sign in self.merit)
        return (
            f'{formula}+IF(COUNTIFS({equal})=1,0,IF(SUMPRODUCT({undrawn}*({lot}=""))>0,0,'
            f'COUNTIFS({equal},{lot},"<"&{c["lot"]})))'
        )


def place(c: Cells, _row: Row) -> str:
    """The row in the ranking: equal ranks are ordered by number."""
    before = f'{c.own("number")},"<"&{c["number"]}'
    return f"{c['rank']}+COUNTIFS({c.own('rank')},{c['rank']},{before})"


def ahead(c: Cells, merit: Merit, among: str = "") -> str:
    """How many rows come before this one; each figure decides if those before it are equal."""
    equal = [among] if among else []
    counts = []
    for key, sign in merit:
        counts.append(f'COUNTIFS({",".join([*equal, c.own(key)])},"{sign}"&{c[key]})')
        equal.append(f"{c.own(key)},{c[key]}")
    return "+".join(counts)


def counts_column(best_of: int | None) -> LiveColumn:
    """1 if a result is among the best k of its player or team (docs/law.md "Ranking")."""

    def counts(c: Cells, _row: Row) -> str:
        if best_of is None:
            return "1"
        same = f"{c.own('number')},{c['number']}"
        better = ahead(c, (("performance", ">"), ("won", ">"), ("series", "<")), same)
        return f"IF({better}<{best_of},1,0)"

    column = Column("counts", _("Counts"), "int", width=7).of(lambda result: int(result.counts))
    return with_formula(column, counts)


def reason_by(merit: Merit = MERIT, *, shared: bool) -> Formula:
    """Why a row is ahead of the next, or level with others; empty if the first figure decides."""
    words = {key: str(sentence).replace('"', '""') for key, sentence in REASONS.items()}
    among = f'"{words["shared" if shared else "needed"]}"'
    (usual, _sign), *others = merit

    def formula_of_reason(c: Cells, _row: Row) -> str:
        formula, below = '""', c.below
        if below is not None:
            formula = f'"{words["lot"]}"'
            for key, _sign in reversed(others):
                figures = {"own": f'"&{c[key]}&"', "other": f'"&{below[key]}&"'}
                formula = f'IF({c[key]}<>{below[key]},"{words[key] % figures}",{formula})'
            formula = f'IF({c[usual]}<>{below[usual]},"",{formula})'
        return f"IF(COUNTIF({c.own('rank')},{c['rank']})>1,{among},{formula})"

    return formula_of_reason


# Columns of several rankings.


WHO = (NUMBER.of("start_number", 6), NAME, CLUB)
FIGURES = (POINTS, WON, LOST, OTHERS_LOST.of(width=9), ADJUSTED.of(width=9), PERFORMANCE)


def series_columns(
    source: Block, headings: Mapping[int, str], kind: Kind = "points", width: int = 9
) -> list[LiveColumn]:
    """The performance under each heading, also if it is dropped; empty without a result."""

    def of_series(number: int) -> Formula:
        def formula(c: Cells, _row: Row) -> str:
            of = f"{own_condition(source, c)},{source.range('series')},{number}"
            return f'IF(COUNTIFS({of})=0,"",SUMIFS({source.range("performance")},{of}))'

        return formula

    return [
        LiveColumn(f"series_{n}", heading, kind, width=width, formula=of_series(n))
        for n, heading in headings.items()
    ]


def series_headings(numbers: Iterable[int]) -> dict[int, str]:
    return {n: _("Series %(number)s") % {"number": n} for n in numbers}


def series_results(
    numbers: Iterable[int], results: Mapping[int, Figure]
) -> dict[str, Figure | str]:
    """The values that `series_columns` give in a row."""
    return {f"series_{n}": results.get(n, "") for n in numbers}


def own_condition(source: Block, c: Cells) -> str:
    """The condition of a sum: the results of the number in this row."""
    return f"{source.range('number')},{c['number']}"


def sum_of(source: Block, c: Cells, key: str) -> str:
    """The sum of the results that count for the number in this row."""
    return f"SUMIFS({source.range(key)},{own_condition(source, c)},{source.range('counts')},1)"


def free_column() -> LiveColumn:
    return LiveColumn("free", _("Adjusted, no series"), "points", width=10, typed=True)


def add_ranking(book: LiveBook, live: LiveRanking, listing: Listing) -> tuple[Worksheet, Worksheet]:
    """Add a sheet that shows the sums by rank, and after it the sheet of the sums."""
    order = sorted(live.rows, key=itemgetter("rank", "number"))
    placed = [{**row, "place": number} for number, row in enumerate(order, 1)]
    rows = sorted(placed, key=itemgetter("number"))
    columns = [
        *live.columns,
        *([LiveColumn("lot", _("Lot"), "int", width=6, typed=True)] if live.lots else []),
        with_formula(RANK.of(width=6), live.rank),
        LiveColumn("place", _("Order"), "int", width=7, formula=place),
    ]
    sums = book.add(Listing(_("Sums"), columns, rows), at=0)

    def row_in_sums(c: Cells, _row: Row) -> str:
        return f"MATCH({c.row - c.block.first + 1},{sums.range('place')},0)"

    in_sums = {row["number"]: number for number, row in enumerate(rows, 1)}
    shown = [
        *(shown_column(column, sums) for column in live.shown),
        *([with_formula(AHEAD_BY, live.reason)] if live.reason else []),
        LiveColumn("at", _("Row"), "int", width=6, formula=row_in_sums),
    ]
    ranked = [{**row, "at": in_sums[row["number"]]} for row in order]
    block = book.add(replace(listing, columns=shown, rows=ranked, foot=()), at=0)
    sheet = block.sheet
    sheet.column_dimensions[block.letters["at"]].hidden = True
    if ranked:
        last = get_column_letter(len(shown) - 1)
        sheet.print_area = f"A1:{last}{block.last + len(listing.notes) + 2}"
    return sheet, sums.sheet


def shown_column(column: Column, sums: Block) -> LiveColumn:
    def formula(c: Cells, _row: Row) -> str:
        text = '&""' if column.kind == "text" else ""
        return f"INDEX({sums.range(column.key)},{c['at']}){text}"

    return with_formula(column, formula)


# Standings of players as live formulas over their results (docs/law.md "Performance", 4).

# The formulas that give a result from elsewhere in the workbook, by column.
Linked = Callable[[LiveResult], Mapping[str, str]]


def no_links(_result: LiveResult) -> Mapping[str, str]:
    return {}


def standings_workbook(ranking: Standings, results: Sequence[LiveResult], head: Head) -> bytes:
    book = LiveBook(head)
    add_standings(book, ranking, results)
    return book.save(ranking.title)


def add_standings(
    book: LiveBook,
    ranking: Standings,
    results: Sequence[LiveResult],
    linked: Linked = no_links,
) -> None:
    """Add the ranking, the sums, and the results."""
    columns = [*result_columns(ranking.tournament.scheme), counts_column(ranking.best_of)]
    source = add_results(book, columns, results, linked)
    add_ranking(book, ranking_of_players(ranking, source), ranking.listing())


def ranking_of_players(ranking: Standings, source: Block) -> LiveRanking:
    series, sums = series_columns(source, series_headings(ranking.numbers)), sum_columns(source)
    has_adjusted = any(row.adjusted for row in ranking.rows)
    shared = ranking.tournament.ties == "share"
    return LiveRanking(
        columns=[*WHO, *series, *sums, free_column()],
        rows=[row_of_player(row, ranking) for row in ranking.rows],
        shown=[
            RANK.of(width=6),
            *WHO,
            *(series if len(series) > 1 else ()),
            *(column for column in sums if column.key != "adjusted" or has_adjusted),
        ],
        shared=shared,
        reason=reason_by(shared=shared),
    )


def row_of_player(row: StandingsRow, ranking: Standings) -> Row:
    """The values that the formulas give for a player."""
    results = {number: result.performance for number, result in row.results.items()}
    return {
        **rows_of(WHO, [row])[0],
        **series_results(ranking.numbers, results),
        **{column.key: getattr(row, column.key) for column in FIGURES},
        "free": ranking.free.get(row.entry_id, 0),
        "lot": drawn_place(row.rank, ranking.lots.get(row.entry_id)),
        "rank": row.rank.rank,
        "reason": decided_by(row),
    }


def drawn_place(rank: Rank, lot: DrawnLot | None) -> int | None:
    """The place in a lot, unless it decides nothing because others have drawn since."""
    return lot.order if lot and not rank.lot_needed else None


def sum_columns(source: Block) -> list[LiveColumn]:
    """The sums of what counts; points of no series are added."""

    def total(key: str) -> Formula:
        free = key in ("adjusted", "performance")
        return lambda c, _row: sum_of(source, c, key) + (f"+{c['free']}" if free else "")

    columns = (replace(column, kind="points", width=10) for column in FIGURES)
    return [with_formula(column, total(column.key)) for column in columns]


# The results of players, for them and their teams.


def add_results(
    book: LiveBook,
    columns: Sequence[Column],
    results: Sequence[LiveResult],
    linked: Linked = no_links,
) -> Block:
    """One row for each list of a player: typed or linked figures, and those computed from them."""
    rows = rows_of(columns, results, links=linked, at_three="at_three")
    notes = [_("Figures on pale yellow are typed; everything else follows from them.")]
    return book.add(Listing(_("Results"), columns, rows, notes=notes), at=0)


def result_columns(scheme: Scheme) -> list[Column]:
    series = pgettext("one of several", "Series")
    *figures, total = (column.of(f"given.{column.key}") for column in FIGURES)

    def link(key: str) -> Formula:
        return lambda _c, row: row["links"].get(key, "")

    return [
        NUMBER.of("start_number", 6),
        NAME,
        Column("series", series, "int", width=7, value="given.series"),
        LiveColumn("seats", _("Seats"), "int", width=7, typed=True),
        *(with_formula(column, link(column.key), typed=True) for column in figures),
        with_formula(total, partial(performance, scheme=scheme)),
    ]


def performance(c: Cells, row: Mapping[str, Any], scheme: Scheme) -> str:
    """The performance from the figures of a list (docs/law.md "Performance")."""
    game, at_three, at_four = per_game(scheme), bonus(scheme, 3), bonus(scheme, 4)
    worth = f"IF({c['seats']}=3,{at_three},{at_four})"
    formula = f"{c['points']}+{game}*({c['won']}-{c['lost']})+{worth}*{c['others_lost']}"
    # Some games were lost by the others when a table of four played on as three.
    if extra := (at_three - at_four) * row["at_three"]:
        formula += f"+IF({c['seats']}=4,{extra},0)"
    return f"{formula}+{c['adjusted']}" if "adjusted" in c else formula
