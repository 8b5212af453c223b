"""Score lists as PDF, workbook and CSV, filled or blank."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from scoring.core.access import list_for, require_not_blind, right_of, tournament_for
from scoring.core.files.download import PICTURE, attachment, no_file, workbook_csv
from scoring.core.forms import refusals
from scoring.core.heavy import heavy, needs_child_process, workbook_by_child_process
from scoring.core.listing import head_of
from scoring.lists.printed.files.pdf import score_lists_pdf
from scoring.lists.printed.files.xlsx_sheet import lists_workbook
from scoring.lists.printed.reads.papers import (
    blank_live_list,
    lists_title,
    live_list,
    live_lists,
    paper_of,
    with_content,
)
from scoring.models import Role, ScoreList
from scoring.models.tournament import ROUNDS, SeriesState


@heavy
@require_GET
def lists_file(request: HttpRequest, tournament_id: int, number: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.CLERK)
    series = get_object_or_404(tournament.series, number=number)
    if series.state == SeriesState.DRAFT and not right_of(request).organizer:
        raise Http404
    require_not_blind(request, tournament, series)
    title = lists_title(series)
    with refusals() as refused:
        if needs_child_process(series.lists.count()):
            content = workbook_by_child_process(tournament.pk, "--series", str(number))
        else:
            content = lists_workbook(live_lists(tournament, series), title)
        return attachment(content, "xlsx", tournament.title, title)
    return no_file(request, tournament, refused.problems)


@require_GET
def blank_sheet(request: HttpRequest, tournament_id: int, seats: int, rounds: int) -> HttpResponse:
    """A blank list for a side venue, whose results are imported."""
    tournament = tournament_for(request, tournament_id)
    if seats not in (3, 4) or rounds not in ROUNDS:
        raise Http404
    title = _("Blank list")
    content = lists_workbook([blank_live_list(tournament, seats, rounds)], title)
    return attachment(content, "xlsx", tournament.title, title, f"{seats * rounds}")


@require_GET
def list_file(request: HttpRequest, list_id: int, kind: str) -> HttpResponse:
    return list_download(list_for(request, list_id), kind, signatures=True)


def list_download(score_list: ScoreList, kind: str, *, signatures: bool = False) -> HttpResponse:
    """The paper form as "pdf", or the list as "xlsx" or "csv"."""
    series, tournament = score_list.series, score_list.series.tournament
    if kind == PICTURE:
        raise Http404
    if kind == "pdf":
        content = score_lists_pdf([paper_of(score_list, signatures=signatures)])
    else:
        lists = with_content(ScoreList.objects.select_related("series__tournament"))
        score_list = get_object_or_404(lists, pk=score_list.pk)
        live = live_list(score_list, tournament, head_of(tournament))
        content = lists_workbook([live], _("Score list"))
    if kind == "csv":
        content = workbook_csv(content)
    return attachment(content, kind, tournament.title, f"{series.number}-{score_list.table_number}")
