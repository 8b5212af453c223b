"""Django's sessions: they end twelve hours after the last page; their owners see them listed."""

import time
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db

from scoring.accounts.services.accounts import note_use

DEVICE = "device"  # key of the session: the device in words
RENEWED = "renewed"  # when it was last stored
RENEW_AFTER = 15 * 60


class SessionStore(db.SessionStore):
    """A session in the database, which each use prolongs, and notes for the owner's list.

    Django's SESSION_SAVE_EVERY_REQUEST would take SQLite's only write lock for every page view; one
    write every quarter of an hour is enough.
    """

    _noted: tuple[str | None, int | None] = (None, None)  # the key and RENEWED, as stored

    def load(self) -> dict[str, Any]:
        data = super().load()
        self._noted = self.session_key, data.get(RENEWED)
        # A session that is over has lost its key: it must not become a new one.
        if self.session_key and time.time() - data.get(RENEWED, 0) > RENEW_AFTER:
            data[RENEWED] = int(time.time())
            self.modified = True
        return data

    def save(self, must_create: bool = False) -> None:
        super().save(must_create)
        state = self.session_key, self.get(RENEWED)
        if SESSION_KEY in self and state[1] and state != self._noted:
            self._noted = state
            note_use(str(state[0]), int(self[SESSION_KEY]), str(self.get(DEVICE, "")))
