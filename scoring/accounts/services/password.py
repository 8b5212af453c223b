"""The password of an account, asked again before what a stolen session must not do."""

from scoring.accounts.services.throttles import (
    HOUR,
    MINUTE,
    QUARTER,
    Limit,
    TooManyFailures,
    begin,
    forget,
    hashed,
)
from scoring.core.refusals import refuse
from scoring.models import User

AGAIN = Limit("password again", 5, MINUTE, QUARTER, memory=HOUR)


def ask_password(user: User, password: str) -> None:
    """Raises Refused if it is wrong, or after too many wrong ones."""
    key = hashed(AGAIN.kind, str(user.pk))
    try:
        begin([(AGAIN, key)])
    except TooManyFailures as stop:
        raise refuse("password-wait", field="password", minutes=stop.minutes) from None
    if not user.check_password(password):
        raise refuse("password-wrong", field="password")
    forget(key)
