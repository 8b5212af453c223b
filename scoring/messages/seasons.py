"""Sentences about seasons and their members."""

from django.utils.translation import gettext_lazy as _

from scoring.messages.sentence import Sentence

SEASONS: dict[str, Sentence] = {
    "season-number-out-of-range": _("A number from 1 to %(most)s is expected here."),
    "season-number-twice": _("Number %(number)s is given to several members."),
    "nobody-called-so": _("Nobody on record is called “%(name)s”."),
    "person-gone": _("Somebody of this list is no longer on record: please look at it again."),
    "season-gone": _("This season has been removed meanwhile."),
    "season-name-taken": _("There is a season of this name already."),
    "season-not-empty": _("It counts %(count)s tournaments: only an empty season can be removed."),
    "several-called-so": _("Several people fit: %(names)s. Please type more of the name."),
}
