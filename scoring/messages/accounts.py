"""Sentences about accounts and sign-in."""

from django.utils.translation import gettext_lazy as _

from scoring.messages.sentence import Sentence

ACCOUNTS: dict[str, Sentence] = {
    "app-there-already": _("An app is set up already. Remove it first."),
    "account-inactive": _("This account is closed."),
    "code-wrong": _(
        "This code is not right. It changes every 30 seconds; the clock of the telephone must be "
        "right."
    ),
    "last-organizer": _("Nobody would be organizer of this tournament any more."),
    "last-superuser": _("Nobody could set up accounts any more: this account stays open."),
    "link-used": _("This link was used a moment ago. Please sign in."),
    "no-second-factor": _("This account has no second step."),
    "passkey-name-missing": _("Please type a name for the passkey."),
    "passkey-refused": _("The passkey was not accepted. Please try again."),
    "passkey-there-already": _("This passkey is set up already."),
    "password-wait": _("Too many attempts have failed. Please try again in %(minutes)s min."),
    "password-wrong": _("This password is not right."),
    "password-weak": "%(why)s",  # Django's own sentences, translated already
    "role-unknown": _("This role is not known."),
    "too-many-passkeys": _("An account has at most %(most)s passkeys."),
    "username-malformed": _(
        "Sign-in names have small letters, digits, dots and hyphens: ada.becker"
    ),
    "username-taken": _("Somebody signs in with this name already."),
}
