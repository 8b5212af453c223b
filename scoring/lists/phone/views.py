"""The list at the table, for phones with its secret address; the tables, for the organizer."""

from collections.abc import Callable, Mapping
from functools import partial, wraps
from http import HTTPStatus
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_GET, require_POST

from scoring.core.access import actor, list_for, series_for
from scoring.core.cached import digest_of
from scoring.core.forms import Refused, StaleRevision, is_partial, notifying, parse_number
from scoring.core.links import client_address, qr_code, reachable_url
from scoring.core.services import TOKEN, Polled, Repeated, mark_key, submission
from scoring.lists.phone import client_files, forms, reads, services
from scoring.lists.phone.forms import TableRequest
from scoring.lists.phone.services import OtherDevice
from scoring.lists.phone.words import words_of
from scoring.messages.catalogue import message
from scoring.models import Role, TableAccess, TableCall, UnsentGames
from scoring.models.phone import CALL_LENGTH, DEVICE_NAME_LENGTH
from scoring.models.tournament import SeriesState
from scoring.rules.problem import Problem
from scoring.rules.systems import ISKO

STATE_SECONDS = 300  # for which a state is kept
QUIET = {"Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex"}
View = Callable[..., HttpResponse]


def at_table(view: View) -> View:
    """A view of a secret address without account or cookie; 404 or 429 for unknown addresses."""

    @login_not_required
    @wraps(view)
    def wrapper(request: HttpRequest, secret: str, **parts: Any) -> HttpResponse:
        if table := reads.find_access(secret_hash=reads.hash_secret(secret)):
            response = view(request, table, **parts)
        elif wait := services.count_guess(client_address(request)):
            response = HttpResponse(status=HTTPStatus.TOO_MANY_REQUESTS)
            response.headers["Retry-After"] = str(wait)
        else:
            response = not_found(request)
        for name, value in QUIET.items():
            response.headers[name] = value
        return response

    return wrapper


def not_found(request: HttpRequest) -> HttpResponse:
    """The page for an address that opens no list."""
    context = {"start": client_files.file_address(client_files.GONE), "words": words_of(ISKO)}
    return render(request, "lists/phone/gone.html", context, status=404)


@at_table
@gzip_page
@require_GET
def show(request: HttpRequest, table: TableAccess) -> HttpResponse:
    if not reads.is_open(table):
        return not_found(request)
    shell = client_files.page_shell(table.list.series.tournament.rule_system, request.path)
    context = {"state": reads.table_state(table, ""), "score_list": table.list, "shell": shell}
    return render(request, "lists/phone/list.html", context)


@login_not_required
@require_GET
def poll_state(request: HttpRequest, secret: str) -> HttpResponse:
    """The state, or 304 if the device has it; for the writing device a sign of life."""
    device = request.GET.get("device", "")
    device = device if TOKEN.fullmatch(device) else ""
    polled = polled_state(device, reads.hash_secret(secret))
    tag, written_list_id = polled.answer or ("", None)
    if not tag or request.headers.get("If-None-Match") != tag:
        return state_now(request, secret=secret, device=device, polled=polled)
    note_waiting(request, written_list_id)
    return HttpResponse(status=304, headers={"ETag": tag, **QUIET})


@at_table
def state_now(
    request: HttpRequest, table: TableAccess, device: str, polled: Polled
) -> HttpResponse:
    if not (reads.is_open(table) or reads.has_written(table, device)):
        return not_found(request)
    state = reads.table_state(table, device)
    note_waiting(request, table.list_id if state["mine"] else None)
    tag = keep_tag(polled, table, state)
    if request.headers.get("If-None-Match") == tag:
        return HttpResponse(status=304, headers={"ETag": tag})
    return JsonResponse(state, headers={"ETag": tag})


def polled_state(device: str, secret_hash: str) -> Polled:
    return Polled(digest_of(secret_hash, device))


def keep_tag(polled: Polled, table: TableAccess, state: dict[str, Any]) -> str:
    """The tag of a state, the server's current time aside; kept for the next poll."""
    clock = state["clock"] and state["clock"]["ends_at"]
    tag, tournament = f'"{digest_of(state | {"clock": clock})}"', table.list.series.tournament_id
    if reads.is_open(table):
        answer = tag, table.list_id if state["mine"] else None
        subject = table.list.subject
        marks = mark_key(None), mark_key(tournament), mark_key(tournament, subject)
        polled.keep(answer, *marks, seconds=STATE_SECONDS)
    return tag


def note_waiting(request: HttpRequest, written_list_id: int | None) -> None:
    """Note a sign of life, with the games that wait on the device; not if it writes no list."""
    if written_list_id is not None:
        waiting = parse_number(request.GET.get("waiting", ""), digits=3) or 0
        reads.note_life(written_list_id, waiting)


def respond_state(
    table: TableAccess, device: str, body: dict[str, Any], status: int
) -> HttpResponse:
    """Answer what a phone has sent with the state after it.

    A device that may not read the list learns only that it has ended.
    """
    polled = polled_state(device, table.secret_hash)  # before the state that is kept under it
    # None if the address was renewed or the table removed meanwhile.
    now = reads.find_access(pk=table.pk, secret_hash=table.secret_hash)
    after: dict[str, Any] = {"ended": True}
    if now and (reads.is_open(now) or reads.has_written(now, device)):
        after = reads.table_state(now, device)
        if after["mine"]:
            reads.note_life(now.list_id)
    elif now:
        after["state"] = now.list.state
    headers = {"ETag": keep_tag(polled, now, after)} if now and reads.is_open(now) else {}
    return JsonResponse(body | {"state": after}, status=status, headers=headers)


def sending(view: Callable[..., None], *, ended: bool = False) -> View:
    """A view that carries out what a phone sends and answers with the state after it.

    409 says that another device writes or that the list has changed, 422 the problems. An ended
    list answers 404 unless the request was saved before or the view accepts `ended` lists. No
    cookie is read, so a foreign page has nothing to forge a request with.
    """

    @csrf_exempt
    @at_table
    @require_POST
    @wraps(view)
    def wrapper(request: HttpRequest, table: TableAccess, **parts: Any) -> HttpResponse:
        device, body, status, once = "", dict[str, Any](), 200, None
        may_answer = reads.is_open(table) or ended
        try:
            data = forms.read_request(request)
            with submission(f"list {table.list_id}", data.id_of("token")) as once:
                may_answer = may_answer or (once is not None and once.find() is not None)
                if not may_answer:
                    return not_found(request)
                device = data.id_of("device")
                view(data, table, device, **parts)
        except Repeated:
            pass  # it was saved before: the state is the answer
        except (OtherDevice, StaleRevision) as error:
            why = "device" if isinstance(error, OtherDevice) else "revision"
            body, status = {"why": why}, 409
        except Refused as refused:
            if not may_answer:
                return not_found(request)
            body, status = {"problems": list(map(problem_record, refused.problems))}, 422
        if status != 200 and once and once.find():
            body, status = {}, 200  # refused because it was written before
        return respond_state(table, device, body, status)

    return wrapper


def problem_record(problem: Problem) -> dict[str, Any]:
    return {
        "field": problem.field,
        "code": problem.code,
        "message": message(problem),
        "rule": problem.rule,
    }


@sending
def game(data: TableRequest, table: TableAccess, device: str, number: int) -> None:
    services.play_at_table(table, device, forms.act_of(data, table.list, number))


@sending
def claim(data: TableRequest, table: TableAccess, device: str) -> None:
    name, replaces = data.text("name", DEVICE_NAME_LENGTH), data.text("replaces", 64)
    services.claim_writing(table, device, name, replaces=replaces)


@sending
def call(data: TableRequest, table: TableAccess, device: str) -> None:
    if data.document.get("act") == "withdraw":
        services.withdraw_call(table)
    else:
        services.call_referee(
            table, game=data.read("game", forms.NUMBER), text=data.text("text", CALL_LENGTH)
        )


@sending
def hand_in_list(data: TableRequest, table: TableAccess, device: str) -> None:
    after, reason = forms.stop_of(data)
    signatures, revision = forms.read_signatures(data), data.read("revision", forms.REVISION, 1)
    services.hand_in(
        table, device, signatures, revision=revision, stop_after=after, stop_reason=reason
    )


@partial(sending, ended=True)
def keep_comparison(data: TableRequest, table: TableAccess, device: str) -> None:
    services.keep_unsent(table, device, forms.unsent_of(data, table.list))


TYPES = {"js": "text/javascript", "css": "text/css", "json": "application/json"}
FOREVER = "public, max-age=31536000, immutable"


def respond_file(body: bytes, kind: str, *, cached: bool) -> HttpResponse:
    """A file, `cached` if its address names its content."""
    headers = {"Cache-Control": FOREVER if cached else "no-cache"}
    return HttpResponse(body, content_type=f"{TYPES[kind]}; charset=utf-8", headers=headers)


@login_not_required
@gzip_page
@require_GET
def client_file(request: HttpRequest, version: str, name: str) -> HttpResponse:
    try:
        body = client_files.content(name)
    except LookupError:
        raise Http404 from None
    kind = name.rpartition(".")[2]
    return respond_file(body, kind, cached=version == client_files.version())


@login_not_required
@gzip_page
@require_GET
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker; it may serve the pages of lists, which lie outside its own folder."""
    response = respond_file(client_files.content(client_files.WORKER), "js", cached=False)
    response.headers["Service-Worker-Allowed"] = "/"
    return response


@login_not_required
@gzip_page
@require_GET
def law(request: HttpRequest, name: str) -> HttpResponse:
    """The law table of a system with its options (docs/formats.md "The law table")."""
    system = client_files.system_coded(name.rpartition("-")[0])  # whatever the digest
    if system is None:
        raise Http404
    return respond_file(
        client_files.law_json(system), "json", cached=name == client_files.law_name(system)
    )


@login_not_required
@gzip_page
@require_GET
def practice(request: HttpRequest) -> HttpResponse:
    """A list to try; `?law=` names the law of a tournament."""
    system = client_files.system_coded(request.GET.get("law", "")[:80]) or ISKO
    context = {"shell": client_files.page_shell(system), "state": client_files.practice_state(4)}
    return render(request, "lists/phone/list.html", context)


# The page of all tables, and what the organizer does about one of them.

ACTS: Mapping[str, Callable[..., None]] = {
    "paper": services.take_to_paper,
    "phone": services.give_back,
    "renew": services.renew_address,
}


@require_GET
def tables(request: HttpRequest, series_id: int) -> HttpResponse:
    """The tables of a series; the open page polls its rows."""
    series = series_for(request, series_id, Role.CLERK)
    if series.state == SeriesState.DRAFT:
        raise Http404
    rows = sorted(reads.table_rows(series), key=lambda row: not (row.call or row.unsent))
    context = {"tournament": series.tournament, "series": series, "rows": rows}
    if is_partial(request):
        return render(request, "lists/phone/_tables.html", context)
    context["all_series"] = list(series.tournament.series.exclude(state=SeriesState.DRAFT))
    context["without"] = reads.without_address(series)
    return render(request, "lists/phone/tables.html", context)


@require_POST
def issue(request: HttpRequest, series_id: int) -> HttpResponse:
    series = series_for(request, series_id, Role.ORGANIZER)
    with notifying(request):
        services.issue_missing(series, by=actor(request))
    return redirect("phone-tables", series.pk)


@require_POST
def change(request: HttpRequest, list_id: int, act: str) -> HttpResponse:
    score_list = list_for(request, list_id, Role.ORGANIZER)
    if act not in ACTS:
        raise Http404
    with notifying(request):
        ACTS[act](score_list, by=actor(request))
    return redirect("phone-tables", score_list.series_id)


@require_GET
def address(request: HttpRequest, list_id: int) -> HttpResponse:
    """The address of one list as a QR code, for a table that has no paper."""
    score_list = list_for(request, list_id, Role.CLERK)
    access = getattr(score_list, "access", None)
    path = reads.table_path(access) if access and access.ended_at is None else ""
    if not path:
        raise Http404
    url = reachable_url(request, path)
    context = {
        "tournament": score_list.series.tournament,
        "score_list": score_list,
        "url": url,
        "code": qr_code(url) if url else "",
    }
    response = render(request, "lists/phone/address.html", context)
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


@require_POST
def answer_call(request: HttpRequest, call_id: int) -> HttpResponse:
    call = get_object_or_404(TableCall.objects.select_related("list"), pk=call_id)
    series = series_for(request, call.list.series_id, Role.REFEREE)
    with notifying(request):
        services.answer_call(call, by=actor(request))
    if request.POST.get("back") == "rulings":
        return redirect("rulings", series.tournament_id)
    return redirect("phone-tables", series.pk)


def unsent_for(request: HttpRequest, unsent_id: int) -> UnsentGames:
    unsent = get_object_or_404(UnsentGames, pk=unsent_id)
    unsent.list = list_for(request, unsent.list_id, Role.ORGANIZER)
    return unsent


@require_GET
def show_unsent(request: HttpRequest, unsent_id: int) -> HttpResponse:
    unsent = unsent_for(request, unsent_id)
    score_list = unsent.list
    context = {
        "tournament": score_list.series.tournament,
        "series": score_list.series,
        "score_list": score_list,
        "unsent": unsent,
        "games": reads.comparison_of(unsent),
        "back": reverse("phone-tables", args=[score_list.series_id]),
    }
    return render(request, "lists/phone/unsent.html", context)


@require_POST
def settle(request: HttpRequest, unsent_id: int) -> HttpResponse:
    unsent = unsent_for(request, unsent_id)
    with notifying(request):
        services.settle_unsent(unsent, by=actor(request))
    return redirect("phone-tables", unsent.list.series_id)
