"""The next evening of a season: its day and name, what is carried over, and who is entered."""

from dataclasses import replace
from datetime import date

import pytest
from django.utils import timezone

from scoring.models import (
    Actor,
    Booking,
    Category,
    Fees,
    Membership,
    Person,
    Role,
    Season,
    TeamContest,
    Tournament,
)
from scoring.public.services import set_public, set_shows_chances
from scoring.series.services.series import create_series
from scoring.tournament.reads.evenings import (
    attendees,
    earlier_days,
    following_name,
    next_day,
    season_name,
)
from scoring.tournament.services.evenings import enter_attendees, prepare_next
from scoring.tournament.services.tournaments import tournament_terms
from scoring.tournament.views import proposal
from tests.factories import make_entries, make_tournament, make_user
from tests.refusals import codes_of

pytestmark = pytest.mark.django_db
NEXT = date(2026, 11, 28)


@pytest.fixture
def organizer():
    return make_user("heike")


@pytest.fixture
def last(organizer) -> Tournament:
    """An evening with fees, a pot of each kind, a category, tandems, a helper; public."""
    found = make_tournament("Vereinsabend 3", best_of=2, place="Zum Anker")
    for user, role in ((organizer, Role.ORGANIZER), (make_user("otto"), Role.CLERK)):
        Membership.objects.create(user=user, tournament=found, role=role)
    by = Actor(organizer)
    for rounds in (12, 9):
        create_series(found, rounds=rounds, minutes=120, by=by)
    Fees.objects.create(tournament=found, entry_cents=800, lost_ladder=[[1, 50], [4, 100]])
    ladies = Category.objects.create(tournament=found, name="Damen", entry_cents=500)
    TeamContest.objects.create(tournament=found, kind="mixed", size=2, one_of=ladies)
    about = {"series": found.series.get(number=2), "category": ladies, "day": found.date}
    for number, (kind, value) in enumerate(about.items(), 1):
        fields = {"title": kind, "kind": kind, "stake_cents": 100, kind: value}
        found.pots.create(number=number, **fields)
    set_public(found, on=True, by=by)
    set_shows_chances(found, on=True, by=by)
    make_entries(found, 6)
    return found


def prepared(last: Tournament, organizer, **changes: object) -> Tournament:
    how = {"name": "Vereinsabend 4", "day": NEXT, "season": "2026/27", "by": Actor(organizer)}
    made = prepare_next(last, **how | changes)
    last.refresh_from_db()
    return made


def test_everything_but_players_and_results_is_carried_over(last, organizer):
    made = prepared(last, organizer)
    assert made.season == last.season == Season.objects.get(name="2026/27")
    same = replace(tournament_terms(last), name=made.name, date=made.date)
    assert tournament_terms(made) == same
    assert list(made.series.values_list("rounds", "minutes")) == [(12, 120), (9, 120)]
    assert (made.fees.entry_cents, made.fees.lost_ladder) == (800, [[1, 50], [4, 100]])
    roles = dict(made.memberships.values_list("user__username", "role"))
    assert roles == {"heike": Role.ORGANIZER, "otto": Role.CLERK}
    assert made.team_contests.get().one_of == made.categories.get()
    assert list(made.pots.order_by("number").values_list("series", "category", "day")) == [
        (made.series.get(number=2).pk, None, None),
        (None, made.categories.get().pk, None),
        (None, None, NEXT),
    ]
    assert set(made.pots.values_list("stake_cents", flat=True)) == {100}
    assert (made.public, made.shows_chances, made.entries.exists()) == (True, True, False)


def test_settings_saved_since_the_last_evening_was_read_are_kept(last, organizer):
    Tournament.objects.filter(pk=last.pk).update(place="Zur Post")
    made = prepared(last, organizer)
    assert (last.place, made.place) == ("Zur Post", "Zur Post")


def test_the_first_evening_of_a_new_season_leaves_the_last_one_in_its_own(last, organizer):
    closed = Season.objects.create(name="2025/26", closed_at=timezone.now())
    last.season = closed
    last.save()
    ticked = {"people": [entry.person_id for entry in last.entries.all()[1:3]], "paid": True}
    new = Season.objects.create(name="2026/27")
    new.members.create(person_id=ticked["people"][1], number=9)
    made = prepared(last, organizer, **ticked)
    assert (last.season, made.season) == (closed, new)
    assert [entry.start_number for entry in made.entries.all()] == [2, 9]
    Person.objects.filter(pk=ticked["people"][0]).update(family="", given="")
    assert codes_of(prepared, last, organizer, **ticked) == ["name-missing"]
    assert Tournament.objects.count() == 2, "the form is sent again"


@pytest.mark.parametrize(("stored", "best_of"), [(True, 8), (False, 5)])
def test_only_a_new_season_counts_as_the_last_one_did(last, organizer, stored, best_of):
    """The best five of the old season say nothing about one that has its own rule already."""
    old = Season.objects.create(name="2025/26", best_of=5, closed_at=timezone.now())
    last.season = old
    last.save()
    if stored:
        Season.objects.create(name="2026/27", best_of=8)
    assert prepared(last, organizer).season.best_of == best_of
    assert Season.objects.get(name="2026/27").best_of == best_of


def test_nothing_is_made_where_something_is_wrong(last, organizer):
    assert codes_of(prepared, last, organizer, name="") == ["tournament-name-missing"]
    assert Tournament.objects.get().season is None
    assert not Season.objects.exists()


def test_people_are_entered_with_their_last_number_and_pay(last, organizer):
    made = prepared(last, organizer)
    known = attendees(earlier_days(made.season, made), made)
    assert [each.start_number for each in known] == [1, 2, 3, 4, 5, 6]
    ids = [each.person.pk for each in known if each.start_number in (2, 5)]
    entered = enter_attendees(made, ids, by=Actor(organizer), paid=True)
    assert [entry.start_number for entry in entered] == [2, 5]
    assert sum(Booking.objects.filter(tournament=made).values_list("cents", flat=True)) == 2 * (
        800 + 3 * 100
    )
    assert enter_attendees(made, ids, by=Actor(organizer), paid=True) == []
    again = attendees(earlier_days(made.season, made), made)
    assert [each.start_number for each in again if each.is_entered] == [2, 5]


def test_after_a_closed_season_another_name_is_proposed(last):
    last.date = timezone.localdate()
    last.season = Season(name=f"Vereinsabend {last.date.year}", closed_at=timezone.now())
    assert proposal(last, [last])["season"] != last.season.name


def test_a_number_that_another_has_is_replaced(last, organizer):
    """A guest of the new evening took number 1; two people of the season both had number 2."""
    made = prepared(last, organizer)
    make_entries(made, 1)
    other = make_tournament("Vereinsabend 2", season=made.season, date=date(2026, 11, 14))
    second = Person.objects.create(family="Zaunkönig", given="Zoe")
    other.entries.create(person=second, start_number=2)
    ids = [each.person.pk for each in attendees(earlier_days(made.season, made), made)]
    entered = enter_attendees(made, ids, by=Actor(organizer), paid=False)
    assert sorted(entry.start_number for entry in entered) == [2, 3, 4, 5, 6, 7, 8]
    assert made.entries.get(start_number=2).person != second


FRIDAY = date(2026, 10, 9)


@pytest.mark.parametrize(
    ("days", "today", "following"),
    [
        ([FRIDAY], FRIDAY, date(2026, 10, 16)),
        ([date(2026, 10, 2), FRIDAY], FRIDAY, date(2026, 10, 16)),
        ([date(2026, 9, 25), FRIDAY], FRIDAY, date(2026, 10, 23)),
        ([date(2026, 9, 11), FRIDAY], FRIDAY, date(2026, 11, 13)),
        ([date(2026, 7, 31), date(2026, 8, 28)], date(2026, 8, 29), date(2026, 9, 25)),
        ([date(2025, 12, 12), date(2026, 1, 9)], date(2026, 1, 9), date(2026, 2, 13)),
        ([FRIDAY], date(2026, 11, 21), date(2026, 11, 27)),
        ([date(2025, 5, 2), FRIDAY], FRIDAY, date(2026, 10, 16)),
    ],
)
def test_the_next_evening_follows_the_rhythm_and_is_never_past(days, today, following):
    assert next_day(days, today) == following


def test_a_numbered_evening_is_followed_by_the_next_number_in_a_season_named_after_it():
    assert following_name("Vereinsabend Nr. 9 (Herbst)") == "Vereinsabend Nr. 10 (Herbst)"
    assert season_name("12", FRIDAY) == "12 2026"
    assert season_name("Vereinsabend 9", FRIDAY) == "Vereinsabend 2026"
