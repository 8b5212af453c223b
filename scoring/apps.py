"""The one app of the project."""

from django.apps import AppConfig
from django.urls import register_converter


class ScoringConfig(AppConfig):
    name = "scoring"
    verbose_name = "Skat tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Make the parts of addresses known that the rooms use."""
        from scoring.core.files.kinds import FileKindConverter

        register_converter(FileKindConverter, "file")
