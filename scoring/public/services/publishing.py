"""Publishing: the tournament itself, seatings and results, and the freeze."""

from scoring.core.refusals import refuse
from scoring.core.services import Change, changing, refresh
from scoring.models import Actor, Series, Tournament
from scoring.models.log import Action
from scoring.models.names import series_subject
from scoring.models.series import SeriesState
from scoring.series.services.release import PARTS, is_shown, show_all, show_part

SUBJECT = "tournament"


def set_public(tournament: Tournament, on: bool, *, by: Actor) -> None:
    """Open or close the public pages. Raises Refused for a sample.

    Where releases are shown at once, opening shows what was released and closed by then.
    """
    if on and tournament.sample:
        raise refuse("sample-never-public")
    action = Action.TOURNAMENT_PUBLIC_OPENED if on else Action.TOURNAMENT_PUBLIC_CLOSED
    _switch(tournament, "public", on, action, by)


def set_shows_releases(tournament: Tournament, on: bool, *, by: Actor) -> None:
    """Whether releasing a seating shows it to the hall, and closing a series its result.

    Switched on, it shows what was released and closed by then.
    """
    action = Action.TOURNAMENT_RELEASES_SHOWN if on else Action.TOURNAMENT_RELEASES_APART
    _switch(tournament, "shows_releases", on, action, by)


def _switch(tournament: Tournament, field: str, on: bool, action: str, by: Actor) -> None:
    """Write a setting of what the hall sees, and show what it opens."""
    with changing(tournament, by, action, about=SUBJECT) as change:
        if getattr(tournament, field) == on:
            return
        setattr(tournament, field, on)
        tournament.save(update_fields=[field])
        change.log(old={field: not on}, new={field: on})
        show_all(tournament, by=by)


def release_part(series: Series, part: str, *, by: Actor) -> None:
    """Release the seating or the results of a series from now on.

    Raises Refused for an unknown part, or while the seating is a draft. An earlier release keeps
    its time.
    """
    _show(series, part, True, by=by)


def withdraw_part(series: Series, part: str, *, by: Actor) -> None:
    """Withdraw the seating or the results of a series."""
    _show(series, part, False, by=by)


def _show(series: Series, part: str, shown: bool, *, by: Actor) -> None:
    if part not in PARTS:
        raise refuse("choice-unknown", field="part")
    action = PARTS[part][0 if shown else 1]
    with changing(series.tournament, by, action, about=series_subject(series)):
        refresh(series, "series-gone")
        if shown and series.state == SeriesState.DRAFT:
            raise refuse("series-not-released")
        if is_shown(series, part) == shown:
            return
        show_part(series, part, shown, by=by)


def freeze(tournament: Tournament, after: int, *, by: Actor) -> None:
    """Freeze the public standings after series `after` until the prize-giving; 0 hides every
    result.

    Raises Refused for a series that does not exist.
    """
    with changing(tournament, by, Action.TOURNAMENT_STANDINGS_FROZEN, about=SUBJECT) as change:
        if after and not tournament.series.filter(number=after).exists():
            raise refuse("freeze-after-unknown-series", field="after", number=after)
        _set_freeze(tournament, after, change)


def reveal(tournament: Tournament, *, by: Actor) -> None:
    """End the freeze: everything that is released is public."""
    with changing(tournament, by, Action.TOURNAMENT_STANDINGS_REVEALED, about=SUBJECT) as change:
        _set_freeze(tournament, None, change)


def _set_freeze(tournament: Tournament, after: int | None, change: Change) -> None:
    old = tournament.frozen_after
    if old == after:
        return
    tournament.frozen_after = after
    tournament.save(update_fields=["frozen_after"])
    change.log(old={"frozen_after": old}, new={"frozen_after": after})
