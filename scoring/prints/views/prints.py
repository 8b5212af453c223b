"""The page of prints, and every document."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.http import require_GET

from scoring.core.access import right_of, tournament_for
from scoring.core.files.download import attachment
from scoring.core.heavy import heavy
from scoring.models.series import current_series
from scoring.prints.registry import PRINTS, ROUNDS, TABLES, Order
from scoring.standings.reads.scopes import kinds_of

LANGUAGES = ("de", "en")


@require_GET
def show_prints(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Everything that can be printed, of the current series or a chosen one."""
    tournament = tournament_for(request, tournament_id)
    every = list(tournament.series.all())
    number = request.GET.get("series", "")
    chosen = next((each for each in every if str(each.number) == number), None)
    language = request.GET.get("language")
    context = {
        "tournament": tournament,
        "every": every,
        "series": chosen or current_series(tournament),
        "language": language if language in LANGUAGES else translation.get_language(),
        "rounds": ROUNDS,
        "tables": [
            (key, each.title)
            for key, each in TABLES.items()
            if each.title and right_of(request).covers(each.role)
        ],
        "kinds": kinds_of(tournament),
    }
    return render(request, "prints/page.html", context)


@heavy
@require_GET
def print_document(request: HttpRequest, tournament_id: int, what: str) -> HttpResponse:
    """One document as PDF; `?series=2` of that series, `?language=en` in English."""
    tournament = tournament_for(request, tournament_id)
    if what not in PRINTS:
        raise Http404
    number = request.GET.get("series")
    series = None
    if number:
        series = next((s for s in tournament.series.all() if str(s.number) == number), None)
        if series is None:
            raise Http404
    wanted = request.GET.get("language")
    language = wanted if wanted in LANGUAGES else translation.get_language()
    with translation.override(language):
        content = PRINTS[what].pdf(Order(request, tournament, series, request.GET))
        name = [tournament.name, str(PRINTS[what].name), f"{series.number}" if series else ""]
    return attachment(content, "pdf", *name)
