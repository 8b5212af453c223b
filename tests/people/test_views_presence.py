"""Present, absent and leaving beside a name in a series."""

import pytest
from django.urls import reverse

from scoring.models import Actor, Entry, LogEntry, Series
from scoring.people.services.leaving import leave_after
from tests.factories import seated
from tests.refusals import codes_of
from tests.visitors import member, text

pytestmark = pytest.mark.django_db
BY = Actor(name="test")


@pytest.fixture
def series() -> Series:
    return seated(8)


def test_a_player_leaves_after_the_series_of_the_page_and_stays_after_all(series: Series):
    clerk = member(series.tournament, "clerk")
    entry = Entry.objects.get(start_number=3)
    address = reverse("entry-leave", args=[entry.pk])
    answer = clerk.post(address, {"series": str(series.pk)})
    assert answer.headers["Location"] == reverse("series-seat", args=[series.pk, 3])
    entry.refresh_from_db()
    assert (entry.until_series, entry.plays(1), entry.plays(2)) == (1, True, False)
    assert LogEntry.objects.get(action="entry.changed").new == {"until_series": 1}
    clerk.post(address, {"series": str(series.pk), "stays": "yes"})
    entry.refresh_from_db()
    assert entry.until_series is None


@pytest.mark.parametrize("sent", ["", "9" * 40])
def test_without_a_series_of_the_tournament_nothing_is_done(series: Series, sent: str):
    clerk = member(series.tournament, "clerk")
    entry = Entry.objects.get(start_number=3)
    answer = clerk.post(reverse("entry-leave", args=[entry.pk]), {"series": sent})
    assert answer.status_code == 404


def test_nobody_leaves_before_he_came(series: Series):
    entry = Entry.objects.get(start_number=3)
    Entry.objects.filter(pk=entry.pk).update(from_series=2)
    entry.refresh_from_db()
    assert codes_of(leave_after, entry, 1, by=BY) == ["leaves-before-coming"]


def test_a_state_set_beside_a_name_leads_back_to_it_and_names_the_vacated_seat(series: Series):
    clerk = member(series.tournament, "clerk")
    entry = Entry.objects.get(start_number=3)
    sent = {"state": "no_show", "series": str(series.pk)}
    page = clerk.post(reverse("entry-state", args=[entry.pk]), sent, follow=True)
    assert page.request["PATH_INFO"] == reverse("series-seat", args=[series.pk, 3])
    assert "no. 3 has a seat and is not there" in text(page)
    assert "Is here again" in text(page)
