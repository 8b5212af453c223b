"""Results that are the same in every test, made once in a run."""

from collections.abc import Iterator
from functools import cache

import pytest


@pytest.fixture(scope="session", autouse=True)
def _plans_are_searched_once() -> Iterator[None]:
    """A draw request has one plan, whose search can take seconds.

    Rooms that draw or repeat a draw get the plan of an earlier test; tests/seating uses the engine
    itself.
    """
    from scoring.exchange.reads import office
    from scoring.seating import plan

    with pytest.MonkeyPatch.context() as patch:
        searched = cache(plan.draw)
        patch.setattr(plan, "draw", searched)
        patch.setattr(office, "draw", searched)
        yield
