"""A match day that a venue reports counts in the league of the server, with its corrections."""

from datetime import date

import pytest
from django.utils import timezone

from scoring.core.refusals import Refused
from scoring.leagues.services.importing import take_reported
from scoring.leagues.services.results import set_reported
from scoring.models import Meeting, ReceivedReport, Season, Tournament
from scoring.standings.services.adjustments import adjust
from scoring.tournament.services.tournaments import move_tournament
from scoring.verify.reads.verify import verify
from tests.leagues_played import BY, make_league, meeting_of, play_all, prepared
from tests.parcels import Computer, document_of, make_computer
from tests.refusals import codes
from tests.snapshots import built_once

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@built_once
def venue() -> Tournament:
    """What the laptop of a venue has: its match day, played to the end."""
    tournament = prepared(meeting_of(make_league(name="Auf dem Laptop")))
    play_all(tournament)
    final(tournament)
    return tournament


def final(tournament: Tournament) -> None:
    tournament.refresh_from_db()
    if tournament.state != "running":
        move_tournament(tournament, "running", by=BY)
    move_tournament(tournament, "review", by=BY)
    move_tournament(tournament, "final", by=BY, reason="nobody objects")


@pytest.fixture
def computer() -> Computer:
    return make_computer()


@pytest.fixture
def league(computer: Computer) -> Season:
    return make_league(host=computer.host.pk)


def corrected(tournament: Tournament) -> Tournament:
    tournament.refresh_from_db()
    move_tournament(tournament, "review", by=BY, reason="a slip")
    adjust(tournament.entries.get(start_number=1), -700, reason="late", by=BY)
    move_tournament(tournament, "final", by=BY, reason="nobody objects")
    return tournament


def test_it_finds_its_meeting_by_the_teams_and_the_day(computer, league):
    computer.report(document_of(venue()))
    made = ReceivedReport.objects.get().tournament
    assert meeting_of(league).tournament == made
    assert (made.season, made.league) == (league, True)
    assert meeting_of(league, day=2).tournament is None
    assert verify() == []


def test_a_corrected_one_takes_its_place_in_the_meeting(computer, league):
    at = venue()
    computer.report(document_of(at))
    first = ReceivedReport.objects.get().tournament
    computer.report(document_of(corrected(at)), version=2)
    second = ReceivedReport.objects.get().tournament
    assert meeting_of(league).tournament == second != first
    first.refresh_from_db()
    assert (first.season, first.replaced_by) == (None, second)
    assert verify() == []


def test_a_match_report_that_is_in_is_not_changed_behind_its_leader(computer, league):
    at = venue()
    computer.report(document_of(at))
    set_reported(meeting_of(league), True, by=BY)
    before = meeting_of(league).tournament
    with pytest.raises(Refused) as refusal:
        computer.report(document_of(corrected(at)), version=2)
    assert codes(refusal) == ["meeting-is-reported"]
    assert meeting_of(league).tournament == before


def test_a_closed_league_takes_in_no_match_day(computer, league):
    league.closed_at = timezone.now()
    league.save()
    with pytest.raises(Refused) as refusal:
        computer.report(document_of(venue()))
    assert codes(refusal) == ["season-closed"]
    assert meeting_of(league).tournament is None
    assert not ReceivedReport.objects.exists()


def test_one_of_another_day_is_put_into_its_meeting_by_hand(computer, league):
    """It was played a day later than the schedule says."""
    at = venue()
    at.date = date(2026, 10, 3)
    at.save()
    computer.report(document_of(at))
    made = ReceivedReport.objects.get().tournament
    assert not Meeting.objects.filter(tournament=made).exists()
    take_reported(meeting_of(league), made, by=BY)
    assert meeting_of(league).tournament == made
    with pytest.raises(Refused) as refusal:
        take_reported(meeting_of(league, day=2), made, by=BY)
    assert codes(refusal) == ["meeting-not-reported"]
    assert verify() == []
