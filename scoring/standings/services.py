"""What decides a ranking besides the lists: points given or taken, and lots."""

from collections.abc import Sequence
from functools import partial

from django.db.models import Max
from django.utils import timezone

from scoring.core.forms import refuse, refuse_all
from scoring.core.services import Change, changing, refresh
from scoring.models import Actor, Adjustment, Entry, Lot, Series, Team, Tournament
from scoring.models.log import Action
from scoring.models.names import subject_of
from scoring.models.tournament import TournamentState
from scoring.rules.problem import Problem
from scoring.standings.reads.scopes import TeamStandings, find_standings
from scoring.standings.reads.season import SeasonStandings

MAX_POINTS = 9_999
MAX_REASON_LENGTH = 200


def adjust(
    entry: Entry, points: int, *, reason: str, by: Actor, series: Series | None = None
) -> None:
    """Give or take points, in one series or on the total. Raises Refused with all problems."""
    with changing(entry.tournament, by, Action.ADJUSTMENT_MADE) as change:
        if series:
            refresh(series, "series-gone")
        problems = adjustment_problems(entry.tournament, points, reason)
        if series and series.tournament_id != entry.tournament_id:
            problems.append(Problem("adjustment-series-unknown", "series"))
        refuse_all(problems)
        row = Adjustment(entry=entry, series=series, points=points, reason=reason)
        write_adjustment(row, change)


def reverse_adjustment(adjustment: Adjustment, *, reason: str, by: Actor) -> None:
    """Reverse an adjustment by a second one; both stay. Raises Refused with all problems."""
    tournament = adjustment.entry.tournament
    with changing(tournament, by, Action.ADJUSTMENT_REVERSED) as change:
        problems = adjustment_problems(tournament, adjustment.points, reason)
        if Adjustment.objects.filter(reverses=adjustment).exists():
            problems.append(Problem("adjustment-reversed"))
        if adjustment.reverses_id:
            problems.append(Problem("adjustment-is-a-reversal"))
        refuse_all(problems)
        counter = Adjustment(
            entry=adjustment.entry,
            series=adjustment.series,
            points=-adjustment.points,
            reason=reason,
            reverses=adjustment,
        )
        write_adjustment(counter, change)


def adjustment_problems(tournament: Tournament, points: int, reason: str) -> list[Problem]:
    problems = [Problem("tournament-final")] if tournament.state == TournamentState.FINAL else []
    if not 0 < abs(points) <= MAX_POINTS:
        problems.append(Problem("adjustment-out-of-range", "points", {"most": MAX_POINTS}))
    if not reason.strip():
        problems.append(Problem("reason-missing", field="reason"))
    if len(reason) > MAX_REASON_LENGTH:
        problems.append(Problem("text-too-long", "reason", {"most": MAX_REASON_LENGTH}))
    return problems


def write_adjustment(row: Adjustment, change: Change) -> None:
    refresh(row.entry, "entry-gone")
    row.at, row.by = timezone.now(), change.by.user
    row.save()
    new = {"points": row.points, "series": row.series.number if row.series else None}
    about = subject_of("entry", row.entry.start_number)
    change.log(about=about, new=new, reason=row.reason)


# Record a draw of lots among equal players or teams (TO 5.1).


def record_lots(
    tournament: Tournament, scope: str, order: Sequence[Entry | Team], *, by: Actor
) -> None:
    """Record the order of a lot; the first drawn stands ahead.

    An earlier lot among these players or teams is replaced. Raises Refused unless at least two,
    none named twice, are equal in the standings of this scope.
    """
    if len(order) < 2 or len({each.pk for each in order}) < len(order):
        raise refuse("lot-needs-two-players", field="order")
    with changing(tournament, by, Action.LOTS_DRAWN, about="tournament") as change:
        totals = equal_totals(tournament, scope, order)
        old = replace_lots(tournament, scope, order, totals)
        new = [row.number if isinstance(row, Team) else row.start_number for row in order]
        change.log(old={"order": old} if old else None, new={"scope": scope, "order": new})


def equal_totals(tournament: Tournament, scope: str, order: Sequence[Entry | Team]) -> str:
    """The totals that all of these share in the standings; raises Refused if they share none."""
    ranking = find_standings(tournament, scope)
    of_teams = isinstance(ranking, TeamStandings)
    if isinstance(ranking, SeasonStandings | None) or isinstance(order[0], Team) != of_teams:
        raise refuse("lot-decides-nothing", field="order")
    totals = {row.rank.key: row.rank.totals for row in ranking.rows}
    shared = {totals.get(each.pk, "") for each in order}
    if len(shared) > 1 or "" in shared:
        raise refuse("lot-decides-nothing", field="order")
    return shared.pop()


def replace_lots(
    tournament: Tournament, scope: str, order: Sequence[Entry | Team], totals: str
) -> list[int]:
    """Replace the earlier lots of these rows; returns the numbers of who had one, best first."""
    of = "team" if isinstance(order[0], Team) else "entry"
    number_field = "team__number" if of == "team" else "entry__start_number"
    last = tournament.lots.aggregate(last=Max("drawing"))["last"] or 0
    before = tournament.lots.filter(scope=scope, **{f"{of}__in": [each.pk for each in order]})
    numbers = list(before.order_by("order").values_list(number_field, flat=True))
    before.delete()
    lot = partial(Lot, tournament=tournament, scope=scope, drawing=last + 1, totals=totals)
    Lot.objects.bulk_create(lot(order=place, **{of: each}) for place, each in enumerate(order, 1))
    return numbers
