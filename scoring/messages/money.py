"""Sentences about fees, bookings, pots and prizes."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.messages.sentence import Sentence

MONEY: dict[str, Sentence] = {
    "break-off-no-pot": _("There is no pot yet: nothing says what the prizes are."),
    "break-off-series-open": _(
        "Series that are still going on: %(series)s. Close them first, with a reason where lists "
        "are missing, or take their seating back."
    ),
    "break-off-too-late": _(
        "The result is posted already: only a tournament that is prepared or played is broken off."
    ),
    "break-off-changed": _("By now the sum is %(cents)s. Please look at the preview again."),
    "not-broken-off": _("The tournament is not broken off."),
    "amount-missing": _("Please type an amount."),
    "amount-out-of-range": _("An amount of this size is not possible."),
    "booking-is-counter": _("Booking %(booking)s is a counter-booking itself."),
    "booking-reversed": _("Booking %(booking)s was cancelled already."),
    "fee-changed": _("The list says something else by now: %(cents)s. Please look again."),
    "fee-out-of-range": _("A fee of this size is not possible."),
    "handed-in-nobody": _("Please type whose lists and start card have come back."),
    "handed-in-no-table": _("Nobody sits at table %(tables)s."),
    "ladder-malformed": _("Each step says from which lost game on, and what each one costs."),
    "ladder-not-rising": _("Each step has to begin after the one before it."),
    "ladder-too-long": _("A ladder has at most %(most)s steps."),
    "amounts-missing": _("Please type the amount of the first place at least."),
    "amounts-rise": _("No place can win more than the one before it."),
    "percent-out-of-range": _("Percent go from 0 to 100."),
    "places-out-of-range": _("Please type a number from 1 to %(most)s."),
    "pot-contest-missing": _("Please say what decides this pot."),
    "pot-gone": _("This pot has been removed."),
    "pot-has-money": _("Money was booked for this pot: it cannot be removed any more."),
    "pot-joined": _("Number %(number)s has paid this stake already."),
    "pot-not-optional": _("Everybody plays for this pot: nobody has to join."),
    "pot-pays-already": _(
        "A prize of this pot was paid out: its plan stands. Take the payment back first."
    ),
    "pot-title-missing": _("The pot needs a title."),
    "prize-exceeds": _(
        "This would pay %(cents)s more than the pot gives: somebody who wins less by now was paid."
        " Take that payment back first."
    ),
    "prize-lists-missing": _("Lists that are still to come in: %(count)s."),
    "prize-lot-needed": _("A lot has to decide what number %(number)s wins."),
    "prize-not-handed-in": _(
        "Number %(number)s has not handed in lists and start card: no prize without them."
    ),
    "prize-nobody-chosen": _("Please choose who gets his prize."),
    "prize-in-kind-given": _("“%(title)s” was handed out already."),
    "prize-in-kind-gone": _("This prize has been removed."),
    "prize-in-kind-missing": _("Please name a prize, one a line."),
    "prize-in-kind-no-choice": _("Number %(number)s does not choose among these prizes."),
    "prize-in-kind-second": _("Number %(number)s has chosen already: “%(title)s”."),
    "prize-nothing-due": _("There is nothing to hand out to number %(number)s now."),
    "prize-not-given": _("Nothing was handed out here: there is nothing to take back."),
    "prizes-in-kind-too-many": _("There can be at most %(most)s prizes in kind in a pot."),
    "prize-none": _("Number %(number)s wins nothing from this pot."),
    "prize-of-another-pot": _(
        "One prize a person: number %(number)s has got one of the pot “%(pot)s”. Take that payment"
        " back first."
    ),
    "prize-paid": _("Number %(number)s has got his prize already."),
    "prize-pot-before": _(
        "One prize a person: first it has to be certain who wins in the pot “%(pot)s”."
    ),
    "prize-series-to-come": _("Series that are still to be played: %(count)s."),
    "refund-exceeds": _("No more can be given back than was paid for it: %(cents)s."),
    "refund-pot": _("A stake comes back out of its pot, anything else out of none."),
    "source-spent": _("Of the money “%(booking_kind)s” only %(rest)s %% are left for this pot."),
    "verify-booking-number": _("Booking %(number)s is missing."),
    "verify-paid-too-much": _("Number %(number)s got %(cents)s too much out of pot %(pot)s."),
    "verify-pot-plan": _("The plan of pot %(pot)s cannot be read."),
    "verify-pots-exceed": _("The pots hold %(cents)s more than came in."),
    "verify-reversal": _("Booking %(booking)s does not cancel what it reverses."),
}
METHODS: Mapping[str, Promise] = {
    "every": _("every fourth player, every third, …"),
    "places": _("a number of places"),
    "table": _("fixed amounts by place"),
}
CURVES: Mapping[str, Promise] = {
    "equal": pgettext_lazy("curve", "all the same"),
    "gentle": pgettext_lazy("curve", "gentle: the last gets half of the first"),
    "linear": pgettext_lazy("curve", "even steps"),
    "falling": pgettext_lazy("curve", "falling: half, a third, a quarter of the first"),
    "steep": pgettext_lazy("curve", "steep: each half of the one before"),
}
SHARING: Mapping[str, Promise] = {
    "lot": _("a lot decides"),
    "share": _("they share the sum of their places"),
}
