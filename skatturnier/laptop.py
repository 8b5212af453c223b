"""The application as `serve` runs it on a laptop: its process keeps the data folder, too.

It opens the database at once and not with the first page: SQLite makes its shared files then, for
which a disk that is full later has no room.
"""

import skatturnier.worker  # noqa: F401 - before all others

# isort: split
from contextlib import suppress

from django.conf import settings
from django.db import DatabaseError, connection

from skatturnier.rsgi import application
from skatturnier.starting import join

__all__ = ["application"]

if connection.vendor == "sqlite":
    join(settings.DATA_DIR)
    with suppress(DatabaseError), connection.cursor() as cursor:  # a page says what is wrong
        cursor.execute("SELECT count(*) FROM sqlite_master")
