"""What a second person wants to know before a list is confirmed: by whom it is, what is left."""

from dataclasses import dataclass
from datetime import datetime

from scoring.models import LogEntry, ScoreList, Series, User
from scoring.models.score_list import ListState
from scoring.services.confirmation import WRITING, writers


@dataclass(frozen=True, slots=True)
class Typists:
    """Everybody who entered something into a list, and when the last of it was entered."""

    names: tuple[str, ...]
    at: datetime | None


def typists(score_list: ScoreList) -> Typists:
    """Whose entry a list is: two queries after that of the service."""
    users = User.objects.filter(pk__in=writers(score_list)).order_by("username")
    last = LogEntry.objects.filter(
        tournament=score_list.series.tournament, subject=score_list.subject, action__in=WRITING
    ).order_by("-id")
    return Typists(tuple(map(str, users)), last.values_list("at", flat=True).first())


def next_to_confirm(series: Series, user: User | None) -> ScoreList | None:
    """The entered list with the lowest table number that somebody else entered last."""
    waiting = series.lists.filter(state=ListState.ENTERED)
    return waiting.exclude(entered_by=user).first() if user else waiting.first()


def waiting(series: Series) -> int:
    """How many lists of a series are entered and wait to be confirmed."""
    return series.lists.filter(state=ListState.ENTERED).count()
