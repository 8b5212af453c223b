"""Several queries in one statement: a page that shows much asks the database once.

Each query becomes a column of a single row: its rows as a JSON text. The database answers them in
one state, and a server that is not on the same machine is waited for once.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from itertools import chain
from typing import Any

from django.core.exceptions import EmptyResultSet
from django.db import connections
from django.db.models import Model, QuerySet
from django.db.models.query import get_related_populators

# By kind of database: the rows of a query as JSON, a row from its columns, and one column.
AS_JSON = {
    "sqlite": ("json_group_array(json_array({}))", {}),
    # There a JSON column would arrive as what it holds; Django reads its text.
    "postgresql": ("CAST(json_agg(json_build_array({})) AS text)", {"jsonb": "CAST({} AS text)"}),
}
# What PostgreSQL's driver reads, and JSON has as text.
OF_TEXT: Mapping[str, Callable[[str], object]] = {
    "DateField": date.fromisoformat,
    "DateTimeField": datetime.fromisoformat,
}
UNKNOWN = ("BinaryField", "DecimalField", "DurationField", "FloatField", "TimeField")


def together(*queries: QuerySet[Any, Any]) -> list[list[Any]]:
    """The rows of each of these queries, in its order: objects, or tuples of a `values_list`.

    One statement, or none where no query can find anything. What a query would prefetch is not
    read.
    """
    asked = [_Asked(each) for each in queries]
    sent = [each for each in asked if each.sql]
    if sent:
        sql = "SELECT " + ", ".join(f"({each.sql})" for each in sent)
        with connections[sent[0].alias].cursor() as cursor:
            cursor.execute(sql, list(chain.from_iterable(each.params for each in sent)))
            [row] = cursor.fetchall()
        for each, found in zip(sent, row, strict=True):
            each.rows = each.read(json.loads(found or "[]"))
    return [each.rows for each in asked]


class _Asked:
    """A query as a column that holds its rows, and how these are read again."""

    def __init__(self, queryset: QuerySet[Any, Any]) -> None:
        self.rows: list[Any] = []
        self.queryset, self.alias = queryset, queryset.db  # public pages may read from a replica
        connection = connections[self.alias]
        compiler: Any = queryset.query.get_compiler(self.alias)
        self.compiler, self.sql, self.params = compiler, "", ()
        try:
            inner, self.params = compiler.as_sql(with_col_aliases=True)
        except EmptyResultSet:
            return
        many, special = AS_JSON[connection.vendor]
        self.columns = [each[0] for each in compiler.select]
        fields = [each.output_field for each in self.columns]
        if unknown := {each.get_internal_type() for each in fields}.intersection(UNKNOWN):
            raise TypeError(f"JSON does not hold them exactly: {unknown}")
        names = [connection.ops.quote_name(alias) for _column, _sql, alias in compiler.select]
        shown = (
            special.get(field.db_type(connection) or "", "{}").format(name)
            for field, name in zip(fields, names, strict=True)
        )
        self.sql = f"SELECT {many.format(', '.join(shown))} FROM ({inner}) asked"  # noqa: S608 - columns of ours

    def read(self, rows: list[list[Any]]) -> list[Any]:
        """What these rows are: as Django reads them."""
        compiler = self.compiler
        if connections[self.alias].vendor == "postgresql":
            rows = self.typed(rows)
        found = compiler.apply_converters(rows, compiler.get_converters(self.columns))
        if self.queryset._fields is not None:  # type: ignore[attr-defined]
            return [tuple(each) for each in found]
        info, select = compiler.klass_info, compiler.select
        self.end = info["select_fields"][-1] + 1
        self.names = [column.target.attname for column in self.columns[: self.end]]
        populators: Any = get_related_populators
        self.related = populators(info, select, self.alias)
        return [self.instance(info["model"], each) for each in found]

    def typed(self, rows: list[list[Any]]) -> list[list[Any]]:
        """Days and times as such, where the database gives them as text."""
        kinds = [OF_TEXT.get(each.output_field.get_internal_type()) for each in self.columns]
        for place, read in enumerate(kinds):
            if read is not None:
                for row in rows:
                    row[place] = None if row[place] is None else read(row[place])
        return rows

    def instance(self, model: Any, row: Sequence[Any]) -> Any:
        found = model.from_db(self.alias, self.names, row[: self.end])
        for each in self.related:
            each.populate(row, found)
        for name, place in self.compiler.annotation_col_map.items():
            setattr(found, name, row[place])
        return found


def keep(row: Model, name: str, rows: Sequence[Any]) -> None:
    """Let `row.name.all()` give these rows, as after `prefetch_related(name)`."""
    related: Any = getattr(row, name).all()
    related._result_cache, related._prefetch_done = list(rows), True
    of: Any = row
    of._prefetched_objects_cache = {**getattr(of, "_prefetched_objects_cache", {}), name: related}
