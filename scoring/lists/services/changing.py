"""Who may change a score list when, and the block in which it is changed.

While a series is played clerks correct, an entered list only with the agreement of all at the table
(SkO 5.5.3). Once the series is closed, or the tournament under review, only the organizer corrects,
with a reason (TO 7.2.5). Until then a referee decides about a list as a whole and about a wrong
deal. A final result is never changed.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal

from django.utils.translation import get_language

from scoring.core.access import Right, has_role
from scoring.core.forms import StaleRevision, refuse
from scoring.core.services import Change, changing, note_change
from scoring.entry import canonical
from scoring.models import Actor, Role, ScoreList, Seat
from scoring.models.score_list import PAPER, TALLY, Depth, ListState
from scoring.models.tournament import SeriesState, TournamentState
from scoring.rules.score_list import Line

Leave = Literal["", "agreement", "organizer", "nobody"]

AGREED = "SkO 5.5.3"  # the logged reason where the table agreed and no other was given
FROM_PHOTO = "photo"  # in the log of a row that was read on the photo of the list
CHANGEABLE = (ListState.OPEN, ListState.ENTERED, ListState.CONFIRMED)
UNCONFIRM: Mapping[str, Any] = {
    "state": ListState.ENTERED,
    "confirmed_by": None,
    "confirmed_at": None,
    "confirmed_revision": None,
    "self_confirmed": False,
}


def move_list(score_list: ScoreList, to: str) -> None:
    """Take a list to another state, inside an open change."""
    score_list.state = to
    score_list.save(update_fields=["state"])


def forget_depth(score_list: ScoreList, seats: Iterable[Seat]) -> None:
    """A list whose last row was taken back is as if nothing had been typed: it may be entered by
    its totals. What was copied from the foot of its paper keeps it a list of games.
    """
    if any(getattr(seat, figure) is not None for seat in seats for figure in PAPER):
        return
    score_list.depth = Depth.NONE
    score_list.save(update_fields=["depth"])
    for seat in seats:
        for figure in TALLY:
            setattr(seat, figure, None)
    score_list.seat_rows.update(**dict.fromkeys(TALLY))


@dataclass
class ListChange(Change):
    """A change of a score list, in its open block.

    With `content` it changes what the list says: its author has entered the list and cannot confirm
    it alone. Closing, for example, changes none.
    """

    score_list: ScoreList = None  # type: ignore[assignment]
    content: bool = True


@dataclass(frozen=True, slots=True)
class Seen:
    """What somebody saw of a row, a foot or figures before he wrote: their text, on this layout."""

    text: str
    layout: int

    def compare(self, text: str) -> None:
        """Raise StaleRevision unless `text`, which stands there now, is what was seen."""
        if text != self.text:
            raise StaleRevision


def shown_line(line: Line | None) -> str:
    """The line as typed, misplaced or not, in the letters of the screen's language."""
    return canonical(line.misplaced or line, language=get_language() or "de") if line else ""


@contextmanager
def changing_list(
    score_list: ScoreList,
    base: int | Seen,
    by: Actor,
    *actions: str,
    content: bool = True,
    reason: str = "",
) -> Iterator[ListChange]:
    """The block of a change to the list; the list and its series are read again.

    `base` is what the change was made for: the list at a revision, or a part of it as its writer
    saw it, whose text the caller compares. A change removes the confirmation, which belongs to a
    revision. Raises StaleRevision for another revision or layout, Refused if the list is final,
    rejected or annulled, and as `changing`.
    """
    with holding_list(score_list, by, *actions, content=content, reason=reason) as change:
        if score_list.state not in CHANGEABLE:
            raise refuse("list-not-changeable", state=score_list.state)
        if isinstance(base, Seen) and base.layout != score_list.layout:
            raise StaleRevision
        revision = score_list.revision if isinstance(base, Seen) else base
        if not raise_revision(score_list, revision, by if content else None):
            raise StaleRevision
        if score_list.state != ListState.OPEN:
            note_change(score_list.series.tournament_id)  # it counts: public pages show it
        yield change


@contextmanager
def holding_list(
    score_list: ScoreList, by: Actor, *actions: str, content: bool = True, reason: str = ""
) -> Iterator[ListChange]:
    """The block of a change about a list that raises its revision itself, or not at all."""
    tournament, about = score_list.series.tournament, score_list.subject
    with changing(tournament, by, *actions, about=about, reason=reason) as change:
        score_list.refresh_from_db(from_queryset=ScoreList.objects.select_related("series"))
        score_list.series.tournament = tournament
        yield ListChange(**vars(change), score_list=score_list, content=content)


def raise_revision(score_list: ScoreList, revision: int, writer: Actor | None) -> bool:
    """Take the list, as read in this block, from `revision` to the next one; False if it is at
    another. `writer` becomes who entered the list.
    """
    if score_list.revision != revision:
        return False
    columns: dict[str, Any] = {"revision": revision + 1}
    if writer:
        columns["entered_by_id"] = writer.user.pk if writer.user else None
    if score_list.state == ListState.CONFIRMED:
        columns |= UNCONFIRM
    ScoreList.objects.filter(pk=score_list.pk).update(**columns)
    for column, value in columns.items():
        setattr(score_list, column, value)
    return True


def raise_layout(score_list: ScoreList) -> None:
    """A row stands for another game from here on: nobody writes on what he saw before."""
    score_list.layout += 1
    score_list.save(update_fields=["layout"])


def leave_needed(score_list: ScoreList) -> Leave:
    """Whose agreement a change needs now: none (""), the table's, the organizer's."""
    series, tournament = score_list.series, score_list.series.tournament
    if tournament.state == TournamentState.FINAL:
        return "nobody"
    if series.state == SeriesState.CLOSED or tournament.state == TournamentState.REVIEW:
        return "organizer"
    is_entered = score_list.state in (ListState.ENTERED, ListState.CONFIRMED)
    return "agreement" if is_entered else ""


def may_correct(score_list: ScoreList, right: Right) -> bool:
    """Whether somebody with this right may change the list now, for pages."""
    leave = leave_needed(score_list)
    if score_list.state not in CHANGEABLE or leave == "nobody":
        return False
    return right.organizer if leave == "organizer" else right.clerk


def admit_change(change: ListChange) -> None:
    """Raises Refused unless `change.by` may change this list now; the series was read again."""
    score_list, tournament = change.score_list, change.score_list.series.tournament
    leave, reason = leave_needed(score_list), change.reason.strip()
    if leave == "nobody":
        raise refuse("tournament-final")
    if leave == "organizer" and not has_role(change.by, tournament, Role.ORGANIZER):
        review = tournament.state == TournamentState.REVIEW
        code = "tournament-under-review" if review else "series-closed"
        raise refuse(code, field="reason", rule="TO 7.2.5")
    if leave == "organizer" and not reason:
        raise refuse("reason-missing", field="reason", rule="TO 7.2.5")
    if leave == "agreement" and change.content and not reason:
        raise refuse("agreement-missing", field="reason", rule="SkO 5.5.3")


def admit_decision(change: ListChange) -> None:
    """Raises Refused unless `change.by` may decide about this list as a whole now."""
    admit_change(change)
    refuse_clerks(change)


def refuse_without_reason(reason: str) -> None:
    """Raises Refused for a reason that says nothing."""
    if not reason.strip():
        raise refuse("reason-missing", field="reason")


def refuse_clerks(change: ListChange) -> None:
    """Raises Refused for anybody below referee."""
    if not has_role(change.by, change.score_list.series.tournament, Role.REFEREE):
        raise refuse("referee-decides")


def refuse_number(score_list: ScoreList, number: int) -> None:
    """Raises Refused unless the list has a row of this number."""
    if not 1 <= number <= score_list.outline.games_due:
        raise refuse("number-beyond-games", games=score_list.outline.games_due)


def refuse_other_law(score_list: ScoreList, lines: Iterable[Line]) -> None:
    """Raises Refused for games valued by rules that the tournament no longer has."""
    system = score_list.series.tournament.rule_system
    for line in lines:
        if line.game is not None and line.game.system != system:
            raise refuse("rules-changed")
