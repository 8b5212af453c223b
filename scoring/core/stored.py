"""Whether the program can read every value of a SQLite database, which stores any in any column."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any
from uuid import UUID

from django.apps import apps
from django.db import DatabaseError
from django.db.models import Model
from django.utils.dateparse import parse_date, parse_datetime

Execute = Callable[[str], Iterable[Sequence[Any]]]
# The kinds of columns that hold whole numbers, and what reads the text of the others.
WHOLE = frozenset(
    (
        *("AutoField", "BigAutoField", "SmallIntegerField", "IntegerField", "BigIntegerField"),
        *("PositiveSmallIntegerField", "PositiveIntegerField", "BooleanField"),
    )
)
READERS: dict[str, Callable[[str], object]] = {
    "DateField": parse_date,
    "DateTimeField": parse_datetime,
    "UUIDField": UUID,
}
TEXTS = frozenset(("CharField", "TextField", *READERS))


def unreadable_columns(
    execute: Execute, decode_error: type[Exception] = DatabaseError
) -> Iterator[str]:
    """The columns ("table.column") with an unreadable value.

    `execute` raises `decode_error` for text that is not UTF-8.
    """
    for model in apps.get_models(include_auto_created=True):
        table = model._meta.db_table
        kinds = column_kinds(model)
        if kinds:
            tests = ", ".join(f"max({kind_test(*item)})" for item in kinds.items())
            (failures,) = execute(f'SELECT {tests} FROM "{table}"')  # noqa: S608 - our own names
            yield from (f"{table}.{name}" for name, bad in zip(kinds, failures, strict=True) if bad)
        for name, kind in kinds.items():
            if kind in TEXTS and not is_readable(
                execute, table, name, READERS.get(kind, str), decode_error
            ):
                yield f"{table}.{name}"


def column_kinds(model: type[Model]) -> dict[str, str]:
    """The kinds of the columns of a model, except JSON, which has a CHECK constraint."""
    kinds = {}
    for field in model._meta.local_concrete_fields:
        column: Any = field
        kind = (column.target_field if column.remote_field else column).get_internal_type()
        if field.column and kind in WHOLE | TEXTS:
            kinds[field.column] = kind
    return kinds


def kind_test(column: str, kind: str) -> str:
    """SQL that is 1 for a value of another kind than the column's."""
    return f"""typeof("{column}") NOT IN ('{"integer" if kind in WHOLE else "text"}', 'null')"""


def is_readable(
    execute: Execute,
    table: str,
    column: str,
    read: Callable[[str], object],
    decode_error: type[Exception],
) -> bool:
    """Whether `read` understands every text of a column."""
    # CAST, because Django's connection would convert a plain column itself, and raise.
    rows = f"""SELECT DISTINCT CAST("{column}" AS TEXT) FROM "{table}"
               WHERE typeof("{column}") = 'text'"""  # noqa: S608 - our own names
    with suppress(ValueError, decode_error):
        return all(read(text) is not None for (text,) in execute(rows))
    return False
