"""The photo of a list beside what is typed, confirmed or decided."""

import json

from django import template
from django.template import Context

from scoring.lists.photos.reads import for_script, open_rows, photo_of
from scoring.models import ScoreList

register = template.Library()


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

    With `proposes` the rows that were read on it are offered; it is `tall` where no grid stands
    above it. `at` is the row that is shown first.
    """
    right = getattr(context["request"], "right", None)
    photo = photo_of(score_list) if right and right.clerk else None
    if photo is None:
        return {}
    proposed = open_rows(photo, score_list.content()) if proposes and photo.is_read else []
    return {
        "photo": photo,
        "list": score_list,
        "rows": json.dumps(for_script(photo, proposes=proposes)),
        "sure": sum(row.state == "sure" for row in proposed),
        "asked": sum(row.state == "asked" for row in proposed),
        "proposes": proposes,
        "tall": tall,
        "at": at,
    }
