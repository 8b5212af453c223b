"""Queries whose SQL is written once.

Django writes the SQL of a query set anew each time it is read, which takes several times as long as
SQLite needs to answer. Of what every saved game reads and writes the SQL, the columns and their
converters are kept; only the values are new.
"""

import json
import sqlite3
from collections import namedtuple
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from operator import attrgetter
from typing import Any, Generic, TypeVar

from django.core.exceptions import ObjectDoesNotExist
from django.db import DEFAULT_DB_ALIAS as DB
from django.db import connection, models
from django.db.models import NOT_PROVIDED, Expression, Field, QuerySet
from django.db.models.query import get_related_populators
from django.db.models.sql import InsertQuery, UpdateQuery

Row = TypeVar("Row")
# The rows of a JSON text, and the integer at a place of each.
OF_JSON = {
    "sqlite": ("json_each(%s)", "json_extract(value, '$[{}]')"),
    "postgresql": ("json_array_elements(%s::json)", "CAST(value->>{} AS bigint)"),
}
# Columns of these kinds store what a row holds as it is.
PLAIN = (models.IntegerField, models.CharField, models.BooleanField, models.ForeignKey)
MOST_VALUES = 20_000 if sqlite3.sqlite_version_info >= (3, 32) else 999  # of one statement
MOST_BITS = 63  # of a number in a column, without its sign


class Slot(Expression):
    """Where a value stands that is given when the query is read: `filter(pk=Slot("pk"))`.

    The value is one that the database takes as it is: a number or a text.
    """

    def __init__(self, name: str) -> None:
        super().__init__(output_field=Field())
        self.name = name

    def as_sql(self, compiler: Any, connection: Any) -> Any:
        return "%s", [self]


class Prepared(Generic[Row]):
    """A query set with slots, made when it is first read.

    The rows of a `values_list` are named tuples, all others objects with their annotations.
    """

    def __init__(self, queryset: Callable[[], QuerySet[Any, Any]]) -> None:
        self.queryset = queryset
        self.written = dict[str, _Written]()  # by kind of database

    def all(self, **values: Any) -> list[Row]:
        """The rows as they are now, with these values in the slots.

        There are none for a number that no column can hold, as in a made-up address.
        """
        if any(isinstance(each, int) and each.bit_length() > MOST_BITS for each in values.values()):
            return []
        kind = connection.vendor
        if kind not in self.written:
            self.written[kind] = _Written(self.queryset())
        return list(self.written[kind].read(values))

    def first(self, **values: Any) -> Row | None:
        """The only row that the query can find; None if there is none."""
        return next(iter(self.all(**values)), None)

    def get(self, **values: Any) -> Row:
        """The only row; raises ObjectDoesNotExist if there is none."""
        if (found := self.first(**values)) is None:
            raise ObjectDoesNotExist
        return found


class PreparedUpdate:
    """An update whose columns and conditions have slots; the columns' are named as they are."""

    def __init__(self, queryset: Callable[[], QuerySet[Any, Any]], *columns: str) -> None:
        self.queryset, self.columns = queryset, columns
        self.written = dict[str, tuple[str, Sequence[Any]]]()

    def write(self, **values: Any) -> int:
        """How many rows were changed."""
        kind = connection.vendor
        if kind not in self.written:
            query: Any = self.queryset().query.chain(UpdateQuery)
            query.add_update_values({column: Slot(column) for column in self.columns})
            self.written[kind] = query.get_compiler(DB).as_sql()
        sql, params = self.written[kind]
        with connection.cursor() as cursor:
            cursor.execute(sql, filled(params, values))
            return cursor.rowcount


class PreparedInsert(Generic[Row]):
    """The insert of rows of a model, whose SQL is written once. Signals are not sent."""

    def __init__(self, model: type[Row]) -> None:
        self.model: Any = model
        self.written = dict[str, tuple[str, Sequence[Any]]]()  # by kind of database

    def write(self, row: Row) -> Row:
        """Write a row that has no id yet; it gets one."""
        of: Any = row
        kind = connection.vendor
        if kind not in self.written:
            self.written[kind] = self.statement(of)
        sql, fields = self.written[kind]
        with connection.cursor() as cursor:
            cursor.execute(sql, values_of(of, fields))
            [of.pk] = cursor.fetchone()
        of._state.adding, of._state.db = False, DB
        return row

    def write_many(self, rows: Sequence[Row]) -> Sequence[Row]:
        """Write rows that have no id yet, in few statements; they get one.

        A tenth of the time of `bulk_create`, whose SQL is written anew for every batch.
        """
        if not rows:
            return rows
        sql, fields = self.statement(rows[0])
        into, one = sql.split(" VALUES ")
        values, returning = one.split(" RETURNING ")
        read = reader_of(fields)
        at_once = MOST_VALUES // len(fields)
        for start in range(0, len(rows), at_once):
            some: Any = rows[start : start + at_once]
            sql = f"{into} VALUES {', '.join([values] * len(some))} RETURNING {returning}"
            sent = [value for row in some for value in read(row)]
            with connection.cursor() as cursor:
                cursor.execute(sql, sent)
                found = cursor.fetchall()
            for each, [pk] in zip(some, found, strict=True):
                each.pk = pk
                each._state.adding, each._state.db = False, DB
        return rows

    def write_all(self, like: Row, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        """Write many rows that equal `like` but for some columns, whose integers each row has.

        One statement, whatever their number: other threads run while the database carries it out.
        """
        sql, fields = self.statement(like, returning=False)
        into, _one = sql.split(" VALUES ")
        many, value = OF_JSON[connection.vendor]
        given = {column: value.format(place) for place, column in enumerate(columns)}
        select = ", ".join(given.get(each.column, "%s") for each in fields)
        equal = [each for each in fields if each.column not in given]
        sent = [*values_of(like, equal), json.dumps(list(rows))]
        with connection.cursor() as cursor:
            sql = f"{into} SELECT {select} FROM {many}"  # noqa: S608 - the names of our columns
            cursor.execute(sql, sent)

    def statement(self, row: Any, *, returning: bool = True) -> tuple[str, Sequence[Any]]:
        """The SQL, and the fields whose values it takes; it may return the new id."""
        meta = self.model._meta
        fields = [each for each in meta.concrete_fields if each is not meta.auto_field]
        query = InsertQuery(self.model)
        query.insert_values(fields, [row])
        compiler: Any = query.get_compiler(DB)
        if returning:
            compiler.returning_fields = [meta.auto_field]
        [(sql, _values)] = compiler.as_sql()
        return sql, fields


def values_of(row: Any, fields: Iterable[Any]) -> list[Any]:
    """What a row stores in these fields."""
    return [_value_of(each, row) for each in fields]


def reader_of(fields: Sequence[Any]) -> Callable[[Any], Sequence[Any]]:
    """What takes a row to what it stores in these fields: `values_of` for thousands of rows."""
    plain = [isinstance(each, PLAIN) and each.db_default is NOT_PROVIDED for each in fields]
    if len(fields) > 1 and all(plain):
        return attrgetter(*(each.attname for each in fields))
    readers = [
        attrgetter(each.attname) if as_it_is else partial(_value_of, each)
        for each, as_it_is in zip(fields, plain, strict=True)
    ]
    return lambda row: [read(row) for read in readers]


def _value_of(field: Any, row: Any) -> Any:
    return field.get_db_prep_save(field.pre_save(row, True), connection)


def filled(params: Iterable[Any], values: Mapping[str, Any]) -> list[Any]:
    """The parameters of a query with the values of its slots."""
    return [values[each.name] if isinstance(each, Slot) else each for each in params]


class _Written:
    """The SQL of a query for one kind of database, and what its columns become."""

    def __init__(self, queryset: QuerySet[Any, Any]) -> None:
        self.compiler = queryset.query.get_compiler(DB)
        self.sql, self.params = self.compiler.as_sql()
        select, info = self.compiler.select, self.compiler.klass_info
        names = [alias or column.target.attname for column, _sql, alias in select]
        self.converters = self.compiler.get_converters([each[0] for each in select])
        self.model, self.end = info["model"], info["select_fields"][-1] + 1
        self.names = names[: self.end]
        self.annotations = list(self.compiler.annotation_col_map.items())
        populators: Any = get_related_populators
        self.related = populators(info, select, DB)
        self.row: Callable[[Any], Any] = self.instance
        if queryset.query.values_select:
            plain: Any = namedtuple("Row", names)  # type: ignore[misc]
            self.row = plain._make

    def read(self, values: dict[str, Any]) -> Iterable[Any]:
        with connection.cursor() as cursor:
            cursor.execute(self.sql, filled(self.params, values))
            found = cursor.fetchall()
        rows = self.compiler.apply_converters(found, self.converters)
        return map(self.row, rows)

    def instance(self, row: list[Any]) -> Any:
        """As Django's `ModelIterable`."""
        found = self.model.from_db(DB, self.names, row[: self.end])
        for each in self.related:
            each.populate(row, found)
        for name, place in self.annotations:
            setattr(found, name, row[place])
        return found
