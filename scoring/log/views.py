"""The log of a tournament, of a host, of the installation, and the history of one list."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET

from scoring.core.access import (
    RIGHTS,
    Right,
    administrator,
    host_to_administer,
    list_for,
    right_of,
    tournament_for,
)
from scoring.core.forms import PER_PAGE, page_of_rows, parse_number
from scoring.log.forms import LogForm
from scoring.log.reads import (
    MAX_ROWS,
    LogScope,
    actors,
    event_of,
    is_searched_whole,
    list_history,
    log_rows,
)
from scoring.models import Role, ScoreList, Team, Tournament
from scoring.models.log import REVERSIBLE
from scoring.models.team import TeamKind

# From the rest of a subject, "17" of "entry/17", to the address of its page; raises Http404.
Find = Callable[[Tournament, str], str]


def subject_number(rest: str) -> int:
    number = parse_number(rest, digits=9)
    if number is None:
        raise Http404
    return number


def list_page(tournament: Tournament, rest: str) -> str:
    series, _slash, table = rest.partition("/")
    lists = ScoreList.objects.filter(series__tournament=tournament)
    numbers = {"series__number": subject_number(series), "table_number": subject_number(table)}
    return reverse("list", args=[get_object_or_404(lists, **numbers).pk])


def page_by_number(name: str, rows: str, column: str = "number") -> Find:
    """The page `name` of one of the tournament's `rows` by its number in `column`."""

    def find(tournament: Tournament, rest: str) -> str:
        row = get_object_or_404(getattr(tournament, rows), **{column: subject_number(rest)})
        return reverse(name, args=[row.pk])

    return find


def ruling_page(tournament: Tournament, rest: str) -> str:
    return reverse("ruling", args=[tournament.pk, subject_number(rest)])


def ledger_page(tournament: Tournament, rest: str) -> str:
    """The ledger at this booking; it begins with the newest."""
    row = get_object_or_404(tournament.bookings, number=subject_number(rest))
    later = tournament.bookings.filter(number__gt=row.number).count()
    page = later // PER_PAGE + 1
    return f"{reverse('ledger', args=[tournament.pk])}?page={page}#booking-{row.number}"


def team_page(kind: str) -> Find:
    def find(tournament: Tournament, rest: str) -> str:
        teams = Team.objects.filter(contest__tournament=tournament, contest__kind=kind)
        return reverse("team", args=[get_object_or_404(teams, number=subject_number(rest)).pk])

    return find


def common_page(name: str) -> Find:
    return lambda tournament, _rest: reverse(name, args=[tournament.pk])


PAGES: Mapping[str, tuple[Role, Find]] = {
    "list": (Role.VIEWER, list_page),
    "series": (Role.VIEWER, page_by_number("series", "series")),
    "entry": (Role.VIEWER, page_by_number("entry", "entries", "start_number")),
    "ruling": (Role.REFEREE, ruling_page),
    "booking": (Role.CLERK, ledger_page),
    "pot": (Role.CLERK, page_by_number("pot", "pots")),
    **{kind: (Role.VIEWER, team_page(kind)) for kind in TeamKind.values},
    "contest": (Role.VIEWER, common_page("teams")),
    "category": (Role.VIEWER, common_page("categories")),
    "club": (Role.CLERK, common_page("clubs")),
    "till": (Role.CLERK, common_page("till")),
    "handed-in": (Role.CLERK, common_page("handed-in")),
    "fees": (Role.ORGANIZER, common_page("money-fees")),
    "register": (Role.ORGANIZER, common_page("register")),
    "announcement": (Role.ORGANIZER, common_page("announcement")),
    "account": (Role.ORGANIZER, common_page("people")),
    "tournament": (Role.VIEWER, common_page("tournament")),
}


def readable_kinds(right: Right) -> frozenset[str]:
    return frozenset(kind for kind, (role, _find) in PAGES.items() if role in right.roles)


ROWS_PER_PAGE = 30  # few, because one may hold all games of a list


@require_GET
def show_log(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.REFEREE)
    rows = search_results(request, tournament, right_of(request))
    return render(request, "log/page.html", {"tournament": tournament, **rows})


@require_GET
def installation_log(request: HttpRequest) -> HttpResponse:
    administrator(request)
    rows = search_results(request, None, RIGHTS[Role.ORGANIZER])
    whole = {"installation": True, "searched_whole": is_searched_whole(), "newest": MAX_ROWS}
    return render(request, "log/page.html", {**whole, **rows})


@require_GET
def host_log(request: HttpRequest, host_id: int) -> HttpResponse:
    host = host_to_administer(request, host_id)
    rows = search_results(request, host, RIGHTS[Role.ORGANIZER])
    return render(request, "log/page.html", {"host": host, **rows})


def search_results(request: HttpRequest, scope: LogScope, right: Right) -> dict[str, Any]:
    form = LogForm(request.GET, people=actors(scope))
    page = page_of_rows(request, log_rows(scope, **form.filters()), ROWS_PER_PAGE)
    linked_kinds = readable_kinds(right)
    return {
        "form": form,
        "page": page,
        "events": [event_of(row, linked_kinds) for row in page.object_list],
        "is_filtered": any(request.GET.get(name) for name in form.fields),
    }


@require_GET
def log_subject(request: HttpRequest, tournament_id: int, subject: str) -> HttpResponse:
    tournament = tournament_for(request, tournament_id, Role.REFEREE)
    kind, _slash, rest = subject.partition("/")
    if kind not in readable_kinds(right_of(request)):
        raise Http404
    _role, find = PAGES[kind]
    return redirect(find(tournament, rest))


@require_GET
def history(request: HttpRequest, list_id: int) -> HttpResponse:
    score_list = list_for(request, list_id, Role.CLERK)
    context = {
        "list": score_list,
        "series": score_list.series,
        "tournament": score_list.series.tournament,
        "events": list_history(score_list),
        "reversible": list(REVERSIBLE),
    }
    return render(request, "log/history.html", context)
