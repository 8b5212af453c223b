"""What the services say about series and draws, about documents and files."""

from django.utils.translation import gettext_lazy as _

from scoring.messages.sentence import Sentence

SERIES: dict[str, Sentence] = {
    "rounds-out-of-range": _("A series has %(least)s to %(most)s rounds."),
    "series-has-points": _("Points were given or taken in this series: it cannot be removed."),
    "series-has-pot": _("A pot belongs to this series: remove the pot first."),
    "series-has-lists": _("The series has lists and cannot be removed."),
    "series-gone": _("This series has been removed."),
    "players-changed": _("Who plays has just changed. Please draw again."),
    "rules-changed": _(
        "The rules of the tournament have just changed. Please type the game again."
    ),
    "series-not-last": _("Only the last series can be removed."),
    "series-not-drawn": _("The seating of this series has not been drawn yet."),
    "series-has-entries": _("Lists of this series have been entered: it cannot go back."),
    "series-not-released": _("The seating of this series has not been released yet."),
    "series-closed": _(
        "This series is closed. The organizer alone corrects its lists, with a reason, or opens "
        "it again."
    ),
    "review-over-before-it-begins": _("The review has to end later than now."),
    "tournament-under-review": _(
        "The result is under review: the organizer alone corrects, with a reason."
    ),
    "referee-decides": _(
        "This is decided by a referee or the organizer, not by who types the lists."
    ),
    "settings-changed": _("The settings were changed a moment ago. Please look again."),
    "lists-not-confirmed": _(
        "Lists that wait to be confirmed: %(count)s. They would not count: confirm, reject or "
        "annul them first, or let the standings count every list that is entered."
    ),
    "list-not-entered": _("Only an entered list can be confirmed; this one is %(state)s."),
    "list-not-confirmed": _("This list is not confirmed; it is %(state)s."),
    "confirming-needs-an-account": _("Confirming needs somebody who is signed in."),
    "confirming-needs-another": _(
        "You entered this list yourself: somebody else has to confirm it."
    ),
    "confirming-needs-a-second-entry": _(
        "This tournament confirms a list by a blind second entry: type it a second time."
    ),
    "recheck-of-another-person": _("Somebody else typed this second entry."),
    "recheck-incomplete": _("The second entry is incomplete: type what is missing first."),
    "recheck-undecided": _(
        "%(count)s differences are not decided yet: please look at the paper and press 1 or 2."
    ),
    "signature-missing": _("The signature of seat %(seats)s is missing."),
    "list-transition-not-allowed": _("A list that is %(state)s cannot become %(becomes)s."),
    "seating-released": _("The seating is released: it cannot be drawn again."),
    "tournament-reviewed": _(
        "The result is under review: series are moved and seated again only once the tournament "
        "is running."
    ),
    "override-needs-a-reason": _("This is out of order. To go on in spite of it, say why."),
    "earlier-series-not-closed": _("Series %(series)s is not closed; lists still out: %(count)s."),
    "players-without-seat": _("Without a seat: no. %(numbers)s."),
    "seated-but-gone": _("Seated, but not playing: no. %(numbers)s."),
    "seat-of-nobody": _(
        "Series %(series)s, table %(table)s: no. %(number)s has a seat and is not there. Fill it "
        "beside the name, or let the table play on with three."
    ),
    "plays-not-in-this-series": _("No. %(number)s does not play in this series."),
    "table-of-three-or-four": _("Table %(table)s has %(players)s players instead of 3 or 4."),
    "table-has-entries": _(
        "The list of table %(table)s holds entries: its players stay, or somebody else would be "
        "given their points."
    ),
    "table-is-named-elsewhere": _(
        "The list of table %(table)s in series %(series)s has to stay: a referee's decision or a "
        "payment names it."
    ),
    "not-seated-here": _("No. %(number)s has no seat in this series."),
    "swap-needs-two": _("Choose two players who are to change places."),
    "leaves-two-behind": _("Table %(table)s would be left with two players."),
    "no-table-of-three": _("Table %(table)s is no table of three."),
    "dissolve-needs-three": _("Table %(table)s is not a table of three that can be given up."),
    "dissolve-needs-two-tables": _("The two others go to two other tables of three."),
    "no-draw-announced": _("No draw of this series waits for a value."),
    "seed-missing": _("Type the value that was thrown, %(most)s characters at most."),
    "announced-for-others": _(
        "Who plays, what was played before, or how many series follow has changed since the hash "
        "was shown. Announce the draw again, with the reason."
    ),
    "plan-too-long": _("Only %(most)s series can be drawn from here on."),
    "plan-covers-released": _("The seating of series %(series)s is released already."),
    "draw-no-such-table": _("Player no. %(number)s has a fixed table that there is not."),
    "draw-table-overfull": _("More players are fixed to one table than it has seats."),
    "draw-too-few-fours": _("There are too few tables of four for those fixed in fours."),
    "draw-one-series-by-rank": _("By rank, one series is drawn at a time."),
    "lists-out": _("Series %(series)s, lists still out: %(count)s (table %(tables)s)."),
    "lists-begun": _("Series %(series)s, begun and not closed: table %(tables)s."),
    "lists-wrong": _("Series %(series)s, with errors: table %(tables)s."),
    "objection-without-correction": _(
        "The objection against decision %(number)s was upheld, and no list of its series was "
        "corrected since."
    ),
    "review-not-over": _("The time for objections, until %(until)s, is not over."),
    "state-changed": _("Somebody changed the state a moment ago. Please look again."),
    "submission-of-another-form": _(
        "Another form was sent with this one's number. Please load the page anew and try again."
    ),
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
    "lot-decides-nothing": _(
        "A lot decides only between those who are equal in everything: please look at the "
        "standings again."
    ),
    "too-many-simulated": _("At most %(most)s players can be simulated."),
    "logo-too-large": _("The picture is too large: at most %(most)s MB."),
    "logo-unreadable": _("This file is no picture that can be read. Please use PNG or JPEG."),
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
    "document-contradicts": _("The document contradicts itself: %(detail)s"),
    "document-user-twice": _("%(value)s stands among the members twice."),
    "document-series-twice": _("Series %(value)s is there twice."),
    "document-draw-twice": _("Draw %(value)s of this series is there twice."),
    "document-sample-public": _("A sample is never public."),
    "document-option-unknown": _("The system %(system)s has no such option."),
    "document-start-number-twice": _("Start number %(value)s is there twice."),
    "document-leaves-before-coming": _("Nobody leaves before series %(since)s, his first one."),
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
    "document-not-a-picture": _("A PNG of at most %(megabytes)s MB is expected here, in base64."),
    "document-not-a-plan": _("This is no prize plan: %(detail)s"),
    "document-plays-for-two-teams": _("Start number %(value)s plays for two teams of one kind."),
    "document-position-twice": _("Place %(value)s of this team is taken twice."),
    "document-pot-twice": _("Pot %(value)s is there twice."),
    "document-pot-unknown": _("There is no pot %(value)s."),
    "document-reversed-twice": _("Row %(value)s is taken back twice."),
    "document-reverses-another": _("Row %(value)s is not what this one takes back."),
    "document-ruling-twice": _("Ruling %(value)s is there twice."),
    "document-season-differs": _(
        "The season “%(name)s” counts the best %(here)s tournaments here, and the best %(told)s "
        "in the document."
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
    "document-games-due-differs": _("The rounds of the series make %(due)s games."),
    "document-games-without-depth": _("A list of the depth “%(depth)s” has no games."),
    "document-confirmed-another-revision": _(
        "What was confirmed is not the present revision, %(revision)s."
    ),
    "document-confirmed-by-typist": _("Whoever entered a list cannot confirm it."),
    "document-closed-but-empty": _("The list of table %(table)s is closed, but nothing is in it."),
    "document-figure-without-games": _("A list without any entry has no figures."),
    "document-options-of-a-game": _("The options of a game are those of its tournament."),
    "document-control-differs": _(
        "Series %(series)s, table %(table)s, seat %(seat)s: %(figure)s say %(told)s, "
        "computed are %(computed)s."
    ),
}
INCOMING: dict[str, Sentence] = {
    "results-without-heads": _(
        "No results were found: neither lists of this program nor a table with start number or "
        "name, points, won and lost."
    ),
    "results-lost": _("This file got lost on its way. Please send it again."),
    "cell-not-a-number": _("“%(text)s” is no whole number that can stand here."),
    "cell-not-reckoned": _(
        "The formula here holds no result. Open the file in Excel or LibreOffice, save it there "
        "and send it again."
    ),
    "incoming-series-unknown": _("There is no series %(series)s in this tournament."),
    "incoming-series-of-organizer": _(
        "The file has %(found)s series, this tournament %(last)s: the organizer has to make the "
        "others first."
    ),
    "incoming-series-missing": _("The number of the series is missing here."),
    "incoming-table-missing": _("The number of the table is missing here."),
    "incoming-reason-missing": _("Why the list ended early has to stand here."),
    "incoming-start-number-missing": _("The start number of seat %(seat)s is missing here."),
    "incoming-other-seats": _("This table has %(seats)s seats, the sheet has %(found)s."),
    "incoming-other-player": _(
        "At seat %(seat)s sits No. %(expected)s, the sheet says No. %(found)s."
    ),
    "incoming-system": _(
        "This sheet was made for other rules (%(found)s); this tournament plays %(system)s."
    ),
    "incoming-seats": _("A table has 3 or 4 seats, not “%(found)s”."),
    "incoming-other-name": _(
        "No. %(number)s is %(name)s here, the file says %(found)s. Take the file over into a "
        "tournament of its own."
    ),
    "backup-column-missing": _(
        "The table of results %(table)s of this backup has no column %(columns)s."
    ),
    "backup-number-twice": _(
        "No. %(number)s is %(name)s in %(row)s and %(found)s in %(other)s: nobody can know whose "
        "results these are. Give one of them another number and make the backup once more."
    ),
    "backup-without-results": _(
        "This archive holds no backup of “Vereinsmeister”: its tables of players and results "
        "are missing."
    ),
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
}
VERIFICATION: dict[str, Sentence] = {
    "verify-game": _("%(figure)s: stored is %(stored)s, right is %(computed)s."),
    "verify-seats": _("%(stored)s seats are stored, the table has %(computed)s."),
    "verify-tally-without-entry": _("The list has figures, although nothing was entered."),
    "verify-seat-series": _("Seat %(seat)s belongs to another series than its list."),
    "verify-seat-player": _("At seat %(seat)s sits a player of another tournament."),
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
    "verify-tally": _(
        "Seat %(seat)s: %(figure)s stored are %(stored)s, computed are %(computed)s."
    ),
    "verify-paper": _(
        "Seat %(seat)s: %(figure)s on paper are %(stored)s, computed are %(computed)s."
    ),
    "verify-adjustment-reversal": _(
        "An adjustment of start number %(number)s takes back another one and differs from it."
    ),
    "verify-adjustment-series": _(
        "An adjustment of start number %(number)s belongs to a series of another tournament."
    ),
    "verify-booking-foreign": _("Booking %(booking)s names a row of another tournament."),
    "verify-category-member": _(
        "Start number %(number)s of another tournament is in the category “%(name)s”."
    ),
    "verify-contest-category": _("The category “%(name)s” belongs to another tournament."),
    "verify-ladder": _("The ladder of the lost-game fee is none."),
    "verify-lot-of-a-team": _("Team %(team)s has a lot in “%(scope)s”, where it does not play."),
    "verify-pot-foreign": _("Pot %(pot)s names a series or category of another tournament."),
    "verify-ruling-foreign": _("Ruling %(number)s names a row of another tournament."),
    "verify-team-member": _(
        "Start number %(number)s plays for team %(team)s, which is of another contest."
    ),
    "verify-team-size": _(
        "In team %(team)s %(stored)s players play at a time, at most %(computed)s may."
    ),
    "verify-lot": _("Lot %(order)s of “%(scope)s” belongs to a player of another tournament."),
    "verify-lot-drawing": _(
        "Lots of drawing %(number)s were not drawn together: standings, totals or places differ."
    ),
    "verify-lot-scope": _("Lots were drawn for “%(scope)s”, which does not exist."),
    "verify-drawn-without-tables": _("The series was drawn, but has no tables."),
    "verify-draw-differs": _("Draw %(draw)s does not come out again with its seed."),
    "verify-seated-otherwise": _(
        "Table %(table)s is seated otherwise than draw %(draw)s and the changes since it say."
    ),
    "verify-orphan": _("A row points to one that is gone: %(detail)s"),
}
FILES: dict[str, Sentence] = {
    "backup-gone": _("This backup is not there any more."),
    "backup-copy-missing": _("%(path)s is not there: plug in the stick. Nothing is copied to it."),
    "backup-copy-read-only": _("%(path)s cannot be written: nothing is copied to it."),
    "backup-copy-failed": _("The backup is made, but not its copy in %(path)s: %(detail)s"),
    "restore-not-typed": _("That is not the name of the file."),
    "backup-postgresql": _("PostgreSQL is backed up with pg_dump, not with this command."),
    "backup-exists": _("The file %(path)s exists already. Choose another name."),
    "backup-failed": _("The backup %(path)s could not be written: %(detail)s"),
    "backup-damaged": _("The database %(path)s is damaged: %(detail)s"),
    "restore-postgresql": _("PostgreSQL is restored with pg_restore, not with this command."),
    "restore-same": _("%(path)s is the database itself. Choose a backup."),
    "restore-failed": _("%(path)s could not be restored: %(detail)s"),
    "restore-not-ours": _("%(path)s is a database of another program."),
    "restore-not-sqlite": _("%(path)s is no backup of this program."),
    "restore-has-wal": _(
        "%(path)s was copied while the program was running, and its last changes stand in the "
        "-wal file beside it. Use a backup made by the backup command."
    ),
    "restore-newer": _(
        "%(path)s was made by a newer version (%(migration)s). Update the program first."
    ),
}
