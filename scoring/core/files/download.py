"""Standings and lists to take along: PDF and workbook."""

from collections.abc import Callable, Mapping

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from scoring.core.access import (
    ask_not_blind,
    ask_sums_not_blind,
    list_for,
    right_of,
    tournament_for,
    unseen_of_season,
)
from scoring.core.files.csv import listing_csv
from scoring.core.files.pdf import listing_pdf
from scoring.core.files.xlsx import listing_workbook
from scoring.core.listing import Listing
from scoring.models import Role, ScoreList, Tournament
from scoring.models.series import SeriesState
from scoring.printed_list.files.pdf import score_list_pdf
from scoring.printed_list.files.xlsx import score_list_workbook
from scoring.printed_list.files.xlsx_formulas_sheet import lists_workbook
from scoring.printed_list.form import Head, PaperList, paper_listing
from scoring.printed_list.reads.papers import head_of, paper_of
from scoring.printed_list.reads.xlsx_rows import blank_live_list, live_lists
from scoring.prints.files.tournament_xlsx import tournament_workbook
from scoring.prints.registry import whole_tournament
from scoring.series.services.series import ROUNDS
from scoring.standings.files.xlsx_players import standings_workbook
from scoring.standings.files.xlsx_season import season_standings_workbook
from scoring.standings.files.xlsx_special import special_standings_workbook
from scoring.standings.files.xlsx_teams import team_standings_workbook
from scoring.standings.reads.players import Standings
from scoring.standings.reads.scopes import AnyStandings, find_standings, ranking_listing
from scoring.standings.reads.special import SpecialStandings
from scoring.standings.reads.teams import TeamStandings
from scoring.standings.reads.xlsx_figures import live_standings, live_teams
from scoring.standings.reads.xlsx_special import live_special
from skatturnier.memory import give_back

TYPES = {
    "pdf": "application/pdf",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "csv": "text/csv; charset=utf-8",
}
FORMS: Mapping[str, Callable[[PaperList], bytes]] = {
    "pdf": score_list_pdf,
    "xlsx": score_list_workbook,
    "csv": lambda paper: listing_csv(paper_listing(paper)),
}
LARGE = 100_000  # bytes of a file: behind smaller ones there is nothing worth giving back


@require_GET
def standings_file(
    request: HttpRequest,
    tournament_id: int,
    kind: str,
    number: int | None = None,
    scope: str = "overall",
) -> HttpResponse:
    """Standings of any kind to take along; `kind` is "pdf", "xlsx" or "csv"."""
    tournament = tournament_for(request, tournament_id)
    ask_sums_not_blind(request, tournament)
    scope = scope if number is None else f"series/{number}"
    found = find_standings(tournament, scope, without=unseen_of_season(request, tournament))
    if found is None:
        raise Http404
    listing, head = ranking_listing(found), head_of(tournament)
    if kind != "xlsx":
        return listing_file(tournament, listing, kind)
    content = ranking_workbook(found, listing, head)
    return attachment(content, kind, tournament.name, str(listing.title))


def ranking_workbook(found: AnyStandings, listing: Listing, head: Head) -> bytes:
    """A ranking whose sums and ranks are live formulas."""
    if isinstance(found, Standings):
        return standings_workbook(live_standings(found), listing, head)
    if isinstance(found, TeamStandings):
        return team_standings_workbook(live_teams(found), listing, head)
    if isinstance(found, SpecialStandings):
        return special_standings_workbook(live_special(found), listing, head)
    return season_standings_workbook(found, listing, head)


def listing_file(tournament: Tournament, listing: Listing, kind: str) -> HttpResponse:
    """Any table of a tournament to take along, as `table_file` has it."""
    return table_file(listing, head_of(tournament), tournament.name, kind)


def table_file(listing: Listing, head: Head, owner: str, kind: str) -> HttpResponse:
    """A table to take along: the door that all of them leave by.

    `kind` is "pdf", "xlsx" or "csv"; raises Http404 for any other.
    """
    if kind not in TYPES:
        raise Http404
    if kind == "csv":
        content = listing_csv(listing)
    else:
        content = listing_pdf(listing, head) if kind == "pdf" else listing_workbook(listing, head)
    return attachment(content, kind, owner, str(listing.title))


@require_GET
def whole_file(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Everything of a tournament in one workbook."""
    tournament = tournament_for(request, tournament_id)
    ask_not_blind(request, tournament)
    clerk = right_of(request).clerk
    content = tournament_workbook(
        tournament.name,
        whole_tournament(tournament, money=clerk),
        live_lists(tournament) if clerk else [],
        head_of(tournament),
    )
    return attachment(content, "xlsx", tournament.name)


@require_GET
def lists_file(request: HttpRequest, tournament_id: int, number: int) -> HttpResponse:
    """Every list of a series on a sheet of its own, with live formulas."""
    tournament = tournament_for(request, tournament_id, Role.CLERK)
    series = get_object_or_404(tournament.series, number=number)
    if series.state == SeriesState.DRAFT and not right_of(request).organizer:
        raise Http404
    ask_not_blind(request, tournament, series)
    words = _("Score lists of series %(number)s") % {"number": series.number}
    content = lists_workbook(live_lists(tournament, series), words)
    return attachment(content, "xlsx", tournament.name, words)


@require_GET
def blank_sheet(request: HttpRequest, tournament_id: int, seats: int, rounds: int) -> HttpResponse:
    """The list for a side venue: filled in there, it comes back as entries."""
    tournament = tournament_for(request, tournament_id)
    if seats not in (3, 4) or rounds not in ROUNDS:
        raise Http404
    words = _("Blank list")
    content = lists_workbook([blank_live_list(tournament, seats, rounds)], words)
    return attachment(content, "xlsx", tournament.name, words, f"{seats * rounds}")


@require_GET
def list_file(request: HttpRequest, list_id: int, kind: str) -> HttpResponse:
    """One score list as the paper form, filled as far as it is typed."""
    score_list = list_for(request, list_id)
    return paper_file(paper_of(score_list), kind, *list_name(score_list))


def paper_file(paper: PaperList, kind: str, *name: str) -> HttpResponse:
    """The paper form to take along; `kind` is "pdf", "xlsx" or "csv", Http404 for any other."""
    if kind not in FORMS:
        raise Http404
    return attachment(FORMS[kind](paper), kind, *name)


def list_name(score_list: ScoreList) -> tuple[str, ...]:
    series = score_list.series
    return series.tournament.name, f"{series.number}-{score_list.table_number}"


def attachment(content: bytes, kind: str, *name: str) -> HttpResponse:
    """A file with a name that every system can keep: "herbstpokal-gesamtrangliste.pdf"."""
    if len(content) > LARGE:
        give_back()
    response = HttpResponse(content, content_type=TYPES[kind])
    stem = slugify(" ".join(name)) or "skat"
    response["Content-Disposition"] = f'attachment; filename="{stem}.{kind}"'
    return response
