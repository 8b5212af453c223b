"""The sessions of an account: noted for the list of their owner, and ended."""

from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.utils import timezone

from scoring.core.services import changing
from scoring.models import Actor, SignedIn, User
from scoring.models.log import Action
from scoring.models.names import account_subject


def note_use(key: str, user: int, device: str) -> None:
    """Note that the session of this key, of the account with this id, is used.

    A convenience for its owner, so it is not logged.
    """
    now = timezone.now()
    if not SignedIn.objects.filter(session=key).update(used_at=now):
        # Rows whose sessions were ended by an older version of the program.
        SignedIn.objects.filter(user=user).exclude(session__in=Session.objects.all()).delete()
        fresh = SignedIn(session_id=key, user_id=user, since=now, used_at=now, device=device)
        SignedIn.objects.bulk_create([fresh], ignore_conflicts=True)


def delete_sessions(of: QuerySet[SignedIn]) -> int:
    """End these sessions, within the block of a service; returns how many there were."""
    keys = list(of.values_list("session_id", flat=True))
    Session.objects.filter(session_key__in=keys).delete()
    of.delete()
    return len(keys)


def end_sessions(
    user: User,
    *,
    by: Actor,
    number: int | None = None,
    besides: str | None = "",
) -> int:
    """End the sessions of an account at their next request; returns how many.

    With `number` that one of the list, else all besides the one of the key `besides`.
    """
    about, of = account_subject(user), user.made_by_id
    with changing(None, by, Action.ACCOUNT_SESSIONS_ENDED, about=about, host=of) as change:
        own = user.signed_in.exclude(session_id=besides or "")
        count = delete_sessions(own if number is None else own.filter(pk=number))
        change.log(new={"sessions": count})
        return count
