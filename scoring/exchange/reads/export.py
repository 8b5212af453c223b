"""A whole tournament as the document of docs/formats.md; `services.exchange` reads it back."""

import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any

from scoring.exchange.layout import (
    DOCUMENT,
    DRAW,
    ENTRY,
    FORMAT,
    LOG,
    PERSON,
    RECHECK,
    SEAT,
    SERIES,
    SETTINGS,
    TABLE,
)
from scoring.exchange.reads.export_office import category_names, fields_of, office_rows
from scoring.models import (
    Draw,
    Entry,
    Game,
    LogEntry,
    Lot,
    Membership,
    Recheck,
    Seat,
    Series,
    Tournament,
)
from scoring.rules.records import SYSTEM_FIELDS, write_line
from scoring.rules.score_list import regular_dealer
from scoring.rules.systems import System

Row = dict[str, Any]
Told = Callable[[str], None]


def silent(step: str) -> None:
    """Nobody watches."""


def export_text(tournament: Tournament, told: Told = silent) -> str:
    """The document as text: sorted keys, one space of indent, stable to the byte.

    `told` hears which part is being written, for a person who waits.
    """
    document = DOCUMENT.write(export_document(tournament, told))
    told("text")
    return json.dumps(document, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def export_document(tournament: Tournament, told: Told = silent) -> Row:
    """The parts of the document as values of the rows."""
    told("entries")
    season = tournament.season
    settings = fields_of(
        tournament,
        SETTINGS,
        season=season.name if season else None,
        season_best_of=season.best_of if season else None,
    )
    entries = list(entry_rows(tournament))
    told("lists")
    series = list(series_rows(tournament))
    told("log")
    return {
        "format": FORMAT,
        "tournament": settings,
        "memberships": memberships(tournament),
        "entries": entries,
        "series": series,
        **office_rows(tournament),
        "lots": lots(tournament),
        "log": log_rows(tournament),
    }


def memberships(tournament: Tournament) -> list[Row]:
    rows = Membership.objects.filter(tournament=tournament).order_by("user__username")
    return [
        {"user": user, "role": role} for user, role in rows.values_list("user__username", "role")
    ]


def entry_rows(tournament: Tournament) -> Iterator[Row]:
    entries = Entry.objects.filter(tournament=tournament).select_related("person__club")
    categories = category_names(tournament)
    for entry in entries.order_by("start_number"):
        person: Row = {
            field.key: getattr(entry.person, field.key)
            for field in PERSON.fields
            if field.key != "club"
        }
        club = entry.person.club
        person["club"] = club.name if club else None
        yield fields_of(entry, ENTRY, person=person, categories=categories.get(entry.pk, []))


def lots(tournament: Tournament) -> list[Row]:
    columns = ("scope", "order", "entry__start_number", "team__number", "drawing", "totals")
    rows = Lot.objects.filter(tournament=tournament).order_by(*columns)
    return [
        {
            "scope": scope,
            "player": player,
            "team": team,
            "order": order,
            "drawing": drawing,
            "totals": totals,
        }
        for scope, order, player, team, drawing, totals in rows.values_list(*columns)
    ]


def log_rows(tournament: Tournament) -> list[Row]:
    rows = LogEntry.objects.filter(tournament=tournament).order_by("id")
    columns = [field.key for field in LOG.fields if field.key != "user"]
    return [
        {**dict(zip(columns, told, strict=True)), "user": user}
        for user, *told in rows.values_list("user__username", *columns).iterator()
    ]


def series_rows(tournament: Tournament) -> Iterator[Row]:
    system = tournament.rule_system
    for series in Series.objects.filter(tournament=tournament).order_by("number"):
        own = ("draws", "tables")
        yield {
            **{f.key: getattr(series, f.key) for f in SERIES.fields if f.key not in own},
            "draws": draw_rows(series),
            "tables": list(table_rows(series, system)),
        }


def draw_rows(series: Series) -> list[Row]:
    columns = [field.key for field in DRAW.fields if field.key != "drawn_by"]
    rows = Draw.objects.filter(series=series).order_by("number")
    return [
        {**dict(zip(columns, told, strict=True)), "drawn_by": user}
        for user, *told in rows.values_list("drawn_by__username", *columns)
    ]


def table_rows(series: Series, system: System) -> Iterator[Row]:
    """Every table of a series; three queries, however many tables there are."""
    seats: dict[int, list[Row]] = defaultdict(list)
    columns = [field.key for field in SEAT.fields if field.key != "player"]
    of_series = Seat.objects.filter(list__series=series).order_by("position")
    for pk, player, *told in of_series.values_list("list", "entry__start_number", *columns):
        seats[pk].append({**dict(zip(columns, told, strict=True)), "player": player})
    games: dict[int, list[Row]] = defaultdict(list)
    for row in Game.objects.filter(list__series=series).order_by("list", "number", "attempt"):
        games[row.list_id].append(record(row, system))
    rechecks = recheck_rows(series)
    own = ("number", "seats", "games", "rechecks", "entered_by", "confirmed_by")
    lists = series.lists.select_related("entered_by", "confirmed_by")
    for score_list in lists.order_by("table_number"):
        entered, confirmed = score_list.entered_by, score_list.confirmed_by
        yield {
            **{f.key: getattr(score_list, f.key) for f in TABLE.fields if f.key not in own},
            "number": score_list.table_number,
            "entered_by": entered.username if entered else None,
            "confirmed_by": confirmed.username if confirmed else None,
            "seats": seats[score_list.pk],
            "games": games[score_list.pk],
            "rechecks": rechecks[score_list.pk],
        }


def recheck_rows(series: Series) -> dict[int, list[Row]]:
    """The finished second entries of each list, by the account that typed them."""
    rows: dict[int, list[Row]] = defaultdict(list)
    columns = [field.key for field in RECHECK.fields if field.key != "by"]
    finished = Recheck.objects.filter(list__series=series, finished_at__isnull=False)
    for pk, user, *told in finished.order_by("id").values_list("list", "by__username", *columns):
        rows[pk].append({**dict(zip(columns, told, strict=True)), "by": user})
    return rows


def record(row: Game, system: System) -> Row:
    """A game record of docs/formats.md, with its score as a control."""
    told = write_line(row.as_line(system))
    if row.dealer == regular_dealer(row.number, row.seats):
        told.pop("dealer", None)
    for key in SYSTEM_FIELDS:  # the tournament says it once for all
        told.pop(key, None)
    if not (row.passed or row.unread):
        told["score"] = row.score
    return told
