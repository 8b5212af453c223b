"""Documents in which something was changed at random."""

import copy
import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.core.forms import Refused
from scoring.exchange.reads.export import export_text
from scoring.exchange.reads.verify import verify
from scoring.exchange.services.tournament import import_tournament
from scoring.messages.catalogue import CODES, message
from scoring.rules.problem import Problem
from tests.effort import cases
from tests.exchange.test_services_exchange import BY, Document, imported, text_of
from tests.exchange.test_services_office import furnished
from tests.visitors import undone

pytestmark = [pytest.mark.django_db, pytest.mark.long, pytest.mark.slow]
TEXTS = "0 x isko texas games totals none open entered confirmed final closed null grand 2026-11-21"
ODD = (
    *(None, True, False, 0, 1, 2, 3, 4, 5, -1, 13, 48, 10**6, 10**12, 10**400, 0.5),
    *("", *TEXTS.split(), "2026-11-21T10:00:00+00:00", "0001-01-01T00:00:00+23:59"),
    *("\x00", "\ud800", "x" * 500, [], {}, [[]], {"a": 1}, [None], {"number": 1}),
)


def places(value: object) -> Iterator[tuple[Any, Any]]:
    """Every value in a document, as its container and key."""
    if isinstance(value, dict | list):
        for key in list(value) if isinstance(value, dict) else range(len(value)):
            yield value, key
            yield from places(value[key])


def mutate(document: Document, rng: Random) -> None:
    """One change: another value, none, a duplicate, or the value of a neighbour."""
    # Half of the changes are in the tables, which have most of the rules and few of the keys.
    tables = document.get("series")
    everywhere = list(places(document if rng.random() < 0.5 or not tables else tables))
    holder, key = rng.choice(everywhere)
    act = rng.choice(["replace", "remove", "repeat", "exchange"])
    if (holder is document and key == "format") or act == "replace":
        holder[key] = copy.deepcopy(rng.choice(ODD))
    elif act == "remove":
        del holder[key]
    elif act == "repeat" and isinstance(holder, list):
        holder.insert(key, copy.deepcopy(holder[key]))
    else:
        other = rng.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
        holder[key], holder[other] = holder[other], holder[key]


def check_problems(problems: list[Problem]) -> None:
    """Each has a message, and none was found only by the database."""
    assert problems
    for problem in problems:
        assert problem.code in CODES, problem
        assert problem.code != "document-contradicts", problem
        assert message(problem)


# Problems of money and rulings, found after all rows are read.
RECKONED = {"verify-pots-exceed", "verify-paid-too-much", "verify-ruling"}


@settings(max_examples=cases(30, 300), suppress_health_check=list(HealthCheck))
@given(rng=st.randoms(use_true_random=False), changes=st.integers(1, 3))
def test_mutated_document_is_refused_or_imported_consistently(rng: Random, changes: int) -> None:
    """No exception, no row against the rules, and no problem found only by a constraint."""
    document = json.loads(text_of(furnished))
    for _ in range(changes):
        mutate(document, rng)
    with undone():
        try:
            tournament = imported(document)
        except Refused as refusal:
            check_problems(refusal.problems)
        else:
            assert {each.problem.code for each in verify(tournament)} <= RECKONED
            again = export_text(tournament)
            assert export_text(import_tournament(again.encode(), by=BY)) == again
