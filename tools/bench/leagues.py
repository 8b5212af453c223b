"""How even league schedules and venues are: the figures of docs/seating.md, measured.

Run `python -m tools.bench.leagues`.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from time import process_time
from typing import TextIO

from scoring.seating.plan import draw
from scoring.seating.request import DrawRequest, Options, Player, PlayerId, SeatedSeries
from scoring.seating.schedule import LeagueSchedule, ScheduleFormat, schedule

FREE = ((8, 7), (10, 6), (12, 8), (12, 11))  # teams and days at two venues a day
VENUES = (
    *((4, 4, 4, 4), (4, 4, 4, 3), (4, 4, 3, 3), (4, 3, 3, 3), (3, 3, 3, 3), (4, 4, 4), (4, 4)),
    *((4, 4, 4, 4, 4), (4, 4, 4, 4, 3), (4, 4, 4, 3, 3), (4, 4, 4, 4, 4, 4), (4, 4, 3)),
)


def schedules() -> Iterator[tuple[str, int, ScheduleFormat]]:
    """Every schedule of docs/seating.md, and some larger ones."""
    for teams in (*range(4, 31), 40):
        yield "5 days", teams, ScheduleFormat()
    yield "the last in fives", 20, ScheduleFormat(central_size=5)
    for teams, days in FREE:
        yield f"{days} days at 2 venues", teams, ScheduleFormat(days=days, venues=2, central=0)
    yield "10 days", 16, ScheduleFormat(days=10, central=0)
    yield "7 days in threes", 15, ScheduleFormat(days=7, size=3, central=0)
    yield "5 days in sixes", 36, ScheduleFormat(size=6)


def pairs_by_meetings(plan: LeagueSchedule) -> dict[int, int]:
    """How many pairs of teams meet how often."""
    met = Counter(
        frozenset(pair)
        for day in plan.days
        for venue in day
        for pair in combinations(venue.teams, 2)
    )
    times = Counter(met[frozenset(pair)] for pair in combinations(plan.numbers, 2))
    return dict(sorted(times.items()))


def encounters(pairs: dict[int, int]) -> int:
    """Σ C(m, 2) over pairs that meet m times."""
    return sum(count * times * (times - 1) // 2 for times, count in pairs.items())


def hosting(plan: LeagueSchedule) -> str:
    hosts = Counter(venue.host for day in plan.days for venue in day)
    days = [hosts[team] for team in plan.numbers]
    return f"{min(days)}–{max(days)}"


def teams_of(present: Sequence[int]) -> tuple[Player, ...]:
    """Teams A, B, C … with so many players: A1, A2 …"""
    return tuple(
        Player(f"{team}{number}", team=team)
        for team, players in zip("ABCDEFGH", present, strict=False)
        for number in range(1, players + 1)
    )


def opponents_met(plan: Iterable[SeatedSeries]) -> Counter[frozenset[PlayerId]]:
    """How often two of different teams sit together; an id begins with the team."""
    return Counter(
        frozenset(pair)
        for tables in plan
        for table in tables
        for pair in combinations(table, 2)
        if str(pair[0])[0] != str(pair[1])[0]
    )


def of_day(present: Sequence[int], series: int, seed: str, *, at_once: bool) -> tuple[int, int]:
    """How often two opponents meet at most, and Q; at once, or one series after the other."""
    played: tuple[SeatedSeries, ...] = ()
    for number in range(1 if at_once else series):
        request = DrawRequest(
            teams_of(present),
            series if at_once else 1,
            f"{seed}/{number}",
            "league",
            Options(teams="first"),
            played,
            0 if at_once else series - number - 1,
        )
        played += draw(request).series
    met = opponents_met(played)
    return max(met.values()), encounters(dict(Counter(met.values())))


def run(out: TextIO, draws: int) -> None:
    print("teams  pairs by meetings  Q  hosts  seconds", file=out)
    for name, teams, days in schedules():
        start = process_time()
        plan = schedule([f"T{number:02}" for number in range(teams)], days, seed="2026")
        seconds, pairs = process_time() - start, pairs_by_meetings(plan)
        print(
            f"{teams:2} {name}  {pairs}  {encounters(pairs)}  {hosting(plan)}  {seconds:.2f}",
            file=out,
        )
    print("teams  series  (most, Q): draws at once; one after the other  seconds a day", file=out)
    for present in VENUES:
        for series in (3, 4):
            start = process_time()
            both = [
                dict(Counter(of_day(present, series, str(n), at_once=once) for n in range(draws)))
                for once in (True, False)
            ]
            seconds = (process_time() - start) / 2 / draws
            print(
                f"{'-'.join(map(str, present))}  {series}  {both[0]}; {both[1]}  {seconds:.2f}",
                file=out,
            )


if __name__ == "__main__":
    run(sys.stdout, 5)
