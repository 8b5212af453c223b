"""A season on paper, as a poster, and as a workbook that ranks it by live formulas."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from math import ceil

from django.utils.translation import gettext as _

from scoring.core.files.pdf import Paper, full_title, listing_pdf, on_page
from scoring.core.files.pdf_style import ACROSS
from scoring.core.files.pdf_wall import posting_pdf
from scoring.core.files.xlsx import Block, Cells, Formula, LiveBook, LiveColumn, with_formula
from scoring.core.listing import (
    CLUB,
    LOST,
    NAME,
    NUMBER,
    WON,
    Column,
    Head,
    Listing,
    Row,
    alphabetical,
)
from scoring.models import Season
from scoring.models.season import SeasonOrder
from scoring.rules.ranking import Figure
from scoring.standings.files.xlsx_ranking import (
    MERIT,
    WHO,
    LiveRanking,
    Merit,
    add_ranking,
    counts_column,
    own_condition,
    reason_by,
    series_columns,
    series_results,
    sum_of,
)
from scoring.standings.reads.players import decided_by
from scoring.standings.reads.season import (
    UNRANKED,
    SeasonRow,
    SeasonStandings,
    figure_column,
    notes,
)

GAMES = (WON.of(width=7), LOST.of(width=7))
MAX_DIGITS = 6  # of an average: spreadsheets compare fifteen digits
UNRANKED_SIGN = "–"
MAX_DAYS_ON_PAGE = 12  # of a printed workbook
Numbered = Sequence[tuple[int, SeasonRow]]


def season_standings_workbook(ranking: SeasonStandings, head: Head) -> bytes:
    """The ranking in the active language; people have no start numbers and are numbered by name."""
    book, days = LiveBook(head), len(ranking.days)
    people = sorted(ranking.rows, key=lambda row: (alphabetical(row.name), row.person_id))
    by_name = list(enumerate(people, 1))
    source = book.add(totals_listing(ranking, by_name))
    listing = replace(ranking.listing(), notes=notes(ranking, in_brackets=False))
    for sheet in add_ranking(book, ranking_of_people(ranking, by_name, source), listing):
        if days > MAX_DAYS_ON_PAGE:  # many days go over several pages, each with the names
            sheet.page_setup.fitToWidth = ceil(days / MAX_DAYS_ON_PAGE)
            sheet.print_title_cols = "A:C"
    return book.save(listing.title)


def ranking_of_people(ranking: SeasonStandings, by_name: Numbered, source: Block) -> LiveRanking:
    """Equal people share their rank; those who came too seldom follow after the ranked ones."""
    season, least = ranking.season, ranking.season.least
    merit: Merit = (("enough", ">"), *MERIT) if least else MERIT
    names = {place: each.name for place, each in enumerate(ranking.tournaments, 1)}
    days = series_columns(source, names, figure_column(season).kind, width=10)

    def total(c: Cells, _row: Row, key: str) -> str:
        return sum_of(source, c, key)

    def performance(c: Cells, _row: Row) -> str:
        if not counts_average(season):
            return sum_of(source, c, "performance")
        series = f"MAX(1,{sum_of(source, c, 'of')})"
        return f"ROUND({sum_of(source, c, 'total')}/{series},{MAX_DIGITS})"

    games = [with_formula(column, partial(total, key=column.key)) for column in GAMES]
    figure = with_formula(figure_column(season).of(width=11), performance)
    standing = Column("standing" if least else "rank", _("Rank"), "rank", width=6)
    order = [Column("rank", _("Order"), "int", width=7)] if least else []
    reason = reason_by(shared=True)
    return LiveRanking(
        columns=[*WHO, *days, *games, figure, *enough_columns(season, source)],
        rows=rows_of_people(ranking, by_name),
        shown=[standing, NAME, figure, CLUB, *days, *games, *order],
        shared=True,
        merit=merit,
        reason=partial(reason_unless_unranked, reason=reason) if least else reason,
        lots=False,
    )


def counts_average(season: Season) -> bool:
    return season.order == SeasonOrder.AVERAGE


def enough_columns(season: Season, source: Block) -> list[LiveColumn]:
    """Whether a person came often enough to be ranked, and the rank as it is shown."""
    if not season.least:
        return []

    def enough(c: Cells, _row: Row) -> str:
        return f"IF(COUNTIFS({own_condition(source, c)})>={season.least},1,0)"

    def standing(c: Cells, _row: Row) -> str:
        return f'IF({c["enough"]}=1,{c["rank"]},"{UNRANKED_SIGN}")'

    return [
        LiveColumn("enough", _("Often enough"), "int", width=8, formula=enough),
        LiveColumn("standing", _("Rank shown"), "rank", width=8, formula=standing),
    ]


def reason_unless_unranked(c: Cells, row: Row, reason: Formula) -> str:
    """The reason of a rank; none for the unranked, nor for one alone just ahead of them."""
    unranked = f'{c["standing"]}="{UNRANKED_SIGN}"'
    if c.below:
        alone = f"COUNTIF({c.own('rank')},{c['rank']})=1"
        unranked = f'OR({unranked},AND({alone},{c.below["standing"]}="{UNRANKED_SIGN}"))'
    return f'IF({unranked},"",{reason(c, row)})'


def rows_of_people(ranking: SeasonStandings, by_name: Numbered) -> list[Row]:
    """The values that the formulas give, for programs that show a workbook without computing."""
    places = range(1, len(ranking.days) + 1)
    ranked = sum(1 for row in ranking.rows if row.rank.rank != UNRANKED)
    others = [merit_of(row) for row in ranking.rows if row.rank.rank == UNRANKED]
    return [
        {
            "number": number,
            "name": row.name,
            "club": row.club,
            **series_results(places, {n: each.figure for n, each in row.results.items()}),
            "won": row.won,
            "lost": row.lost,
            "performance": row.figure,
            "enough": int(row.rank.rank != UNRANKED),
            "standing": row.rank.rank or UNRANKED_SIGN,
            "rank": row.rank.rank or ranked + 1 + sum(other > merit_of(row) for other in others),
            "reason": decided_by(row),
        }
        for number, row in by_name
    ]


def merit_of(row: SeasonRow) -> tuple[Figure, int, int]:
    return row.figure, row.won, -row.lost


def totals_listing(ranking: SeasonStandings, by_name: Numbered) -> Listing:
    """One row for each tournament of a person: its total, or the sum and count of an average."""
    season, figure = ranking.season, figure_column(ranking.season).of(width=11)
    of_average = [
        Column("total", _("Performance"), "points", width=11),
        Column("of", _("Number of series"), "int", width=8),
    ]
    figures = [*GAMES, *(of_average if counts_average(season) else [figure])]
    columns = [
        NUMBER.of(width=6),
        NAME,
        Column("series", _("Tournament"), "int", width=10),
        Column("tournament", _("Name of the tournament"), width=28),
        *(with_formula(column, typed=True) for column in figures),
        *([with_formula(figure, average_formula)] if counts_average(season) else []),
        counts_column(season.best_of),
    ]
    rows = [
        {
            "number": number,
            "name": row.name,
            "series": place,
            "tournament": ranking.tournaments[place - 1].name,
            "counts": int(place not in row.dropped),
            "won": day.won,
            "lost": day.lost,
            "total": day.performance,
            "of": day.series,
            "performance": day.figure,
        }
        for number, row in by_name
        for place, day in sorted(row.results.items())
    ]
    return Listing(_("Results"), columns, rows)


def average_formula(c: Cells, _row: Row) -> str:
    return f"ROUND({c['total']}/MAX(1,{c['of']}),{MAX_DIGITS})"


# The table of a season on paper: in type that can be read, however many days there are.

MAX_DAYS_WITH_ALL = 12  # that fit on a sheet beside all other columns
MAX_DAYS_WITH_FEW = 14  # that fit on a sheet beside these columns:
FEW = ("rank", "name", "performance")


def season_pdf(listing: Listing, head: Head) -> bytes:
    """One table if its days fit on a sheet; else the table without days, then the days."""
    if sum(map(is_day, listing.columns)) <= MAX_DAYS_WITH_ALL:
        return listing_pdf(listing, head)
    paper = Paper(full_title(listing, head), head, ACROSS)
    for part in listing_parts(listing):
        if not paper.is_fresh:
            paper.next_page()
        paper.section(part, lambda texts: on_page(texts, across=True), titled=False)
    return paper.pdf()


def listing_parts(listing: Listing) -> Iterator[Listing]:
    """The sums, then the days in even parts, with the notes below the last."""
    # Without a group above the headings, sixty people fit on two pages.
    days = [replace(column, group="") for column in listing.columns if is_day(column)]
    beside = [column for column in listing.columns if column.key in FEW]
    sums = [column for column in listing.columns if not is_day(column)]
    yield replace(listing, columns=sums, notes=[])
    size = ceil(len(days) / ceil(len(days) / MAX_DAYS_WITH_FEW))
    for first in range(0, len(days), size):
        columns = [*beside, *days[first : first + size]]
        is_last = first + size >= len(days)
        yield replace(listing, columns=columns, notes=listing.notes if is_last else [])


def is_day(column: Column) -> bool:
    return column.key.startswith("tournament_")


def season_poster(listing: Listing, head: Head) -> bytes:
    """Rank, name, total and visits, as large as the paper allows: for the wall of the club."""
    keys = (*FEW, "played")
    columns = [replace(column, minor=False) for column in listing.columns if column.key in keys]
    return posting_pdf(replace(listing, columns=columns, notes=[]), head, by="rank")
