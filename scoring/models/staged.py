"""Many rows that are made ready before the block that writes them.

SQLite has one writer, for whom everybody who saves waits; `bulk_create` asks every column of every
row for its value and writes the SQL of every batch anew within the block. Here both is done before
it, and on SQLite the rows wait in temporary tables: within the block one statement a model copies
them, while other threads run. PostgreSQL locks row by row, and its temporary tables may lie behind
another connection of pgbouncer: there the rows wait in memory.
"""

import json
from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any, Self

from django.db import connection, models

from scoring.models.prepared import reader_of

AT_ONCE = 1_000  # rows that are handed over together
NUMBERS = count(1)


class Staging:
    """What waits for one block, and the ids that its rows refer to, by the keys that stand for
    them.
    """

    def __init__(self) -> None:
        self.prefix = f"staged_{next(NUMBERS)}_"
        self.in_tables = connection.vendor == "sqlite"
        self.tables: list[str] = []
        self.ids: dict[str, int] = {}
        self.known = self.table("ids", "key text PRIMARY KEY, id bigint")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        if not connection.needs_rollback:  # else they go with what is rolled back
            for each in self.tables:
                run(f"DROP TABLE {each}")

    def table(self, name: str, columns: str) -> str:
        """A temporary table, where rows wait in tables; its name."""
        name = connection.ops.quote_name(f"{self.prefix}{name}")
        if self.in_tables:
            run(f"CREATE TEMPORARY TABLE {name} ({columns})")
            self.tables.append(name)
        return name

    def know(self, ids: Mapping[str, int]) -> None:
        """The ids of rows that are written, by the keys under which waiting rows name them."""
        self.ids |= ids
        if self.in_tables:
            sql = f"INSERT INTO {self.known} SELECT key, value FROM json_each(%s)"  # noqa: S608 - our names
            run(sql, [json.dumps(ids)])


class StagedRows:
    """Waiting rows of one model; `links` name its keys to rows that the block writes, too."""

    def __init__(self, staging: Staging, model: type[models.Model], *links: str) -> None:
        meta = model._meta
        self.staging, self.target = staging, connection.ops.quote_name(meta.db_table)
        self.links: list[Any] = [meta.get_field(name) for name in links]
        others = [each for each in meta.concrete_fields if each is not meta.auto_field]
        self.fields: list[Any] = [each for each in others if each not in self.links]
        self.values = reader_of(self.fields)
        columns = ["place integer PRIMARY KEY"]
        columns += [f"{quoted(each)} {each.db_type(connection)}" for each in self.fields]
        columns += [f"{quoted(each)} text" for each in self.links]
        self.table = staging.table(meta.db_table, ", ".join(columns))
        self.waiting: list[tuple[Any, ...]] = []
        self.count = 0

    def add(self, row: models.Model, *keys: str | None) -> None:
        """Let a row wait; each key stands for the id of a link, None for no row."""
        self.count += 1
        self.waiting.append((self.count, *self.values(row), *keys))
        if len(self.waiting) == AT_ONCE:
            self.hand_over()

    def hand_over(self) -> None:
        """Put what waits in memory into the table, where rows wait in tables: before the block."""
        if self.staging.in_tables:
            self.insert(self.table, "", self.waiting)
            self.waiting = []

    def write(self) -> None:
        """Write all rows in their order; a key that nobody knows is NULL."""
        into = ", ".join(quoted(each) for each in [*self.fields, *self.links])
        if not self.staging.in_tables:
            last, ids = 1 + len(self.fields), self.staging.ids
            rows = [(*row[1:last], *map(ids.get, row[last:])) for row in self.waiting]
            self.insert(self.target, f" ({into})", rows)
            return
        self.hand_over()
        found = [f"waiting.{quoted(each)}" for each in self.fields]
        found += [f"id_{place}.id" for place in range(len(self.links))]
        joins = [
            f"LEFT JOIN {self.staging.known} id_{place} ON id_{place}.key = waiting.{quoted(each)}"
            for place, each in enumerate(self.links)
        ]
        run(
            f"INSERT INTO {self.target} ({into}) SELECT {', '.join(found)}"  # noqa: S608 - our names
            f" FROM {self.table} waiting {' '.join(joins)} ORDER BY waiting.place"
        )

    def insert(self, table: str, columns: str, rows: Sequence[Sequence[Any]]) -> None:
        if rows:
            places = ", ".join(["%s"] * len(rows[0]))
            with connection.cursor() as cursor:
                cursor.executemany(f"INSERT INTO {table}{columns} VALUES ({places})", rows)  # noqa: S608 - our names


def quoted(field: Any) -> str:
    return str(connection.ops.quote_name(field.column))


def run(sql: str, params: Sequence[Any] = ()) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
