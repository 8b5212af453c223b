"""`python -m tools.bench`: the performance limits of the program, measured on this machine.

Everything but `addresses` happens in a database of its own in a temporary folder; the real one is
not touched.
"""

import gc
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from datetime import date
from itertools import chain, islice
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import TextIO

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.core.cache import cache
from django.core.management.base import OutputWrapper
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.core.files.pdf import listing_pdf
from scoring.core.listing import head_of
from scoring.exchange.reads.export import export_text
from scoring.exchange.reads.verify import verify
from scoring.lists.printed.files.pdf import score_lists_pdf
from scoring.lists.printed.reads.papers import papers_of
from scoring.management.terminal import progress
from scoring.models import Actor, Game, ScoreList, Tournament, User
from scoring.rules.checks import appraise
from scoring.rules.systems import ISKO
from scoring.series.reads.list_states import Finding
from scoring.simulation.games import random_game
from scoring.simulation.services import SimulationPlan, simulate
from scoring.standings.reads.players import standings
from tests.years import club_year
from tools.bench import addresses, seating
from tools.bench.memory import forget_peak, get, memory_of, peak, running_server, usage_of_command
from tools.scratch import scratch_database

VALUED = 50_000
LISTS = 250
CHAMPIONSHIP = 240, 6  # players and series
LARGEST = 1_000, 6  # players and series of the largest report: docs/formats.md
YEAR = 60, 40, 3  # people, evenings and series of each
LARGE_FIELDS, DRAWN_SERIES = (1_000, 5_000, 20_000), 12
QUIET = 0.8  # below this share of the processor a time says little about the program


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured figure; without a `limit` it is only printed."""

    name: str
    value: float
    unit: str
    limit: float | None = None
    least: bool = False  # whether the limit is the least, not the most
    busy: float | None = None  # the share of the time in which we had the processor

    @property
    def verdict(self) -> str:
        if self.limit is None:
            return ""
        kept = self.value >= self.limit if self.least else self.value <= self.limit
        sign = "at least" if self.least else "at most"
        verdict_text = f"{sign} {self.limit:,.10g}: {'kept' if kept else 'MISSED'}"
        if self.busy is not None and self.busy < QUIET:
            verdict_text += f" (others used the processor {1 - self.busy:.0%} of the time)"
        return verdict_text


@dataclass(frozen=True, slots=True)
class MeasuredRows:
    """The tournament, the account and the database file of the parts that need rows."""

    tournament: Tournament
    user: User
    database: Path


def main(arguments: Sequence[str], out: TextIO = sys.stdout) -> None:
    parser = ArgumentParser(
        prog="python -m tools.bench",
        description="Measures valuations, draws, standings, verification, prints and memory.",
    )
    parts = [*PARTS, ADDRESSES]
    parser.add_argument("parts", nargs="*", choices=[*parts, []], help=", ".join(parts))
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--series", type=int, default=6)
    options = parser.parse_args(arguments)
    run(OutputWrapper(out), options.parts, options.players, options.series)


def run(out: OutputWrapper, parts: Sequence[str], players: int, series: int) -> None:
    """Measure these parts, all without any, and write each figure as it comes."""
    if ADDRESSES in parts:
        addresses.run(out)
    chosen = [part for part in parts or PARTS if part != ADDRESSES]
    needed = any(PARTS[part] not in WITHOUT_ROWS for part in chosen)
    with scratch_database() if needed else nullcontext() as database:
        rows = prepare(database, players, series) if database else None
        for part in chosen:
            out.write(f"python -m tools.bench {part}\n")
            for figure in PARTS[part](rows):
                value = f"{figure.value:,.{0 if figure.value >= 100 else 2}f}"
                line = f"  {figure.name:<54} {value:>10} {figure.unit:<8} {figure.verdict}"
                out.write(line.rstrip() + "\n")


def prepare(database: Path, players: int, series: int) -> MeasuredRows:
    """A simulated tournament and somebody who may see it."""
    plan = SimulationPlan(players, series, "bench", "Bench", date(2026, 11, 21))
    with progress(plan.list_count, "lists simulated") as bar, transaction.atomic():
        tournament = simulate(plan, by=Actor(name="bench"), progress=bar.update)
    user = User.objects.create(username="bench", is_superuser=True)
    return MeasuredRows(tournament, user, database)


@dataclass(frozen=True, slots=True)
class Took:
    """Seconds, and how much of them this process was given."""

    seconds: float
    busy: float


def timed(act: Callable[[], object], times: int = 1) -> Took:
    """How long it takes: the middle of some tries."""
    tries = []
    for _ in range(times):
        began, used = perf_counter(), process_time()
        act()
        took = perf_counter() - began
        tries.append((took, (process_time() - used) / took))
    return Took(*sorted(tries)[len(tries) // 2])


def valuations(_: MeasuredRows | None) -> Iterator[Figure]:
    """Games as they come in lists, checked and valued; nothing is remembered from before."""
    rng = Random("bench")
    games = [random_game(rng, ISKO) for _ in range(VALUED)]
    appraise.cache_clear()
    took = timed(lambda: [appraise(game) for game in games])
    yield Figure(
        "checked valuations, games as they come in lists",
        VALUED / took.seconds,
        "/s",
        200_000,
        least=True,
        busy=took.busy,
    )
    afresh = appraise.__wrapped__
    took = timed(lambda: [afresh(game) for game in games])
    yield Figure("the same, each valued afresh", VALUED / took.seconds, "/s")


def standing(rows: MeasuredRows) -> Iterator[Figure]:
    """The page as a signed-in clerk gets it, all middleware included."""
    client = Client(headers={"host": "127.0.0.1"})
    client.force_login(rows.user)
    address = reverse("standings", args=[rows.tournament.pk])
    assert client.get(address).status_code == 200
    took = timed(lambda: client.get(address), times=15)
    with CaptureQueriesContext(connection) as queries:
        client.get(address)
    size = f"{rows.tournament.entries.count():,} players × {rows.tournament.series.count()}"
    yield Figure(f"standings of {size} series", 1000 * took.seconds, "ms", 230, busy=took.busy)
    yield Figure("their queries", len(queries), "queries", 16)


def a_season(rows: MeasuredRows) -> Iterator[Figure]:
    """The page of a club's year as an organizer gets it, all middleware included."""
    people, evenings, series = YEAR
    with transaction.atomic():
        season = club_year(people, evenings, series)
    client = Client(headers={"host": "127.0.0.1"})
    client.force_login(rows.user)
    address = reverse("season", args=[season.pk])
    assert client.get(address).status_code == 200
    took = timed(lambda: client.get(address), times=15)
    cache.clear()
    with CaptureQueriesContext(connection) as queries:
        client.get(address)
    size = " × ".join(map(str, YEAR))
    yield Figure(f"page of a season of {size}", 1000 * took.seconds, "ms", 100, busy=took.busy)
    yield Figure("its queries, after a change", len(queries), "queries", 15)

    def changed() -> None:
        cache.clear()
        client.get(address)

    took = timed(changed, times=15)
    yield Figure(
        "the same, reckoned anew after a change", 1000 * took.seconds, "ms", 230, busy=took.busy
    )


def verifying(rows: MeasuredRows) -> Iterator[Figure]:
    appraise.cache_clear()
    findings: list[Finding] = []
    took = timed(lambda: findings.extend(verify()))
    assert not findings, findings[0]
    games = Game.objects.count()
    yield Figure(f"verify of {games:,} games", took.seconds, "s", 4, busy=took.busy)


def printing(rows: MeasuredRows) -> Iterator[Figure]:
    found = standings(rows.tournament)
    listing, head = found.listing(), head_of(rows.tournament)
    listing_pdf(listing, head)  # fonts are read once
    took = timed(lambda: listing_pdf(listing, head), times=3)
    yield Figure(f"PDF of {len(listing.rows):,} rows", took.seconds, "s", 0.6, busy=took.busy)


def lists_on_paper(rows: MeasuredRows) -> Iterator[Figure]:
    """Filled lists as one document, read from the database and drawn."""
    series = list(rows.tournament.series.all())
    papers = papers_of(series[0], lambda pk: f"/lists/{pk}/", {})
    score_lists_pdf(papers[:2])  # fonts are read once
    gc.collect()
    forget_peak()

    def read_and_print() -> None:
        several = (papers_of(each, lambda pk: f"/lists/{pk}/", {}) for each in series)
        score_lists_pdf(list(islice(chain.from_iterable(several), LISTS)))

    took = timed(read_and_print)
    yield Figure(f"{LISTS} filled lists, read and printed", took.seconds, "s", 5, busy=took.busy)
    if (most := peak()) is not None:
        yield Figure("the most memory of this process meanwhile", most, "MB", 250)


def workbooks(rows: MeasuredRows) -> Iterator[Figure]:
    """Live lists, and a whole championship, as workbooks: read from the database and written.

    By a process of its own, as the running server does it (`core/heavy.py`); its start counts.
    """
    lists = min(LISTS, rows.tournament.series.get(number=1).lists.count())
    yield from written_by_child(f"workbook of {lists} live lists", rows, 12, 300, "--series", "1")
    plan = SimulationPlan(*CHAMPIONSHIP, "championship", "Bench", date(2026, 11, 21))
    with transaction.atomic():
        championship = simulate(plan, by=Actor(name="bench"))
    size = " × ".join(map(str, CHAMPIONSHIP))
    whole = replace(rows, tournament=championship)
    yield from written_by_child(f"workbook of a tournament of {size}", whole, 8, 150, "--clerk")


def written_by_child(
    name: str, rows: MeasuredRows, seconds: float, megabytes: float, *options: str
) -> Iterator[Figure]:
    """How long `manage.py tournament_workbook` takes, and the most memory that it has."""
    path = rows.database.parent / "workbook.xlsx"
    command = ["tournament_workbook", str(rows.tournament.pk), *options, str(path)]
    used = usage_of_command(command, rows.database)
    yield Figure(name, used.seconds, "s", seconds, busy=used.processor / used.seconds)
    if used.megabytes is not None:
        yield Figure("the most memory of its process", used.megabytes, "MB", megabytes)


def documents(rows: MeasuredRows) -> Iterator[Figure]:
    """The largest tournament that can be reported, game by game, taken in from its document.

    By a process of its own, which has 100 MB before; a request may take 150 MB more.
    """
    with transaction.atomic():
        large = simulate(
            SimulationPlan(*LARGEST, "document", "Bench", date(2026, 11, 21)),
            by=Actor(name="bench"),
        )
    data = export_text(large).encode()
    path = rows.database.parent / "document.json"
    path.write_bytes(data)
    size = " × ".join(map(str, LARGEST))
    used = usage_of_command(["import_tournament", str(path)], rows.database)
    busy = used.processor / used.seconds
    name = f"document of {size}, {len(data) / 1_000_000:.0f} MB, taken in"
    yield Figure(name, used.seconds, "s", 20, busy=busy)
    if used.megabytes is not None:
        yield Figure("the most memory of its process", used.megabytes, "MB", 250)


def memory(rows: MeasuredRows) -> Iterator[Figure]:
    """A server as `run.py` starts it, after every kind of page."""
    if not Path("/proc/self/smaps_rollup").exists():
        print("  not run: /proc/*/smaps_rollup is missing", file=sys.stderr)
        return
    cookie = f"{settings.SESSION_COOKIE_NAME}={signed_in(rows.user)}"
    began = perf_counter()
    with running_server(rows.database) as (pid, port):
        yield Figure("a start, until the first page", perf_counter() - began, "s", 3)
        for _ in range(5):
            for page in pages(rows.tournament):
                assert get(port, page, cookie) == 200, page
        once, each_time = memory_of(pid)
    yield Figure("server memory, all processes, shared pages once", once, "MB", 150)
    yield Figure("the same, shared pages for each process", each_time, "MB")


def signed_in(user: User) -> str:
    """A session as the sign-in makes it."""
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return str(session.session_key)


def pages(tournament: Tournament) -> Iterable[str]:
    """One page of each kind that a day needs."""
    by_tournament = ("tournament", "entries", "standings")
    yield from (reverse(name, args=[tournament.pk]) for name in by_tournament)
    yield from (reverse("standings-file", args=[tournament.pk, kind]) for kind in ("pdf", "xlsx"))
    series = tournament.series.get(number=1)
    yield reverse("series", args=[series.pk])
    for score_list in ScoreList.objects.filter(series=series)[:3]:
        for name in ("list", "list-settlement"):
            yield reverse(name, args=[score_list.pk])
        yield from (reverse("list-file", args=[score_list.pk, kind]) for kind in ("pdf", "xlsx"))
    yield from (reverse("entry", args=[each.pk]) for each in tournament.entries.all()[:3])


def drawing(_: MeasuredRows | None) -> Iterator[Figure]:
    """Large fields for twelve series; small ones and every figure: `draw --bench`."""
    for target in seating.targets():
        if target.players in LARGE_FIELDS and target.series == DRAWN_SERIES:
            found = seating.measured(target, 1)
            size = f"{target.players:,} players, {target.series} series"
            yield Figure(f"draw of {size}", found.seconds, "s", target.seconds)
            yield Figure(
                "its repeated meetings and club pairs",
                found.repeats + found.clubs,
                "",
                target.repeats + target.clubs,
            )


WITHOUT_ROWS = (valuations, drawing)
# Measured only if it is named, and on the database at hand: a large one takes minutes to fill.
ADDRESSES = "addresses"

PARTS: dict[str, Callable[..., Iterator[Figure]]] = {
    "valuations": valuations,
    "draw": drawing,
    "standings": standing,
    "verify": verifying,
    "pdf": printing,
    "lists": lists_on_paper,
    "workbooks": workbooks,
    "documents": documents,
    # Last: what its years hold is made up, and no list could hold it.
    "season": a_season,
    "memory": memory,
}
