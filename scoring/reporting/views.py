"""Reported results: the pages of the host and of the club, and the address for programs."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_POST

from scoring.accounts.services.limits import TooManyFailures
from scoring.core.access import (
    actor,
    administrator,
    host_for,
    host_to_administer,
    host_to_organize,
    require_not_blind,
    require_season_not_blind,
    season_for,
    tournament_for,
)
from scoring.core.files.download import attachment, listing_file
from scoring.core.files.html import table
from scoring.core.forms import (
    OK,
    UNPROCESSABLE,
    Form,
    Refused,
    TextField,
    UploadField,
    form_page,
    notifying,
    page_of_rows,
    parse_number,
    refusals,
)
from scoring.core.heavy import Busy, busy, heavy, wait_for_turn
from scoring.core.links import client_address, shareable_url
from scoring.core.listing import Listing
from scoring.core.scope import administers, ids_below, organizes_host
from scoring.exchange.reads.export import export_season
from scoring.models import (
    Actor,
    Host,
    ReceivedReport,
    Report,
    ReportKey,
    ReportTarget,
    Role,
    Tournament,
)
from scoring.models.report import ADDRESS_LENGTH, KEY_LENGTH, KEY_NAME_LENGTH
from scoring.public.views.pages import for_phones
from scoring.reporting import reads, services
from scoring.standings.reads.scopes import Kinds, find_standings, kinds_of
from scoring.tournament.reads.day import report_state
from scoring.tournament.services.tournaments import move_into_season

# The page of the host: what it received, keys for clubs, documents by hand.

MAX_UPLOAD = settings.MAX_REQUEST_BYTES - 100_000  # bytes; the rest is the form around it


class KeyNameForm(Form):
    name = TextField(label=gettext_lazy("For which club?"), max_length=KEY_NAME_LENGTH)


class DocumentForm(Form):
    document = UploadField(
        label=gettext_lazy("File of the club"), most=MAX_UPLOAD, accept=".json,.gz"
    )


@require_GET
def show_reports(request: HttpRequest, host_id: int) -> HttpResponse:
    """What was reported to the host and to those below it; its administrator sees the keys."""
    host = host_for(request, host_id)
    return reports_page(request, host, KeyNameForm())


def reports_page(
    request: HttpRequest, host: Host, form: KeyNameForm, upload_form: DocumentForm | None = None
) -> HttpResponse:
    context: dict[str, Any] = {
        "host": host,
        "page": page_of_rows(request, reads.reports_below(host)),
        "refused": reads.refused_reports(host),
        "organizes": organizes_host(request.user, host),
        "seasons": reads.open_seasons(host),
        "upload_form": upload_form or DocumentForm(),
        "administers": administers(request.user, host),
        "keys": reads.keys_of(host),
    }
    status = UNPROCESSABLE if upload_form and upload_form.errors else OK
    return form_page(request, "reporting/host.html", form, status=status, **context)


@require_POST
def give_key(request: HttpRequest, host_id: int) -> HttpResponse:
    """Give out a key; it is shown on the page that follows, and never again."""
    host = host_to_administer(request, host_id)
    form = KeyNameForm(request.POST)
    if form.is_valid():
        with refusals(form):
            code = services.give_key(host, form.cleaned_data["name"], by=actor(request))
            address = shareable_url(request, "/").rstrip("/")
            context = {"host": host, "code": code, "address": address, **form.cleaned_data}
            return render(request, "reporting/key.html", context)
    return reports_page(request, host, form)


@require_POST
def withdraw_key(request: HttpRequest, host_id: int, key_id: int) -> HttpResponse:
    host = host_to_administer(request, host_id)
    key = get_object_or_404(ReportKey, pk=key_id, host=host)
    with notifying(request, _("This key is no longer accepted.")):
        services.withdraw_key(key, by=actor(request))
    return redirect("host-reports", host_id)


@heavy
@require_POST
def upload(request: HttpRequest, host_id: int) -> HttpResponse:
    """The document of a club without network, handed in as a file."""
    host = host_to_organize(request, host_id)
    form = DocumentForm(request.POST, request.FILES)
    if form.is_valid():
        with refusals() as refused:
            content = form.cleaned_data["document"].read()
            report = services.receive(services.Parcel(content, host, actor(request)))
            messages.success(request, services.receipt(report))
            return redirect("host-reports", host_id)
        form.add_error("document", services.sentences(refused.problems))
    return reports_page(request, host, KeyNameForm(), form)


@require_POST
def put_into_season(request: HttpRequest, host_id: int) -> HttpResponse:
    """A reported result that counts nowhere yet joins a season of the host."""
    host = host_to_organize(request, host_id)
    rows = Tournament.objects.filter(host=host, received_report__isnull=False)
    tournament_id, season_id = (
        parse_number(request.POST.get(name, ""), digits=18) for name in ("tournament", "season")
    )
    tournament = get_object_or_404(rows, pk=tournament_id)
    season = get_object_or_404(reads.open_seasons(host), pk=season_id)
    with notifying(request):
        move_into_season(tournament, season.name, by=actor(request))
        words = _("“%(tournament)s” counts in “%(season)s”.")
        messages.success(request, words % {"tournament": tournament.name, "season": season.name})
    return redirect("host-reports", host_id)


@require_GET
def show_versions(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id)
    reports = list(reads.reports_of(tournament))
    if not reports:
        raise Http404
    context = {"tournament": tournament, "reports": reports}
    return render(request, "reporting/versions.html", context)


@require_GET
def received_document(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    report = get_object_or_404(ReceivedReport, tournament=tournament)
    return packed_file(bytes(report.document or b""), tournament)


def packed_file(packed: bytes, tournament: Tournament) -> HttpResponse:
    """A packed document as a file, which the browser unpacks."""
    response = attachment(packed, "json", tournament.name, str(tournament.date))
    response["Content-Encoding"] = "gzip"
    return response


# The side of the club: the report of a tournament, and the server to which results are reported.


class TargetForm(Form):
    """An address and its key; once there is a key, an empty field keeps it."""

    address = TextField(
        label=gettext_lazy("Address of the server"),
        max_length=ADDRESS_LENGTH,
        help_text=gettext_lazy(
            "As it was given out with the key, such as https://skat.example.org"
        ),
    )
    key = TextField(label=gettext_lazy("Key"), max_length=KEY_LENGTH)

    def __init__(self, *args: Any, has_key: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["key"].required = not has_key


@require_GET
def show_report(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Where the result goes, what was answered last, and its document as a file."""
    tournament = played_here(request, tournament_id)
    context = {
        "tournament": tournament,
        "target": ReportTarget.objects.filter(host=tournament.host_id).first(),
        "report": Report.objects.filter(tournament=tournament).first(),
        "state": report_state(tournament),
    }
    return render(request, "reporting/report.html", context)


def played_here(request: HttpRequest, tournament_id: int) -> Tournament:
    """A tournament for its organizer; 404 for one that was reported from elsewhere."""
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    return get_object_or_404(Tournament, pk=tournament.pk, reported_at=None)


@require_POST
def send_report(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Report the final result; the page that follows says what the server answered."""
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    try:
        with notifying(request):
            services.report_result(tournament, by=actor(request))
    except Busy:
        return busy()
    return redirect("report", tournament_id)


@heavy
@require_GET
def report_document(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The same document as a file, for a host that cannot be reached."""
    tournament = played_here(request, tournament_id)
    require_not_blind(request, tournament)
    with notifying(request):
        return packed_file(reads.packed_export(tournament), tournament)
    return redirect("report", tournament_id)


@heavy
@require_GET
def season_document(request: HttpRequest, season_id: int) -> HttpResponse:
    """The season with all its tournaments as a file, for organizers (docs/formats.md)."""
    season = season_for(request, season_id, Role.ORGANIZER)
    require_season_not_blind(request, season, lists=True)
    return attachment(export_season(season).encode(), "json", season.name)


def change_target(request: HttpRequest, host_id: int) -> HttpResponse:
    """The server to which results are reported, and the key that was given out there."""
    administrator(request)
    host = get_object_or_404(Host, pk=host_id)
    old = ReportTarget.objects.filter(host=host).first()
    initial = {"address": old.address if old else ""}
    form = TargetForm(request.POST or None, initial=initial, has_key=old is not None)
    if form.is_valid():
        with refusals(form):
            new_target = services.set_target(host, **form.cleaned_data, by=actor(request))
            words = _("Results are reported to %(name)s from now on.")
            messages.success(request, words % {"name": new_target})
            return redirect("report-target", host_id)
    return form_page(request, "reporting/target.html", form, target=old, host_id=host_id)


@require_POST
def remove_target(request: HttpRequest, host_id: int) -> HttpResponse:
    administrator(request)
    removed = get_object_or_404(ReportTarget, host=host_id)
    with notifying(request):
        services.remove_target(removed, by=actor(request))
        words = _("Nothing is reported to %(name)s any more.")
        messages.success(request, words % {"name": removed})
    return redirect("report-target", host_id)


# Where clubs send documents with the key that their host gave them, without an account.

# By the code of the refusal; all others are 422.
STATUS = {"report-key-unknown": 403, "report-key-withdrawn": 403, "report-too-large": 413}


@heavy
@csrf_exempt
@login_not_required
def receive_report(request: HttpRequest) -> HttpResponse:
    """Take a document; a request by GET only asks whether the key is valid.

    The answer is a sentence in JSON: what was taken, or why it is refused.
    """
    try:
        return JsonResponse({"answer": receive_from(request)})
    except TooManyFailures as many:
        return JsonResponse({}, status=429, headers={"Retry-After": str(many.seconds)})
    except Busy:
        return JsonResponse({}, status=503)
    except Refused as refused:
        status = STATUS.get(refused.problems[0].code, 422)
        return JsonResponse({"answer": services.sentences(refused.problems)}, status=status)


def receive_from(request: HttpRequest) -> str:
    """Key and length are checked before the body is read."""
    kind, _space, code = request.headers.get("Authorization", "").partition(" ")
    key = services.find_key(code if kind == "Bearer" else "", client_address(request))
    if request.method != "POST":
        return key.host.name
    if int(request.headers.get("Content-Length") or 0) > reads.MAX_PACKED:
        raise reads.too_large()
    content = request.read()
    by = Actor(name=key.name, elsewhere=True)
    with wait_for_turn(key):
        report = services.receive(services.Parcel(content, key.host, by, key))
    return services.receipt(report)


# A reported result as the host and those above it look at it: only its rankings and its reports.


def reported_below(
    request: HttpRequest, host_id: int, tournament_id: int
) -> tuple[Host, Tournament]:
    """A host in which the reader has a role, and a result reported to it or to one below it."""
    host = host_for(request, host_id)
    reported = Tournament.objects.filter(host__in=ids_below(host), reported_at__isnull=False)
    return host, get_object_or_404(reported.select_related("host"), pk=tournament_id)


def ranking(tournament: Tournament, scope: str) -> tuple[Kinds, Listing]:
    """All rankings of the tournament, and the table of one; raises Http404.

    That of its season is not among them: other tournaments are part of it.
    """
    numbers = frozenset(tournament.series.values_list("number", flat=True))
    standings = find_standings(tournament, scope, only=numbers)
    if standings is None:
        raise Http404
    return kinds_of(tournament, only=numbers), standings.listing()


@require_GET
def show_reported(
    request: HttpRequest, host_id: int, tournament_id: int, scope: str = "overall"
) -> HttpResponse:
    host, reported = reported_below(request, host_id, tournament_id)
    kinds, listing = ranking(reported, scope)
    context = {
        "host": host,
        "reported": reported,
        "kinds": kinds,
        "scope": scope,
        "table": table(for_phones(listing)),
        "reports": reads.reports_of(reported),
    }
    return render(request, "reporting/above.html", context)


@require_GET
def reported_file(
    request: HttpRequest, host_id: int, tournament_id: int, scope: str, kind: str
) -> HttpResponse:
    _host, reported = reported_below(request, host_id, tournament_id)
    return listing_file(reported, ranking(reported, scope)[1], kind)
