"""The page of the photos of a series, and what is done with the photo of a list."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_GET, require_POST

from scoring.core.access import actor, list_for, series_for
from scoring.core.forms import (
    OK,
    UNPROCESSABLE,
    Form,
    NumberField,
    TextField,
    UploadField,
    form_errors,
    form_page,
    refusals,
)
from scoring.core.heavy import heavy
from scoring.core.services import when_repeated
from scoring.lists.forms.lines import SeenForm
from scoring.lists.grid import list_context, respond_all_rows
from scoring.lists.photos.reading import MAX_PAGES, ReadPhoto, read_photos
from scoring.lists.photos.reads import photo_of, worklist
from scoring.lists.photos.services import keep_photo, remove_photo, take_sure_rows
from scoring.messages.catalogue import message
from scoring.messages.labels import label
from scoring.models import ListPhoto, Role, ScoreList, Series
from scoring.models.log import MAX_REASON_LENGTH
from scoring.models.score_list import MAX_TABLE_NUMBER
from scoring.models.tournament import SeriesState

MAX_BYTES = 20_000_000
ACCEPTED = "image/jpeg,image/png,application/pdf"


class PhotoForm(Form):
    file = UploadField(most=MAX_BYTES, accept=ACCEPTED, label=gettext_lazy("Photos or scans"))
    table = NumberField(
        label=gettext_lazy("Table"), min_value=1, max_value=MAX_TABLE_NUMBER, required=False
    )
    page = forms.IntegerField(min_value=1, max_value=MAX_PAGES, required=False)


class RemovalForm(Form):
    reason = TextField(label=gettext_lazy("Reason"), max_length=MAX_REASON_LENGTH)


# Refusals after which the page asks for the table.
TABLE_UNKNOWN = frozenset({"no-marks", "unmarked", "number-unread", "no-such-table"})


@require_GET
def show_photos(request: HttpRequest, series_id: int) -> HttpResponse:
    series = played_series(request, series_id)
    form = PhotoForm(initial={"table": request.GET.get("table", "")[:4]})
    context = {"form": form, "tournament": series.tournament, "photos": worklist(series)}
    return render(request, "lists/photos/page.html", {"series": series, **context})


def played_series(request: HttpRequest, series_id: int) -> Series:
    """A series whose seating is released; 404 before."""
    series = series_for(request, series_id, Role.CLERK)
    if series.state == SeriesState.DRAFT:
        raise Http404
    return series


def add_again(request: HttpRequest, series_id: int) -> HttpResponse:
    """All lines of the worklist: nobody knows any more which of them the file gave."""
    answers = [{"photo": photo} for photo in worklist(played_series(request, series_id))]
    return respond_answers(request, series_id, answers)


@heavy
@when_repeated(add_again)
@require_POST
def add_photos(request: HttpRequest, series_id: int) -> HttpResponse:
    series = played_series(request, series_id)
    form = PhotoForm(request.POST, request.FILES)
    if not form.is_valid():
        return respond_answers(request, series_id, [{"sentence": form_errors(form)}])
    data = form.cleaned_data
    photos = read_photos(data["file"].read(), series, table=data["table"], page=data["page"])
    return respond_answers(
        request, series_id, [keep_or_say_why(request, photo) for photo in photos]
    )


def keep_or_say_why(request: HttpRequest, photo: ReadPhoto) -> dict[str, Any]:
    """A line of the worklist with a note, or why there is none."""
    if photo.code:
        page = photo.page if photo.code in TABLE_UNKNOWN else None
        return {"sentence": label("photo_refusal", photo.code), "page": page}
    lists = ScoreList.objects.select_related("series__tournament")
    score_list = get_object_or_404(lists, pk=photo.score_list)
    with refusals() as refused:
        keep_photo(score_list, photo, by=actor(request))
        note = _("The photo was upside down and has been turned.") if photo.was_upside_down else ""
        return {"photo": photo_of(score_list), "sentence": note}
    return {"sentence": " ".join(map(message, refused.problems))}


def respond_answers(
    request: HttpRequest, series_id: int, answers: Sequence[Mapping[str, Any]]
) -> HttpResponse:
    """The lines of the worklist; 422 if no picture was kept."""
    status = OK if any("photo" in answer for answer in answers) else UNPROCESSABLE
    context = {"answers": answers, "series_id": series_id}
    return render(request, "lists/photos/_answers.html", context, status=status)


@require_GET
def picture(request: HttpRequest, list_id: int) -> HttpResponse:
    """The photo of a list; a second entry may see it, because it shows the paper."""
    score_list = list_for(request, list_id, Role.CLERK, while_blind=True)
    photo = get_object_or_404(ListPhoto, list=score_list)
    return HttpResponse(bytes(photo.jpeg), content_type="image/jpeg")


def take_again(request: HttpRequest, list_id: int) -> HttpResponse:
    return respond_all_rows(request, list_for(request, list_id, Role.CLERK))


@when_repeated(take_again)
@require_POST
def take_rows(request: HttpRequest, list_id: int) -> HttpResponse:
    score_list = list_for(request, list_id, Role.CLERK)
    seen = SeenForm(request.POST)
    with refusals() as refused:
        layout, reason = seen.base.layout, seen.why
        count = take_sure_rows(score_list, by=actor(request), layout=layout, reason=reason)
        sentence = ngettext(
            "%(count)s row from the photo.", "%(count)s rows from the photo.", count
        )
        return respond_all_rows(request, score_list, done=sentence % {"count": count})
    return respond_all_rows(request, score_list, problems=refused.problems, status=refused.status)


def remove(request: HttpRequest, list_id: int) -> HttpResponse:
    score_list = list_for(request, list_id, Role.CLERK)
    form = RemovalForm(request.POST or None)
    if form.is_valid():
        with refusals(form):
            remove_photo(score_list, by=actor(request), **form.cleaned_data)
            messages.success(request, _("The photo is removed."))
            return redirect("series-photos", score_list.series_id)
    context: dict[str, Any] = list_context(score_list) | {"photo": photo_of(score_list)}
    return form_page(request, "lists/photos/remove.html", form, **context)
