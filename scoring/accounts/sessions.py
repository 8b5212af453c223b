"""Django's sessions, of which each owner has a list."""

from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db

from scoring.accounts.services.accounts import note_use
from skatturnier.middleware import RENEWED

DEVICE = "device"  # key of the session: on what its owner signed in, in words


class SessionStore(db.SessionStore):
    """Django's sessions in the database; a renewed one is noted for the list of its owner."""

    _noted: tuple[str | None, int | None] = (None, None)

    def load(self) -> dict[str, Any]:
        data = super().load()
        self._noted = self.session_key, data.get(RENEWED)
        return data

    def save(self, must_create: bool = False) -> None:
        """Renewed every quarter of an hour at most (`sliding_session`): no other save asks more."""
        super().save(must_create)
        state = self.session_key, self.get(RENEWED)
        if SESSION_KEY in self and state[1] and state != self._noted:
            self._noted = state
            note_use(str(state[0]), int(self[SESSION_KEY]), str(self.get(DEVICE, "")))
