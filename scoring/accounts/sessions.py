"""Who is signed in, as every request asks: two queries whose SQL is written once."""

from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.backends import ModelBackend
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from scoring.accounts.services.sessions import note_use
from scoring.models import User
from scoring.models.prepared import Prepared, Slot
from skatturnier.middleware import RENEWED

SESSION = Prepared[Session](lambda: Session.objects.filter(session_key=Slot("key")))
ACCOUNT = Prepared[User](lambda: User.objects.filter(pk=Slot("pk")))
DEVICE = "device"  # key of the session: on what its owner signed in, in words


class SessionStore(db.SessionStore):
    """Django's sessions in the database; a renewed one is noted for the list of its owner."""

    _noted: tuple[str | None, int | None] = (None, None)

    def _get_session_from_db(self) -> Session | None:
        session = SESSION.first(key=self.session_key)
        if session and session.expire_date > timezone.now():
            return session
        self._session_key = None
        return None

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


class Accounts(ModelBackend):
    """Django's accounts."""

    def get_user(self, user_id: Any) -> User | None:
        user = ACCOUNT.first(pk=user_id)
        return user if user and self.user_can_authenticate(user) else None
