"""Results from a file: sent, judged table by table, looked at, and only then taken in."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from scoring.core.access import actor, tournament_for
from scoring.core.answers import CONFLICT, OK, UNPROCESSABLE, form_page, notifying, refusals
from scoring.core.heavy import heavy
from scoring.core.uploads import (
    Upload,
    empty_upload,
    read_shown,
    read_upload,
    store_upload,
    with_shown,
)
from scoring.models import Role, Tournament
from scoring.results_import.files.read import Read, read_results
from scoring.results_import.forms import ResultsForm, answers_of
from scoring.results_import.reads import Asked, FileAnswers, known_players
from scoring.results_import.services import ListResult, judge, take_results

PAGE = "results_import/import.html"
MOST_ASKED = 1_000  # choices: a form may have no more than 5,000 fields
MOST_SHOWN = 200  # cells with a fault: nobody reads on, and a page of thousands takes seconds
# Those that somebody has to look at stand above the others.
ORDER = ("wrong", "asked", "part", "new", "left", "differs", "same")


@dataclass(frozen=True)
class Sent:
    """What somebody sends of a file: its name, what he was shown of it, and what he answered."""

    upload: Upload
    data: bytes
    series: int | None
    answers: FileAnswers
    shown: Collection[str] | None = None


@heavy
@require_http_methods(["GET", "POST"])
def import_results(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.CLERK)
    if request.method == "GET":
        return form_page(request, PAGE, ResultsForm(tournament=tournament), tournament=tournament)
    if "upload" in request.POST:
        return confirm(request, tournament)
    form = ResultsForm(request.POST, request.FILES, tournament=tournament)
    if form.is_valid():
        with refusals(form):
            data = form.cleaned_data["file"].read()
            account = request.user.pk, tournament.pk
            series, answers = form.cleaned_data["series"], answers_of(request.POST)
            found = read(tournament, data, series, answers)
            verdicts = judge(tournament, found.lists, by=actor(request))
            upload = (store_upload(data, *account), *account)
            sent = Sent(upload, data, series, answers)
            return preview(request, tournament, form, sent, found, verdicts)
    return form_page(request, PAGE, form, tournament=tournament)


def read(tournament: Tournament, data: bytes, series: int | None, answers: FileAnswers) -> Read:
    """What the file brings, with the answers given so far."""
    known = known_players(tournament)
    return read_results(data, tournament.rule_system, known, series, answers)


def confirm(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Take in what was shown, if the file is still there; or look once more."""
    form = ResultsForm(tournament=tournament)
    with notifying(request):
        account = request.user.pk, tournament.pk
        upload, shown = read_shown(request.POST["upload"], *account)
        data = read_upload(upload, *account)
        if not data:
            return redirect("results-import", tournament.pk)
        chosen = ResultsForm({"series": request.POST.get("series", "")}, tournament=tournament)
        chosen.is_valid()
        series = chosen.cleaned_data.get("series")
        sent = Sent((upload, *account), data, series, answers_of(request.POST), shown)
        found = read(tournament, data, series, sent.answers)
        return take_or_show(request, tournament, form, sent, found)
    return form_page(request, PAGE, form, tournament=tournament, status=UNPROCESSABLE)


def take_or_show(
    request: HttpRequest, tournament: Tournament, form: ResultsForm, sent: Sent, found: Read
) -> HttpResponse:
    """Judged anew, for much may have happened since it was shown: then it is shown again."""
    if request.POST.get("step") != "check" and not found.is_open:
        with notifying(request):
            by = actor(request)
            verdicts = take_results(tournament, found.lists, by=by, shown=sent.shown)
            empty_upload(*sent.upload)
            return taken(request, tournament, verdicts)
    verdicts = judge(tournament, found.lists, by=actor(request))
    return preview(request, tournament, form, sent, found, verdicts)


def preview(
    request: HttpRequest,
    tournament: Tournament,
    form: ResultsForm,
    sent: Sent,
    found: Read,
    verdicts: Sequence[ListResult],
) -> HttpResponse:
    """What the file says, and what would become of it; nothing is written."""
    shown = [each.digest for each in verdicts if each.is_taken]
    context: dict[str, Any] = {
        "tournament": tournament,
        "series": sent.series,
        "answers": sent.answers,
        "found": found,
        "upload": with_shown(sent.upload[0], shown, *sent.upload[1:]),
        "changed": changed(request, sent, shown),
        **summary(found, verdicts),
    }
    status = UNPROCESSABLE if context["is_open"] else CONFLICT if context["changed"] else OK
    return form_page(request, PAGE, form, status=status, **context)


def summary(found: Read, verdicts: Sequence[ListResult]) -> dict[str, Any]:
    """What the page says of all lists; those that somebody has to look at come first."""
    wrong = [*found.spots, *(spot for each in verdicts for spot in each.spots)]
    return {
        "verdicts": sorted(verdicts, key=lambda each: ORDER.index(each.state)),
        "wrong": wrong,
        "most_shown": MOST_SHOWN,
        "asked": answerable(found.asked),
        "is_open": bool(wrong) or found.is_open,
        "taking": sum(each.is_taken for each in verdicts),
        "partial": any(each.missing for each in verdicts),
    }


def answerable(asked: Sequence[Asked]) -> list[Asked]:
    """The first questions: as many as one page can ask."""
    counts = accumulate(len(each.questions) for each in asked)
    return [each for each, count in zip(asked, counts, strict=True) if count <= MOST_ASKED]


def changed(request: HttpRequest, sent: Sent, shown: Collection[str]) -> frozenset[str]:
    """What somebody wanted to take in and was not shown so; not what his own answers changed."""
    if sent.shown is None or request.POST.get("step") == "check":
        return frozenset()
    return frozenset(shown).difference(sent.shown)


def taken(
    request: HttpRequest, tournament: Tournament, verdicts: Sequence[ListResult]
) -> HttpResponse:
    count = sum(each.is_taken for each in verdicts)
    sentence = ngettext("%(count)s list taken in.", "%(count)s lists taken in.", count)
    messages.success(request, sentence % {"count": count})
    return redirect("results-import", tournament.pk)
