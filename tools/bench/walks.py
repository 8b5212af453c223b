"""Four walks through the program: how many files a request enters, and how many queries it asks.

A game is saved, a series is drawn, a ranking is shown as page, PDF and workbook, and somebody is
registered with his fee. A file counts when a line of it runs while the request is answered.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import StringIO
from types import FrameType

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.models import Fees, ScoreList, Series, Tournament, User

PROGRAM = tuple(str(settings.BASE_DIR / folder) + os.sep for folder in ("scoring", "skatturnier"))


@dataclass(frozen=True, slots=True)
class Walk:
    """What one request took: the files of the program that it entered, and its queries."""

    name: str
    files: tuple[str, ...]
    queries: tuple[str, ...]


@contextmanager
def entered_files() -> Iterator[set[str]]:
    """The files of the program in which a function is called meanwhile."""
    files: set[str] = set()

    def called(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(PROGRAM):
            files.add(os.path.relpath(frame.f_code.co_filename, settings.BASE_DIR))

    sys.setprofile(called)
    try:
        yield files
    finally:
        sys.setprofile(None)


def walk(name: str, request: Callable[[], HttpResponse]) -> Walk:
    with CaptureQueriesContext(connection) as queries, entered_files() as files:
        response = request()
    assert response.status_code in (200, 302), (name, response.status_code, response.content[:500])
    return Walk(name, tuple(sorted(files)), tuple(each["sql"] for each in queries))


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
    client.post(reverse("game", args=[first.pk, 1]), {"line": "0", "seen": "", "revision": 1})
    typed = {"line": "0", "seen": "", "revision": 2, "token": "walks-game-2"}
    yield walk("a game saved", lambda: client.post(reverse("game", args=[first.pk, 2]), typed))
    for name, address in rankings(tournament):
        yield walk(name, lambda address=address: client.get(address))
    line = {"name": "Specht, Sepp", "token": "walks-entry-1"}
    add = reverse("entry-add", args=[tournament.pk])
    htmx = {"HX-Request": "true"}
    yield walk("a registration with fee", lambda: client.post(add, line, headers=htmx))


def prepared() -> Tournament:
    path = settings.BASE_DIR / "fixtures" / "after-series-1.json"
    call_command("import_tournament", str(path), stdout=StringIO())
    tournament = Tournament.objects.get()
    Fees.objects.create(tournament=tournament, entry_cents=1000, lost_ladder=[[1, 50]])
    return tournament


def rankings(tournament: Tournament) -> Iterator[tuple[str, str]]:
    """The pages of the overall ranking and its files."""
    page = reverse("standings", args=[tournament.pk])
    yield "a ranking as page", page
    for kind in ("pdf", "xlsx"):
        yield f"a ranking as {kind}", f"{page.rstrip('/')}.{kind}"


def report() -> Iterator[str]:
    for each in walks():
        yield f"{each.name:<26} {len(each.files):>3} files {len(each.queries):>3} queries"
        if "--names" in sys.argv:
            yield from (f"    {line}" for line in (*each.files, *each.queries))


if __name__ == "__main__":
    import django

    django.setup()
    from scoring.management.scratch import scratch_database

    with scratch_database():
        print("\n".join(report()))
