"""Lists that lack signatures, named before a result becomes final (TO 9.11)."""

from collections import defaultdict

from scoring.models import ScoreList, Tournament
from scoring.models.score_list import CLOSED
from scoring.rules.problem import Problem


def unsigned_lists(tournament: Tournament) -> list[Problem]:
    """The tables whose lists count and lack a signature, one problem for each series."""
    lists = ScoreList.objects.filter(series__tournament=tournament, state__in=CLOSED)
    tables: dict[int, list[int]] = defaultdict(list)
    for score_list in lists.select_related("series").order_by("series__number", "table_number"):
        if score_list.unsigned_seats:
            tables[score_list.series.number].append(score_list.table_number)
    return [
        Problem(
            "lists-unsigned",
            params={"series": series, "count": len(table), "tables": table},
            rule="TO 9.11",
        )
        for series, table in tables.items()
    ]
