"""Live rankings of teams, tandems and mixed pairs (docs/law.md "Ranking")."""

from fractions import Fraction
from functools import partial
from operator import attrgetter

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.core.files.xlsx import Block, Cells, Formula, LiveBook, LiveColumn
from scoring.core.listing import NUMBER, RANK, Column, Head, Kind, Listing, Row, rows_of
from scoring.rules.ranking import Figure
from scoring.standings.files.xlsx_ranking import (
    MERIT,
    LiveRanking,
    Merit,
    add_ranking,
    add_results,
    counts_column,
    drawn_place,
    free_column,
    reason_by,
    result_columns,
    series_columns,
    series_headings,
    series_results,
    sum_of,
)
from scoring.standings.reads.live import LiveTeams
from scoring.standings.reads.players import decided_by
from scoring.standings.reads.scopes import TeamRow

# Rounded so that equal totals stay equal in Excel, which compares fifteen digits.
DIGITS = 6


def team_standings_workbook(live: LiveTeams, head: Head) -> bytes:
    book = LiveBook(head)
    scheme = live.ranking.tournament.scheme
    columns = [Column("team", _("Team"), "int", width=6), *result_columns(scheme)]
    players = add_results(book, columns, live.results)
    source = book.add(by_series_listing(live, players), at=0)
    add_ranking(book, ranking_of_teams(live, source), live.ranking.listing())
    return book.save(live.ranking.title)


def ranking_of_teams(live: LiveTeams, source: Block) -> LiveRanking:
    points, numbers = number_kind(live), live.ranking.numbers
    shared = live.ranking.tournament.ties == "share"
    merit: Merit = (("match", ">"), *MERIT) if live.ranking.league else MERIT
    series = series_columns(source, series_headings(numbers), points)
    sums = [
        LiveColumn(key, heading, points, width=10, formula=partial(total, key=key, source=source))
        for key, heading in headings(live).items()
    ]
    return LiveRanking(
        columns=[*team_columns(), *series, *sums, free_column()],
        rows=[row_of_team(row, live, merit[0][0]) for row in live.ranking.rows],
        shown=[RANK.of(width=6), *team_columns(), *series, *sums],
        shared=shared,
        merit=merit,
        # A formula cannot write the fractions of a scaled team as the page does.
        reason=reason_by(merit, shared=shared) if points == "points" else None,
    )


def number_kind(live: LiveTeams) -> Kind:
    """Two decimals where a short team is scaled or match points are shared."""
    return "fraction" if live.seated else "points"


def team_columns() -> list[Column]:
    return [
        NUMBER.of(width=6),
        Column("name", _("Team"), width=26),
        Column("members", _("Players"), width=40, value="family_names"),
    ]


def headings(live: LiveTeams) -> dict[str, str]:
    """The figures of a team; in a league match points come first."""
    figures = {"won": _("Won"), "lost": _("Lost"), "performance": _("Performance")}
    return figures | ({"match": _("Match points")} if live.ranking.league else {})


def total(c: Cells, _row: Row, key: str, source: Block) -> str:
    free = f"+{c['free']}" if key == "performance" else ""
    return f"ROUND({sum_of(source, c, key)}{free},{DIGITS})"


def row_of_team(row: TeamRow, live: LiveTeams, usual: str) -> Row:
    """The values that the formulas give for a team; `usual` is the figure that usually decides."""
    results = {
        number: round_as_formulas(result.performance) for number, result in row.results.items()
    }
    return {
        **rows_of(team_columns(), [row])[0],
        **series_results(live.ranking.numbers, results),
        **{key: round_as_formulas(getattr(row, key)) for key in headings(live)},
        "free": row.adjusted,
        "lot": drawn_place(row.rank, live.ranking.lots.get(row.team_id)),
        "rank": row.rank.rank,
        "reason": decided_by(row, usual),
    }


def round_as_formulas(figure: Figure) -> int | Fraction:
    exact = Fraction(figure)
    return int(exact) if exact.denominator == 1 else round(exact, DIGITS)


def by_series_listing(live: LiveTeams, players: Block) -> Listing:
    """One row for each team and series, from the results of its players."""
    points = number_kind(live)
    columns = [
        NUMBER.of(width=6),
        Column("name", _("Team"), width=26),
        Column("series", pgettext("one of several", "Series"), "int", width=7),
        LiveColumn("seated", _("Players"), "int", width=8, typed=True),
        *(
            LiveColumn(key, heading, points, width=11, formula=in_series(key, live, players))
            for key, heading in headings(live).items()
        ),
        counts_column(live.ranking.best_of),
    ]
    rows = [
        {
            "number": row.number,
            "name": row.name,
            "series": number,
            "seated": live.seated.get((row.team_id, number), live.ranking.contest.size),
            **{key: round_as_formulas(getattr(result, key)) for key in headings(live)},
            "counts": int(number not in row.dropped),
        }
        for row in sorted(live.ranking.rows, key=attrgetter("number"))
        for number, result in sorted(row.results.items())
    ]
    return Listing(_("Series of the teams"), columns, rows)


def in_series(key: str, live: LiveTeams, players: Block) -> Formula:
    """A figure of a team in a series; that of a short team is scaled."""

    def formula(c: Cells, _row: Row) -> str:
        among = f"{players.range('team')},{c['number']},{players.range('series')},{c['series']}"
        total = f"SUMIFS({players.range(key)},{among})"
        if live.ranking.contest.scaled:
            total = f"ROUND({total}*{live.ranking.contest.size}/{c['seated']},{DIGITS})"
        return total

    return partial(match, teams=live.team_count) if key == "match" else formula


def match(c: Cells, _row: Row, teams: int) -> str:
    """A match point for each team left behind or absent, half a point for each equal team."""
    here, points = f"{c.own('series')},{c['series']}", c.own("performance")
    return (
        f'{teams}-COUNTIFS({here})+COUNTIFS({here},{points},"<"&{c["performance"]})'
        f"+(COUNTIFS({here},{points},{c['performance']})-1)/2"
    )
