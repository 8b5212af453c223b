"""JSON as the commands read it: what can be read in two ways is not read at all."""

import json
from collections import Counter


class KeyTwice(ValueError):
    """A key that stands twice in one object: which of the two values is meant?"""

    def __init__(self, key: str) -> None:
        self.key = " ".join(key.split())[:40]
        super().__init__(f"“{self.key}” stands there twice")


def loads(text: str) -> object:
    """The value of a JSON text.

    Raises KeyTwice, or what `json.loads` raises: JSONDecodeError, another ValueError for a number
    of thousands of digits, RecursionError for what is nested too deeply.

    >>> loads('{"tops": 1, "tops": 2}')
    Traceback (most recent call last):
    scoring.management.strict_json.KeyTwice: “tops” stands there twice
    """
    return json.loads(text, object_pairs_hook=_unique)


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        keys = Counter(key for key, _value in pairs)
        raise KeyTwice(keys.most_common(1)[0][0])
    return found
