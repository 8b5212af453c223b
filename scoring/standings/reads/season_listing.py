"""The table of a season: the total beside the name, then what it comes from."""

from functools import partial

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.core.listing import (
    AHEAD_BY,
    CLUB,
    LOST,
    NAME,
    PERFORMANCE,
    POINTS,
    RANK,
    WON,
    Column,
    Listing,
    filled,
    rows_of,
)
from scoring.models import Season, Tournament
from scoring.models.season import SeasonOrder
from scoring.standings.reads.players import bracketed, decided_by
from scoring.standings.reads.season import UNRANKED, SeasonRow, SeasonStandings

NARROW = 4  # tournaments that have room for their names


def season_listing(found: SeasonStandings, *, legend: bool = True) -> Listing:
    """A season for page, PDF and csv; `legend` says below it what the numbers of its days mean."""
    columns = [
        RANK.of(lambda row: row.rank.rank or None),
        NAME,
        figure_column(found.season),
        *([] if found.season.order == SeasonOrder.AVERAGE else [average_column()]),
        Column("played", _("Played"), "int", width=6, minor=True).of(lambda row: len(row.results)),
        CLUB.of(minor=True),
        *day_columns(found),
        WON.of(minor=True),
        LOST.of(minor=True),
        AHEAD_BY.of(decided_by),
    ]
    rows = rows_of(columns, found.rows, person_id="person_id")
    state = _("provisional") if found.provisional else _("final")
    shown = filled(columns, rows, "reason", "club")
    below = notes(found)
    if legend and len(found.days) > NARROW:
        below.append(numbered(found.tournaments))
    return Listing(found.title, shown, rows, state, below)


def figure_column(season: Season) -> Column:
    """What the season ranks by, under the key "performance"."""
    if season.order == SeasonOrder.AVERAGE:
        return average_column("performance").of("figure")
    column = POINTS if season.order == SeasonOrder.POINTS else PERFORMANCE
    return Column("performance", column.heading, "points", width=column.width, value="figure")


def average_column(key: str = "average") -> Column:
    return Column(key, _("Average"), "fraction", width=8, minor=key == "average")


def day_columns(found: SeasonStandings) -> list[Column]:
    """A column for each tournament; more than `NARROW` stand under their numbers."""
    fraction = found.season.order == SeasonOrder.AVERAGE
    named = len(found.days) <= NARROW
    return [
        Column(
            f"tournament_{place}",
            tournament.name if named else str(place),
            "fraction" if fraction else "points",
            width=9 if named else 5,
            group="" if named else _("Tournaments"),
            minor=True,
            value=partial(figure_in, place),
        )
        for place, tournament in enumerate(found.tournaments, 1)
    ]


def figure_in(place: int, row: SeasonRow) -> object:
    """What a person reached in one tournament, in brackets if it is dropped; None without it."""
    if place not in row.results:
        return None
    figure = row.results[place].figure
    return bracketed(figure) if place in row.dropped else figure


def notes(found: SeasonStandings) -> list[str]:
    dropped = ngettext(
        "The best tournament of each person counts; dropped results stand in brackets.",
        "The best %(count)s tournaments of each person count; dropped results stand in brackets.",
        found.season.best_of or 0,
    )
    return [*best_of_note(found.season, dropped), *other_notes(found)]


def workbook_notes(found: SeasonStandings) -> list[str]:
    """Numbers that formulas add up have no brackets."""
    dropped = ngettext(
        "The best tournament of each person counts; the sheet of the results says which.",
        "The best %(count)s tournaments of each person count; the sheet of the results says which.",
        found.season.best_of or 0,
    )
    return [*best_of_note(found.season, dropped), *other_notes(found)]


def best_of_note(season: Season, sentence: str) -> list[str]:
    return [sentence % {"count": season.best_of}] if season.best_of else []


def other_notes(found: SeasonStandings) -> list[str]:
    lines = []
    if found.season.least and any(row.rank.rank == UNRANKED for row in found.rows):
        sentence = ngettext(
            "Who came to fewer than %(count)s tournament is not ranked and stands at the end.",
            "Who came to fewer than %(count)s tournaments is not ranked and stands at the end.",
            found.season.least,
        )
        lines.append(sentence % {"count": found.season.least})
    if found.partial:
        lines.append(_("Only the tournaments in which you have a role are counted here."))
    if len({tournament.scheme for tournament in found.tournaments}) > 1:
        lines.append(_("These tournaments are scored in different ways."))
    return lines


def numbered(tournaments: tuple[Tournament, ...]) -> str:
    """What the numbers of the columns mean."""
    return " · ".join(
        f"{place}: {tournament.name}, {date_format(tournament.date, 'SHORT_DATE_FORMAT')}"
        for place, tournament in enumerate(tournaments, 1)
    )
