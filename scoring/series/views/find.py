"""The search of a tournament: a table opens its list, a player the page of his seat."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET

from scoring.core.access import right_of, tournament_for
from scoring.desk.views.lists import list_page
from scoring.models import Entry, Series
from scoring.models.series import SeriesState
from scoring.series.forms import FindForm
from scoring.series.reads.find import SearchResult, find, searched_series
from scoring.series.states import possible_acts


@require_GET
def search(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The one page that fits; several, or none, are shown to choose from."""
    tournament = tournament_for(request, tournament_id)
    form = FindForm(request.GET)
    typed, wanted = form.typed
    series = searched_series(tournament, wanted, drafts=right_of(request).organizer)
    search_result = find(tournament, series, typed)
    if address := only_page(request, series, search_result):
        return redirect(address)
    context = {
        "tournament": tournament,
        "series": series,
        "every": tournament.series.all(),
        "found": search_result,
        "typed": typed,
        "tables": series.lists.count() if series else 0,
    }
    return render(request, "series/find.html", context)


def only_page(request: HttpRequest, series: Series | None, found: SearchResult) -> str | None:
    """The address of what was found, if it is one thing; a new list for cards from a bag. Where the
    seats were drawn, the page of the series says that there is no such table.
    """
    if found.score_list is not None:
        return reverse(list_page(request, found.score_list), args=[found.score_list.pk])
    if found.only is not None:
        return player_page(series, found.only)
    opens = series and right_of(request).clerk and "open" in possible_acts(series)
    if series and opens and found.number and not found.players:
        is_drawn = series.state != SeriesState.DRAFT and series.draws.exists()
        way = "sought" if is_drawn else "table"
        return f"{reverse('series', args=[series.pk])}?{way}={found.number}"
    return None


def player_page(series: Series | None, entry: Entry) -> str:
    """His seat in the series, and all that can be done about it; before there is one, himself."""
    if series is None:
        return reverse("entry", args=[entry.pk])
    return reverse("series-seat", args=[series.pk, entry.start_number])
