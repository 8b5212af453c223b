"""Players from a table: sent, judged row by row, looked at, and only then entered."""

from collections import Counter
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from scoring.core.access import submission, tournament_for
from scoring.core.answers import UNPROCESSABLE, form_page, notifying, refusals
from scoring.core.heavy import heavy
from scoring.core.uploads import (
    Upload,
    empty_upload,
    read_shown,
    read_upload,
    store_upload,
    with_shown,
)
from scoring.models import Person, Role, Tournament
from scoring.players.files.read_players import PlayersSheet, read_players
from scoring.players.forms.import_table import ExpectedForm, PlayersTableForm
from scoring.players.reads.entries import Suggestion, as_suggestions
from scoring.players.services.import_table import (
    RowResult,
    count_unasked,
    digest_unasked,
    import_players,
    judge,
)
from scoring.players.views.entries import entered

PAGE = "players/import.html"
CHOICE = "choice-"
# Those that somebody has to look at stand above the others.
ORDER = ("faulty", "ambiguous", "known", "new", "double", "entered")


@heavy
@require_http_methods(["GET", "POST"])
def import_table(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.CLERK)
    if request.method == "GET":
        return form_page(request, PAGE, PlayersTableForm(), tournament=tournament)
    if "upload" in request.POST:
        return confirm(request, tournament)
    form = PlayersTableForm(request.POST, request.FILES)
    if form.is_valid():
        with refusals(form):
            data = form.cleaned_data["file"].read()
            sheet = read_players(data)
            account = request.user.pk, tournament.pk
            upload = (store_upload(data, *account), *account)
            return preview(request, tournament, sheet, upload, {})
    return form_page(request, PAGE, form, tournament=tournament)


def confirm(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Enter what was shown, if the file is still there."""
    account = request.user.pk, tournament.pk
    with notifying(request):
        name, shown = read_shown(request.POST["upload"], *account)
        if data := read_upload(name, *account):
            return enter(request, tournament, data, (name, *account), "".join(shown))
        return redirect("entries", tournament.pk)
    form = PlayersTableForm()
    return form_page(request, PAGE, form, tournament=tournament, status=UNPROCESSABLE)


def enter(
    request: HttpRequest, tournament: Tournament, data: bytes, upload: Upload, shown: str
) -> HttpResponse:
    """What has changed since the table was shown is shown again."""
    sheet, choices, form = read_players(data), chosen(request), ExpectedForm(request.POST)
    if request.POST.get("step") == "enter" and form.is_valid():
        with notifying(request):
            expected = form.cleaned_data["expected"] or 0
            entries = import_players(
                tournament,
                sheet.rows,
                choices=choices,
                expected=expected,
                shown=shown,
                **submission(request),
            )
            empty_upload(*upload)
            return entered(request, tournament, len(entries))
    return preview(request, tournament, sheet, upload, choices)


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
    sheet: PlayersSheet,
    upload: Upload,
    choices: dict[int, str],
) -> HttpResponse:
    """Every row with its verdict; nothing is written."""
    verdicts = judge(tournament, sheet.rows, choices)
    counts = Counter[str](each.name for each in verdicts)
    ordered = sorted(verdicts, key=lambda each: (ORDER.index(each.name), each.raw.row))
    context: dict[str, Any] = {
        "tournament": tournament,
        "verdicts": [(each, candidates(tournament, each)) for each in ordered],
        "counts": [(name, counts[name]) for name in ORDER if counts[name]],
        "entering": counts["new"] + counts["known"],
        "upload": with_shown(upload[0], [digest_unasked(verdicts, choices)], *upload[1:]),
        "letters": sheet.letters,
        "ignored": sheet.ignored,
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
