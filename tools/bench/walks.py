"""Walks through the program: how many files and functions a request enters, and what it asks.

A game is saved, a series is drawn, a ranking is shown as page, PDF and workbook, somebody is
registered with his fee, and a prize is paid. `python -m tools.bench.walks [--names]`.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import StringIO
from types import FrameType

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "skatturnier.settings")
django.setup()

from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.http import HttpResponse  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402
from django.urls import reverse  # noqa: E402

from scoring.models import Actor, Fees, ScoreList, Series, Tournament, User  # noqa: E402
from scoring.models.money import PotKind  # noqa: E402
from scoring.money.services.pots import PotTerms, create_pot  # noqa: E402
from scoring.rules.prizes import PrizePlan  # noqa: E402
from scoring.standings.reads.players import standings  # noqa: E402
from tools.scratch import scratch_database  # noqa: E402

PROGRAM = tuple(str(settings.BASE_DIR / folder) + os.sep for folder in ("scoring", "skatturnier"))


@dataclass(frozen=True, slots=True)
class Walk:
    """What one request took: the functions of the program that it entered, and its queries."""

    name: str
    functions: tuple[tuple[str, str], ...]  # file and name
    queries: tuple[str, ...]

    @property
    def files(self) -> list[str]:
        return sorted({file for file, _name in self.functions})


@contextmanager
def entered_functions() -> Iterator[set[tuple[str, str]]]:
    """The named functions of the program that are called meanwhile, each with its file.

    A comprehension or lambda is read where it stands: it is no function to look for.
    """
    functions: set[tuple[str, str]] = set()

    def called(frame: FrameType, event: str, _argument: object) -> None:
        code = frame.f_code
        is_named = not code.co_name.startswith("<")
        if event == "call" and is_named and code.co_filename.startswith(PROGRAM):
            file = os.path.relpath(code.co_filename, settings.BASE_DIR)
            functions.add((file, code.co_qualname))

    sys.setprofile(called)
    try:
        yield functions
    finally:
        sys.setprofile(None)


def walk(name: str, request: Callable[[], HttpResponse]) -> Walk:
    with CaptureQueriesContext(connection) as queries, entered_functions() as functions:
        response = request()
    assert response.status_code in (200, 302), (name, response.status_code, response.content[:500])
    return Walk(name, tuple(sorted(functions)), tuple(each["sql"] for each in queries))


def walks() -> Iterator[Walk]:
    """The walks through the tournament of `fixtures/after-series-1.json`, in an empty database."""
    client = Client(headers={"host": "127.0.0.1", "accept-language": "de"})
    tournament = prepared()
    client.force_login(User.objects.create(username="walks", is_superuser=True))
    client.get(reverse("tournament", args=[tournament.pk]))  # what is read once is read now
    series = tournament.series.get(number=2)
    yield walk("a draw", lambda: client.post(reverse("series-draw", args=[series.pk]), {}))
    Series.objects.filter(pk=series.pk).update(state="released")
    first = ScoreList.objects.filter(series=series).first()
    assert first is not None
    client.post(
        reverse("game", args=[first.pk, 1]), {"line": "0", "seen": "", "revision": 1, "layout": 1}
    )
    typed = {"line": "0", "seen": "", "revision": 2, "layout": 1, "token": "walks-game-2"}
    yield walk("a game saved", lambda: client.post(reverse("game", args=[first.pk, 2]), typed))
    for name, address in rankings(tournament):
        yield walk(name, lambda address=address: client.get(address))
    line = {"name": "Specht, Sepp", "token": "walks-entry-1"}
    add = reverse("entry-add", args=[tournament.pk])
    htmx = {"HX-Request": "true"}
    yield walk("a registration with fee", lambda: client.post(add, line, headers=htmx))
    pay = reverse("award-pay", args=[tournament.pk])
    winner = {"entry": prize_winner(tournament), "token": "walks-prize-1"}
    yield walk("a prize paid", lambda: client.post(pay, winner))


def prepared() -> Tournament:
    path = settings.BASE_DIR / "fixtures" / "after-series-1.json"
    call_command("import_tournament", str(path), stdout=StringIO())
    tournament = Tournament.objects.get()
    Fees.objects.create(tournament=tournament, entry_cents=1000, lost_ladder=[[1, 50]])
    return tournament


def prize_winner(tournament: Tournament) -> int:
    """The id of who wins what one pot gives, of a tournament that is played."""
    series, plan = tournament.series.get(number=1), PrizePlan(method="table", amounts=(500,))
    terms = PotTerms("Serie 1", PotKind.SERIES, plan, series)
    create_pot(tournament, terms, by=Actor(name="walks"))
    tournament.entries.update(handed_in=True)  # no prize without lists and start card
    return standings(tournament, series).rows[0].entry_id


def rankings(tournament: Tournament) -> Iterator[tuple[str, str]]:
    """The pages of the overall ranking and its files."""
    page = reverse("standings", args=[tournament.pk])
    yield "a ranking as page", page
    for kind in ("pdf", "xlsx"):
        yield f"a ranking as {kind}", f"{page.rstrip('/')}.{kind}"


def report() -> Iterator[str]:
    for each in walks():
        figures = f"{len(each.files):>3} files {len(each.functions):>4} functions"
        yield f"{each.name:<26} {figures} {len(each.queries):>3} queries"
        if "--names" in sys.argv:
            names = (f"{file}: {name}" for file, name in each.functions)
            yield from (f"    {line}" for line in (*names, *each.queries))


if __name__ == "__main__":
    with scratch_database():
        print("\n".join(report()))
