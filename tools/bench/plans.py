"""Which large tables a query reads through, as PostgreSQL plans it."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.db import connection

# Those that grow with every tournament; of the others a page may read all rows.
LARGE = frozenset(
    f"scoring_{name}"
    for name in ("entry", "game", "logentry", "person", "scorelist", "seat", "clubmember")
)
Node = Mapping[str, Any]


def read_through(queries: Iterable[str]) -> list[str]:
    """The large tables of which a query reads every row, each with the query."""
    found = []
    for sql in queries:
        if sql.startswith(("SELECT", "WITH")):
            tables = {
                name for node, limited in nodes(plan_of(sql)) for name in whole(node, limited)
            }
            found += [f"{table}: {sql}" for table in sorted(tables & LARGE)]
    return found


def plan_of(sql: str) -> Node:
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (FORMAT JSON) {sql}")
        [[answer]] = cursor.fetchall()
    plan: Node = answer[0]["Plan"]
    return plan


def nodes(plan: Node, limited: bool = False) -> Iterator[tuple[Node, bool]]:
    """Every step of a plan, and whether one above it ends it after some rows."""
    yield plan, limited
    for each in plan.get("Plans", ()):
        yield from nodes(each, limited or plan["Node Type"] == "Limit")


def whole(node: Node, limited: bool) -> Iterator[str]:
    """The table that this step reads from its first row to its last.

    An index without a condition is read through, too, unless the first rows are all that is asked.
    """
    kind, table = node["Node Type"], node.get("Relation Name", "")
    if kind in ("Seq Scan", "Parallel Seq Scan") or (
        kind.startswith("Index") and "Index Cond" not in node and ("Filter" in node or not limited)
    ):
        yield table
