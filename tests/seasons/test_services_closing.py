"""A season ends when its organizer says so; until then its table is provisional."""

from datetime import date

import pytest
from django.urls import reverse

from scoring.leagues.services.divisions import create_league
from scoring.models import (
    Division,
    LogEntry,
    MatchDay,
    Meeting,
    Season,
    Tournament,
)
from scoring.models.tournament import TournamentState
from scoring.seasons.services import close_season, move_tournament_to
from scoring.standings.reads.season import season_standings
from tests.factories import make_tournament, make_user
from tests.seasons.test_services_seasons import BY, refusals
from tests.visitors import text

pytestmark = pytest.mark.django_db


def finish(*tournaments: Tournament) -> None:
    pks = [each.pk for each in tournaments]
    Tournament.objects.filter(pk__in=pks).update(state=TournamentState.FINAL)


def test_final_evenings_make_no_final_season(season, days, organizer):
    finish(*days)
    assert season_standings(season).provisional
    close_season(season, True, by=organizer)
    season.refresh_from_db()
    assert not season_standings(season).provisional
    for day in days:
        [row] = day.log.filter(action="season.closed")
        assert (row.old, row.new) == ({"closed": False}, {"season": season.name, "closed": True})
    close_season(season, False, by=organizer)
    assert season_standings(Season.objects.get()).provisional
    assert LogEntry.objects.filter(tournament=None, action="season.reopened").count() == 1


def test_a_season_with_something_to_come_is_not_closed(season, days, organizer):
    finish(days[0])
    assert refusals(close_season, season, True, by=organizer) == [("season-days-open", "")]
    move_tournament_to(days[0], None, by=BY)
    move_tournament_to(days[1], None, by=BY)
    assert refusals(close_season, season, True, by=BY) == [("season-not-played", "")]


def test_a_closed_season_takes_no_further_day(season, days, organizer):
    finish(*days)
    close_season(season, True, by=organizer)
    other = make_tournament("Abend 3", date=date(2026, 3, 1))
    assert refusals(move_tournament_to, other, season, by=BY) == [("season-closed", "season")]
    close_season(season, False, by=organizer)
    move_tournament_to(other, season, by=BY)
    assert season.tournaments.count() == 3


def test_a_league_waits_for_every_match_report():
    league = create_league("Bezirksliga", by=BY)
    division = Division.objects.create(season=league, number=1, name="Staffel 1")
    day = MatchDay.objects.create(season=league, number=1)
    meeting = Meeting.objects.create(division=division, match_day=day, number=1)
    assert refusals(close_season, league, True, by=BY) == [("season-reports-missing", "")]
    Meeting.objects.filter(pk=meeting.pk).update(reported_at="2026-05-01T12:00Z")
    close_season(league, True, by=BY)
    league.refresh_from_db()
    assert league.closed_at


def test_the_page_offers_the_end_and_the_way_back(client, season, days):
    client.force_login(make_user("chief", superuser=True))
    page, address = reverse("season", args=[season.pk]), reverse("season-close", args=[season.pk])
    panel = reverse("tournament", args=[days[1].pk])
    assert address not in client.get(page).content.decode()
    assert "#end" not in client.get(panel).content.decode()
    finish(*days)
    assert address in client.get(page).content.decode()
    assert f"{page}#end" in client.get(panel).content.decode()
    assert "vorläufig" in text(client.get(page))
    client.post(address, {"on": "yes"})
    shown = client.get(page)
    assert "vorläufig" not in text(shown)
    assert reverse("next-evening", args=[days[1].pk]) not in shown.content.decode()
    assert "#end" not in client.get(panel).content.decode()
    client.post(address, {"on": "no"})
    assert "vorläufig" in text(client.get(page))
