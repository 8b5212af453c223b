"""Teams, tandems and mixed pairs whose ranks are live formulas over the results of their players.

Four sheets: the ranking; the sums of the teams; what every team brought home from every series,
reckoned up where it was short (docs/law.md "Ranking"); and the results of the players, typed.
"""

from collections.abc import Sequence
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from scoring.core.files.xlsx_results import Reckoned
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
# What a telephone shows of a third is exact enough, and equal totals stay equal to Excel, which
# compares the fifteen digits that it writes.
DIGITS = 6


def team_standings_workbook(live: LiveTeams, listing: Listing, head: Head) -> bytes:
    """The ranking as an `.xlsx` file of live formulas, in the active language."""
    workbook, reckoned = Workbook(), Reckoned()
    ranking = workbook.active
    teams, brought, results = (workbook.create_sheet() for _number in range(3))
    typed = fill_results(results, live.results, live.rules, head, reckoned)
    home = fill_brought(brought, live, head, typed, reckoned)
    sums, given = fill_teams(teams, live, head, home, reckoned)
    points = kind_of(live)
    shown = [
        Column("rank", _("Rank"), "rank", width=6),
        *team_columns(),
        *series_columns(live.found.numbers, points),
        *(Column(key, heading, points, width=10) for key, heading in headings(live)),
        # Of a team that was reckoned up no sheet writes the figures as the page does.
        *([reason_column()] if points == "points" else []),
    ]
    block = fill_ranking(ranking, shown, listing, head, sums, given, reckoned)
    if points == "points":
        fill_reasons(ranking, block, given, reckoned, merit_of(live), shared=live.rules.shared)
    return reckoned.saved(workbook, listing.title, head)


def kind_of(live: LiveTeams) -> Kind:
    """Two decimals are shown where a short team is reckoned up or match points are shared."""
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
    """In a league the match points come before everything else."""
    return ((("match", ">"),) if live.found.league else ()) + formulas.MERIT


def pairs(live: LiveTeams) -> list[tuple[LiveTeam, int]]:
    """Every team with every series that it brought something home from."""
    return [(team, number) for team in live.teams for number in sorted(team.row.results)]


def fill_brought(
    sheet: Worksheet, live: LiveTeams, head: Head, typed: Block, reckoned: Reckoned
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
            reckoned.put(sheet, c[key], f"={found}", written(getattr(result, key)))
        if live.found.league:
            reckoned.put(sheet, c["match"], match(block, c, live.every), written(result.match))
        counts = int(number not in team.row.dropped)
        found = formulas.counts(block, c, live.rules.best_of, "number")
        reckoned.put(sheet, c["counts"], found, counts)
        sheet[c["seated"]].fill = TYPED
    return block


def match(block: Block, c: dict[str, str], every: int) -> str:
    """A match point for each team left behind or absent, half a one for each equal team."""
    here = f"{block.own('series')},{c['series']}"
    points = block.own("performance")
    return (
        f'={every}-COUNTIFS({here})+COUNTIFS({here},{points},"<"&{c["performance"]})'
        f"+(COUNTIFS({here},{points},{c['performance']})-1)/2"
    )


def fill_teams(
    sheet: Worksheet, live: LiveTeams, head: Head, home: Block, reckoned: Reckoned
) -> tuple[Block, list[Given]]:
    """The sums of every team, its rank, and its place when several share one."""
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
        who = f"{home.range('number')},{c['number']}"
        fill_series(sheet, c, home, who, numbers, each, reckoned)
        for key, _heading in headings(live):
            free = f"+{c['free']}" if key == "performance" else ""
            found = f"SUMIFS({home.range(key)},{who},{home.range('counts')},1){free}"
            reckoned.put(sheet, c[key], f"=ROUND({found},{DIGITS})", each[key])
        fill_rank(sheet, block, row, each, merit_of(live), reckoned, shared=live.rules.shared)
    return block, given


def members(team: LiveTeam) -> str:
    return ", ".join(name.partition(",")[0] for _number, name in team.row.members)


def given_of(each: LiveTeam, numbers: Sequence[int], usual: str) -> Given:
    """What the formulas of a team's row give; `usual` is the figure that usually decides."""
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
