"""How the look-ups write figures and cards."""

from django import template
from django.utils.translation import pgettext

register = template.Library()
SIGNS = {"c": "♣", "s": "♠", "h": "♥", "d": "♦"}


@register.filter
def slice_minus(figure: int) -> int:
    """A figure without its sign, where the sign or the word stands before it."""
    return abs(figure)


@register.filter
def card(code: str) -> str:
    """A card as people see it: ♣J; in German B and D for jack and queen."""
    ranks = {"J": pgettext("card", "J"), "Q": pgettext("card", "Q"), "K": pgettext("card", "K"),
             "A": pgettext("card", "A")}  # fmt: skip
    return SIGNS[code[0]] + ranks.get(code[1:], code[1:])
