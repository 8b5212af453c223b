"""Which states a series can be moved to now."""

from scoring.models import Series
from scoring.series.states import SERIES_TRANSITIONS


def possible_steps(series: Series) -> tuple[str, ...]:
    """The states that a series may be taken to now; its pages offer these and no other."""
    return SERIES_TRANSITIONS[series.state] if series.tournament.under_way else ()
