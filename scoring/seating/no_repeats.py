"""Series without repeated meetings: by a template where one serves, else dealt and improved."""

from dataclasses import dataclass
from itertools import chain

from scoring.seating.dealing import PricedSeries, deal_series, locked_players, repair_by_lot
from scoring.seating.field import NONE, SEATS, Field, Series, Stream, holes, table_count
from scoring.seating.objective import DrawRecord, Objective
from scoring.seating.search import Search, improve_plan
from scoring.seating.template import (
    Template,
    choose_holes,
    place_by_columns,
    place_by_neighbours,
    templates,
)

# Places up to which the search is worth its time, its effort in all (search.py), and from how many
# dealt plans it starts.
MAX_PLACES = 400
EFFORT = 4_500_000
STARTS = 3


@dataclass(frozen=True, slots=True)
class Draft:
    """A plan without seats; `column_of` has each player's column in a template with columns."""

    series: list[Series]
    cost: int
    column_of: dict[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Drafter:
    """Finds a plan for one draw; no plan can cost less than `least`."""

    field: Field
    record: DrawRecord
    objective: Objective
    least: int
    stream: Stream

    def draft(self) -> Draft:
        """The cheapest plan found."""
        drafts: list[Draft] = []
        for template in self.usable_templates(len(self.field.playing)):
            if (draft := self.from_template(template)) is not None:
                if draft.cost <= self.least:
                    return draft
                drafts.append(draft)
        drafts.sort(key=lambda draft: draft.cost)
        places = SEATS * max(table_count(len(playing)) for playing in self.field.playing)
        if places <= MAX_PLACES:
            return self.search_from(drafts[:2])
        cheapest = drafts[0] if drafts else self.complete([])
        return self.polish(cheapest) if cheapest.cost > self.least else cheapest

    def usable_templates(self, series: int) -> list[Template]:
        """The templates for this many series; none with a history, if the players change from
        series to series, or if two are fixed to one table.
        """
        field = self.field
        shared = len(set(field.fixed.values())) < len(field.fixed)
        if field.history or shared or any(playing != field.playing[0] for playing in field.playing):
            return []
        choices = templates(table_count(len(field.playing[0])), series)
        # Players with fixed tables must never meet: they share a column.
        return [template for template in choices if template.has_columns or not field.fixed]

    def from_template(self, template: Template) -> Draft | None:
        """The players placed on a template; None if it has no room for the empty chairs."""
        empty = choose_holes(template, holes(len(self.field.playing[0])))
        if empty is None:
            return None
        place = place_by_columns if template.has_columns else place_by_neighbours
        placing = place(template, empty, self.field, self.objective, self.stream)
        series = [
            [[placing[q] for q in table if placing[q] != NONE] for table in tables]
            for tables in template.series
        ]
        column_of = {p: q // template.tables for q, p in enumerate(placing)}
        cost = self.record.cost(series, self.objective)
        return Draft(series, cost, column_of if template.has_columns else None)

    def complete(self, series: list[Series]) -> Draft:
        """These series, and the missing ones dealt one after another."""
        plan = list(series)
        self.record.add(chain(*plan))
        for playing in self.field.playing[len(plan) :]:
            tables = deal_series(self.field, playing, self.record, self.objective, self.stream)
            self.record.add(tables)
            plan.append(tables)
        self.record.add(chain(*plan), -1)
        return Draft(plan, self.record.cost(plan, self.objective))

    def extend_template(self) -> Draft:
        """A shorter template, as long as possible, and the missing series dealt."""
        for series in range(len(self.field.playing) - 1, 1, -1):
            for template in self.usable_templates(series):
                if (start := self.from_template(template)) is not None:
                    return self.complete(start.series)
        return self.complete([])

    def search_from(self, drafts: list[Draft]) -> Draft:
        """The cheapest plan that the search finds from these drafts, or else from dealt ones."""
        still = [locked_players(self.field, playing) for playing in self.field.playing]
        improved: list[Draft] = []
        starts = len(drafts) or STARTS
        for number in range(starts):
            draft = drafts[number] if drafts else self.extend_template()
            search = Search(draft.series, self.record, self.objective, still)
            most_gain = draft.cost - self.least
            gain, plan = improve_plan(search, self.stream, most_gain, EFFORT // starts)
            if gain:
                draft = Draft(plan, draft.cost - gain)
            improved.append(draft)
            if draft.cost <= self.least:
                break
        return min(improved, key=lambda draft: draft.cost)

    def polish(self, draft: Draft) -> Draft:
        """The draft with every series repaired once more, given all others."""
        plan = [[list(table) for table in series] for series in draft.series]
        self.record.add(chain(*plan))
        for series, playing in zip(plan, self.field.playing, strict=True):
            self.record.add(series, -1)
            locked = locked_players(self.field, playing)
            repair_by_lot(PricedSeries(series, self.record, self.objective, locked), self.stream)
            self.record.add(series)
        self.record.add(chain(*plan), -1)
        cost = self.record.cost(plan, self.objective)
        return Draft(plan, cost) if cost < draft.cost else draft
