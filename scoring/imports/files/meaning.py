"""What a single column of points holds: game points, or the performance made of them.

"Punkte" may be either. Points that the games won and lost cannot give are the other ones. Where
both are possible somebody is asked.
"""

from collections.abc import Iterable, Mapping, Sequence

from scoring.rules.feasibility import feasible
from scoring.rules.performance import Scheme, per_game, performance
from scoring.rules.systems import System

MOST_GAMES = 200  # of one player in one series; that more are wrong is reported elsewhere
Result = Mapping[str, int]  # "points", "won" and "lost" of one seat


def game_points(totals: Sequence[Result], scheme: Scheme) -> list[int]:
    """The game points of every seat of a table whose `points` are performances (TO 5.1, 8.12)."""
    lost = sum(each["lost"] for each in totals)
    return [
        2 * each["points"]
        - performance(
            scheme,
            each["points"],
            each["won"],
            each["lost"],
            lost - each["lost"],
            len(totals),
        )
        for each in totals
    ]


def are_possible(points: Iterable[int], results: Iterable[Result], system: System) -> bool:
    """Whether the games of every seat can give its points (docs/law.md "A score list" 6)."""
    return all(
        each["won"] + each["lost"] <= MOST_GAMES
        and feasible(system, figure, each["won"], each["lost"])
        for figure, each in zip(points, results, strict=True)
    )


def meaning_of(
    tables: Sequence[Sequence[Result]], heading: str, scheme: Scheme, system: System
) -> str | None:
    """What the points of these tables are, "points" or "total"; None where both are possible.

    Where neither is, it is what its `heading` says: then the figures are wrong.
    """
    if per_game(scheme) == 0:
        return "points"
    seated = [table for table in tables if len(table) in (3, 4)]
    as_points = all(
        are_possible([each["points"] for each in table], table, system) for table in seated
    )
    as_total = all(are_possible(game_points(table, scheme), table, system) for table in seated)
    if as_points == as_total:
        return None if as_points and seated else heading
    return "points" if as_points else "total"
