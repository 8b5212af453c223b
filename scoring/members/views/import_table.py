"""Members from a table: sent, judged row by row, looked at, and only then written."""

from collections import Counter
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from scoring.core.access import submission
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
from scoring.members.files.read_members import read_members
from scoring.members.forms import MembersTableForm
from scoring.members.services.import_table import (
    MemberVerdict,
    digest_of_members,
    import_members,
    judge_members,
)
from scoring.members.views.members import club_for
from scoring.models import Club, Person, Role, Tournament
from scoring.players.files.read_players import PlayersSheet
from scoring.players.views.import_table import ORDER, chosen

PAGE = "members/import.html"


@heavy
@require_http_methods(["GET", "POST"])
def import_table(request: HttpRequest, tournament_id: int, club_id: int) -> HttpResponse:
    tournament, club = club_for(request, tournament_id, club_id, Role.ORGANIZER)
    if request.method == "GET":
        return form_page(request, PAGE, MembersTableForm(), tournament=tournament, club=club)
    if "upload" in request.POST:
        return confirm(request, tournament, club)
    form = MembersTableForm(request.POST, request.FILES)
    if form.is_valid():
        with refusals(form):
            data = form.cleaned_data["file"].read()
            sheet = read_members(data)
            account = request.user.pk, tournament.pk
            upload = (store_upload(data, *account), *account)
            return preview(request, tournament, club, sheet, upload, {})
    return form_page(request, PAGE, form, tournament=tournament, club=club)


def confirm(request: HttpRequest, tournament: Tournament, club: Club) -> HttpResponse:
    """Write what was shown, if the file is still there."""
    account = request.user.pk, tournament.pk
    with notifying(request):
        name, shown = read_shown(request.POST["upload"], *account)
        if data := read_upload(name, *account):
            return write(request, tournament, club, data, (name, *account), "".join(shown))
        return redirect("club-members", tournament.pk, club.pk)
    form = MembersTableForm()
    context = {"tournament": tournament, "club": club}
    return form_page(request, PAGE, form, status=UNPROCESSABLE, **context)


def write(
    request: HttpRequest,
    tournament: Tournament,
    club: Club,
    data: bytes,
    upload: Upload,
    shown: str,
) -> HttpResponse:
    """What has changed since the table was shown is shown again."""
    sheet, choices = read_members(data), chosen(request)
    if request.POST.get("step") == "enter":
        with notifying(request):
            count = import_members(
                tournament, club, sheet.rows, choices=choices, shown=shown, **submission(request)
            )
            empty_upload(*upload)
            sentence = ngettext("%(count)s new member.", "%(count)s new members.", count)
            messages.success(request, sentence % {"count": count})
            return redirect("club-members", tournament.pk, club.pk)
    return preview(request, tournament, club, sheet, upload, choices)


def preview(
    request: HttpRequest,
    tournament: Tournament,
    club: Club,
    sheet: PlayersSheet,
    upload: Upload,
    choices: dict[int, str],
) -> HttpResponse:
    """Every row with its verdict; nothing is written."""
    verdicts = judge_members(club, sheet.rows, choices)
    counts = Counter[str](each.verdict for each in verdicts)
    ordered = sorted(verdicts, key=lambda each: (ORDER.index(each.verdict), each.raw.row))
    context: dict[str, Any] = {
        "verdicts": [(each, candidates(each)) for each in ordered],
        "counts": [(name, counts[name]) for name in ORDER if counts[name]],
        "entering": counts["new"] + counts["known"],
        "upload": with_shown(upload[0], [digest_of_members(verdicts, choices)], *upload[1:]),
        "letters": sheet.letters,
        "ignored": sheet.ignored,
        "choices": choices,
        "changed": bool(choices) or counts["ambiguous"] > 0,
    }
    form = MembersTableForm()
    return form_page(request, PAGE, form, tournament=tournament, club=club, **context)


def candidates(verdict: MemberVerdict) -> list[Person]:
    """Whom an ambiguous row may mean."""
    if not verdict.candidates:
        return []
    return list(Person.objects.filter(pk__in=verdict.candidates).select_related("club"))
