"""Amounts as people write them, and what is said about fees, bookings and prizes."""

from decimal import Decimal

from django.utils.formats import number_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.messages.sentence import Sentence

MONEY: dict[str, Sentence] = {
    "amount-missing": _("Please type an amount."),
    "amount-negative": _("Please type the amount without a minus sign."),
    "amount-out-of-range": _("An amount of this size cannot be meant."),
    "booking-is-counter": _("Booking %(booking)s is a counter-booking itself."),
    "booking-kind-unknown": _("Nothing is booked by hand under this word."),
    "booking-of-another-tournament": _("This list belongs to another tournament."),
    "booking-reversed": _("Booking %(booking)s was cancelled already."),
    "fee-changed": _("The list says something else by now: %(cents)s. Please look again."),
    "fee-out-of-range": _("A fee of this size cannot be meant."),
    "ladder-malformed": _("Each step says from which lost game on, and what each one costs."),
    "ladder-not-rising": _("Each step has to begin behind the one before it."),
    "ladder-too-long": _("A ladder has at most %(most)s steps."),
    "pot-gone": _("This pot has been removed."),
    "refund-exceeds": _("No more can be given back than was paid for it: %(cents)s."),
}


def amount(cents: int) -> str:
    """Cents as an amount of euros: €12.50, in German 12,50 €; negative ones with a real minus.

    >>> from django.utils.translation import override
    >>> with override("en"):
    ...     amount(1250), amount(-50)
    ('€12.50', '−€0.50')
    """
    euros = number_format(Decimal(abs(cents)) / 100, 2, force_grouping=True)
    said = gettext("€%(amount)s") % {"amount": euros}
    return f"−{said}" if cents < 0 else said
