"""Sentences chosen by a parameter; figures as text; why a rank is ahead of the next one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.rules.ranking import Rank


@dataclass(frozen=True, slots=True)
class Either:
    """`with_param` if the problem has the parameter, else `without_param`.

    A parameter of 0 is there; False and what is empty are not.
    """

    param: str
    with_param: "Sentence"
    without_param: "Sentence"

    def choose(self, params: Mapping[str, object]) -> "Sentence":
        value = params.get(self.param)
        absent = value is None or value is False or value in ("", (), [])
        return self.without_param if absent else self.with_param


class Counted(Either):
    """`with_param` for one: the parameter is 1 or -1, or has one item; else `without_param`."""

    __slots__ = ()

    def choose(self, params: Mapping[str, object]) -> "Sentence":
        value = params.get(self.param)
        if isinstance(value, Sequence) and not isinstance(value, str):
            return self.with_param if len(value) == 1 else self.without_param
        return self.with_param if value in (1, -1) else self.without_param


Sentence = str | Promise | Either


# Figures as they are shown, and as they are typed: amounts of money, points.

MINUS = "\N{MINUS SIGN}"
SPACE = "\N{NARROW NO-BREAK SPACE}"  # between the thousands of points


def points(figure: int) -> str:
    """Points with a real minus, and with a space between the thousands: 10 633 and 9 899 alike.

    >>> [points(each).replace(SPACE, " ") for each in (25687, -12345, 9899)]
    ['25 687', '−12 345', '9 899']
    """
    return (MINUS if figure < 0 else "") + f"{abs(figure):,}".replace(",", SPACE)


def to_hundredths(figure: Decimal) -> Decimal:
    """The figure with two decimals; half a hundredth is rounded away from zero."""
    return figure.quantize(Decimal("0.01"), ROUND_HALF_UP)


def points_with_decimals(figure: Decimal) -> str:
    """Points with two decimals.

    >>> from django.utils.translation import override
    >>> with override("de"):
    ...     points_with_decimals(Decimal("-12345.666")).replace(SPACE, " ")
    '−12 345,67'
    """
    rounded = abs(to_hundredths(figure))
    # number_format truncates.
    decimals = number_format(rounded % 1, 2, force_grouping=False)[1:]
    return (MINUS if figure < 0 and rounded else "") + points(int(rounded)) + decimals


def plain_amount(cents: int) -> str:
    """Cents as they are typed: 12,50; without the cents where there are none.

    >>> from django.utils.translation import override
    >>> with override("de"):
    ...     plain_amount(1250), plain_amount(1500)
    ('12,50', '15')
    """
    euros = Decimal(cents) / 100
    return str(cents // 100) if cents % 100 == 0 else number_format(euros, 2, force_grouping=False)


def amount(cents: int) -> str:
    """Cents as an amount of euros: €12.50, in German 12,50 €; negative ones with a real minus.

    >>> from django.utils.translation import override
    >>> with override("en"):
    ...     amount(1250), amount(-50)
    ('€12.50', '−€0.50')
    """
    euros = number_format(Decimal(abs(cents)) / 100, 2, force_grouping=True)
    text = gettext("€%(amount)s") % {"amount": euros}
    return MINUS + text if cents < 0 else text


def booked_text(cents: int) -> str:
    """That this sum was booked; a negative one was given back."""
    if cents < 0:
        return gettext("Given back: %(sum)s.") % {"sum": amount(-cents)}
    return gettext("Booked: %(sum)s.") % {"sum": amount(cents)}


def figure_text(value: int | Fraction, *, grouped: bool = False) -> str:
    """Whole, or with two decimals; with a real minus sign, thousands apart if `grouped`.

    >>> figure_text(-2026), figure_text(2026, grouped=True).replace(SPACE, " ")
    ('−2026', '2 026')
    """
    if value != int(value):
        return points_with_decimals(Decimal(value.numerator) / Decimal(value.denominator))
    return points(int(value)) if grouped else str(int(value)).replace("-", MINUS)


# The sentences of `reason`, with placeholders for the two figures that are compared.
REASONS = {
    "needed": _("equal, no lot drawn"),
    "match": _("ahead by match points, %(own)s to %(other)s"),
    "performance": _("ahead by points, %(own)s to %(other)s"),
    "won": _("ahead by games won, %(own)s to %(other)s"),
    "lost": _("ahead by fewer games lost, %(own)s to %(other)s"),
    "lot": _("ahead by lot"),
    "shared": _("equal in everything, rank shared"),
}


def reason(rank: Rank) -> str:
    """Why this rank and not the next one: "ahead by games won, 24 to 22"; "" if none is needed.

    While a lot is missing, that is the reason.
    """
    if rank.lot_needed:
        return str(REASONS["needed"])
    grouped = rank.decided_by == "performance"
    figures = {"own": rank.own, "other": rank.other}
    words = {name: figure_text(figure, grouped=grouped) for name, figure in figures.items()}
    return str(REASONS.get(rank.decided_by, "")) % words
