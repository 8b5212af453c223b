"""Sentences about findings of a recount (`verify`)."""

from django.utils.translation import gettext_lazy as _

from scoring.messages.sentence import Sentence

VERIFICATION: dict[str, Sentence] = {
    "verify-game": _("%(figure)s: stored is %(stored)s, right is %(computed)s."),
    "verify-signature": _("Table %(table)s: the signature of player %(seat)s cannot be his."),
    "verify-call": _("Table %(table)s called about game %(number)s, which its list has not."),
    "verify-unsent": _("Table %(table)s: unsent games of a replaced phone cannot be read."),
    "verify-misplaced": _(
        "Table %(table)s, game %(number)s: the line that has moved there cannot be read."
    ),
    "verify-seats": _("Seats stored: %(stored)s; the table has %(computed)s."),
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
    "verify-league-division": _(
        "“%(name)s”, match day %(day)s: “%(team)s” is of another division or league."
    ),
    "verify-league-penalty": _(
        "“%(name)s”: a penalty of “%(team)s” takes back another one than its own figures."
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
    "verify-of-another-host": _(
        "Row %(row)s of %(table)s names something that belongs to another host."
    ),
    "verify-season-member": _(
        "Number %(number)s of the season “%(name)s” belongs to somebody whose name was removed."
    ),
    "verify-season-result": _(
        "The season “%(name)s” counts start number %(number)s of “%(day)s” differently from the "
        "standings of that tournament."
    ),
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
    "verify-pot-choice": _(
        "Start number %(number)s of another tournament plays for the pot “%(title)s”."
    ),
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
    "verify-unreadable": _("%(name)s holds a value that cannot be read."),
    "verify-log-cut": _("Rows that the log lacks: %(missing)s."),
    "verify-trigger": _(
        "The trigger %(name)s, which protects log and ledger, is missing or changed."
    ),
    "verify-trigger-foreign": _("The trigger %(name)s is not of this program."),
    "verify-orphan": _("A row points to one that is gone: %(detail)s"),
}
