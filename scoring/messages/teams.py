"""Sentences about teams and categories."""

from django.utils.translation import gettext_lazy as _

from scoring.messages.sentence import Sentence

TEAMS: dict[str, Sentence] = {
    "contest-has-teams": _("There are teams of this kind. Dissolve them first."),
    "contest-missing": _("Teams of this kind are not counted in this tournament."),
    "numbers-unreadable": _("“%(text)s” cannot be read. Start numbers, e.g. 3 7 12-15."),
    "members-unreadable": _("“%(text)s” cannot be read. Start numbers, e.g. 3 7 12 15."),
    "team-empty": _("Start numbers are missing."),
    "team-full": _("At most %(most)s play for a team at the same time."),
    "team-gone": _("This team has been dissolved."),
    "team-kind-unknown": _("This kind of team is not known."),
    "team-larger-than-that": _("There is a team of %(count)s."),
    "team-member-elsewhere": _("Number %(number)s plays for “%(team)s”."),
    "team-member-off-the-roster": _(
        "Number %(number)s is not on the roster of “%(name)s” on this match day."
    ),
    "team-member-twice": _("Number %(number)s is named twice."),
    "team-name-missing": _("The team needs a name."),
    "team-name-taken": _("A team is called “%(name)s” already."),
    "team-size-out-of-range": _("A team has %(least)s to %(most)s players."),
    "team-stay-impossible": _("Number %(number)s cannot leave before the series he comes in."),
    "too-few-for-a-team": _("Too few players without a team: %(count)s."),
}
