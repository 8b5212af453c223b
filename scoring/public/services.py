"""Publishing: the tournament itself, seatings and results, and the freeze."""

from collections.abc import Mapping
from datetime import date

from django.utils import timezone

from scoring.core.forms import refuse, refuse_all
from scoring.core.services import changing, changing_series
from scoring.models import Actor, Announcement, Series, Tournament
from scoring.models.log import Action
from scoring.models.tournament import SeriesState
from scoring.public.reads.announcement import draft_of
from scoring.rules.announcement import missing_items
from scoring.series.services.series import PARTS, show_all, show_part

SUBJECT = "tournament"


def set_public(tournament: Tournament, on: bool, *, by: Actor) -> None:
    """Open or close the public pages. Raises Refused for a sample, and for a replaced report.

    Opening also publishes what has been released and closed so far, if releases are shown at once.
    """
    if on and tournament.sample:
        raise refuse("sample-never-public")
    action = Action.TOURNAMENT_PUBLIC_OPENED if on else Action.TOURNAMENT_PUBLIC_CLOSED
    with changing(tournament, by, action, about=SUBJECT) as change:
        if on and tournament.replaced_by_id:
            raise refuse("report-is-replaced")
        if change.store(tournament, public=on):
            show_all(tournament, by=by)


def set_shows_releases(tournament: Tournament, on: bool, *, by: Actor) -> None:
    """Set whether releasing a seating and closing a series also publish it.

    Switching it on publishes what has been released and closed so far.
    """
    action = Action.TOURNAMENT_RELEASES_SHOWN if on else Action.TOURNAMENT_RELEASES_APART
    with changing(tournament, by, action, about=SUBJECT) as change:
        if change.store(tournament, shows_releases=on):
            show_all(tournament, by=by)


def set_shows_chances(tournament: Tournament, on: bool, *, by: Actor) -> None:
    """Set whether rankings and public pages say who can still win a prize."""
    action = Action.TOURNAMENT_CHANCES_SHOWN if on else Action.TOURNAMENT_CHANCES_HIDDEN
    with changing(tournament, by, action, about=SUBJECT) as change:
        change.store(tournament, shows_chances=on)


def set_public_until(tournament: Tournament, until: date | None, *, by: Actor) -> None:
    """Set the last day of the public pages, or none."""
    with changing(tournament, by, Action.TOURNAMENT_PUBLIC_UNTIL, about=SUBJECT) as change:
        change.store(tournament, public_until=until)


def set_part_public(series: Series, part: str, on: bool, *, by: Actor) -> None:
    """Publish the seating or the results of a series from now on, or withdraw them.

    Raises Refused for an unknown part, or to publish one of a draft. An earlier release keeps its
    time.
    """
    if part not in PARTS:
        raise refuse("choice-unknown", field="part")
    action = PARTS[part][0 if on else 1]
    with changing_series(series, by, action):
        if on and series.state == SeriesState.DRAFT:
            raise refuse("series-not-released")
        show_part(series, part, on, by=by)


def set_frozen_after(tournament: Tournament, after: int | None, *, by: Actor) -> None:
    """Freeze the public standings after this series; 0 hides every result, None ends the freeze.

    Raises Refused for a series that does not exist.
    """
    frozen, revealed = Action.TOURNAMENT_STANDINGS_FROZEN, Action.TOURNAMENT_STANDINGS_REVEALED
    action = revealed if after is None else frozen
    with changing(tournament, by, action, about=SUBJECT) as change:
        if after and not tournament.series.filter(number=after).exists():
            raise refuse("freeze-after-unknown-series", field="after", number=after)
        change.store(tournament, frozen_after=after)


# The announcement of a tournament (TO 6.2): drafted, published when complete, withdrawn.

ANNOUNCEMENT = "announcement"


def save_announcement(
    tournament: Tournament, items: Mapping[str, str], *, by: Actor
) -> Announcement:
    """Store items of the draft by their letters ("A.a"); other items stay as they are.

    Raises Refused for a published announcement: it is binding (TO 2.1.1).
    """
    action = Action.TOURNAMENT_ANNOUNCEMENT_SAVED
    with changing(tournament, by, action, about=ANNOUNCEMENT) as change:
        announcement = draft_of(tournament)
        if announcement.published_at:
            raise refuse("announcement-is-published", rule="TO 2.1.1")
        old = announcement.items
        if changed := sorted(code for code, text in items.items() if text != old.get(code, "")):
            announcement.items = {**old, **items}
            announcement.save()
            # The texts may name people, so the log only keeps which items changed.
            change.log(new={"items": changed})
        return announcement


def publish_announcement(tournament: Tournament, *, by: Actor) -> Announcement:
    """Publish the announcement. Raises Refused with every missing item of TO 6.2."""
    action = Action.TOURNAMENT_ANNOUNCEMENT_PUBLISHED
    with changing(tournament, by, action, about=ANNOUNCEMENT) as change:
        announcement = draft_of(tournament)
        refuse_all(missing_items(announcement.items))
        if announcement.published_at is None:
            announcement.published_at, announcement.published_by = timezone.now(), by.user
            announcement.save(update_fields=["published_at", "published_by"])
            change.log()
        return announcement


def withdraw_announcement(tournament: Tournament, *, by: Actor, reason: str) -> Announcement:
    """Withdraw the announcement, so that it can be changed. Raises Refused without a reason."""
    action = Action.TOURNAMENT_ANNOUNCEMENT_WITHDRAWN
    with changing(tournament, by, action, about=ANNOUNCEMENT) as change:
        announcement = draft_of(tournament)
        if announcement.published_at is None:
            return announcement
        if not reason.strip():
            raise refuse("reason-missing", field="reason")
        announcement.published_at = announcement.published_by = None
        announcement.save(update_fields=["published_at", "published_by"])
        change.log(reason=reason)
        return announcement
