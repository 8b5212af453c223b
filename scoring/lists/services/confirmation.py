"""Confirmation of lists, decisions about whole lists, and signatures.

A confirmation belongs to one revision of a list: every change removes it.
"""

from collections.abc import Collection, Iterable, Sequence

from django.db.models import F
from django.utils import timezone

from scoring.core.forms import StaleRevision, refuse, refuse_all
from scoring.core.services import changing, write_log
from scoring.lists.reads import writers
from scoring.lists.services.games import (
    admit_decision,
    changing_list,
    holding_list,
    move_list,
    refuse_without_reason,
)
from scoring.models import Actor, ScoreList, Series, Tournament
from scoring.models.log import Action
from scoring.models.score_list import CLOSED, SET_ASIDE, ListState
from scoring.models.tournament import Confirm, TournamentState
from scoring.money.services.pots import record_handed_in
from scoring.rules.problem import Problem


def person_problems(score_list: ScoreList, by: Actor, *, alone: bool = False) -> list[Problem]:
    """Why this account cannot confirm the list now; `alone` allows the one that entered it."""
    problems = []
    if score_list.series.tournament.state == TournamentState.FINAL:
        problems.append(Problem("tournament-final"))
    if score_list.state != ListState.ENTERED:
        problems.append(Problem("list-not-entered", params={"state": score_list.progress}))
    if by.user is None:
        problems.append(Problem("confirming-needs-an-account"))
    elif not alone and by.user.pk in writers(score_list):
        problems.append(Problem("confirming-needs-another"))
    return problems


def confirmation_problems(score_list: ScoreList, by: Actor, signed: Iterable[int]) -> list[Problem]:
    """Every reason against confirming without a second entry (TO 9.11)."""
    mode = score_list.series.tournament.confirm
    problems = person_problems(score_list, by, alone=mode == Confirm.SELF)
    if mode == Confirm.BLIND and not problems:
        problems.append(Problem("confirming-needs-a-second-entry"))
    return problems + unsigned_problems(score_list, signed)


def unsigned_problems(score_list: ScoreList, signed: Iterable[int]) -> list[Problem]:
    """A problem unless all who were there at the end have signed (TO 9.11)."""
    outline = score_list.outline
    missing = sorted(map(outline.seat_of, set(outline.at_the_end) - set(signed)))
    params = {"seats": ", ".join(map(str, missing))}
    return [Problem("signature-missing", "signatures", params, "TO 9.11")] if missing else []


def confirm_list(score_list: ScoreList, *, by: Actor, revision: int, signed: Sequence[int]) -> None:
    """Confirm a list compared with the paper; `signed` are the positions that signed.

    Raises Refused with all `confirmation_problems` and if the settings change meanwhile,
    StaleRevision if the list changed since.
    """
    refuse_all(confirmation_problems(score_list, by, signed))
    alone = by.user is not None and by.user.pk in writers(score_list)
    mode = score_list.series.tournament.confirm
    with holding_list(score_list, by, Action.LIST_CONFIRMED):
        write_confirmation(score_list, revision, by, signed, alone=alone)
        if score_list.series.tournament.confirm != mode:
            raise refuse("settings-changed")


def write_confirmation(
    score_list: ScoreList,
    revision: int,
    by: Actor,
    signed: Sequence[int],
    *,
    alone: bool = False,
    reason: str = "",
) -> None:
    """Confirm this revision, in an open block; `alone`: by somebody who entered it.

    Raises StaleRevision unless it is the entered list's, Refused if the tournament is final.
    """
    entered = ScoreList.objects.filter(pk=score_list.pk, revision=revision, state=ListState.ENTERED)
    confirmed = entered.update(
        state=ListState.CONFIRMED,
        confirmed_by=by.user,
        confirmed_at=timezone.now(),
        confirmed_revision=F("revision"),
        self_confirmed=alone,
        signatures=sorted(signed),
    )
    if not confirmed:
        raise StaleRevision
    score_list.refresh_from_db()
    refuse_final(score_list.series.tournament)
    write_log(
        Action.LIST_CONFIRMED,
        score_list.subject,
        by=by,
        tournament=score_list.series.tournament,
        old={"state": ListState.ENTERED},
        new={"state": ListState.CONFIRMED, "signatures": sorted(signed), "alone": alone},
        reason=reason,
    )


def refuse_final(tournament: Tournament) -> None:
    if tournament.state == TournamentState.FINAL:
        raise refuse("tournament-final")


def withdraw_confirmation(score_list: ScoreList, *, by: Actor, revision: int, reason: str) -> None:
    refuse_without_reason(reason)
    if score_list.state != ListState.CONFIRMED:
        raise refuse("list-not-confirmed", state=score_list.progress)
    action = Action.LIST_CONFIRMATION_WITHDRAWN
    with changing_list(score_list, revision, by, action, content=False, reason=reason) as change:
        admit_decision(change)
        change.log()


def reject_list(score_list: ScoreList, *, by: Actor, revision: int, reason: str) -> None:
    """Reject an illegible or incomplete list (TO 7.2.4): it counts nowhere."""
    set_aside(score_list, ListState.REJECTED, Action.LIST_REJECTED, by, revision, reason)


def annul_list(score_list: ScoreList, *, by: Actor, revision: int, reason: str) -> None:
    """Void a whole list, for example because the wrong people sat at the table."""
    set_aside(score_list, ListState.ANNULLED, Action.LIST_ANNULLED, by, revision, reason)


def set_aside(
    score_list: ScoreList, state: str, action: str, by: Actor, revision: int, reason: str
) -> None:
    """Take a list out of the results; its content stays."""
    refuse_without_reason(reason)
    with changing_list(score_list, revision, by, action, content=False, reason=reason) as change:
        admit_decision(change)
        move_list(score_list, state)
        change.log(old={"state": change.state_before}, new={"state": state})


def readmit_list(score_list: ScoreList, *, by: Actor, revision: int, reason: str) -> None:
    """Take a rejected or annulled list back to open, with its content."""
    refuse_without_reason(reason)
    action = Action.LIST_READMITTED
    with holding_list(score_list, by, action, content=False, reason=reason) as change:
        rows = ScoreList.objects.filter(pk=score_list.pk, revision=revision, state__in=SET_ASIDE)
        if not rows.update(state=ListState.OPEN, revision=F("revision") + 1):
            raise StaleRevision
        score_list.refresh_from_db()
        admit_decision(change)
        change.log(old={"state": change.state_before}, new={"state": ListState.OPEN})


def record_signatures(series: Series, tables: Collection[int], *, by: Actor) -> int:
    """Record that all have signed the lists of these tables (TO 9.11); returns how many had not.

    The lists stay at their revisions. Raises Refused with the tables that have no entered list.
    """
    with changing(series.tournament, by, Action.LIST_SIGNED) as change:
        refuse_final(series.tournament)
        lists = list(series.lists.filter(table_number__in=tables, state__in=CLOSED))
        if without := set(tables) - {score_list.table_number for score_list in lists}:
            raise refuse("tables-not-entered", field="tables", tables=sorted(without))
        unsigned = [score_list for score_list in lists if score_list.unsigned_seats]
        for score_list in unsigned:
            score_list.series = series  # for its subject
            old, new = list(score_list.signatures), list(score_list.outline.at_the_end)
            ScoreList.objects.filter(pk=score_list.pk).update(signatures=new)
            change.log(about=score_list.subject, old={"signatures": old}, new={"signatures": new})
        return len(unsigned)


def record_papers_back(tournament: Tournament, *, by: Actor) -> None:
    """Record that all entered lists are signed and all papers handed in (TO 9.11, 9.13)."""
    with changing(tournament, by, Action.LIST_SIGNED):
        for series in tournament.series.select_related("tournament"):
            tables = series.lists.filter(state__in=CLOSED).values_list("table_number", flat=True)
            record_signatures(series, list(tables), by=by)
        missing = tournament.entries.filter(handed_in=False)
        if numbers := list(missing.values_list("start_number", flat=True)):
            record_handed_in(tournament, numbers, by=by)
