"""Request and report as JSON documents (docs/formats.md, `draw`)."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, fields
from typing import Annotated, Any

from msgspec import Meta, Struct, ValidationError, convert, structs

from scoring.seating.faults import Fault, UnusableRequest, faults
from scoring.seating.report import Exceptional, PlanReport
from scoring.seating.request import (
    Apart,
    DrawRequest,
    Mode,
    Options,
    Player,
    ThreeSeats,
)

Document = dict[str, object]
Text = Annotated[str, Meta(min_length=1)]
Id = int | Text
Number = Annotated[int, Meta(ge=1)]


class PlayerDocument(Struct, frozen=True):
    id: Id
    club: str | int | None = None
    team: str | int | None = None
    fixed_table: Number | None = None
    first_series: Number | None = None
    last_series: Number | None = None
    rank: Number | None = None
    volunteer: bool | None = None


class OptionsDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """An unknown option is refused, because it would change the draw."""

    clubs: Apart | None = None
    teams: Apart | None = None
    three_seats: ThreeSeats | None = None


class RequestDocument(Struct, frozen=True):
    players: tuple[PlayerDocument, ...]
    series: int
    seed: Id | None = None
    mode: Mode | None = None
    options: OptionsDocument | None = None
    history: tuple[tuple[tuple[Id, ...], ...], ...] | None = None
    ahead: Annotated[int, Meta(ge=0)] | None = None


def read_request(document: Mapping[str, object], *, seed: str) -> DrawRequest:
    """The request of a document; `seed` serves if it has none. Unknown keys are ignored.

    Raises UnusableRequest: with the first place that cannot be read, else with every fault.
    """
    try:
        read = convert(document, RequestDocument)
    except ValidationError as wrong:
        raise UnusableRequest([Fault("unreadable", str(wrong))]) from None
    try:
        json.dumps(structs.asdict(read), default=structs.asdict, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        # JSON allows lone surrogates, but they cannot be encoded.
        raise UnusableRequest([Fault("unreadable", "a text holds half a character")]) from None
    given = given_values(read) | {
        "players": tuple(map(player_of, read.players)),
        "seed": seed if read.seed is None else str(read.seed),
        "options": Options(**given_values(read.options or OptionsDocument())),
    }
    request = DrawRequest(**given)
    if problems := faults(request):
        raise UnusableRequest(problems)
    return request


def given_values(read: Struct) -> dict[str, Any]:
    """What a document gives; null is not given, and the default serves."""
    return {key: value for key, value in structs.asdict(read).items() if value is not None}


def player_of(read: PlayerDocument) -> Player:
    names = {key: str(getattr(read, key) or "").strip() for key in ("club", "team")}
    return Player(**given_values(read) | names)


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
    # The id has no default.
    values = {field.name: (getattr(player, field.name), field.default) for field in fields(Player)}
    return {name: value for name, (value, default) in values.items() if value != default}


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
