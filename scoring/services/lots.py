"""Record a draw of lots among players who are equal in everything (TO 5.1)."""

from collections.abc import Sequence

from scoring.models import Actor, Entry, Lot, Tournament
from scoring.services.base import AlreadyWritten, alone, refuse, write_log


def record_lots(
    tournament: Tournament,
    scope: str,
    order: Sequence[Entry],
    *,
    by: Actor,
    token: str | None = None,
) -> None:
    """Keep the order that the lot gave; whoever was drawn first stands ahead.

    `scope` is "overall" or "series/2". A lot drawn before among the same players is replaced,
    and the log keeps it. Raises Refused for fewer than two players or one named twice.
    """
    if len(order) < 2 or len({entry.pk for entry in order}) < len(order):
        raise refuse("lot-needs-two-players", field="order")
    if any(entry.tournament_id != tournament.pk for entry in order):
        raise refuse("lot-of-another-tournament", field="order")
    try:
        with alone(tournament, token):
            before = Lot.objects.filter(tournament=tournament, scope=scope, entry__in=order)
            old = list(before.order_by("order").values_list("entry__start_number", flat=True))
            before.delete()
            Lot.objects.bulk_create(
                Lot(tournament=tournament, scope=scope, entry=entry, order=place)
                for place, entry in enumerate(order, 1)
            )
            write_log(
                "lots.drawn", "tournament", by=by, tournament=tournament,
                old={"order": old} if old else None,
                new={"scope": scope, "order": [entry.start_number for entry in order]},
                token=token,
            )  # fmt: skip
    except AlreadyWritten:
        pass
