"""Live rankings of teams, tandems and mixed pairs (docs/law.md "Ranking")."""

from collections.abc import Sequence
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
from scoring.standings.reads.live import LiveResult
from scoring.standings.reads.players import decided_by
from scoring.standings.reads.scopes import TeamRow, TeamStandings

# Rounded so that equal totals stay equal in Excel, which compares fifteen digits.
DIGITS = 6


def team_standings_workbook(
    ranking: TeamStandings, results: Sequence[LiveResult], head: Head
) -> bytes:
    book = LiveBook(head)
    scheme = ranking.tournament.scheme
    columns = [Column("team", _("Team"), "int", width=6), *result_columns(scheme)]
    players = add_results(book, columns, results)
    source = book.add(by_series_listing(ranking, players), at=0)
    add_ranking(book, ranking_of_teams(ranking, source), ranking.listing())
    return book.save(ranking.title)


def ranking_of_teams(ranking: TeamStandings, source: Block) -> LiveRanking:
    points, numbers = number_kind(ranking), ranking.numbers
    shared = ranking.tournament.ties == "share"
    merit: Merit = (("match", ">"), *MERIT) if ranking.league else MERIT
    series = series_columns(source, series_headings(numbers), points)
    sums = [
        LiveColumn(key, heading, points, width=10, formula=partial(total, key=key, source=source))
        for key, heading in headings(ranking).items()
    ]
    return LiveRanking(
        columns=[*team_columns(), *series, *sums, free_column()],
        rows=[row_of_team(row, ranking, merit[0][0]) for row in ranking.rows],
        shown=[RANK.of(width=6), *team_columns(), *series, *sums],
        shared=shared,
        merit=merit,
        # A formula cannot write the fractions of a scaled team as the page does.
        reason=reason_by(merit, shared=shared) if points == "points" else None,
    )


def number_kind(ranking: TeamStandings) -> Kind:
    """Two decimals where a short team is scaled."""
    return "fraction" if ranking.any_short else "points"


def team_columns() -> list[Column]:
    return [
        NUMBER.of(width=6),
        Column("name", _("Team"), width=26),
        Column("members", _("Players"), width=40, value="family_names"),
    ]


def headings(ranking: TeamStandings) -> dict[str, str]:
    """The figures of a team; in a league match points come first."""
    figures = {"won": _("Won"), "lost": _("Lost"), "performance": _("Performance")}
    return figures | ({"match": _("Match points")} if ranking.league else {})


def total(c: Cells, _row: Row, key: str, source: Block) -> str:
    free = f"+{c['free']}" if key == "performance" else ""
    return f"ROUND({sum_of(source, c, key)}{free},{DIGITS})"


def row_of_team(row: TeamRow, ranking: TeamStandings, usual: str) -> Row:
    """The values that the formulas give for a team; `usual` is the figure that usually decides."""
    results = {
        number: round_as_formulas(result.performance) for number, result in row.results.items()
    }
    return {
        **rows_of(team_columns(), [row])[0],
        **series_results(ranking.numbers, results),
        **{key: round_as_formulas(getattr(row, key)) for key in headings(ranking)},
        "free": row.adjusted,
        "lot": drawn_place(row.rank, ranking.lots.get(row.team_id)),
        "rank": row.rank.rank,
        "reason": decided_by(row, usual),
    }


def round_as_formulas(figure: Figure) -> int | Fraction:
    exact = Fraction(figure)
    return int(exact) if exact.denominator == 1 else round(exact, DIGITS)


def by_series_listing(ranking: TeamStandings, players: Block) -> Listing:
    """One row for each team and series, from the results of its players."""
    points = number_kind(ranking)
    columns = [
        NUMBER.of(width=6),
        Column("name", _("Team"), width=26),
        Column("series", pgettext("one of several", "Series"), "int", width=7),
        LiveColumn("seated", _("Players"), "int", width=8, typed=True),
        *(
            LiveColumn(key, heading, points, width=11, formula=in_series(key, ranking, players))
            for key, heading in headings(ranking).items()
        ),
        counts_column(ranking.best_of),
    ]
    rows = [
        {
            "number": row.number,
            "name": row.name,
            "series": number,
            "seated": result.short or ranking.contest.size,
            **{key: round_as_formulas(getattr(result, key)) for key in headings(ranking)},
            "counts": int(number not in row.dropped),
        }
        for row in sorted(ranking.rows, key=attrgetter("number"))
        for number, result in sorted(row.results.items())
    ]
    return Listing(_("Series of the teams"), columns, rows)


def in_series(key: str, ranking: TeamStandings, players: Block) -> Formula:
    """A figure of a team in a series; that of a short team is scaled."""

    def formula(c: Cells, _row: Row) -> str:
        among = f"{players.range('team')},{c['number']},{players.range('series')},{c['series']}"
        total = f"SUMIFS({players.range(key)},{among})"
        if ranking.contest.scaled:
            total = f"ROUND({total}*{ranking.contest.size}/{c['seated']},{DIGITS})"
        return total

    return partial(match, teams=ranking.contest.teams.count()) if key == "match" else formula


def match(c: Cells, _row: Row, teams: int) -> str:
    """A match point for each team left behind or absent, half a point for each equal team."""
    here, points = f"{c.own('series')},{c['series']}", c.own("performance")
    return (
        f'{teams}-COUNTIFS({here})+COUNTIFS({here},{points},"<"&{c["performance"]})'
        f"+(COUNTIFS({here},{points},{c['performance']})-1)/2"
    )
