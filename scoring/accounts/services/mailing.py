"""Links of accounts by e-mail, in the language of the account."""

import logging
from concurrent.futures import Future, ThreadPoolExecutor

from django.conf import settings
from django.core.mail import send_mail
from django.db import connection
from django.db.models import F
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from scoring.accounts.services.accounts import LINK_DAYS, RESET_HOURS, reset_link
from scoring.accounts.services.throttles import (
    HOUR,
    QUARTER,
    Limit,
    begin,
    hashed,
    network,
)
from scoring.models import User

logger = logging.getLogger(__name__)
MOST_ACCOUNTS = 5  # of one address: a club may have one for several people
# Whoever asks for links in somebody's name fills his mailbox; a club room has one address.
TO_ADDRESS = Limit("mail to", 3, QUARTER, QUARTER, memory=HOUR, window=True)
FROM_PLACE = Limit("mail from", 20, QUARTER, QUARTER, memory=HOUR, window=True)
_sender = ThreadPoolExecutor(1, "mail")


def invite(user: User, link: str, base: str) -> bool:
    """Send the first link of an account; False where the mail server did not take it."""
    try:
        _send(user, "accounts/mail_invitation.txt", link, base)
    except OSError as error:  # also SMTPException
        logger.warning("an invitation could not be sent: %s", type(error).__name__)
        return False
    return True


def begin_reset(email: str, place: str) -> None:
    """Count a link that is asked for; raises TooManyFailures, known address or not."""
    to, by = hashed(TO_ADDRESS.kind, email), hashed(FROM_PLACE.kind, network(place))
    begin([(TO_ADDRESS, to), (FROM_PLACE, by)])


def mail_resets(email: str, base: str) -> "Future[None]":
    """Send a link to each account with this address.

    In a thread of its own: that there is one can be read neither from the answer nor from its time.
    """
    return _sender.submit(_reset_accounts, email, base)


def _reset_accounts(email: str, base: str) -> None:
    try:
        users = User.objects.filter(email=email, is_active=True)
        # Who organizes any host may set up accounts with somebody's address: they come last.
        for user in users.order_by(F("last_login").desc(nulls_last=True), "pk")[:MOST_ACCOUNTS]:
            _send(user, "accounts/mail_reset.txt", reset_link(user), base)
    except Exception as error:  # nobody waits for this thread
        logger.error("a link could not be sent: %s", type(error).__name__)
    finally:
        connection.close()


def _send(user: User, template: str, link: str, base: str) -> None:
    """`base` is the address of the server, without a slash at its end."""
    with translation.override(user.language or settings.LANGUAGE_CODE):
        context = {
            "account": user,
            "url": base + reverse("setup", args=[link]),
            "base": base,
            "days": LINK_DAYS,
            "hours": RESET_HOURS,
        }
        text = render_to_string(template, context)
        subject = settings.EMAIL_SUBJECT_PREFIX + _("Your account")
        send_mail(subject, text, None, [user.email])
