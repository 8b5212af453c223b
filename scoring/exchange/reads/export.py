"""A whole tournament as a document (docs/formats.md); `exchange.services` imports it."""

import json
from collections import defaultdict
from collections.abc import Callable, Iterator

from scoring.exchange.fields import Object
from scoring.exchange.layout import (
    DOCUMENT,
    DRAW,
    ENTRY,
    FORMAT,
    LOG,
    LOT,
    MEMBERSHIP,
    NO_LIST,
    PERSON,
    RECHECK,
    SEAT,
    SERIES,
    SETTINGS,
    TABLE,
)
from scoring.exchange.reads.export_office import (
    Row,
    category_names,
    grouped,
    office_rows,
    pot_numbers,
    values_of,
)
from scoring.models import Draw, Entry, Game, NoListReason, Recheck, ScoreList, Seat, Tournament
from scoring.rules.outline import Outline
from scoring.rules.records import SYSTEM_FIELDS, write_line
from scoring.rules.systems import System

Progress = Callable[[str], None]


def silent(step: str) -> None:
    """Shows no progress."""


def export_text(tournament: Tournament, progress: Progress = silent) -> str:
    """The document as text: sorted keys, one space of indent, stable to the byte."""
    document = DOCUMENT.write(export_document(tournament, progress))
    progress("text")
    return json.dumps(document, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def export_document(tournament: Tournament, progress: Progress = silent) -> Row:
    """The parts of the document as values of the rows."""
    progress("entries")
    season = tournament.season
    settings = fields_of(
        tournament,
        SETTINGS,
        wenzels=tournament.wenzels or None,
        season=season.name if season else None,
        season_best_of=season.best_of if season else None,
    )
    entries = list(entry_rows(tournament))
    progress("lists")
    series = list(series_rows(tournament))
    memberships = values_of(tournament.memberships.all(), MEMBERSHIP, user="user__username")
    progress("log")
    return {
        "format": FORMAT,
        "tournament": settings,
        "memberships": sorted(memberships, key=lambda each: str(each["user"])),
        "entries": entries,
        "series": series,
        **office_rows(tournament),
        "lots": lots(tournament),
        "log": values_of(tournament.log.order_by("id"), LOG, user="user__username"),
    }


def fields_of(row: object, shape: Object, **instead: object) -> Row:
    """The fields of a row by the keys of its shape; `instead` are other values."""
    same = (field.key for field in shape.fields if field.key not in instead)
    return {**{key: getattr(row, key) for key in same}, **instead}


def entry_rows(tournament: Tournament) -> Iterator[Row]:
    entries = Entry.objects.filter(tournament=tournament).select_related("person__club")
    categories, pots = category_names(tournament), pot_numbers(tournament)
    for entry in entries.order_by("start_number"):
        club = entry.person.club
        person = fields_of(entry.person, PERSON, club=club.name if club else None)
        chosen = {"categories": categories.get(entry.pk, []), "pots": pots.get(entry.pk, [])}
        yield fields_of(entry, ENTRY, person=person, **chosen)


def lots(tournament: Tournament) -> list[Row]:
    player, team = "entry__start_number", "team__number"
    rows = tournament.lots.order_by("scope", "order", player, team, "drawing", "totals")
    return values_of(rows, LOT, player=player, team=team)


def series_rows(tournament: Tournament) -> Iterator[Row]:
    system = tournament.rule_system
    for row in values_of(tournament.series.order_by("number"), SERIES, pk="pk"):
        draws = Draw.objects.filter(series=row["pk"]).order_by("number")
        without = NoListReason.objects.filter(series=row["pk"]).order_by("entry__start_number")
        yield {
            **row,
            "draws": values_of(draws, DRAW, drawn_by="drawn_by__username"),
            "no_list": values_of(without, NO_LIST, player="entry__start_number"),
            "tables": list(table_rows(row["pk"], system)),
        }


def table_rows(series: int, system: System) -> Iterator[Row]:
    """Every table of a series; five queries, however many tables there are."""
    of_series = Seat.objects.filter(list__series=series).order_by("position")
    seats = grouped(of_series, SEAT, "list", player="entry__start_number")
    games: dict[int, list[Row]] = defaultdict(list)
    outlines = {each.pk: each.outline for each in ScoreList.objects.filter(series=series)}
    for game in Game.objects.filter(list__series=series).order_by("list", "number", "attempt"):
        games[game.list_id].append(record(game, system, outlines[game.list_id]))
    # Unfinished second entries are not exported.
    finished = Recheck.objects.filter(list__series=series, finished_at__isnull=False)
    rechecks = grouped(finished.order_by("id"), RECHECK, "list", by="by__username")
    columns = {"entered_by": "entered_by__username", "confirmed_by": "confirmed_by__username"}
    lists = ScoreList.objects.filter(series=series).order_by("table_number")
    for row in values_of(lists, TABLE, pk="pk", number="table_number", **columns):
        pk = row["pk"]
        yield {**row, "seats": seats[pk], "games": games[pk], "rechecks": rechecks[pk]}


def record(row: Game, system: System, outline: Outline) -> Row:
    """A game record of docs/formats.md, with its score as a check."""
    written = write_line(row.as_line(system, outline))
    for key in SYSTEM_FIELDS:  # in the settings of the tournament
        written.pop(key, None)
    if not (row.passed or row.unread):
        written["score"] = row.score
    return written
