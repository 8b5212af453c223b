"""Amounts of money as they are shown and typed."""

from decimal import Decimal

from django.utils.formats import number_format
from django.utils.translation import gettext


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
    said = gettext("€%(amount)s") % {"amount": euros}
    return f"−{said}" if cents < 0 else said
