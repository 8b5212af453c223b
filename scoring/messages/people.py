"""Sentences about players, people, clubs, members, teams, accounts, hosts and public pages."""

from django.utils.translation import gettext_lazy as _

from scoring.messages.sentence import Sentence

PEOPLE: dict[str, Sentence] = {
    "adjustment-is-a-reversal": _(
        "This row takes back another one and cannot be taken back itself."
    ),
    "adjustment-out-of-range": _("Adjust by 1 to %(most)s points, up or down."),
    "adjustment-reversed": _("This adjustment was taken back already."),
    "adjustment-series-unknown": _("This series belongs to another tournament."),
    "age-limits-crossed": _("Juniors have to be younger than seniors, and nobody is over 150."),
    "birth-year-impossible": _("This year of birth is not possible."),
    "birth-year-unreadable": _("“%(text)s” is not a year of birth."),
    "both-play-there": _("Both play in “%(name)s”: they are two people."),
    "categories-complete": _("The tournament has all of these categories already."),
    "category-exists": _("There is a category “%(name)s” already."),
    "category-gone": _("This category has been removed."),
    "category-has-a-pot": _("A pot is played out for “%(name)s”. Remove the pot first."),
    "category-name-missing": _("The category needs a name."),
    "category-unknown": _("“%(name)s” is not a category of this tournament."),
    "club-exists": _("There is a club “%(name)s” already. Merge the two instead."),
    "club-gone": _("This club is no longer on record."),
    "club-known": _("There is a club “%(name)s” already."),
    "club-name-missing": _("The club needs a name."),
    "club-too-long": _("A club's name has at most %(most)s characters."),
    "day-unreadable": _("“%(text)s” is not a day: type 31.12.2026 or the year alone."),
    "entry-fee-out-of-range": _("This entry fee is not possible."),
    "entry-gone": _("This player has been removed again."),
    "entry-has-points": _("Number %(number)s has points that no list gave and can only withdraw."),
    "entry-objected": _("Number %(number)s lodged an objection and can only withdraw."),
    "entry-was-seated": _("Number %(number)s was seated already and can only withdraw."),
    "exclusion-of-the-organizer": _("The organizer decides whether somebody is excluded."),
    "import-changed-meanwhile": _(
        "Something has changed meanwhile. To be entered now: %(count)s. Please look again."
    ),
    "import-in-use": _(
        "These numbers sit at a table, have paid, have points or have objected: %(numbers)s. "
        "Remove the others one by one."
    ),
    "kept-six-months": _(
        "The lists of this person are kept for six months: the name can be removed from %(day)s on."
    ),
    "leaves-before-coming": _("Nobody leaves before coming."),
    "member-already": _("%(name)s is a member at that time already, with number %(number)s."),
    "member-gone": _("This membership has been removed."),
    "member-has-left": _("A member who left already cannot be moved: add him to the other club."),
    "member-leaves-before-entering": _("Nobody leaves before entering."),
    "member-number-out-of-range": _("A member has a number from 1 to %(most)s."),
    "member-number-taken": _("Number %(number)s belongs to another member."),
    "member-offer-ended": _(
        "The membership of %(club)s was changed after the offer: it ends on %(day)s. Ask %(host)s "
        "to offer the member again."
    ),
    "member-offer-gone": _("This offer has been withdrawn, taken or refused."),
    "member-offer-later": _(
        "The membership of %(club)s was changed after the offer: it begins on %(day)s. Ask "
        "%(host)s to offer the member again."
    ),
    "member-offered": _("This member is offered already."),
    "member-who": _("Somebody called %(name)s is on record: choose below who is meant."),
    "members-changed-since": _(
        "The members of this club were changed since the table was read in. Remove them one by one."
    ),
    "name-abbreviated": _("Several people on record fit “%(name)s”: choose one."),
    "name-ambiguous": _(
        "%(count)s people on record are called %(name)s: choose one of the suggestions."
    ),
    "name-missing": _("A name is missing."),
    "name-of-another-club": _("%(name)s is on record with the club %(club)s: is it the same one?"),
    "name-plays-already": _("%(name)s is entered already, with number %(number)s."),
    "name-resembles": _("Is this %(known)s?"),
    "name-too-long": _("A name has at most %(most)s characters."),
    "name-twice": _("%(name)s stands in row %(row)s already."),
    "nobody-chosen": _("Please choose somebody."),
    "nobody-to-take-back": _("No entry is left to take back."),
    "not-organized-by-you": _(
        "This would also change tournaments that others organize: %(names)s."
    ),
    "nothing-to-import": _("Nobody in this table can be entered."),
    "number-unreadable": _("“%(text)s” is not a number."),
    "numbers-missing": _("Start numbers are missing."),
    "passport-too-long": _("A passport number has at most %(most)s characters."),
    "person-is-anonymous": _("The name of this person has been removed."),
    "person-is-member": _(
        "This person is a member of %(club)s: enter the day of leaving there first."
    ),
    "person-merged-with-itself": _("Choose two people."),
    "person-plays-already": _("This person is entered already, with number %(number)s."),
    "person-unknown": _("This person is no longer on record. Please type the name."),
    "pot-of-the-line-unknown": _(
        "“%(name)s” is not an optional pot. The categories of an entered player are changed on his "
        "page."
    ),
    "reservation-gone": _("This reservation has been cancelled already."),
    "same-club": _("Choose another club."),
    "start-number-is-seated": _(
        "A player who has a seat keeps the start number: it stands on seatings and lists."
    ),
    "start-number-out-of-range": _("Start numbers go from 1 to %(most)s."),
    "start-number-taken": _("Start number %(number)s is taken."),
    "table-out-of-range": _("A table has a number from 1 to %(most)s."),
    "too-many-categories": _("A tournament has at most %(most)s categories."),
    "too-many-rows": _("At most %(most)s players can be pasted at once."),
    # Sentences about teams.
    "contest-has-teams": _("There are teams of this kind. Dissolve them first."),
    "contest-missing": _("Teams of this kind are not counted in this tournament."),
    "members-unreadable": _("“%(text)s” cannot be read. Start numbers, e.g. 3 7 12 15."),
    "numbers-too-many": _("At most %(most)s numbers at once."),
    "numbers-unreadable": _("“%(text)s” cannot be read. Start numbers, e.g. 3 7 12-15."),
    "team-full": _("At most %(most)s play for a team at the same time."),
    "team-gone": _("This team has been dissolved."),
    "team-larger-than-that": _("There is a team of %(count)s."),
    "team-member-elsewhere": _("Number %(number)s plays for “%(team)s”."),
    "team-member-off-the-roster": _(
        "Number %(number)s is not on the roster of “%(name)s” on this match day."
    ),
    "team-member-twice": _("Number %(number)s is named twice."),
    "team-name-missing": _("The team needs a name."),
    "team-name-taken": _("A team is called “%(name)s” already."),
    "team-not-of-the-day": _("On this match day these teams play: %(known)s. Which one is it?"),
    "team-size-out-of-range": _("A team has %(least)s to %(most)s players."),
    "team-stay-impossible": _("Number %(number)s cannot leave before the series he comes in."),
    "too-few-for-a-team": _("Too few players without a team: %(count)s."),
    # Sentences about accounts and sign-in.
    "app-there-already": _("An app is set up already. Remove it first."),
    "account-inactive": _("This account is closed."),
    "code-wrong": _(
        "This code is not right. It changes every 30 seconds; the clock of the telephone must be "
        "right."
    ),
    "last-organizer": _(
        "Nobody would be organizer of this tournament any more. Give somebody else this role first."
    ),
    "last-superuser": _("Nobody could set up accounts any more: this account stays open."),
    "link-used": _("This link was used a moment ago. Please sign in."),
    "no-second-factor": _("This account has no second step."),
    "passkey-refused": _("The passkey was not accepted. Please try again."),
    "passkey-there-already": _("This passkey is set up already."),
    "password-wait": _("Too many attempts have failed. Please try again in %(minutes)s min."),
    "password-wrong": _("This password is not right."),
    "password-weak": "%(why)s",  # Django's own sentences, translated already
    "too-many-passkeys": _("An account has at most %(most)s passkeys."),
    "username-malformed": _(
        "Sign-in names have lower-case letters, digits, dots, hyphens and underscores: ada.becker"
    ),
    "username-taken": _("Somebody signs in with this name already."),
    # Sentences about hosts and the roles in them.
    "host-below-itself": _("A host cannot stand below itself or below one of its own."),
    "host-last-administrator": _("Nobody would be administrator of this host any more."),
    "host-name-missing": _("A host needs a name."),
    "host-name-taken": _("Another host has this name."),
    # Sentences about the public pages and the announcement.
    "announcement-is-published": _(
        "The announcement is published and binds. Withdraw it, with a reason, to change it."
    ),
    "announcement-item-missing": _("The announcement says nothing about “%(item)s”."),
    "freeze-after-unknown-series": _("There is no series %(number)s."),
    "sample-never-public": _("A sample tournament is never public."),
}
