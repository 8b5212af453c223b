"""The page of prints, every document, and all those of the moment in one."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from scoring.core.access import actor, grant, right_of, tournament_for
from scoring.core.answers import form_page, refusals
from scoring.core.files.download import attachment
from scoring.core.heavy import heavy
from scoring.core.links import reachable
from scoring.models import Role, Tournament
from scoring.models.tournament import current_series
from scoring.prints.forms import CopiesForm
from scoring.prints.papers import PRINTS, ROUNDS, Order, moment_pdf, papers_now, shown_groups
from scoring.prints.services import set_copies
from scoring.prints.table_files import TABLES
from scoring.series.reads.series import PrintMoment, has_seating, print_moment
from scoring.standings.reads.scopes import kinds_of

LANGUAGES = ("de", "en")


def language_of(request: HttpRequest) -> str:
    """The language of the prints: `?language=en`, or that of the page."""
    wanted = request.GET.get("language", "")
    return wanted if wanted in LANGUAGES else translation.get_language() or LANGUAGES[0]


@require_GET
def show_prints(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Everything that can be printed, of the current series or a chosen one."""
    tournament = tournament_for(request, tournament_id)
    moment = print_moment(tournament)
    papers = papers_now(tournament, moment, right_of(request))
    return prints_page(request, tournament, CopiesForm(papers), moment)


def prints_page(
    request: HttpRequest, tournament: Tournament, form: CopiesForm, moment: PrintMoment
) -> HttpResponse:
    every = list(tournament.series.all())
    number = request.GET.get("series", "")
    chosen = next((each for each in every if str(each.number) == number), None)
    series = chosen or current_series(tournament)
    right = right_of(request)
    seated = bool(series and has_seating(series, drafts=right.organizer))
    order = Order(request, tournament, series)
    context: dict[str, Any] = {
        "tournament": tournament,
        "every": every,
        "series": series,
        "groups": shown_groups(order, seated=seated),
        "language": language_of(request),
        "moment": moment,
        "reachable": reachable(request, "/"),
        "rounds": ROUNDS,
        "tables": [
            (key, each.title)
            for key, each in TABLES.items()
            if each.title and right.covers(each.role)
        ],
        "kinds": kinds_of(tournament),
    }
    return form_page(request, "prints/page.html", form, **context)


@require_POST
def change_copies(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """How often the papers of this moment are printed."""
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    moment = print_moment(tournament)
    form = CopiesForm(papers_now(tournament, moment, right_of(request)), request.POST)
    if form.is_valid():
        with refusals(form):
            set_copies(tournament, form.cleaned_data, by=actor(request))
            messages.success(request, _("Saved."))
            return redirect("prints", tournament.pk)
    return prints_page(request, tournament, form, moment)


@heavy
@require_GET
def print_now(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Every paper of this moment as one PDF, in the copies that are set."""
    tournament = tournament_for(request, tournament_id)
    moment = print_moment(tournament)
    papers = papers_now(tournament, moment, right_of(request))
    if not any(each.copies for each in papers):
        raise Http404
    with translation.override(language_of(request)):
        title = moment.title
        content = moment_pdf(papers, Order(request, tournament, None), title)
    return attachment(content, "pdf", tournament.title, title)


@heavy
@require_GET
def print_document(request: HttpRequest, tournament_id: int, what: str) -> HttpResponse:
    """One document as PDF; `?series=2` of that series, `?language=en` in English."""
    tournament = tournament_for(request, tournament_id)
    if what not in PRINTS:
        raise Http404
    grant(request, tournament, PRINTS[what].role)
    number = request.GET.get("series")
    series = None
    if number:
        series = next((s for s in tournament.series.all() if str(s.number) == number), None)
        if series is None:
            raise Http404
    with translation.override(language_of(request)):
        content = PRINTS[what].pdf(Order(request, tournament, series, request.GET))
        name = [tournament.title, str(PRINTS[what].name), f"{series.number}" if series else ""]
    return attachment(content, "pdf", *name)
