"""What the services say about accounts, roles, tournaments and the people who play in them."""

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
TOURNAMENTS: dict[str, Sentence] = {
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
    "tournament-final": _("The tournament is final. Take it back to review first."),
    "tournament-gone": _("This tournament has been removed."),
    "tournament-is-played": _("Lists have been entered: the tournament is running."),
    "tournament-name-missing": _("The tournament needs a name."),
    "tournament-transition-not-allowed": _("The tournament cannot take this step now."),
}
PEOPLE: dict[str, Sentence] = {
    "club-too-long": _("A club's name has at most %(most)s characters."),
    "entry-gone": _("This player has been removed again."),
    "entry-was-seated": _("Number %(number)s was seated already and can only withdraw."),
    "leaves-before-coming": _("Nobody leaves before he comes."),
    "name-ambiguous": _(
        "%(count)s people on record are called %(name)s: choose one of the suggestions."
    ),
    "name-missing": _("A name is missing."),
    "name-plays-already": _("%(name)s is entered already, with number %(number)s."),
    "name-too-long": _("A name has at most %(most)s characters."),
    "name-twice": _("%(name)s stands in row %(row)s already."),
    "person-plays-already": _("This person is entered already, with number %(number)s."),
    "person-unknown": _("This person is no longer on record. Please type the name."),
    "series-out-of-range": _("A series has a number from 1 to %(most)s."),
    "start-number-out-of-range": _("Start numbers go from 1 to %(most)s."),
    "start-number-taken": _("Start number %(number)s is taken."),
    "start-number-unreadable": _("“%(text)s” is no start number."),
    "state-unknown": _("This state is not known."),
    "too-many-rows": _("At most %(most)s players can be pasted at once."),
}
