"""What the database refuses, whoever writes (docs/data-model.md)."""

from collections.abc import Callable
from datetime import date

import pytest
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError
from django.utils import timezone

from scoring.models import (
    Adjustment,
    Booking,
    Club,
    ClubMember,
    Membership,
    Person,
    ScoreList,
    Seat,
    TeamMember,
    TillCount,
    Tournament,
)
from tests.factories import (
    make_entries,
    make_member,
    make_team,
    make_tournament,
    make_user,
    open_list,
)
from tests.races import begun

pytestmark = pytest.mark.django_db
MAY, JUNE = date(2026, 5, 31), date(2026, 6, 1)


def refused(write: Callable[..., object], *args: object, **fields: object) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        write(*args, **fields)


# Lists and tournaments.


def test_a_list_is_confirmed_as_it_stands_and_by_somebody_else():
    """What only counts as entered stays "entered", also in a final result."""
    rows, user = ScoreList.objects.filter(pk=open_list().pk), make_user()
    for wrong in ({"games_played": 49}, {"seats": 5}, {"state": "lost"}, {"state": "final"}):
        refused(rows.update, **wrong)
    rows.update(state="confirmed", confirmed_revision=1, confirmed_by=user)
    refused(rows.update, revision=2)
    refused(rows.update, entered_by=user)
    rows.update(entered_by=user, self_confirmed=True, state="final")


def test_a_player_sits_once_in_a_series_and_a_tally_is_complete_or_empty():
    first, second = open_list().seat_rows.all()[:2]
    for wrong in ({"entry": second.entry}, {"position": 2}, {"points": 20}):
        refused(Seat.objects.filter(pk=first.pk).update, **wrong)


def test_a_played_game_is_won_or_lost():
    """A CHECK that is neither true nor false lets a row pass."""
    refused(begun().games.update, won=None, value=0, score=0)


def test_a_sample_is_never_public_and_an_account_has_one_role_a_tournament():
    tournament = make_tournament(sample=True)
    user = make_member(tournament, "clerk")
    for wrong in ({"public": True}, {"wenzel_bonus": True}):
        refused(Tournament.objects.update, **wrong)
    refused(Membership.objects.create, user=user, tournament=tournament, role="viewer")


# Money, teams, adjustments.


def booked(tournament: Tournament, number: int = 1, **fields: object) -> Booking:
    given = {"kind": "entry_fee", "cents": 1500, "at": timezone.now(), **fields}
    return Booking.objects.create(tournament=tournament, number=number, **given)


def test_a_booking_moves_money_and_is_reversed_once_and_never_changed_or_removed(tournament):
    first = booked(tournament)
    refused(Booking.objects.update, cents=1)
    refused(first.delete)
    booked(tournament, 2, cents=-1500, reverses=first)
    for wrong in ({"number": 3, "reverses": first}, {"number": 3, "cents": 0}, {"number": 2}):
        refused(booked, tournament, **wrong)


def test_a_count_of_the_till_is_never_changed_and_never_removed():
    count = TillCount.objects.create(
        tournament=make_tournament(), counted_cents=10, expected_cents=20, at=timezone.now()
    )
    refused(TillCount.objects.update, counted_cents=20)
    refused(count.delete)


def test_a_player_is_in_one_team_of_a_kind_and_an_adjustment_has_points_and_a_reason(tournament):
    [entry] = make_entries(tournament, 1)
    for kind in ("team", "tandem"):
        make_team(tournament, [1], kind=kind, size=2)
    second = make_team(tournament, [])
    refused(TeamMember.objects.create, team=second, contest=second.contest, entry=entry, position=1)
    for wrong in ({"points": 0, "reason": "late"}, {"points": -50, "reason": ""}):
        refused(Adjustment.objects.create, entry=entry, at=timezone.now(), **wrong)


# Members of clubs.


def member(club: Club, name: str, number: int, **fields: object) -> ClubMember:
    person, _new = Person.objects.get_or_create(family=name)
    return ClubMember.objects.create(club=club, person=person, number=number, **fields)


def test_members_stay_until_their_last_day(club: Club):
    old, new = member(club, "Celan", 7, left=MAY), member(club, "Becker", 3, joined=JUNE)
    always = member(club, "Dorn", 5)
    assert list(club.members.on(MAY).order_by("number")) == [always, old]
    assert list(club.members.on(JUNE).order_by("number")) == [new, always]


def test_a_member_has_a_number_of_his_own_until_he_leaves(club: Club):
    becker = member(club, "Becker", 3)
    for name, number, stay in (
        ("Celan", 3, {}),  # the number of another one
        ("Becker", 4, {}),  # twice a member
        ("Celan", 0, {}),
        ("Celan", 4, {"joined": JUNE, "left": MAY}),
    ):
        refused(member, club, name, number, **stay)
    ClubMember.objects.filter(pk=becker.pk).update(left=MAY)
    member(club, "Celan", 3)
    member(club, "Becker", 4, joined=JUNE)


def test_a_member_is_on_record_and_not_deleted_with_person_or_club(club: Club):
    """Also who played in a sample alone. Juniors of a club are younger than its seniors."""
    becker = member(club, "Becker", 3)
    for row in (becker.person, club):
        with pytest.raises(ProtectedError):
            row.delete()
    assert list(Person.objects.on_record()) == [becker.person]
    refused(Club.objects.create, name="SC Rot", junior_below=70)
