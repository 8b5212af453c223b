"""Whether every value of a SQLite database can be read by the program.

SQLite keeps whatever it is given in any column; what the program writes is always of the column's
kind, so anything else was written by another program, and a page that reads it would fail.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any
from uuid import UUID

from django.apps import apps
from django.db import DatabaseError
from django.db.models import Model
from django.utils.dateparse import parse_date, parse_datetime

Execute = Callable[[str], Iterable[Sequence[Any]]]
# What a column of this kind may hold by SQLite's own account, and what its text is read by.
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


def unreadable(execute: Execute, wrong: type[Exception] = DatabaseError) -> Iterator[str]:
    """The columns ("table.column") with a value that cannot be read; `wrong` is what a text that
    is none raises.
    """
    for model in apps.get_models(include_auto_created=True):
        table = model._meta.db_table
        kinds = kinds_of(model)
        if kinds:
            tests = ", ".join(f"max({test_of(*item)})" for item in kinds.items())
            (found,) = execute(f'SELECT {tests} FROM "{table}"')  # noqa: S608 - our own names
            yield from (f"{table}.{name}" for name, bad in zip(kinds, found, strict=True) if bad)
        for name, kind in kinds.items():
            if kind in TEXTS and not is_read(execute, table, name, READERS.get(kind, str), wrong):
                yield f"{table}.{name}"


def kinds_of(model: type[Model]) -> dict[str, str]:
    """The kinds of the columns of a model, but of JSON, whose columns SQLite checks itself."""
    kinds = {}
    for field in model._meta.local_concrete_fields:
        of: Any = field
        kind = (of.target_field if of.remote_field else of).get_internal_type()
        if field.column and kind in WHOLE | TEXTS:
            kinds[field.column] = kind
    return kinds


def test_of(column: str, kind: str) -> str:
    """SQL that is 1 for a value of another kind than the column's."""
    return f"""typeof("{column}") NOT IN ('{"integer" if kind in WHOLE else "text"}', 'null')"""


def is_read(
    execute: Execute, table: str, column: str, read: Callable[[str], object], wrong: type[Exception]
) -> bool:
    """Whether all texts of a column are texts, and what the column holds."""
    # Not by the name of the column: Django's connection would read it itself, and raise.
    rows = f"""SELECT DISTINCT CAST("{column}" AS TEXT) FROM "{table}"
               WHERE typeof("{column}") = 'text'"""  # noqa: S608 - our own names
    with suppress(ValueError, wrong):
        return all(read(text) is not None for (text,) in execute(rows))
    return False
