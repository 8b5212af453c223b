"""Publishing: the tournament itself, seatings and results, and the freeze."""

from collections.abc import Mapping
from types import MappingProxyType

from django.utils import timezone

from scoring.core.refusals import refuse
from scoring.core.services import Submission, raise_if_reverted, refresh
from scoring.models import Actor, Series, Tournament
from scoring.models.log import Action
from scoring.models.names import series_subject
from scoring.models.series import SeriesState

SUBJECT = "tournament"
# The parts of a series, and their actions for release and withdrawal.
PARTS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "seating": (Action.SERIES_SEATING_RELEASED, Action.SERIES_SEATING_WITHDRAWN),
        "results": (Action.SERIES_RESULTS_RELEASED, Action.SERIES_RESULTS_WITHDRAWN),
    }
)


def set_public(tournament: Tournament, on: bool, *, by: Actor, token: str | None = None) -> None:
    """Open or close the public pages. Raises Refused for a sample."""
    action = Action.TOURNAMENT_PUBLIC_OPENED if on else Action.TOURNAMENT_PUBLIC_CLOSED
    sent = Submission(tournament, by, token, action, about=SUBJECT)
    with sent, sent.alone():
        if on and tournament.sample:
            raise refuse("sample-never-public")
        if tournament.public == on:
            return
        tournament.public = on
        tournament.save(update_fields=["public"])
        sent.log(old={"public": not on}, new={"public": on})
    if sent.repeated:
        tournament.refresh_from_db()
        raise_if_reverted(tournament.public == on)


def release_part(series: Series, part: str, *, by: Actor, token: str | None = None) -> None:
    """Release the seating or the results of a series from now on.

    Raises Refused for an unknown part, or while the seating is a draft. An earlier release keeps
    its time.
    """
    _show(series, part, True, by=by, token=token)


def withdraw_part(series: Series, part: str, *, by: Actor, token: str | None = None) -> None:
    """Withdraw the seating or the results of a series."""
    _show(series, part, False, by=by, token=token)


def _show(series: Series, part: str, shown: bool, *, by: Actor, token: str | None) -> None:
    if part not in PARTS:
        raise refuse("choice-unknown", field="part")
    column = f"{part}_public_at"
    action = PARTS[part][0 if shown else 1]
    sent = Submission(series.tournament, by, token, action, about=series_subject(series))
    with sent, sent.alone():
        refresh(series, "series-gone")
        if shown and series.state == SeriesState.DRAFT:
            raise refuse("series-not-released")
        if (getattr(series, column) is not None) == shown:
            return
        setattr(series, column, timezone.now() if shown else None)
        series.save(update_fields=[column])
        sent.log(old={"public": not shown}, new={"public": shown})
    if sent.repeated:
        series.refresh_from_db()
        raise_if_reverted((getattr(series, column) is not None) == shown)


def freeze(tournament: Tournament, after: int, *, by: Actor, token: str | None = None) -> None:
    """Freeze the public standings after series `after` until the prize-giving; 0 hides every
    result.

    Raises Refused for a series that does not exist.
    """
    sent = Submission(tournament, by, token, Action.TOURNAMENT_STANDINGS_FROZEN, about=SUBJECT)
    with sent, sent.alone():
        if after and not tournament.series.filter(number=after).exists():
            raise refuse("freeze-after-unknown-series", field="after", number=after)
        _set_freeze(tournament, after, sent)
    if sent.repeated:
        tournament.refresh_from_db()
        raise_if_reverted(tournament.frozen_after == after)


def reveal(tournament: Tournament, *, by: Actor, token: str | None = None) -> None:
    """End the freeze: everything that is released is public."""
    sent = Submission(tournament, by, token, Action.TOURNAMENT_STANDINGS_REVEALED, about=SUBJECT)
    with sent, sent.alone():
        _set_freeze(tournament, None, sent)
    if sent.repeated:
        tournament.refresh_from_db()
        raise_if_reverted(tournament.frozen_after is None)


def _set_freeze(tournament: Tournament, after: int | None, sent: Submission) -> None:
    old = tournament.frozen_after
    if old == after:
        return
    tournament.frozen_after = after
    tournament.save(update_fields=["frozen_after"])
    sent.log(old={"frozen_after": old}, new={"frozen_after": after})
