"""Results from a file: judged table by table, looked at, and only then taken in."""

from collections.abc import Collection, Sequence
from itertools import accumulate

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from scoring.core.access import actor, tournament_for
from scoring.core.answers import notifying
from scoring.core.forms import Form
from scoring.core.heavy import heavy
from scoring.core.spreadsheets.cells import CellReader, Spot, parse_cell
from scoring.core.spreadsheets.reading import stored_sheets
from scoring.imports.files.read import FileResults, read_results
from scoring.imports.files.words import RESULTS
from scoring.imports.forms import ResultsForm
from scoring.imports.reads import Asked, FileAnswers, FileQuestion, corrected_sheets, known_players
from scoring.imports.services.files import last_file, withdraw_results
from scoring.imports.services.results import judge, take_results
from scoring.imports.views.page import ImportPage, Look
from scoring.models import Role, Tournament

MAX_ASKED = 1_000  # choices: a form may have no more than 5,000 fields
MAX_SHOWN = 200  # cells with a fault: nobody reads on, and a page of thousands takes seconds
# Those that somebody has to look at stand above the others.
ORDER = ("wrong", "asked", "part", "new", "left", "differs", "same")
OFFERED = ("wrong", "asked", "part", "new", "left")  # each has a tick
Correction = tuple[Spot, FileQuestion | None]


class ResultsPage(ImportPage):
    kind, rows = RESULTS, "imports/_results.html"

    def __init__(self, request: HttpRequest, tournament: Tournament) -> None:
        last = last_file(tournament, actor(request)) if request.method == "GET" else None
        super().__init__(request, tournament, last=last)

    def form(self, *args: object) -> Form:
        return ResultsForm(*args, tournament=self.tournament)

    @property
    def series(self) -> int | None:
        """The one that was chosen for tables that name none."""
        form = self.form({"series": self.request.POST.get("series", "")})
        form.is_valid()
        return form.cleaned_data.get("series")

    def read(self, content: bytes) -> FileResults:
        """What the file brings, with the answers given so far."""
        return read_results(
            stored_sheets(content),
            self.tournament.rule_system,
            known_players(self.tournament),
            self.series,
            self.answers,
            self.remembered,
        )

    def look(self, content: bytes) -> Look:
        results = self.read(content)
        verdicts = judge(self.tournament, results.lists, by=self.by)
        wrong = [spot for verdict in verdicts for spot in verdict.spots]
        cells = corrections(content, wrong, self.answers)
        shown = {question.field for _spot, question in cells if question}
        return Look(
            results.map,
            [verdict.digest for verdict in verdicts if verdict.is_taken],
            sum(verdict.is_taken for verdict in verdicts),
            bool(wrong) or results.is_open,
            [verdict.incoming.key for verdict in verdicts if verdict.state in OFFERED],
            {
                "results": results,
                "series": self.series,
                "verdicts": sorted(verdicts, key=lambda verdict: ORDER.index(verdict.state)),
                "wrong": wrong,
                "corrections": cells,
                "asks_for_totals": any(s.problem.code == "paper-total-missing" for s in wrong),
                "asked": answerable(results.asked),
                "offered_states": OFFERED,
                # What was corrected before and is no problem any more is sent once more.
                "earlier_fixes": [
                    (name, text)
                    for name, text in self.answers.chosen.items()
                    if name.startswith("fix-") and name not in shown
                ],
                "partial": any(verdict.missing for verdict in verdicts),
            },
        )

    def take(self, content: bytes, shown: Collection[str]) -> HttpResponse | None:
        results = self.read(content)
        if results.is_open:
            return None
        verdicts = take_results(self.tournament, results.lists, by=self.by, shown=shown)
        self.remember(results.map)
        count = sum(verdict.is_taken for verdict in verdicts)
        sentence = ngettext("%(count)s list taken in.", "%(count)s lists taken in.", count)
        messages.success(self.request, sentence % {"count": count})
        return self.unused()

    def unused(self) -> HttpResponse:
        return redirect("results-import", self.tournament.pk)


def corrections(content: bytes, wrong: Sequence[Spot], answers: FileAnswers) -> list[Correction]:
    """The first cells with a problem, each with what stands there, to be corrected."""
    shown = wrong[:MAX_SHOWN]
    fields: dict[tuple[str, str], FileQuestion] = {}
    for number, sheet in corrected_sheets(stored_sheets(content) if shown else (), answers):
        reader = CellReader(sheet.name or str(number + 1), sheet.rows)
        for spot in shown:
            if spot.sheet == reader.sheet and (at := parse_cell(spot.cell)):
                name, text = f"fix-{number}.{spot.cell}", f"{reader.sheet} {spot.cell}"
                question = FileQuestion(name, text, chosen=reader.text(*at))
                fields[spot.sheet, spot.cell] = question
    return [(spot, fields.get((spot.sheet, spot.cell))) for spot in shown]


def answerable(asked: Sequence[Asked]) -> list[Asked]:
    """The first questions: as many as one page can ask."""
    counts = accumulate(len(each.questions) for each in asked)
    return [each for each, count in zip(asked, counts, strict=True) if count <= MAX_ASKED]


@heavy
@require_http_methods(["GET", "POST"])
def import_results(request: HttpRequest, tournament_id: int) -> HttpResponse:
    return ResultsPage(request, tournament_for(request, tournament_id, Role.CLERK)).answer()


@require_POST
def withdraw(request: HttpRequest, tournament_id: int, log_id: int) -> HttpResponse:
    """Take back the last file of results as a whole."""
    tournament = tournament_for(request, tournament_id, Role.CLERK)
    row = get_object_or_404(tournament.log, pk=log_id)
    with notifying(request):
        count = withdraw_results(tournament, row.pk, by=actor(request))
        sentence = ngettext("%(count)s list emptied.", "%(count)s lists emptied.", count)
        messages.success(request, sentence % {"count": count})
    return redirect("results-import", tournament.pk)
