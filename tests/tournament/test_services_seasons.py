"""Seasons: created, changed, published, closed, removed; who may, and what the log keeps."""

from datetime import date

import pytest
from django.urls import reverse

from scoring.core.forms import Refused
from scoring.leagues.services.divisions import create_league
from scoring.models import (
    Actor,
    Division,
    LogEntry,
    MatchDay,
    Meeting,
    Membership,
    Person,
    Role,
    Season,
    Tournament,
)
from scoring.models.person import MAX_START_NUMBER
from scoring.models.tournament import TournamentState
from scoring.people.services.clubs import anonymise_people, merge_people
from scoring.people.services.members import add_members, set_members
from scoring.standings.reads.season import season_standings
from scoring.tournament.services.seasons import (
    SeasonTerms,
    change_season,
    close_season,
    create_season,
    remove_season,
    set_season_public,
)
from scoring.tournament.services.tournaments import move_tournament_to
from tests.factories import make_entries, make_member, make_tournament, make_user
from tests.visitors import text

pytestmark = pytest.mark.django_db
BY = Actor(name="test")
NAME = "2026/27"


@pytest.fixture
def season() -> Season:
    return create_season(SeasonTerms(NAME), by=BY)


@pytest.fixture
def days(season: Season) -> list[Tournament]:
    return [make_tournament(f"Abend {n}", season=season, date=date(2026, n, 1)) for n in (1, 2)]


@pytest.fixture
def organizer(days: list[Tournament]) -> Actor:
    user = make_member(days[0], Role.ORGANIZER)
    Membership.objects.create(user=user, tournament=days[1], role=Role.ORGANIZER)
    return Actor(user)


def refusals(call, *args, **more) -> list[tuple[str, str]]:
    with pytest.raises(Refused) as refused:
        call(*args, **more)
    return [(problem.code, problem.field) for problem in refused.value.problems]


def test_a_season_exists_before_its_first_evening(season):
    [row] = LogEntry.objects.filter(action="season.created")
    assert (row.tournament, row.subject) == (None, f"season/{NAME}")
    assert row.new["season_order"] == "total"
    assert create_season(SeasonTerms("2027"), by=BY) != season


def test_a_name_is_given_once(season):
    assert refusals(create_season, SeasonTerms(NAME), by=BY) == [("season-name-taken", "name")]


def test_a_change_is_logged_in_every_tournament(season, days, organizer):
    change_season(season, SeasonTerms("2026", order="points", best_of=7), by=organizer)
    season.refresh_from_db()
    assert (season.name, season.order, season.best_of) == ("2026", "points", 7)
    for day in days:
        [row] = day.log.filter(action="season.changed")
        assert row.old == {"name": NAME, "season_order": "total", "season_best_of": None}
        changed = {"name": "2026", "season_order": "points", "season_best_of": 7}
        assert row.new == {"season": "2026", **changed}
    change_season(season, SeasonTerms("2026", order="points", best_of=7), by=organizer)
    assert LogEntry.objects.filter(action="season.changed").count() == 3, "nothing changed"


def test_one_switch_opens_the_season_and_all_its_evenings(season, days, organizer):
    set_season_public(season, True, by=organizer)
    season.refresh_from_db()
    assert season.public
    assert set(Tournament.objects.values_list("public", flat=True)) == {True}
    for day in days:
        [row] = day.log.filter(action="season.public.opened")
        assert (row.old, row.new) == ({"public": False}, {"season": NAME, "public": True})
    set_season_public(season, False, by=organizer)
    assert set(Tournament.objects.values_list("public", flat=True)) == {False}


def test_only_an_empty_season_is_removed(season, days, organizer):
    assert refusals(remove_season, season, by=organizer) == [("season-not-empty", "")]
    for day in days:
        move_tournament_to(day, None, by=organizer)
    assert [day.log.last().new["season"] for day in days] == ["", ""]
    remove_season(season, by=BY)
    assert not Season.objects.exists()
    assert LogEntry.objects.get(action="season.removed").old["name"] == NAME


def test_members_take_their_start_numbers_and_free_ones(season, days, organizer):
    people = [each.person_id for each in make_entries(days[0], 3)]
    wanted = [(people[0], 7), (people[1], 7), (people[2], MAX_START_NUMBER + 1)]
    assert add_members(season, wanted, by=organizer) == 3
    assert add_members(season, [(people[0], 9)], by=organizer) == 0
    numbers = dict(season.members.values_list("person", "number"))
    assert [numbers[each] for each in people] == [7, 1, 2]
    row = days[0].log.filter(action="season.members").last()
    assert row.new == {"season": NAME, "members": 3, "start_numbers": [1, 2, 7]}


def test_members_may_swap_their_numbers(season, days, organizer):
    one, other = [each.person_id for each in make_entries(days[0], 2)]
    set_members(season, {one: 1, other: 2}, by=organizer)
    set_members(season, {one: 2, other: 1}, by=organizer)
    assert dict(season.members.values_list("person", "number")) == {one: 2, other: 1}
    set_members(season, {other: 1}, by=organizer)
    assert season.members.count() == 1


def test_a_number_belongs_to_one_member(season, days, organizer):
    one, other = [each.person_id for each in make_entries(days[0], 2)]
    assert refusals(set_members, season, {one: 3, other: 3}, by=organizer) == [
        ("season-number-twice", f"number_{one}"),
        ("season-number-twice", f"number_{other}"),
    ]
    assert refusals(set_members, season, {987_654: 1}, by=organizer) == [("person-gone", "")]


def test_who_is_merged_stays_a_member_and_who_is_forgotten_does_not(season, days):
    gone, kept = (Person.objects.create(family=name) for name in ("Amsel", "Amsell"))
    set_members(season, {gone.pk: 4}, by=BY)
    merge_people(days[0], gone, kept, by=BY)
    assert season.members.get().person == kept
    anonymise_people(days[0], [kept], by=BY)
    assert not season.members.exists()


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
