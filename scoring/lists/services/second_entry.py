"""A blind second entry: typed from the same paper, compared line by line, then confirmed."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import zip_longest
from typing import Any, Literal

from django.utils import timezone

from scoring.core.forms import StaleRevision, refuse, refuse_all
from scoring.core.services import refresh
from scoring.lists.reads import EntryDifference, blind_line, blind_lines, blind_outline
from scoring.lists.services.confirmation import (
    person_problems,
    unsigned_problems,
    write_confirmation,
)
from scoring.lists.services.games import (
    ListChange,
    Seen,
    admit_entry,
    changing_list,
    examine,
    holding_list,
    settle,
    shown_line,
    write_row,
)
from scoring.lists.services.lists import (
    logged_content,
    logged_figures,
    refuse_wrong_totals,
    stored_figures,
    totals_text,
    write_totals,
)
from scoring.models import Actor, Recheck, ScoreList
from scoring.models.log import Action
from scoring.models.score_list import Depth, ListState
from scoring.rules.bare_totals import BareTotal, count_passed_in
from scoring.rules.checks import appraise
from scoring.rules.records import write_line
from scoring.rules.score_list import Line, check_line, move_line

Choice = Literal["first", "second"]
REASON = "second entry"

# What both entries need not agree in: a paper may lack bid and card points.
NOT_COMPARED = frozenset(
    {"dealer", "attempt", "running", "misplaced"}
    | {"bid", "card_points", "tricks", "score", "end", "credited"}
)


def open_recheck(score_list: ScoreList, by: Actor) -> Recheck | None:
    recheck = Recheck.objects.filter(list=score_list, by=by.user, finished_at=None).first()
    if recheck is not None:
        recheck.list = score_list
    return recheck


def start_recheck(score_list: ScoreList, *, by: Actor) -> Recheck:
    """Resume this account's second entry or begin one, if it may: else raises Refused."""
    if recheck := open_recheck(score_list, by):
        return recheck
    refuse_all(person_problems(score_list, by))
    with holding_list(score_list, by, Action.LIST_RECHECK_STARTED) as change:
        recheck, _ = Recheck.objects.get_or_create(
            list=score_list, by=by.user, finished_at=None, defaults={"started_at": timezone.now()}
        )
        change.log()
    return recheck


def give_up_recheck(recheck: Recheck, *, by: Actor) -> None:
    """Delete an unfinished second entry; its typist may see the list again."""
    with holding_list(recheck.list, by, Action.LIST_RECHECK_GIVEN_UP) as change:
        if Recheck.objects.filter(pk=recheck.pk, by=by.user, finished_at=None).delete()[0]:
            change.log()


@contextmanager
def typing_blind(
    recheck: Recheck, seen: Seen, by: Actor, *, number: int | None = None
) -> Iterator[dict[str, Any]]:
    """The block in which the document of a second entry is changed: row `number`, or the figures.

    The log does not tell what was typed. Raises StaleRevision if it was changed in another window,
    and Refused if it was given up or finished there.
    """
    with holding_list(recheck.list, by, Action.LIST_RECHECK_TYPED) as change:
        refresh_open(recheck, "document", "steps", "layout")
        if recheck.layout != seen.layout:
            raise StaleRevision
        text = shown_line(blind_line(recheck, number)) if number else blind_text(recheck)
        seen.refuse_other(text)
        yield recheck.document
        recheck.steps += 1
        recheck.save(update_fields=["document", "steps", "layout"])
        change.log(new={"number": number} if number else {"seats": recheck.list.seats})


def refresh_open(recheck: Recheck, *fields: str) -> None:
    """Read these fields again; raises Refused if the second entry is given up or finished."""
    refresh(recheck, "recheck-gone", fields=[*fields, "finished_at"])
    if recheck.finished_at:
        raise refuse("recheck-gone")


def record_recheck_line(recheck: Recheck, line: Line, *, by: Actor, seen: Seen) -> None:
    """Store one line; raises Refused with its problems."""
    line = examine(blind_outline(recheck.list), [line])[0][0]
    with typing_blind(recheck, seen, by, number=line.number) as document:
        document.setdefault("games", {})[str(line.number)] = write_line(line)


def remove_recheck_line(recheck: Recheck, number: int, *, by: Actor, seen: Seen) -> None:
    with typing_blind(recheck, seen, by, number=number) as document:
        document.get("games", {}).pop(str(number), None)


def shift_recheck_lines(recheck: Recheck, number: int, step: int, *, by: Actor, seen: Seen) -> None:
    """Insert a row at `number` (`step` 1) or remove it (−1); later rows move."""
    outline = blind_outline(recheck.list)
    with typing_blind(recheck, seen, by, number=number) as document:
        lines = [line for line in blind_lines(recheck) if step > 0 or line.number != number]
        moved = [
            move_line(line, line.number + step, outline) if line.number >= number else line
            for line in lines
        ]
        refuse_all([each for line in moved for each in check_line(line, outline)])
        document["games"] = {str(line.number): write_line(line) for line in moved}
        recheck.layout += 1


def record_recheck_totals(
    recheck: Recheck, figures: Sequence[BareTotal], passed: int, *, by: Actor, seen: Seen
) -> None:
    """Store the figures of every seat; raises Refused if no games give them."""
    refuse_wrong_totals(recheck.list, figures, recheck.list.outline, passed)
    with typing_blind(recheck, seen, by) as document:
        document["totals"] = [logged_figures(each) for each in figures]


def blind_text(recheck: Recheck) -> str:
    """The figures of the second entry, as `totals_text` has them; "" while there are none."""
    figures = [BareTotal(*each) for each in recheck.document.get("totals", [])]
    return totals_text(recheck.list, figures, None) if figures else ""


def differences(recheck: Recheck) -> list[EntryDifference]:
    """Every place where the second entry differs from the list as it is now."""
    score_list = recheck.list
    if score_list.depth == Depth.TOTALS:
        first = logged_content(score_list)["totals"]
        second = recheck.document.get("totals", [])
        return [
            EntryDifference(seat, one[:3], other[:3] if other else None)
            for seat, (one, other) in enumerate(zip_longest(first, second), 1)
            if not other or one[:3] != other[:3]
        ]
    first_lines = {line.number: line for line in score_list.lines() if not line.annulled}
    second_lines = {line.number: line for line in blind_lines(recheck)}
    contested = []
    for number in sorted(first_lines.keys() | second_lines.keys()):
        lines = first_lines.get(number), second_lines.get(number)
        if facts(lines[0]) != facts(lines[1]):
            records = (line and write_line(line) for line in lines)
            contested.append(EntryDifference(number, *records))
    return contested


def facts(line: Line | None) -> tuple[dict[str, object], int] | None:
    """What both entries must agree in, and the score."""
    if line is None:
        return None
    valuation = appraise(line.game).valuation if line.game else None
    score = valuation.score if valuation else 0
    record = write_line(line)
    return {key: record[key] for key in record if record[key] and key not in NOT_COMPARED}, score


def resolve_recheck(
    recheck: Recheck, choices: Mapping[int, Choice], *, by: Actor, signed: Sequence[int]
) -> None:
    """Correct the list where the second entry is right, and confirm it.

    `choices` are the right entries by place. Raises Refused with `person_problems`, with
    `unsigned_problems`, or for undecided differences; StaleRevision if an entry changes meanwhile.
    """
    score_list, seen = recheck.list, (recheck.list.revision, recheck.steps)
    if by.user is None or by.user.pk != recheck.by_id:
        raise refuse("recheck-of-another-person")
    refuse_all(person_problems(score_list, by))
    refuse_all(unsigned_problems(score_list, signed))
    contested = differences(recheck)
    if undecided := [each for each in contested if each.place not in choices]:
        raise refuse("recheck-undecided", count=len(undecided))
    corrections = [each for each in contested if choices[each.place] == "second"]
    with holding_list(score_list, by, Action.LIST_CONFIRMED):
        refresh_open(recheck, "steps")
        if (score_list.revision, recheck.steps) != seen:
            raise StaleRevision
        revision = correct(recheck, corrections, by) if corrections else score_list.revision
        write_confirmation(score_list, revision, by, signed, reason=REASON)
        Recheck.objects.filter(pk=recheck.pk).update(
            finished_at=timezone.now(),
            revision=revision,
            differences=[[each.place, each.first, each.second] for each in contested],
        )
    score_list.refresh_from_db()
    recheck.refresh_from_db()


def correct(recheck: Recheck, corrections: Sequence[EntryDifference], by: Actor) -> int:
    """Write these parts of the second entry into the list; returns its new revision."""
    score_list = recheck.list
    action = Action.LIST_RECHECK_CORRECTED
    with changing_list(
        score_list, score_list.revision, by, action, content=False, reason=REASON
    ) as change:
        admit_entry(change)
        if score_list.depth == Depth.TOTALS:
            correct_totals(change, corrections, recheck.document["totals"])
        else:
            correct_games(change, corrections, {line.number: line for line in blind_lines(recheck)})
    return score_list.revision


def correct_games(
    change: ListChange, corrections: Sequence[EntryDifference], second: Mapping[int, Line]
) -> None:
    """Take these games from the second entry; raises Refused if that leaves the list open."""
    score_list = change.score_list
    for difference in corrections:
        line = second.get(difference.place)
        if line is None:
            score_list.games.filter(number=difference.place, annulled=False).delete()
        else:
            line, valued = examine(score_list.outline, [line])[0]
            write_row(score_list, line, valued, score_list.content())
        change.log(old=difference.first, new=difference.second or {"number": difference.place})
    settle(change)
    if score_list.state != ListState.ENTERED:
        raise refuse("recheck-incomplete")


def correct_totals(
    change: ListChange,
    corrections: Sequence[EntryDifference],
    second: Sequence[Sequence[Any]],
) -> None:
    """Take these seats from the second entry; raises Refused if no games give the figures."""
    score_list, outline = change.score_list, change.score_list.outline
    old, figures = logged_content(score_list), stored_figures(score_list)
    for difference in corrections:
        figures[difference.place - 1] = BareTotal(*second[difference.place - 1])
    passed = count_passed_in(outline.games_due, figures)
    refuse_wrong_totals(score_list, figures, outline, passed)
    write_totals(score_list, figures, outline)
    change.log(old=old, new=logged_content(score_list))
