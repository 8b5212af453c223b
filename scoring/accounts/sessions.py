"""Django's sessions: they end twelve hours after the last page; their owners see them listed."""

import time
from typing import Any

from django.contrib.sessions.backends import db
from django.utils import timezone

from scoring.models import SignedIn

RENEWED = "renewed"  # key of the session: when it was last stored
RENEW_AFTER = 15 * 60


class SessionStore(db.SessionStore):
    """A session in the database; its use prolongs it and is noted in the owner's list.

    Django's SESSION_SAVE_EVERY_REQUEST would take SQLite's only write lock for every page view; one
    write every quarter of an hour is enough.
    """

    def load(self) -> dict[str, Any]:
        data = super().load()
        # A session that is over has lost its key: it must not become a new one.
        if self.session_key and time.time() - data.get(RENEWED, 0) > RENEW_AFTER:
            data[RENEWED] = int(time.time())
            self.modified = True
            SignedIn.objects.filter(session=self.session_key).update(used_at=timezone.now())
        return data
