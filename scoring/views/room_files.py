"""What the room shows, to take along: no account, nothing but what is released."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse

from scoring.access import Room, SeasonRoom
from scoring.documents.score_list import score_list_pdf
from scoring.reads import room_standings
from scoring.reads.output import head_of, paper_of
from scoring.reads.paper import PaperList, paper_listing
from scoring.reads.room import seating, seating_listing
from scoring.reads.room_season import public_season
from scoring.reads.season import season_listing
from scoring.views.outputs import attachment, listing_file, table_file
from scoring.views.shelf import room_page, season_page
from scoring.workbooks.comma import listing_csv
from scoring.workbooks.score_list import score_list_workbook

FORMS: Mapping[str, Callable[[PaperList], bytes]] = {
    "pdf": score_list_pdf,
    "xlsx": score_list_workbook,
    "csv": lambda paper: listing_csv(paper_listing(paper)),
}


@room_page
def standings_file(request: HttpRequest, room: Room, scope: str, kind: str) -> HttpResponse:
    """Standings as far as they are released."""
    if scope == "overall" and not room.results:
        raise Http404
    return listing_file(room.tournament, room_standings.of_scope(room, scope), kind)


@room_page
def seating_file(request: HttpRequest, room: Room, number: int, kind: str) -> HttpResponse:
    """The seating of a series by name."""
    return listing_file(room.tournament, seating_listing(seating(room, number)), kind)


@room_page
def score_list_file(
    request: HttpRequest, room: Room, number: int, table_number: int, kind: str
) -> HttpResponse:
    """A list that counts, as the paper form; `kind` is "pdf", "xlsx" or "csv"."""
    if kind not in FORMS:
        raise Http404
    paper = paper_of(room.score_list(number, table_number))
    return attachment(FORMS[kind](paper), kind, room.tournament.name, f"{number}-{table_number}")


@season_page
def season_file(request: HttpRequest, place: SeasonRoom, kind: str) -> HttpResponse:
    """The standings of a season; Http404 as long as nothing counts that is shown."""
    found = public_season(place).standings
    if not found.tournaments:
        raise Http404
    state = "provisional" if found.provisional else "final"
    head = replace(
        head_of(found.tournaments[-1]), tournament=place.season.name, place="", state=state
    )
    return table_file(season_listing(found), head, place.season.name, kind)
