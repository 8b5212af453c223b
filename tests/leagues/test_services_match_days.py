"""A meeting becomes a tournament of the league, its results the table; its report, and the log."""

import pytest

from scoring.core.text import Name
from scoring.leagues.reads.league import league_events, log_of_league
from scoring.leagues.reads.listings import league_head, meeting_head, team_page
from scoring.leagues.reads.meetings import report_listings
from scoring.leagues.services.importing import join_roster, match_players, match_teams
from scoring.leagues.services.match_days import (
    RosterLine,
    people_for_roster,
    set_roster,
    substitute,
)
from scoring.leagues.services.results import give_penalty, set_absent
from scoring.models import Club, Fees, Person
from scoring.models.team import Member
from scoring.money.services.ledger import set_fees
from scoring.prints.services import set_host_logo
from scoring.series.services.draw import draw_series
from scoring.series.services.teams import add_team, change_team, remove_team
from scoring.tournament.services.tournaments import move_into_season, set_defaults
from tests.leagues_played import BY, lineup, make_league, meeting_of, play, prepared
from tests.papers import LOGO
from tests.refusals import codes_of

pytestmark = pytest.mark.django_db


def stays(person: Person) -> list[tuple[int, int, int | None]]:
    rows = person.in_leagues.order_by("from_day")
    return list(rows.values_list("team__number", "from_day", "until_day"))


def test_the_first_match_day_is_as_the_host_agreed_and_the_next_like_it():
    season = make_league()
    agreed = {"organizer": "LV Nord", "confirm": "self", "paper_total": False}
    fees = {"entry_cents": 1000, "lost_ladder": [[1, 50]]}
    set_defaults(season.host, {"system": "isko-1998", **agreed, **fees}, by=BY)
    first = prepared(meeting_of(season))
    assert {key: getattr(first, key) for key in agreed} == agreed
    assert (first.fees.entry_cents, first.fees.lost_ladder) == (0, [[1, 50]])
    set_fees(first, Fees(passed_cents=20), by=BY)
    set_defaults(season.host, {"system": "isko-1998"}, by=BY)
    second = prepared(meeting_of(season, day=2))
    assert codes_of(move_into_season, second, "", by=BY) == ["tournament-is-a-match-day"]
    assert (second.organizer, second.confirm) == ("LV Nord", "self")
    assert (second.fees.passed_cents, second.fees.lost_ladder) == (20, [])


def test_the_papers_of_a_league_bear_the_logo_of_its_host():
    season = make_league()
    assert not league_head(season).logo
    set_host_logo(season.host, LOGO, by=BY)
    assert league_head(season).logo
    assert meeting_head(meeting_of(season)).logo


def test_a_substitute_plays_from_the_next_series_on_for_his_team_in_the_position_of_another():
    meeting = meeting_of(make_league())
    made = prepared(meeting)
    play(made.series.get(number=1))
    draw_series(made.series.get(number=2), by=BY, seed="x")
    meeting.refresh_from_db()
    entry = substitute(meeting, 3, Name("Neu", "Nora"), from_series=2, by=BY)
    assert entry.start_number == 17
    assert made.series.get(number=2).lists.filter(seat_rows__entry=entry).exists()
    members = made.team_contests.get().teams.get(number=1).members
    of_team = list(members.values_list("entry__start_number", "from_series", "until_series"))
    assert of_team == [(1, 1, None), (2, 1, None), (3, 1, 1), (17, 2, None), (4, 1, None)]


def test_a_team_of_a_match_day_takes_nobody_from_elsewhere_and_formed_again_is_that_of_the_league():
    """Who is on no roster, or on that of another team, plays for nobody (`verify` would say so)."""
    contest = prepared(meeting_of(make_league())).team_contests.get()
    for team in contest.teams.filter(number__in=(2, 3)):
        remove_team(team, by=BY)
    members, first = [Member(number) for number in range(1, 9)], contest.teams.get(number=1)
    for act, who in ((change_team, [*members[:3], members[4]]), (add_team, members[4:7])):
        team, name = (first, first.name) if act == change_team else (contest, "Damen")
        assert set(codes_of(act, team, name, who, by=BY)) == {"team-member-off-the-roster"}
    change_team(first, first.name, members[:3], by=BY)
    assert add_team(contest, "BUBEN", members[4:], by=BY).number == 2, "as in the league"
    for name, code in (("", "team-not-of-the-day"), ("Buben", "team-name-taken")):
        assert codes_of(add_team, contest, name, members[3:4], by=BY) == [code]


def test_nobody_is_on_two_rosters_on_one_day_and_a_stay_that_has_an_end_counts():
    team, other, third = make_league().divisions.get().teams.all()[:3]
    nora = Name("Neu", "Nora")
    [person] = people_for_roster(team, [nora], 1)
    team.players.filter(person=person).update(until_day=3)
    people_for_roster(other, [nora], 4)
    people_for_roster(team, [nora], 2)
    assert stays(person) == [(1, 1, 3), (2, 4, None)]
    set_roster(third, [RosterLine(nora)], from_day=3, by=BY)
    assert stays(person) == [(1, 1, 2), (3, 3, None)]
    set_roster(third, [], from_day=5, by=BY)
    set_roster(third, [RosterLine(nora)], from_day=4, by=BY)
    assert stays(person) == [(1, 1, 2), (3, 3, 3), (3, 4, None)]
    assert team_page(third).next_day == 4, "saving the page again brings nobody forward"
    set_roster(third, [RosterLine(nora)], from_day=2, by=BY)
    assert stays(person) == [(1, 1, 1), (3, 2, None)], "the day was mistyped"


def test_who_plays_before_his_stay_begins_came_earlier_and_remains_on_the_roster():
    season = make_league()
    team, other = season.divisions.get().teams.all()[:2]
    set_roster(team, [RosterLine(lineup(1)[0], 9)], from_day=2, by=BY)
    other.players.create(season=season, person=team.players.get().person, until_day=1)
    for day in (2, 1):
        prepared(meeting_of(season, day))
    assert team.players.get(position=9).from_day == 1
    assert codes_of(set_roster, team, [], from_day=1, by=BY) == ["league-player-elsewhere"] * 4


def test_who_is_on_the_roster_is_not_taken_for_his_namesake_there():
    made = prepared(meeting := meeting_of(make_league()))
    person = made.entries.get(start_number=1).person
    stay = person.in_leagues.select_related("team__division").get()
    twin = Person.objects.create(family=person.family, given=person.given, host=person.host)
    stay.team.players.create(season=stay.season, person=twin)
    match_players(meeting, made, BY)
    assert made.entries.get(start_number=1).person == person


def test_who_is_lent_on_the_last_day_of_his_stay_does_not_return_to_it():
    """The match days come in another order than they were played."""
    season = make_league(days=5)
    prepared(meeting_of(season, day=5))
    team, other = season.divisions.get().teams.all()[:2]
    person = team.players.first().person
    for at, first, last in ((team, 1, 3), (other, 4, 4)):
        person.in_leagues.create(season=season, team=at, from_day=first, until_day=last)
    assert join_roster(meeting_of(season, day=3), other, person) == []
    assert stays(person) == [(1, 1, 2), (2, 3, 3), (2, 4, 4), (1, 5, None)]
    mate = team.players.exclude(person=person).first().person
    mate.in_leagues.update(from_day=1, position=9)
    assert join_roster(meeting_of(season, day=4), other, mate) == []
    assert stays(mate) == [(1, 1, 3), (2, 4, 4), (1, 5, None)]
    assert team.players.get(position=9).person == mate, "and has his place again"


def test_a_match_day_whose_teams_the_league_cannot_tell_apart_is_refused():
    made = prepared(meeting := meeting_of(make_league()))
    made.team_contests.get().teams.filter(number=2).update(name="ASSE")
    assert codes_of(match_teams, meeting, made) == ["team-name-taken"] * 2


def test_a_report_before_play_has_room_to_write():
    """Four teams, sixteen players, four substitutions, five who sign."""
    listings = report_listings(meeting_of(make_league()))
    assert [len(each.rows) for each in listings] == [4, 16, 4]
    assert len(listings[-1].signatures) == 5


def test_of_two_namesakes_the_member_of_the_teams_club_is_meant():
    team = meeting_of(make_league()).division.teams.get(number=1)
    team.club = Club.objects.create(name="Kreuz Bube", host=team.division.season.host)
    team.save()
    ada = {"family": "Amsel", "given": "Ada", "club": team.club}  # a club left stays there
    [_other, own] = [Person.objects.create(**ada) for _time in range(2)]
    own.memberships.create(club=team.club, number=1)
    set_roster(team, [RosterLine(Name("Amsel", "Ada"))], by=BY)
    assert [player.person for player in team.players.all()] == [own]


def test_the_log_of_a_league_names_fields_and_people(english):
    season = make_league()
    team = season.divisions.get().teams.get(number=1)
    set_roster(team, [RosterLine(name) for name in lineup(1, 2)], by=BY)
    give_penalty(team, match_points=-1, reason="spät", by=BY)
    set_absent(meeting_of(season), 2, True, series=1, reason="falsch", by=BY)
    events = league_events(log_of_league(season))[:3]
    lost, penalty, roster = ({d.name: d.new for d in each.differences} for each in events)
    assert roster["Roster"] == "Kai Spieler1a, Kai Spieler1b"
    assert penalty["Match points"] == "−1"
    assert lost["Did not play, or series lost"] == "yes"
