"""Results that stay in Django's cache until what they were read from changes."""

from collections.abc import Callable, Hashable
from hashlib import sha256
from typing import TypeVar

from django.core.cache import cache
from django.utils.translation import get_language

from scoring.models.spelling import are_names_for_everybody

T = TypeVar("T")


def at_revision(revision: Hashable, about: Hashable, read: Callable[[], T]) -> T:
    """The result of `read`, cached by revision, language, and whether names are for everybody."""
    if revision is None:
        return read()
    key = digest_of(revision, about, get_language(), are_names_for_everybody())
    answer: T = cache.get_or_set(key, read)  # type: ignore[assignment]
    return answer


def digest_of(*content: object) -> str:
    """A hash of plain values: texts, numbers, tuples, dataclasses of these."""
    return sha256(repr(content).encode()).hexdigest()[:32]
