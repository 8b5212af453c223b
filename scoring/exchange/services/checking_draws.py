"""Whether the draws of a document come out again, and its tables are what they gave."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from scoring.exchange.fields import Node, Problems
from scoring.models import Draw
from scoring.verify.reads.draws import findings_of


def check_draws(serieses: Sequence[Node], problems: Problems) -> None:
    """Repeat every draw. Only for documents without any other problem: each is named once."""
    if problems:
        return
    draws = {
        (series["number"], made["number"]): unsaved(made)
        for series in serieses
        for made in series["draws"]
    }
    seats = {
        series["number"]: {table["number"]: seated(table["seats"]) for table in series["tables"]}
        for series in serieses
        if series["tables"]
    }
    paths = {series["number"]: series.where("draws") for series in serieses}
    for number, problem in list(findings_of(draws, seats)):
        problems.append(replace(problem, field=paths[number]))


def unsaved(made: Node) -> Draw:
    kept = ("number", "mode", "options", "entries_hash", "seed", "engine")
    return Draw(**{name: made[name] for name in kept})


def seated(seats: Iterable[Node]) -> list[int]:
    return [seat["player"] for seat in seats]
