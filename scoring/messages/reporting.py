"""Sentences about results that are reported to a host."""

from django.utils.translation import gettext_lazy as _

from scoring.messages.sentence import Sentence

REPORTS: dict[str, Sentence] = {
    # At the club: the address and the key.
    "report-address-malformed": _(
        "An address such as https://skat.example.org is expected here, without anything behind it."
    ),
    "report-needs-https": _("The address must begin with https://."),
    "report-without-server": _("No server is set to which results are reported."),
    # Why a server was not reached.
    "report-no-network": _("The server was not reached."),
    "report-no-answer": _(
        "No answer came from the server within 20 seconds. Perhaps it has the result all the same: "
        "report again in a minute, the same counts once."
    ),
    "report-certificate": _(
        "The certificate of the server could not be checked. Are date and time of this computer "
        "right?"
    ),
    "report-not-our-server": _(
        "Something else than the tournament program answered at this address. Perhaps the network "
        "asks for a sign-in first."
    ),
    "report-busy": _("The server could not take it at this moment."),
    "report-too-many": _("The server asks to wait, because wrong keys were sent to it."),
    # At the host.
    "report-key-name-missing": _("Which club is the key for?"),
    "report-key-name-taken": _("A key in use has this name."),
    "report-key-unknown": _("The server does not know this key."),
    "report-key-withdrawn": _("This key was withdrawn. Have a new one given out."),
    "report-not-final": _("Only a final result is reported."),
    "report-of-another-club": _(
        "This tournament was reported by “%(club)s”. Another club does not replace it; the host "
        "can, with the file."
    ),
    "report-of-a-sample": _("The sample tournament is not reported."),
    "report-too-large": _("The document is too large: at most %(megabytes)s MB can be reported."),
    "report-unreadable": _("This is no document of a tournament."),
}
