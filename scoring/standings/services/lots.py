"""Record a draw of lots among equal players or teams (TO 5.1)."""

from collections.abc import Sequence
from functools import partial

from django.db.models import Max

from scoring.core.forms import refuse
from scoring.core.services import changing
from scoring.models import Actor, Entry, Lot, Team, Tournament
from scoring.models.log import Action
from scoring.standings.reads.scopes import find_standings
from scoring.standings.reads.season import SeasonStandings


def record_lots(
    tournament: Tournament,
    scope: str,
    order: Sequence[Entry | Team],
    *,
    by: Actor,
) -> None:
    """Record the order of a lot; the first drawn stands ahead.

    `scope` names the standings: "overall", "series/2", "team", "category/Damen". An earlier lot
    among the same is replaced, and the log keeps it. It holds for their totals of now. Raises
    Refused for fewer than two or one named twice, for those of another tournament, and if they are
    not equal.
    """
    if len(order) < 2 or len({each.pk for each in order}) < len(order):
        raise refuse("lot-needs-two-players", field="order")
    if any(tournament_id(each) != tournament.pk for each in order):
        raise refuse("lot-of-another-tournament", field="order")
    with changing(tournament, by, Action.LOTS_DRAWN, about="tournament") as change:
        totals = equal_totals(tournament, scope, order)
        old = replace_lots(tournament, scope, order, totals)
        change.log(
            old={"order": old} if old else None,
            new={"scope": scope, "order": [number_of(each) for each in order]},
        )


def replace_lots(
    tournament: Tournament, scope: str, order: Sequence[Entry | Team], totals: str
) -> list[int]:
    """Write the lots in place of earlier ones of the same; returns the numbers of those."""
    of = "team" if isinstance(order[0], Team) else "entry"
    number = "team__number" if of == "team" else "entry__start_number"
    last = tournament.lots.aggregate(last=Max("drawing"))["last"] or 0
    before = tournament.lots.filter(scope=scope, **{f"{of}__in": [each.pk for each in order]})
    numbers = list(before.order_by("order").values_list(number, flat=True))
    before.delete()
    lot = partial(Lot, tournament=tournament, scope=scope, drawing=last + 1, totals=totals)
    Lot.objects.bulk_create(lot(order=place, **{of: each}) for place, each in enumerate(order, 1))
    return numbers


def equal_totals(tournament: Tournament, scope: str, order: Sequence[Entry | Team]) -> str:
    """The totals that all of these share in the standings; raises Refused if they share none."""
    found = find_standings(tournament, scope)
    if found is None or isinstance(found, SeasonStandings):
        raise refuse("lot-decides-nothing", field="order")
    if found.of_teams != isinstance(order[0], Team):
        raise refuse("lot-decides-nothing", field="order")
    totals = {row.rank.key: row.rank.totals for row in found.rows}
    shared = {totals.get(each.pk, "") for each in order}
    if len(shared) > 1 or "" in shared:
        raise refuse("lot-decides-nothing", field="order")
    return shared.pop()


def number_of(drawn: Entry | Team) -> int:
    return drawn.number if isinstance(drawn, Team) else drawn.start_number


def tournament_id(drawn: Entry | Team) -> int:
    return drawn.contest.tournament_id if isinstance(drawn, Team) else drawn.tournament_id
