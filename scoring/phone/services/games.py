"""A game, a row inserted or removed, an annulled round: sent by the phone of the table."""

from dataclasses import dataclass

from scoring.core.forms import Refused, StaleRevision, refuse
from scoring.desk.services.changing import AGREED, Seen, shown_line
from scoring.desk.services.games import annul_games, record_game
from scoring.desk.services.moves import insert_game, remove_game
from scoring.desk.services.undo import empty_game
from scoring.models import ScoreList, TableAccess
from scoring.models.score_list import Content
from scoring.phone.services.table import players_of, writing
from scoring.rules.outline import annulled_from
from scoring.rules.problem import Problem
from scoring.rules.score_list import Line

ACTS = ("record", "empty", "insert", "remove", "annul")


@dataclass(frozen=True, slots=True)
class TableAct:
    """What is done with row `number`: `record` its `line`, `insert` one before it, `remove` it,
    or `empty` it, so that no other row moves.

    `annul`: this game was dealt out of turn. `seen` is what stood in the row on the phone.
    `consent`: all at the table agree (SkO 5.5.3).
    """

    number: int
    seen: Seen
    kind: str = "record"
    line: Line | None = None
    reason: str = ""
    consent: bool = False


def play_at_table(access: TableAccess, device: str, act: TableAct) -> None:
    """Carry out an act in the list of a table, by the services of every list.

    A token that was written before writes nothing, also after the device was replaced. Raises
    OtherDevice for a device that does not write, StaleRevision where the row is not the one that
    the players saw, and Refused with what the law or the list does not allow, or without the
    consent that an earlier game needs. Whoever enters what stands there writes nothing.
    """
    with writing(access, device) as score_list:
        content = score_list.content()
        standing = shown_line(content.line(act.number))
        if score_list.layout != act.seen.layout:
            raise StaleRevision
        if act.line is not None and shown_line(act.line) == standing:
            return
        act.seen.compare(standing)
        if problems := consent_problems(content, act):
            raise Refused(problems)
        carry_out(score_list, act, content)


def consent_problems(content: Content, act: TableAct) -> list[Problem]:
    """A problem where an earlier game changes and not all have agreed; the last one is free."""
    if act.consent or act.number >= content.last_number:
        return []
    standing = content.line(act.number)
    if act.kind == "record" and (standing is None or standing.unread):
        return []
    return [Problem("phone-consent-missing", "consent", {"number": act.number}, "SkO 5.5.3")]


def carry_out(score_list: ScoreList, act: TableAct, content: Content) -> None:
    """Carry out an act in a list with this content."""
    by, number, revision = players_of(score_list), act.number, score_list.revision
    reason = act.reason or (AGREED if act.consent else "")
    if act.kind == "annul":
        void = annulled_from(score_list.outline, number, content.last_number).void
        if not void:
            raise refuse("phone-nothing-to-annul", rule="SkO 3.2.11")
        reason = act.reason or "SkO 3.2.11"
        annul_games(score_list, void, by=by, revision=revision, reason=reason)
    elif act.kind == "insert":
        insert_game(score_list, number, by=by, revision=revision, reason=reason)
    elif act.kind == "empty":
        empty_game(score_list, number, by=by, revision=revision, reason=reason)
    elif act.kind == "remove":
        remove_game(score_list, number, by=by, revision=revision, reason=reason)
    elif act.line is not None:
        record_game(
            score_list,
            act.line,
            by=by,
            revision=revision,
            reason=reason,
            content=content,
        )
