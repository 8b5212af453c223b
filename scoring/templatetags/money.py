"""Amounts on pages."""

from django import template

from scoring.messages import amount

register = template.Library()
register.filter("money", amount)


@register.filter
def negated(cents: int) -> int:
    """What has to go the other way: a negative rest is money to be given back."""
    return -cents
