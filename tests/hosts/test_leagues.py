"""Leagues of two hosts: neither learns of the other by a name, a log or a document."""

import json
from unittest import mock

import pytest

from scoring.core.scope import accounts_of
from scoring.exchange.reads.export import export_text
from scoring.leagues.reads.league import log_of_league
from scoring.leagues.services import importing
from scoring.leagues.services.importing import import_results
from scoring.models import Actor, HostRole, LogEntry, User
from scoring.models.log import Action
from tests.factories import make_host, make_tournament, make_user
from tests.leagues_played import make_league, meeting_of, prepared

pytestmark = pytest.mark.django_db


def test_a_prepared_match_day_is_in_the_log_of_its_host_alone():
    """Leagues of two hosts may have one name."""
    ours, theirs = make_league(), make_league(host=make_host().pk)
    prepared(meeting_of(theirs))
    act = LogEntry.objects.get(action=Action.LEAGUE_MEETING_PREPARED)
    assert act in log_of_league(theirs)
    assert act not in log_of_league(ours)


def test_a_match_day_is_checked_before_anybody_waits(monkeypatch):
    """A document takes seconds to read and value: nobody else could save meanwhile."""
    meeting = meeting_of(make_league())
    document = export_text(prepared(meeting)).encode()
    meeting = meeting_of(meeting.division.season)
    check = mock.Mock(wraps=importing.check_tournament)
    monkeypatch.setattr(importing, "check_tournament", check)
    monkeypatch.setattr(importing, "changing_league", mock.Mock(side_effect=InterruptedError))
    with pytest.raises(InterruptedError):
        import_results(meeting, document, by=Actor(name="test"))
    assert check.called


def test_a_document_fetches_no_account_of_another_host():
    """Whoever leads a league writes what names he likes into the document that he takes in."""
    stranger = make_user("fremde")
    stranger.last_name = "Geheimrat"
    stranger.save()
    make_tournament().memberships.create(user=stranger, role="organizer")
    host, leader = make_host(), make_user("leitung")
    HostRole.objects.create(user=leader, host=host, role="organizer")
    meeting = meeting_of(make_league(host=host.pk))
    document = json.loads(export_text(prepared(meeting)))
    document["memberships"] = [
        {"user": "fremde", "role": "viewer"},
        {"user": "leitung", "role": "organizer"},
    ]
    meeting = meeting_of(meeting.division.season)
    made = import_results(meeting, json.dumps(document).encode(), by=Actor(leader))
    assert stranger.memberships.count() == 1
    assert stranger not in accounts_of(host)
    members = {(each.user.username, each.user.is_active) for each in made.memberships.all()}
    assert members == {("=fremde", False), ("leitung", True)}
    # Once more, and it is the same nobody.
    again = import_results(meeting, json.dumps(document).encode(), by=Actor(leader), reason="neu")
    assert again.memberships.filter(user__username="=fremde").exists()
    assert User.objects.filter(username__endswith="fremde").count() == 2
