"""The handbook beside a page, as pages of its own, and as PDF to print."""

from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from scoring.core.files.download import attachment
from scoring.core.forms import is_partial, search_text
from scoring.handbook.files import handbook_pdf, keys_pdf
from scoring.handbook.reads import LANGUAGES, chapters, search, sections


@login_not_required
@require_GET
def show_contents(request: HttpRequest) -> HttpResponse:
    words = search_text(request)
    values = {"chapters": chapters(), "query": words, "hits": search(words) if words else None}
    return _respond(request, "contents", values)


@login_not_required
@require_GET
def show_section(request: HttpRequest, key: str) -> HttpResponse:
    all_sections = list(sections())
    index = next((at for at, section in enumerate(all_sections) if section.key == key), None)
    if index is None:
        raise Http404
    values = {
        "section": all_sections[index],
        "before": all_sections[index - 1] if index else None,
        "after": all_sections[index + 1] if index + 1 < len(all_sections) else None,
    }
    return _respond(request, "section", values)


def _respond(request: HttpRequest, name: str, values: dict[str, Any]) -> HttpResponse:
    """htmx asks for the panel beside a page, which shows the text alone and keeps its address."""
    template = f"handbook/{'_' if is_partial(request) else ''}{name}.html"
    response = render(request, template, values)
    response["HX-Push-Url"] = "false"
    return response


@login_not_required
@require_GET
def show_picture(request: HttpRequest, language: str, picture_name: str) -> FileResponse:
    file = settings.HANDBOOK / "pictures" / language / f"{picture_name}.png"
    if language not in LANGUAGES or not file.is_file():
        raise Http404
    return FileResponse(file.open("rb"), content_type="image/png")


@require_GET
def download_handbook(request: HttpRequest) -> HttpResponse:
    return attachment(handbook_pdf(), "pdf", _("Handbook"))


@require_GET
def download_keys(request: HttpRequest) -> HttpResponse:
    return attachment(keys_pdf(), "pdf", _("Keys"))
