"""Seasons: created, changed, published, removed; who may, and what the log keeps."""

import pytest

from scoring.core.forms import Refused
from scoring.models import Actor, LogEntry, Person, Season, Tournament
from scoring.models.person import MAX_START_NUMBER
from scoring.people.services.clubs import anonymise_people, merge_people
from scoring.seasons.services import (
    SeasonTerms,
    add_members,
    change_season,
    create_season,
    move_tournament_to,
    remove_season,
    set_members,
    set_public,
)
from tests.factories import make_entries

pytestmark = pytest.mark.django_db
BY = Actor(name="test")
NAME = "2026/27"


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
    set_public(season, True, by=organizer)
    season.refresh_from_db()
    assert season.public
    assert set(Tournament.objects.values_list("public", flat=True)) == {True}
    for day in days:
        [row] = day.log.filter(action="season.public.opened")
        assert (row.old, row.new) == ({"public": False}, {"season": NAME, "public": True})
    set_public(season, False, by=organizer)
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
