"""Results from a file: sent, judged table by table, looked at, and only then taken in."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from scoring.core.access import actor, submission, tournament_for
from scoring.core.answers import OK, UNPROCESSABLE, form_page, notifying
from scoring.core.refusals import Refused
from scoring.core.uploads import Upload, empty_upload, read_upload, store_upload
from scoring.messages import message
from scoring.models import Role, Tournament
from scoring.results_import.files.read import Read, read_results
from scoring.results_import.forms import ResultsForm
from scoring.results_import.reads import known_players
from scoring.results_import.services import ListResult, judge, take_results

PAGE = "results_import/import.html"
MOST_SHOWN = 200  # cells with a fault: nobody reads on, and a page of thousands takes seconds


@require_http_methods(["GET", "POST"])
def import_results(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.CLERK)
    if request.method == "GET":
        form = ResultsForm(tournament=tournament)
        return form_page(request, PAGE, form, tournament=tournament)
    if "upload" in request.POST:
        return confirm(request, tournament)
    form = ResultsForm(request.POST, request.FILES, tournament=tournament)
    if not form.is_valid():
        return form_page(request, PAGE, form, tournament=tournament)
    data = form.cleaned_data["file"].read()
    return preview(request, tournament, form, data, form.cleaned_data["series"])


def preview(
    request: HttpRequest,
    tournament: Tournament,
    form: ResultsForm,
    data: bytes,
    series: int | None,
    upload: str = "",
) -> HttpResponse:
    """What the file says, and what would become of it; nothing is written."""
    try:
        found = read(tournament, data, series)
        verdicts = judge(tournament, found.lists, found.prelude, by=actor(request))
    except Refused as why:
        for problem in why.problems:
            form.add_error("file", message(problem))
        return form_page(request, PAGE, form, tournament=tournament)
    upload = upload or store_upload(data, request.user.pk, tournament.pk)
    context = {"tournament": tournament, "series": series, "upload": upload}
    return shown(request, form, found, verdicts, context)


def shown(
    request: HttpRequest,
    form: ResultsForm,
    found: Read,
    verdicts: Sequence[ListResult],
    context: dict[str, Any],
) -> HttpResponse:
    wrong = [*found.spots, *(spot for each in verdicts for spot in each.spots)]
    context |= {
        "verdicts": verdicts,
        "wrong": wrong,
        "most_shown": MOST_SHOWN,
        "taking": sum(each.is_taken for each in verdicts),
        "ignored": found.ignored,
        "partial": any(each.missing for each in verdicts),
    }
    return form_page(request, PAGE, form, status=UNPROCESSABLE if wrong else OK, **context)


def read(tournament: Tournament, data: bytes, series: int | None) -> Read:
    return read_results(data, tournament.rule_system, known_players(tournament), series)


def confirm(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Take in what was shown, if the file is still there."""
    upload = (request.POST["upload"], request.user.pk, tournament.pk)
    with notifying(request):
        if data := read_upload(*upload):
            return take(request, tournament, data, upload)
        return redirect("results-import", tournament.pk)
    form = ResultsForm(tournament=tournament)
    return form_page(request, PAGE, form, tournament=tournament, status=UNPROCESSABLE)


def take(request: HttpRequest, tournament: Tournament, data: bytes, upload: Upload) -> HttpResponse:
    """Judged anew, for much may have happened since it was shown."""
    chosen = ResultsForm({"series": request.POST.get("series", "")}, tournament=tournament)
    chosen.is_valid()
    series = chosen.cleaned_data.get("series")
    found = read(tournament, data, series)
    if not found.spots:
        with notifying(request):
            verdicts = take_results(tournament, found.lists, found.prelude, **submission(request))
            empty_upload(*upload)
            return taken(request, tournament, sum(each.is_taken for each in verdicts))
    form = ResultsForm(tournament=tournament)
    return preview(request, tournament, form, data, series, upload[0])


def taken(request: HttpRequest, tournament: Tournament, count: int) -> HttpResponse:
    sentence = ngettext("%(count)s list taken in.", "%(count)s lists taken in.", count)
    messages.success(request, sentence % {"count": count})
    return redirect("results-import", tournament.pk)
