"""Small words of the desk's templates."""

from django import template
from django.utils.translation import gettext as _

from scoring.core.listing import MINUS
from scoring.desk.reads.score_list import SeatView

register = template.Library()


@register.filter
def figure(seat: SeatView, name: str) -> str:
    """What is stored of a seat under the name of a form's field; empty if nothing is."""
    row = seat.seat
    stored = {"points": row.points, "won": row.won, "lost": row.lost, "total": row.paper_total}
    value = stored[name]
    return "" if value is None else str(value)


@register.filter
def figure_name(name: str) -> str:
    """The heading of a figure, for whoever cannot see the table."""
    names = {
        "points": _("points"),
        "won": _("games won"),
        "lost": _("games lost"),
        "total": _("total on paper"),
    }
    return names[name]


@register.filter
def signed(points: int) -> str:
    """Points with a real minus sign."""
    return str(points).replace("-", MINUS)
