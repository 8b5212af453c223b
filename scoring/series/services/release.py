"""What of a series the public pages show: its seating and its results.

Where the tournament shows releases at once, releasing a seating shows it to the hall, and closing
a series its result; a freeze hides results whatever is shown.
"""

from collections.abc import Mapping
from types import MappingProxyType

from django.utils import timezone

from scoring.core.services import write_log
from scoring.models import Actor, Series, Tournament
from scoring.models.log import Action
from scoring.models.names import series_subject
from scoring.models.series import SeriesState

# The parts of a series, and their actions for release and withdrawal.
PARTS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "seating": (Action.SERIES_SEATING_RELEASED, Action.SERIES_SEATING_WITHDRAWN),
        "results": (Action.SERIES_RESULTS_RELEASED, Action.SERIES_RESULTS_WITHDRAWN),
    }
)


def is_shown(series: Series, part: str) -> bool:
    return getattr(series, f"{part}_public_at") is not None


def show_step(series: Series, old: str, *, by: Actor) -> None:
    """What a step of a series from the state `old` shows or takes away, inside its block."""
    if not shows_releases(series.tournament):
        return
    new = series.state
    if SeriesState.DRAFT in (old, new):
        show_part(series, "seating", new != SeriesState.DRAFT, by=by)
    if SeriesState.CLOSED in (old, new):
        show_part(series, "results", new == SeriesState.CLOSED, by=by)


def show_all(tournament: Tournament, *, by: Actor) -> None:
    """What was released and closed before the public pages were opened, inside their block."""
    if not shows_releases(tournament):
        return
    for series in tournament.series.exclude(state=SeriesState.DRAFT):
        show_part(series, "seating", True, by=by)
        if series.state == SeriesState.CLOSED:
            show_part(series, "results", True, by=by)


def shows_releases(tournament: Tournament) -> bool:
    """Whether a release is shown at once; before the public pages are opened nothing is."""
    return tournament.public and tournament.shows_releases


def show_part(series: Series, part: str, shown: bool, *, by: Actor) -> None:
    """Show or withdraw one part and log it; an earlier release keeps its time."""
    if is_shown(series, part) == shown:
        return
    setattr(series, f"{part}_public_at", timezone.now() if shown else None)
    series.save(update_fields=[f"{part}_public_at"])
    write_log(
        PARTS[part][0 if shown else 1],
        series_subject(series),
        by=by,
        tournament=series.tournament,
        old={"public": not shown},
        new={"public": shown},
    )
