"""What a process of the program remembers of the database, to be forgotten between tests."""

from django.core.cache import cache


def empty_caches() -> None:
    """Forget everything: tests are rolled back and reuse ids."""
    from scoring.desk import presence
    from scoring.phone.reads import life
    from scoring.public.page_cache import PAGE_CACHE
    from scoring.seasons.reads.cached import SEASON_CACHE
    from scoring.seasons.reads.honours import HONOURS_CACHE
    from scoring.tournament.reads.answer_cache import ANSWER_CACHE

    cache.clear()
    # Those in the database are rolled back.
    for topic in (presence.TOPIC, life.TOPIC):
        topic.in_memory.clear()
    PAGE_CACHE.clear()
    PAGE_CACHE.lag = 0.0
    ANSWER_CACHE.clear()
    SEASON_CACHE.clear()
    HONOURS_CACHE.clear()
