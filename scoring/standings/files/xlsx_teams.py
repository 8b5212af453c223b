"""Teams, tandems and mixed pairs, as live formulas over the results of their players.

Four sheets: the ranking; the sums of the teams; the result of every team in every series, scaled if
it was short (docs/law.md "Ranking"); and the results of the players, typed.
"""

from collections.abc import Sequence
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from scoring.core.files.xlsx_results import FormulaWriter
from scoring.core.head import Head
from scoring.core.listing import Column, Kind, Listing, rows_of
from scoring.rules.ranking import Figure
from scoring.standings.files import xlsx_formulas as formulas
from scoring.standings.files.xlsx_formulas import Block
from scoring.standings.files.xlsx_players import (
    TYPED,
    Given,
    fill_rank,
    fill_ranking,
    fill_reasons,
    fill_results,
    fill_series,
    placed,
    rank_columns,
    reason_column,
    reason_label,
    series_columns,
)
from scoring.standings.reads.xlsx_figures import LiveTeam, LiveTeams

SUMS = ("won", "lost", "performance")
# Rounded so that equal totals stay equal in Excel, which compares fifteen digits.
DIGITS = 6


def team_standings_workbook(live: LiveTeams, listing: Listing, head: Head) -> bytes:
    """The ranking as an `.xlsx` file of live formulas, in the active language."""
    workbook, writer = Workbook(), FormulaWriter()
    ranking = workbook.active
    teams, team_results, results = (workbook.create_sheet() for _number in range(3))
    typed = fill_results(results, live.results, live.rules, head, writer)
    by_series = fill_team_results(team_results, live, head, typed, writer)
    sums, given = fill_teams(teams, live, head, by_series, writer)
    points = kind_of(live)
    shown = [
        Column("rank", _("Rank"), "rank", width=6),
        *team_columns(),
        *series_columns(live.found.numbers, points),
        *(Column(key, heading, points, width=10) for key, heading in headings(live)),
        # A formula cannot write the fractions of a scaled team as the page does.
        *([reason_column()] if points == "points" else []),
    ]
    block = fill_ranking(ranking, shown, listing, head, sums, given, writer)
    if points == "points":
        fill_reasons(ranking, block, given, writer, merit_of(live), shared=live.rules.shared)
    return writer.saved(workbook, listing.title, head)


def kind_of(live: LiveTeams) -> Kind:
    """Two decimals where a short team is scaled or match points are shared."""
    return "fraction" if any(team.seated for team in live.teams) else "points"


def team_columns() -> list[Column]:
    return [
        Column("number", _("No."), "int", width=6, value="row.number"),
        Column("name", _("Team"), width=26, value="row.name"),
        Column("members", _("Players"), width=40, value=members),
    ]


def headings(live: LiveTeams) -> list[tuple[str, str]]:
    found = [("won", _("Won")), ("lost", _("Lost")), ("performance", _("Performance"))]
    return [*found, ("match", _("Match points"))] if live.found.league else found


def merit_of(live: LiveTeams) -> tuple[tuple[str, str], ...]:
    """In a league match points come first."""
    return ((("match", ">"),) if live.found.league else ()) + formulas.MERIT


def pairs(live: LiveTeams) -> list[tuple[LiveTeam, int]]:
    """Every team with every series in which it has a result."""
    return [(team, number) for team in live.teams for number in sorted(team.row.results)]


def fill_team_results(
    sheet: Worksheet, live: LiveTeams, head: Head, typed: Block, writer: FormulaWriter
) -> Block:
    """One row for each team and series."""
    size = live.found.contest.size
    columns = [
        Column("number", _("No."), "int", width=6),
        Column("name", _("Team"), width=26),
        Column("series", pgettext("one of several", "Series"), "int", width=7),
        Column("seated", _("Players"), "int", width=8),
        *(Column(key, heading, kind_of(live), width=11) for key, heading in headings(live)),
        Column("counts", _("Counts"), "int", width=7),
    ]
    rows = [
        {
            "number": team.row.number,
            "name": team.row.name,
            "series": number,
            "seated": team.seated.get(number, size),
        }
        for team, number in pairs(live)
    ]
    block = Block.of(sheet, Listing(_("Series of the teams"), columns, rows), head)
    for row, (team, number) in enumerate(pairs(live), block.first):
        c, result = block.cells(row), team.row.results[number]
        among = f"{typed.range('team')},{c['number']},{typed.range('series')},{c['series']}"
        for key in SUMS:
            found = f"SUMIFS({typed.range(key)},{among})"
            if live.found.contest.scaled:
                found = f"ROUND({found}*{size}/{c['seated']},{DIGITS})"
            writer.put(sheet, c[key], f"={found}", written(getattr(result, key)))
        if live.found.league:
            writer.put(sheet, c["match"], match(block, c, live.every), written(result.match))
        counts = int(number not in team.row.dropped)
        found = formulas.counts(block, c, live.rules.best_of, "number")
        writer.put(sheet, c["counts"], found, counts)
        sheet[c["seated"]].fill = TYPED
    return block


def match(block: Block, c: dict[str, str], every: int) -> str:
    """A match point for each team left behind or absent, half a point for each equal team."""
    here = f"{block.own('series')},{c['series']}"
    points = block.own("performance")
    return (
        f'={every}-COUNTIFS({here})+COUNTIFS({here},{points},"<"&{c["performance"]})'
        f"+(COUNTIFS({here},{points},{c['performance']})-1)/2"
    )


def fill_teams(
    sheet: Worksheet, live: LiveTeams, head: Head, by_series: Block, writer: FormulaWriter
) -> tuple[Block, list[Given]]:
    """The sums of every team, with rank and place."""
    numbers = live.found.numbers
    columns = [
        *team_columns(),
        *series_columns(numbers, kind_of(live)),
        *(Column(key, heading, kind_of(live), width=10) for key, heading in headings(live)),
        Column("free", _("Adjusted, no series"), "points", width=10),
        *rank_columns(),
    ]
    rows = rows_of(team_columns(), live.teams, free="row.adjusted", lot="lot")
    block = Block.of(sheet, Listing(_("Sums"), columns, rows), head)
    given = placed([given_of(each, numbers, merit_of(live)[0][0]) for each in live.teams])
    for row, each in enumerate(given, block.first):
        c = block.cells(row)
        who = f"{by_series.range('number')},{c['number']}"
        fill_series(sheet, c, by_series, who, numbers, each, writer)
        for key, _heading in headings(live):
            free = f"+{c['free']}" if key == "performance" else ""
            found = f"SUMIFS({by_series.range(key)},{who},{by_series.range('counts')},1){free}"
            writer.put(sheet, c[key], f"=ROUND({found},{DIGITS})", each[key])
        fill_rank(sheet, block, row, each, merit_of(live), writer, shared=live.rules.shared)
    return block, given


def members(team: LiveTeam) -> str:
    return ", ".join(name.partition(",")[0] for _number, name in team.row.members)


def given_of(each: LiveTeam, numbers: Sequence[int], usual: str) -> Given:
    """The results of the formulas in a team's row; `usual` is the figure that usually decides."""
    row = each.row
    return {
        "rank": row.rank.rank,
        "number": row.number,
        "name": row.name,
        "members": members(each),
        **{
            f"series_{n}": written(row.results[n].performance) if n in row.results else ""
            for n in numbers
        },
        "won": written(row.won),
        "lost": written(row.lost),
        "performance": written(row.performance),
        "match": written(row.match),
        "reason": reason_label(row.rank, usual),
    }


def written(figure: Figure) -> int | Fraction:
    """A figure as the formulas round it."""
    exact = Fraction(figure)
    return int(exact) if exact.denominator == 1 else round(exact, DIGITS)
