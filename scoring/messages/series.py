"""Sentences about series, draws, seats, confirmations, lots, tournaments; labels of the draw."""

from django.utils.translation import gettext_lazy as _

from scoring.messages.sentence import Counted, Sentence

DRAW_MODES = {
    "no-repeats": _("by lot, nobody meets twice"),
    "by-rank-no-repeats": _("by rank, nobody meets twice"),
    "by-rank": _("by rank: 1 to 4 at table 1, and so on"),
    "lot": _("plain lot, whoever meets"),
    "league": _("as in a league: team-mates apart, opponents spread"),
    "manual": _("by hand"),
}
APART = {
    "apart": _("apart, where that repeats no meeting"),
    "first": _("apart before anything else"),
    "ignore": _("as it comes"),
}
THREE_SEATS = {
    "lot": _("whom the lot names, nobody twice before everybody once"),
    "lowest": _("the lowest ranks"),
    "volunteers": _("volunteers"),
}
OF_DRAWS = {
    "draw_mode": DRAW_MODES,
    # The button of a draw, by its mode.
    "draw_button": {
        "no-repeats": _("Draw by lot"),
        "by-rank-no-repeats": _("Draw by rank, nobody twice"),
        "by-rank": _("Draw by rank"),
        "lot": _("Draw by plain lot"),
        "league": _("Draw as in a league"),
    },
    "apart": APART,
    "three_seats": THREE_SEATS,
    # The figures of a seating, in the order in which a draw weighs them.
    "seating_term": {
        "repeats": _("repeated meetings"),
        "team": _("pairs of one team at a table"),
        "club": _("pairs of one club at a table"),
        "three": _("repeated visits to a table of three"),
    },
    # Why an exception was made (seating/report.py).
    "draw_reason": {
        "by-mode": _("this way of drawing does not mind"),
        "fixed-table": _("both are fixed to this table"),
        "large-club": _("there are more of them than tables"),
        "few-players": _("any seating has as many"),
        "asked": _("asked to sit at tables of three"),
        "best-found": _("nothing better was found"),
        "by-hand": _("seated by hand"),
    },
    "hand_act": {
        "swap": _("swapped by hand"),
        "fill": _("took the seat of somebody who was not there"),
        "move": _("moved to this table"),
        "join": _("came late"),
        "leave": _("the table lost a player"),
        "dissolve": _("came from a table that was given up"),
    },
}

SERIES: dict[str, Sentence] = {
    "rounds-out-of-range": _("A series has %(least)s to %(most)s rounds."),
    "series-has-points": _("Points were given or taken in this series: it cannot be removed."),
    "series-has-pot": _("A pot belongs to this series: remove the pot first."),
    "series-has-lists": _("The series has lists and cannot be removed."),
    "series-gone": _("This series has been removed."),
    "players-changed": _("The players have just changed. Please draw again."),
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
        "The result is under review: only the organizer corrects, with a reason."
    ),
    "referee-decides": _(
        "This is decided by a referee or the organizer, not by whoever types the lists."
    ),
    "settings-changed": _("The settings were changed a moment ago. Please look again."),
    "lists-unsigned": _(
        "Series %(series)s, lists without all signatures: %(count)s (table %(tables)s)."
    ),
    "tables-not-entered": _("No list is entered for table %(tables)s."),
    "signature-missing": _("The signature of seat %(seats)s is missing."),
    "list-transition-not-allowed": _("A list that is %(state)s cannot become %(becomes)s."),
    "seating-released": _("The seating is released: it cannot be drawn again."),
    "tournament-reviewed": _(
        "The result is under review: series are moved and seated again only once the tournament "
        "is running."
    ),
    "tournament-broken-off": _(
        "The tournament was broken off: no series is played any more, unless that is taken back."
    ),
    "override-needs-a-reason": _("This is out of order. To go on in spite of it, say why."),
    "earlier-series-not-closed": _("Series %(series)s is not closed; lists still out: %(count)s."),
    "too-many-threes": _(
        "Tables of three: %(count)s. More than %(most)s in a series need a reason; it stands in "
        "the log."
    ),
    "players-without-seat": _("Without a seat: no. %(numbers)s."),
    "players-without-list": _(
        "Series %(series)s: no. %(numbers)s are present and have no list. Seat them, mark them "
        "absent, or say beside each name why there is none."
    ),
    "no-reason-typed": _("Please type a reason, or give the player a seat."),
    "seated-but-gone": _("Seated, but not playing: no. %(numbers)s."),
    "seat-of-nobody": _(
        "Series %(series)s, table %(table)s: no. %(number)s has a seat and is not there. Click the "
        "name: the table plays with three, or somebody is moved."
    ),
    "plays-not-in-this-series": _("No. %(number)s does not play in this series."),
    "table-of-three-or-four": Counted(
        "players",
        _("Table %(table)s has one player instead of 3 or 4."),
        _("Table %(table)s has %(players)s players instead of 3 or 4."),
    ),
    "table-has-entries": _(
        "The list of table %(table)s holds entries: its players stay, or somebody else would be "
        "given their points."
    ),
    "table-is-named-elsewhere": _(
        "The list of table %(table)s in series %(series)s has to stay: a referee's decision or a "
        "payment names it."
    ),
    "not-seated-here": _("No. %(number)s has no seat in this series."),
    "leaves-two-behind": _("Table %(table)s would be left with two players."),
    "no-table-of-three": _("Table %(table)s is not a table of three."),
    "dissolve-needs-three": _("Table %(table)s is not a table of three that can be given up."),
    "dissolve-needs-two-tables": _("The two others go to two other tables of three."),
    "no-draw-announced": _("No draw of this series waits for a value."),
    "announced-for-others": _(
        "The players, what was played before, or the number of series to come has changed since "
        "the hash was shown. Announce the draw again, with the reason."
    ),
    "plan-too-long": _("Only %(most)s series can be drawn from here on."),
    "plan-covers-released": _("The seating of series %(series)s is released already."),
    "draw-no-such-table": _("Player no. %(number)s has a fixed table that does not exist."),
    "draw-table-overfull": _("More players are fixed to one table than it has seats."),
    "draw-too-few-fours": _("There are too few tables of four for those fixed in fours."),
    "draw-one-series-by-rank": _("By rank, one series is drawn at a time."),
    "objection-without-correction": _(
        "The objection against decision %(number)s was upheld, and no list of its series was "
        "corrected since."
    ),
    "review-not-over": _("The time for objections, until %(until)s, is not over."),
    "state-changed": _("Somebody changed the state a moment ago. Please look again."),
    "transition-not-allowed": _("A series does not go from “%(old)s” to “%(new)s”."),
    "players-cannot-be-seated": Counted(
        "players",
        _("One player cannot be seated at tables of four and three."),
        _("%(players)s players cannot be seated at tables of four and three."),
    ),
    "table-has-a-list": _("Table %(table)s has a list already."),
    "start-number-unknown": _("Nobody has the start number %(number)s."),
    "start-number-twice": _("Start number %(number)s is there twice."),
    "already-seated": _("Start number %(number)s already sits at table %(table)s."),
    # Sentences about confirming a list, and about second entries.
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
    "recheck-gone": _(
        "This second entry was given up or finished in another window: what you send here is not "
        "stored any more."
    ),
    "recheck-incomplete": _("The second entry is incomplete: type what is missing first."),
    "recheck-undecided": Counted(
        "count",
        _("One difference is not decided yet: please look at the paper and press 1 or 2."),
        _("%(count)s differences are not decided yet: please look at the paper and press 1 or 2."),
    ),
    # Sentences about lots, simulations and logos.
    "lot-needs-two-players": _("A lot decides between two players or more."),
    "lot-decides-nothing": _(
        "A lot decides only between those who are equal in everything: please look at the "
        "standings again."
    ),
    "series-count-out-of-range": _("A new tournament has %(least)s to %(most)s series."),
    "too-many-simulated": _("At most %(most)s players can be simulated."),
    "logo-of-too-many-pixels": _("The picture has more than %(most)s million pixels."),
    "logo-unreadable": _("This file is not a picture that can be read. Please use PNG or JPEG."),
    # Sentences about tournaments, their terms and states.
    "bonus-without-wenzels": _(
        "The bonus counts for wenzels: allow queens and kings as wenzels too, or leave it out."
    ),
    "best-of-in-a-league": _("A league counts every series: leave this empty."),
    "season-of-others": _(
        "This season counts tournaments that you do not organize: only whoever organizes all of "
        "them, or sets up the installation, lets another one join or changes what counts."
    ),
    "season-missing": _("Which season? Please give its name."),
    "choice-unknown": _("This choice is not known."),
    "date-out-of-range": _("This date is not possible."),
    "edition-not-of-system": _("This edition does not belong to the rule system."),
    "lists-open": _("Lists that are still open: %(count)s."),
    "only-samples-are-removed": _("Only a sample tournament can be removed."),
    "option-not-of-system": _("The rule system does not know this option."),
    "rules-fixed": _("Lists have been entered: the rules can no longer be changed."),
    "series-not-closed": _("Series that are not closed yet: %(series)s."),
    "system-unknown": _("This rule system is not known."),
    "text-too-long": _("At most %(most)s characters fit here."),
    "tournament-is-reported": _(
        "This result was reported from elsewhere: it is corrected there and reported again."
    ),
    "tournament-final": _("The tournament is final. Take it back to review first."),
    "tournament-gone": _("This tournament has been removed."),
    "tournament-is-played": _("Lists have been entered: the tournament is running."),
    "tournament-name-missing": _("The tournament needs a name."),
    "wenzels-in-use": _(
        "Games with queens or kings as wenzels are entered: %(count)s. Correct them first, or "
        "leave wenzels allowed."
    ),
    "tournament-transition-not-allowed": _("The tournament cannot take this step now."),
}
