"""The second factor of an account: set up and taken off, and asked for at the sign-in."""

from contextlib import AbstractContextManager

from django.utils import timezone

from scoring.accounts.services.codes import step_of, write_recovery_codes
from scoring.accounts.services.passkeys import NewPasskey
from scoring.accounts.services.sessions import delete_sessions
from scoring.accounts.services.throttles import (
    HOUR,
    MINUTE,
    QUARTER,
    Limit,
    begin,
    forget,
    hashed,
)
from scoring.core.refusals import refuse
from scoring.core.second_factor import has_factor
from scoring.core.services import Change, changing, write_log
from scoring.core.text import plain_text
from scoring.models import Actor, CodeApp, Passkey, RecoveryCode, User
from scoring.models.log import Action
from scoring.models.names import account_subject
from scoring.models.second_factor import PASSKEY_NAME_LENGTH

MOST_PASSKEYS = 10
STEP = Limit("second factor", 5, MINUTE, QUARTER, memory=HOUR)
APP, PASSKEY = "app", "passkey"  # as the log calls them


def _key(user: User) -> str:
    return hashed(STEP.kind, str(user.pk))


def begin_step(user: User) -> None:
    """Count a code or passkey as wrong until `step_done`; raises TooManyFailures.

    Who comes so far knows the password: a lockout is logged.
    """
    if begin([(STEP, _key(user))]):
        write_log(
            Action.ACCOUNT_SIGN_IN_BLOCKED,
            account_subject(user),
            by=Actor(),
            tournament=None,
            host=user.made_by_id,
            new={"by": STEP.kind, "failures": STEP.most},
        )


def step_done(user: User) -> None:
    forget(_key(user))


def add_app(user: User, secret: str, code: str, *, by: Actor, besides: str | None) -> list[str]:
    """Let codes of an app be asked for, once it has shown a right one.

    Returns the printed codes if this is the first factor. Every other session than that of the key
    `besides` ends: it was begun by the password alone. Raises Repeated for a double submit, as
    the codes cannot be shown again.
    """
    step = step_of(secret, code)
    if step is None:
        raise refuse("code-wrong", field="code")
    with _changing(user, by, Action.ACCOUNT_FACTOR_ADDED) as change:
        if CodeApp.objects.filter(user=user).exists():
            raise refuse("app-there-already")
        codes = _first_codes(user, besides)
        CodeApp.objects.create(user=user, secret=secret, used_step=step, added_at=timezone.now())
        change.log(new={"factor": APP})
    return codes


def add_passkey(
    user: User,
    name: str,
    made: NewPasskey,
    *,
    by: Actor,
    besides: str | None,
) -> list[str]:
    """Add what a browser made, under a name of its owner's; returns and raises as `add_app`."""
    name = plain_text(name)
    if not name:
        raise refuse("passkey-name-missing", field="name")
    if len(name) > PASSKEY_NAME_LENGTH:
        raise refuse("text-too-long", field="name", most=PASSKEY_NAME_LENGTH)
    with _changing(user, by, Action.ACCOUNT_FACTOR_ADDED) as change:
        if Passkey.objects.filter(credential=made.credential).exists():
            raise refuse("passkey-there-already")
        if user.passkeys.count() >= MOST_PASSKEYS:
            raise refuse("too-many-passkeys", most=MOST_PASSKEYS)
        codes = _first_codes(user, besides)
        Passkey.objects.create(
            user=user,
            name=name,
            credential=made.credential,
            data=made.data,
            uses=made.uses,
            added_at=timezone.now(),
        )
        change.log(new={"factor": PASSKEY})
    return codes


def _changing(user: User, by: Actor, *actions: str) -> AbstractContextManager[Change]:
    about, of = account_subject(user), user.made_by_id
    return changing(None, by, *actions, about=about, host=of)


def _first_codes(user: User, besides: str | None) -> list[str]:
    if has_factor(user):
        return []
    delete_sessions(user.signed_in.exclude(session_id=besides or ""))
    return write_recovery_codes(user)


def remove_app(user: User, *, by: Actor) -> None:
    """Ask for codes of the app no more."""
    with _changing(user, by, Action.ACCOUNT_FACTOR_REMOVED) as change:
        if CodeApp.objects.filter(user=user).delete()[0]:
            _drop_last_codes(user)
            change.log(old={"factor": APP})


def remove_passkey(user: User, number: int, *, by: Actor) -> None:
    """Ask for this passkey no more."""
    with _changing(user, by, Action.ACCOUNT_FACTOR_REMOVED) as change:
        if user.passkeys.filter(pk=number).delete()[0]:
            _drop_last_codes(user)
            change.log(old={"factor": PASSKEY})


def _drop_last_codes(user: User) -> None:
    """Printed codes stand in for a factor; without one they are nothing."""
    if not has_factor(user):
        RecoveryCode.objects.filter(user=user).delete()


def renew_codes(user: User, *, by: Actor) -> list[str]:
    """New printed codes in place of the old ones."""
    with _changing(user, by, Action.ACCOUNT_CODES_RENEWED) as change:
        if not has_factor(user):
            raise refuse("no-second-factor")
        codes = write_recovery_codes(user)
        change.log()
    return codes


def take_off(user: User, *, by: Actor) -> None:
    """The administrator takes off every factor of somebody who lost his, and ends his sessions."""
    with _changing(user, by, Action.ACCOUNT_FACTOR_TAKEN_OFF) as change:
        apps, keys = CodeApp.objects.filter(user=user), user.passkeys.all()
        had = {APP: apps.count(), PASSKEY: keys.count()}
        if not any(had.values()):
            raise refuse("no-second-factor")
        apps.delete()
        keys.delete()
        RecoveryCode.objects.filter(user=user).delete()
        delete_sessions(user.signed_in.all())
        change.log(old=had)
