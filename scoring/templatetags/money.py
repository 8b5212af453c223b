"""Amounts on pages."""

from django import template

from scoring.messages import amount, label
from scoring.models import Pot

register = template.Library()
register.filter("money", amount)


@register.filter
def negated(cents: int) -> int:
    """What has to go the other way: a negative rest is money to be given back."""
    return -cents


@register.filter
def kind_beside_title(pot: Pot) -> str:
    """Of what a pot is, where its title does not say it: a pot "Serie 1" is one of series 1."""
    of = [label("pot_kind", pot.kind), pot.series and pot.series.number, pot.category]
    kind = " ".join(str(each) for each in of if each)
    return "" if pot.title.casefold() in kind.casefold() else kind
