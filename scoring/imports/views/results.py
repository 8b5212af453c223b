"""Results from a file: judged table by table, looked at, and only then taken in."""

from collections.abc import Collection, Sequence
from itertools import accumulate
from typing import Any

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
from scoring.imports.files.kinds import RESULTS
from scoring.imports.files.mapping import corrected
from scoring.imports.files.read import Read, read_results
from scoring.imports.forms import ResultsForm
from scoring.imports.reads.answers import Answers, Asked, Question
from scoring.imports.reads.known import known_players
from scoring.imports.services.results import ListResult, judge, take_results
from scoring.imports.services.undo import last_file, withdraw_results
from scoring.imports.views.page import ImportPage, Look
from scoring.models import Role, Tournament

MAX_ASKED = 1_000  # choices: a form may have no more than 5,000 fields
MAX_SHOWN = 200  # cells with a fault: nobody reads on, and a page of thousands takes seconds
# Those that somebody has to look at stand above the others.
ORDER = ("wrong", "asked", "part", "new", "left", "differs", "same")
OFFERED = ("wrong", "asked", "part", "new", "left")  # each has a tick


class ResultsPage(ImportPage):
    kind, rows = RESULTS, "imports/_results.html"

    def __init__(self, request: HttpRequest, tournament: Tournament) -> None:
        last = last_file(tournament, actor(request)) if request.method == "GET" else None
        super().__init__(request, tournament, last=last)

    def form(self, *args: Any) -> Form:
        return ResultsForm(*args, tournament=self.tournament)

    @property
    def series(self) -> int | None:
        """The one that was chosen for tables that name none."""
        form = ResultsForm(
            {"series": self.request.POST.get("series", "")}, tournament=self.tournament
        )
        form.is_valid()
        return form.cleaned_data.get("series")

    def read(self, content: bytes) -> Read:
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
        found = self.read(content)
        verdicts = judge(self.tournament, found.lists, by=self.by)
        wrong = [spot for each in verdicts for spot in each.spots]
        return self.looked(found, verdicts, wrong, corrections(content, wrong, self.answers))

    def looked(
        self,
        found: Read,
        verdicts: Sequence[ListResult],
        wrong: Sequence[Spot],
        cells: Sequence[tuple[Spot, Question | None]],
    ) -> Look:
        ordered = sorted(verdicts, key=lambda each: ORDER.index(each.state))
        return Look(
            found.map,
            [each.digest for each in verdicts if each.is_taken],
            sum(each.is_taken for each in verdicts),
            bool(wrong) or found.is_open,
            [each.incoming.key for each in verdicts if each.state in OFFERED],
            {
                "found": found,
                "series": self.series,
                "verdicts": ordered,
                "wrong": wrong,
                "corrections": cells,
                "hint": hint(wrong),
                "asked": answerable(found.asked),
                "offered_states": OFFERED,
                "kept": self.kept(cells),
                "partial": any(each.missing for each in verdicts),
            },
        )

    def kept(self, cells: Sequence[tuple[Spot, Question | None]]) -> list[tuple[str, str]]:
        """What was corrected before and is no problem any more: the page sends it once more."""
        shown = {question.field for _spot, question in cells if question}
        return [
            (name, text)
            for name, text in self.answers.chosen.items()
            if name.startswith("fix-") and name not in shown
        ]

    def take(self, content: bytes, shown: Collection[str]) -> HttpResponse | None:
        found = self.read(content)
        if found.is_open:
            return None
        verdicts = take_results(self.tournament, found.lists, by=self.by, shown=shown)
        self.remember(found.map)
        count = sum(each.is_taken for each in verdicts)
        sentence = ngettext("%(count)s list taken in.", "%(count)s lists taken in.", count)
        messages.success(self.request, sentence % {"count": count})
        return self.unused()

    def unused(self) -> HttpResponse:
        return redirect("results-import", self.tournament.pk)


def corrections(
    content: bytes, wrong: Sequence[Spot], answers: Answers
) -> list[tuple[Spot, Question | None]]:
    """The first cells with a problem, each with what stands there, to be corrected."""
    shown = wrong[:MAX_SHOWN]
    names = {spot.sheet for spot in shown}
    fields: dict[tuple[str, str], Question] = {}
    for number, sheet in enumerate(stored_sheets(content) if shown else ()):
        name = sheet.name or str(number + 1)
        if name not in names:
            continue
        reader = CellReader(name, corrected(sheet, answers.fixes(number)).rows)
        for spot in shown:
            if spot.sheet == name and (at := parse_cell(spot.cell)):
                field = f"fix-{number}.{spot.cell}"
                fields[name, spot.cell] = Question(
                    field, f"{name} {spot.cell}", chosen=reader.text(*at)
                )
    return [(spot, fields.get((spot.sheet, spot.cell))) for spot in shown]


def answerable(asked: Sequence[Asked]) -> list[Asked]:
    """The first questions: as many as one page can ask."""
    counts = accumulate(len(each.questions) for each in asked)
    return [each for each, count in zip(asked, counts, strict=True) if count <= MAX_ASKED]


def hint(wrong: Sequence[Spot]) -> str:
    """The setting that helps where many cells have the same fault."""
    codes = {spot.problem.code for spot in wrong}
    return "paper-total" if "paper-total-missing" in codes else ""


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
