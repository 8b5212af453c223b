"""Cells of a list as HTML, made without a template: every saved game sends them anew.

What stands in them are figures and signs of the program; names are escaped.
"""

from collections.abc import Iterable
from html import escape

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext


def row_cells(
    marks: Iterable[str], plus: str, minus: str, seats: Iterable[tuple[bool, str]]
) -> SafeString:
    """Of a game: the columns of the form, the value in its column, the running totals.

    `seats`: per player whether he deals, and his running total if he was the soloist.
    """
    cells = [*(("mark-cell", mark) for mark in marks), ("plus", plus), ("minus", minus)]
    cells += [running(*seat) for seat in seats]
    return joined(f'<span role="cell" class="{kind}">{text}</span>' for kind, text in cells)


def running(deals: bool, total: str) -> tuple[str, str]:
    """The class and the content of the cell of a player."""
    if total:
        return "running deals filled" if deals else "running filled", total
    return ("running deals", dealer_sign()) if deals else ("running", "")


def dealer_sign() -> str:
    sign = pgettext("dealer", "D")
    return f'<abbr class="dealer" title="{escape(_("Dealer"))}">{escape(sign)}</abbr>'


def sum_cells(
    points: str, won: int, lost: int, balance: str | None, extra: str | None, total: str
) -> SafeString:
    """Of a player's sums; None where the scheme has no such column."""
    plain = f"<td>{points}</td><td>{won}</td><td>{lost}</td>"
    parts = (f'<td class="part">{each}</td>' for each in (balance, extra) if each is not None)
    return joined((plain, *parts, f'<td class="total">{total}</td>'))


def player_words(start_number: int, name: str) -> SafeString:
    """A player with his start number."""
    number = pgettext("start number", "no. %(number)s") % {"number": start_number}
    return joined((f'<small class="start-number">{escape(number)}</small> {escape(name)}',))


def joined(parts: Iterable[str]) -> SafeString:
    return mark_safe("".join(parts))  # noqa: S308 - see above
