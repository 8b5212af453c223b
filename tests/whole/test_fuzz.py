"""Random requests to every address: no server error, and no change without a log row.

After each series of requests the stored totals equal those of the games (`verify`). Among them are
reported documents with changed values. `FUZZED=100000 SEED=7 pytest -s` prints what was answered.
"""

import json
import os
import re
import traceback
from collections import Counter
from collections.abc import Iterable
from functools import cache
from random import Random
from typing import Any
from unittest import mock

import pytest
from django.apps import apps
from django.core.cache import cache as answers
from django.db import connection, transaction
from django.db.models import Model
from django.test import Client
from django.test.client import ClientHandler

from scoring.core.forms import Refused
from scoring.exchange.reads.export import export_text
from scoring.exchange.reads.verify import verify
from scoring.exchange.services.tournament import import_tournament
from scoring.lists.services.games import record_game
from scoring.lists.services.lists import close_list
from scoring.models import Actor, LogEntry, Membership, PrizeInKind, ScoreList, Tournament
from scoring.rules.problem import errors
from tests import fuzz
from tests.effort import cases
from tests.exchange.test_mutations import check_problems, mutate
from tests.factories import line, seated
from tests.simulated import eventful
from tests.whole.test_urls import ADMINISTRATION, ELSEWHERE, TABLE, world
from tests.world import World, names, parameters

__all__ = ["world"]

PAGES = {**TABLE, **ADMINISTRATION}
# They copy and replace the whole database, which would wait for ever for the transaction around
# every series of requests; tests/backup/test_views_fuzz.py sends them.
WHOLE = ("backup-new", "backup-restore")
POSTS = sorted(
    name
    for name in names() - set(WHOLE)
    if name in ELSEWHERE or (name in PAGES and PAGES[name].post)
)
GETS = sorted(name for name in names() if name in ELSEWHERE or (name in PAGES and PAGES[name].get))
EACH = 100  # requests in sequence, each on the state left by the previous one
SERIES = max(1, cases(200, 2_000, "FUZZED") // EACH)
SEED = os.environ.get("SEED", "1")

# Stored without a log row on purpose: counters of failures, preferences, the link of a new account,
# whose own row is logged, and the token of a request that had nothing to change.
UNLOGGED_MODELS = ("SignInFailures", "SignedIn", "LogEntry", "Submission")
UNLOGGED_FIELDS = ("last_login", "language")


@cache
def kept_models() -> dict[str, tuple[type[Model], list[str]]]:
    """By table: every model whose change has to be logged, and its fields."""
    return {
        model._meta.db_table: (
            model,
            [f.attname for f in model._meta.concrete_fields if f.name not in UNLOGGED_FIELDS],
        )
        for model in apps.get_app_config("scoring").get_models()
        if model.__name__ not in UNLOGGED_MODELS
    }


def rows(tables: Iterable[str] = ()) -> dict[str, str]:
    """All rows of these tables whose change has to be logged; of every table without any."""
    known = kept_models()
    return {
        table: json.dumps(list(model._default_manager.order_by("pk").values_list(*of)), default=str)
        for table, (model, of) in known.items()
        if not tables or table in tables
    }


class Writes:
    """The tables that a statement could have changed: only their rows are compared."""

    def __init__(self) -> None:
        self.tables: set[str] = set()

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if not sql.startswith(READING):
            found = WRITTEN.match(sql)
            self.tables |= {found[1]} if found else set(kept_models())
        return execute(sql, params, many, context)


READING = ("SELECT ", "SAVEPOINT ", "RELEASE SAVEPOINT ", "ROLLBACK TO SAVEPOINT ")
WRITTEN = re.compile(r'(?:INSERT(?: OR IGNORE)? INTO|UPDATE|DELETE FROM) "(\w+)"')


class Room:
    """A running tournament, another one, and a browser for every role."""

    def __init__(self, world: World) -> None:
        self.world = world
        # Signed in once, before anything is rolled back: signing in is slow.
        self.sessions = {who: world.client(who).cookies["sessionid"].value for who in world.people}
        self.foreign = seated(4, rounds=1)
        second = seated(7, rounds=1, name="=1+1", sample=True, confirm="self")
        self.tournaments = [world.tournament, second.tournament]
        for role in ("organizer", "clerk"):
            Membership.objects.create(
                user=world.people[role], tournament=second.tournament, role=role
            )
        [table, *_others] = second.lists.select_related("series__tournament")
        for number in range(1, table.games_due + 1):
            record_game(table, line(number), by=Actor(name="test"), revision=number)
        close_list(table, by=Actor(name="test"), revision=table.games_due + 1)
        self.handler = ClientHandler(enforce_csrf_checks=False)  # with its middleware: once for all

    def ids(self, sent: fuzz.Sent, random: Random) -> dict[str, int]:
        """Numbers for an address: of this tournament, of another one, of no row."""
        if sent.where not in ("own", "foreign"):
            number = 987_654_321 if sent.where == "gone" else int(sent.where)
            return dict.fromkeys(
                ("tournament_id", "series_id", "list_id", "entry_id", "user_id"), number
            )
        tournament = random.choice(self.tournaments)
        if sent.where == "foreign":
            tournament = self.foreign.tournament
        tournament = Tournament.objects.filter(pk=tournament.pk).first()
        if tournament is None:
            return {}
        lists = ScoreList.objects.filter(series__tournament=tournament)
        of = {"series_id": tournament.series, "entry_id": tournament.entries, "list_id": lists}
        of |= {"pot_id": tournament.pots, "booking_id": tournament.bookings}
        of |= {"prize_id": PrizeInKind.objects.filter(pot__tournament=tournament)}
        asked = {*parameters(sent.page), "list_id"}  # the form needs the list
        chosen = {
            name: list(found.values_list("pk", flat=True).order_by("pk"))
            for name, found in of.items()
            if name in asked
        }
        return {
            "tournament_id": tournament.pk,
            "user_id": random.choice(list(self.world.people.values())).pk,
            **{name: random.choice(pks) for name, pks in chosen.items() if pks},
        }

    def form(self, sent: fuzz.Sent, random: Random, ids: dict[str, int]) -> str:
        """All fields of any page, some with random values."""
        data = {name: [random.choice(some)] for name, some in fuzz.PLAUSIBLE.items()}
        data["signed"] = data["signatures"] = ["1", "2", "3", "4"]
        data["token"] = [sent.token] if sent.token else []
        number = ids.get("list_id", 0)
        of_list = ScoreList.objects.filter(pk=number if 0 < number < 2**63 else 0)
        current = of_list.values_list("revision", flat=True).first() or 1
        data["revision"] = [str(current - sent.stale)]
        data |= sent.changed
        left = {name: values for name, values in data.items() if name not in sent.missing}
        return fuzz.encoded((name, value) for name, values in left.items() for value in values)

    def send(self, sent: fuzz.Sent) -> int:
        """The status of the response; an exception in a view is raised here."""
        random = Random(sent.seed)
        ids = self.ids(sent, random)
        url = self.world.url(sent.page, **{**ids, "number": int(sent.number), **sent.path})
        partial = {"HX-Request": "true"} if sent.partial else {}
        client = Client(headers={**partial, **sent.headers})
        client.handler = self.handler
        if sent.who != "anonymous":
            client.cookies["sessionid"] = self.sessions[sent.who]
        body = self.form(sent, random, ids)
        if sent.method == "GET":
            return client.generic("GET", url, QUERY_STRING=body).status_code
        return client.generic("POST", url, body.encode(), content_type=sent.kind).status_code


class Fuzz:
    """Random requests and documents in a room; `faults` has one report for each kind of failure."""

    def __init__(self, room: Room, seed: str) -> None:
        self.room, self.random = room, Random(seed)
        self.tally: Counter[str] = Counter()
        self.faults: dict[str, str] = {}
        self.documents = [export_text(each) for each in (*room.tournaments, eventful())]
        self.last: object = None
        self.clean = contradictions(), rows(), LogEntry.objects.count()

    def send_series(self) -> None:
        """Requests in sequence, perhaps after a document; then all is as it was before."""
        with transaction.atomic():
            try:
                wrong, before, count = self.clean
                if self.random.random() < 0.25:
                    self.send_document()
                    wrong, before, count = contradictions(), rows(), LogEntry.objects.count()
                stored = before
                for _ in range(EACH):
                    stored, count = self.send_request(stored, count)
                assert stored == before or contradictions() <= wrong
            except Exception as error:  # each kind is reported once, and the next series begins
                where = traceback.extract_tb(error.__traceback__)[-1]
                name = f"{type(error).__name__} in {where.filename}:{where.lineno}"
                self.tally[f"FAULT {name}"] += 1
                self.faults.setdefault(name, f"{traceback.format_exc()}\n{self.last!s:.3000}")
            transaction.set_rollback(True)
        del self.room.tournaments[2:]
        answers.clear()

    def send_request(self, before: dict[str, str], log_count: int) -> tuple[dict[str, str], int]:
        """The rows afterwards, and how many the log has."""
        self.last = sent = fuzz.random_request(self.random, POSTS, GETS)
        writes = Writes()
        with connection.execute_wrapper(writes):
            status = self.room.send(sent)
        self.tally[f"{sent.method} {status}"] += 1
        assert status < 500, status
        if not writes.tables:
            return before, log_count
        after, now = before | rows(writes.tables), LogEntry.objects.count()
        changed = [table for table in after if after[table] != before[table]]
        assert now > log_count or not changed, f"changed without a row in the log: {changed}"
        return after, now

    def send_document(self) -> None:
        """A tournament's document with changed values, half of them in its log; then its pages."""
        document = json.loads(self.random.choice(self.documents))
        for _ in range(self.random.randint(1, 3)):
            of_log = self.random.random() < 0.5 and document.get("log")
            is_rows = isinstance(of_log, list) and all(
                isinstance(row, dict) and row for row in of_log
            )
            mutate(self.random.choice(of_log) if is_rows else document, self.random)
        self.last = document
        try:
            tournament = import_tournament(json.dumps(document).encode(), by=Actor(name="test"))
        except Refused as refusal:
            check_problems(refusal.problems)
            self.tally["document refused"] += 1
            return
        self.tally["document let in"] += 1
        self.room.tournaments.append(tournament)
        pages = [name for name in GETS if parameters(name) == ["tournament_id"]]
        for name in self.random.sample(pages, 8):
            self.last = name, document
            url = self.room.world.url(name, tournament_id=tournament.pk)
            status = self.room.world.client("superuser").get(url).status_code
            assert status < 500, status
            self.tally[f"page of a document {status}"] += 1


def contradictions() -> set[str]:
    return {problem.code for problem in errors([finding.problem for finding in verify()])}


@pytest.fixture
def room(world: World) -> Room:
    return Room(world)


@pytest.mark.long
@pytest.mark.slow
def test_fuzzed_requests_never_fail_and_keep_totals_consistent(room: Room):
    run = Fuzz(room, SEED)
    for _ in range(SERIES):
        run.send_series()
    print(f"seed {SEED}:", dict(sorted(run.tally.items())))
    assert not run.faults, "\n\n".join(run.faults.values())


def test_the_fuzz_reaches_every_address(world: World):
    """Also those with any word in them: else a request cannot be written."""
    assert set(POSTS) | set(GETS) | set(WHOLE) == names()
    for name in names():
        for part in set(fuzz.WORDS) & set(parameters(name)):
            assert world.url(name, **{part: fuzz.in_an_address("Ü 💥 =1+1")})


def test_unlogged_change_is_detected(room: Room):
    """Otherwise the fuzz could pass because it compares nothing, or because all is refused."""
    left_out = frozenset(("start_number", "person"))
    add = fuzz.Sent("entry-add", changed={"name": ["Uwe Uhu"]}, missing=left_out)
    before, log_count = rows(), LogEntry.objects.count()
    books = mock.patch("scoring.money.services.ledger.write_log")  # the entry fee is booked with it
    with mock.patch("scoring.core.services.write_log"), books:
        room.send(add)
    assert rows() != before
    assert LogEntry.objects.count() == log_count
