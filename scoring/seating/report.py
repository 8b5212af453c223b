"""The report of a draw: figures, and every exception with names and reason."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from itertools import combinations
from typing import Annotated, Any

from msgspec import Meta, Struct, ValidationError, convert, structs

from scoring.seating.request import (
    Apart,
    DrawRequest,
    Fault,
    Mode,
    Options,
    PlanCounts,
    Player,
    PlayerId,
    SeatedSeries,
    ThreeSeats,
    UnusableRequest,
    faults,
    seats,
)

# Why an exception was made:
#   by-mode       the mode ignores it: a lot, a ranking
#   fixed-table   both are fixed to the same table
#   large-club    the club (team) has more members than there are tables
#   few-players   any plan has as many: this many series need more pairs, or visits, than there are
#   asked         volunteers, or the lowest ranks, sit at tables of three as they were asked to
#   best-found    nothing better was found; `unavoidable` says how far any plan could go
Reason = str


@dataclass(frozen=True, slots=True)
class SeatingException:
    """Players who met again or belong together, in which series, and why."""

    players: tuple[PlayerId, ...]
    series: tuple[int, ...]
    reason: Reason


@dataclass(frozen=True, slots=True)
class PlanReport:
    """The counts of the drawn series, the least that any plan could have, and the exceptions.

    `waiting` has the byes of each series, `moved` by how many tables players were moved from
    those of the ranking, all together (by rank only).
    """

    counts: PlanCounts
    unavoidable: PlanCounts
    seat_imbalance: int
    seat_spread: int
    repeats: tuple[SeatingException, ...]
    same_team: tuple[SeatingException, ...]
    same_club: tuple[SeatingException, ...]
    three_seat: tuple[SeatingException, ...]
    waiting: tuple[tuple[PlayerId, ...], ...]
    moved: int | None


def report_of(
    request: DrawRequest,
    plan: Sequence[SeatedSeries],
    counts: PlanCounts,
    unavoidable: PlanCounts,
    waiting: Sequence[Sequence[PlayerId]],
    moved: int | None,
) -> PlanReport:
    """The report of a finished plan; exceptions are looked for only where they were counted."""
    imbalance, spread = seats([*request.history, *plan])
    players = {player.id: player for player in request.players}
    finder = ExceptionFinder(request, plan, players, counts, unavoidable)
    return PlanReport(
        counts=counts,
        unavoidable=unavoidable,
        seat_imbalance=imbalance,
        seat_spread=spread,
        repeats=tuple(finder.repeats()) if counts.repeated_meetings else (),
        same_team=tuple(finder.groups("team")) if counts.same_team else (),
        same_club=tuple(finder.groups("club")) if counts.same_club else (),
        three_seat=tuple(finder.three_seat()) if counts.repeated_three_seat else (),
        waiting=tuple(tuple(byes) for byes in waiting),
        moved=moved,
    )


@dataclass(frozen=True, slots=True)
class ExceptionFinder:
    """Looks for the exceptions of one plan.

    The history may contain players who have left and are not in the request: their meetings count,
    and they have no club or team.
    """

    request: DrawRequest
    plan: Sequence[SeatedSeries]
    players: Mapping[PlayerId, Player]
    counts: PlanCounts
    unavoidable: PlanCounts

    def repeats(self) -> Iterator[SeatingException]:
        """Pairs that meet again in a drawn series, with all series in which they met."""
        met: dict[tuple[PlayerId, PlayerId], list[int]] = {}
        for number, series in enumerate([*self.request.history, *self.plan], 1):
            for table in series:
                for one, other in combinations(table, 2):
                    pair = (other, one) if (other, one) in met else (one, other)
                    met.setdefault(pair, []).append(number)
        for pair, numbers in met.items():
            if len(numbers) > 1 and numbers[-1] in self.request.numbers:
                yield SeatingException(pair, tuple(numbers), self.why_repeated(*pair))

    def why_repeated(self, one: PlayerId, other: PlayerId) -> Reason:
        here, there = map(self.players.get, (one, other))
        if here and there and here.fixed_table and here.fixed_table == there.fixed_table:
            return "fixed-table"
        if not self.request.avoids_repeats:
            return "by-mode"
        return self.why_so_many("repeat_encounters")

    def why_so_many(self, term: str) -> Reason:
        few = getattr(self.counts, term) == getattr(self.unavoidable, term)
        return "few-players" if few else "best-found"

    def groups(self, kind: str) -> Iterator[SeatingException]:
        """Pairs of one club (team) at a table, with the series in which they sit there."""
        groups = {player.id: getattr(player, kind) for player in self.players.values()}
        group_of = defaultdict[PlayerId, str](str, groups)
        crowded: dict[int, set[str]] = {}  # by series, groups of more members than tables
        pairs: dict[tuple[PlayerId, PlayerId], list[int]] = {}
        for number, series in zip(self.request.numbers, self.plan, strict=True):
            sizes = Counter(group_of[player] for table in series for player in table)
            crowded[number] = {name for name, size in sizes.items() if size > len(series)}
            for table in series:
                for one, other in combinations(table, 2):
                    if group_of[one] and group_of[one] == group_of[other]:
                        pair = (other, one) if (other, one) in pairs else (one, other)
                        pairs.setdefault(pair, []).append(number)
        for pair, numbers in pairs.items():
            large = all(group_of[pair[0]] in crowded[number] for number in numbers)
            yield SeatingException(pair, tuple(numbers), self.why_together(kind, large))

    def why_together(self, kind: str, large: bool) -> Reason:
        setting = getattr(self.request.options, f"{kind}s")
        if setting == "ignore" or (setting == "apart" and not self.request.avoids_repeats):
            return "by-mode"
        return "large-club" if large else self.why_so_many(f"same_{kind}")

    def three_seat(self) -> Iterator[SeatingException]:
        """Players who come to a table of three again, with all series in which they sat there."""
        visits: dict[PlayerId, list[int]] = {}
        for number, series in enumerate([*self.request.history, *self.plan], 1):
            for table in series:
                if len(table) == 3:
                    for player in table:
                        visits.setdefault(player, []).append(number)
        for player, numbers in visits.items():
            if len(numbers) > 1 and numbers[-1] in self.request.numbers:
                yield SeatingException((player,), tuple(numbers), self.why_three_seat())

    def why_three_seat(self) -> Reason:
        if self.request.options.three_seats != "lot":
            return "asked"
        if not self.request.avoids_repeats:
            return "by-mode"
        return self.why_so_many("three_seat_encounters")


# Request and report as JSON documents (docs/formats.md, `draw`).

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
    except ValidationError as error:
        raise UnusableRequest([Fault("unreadable", str(error))]) from None
    try:
        json.dumps(structs.asdict(read), default=structs.asdict, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        # JSON allows lone surrogates, but they cannot be encoded.
        raise UnusableRequest([Fault("unreadable", "a text holds half a character")]) from None
    values = given_values(read) | {
        "players": tuple(map(player_of, read.players)),
        "seed": seed if read.seed is None else str(read.seed),
        "options": Options(**given_values(read.options or OptionsDocument())),
    }
    request = DrawRequest(**values)
    if problems := faults(request):
        raise UnusableRequest(problems)
    return request


def given_values(document: Struct) -> dict[str, Any]:
    """What a document gives; null is not given, and the default serves."""
    return {key: value for key, value in structs.asdict(document).items() if value is not None}


def player_of(document: PlayerDocument) -> Player:
    names = {key: str(getattr(document, key) or "").strip() for key in ("club", "team")}
    return Player(**given_values(document) | names)


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
    """A player, without fields that have their default."""
    # The id has no default.
    values = {field.name: (getattr(player, field.name), field.default) for field in fields(Player)}
    return {name: value for name, (value, default) in values.items() if value != default}


def report_document(report: PlanReport) -> Document:
    return {
        **asdict(report.counts),
        "seat_imbalance": report.seat_imbalance,
        "seat_spread": report.seat_spread,
        "unavoidable": asdict(report.unavoidable),
        "repeats": list(map(asdict, report.repeats)),
        "club_pairs": list(map(asdict, report.same_club)),
        "team_pairs": list(map(asdict, report.same_team)),
        "three_seat": list(map(asdict, report.three_seat)),
        "waiting": [list(byes) for byes in report.waiting] if any(report.waiting) else [],
        "moved_tables": report.moved,
    }
