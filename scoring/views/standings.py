"""Standings, overall and of a series; how a player's total came about; the lot."""

from collections import defaultdict

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST
from django_tables2 import RequestConfig

from scoring.access import actor, entry_for, right_of, token, tournament_for
from scoring.forms.standings import LotForm
from scoring.messages import reason
from scoring.models import Entry, Role, Series, Tournament
from scoring.reads.late import late_corrections
from scoring.reads.listing import Row
from scoring.reads.players import player_sheet
from scoring.reads.standings import Standings, StandingsRow, standings, standings_listing
from scoring.services.base import Refused
from scoring.services.lots import record_lots
from scoring.tables import table
from scoring.views.answers import tell, told

PER_PAGE = 50


@require_GET
def overall(request: HttpRequest, tournament_id: int) -> HttpResponse:
    return page(request, tournament_for(request, tournament_id))


@require_GET
def of_series(request: HttpRequest, tournament_id: int, number: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id)
    return page(request, tournament, get_object_or_404(tournament.series, number=number))


def page(
    request: HttpRequest, tournament: Tournament, series: Series | None = None
) -> HttpResponse:
    """A ranking as a table, fifty rows a page; where a lot is needed, the form that records it."""
    found = standings(tournament, series)
    made = table(standings_listing(found), links={"name": player_page})
    RequestConfig(request, paginate={"per_page": PER_PAGE}).configure(made)
    context = {
        "tournament": tournament,
        "series": series,
        "every": list(tournament.series.all()),
        "standings": found,
        "corrected": late_corrections(tournament, series),
        "table": made,
        "tied": tied(found),
    }
    return render(request, "standings/page.html", context)


def player_page(row: Row) -> str:
    return reverse("entry", args=(row["entry_id"],))


def tied(found: Standings) -> list[list[StandingsRow]]:
    """The groups of players that only a lot can part, each in the order of start numbers."""
    groups: dict[int, list[StandingsRow]] = defaultdict(list)
    for row in found.rows:
        if row.rank.lot_needed:
            groups[row.rank.rank].append(row)
    return [sorted(group, key=lambda row: row.start_number) for group in groups.values()]


@require_POST
def draw_lot(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Keep the order in which a lot put players who are equal in everything (TO 5.1)."""
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    series = None
    if number := request.POST.get("series"):
        known = number if number.isdecimal() and len(number) < 6 else 0
        series = get_object_or_404(tournament.series, number=known)
    rank = request.POST.get("rank")
    found = standings(tournament, series)
    group = next((rows for rows in tied(found) if str(rows[0].rank.rank) == rank), [])
    entries = list(Entry.objects.filter(pk__in=[row.entry_id for row in group]))
    form = LotForm(request.POST, entries=entries)
    if form.is_valid():
        try:
            record_lots(tournament, found.scope, form.order, by=actor(request),
                        token=token(request))  # fmt: skip
        except Refused as refused:
            tell(request, refused)
    else:
        messages.error(request, told(form) or _("Please give every player a place."))
    if series:
        return redirect("series-standings", tournament.pk, series.number)
    return redirect("standings", tournament.pk)


@require_GET
def player(request: HttpRequest, entry_id: int) -> HttpResponse:
    """Everything a player asks for when he stands at the desk."""
    entry = entry_for(request, entry_id)
    sheet = player_sheet(entry, drafts=right_of(request).organizer)
    context = {
        "entry": entry,
        "tournament": entry.tournament,
        "sheet": sheet,
        "reason": reason(sheet.row.rank) if sheet.row else "",
    }
    return render(request, "standings/player.html", context)
