"""Repeat every draw from its stored request: the same hash, and the same tables."""

import re
from collections.abc import Iterator, Mapping
from operator import itemgetter
from typing import Any

from scoring.models import Draw, Seat, Tournament
from scoring.rules.problem import Problem
from scoring.seating.documents import read_request
from scoring.seating.faults import UnusableRequest
from scoring.seating.plan import SeatingPlan, draw
from scoring.seating.request import ENGINE
from scoring.series.reads.draw_request import MANUAL, hand_acts
from scoring.series.reads.seat_changes import SEAT_ACTIONS
from scoring.series.reads.tables import Tables

Draws = Mapping[tuple[int, int], Draw]  # by the numbers of their series and their own


def draw_findings(tournament: Tournament) -> Iterator[tuple[int, Problem]]:
    """Series and problem of every draw that cannot be reproduced from its row."""
    rows = Draw.objects.filter(series__tournament=tournament).select_related("series")
    draws = {(made.series.number, made.number): made for made in rows}
    if draws:
        yield from findings_of(draws, seats_of(tournament))


def findings_of(draws: Draws, seats: Mapping[int, Tables]) -> Iterator[tuple[int, Problem]]:
    """As `draw_findings`, for rows that need not be stored; `seats` by series and table.

    Draws of another engine version are left out.
    """
    readable = {place: made for place, made in draws.items() if is_readable(made)}
    repeater = Repeater(readable)
    newest: dict[int, Draw] = {}
    for (series, number), made in sorted(draws.items(), key=itemgetter(0)):
        if (series, number) not in readable or not repeater.is_reproduced(series, made):
            yield series, Problem("verify-draw-differs", "draws", {"draw": number})
        if made.seed or made.mode == MANUAL:
            newest[series] = made
    for series, made in newest.items():
        if (series, made.number) in readable and series in seats:
            for problem in seating_problems(repeater, series, seats[series], made):
                yield series, problem


def seats_of(tournament: Tournament) -> dict[int, Tables]:
    """The start numbers seated at the beginning, by series and table."""
    rows = Seat.objects.from_the_beginning().filter(list__series__tournament=tournament)
    columns = ("list__series__number", "list__table_number", "entry__start_number")
    seats: dict[int, Tables] = {}
    for series, table, player in rows.values_list(*columns):
        seats.setdefault(series, {}).setdefault(table, []).append(player)
    return seats


def is_readable(made: Draw) -> bool:
    """Whether the options of a draw are readable: another version may have written them."""
    options = made.options
    acts, place = options.get("acts", []), options.get("plan_of")
    return (
        isinstance(options.get("request", {}), dict)
        and isinstance(acts, list)
        and all(map(is_act, acts))
        and (place is None or (is_numbers(place) and len(place) == 2))
        and (made.mode != MANUAL or is_tables(options.get("seating")))
    )


def is_act(act: Any) -> bool:
    return (
        isinstance(act, dict)
        and act.get("act") in SEAT_ACTIONS
        and is_numbers(act.get("players"))
        and is_tables(act.get("tables"))
    )


def is_tables(tables: Any) -> bool:
    return isinstance(tables, dict) and all(
        re.fullmatch(r"[0-9]{1,5}", table) and is_numbers(seated)
        for table, seated in tables.items()
    )


def is_numbers(numbers: Any) -> bool:
    return isinstance(numbers, list) and all(
        isinstance(each, int) and not isinstance(each, bool) for each in numbers
    )


class Repeater:
    """Repeats draws; the series of one plan are drawn together."""

    def __init__(self, draws: Draws) -> None:
        self.draws = draws
        self.plans: dict[tuple[int, int, str], SeatingPlan | None] = {}

    def first(self, series: int, each: Draw) -> tuple[int, int]:
        """Series and number of the draw that has the request."""
        place = each.options.get("plan_of")
        return (place[0], place[1]) if place else (series, each.number)

    def is_reproduced(self, series: int, each: Draw) -> bool:
        """Whether the draw's own request and seed give its hash again."""
        if not each.seed or each.engine != ENGINE:
            return True
        plan = self.plan(series, each)
        return plan is not None and plan.fingerprint == each.entries_hash

    def plan(self, series: int, each: Draw) -> SeatingPlan | None:
        """The plan from request and seed of a draw; None without a request."""
        place = self.first(series, each)
        key = (*place, each.seed)
        if key not in self.plans:
            first = self.draws.get(place)
            document = first.options.get("request") if first else None
            self.plans[key] = repeated(document, each.seed)
        return self.plans[key]

    def tables(self, series: int, each: Draw) -> Tables | None:
        """The tables that a draw made; None if this version cannot tell."""
        if each.mode == MANUAL:
            return {int(table): seated for table, seated in each.options["seating"].items()}
        plan = self.plan(series, each) if each.engine == ENGINE else None
        if plan is None:
            return None
        place = series - self.first(series, each)[0]
        tables = plan.series[place] if 0 <= place < len(plan.series) else ()
        return {
            number: [int(player) for player in table if str(player).isdecimal()]
            for number, table in enumerate(tables, 1)
        }


def repeated(document: Any, seed: str) -> SeatingPlan | None:
    try:
        return draw(read_request(document, seed=seed)) if document else None
    except UnusableRequest:
        return None


def seating_problems(
    repeater: Repeater, series: int, seated: Tables, each: Draw
) -> Iterator[Problem]:
    """Tables that differ from the draw with its later changes by hand.

    Tables without a place in the draw were opened for drawn cards. Seats within a table may change.
    """
    expected = repeater.tables(series, each)
    if expected is None:
        return
    for act in hand_acts(each):
        expected |= {table: list(players) for table, players in act.tables.items()}
    for table, players in expected.items():
        if sorted(players) != sorted(seated.get(table, [])):
            params = {"draw": each.number, "table": table}
            yield Problem("verify-seated-otherwise", "tables", params)
