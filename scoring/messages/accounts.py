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


# Sentences about hosts and the roles in them.

HOSTS: dict[str, Sentence] = {
    "host-below-itself": _("A host cannot stand below itself or below one of its own."),
    "host-gone": _("This host is not there."),
    "host-last-administrator": _("Nobody would be administrator of this host any more."),
    "host-name-missing": _("A host needs a name."),
    "host-name-taken": _("Another host has this name."),
}


# Sentences about the public pages and the announcement.

ROOM: dict[str, Sentence] = {
    "announcement-is-published": _(
        "The announcement is published and binds. Withdraw it, with a reason, to change it."
    ),
    "announcement-item-missing": _("The announcement says nothing about “%(item)s”."),
    "announcement-item-unknown": _("The announcement has no item “%(value)s”."),
    "freeze-after-unknown-series": _("There is no series %(number)s."),
    "sample-never-public": _("A sample tournament is never public."),
}
