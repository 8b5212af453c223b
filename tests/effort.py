"""How much a random test tries: few cases in every run, many with `run.py test --long`.

`FUZZED` is the number of random requests and `KILLS` that of killed servers, if they are set.
"""

import os

import pytest

LONG = os.environ.get("LONG") == "true"
# What takes a minute and finds what its shorter siblings find, but for rare cases.
only_long = pytest.mark.skipif(not LONG, reason="with run.py test --long")


def cases(few: int, many: int, name: str = "") -> int:
    """How many cases; `name` is an environment variable that may say another number."""
    return int(os.environ.get(name) or (many if LONG else few))
