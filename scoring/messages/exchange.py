"""Sentences about documents, backups, the recount (`verify`), reports, and files with tables."""

from django.utils.translation import gettext_lazy as _

from scoring.messages.sentence import Sentence

DOCUMENTS: dict[str, Sentence] = {
    "document-shape": _("Something else is expected here (%(detail)s)."),
    "document-not-a-choice": _("One of these is expected here: %(options)s."),
    "document-text-unstorable": _(
        "The file has a character that cannot be stored: NUL, or one that is incomplete."
    ),
    "document-number-out-of-range": _("The number must be %(low)s to %(high)s."),
    "document-field-unknown": _("“%(key)s” is not known here."),
    "document-field-missing": _("“%(key)s” is missing."),
    "document-format-unknown": _("Format %(format)s cannot be read; known is %(known)s."),
    "document-too-large": _("The file is larger than %(megabytes)s MB."),
    "document-too-many-values": _("The file holds more values than a document of its size can."),
    "document-too-deep": _("The document is nested too deeply."),
    "document-not-utf8": _(
        "This is not a file that the program writes for exchange (.json): it is not UTF-8 text."
    ),
    "document-not-json": _(
        "This is not a file that the program writes for exchange (.json): it is not JSON (line "
        "%(line)s, column %(column)s)."
    ),
    "document-not-finite": _("This is not a number that could be stored."),
    "document-contradicts": _("The document contradicts itself: %(detail)s"),
    "document-twice": _("%(value)s occurs twice."),
    "document-unknown": _("The document has no %(value)s of this kind."),
    "document-leaves-before-coming": _("Nobody leaves before coming (%(since)s)."),
    "document-changes-nothing": _("Zero changes nothing."),
    "document-lot-of-nobody": _("A lot is drawn by one player or by one team."),
    "document-log-row": _(
        "Row %(row)s of the log (“%(logged)s”) cannot be read: such a row does not hold this under "
        "“%(key)s”."
    ),
    "document-not-stakes": _(
        "Stakes are by series: from_series, stake in cents a point (1/4), set_at with its zone."
    ),
    "document-not-a-picture": _("A PNG of at most %(megabytes)s MB is expected here, in base64."),
    "document-league-scoring": _("This is not a scoring of a league."),
    "document-season-there": _("There is a season “%(name)s” already."),
    "document-of-another-season": _("This tournament is not of the season of the document."),
    "document-entry-unknown": _("Nobody has this start number, or it is named twice."),
    "document-entry-of-nobody": _(
        "Start number %(number)s of tournament %(tournament)s is missing among the people."
    ),
    "document-person-differs": _("The tournaments say different things about this person."),
    "document-season-closed": _(
        "The season “%(name)s” is closed. Its organizer can open it again; a tournament without a "
        "season can be imported as well."
    ),
    "document-season-differs": _(
        "How many tournaments of the season “%(name)s” count: %(here)s here, %(document)s in the "
        "document."
    ),
    "document-player-twice-a-series": _("Start number %(value)s sits twice in this series."),
    "document-seats-not-3-or-4": _("Table %(table)s needs the seats 1 to 3 or 1 to 4, each once."),
    "document-options-of-a-game": _("The options of a game are those of its tournament."),
    # Sentences about large files, uploads and backups.
    "file-takes-too-long": _(
        "This workbook was not ready after %(minutes)s minutes, and its writing was ended. Nothing "
        "was changed. Fetch less at once: the lists of one series, or single tables and lists."
    ),
    "file-takes-too-much-memory": _(
        "This workbook takes more memory than this computer has for it, and was not written. "
        "Nothing was changed. Fetch less at once: the lists of one series, or single tables and "
        "lists."
    ),
    "upload-gone": _("This file is kept for an hour only. Please choose it again."),
    "backup-gone": _("This backup is not there any more."),
    "backup-copy-missing": _("%(path)s is not there: plug in the stick. Nothing is copied to it."),
    "backup-copy-read-only": _("%(path)s cannot be written: nothing is copied to it."),
    "backup-copy-failed": _("The backup is made, but not its copy in %(path)s: %(detail)s"),
    "restore-not-typed": _("That is not the name of the file."),
    "backup-postgresql": _("PostgreSQL is backed up with pg_dump, which is not installed here."),
    "backup-exists": _("The file %(path)s exists already. Choose another name."),
    "backup-failed": _("The backup %(path)s could not be written: %(detail)s"),
    "backup-damaged": _("The database %(path)s is damaged: %(detail)s"),
    "restore-postgresql": _(
        "PostgreSQL is restored with pg_restore and psql, on the server itself."
    ),
    "restore-same": _("%(path)s is the database itself. Choose a backup."),
    "restore-failed": _("%(path)s could not be restored: %(detail)s"),
    "restore-not-ours": _("%(path)s is a database of another program."),
    "database-too-old": _(
        "This database was made by a preview of this program. Its tournaments are carried over "
        "as files: with that preview, manage.py export_tournament NUMBER FILE for each; then "
        "with this one, in a new data folder, manage.py import_tournament FILE."
    ),
    "restore-too-old": _(
        "%(path)s was made by a preview of this program, and only that reads it. Its tournaments "
        "are carried over as files: manage.py export_tournament NUMBER FILE there, manage.py "
        "import_tournament FILE here."
    ),
    "restore-not-migrated": _(
        "%(path)s could not be brought to this version of the program: %(detail)s"
    ),
    "restore-altered": _("%(path)s differs from what this program writes: %(names)s."),
    "restore-page-size": _(
        "%(path)s was repacked by another program: its pages have %(found)s bytes, not %(wanted)s. "
        'Repack it: sqlite3 FILE "PRAGMA journal_mode=DELETE; PRAGMA page_size=%(wanted)s; VACUUM"'
    ),
    "restore-log-cut": _("Rows that the log lacks in %(path)s: %(missing)s. Use another backup."),
    "restore-not-sqlite": _("%(path)s is not a backup of this program."),
    "restore-has-wal": _(
        "%(path)s was copied while the program was running, and its last changes stand in the "
        "-wal file beside it. Use a backup made by the backup command."
    ),
    "restore-newer": _(
        "%(path)s was made by a newer version (%(migration)s). Update the program first."
    ),
    # Sentences about findings of a recount (`verify`).
    "verify-game": _("%(figure)s: %(stored)s is stored, %(computed)s is right."),
    "verify-signature": _("Table %(table)s: the signature of player %(seat)s cannot be his."),
    "verify-photo": _("Table %(table)s: the photo of the list is not as it was added."),
    "verify-call": _("Table %(table)s called about game %(number)s, which is not in its list."),
    "verify-unsent": _("Table %(table)s: unsent games of a replaced phone cannot be read."),
    "verify-misplaced": _(
        "Table %(table)s, game %(number)s: the line that has moved there cannot be read."
    ),
    "verify-seats": _("Seats stored: %(stored)s; the table has %(computed)s."),
    "verify-tally-without-entry": _("The list has figures, although nothing was entered."),
    "verify-games-due": _(
        "%(stored)s games are due according to the list, %(computed)s according to the series."
    ),
    "verify-games-without-depth": _("The list has games, but its depth is “%(depth)s”."),
    "verify-closed-but-empty": _("The list is %(state)s, but nothing was entered."),
    "verify-entered-in-draft": _("The list was entered before its seating was released."),
    "verify-confirmed-revision": _(
        "Revision %(stored)s was confirmed, the present one is %(computed)s."
    ),
    "verify-confirmed-by-typist": _("The list was confirmed by whoever entered it."),
    "verify-open-but-confirmed": _("The list is open, but somebody confirmed it."),
    "played-after-final": _("The result is final, but this series is still being played."),
    "open-after-final": _("The result is final, but the list is open and counts nowhere."),
    "unconfirmed-after-final": _(
        "The result is final and counts confirmed lists only, but this one was never confirmed."
    ),
    "final-before-the-result": _("The list is final, but the result is not."),
    "confirmed-after-final": _("The result is final, but the list is only confirmed."),
    "counted-without-tally": _("The list counts, but its seats have no totals."),
    "verify-league-penalty": _(
        "“%(name)s”: a penalty of “%(team)s” takes back another one and differs from it."
    ),
    "verify-league-player": _(
        "“%(name)s”: person %(person)s is in two rosters on match day %(day)s."
    ),
    "verify-league-stranger": _(
        "“%(name)s”, match day %(day)s: start number %(number)s plays for a team, but is not in "
        "its roster."
    ),
    "verify-league-team": _(
        "“%(name)s”, match day %(day)s: team %(number)s of the tournament is not of the meeting."
    ),
    "verify-league-tournament": _(
        "“%(name)s”, match day %(day)s: its tournament is not in the season of the league."
    ),
    "verify-of-another": _(
        "Row %(row)s of %(table)s belongs to one host or tournament and names something of another."
    ),
    "verify-season-member": _(
        "Number %(number)s of the season “%(name)s” belongs to somebody whose name was removed."
    ),
    "verify-tally": _("Seat %(seat)s: %(figure)s: stored %(stored)s, computed %(computed)s."),
    "verify-paper": _("Seat %(seat)s: %(figure)s: on paper %(stored)s, computed %(computed)s."),
    "verify-adjustment-reversal": _(
        "An adjustment of start number %(number)s takes back another one and differs from it."
    ),
    "verify-ladder": _("The ladder of the lost-game fee is not valid."),
    "verify-lot-of-a-team": _("Team %(team)s has a lot in “%(scope)s”, where it does not play."),
    "verify-team-size": _(
        "In team %(team)s %(stored)s players play at a time, at most %(computed)s may."
    ),
    "verify-lot-drawing": _(
        "Lots of drawing %(number)s were not drawn together: standings, totals or places differ."
    ),
    "verify-lot-scope": _("Lots were drawn for “%(scope)s”, which does not exist."),
    "verify-drawn-without-tables": _("The series was drawn, but has no tables."),
    "verify-draw-differs": _(
        "Draw %(draw)s gives another seating when it is repeated with its seed."
    ),
    "verify-seated-otherwise": _(
        "Table %(table)s is not seated as draw %(draw)s and the changes since then say."
    ),
    "verify-unreadable": _("A value in %(name)s cannot be read."),
    "verify-log-cut": _("Rows that the log lacks: %(missing)s."),
    "verify-trigger": _(
        "The trigger %(name)s, which protects log and ledger, is missing or changed."
    ),
    "verify-trigger-foreign": _("The trigger %(name)s is not of this program."),
    "verify-orphan": _("A row points to one that is gone: %(detail)s"),
    # Sentences about results that are reported to a host.
    # At the club: the address and the key.
    "report-address-malformed": _(
        "An address such as https://skat.example.org is expected here, without anything after it."
    ),
    "report-needs-https": _("The address must begin with https://."),
    "report-without-server": _("No server is set to which results are reported."),
    # Why a server was not reached.
    "report-no-network": _("The server was not reached."),
    "report-no-answer": _(
        "No answer came from the server within 20 seconds. It may have the result nevertheless: "
        "report again in a minute, it counts once."
    ),
    "report-certificate": _(
        "The certificate of the server could not be checked. Are date and time of this computer "
        "right?"
    ),
    "report-not-our-server": _(
        "Something other than the tournament program answered at this address. Perhaps the network "
        "asks for a sign-in first."
    ),
    "report-busy": _("The server could not take it at this moment."),
    "report-too-many": _("The server asks to wait, because wrong keys were sent to it."),
    # At the host.
    "report-is-replaced": _("An earlier report of a result, which no longer counts."),
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
    "report-unreadable": _("This is not a document of a tournament."),
    # Sentences about files with tables: players, members and results.
    "results-without-heads": _(
        "No results were found: neither lists of this program nor a table with start number or "
        "name, points, won and lost."
    ),
    "results-without-series": _("This tournament has no series yet to which results could belong."),
    "cell-not-a-number": _("“%(text)s” is not a whole number that can stand here."),
    "incoming-series-unknown": _("There is no series %(series)s in this tournament."),
    "incoming-series-missing": _("The number of the series is missing here."),
    "incoming-table-missing": _("The number of the table is missing here."),
    "incoming-reason-missing": _("Please say here why the list ended early."),
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
    "incoming-result": _("“%(text)s” is no result: g or w means won, v or l lost."),
    "incoming-wenzel": _("“%(text)s” is no wenzel: Q means queens, K kings, and nothing jacks."),
    "incoming-both-tops": _("Tops are “with” or “without”, never both."),
    "incoming-base": _("“%(text)s” is not a base value here. It can be E, %(known)s."),
    "incoming-player-missing": _("The start number is missing here."),
    "incoming-name-unknown": _("Nobody in this tournament is called “%(text)s”."),
    "incoming-name-twice": _("“%(text)s” may be several players: please add the start number."),
    "incoming-not-seated": _("No. %(number)s has no seat in series %(series)s."),
    "incoming-twice": _("No. %(number)s occurs twice."),
    "incoming-player-of-table-missing": _(
        "Table %(table)s of series %(series)s is incomplete: No. %(number)s is missing."
    ),
    "incoming-table-twice": _(
        "Table %(table)s of series %(series)s stands in sheet %(sheet)s, too. Leave one of "
        "them out."
    ),
    # What is asked about a file, and why it is not imported.
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
        "A list of this file has been changed since. Empty its lists one by one."
    ),
    "results-changed-meanwhile": _(
        "Something has changed since you looked at this file. It was not imported; please look "
        "once more."
    ),
    "sheet-damaged": _("This file is damaged or is not a table: it cannot be read."),
    "sheet-empty": _("There is nothing in this table."),
    "sheet-locked": _("This file is protected by a password. Save it without one."),
    "sheet-of-another-kind": _("Tables can be read as .xlsx, .ods, .xls or .csv."),
    "sheet-too-large": _(
        "This file holds more than is read at once. Send the sheets with the players or the "
        "results alone, and the lists of a large tournament series by series."
    ),
    "sheet-too-many-rows": _("At most %(most)s players can be imported at once."),
}
