"""Parts of the projector: everything that is released, in order of the day."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.messages.sentence import points
from scoring.models import Seat, Series, Tournament
from scoring.money.services.pots import create_pot
from scoring.public import services
from scoring.public.access import room_of
from scoring.public.reads import projector
from scoring.public.reads.feeds import published_tournament
from scoring.rules.announcement import ITEMS
from scoring.series.services.series import move_series
from scoring.simulation import services as simulation
from scoring.standings.reads.scopes import find_standings
from tests.factories import make_category, make_team
from tests.money.till import promised
from tests.simulated import BY, DAY
from tests.snapshots import built_once

pytestmark = pytest.mark.usefixtures("english")
PLAN = simulation.SimulationPlan(8, 3, "wall", "Herbstpokal", DAY, rounds=3)


@pytest.fixture
@built_once
def tournament(db: None) -> Tournament:
    """Two series are played, the seating of the third is drawn; all of it is released."""
    found = simulation.register(PLAN, by=BY)
    make_category(found, "Damen", range(1, 5))
    make_team(found, range(1, 5))
    make_team(found, range(5, 7), kind="tandem", size=2)
    for number in (1, 2):
        simulation.play_series(PLAN, found, number, by=BY)
        services.set_part_public(found.series.get(number=number), "results", True, by=BY)
    third = simulation.seat_series(PLAN, found, 3, by=BY)
    services.set_part_public(third, "seating", True, by=BY)
    found.refresh_from_db()
    services.set_public(found, True, by=BY)
    return found


def third(tournament: Tournament) -> Series:
    return tournament.series.select_related("tournament").get(number=3)


def parts(tournament: Tournament) -> dict[str, projector.WallPart]:
    return {part.code: part for part in projector.wall(room_of(tournament.pk)).parts}


RANKINGS = ["series", "overall", "team", "tandem", "category/Damen"]


def test_seating_and_rankings_are_shown_before_play(tournament):
    found = parts(tournament)
    assert [code for code, part in found.items() if part.usual] == ["seating", "tables", *RANKINGS]
    seats = {(row.name, row.figures) for row in found["seating"].rows}
    assert len(seats) == 8
    for table in found["tables"].rows:
        for line in table.lines:
            position, given, family = line.split()
            assert (f"{family}, {given}", (table.name.split()[-1], position)) in seats
    assert found["series"].title == "Standings of series 2"
    overall = found["overall"].rows
    assert overall[0].rank == "1"
    assert len(overall) == len({row.key for row in overall}) == 8
    assert [len(found[code].rows) for code in RANKINGS] == [8, 8, 1, 1, 4]
    assert {code for code, part in found.items() if part.ranked} == {*RANKINGS, *specials(found)}


def test_missing_tables_are_shown_while_a_series_is_played(tournament):
    move_series(third(tournament), "playing", by=BY)
    found = parts(tournament)
    assert [row.name for row in found["missing"].rows] == ["Table 1", "Table 2"]
    assert found["seating"].usual
    assert not found["tables"].usual
    assert set(found) <= {key for key, _name in projector.part_choices(tournament)}
    first = third(tournament).lists.select_related("series__tournament").get(table_number=1)
    simulation.enter_list(PLAN, first, simulation.play_table(PLAN, first), by=BY)
    assert [row.name for row in parts(tournament)["missing"].rows] == ["Table 2"]
    services.set_part_public(third(tournament), "results", True, by=BY)
    assert not {"seating", "tables"} & set(parts(tournament))


def specials(found: dict[str, projector.WallPart]) -> list[str]:
    return [code for code in found if code.startswith("special/")]


def test_special_rankings_are_shown_only_on_request(tournament):
    found = parts(tournament)
    assert {"special/most-won", "special/best-game", "special/fewest-lost"} <= set(specials(found))
    for code in specials(found):
        assert not found[code].usual
        page = find_standings(tournament, code, only=(1, 2))
        rows = [(row.rank, row.name, row.figures[0]) for row in found[code].rows]
        assert rows == [(str(row.rank.rank), row.name, points(row.figure)) for row in page.rows]
    assert found["special/most-won"].heads == ("Name", "Won")
    assert found["special/fewest-lost"].heads == ("Name", "Lost")


@pytest.mark.django_db
def test_special_ranking_is_limited_to_twenty_places():
    plan = simulation.SimulationPlan(32, 1, "many", "Herbstpokal", DAY, rounds=3)
    found = simulation.register(plan, by=BY)
    services.set_part_public(simulation.play_series(plan, found, 1, by=BY), "results", True, by=BY)
    found.refresh_from_db()
    services.set_public(found, True, by=BY)
    every = find_standings(found, "special/most-won").rows
    turning = parts(found)["special/most-won"].rows
    assert 0 < len(turning) <= projector.MAX_SPECIAL_ROWS < len(every)
    last, following = (every[at].rank.rank for at in (len(turning) - 1, len(turning)))
    assert last != following
    assert len([row for row in every if row.rank.rank <= following]) > projector.MAX_SPECIAL_ROWS
    # All are equal, so that all are first.
    Seat.objects.filter(series__tournament=found).update(won=5)
    assert len(parts(found)["special/most-won"].rows) == len(every)


def test_a_league_shows_its_match_points_before_its_points(tournament):
    Tournament.objects.update(league=True)
    make_team(tournament, range(7, 9))
    team = parts(tournament)["team"]
    assert team.heads == ("Name", "Match points", "Points")
    assert all(len(row.figures) == 2 for row in team.rows)
    assert int(team.rows[0].figures[0]) >= int(team.rows[1].figures[0])


def test_podium_and_prizes_are_shown_on_request_once_all_results_are_out(tournament):
    create_pot(tournament, promised(2000, 1000), by=BY)
    award = {"podium", "prizes"}
    # The last series is still to be drawn, or never was.
    Series.objects.filter(number=3).update(state="draft")
    for state, shown in (("running", set()), ("review", award)):
        Tournament.objects.update(state=state)
        assert award & parts(tournament).keys() == shown
    Tournament.objects.update(state="final")
    assert published_tournament(room_of(tournament.pk)).results == "final"
    found = parts(tournament)
    assert [row.rank for row in found["podium"].rows] == ["1", "2", "3"]
    assert [row.figures for row in found["prizes"].rows] == [("€20.00",), ("€10.00",)]
    assert not any(found[code].usual for code in award)
    services.set_frozen_after(tournament, 1, by=BY)
    assert not award & parts(tournament).keys()


def test_announcement_is_shown_by_default_only_alone(tournament):
    words = {item.code: "erste Zeile\nzweite Zeile" for item in ITEMS}
    services.save_announcement(tournament, words, by=BY)
    assert "announcement" not in parts(tournament), "a draft"
    services.publish_announcement(tournament, by=BY)
    announced = parts(tournament)["announcement"]
    assert not announced.usual
    assert len(announced.rows) == len(ITEMS)
    assert announced.rows[0].lines == ("erste Zeile", "zweite Zeile")
    tournament.series.update(results_public_at=None, seating_public_at=None)
    assert parts(tournament)["announcement"].usual


@given(st.text(max_size=2000))
def test_text_is_split_completely(text):
    found = projector.split_into_passages(text)
    again = "".join(line for page in found for line in page)
    assert "".join(again.split()) == "".join(text.split())
    assert all(len(page) <= projector.DOWN for page in found)
