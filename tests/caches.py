"""What a process of the program remembers of the database, to be forgotten between tests."""

from django.core.cache import cache


def empty_caches() -> None:
    """Forget everything: tests are rolled back and reuse ids."""
    from scoring.desk import presence
    from scoring.phone.reads import life

    cache.clear()
    # Those in the database are rolled back.
    for topic in (presence.TOPIC, life.TOPIC):
        topic.in_memory.clear()
    cache.clear()
