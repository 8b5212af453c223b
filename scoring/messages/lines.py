"""Sentences about the clerk's line (scoring.entry)."""

from django.utils.translation import gettext_lazy as _

from scoring.messages.sentence import Sentence

LINES: dict[str, Sentence] = {
    "line-empty": _(
        "Nothing is typed. 0 is a passed-in game, ? a line that nobody can read, -- removes the "
        "row."
    ),
    "line-too-long": _("A line has at most %(most)s characters: contract, tops, marks, seat."),
    "line-contract-missing": _("The contract is missing. A line begins with %(contracts)s."),
    "line-contract-unknown": _(
        "No contract begins with “%(found)s”. Possible are %(contracts)s; 0 is passed in."
    ),
    "line-suit-ambiguous": _(
        "“%(found)s”: diamonds (Karo) are a, clubs (Kreuz) are x. Which are meant?"
    ),
    "line-is-passed": _("Passed in: nobody plays, and nothing is scored."),
    "line-only-in-a-list": _("This means something only in a list. A game begins with its name."),
    "line-tops-missing": _(
        "“%(found)s”: the tops or the seat are missing, for example %(contract)s 1 %(example)s: "
        "with 1, seat %(example)s. Possible: tops 1 to %(most)s, seat %(free)s."
    ),
    "line-tops-out-of-range": _(
        "%(found)s tops do not exist: at %(game)s there are 1 to %(most)s. A bid follows a /."
    ),
    "line-tops-at-null": _(
        "“%(found)s” cannot stand behind a null: it has no tops. Only marks and the seat come "
        "after it, and a bid follows a /."
    ),
    "line-mark-unknown": _(
        "“%(found)s” is no mark. Marks are h hand, s schneider, z schwarz, ss and zz announced, "
        "o open, / and the bid, - lost."
    ),
    "line-mark-twice": _("A mark stands there twice: %(mark)s. Once is enough."),
    "line-digits-unexpected": _(
        "“%(found)s” cannot stand here: tops follow the contract, a bid follows a /, "
        "and the seat is the last digit."
    ),
    "line-digits-after-lost": _(
        "“%(found)s” cannot stand between “lost” and the seat: the seat is one digit, the last."
    ),
    "line-overbid-needs-value": _(
        "Overbid without a bid: type the bid after the /, or the points of the paper after a "
        "minus, then the seat, for example h1/-802 for 80 points lost by seat 2."
    ),
    "line-seat-missing": _(
        "“%(found)s”: the seat is missing, the last digit of the line. Possible are %(free)s: "
        "%(found)s %(example)s."
    ),
    "line-running-missing": _(
        "“%(found)s”: the figure behind the = is missing, the running total of the paper: for "
        "example %(found)s458."
    ),
    "line-running-unreadable": _(
        "“%(found)s” is no running total: a whole number comes after the =."
    ),
    "line-unread-only-seat": _("“%(found)s”: after the ? comes only the seat, if it can be read."),
    "line-ramsch-points": _("A Ramsch is r, its points and the seat: r203 is 20 points, seat 3."),
}
