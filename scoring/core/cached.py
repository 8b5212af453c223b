"""What was read of a tournament or a season, in Django's cache until something in it changes."""

from collections.abc import Callable, Hashable
from hashlib import sha256
from typing import TypeVar

from django.core.cache import cache

T = TypeVar("T")


def cached(revision: Hashable, about: Hashable, read: Callable[[], T]) -> T:
    """What `read` gives at a revision; read anew each time where the revision is None."""
    if revision is None:
        return read()
    answer: T = cache.get_or_set(digest_of(revision, about), read)  # type: ignore[assignment]
    return answer


def digest_of(*content: object) -> str:
    """A short text that stands for plain values: texts, numbers, tuples, dataclasses of these."""
    return sha256(repr(content).encode()).hexdigest()[:32]
