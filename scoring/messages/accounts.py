"""Sentences about accounts and sign-in."""

from django.utils.translation import gettext_lazy as _

from scoring.messages.sentence import Sentence

ACCOUNTS: dict[str, Sentence] = {
    "account-inactive": _("This account is closed."),
    "last-organizer": _("Nobody would be organizer of this tournament any more."),
    "last-superuser": _("Nobody could set up accounts any more: this account stays open."),
    "link-used": _("This link was used a moment ago. Please sign in."),
    "password-weak": "%(why)s",  # Django's own sentences, translated already
    "role-unknown": _("This role is not known."),
    "username-malformed": _(
        "Sign-in names have small letters, digits, dots and hyphens: ada.becker"
    ),
    "username-taken": _("Somebody signs in with this name already."),
}
