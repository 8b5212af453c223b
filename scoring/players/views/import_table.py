"""Players from a table: sent, judged row by row, looked at, and only then entered."""

from collections import Counter
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from scoring.core.access import submission, tournament_for
from scoring.core.answers import UNPROCESSABLE, form_errors, form_page, notifying
from scoring.core.foreign.grids import Unreadable
from scoring.messages import message
from scoring.models import Person, Role, Tournament
from scoring.players.files.read_players import read_players
from scoring.players.forms.import_table import PlayersTableForm, RowsForm, packed
from scoring.players.reads.entries import Suggestion, as_suggestions
from scoring.players.services.import_table import (
    RawRow,
    RowResult,
    count_unasked,
    import_players,
    judge,
)
from scoring.players.views.entries import entered

PAGE = "players/import.html"
CHOICE = "choice-"
# Those that somebody has to look at stand above the others.
ORDER = ("faulty", "ambiguous", "known", "new", "double", "entered")


@require_http_methods(["GET", "POST"])
def import_table(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.CLERK)
    if request.method == "GET":
        return form_page(request, PAGE, PlayersTableForm(), tournament=tournament)
    if "rows" in request.POST:
        return confirm(request, tournament)
    form = PlayersTableForm(request.POST, request.FILES)
    if form.is_valid():
        try:
            sheet = read_players(form.cleaned_data["file"].read())
        except Unreadable as why:
            form.add_error("file", message(why.problem))
        else:
            context = {"letters": sheet.letters, "ignored": sheet.ignored}
            return preview(request, tournament, list(sheet.rows), packed(sheet), {}, **context)
    return form_page(request, PAGE, form, tournament=tournament)


def confirm(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Enter what was shown; what has changed meanwhile is shown again."""
    form = RowsForm(request.POST)
    if not form.is_valid():
        again = PlayersTableForm()
        messages.error(request, form_errors(form))
        return form_page(request, PAGE, again, tournament=tournament, status=UNPROCESSABLE)
    rows, choices = form.cleaned_data["rows"], chosen(request)
    if request.POST.get("step") == "enter":
        with notifying(request):
            expected = form.cleaned_data["expected"] or 0
            entries = import_players(
                tournament, rows, choices=choices, expected=expected, **submission(request)
            )
            return entered(request, tournament, len(entries))
    return preview(request, tournament, rows, request.POST["rows"], choices)


def chosen(request: HttpRequest) -> dict[int, str]:
    """Who the ambiguous rows are: "choice-7" is a person's id, or "new"."""
    return {
        int(name.removeprefix(CHOICE)): str(value)
        for name, value in request.POST.items()
        if value
        and name.startswith(CHOICE)
        and (digits := name.removeprefix(CHOICE)).isascii()
        and digits.isdigit()
        and len(digits) < 9
    }


def preview(
    request: HttpRequest,
    tournament: Tournament,
    rows: list[RawRow],
    text: str,
    choices: dict[int, str],
    **context: Any,
) -> HttpResponse:
    """Every row with its verdict; nothing is written."""
    verdicts = judge(tournament, rows, choices)
    counts = Counter[str](each.name for each in verdicts)
    ordered = sorted(verdicts, key=lambda each: (ORDER.index(each.name), each.raw.row))
    context |= {
        "tournament": tournament,
        "verdicts": [(each, candidates(tournament, each)) for each in ordered],
        "counts": [(name, counts[name]) for name in ORDER if counts[name]],
        "entering": counts["new"] + counts["known"],
        "text": text,
        "choices": choices,
        "expected": count_unasked(verdicts, choices),
        "changed": bool(choices) or counts["ambiguous"] > 0,
    }
    return form_page(request, PAGE, PlayersTableForm(), **context)


def candidates(tournament: Tournament, verdict: RowResult) -> list[Suggestion]:
    """Whom an ambiguous row may mean."""
    if not verdict.candidates:
        return []
    known = Person.objects.filter(pk__in=verdict.candidates).values_list("pk", flat=True)
    return as_suggestions(tournament, list(known))
