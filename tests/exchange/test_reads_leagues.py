"""What is wrong with a stored league is found."""

import pytest

from scoring.exchange.reads.office import league_problems
from scoring.leagues.services.results import give_penalty, reverse_penalty
from scoring.models import LeaguePlayer, MeetingTeam, TeamPenalty, Tournament
from tests.leagues_played import BY, TEAMS, make_league, meeting_of, prepared

pytestmark = pytest.mark.django_db


def codes() -> list[str]:
    return sorted({each.code for each in league_problems()})


def test_every_contradiction_of_a_league_is_named():
    season = make_league(TEAMS)
    made = prepared(meeting_of(season))
    team = season.divisions.get().teams.get(number=1)
    give_penalty(team, points=-100, reason="spät", by=BY)
    reverse_penalty(team.penalties.get(), reason="doch nicht", by=BY)
    assert codes() == []
    Tournament.objects.filter(pk=made.pk).update(season=None)
    assert codes() == ["verify-league-tournament"]
    Tournament.objects.filter(pk=made.pk).update(season=season)
    TeamPenalty.objects.filter(reverses__isnull=False).update(points=1)
    assert codes() == ["verify-league-penalty"]
    TeamPenalty.objects.filter(reverses__isnull=False).update(points=100)
    first = LeaguePlayer.objects.filter(season=season).first()
    assert first is not None
    LeaguePlayer.objects.create(
        season=season, team=team, person=first.person, from_day=1, until_day=1
    )
    assert codes() == ["verify-league-player"]
    LeaguePlayer.objects.filter(until_day=1).delete()
    LeaguePlayer.objects.filter(pk=first.pk).update(from_day=2)
    assert codes() == ["verify-league-stranger"]
    LeaguePlayer.objects.filter(pk=first.pk).update(from_day=1)
    other = make_league(name="Andere Liga").divisions.get().teams.get(number=4)
    row = MeetingTeam.objects.filter(meeting__tournament=made).first()
    assert row is not None
    MeetingTeam.objects.filter(pk=row.pk).update(team=other)
    assert "verify-league-team" in codes()
