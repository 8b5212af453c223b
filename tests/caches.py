"""What a process of the program remembers of the database, to be forgotten between tests."""

from django.core.cache import cache, caches
from django.core.cache.backends.locmem import LocMemCache


def empty_caches() -> None:
    """Forget everything: tests are rolled back and reuse ids, and so is a cache in the database."""
    if isinstance(caches["default"], LocMemCache):
        cache.clear()
