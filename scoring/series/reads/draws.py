"""The draws of a series."""

from django.db.models import Q

from scoring.models import Draw, Series
from scoring.series.reads.draw_request import MANUAL


def newest_drawn(series: Series) -> Draw | None:
    """The draw that made the tables as they are, or that hand acts started from."""
    made = series.draws.filter(~Q(seed="") | Q(mode=MANUAL))
    return made.order_by("-number").first()
