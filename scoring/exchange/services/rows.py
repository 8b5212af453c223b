"""Rows of a document before the rows that they refer to have ids."""

from collections.abc import Hashable, Mapping
from typing import Any

from django.db import connection
from django.db.models import Field, Model

from scoring.exchange.parts import Part

MAX_VALUES = 999  # that every SQLite takes in one statement
OF_ALL = ("start_number", "username")  # named alike by whatever key


class Links:
    """The ids of rows by what a document calls them: by foreign key, players and accounts by what
    they are named by.
    """

    def __init__(self, **ids: Mapping[Any, int]) -> None:
        self.ids = ids

    def id_of(self, column: str, value: Hashable) -> int | None:
        """The id that "entry__start_number" leads to; None for nobody."""
        key, _, by = column.partition("__")
        return None if value is None else self.ids[by if by in OF_ALL else key].get(value)

    def fields(self, part: Part, *without: str) -> dict[str, Any]:
        """The columns of the row of a part."""
        row: dict[str, Any] = {}
        for name, column in part.columns().items():
            if name in without:
                continue
            value = getattr(part, name)
            key, _, by = column.partition("__")
            if key == "list":  # named by its series and table together
                value = (part.series, part.table)  # type: ignore[attr-defined]
            if by:
                row[f"{key}_id"] = self.id_of(column, value)
            else:
                row[column] = value
        return row


class ManyRows:
    """Rows of one model that no other row refers to, as the values of its columns, made before the
    block that writes them.

    Written by plain SQL: for the 9,567 games of a tournament an import then holds SQLite's only
    lock for 1.1 s, by `bulk_create` for 2.7 s.
    """

    def __init__(self, model: type[Model], **links: str) -> None:
        every = [each for each in model._meta.get_fields() if isinstance(each, Field)]
        self.fields = [each for each in every if each.concrete and not each.primary_key]
        names = [each.name for each in self.fields]
        # By place of the value, the column that leads to the row of its id.
        self.links = {names.index(key): column for key, column in links.items()}
        self.table = model._meta.db_table
        self.rows: list[list[Any]] = []

    def add(self, row: Model, *keys: Hashable) -> None:
        """Let a row wait; each key is what the document calls the row of a link."""
        values = [
            field.get_db_prep_save(field.pre_save(row, add=True), connection)
            for field in self.fields
        ]
        for at, key in zip(self.links, keys, strict=True):
            values[at] = key
        self.rows.append(values)

    def write(self, ids: Links) -> None:
        """Write the rows in their order, so many at once as the database takes values."""
        columns = ", ".join(f'"{field.column}"' for field in self.fields)
        one = f"({', '.join(['%s'] * len(self.fields))})"
        at_once = MAX_VALUES // len(self.fields)
        with connection.cursor() as cursor:
            for begin in range(0, len(self.rows), at_once):
                batch = self.rows[begin : begin + at_once]
                places = ", ".join([one] * len(batch))
                insert = f'INSERT INTO "{self.table}" ({columns}) VALUES {places}'  # noqa: S608
                cursor.execute(insert, [each for row in batch for each in self.linked(row, ids)])

    def linked(self, row: list[Any], ids: Links) -> list[Any]:
        """The values of a row with the ids of its links."""
        values = list(row)
        for at, column in self.links.items():
            values[at] = ids.id_of(column, values[at])
        return values
