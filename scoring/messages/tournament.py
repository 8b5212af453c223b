"""Sentences about tournaments, their terms and states."""

from django.utils.translation import gettext_lazy as _

from scoring.messages.sentence import Sentence

TOURNAMENTS: dict[str, Sentence] = {
    "bonus-without-wenzels": _(
        "The bonus counts for wenzels: allow queens and kings as wenzels too, or leave it out."
    ),
    "best-of-out-of-range": _("A number from 1 to %(most)s is expected here."),
    "best-of-in-a-league": _("A league counts every series: leave this empty."),
    "season-of-others": _(
        "This season counts tournaments that you do not organize: only who organizes all of them, "
        "or sets up the installation, lets another one join or changes what counts."
    ),
    "season-missing": _("Which season? Please give its name."),
    "copies-out-of-range": _("From 0 to %(most)s copies can be printed at once."),
    "choice-unknown": _("This choice is not known."),
    "date-out-of-range": _("This date cannot be meant."),
    "edition-not-of-system": _("This edition does not belong to the rule system."),
    "lists-open": _("Lists that are still open: %(count)s."),
    "only-samples-are-removed": _("Only a sample tournament can be removed."),
    "option-not-of-system": _("The rule system does not know this option."),
    "rules-fixed": _("Lists have been entered: the rules can no longer be changed."),
    "scheme-unknown": _("This scoring is not known."),
    "series-count-out-of-range": _("A tournament has 0 to %(most)s series."),
    "series-not-closed": _("Series that are not closed yet: %(series)s."),
    "system-unknown": _("This rule system is not known."),
    "text-too-long": _("At most %(most)s characters fit here."),
    "tournament-is-reported": _(
        "This result was reported from elsewhere: it is corrected there and reported again."
    ),
    "tournament-final": _("The tournament is final. Take it back to review first."),
    "tournament-gone": _("This tournament has been removed."),
    "tournament-is-played": _("Lists have been entered: the tournament is running."),
    "tournament-name-missing": _("The tournament needs a name."),
    "wenzels-in-use": _(
        "Games with queens or kings as wenzels are entered: %(count)s. Correct them first, or "
        "leave wenzels allowed."
    ),
    "tournament-transition-not-allowed": _("The tournament cannot take this step now."),
}
