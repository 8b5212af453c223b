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
    for unknown in ("", "9" * 40):
        assert clerk.post(address, {"series": unknown}).status_code == 404
    entry.from_series = 2
    assert codes_of(leave_after, entry, 1, by=BY) == ["leaves-before-coming"]


def test_a_state_set_beside_a_name_leads_back_to_it_and_names_the_vacated_seat(series: Series):
    clerk = member(series.tournament, "clerk")
    entry = Entry.objects.get(start_number=3)
    sent = {"state": "no_show", "series": str(series.pk)}
    page = clerk.post(reverse("entry-state", args=[entry.pk]), sent, follow=True)
    assert page.request["PATH_INFO"] == reverse("series-seat", args=[series.pk, 3])
    assert "no. 3 has a seat and is not there" in text(page)
    assert "Is here again" in text(page)
