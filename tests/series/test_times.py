"""When are we done? The times of the day, wherever they are read."""

from datetime import date, time, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.models import Actor, Series, Tournament
from scoring.public.reads.announcement import suggestions
from scoring.public.services import set_public
from scoring.series.reads.series import series_times
from scoring.series.services.series import plan_times
from tests.factories import make_series, make_tournament
from tests.visitors import browser, text

pytestmark = pytest.mark.django_db
BY = Actor(name="test")


@pytest.fixture
def tournament() -> Tournament:
    """Three series of 12 rounds, from 18:00 on, with breaks of a quarter of an hour."""
    tournament = make_tournament(date=date(2026, 11, 28))
    for _number in range(3):
        make_series(tournament)
    plan_times(tournament, begins_at=time(18), series_minutes=None, break_minutes=15, by=BY)
    return tournament


def hours(tournament: Tournament) -> list[str]:
    return [
        f"{timezone.localtime(each.begins):%H:%M}-{timezone.localtime(each.ends):%H:%M}"
        for each in series_times(tournament)
    ]


def test_series_follow_each_other_with_a_break_between(tournament: Tournament):
    """130 minutes for 12 rounds, unless the plan or the limit of a series says something else."""
    assert hours(tournament) == ["18:00-20:10", "20:25-22:35", "22:50-01:00"]
    Series.objects.filter(number=2).update(minutes=60)
    assert hours(tournament) == ["18:00-20:10", "20:25-21:25", "21:40-23:50"]
    plan_times(tournament, begins_at=time(18), series_minutes=100, break_minutes=0, by=BY)
    assert hours(tournament) == ["18:00-19:40", "19:40-20:40", "20:40-22:20"]
    Series.objects.filter(number=3).update(day=date(2026, 11, 29))  # at the planned hour
    assert hours(tournament)[2] == "18:00-19:40"
    Series.objects.filter(number=1).update(day=date(2026, 11, 29))
    assert hours(tournament)[2] == "19:40-21:20", "after the first one of that day"


def test_what_began_later_or_on_another_day_moves_what_comes_after_it(tournament: Tournament):
    begins = series_times(tournament)[0].begins
    for late, second in (
        (timedelta(minutes=20), "20:45-22:55"),
        (timedelta(days=3, hours=1), "21:25-23:35"),
    ):
        Series.objects.filter(number=1).update(started_at=begins + late, state="closed")
        assert hours(tournament)[1] == second


def test_the_day_is_planned_and_a_wanted_end_says_how_many_games(organizer, tournament: Tournament):
    address = reverse("times", args=[tournament.pk])
    assert "01:00" in text(organizer.get(address))
    sent = {"begins_at": "18:00", "break_minutes": "15", "ends_at": "22:30", "count": "2"}
    page = text(organizer.post(address, sent | {"compute": "yes"}))
    assert "44 games at a table of four, 33 at three" in page
    for name in ("begins_at", "ends_at", "count"):
        answer = organizer.post(address, sent | {name: "", "compute": "yes"})
        assert (answer.status_code, list(answer.context["form"].errors)) == (422, [name])
        assert "novalidate" in answer.content.decode(), "the plan alone needs none of them"
    organizer.post(address, sent | {"begins_at": "19:30", "series_minutes": "110"})
    tournament.refresh_from_db()
    assert hours(tournament)[0] == "19:30-21:20"


def test_times_stand_on_plan_projector_calendar_and_announcement(tournament: Tournament):
    set_public(tournament, True, by=BY)
    for name in ("room-plan", "room-wall"):
        assert "20:25" in text(browser().get(reverse(name, args=[tournament.pk])))
    days = browser().get(reverse("room-feed", args=[tournament.pk, "calendar.ics"])).content
    assert b"DTSTART:20261128T170000Z\r\nDTEND:20261129T000000Z\r\n" in days
    assert "Series 1: 18:00 to about 20:10" in suggestions(tournament)["A.c"]
