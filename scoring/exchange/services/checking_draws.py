"""Whether the draws of a document are reproducible, and its tables are theirs."""

from collections.abc import Sequence
from dataclasses import replace

from scoring.exchange.fields import Node, Problems
from scoring.exchange.services.checking_sittings import began
from scoring.models import Draw
from scoring.verify.reads.draws import findings_of


def check_draws(serieses: Sequence[Node], problems: Problems) -> None:
    """Repeat every draw, in documents without other problems."""
    if problems:
        return
    draws = {
        (series["number"], made["number"]): unsaved(made)
        for series in serieses
        for made in series["draws"]
    }
    seats = {
        series["number"]: {table["number"]: seated(table) for table in series["tables"]}
        for series in serieses
        if series["tables"]
    }
    paths = {series["number"]: series.where("draws") for series in serieses}
    for number, problem in list(findings_of(draws, seats)):
        problems.append(replace(problem, field=paths[number]))


def unsaved(made: Node) -> Draw:
    keys = ("number", "mode", "options", "entries_hash", "seed", "engine")
    return Draw(**{key: made[key] for key in keys})


def seated(table: Node) -> list[int]:
    """Who sat down at the beginning; who joined at a round was not drawn."""
    last = began(table)
    return [seat["player"] for seat in table["seats"] if seat["position"] <= last]
