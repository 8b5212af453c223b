"""Sentences about the members of a club."""

from django.utils.translation import gettext_lazy as _

from scoring.messages.sentence import Sentence

MEMBERS: dict[str, Sentence] = {
    "age-limits-crossed": _("Juniors have to be younger than seniors, and nobody is over 150."),
    "day-unreadable": _("“%(text)s” is no day: type 31.12.2026 or the year alone."),
    "member-already": _("%(name)s is a member at that time already, with number %(number)s."),
    "member-gone": _("This membership has been removed."),
    "member-has-left": _("Who left already cannot be moved: add him to the other club."),
    "member-leaves-before-entering": _("Nobody leaves before he entered."),
    "member-number-out-of-range": _("A member has a number from 1 to %(most)s."),
    "member-number-taken": _("Number %(number)s belongs to another member."),
    "member-number-unreadable": _("“%(text)s” is no number of a member."),
    "member-of-the-same-club": _("Choose another club."),
    "member-offered": _("This member is offered already."),
    "member-offer-ended": _(
        "The membership of %(club)s was changed after the offer: it ends on %(day)s. Ask %(host)s "
        "to offer the member again."
    ),
    "member-offer-later": _(
        "The membership of %(club)s was changed after the offer: it begins on %(day)s. Ask "
        "%(host)s to offer the member again."
    ),
    "member-offer-gone": _("This offer has been withdrawn, taken or refused."),
    "member-who": _("Somebody called %(name)s is on record: choose below who is meant."),
    "members-changed-meanwhile": _(
        "Something has changed meanwhile. New members would be: %(count)s. Please look again."
    ),
    "members-changed-since": _(
        "The members of this club were changed since the table was read in. Remove them one by one."
    ),
    "no-members-to-import": _("Nobody in this table can become a member."),
}
