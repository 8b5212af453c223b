"""A blind second entry for the desk: what was typed, without the first entry."""

import json
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256
from typing import Any

from django.db.models import Max, Q

from scoring.models import LogEntry, Recheck, ScoreList, Series, User
from scoring.models.log import WRITING, Action
from scoring.models.score_list import ListState
from scoring.models.tournament import Confirm
from scoring.rules.records import read_line
from scoring.rules.score_list import Line, Outline


@dataclass(frozen=True, slots=True)
class EntryDifference:
    """Where the two entries differ: game `place`, or the figures of seat `place`.

    `first` is what the list says, `second` the blind entry; None where one is empty.
    """

    place: int
    first: Any
    second: Any

    @property
    def mark(self) -> str:
        """Tells this difference from another one at the same place."""
        both = json.dumps([self.first, self.second], sort_keys=True)
        return sha256(both.encode()).hexdigest()[:16]


def blind_outline(score_list: ScoreList) -> Outline:
    """The table as drawn: where the first entry stopped stays hidden."""
    return replace(score_list.outline, ended_after=None, stop_reason="")


def missing_games(recheck: Recheck, *, ended: bool) -> list[int]:
    """The numbers not typed yet; with `ended` the paper has none after the last."""
    typed = {line.number for line in typed_lines(recheck)}
    last = max(typed, default=0) if ended else blind_outline(recheck.list).games_due
    return [number for number in range(1, last + 1) if number not in typed]


def typed_lines(recheck: Recheck) -> list[Line]:
    """The blindly typed lines by number."""
    system = recheck.list.series.tournament.rule_system
    games = recheck.document.get("games", {})
    lines = [read_line(record, system=system)[0] for record in games.values()]
    return sorted((line for line in lines if line), key=lambda line: line.number)


def typed_line(recheck: Recheck, number: int) -> Line | None:
    """The blindly typed line of a row; None if the row is empty."""
    return next((line for line in typed_lines(recheck) if line.number == number), None)


# Who entered a list, and which list to confirm next.


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


def pile_order(series: Series) -> dict[int, int]:
    """The place of each table in the piles of paper: clerk by clerk, as their lists were entered.

    A list that was corrected or reopened since keeps its place.
    """
    log = LogEntry.objects.filter(
        tournament=series.tournament,
        action__in=(Action.LIST_CLOSED, Action.LIST_TOTALS_ENTERED),
        subject__startswith=f"list/{series.number}/",
    )
    clerks: dict[str, int | None] = {}
    for subject, user in log.order_by("id").values_list("subject", "user_id"):
        clerks.setdefault(subject, user)
    piles = list(clerks.values())
    ordered = sorted(clerks, key=lambda subject: piles.index(clerks[subject]))
    return {int(subject.rpartition("/")[2]): place for place, subject in enumerate(ordered)}


def next_to_confirm(score_list: ScoreList, user: User | None) -> ScoreList | None:
    """The list behind this one in the piles of paper that this account may confirm."""
    order, own = pile_order(score_list.series), Q(pk=score_list.pk)
    lists = score_list.series.lists.filter(own | Q(state=ListState.ENTERED))
    in_order = sorted(lists, key=lambda each: order.get(each.table_number, len(order)))
    at = in_order.index(score_list)
    behind = (*in_order[at + 1 :], *in_order[:at])
    anybody = user is None or score_list.series.tournament.confirm == Confirm.SELF
    return next((each for each in behind if anybody or each.entered_by != user), None)


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
