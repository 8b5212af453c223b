"""What a process of the program remembers of the database, to be forgotten between tests."""

from django.core.cache import cache


def empty_caches() -> None:
    """Forget everything: tests are rolled back and reuse ids."""
    cache.clear()
