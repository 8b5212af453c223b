"""Whether the rows of a document's log hold what their actions write."""

from scoring.core.log_rows import misfit
from scoring.exchange.fields import Node, Problems
from scoring.exchange.packed import as_written


def check_log(document: Node, problems: Problems) -> None:
    """One problem a row; in documents without other problems."""
    if problems:
        return
    for index, row in enumerate(as_written(document["log"])):
        action, sides = row["action"], (row.get("old"), row.get("new"))
        if key := misfit(action, row.get("subject", ""), *sides):
            path = f"log[{index}].{key}"
            problems.note("log-row", path, row=index + 1, logged=action, key=key)
