"""A match day that a venue reports counts in the league of the server, with its corrections."""

import json

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.exchange.reads.verify import verify
from scoring.leagues.reads.meetings import meeting_page
from scoring.leagues.services.importing import import_reported
from scoring.leagues.services.results import set_reported
from scoring.models import (
    Club,
    LeaguePlayer,
    LeagueTeam,
    LogEntry,
    Meeting,
    MeetingTeam,
    Person,
    ReceivedReport,
    Season,
    Tournament,
)
from scoring.models.log import Action
from scoring.standings.services import adjust
from scoring.tournament.services.tournaments import move_tournament
from tests.factories import make_tournament, make_user
from tests.leagues_played import BY, make_league, meeting_of, play_all, prepared
from tests.parcels import Reporter, document_of, make_reporter, received
from tests.refusals import codes_of
from tests.snapshots import built_once
from tests.visitors import browser, text

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
def club() -> Reporter:
    return make_reporter()


@pytest.fixture
def league(club: Reporter) -> Season:
    return make_league(host=club.host.pk)


def corrected(tournament: Tournament) -> Tournament:
    tournament.refresh_from_db()
    move_tournament(tournament, "review", by=BY, reason="a slip")
    adjust(tournament.entries.get(start_number=1), -700, reason="late", by=BY)
    move_tournament(tournament, "final", by=BY, reason="nobody objects")
    return tournament


def test_it_finds_its_meeting_by_the_teams_and_the_day_and_so_does_its_correction(club, league):
    at = venue()
    club.report(document_of(at))
    first = received()
    assert meeting_of(league).tournament == first
    assert (first.season, first.league) == (league, True)
    assert meeting_of(league, day=2).tournament is None
    club.report(document_of(corrected(at)))
    second = received()
    assert meeting_of(league).tournament == second != first
    first.refresh_from_db()
    assert (first.season, first.replaced_by) == (None, second)
    assert verify() == []


def test_what_is_reported_or_closed_is_not_changed_behind_its_leader(club, league):
    at = venue()
    club.report(document_of(at))
    set_reported(meeting_of(league), True, by=BY)
    before = meeting_of(league).tournament
    assert codes_of(club.report, document_of(corrected(at))) == ["meeting-is-reported"]
    league.closed_at = timezone.now()
    league.save()
    refused = codes_of(club.report, document_of(at, place="anderswo"))
    assert refused == ["season-closed", "meeting-is-reported"]
    assert meeting_of(league).tournament == before


def test_one_of_another_day_is_put_into_its_meeting_by_hand(club, league):
    """It was played a day later than the schedule says."""
    club.report(document_of(venue(), date="2026-10-03"))
    made = received()
    assert not Meeting.objects.filter(tournament=made).exists()
    import_reported(meeting_of(league), made, by=BY)
    assert meeting_of(league).tournament == made
    second = meeting_of(league, day=2)
    assert codes_of(import_reported, second, made, by=BY) == ["meeting-not-reported"]
    assert verify() == []


def known_elsewhere(league: Season, tournament: Tournament, number: int) -> tuple[str, Person]:
    """The document with a player of team 1 whom the league's host knows as one of another team."""
    document = json.loads(document_of(tournament))
    part = document["entries"][0]["person"]
    part["passport"] = "12.345.678"
    fields = {key: part.get(key) for key in ("family", "given", "passport", "birth_year")}
    club = Club.objects.create(host=league.host, name=part["club"]) if part.get("club") else None
    person = Person.objects.create(host=league.host, club=club, **fields)
    team = league.divisions.get().teams.get(number=number)
    LeaguePlayer.objects.create(season=league, team=team, person=person)
    return json.dumps(document), person


def stays(person: Person) -> list[tuple[int, int, int | None]]:
    rows = LeaguePlayer.objects.filter(person=person).order_by("from_day")
    return [(each.team.number, each.from_day, each.until_day) for each in rows]


def test_who_plays_for_another_team_than_before_is_on_its_roster(club, league):
    document, person = known_elsewhere(league, venue(), number=2)
    club.report(document)
    assert stays(person) == [(1, 1, None)]
    assert verify() == []
    # The leader reads it on the page of the meeting and in the log of the league.
    meeting = meeting_of(league)
    newcomers = meeting_page(meeting).newcomers
    [other] = [each.former_team for each in newcomers if each.person == person]
    [former] = league.divisions.get().teams.filter(number=2)
    assert other == former.name
    leader = make_user("chief", superuser=True)
    shown = text(browser(leader).get(reverse("league-meeting", args=[meeting.pk])))
    assert "Joined the roster by this match day" in shown
    assert f"on the roster of {former.name} until then" in shown
    rows = LogEntry.objects.filter(action=Action.LEAGUE_ROSTER_SET)
    changed = {row.new["team"]: set(row.old["people"]) ^ set(row.new["people"]) for row in rows}
    assert person.pk in changed[1] & changed[2]


def test_a_corrected_match_day_tells_of_who_came_with_it(club, league):
    at = venue()
    club.report(document_of(at))
    assert meeting_page(meeting_of(league)).newcomers == ()  # nobody had set up a roster
    document = json.loads(document_of(corrected(at)))
    document["entries"][0]["person"]["family"] = "Neuling"
    club.report(json.dumps(document))
    [newcomer] = meeting_page(meeting_of(league)).newcomers
    assert (newcomer.person.family, newcomer.former_team) == ("Neuling", "")
    # The leader takes him off the roster again.
    LeaguePlayer.objects.filter(person=newcomer.person).delete()
    assert meeting_page(meeting_of(league)).newcomers == ()


def test_who_plays_for_his_old_team_later_was_lent_for_the_day(club, league):
    """The match days arrive in another order than they were played."""
    document, person = known_elsewhere(league, venue(), number=2)
    later = make_tournament(host=league.host, season=league, league=True)
    later.entries.create(person=person, start_number=1)
    Meeting.objects.filter(pk=meeting_of(league, day=2).pk).update(tournament=later)
    club.report(document)
    assert stays(person) == [(1, 1, 1), (2, 2, None)]


def test_nobody_plays_for_two_teams_on_one_match_day(club, league):
    """Nothing is lost: the host sees what was refused, and the venue reports it again."""
    first = meeting_of(league)
    team = LeagueTeam.objects.create(division=league.divisions.get(), number=9, name="Gäste")
    document, person = known_elsewhere(league, venue(), number=team.number)
    other = make_tournament(host=league.host, season=league, league=True)
    other.entries.create(person=person, start_number=1)
    second = Meeting.objects.create(
        match_day=first.match_day, division=first.division, number=2, tournament=other
    )
    MeetingTeam.objects.create(meeting=second, match_day=first.match_day, team=team)
    assert codes_of(club.report, document) == ["league-player-elsewhere"]
    assert "aufgestellt" in ReceivedReport.objects.get().refusal
    assert meeting_of(league).tournament is None
