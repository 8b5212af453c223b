"""Stored prize plans: reading, writing, checking."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, fields, replace
from typing import Any, get_args

from scoring.rules.prizes import CURVES, METHODS, ROUNDINGS, PrizePlan, Ties
from scoring.rules.problem import Problem

MOST_PLACES = 2_000
MOST_CENTS = 10_000_000
# Kinds of bookings that can flow into a pot.
SOURCES = ("entry_fee", "card_money", "table_money", "lost_games", "passed_games")


def plan_problems(plan: PrizePlan) -> list[Problem]:
    """Every problem of a plan, with its field."""
    return [*_figure_problems(plan), *_table_problems(plan), *_source_problems(plan)]


def _figure_problems(plan: PrizePlan) -> Iterator[Problem]:
    choices = (
        ("method", plan.method, METHODS),
        ("curve", plan.curve, CURVES),
        ("rounding", plan.rounding, ROUNDINGS),
        ("ties", plan.ties, get_args(Ties)),
    )
    for field, value, known in choices:
        if value not in known:
            yield Problem("choice-unknown", field)
    if not 0 <= plan.percent <= 100:
        yield Problem("percent-out-of-range", "percent")
    for field, number in (("every", plan.every), ("places", plan.places)):
        if not 1 <= number <= MOST_PLACES:
            yield Problem("places-out-of-range", field, {"most": MOST_PLACES})
    if not 0 <= plan.least <= MOST_CENTS:
        yield Problem("amount-out-of-range", "least")


def _table_problems(plan: PrizePlan) -> Iterator[Problem]:
    if len(plan.amounts) > MOST_PLACES:
        yield Problem("places-out-of-range", "amounts", {"most": MOST_PLACES})
    if any(not 0 <= cents <= MOST_CENTS for cents in plan.amounts):
        yield Problem("amount-out-of-range", "amounts")
    elif list(plan.amounts) != sorted(plan.amounts, reverse=True):
        yield Problem("amounts-rise", "amounts")
    if plan.method == "table" and not any(plan.amounts):
        yield Problem("amounts-missing", "amounts")


def _source_problems(plan: PrizePlan) -> Iterator[Problem]:
    kinds = [kind for kind, _percent in plan.sources]
    if len(set(kinds)) < len(kinds) or not set(kinds) <= set(SOURCES):
        yield Problem("choice-unknown", "sources")
    if any(not 0 <= percent <= 100 for _kind, percent in plan.sources):
        yield Problem("percent-out-of-range", "sources")


def read_plan(raw: object) -> PrizePlan:
    """A plan from its stored form; raises ValueError if invalid. Missing values have defaults.

    >>> read_plan({"every": 3, "sources": [["entry_fee", 75]]}).sources
    (('entry_fee', 75),)
    """
    if not isinstance(raw, Mapping):
        raise ValueError("a prize plan is an object")
    usual = PrizePlan()
    known = {field.name: getattr(usual, field.name) for field in fields(PrizePlan)}
    if unknown := raw.keys() - known.keys():
        raise ValueError(f"unknown in a prize plan: {sorted(unknown)}")
    try:
        typed = {name: _typed(value, known[name]) for name, value in raw.items()}
    except TypeError as wrong:
        raise ValueError(f"no prize plan: {wrong}") from None
    plan = replace(usual, **typed)
    if problems := plan_problems(plan):
        raise ValueError(f"no prize plan: {', '.join(problem.code for problem in problems)}")
    return plan


def _typed(value: Any, usual: object) -> Any:
    """A stored value with the type that the plan has for it."""
    if isinstance(usual, tuple):
        rows = tuple(tuple(each) if isinstance(each, list | tuple) else each for each in value)
        if not all(_is_amount(row) or _is_source(row) for row in rows):
            raise TypeError(value)
        return rows
    if type(value) is not type(usual):
        raise TypeError(value)
    return value


def _is_amount(row: object) -> bool:
    return type(row) is int


def _is_source(row: object) -> bool:
    return isinstance(row, tuple) and [type(each) for each in row] == [str, int]


def written(plan: PrizePlan) -> dict[str, Any]:
    """A plan as it is stored."""
    raw = asdict(plan)
    raw["amounts"] = list(plan.amounts)
    raw["sources"] = [list(source) for source in plan.sources]
    return raw
