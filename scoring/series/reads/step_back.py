"""What a step back of a series would undo, told before it is taken; it deletes nothing."""

from dataclasses import dataclass

from scoring.models import Series
from scoring.models.series import SeriesState
from scoring.series.services.series import possible_steps

BACK: dict[str, str] = {
    SeriesState.RELEASED: SeriesState.DRAFT,
    SeriesState.CLOSED: SeriesState.PLAYING,
}


@dataclass(frozen=True, slots=True)
class StepBack:
    """The state that a series would go back to, its lists, and later series that are out."""

    to: str
    lists: int
    later: tuple[int, ...]


def step_back(series: Series) -> StepBack | None:
    """None where there is no way back."""
    to = BACK.get(series.state)
    if to not in possible_steps(series):
        return None
    later = series.tournament.series.filter(number__gt=series.number)
    out = later.exclude(state=SeriesState.DRAFT).values_list("number", flat=True)
    return StepBack(to, series.lists.count(), tuple(out))
