"""Random requests to every address: no server error, and no change without a log row.

Every request that changes a row writes a row in the log; after each series of requests the
stored totals equal those of the games (`verify`).
"""

import json
import re
from collections.abc import Iterable
from itertools import product
from random import Random
from typing import Any
from unittest import mock

import pytest
from django.apps import apps
from django.core.cache import cache
from django.db import connection, transaction
from django.db.models import Model
from django.test import Client
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from scoring.lists.services.games import record_game
from scoring.lists.services.lists import close_list
from scoring.models import Actor, LogEntry, Membership, PrizeInKind, ScoreList, Tournament
from scoring.rules.problem import errors
from scoring.verify.reads.verify import verify
from tests import fuzz
from tests.effort import cases
from tests.factories import line, seated
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
EACH = 20  # requests in sequence, each on the state left by the previous one
SERIES = max(1, cases(200, 2_000, "FUZZED") // EACH)
# Without Phase.shrink: to make twenty requests fewer and simpler takes minutes.
PHASES = (Phase.explicit, Phase.reuse, Phase.generate)

# Stored without a log row on purpose: counters of failures, preferences, and the link of a
# new account, whose own row is logged.
UNLOGGED_MODELS = ("SignInFailures", "SignedIn", "LogEntry")
UNLOGGED_FIELDS = ("last_login", "language")


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

    def ids(self, sent: fuzz.Sent, random: Random) -> dict[str, object]:
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

    def form(self, sent: fuzz.Sent, random: Random, ids: dict[str, object]) -> str:
        """All fields of any page, some with random values."""
        data = {name: [random.choice(some)] for name, some in fuzz.PLAUSIBLE.items()}
        data["signed"] = data["signatures"] = ["1", "2", "3", "4"]
        data["token"] = [sent.token] if sent.token else []
        number = ids.get("list_id", 0)
        known = isinstance(number, int) and 0 < number < 2**63
        score_list = ScoreList.objects.filter(pk=number).first() if known else None
        current = score_list.revision if score_list else 1
        data["revision"] = [str(current - sent.stale)]
        data |= sent.changed
        pairs = [
            (name, value)
            for name, values in data.items()
            if name not in sent.missing
            for value in values
        ]
        return fuzz.encoded(pairs)

    def send(self, sent: fuzz.Sent) -> int:
        """The status of the response; an exception in a view is raised here."""
        random = Random(sent.seed)
        ids = self.ids(sent, random)
        url = self.world.url(sent.page, **{**ids, "number": int(sent.number), **sent.path})
        partial = {"HX-Request": "true"} if sent.partial else {}
        client = Client(headers={**partial, **sent.headers})
        if sent.who != "anonymous":
            client.cookies["sessionid"] = self.sessions[sent.who]
        body = self.form(sent, random, ids)
        if sent.method == "GET":
            return client.generic("GET", url, QUERY_STRING=body).status_code
        return client.generic("POST", url, body.encode(), content_type=sent.kind).status_code


@pytest.fixture
def room(world: World) -> Room:
    return Room(world)


@pytest.mark.long
@pytest.mark.slow
@settings(
    max_examples=SERIES,
    deadline=None,
    phases=PHASES,
    suppress_health_check=[
        HealthCheck.function_scoped_fixture,
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
        HealthCheck.large_base_example,
    ],
)
@given(st.lists(fuzz.requests(POSTS, GETS), min_size=EACH, max_size=EACH))
def test_fuzzed_requests_never_fail_and_keep_totals_consistent(room: Room, many: list[fuzz.Sent]):
    with transaction.atomic():
        before, log_count = rows(), LogEntry.objects.count()
        for sent in many:
            writes = Writes()
            with connection.execute_wrapper(writes):
                status = room.send(sent)
            assert status < 500, sent
            if not writes.tables:
                continue
            after, now = before | rows(writes.tables), LogEntry.objects.count()
            assert now > log_count or after == before, f"changed without a row in the log: {sent}"
            before, log_count = after, now
        assert not errors([finding.problem for finding in verify()])
        transaction.set_rollback(True)
    cache.clear()


def test_the_fuzz_reaches_every_address():
    assert set(POSTS) | set(GETS) | set(WHOLE) == names()


def test_any_word_of_the_fuzz_fits_into_every_address(world: World):
    """Otherwise a request cannot be written, and the fuzz stops without a finding."""
    for name in names():
        for part in set(fuzz.WORDS) & set(parameters(name)):
            assert world.url(name, **{part: fuzz.in_an_address("Ü 💥 =1+1")})


@pytest.mark.long
@pytest.mark.slow
def test_valid_requests_of_the_fuzz_succeed(room: Room):
    """Otherwise the fuzz could pass because every request is refused."""
    sent = fuzz.Sent(
        "entry-add",
        "POST",
        "clerk",
        "own",
        1,
        {"name": ["Uwe Uhu"]},
        frozenset(),
        fuzz.FORM,
        True,
        "",
        False,
        "1",
    )
    log_count, enough = LogEntry.objects.count(), cases(len(POSTS) // 4, len(POSTS))
    taken = 0
    for seed, page in product(range(8), POSTS):
        with transaction.atomic():
            room.send(fuzz.Sent(**{**vars(sent), "page": page, "seed": seed, "who": "superuser"}))
            taken += LogEntry.objects.count() > log_count
            transaction.set_rollback(True)
        if taken > enough:
            break
    assert taken > enough


def test_unlogged_change_is_detected(room: Room):
    """Otherwise the fuzz could pass because it compares nothing."""
    left_out = frozenset(("start_number", "person"))
    add = fuzz.Sent(
        "entry-add",
        "POST",
        "superuser",
        "own",
        1,
        {"name": ["Uwe Uhu"]},
        left_out,
        fuzz.FORM,
        True,
        "",
        False,
        "1",
    )
    before, log_count = rows(), LogEntry.objects.count()
    books = mock.patch("scoring.money.services.ledger.write_log")  # the entry fee is booked with it
    with mock.patch("scoring.core.services.write_log"), books:
        room.send(add)
    assert rows() != before
    assert LogEntry.objects.count() == log_count
