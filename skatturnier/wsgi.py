"""The program as a WSGI application: what `skatturnier.rsgi` calls, and any other server can."""

import gc
import os
from contextlib import suppress

from django.core.wsgi import get_wsgi_application
from django.db import DatabaseError, connection
from django.db.backends.signals import connection_created
from django.urls import get_resolver

from skatturnier.checks import refuse_start
from skatturnier.middleware import FILES, utf8_only

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "skatturnier.settings")

application = utf8_only(get_wsgi_application())
# A WSGI server runs no system checks by itself and must not start with invalid settings.
refuse_start()
connection_created.connect(FILES.remember)
if connection.vendor == "sqlite":
    # SQLite creates its shared files now, while the disk has room. This connection stays open, so
    # that SQLite replaces none of them (`FILES`). A page tells of a missing database.
    with suppress(DatabaseError), connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM sqlite_master")
# Load the views now, not with the first request, and exclude all loaded objects from garbage
# collection: each full collection would delay the requests by a tenth of a second.
_ = get_resolver().url_patterns
# Imported here, because it needs the settings.
from scoring.lists.phone.client_files import make_tables  # noqa: E402

with suppress(DatabaseError):  # a page tells of a missing database
    make_tables()
gc.collect()
gc.freeze()
