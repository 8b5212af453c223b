"""Races between a check and a write: another connection changes the rows in between.

The result must be the same as if one act had waited for the other. Every race is repeated without
protection, and must then give a wrong result.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from operator import attrgetter
from typing import Any
from unittest import mock

import pytest
from django.db import connection

from scoring.accounts.services import accounts
from scoring.core.forms import StaleRevision
from scoring.core.text import Name
from scoring.exchange.reads.verify import verify
from scoring.lists.printed.incoming import Incoming
from scoring.lists.services import lists
from scoring.lists.services.games import record_game
from scoring.models import Club, Entry, Membership, Person, Role, ScoreList, User
from scoring.models import Tournament as TournamentRow
from scoring.people.imports.services.people import PlayerImport, import_people
from scoring.people.imports.services.results import take_results
from scoring.people.services import register
from scoring.people.services.entries import change_entry
from scoring.people.services.leaving import remove_entry, set_state
from scoring.people.services.matching import Newcomer, RawRow
from scoring.rules.bare_totals import BareTotal
from scoring.series.services.draw import draw_series
from scoring.series.services.seat_changes import leave_table
from scoring.series.services.series import create_series, move_series, open_list
from scoring.tournament.services.tournaments import TournamentTerms, change_tournament
from tests.factories import (
    add_entry,
    line,
    make_entries,
    make_series,
    make_tournament,
    make_user,
    undrawn,
)
from tests.factories import open_list as empty_list
from tests.races import (
    BY,
    again,
    begun,
    codes,
    done,
    fresh,
    in_between,
    last_acts,
    make_final,
    type_game,
    under_review,
    unlocked,
    unprotected,
)
from tests.refusals import codes_of

pytestmark = pytest.mark.django_db(transaction=True)
Race = Callable[[], None]
Without = Callable[[], AbstractContextManager[None]]
RACES: dict[Race, Without] = {}  # how the protection of each is taken away


def race(without: Without) -> Callable[[Race], Race]:
    def add(function: Race) -> Race:
        RACES[function] = without
        return function

    return add


# The organizer and a clerk ----------------------------------------------------------------------


@race(unprotected)
def closing_a_series_waits_for_a_game_being_saved():
    score_list = begun()
    saved, closed = in_between(
        lambda: type_game(score_list, 2, revision=2),
        "scoring.lists.services.games.admit_entry",
        lambda: move_series(again(score_list.series), "closed", by=BY),
    )
    done(saved, closed)
    assert last_acts(2) == ["list.game.recorded", "series.moved"]


@race(unprotected)
def game_is_not_saved_into_a_concurrent_final_result():
    score_list = under_review()
    final, saved = in_between(
        make_final,
        "scoring.tournament.services.tournaments.transition_problems",
        lambda: type_game(score_list, 3, revision=3, reason="misread"),
    )
    done(final)
    assert codes(saved) == ["tournament-final"]


@race(unprotected)
def rules_do_not_change_during_the_first_game():
    score_list = empty_list()
    tournament = fresh(score_list).series.tournament
    saved, changed = in_between(
        lambda: type_game(score_list, 1, revision=1),
        "scoring.lists.services.games.admit_entry",
        lambda: change_tournament(
            tournament, TournamentTerms("Cup", tournament.date, system="texas"), by=BY
        ),
    )
    done(saved)
    assert set(codes(changed)) == {"rules-fixed"}


@race(unprotected)
def seats_do_not_change_during_the_first_game():
    score_list = empty_list()
    player = score_list.seat_rows.select_related("entry").first().entry.start_number
    saved, left = in_between(
        lambda: type_game(score_list, 1, revision=1),
        "scoring.lists.services.games.admit_entry",
        lambda: leave_table(again(score_list.series), player, by=BY, reason="gone"),
    )
    done(saved)
    assert codes(left) == ["table-has-entries"]


# Who plays and who is seated --------------------------------------------------------------------


@race(unprotected)
def second_of_two_concurrent_openings_is_refused():
    series = undrawn(4)
    one, other = in_between(
        lambda: open_list(again(series), 1, [1, 2, 3, 4], by=BY),
        "scoring.series.services.series.open_problems",
        lambda: open_list(again(series), 1, [1, 2, 3, 4], by=BY),
    )
    done(one)
    assert codes(other) == ["table-has-a-list", *["already-seated"] * 4]


@race(unprotected)
def draw_seats_exactly_the_players_at_its_writing():
    series = undrawn(4)
    drawn, withdrawn = in_between(
        lambda: draw_series(again(series), by=BY),
        "scoring.series.services.draw.seat_tables",
        lambda: set_state(Entry.objects.get(start_number=4), "withdrawn", by=BY),
        after=False,
    )
    done(drawn, withdrawn)
    assert last_acts(2) == ["series.drawn", "entry.state"]


@race(unprotected)
def of_two_concurrent_draws_the_second_follows_the_first():
    """Nobody has seen the first one: it is not released."""
    series = undrawn(4)
    results = in_between(
        lambda: draw_series(again(series), by=BY),
        "scoring.series.services.draw.seat_tables",
        lambda: draw_series(again(series), by=BY),
        after=False,
    )
    done(*results)
    assert [made.number for made in series.draws.order_by("number")] == [1, 2]
    assert series.lists.count() == 1


@race(unprotected)
def concurrently_added_series_get_different_numbers():
    tournament = make_tournament()
    one, other = in_between(
        lambda: create_series(tournament, by=BY),
        "scoring.series.services.series.Series.objects.create",
        lambda: create_series(TournamentRow.objects.get(), by=BY),
        after=False,
    )
    done(one, other)
    assert {one.number, other.number} == {1, 2}


@race(unprotected)
def concurrently_entered_players_get_different_numbers():
    series = undrawn(2)

    def renumber(entry: Entry) -> None:
        change_entry(entry, by=BY, name=Name("Amsel", "Ada"), club="", start_number=9)

    one, two = series.tournament.entries.all()
    first, second = in_between(
        lambda: renumber(one),
        "scoring.people.services.entries.change_person",
        lambda: renumber(two),
        after=False,
    )
    done(first)
    assert codes(second) == ["start-number-taken"]


@race(unprotected)
def newcomer_whom_two_desks_enter_at_once_is_entered_once():
    tournament = make_tournament()
    newcomer = Newcomer(Name("Amsel", "Ada"))
    send = partial(add_entry, tournament, newcomer, by=BY)
    one, other = in_between(send, "scoring.people.services.entries.examine", send)
    done(one)
    assert codes(other) == ["name-plays-already"]
    assert Entry.objects.count() == 1


# Rights -----------------------------------------------------------------------------------------


@race(unprotected)
def two_organizers_cannot_remove_each_other():
    tournament = make_tournament()
    ada, ben = make_user("ada"), make_user("ben")
    for user in (ada, ben):
        Membership.objects.create(user=user, tournament=tournament, role=Role.ORGANIZER)
    one, other = in_between(
        lambda: accounts.take_role(tournament, ada, by=BY),
        "scoring.accounts.services.accounts.refuse_last_organizer",
        lambda: accounts.take_role(TournamentRow.objects.get(), ben, by=BY),
    )
    done(one)
    assert codes(other) == ["last-organizer"]


@race(unprotected)
def two_superusers_cannot_close_each_other():
    ada, ben = make_user("ada", superuser=True), make_user("ben", superuser=True)
    one, other = in_between(
        lambda: accounts.set_active(ada, False, by=BY),
        "scoring.accounts.services.accounts.delete_sessions",
        lambda: accounts.set_active(ben, False, by=BY),
    )
    done(one)
    assert codes(other) == ["last-superuser"]
    assert User.objects.filter(is_active=True).count() == 1


# The register ---------------------------------------------------------------------------------


def pasted(tournament: TournamentRow, *players: tuple[str, str]) -> list[Entry]:
    """These people, each with a club, in this order."""
    rows = [
        RawRow(number, {"name": name, "club": club}, {"name": "A", "club": "B"})
        for number, (name, club) in enumerate(players, 2)
    ]
    import_people(PlayerImport(tournament, {}), rows, by=BY)
    return list(tournament.entries.all())


@race(unlocked)
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


@race(unlocked)
def two_desks_enter_the_same_new_club():
    one, other = make_tournament(), make_tournament()
    first, second = in_between(
        lambda: add_entry(one, Newcomer(Name("Amsel", "Ada"), club="Herz"), by=BY),
        "scoring.people.services.entries.get_or_create_clubs",
        lambda: add_entry(other, Newcomer(Name("Becker", "Ben"), club="Herz"), by=BY),
    )
    done(first, second)
    assert Club.objects.get().people.count() == 2


@race(unlocked)
def people_are_merged_both_ways_at_once():
    one, other = make_tournament(), make_tournament()
    [ada], [bea] = make_entries(one, 1), make_entries(other, 1)
    back = [Person.objects.get(pk=each.person_id) for each in (bea, ada)]
    first, second = in_between(
        partial(register.merge_people, one, ada.person, bea.person, by=BY),
        "scoring.core.services.lock_tournaments",
        partial(register.merge_people, other, *back, by=BY),
    )
    done(first)
    assert codes(second) == ["person-unknown"]
    assert Person.objects.get().entries.count() == 2


@race(unlocked)
def clubs_are_merged_both_ways_at_once():
    one, other = make_tournament(), make_tournament()
    pair = [Club.objects.create(name=name) for name in ("Kreuz Bube", "Kreuzbube")]
    for number, club in enumerate(pair):
        Person.objects.create(family=f"Amsel {number}", club=club)
    first, second = in_between(
        partial(register.merge_clubs, one, *pair, by=BY),
        "scoring.people.services.register.respell",
        partial(register.merge_clubs, other, *Club.objects.order_by("-pk"), by=BY),
    )
    done(first)
    assert codes(second) == ["club-gone"]
    assert Club.objects.get().people.count() == 2


@race(unlocked)
def two_clubs_are_given_the_same_name():
    one, other = make_tournament(), make_tournament()
    pair = [Club.objects.create(name=name) for name in ("Kreuz", "Pik")]
    first, second = in_between(
        partial(register.rename_club, one, pair[0], "Herz", by=BY),
        "scoring.people.services.register.respell",
        partial(register.rename_club, other, pair[1], "Herz", by=BY),
    )
    done(first)
    assert codes(second) == ["club-exists"]


@race(unlocked)
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


@race(unlocked)
def two_accounts_of_one_name_are_created():
    first, second = in_between(
        partial(accounts.create_account, "Ada Becker", by=BY),
        "scoring.accounts.services.accounts._account_problems",
        partial(accounts.create_account, "Ada Becker", by=BY),
    )
    done(first, second)
    assert set(User.objects.values_list("username", flat=True)) == {"ada.becker", "ada.becker2"}


# Lists ----------------------------------------------------------------------------------------


@race(unlocked)
def clerk_types_into_a_list_of_a_file_that_is_taken_in():
    """The file writes list 1, then list 2; the clerk's first game goes into list 2."""
    tournament = make_tournament()
    make_entries(tournament, 8)
    series = make_series(tournament, rounds=1)
    lists = [open_list(again(series), 1, (1, 2, 3, 4), by=BY)]
    lists += [open_list(again(series), 2, (5, 6, 7, 8), by=BY)]
    passed = tuple(line(number) for number in range(1, 5))
    file = [Incoming(f"S{table}", 1, table, (None,) * 4, passed) for table in (1, 2)]
    taken, typed = in_between(
        partial(take_results, tournament, file, by=BY),
        "scoring.people.imports.services.results.take_list",
        partial(type_game, lists[1], 1, revision=1),
    )
    done(taken)
    assert isinstance(typed, StaleRevision)


# What the revision of a list protects -----------------------------------------------------------


@contextmanager
def unchecked() -> Iterator[None]:
    """Every change reads the list again, but for its revision."""
    read_again = ScoreList.refresh_from_db

    def read_but_revision(score_list: ScoreList, **options: Any) -> None:
        revision = score_list.revision
        read_again(score_list, **options)
        score_list.revision = revision

    with mock.patch.object(ScoreList, "refresh_from_db", read_but_revision):
        yield


@race(unchecked)
def game_is_not_saved_during_an_exchange_of_seats():
    """The clerk typed the game for the players on his page."""
    score_list = begun()
    exchanged, saved = in_between(
        lambda: lists.exchange_seats(fresh(score_list), 1, 2, by=BY, revision=2),
        "scoring.lists.services.lists.admit_entry",
        lambda: type_game(score_list, 2, revision=2),
    )
    done(exchanged)
    assert isinstance(saved, StaleRevision)


# Each of them, with its protection and without ---------------------------------------------------


@pytest.mark.parametrize("race", RACES, ids=attrgetter("__name__"))
def test_race_is_prevented(race: Race):
    race()
    assert verify() == []


@pytest.mark.parametrize("race", RACES, ids=attrgetter("__name__"))
def test_race_exists_without_protection(race: Race):
    if RACES[race] is unlocked and connection.vendor == "sqlite":
        pytest.skip("SQLite has one write lock")
    with RACES[race](), pytest.raises(AssertionError):
        race()


# Stale pages -------------------------------------------------------------------------


def test_stale_page_cannot_write_into_a_closed_series():
    """The clerk's page and all its checks are older than the closing."""
    score_list = begun()
    known = fresh(score_list)
    move_series(again(score_list.series), "closed", by=BY)
    # As every correction.
    assert codes_of(record_game, known, line(2, 3), by=BY, revision=2) == ["reason-missing"]
    assert known.games.count() == 1


def test_game_or_totals_of_the_rules_before_are_refused():
    known, of_totals = (fresh(each) for each in [empty_list(rounds=1)] * 2)
    tournament = TournamentRow.objects.get()
    change_tournament(tournament, TournamentTerms("Cup", tournament.date, system="texas"), by=BY)
    assert codes_of(record_game, known, line(1, 2), by=BY, revision=1) == ["rules-changed"]
    null_game = [BareTotal(23, 1, 0, 73), *[BareTotal(0, 0, 0, 0)] * 3]
    refused = codes_of(lists.enter_totals, of_totals, null_game, 3, by=BY, revision=1)
    assert "infeasible-points" in refused


def test_stale_page_cannot_withdraw_a_release_after_the_first_game():
    """The organizer's page is older than the first game."""
    known = again(empty_list().series)
    type_game(known.lists.get(), 1, revision=1)
    assert codes_of(move_series, known, "draft", by=BY) == ["state-changed"]
