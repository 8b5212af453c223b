"""Whether the states of a document's lists are possible."""

from collections.abc import Sequence
from dataclasses import replace

from scoring.exchange.fields import Node, Problems
from scoring.exchange.packed import as_written
from scoring.models import ScoreList, Series, Tournament
from scoring.series.reads.list_states import ACTS, result_problems, writers_in


def check_states(document: Node, serieses: Sequence[Node], problems: Problems) -> None:
    """Final only in a final result, and confirmed by somebody else, if nothing else is wrong."""
    if problems:
        return
    settings = document["tournament"]
    tournament = Tournament(state=settings["state"], counts=settings["counts"])
    writers = writers_in(
        (row.get("subject", ""), row["action"], row.get("user"), place)
        for place, row in enumerate(as_written(document["log"]), 1)
        if row["action"] in ACTS
    )
    for series in serieses:
        for table in series["tables"]:
            of_result = result_problems(
                tournament, Series(state=series["state"]), ScoreList(state=table["state"])
            )
            problems.extend(replace(problem, field=table.where("state")) for problem in of_result)
            by, subject = table["confirmed_by"], f"list/{series['number']}/{table['number']}"
            if by in writers.get(subject, ()) and not table["self_confirmed"]:
                problems.note("confirmed-by-typist", table.where("confirmed_by"))
