"""What is wrong with a stored league is found."""

import pytest

from scoring.exchange.reads.office import league_problems
from scoring.leagues.services.results import give_penalty, reverse_penalty
from scoring.models import LeaguePlayer, MeetingTeam, TeamPenalty, Tournament
from tests.leagues_played import BY, TEAMS, make_league, meeting_of, prepared
from tests.visitors import undone


@pytest.mark.django_db
def test_every_contradiction_of_a_league_is_named():
    season = make_league(TEAMS)
    played = Tournament.objects.filter(pk=prepared(meeting_of(season)).pk)
    team = season.divisions.get().teams.get(number=1)
    give_penalty(team, points=-100, reason="spät", by=BY)
    reverse_penalty(team.penalties.get(), reason="doch nicht", by=BY)
    stranger = make_league(name="Andere Liga").divisions.get().teams.get(number=4)
    stay = LeaguePlayer.objects.filter(season=season)[:1].get()
    one = MeetingTeam.objects.filter(team=team, meeting__tournament__in=played)
    again = {"season": season, "team": team, "person": stay.person, "from_day": 1, "until_day": 1}
    assert list(league_problems()) == []
    for damage, code in (
        (lambda: played.update(season=None), "verify-league-tournament"),
        (lambda: TeamPenalty.objects.update(points=1), "verify-league-penalty"),
        (lambda: LeaguePlayer.objects.create(**again), "verify-league-player"),
        (lambda: LeaguePlayer.objects.update(from_day=2), "verify-league-stranger"),
        (lambda: one.update(team=stranger), "verify-league-team"),
    ):
        with undone():
            damage()
            assert code in {problem.code for problem in league_problems()}
