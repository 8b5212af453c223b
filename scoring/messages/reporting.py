"""Sentences about results that are reported to a server."""

from django.utils.translation import gettext_lazy as _

from scoring.messages.sentence import Sentence

REPORTS: dict[str, Sentence] = {
    # On the computer that reports: the address and the key.
    "report-address-malformed": _(
        "An address such as https://skat.example.org is expected here, without anything behind it."
    ),
    "report-needs-https": _("The address must begin with https://."),
    "report-key-malformed": _("This is no key: a letter is missing or wrong."),
    "report-choose-server": _("To which of the servers is it reported?"),
    "report-server-removed": _(
        "This result is at %(name)s, to which nothing is reported any more. A correction goes "
        "there once a key of it was typed in again."
    ),
    "report-replaces-another": _(
        "The server has version %(newest)s of this result, which was not made with the data of "
        "this computer. It is replaced only if you say so."
    ),
    "report-without-server": _("No server is set to which results are reported."),
    # Why a server was not reached; it is tried again.
    "report-no-network": _("The server was not reached."),
    "report-certificate": _(
        "The certificate of the server could not be checked. Are date and time of this computer "
        "right?"
    ),
    "report-not-our-server": _(
        "Something else than the tournament program answered at this address. Perhaps the network "
        "asks for a sign-in first."
    ),
    "report-busy": _("The server could not take it at this moment."),
    "report-too-many": _("The server asks to wait, because much was sent to it."),
    "report-key-of-another-computer": _(
        "The key was typed in on another computer; this one needs a key of its own."
    ),
    # What the server says.
    "report-changed": _("The document is not what was signed."),
    "report-here-already": _(
        "“%(name)s” of this day is here already with the same players, reported from "
        "“%(computer)s”. A correction is reported from the data that it came from; another "
        "tournament needs another name."
    ),
    "report-key-name-missing": _("Which computer is the key for?"),
    "report-key-name-taken": _("A key in use has this name."),
    "report-key-unknown": _("The server does not know this key."),
    "report-key-used": _("This key was used on another computer. Have a new one given out."),
    "report-key-withdrawn": _("This key was withdrawn. Have a new one given out."),
    "report-not-final": _("Only a final result is reported."),
    "report-of-a-sample": _("The sample tournament is not reported."),
    "report-refused-gone": _("This report is not refused any more."),
    "report-server-older": _(
        "The program of the server is older than that of this computer and cannot read what was "
        "reported. It has to be updated; then report again."
    ),
    "report-signature-wrong": _("The signature does not fit the key."),
    "report-too-large": _("The document is too large: at most %(megabytes)s MB can be reported."),
    "report-unreadable": _("The server cannot read what was sent: one of the programs is too old."),
    "report-version-old": _(
        "The server has version %(newest)s of this result already, reported from “%(computer)s” on "
        "%(at)s. Nothing of it was changed."
    ),
}
