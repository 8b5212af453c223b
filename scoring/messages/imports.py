"""Sentences about files with tables: players, members and results."""

from django.utils.translation import gettext_lazy as _

from scoring.messages.sentence import Sentence

INCOMING: dict[str, Sentence] = {
    "results-without-heads": _(
        "No results were found: neither lists of this program nor a table with start number or "
        "name, points, won and lost."
    ),
    "cell-not-a-number": _("“%(text)s” is no whole number that can stand here."),
    "incoming-series-unknown": _("There is no series %(series)s in this tournament."),
    "incoming-series-missing": _("The number of the series is missing here."),
    "incoming-table-missing": _("The number of the table is missing here."),
    "incoming-reason-missing": _("Why the list ended early has to stand here."),
    "incoming-start-number-missing": _("The start number of seat %(seat)s is missing here."),
    "incoming-players-changed": _(
        "At this table somebody left or joined at a round: its games are typed at the desk."
    ),
    "incoming-other-seats": _("This table has %(seats)s seats, the sheet has %(found)s."),
    "incoming-other-player": _(
        "At seat %(seat)s sits No. %(expected)s, the sheet says No. %(found)s."
    ),
    "incoming-system": _(
        "This sheet was made for other rules (%(found)s); this tournament plays %(system)s."
    ),
    "incoming-seats": _("A table has 3 or 4 seats, not “%(found)s”."),
    "incoming-figure-missing": _("A figure is missing here: a whole number, 0 if there was none."),
    "incoming-game-number-missing": _(
        "The number of the game is missing at the front of this row."
    ),
    "incoming-ramsch-points": _("The points of the Ramsch have to stand here."),
    "incoming-result": _("“%(text)s”: here stands g or w for won, v or l for lost."),
    "incoming-both-tops": _("Tops are “with” or “without”, never both."),
    "incoming-base": _("“%(text)s” is no base value here. Possible are E, %(known)s."),
    "incoming-player-missing": _("The start number is missing here."),
    "incoming-name-unknown": _("Nobody in this tournament is called “%(text)s”."),
    "incoming-name-twice": _("“%(text)s” may be several players: please add the start number."),
    "incoming-not-seated": _("No. %(number)s has no seat in series %(series)s."),
    "incoming-twice": _("No. %(number)s stands there twice."),
    "incoming-player-of-table-missing": _(
        "Table %(table)s of series %(series)s is incomplete: No. %(number)s is missing."
    ),
    "incoming-table-twice": _(
        "Table %(table)s of series %(series)s stands in sheet %(sheet)s, too. Leave one of "
        "them out."
    ),
    # What is asked, and what stands in the way of taking it in.
    "incoming-number-contradicts": _(
        "No. %(number)s is %(name)s here, the file says %(found)s. Whose result is this?"
    ),
    "incoming-other-place": _(
        "No. %(number)s, %(name)s, sits at table %(table)s, seat %(seat)s here; the file says "
        "table %(found_table)s, seat %(found_seat)s. Whose result is this?"
    ),
    "incoming-sum-differs": _("%(found)s stands here, but the games give %(expected)s."),
    "incoming-seat-unnamed": _("The sheet names nobody at this seat. Who sat there?"),
    "asked-columns-missing": _(
        "A column is missing or has another heading: %(columns)s. What do these columns hold?"
    ),
    "asked-columns-twice": _(
        "Several columns have the same heading: %(columns)s. Which one is it?"
    ),
    "asked-columns-number": _(
        "Most numbers under “%(column)s” are those of other players. What does this column hold?"
    ),
    "asked-columns-points": _(
        "“%(column)s” may be game points or the total with everything that is added to them. "
        "Which is it?"
    ),
    "asked-series": _("Which series is this?"),
    "asked-series-which": _("The file names several series for this: %(series)s. Which one is it?"),
    "asked-series-unknown": _("There is no series %(series)s in this tournament. Which one is it?"),
    "results-changed-since": _(
        "A list of this file was changed since it was read in. Empty its lists one by one."
    ),
    "import-asks": _("A question about this file is still open."),
    "results-changed-meanwhile": _(
        "Something has changed since you looked at this file. It was not taken in; please look "
        "once more."
    ),
}
SHEETS: dict[str, Sentence] = {
    "sheet-damaged": _("This file is damaged or is no table: it cannot be read."),
    "sheet-empty": _("There is nothing in this table."),
    "sheet-locked": _("This file is protected by a password. Save it without one."),
    "sheet-of-another-kind": _("Tables can be read as .xlsx, .ods, .xls or .csv."),
    "sheet-too-large": _(
        "This file holds more than is read at once. Send the sheets with the players or the "
        "results alone, and the lists of a large tournament series by series."
    ),
    "sheet-too-many-rows": _("At most %(most)s players can be imported at once."),
}
