"""A lot among teams that are equal in everything else of the table (docs/law.md "League" 8, 9)."""

from collections.abc import Sequence
from dataclasses import replace
from secrets import token_hex

from django.db.models import Max

from scoring.core.refusals import refuse
from scoring.core.services import refresh
from scoring.leagues.reads.league import LoadedDivision, load_league
from scoring.leagues.services.leagues import changing_league
from scoring.models import Actor, Division, LeagueLot
from scoring.models.log import Action
from scoring.rules.league import league_table
from scoring.seating.stream import Stream


def record_lot(
    division: Division,
    teams: Sequence[int],
    *,
    draw: bool = False,
    by: Actor,
) -> None:
    """The order in which equal teams were drawn, by their numbers; the first stands ahead.

    With `draw` chance makes the order now; its seed stands in the log. A lot holds at the figures
    at which it was drawn. An earlier one among these teams is replaced. Raises Refused unless these
    are all the teams that are equal there.
    """
    with changing_league(division.season, by, Action.LEAGUE_LOTS_DRAWN) as change:
        refresh(division, "division-gone")
        found = load_league(division.season).division(division.number)
        totals = equal_totals(found, teams)
        seed = token_hex(8) if draw else None
        order = Stream(f"{seed}/lot").shuffled(sorted(teams)) if seed else list(teams)
        before = LeagueLot.objects.filter(team__division=division)
        last = before.aggregate(last=Max("drawing"))["last"] or 0
        own = before.filter(team__number__in=teams)
        old = list(own.order_by("order").values_list("team__number", flat=True))
        own.delete()
        LeagueLot.objects.bulk_create(
            LeagueLot(team=found.teams[number], order=place, drawing=last + 1, totals=totals)
            for place, number in enumerate(order, 1)
        )
        change.log(
            old={"order": old} if old else None,
            new={"division": division.number, "order": order, "seed": seed},
        )


def equal_totals(found: LoadedDivision, teams: Sequence[int]) -> str:
    """The figures that these share; raises Refused unless they are all that only a lot parts."""
    rows = league_table(replace(found.season, lots={})).rows
    own = [row for row in rows if row.team in teams]
    ranks = {row.rank for row in own}
    equals = {row.team for row in rows if row.lot_needed and row.rank in ranks}
    if len(ranks) != 1 or equals != set(teams) or len(set(teams)) < len(teams):
        raise refuse("lot-of-equal-teams", field="order")
    return own[0].totals
