"""The one app of the project."""

from django.apps import AppConfig


class ScoringConfig(AppConfig):
    name = "scoring"
    verbose_name = "Skat tournaments"
    default_auto_field = "django.db.models.BigAutoField"
