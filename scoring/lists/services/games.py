"""Who may change a score list when, the block of a change, and the games of a list.

While a series is played clerks correct, an entered list only with the agreement of all at the table
(SkO 5.5.3). Once the series is closed, or the tournament under review, only the organizer corrects,
with a reason (TO 7.2.5). Until then a referee decides about a list as a whole and about a wrong
deal. A final result is never changed.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any, Literal

from django.utils import timezone
from django.utils.translation import get_language

from scoring.core.access import Right, has_role
from scoring.core.forms import StaleRevision, refuse, refuse_all
from scoring.core.services import Change, changing, invalidate_polled, refresh
from scoring.entry.line import canonical
from scoring.models import Actor, Game, Role, ScoreList, Seat, Series
from scoring.models.log import Action
from scoring.models.score_list import (
    PAPER,
    TALLY,
    Content,
    Depth,
    ListState,
    row_fields,
    stored_total,
    tally_figures,
)
from scoring.models.tournament import SeriesState, TournamentState
from scoring.rules.checks import appraise
from scoring.rules.problem import Problem, errors
from scoring.rules.records import write_line
from scoring.rules.score_list import Line, Outline, SeatTotal, check_line, check_list, tally
from scoring.rules.valuation import Valuation

AGREED = "SkO 5.5.3"  # the logged reason if the table agreed and no other was given
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
    score_list.state = to
    score_list.save(update_fields=["state"])


def forget_depth(score_list: ScoreList, seats: Iterable[Seat]) -> None:
    """Let an empty list be entered by totals again, unless it has figures of a paper's foot."""
    if any(getattr(seat, figure) is not None for seat in seats for figure in PAPER):
        return
    score_list.depth = Depth.NONE
    score_list.save(update_fields=["depth"])
    for seat in seats:
        for figure in TALLY:
            setattr(seat, figure, None)
    score_list.seat_rows.update(**dict.fromkeys(TALLY))


@dataclass(kw_only=True)
class ListChange(Change):
    score_list: ScoreList
    content: bool = True  # what the list says changes: its author counts as having entered it
    state_before: str = ""  # before the change removed a confirmation


@dataclass(frozen=True, slots=True)
class Seen:
    """What a page showed of a row, a foot or figures before they were changed."""

    text: str
    layout: int

    def refuse_other(self, text: str) -> None:
        """Raise StaleRevision if the stored `text` is not what was seen."""
        if text != self.text:
            raise StaleRevision


def shown_line(line: Line | None) -> str:
    """The line as typed at the desk, misplaced or not; "" for None."""
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
    """The block of a change to the list, which is read again and loses its confirmation.

    `base` is the revision, or the part of the list, for which the change was made; the caller
    compares the text of a part. Raises StaleRevision for another revision or layout, and Refused if
    the list is removed, final, rejected or annulled.
    """
    with holding_list(score_list, by, *actions, content=content, reason=reason) as change:
        if score_list.state not in CHANGEABLE:
            raise refuse("list-not-changeable", state=score_list.state)
        if isinstance(base, Seen):
            is_stale = base.layout != score_list.layout
        else:
            is_stale = base != score_list.revision
        if is_stale:
            raise StaleRevision
        columns: dict[str, Any] = {"revision": score_list.revision + 1}
        if content:
            columns["entered_by"] = by.user
        if score_list.state == ListState.CONFIRMED:
            columns |= UNCONFIRM
        for column, value in columns.items():
            setattr(score_list, column, value)
        score_list.save(update_fields=columns)
        if score_list.state != ListState.OPEN:
            invalidate_polled(score_list.series.tournament_id)  # it counts: public pages show it
        yield change


@contextmanager
def holding_list(
    score_list: ScoreList, by: Actor, *actions: str, content: bool = True, reason: str = ""
) -> Iterator[ListChange]:
    """The block of a change that leaves the revision alone; raises Refused for a removed list."""
    tournament, about = score_list.series.tournament, score_list.subject
    with changing(tournament, by, *actions, about=about, reason=reason) as change:
        lists = ScoreList.objects.select_related("series")
        refresh(score_list, "list-gone", from_queryset=lists)
        score_list.series.tournament = tournament
        state = score_list.state
        yield ListChange(**vars(change), score_list=score_list, content=content, state_before=state)


def raise_layout(score_list: ScoreList) -> None:
    """Make forms stale that were filled in for the old rows."""
    score_list.layout += 1
    score_list.save(update_fields=["layout"])


def leave_needed(score_list: ScoreList) -> Literal["", "agreement", "organizer", "nobody"]:
    """Whose leave a change needs now: nobody's (""), the table's, the organizer's.

    "nobody": the tournament is final, and nobody can give it.
    """
    series, tournament = score_list.series, score_list.series.tournament
    if tournament.state == TournamentState.FINAL:
        return "nobody"
    if series.state == SeriesState.CLOSED or tournament.state == TournamentState.REVIEW:
        return "organizer"
    is_entered = score_list.state in (ListState.ENTERED, ListState.CONFIRMED)
    return "agreement" if is_entered else ""


def may_correct(score_list: ScoreList, right: Right) -> bool:
    """Whether somebody with this right may change the list now."""
    leave, is_draft = leave_needed(score_list), score_list.series.state == SeriesState.DRAFT
    if score_list.state not in CHANGEABLE or leave == "nobody" or is_draft:
        return False
    return right.organizer if leave == "organizer" else right.clerk


def admit_change(change: ListChange) -> None:
    """Raises Refused before the seating is released, and unless `change.by` may change it now."""
    score_list, tournament = change.score_list, change.score_list.series.tournament
    if score_list.series.state == SeriesState.DRAFT:
        raise refuse("series-not-released")
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


def record_game(
    score_list: ScoreList,
    line: Line,
    *,
    by: Actor,
    revision: int | Seen,
    reason: str = "",
    content: Content | None = None,
    source: str = "",
) -> Content:
    """Write one line of a list, new or changed, and return the content of the list then.

    `revision` is that of the list, or what was seen of this row; `content` is the list as the
    caller has read it. `source` is logged as the reason of a line that was not typed, but does not
    admit a correction. Raises StaleRevision if the row or the list has changed, Refused with all
    problems if the law (docs/law.md "What an ISkO entry may say") or the list (docs/law.md "A score
    list") does not allow the line.
    """
    line, valued = examine(score_list.outline, [line])[0]
    read_revision = score_list.revision
    actions = Action.LIST_GAME_CHANGED, Action.LIST_GAME_RECORDED
    with changing_list(score_list, revision, by, *actions, reason=reason) as change:
        if score_list.revision != read_revision + 1:  # somebody wrote since
            content, (line, valued) = None, examine(score_list.outline, [line])[0]
        content = content or score_list.content()
        before = content.line(line.number)
        if isinstance(revision, Seen):
            revision.refuse_other(shown_line(before))
        admit_games(change, line)
        content = write_row(score_list, line, valued, content)
        change.log(
            action=Action.LIST_GAME_CHANGED if before else Action.LIST_GAME_RECORDED,
            old=write_line(before) if before else None,
            new=write_line(line),
            reason=reason or source,
        )
        settle(change, content)
    return content


def record_games(
    score_list: ScoreList, lines: Sequence[Line], *, by: Actor, revision: int, reason: str = ""
) -> int:
    """Write the lines of an empty list as one change; returns the new revision.

    Raises as `record_game`, with the problems of all lines at once.
    """
    examined = examine(score_list.outline, lines)
    action = Action.LIST_GAMES_RECORDED
    with changing_list(score_list, revision, by, action, reason=reason) as change:
        if score_list.games.exists():
            raise refuse("list-not-empty")
        admit_games(change, *(line for line, _ in examined))
        rows = (row_fields(line, score_list.outline, valued) for line, valued in examined)
        Game.objects.bulk_create([Game(list=score_list, **row) for row in rows])
        change.log(new={"games": [write_line(line) for line, _ in examined]})
        settle(change)
    return score_list.revision


def examine(outline: Outline, lines: Sequence[Line]) -> list[tuple[Line, Valuation | None]]:
    """The lines completed, with their values; raises Refused with the problems of all."""
    counted = Counter(line.number for line in lines if not line.annulled)
    refused = [
        Problem("number-twice", "number", {"number": at, "count": count}, "TO 7.2.1", number=at)
        for at, count in counted.items()
        if count > 1
    ]
    examined: list[tuple[Line, Valuation | None]] = []
    for line in lines:
        problems, valued = list(check_line(line, outline)), None
        if line.game is not None:
            appraisal = appraise(line.game)
            problems += appraisal.problems
            line, valued = replace(line, game=appraisal.game), appraisal.valuation
        refused += [replace(problem, number=line.number) for problem in errors(problems)]
        examined.append((line, valued))
    refuse_all(refused)
    return examined


def admit_games(change: ListChange, *lines: Line) -> None:
    """Admit a change of the games; a first one makes the list one of games.

    Raises Refused as `admit_entry`, for a list of totals, and if `lines` were valued by rules that
    the tournament no longer has.
    """
    score_list = change.score_list
    if score_list.depth == Depth.TOTALS:
        raise refuse("list-has-totals")
    admit_entry(change)
    if score_list.depth == Depth.NONE:
        score_list.depth = Depth.GAMES
        score_list.save(update_fields=["depth"])
    system = score_list.series.tournament.rule_system
    if any(line.game is not None and line.game.system != system for line in lines):
        raise refuse("rules-changed")


def admit_entry(change: ListChange) -> None:
    """Admit a change to a list, as `admit_change`; the first one starts the series."""
    score_list = change.score_list
    admit_change(change)
    if score_list.series.state == SeriesState.RELEASED:
        series = Series.objects.filter(pk=score_list.series_id)
        series.update(state=SeriesState.PLAYING, started_at=timezone.now())
        score_list.series.state = SeriesState.PLAYING
        invalidate_polled(score_list.series.tournament_id)


def write_row(
    score_list: ScoreList, line: Line, valued: Valuation | None, content: Content
) -> Content:
    """Write the row that counts under this number; returns the content with it."""
    standing = content.line(line.number)
    attempts = [each.attempt for each in content.lines if each.number == line.number]
    line = replace(line, attempt=standing.attempt if standing else max(attempts, default=0) + 1)
    fields = row_fields(line, score_list.outline, valued)
    if standing is None:
        score_list.games.create(**fields)
    else:
        score_list.games.filter(number=line.number, annulled=False).update(**fields)
    lines = [line, *content.lines]
    if standing:
        lines.remove(standing)
    return replace(content, lines=sorted(lines, key=attrgetter("number", "attempt")))


def settle(change: ListChange, content: Content | None = None) -> None:
    """Tally every seat anew; reopen a list that is incomplete, forget the depth of an empty one."""
    score_list = change.score_list
    content = content or score_list.content()
    lines, scheme = content.lines, score_list.series.tournament.scheme
    totals = tally(lines, score_list.outline, scheme)  # `verify` computes and compares them
    for seat, total in zip(content.seats, totals, strict=True):
        # A game that was won changes one seat only.
        if stored_total(seat) != total:
            tally_seat(seat, total)
            seat.save(update_fields=TALLY)
    if score_list.state == ListState.ENTERED and check_list(lines, score_list.outline):
        move_list(score_list, ListState.OPEN)
        old, new = {"state": change.state_before}, {"state": ListState.OPEN}
        change.log(action=Action.LIST_REOPENED, old=old, new=new)
    if not lines and score_list.state == ListState.OPEN:
        forget_depth(score_list, content.seats)


def tally_seat(seat: Seat, total: SeatTotal) -> None:
    seat.points, seat.won, seat.lost, seat.others_lost, seat.performance = tally_figures(total)


def annul_games(
    score_list: ScoreList, numbers: Iterable[int], *, by: Actor, revision: int, reason: str
) -> int:
    """Void the games of a wrong deal (SkO 3.2.11-13); returns how many.

    They stay visible, and their numbers are replayed. Raises Refused without a reason, without
    games to annul, and for anybody below referee except the players at their own table, who deal
    anew as soon as they notice it (SkO 3.2.11).
    """
    refuse_without_reason(reason)
    numbers = sorted(set(numbers))
    action = Action.LIST_GAMES_ANNULLED
    with changing_list(score_list, revision, by, action, reason=reason) as change:
        admit_games(change)
        if not by.at_table:
            refuse_clerks(change)
        rows = score_list.games.filter(number__in=numbers, annulled=False)
        numbers = sorted(rows.values_list("number", flat=True))
        count = rows.update(annulled=True)
        if not count:
            raise refuse("nothing-to-annul", field="numbers")
        change.log(new={"numbers": numbers})
        settle(change)
    return count
