"""The search: its prices are those of the objective, and it ends with its cheapest plan."""

from dataclasses import replace

import pytest

from scoring.seating.dealing import locked_players, seat_by_lot
from scoring.seating.field import Stream, field_of
from scoring.seating.objective import DrawRecord, objective_of
from scoring.seating.request import DrawRequest, Options, Player
from scoring.seating.search import MAX_SWAPS_PER_STEP, Search, TabuList, best_swaps, improve_plan
from tests.seating.fields import in_clubs, plan_of, players


def search_of(request):
    """A search that starts from a lot."""
    field = field_of(request)
    objective, record = objective_of(request, field), DrawRecord.of(field)
    by_lot = objective_of(replace(request, mode="lot"), field)
    start = seat_by_lot(field, record, by_lot, Stream("start"))
    still = [locked_players(field, playing) for playing in field.playing]
    return Search(start, record, objective, still), record, objective


CHANGING = (
    *in_clubs(5, 3, 3, alone=5),
    Player(50, "A", first_series=3),
    Player(51, "B", last_series=3),
    Player(52, "C", "team", fixed_table=2),
    Player(53, "", "team", fixed_table=2),
    Player(54, fixed_table=1, last_series=2),
)


@pytest.mark.parametrize(
    "request_",
    [
        DrawRequest(players(8), 4, "x"),
        DrawRequest(in_clubs(4, 2, alone=10), 5, "x"),
        DrawRequest(in_clubs(4, 3, alone=10), 4, "x"),
        DrawRequest(in_clubs(4, 3, alone=11), 4, "x", options=Options(three_seats="volunteers")),
        DrawRequest(CHANGING, 4, "x"),
        DrawRequest(CHANGING, 3, "x", history=plan_of(CHANGING, 2).series),
    ],
    ids=["full", "clubs", "three empty chairs", "volunteers", "changing", "history"],
)
def test_after_every_swap_the_cost_is_what_the_objective_says(request_):
    search, record, objective = search_of(request_)
    cost = record.cost(search.plan(), objective)
    tabu, stream = TabuList(), Stream("swaps")
    for step in range(1, 151):
        change, choice, _ = best_swaps(search, stream, tabu, step, 0, MAX_SWAPS_PER_STEP)
        if not choice:
            break
        swap = stream.pick(choice)
        search.swap(swap)
        tabu.keep(swap, step, step + 6)
        cost += change
        assert record.cost(search.plan(), objective) == cost


def test_the_search_stops_where_no_plan_can_be_cheaper():
    """Eight players, two series: four repeated meetings cannot be avoided."""
    request = DrawRequest(players(8), 2, "x")
    search, record, objective = search_of(request)
    before = record.cost(search.plan(), objective)
    stream = Stream("x")
    _, plan = improve_plan(search, stream, before - 4 * objective.repeat, 10**9)
    assert record.cost(plan, objective) == 4 * objective.repeat
    assert stream.counter < 1000
