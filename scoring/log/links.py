"""From the subject of a log row to its page."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse

from scoring.core.access import Right
from scoring.core.answers import PER_PAGE
from scoring.models import Role, ScoreList, Team, Tournament
from scoring.models.team import TeamKind

Find = Callable[[Tournament, str], str]


class LinkedPage(NamedTuple):
    """`find` takes the rest of the subject, "17" of "entry/17"; Http404 if that is gone."""

    role: Role
    find: Find


def number_of(rest: str) -> int:
    if not (rest.isascii() and rest.isdecimal() and len(rest) < 10):
        raise Http404
    return int(rest)


def score_list(tournament: Tournament, rest: str) -> str:
    series, _slash, table = rest.partition("/")
    lists = ScoreList.objects.filter(series__tournament=tournament)
    place = {"series__number": number_of(series), "table_number": number_of(table)}
    return reverse("list", args=[get_object_or_404(lists, **place).pk])


def series(tournament: Tournament, rest: str) -> str:
    return reverse("series", args=[get_object_or_404(tournament.series, number=number_of(rest)).pk])


def entry(tournament: Tournament, rest: str) -> str:
    entries = tournament.entries
    return reverse("entry", args=[get_object_or_404(entries, start_number=number_of(rest)).pk])


def ruling(tournament: Tournament, rest: str) -> str:
    return reverse("ruling", args=[tournament.pk, number_of(rest)])


def booking(tournament: Tournament, rest: str) -> str:
    """Its row in the ledger, on the right page: newest first."""
    row = get_object_or_404(tournament.bookings, number=number_of(rest))
    later = tournament.bookings.filter(number__gt=row.number).count()
    page = later // PER_PAGE + 1
    return f"{reverse('ledger', args=[tournament.pk])}?page={page}#booking-{row.number}"


def pot(tournament: Tournament, rest: str) -> str:
    return reverse("pot", args=[get_object_or_404(tournament.pots, number=number_of(rest)).pk])


def team_of(kind: str) -> Find:
    def team(tournament: Tournament, rest: str) -> str:
        teams = Team.objects.filter(contest__tournament=tournament, contest__kind=kind)
        return reverse("team", args=[get_object_or_404(teams, number=number_of(rest)).pk])

    return team


def place(name: str) -> Find:
    """The same page for all subjects of a kind."""
    return lambda tournament, _rest: reverse(name, args=[tournament.pk])


PAGES: Mapping[str, LinkedPage] = MappingProxyType({
    "list": LinkedPage(Role.VIEWER, score_list),
    "series": LinkedPage(Role.VIEWER, series),
    "entry": LinkedPage(Role.VIEWER, entry),
    "ruling": LinkedPage(Role.REFEREE, ruling),
    "booking": LinkedPage(Role.CLERK, booking),
    "pot": LinkedPage(Role.CLERK, pot),
    **{kind: LinkedPage(Role.VIEWER, team_of(kind)) for kind in TeamKind.values},
    "contest": LinkedPage(Role.VIEWER, place("teams")),
    "category": LinkedPage(Role.VIEWER, place("categories")),
    "club": LinkedPage(Role.CLERK, place("clubs")),
    "till": LinkedPage(Role.CLERK, place("till")),
    "handed-in": LinkedPage(Role.CLERK, place("handed-in")),
    "fees": LinkedPage(Role.ORGANIZER, place("money-fees")),
    "register": LinkedPage(Role.ORGANIZER, place("register")),
    "announcement": LinkedPage(Role.ORGANIZER, place("announcement")),
    "account": LinkedPage(Role.ORGANIZER, place("people")),
    "tournament": LinkedPage(Role.VIEWER, place("tournament")),
})  # fmt: skip


def opened_by(right: Right) -> frozenset[str]:
    """The kinds of subjects whose pages this right may open."""
    return frozenset(kind for kind, page in PAGES.items() if right.covers(page.role))


def page_of(tournament: Tournament, subject: str, right: Right) -> str:
    """The address of a subject; Http404 if it is gone or not for the reader."""
    kind, _slash, rest = subject.partition("/")
    if kind not in opened_by(right):
        raise Http404
    return PAGES[kind].find(tournament, rest)
