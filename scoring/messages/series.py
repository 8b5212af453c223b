"""Words of the draw: how, for whom, what is counted, and why an exception was made."""

from django.utils.translation import gettext_lazy as _

DRAW_MODES = {
    "no-repeats": _("by lot, nobody meets twice"),
    "by-rank-no-repeats": _("by rank, nobody meets twice"),
    "by-rank": _("by rank: 1 to 4 at table 1, and so on"),
    "lot": _("plain lot, whoever meets"),
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
# The figures of a seating, in the order in which a draw weighs them.
SEATING_TERMS = {
    "repeats": _("repeated meetings"),
    "team": _("pairs of one team at a table"),
    "club": _("pairs of one club at a table"),
    "three": _("repeated visits to a table of three"),
}
# Why an exception was made (seating/report.py).
DRAW_REASONS = {
    "by-mode": _("this way of drawing does not mind"),
    "fixed-table": _("both are fixed to this table"),
    "large-club": _("there are more of them than tables"),
    "few-players": _("any seating has as many"),
    "asked": _("asked to sit at tables of three"),
    "best-found": _("nothing better was found"),
    "by-hand": _("seated by hand"),
}
HAND_ACTS = {
    "swap": _("swapped by hand"),
    "fill": _("took the seat of somebody who was not there"),
    "move": _("moved to this table"),
    "join": _("came late"),
    "leave": _("the table lost a player"),
    "dissolve": _("came from a table that was given up"),
}
OF_DRAWS = {
    "draw_mode": DRAW_MODES,
    "apart": APART,
    "three_seats": THREE_SEATS,
    "seating_term": SEATING_TERMS,
    "draw_reason": DRAW_REASONS,
    "hand_act": HAND_ACTS,
}
