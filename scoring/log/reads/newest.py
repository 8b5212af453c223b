"""The revision of a tournament: the newest rows of its log; and whether rows of it are missing."""

from collections.abc import Hashable, Iterable, Iterator

from django.db import connection
from django.db.models import BigIntegerField, OuterRef, Subquery

from scoring.models import LogEntry, Season, Tournament
from scoring.rules.problem import Problem

# Rows are numbered when they are written and seen when their block commits: on PostgreSQL a row may
# appear behind newer ones. So many of the newest rows are looked at. A sum of numbers grows with
# each of them, whichever is first.
LOOKED_AT = 50


class SumOfNumbers(Subquery):
    """The sum of the numbers of a query's rows; 0 without any."""

    template = "(SELECT COALESCE(SUM(newest.id), 0) FROM (%(subquery)s) newest)"
    output_field = BigIntegerField()


def newest_of(tournament: str) -> dict[str, Subquery]:
    """Annotations of rows whose column `tournament` names one: `newest`, `newest_at`, `numbers`.

    With the time of the newest row: after a backup was put back, numbers are given again.
    """
    rows = LogEntry.objects.filter(tournament=OuterRef(tournament)).order_by("-id")
    return {
        "newest": Subquery(rows.values("id")[:1]),
        "newest_at": Subquery(rows.values("at")[:1]),
        "numbers": SumOfNumbers(rows.values("id")[:LOOKED_AT]),
    }


def revision_of(tournament: Tournament) -> Hashable:
    """The newest rows of a tournament's log; None if it has none."""
    row = (
        Tournament.objects.filter(pk=tournament.pk)
        .values_list("pk", *newest_of("pk").values())
        .first()
    )
    return row if row and row[1] else None


def revision_of_season(season: Season, tournaments: Iterable[Tournament]) -> Hashable:
    """What the rows of a season and of its tournaments hold, with the newest rows of the logs of
    these, which were asked along (`newest_of`); None where one has no log.
    """
    rows = [season, *tournaments]
    if not all(vars(row)["newest"] for row in rows[1:]):
        return None
    return tuple(
        (key, str(value)) for row in rows for key, value in vars(row).items() if key[0] != "_"
    )


# SQLite numbers the log from 1 without a gap and keeps the last number given.
MISSING = """
SELECT MAX(COALESCE((SELECT seq FROM sqlite_sequence WHERE name = 'scoring_logentry'), 0),
           COALESCE(MAX(id), 0)) - COUNT(*) FROM scoring_logentry
"""


def log_problems() -> Iterator[Problem]:
    """What `verify` finds in the log: that rows of it are missing (SQLite)."""
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        missing = int(cursor.execute(MISSING).fetchone()[0])
    if missing:
        yield Problem("verify-log-cut", params={"missing": missing})
