"""Request and report as JSON documents (docs/formats.md, `draw`); reading.py reads the first."""

from collections.abc import Iterable
from dataclasses import asdict, fields

from scoring.seating.report import Exceptional, PlanReport
from scoring.seating.request import DrawRequest, Player

Document = dict[str, object]
PLAYER = fields(Player)  # the id has no default


def request_document(request: DrawRequest) -> Document:
    """The request without its seed: with a seed, `draw` gives the plan that belongs to it."""
    return {
        "players": [player_document(player) for player in request.players],
        "series": request.series,
        "mode": request.mode,
        "options": asdict(request.options),
        "history": [[list(table) for table in series] for series in request.history],
        "ahead": request.ahead,
    }


def player_document(player: Player) -> Document:
    """A player, without what is said of nobody in particular."""
    told = ((each.name, getattr(player, each.name), each.default) for each in PLAYER)
    return {name: value for name, value, default in told if value != default}


def report_document(report: PlanReport) -> Document:
    return {
        **asdict(report.counts),
        "seat_imbalance": report.seat_imbalance,
        "seat_spread": report.seat_spread,
        "unavoidable": asdict(report.unavoidable),
        "repeats": named(report.repeats),
        "club_pairs": named(report.same_club),
        "team_pairs": named(report.same_team),
        "three_seat": named(report.three_seat),
        "waiting": [list(each) for each in report.waiting] if any(report.waiting) else [],
        "moved_tables": report.moved,
    }


def named(exceptions: Iterable[Exceptional]) -> list[Document]:
    return [
        {"players": list(each.players), "series": list(each.series), "reason": each.reason}
        for each in exceptions
    ]
