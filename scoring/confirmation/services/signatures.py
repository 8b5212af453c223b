"""Signatures on the paper, recorded for lists that nobody confirms (TO 9.11)."""

from collections.abc import Collection

from scoring.core.forms import Refused, refuse
from scoring.core.services import Change, changing
from scoring.models import Actor, ScoreList, Series
from scoring.models.log import Action
from scoring.models.score_list import CLOSED
from scoring.models.tournament import TournamentState
from scoring.rules.problem import Problem


def record_signatures(series: Series, tables: Collection[int], *, by: Actor) -> int:
    """All players have signed the lists of these tables; returns how many lists that completes.

    A list need not be confirmed for it, and stays at its revision: its figures are what they were.
    Raises Refused with the tables that have no entered list.
    """
    with changing(series.tournament, by, Action.LIST_SIGNED) as change:
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
            write_signatures(score_list, series, change)
        return len(unsigned)


def write_signatures(score_list: ScoreList, series: Series, change: Change) -> None:
    """Everybody who was there at the end has signed."""
    old, score_list.series = list(score_list.signatures), series
    score_list.signatures = list(score_list.outline.at_the_end)
    ScoreList.objects.filter(pk=score_list.pk).update(signatures=score_list.signatures)
    change.log(
        about=score_list.subject, old={"signatures": old}, new={"signatures": score_list.signatures}
    )
