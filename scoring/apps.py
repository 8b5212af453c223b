"""The one app of the project."""

from django.apps import AppConfig
from django.core.management import call_command
from django.db.models.signals import post_migrate
from django.urls import register_converter


class ScoringConfig(AppConfig):
    name = "scoring"
    verbose_name = "Skat tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the path converters, and create the cache table after each migration."""
        from scoring.core.files.download import FeedConverter, FileKindConverter

        register_converter(FileKindConverter, "file")
        register_converter(FeedConverter, "feed")
        post_migrate.connect(create_cache_table, sender=self)


def create_cache_table(using: str, **_details: object) -> None:
    """Create the table of Django's cache where CACHES keeps it in the database (PostgreSQL)."""
    call_command("createcachetable", database=using, verbosity=0)
