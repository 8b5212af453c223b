"""The plain lot for a field with fixed tables, volunteers, and teams that must be apart."""

from scoring.seating.field import Field, Series, holes
from scoring.seating.filling import filled
from scoring.seating.objective import Objective
from scoring.seating.record import DrawRecord
from scoring.seating.repair import Floor, repair_by_lot
from scoring.seating.reseat import least_burdened
from scoring.seating.stream import Stream


def seat_by_lot(
    field: Field, record: DrawRecord, objective: Objective, stream: Stream
) -> list[Series]:
    """Series after series in seat order: without any of the above, one shuffle cut into tables."""
    plan: list[Series] = []
    for playing in field.playing:
        order = stream.shuffled(playing)
        if objective.three:
            places = 3 * holes(len(playing))
            last = least_burdened(order, places, record, objective, stream)
            order = [p for p in order if p not in last] + [p for p in order if p in last]
        tables = filled(order, field.fixed)
        fixed = [p for p in playing if p in field.fixed]
        repair_by_lot(Floor(tables, record, objective, fixed), stream)
        record.add(tables)
        plan.append(tables)
    for series in plan:
        record.add(series, -1)
    return plan
