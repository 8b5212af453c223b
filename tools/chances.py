"""How often the chances before the end of a last series come true: the table of docs/practice.md
"Who is sure of a prize".

    python -m tools.chances --tournaments 200

Tournaments of three series are played with `scoring.simulation.games`, stronger and weaker
players among them; before the last series and while it is played, the chances are asked and
compared with the end.
"""

import argparse
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from scoring.rules.chances import RUNS, Contestant, Limits, TableLeft, estimate, limits_of, verdicts
from scoring.rules.outline import Outline
from scoring.rules.ranking import Standing, rank
from scoring.rules.score_list import bonus, counted_games, per_game
from scoring.rules.systems import ISKO
from scoring.simulation.games import Strength, random_lines, random_strength

SCHEME = "seeger-fabian"
ROUNDS, SERIES, EVERY = 12, 3, 4
ASKED = (0, 24, 40, 46)  # after so many games of the last series
BANDS = (1, 10, 20, 35, 50, 65, 75, 90, 99, 100)  # percent


@dataclass
class Table:
    """A table of a series: who sits there, and what every game brought each seat."""

    players: list[int]
    games: list[tuple[int, ...]]
    won: list[int]
    lost: list[int]

    def points(self, seat: int, until: int | None = None) -> int:
        return sum(game[seat] for game in self.games[:until])


@dataclass
class Tournament:
    players: int
    series: list[list[Table]] = field(default_factory=list)

    @property
    def places(self) -> int:
        return max(1, self.players // EVERY)


def play(rng: Random, players: int) -> Tournament:
    tournament = Tournament(players)
    strengths = [random_strength(rng) for _player in range(players)]
    for _number in range(SERIES):
        order = rng.sample(range(players), players)
        tables = []
        while order:
            seats = 3 if len(order) % 4 else 4
            tables.append(play_table(rng, [order.pop() for _seat in range(seats)], strengths))
        tournament.series.append(tables)
    return tournament


def play_table(rng: Random, players: list[int], strengths: Sequence[Strength]) -> Table:
    seats = len(players)
    outline = Outline(seats, ROUNDS)
    lines = random_lines(rng, outline, ISKO, [strengths[player] for player in players])
    by_number = {game.number: game for game in counted_games(lines)}
    games, won, lost = [], [0] * seats, [0] * seats
    for number in range(1, outline.games_due + 1):
        brought = [0] * seats
        if game := by_number.get(number):
            (won if game.won else lost)[game.seat - 1] += 1
            own = game.score + per_game(SCHEME) * (1 if game.won else -1)
            others = 0 if game.won else bonus(SCHEME, seats)
            brought = [own if seat == game.seat else others for seat in range(1, seats + 1)]
        games.append(tuple(brought))
    return Table(players, games, won, lost)


def winners(tournament: Tournament) -> set[int]:
    """The players in the prizes; whom only a lot parts is in them by half, and left out."""
    sums: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0])
    for tables in tournament.series:
        for table in tables:
            for seat, player in enumerate(table.players):
                for at, figure in enumerate(
                    (table.points(seat), table.won[seat], table.lost[seat])
                ):
                    sums[player][at] += figure
    ranks = rank(Standing(player, *figures) for player, figures in sums.items())
    return {int(str(each.key)) for each in ranks if each.rank <= tournament.places}


def left_of(tournament: Tournament, games: int) -> list[TableLeft]:
    """The last series after so many games at every table."""
    past: dict[int, list[int]] = defaultdict(list)
    for tables in tournament.series[:-1]:
        for table in tables:
            for seat, player in enumerate(table.players):
                past[player].append(table.points(seat))
    found = []
    for table in tournament.series[-1]:
        due, seats = len(table.games), len(table.players)
        gone = min(games, due)
        idle = Counter((number % seats) for number in range(gone, due)) if seats == 4 else Counter()
        people = tuple(
            Contestant(
                player,
                sum(past[player]) + table.points(seat, gone),
                due - gone - idle[seat],
                idle[seat],
            )
            for seat, player in enumerate(table.players)
        )
        found.append(TableLeft(people, due - gone, due, bonus(SCHEME, seats)))
    return found


def lists_of(tournament: Tournament) -> list[list[int]]:
    return [
        [table.points(seat) for seat in range(len(table.players))]
        for tables in tournament.series[:-1]
        for table in tables
    ]


@dataclass
class Outcome:
    """After so many games: players by verdict and band of chances, and how many of them won."""

    verdicts: Counter[tuple[str, bool]] = field(default_factory=Counter)
    asked: Counter[int] = field(default_factory=Counter)
    won: Counter[int] = field(default_factory=Counter)
    expected: Counter[int] = field(default_factory=Counter)
    seconds: float = 0.0

    @property
    def refuted(self) -> int:
        """Who was sure and went without, or was out and won."""
        return self.verdicts["sure", False] + self.verdicts["out", True]


def compare(tournaments: int, seed: str, runs: int = RUNS) -> Mapping[int, Outcome]:
    limits = limits_of(ISKO, SCHEME)
    outcomes = {games: Outcome() for games in ASKED}
    for number in range(tournaments):
        rng = Random(f"{seed}/{number}")
        tournament = play(rng, rng.choice(range(16, 61)))
        for games, outcome in outcomes.items():
            ask(tournament, games, outcome, limits, number, runs)
    return outcomes


def ask(
    tournament: Tournament, games: int, outcome: Outcome, limits: Limits, number: int, runs: int
) -> None:
    tables, places, won = left_of(tournament, games), tournament.places, winners(tournament)
    certain = verdicts(tables, places, limits, lots=True)
    begun = time.perf_counter()
    chances = estimate(tables, places, lists_of(tournament), seed=number, runs=runs)
    outcome.seconds = max(outcome.seconds, time.perf_counter() - begun)
    for player, verdict in certain.items():
        outcome.verdicts[verdict, player in won] += 1
        if verdict == "open":
            percent = 100 * chances[player] / runs
            band = next(band for band in BANDS if percent < band or band == BANDS[-1])
            outcome.asked[band] += 1
            outcome.won[band] += player in won
            outcome.expected[band] += percent


def table_of(outcomes: Mapping[int, Outcome]) -> Iterator[str]:
    for games, outcome in outcomes.items():
        yield f"after {games} games of the last series, {outcome.seconds:.2f} s at most:"
        for verdict in ("sure", "out"):
            of = [outcome.verdicts[verdict, won] for won in (True, False)]
            yield f"  {verdict:>8}: {sum(of)} players, {of[0]} won a prize"
        for low, band in zip((0, *BANDS), BANDS, strict=False):
            if asked := outcome.asked[band]:
                share, mean = 100 * outcome.won[band] / asked, outcome.expected[band] / asked
                said = f"{asked:5} players, said {mean:5.1f} %, came true {share:5.1f} %"
                yield f"  {low:>3}-{band:>3} %: {said}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tournaments", type=int, default=200)
    parser.add_argument("--seed", default="chances")
    parser.add_argument("--runs", type=int, default=RUNS)
    options = parser.parse_args()
    for line in table_of(compare(options.tournaments, options.seed, options.runs)):
        print(line)


if __name__ == "__main__":
    main()
