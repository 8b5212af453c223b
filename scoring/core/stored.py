"""Whether the program can read every value of a SQLite database, which stores any in any column."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any, TypeAlias

from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import DatabaseError, models
from django.utils.dateparse import parse_datetime

Execute = Callable[[str], Iterable[Sequence[Any]]]
AnyField: TypeAlias = "models.Field[Any, Any]"
WHOLE = (models.IntegerField, models.BooleanField)
DATES = (models.DateField, models.TimeField)
TEXTS = (models.CharField, models.TextField, models.UUIDField, *DATES)


def unreadable_columns(
    execute: Execute, decode_error: type[Exception] = DatabaseError
) -> Iterator[str]:
    """The columns ("table.column") with an unreadable value.

    `execute` raises `decode_error` for text that is not UTF-8.
    """
    for model in apps.get_models(include_auto_created=True):
        table, columns = model._meta.db_table, columns_of(model)
        if columns:
            tests = ", ".join(f"max({kind_test(*column)})" for column in columns.items())
            (flags,) = execute(f'SELECT {tests} FROM "{table}"')  # noqa: S608 - our own names
            yield from (f"{table}.{name}" for name, bad in zip(columns, flags, strict=True) if bad)
        for name, field in columns.items():
            is_text = isinstance(field, TEXTS)
            if is_text and not is_readable(execute, table, name, field, decode_error):
                yield f"{table}.{name}"


def columns_of(model: type[models.Model]) -> dict[str, AnyField]:
    """The columns of numbers and texts; JSON has a CHECK constraint, and bytes are not tested."""
    columns: dict[str, AnyField] = {}
    for field in model._meta.local_concrete_fields:
        kind: Any = field
        while kind.remote_field:
            kind = kind.target_field
        if field.column and isinstance(kind, WHOLE + TEXTS):
            columns[field.column] = kind
    return columns


def kind_test(column: str, field: AnyField) -> str:
    """SQL that is 1 for a value of another kind than the column's."""
    kind = "integer" if isinstance(field, WHOLE) else "text"
    return f"""typeof("{column}") NOT IN ('{kind}', 'null')"""


def is_readable(
    execute: Execute, table: str, column: str, field: AnyField, decode_error: type[Exception]
) -> bool:
    """Whether the field understands every text of a column."""
    # The field of a moment would take "2020-1-1" as well, with which the connection fails.
    read = parse_datetime if isinstance(field, models.DateTimeField) else field.to_python
    # CAST, because Django's connection would convert a plain column itself, and raise.
    rows = f"""SELECT DISTINCT CAST("{column}" AS TEXT) FROM "{table}"
               WHERE typeof("{column}") = 'text'"""  # noqa: S608 - our own names
    with suppress(ValueError, ValidationError, decode_error):
        return all(read(text) is not None for (text,) in execute(rows))
    return False
