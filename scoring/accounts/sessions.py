"""Django's sessions, listed for their owners."""

from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db

from scoring.accounts.services.accounts import note_use
from skatturnier.middleware import RENEWED

DEVICE = "device"  # key of the session: the device in words


class SessionStore(db.SessionStore):
    """Django's sessions in the database; every renewal is noted for the owner's list."""

    _noted: tuple[str | None, int | None] = (None, None)

    def load(self) -> dict[str, Any]:
        data = super().load()
        self._noted = self.session_key, data.get(RENEWED)
        return data

    def save(self, must_create: bool = False) -> None:
        super().save(must_create)
        # Only a renewal, every quarter of an hour at most (`sliding_session`), costs a query.
        state = self.session_key, self.get(RENEWED)
        if SESSION_KEY in self and state[1] and state != self._noted:
            self._noted = state
            note_use(str(state[0]), int(self[SESSION_KEY]), str(self.get(DEVICE, "")))
