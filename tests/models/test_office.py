"""What the database refuses in the tournament office: money, teams, adjustments
(docs/data-model.md).
"""

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from scoring.models import Adjustment, Booking, Team, TeamContest, TeamMember, TillCount, Tournament
from tests.factories import make_entries, make_tournament

pytestmark = pytest.mark.django_db


def booked(tournament: Tournament, number: int = 1, **fields: object) -> Booking:
    given = {"kind": "entry_fee", "cents": 1500, "at": timezone.now(), **fields}
    return Booking.objects.create(tournament=tournament, number=number, **given)


def test_a_booking_is_never_changed_and_never_removed():
    booking = booked(make_tournament())
    with pytest.raises(IntegrityError), transaction.atomic():
        Booking.objects.update(cents=1)
    with pytest.raises(IntegrityError), transaction.atomic():
        booking.delete()
    assert Booking.objects.get().cents == 1500


def test_a_count_of_the_till_is_never_changed_and_never_removed():
    count = TillCount.objects.create(
        tournament=make_tournament(), counted_cents=10, expected_cents=20, at=timezone.now()
    )
    with pytest.raises(IntegrityError), transaction.atomic():
        TillCount.objects.update(counted_cents=20)
    with pytest.raises(IntegrityError), transaction.atomic():
        count.delete()


def test_the_money_of_a_sample_goes_with_the_sample():
    tournament = make_tournament(sample=True)
    booked(tournament)
    tournament.bookings.all().delete()
    assert not Booking.objects.exists()


def test_a_booking_is_reversed_once_and_moves_money():
    tournament = make_tournament()
    first = booked(tournament)
    booked(tournament, 2, cents=-1500, reverses=first)
    for wrong in ({"number": 3, "reverses": first}, {"number": 3, "cents": 0}, {"number": 2}):
        with pytest.raises(IntegrityError), transaction.atomic():
            booked(tournament, **wrong)


def test_a_player_is_in_one_team_of_a_kind():
    tournament = make_tournament()
    (entry,) = make_entries(tournament, 1)
    teams = TeamContest.objects.create(tournament=tournament, kind="team")
    tandems = TeamContest.objects.create(tournament=tournament, kind="tandem", size=2)
    for contest in (teams, tandems):
        team = Team.objects.create(contest=contest, number=1, name="Buben")
        TeamMember.objects.create(team=team, contest=contest, entry=entry, position=1)
    second = Team.objects.create(contest=teams, number=2, name="Asse")
    with pytest.raises(IntegrityError), transaction.atomic():
        TeamMember.objects.create(team=second, contest=teams, entry=entry, position=1)


def test_an_adjustment_has_points_and_a_reason():
    (entry,) = make_entries(make_tournament(), 1)
    for wrong in ({"points": 0, "reason": "late"}, {"points": -50, "reason": ""}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Adjustment.objects.create(entry=entry, at=timezone.now(), **wrong)
