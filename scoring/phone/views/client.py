"""What the page of a list is made of: scripts, law tables, its worker, and the practice list."""

from gzip import compress

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_GET

from scoring.phone.reads import client_files
from scoring.phone.reads.law import law_json, law_name, system_coded, system_named
from scoring.phone.reads.shell import practice_shell
from scoring.rules.systems import ISKO

TYPES = {"js": "text/javascript", "css": "text/css", "json": "application/json"}
FOREVER = "public, max-age=31536000, immutable"


def packed(request: HttpRequest, body: bytes, kind: str, *, cached: bool) -> HttpResponse:
    """A file, compressed where the browser takes it; `cached` if its address names its content."""
    response = HttpResponse(content_type=f"{TYPES[kind]}; charset=utf-8")
    response.headers["Cache-Control"] = FOREVER if cached else "no-cache"
    response.headers["Vary"] = "Accept-Encoding"
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        response.headers["Content-Encoding"] = "gzip"
        body = compress(body, mtime=0)
    response.content = body
    return response


@login_not_required
@require_GET
def client_file(request: HttpRequest, version: str, name: str) -> HttpResponse:
    try:
        body = client_files.content(name)
    except LookupError:
        raise Http404 from None
    kind = name.rpartition(".")[2]
    return packed(request, body, kind, cached=version == client_files.version())


@login_not_required
@require_GET
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker; it may serve the pages of lists, which lie outside its own folder."""
    response = packed(request, client_files.content(client_files.WORKER), "js", cached=False)
    response.headers["Service-Worker-Allowed"] = "/"
    return response


@login_not_required
@require_GET
def law(request: HttpRequest, name: str) -> HttpResponse:
    """The law table of a system with its options (docs/formats.md "The law table")."""
    system = system_named(name)
    if system is None:
        raise Http404
    return packed(request, law_json(system), "json", cached=name == law_name(system))


@login_not_required
@gzip_page
@require_GET
def practice(request: HttpRequest) -> HttpResponse:
    """A list to try; `?law=` names the law of a tournament."""
    system = system_coded(request.GET.get("law", "")[:80]) or ISKO
    return render(request, "phone/list.html", {"shell": practice_shell(system), "state": None})
