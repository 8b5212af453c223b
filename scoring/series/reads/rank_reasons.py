"""Why a draw by rank gave a player his table: the place that he had in the ranking then."""

from dataclasses import dataclass

from scoring.models import Draw
from scoring.seating.by_rank import cut
from scoring.seating.documents import read_request
from scoring.seating.faults import UnusableRequest
from scoring.seating.field import field_of
from scoring.seating.objective import objective_of
from scoring.seating.record import DrawRecord
from scoring.seating.request import DrawRequest
from scoring.series.reads.draws import first_of_plan


@dataclass(frozen=True, slots=True)
class RankPlace:
    """The place of a player among those who were drawn, and the table of that place.

    `rank` may be shared by several (`equals`, himself included): the lot decided among them.
    `home` is the table of his place, where the places `first` to `last` sit.
    """

    rank: int
    equals: int
    place: int
    players: int
    home: int
    first: int
    last: int


def rank_place(draw: Draw | None, number: int) -> RankPlace | None:
    """The place of a start number in a draw by rank; None for other draws and unknown players."""
    request = request_by_rank(draw)
    if draw is None or request is None:
        return None
    field = field_of(request)
    ranking = sorted(field.playing[0], key=field.ranks.__getitem__)
    player = next((p for p in ranking if field.ids[p] == number), None)
    if player is None:
        return None
    tables = cut(ranking, field, DrawRecord.of(field), objective_of(request, field))
    home = next(n for n, table in enumerate(tables) if player in table)
    # Whoever has a fixed table sits there whatever his place is.
    places = [ranking.index(p) + 1 for p in tables[home] if p not in field.fixed or p == player]
    ranks = {each.id: each.rank for each in request.players}
    mine = ranks[number]
    return RankPlace(
        rank=mine or 0,
        equals=sum(ranks[field.ids[p]] == mine for p in ranking),
        place=ranking.index(player) + 1,
        players=len(ranking),
        home=home + 1,
        first=min(places),
        last=max(places),
    )


def request_by_rank(draw: Draw | None) -> DrawRequest | None:
    """The request that a draw by rank was made from, as far as it is stored and can be read."""
    first = first_of_plan(draw) if draw is not None else None
    document = first.options.get("request") if first is not None else None
    if draw is None or not isinstance(document, dict):
        return None
    try:
        request = read_request({**document, "seed": draw.seed}, seed=draw.seed)
    except UnusableRequest:
        return None
    return request if request.by_rank else None
