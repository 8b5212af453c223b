"""Who entered a list, and which list to confirm next."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max

from scoring.models import LogEntry, ScoreList, User
from scoring.models.log import WRITING, Action
from scoring.models.score_list import ListState


@dataclass(frozen=True, slots=True)
class Typists:
    """Everybody who entered something into a list, and when the last of it was entered."""

    names: tuple[str, ...]
    at: datetime | None


def typists(score_list: ScoreList) -> Typists:
    """Two queries after that of `writers`."""
    users = User.objects.filter(pk__in=writers(score_list)).order_by("username")
    last = LogEntry.objects.filter(
        tournament=score_list.series.tournament, subject=score_list.subject, action__in=WRITING
    ).order_by("-id")
    return Typists(tuple(map(str, users)), last.values_list("at", flat=True).first())


def next_to_confirm(score_list: ScoreList, user: User | None) -> ScoreList | None:
    """The next entered list of the series that somebody else entered last."""
    waiting = score_list.series.lists.filter(state=ListState.ENTERED).exclude(pk=score_list.pk)
    return waiting.exclude(entered_by=user).first() if user else waiting.first()


def writers(score_list: ScoreList) -> set[int]:
    """The ids of all accounts that entered something since the list was last cleared.

    A clearing that was undone does not count.
    """
    log = LogEntry.objects.filter(
        tournament=score_list.series.tournament, subject=score_list.subject
    )
    emptied = log.filter(action__in=(Action.LIST_CLEARED, Action.LIST_RESTORED))
    written = log.filter(action__in=WRITING, user__isnull=False).order_by()
    last = emptied.order_by("-id").values_list("id", "action")[:1]
    users = written.values_list("user_id").annotate(Max("id"))
    cleared = max((at for at, action in last if action == Action.LIST_CLEARED), default=0)
    return {user for user, latest in users if latest > cleared}
