"""Seasons: created, changed, published, closed, removed, joined; who may, and what is logged."""

from dataclasses import replace
from datetime import date
from fractions import Fraction
from functools import partial

import pytest
from django.urls import reverse

from scoring.core.forms import Refused
from scoring.leagues.services.divisions import DivisionTerms, add_division, add_leader
from scoring.leagues.services.results import give_penalty, reverse_penalty
from scoring.models import (
    Actor,
    LogEntry,
    Meeting,
    Membership,
    Person,
    Role,
    Season,
    SeasonMember,
    TeamPenalty,
    Tournament,
)
from scoring.models.person import MAX_START_NUMBER
from scoring.models.tournament import TournamentState
from scoring.people.services import members
from scoring.people.services.members import add_members, set_members
from scoring.people.services.register import anonymise_people, merge_people
from scoring.standings.reads.season import season_standings
from scoring.tournament.services import seasons
from scoring.tournament.services.seasons import (
    SeasonTerms,
    change_season,
    close_season,
    create_season,
    join_season,
    remove_season,
    set_season_public,
)
from scoring.tournament.services.tournaments import (
    TournamentTerms,
    change_tournament,
    create_tournament,
    move_into_season,
    tournament_terms,
)
from tests.factories import make_entries, make_member, make_tournament, make_user
from tests.leagues_played import TEAMS, make_league
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


def test_a_season_exists_before_its_first_evening_and_has_a_name_of_its_own(season):
    [row] = LogEntry.objects.filter(action="season.created")
    assert (row.tournament, row.subject) == (None, f"season/{NAME}")
    assert row.new["season_order"] == "total"
    assert create_season(SeasonTerms("2027"), by=BY) != season
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
        move_into_season(day, "", by=organizer)
    assert [day.log.last().new["season"] for day in days] == ["", ""]
    remove_season(season, by=BY)
    assert not Season.objects.exists()
    assert LogEntry.objects.get(action="season.removed").old["name"] == NAME
    league = make_league()
    give_penalty(league.divisions.get().teams.first(), points=-9, reason="x", by=BY)
    penalty = TeamPenalty.objects.select_related("team__division__season").get()
    remove_season(Season.objects.get(), by=BY)
    refused = refusals(add_leader, league, organizer.user.username, by=BY)
    refused += refusals(reverse_penalty, penalty, reason="y", by=BY)
    assert refused == [("league-gone", ""), ("team-gone", "")], "its page was still open"
    row = LogEntry.objects.filter(action="season.removed").last()
    assert (row.old["divisions"], row.old["teams"]) == (["Staffel A"], [*TEAMS[:4]])


def test_members_take_their_start_numbers_and_free_ones(season, days, organizer):
    people = [each.person_id for each in make_entries(days[0], 3)]
    wanted = [(people[0], 7), (people[1], 7), (people[2], MAX_START_NUMBER + 1)]
    renumbered = [(7, 1), (MAX_START_NUMBER + 1, 2)]
    assert add_members(season, wanted, by=organizer) == (3, renumbered)
    assert add_members(season, [(people[0], 9)], by=organizer).new == 0
    numbers = dict(season.members.values_list("person", "number"))
    assert [numbers[each] for each in people] == [7, 1, 2]
    row = days[0].log.filter(action="season.members").last()
    assert row.new == {"season": NAME, "members": 3, "start_numbers": [1, 2, 7]}


def test_whoever_becomes_a_member_meanwhile_stays_one(season, days, organizer, monkeypatch):
    """Another organizer's change is stored just before this one gets the lock."""
    mine, theirs = [each.person_id for each in make_entries(days[0], 2)]
    changing = members.changing

    def changing_after_another(*args, **options):
        SeasonMember.objects.get_or_create(season=season, person_id=theirs, defaults={"number": 1})
        return changing(*args, **options)

    monkeypatch.setattr(members, "changing", changing_after_another)
    assert add_members(season, [(mine, 1)], by=organizer) == (1, [(1, 2)])
    assert dict(season.members.values_list("person", "number")) == {theirs: 1, mine: 2}


def test_members_may_swap_their_numbers_and_each_has_one_of_his_own(season, days, organizer):
    one, other = [each.person_id for each in make_entries(days[0], 2)]
    set_members(season, {one: 1, other: 2}, by=organizer)
    set_members(season, {one: 2, other: 1}, by=organizer)
    assert dict(season.members.values_list("person", "number")) == {one: 2, other: 1}
    twice = [("season-number-twice", f"number_{person}") for person in (one, other)]
    assert refusals(set_members, season, {one: 3, other: 3}, by=organizer) == twice
    assert refusals(set_members, season, {987_654: 1}, by=organizer) == [("person-gone", "")]
    set_members(season, {other: 1}, by=organizer)
    assert season.members.count() == 1


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


def test_a_season_is_closed_once_nothing_is_to_come_and_takes_no_further_day(
    season, days, organizer, monkeypatch
):
    assert refusals(close_season, season, True, by=organizer) == [("season-days-open", "")]
    empty = create_season(SeasonTerms("2027"), by=BY)
    assert refusals(close_season, empty, True, by=BY) == [("season-not-played", "")]
    finish(*days)
    assert season_standings(season).provisional, "final evenings make no final season"
    close = partial(Season.objects.update, closed_at="2026-05-01T12:00Z")
    with monkeypatch.context() as patched:  # somebody closes it while this one waits
        patched.setattr(seasons, "lock_season", lambda row: close() and row.refresh_from_db())
        assert refusals(move_into_season, days[0], "", by=BY) == [("season-closed", "season")]
    close_season(season, True, by=organizer)
    season.refresh_from_db()
    assert not season_standings(season).provisional
    for day in days:
        [row] = day.log.filter(action="season.closed")
        assert (row.old, row.new) == ({"closed": False}, {"season": season.name, "closed": True})
    other = make_tournament("Abend 3", date=date(2026, 3, 1))
    assert refusals(move_into_season, other, season.name, by=BY) == [("season-closed", "season")]
    assert refusals(move_into_season, days[0], "", by=BY) == [("season-closed", "season")]
    refused = refusals(join_season, days[0], season.name, 1, by=BY)
    refused += refusals(change_season, season, SeasonTerms(season.name, least=2), by=organizer)
    assert refused == [("season-closed", "season_best_of"), ("season-closed", "")]
    close_season(season, False, by=organizer)
    assert season_standings(Season.objects.get(pk=season.pk)).provisional
    assert LogEntry.objects.filter(tournament=None, action="season.reopened").count() == 1
    move_into_season(other, season.name, by=BY)
    assert season.tournaments.count() == 3


def test_moving_into_a_season_changes_nothing_else(season):
    """Not even what another organizer has saved since the tournament was read."""
    day = make_tournament("Abend 3", date=date(2026, 3, 1))
    terms = replace(tournament_terms(day), place="Krug", stake=Fraction(1, 2))
    change_tournament(Tournament.objects.get(pk=day.pk), terms, by=BY)
    for name, into in ((NAME, season), ("", None)):
        move_into_season(day, name, by=BY)
        row = day.log.filter(action="tournament.changed").last()
        assert row.new == {"season": name}
        assert Tournament.objects.get(pk=day.pk).season == into
    terms = tournament_terms(Tournament.objects.get(pk=day.pk))
    assert (terms.place, terms.stake) == ("Krug", Fraction(1, 2))


def test_a_league_waits_for_every_match_report_and_stays_one_with_its_divisions():
    """Its pages stand under the league: a club season would have none of its divisions."""
    league = make_league()
    assert refusals(close_season, league, True, by=BY) == [("season-reports-missing", "")]
    Meeting.objects.update(reported_at="2026-05-01T12:00Z")
    close_season(league, True, by=BY)
    league.refresh_from_db()
    assert league.closed_at
    terms = SeasonTerms(league.name, kind="club")
    assert refusals(change_season, league, terms, by=BY) == [("season-has-divisions", "kind")]
    Season.objects.update(kind="club")  # as an older version allowed
    assert refusals(add_division, league, DivisionTerms("B"), by=BY) == [("league-gone", "")]
    change_season(league, SeasonTerms(league.name, kind="league"), by=BY)


def test_the_page_offers_the_end_and_the_way_back(client, season, days):
    client.force_login(make_user("chief", superuser=True))
    page, address = reverse("season", args=[season.pk]), reverse("season-close", args=[season.pk])
    panel = reverse("tournament", args=[days[1].pk])
    assert address not in client.get(page).content.decode()
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


# A season belongs to all its tournaments: only organizers of all may change it.

TERMS = TournamentTerms("Herbstpokal", date(2026, 11, 21), season=NAME, ask_handed_in=False)


@pytest.fixture
def theirs() -> Tournament:
    """A tournament of a season that counts the best three, organized by others."""
    season = Season.objects.create(name=NAME, best_of=3)
    tournament = make_tournament("Frühjahrspokal", season=season)
    make_member(tournament, Role.ORGANIZER)
    return tournament


@pytest.fixture
def mine() -> Tournament:
    return make_tournament()


@pytest.fixture
def joining(mine: Tournament) -> Actor:
    return Actor(make_member(mine, Role.ORGANIZER))


def season_log(tournament: Tournament) -> list[tuple[object, object]]:
    return list(tournament.log.filter(action="season.changed").values_list("old", "new"))


def test_season_of_other_organizers_cannot_be_joined(theirs, mine, joining):
    theirs.memberships.create(user=joining.user, role=Role.REFEREE)
    assert refusals(change_tournament, mine, TERMS, by=joining) == [("season-of-others", "season")]
    mine.refresh_from_db()
    assert mine.season is None
    assert refusals(create_tournament, TERMS, by=joining) == [("season-of-others", "season")]
    assert Tournament.objects.count() == 2
    assert not season_log(theirs)


def test_joining_and_leaving_a_season_is_logged_in_its_tournaments(theirs, mine, joining):
    theirs.memberships.create(user=joining.user, role=Role.ORGANIZER)
    change_tournament(mine, TERMS, by=joining)
    mine.refresh_from_db()
    assert (mine.season, mine.season.best_of) == (theirs.season, 3)  # a blank figure keeps it
    assert mine.log.last().new == {"season": NAME, "season_best_of": 3}
    change_tournament(mine, replace(TERMS, season=""), by=joining)
    mine.refresh_from_db()
    assert mine.season is None
    assert season_log(theirs) == [
        ({"tournaments": 1}, {"season": NAME, "tournaments": 2}),
        ({"tournaments": 2}, {"season": NAME, "tournaments": 1}),
    ]


def test_season_settings_are_changed_only_by_organizers_of_all_its_tournaments(
    theirs, mine, joining
):
    mine.season = theirs.season
    mine.save()
    more = replace(TERMS, season_best_of=5)
    refused = refusals(change_tournament, mine, more, by=joining)
    assert refused == [("season-of-others", "season_best_of")]
    assert Season.objects.get().best_of == 3
    change_tournament(mine, TERMS, by=joining)  # season unchanged
    theirs.memberships.create(user=joining.user, role=Role.ORGANIZER)
    change_tournament(mine, more, by=joining)
    assert Season.objects.get().best_of == 5
    assert season_log(theirs) == [({"season_best_of": 3}, {"season_best_of": 5})]
    assert mine.log.last().new == {"season_best_of": 5}
