"""Sentences of rules and services about a score list (docs/law.md "A score list", TO 7 and 8)."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.messages.sentence import Counted, Either, Sentence

LISTS: dict[str, Sentence] = {
    # Lines
    "number-out-of-range": _("The games of a list are numbered from 1."),
    "number-beyond-games": _("The list has only %(games)s games."),
    "soloist-missing": _("Who played? The seat of the soloist is missing."),
    "soloist-of-passed-game": _("A passed-in game has no soloist."),
    "seats-of-the-organizer": _("Only the organizer may change who sits where."),
    "seat-out-of-range": Either(
        "seat",
        _("There is no seat %(seat)s: this table has the seats 1 to %(seats)s."),
        _("This table has the seats 1 to %(seats)s."),
    ),
    "dealer-out-of-range": _("The dealer sits at one of the seats 1 to %(seats)s."),
    "dealer-is-soloist": Either(
        "free",
        _(
            "Seat %(seat)s deals this game and cannot be its soloist; seats %(free)s can. If a "
            "game before was left out, + inserts its row."
        ),
        _("Seat %(seat)s deals this game and cannot be its soloist."),
    ),
    "game-missing": _("What was played? The game is missing."),
    "game-number-missing": _("Game %(number)s is missing."),
    "games-left-out": Either(
        "until",
        _(
            "Games %(number)s to %(until)s are missing, and games follow them: type them (0 "
            "for passed in), or remove the empty rows with --."
        ),
        _(
            "Game %(number)s is missing, and games follow it: type it (0 for passed in), or "
            "remove the empty row with --."
        ),
    ),
    "games-missing-at-the-end": Either(
        "until",
        _(
            "Games %(number)s to %(until)s are missing. Type them; if the table stopped early, "
            "press Ctrl+Enter in the empty row %(number)s and give the reason."
        ),
        _(
            "Game %(number)s is missing. If a game was left out before it, + inserts its row; if "
            "the table stopped early, press Ctrl+Enter in the empty row %(number)s and give the "
            "reason."
        ),
    ),
    "replay-missing": _("Game %(number)s was annulled and has not been replayed."),
    "number-twice": _("%(count)s games stand under the number %(number)s: only one may count."),
    "line-unread": _("Game %(number)s could not be read: the list cannot be closed."),
    "running-total": _(
        "Seat %(seat)s: the paper says %(paper)s after this game; computed: %(computed)s "
        "(%(difference)s)."
    ),
    "ended-early-without-reason": _(
        "Why did the list end after game %(after)s? Please give the reason, for example that the "
        "time was up."
    ),
    "ended-early-out-of-range": _(
        "A list of %(games)s games cannot end after game %(after)s, only after 0 to %(games)s."
    ),
    # Players who leave or join at a round
    "seat-is-empty": _("Nobody sits at seat %(seat)s in round %(round)s."),
    "sittings-malformed": _(
        "Players who left or joined are given by seat, first_game and last_game; those who joined "
        "come after those who began."
    ),
    "leaving-within-round": Either(
        "possible",
        _(
            "Seat %(seat)s cannot leave after game %(after)s: a player leaves after a round. "
            "Possible: after game %(possible)s."
        ),
        _("Seat %(seat)s cannot leave after game %(after)s: a player leaves after a round."),
    ),
    "joining-within-round": _(
        "Nobody joins at seat %(seat)s with game %(number)s: a player joins at the start of a "
        "round. Possible: game %(possible)s."
    ),
    "seat-still-taken": _("Seat %(seat)s is still taken in game %(number)s."),
    "too-few-at-the-table": _(
        "From game %(number)s on fewer than three would be at the table: let the list end early, "
        "or let somebody take the seat at once."
    ),
    "totals-need-games": _(
        "At this table somebody left or joined: a lost game counts 30 at four and 40 at three, so "
        "the games have to be typed."
    ),
    "round-out-of-range": _("A player leaves after one of the rounds 1 to %(last)s."),
    "seat-is-empty-already": _("Seat %(seat)s is empty from that round on already."),
    "substitutes-not-allowed": _(
        "Nobody joins during a series: only in a league whose settings allow substitutes."
    ),
    "joining-needs-agreement": _("Whoever joins needs the agreement of all others at the table."),
    "too-many-players": _("A list has room for %(most)s players."),
    "substitutes-without-league": _("Substitutes are possible in leagues only."),
    # Figures of the foot
    "seats-unfit": Counted(
        "given",
        _("There are figures for one seat, but the table has %(seats)s."),
        _("There are figures for %(given)s seats, but the table has %(seats)s."),
    ),
    "negative-count": _("A number of games cannot be below 0, as %(count)s is."),
    "more-games-than-dealt": _(
        "%(won)s won and %(lost)s lost are %(sum)s games, but the list has only %(games)s. Please "
        "compare won and lost with the paper, first at seat %(seat)s (%(most)s games)."
    ),
    "games-do-not-add-up": Counted(
        "sum",
        _("%(won)s won, %(lost)s lost and %(passed)s passed are one game; the list has %(games)s."),
        _(
            "%(won)s won, %(lost)s lost and %(passed)s passed are %(sum)s games; the list has "
            "%(games)s."
        ),
    ),
    "too-many-games": _(
        "Seat %(seat)s played %(games)s games, but only %(most)s were dealt by others."
    ),
    "infeasible-points": Either(
        "nearest",
        Counted(
            "nearest",
            _(
                "Seat %(seat)s: game points of %(points)s do not fit %(won)s won and %(lost)s "
                "lost. The nearest is %(nearest)s."
            ),
            _(
                "Seat %(seat)s: game points of %(points)s do not fit %(won)s won and %(lost)s "
                "lost. The nearest are %(nearest)s."
            ),
        ),
        _("Seat %(seat)s: game points of %(points)s do not fit %(won)s won and %(lost)s lost."),
    ),
    "paper-total-missing": _("Seat %(seat)s: the total of the paper is missing (the control)."),
    "paper-total-points": _(
        "Seat %(seat)s: the paper's total is %(paper)s; computed: %(computed)s "
        "(%(difference)s). Look at the points first."
    ),
    "paper-total-won-lost": _(
        "Seat %(seat)s: the paper's total is %(paper)s; computed: %(computed)s "
        "(%(difference)s). Look at won and lost first."
    ),
    "paper-total-others-lost": _(
        "Seat %(seat)s: the paper's total is %(paper)s; computed: %(computed)s "
        "(%(difference)s). Look at the games lost by the others first."
    ),
    "paper-total-exchanged": _(
        "Seat %(seat)s: with won and lost exchanged (%(won)s won, %(lost)s lost) all totals agree "
        "with the paper."
    ),
    "paper-total-all-exchanged": _(
        "With won and lost exchanged at every seat all totals agree with the paper."
    ),
    "paper-total-bonus": _(
        "All totals agree if the paper gave %(used)s points for each game lost by the others; "
        "at this table it is %(bonus)s."
    ),
    "total-differs": _("Seat %(seat)s: the paper says %(given)s; computed: %(computed)s."),
    "passed-differs": _("The paper says %(given)s passed-in games, the list has %(computed)s."),
    "foot-points": _(
        "Seat %(seat)s: the paper says %(paper)s game points; computed: %(computed)s."
    ),
    "foot-won": _("Seat %(seat)s: games won are %(paper)s on the paper; computed: %(computed)s."),
    "foot-lost": _("Seat %(seat)s: games lost are %(paper)s on the paper; computed: %(computed)s."),
    "foot-total": _("Seat %(seat)s: the paper's total is %(paper)s; computed: %(computed)s."),
    # Doubts about a list that is entered
    "same-totals": _(
        "Table %(table)s has the same figures in every seat. Was one sheet typed twice?"
    ),
    "beyond-any-list": _(
        "Seat %(seat)s, %(name)s: performance %(points)s. A list of %(games)s games hardly "
        "brings less than %(least)s or more than %(most)s."
    ),
    "far-from-own-average": _(
        "Seat %(seat)s, %(name)s: performance %(points)s; on average of %(count)s other lists "
        "%(average)s."
    ),
    # A list as a JSON document
    "games-and-totals-missing": _("The list has neither games nor totals."),
    "seats-malformed": _("The names of three or four players are expected."),
    "rounds-malformed": _("The rounds are a whole number from 1 to 100."),
    "games-malformed": _("A list of game records is expected."),
    "totals-malformed": _("Totals are one object per seat: game_points, won and lost."),
    "totals-entry-moved": _(
        "Entry %(seat)s has the figures of seat %(given)s: keep the order of the seats."
    ),
    "totals-entry-malformed": _("Seat %(seat)s: a whole number is expected here."),
    "passed-malformed": _("Passed-in games are a whole number from 0."),
    "ended-early-malformed": _("An early end is the number of the last game and a reason."),
    "edition-unknown": _("The edition %(edition)s is not known, only %(known)s."),
    # Refusals by the state of a list
    "list-gone": _("This list has been removed."),
    "list-not-changeable": _("The list is %(state)s and cannot be changed."),
    "list-not-empty": _("The list has games already."),
    "list-empty": _("Nothing has been entered yet."),
    "list-full": _("Row %(number)s, the last one, is taken: nothing can be inserted."),
    "totals-end-by-themselves": _(
        "This list was entered by its totals: please correct there how many games were played."
    ),
    "list-has-totals": _("This list was entered by its totals. Empty it to enter games."),
    "list-has-games": _("This list was entered game by game. Empty it to enter totals."),
    "list-has-annulled-games": _("Annulled games keep their numbers: rows cannot be moved here."),
    "nothing-to-annul": _("None of these games counts: there is nothing to annul."),
    "agreement-missing": _(
        "The list is entered. Do all at the table agree to the correction? Tick it, or give the "
        "reason."
    ),
    "row-empty": _("Row %(number)s is empty already."),
    "nothing-to-undo": _("There is nothing to take back."),
    "not-reversible": _(
        "This is not taken back by itself: close or reopen the list, decide about it anew, or "
        "insert and remove rows at the desk."
    ),
    "list-emptied-since": _(
        "The list was emptied since: what was changed before is gone. Take the emptying back first."
    ),
    "first-entry-of-list": _(
        "These were the first figures of the list: to take them back, empty the list."
    ),
    "list-says-so-already": _("The list already reads that way: there is nothing to take back."),
    "seats-changed-since": _(
        "Other people sit there by now. Please exchange the seats at the desk."
    ),
    "replayed-since": _(
        "Games were typed again under the numbers %(numbers)s: annul or remove these first."
    ),
    "other-games-void": _("Other games than shown would be void: %(numbers)s. Please check again."),
    "list-open-already": _("The list is open: it need not be reopened."),
    "typed-since": _("Something was entered since: only an empty list can be restored."),
    "rows-moved-since": _(
        "Rows were inserted or removed since: the numbers mean other games. Please correct the "
        "row itself."
    ),
    "row-says-so-already": _(
        "Game %(number)s already reads that way: there is nothing to take back."
    ),
    "list-changed-meanwhile": _(
        "The list was changed meanwhile, by somebody else or in another window. What you "
        "typed is kept: please look again."
    ),
    "request-unusable": _("The page is out of date. Please load it again."),
    "reason-missing": _("Please give the reason: it goes into the log."),
    # Sentences about lists that are kept at the table by phone.
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
    # Photos of lists (docs/photo.md).
    "photo-gone": _("The list has no photo any more."),
    "photo-twice": _("This photo has been added already: series %(series)s, table %(table)s."),
    "photo-there-already": _(
        "The list of table %(table)s is entered and has a photo. Remove that one first."
    ),
    "photo-without-sure-rows": _("No row that was read for certain is waiting."),
}
# Why a photo was refused or not read, and what to do.
PHOTO_REFUSALS: dict[str, str | Promise] = {
    "not-a-picture": _("This is no JPEG, PNG or PDF. Photograph the list, or scan it as one."),
    "too-many-pixels": _("The picture is too large. A scan with 300 dots an inch suffices."),
    "too-few-pixels": _("The picture is too small. Photograph the list from near."),
    "broken-picture": _("The file is damaged or cut off. Send it again, or take the photo anew."),
    "no-picture-in-pdf": _("There is no scanned picture in this PDF."),
    "another-tournament": _("This is a list of another tournament."),
    "no-such-table": _("The series has no such table."),
    "no-marks": _(
        "The four corner marks are not all in the picture, or this is another form: photograph the "
        "whole sheet from above. The rows are typed."
    ),
    "cut-off": _(
        "A part of the rows is not in the picture: photograph the whole sheet from above. Or type "
        "the rows."
    ),
    "unmarked": _("The form has no corner marks: which table is it?"),
    "number-unread": _("The number beside the marks is illegible."),
    "other-form": _("The form has other rows or seats than the list. The rows are typed."),
    "no-ruling": _(
        "The lines of the form are too faint: photograph it again in more light. Or type the rows."
    ),
    "illegible": _(
        "The writing is illegible: photograph it again, near, flat and in good light. Or type the "
        "rows."
    ),
    "too-much-asked": _(
        "Too many rows are doubtful: photograph it again, near, flat and in good light. Or type "
        "the rows."
    ),
}
# Why the clerk is asked about a row.
PHOTO_ROWS: dict[str, str | Promise] = {
    "row-unread": _("No game fits what stands here."),
    "row-empty": _("Nothing stands here, not even a tick for “passed in”."),
    "row-struck": _("Something is written after the end of the list."),
    "sum-differs": _("Counted %(counted)s, written %(written)s."),
    "tick-missing": _("A tick is missing that the value needs."),
    "overbid": _("The value is higher than the marks: overbid?"),
    "written-otherwise": _("A figure says something else."),
    "hardly-legible": _("Hardly legible."),
    "unsure": _("It may be another game."),
}
