"""What the organizer reads about a seating as it stands: figures, exceptions by name, who lacks.

Computed from the rows and not from what the draw said of itself, so that it is true after a swap
by hand, too; the figures are the checker's, which shares nothing with the draw.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.core.listing import Column, Listing
from scoring.messages import label
from scoring.models import Draw, Series
from scoring.seating.bounds import unavoidable
from scoring.seating.dealing import cut
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
    first_of_plan,
    hand_acts,
    newest_drawn,
    options_of_draw,
    request_of,
    tables_of,
)


@dataclass(frozen=True, slots=True)
class Term:
    """One figure of a report: what it counts, how many there are, how few there could be."""

    code: str
    found: int
    least: int

    @property
    def more(self) -> int:
        """How many a better seating might avoid."""
        return max(0, self.found - self.least)


@dataclass(frozen=True, slots=True)
class ExceptionalPair:
    """People who meet again or belong together, in which series, and why it was done."""

    kind: str
    names: tuple[str, ...]
    series: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class SeatingReport:
    """A seating: its figures, its exceptions by name, and what is wrong with who sits there.

    `unseated` play this series and have no seat, `gone` have one and do not play, `misplaced`
    are not at their fixed table: start number and name of each.
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
        """Nothing that could be better, and nothing that has to be explained."""
        wrong = self.unseated or self.gone or self.misplaced
        return not (wrong or any(term.found for term in self.terms))


def seating_report(series: Series, tables: Tables | None = None) -> SeatingReport:
    """The report of the tables as they are, if they are known; few queries, whatever the size."""
    draw = newest_drawn(series)
    tables = tables_of(series) if tables is None else tables
    request, people = request_now(series, draw), names_of(series)
    plan: SeatedSeries = tuple(map(tuple, tables.values()))
    counts, least = counts_of(request, [plan]), unavoidable(request)
    report = report_of(request, [plan], counts, least, [], None)
    at: dict[PlayerId, int] = {
        player: table for table, players in tables.items() for player in players
    }
    playing = {each.id for each in request.players if each.plays(series.number)}
    fixed = {each.id: each.fixed_table for each in request.players if each.fixed_table}
    return SeatingReport(
        draw=draw,
        terms=tuple(terms(counts, least)),
        exceptions=tuple(exceptions(report, people, by_hand(draw, at))),
        seat_spread=report.seat_spread,
        unseated=named(playing - at.keys(), people),
        gone=named(at.keys() - playing, people),
        misplaced=named({p for p, table in fixed.items() if at.get(p, table) != table}, people),
    )


def request_now(series: Series, draw: Draw | None) -> DrawRequest:
    """What one would ask of a draw of this series alone, now; ranks play no part in a report."""
    draw_options = BY_LOT if draw is None or draw.mode == MANUAL else options_of_draw(draw)
    mode: Mode = "lot" if draw_options.mode in ("lot", "by-rank") else "no-repeats"
    request = request_of(series, replace(draw_options, mode=mode, three_seats="lot", series=1))
    return replace(request, options=draw_options.options)


def names_of(series: Series) -> dict[PlayerId, str]:
    """By start number, everybody who is entered."""
    entries = series.tournament.entries.select_related("person")
    return {entry.start_number: str(entry.person) for entry in entries}


def by_hand(draw: Draw | None, seated: Iterable[PlayerId]) -> set[PlayerId]:
    """Whom no draw put where they sit: all of a seating by hand, else those who were moved."""
    if draw is None or draw.mode == MANUAL:
        return set(seated)
    return {player for act in hand_acts(draw) for player in act.players}


def terms(counts: PlanCounts, least: PlanCounts) -> Iterator[Term]:
    """The figures in the order of the objective (docs/seating.md)."""
    figures = (
        ("repeats", counts.repeated_meetings, least.repeated_meetings),
        ("team", counts.same_team, least.same_team),
        ("club", counts.same_club, least.same_club),
        ("three", counts.repeated_three_seat, least.repeated_three_seat),
    )
    for code, found, fewest in figures:
        # Fewer than everybody's seats need: somebody who plays is not seated.
        yield Term(code, found, min(found, fewest))


def exceptions(
    report: PlanReport, people: Mapping[PlayerId, str], moved: set[PlayerId]
) -> Iterator[ExceptionalPair]:
    kinds = (
        ("repeats", report.repeats),
        ("team", report.same_team),
        ("club", report.same_club),
        ("three", report.three_seat),
    )
    for kind, found in kinds:
        for each in found:
            names = tuple(people[player] for player in each.players)
            reason = "by-hand" if moved.intersection(each.players) else each.reason
            yield ExceptionalPair(kind, names, each.series, reason)


def named(
    players: Iterable[PlayerId], people: Mapping[PlayerId, str]
) -> tuple[tuple[int, str], ...]:
    return tuple((int(player), people[player]) for player in sorted(players, key=int))


def report_listing(report: SeatingReport, number: int) -> Listing:
    """The figures of a seating, and below them whom they are about."""
    columns = [
        Column("term", _("What is counted"), width=50),
        Column("found", pgettext("report", "here"), "int", width=10),
        Column("least", _("unavoidable"), "int", width=12),
    ]
    rows = [
        {"term": label("seating_term", term.code), "found": term.found, "least": term.least}
        for term in report.terms
    ]
    notes = [
        f"{label('seating_term', each.kind)}: {', '.join(each.names)}" for each in report.exceptions
    ]
    for words, people in ((_("Without a seat"), report.unseated), (_("Not here"), report.gone)):
        if people:
            notes.append(f"{words}: " + ", ".join(f"{no} {name}" for no, name in people))
    title = _("Report of the seating")
    return Listing(title, columns, rows, _("Series %(number)s") % {"number": number}, notes)


# Why a draw by rank gave a player his table: the place that he had in the ranking then.


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


# Why a player sits at his table: present and earlier opponents, and the effect of swaps.

MOST_ALTERNATIVES = 5
WEIGHED: Mode = "no-repeats"  # the way of drawing in which meetings alone decide
# Repeated meetings, pairs of a team, pairs of a club, second visits to tables of three: the
# terms of the objective in their order (docs/seating.md).
Cost = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Mate:
    """Somebody at the same table. `met` has the earlier series in which the two met."""

    number: int
    name: str
    met: tuple[int, ...]
    same_club: bool
    same_team: bool


@dataclass(frozen=True, slots=True)
class Alternative:
    """A swap with the player at another table who suits best, and what it would change.

    `change` is what each term of the objective would grow by; negative is better.
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
        """The terms that would change, each with by how much: "+1", "−2"."""
        named = zip(("repeats", "team", "club", "three"), self.change, strict=True)
        return [(name, f"{by:+d}".replace("-", "−")) for name, by in named if by]


@dataclass(frozen=True, slots=True)
class Why:
    """Why a player sits where he sits, as the way of drawing decided it.

    `earlier_threes` counts his visits to tables of three before this series, `acts` are the
    changes by hand that moved him; without a `draw` the series was not drawn. `ranked` is his place
    in a draw by rank. `alternatives`, what other places would cost, weigh meetings: only where the
    draw avoided them and nothing else decided.
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
        """Whether a draw that does not mind meetings kept the players of a club apart."""
        return self.draw is not None and self.draw.options.get("clubs") == "first"


@dataclass(frozen=True, slots=True)
class Past:
    """What is behind the players of a request."""

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
            {each.id: each.club for each in request.players if each.club},
            {each.id: each.team for each in request.players if each.team},
        )

    def cost(self, player: PlayerId, mates: list[int], at_three: bool) -> Cost:
        """What it costs that one player sits with these."""
        return (
            sum(self.met.get((player, mate), 0) for mate in mates),
            sum(player in self.team and self.team[player] == self.team.get(m) for m in mates),
            sum(player in self.club and self.club[player] == self.club.get(m) for m in mates),
            self.visits.get(player, 0) if at_three else 0,
        )


def why(series: Series, number: int) -> Why | None:
    """Everything about the seat of one player; None if he has none in this series."""
    tables = tables_of(series)
    table = next((each for each in tables if number in tables[each]), None)
    if table is None:
        return None
    draw = newest_drawn(series)
    request, people = request_now(series, draw), names_of(series)
    past, seated = Past.of(request), tables[table]
    fixed = {each.id for each in request.players if each.fixed_table}
    swaps = list[Alternative]()
    if draw is not None and draw.mode == WEIGHED:
        swaps = sorted(alternatives(past, tables, table, number, people, fixed), key=swap_order)
    acts = hand_acts(draw) if draw else ()
    return Why(
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
        alternatives=tuple(swaps[:MOST_ALTERNATIVES]),
    )


def met_in(request: DrawRequest, one: int, other: int) -> Iterator[int]:
    """The series in which two sat at one table."""
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
    """The best swap with each other table; who has a fixed table stays there."""
    if player in fixed:
        return
    for table, seated in tables.items():
        free = [other for other in seated if other not in fixed]
        if table != home and free:
            offers = [
                Alternative(
                    other, people[other], table, change(past, tables, home, player, table, other)
                )
                for other in free
            ]
            yield min(offers, key=swap_order)


def change(
    past: Past, tables: Mapping[int, list[int]], home: int, player: int, table: int, other: int
) -> Cost:
    """By how much each term grows if the two change places."""
    mine = [each for each in tables[home] if each != player]
    theirs = [each for each in tables[table] if each != other]
    small, smaller = len(mine) == 2, len(theirs) == 2
    before = (past.cost(player, mine, small), past.cost(other, theirs, smaller))
    after = (past.cost(player, theirs, smaller), past.cost(other, mine, small))
    repeats, team, club, three = (
        sum(figures) - sum(were)
        for figures, were in zip(zip(*after, strict=True), zip(*before, strict=True), strict=True)
    )
    return repeats, team, club, three


def swap_order(each: Alternative) -> tuple[Cost, int, int]:
    return each.change, each.table, each.number
