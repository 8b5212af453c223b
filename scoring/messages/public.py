"""Sentences about the public pages and the announcement."""

from django.utils.translation import gettext_lazy as _

from scoring.messages.sentence import Sentence

ROOM: dict[str, Sentence] = {
    "announcement-is-published": _(
        "The announcement is published and binds. Withdraw it, with a reason, to change it."
    ),
    "announcement-item-missing": _("The announcement says nothing about “%(item)s”."),
    "announcement-item-unknown": _("The announcement has no item “%(value)s”."),
    "freeze-after-unknown-series": _("There is no series %(number)s."),
    "sample-never-public": _("A sample tournament is never public."),
}
