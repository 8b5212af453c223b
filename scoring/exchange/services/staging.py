"""The many rows of a sound document, made ready before the block of its import."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.db.models import Field, Model

from scoring.exchange.fields import Node
from scoring.exchange.packed import as_written
from scoring.exchange.services.checking import Contents, ContentsByPath
from scoring.exchange.services.checking_sittings import seats_of
from scoring.exchange.services.writing_office import office_usernames
from scoring.models import Draw, Game, LogEntry, NoListReason, Recheck, ScoreList, Seat
from scoring.models.game import place_fields, row_fields
from scoring.models.score_list import TALLY, Depth, tally_figures
from scoring.rules.outline import joined_by_fourth
from scoring.rules.score_list import Outline, SeatTotal

BY = ("entered_by", "confirmed_by")
OWN = ("number", "seats", "games", "rechecks")
NOTHING = Contents()
# What the rows call those that have no id yet.
TOURNAMENT = "tournament"
MOST_VALUES = 999  # that every SQLite takes in one statement


def series_key(number: int) -> str:
    return f"series/{number}"


def list_key(series: int, table: int) -> str:
    return f"list/{series}/{table}"


def player_key(number: int) -> str:
    return f"player/{number}"


def user_key(name: str) -> str:
    return f"user/{name}"


def key_of_user(name: str | None) -> str | None:
    return None if name is None else user_key(name)


def unexamined(*_rows: object) -> None:
    """Looks at nothing: `check_document` has done it."""


class WaitingRows:
    """Rows of one model; `links` name its keys to rows that the block writes, too."""

    def __init__(self, model: type[Model], *links: str) -> None:
        self.model, self.links = model, links
        self.rows: list[tuple[Model, tuple[str | None, ...]]] = []

    def add(self, row: Model, *keys: str | None) -> None:
        """Let a row wait; each key stands for the id of a link, None for no row."""
        self.rows.append((row, keys))

    def write(self, ids: Mapping[str | None, int]) -> None:
        """Write all rows in their order; a key without an id is NULL."""
        for row, keys in self.rows:
            for link, key in zip(self.links, keys, strict=True):
                setattr(row, f"{link}_id", ids.get(key))
        self.model._default_manager.bulk_create(row for row, _keys in self.rows)


class ManyRows:
    """Rows of one model that no other row refers to, as the values of its columns.

    Written by plain SQL: `bulk_create` takes more than twice as long, and SQLite's only lock is
    held meanwhile.
    """

    def __init__(self, model: type[Model], *links: str) -> None:
        every = [each for each in model._meta.get_fields() if isinstance(each, Field)]
        self.fields = [each for each in every if each.concrete and not each.primary_key]
        names = [each.name for each in self.fields]
        self.links = [names.index(link) for link in links]
        self.table = model._meta.db_table
        self.rows: list[tuple[list[Any], tuple[str | None, ...]]] = []

    def add(self, row: Model, *keys: str | None) -> None:
        """As `WaitingRows.add`."""
        values = [
            field.get_db_prep_save(field.pre_save(row, add=True), connection)
            for field in self.fields
        ]
        self.rows.append((values, keys))

    def write(self, ids: Mapping[str | None, int]) -> None:
        """As `WaitingRows.write`, so many at once as the database takes values."""
        columns = ", ".join(f'"{field.column}"' for field in self.fields)
        one = f"({', '.join(['%s'] * len(self.fields))})"
        at_once = MOST_VALUES // len(self.fields)
        with connection.cursor() as cursor:
            for begin in range(0, len(self.rows), at_once):
                batch = self.rows[begin : begin + at_once]
                places = ", ".join([one] * len(batch))
                insert = f'INSERT INTO "{self.table}" ({columns}) VALUES {places}'  # noqa: S608
                cursor.execute(insert, [each for row in batch for each in self.linked(*row, ids)])

    def linked(
        self, values: list[Any], keys: Sequence[str | None], ids: Mapping[str | None, int]
    ) -> list[Any]:
        """The values of a row with the ids of its links."""
        for at, key in zip(self.links, keys, strict=True):
            values[at] = ids.get(key)
        return values


@dataclass(frozen=True)
class ReadyDocument:
    """A checked document whose many rows wait for the block; `names` are the accounts in it."""

    document: Node
    names: frozenset[str]
    lists: WaitingRows
    of_lists: tuple[ManyRows, ...]
    log: ManyRows


def ready_document(
    document: Node,
    contents: ContentsByPath,
    examine: Callable[[ScoreList, Sequence[Seat], Sequence[Game], Node], None] = unexamined,
) -> ReadyDocument:
    """Let all rows wait that need nothing of the database but ids.

    `examine` is shown every list with its seats and games, and its series.
    """
    lists = WaitingRows(ScoreList, "series", *BY)
    seats = ManyRows(Seat, "list", "series", "entry")
    games = ManyRows(Game, "list")
    rechecks = ManyRows(Recheck, "list", "by")
    draws = ManyRows(Draw, "series", "drawn_by")
    reasons = ManyRows(NoListReason, "series", "entry")
    log = ManyRows(LogEntry, "tournament", "user")
    for series in document["series"]:
        number = series["number"]
        key = series_key(number)
        for each in series["no_list"]:
            reasons.add(NoListReason(reason=each["reason"]), key, player_key(each["player"]))
        for each in series["draws"]:
            draws.add(Draw(**each.without("drawn_by")), key, key_of_user(each["drawn_by"]))
        for table in series["tables"]:
            checked, here = contents.get(table.path, NOTHING), list_key(number, table["number"])
            row = new_list(table)
            lists.add(row, key, *(key_of_user(table[by]) for by in BY))
            seated = [new_seat(seat, checked.totals) for seat in table["seats"]]
            played = list(new_games(row, checked))
            examine(row, seated, played, series)
            for seat, each in zip(table["seats"], seated, strict=True):
                seats.add(each, here, key, player_key(seat["player"]))
            for game in played:
                games.add(game, here)
            for each in table["rechecks"]:
                rechecks.add(Recheck(**each.without("by")), here, key_of_user(each["by"]))
    for each in document["log"]:
        log.add(LogEntry(**each.without("user")), TOURNAMENT, key_of_user(each["user"]))
    names = frozenset(usernames(document))
    of_lists = (seats, games, rechecks, draws, reasons)
    return ReadyDocument(document, names, lists, of_lists, log)


def usernames(document: Node) -> Iterator[str]:
    for membership in document["memberships"]:
        yield membership["user"]
    for series in document["series"]:
        nodes = [(draw, "drawn_by") for draw in series["draws"]]
        nodes += [(table, key) for table in series["tables"] for key in BY]
        nodes += [(each, "by") for table in series["tables"] for each in table["rechecks"]]
        yield from (node[key] for node, key in nodes if node[key] is not None)
    yield from {log.get("user") for log in as_written(document["log"])} - {None}
    yield from (name for name in office_usernames(document) if name is not None)


def new_list(table: Node) -> ScoreList:
    return ScoreList(
        table_number=table["number"],
        seats=seats_of(table),
        began_as_three=joined_by_fourth(table["sittings"]),
        **table.without(*OWN, *BY),
    )


def new_seat(node: Node, totals: Iterable[SeatTotal]) -> Seat:
    """The seat with its tally as computed."""
    fields: dict[str, Any] = node.without("player", *TALLY)
    mine = next((total for total in totals if total.seat == node["position"]), None)
    if mine is not None:
        fields |= zip(TALLY, tally_figures(mine), strict=True)
    return Seat(**fields)


def new_games(score_list: ScoreList, contents: Contents) -> Iterator[Game]:
    if score_list.depth != Depth.GAMES:
        return
    outline: Outline = score_list.outline
    for line, valued in contents.value_lines():
        yield Game(
            number=line.number,
            attempt=line.attempt,
            **place_fields(line, outline),
            **row_fields(line, line.dealer or outline.dealer(line.number), valued),
        )
