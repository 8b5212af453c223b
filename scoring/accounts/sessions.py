"""Who is signed in, as every request asks: two queries whose SQL is written once."""

from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from scoring.models import User
from scoring.models.prepared import Prepared, Slot

SESSION = Prepared[Session](lambda: Session.objects.filter(session_key=Slot("key")))
ACCOUNT = Prepared[User](lambda: User.objects.filter(pk=Slot("pk")))


class SessionStore(db.SessionStore):
    """Django's sessions in the database."""

    def _get_session_from_db(self) -> Session | None:
        session = SESSION.first(key=self.session_key)
        if session and session.expire_date > timezone.now():
            return session
        self._session_key = None
        return None


class Accounts(ModelBackend):
    """Django's accounts."""

    def get_user(self, user_id: Any) -> User | None:
        user = ACCOUNT.first(pk=user_id)
        return user if user and self.user_can_authenticate(user) else None
