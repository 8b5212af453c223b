"""Who writes people, clubs or accounts, or a whole file, at the same time as somebody else.

Each race stops one act where the other one would meet it. On PostgreSQL it is repeated without
locks (docs/adr/0001-one-lock-one-token.md).
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from django.db import connection
from django.utils import timezone

from scoring.accounts.services import accounts, limits, sign_in
from scoring.core.forms import Refused, StaleRevision
from scoring.core.text import Name
from scoring.imports.services.people import PlayerImport, import_people
from scoring.imports.services.results import take_results
from scoring.models import Club, Entry, Person, SignInFailures, Tournament, User
from scoring.people.services import clubs
from scoring.people.services.entries import add_entries, add_entry
from scoring.people.services.leaving import remove_entry
from scoring.people.services.matching import Newcomer, RawRow
from scoring.printed_list.incoming import Incoming
from scoring.series.services.series import open_list as open_table
from scoring.verify.reads.verify import verify
from tests.factories import line, make_entries, make_series, make_tournament
from tests.races import (
    BY,
    again,
    at_once,
    codes,
    done,
    in_between,
    independent,
    type_game,
    unlocked,
)
from tests.whole.test_every_service_logs import CALLED, Stage, call_of, stage

__all__ = ["stage"]

at_once_db = pytest.mark.django_db(transaction=True)
RACES: list[Callable[[], None]] = []


def race(function: Callable[[], None]) -> Callable[[], None]:
    RACES.append(function)
    return function


def named(race: Callable[[], None]) -> str:
    return race.__name__


@at_once_db
@pytest.mark.parametrize("race", RACES, ids=named)
def test_race_is_prevented(race: Callable[[], None]):
    race()
    assert verify() == []


@at_once_db
@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite has one write lock")
@pytest.mark.parametrize("race", RACES, ids=named)
def test_race_exists_without_locks(race: Callable[[], None]):
    with unlocked(), pytest.raises(AssertionError):
        race()


# The register ---------------------------------------------------------------------------------


def pasted(tournament: Tournament, *players: tuple[str, str]) -> list[Entry]:
    """These people, each with a club, in this order."""
    rows = [
        RawRow(number, {"name": name, "club": club}, {"name": "A", "club": "B"})
        for number, (name, club) in enumerate(players, 2)
    ]
    import_people(PlayerImport(tournament, {}), rows, by=BY)
    return list(tournament.entries.all())


@race
def people_are_pasted_into_two_tournaments_in_opposite_orders():
    one, other = make_tournament(), make_tournament()
    for family in ("Amsel", "Becker"):
        Person.objects.create(family=family, given="Ada")
    ada, bea = ("Ada Amsel", "Kreuz"), ("Ada Becker", "Pik")
    first, second = in_between(
        lambda: pasted(one, ada, bea),
        "scoring.people.services.entries.write_newcomers",
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
        "scoring.people.services.entries.get_or_create_clubs",
        lambda: add_entry(other, Newcomer(Name("Becker", "Ben"), club="Herz"), by=BY),
    )
    done(first, second)
    assert Club.objects.get().people.count() == 2


@race
def people_are_merged_both_ways_at_once():
    one, other = make_tournament(), make_tournament()
    [ada], [bea] = make_entries(one, 1), make_entries(other, 1)
    first, second = in_between(
        partial(clubs.merge_people, one, ada.person, bea.person, by=BY),
        "scoring.core.services.lock_tournaments",
        partial(
            clubs.merge_people,
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
        partial(clubs.merge_clubs, one, *pair, by=BY),
        "scoring.people.services.clubs.respell",
        partial(clubs.merge_clubs, other, *Club.objects.order_by("-pk"), by=BY),
    )
    done(first)
    assert codes(second) == ["club-gone"]
    assert Club.objects.get().people.count() == 2


@race
def two_clubs_are_given_the_same_name():
    one, other = make_tournament(), make_tournament()
    pair = [Club.objects.create(name=name) for name in ("Kreuz", "Pik")]
    first, second = in_between(
        partial(clubs.rename_club, one, pair[0], "Herz", by=BY),
        "scoring.people.services.clubs.respell",
        partial(clubs.rename_club, other, pair[1], "Herz", by=BY),
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
        "scoring.imports.services.results.take_list",
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

    def confirm() -> int:  # a request reads its own table
        return import_people(PlayerImport(tournament, {2: str(ada.pk)}), [row], by=BY)

    one, *others = sorted(at_once(*(confirm,) * 3), key=lambda each: isinstance(each, Exception))
    done(one)
    assert [codes(each) for each in others] == [["nothing-to-import"]] * 2
    assert Entry.objects.get().person == ada


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
    old = timezone.now() - 3 * limits.MAX_MEMORY
    attempt = sign_in.attempt_of("ada", "10.0.0.1")
    for limit in sign_in.LIMITS:
        SignInFailures.objects.create(key=attempt.key(limit), since=old, last_at=old, failures=1)
    begun, removed = in_between(
        partial(sign_in.begin_attempt, attempt),
        "scoring.accounts.services.limits.lock_counter",
        partial(sign_in.record_failure, attempt, []),
    )
    done(begun, removed)


@pytest.mark.long
@at_once_db
@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite has one write lock")
@pytest.mark.parametrize("name", CALLED)
def test_every_service_called_twice_at_once_succeeds_or_is_refused(stage: Stage, name: str):
    """Two buttons pressed by two people: no deadlock, no broken constraint."""
    call = call_of(name, stage)
    twice = [independent(call), independent(call)]
    problems = [
        each
        for each in at_once(*twice)
        if isinstance(each, Exception) and not isinstance(each, Refused | StaleRevision)
    ]
    assert problems == []
    assert verify() == []


# Blocks -----------------------------------------------------------------------------------------

# Everybody else writes in the block of `changing`.
BLOCKS = {
    "core/services.py": "block, which is changing and rolled_back",
    "accounts/services/sign_in.py": "counts attempts, which a refusal does not roll back",
    "accounts/services/limits.py": "counts attempts; each row is locked by itself",
    "backup/services/backups.py": "a database that was just put back has nobody else in it",
    "imports/services/results.py": "a list of a file that is refused, inside its block",
}


def test_only_these_services_open_a_block_of_their_own():
    folder = Path("scoring")
    blocks = {
        str(path.relative_to(folder))
        for path in folder.rglob("*.py")
        if "migrations" not in path.parts and "transaction.atomic" in path.read_text()
    }
    assert blocks == BLOCKS.keys()
