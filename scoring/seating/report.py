"""The report of a draw, and its JSON documents."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, ValidationError, convert, structs

from scoring.seating.request import (
    Apart,
    DrawRequest,
    Fault,
    Mode,
    Options,
    Pair,
    PlanCounts,
    Player,
    PlayerId,
    SeatedSeries,
    SeatedTable,
    ThreeSeats,
    UnusableRequest,
    faults,
    seats,
)

# Why an exception was made:
#   by-mode       mode or options ignore it
#   fixed-table   both are fixed to the same table
#   large-club    the club (team) has more members than there are tables
#   few-players   no plan has fewer
#   asked         tables of three go to volunteers, or to the lowest ranks
#   best-found    nothing better was found
Reason = Literal["by-mode", "fixed-table", "large-club", "few-players", "asked", "best-found"]


@dataclass(frozen=True, slots=True)
class SeatingException:
    """A pair at one table, or a player at a table of three: in which series, and why."""

    players: tuple[PlayerId, ...]
    series: tuple[int, ...]
    reason: Reason


@dataclass(frozen=True, slots=True)
class PlanReport:
    """The figures and the exceptions of a plan, named as in its document.

    `waiting` has the byes of each series. `moved_tables` adds up how many tables away from those of
    the ranking the players sit (by rank only).
    """

    counts: PlanCounts
    seat_imbalance: int
    seat_spread: int
    unavoidable: PlanCounts
    repeats: tuple[SeatingException, ...]
    club_pairs: tuple[SeatingException, ...]
    team_pairs: tuple[SeatingException, ...]
    three_seat: tuple[SeatingException, ...]
    waiting: tuple[tuple[PlayerId, ...], ...]
    moved_tables: int | None


def report_of(
    request: DrawRequest,
    plan: Sequence[SeatedSeries],
    counts: PlanCounts,
    unavoidable: PlanCounts,
    waiting: Sequence[Sequence[PlayerId]],
    moved: int | None,
) -> PlanReport:
    imbalance, spread = seats([*request.history, *plan])
    finder = ExceptionFinder(request, plan, counts, unavoidable)
    return PlanReport(
        counts=counts,
        seat_imbalance=imbalance,
        seat_spread=spread,
        unavoidable=unavoidable,
        repeats=tuple(finder.repeats()) if counts.repeated_meetings else (),
        club_pairs=tuple(finder.groups("club")) if counts.same_club else (),
        team_pairs=tuple(finder.groups("team")) if counts.same_team else (),
        three_seat=tuple(finder.three_seat()) if counts.repeated_three_seat else (),
        waiting=tuple(tuple(byes) for byes in waiting),
        moved_tables=moved,
    )


@dataclass(frozen=True, slots=True)
class ExceptionFinder:
    """Looks for the exceptions of one plan. Players of the history may have left the request."""

    request: DrawRequest
    plan: Sequence[SeatedSeries]
    counts: PlanCounts
    unavoidable: PlanCounts

    def tables(self) -> Iterator[tuple[int, SeatedTable]]:
        """Every table that was played or drawn, with the number of its series."""
        for number, series in enumerate([*self.request.history, *self.plan], 1):
            for table in series:
                yield number, table

    def repeats(self) -> Iterator[SeatingException]:
        """Pairs that meet again in a drawn series, with all series in which they met."""
        fixed = {player.id: player.fixed_table for player in self.request.players}
        meetings = (
            (pair, number) for number, table in self.tables() for pair in combinations(table, 2)
        )
        for pair, numbers in series_by_pair(meetings).items():
            if len(numbers) > 1 and numbers[-1] in self.request.numbers:
                one, other = map(fixed.get, pair)
                reason = "fixed-table" if one and one == other else self.why("repeat_encounters")
                yield SeatingException(pair, tuple(numbers), reason)

    def why(self, term: str, setting: Apart | None = None) -> Reason:
        """The reason that holds for all exceptions of a term; teams and clubs have a setting."""
        if setting == "ignore" or (setting != "first" and not self.request.avoids_repeats):
            return "by-mode"
        few = getattr(self.counts, term) == getattr(self.unavoidable, term)
        return "few-players" if few else "best-found"

    def groups(self, kind: Literal["team", "club"]) -> Iterator[SeatingException]:
        """Pairs of one club (team) at a table, with the drawn series in which they sit there."""
        group_of = {player.id: getattr(player, kind) for player in self.request.players}
        crowded: dict[int, set[str | None]] = {}  # by series, groups of more members than tables
        for number, series in zip(self.request.numbers, self.plan, strict=True):
            sizes = Counter(group_of.get(player) for table in series for player in table)
            crowded[number] = {name for name, size in sizes.items() if size > len(series)}
        together = (
            ((one, other), number)
            for number, table in self.tables()
            for one, other in combinations(table, 2)
            if number in crowded and group_of.get(one) and group_of[one] == group_of.get(other)
        )
        reason = self.why(f"same_{kind}", getattr(self.request.options, f"{kind}s"))
        for pair, numbers in series_by_pair(together).items():
            large = all(group_of[pair[0]] in crowded[number] for number in numbers)
            why = "large-club" if large and reason != "by-mode" else reason
            yield SeatingException(pair, tuple(numbers), why)

    def three_seat(self) -> Iterator[SeatingException]:
        """Players who come to a table of three again, with all series in which they sat there."""
        asked = self.request.options.three_seats != "lot"
        reason: Reason = "asked" if asked else self.why("three_seat_encounters")
        visits = defaultdict[PlayerId, list[int]](list)
        for number, table in self.tables():
            if len(table) == 3:
                for player in table:
                    visits[player].append(number)
        for player, numbers in visits.items():
            if len(numbers) > 1 and numbers[-1] in self.request.numbers:
                yield SeatingException((player,), tuple(numbers), reason)


def series_by_pair(meetings: Iterable[tuple[Pair, int]]) -> dict[Pair, list[int]]:
    """The series in which each pair met; a pair is named as in its first meeting."""
    numbers: dict[Pair, list[int]] = {}
    for (one, other), number in meetings:
        pair = (other, one) if (other, one) in numbers else (one, other)
        numbers.setdefault(pair, []).append(number)
    return numbers


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
    """The request of a document; `seed` is used if it has none.

    Raises UnusableRequest with the first place that cannot be read, else with every fault.
    """
    try:
        read = convert(document, RequestDocument)
    except ValidationError as error:
        raise UnusableRequest([Fault("unreadable", str(error))]) from None
    try:
        json.dumps(structs.asdict(read), default=structs.asdict, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        # JSON allows lone surrogates, but they cannot be encoded.
        raise UnusableRequest([Fault("unreadable", "a text has a lone surrogate")]) from None
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
    """The values of a document that are not null; the others keep their defaults."""
    return {key: value for key, value in structs.asdict(document).items() if value is not None}


def player_of(document: PlayerDocument) -> Player:
    given = given_values(document)
    names = {key: str(given.get(key, "")).strip() for key in ("club", "team")}
    return Player(**given | names)


def request_document(request: DrawRequest) -> Document:
    """The request without its seed."""
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
    usual, values = asdict(Player(player.id)), asdict(player)
    return {key: value for key, value in values.items() if key == "id" or value != usual[key]}


def report_document(report: PlanReport) -> Document:
    document = asdict(report)
    if not any(report.waiting):
        document["waiting"] = ()
    return {**document.pop("counts"), **document}
