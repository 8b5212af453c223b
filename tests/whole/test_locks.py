"""Locks are taken in one order (docs/adr/0011-order-of-locks.md): nobody waits in a circle.

Each race stops one act where the other one would meet it. On PostgreSQL every race is repeated in
the order of old, and must then fail: SQLite has one write lock and knows no circles.
"""

import copy
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

import pytest
from django.db import connection
from django.utils import timezone

from scoring.accounts.services import accounts, sign_in, throttles
from scoring.clubs import services as register
from scoring.core import locks, services
from scoring.core.locks import (
    LockRank,
    LocksOutOfOrder,
    block,
    lock,
    lock_register,
    lock_series,
    take,
)
from scoring.core.refusals import Refused, StaleRevision
from scoring.core.services import AlreadyWritten
from scoring.core.text import Name
from scoring.models import Club, Entry, Person, Series, SignInFailures, Tournament, User
from scoring.players.services.entries import add_entries, add_entry
from scoring.players.services.import_table import RawRow, import_players
from scoring.players.services.leaving import remove_entry
from scoring.players.services.matching import Newcomer
from scoring.printed_list.incoming import Incoming
from scoring.results_import import services as results_import
from scoring.results_import.services import take_results
from scoring.rules.systems import ISKO
from scoring.series.services.series import open_list as open_table
from scoring.verify.reads.verify import verify
from tests.factories import line, make_entries, make_series, make_tournament
from tests.races import BY, again, at_once, codes, done, in_between, type_game
from tests.whole.test_every_service_logs import ALL_EXAMPLES, CALLED, Stage, stage

__all__ = ["stage"]

POSTGRESQL = connection.vendor == "postgresql"
at_once_db = pytest.mark.django_db(transaction=True)
RACES: list[Callable[[], None]] = []


def race(function: Callable[[], None]) -> Callable[[], None]:
    RACES.append(function)
    return function


def named(race: Callable[[], None]) -> str:
    return race.__name__


@contextmanager
def order_of_old() -> Iterator[None]:
    """Without the lock of the register, without that of all lists, and nobody looks."""
    unheld = SimpleNamespace(get=lambda: None, set=lambda held: None, reset=lambda token: None)
    with (
        mock.patch.object(locks, "_held", unheld),
        mock.patch.object(services, "lock_register", return_value=None),
        mock.patch.object(results_import, "lock", return_value=None),
        mock.patch.object(results_import, "lock_series", return_value=None),
    ):
        yield


@at_once_db
@pytest.mark.parametrize("race", RACES, ids=named)
def test_race_is_prevented(race: Callable[[], None]):
    race()
    assert verify() == []


@at_once_db
@pytest.mark.skipif(not POSTGRESQL, reason="SQLite has one write lock")
@pytest.mark.parametrize("race", RACES, ids=named)
def test_race_exists_in_the_order_of_old(race: Callable[[], None]):
    with order_of_old(), pytest.raises(AssertionError):
        race()


# The register ---------------------------------------------------------------------------------


def pasted(tournament: Tournament, *players: tuple[str, str]) -> list[Entry]:
    """These people, each with a club, in this order."""
    rows = [
        RawRow(number, {"name": name, "club": club}, {"name": "A", "club": "B"})
        for number, (name, club) in enumerate(players, 2)
    ]
    return import_players(tournament, rows, by=BY, choices={})


@race
def people_are_pasted_into_two_tournaments_in_opposite_orders():
    one, other = make_tournament(), make_tournament()
    for family in ("Amsel", "Becker"):
        Person.objects.create(family=family, given="Ada")
    ada, bea = ("Ada Amsel", "Kreuz"), ("Ada Becker", "Pik")
    first, second = in_between(
        lambda: pasted(one, ada, bea),
        "scoring.players.services.entries.write_people",
        lambda: pasted(other, bea, ada),
    )
    done(first, second)
    assert Person.objects.count() == 2
    assert Club.objects.count() == 2


@race
def two_desks_enter_the_same_new_club():
    one, other = make_tournament(), make_tournament()
    first, second = in_between(
        lambda: add_entry(one, Newcomer(Name("Amsel", "Ada"), club="Herz"), by=BY),
        "scoring.players.services.entries.clubs_named",
        lambda: add_entry(other, Newcomer(Name("Becker", "Ben"), club="Herz"), by=BY),
    )
    done(first, second)
    assert Club.objects.get().people.count() == 2


@race
def people_are_merged_both_ways_at_once():
    one, other = make_tournament(), make_tournament()
    [ada], [bea] = make_entries(one, 1), make_entries(other, 1)
    first, second = in_between(
        partial(register.merge_people, one, ada.person, bea.person, by=BY),
        "scoring.core.services.lock",
        partial(
            register.merge_people,
            other,
            Person.objects.get(pk=bea.person.pk),
            Person.objects.get(pk=ada.person.pk),
            by=BY,
        ),
    )
    done(first)
    assert codes(second) == ["person-unknown"]
    assert Person.objects.get().entries.count() == 2


@race
def clubs_are_merged_both_ways_at_once():
    one, other = make_tournament(), make_tournament()
    pair = [Club.objects.create(name=name) for name in ("Kreuz Bube", "Kreuzbube")]
    for number, club in enumerate(pair):
        Person.objects.create(family=f"Amsel {number}", club=club)
    first, second = in_between(
        partial(register.merge_clubs, one, *pair, by=BY),
        "scoring.clubs.services.respell",
        partial(register.merge_clubs, other, *Club.objects.order_by("-pk"), by=BY),
    )
    done(first)
    assert codes(second) == ["club-gone"]
    assert Club.objects.get().people.count() == 2


@race
def two_clubs_are_given_the_same_name():
    one, other = make_tournament(), make_tournament()
    pair = [Club.objects.create(name=name) for name in ("Kreuz", "Pik")]
    first, second = in_between(
        partial(register.rename_club, one, pair[0], "Herz", by=BY),
        "scoring.clubs.services.respell",
        partial(register.rename_club, other, pair[1], "Herz", by=BY),
    )
    done(first)
    assert codes(second) == ["club-exists"]


@race
def person_is_entered_while_his_only_entry_is_removed():
    one, other = make_tournament(), make_tournament()
    entry = add_entry(one, Newcomer(Name("Amsel", "Ada")), by=BY)
    removed, entered = in_between(
        partial(remove_entry, entry, by=BY),
        "scoring.models.Person.delete",
        partial(add_entry, other, Newcomer(Name("Amsel", "Ada")), by=BY),
        after=False,
    )
    done(removed, entered)
    assert Entry.objects.get().person == Person.objects.get()


@race
def two_accounts_of_one_name_are_created():
    first, second = in_between(
        partial(accounts.create_account, "Ada Becker", by=BY),
        "scoring.accounts.services.accounts._account_problems",
        partial(accounts.create_account, "Ada Becker", by=BY),
    )
    done(first, second)
    assert set(User.objects.values_list("username", flat=True)) == {"ada.becker", "ada.becker2"}


@race
def two_accounts_with_one_typed_name_are_created():
    create = partial(accounts.create_account, "Ada Becker", username="ada", by=BY)
    first, second = in_between(
        create, "scoring.accounts.services.accounts._account_problems", create
    )
    done(first)
    assert codes(second) == ["username-taken"]


# Lists ----------------------------------------------------------------------------------------


@race
def clerk_types_into_a_list_of_a_file_that_is_taken_in():
    """The file writes list 1, then list 2; the clerk's first game goes into list 2."""
    tournament = make_tournament()
    make_entries(tournament, 8)
    series = make_series(tournament, rounds=1)
    lists = [open_table(again(series), 1, (1, 2, 3, 4), by=BY)]
    lists += [open_table(again(series), 2, (5, 6, 7, 8), by=BY)]
    passed = tuple(line(number) for number in range(1, 5))
    file = [Incoming(f"S{table}", 1, table, (None,) * 4, passed) for table in (1, 2)]
    taken, typed = in_between(
        partial(take_results, tournament, file, by=BY),
        "scoring.results_import.services._taken",
        partial(type_game, lists[1], 1, revision=1),
    )
    done(taken)
    assert isinstance(typed, StaleRevision)


# Whatever happens at once ---------------------------------------------------------------------


@at_once_db
def test_ambiguous_row_confirmed_three_times_enters_one_player():
    tournament = make_tournament()
    ada, _another = (Person.objects.create(family="Amsel", given="Ada") for _ in range(2))
    row = RawRow(2, {"name": "Ada Amsel"}, {"name": "A"})
    confirm = partial(import_players, tournament, [row], by=BY, choices={2: str(ada.pk)})
    one, *others = sorted(
        at_once(*(lambda: confirm(),) * 3), key=lambda result: isinstance(result, Exception)
    )
    done(one)
    assert [codes(each) for each in others] == [["nothing-to-import"]] * 2
    assert Entry.objects.get().person == ada


@at_once_db
def test_ambiguous_row_sent_three_times_by_one_click_is_answered_alike():
    tournament = make_tournament()
    ada, _another = (Person.objects.create(family="Amsel", given="Ada") for _ in range(2))
    row = RawRow(2, {"name": "Ada Amsel"}, {"name": "A"})
    results = at_once(
        *(
            partial(
                import_players,
                Tournament.objects.get(),
                [row],
                by=BY,
                choices={2: str(ada.pk)},
                token="three-clicks",
            ),
        )
        * 3
    )
    assert results == [list(tournament.entries.all())] * 3


@at_once_db
def test_eight_desks_enter_the_same_people_at_once():
    names = [Newcomer(Name(f"Amsel {each}", "Ada"), club=f"Herz {each % 3}") for each in range(6)]
    fields = [make_tournament() for _ in range(8)]
    results = at_once(
        *(
            partial(add_entries, each, names[turn % 6 :] + names[: turn % 6], by=BY)
            for turn, each in enumerate(fields)
        )
    )
    done(*results)
    assert (Person.objects.count(), Club.objects.count(), Entry.objects.count()) == (6, 3, 48)
    assert verify() == []


@at_once_db
def test_counters_that_expired_are_removed_while_others_count():
    """Whoever removes them does not wait for an attempt that holds one and wants another."""
    old = timezone.now() - 3 * throttles.FORGOTTEN
    attempt = sign_in.attempt_of("ada", "10.0.0.1")
    for limit in sign_in.LIMITS:
        SignInFailures.objects.create(key=attempt.key(limit), since=old, last_at=old, failures=1)
    begun, removed = in_between(
        partial(sign_in.begin_attempt, attempt),
        "scoring.accounts.services.throttles.locked",
        partial(sign_in.failed, attempt, []),
    )
    done(begun, removed)


def independent(call: Any) -> Any:
    """The same call with arguments of its own: two threads share no row. The law is one."""
    return copy.deepcopy(call, {id(ISKO): ISKO})


@pytest.mark.long
@at_once_db
@pytest.mark.parametrize("name", CALLED)
def test_every_service_called_twice_at_once_succeeds_or_is_refused(stage: Stage, name: str):
    """Two buttons pressed by two people: no deadlock, no broken constraint."""
    call = ALL_EXAMPLES[name](stage)
    twice = [independent(call), independent(call)]
    problems = [
        each
        for each in at_once(*twice)
        if isinstance(each, Exception)
        and not isinstance(each, Refused | StaleRevision | AlreadyWritten)
    ]
    assert problems == []
    assert verify() == []


# The order itself -----------------------------------------------------------------------------

GUARDED = {
    "scoring_person": {LockRank.REGISTER},
    "scoring_club": {LockRank.REGISTER},
    "scoring_user": {LockRank.REGISTER},
    "scoring_accountlink": {LockRank.REGISTER},
    "scoring_tournament": {LockRank.TOURNAMENT},
    "scoring_scorelist": {LockRank.TOURNAMENT, LockRank.LIST},
    "scoring_series": {LockRank.TOURNAMENT, LockRank.SERIES},
    "scoring_season": {LockRank.SEASON},
}
UNIQUE = ("scoring_person", "scoring_club", "scoring_user", "scoring_accountlink")
WRITES = re.compile(r'(INSERT|UPDATE|DELETE) (?:INTO |FROM )?"(\w+)"')


class Watch:
    """Every statement that locks a row, compared with the locks that the block has noted."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.series_written: dict[int, bool] = defaultdict(bool)

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if found := WRITES.match(sql):
            self.look(found[1], found[2], locks._held.get())
        return execute(sql, params, many, context)

    def look(self, verb: str, table: str, held: set[tuple[LockRank, int]] | None) -> None:
        if table not in GUARDED or (verb == "INSERT" and table not in UNIQUE):
            return
        ranks = {rank for rank, _key in held or ()}
        if not ranks & GUARDED[table]:
            self.faults.append(f"{verb} {table} under {sorted(held or ())}")
        if table == "scoring_series":
            self.series_written[id(held)] = True
        after_series = table == "scoring_scorelist" and self.series_written[id(held)]
        if after_series and LockRank.LIST not in ranks:
            self.faults.append(f"{verb} {table} after its series")


@pytest.mark.django_db
@pytest.mark.parametrize("name", sorted({*CALLED} - {"simulation.demo"}))
def test_every_service_writes_only_what_it_has_locked(stage: Stage, name: str):
    call = ALL_EXAMPLES[name](stage)
    watch = Watch()
    with connection.execute_wrapper(watch):
        call()
    assert watch.faults == []


@pytest.mark.django_db
def test_writing_without_a_lock_is_noticed(stage: Stage):
    watch = Watch()
    with connection.execute_wrapper(watch), block():
        Club.objects.create(name="Herz")
        Series.objects.update(state="playing")
    assert [each.split()[1] for each in watch.faults] == ["scoring_club", "scoring_series"]


ORDERS: dict[str, tuple[Callable[[Tournament], object], ...]] = {
    "tournament, register": (lock, lambda t: lock_register()),
    "list, tournament": (lambda t: take(LockRank.LIST, 1), lock),
    "list, every list": (lambda t: take(LockRank.LIST, 1), lock_series),
    "series, list": (lambda t: take(LockRank.SERIES, 1), lambda t: take(LockRank.LIST, 1)),
    "list, another": (lambda t: take(LockRank.LIST, 1), lambda t: take(LockRank.LIST, 2)),
    "two tournaments": (lock, lambda t: lock(make_tournament())),
}


def take_all(tournament: Tournament, acts: tuple[Callable[[Tournament], object], ...]) -> None:
    with block():
        for act in acts:
            act(tournament)


@pytest.mark.django_db
@pytest.mark.parametrize("acts", ORDERS.values(), ids=ORDERS.keys())
def test_lock_out_of_order_is_an_error(acts: tuple[Callable[[Tournament], object], ...]):
    tournament = make_tournament()

    with pytest.raises(LocksOutOfOrder):
        take_all(tournament, acts)


@pytest.mark.django_db
def test_locks_in_order_and_those_held_already_are_taken():
    one, other = make_tournament(), make_tournament()
    with block():
        for _ in range(2):
            lock_register()
            lock(one)
            lock(other)
            lock_series(one)
            with suppress(ZeroDivisionError), block():
                take(LockRank.LIST, 3)
                raise ZeroDivisionError
            take(LockRank.SEASON, 1)
    with block():
        lock(one)


# Plain blocks: they write rows of which each is locked by itself.
PLAIN = {
    "accounts/services/sign_in.py",
    "accounts/services/throttles.py",
    "backup/services/backups.py",
}
# They make what nobody sees before.
ALONE = {"simulation/services/demo.py"}


def test_only_these_services_open_a_block_of_their_own():
    folder = Path("scoring")
    found = {
        str(path.relative_to(folder))
        for path in folder.rglob("*.py")
        if "migrations" not in path.parts and "transaction.atomic" in path.read_text()
    }
    assert found == PLAIN | ALONE | {"core/locks.py"}
