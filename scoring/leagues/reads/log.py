"""What was done in a league: rows of the log that belong to no tournament."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from django.db.models import Q, QuerySet

from scoring.decoding import is_whole
from scoring.log.reads.differences import Difference, differences
from scoring.log.reads.history import Event, changes_in, event
from scoring.models import LogEntry, Person, Season
from scoring.models.host import FIRST_HOST
from scoring.models.names import league_subject

# What a row is about; it is no change, though it may stand among the old values alone.
ABOUT = ("division", "day", "meeting", "venue", "host", "teams", "team")


def log_of(season: Season) -> QuerySet[LogEntry]:
    """The rows of a league by its name of now, the newest first."""
    mine = Q(host=season.host_id)
    if season.host_id == FIRST_HOST:
        mine |= Q(host=None)  # older than hosts
    rows = LogEntry.objects.filter(mine, tournament=None, subject=league_subject(season.name))
    return rows.order_by("-id")


def league_events(rows: Iterable[LogEntry]) -> list[Event]:
    """The rows in words; people of rosters by their names."""
    every = list(rows)
    ids = {one for row in every for each in (row.old, row.new) for one in people_in(each)}
    names = {pk: str(person) for pk, person in Person.objects.in_bulk(ids).items()}
    events = []
    for row in every:
        changes = changes_in(row, partial(league_differences, row, names))
        events.append(replace(event(row), differences=changes))
    return events


def league_differences(row: LogEntry, names: Mapping[int, str]) -> list[Difference]:
    old, new = named(row.old or {}, names), named(row.new or {}, names)
    if new:
        about = {key: old.pop(key) for key in ABOUT if key in old and key not in new}
        new = {**about, **new}
    return differences("league", old, new)


def people_in(values: object) -> list[int]:
    """The ids of people in one side of a row."""
    people = values.get("people") if isinstance(values, Mapping) else None
    return list(filter(is_whole, people)) if isinstance(people, list) else []


def named(values: Mapping[str, Any], names: Mapping[int, str]) -> dict[str, Any]:
    """The values of a row with names for people; who was forgotten since has none."""
    if "people" not in values:
        return dict(values)
    return {**values, "people": [names[value] for value in values["people"] if value in names]}
