"""The page of prints and its documents; the tables as files; the logos."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET

from scoring.backup.reads import head_of_installation
from scoring.core.access import (
    actor,
    administrator,
    grant,
    host_for,
    host_to_administer,
    require_not_blind,
    require_sums_not_blind,
    right_of,
    series_for,
    tournament_for,
)
from scoring.core.files import download
from scoring.core.files.download import attachment, listing_file, no_file, picture
from scoring.core.files.pdf_style import page_count
from scoring.core.forms import (
    Form,
    NumberField,
    UploadField,
    form_page,
    notifying,
    parse_number,
    refusals,
)
from scoring.core.heavy import heavy
from scoring.core.links import reachable_url
from scoring.core.listing import Head, head_of, logo_of_host
from scoring.models import Logo, Role, Tournament
from scoring.models.tournament import MAX_COPIES, TournamentSource, current_series
from scoring.prints import services
from scoring.prints.papers import (
    PRINTS,
    ROUND_CHOICES,
    DuePaper,
    Order,
    moment_pdf,
    papers_now,
    visible_groups,
)
from scoring.prints.reads.papers import press_report
from scoring.prints.table_files import INSTALLATION, SEATINGS, TABLES, log, whole_workbook
from scoring.series.reads.series import has_seating, print_moment
from scoring.standings.reads.scopes import kinds_of


class LogoForm(Form):
    """The service examines the picture."""

    file = UploadField(
        most=services.MAX_BYTES, accept="image/*", label=gettext_lazy("Picture (PNG or JPEG)")
    )


class CopiesForm(Form):
    """How often each paper of the moment is printed: one field per paper, named by its key."""

    def __init__(self, papers: Iterable[DuePaper], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for paper in papers:
            field = NumberField(
                label=paper.name, min_value=0, max_value=MAX_COPIES, initial=paper.copies
            )
            field.widget.attrs["class"] = "form-control number-field"
            self.fields[paper.key] = field

    @property
    def prints_something(self) -> bool:
        return any(field.initial for field in self.fields.values())


def language_of(request: HttpRequest) -> str:
    """The language of the prints: `?language=en`, or that of the page."""
    language = request.GET.get("language", "")
    return language if language in dict(settings.LANGUAGES) else translation.get_language() or "de"


def show_prints(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The page of prints; organizers set on it how often each paper of the moment is printed."""
    role = Role.ORGANIZER if request.method == "POST" else Role.VIEWER
    tournament = tournament_for(request, tournament_id, role)
    moment = print_moment(tournament)
    papers = papers_now(tournament, moment, right_of(request))
    form = CopiesForm(papers, request.POST or None)
    if form.is_valid():
        with refusals(form):
            services.set_copies(tournament, form.cleaned_data, by=actor(request))
            messages.success(request, _("Saved."))
            return redirect("prints", tournament.pk)
    context = prints_context(request, tournament)
    return form_page(request, "prints/page.html", form, moment=moment, **context)


@require_GET
def show_press_report(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The report for the press as text, to be copied into a letter."""
    tournament = tournament_for(request, tournament_id)
    require_sums_not_blind(request, tournament)
    source = TournamentSource(tournament)  # also for the next step above it
    context = {"tournament": tournament, "source": source, "report": press_report(source)}
    return render(request, "prints/press.html", context)


def prints_context(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    right = right_of(request)
    all_series = list(tournament.series.all())
    chosen = {str(row.number): row for row in all_series}.get(request.GET.get("series", ""))
    series = chosen or current_series(tournament)
    seated = bool(series and has_seating(series, drafts=right.organizer))
    return {
        "tournament": tournament,
        "all_series": all_series,
        "series": series,
        "groups": visible_groups(Order(request, tournament, series), seated=seated),
        "language": language_of(request),
        "reachable": reachable_url(request, "/"),
        "closed_to_phones": not tournament.is_public or tournament.sample,
        "rounds": ROUND_CHOICES,
        "tables": [
            (key, file.title)
            for key, file in TABLES.items()
            if file.title and file.role in right.roles
        ],
        "kinds": kinds_of(tournament),
    }


@heavy
@require_GET
def print_now(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Every paper of this moment as one PDF; `?pages=1` says how many pages that will be."""
    tournament = tournament_for(request, tournament_id)
    moment = print_moment(tournament)
    papers = papers_now(tournament, moment, right_of(request))
    only_counts_pages = "pages" in request.GET
    if not only_counts_pages and not any(paper.copies for paper in papers):
        if papers:
            return redirect("prints", tournament.pk)  # which says that all have 0 copies
        raise Http404
    with translation.override(language_of(request)):
        title = moment.title
        content = moment_pdf(papers, Order(request, tournament, None), title)
    if only_counts_pages:
        return render(request, "prints/_page_count.html", {"count": page_count(content)})
    return attachment(content, "pdf", tournament.title, title)


@heavy
@require_GET
def print_document(request: HttpRequest, tournament_id: int, what: str) -> HttpResponse:
    """One document as PDF; `?series=2` of that series, `?language=en` in English."""
    tournament = tournament_for(request, tournament_id)
    if what not in PRINTS:
        raise Http404
    grant(request, tournament, PRINTS[what].role)
    number, series = request.GET.get("series"), None
    if number:
        series = get_object_or_404(tournament.series, number=parse_number(number, digits=5))
    with translation.override(language_of(request)):
        content = PRINTS[what].pdf(Order(request, tournament, series, request.GET))
        name = [tournament.title, str(PRINTS[what].name), f"{series.number}" if series else ""]
    return attachment(content, "pdf", *name)


# The tables of a tournament or a series as PDF, workbook, csv or picture, for the role of their
# page.


@heavy
@require_GET
def table_file(request: HttpRequest, tournament_id: int, what: str, kind: str) -> HttpResponse:
    table = TABLES.get(what)
    tournament = tournament_for(request, tournament_id, table.role if table else Role.VIEWER)
    if table is None:
        raise Http404
    if table.ask:
        table.ask(request, tournament)
    return listing_file(tournament, table.build(request, tournament), kind)


@heavy
@require_GET
def installation_file(request: HttpRequest, what: str, kind: str) -> HttpResponse:
    administrator(request)
    if what not in INSTALLATION:
        raise Http404
    owner = _("Skat tournament")
    return download.table_file(INSTALLATION[what](request), head_of_installation(), owner, kind)


@heavy
@require_GET
def host_log_file(request: HttpRequest, host_id: int, kind: str) -> HttpResponse:
    host = host_to_administer(request, host_id)
    head = Head(tournament=host.name, printed_at=timezone.now(), logo=logo_of_host(host))
    return download.table_file(log(request, host), head, host.name, kind)


@require_GET
def series_table_file(request: HttpRequest, series_id: int, order: str, kind: str) -> HttpResponse:
    """The seating of a series by name or by table, or the report of its draw."""
    series = series_for(request, series_id)
    if order not in SEATINGS:
        raise Http404
    listing = SEATINGS[order](series, drafts=right_of(request).organizer)
    return listing_file(series.tournament, listing, kind)


PROGRESS_SECONDS = 10  # without a report for so long, a workbook has been written or has failed


@heavy
@require_GET
def whole_file(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id)
    require_not_blind(request, tournament)

    def report(progress: str) -> None:
        cache.set(progress_key(request, tournament), progress, PROGRESS_SECONDS)

    report("")  # forget how far an earlier request came
    with refusals() as refused:
        content = whole_workbook(tournament, clerk=right_of(request).clerk, report=report)
        report("done")
        return attachment(content, "xlsx", tournament.title)
    return no_file(request, tournament, refused.problems)


def progress_key(request: HttpRequest, tournament: Tournament) -> str:
    return f"workbook/{request.user.pk}/{tournament.pk}"


@require_GET
def whole_file_progress(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """How many of how many lists of the workbook are written, as "12/250"; "done" at the end."""
    tournament = tournament_for(request, tournament_id)
    return HttpResponse(cache.get(progress_key(request, tournament), ""))


# The logo of a tournament or a host.


@heavy
def show_logo(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.ORGANIZER)
    context = {
        "tournament": tournament,
        "has_logo": Logo.objects.filter(tournament=tournament).exists(),
        "of_host": bool(logo_of_host(tournament)),
    }
    store, remove = services.set_logo, services.remove_logo
    return logo_page(request, partial(store, tournament), partial(remove, tournament), context)


@heavy
def show_host_logo(request: HttpRequest, host_id: int) -> HttpResponse:
    host = host_to_administer(request, host_id)
    context = {"host": host, "has_logo": bool(logo_of_host(host))}
    store, remove = services.set_host_logo, services.remove_host_logo
    return logo_page(request, partial(store, host), partial(remove, host), context)


def logo_page(
    request: HttpRequest,
    store: Callable[..., None],
    remove: Callable[..., None],
    context: dict[str, Any],
) -> HttpResponse:
    """The logo with a button that removes it, and the form of a new picture."""
    if "remove" in request.POST:
        with notifying(request, _("Saved.")):
            remove(by=actor(request))
        return redirect(request.path)
    form = LogoForm(request.POST or None, request.FILES or None)
    if form.is_valid():
        with refusals(form):
            store(form.cleaned_data["file"].read(), by=actor(request))
            messages.success(request, _("Saved."))
            return redirect(request.path)
    return form_page(request, "prints/logo.html", form, **context)


@require_GET
def logo_picture(request: HttpRequest, tournament_id: int) -> HttpResponse:
    return picture(head_of(tournament_for(request, tournament_id)).logo)


@require_GET
def host_logo_picture(request: HttpRequest, host_id: int) -> HttpResponse:
    return picture(logo_of_host(host_for(request, host_id)))
