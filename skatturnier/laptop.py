"""The application as `serve` runs it on a laptop: its process keeps the data folder, too."""

from django.conf import settings
from django.db import connection

from skatturnier.rsgi import application
from skatturnier.starting import join

__all__ = ["application"]

if connection.vendor == "sqlite":
    join(settings.DATA_DIR)
