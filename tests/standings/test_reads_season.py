"""The table of a season, against a second reckoning; and what its pages ask of the database."""

import pytest

from scoring.models import Person, Season, Tournament
from scoring.models.spelling import NOBODY, PublishedAs, names_for_everybody
from scoring.people.services.members import set_members
from scoring.standings.reads.players import standings
from scoring.standings.reads.season import season_standings
from scoring.standings.reads.season_pages import chart_with_average, person_in, season_overview
from scoring.tournament.reads.evenings import attendees, earlier_days
from tests.factories import adjust
from tests.snapshots import built_once
from tests.standings.reckoning import table_of
from tests.tournament.test_services_seasons import BY
from tests.years import club_year

pytestmark = pytest.mark.django_db


@built_once
def a_year() -> Season:
    return club_year(20, 6, 2, come=70)


def ours(season: Season) -> list[tuple[object, ...]]:
    return [
        (row.rank.rank or None, row.name, row.figure, len(row.results))
        for row in season_standings(season).rows
    ]


@pytest.mark.parametrize("order", ["total", "average", "points"])
@pytest.mark.parametrize(("best_of", "least"), [(None, None), (3, None), (4, 5), (1, 6)])
def test_a_season_equals_a_second_reckoning(order, best_of, least):
    season = a_year()
    Season.objects.update(order=order, best_of=best_of, least=least)
    adjust(season.tournaments.first(), 1, -100)
    adjust(season.tournaments.first(), 2, 60, season.tournaments.first().series.first())
    season.refresh_from_db()
    assert sorted(ours(season), key=str) == sorted(table_of(season), key=str)
    ranks = [row[0] for row in ours(season)]
    assert ranks == sorted(ranks, key=lambda rank: rank or 999), "the unranked stand at the end"


def test_every_evening_equals_the_standings_of_its_tournament():
    season = a_year()
    Tournament.objects.update(best_of=1)
    adjust(season.tournaments.first(), 3, 500)
    for day in season_standings(season).days:
        found = standings(day.tournament)
        assert {row.entry_id: (row.performance, row.won, row.lost) for row in found.rows} == {
            each.entry_id: (each.performance, each.won, each.lost) for each in day.results.values()
        }
        by_entry = {each.entry_id: day.ranks[who] for who, each in day.results.items()}
        assert by_entry == {row.entry_id: row.rank.rank for row in found.rows}
        first = [row.name for row in found.rows if row.rank.rank == 1]
        assert day.winner_names == "; ".join(sorted(first))


def test_a_page_of_forty_evenings_needs_few_queries(django_assert_max_num_queries):
    season = club_year(12, 40, 1)
    with django_assert_max_num_queries(7):
        overview = season_overview(season)
    assert (len(overview.standings.days), len(overview.standings.rows)) == (40, 12)


def test_members_who_did_not_come_are_missing():
    season = a_year()
    people = list(Person.objects.order_by("pk"))
    set_members(season, {each.pk: number for number, each in enumerate(people, 1)}, by=BY)
    last = earlier_days(season)[0]
    here = set(last.entries.values_list("person", flat=True))
    found = season_overview(season)
    assert {each.person for each in found.missing} == {p for p in people if p.pk not in here}
    assert (found.last.tournament, found.upcoming) == (last, None)
    coming = Tournament.objects.create(name="Abend 7", date=last.date, season=season)
    found = season_overview(season)
    assert (found.upcoming, len(found.missing)) == (coming, len(people))


def test_everybody_who_reached_the_best_series_is_named():
    season = club_year(4, 1, 1)
    day = season.tournaments.get()
    first, second = standings(day).rows[:2]
    missing = first.performance - second.performance
    adjust(day, second.start_number, missing, day.series.get())
    [record] = (each for each in season_overview(season).records if each.what == "series")
    assert record.figure == first.performance
    assert sorted(record.names.split("; ")) == sorted([first.name, second.name])


def test_members_are_listed_by_number_and_guests_below():
    season = a_year()
    one, other, *_rest = Person.objects.order_by("pk")
    set_members(season, {one.pk: 5, other.pk: 2}, by=BY)
    found = attendees(earlier_days(season), season=season)
    assert [(each.person, each.start_number) for each in found[:2]] == [(other, 2), (one, 5)]
    assert all(each.is_member for each in found[:2])
    assert not any(each.is_member or each.start_number in (2, 5) for each in found[2:])


def test_a_person_has_a_row_for_every_evening():
    season = a_year()
    season.best_of = 2
    found = season_standings(season)
    row = found.rows[0]
    person = person_in(found, row.person_id)
    assert [each.number for each in person.days] == sorted(row.results)
    counted = (each.result for each in person.days if each.number not in row.dropped)
    assert sum(each.performance for each in counted) == row.performance
    assert person_in(found, 0) is None


def test_results_stand_beside_their_average_and_a_missed_evening_leaves_a_gap():
    chart = chart_with_average("", "", [900, None, 601])
    assert chart is not None
    assert chart.labels == ("1", "2", "3")
    assert [figures for _name, figures in chart.lines] == [(900, None, 601), (750, 750, 750)]
    assert chart_with_average("", "", [None, 900]) is None


def test_names_for_everybody_stay_out_of_the_season_of_its_own_people():
    """The press report reads the season with the names that may be published."""
    season = club_year(4, 1, 1)
    Person.objects.update(published_as=PublishedAs.NOBODY)
    with names_for_everybody():
        assert {row.name for row in season_standings(season).rows} == {NOBODY}
    assert NOBODY not in {row.name for row in season_standings(season).rows}
