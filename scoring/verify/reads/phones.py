"""Whether what the phones of the tables left behind fits the lists."""

from collections.abc import Iterator

from scoring.models import Signature, TableCall, Tournament, UnsentGames
from scoring.phone.forms import is_drawing
from scoring.rules.problem import Problem
from scoring.rules.records import read_line

Found = Iterator[tuple[int, Problem]]


def phone_problems(tournament: Tournament) -> Found:
    """Signatures, calls and unsent games that no phone can have sent, by the number of a series."""
    yield from signature_problems(tournament)
    rows = TableCall.objects.filter(list__series__tournament=tournament).exclude(game_number=None)
    for call in rows.select_related("list__series"):
        if not 1 <= (call.game_number or 0) <= call.list.outline.games_planned:
            params = {"table": call.list.table_number, "number": call.game_number}
            yield call.list.series.number, Problem("verify-call", "game_number", params)
    system = tournament.rule_system
    unsent = UnsentGames.objects.filter(list__series__tournament=tournament)
    for each in unsent.select_related("list__series"):
        records = each.games if isinstance(each.games, list) else [None]
        if any(read_line(record, system=system)[0] is None for record in records):
            params = {"table": each.list.table_number}
            yield each.list.series.number, Problem("verify-unsent", "games", params)


def signature_problems(tournament: Tournament) -> Found:
    """A signature is a drawing by a player of the list, under a revision that it had."""
    rows = Signature.objects.filter(list__series__tournament=tournament)
    for row in rows.select_related("list__series"):
        params = {"table": row.list.table_number, "seat": row.position}
        stands = row.position in row.list.outline.positions and row.revision <= row.list.revision
        if not (stands and is_drawing(row.strokes)):
            yield row.list.series.number, Problem("verify-signature", "strokes", params)
