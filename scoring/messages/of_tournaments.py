"""What the services say about series, draws and exchanged documents."""

from django.utils.translation import gettext_lazy as _

from scoring.messages.sentence import Sentence

SERIES: dict[str, Sentence] = {
    "rounds-out-of-range": _("A series has %(least)s to %(most)s rounds."),
    "series-has-lists": _("The series has lists and cannot be removed."),
    "series-not-last": _("Only the last series can be removed."),
    "series-not-drawn": _("The seating of this series has not been drawn yet."),
    "series-has-entries": _("Lists of this series have been entered: it cannot go back."),
    "series-not-released": _("The seating of this series has not been released yet."),
    "series-closed": _("This series is closed."),
    "seating-released": _("The seating is released: it cannot be drawn again."),
    "state-changed": _("Somebody changed the state a moment ago. Please look again."),
    "transition-not-allowed": _("A series does not go from “%(old)s” to “%(new)s”."),
    "players-cannot-be-seated": _(
        "%(players)s players cannot be seated at tables of four and three."
    ),
    "table-has-a-list": _("Table %(table)s has a list already."),
    "three-or-four-players": _("A table has three or four players, not %(players)s."),
    "start-number-unknown": _("Nobody has the start number %(number)s."),
    "start-number-twice": _("Start number %(number)s is there twice."),
    "already-seated": _("Start number %(number)s already sits at table %(table)s."),
    "lot-needs-two-players": _("A lot decides between two players or more."),
    "lot-of-another-tournament": _("These players belong to another tournament."),
}
DOCUMENTS: dict[str, Sentence] = {
    "document-not-an-object": _("A JSON object is expected here."),
    "document-not-a-list": _("A JSON list is expected here."),
    "document-not-a-text": _("A text is expected here."),
    "document-not-an-integer": _("A whole number is expected here."),
    "document-not-a-flag": _("True or false is expected here."),
    "document-not-a-choice": _("One of these is expected here: %(options)s."),
    "document-not-a-date": _("A date is expected here: 2026-11-21."),
    "document-not-a-moment": _("A date and time is expected here: 2026-11-21T19:30:00+01:00."),
    "document-text-too-long": _("The text has more than %(limit)s characters."),
    "document-text-unstorable": _("The text has characters that cannot be stored."),
    "document-text-malformed": _("The text does not have the expected form."),
    "document-number-out-of-range": _("The number must be %(low)s to %(high)s."),
    "document-field-unknown": _("“%(key)s” is not known here."),
    "document-field-missing": _("“%(key)s” is missing."),
    "document-too-many": _("%(count)s are too many: at most %(limit)s."),
    "document-format-unknown": _("Format %(format)s cannot be read; known is %(known)s."),
    "document-too-large": _("The file is larger than %(megabytes)s MB."),
    "document-too-deep": _("The document is nested too deeply."),
    "document-not-utf8": _("The file is not UTF-8 text (byte %(position)s)."),
    "document-not-json": _("The file is not JSON (line %(line)s, column %(column)s)."),
    "document-not-readable": _("The file cannot be read: %(detail)s"),
    "document-key-twice": _("“%(key)s” stands there twice."),
    "document-not-finite": _("%(number)s is no number."),
}
