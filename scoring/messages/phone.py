"""Sentences about lists that are kept at the table by phone."""

from django.utils.translation import gettext_lazy as _

from scoring.messages.sentence import Sentence

PHONES: dict[str, Sentence] = {
    "phone-consent-missing": _("Game %(number)s is changed only if everybody at the table agrees."),
    "phone-list-ended": _("This list is no longer kept by phone."),
    "phone-name-missing": _("Say whose phone writes the list."),
    "phone-no-address": _("Table %(table)s has no address for a phone."),
    "phone-not-now": _(
        "Only a released series of a tournament whose lists are kept by phone has addresses."
    ),
    "phone-nothing-to-annul": _(
        "Only games of the round that is being played can be annulled at the table. Call the "
        "referee."
    ),
    "phone-signature-unreadable": _("Sign with a finger in the field, in at least one line."),
    "phone-stop-elsewhere": _("The last game on the list is %(last)s. Break off after that one."),
    "phone-taken-too-often": _(
        "This list has gone from phone to phone too often. Wait %(minutes)s min, or go on writing "
        "on paper."
    ),
    "phone-too-many-unsent": _(
        "There are too many unsent games of this table. Show the phone to the organizer."
    ),
    "signatures-beside-a-second-entry": _(
        "Where every list is typed a second time, signatures do not suffice."
    ),
    "signatures-without-phones": _(
        "Signatures at the table need lists that are kept by phone: tick that too."
    ),
}
