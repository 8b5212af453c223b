"""Leagues of two hosts: neither learns of the other by a name, a log or a document."""

import pytest

from scoring.leagues.reads.log import log_of
from scoring.models import LogEntry
from scoring.models.log import Action
from tests.factories import make_host
from tests.leagues_played import make_league, meeting_of, prepared

pytestmark = pytest.mark.django_db


def test_a_prepared_match_day_is_in_the_log_of_its_host_alone():
    """Leagues of two hosts may have one name."""
    ours, theirs = make_league(), make_league(host=make_host().pk)
    prepared(meeting_of(theirs))
    act = LogEntry.objects.get(action=Action.LEAGUE_MEETING_PREPARED)
    assert act in log_of(theirs)
    assert act not in log_of(ours)
