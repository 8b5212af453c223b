"""Sentences about exchange documents of tournaments."""

from django.utils.translation import gettext_lazy as _

from scoring.messages.sentence import Sentence

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
    "document-text-unstorable": _(
        "The file has a character that cannot be stored: a NUL, or half of one."
    ),
    "document-text-malformed": _("The text does not have the expected form."),
    "document-choice-unknown": _("%(value)s is not known here."),
    "document-number-too-low": _("The number must be at least %(low)s."),
    "document-number-too-high": _("The number must be at most %(high)s."),
    "document-number-out-of-range": _("The number must be %(low)s to %(high)s."),
    "document-field-unknown": _("“%(key)s” is not known here."),
    "document-field-missing": _("“%(key)s” is missing."),
    "document-too-many": _("At most %(limit)s of these may be here."),
    "document-format-unknown": _("Format %(format)s cannot be read; known is %(known)s."),
    "document-too-large": _("The file is larger than %(megabytes)s MB."),
    "document-too-many-values": _("The file holds more values than a document of its size can."),
    "document-too-deep": _("The document is nested too deeply."),
    "document-not-utf8": _("The file is not UTF-8 text."),
    "document-not-json": _("The file is not JSON (line %(line)s, column %(column)s)."),
    "document-not-readable": _("The file cannot be read: %(detail)s"),
    "document-key-twice": _("“%(key)s” stands there twice."),
    "document-not-finite": _("This is no number that could be stored."),
    "document-contradicts": _("The document contradicts itself: %(detail)s"),
    "document-user-twice": _("%(value)s stands among the members twice."),
    "document-series-twice": _("Series %(value)s is there twice."),
    "document-draw-twice": _("Draw %(value)s of this series is there twice."),
    "document-sample-public": _("A sample is never public."),
    "document-option-unknown": _("The system %(system)s has no such option."),
    "document-start-number-twice": _("Start number %(value)s is there twice."),
    "document-leaves-before-coming": _("Nobody leaves before series %(since)s, his first one."),
    "document-log-row": _(
        "Row %(row)s of the log (“%(logged)s”) cannot be read: such a row does not hold this under "
        "“%(key)s”."
    ),
    "document-lot-twice": _("Start number %(value)s has two lots in one draw."),
    "document-lot-drawing": _(
        "Drawing %(value)s holds lots of several standings or totals, or one place twice."
    ),
    "document-player-unknown": _("Nobody has the start number %(value)s."),
    "document-booking-twice": _("Booking %(value)s is there twice."),
    "document-category-twice": _("The category “%(value)s” is there twice."),
    "document-category-unknown": _("There is no category “%(value)s”."),
    "document-changes-nothing": _("Zero changes nothing."),
    "document-contest-twice": _("Teams of the kind “%(value)s” are there twice."),
    "document-lot-of-nobody": _("A lot is drawn by one player or by one team."),
    "document-not-a-ladder": _("This is no ladder of fees: [[1, 50], [4, 100]]."),
    "document-not-stakes": _(
        "Stakes are by series: from_series, stake in cents a point (1/4), set_at with its zone."
    ),
    "document-not-a-picture": _("A PNG of at most %(megabytes)s MB is expected here, in base64."),
    "document-not-a-plan": _("This is no prize plan: %(detail)s"),
    "document-plays-for-two-teams": _("Start number %(value)s plays for two teams of one kind."),
    "document-position-twice": _("Place %(value)s of this team is taken twice."),
    "document-prize-twice": _("%(value)s is there twice among the prizes in kind of a pot."),
    "document-pot-twice": _("Pot %(value)s is there twice."),
    "document-pot-unknown": _("There is no pot %(value)s."),
    "document-reversed-twice": _("Row %(value)s is taken back twice."),
    "document-reverses-another": _("Row %(value)s is not what this one takes back."),
    "document-paper-twice": _("The copies of %(value)s are there twice."),
    "document-ruling-twice": _("Ruling %(value)s is there twice."),
    "document-league-reference": _("%(value)s is not known in this league."),
    "document-league-scoring": _("This is no scoring of a league."),
    "document-league-twice": _("%(value)s is there twice in this league."),
    "document-season-there": _("There is a season “%(name)s” already."),
    "document-of-another-season": _("This tournament is not of the season of the document."),
    "document-number-twice": _("Number %(value)s is given to several members."),
    "document-entry-unknown": _("Nobody has this start number, or it is named twice."),
    "document-entry-of-nobody": _(
        "Start number %(number)s of tournament %(tournament)s is missing among the people."
    ),
    "document-person-differs": _("The tournaments tell different things of this person."),
    "document-season-closed": _(
        "The season “%(name)s” is closed. Its organizer can open it again; a tournament without a "
        "season can be taken in as well."
    ),
    "document-season-differs": _(
        "How many tournaments of the season “%(name)s” count: %(here)s here, %(told)s in the "
        "document."
    ),
    "document-series-unknown": _("There is no series %(value)s."),
    "document-table-unknown": _("There is no table %(value)s in this series."),
    "document-team-name-twice": _("Two teams are called “%(value)s”."),
    "document-team-twice": _("Team %(value)s is there twice."),
    "document-team-unknown": _("There is no team %(value)s of this kind."),
    "document-lot-scope": _("There are no standings “%(value)s” here."),
    "document-booking-gap": _("Bookings have the numbers 1, 2, 3, …: %(value)s is expected here."),
    "document-team-too-large": _(
        "%(count)s players play for this team at a time, at most %(most)s may."
    ),
    "document-table-twice": _("Table %(value)s is there twice in this series."),
    "document-player-twice-a-series": _("Start number %(value)s sits twice in this series."),
    "document-seats-not-3-or-4": _("Table %(table)s needs the seats 1 to 3 or 1 to 4, each once."),
    "document-options-of-a-game": _("The options of a game are those of its tournament."),
    "document-control-differs": _(
        "Series %(series)s, table %(table)s, seat %(seat)s: %(figure)s say %(told)s, "
        "computed are %(computed)s."
    ),
}
