"""Tags and filters of the desk's templates, and the photo of a list beside its form."""

import json

from django import template
from django.template import Context
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scoring.lists.grid import SeatView
from scoring.lists.photos.reads import photo_of, rows_for_script
from scoring.messages.sentence import points
from scoring.models import ScoreList

register = template.Library()


@register.filter
def figure(seat: SeatView, name: str) -> str:
    """The stored value of a seat for a field of a form; empty if there is none."""
    value = getattr(seat.seat, "paper_total" if name == "total" else name)
    return "" if value is None else str(value)


@register.filter
def figure_name(name: str) -> str:
    """The heading of a figure, for screen readers."""
    names = {
        "points": _("points"),
        "won": _("games won"),
        "lost": _("games lost"),
        "total": _("total on paper"),
    }
    return names[name]


@register.simple_tag
def drawn_signature(signatures: object, position: int) -> SafeString:
    """A signature drawn with a finger, as a picture; "" for one on paper."""
    strokes = signatures.get(position, ()) if isinstance(signatures, dict) else ()
    if not strokes:
        return SafeString("")
    lines = ((" ".join(f"{x},{y}" for x, y in stroke),) for stroke in strokes)
    drawing = format_html_join("", '<polyline points="{}"/>', lines)
    return format_html(
        '<svg class="signature" viewBox="0 0 1000 400" role="img" aria-label="{}">{}</svg>',
        _("signed with a finger"),
        drawing,
    )


@register.filter("points")
def points_or_text(figure: object) -> str:
    """Points as everywhere; a text, such as "–" where there are none, stays as it is."""
    return points(figure) if isinstance(figure, int) else str(figure)


@register.inclusion_tag("lists/photos/_panel.html", takes_context=True)
def photo_panel(
    context: Context,
    score_list: ScoreList,
    *,
    proposes: bool = False,
    tall: bool = False,
    at: object = "",
) -> dict[str, object]:
    """The photo of a list for clerks; nothing if there is none.

    With `proposes` the rows that were read from it are offered. `tall` is for pages without a grid
    above it. `at` is the row that is shown first.
    """
    right = getattr(context["request"], "right", None)
    photo = photo_of(score_list) if right and right.clerk else None
    if photo is None:
        return {}
    return {
        "photo": photo,
        "list": score_list,
        "rows": json.dumps(rows_for_script(photo, proposes=proposes)),
        "proposes": proposes,
        "tall": tall,
        "at": at,
    }
