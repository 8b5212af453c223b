"""Sentences about seasons and their members."""

from django.utils.translation import gettext_lazy as _

from scoring.messages.sentence import Counted, Sentence

SEASONS: dict[str, Sentence] = {
    "season-number-out-of-range": _("A number from 1 to %(most)s is expected here."),
    "season-number-twice": _("Number %(number)s is given to several members."),
    "nobody-called-so": _("Nobody on record is called “%(name)s”."),
    "person-gone": _("Somebody of this list is no longer on record: please look at it again."),
    "season-closed": _("This season is closed. To add a day, open it again first."),
    "season-days-open": Counted(
        "count",
        _("One day of this season is not final yet."),
        _("%(count)s days of this season are not final yet."),
    ),
    "season-gone": _("This season has been removed meanwhile."),
    "season-name-taken": _("There is a season of this name already."),
    "season-not-empty": Counted(
        "count",
        _("It counts one tournament: only an empty season can be removed."),
        _("It counts %(count)s tournaments: only an empty season can be removed."),
    ),
    "season-not-played": _("No day of this season has been played yet."),
    "season-reports-missing": Counted(
        "count", _("One match report is missing."), _("%(count)s match reports are missing.")
    ),
    "several-called-so": _("Several people fit: %(names)s. Please type more of the name."),
}
