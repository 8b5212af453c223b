"""Why a player sits at his table: present and earlier opponents, and the effect of swaps."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scoring.models import Draw, Series
from scoring.seating.counts import meetings, visits
from scoring.seating.request import DrawRequest, Mode, PlayerId
from scoring.series.reads.draw_report import names_of, request_now
from scoring.series.reads.draw_request import hand_acts
from scoring.series.reads.draws import newest_drawn
from scoring.series.reads.rank_reasons import RankPlace, rank_place
from scoring.series.reads.tables import tables_of

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
