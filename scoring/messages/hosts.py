"""Sentences about hosts and the roles in them."""

from django.utils.translation import gettext_lazy as _

from scoring.messages.sentence import Sentence

HOSTS: dict[str, Sentence] = {
    "host-below-itself": _("A host cannot stand below itself or below one of its own."),
    "host-gone": _("This host is not there."),
    "host-last-administrator": _("Nobody would be administrator of this host any more."),
    "host-name-missing": _("A host needs a name."),
    "host-name-taken": _("Another host has this name."),
}
