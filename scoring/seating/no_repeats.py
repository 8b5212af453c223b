"""All series without repeated meetings: by a template where there is one, else dealt."""

from dataclasses import dataclass

from scoring.seating.apart import keep_apart
from scoring.seating.columns import place
from scoring.seating.field import NONE, SEATS, Field, Series, holes, table_count
from scoring.seating.holes import choose_holes
from scoring.seating.objective import Objective
from scoring.seating.record import Record
from scoring.seating.repair import Floor, repair_by_lot
from scoring.seating.reseat import deal_series, locked_players
from scoring.seating.search import MOST_PLACES, Search, improved
from scoring.seating.stream import Stream
from scoring.seating.template import Template, templates

# Effort of the search in all (search.py).
EFFORT = 6_000_000
# Places up to which a plan that is not perfect is polished series by series.
MOST_POLISHED = 1_000


@dataclass(frozen=True, slots=True)
class Draft:
    """A plan without seats; `column_of` every player where the plan is still a template's."""

    series: list[Series]
    cost: int
    column_of: list[int] | None = None


def without_repeats(
    field: Field, record: Record, objective: Objective, least: int, stream: Stream
) -> Draft:
    """The cheapest plan found; none can cost less than `least`."""
    drafts = from_templates(field, objective, least, stream)
    if drafts and drafts[0].cost <= least:
        return drafts[0]
    places = SEATS * max(table_count(len(playing)) for playing in field.playing)
    if places <= MOST_PLACES:
        starts = drafts[:2] or [unfinished(field, record, objective, least, stream)]
        return searched(starts, field, record, objective, least, stream)
    draft = drafts[0] if drafts else dealt([], field, record, objective, stream)
    if draft.cost > least and places <= MOST_POLISHED:
        return polished(draft, field, record, objective, stream)
    return draft


def from_templates(field: Field, objective: Objective, least: int, stream: Stream) -> list[Draft]:
    """A draft for each template, the cheapest first; none is tried after a perfect one."""
    drafts: list[Draft] = []
    for template in known_templates(field, len(field.playing)):
        draft = from_template(template, field, objective, least, stream)
        if draft is not None:
            drafts.append(draft)
            if draft.cost <= least:
                break
    return sorted(drafts, key=lambda draft: draft.cost)


def known_templates(field: Field, series: int) -> list[Template]:
    """None where anything was played before, or where two share a table in every series."""
    if field.history or not field.steady or field.shares_a_fixed_table:
        return []
    found = templates(table_count(len(field.playing[0])), series)
    # Who has a table of his own never meets the others who have: they share a column.
    return [template for template in found if template.columns or not field.fixed]


def from_template(
    template: Template, field: Field, objective: Objective, least: int, stream: Stream
) -> Draft | None:
    """Everybody on a position; None where a template has no room for the empty chairs."""
    empty = choose_holes(template, holes(len(field.playing[0])))
    if empty is None:
        return None
    who = place(template, empty, field, objective, stream)
    who = keep_apart(template, who, objective, least, stream)
    series = [
        [[who[q] for q in table if who[q] != NONE] for table in tables]
        for tables in template.series
    ]
    column_of = None
    if template.columns:
        column_of = [0] * field.size
        for q, p in enumerate(who):
            if p != NONE:
                column_of[p] = q // template.tables
    return Draft(series, cost_of_strangers(series, objective), column_of)


def cost_of_strangers(plan: list[Series], objective: Objective) -> int:
    """The cost of a plan in which nobody meets twice: clubs, teams, and tables of three."""
    cost = 0
    visits: dict[int, int] = {}
    for series in plan:
        for table in series:
            bonds = [bond for p in table for bond in objective.bonds[p]]
            if len(set(bonds)) < len(bonds):
                cost += sum(bonds.count(bond) * (bonds.count(bond) - 1) // 2 * bond[1]
                            for bond in sorted(set(bonds)))  # fmt: skip
            if len(table) == 3:
                for p in table:
                    cost += objective.three * (visits.get(p, 0) + objective.reluctance[p])
                    visits[p] = visits.get(p, 0) + 1
    return cost


def dealt(
    series: list[Series], field: Field, record: Record, objective: Objective, stream: Stream
) -> Draft:
    """The series that are there, and the others dealt one after another."""
    plan = list(series)
    for done in plan:
        record.add(done)
    for playing in field.playing[len(plan) :]:
        plan.append(deal_series(field, playing, record, objective, stream))
        record.add(plan[-1])
    for done in plan:
        record.add(done, -1)
    return Draft(plan, record.cost(plan, objective))


def unfinished(
    field: Field, record: Record, objective: Objective, least: int, stream: Stream
) -> Draft:
    """The longest template that is known, and the missing series dealt."""
    for series in range(len(field.playing) - 1, 1, -1):
        for template in known_templates(field, series):
            start = from_template(template, field, objective, least, stream)
            if start is not None:
                return dealt(start.series, field, record, objective, stream)
    return dealt([], field, record, objective, stream)


def searched(
    starts: list[Draft],
    field: Field,
    record: Record,
    objective: Objective,
    least: int,
    stream: Stream,
) -> Draft:
    """The cheapest plan to which the search comes from any of the starts."""
    best = starts[0]
    still = [locked_players(field, playing) for playing in field.playing]
    for start in starts:
        search = Search(start.series, field, record, objective, still)
        most_gain = start.cost - least
        gain, plan = improved(search, stream, most_gain, EFFORT // len(starts))
        if start.cost - gain < best.cost:
            best = Draft(plan, start.cost - gain)
        if best.cost <= least:
            break
    return best


def polished(
    draft: Draft, field: Field, record: Record, objective: Objective, stream: Stream
) -> Draft:
    """Every series repaired once more, now that the later ones are known."""
    plan = [[list(table) for table in series] for series in draft.series]
    for series in plan:
        record.add(series)
    for series, playing in zip(plan, field.playing, strict=True):
        record.add(series, -1)
        floor = Floor(series, record, objective, locked_players(field, playing))
        repair_by_lot(floor, stream)
        record.add(series)
    for series in plan:
        record.add(series, -1)
    cost = record.cost(plan, objective)
    return Draft(plan, cost) if cost < draft.cost else draft
