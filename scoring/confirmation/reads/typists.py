"""Who entered a list, and which list to confirm next."""

from dataclasses import dataclass
from datetime import datetime

from scoring.models import LogEntry, ScoreList, User
from scoring.models.log import WRITING, Action
from scoring.models.score_list import ListState


@dataclass(frozen=True, slots=True)
class Typists:
    """Everybody who entered something into a list, and when the last of it was entered."""

    names: tuple[str, ...]
    at: datetime | None


def typists(score_list: ScoreList) -> Typists:
    """Two queries after those of `writers`."""
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
    last = (
        log.filter(action__in=(Action.LIST_CLEARED, Action.LIST_RESTORED)).order_by("-id").first()
    )
    cleared = last.pk if last and last.action == Action.LIST_CLEARED else 0
    written = log.filter(action__in=WRITING, user__isnull=False, id__gt=cleared)
    return set(written.order_by().values_list("user_id", flat=True).distinct())
