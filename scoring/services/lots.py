"""Record a draw of lots among players who are equal in everything (TO 5.1)."""

from collections.abc import Sequence

from scoring.models import Actor, Entry, Lot, Team, Tournament
from scoring.services.base import AlreadyWritten, alone, refuse, write_log


def record_lots(
    tournament: Tournament,
    scope: str,
    order: Sequence[Entry] | Sequence[Team],
    *,
    by: Actor,
    token: str | None = None,
) -> None:
    """Keep the order that the lot gave; whoever was drawn first stands ahead.

    `scope` names the standings: "overall", "series/2", "team", "category/Damen". A lot drawn
    before among the same players or teams is replaced, and the log keeps it. Raises Refused for
    fewer than two or one named twice, and for those of another tournament.
    """
    if len(order) < 2 or len({each.pk for each in order}) < len(order):
        raise refuse("lot-needs-two-players", field="order")
    if any(tournament_id(each) != tournament.pk for each in order):
        raise refuse("lot-of-another-tournament", field="order")
    of = "team" if isinstance(order[0], Team) else "entry"
    number = "team__number" if of == "team" else "entry__start_number"
    try:
        with alone(tournament, token):
            drawn = Lot.objects.filter(tournament=tournament, scope=scope)
            before = drawn.filter(**{f"{of}__in": [each.pk for each in order]})
            old = list(before.order_by("order").values_list(number, flat=True))
            before.delete()
            Lot.objects.bulk_create(
                Lot(tournament=tournament, scope=scope, order=place, **{of: each})
                for place, each in enumerate(order, 1)
            )
            new = drawn.filter(**{f"{of}__in": [each.pk for each in order]}).order_by("order")
            write_log(
                "lots.drawn", "tournament", by=by, tournament=tournament,
                old={"order": old} if old else None,
                new={"scope": scope, "order": list(new.values_list(number, flat=True))},
                token=token,
            )  # fmt: skip
    except AlreadyWritten:
        pass


def tournament_id(drawn: Entry | Team) -> int:
    return drawn.contest.tournament_id if isinstance(drawn, Team) else drawn.tournament_id
