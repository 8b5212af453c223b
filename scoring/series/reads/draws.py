"""The draws of a series."""

from collections.abc import Collection

from scoring.models import Draw, LogEntry, Series
from scoring.models.log import Action
from scoring.models.names import series_subject
from scoring.series.reads.draw_request import MANUAL


def newest_drawn(series: Series) -> Draw | None:
    """The draw that made the tables as they are, or that hand acts started from."""
    made = [draw for draw in series.draws.all() if draw.seed or draw.mode == MANUAL]
    return made[-1] if made else None


def were_shown(every: Collection[Series]) -> bool:
    """Whether others saw a draw of these series of one tournament: released, or announced by its
    hash. A new one then says why.
    """
    announced = LogEntry.objects.filter(
        tournament__in={series.tournament_id for series in every},
        action=Action.SERIES_DRAW_ANNOUNCED,
        subject__in=[series_subject(series) for series in every],
    )
    released = Draw.objects.filter(series__in=every, released_at__isnull=False)
    return released.exists() or announced.exists()


def handed_out(made: Draw, *, organizer: bool) -> Draw | None:
    """The draw whose request may be read by who asks; None where there is none for him.

    With the request, anybody knows the seating of every series of the plan: whoever does not
    organize gets it when all of them are released, or drawn anew.
    """
    first = first_of_plan(made)
    if first is None or "request" not in first.options:
        return None
    waiting = (is_waiting(draw) for draw in draws_of_plan(first))
    released = made.released_at is not None and not any(waiting)
    return first if organizer or released else None


def first_of_plan(made: Draw) -> Draw | None:
    """The draw that keeps the request: of a plan for several series, that of the first."""
    place = made.options.get("plan_of")
    if not place:
        return made
    return Draw.objects.filter(
        series__tournament=made.series.tournament_id, series__number=place[0], number=place[1]
    ).first()


def draws_of_plan(first: Draw) -> list[Draw]:
    place = [first.series.number, first.number]
    others = Draw.objects.filter(
        series__tournament=first.series.tournament_id, options__plan_of=place
    )
    return [first, *others.select_related("series")]


def is_waiting(made: Draw) -> bool:
    """Whether a draw made tables that are not released yet."""
    return made.released_at is None and newest_drawn(made.series) == made
