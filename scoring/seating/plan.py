"""The draw: a request in, a plan and a report out; the same request always gives the same plan."""

from collections import Counter
from dataclasses import dataclass, replace

from scoring.seating.bounds import fewest_added_encounters, unavoidable, with_fewest_repeats
from scoring.seating.dealing import seat_by_lot, seat_by_rank
from scoring.seating.field import Field, Series, Stream, Table, field_of, holes
from scoring.seating.no_repeats import Drafter
from scoring.seating.objective import DrawRecord, Objective, objective_of
from scoring.seating.report import PlanReport, report_of
from scoring.seating.request import (
    MAX_SERIES,
    DrawRequest,
    PlanCounts,
    SeatedSeries,
    UnusableRequest,
    counts_of,
    faults,
    fingerprint,
)
from scoring.seating.schedule import SharedVenue, seat_venue, venue_of
from scoring.seating.seats import even_out, seat_after_history, seat_by_halves, seat_by_turn


@dataclass(frozen=True, slots=True)
class SeatingPlan:
    """A drawn plan; `series` holds the ids at each table in the order of their seats."""

    seed: str
    fingerprint: str
    series: tuple[SeatedSeries, ...]
    report: PlanReport


def draw(request: DrawRequest) -> SeatingPlan:
    """The plan of a request; raises UnusableRequest with every fault."""
    if problems := faults(request):
        raise UnusableRequest(problems)
    if venue := venue_of(request):
        field = field_of(request)
        tables, moved = seat_at_venue(request, venue, field), None
    else:
        whole = replace(request, series=request.series + request.ahead, ahead=0)
        if not request.ahead or request.mode not in ("no-repeats", "league") or faults(whole):
            whole = request  # none are ahead, or they cannot be drawn together with it
        field = field_of(whole)
        # The bound at which the search ends is part of the engine: another one, another plan.
        target = with_fewest_repeats(whole, unavoidable(whole, usual_tables=True))
        tables, moved = seat_players(whole, field, target)
    tables = tables[: request.series]
    plan = tuple(tuple(tuple(field.ids[p] for p in table) for table in series) for series in tables)
    counts, least = counts_of(request, plan), unavoidable(request)
    if counts.repeat_encounters == least.repeat_encounters:
        least = with_fewest_repeats(request, least)
    waiting = [
        [field.ids[p] for p in sorted({*playing, *byes}.difference(*series))]
        for playing, byes, series in zip(field.playing, field.waiting, tables, strict=False)
    ]
    return SeatingPlan(
        seed=request.seed,
        fingerprint=fingerprint(request),
        series=plan,
        report=report_of(request, plan, counts, least, waiting, moved),
    )


def seat_at_venue(request: DrawRequest, venue: SharedVenue, field: Field) -> list[Series]:
    """The tables in seat order, those of the series ahead too as far as MAX_SERIES allows."""
    stream, record = Stream(request.seed), DrawRecord.of(field)
    count = min(request.series + request.ahead, MAX_SERIES)
    plan = seat_venue(venue, field, record, count, stream)
    plan = [number_tables(series, field.fixed, stream) for series in plan]
    return assign_seats(plan, field, record, stream)


def seat_players(
    request: DrawRequest, field: Field, least: PlanCounts
) -> tuple[list[Series], int | None]:
    """The tables in seat order, and for a draw by rank the sum of all distances from it."""
    stream = Stream(request.seed)
    record = DrawRecord.of(field)
    objective = objective_of(request, field)
    if request.mode == "lot":
        return seat_by_lot(field, record, objective, stream), None
    if request.by_rank:
        tables, moved = seat_by_rank(field, record, objective, stream)
        return assign_seats([tables], field, record, stream), moved
    lower_bound = least_cost(field, record, objective, least)
    draft = Drafter(field, record, objective, lower_bound, stream).draft()
    plan = [number_tables(series, field.fixed, stream) for series in draft.series]
    if draft.column_of is None:
        return assign_seats(plan, field, record, stream), None
    plan = seat_by_turn(plan, draft.column_of, stream.below(4))
    return even_out(plan, record.seats), None


def assign_seats(
    plan: list[Series], field: Field, record: DrawRecord, stream: Stream
) -> list[Series]:
    """The plan in seat order, everybody as evenly in each seat as can be found."""
    if field.history:
        plan = seat_after_history(plan, record.seats, stream)
    else:
        plan = seat_by_halves(plan, stream)
    return even_out(plan, record.seats)


def least_cost(field: Field, record: DrawRecord, objective: Objective, least: PlanCounts) -> int:
    """The cost at which the search stops; `least` may be too high, so a plan may cost even less."""
    playing = sorted({p for players in field.playing for p in players})
    burdens = Counter(record.visits[p] + objective.reluctance[p] for p in playing)
    chairs = sum(3 * holes(len(players)) for players in field.playing)
    return (
        objective.repeat * least.repeat_encounters
        + objective.teams * least.same_team
        + objective.clubs * least.same_club
        + objective.three * fewest_added_encounters(burdens, chairs)
    )


def number_tables(tables: Series, fixed: dict[int, int], stream: Stream) -> Series:
    """The tables by number; among those without a fixed one by lot, but tables of three last."""
    at: dict[int, Table] = {}
    free: Series = []
    for table in stream.shuffled(tables):
        fixed_numbers = {fixed[p] for p in table if p in fixed}
        if fixed_numbers:
            at[min(fixed_numbers)] = table
        else:
            free.append(table)
    free.sort(key=len, reverse=True)
    others = iter(free)
    return [at[number] if number in at else next(others) for number in range(1, len(tables) + 1)]
