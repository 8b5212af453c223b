"""Reports about a seating: its figures and exceptions, and why a player sits where he sits.

Everything is computed from the rows, not from the report of the draw, so that it is still true
after a change by hand. The figures come from the checker, which shares no code with the draw.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.core.listing import Column, Listing
from scoring.messages import label
from scoring.models import Draw, Series
from scoring.seating.bounds import unavoidable
from scoring.seating.dealing import cut_ranking
from scoring.seating.field import field_of
from scoring.seating.objective import DrawRecord, objective_of
from scoring.seating.report import PlanReport, read_request, report_of
from scoring.seating.request import (
    DrawRequest,
    Mode,
    PlanCounts,
    PlayerId,
    SeatedSeries,
    UnusableRequest,
    counts_of,
    meetings,
    visits,
)
from scoring.series.reads.draw_request import (
    BY_LOT,
    MANUAL,
    Tables,
    current_draw,
    first_of_plan,
    hand_acts,
    options_of_draw,
    request_of,
    tables_of,
)


@dataclass(frozen=True, slots=True)
class Term:
    """One figure of a report: what it counts, how many there are, the fewest possible."""

    code: str
    count: int
    least: int

    @property
    def more(self) -> int:
        """How many could be avoided."""
        return max(0, self.count - self.least)


@dataclass(frozen=True, slots=True)
class ExceptionalPair:
    """Players who meet again or belong together at one table, with series and reason."""

    kind: str
    names: tuple[str, ...]
    series: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class SeatingReport:
    """The figures of a seating, its exceptions by name, and players seated wrongly.

    `unseated` play this series and have no seat, `gone` have a seat and do not play, `misplaced`
    are not at their fixed table; each with start number and name.
    """

    draw: Draw | None
    terms: tuple[Term, ...]
    exceptions: tuple[ExceptionalPair, ...]
    seat_spread: int
    unseated: tuple[tuple[int, str], ...]
    gone: tuple[tuple[int, str], ...]
    misplaced: tuple[tuple[int, str], ...]

    @property
    def is_perfect(self) -> bool:
        """Nothing could be better, and nothing needs an explanation."""
        wrong = self.unseated or self.gone or self.misplaced
        return not (wrong or any(term.count for term in self.terms))


def seating_report(series: Series, tables: Tables | None = None) -> SeatingReport:
    """The report of a seating as it is now; `tables` are read unless they are passed."""
    draw = current_draw(series)
    tables = tables_of(series) if tables is None else tables
    request, people = request_now(series, draw), names_of(series)
    plan: SeatedSeries = tuple(map(tuple, tables.values()))
    counts, least = counts_of(request, [plan]), unavoidable(request)
    report = report_of(request, [plan], counts, least, [], None)
    at: dict[PlayerId, int] = {
        player: table for table, players in tables.items() for player in players
    }
    playing = {player.id for player in request.players if player.plays(series.number)}
    fixed = {player.id: player.fixed_table for player in request.players if player.fixed_table}
    return SeatingReport(
        draw=draw,
        terms=tuple(report_terms(counts, least)),
        exceptions=tuple(exceptional_pairs(report, people, placed_by_hand(draw, at))),
        seat_spread=report.seat_spread,
        unseated=with_names(playing - at.keys(), people),
        gone=with_names(at.keys() - playing, people),
        misplaced=with_names(
            {player for player, table in fixed.items() if at.get(player, table) != table}, people
        ),
    )


def request_now(series: Series, draw: Draw | None) -> DrawRequest:
    """The request for a draw of this series alone, now; ranks play no part in a report."""
    draw_options = BY_LOT if draw is None or draw.mode == MANUAL else options_of_draw(draw)
    mode: Mode = "lot" if draw_options.mode in ("lot", "by-rank") else "no-repeats"
    request = request_of(series, replace(draw_options, mode=mode, three_seats="lot", series=1))
    return replace(request, options=draw_options.options)


def names_of(series: Series) -> dict[PlayerId, str]:
    """The names of all entered players by start number."""
    entries = series.tournament.entries.select_related("person")
    return {entry.start_number: str(entry.person) for entry in entries}


def placed_by_hand(draw: Draw | None, seated: Iterable[PlayerId]) -> set[PlayerId]:
    """Players not placed by a draw: everybody in a seating by hand, else those who were moved."""
    if draw is None or draw.mode == MANUAL:
        return set(seated)
    return {player for act in hand_acts(draw) for player in act.players}


def report_terms(counts: PlanCounts, least: PlanCounts) -> Iterator[Term]:
    """The figures in the order of the objective (docs/seating.md)."""
    figures = (
        ("repeats", counts.repeated_meetings, least.repeated_meetings),
        ("team", counts.same_team, least.same_team),
        ("club", counts.same_club, least.same_club),
        ("three", counts.repeated_three_seat, least.repeated_three_seat),
    )
    for code, count, fewest in figures:
        # The count can be below the computed minimum if somebody who plays is not seated.
        yield Term(code, count, min(count, fewest))


def exceptional_pairs(
    report: PlanReport, people: Mapping[PlayerId, str], moved: set[PlayerId]
) -> Iterator[ExceptionalPair]:
    kinds = (
        ("repeats", report.repeats),
        ("team", report.same_team),
        ("club", report.same_club),
        ("three", report.three_seat),
    )
    for kind, pairs in kinds:
        for pair in pairs:
            names = tuple(people[player] for player in pair.players)
            reason = "by-hand" if moved.intersection(pair.players) else pair.reason
            yield ExceptionalPair(kind, names, pair.series, reason)


def with_names(
    players: Iterable[PlayerId], people: Mapping[PlayerId, str]
) -> tuple[tuple[int, str], ...]:
    return tuple((int(player), people[player]) for player in sorted(players, key=int))


def report_listing(report: SeatingReport, number: int) -> Listing:
    """The figures of a seating, and below them the names."""
    columns = [
        Column("term", _("What is counted"), width=50),
        Column("found", pgettext("report", "here"), "int", width=10),
        Column("least", _("unavoidable, at least"), "int", width=12),
    ]
    rows = [
        {"term": label("seating_term", term.code), "found": term.count, "least": term.least}
        for term in report.terms
    ]
    notes = [
        f"{label('seating_term', pair.kind)}: {', '.join(pair.names)}" for pair in report.exceptions
    ]
    for heading, people in ((_("Without a seat"), report.unseated), (_("Not here"), report.gone)):
        if people:
            notes.append(f"{heading}: " + ", ".join(f"{no} {name}" for no, name in people))
    title = _("Report of the seating")
    return Listing(title, columns, rows, _("Series %(number)s") % {"number": number}, notes)


# Why a draw by rank gave a player his table: his place in the ranking at that time.


@dataclass(frozen=True, slots=True)
class RankPlace:
    """The place of a player among those who were drawn, and the table of that place.

    `equals` players, himself included, share his `rank`: the lot decided among them. `home` is the
    table for the places `first` to `last`, one of which is his.
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
    player = next(
        (ranked_player for ranked_player in ranking if field.ids[ranked_player] == number), None
    )
    if player is None:
        return None
    tables = cut_ranking(ranking, field, DrawRecord.of(field), objective_of(request, field))
    home = next(n for n, table in enumerate(tables) if player in table)
    # Players with a fixed table sit there whatever their place is.
    places = [
        ranking.index(ranked_player) + 1
        for ranked_player in tables[home]
        if ranked_player not in field.fixed or ranked_player == player
    ]
    ranks = {player.id: player.rank for player in request.players}
    rank = ranks[number]
    return RankPlace(
        rank=rank or 0,
        equals=sum(ranks[field.ids[ranked_player]] == rank for ranked_player in ranking),
        place=ranking.index(player) + 1,
        players=len(ranking),
        home=home + 1,
        first=min(places),
        last=max(places),
    )


def request_by_rank(draw: Draw | None) -> DrawRequest | None:
    """The stored request of a draw by rank; None for other draws, or if it cannot be read."""
    first = first_of_plan(draw) if draw is not None else None
    document = first.options.get("request") if first is not None else None
    if draw is None or not isinstance(document, dict):
        return None
    try:
        request = read_request({**document, "seed": draw.seed}, seed=draw.seed)
    except UnusableRequest:
        return None
    return request if request.by_rank else None


# Why a player sits at his table: his opponents, now and earlier, and what swaps would change.

MAX_ALTERNATIVES = 5
WEIGHED: Mode = "no-repeats"  # the only way of drawing in which nothing but meetings decides
# Repeated meetings, pairs of a team, pairs of a club, second visits to tables of three: the
# terms of the objective in their order (docs/seating.md).
Cost = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Mate:
    """Another player at the same table; `met` are the earlier series in which the two met."""

    number: int
    name: str
    met: tuple[int, ...]
    same_club: bool
    same_team: bool


@dataclass(frozen=True, slots=True)
class Alternative:
    """The best swap with a player at another table.

    `change` is how much each term of the objective would grow; negative is better.
    """

    number: int
    name: str
    table: int
    change: Cost

    @property
    def verdict(self) -> str:
        none = (0, 0, 0, 0)
        return "equal" if self.change == none else "better" if self.change < none else "worse"

    @property
    def parts(self) -> list[tuple[str, str]]:
        """The terms that would change, each with its difference: "+1", "−2"."""
        terms = zip(("repeats", "team", "club", "three"), self.change, strict=True)
        return [(name, f"{by:+d}".replace("-", "−")) for name, by in terms if by]


@dataclass(frozen=True, slots=True)
class SeatReasons:
    """Why a player sits where he sits.

    `earlier_threes` counts his earlier visits to tables of three, `acts` are the changes by hand
    that moved him. Without a `draw` the series was not drawn. `ranked` is his place in a draw by
    rank. `alternatives` exist only if the draw decided by meetings alone.
    """

    number: int
    name: str
    table: int
    position: int
    mates: tuple[Mate, ...]
    fixed: bool
    at_three: bool
    earlier_threes: int
    acts: tuple[str, ...]
    draw: Draw | None
    ranked: RankPlace | None
    alternatives: tuple[Alternative, ...]

    @property
    def clubs_apart(self) -> bool:
        """Whether keeping the players of a club apart came first in the draw."""
        return self.draw is not None and self.draw.options.get("clubs") == "first"


@dataclass(frozen=True, slots=True)
class Past:
    """Earlier meetings and visits of the players of a request, and their clubs and teams."""

    met: Mapping[tuple[PlayerId, PlayerId], int]
    visits: Mapping[PlayerId, int]
    club: Mapping[PlayerId, str]
    team: Mapping[PlayerId, str]

    @classmethod
    def of(cls, request: DrawRequest) -> "Past":
        times = meetings(request.history)
        both_ways = {(b, a): count for (a, b), count in times.items()}
        return cls(
            {**times, **both_ways},
            visits(request.history),
            {player.id: player.club for player in request.players if player.club},
            {player.id: player.team for player in request.players if player.team},
        )

    def cost(self, player: PlayerId, mates: list[int], at_three: bool) -> Cost:
        """What it costs to seat one player with these mates."""
        return (
            sum(self.met.get((player, mate), 0) for mate in mates),
            sum(player in self.team and self.team[player] == self.team.get(m) for m in mates),
            sum(player in self.club and self.club[player] == self.club.get(m) for m in mates),
            self.visits.get(player, 0) if at_three else 0,
        )


def seat_reasons(series: Series, number: int) -> SeatReasons | None:
    """Why one player sits where he sits; None if he has no seat in this series."""
    tables = tables_of(series)
    table = next((no for no, seated in tables.items() if number in seated), None)
    if table is None:
        return None
    draw = current_draw(series)
    request, people = request_now(series, draw), names_of(series)
    past, seated = Past.of(request), tables[table]
    fixed = {player.id for player in request.players if player.fixed_table}
    swaps = list[Alternative]()
    if draw is not None and draw.mode == WEIGHED:
        swaps = sorted(alternatives(past, tables, table, number, people, fixed), key=swap_key)
    acts = hand_acts(draw) if draw else ()
    return SeatReasons(
        number=number,
        name=people[number],
        table=table,
        position=seated.index(number) + 1,
        mates=tuple(
            Mate(
                mate,
                people[mate],
                tuple(met_in(request, number, mate)),
                past.cost(number, [mate], False)[2] > 0,
                past.cost(number, [mate], False)[1] > 0,
            )
            for mate in seated
            if mate != number
        ),
        fixed=number in fixed,
        at_three=len(seated) == 3,
        earlier_threes=past.visits.get(number, 0),
        acts=tuple(act.act for act in acts if number in act.players),
        draw=draw,
        ranked=rank_place(draw, number),
        alternatives=tuple(swaps[:MAX_ALTERNATIVES]),
    )


def met_in(request: DrawRequest, one: int, other: int) -> Iterator[int]:
    """The series in which two players sat at the same table."""
    for number, series in enumerate(request.history, 1):
        if any(one in table and other in table for table in series):
            yield number


def alternatives(
    past: Past,
    tables: Mapping[int, list[int]],
    home: int,
    player: int,
    people: Mapping[PlayerId, str],
    fixed: set[PlayerId],
) -> Iterator[Alternative]:
    """The best swap with each other table; players with a fixed table stay there."""
    if player in fixed:
        return
    for table, seated in tables.items():
        free = [other for other in seated if other not in fixed]
        if table != home and free:
            offers = [
                Alternative(
                    other, people[other], table, swap_cost(past, tables, home, player, table, other)
                )
                for other in free
            ]
            yield min(offers, key=swap_key)


def swap_cost(
    past: Past, tables: Mapping[int, list[int]], home: int, player: int, table: int, other: int
) -> Cost:
    """How much each term grows if the two change places."""
    mates = [mate for mate in tables[home] if mate != player]
    other_mates = [mate for mate in tables[table] if mate != other]
    at_three, other_at_three = len(mates) == 2, len(other_mates) == 2
    before = (past.cost(player, mates, at_three), past.cost(other, other_mates, other_at_three))
    after = (past.cost(player, other_mates, other_at_three), past.cost(other, mates, at_three))
    repeats, team, club, three = (
        sum(figures) - sum(were)
        for figures, were in zip(zip(*after, strict=True), zip(*before, strict=True), strict=True)
    )
    return repeats, team, club, three


def swap_key(alternative: Alternative) -> tuple[Cost, int, int]:
    return alternative.change, alternative.table, alternative.number
