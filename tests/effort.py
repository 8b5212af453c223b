"""How much a random test tries: few cases in every run, many with `run.py test --long`.

`FUZZED` is the number of random requests and `KILLS` that of killed servers, if they are set.
"""

import os
from time import time

import pytest

LONG = os.environ.get("LONG") == "true"


def cases(few: int, many: int, name: str = "") -> int:
    """How many cases; `name` is an environment variable that may say another number."""
    return int(os.environ.get(name) or (many if LONG else few))


def seeds(few: int, many: int, name: str) -> range:
    """The seeds of random walks: in the long ring others each day, so that no night repeats one.

    `FIRST_SEED` goes back to those of another day: a test that failed has its seed in its name.
    """
    of_today = int(time()) // 86_400 * many if LONG else 0
    first = int(os.environ.get("FIRST_SEED") or of_today)
    return range(first, first + cases(few, many, name))


def repeats(decides: object, *others: object) -> list[object]:
    """The values of a parameter: the first in every run, the others in the long ring alone.

    A tuple is the values of several parameters.
    """
    values = [each if isinstance(each, tuple) else (each,) for each in others]
    return [decides, *(pytest.param(*each, marks=pytest.mark.long) for each in values)]
