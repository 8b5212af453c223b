"""How much a random test tries: few cases in every run, many with `run.py test --long`."""

import os

LONG = os.environ.get("LONG") == "true"


def cases(few: int, many: int) -> int:
    return many if LONG else few
