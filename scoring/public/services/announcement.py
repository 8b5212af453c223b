"""The announcement of a tournament (TO 6.2): drafted, published when complete, withdrawn."""

import re
from collections.abc import Mapping

from django.utils import timezone

from scoring.core.refusals import Refused, refuse
from scoring.core.services import changing
from scoring.core.text import plain_text
from scoring.models import Actor, Announcement, Tournament
from scoring.models.log import Action
from scoring.rules.announcement import missing_items, text_problems

SUBJECT = "announcement"
_LINES = re.compile(r"\r\n|\r|\n")


def plain_lines(text: str) -> str:
    """A text of several lines without invisible characters and empty ends.

    >>> plain_lines("  Startgeld\\x00 10 € \\r\\n\\n\\n\\n Kartengeld 1 € \\n")
    'Startgeld 10 €\\n\\nKartengeld 1 €'
    """
    lines = "\n".join(plain_text(line) for line in _LINES.split(text))
    return re.sub(r"\n{3,}", "\n\n", lines).strip()


def save_announcement(
    tournament: Tournament, items: Mapping[str, str], *, by: Actor
) -> Announcement:
    """Store a draft, by the items' letters ("A.a"); other items stay as they are.

    Raises Refused with all problems: an unknown item, a text too long, or an announcement that is
    published and so binds (TO 2.1.1).
    """
    cleaned = {code: plain_lines(text) for code, text in items.items()}
    problems = text_problems(cleaned)
    if problems:
        raise Refused(problems)
    with changing(tournament, by, Action.TOURNAMENT_ANNOUNCEMENT_SAVED, about=SUBJECT) as change:
        announcement = draft_of(tournament)
        if announcement.published_at:
            raise refuse("announcement-is-published", rule="TO 2.1.1")
        changed = sorted(
            code for code, text in cleaned.items() if text != announcement.items.get(code, "")
        )
        if not changed:
            return announcement
        announcement.items = {**announcement.items, **cleaned}
        announcement.save()
        # The texts may name people, so the log only keeps which items changed.
        change.log(new={"items": changed})
        return announcement


def draft_of(tournament: Tournament) -> Announcement:
    """The stored announcement, or an empty unsaved one."""
    found = Announcement.objects.filter(tournament=tournament).first()
    return found or Announcement(tournament=tournament)


def publish_announcement(tournament: Tournament, *, by: Actor) -> Announcement:
    """Publish the announcement. Raises Refused with every missing item of TO 6.2."""
    with changing(
        tournament, by, Action.TOURNAMENT_ANNOUNCEMENT_PUBLISHED, about=SUBJECT
    ) as change:
        announcement = draft_of(tournament)
        if problems := missing_items(announcement.items):
            raise Refused(problems)
        if announcement.published_at is None:
            announcement.published_at, announcement.published_by = timezone.now(), by.user
            announcement.save(update_fields=["published_at", "published_by"])
            change.log()
        return announcement


def withdraw_announcement(tournament: Tournament, *, by: Actor, reason: str = "") -> Announcement:
    """Withdraw the announcement, so that it can be changed. Raises Refused without a reason."""
    with changing(
        tournament, by, Action.TOURNAMENT_ANNOUNCEMENT_WITHDRAWN, about=SUBJECT
    ) as change:
        announcement = draft_of(tournament)
        if announcement.published_at is None:
            return announcement
        if not reason.strip():
            raise refuse("reason-missing", field="reason")
        announcement.published_at = announcement.published_by = None
        announcement.save(update_fields=["published_at", "published_by"])
        change.log(reason=reason)
        return announcement
