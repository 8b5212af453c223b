"""Signatures on the paper, recorded for lists that nobody confirms (TO 9.11)."""

from collections.abc import Collection

from scoring.core.refusals import Refused, refuse
from scoring.core.services import Submission
from scoring.models import Actor, ScoreList, Series
from scoring.models.log import Action
from scoring.models.score_list import CLOSED
from scoring.models.tournament import TournamentState
from scoring.rules.problem import Problem


def record_signatures(
    series: Series, tables: Collection[int], *, by: Actor, token: str | None = None
) -> int:
    """All players have signed the lists of these tables; returns how many lists that completes.

    A list need not be confirmed for it, and stays at its revision: its figures are what they were.
    Raises Refused with the tables that have no entered list.
    """
    sent = Submission(series.tournament, by, token, Action.LIST_SIGNED)
    with sent, sent.alone():
        if series.tournament.state == TournamentState.FINAL:
            raise refuse("tournament-final")
        lists = {
            each.table_number: each
            for each in series.lists.filter(table_number__in=tables, state__in=CLOSED)
        }
        if without := sorted(set(tables) - lists.keys()):
            raise Refused([Problem("tables-not-entered", "tables", {"tables": without})])
        unsigned = [each for each in lists.values() if each.unsigned_seats]
        for score_list in unsigned:
            write_signatures(score_list, series, sent)
        return len(unsigned)
    return 0


def write_signatures(score_list: ScoreList, series: Series, sent: Submission) -> None:
    """Everybody who was there at the end has signed; inside a block that is `alone`."""
    old, score_list.series = list(score_list.signatures), series
    score_list.signatures = list(score_list.outline.at_the_end)
    ScoreList.objects.filter(pk=score_list.pk).update(signatures=score_list.signatures)
    sent.log(
        about=score_list.subject, old={"signatures": old}, new={"signatures": score_list.signatures}
    )
