"""`python -m tools.bench addresses`: how long every page takes, and how often it asks the database.

On the database at hand, which `python -m tools.simulate_server` has filled. All addresses of
`tests/whole/test_urls.py` are asked for by an administrator of the first host, by one who may only
look, by the administrator of the server, and by somebody without an account: in a tournament that
was played, or else in one that has everything. What is made for that is rolled back.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.core.management.base import OutputWrapper
from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.models import ClubMember, Host, HostRole, LogEntry, Tournament
from scoring.models.host import FIRST_HOST
from scoring.prints.table_files import INSTALLATION, TABLES
from tests.world import World, a_world, names, parameters
from tools.bench.plans import read_through

MAX_QUERIES, MAX_OF_PUBLIC = 60, 25
MAX_MILLISECONDS, MAX_OF_SUGGESTIONS = 150, 30
READERS = {"organizer": "organizer", "viewer": "viewer", "server": "superuser", "public": None}
OK = 200
EMPTY = "Fill the database before: python -m tools.simulate_server --seed TEXT"
BLOCKS = ("SAVEPOINT", "RELEASE SAVEPOINT", "ROLLBACK TO SAVEPOINT")  # no questions
# What is asked for besides, of addresses that answer a question: by their names.
QUERIES: Mapping[str, tuple[str, ...]] = {
    "entries-suggest": ("name=ahorn", "name=ad+lin", "name=rosi+zeisigwälder"),
    "register": ("q=ahornb", "q=ada", "page=3"),
    "clubs": ("q=grand", "page=3"),
    "tournaments": ("q=pokal", "page=3"),
    "seasons": ("q=jahr", "page=2"),
    "accounts": ("q=skat", "page=3"),
    "log": ("page=2",),
    "installation-log": ("page=40", "action=tournament.created", "text=pokal", "about=list"),
    "host": ("page=3",),
}
FILES = {"table-file": TABLES, "installation-file": INSTALLATION}


@dataclass(frozen=True, slots=True)
class Address:
    """One address with its query, as somebody asks for it."""

    name: str
    url: str
    reader: str

    @property
    def limit(self) -> int:
        return MAX_OF_SUGGESTIONS if self.name == "entries-suggest" else MAX_MILLISECONDS

    @property
    def most_queries(self) -> int:
        return MAX_OF_PUBLIC if self.reader == "public" else MAX_QUERIES


@dataclass(frozen=True, slots=True)
class Answer:
    """What an address took: the best of some tries, and the queries of the first of all.

    `milliseconds` are those of the processor, the database's process included, where the system
    tells: what else runs on the machine does not count. `waited` are those of the clock.
    """

    address: Address
    milliseconds: float
    waited: float
    first: int
    queries: tuple[str, ...]
    size: int
    is_file: bool

    @property
    def asks_too_much(self) -> bool:
        """As the first request, which finds nothing kept, or as the second, which finds that."""
        return max(self.first, len(self.queries)) > self.address.most_queries

    @property
    def marks(self) -> str:
        """ "t" for too slow and "q" for too many queries; a file may take longer."""
        slow = not self.is_file and self.milliseconds > self.address.limit
        return "t" * slow + "q" * (
            not self.is_file and len(self.queries) > self.address.most_queries
        )

    def __str__(self) -> str:
        kind = "file" if self.is_file else ""
        return (
            f"{self.milliseconds:9.1f} ms ({self.waited:7.1f} waited) "
            f"{len(self.queries):4} queries ({self.first:3} at first) {self.size / 1024:8.1f} kB "
            f"{self.marks:2} {kind:4} {self.address.reader:9} {self.address.url}"
        )


@dataclass(frozen=True, slots=True)
class Reader:
    """Who asks, with his session."""

    name: str
    session: str

    def get(self, url: str) -> HttpResponse:
        """The answer, with no page and no season remembered from before."""
        cache.clear()
        client = browser()
        client.cookies.clear()
        if self.session:
            client.cookies[settings.SESSION_COOKIE_NAME] = self.session
        return client.get(url)


@lru_cache
def browser() -> Client:
    """One for everybody: a client loads the middleware at its first request, a server once."""
    return Client(
        raise_request_exception=True, headers={"host": "127.0.0.1", "accept-language": "de"}
    )


def readers_of(world: World) -> list[Reader]:
    for role in ("administrator", "viewer"):
        user = world.people["organizer" if role == "administrator" else role]
        HostRole.objects.create(user=user, host_id=FIRST_HOST, role=role)
    readers = [Reader(name, world.sessions[who] if who else "") for name, who in READERS.items()]
    for each in readers:
        each.get(reverse("tournaments"))  # a new session is written at its first page
    return readers


def places(world: World) -> list[dict[str, Any]]:
    """The ids of a played tournament, and none for those of the world."""
    played = Tournament.objects.filter(host=FIRST_HOST, public=True, season__public=True)
    tournament = played.order_by("pk").first()
    if tournament is None:
        raise SystemExit(EMPTY)
    series = tournament.series.get()
    entry = tournament.entries.filter(person__memberships__isnull=False).first()
    member = ClubMember.objects.get(person=entry.person_id)
    act = LogEntry.objects.filter(tournament=tournament, action="list.games.recorded").first()
    ids = {"tournament_id": tournament.pk, "series_id": series.pk, "entry_id": entry.pk}
    ids |= {"list_id": series.lists.order_by("pk")[0].pk, "season_id": tournament.season_id}
    ids |= {"person_id": entry.person_id, "club_id": member.club_id, "member_id": member.pk}
    ids |= {"scope": "special/best-game", "log_id": act.pk, "row_id": act.pk}
    return [ids, {}]


def urls_of(name: str, world: World, place: dict[str, Any]) -> Iterator[str]:
    """The addresses of this name: a table as csv, a question in every way it is asked."""
    if name in FILES:
        for what in FILES[name]:
            yield world.url(name, **place, what=what, kind="csv")
        return
    url = world.url(name, **place)
    yield url
    yield from (f"{url}?{query}" for query in QUERIES.get(name, ()))


def answers(world: World, tries: int = 2) -> Iterator[Answer]:
    """Every address that a reader may open, once."""
    here = places(world)
    for reader in readers_of(world):
        seen: set[str] = set()
        for name in sorted(names()):
            for place in here if parameters(name) else here[:1]:
                found = [
                    answer
                    for url in urls_of(name, world, place)
                    if url not in seen
                    and (answer := asked(reader, Address(name, url, reader.name), tries))
                ]
                seen |= {each.address.url for each in found}
                yield from found
                if found:
                    break


def asked(reader: Reader, address: Address, tries: int) -> Answer | None:
    """What the address takes; None unless it shows a page or a file to this reader."""
    with transaction.atomic():  # signing out is an address, too
        response, first = counted(reader, address)
        if response.status_code != OK:
            return None
        is_pdf = response.headers["Content-Type"] == "application/pdf"  # public ones are cached
        is_file = is_pdf or "Content-Disposition" in response.headers
        size = len(b"".join(response.streaming_content) if response.streaming else response.content)
        _response, sent = (response, first) if is_file else counted(reader, address)
        took, waited = [], []
        for _ in range(min(tries, 1) if is_file else tries):
            began, used = perf_counter(), processor_seconds()
            reader.get(address.url)
            took.append(1000 * (processor_seconds() - used))
            waited.append(1000 * (perf_counter() - began))
        transaction.set_rollback(True)
    return Answer(
        address, min(took, default=0.0), min(waited, default=0.0), len(first), sent, size, is_file
    )


def processor_seconds() -> float:
    """How long this process, and the one of PostgreSQL that it asks, have had the processor.

    By the clock where Linux does not tell of another process.
    """
    if connection.vendor != "postgresql":
        return process_time()
    try:
        return process_time() + int(scheduled(backend()).read_text().split()[0]) / 1e9
    except OSError:
        return perf_counter()


def scheduled(pid: int) -> Path:
    return Path(f"/proc/{pid}/schedstat")


@lru_cache
def backend() -> int:
    """The process id of PostgreSQL's end of the connection."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        pid: int = cursor.fetchone()[0]
        return pid


def counted(reader: Reader, address: Address) -> tuple[HttpResponse, tuple[str, ...]]:
    """The answer, and the queries that it took."""
    with CaptureQueriesContext(connection) as queries:
        response = reader.get(address.url)
    sent = (each["sql"] for each in queries)
    return response, tuple(each for each in sent if not each.startswith(BLOCKS))


def as_server() -> None:
    """What `skatturnier.postgresql` sets for servers and not for commands."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL jit = off")


def run(out: OutputWrapper) -> None:
    """A line for every address, and at the end the ten slowest pages and what is above a limit.

    On PostgreSQL also which large tables are read through.
    """
    hosts = Host.objects.count()
    if hosts == 1:
        raise SystemExit(EMPTY)
    found = []
    with transaction.atomic():
        as_server()
        for answer in answers(a_world()):
            out.write(str(answer))
            found.append(answer)
            if connection.vendor == "postgresql":
                for line in read_through(answer.queries):
                    out.write(f"      reads through {line[:400]}")
        transaction.set_rollback(True)
    pages = [each for each in found if not each.is_file]
    out.write(f"\n{connection.vendor}, {hosts} hosts: the slowest of {len(pages)} pages\n")
    for answer in sorted(pages, key=lambda each: -each.milliseconds)[:10]:
        out.write(str(answer))
    above = [each for each in pages if each.marks]
    out.write(f"\nabove a limit: {len(above)}\n")
    for answer in above:
        out.write(str(answer))
