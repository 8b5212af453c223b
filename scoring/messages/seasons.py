"""Sentences about seasons and their members."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from scoring.messages.sentence import Sentence

SEASONS: dict[str, Sentence] = {
    "season-number-out-of-range": _("A number from 1 to %(most)s is expected here."),
    "season-number-twice": _("Number %(number)s is given to several members."),
    "nobody-called-so": _("Nobody on record is called “%(name)s”."),
    "person-gone": _("Somebody of this list is no longer on record: please look at it again."),
    "season-closed": _("This season is closed. To add a day, open it again first."),
    "season-days-open": ngettext_lazy(
        "%(count)s day of this season is not final yet.",
        "%(count)s days of this season are not final yet.",
        "count",
    ),
    "season-gone": _("This season has been removed meanwhile."),
    "season-name-taken": _("There is a season of this name already."),
    "season-not-empty": _("It counts %(count)s tournaments: only an empty season can be removed."),
    "season-not-played": _("No day of this season has been played yet."),
    "season-reports-missing": ngettext_lazy(
        "%(count)s match report is missing.", "%(count)s match reports are missing.", "count"
    ),
    "several-called-so": _("Several people fit: %(names)s. Please type more of the name."),
}
