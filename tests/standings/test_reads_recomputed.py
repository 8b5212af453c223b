"""Standings against a second implementation of docs/law.md "Performance" and "Ranking"."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random

import pytest

from scoring.lists.services.lists import enter_totals
from scoring.models import Actor, TeamMember, Tournament
from scoring.rules.bare_totals import BareTotal
from scoring.series.services.series import open_list
from scoring.standings.reads.scopes import find_standings
from tests.factories import make_entries, make_series, make_team, make_tournament

pytestmark = pytest.mark.django_db
BY = Actor(name="test")
VALUES = (18, 20, 22, 23, 24, 27, 30, 33, 36, 40, 44, 46, 48, 60)
SERIES = (1, 2, 3)
Line = tuple[int, Fraction, Fraction, Fraction]  # series, performance, won, lost


@dataclass
class Day:
    """A tournament and its results: (start number, series) → three figures."""

    tournament: Tournament
    brought: dict[tuple[int, int], tuple[int, int, int]] = field(default_factory=dict)

    def lines(self, numbers: Iterable[int]) -> list[Line]:
        return [
            (series, *map(Fraction, self.brought[number, series]))
            for number in numbers
            for series in SERIES
            if (number, series) in self.brought
        ]


def played(rng: Random, players: int, **fields: object) -> Day:
    """Two rounds a series at tables of three and four; up to two stay away each time."""
    day = Day(make_tournament(paper_total=False, **fields))
    make_entries(day.tournament, players)
    for number in SERIES:
        series, table = make_series(day.tournament, rounds=2), 0
        waiting = rng.sample(range(1, players + 1), players - rng.choice((0, 1, 2)))
        while len(waiting) > 2:
            table += 1
            seated = [waiting.pop() for _seat in range(3 if len(waiting) % 4 else 4)]
            play(rng, day, open_list(series, table, seated, by=BY), seated, number)
    return day


def play(rng: Random, day: Day, score_list, seated: Sequence[int], series: int) -> None:
    seats, passed = len(seated), 0
    points, won, lost = [0] * seats, [0] * seats, [0] * seats
    for game in range(2 * seats):
        if rng.random() < 0.05:
            passed += 1
            continue
        # At four the dealer does not play.
        soloist = rng.choice([seat for seat in range(seats) if seats == 3 or seat != game % 4])
        value, loses = rng.choice(VALUES), rng.random() < 0.3
        points[soloist] += -2 * value if loses else value
        (lost if loses else won)[soloist] += 1
    totals = [BareTotal(*each) for each in zip(points, won, lost, strict=True)]
    enter_totals(score_list, totals, passed, by=BY, revision=score_list.revision)
    for seat, number in enumerate(seated):
        others = sum(lost) - lost[seat]
        performance = points[seat] + 50 * (won[seat] - lost[seat])
        performance += (30 if seats == 4 else 40) * others
        day.brought[number, series] = (performance, won[seat], lost[seat])


def best(lines: Iterable[Line], keep: int | None) -> list[Line]:
    """Of equal series the one with fewer won, then the later, is dropped."""
    return sorted(lines, key=lambda line: (-line[1], -line[2], line[0]))[:keep]


def summed(lines: Iterable[Line]) -> tuple[Fraction, ...]:
    found = list(lines)
    return tuple(sum((line[at] for line in found), Fraction(0)) for at in (1, 2, 3))


def with_ranks(sums: dict) -> dict:
    """Performance, then more won, then fewer lost; a league's match points come first."""

    merits = {key: (*ahead, -lost) for key, (*ahead, lost) in sums.items()}
    return {
        key: (1 + sum(other > merits[key] for other in merits.values()), *own)
        for key, own in sums.items()
    }


def of_rows(tournament: Tournament, scope: str, key: str, *, match: bool = False) -> dict:
    names = (*(["match"] if match else []), "performance", "won", "lost")
    return {
        getattr(row, key): (row.rank.rank, *(getattr(row, name) for name in names))
        for row in find_standings(tournament, scope).rows
    }


def teams_of(rng: Random, day: Day, size: int, *, scaled: bool) -> dict[int, Callable]:
    """Full and short teams; the first has a substitute from series 2 on."""
    pool = rng.sample(range(1, 19), 18)
    substitute, teams = pool.pop(), {}
    while len(pool) > 1:
        members = [pool.pop() for _ in range(min(len(pool), rng.choice((size, size - 1))))]
        make_team(day.tournament, members, size=size, scaled=scaled)
        teams[len(teams) + 1] = members
    first = TeamMember.objects.filter(team__number=1).order_by("position")
    leaver = first.last()
    entry = day.tournament.entries.get(start_number=substitute)
    of = {"team": leaver.team, "contest": leaver.contest}
    TeamMember.objects.create(**of, position=9, from_series=2, entry=entry)
    first.filter(pk=leaver.pk).update(until_series=1)

    def lineup(number: int) -> Callable[[int], list[int]]:
        if number != 1:
            return lambda _series: teams[number]
        return lambda series: teams[1] if series == 1 else [*teams[1][:-1], substitute]

    return {number: lineup(number) for number in teams}


@pytest.mark.parametrize("seed", range(6))
def test_players_teams_and_leagues_equal_recomputed_ones(seed: int):
    """Teams of 3 and of 5, short ones scaled or not, best 2 of 3 or all, 3-2-1-0."""
    rng = Random(seed)
    keep, size, scaled = (None, 2)[seed % 2], (3, 5)[seed // 2 % 2], seed < 3
    day = played(rng, 18, best_of=keep)
    alone = {n: summed(best(day.lines([n]), keep)) for n in range(1, 19) if day.lines([n])}
    assert of_rows(day.tournament, "overall", "start_number") == with_ranks(alone)

    lines: dict[int, list[Line]] = {}
    for number, lineup in teams_of(rng, day, size, scaled=scaled).items():
        for series in SERIES:
            there = [line for line in day.lines(lineup(series)) if line[0] == series]
            factor = Fraction(size, len(there)) if there and scaled and len(there) < size else 1
            if there:
                line = (series, *(factor * each for each in summed(there)))
                lines.setdefault(number, []).append(line)
    sums = {number: summed(best(each, keep)) for number, each in lines.items()}
    assert of_rows(day.tournament, "team", "number") == with_ranks(sums)

    Tournament.objects.update(league=True)
    day.tournament.refresh_from_db()
    sums = {number: (match_points(number, lines), *summed(each)) for number, each in lines.items()}
    assert of_rows(day.tournament, "team", "number", match=True) == with_ranks(sums)


def match_points(number: int, lines: dict[int, list[Line]]) -> Fraction:
    """One for every team with fewer points, one half for a team with equal points."""
    found = Fraction(0)
    for series, performance, *_games in lines[number]:
        others = [
            {line[0]: line[1] for line in each}.get(series)
            for team, each in lines.items()
            if team != number
        ]
        found += sum(1 for each in others if each is None or each < performance)
        found += Fraction(sum(each == performance for each in others), 2)
    return found
