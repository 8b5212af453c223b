"""Accounts: their sessions, one-time links and e-mails, and roles in tournaments."""

import hashlib
import itertools
import logging
import re
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from datetime import timedelta

from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.core.mail import send_mail
from django.db import connection
from django.db.models import F, Q, QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from scoring.accounts.services.limits import (
    HOUR,
    MINUTE,
    Limit,
    TooManyFailures,
    count_failures,
    counted_address,
    forget_failures,
)
from scoring.core.forms import refuse, refuse_all
from scoring.core.services import Change, changing
from scoring.core.text import parse_name, plain_text
from scoring.models import AccountLink, Actor, HostDefaults, Role, SignedIn, Tournament, User
from scoring.models.log import Action
from scoring.models.names import account_subject
from scoring.models.spelling import decompose
from scoring.rules.problem import Problem


def changing_account(user: User, by: Actor, action: str) -> AbstractContextManager[Change]:
    """The block of a change of an account, logged in the host that set it up."""
    return changing(None, by, action, about=account_subject(user), host=user.made_by_id)


# The sessions of an account: their owner sees a list of them and can end them.


def note_session(key: str, user: User, device: str) -> None:
    """Add a new session to the list of its owner; not logged."""
    now = timezone.now()
    SignedIn.objects.create(session_id=key, user=user, since=now, used_at=now, device=device)


def delete_sessions(sessions: QuerySet[SignedIn]) -> int:
    """End these sessions, within the block of a service; returns how many there were."""
    _all, counts = Session.objects.filter(signed_in__in=sessions).delete()
    return counts.get("sessions.Session", 0)


def end_sessions(
    user: User, *, by: Actor, row_id: int | None = None, except_key: str | None = None
) -> int:
    """End the session of this row (id), or all but that of `except_key`; returns how many."""
    with changing_account(user, by, Action.ACCOUNT_SESSIONS_ENDED) as change:
        own = user.signed_in.exclude(session_id=except_key)
        ended = delete_sessions(own if row_id is None else own.filter(pk=row_id))
        change.log(new={"sessions": ended})
        return ended


# Accounts and their links.

FIRST_LINK_HOURS = 24
LINK_DAYS = 7
RESET_HOURS = 2  # of a link requested by e-mail
USERNAME_LENGTH = 60
NAME_LENGTH = 120
# Lower case, because phones capitalize the first letter.
USERNAME = re.compile(r"[a-z0-9][a-z0-9._-]*")
_SPELT_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "ł": "l", "ø": "o"})


def has_superuser() -> bool:
    """Whether the server has an administrator; until then the first link creates that account."""
    return User.objects.filter(is_superuser=True).exists()


def create_first_link() -> str | None:
    """The token of a link that creates the administrator of the server; None if there is one."""
    if has_superuser():
        return None
    AccountLink.objects.filter(user=None).delete()
    return _create_token(None, timedelta(hours=FIRST_LINK_HOURS))


def _create_token(user: User | None, lifetime: timedelta) -> str:
    token, now = secrets.token_urlsafe(24), timezone.now()
    columns = {"created_at": now, "expires_at": now + lifetime}
    AccountLink.objects.create(hash=_hash(token), user=user, **columns)
    return token


def _hash(token: str) -> str:
    """The stored form of a token: a stolen database opens no account. 192 bits need no salt."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def valid_links() -> QuerySet[AccountLink]:
    opens = Q(user__is_active=True)
    if not has_superuser():
        opens |= Q(user=None)
    return AccountLink.objects.filter(opens, used_at=None, expires_at__gt=timezone.now())


def find_link(token: str) -> AccountLink | None:
    return valid_links().filter(hash=_hash(token)).select_related("user").first()


def use_link(link: AccountLink, *, password: str, username: str = "", full_name: str = "") -> User:
    """Open an account by its link: set the password, and the name of the first account.

    Raises Refused with all problems of name and password, or if the link was used meanwhile.
    """
    user = link.user or _set_names(User(is_superuser=True), username, full_name)
    problems = [] if link.user else _account_problems(user)
    try:
        validate_password(password, user)
    except ValidationError as error:
        problems.append(Problem("password-weak", "password", {"why": " ".join(error.messages)}))
    refuse_all(problems)
    user.set_password(password)  # before the block: a slow hash must not hold SQLite's lock
    action = Action.ACCOUNT_OPENED if link.user else Action.ACCOUNT_FIRST
    with changing(None, Actor(user), action) as change:
        if not valid_links().filter(pk=link.pk).update(used_at=timezone.now()):
            raise refuse("link-used")
        user.save(update_fields=["password"] if link.user else None)
        user.links.update(used_at=timezone.now())
        delete_sessions(user.signed_in.all())
        change.host = user.made_by_id
        change.log(about=account_subject(user))
    return user


def _set_names(user: User, username: str, full_name: str) -> User:
    name = parse_name(full_name)
    user.first_name, user.last_name = name.given, name.family
    user.username = plain_text(username).lower() or proposed_username(full_name)
    return user


def proposed_username(full_name: str) -> str:
    """A free sign-in name: "ada.becker", then "ada.becker2"."""
    base = ascii_name(full_name) or "konto"
    used = set(User.objects.filter(username__startswith=base).values_list("username", flat=True))
    numbered = (f"{base}{number}" for number in itertools.count(2))
    return next(name for name in itertools.chain([base], numbered) if name not in used)


def ascii_name(full_name: str) -> str:
    """A name in ASCII letters, for signing in.

    >>> ascii_name("Jürgen von Groß")
    'juergen.von.gross'
    """
    name = parse_name(full_name)
    plain = decompose(str(name).lower().translate(_SPELT_OUT))
    words = re.findall("[a-z0-9]+", plain.encode("ascii", "ignore").decode())
    return ".".join(words)[: USERNAME_LENGTH - 10]


def _account_problems(user: User) -> list[Problem]:
    if len(user.username) > USERNAME_LENGTH or not USERNAME.fullmatch(user.username):
        return [Problem("username-malformed", field="username")]
    if User.objects.filter(username__iexact=user.username).exists():
        return [Problem("username-taken", field="username")]
    return []


def create_account(
    full_name: str,
    *,
    by: Actor,
    username: str = "",
    email: str = "",
    made_by: int | None = None,
    give: Callable[[User], None] | None = None,
) -> tuple[User, str]:
    """Create an account; returns it with the token of the link that sets its password.

    `made_by` is the id of the host that sets it up, None for the server's administrator; `give`
    gives it a role. An `email` is in lower case (`AccountEmailField`). Raises Refused for an
    invalid name.
    """
    with changing(None, by, Action.ACCOUNT_CREATED, host=made_by) as change:
        languages = HostDefaults.objects.filter(host=made_by).values_list("language", flat=True)
        account = User(made_by_id=made_by, language=languages.first() or "", email=email)
        user = _set_names(account, username, full_name)
        refuse_all(_account_problems(user))
        user.set_unusable_password()
        user.save()
        token = _create_token(user, timedelta(days=LINK_DAYS))
        change.log(about=account_subject(user))
        if give:
            give(user)
    return user, token


def renew_link(user: User, *, by: Actor) -> str:
    """Create a one-time link for an account; older ones become invalid, the password stays."""
    if not user.is_active:
        raise refuse("account-inactive")
    with changing_account(user, by, Action.ACCOUNT_LINK_RENEWED) as change:
        user.links.update(used_at=timezone.now())
        token = _create_token(user, timedelta(days=LINK_DAYS))
        change.log()
    return token


def create_reset_link(user: User) -> str:
    """The token of a link for a forgotten password, requested by e-mail.

    Anybody may request it, because it is sent to the address of the account only.
    """
    with changing_account(user, Actor(), Action.ACCOUNT_RESET_MAILED) as change:
        # Older links stay valid, because it need not be the owner who requests this one.
        token = _create_token(user, timedelta(hours=RESET_HOURS))
        change.log()
    return token


def set_email(user: User, email: str, *, by: Actor) -> None:
    """Set the address to which links are sent; the log does not contain it."""
    with changing_account(user, by, Action.ACCOUNT_EMAIL_CHANGED) as change:
        User.objects.filter(pk=user.pk).update(email=email)
        change.log()


def set_active(user: User, active: bool, *, by: Actor) -> None:
    """Close or reopen an account; raises Refused if no active superuser would be left."""
    action = Action.ACCOUNT_ACTIVATED if active else Action.ACCOUNT_DEACTIVATED
    with changing_account(user, by, action) as change:
        if not active:
            others = User.objects.filter(is_superuser=True, is_active=True).exclude(pk=user.pk)
            if user.is_superuser and not others.exists():
                raise refuse("last-superuser")
            delete_sessions(user.signed_in.all())
        user.is_active = active
        user.save(update_fields=["is_active"])
        change.log()


def set_language(user: User, language: str) -> None:
    """Store the language of an account; a preference, so it is not logged."""
    User.objects.filter(pk=user.pk).update(language=language)


def give_role(tournament: Tournament, user: User, role: str, *, by: Actor) -> None:
    """Set the role of an account in a tournament; the last organizer keeps his."""
    with changing(tournament, by, Action.ROLE_GIVEN, about=account_subject(user)) as change:
        user.refresh_from_db(fields=["is_active"])
        if not user.is_active:
            raise refuse("account-inactive", field="user")
        if role != Role.ORGANIZER:
            refuse_last_organizer(tournament, user, by)
        old = tournament.memberships.filter(user=user).values_list("role", flat=True).first()
        if old != role:
            tournament.memberships.update_or_create(user=user, defaults={"role": role})
            change.log(old={"role": old} if old else None, new={"role": role})


def take_role(tournament: Tournament, user: User, *, by: Actor) -> None:
    """Remove an account from a tournament; its entries stay, and so does the last organizer."""
    with changing(tournament, by, Action.ROLE_TAKEN, about=account_subject(user)) as change:
        refuse_last_organizer(tournament, user, by)
        if membership := tournament.memberships.filter(user=user).first():
            membership.delete()
            change.log(old={"role": membership.role})


def refuse_last_organizer(tournament: Tournament, user: User, by: Actor) -> None:
    """Refuse to leave a tournament without an organizer; superusers may."""
    if by.user is not None and by.user.is_superuser:
        return
    organizers = tournament.memberships.filter(role=Role.ORGANIZER, user__is_active=True)
    if [*organizers.values_list("user", flat=True)] == [user.pk]:
        raise refuse("last-organizer")


# Links of accounts by e-mail, in the language of the account.

logger = logging.getLogger(__name__)
MAX_ACCOUNTS = 5  # of one address: a club may have one for several people
# Requests in somebody's name must not flood a mailbox; a whole club room may have one address.
TO_ADDRESS = Limit("mail to", 3, window=HOUR)
FROM_PLACE = Limit("mail from", 20, window=HOUR)
_sender = ThreadPoolExecutor(1, "mail")


def mail_invitation(user: User, token: str, base: str) -> bool:
    """Send the first link of an account; False if the mail server refused it."""
    try:
        _send(user, "accounts/mail_invitation.txt", token, base)
    except OSError as error:  # also SMTPException
        logger.warning("an invitation could not be sent: %s", type(error).__name__)
        return False
    return True


def mail_resets(email: str, place: str, base: str) -> None:
    """Count a requested link, and send one to each account with this address.

    A thread sends them: neither the answer, which may be TooManyFailures, nor its time shows
    whether there is an account.
    """
    counted = (TO_ADDRESS, email), (FROM_PLACE, counted_address(place))
    count_failures((limit, limit.key(about)) for limit, about in counted)
    _sender.submit(_reset_accounts, email, base)


def _reset_accounts(email: str, base: str) -> None:
    try:
        users = User.objects.filter(email=email, is_active=True)
        # Any host may set up accounts with somebody's address; those never used come last.
        for user in users.order_by(F("last_login").desc(nulls_last=True), "pk")[:MAX_ACCOUNTS]:
            _send(user, "accounts/mail_reset.txt", create_reset_link(user), base)
    except Exception as error:  # nobody else would see it
        logger.error("a link could not be sent: %s", type(error).__name__)
    finally:
        connection.close()


def _send(user: User, template: str, token: str, base: str) -> None:
    base = base.rstrip("/")
    context = {"account": user, "url": base + reverse("setup", args=[token]), "base": base}
    with translation.override(user.language or settings.LANGUAGE_CODE):
        text = render_to_string(template, context | {"days": LINK_DAYS, "hours": RESET_HOURS})
        send_mail(settings.EMAIL_SUBJECT_PREFIX + _("Your account"), text, None, [user.email])


# The password of an account, asked for again before anything that a stolen session must not do.

AGAIN = Limit("password again", 5, MINUTE)


def refuse_wrong_password(user: User, password: str) -> None:
    """Raise Refused for a wrong password, and after too many wrong ones."""
    key = AGAIN.key(str(user.pk))
    try:
        count_failures([(AGAIN, key)])
    except TooManyFailures as stop:
        raise refuse("password-wait", field="password", minutes=stop.minutes) from None
    if not user.check_password(password):
        raise refuse("password-wrong", field="password")
    forget_failures(key)
