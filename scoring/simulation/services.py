"""Play a whole tournament with invented people, through the services of the desk."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from random import Random
from typing import NamedTuple

from scoring.core.forms import refuse_all
from scoring.core.services import write_block
from scoring.core.text import Name
from scoring.lists.services.games import record_games
from scoring.lists.services.lists import close_list, enter_totals
from scoring.models import Actor, ScoreList, Series, Tournament
from scoring.models.host import FIRST_HOST
from scoring.models.tournament import SeriesState, TournamentState
from scoring.people.services.entries import add_entries
from scoring.people.services.matching import Newcomer
from scoring.rules import systems
from scoring.rules.bare_totals import BareTotal
from scoring.rules.problem import Problem
from scoring.rules.score_list import Line, counted_games, tally
from scoring.rules.systems import SUITS
from scoring.seating.field import table_count
from scoring.series.reads.draw_request import USUAL
from scoring.series.services.draw import UNSEATABLE_COUNTS, draw_series
from scoring.series.services.series import move_series
from scoring.simulation.games import BROKEN_OFF, Strength, random_lines, random_strength
from scoring.tournament.services.tournaments import (
    MAX_SERIES_AT_CREATION,
    TournamentTerms,
    create_tournament,
    move_tournament,
)

# Invented people and clubs: ordinary given names with family names of invented places. No list of
# real people was used; a namesake is a coincidence.

GIVEN_NAMES = (
    "Ada", "Albrecht", "Alwin", "Anni", "Bärbel", "Benno", "Bruno", "Carla", "Christel", "Dagmar",
    "Detlef", "Dörte", "Edda", "Egon", "Elke", "Erwin", "Fritzi", "Gerda", "Gisbert", "Günter",
    "Hanne", "Hartmut", "Heiner", "Hilde", "Ingo", "Jörg", "Jutta", "Karl-Heinz", "Käthe", "Klaus",
    "Lore", "Lothar", "Margot", "Max", "Norbert", "Ottilie", "Paul", "Ralf", "Rosi", "Rüdiger",
    "Siegrid", "Sönke", "Thea", "Udo", "Ulla", "Volker", "Wally", "Willi", "Łucja", "Zoë",
)  # fmt: skip

_BEGIN = (
    "Ahorn Birken Distel Eschen Fichten Ginster Hasel Kiesel Linden Möwen Nebel Quellen Rüben "
    "Schlehen Tannen Ulmen Weiß Zeisig"
)
_END = "bacher brinker feldner grunder horster kamper mooser rieder stetter thaler wälder wurtner"
FAMILY_NAMES = tuple(begin + end for begin in _BEGIN.split() for end in _END.split())

_PLACES = tuple(
    begin + end
    for end in ("brück", "hagen", "moor", "rode")
    for begin in ("Amsel", "Biber", "Dohlen", "Elster", "Finken", "Grauß", "Kranich", "Luchs")
)
_CLUBS = ("Skatfreunde", "Skatclub", "Herz Dame", "Grand Hand", "Reizende Runde", "Ohne Vier")
GUEST_SHARE = 0.15  # of the players: they belong to no club
MAX_PEOPLE = len(GIVEN_NAMES) * len(FAMILY_NAMES)


def people(rng: Random, count: int) -> list[Newcomer]:
    """`count` people with different names, in clubs of which a few are large (Zipf)."""
    names = rng.sample(range(MAX_PEOPLE), count)
    every_club = [f"{club} {place}" for club in _CLUBS for place in _PLACES]
    clubs = rng.sample(every_club, min(count // 8 + 1, len(every_club)))
    sizes = [1 / place for place in range(1, len(clubs) + 1)]
    return [
        Newcomer(
            Name(FAMILY_NAMES[name // len(GIVEN_NAMES)], GIVEN_NAMES[name % len(GIVEN_NAMES)]),
            "" if rng.random() < GUEST_SHARE else rng.choices(clubs, sizes)[0],
            row=row,
        )
        for row, name in enumerate(names, 1)
    ]


Progress = Callable[[int], None]  # called with the number of lists done since the last call


@dataclass(frozen=True, slots=True)
class SimulationPlan:
    """What is simulated; the same plan gives the same tournament, except for times in its log."""

    players: int
    series: int
    seed: str
    name: str
    day: date
    system: str = systems.ISKO.key
    rounds: int = 12
    by_totals: float = 0.0  # share of the lists that are entered by three figures a player
    sample: bool = False
    host: int = FIRST_HOST

    def random(self, *key: object) -> Random:
        """A random source for each thing, so that adding one changes no other."""
        return Random("/".join(map(str, (self.seed, *key))))  # noqa: S311 - a game of chance

    @property
    def list_count(self) -> int:
        """How many lists the tournament has, if it can be seated."""
        return table_count(self.players) * self.series


class PlayedList(NamedTuple):
    """A list before it is typed."""

    lines: Sequence[Line]
    stop_reason: str


def simulate(
    plan: SimulationPlan, *, by: Actor, progress: Progress = lambda lists: None
) -> Tournament:
    """Play a tournament to its final result. Raises Refused for an invalid plan."""
    tournament = register(plan, by=by)
    for number in range(1, plan.series + 1):
        play_series(plan, tournament, number, by=by, progress=progress)
    finish(tournament, by=by)
    return tournament


def plan_problems(plan: SimulationPlan) -> list[Problem]:
    """The problems of a plan, the terms of the tournament aside."""
    problems = []
    if not 1 <= plan.series <= MAX_SERIES_AT_CREATION:
        params = {"least": 1, "most": MAX_SERIES_AT_CREATION}
        problems.append(Problem("series-count-out-of-range", "series", params))
    if plan.players > MAX_PEOPLE:
        problems.append(Problem("too-many-simulated", "players", {"most": MAX_PEOPLE}))
    if plan.players < 3 or plan.players in UNSEATABLE_COUNTS:
        params = {"players": plan.players}
        problems.append(Problem("players-cannot-be-seated", "players", params))
    return problems


def register(plan: SimulationPlan, *, by: Actor) -> Tournament:
    """Create the tournament, enter all players and begin."""
    refuse_all(plan_problems(plan))
    terms = TournamentTerms(plan.name, plan.day, place="Kranichmoor", system=plan.system)
    tournament = create_tournament(
        terms, by=by, host=plan.host, series=plan.series, rounds=plan.rounds, sample=plan.sample
    )
    add_entries(tournament, people(plan.random("people"), plan.players), by=by)
    move_tournament(tournament, TournamentState.RUNNING, by=by)
    return tournament


def seat_series(plan: SimulationPlan, tournament: Tournament, number: int, *, by: Actor) -> Series:
    """Draw a series as usual, with the plan's seed, and release the seating."""
    series: Series = tournament.series.get(number=number)
    draw_series(series, USUAL, by=by, seed=f"{plan.seed}/{number}")
    move_series(series, SeriesState.RELEASED, by=by)
    return series


def play_series(
    plan: SimulationPlan,
    tournament: Tournament,
    number: int,
    *,
    by: Actor,
    progress: Progress = lambda lists: None,
) -> Series:
    """Seat a series, enter every list and close it."""
    series = seat_series(plan, tournament, number, by=by)
    for score_list in series.lists.all():
        enter_list(plan, score_list, play_table(plan, score_list), by=by)
        progress(1)
    series.refresh_from_db()
    move_series(series, SeriesState.CLOSED, by=by)
    return series


def play_table(plan: SimulationPlan, score_list: ScoreList) -> PlayedList:
    """The games of one table, one list in fifty broken off by time."""
    rng = plan.random("series", score_list.series.number, "table", score_list.table_number)
    system = score_list.series.tournament.rule_system
    lines = random_lines(rng, score_list.outline, system, strengths(plan, score_list))
    if rng.random() >= BROKEN_OFF:
        return PlayedList(lines, "")
    count = rng.randint(len(lines) * 6 // 10, len(lines) - 1)
    return PlayedList(lines[:count], "130 min")


def strengths(plan: SimulationPlan, score_list: ScoreList) -> list[Strength]:
    """The strength of the players at a table, by seat; the same in all series."""
    seats = score_list.seat_rows.order_by("position")
    numbers = seats.values_list("entry__start_number", flat=True)
    return [random_strength(plan.random("strength", number)) for number in numbers]


def enter_list(
    plan: SimulationPlan, score_list: ScoreList, played: PlayedList, *, by: Actor
) -> None:
    """Type a list at the desk, game by game or by three figures a player, and close it."""
    rng = plan.random("depth", score_list.series.number, score_list.table_number)
    if rng.random() < plan.by_totals:
        enter_by_totals(score_list, played, by=by)
        return
    revision = record_games(score_list, played.lines, by=by, revision=score_list.revision)
    close_list(score_list, by=by, revision=revision, stop_reason=played.stop_reason)


def enter_by_totals(score_list: ScoreList, played: PlayedList, *, by: Actor) -> None:
    """Enter a played list by three figures for each seat, with the paper's total."""
    games_played = len(played.lines) if played.stop_reason else None
    outline = replace(score_list.outline, ended_after=games_played, stop_reason=played.stop_reason)
    scheme = score_list.series.tournament.scheme
    figures = [
        BareTotal(seat.game_points, seat.won, seat.lost, paper_total=seat.performance)
        for seat in tally(played.lines, outline, scheme)
    ]
    enter_totals(
        score_list,
        figures,
        sum(line.passed for line in played.lines),
        by=by,
        revision=score_list.revision,
        games_played=games_played,
        stop_reason=played.stop_reason,
    )


def finish(tournament: Tournament, *, by: Actor) -> None:
    """Announce the results without objections, and make them final."""
    move_tournament(tournament, TournamentState.REVIEW, by=by)
    # Going on in spite of open doubts asks a person for a reason.
    reason = "simulated" if by.user else ""
    move_tournament(tournament, TournamentState.FINAL, by=by, reason=reason)


# The sample tournament of a first start.

SAMPLE_PLAYERS, SAMPLE_SERIES = 23, 3
OPEN_TABLE, WRONG_TABLE = 2, 4  # in the last series
SAMPLE_GAMES = 17  # games of the open list


def create_sample(name: str, day: date, *, by: Actor, host: int = FIRST_HOST) -> Tournament:
    """23 players, two series played, in the third a half-typed list and one with an error.

    One game has a top too many; the typed running totals are right and differ from there on.
    """
    plan = SimulationPlan(
        SAMPLE_PLAYERS, SAMPLE_SERIES, "demo", name, day, by_totals=0.2, sample=True, host=host
    )
    with write_block():
        tournament = register(plan, by=by)
        for number in range(1, SAMPLE_SERIES):
            play_series(plan, tournament, number, by=by)
        series = seat_series(plan, tournament, SAMPLE_SERIES, by=by)
        move_series(series, SeriesState.PLAYING, by=by)
        for score_list in series.lists.all():
            played = play_table(plan, score_list)
            lines = played.lines
            if score_list.table_number == OPEN_TABLE:
                record_games(score_list, lines[:SAMPLE_GAMES], by=by, revision=score_list.revision)
            elif score_list.table_number == WRONG_TABLE:
                lines = with_error(with_running_totals(lines))
                record_games(score_list, lines, by=by, revision=score_list.revision)
            else:
                enter_list(plan, score_list, played, by=by)
    return tournament


def with_running_totals(lines: Sequence[Line]) -> list[Line]:
    """The lines with the soloist's running total after each game."""
    totals, running = Counter[int](), dict[int, int]()
    for game in counted_games(lines):
        totals[game.seat] += game.score
        running[game.number] = totals[game.seat]
    return [replace(line, running=running.get(line.number)) for line in lines]


def with_error(lines: Sequence[Line]) -> list[Line]:
    """The lines with a top too many in a suit game of the second half."""
    for index, line in enumerate(lines):
        game = line.game
        if index < len(lines) // 2 or game is None or game.game not in SUITS or game.bid:
            continue
        tops = game.tops + 1 if game.tops > 0 else game.tops - 1
        wrong_line = replace(line, game=replace(game, tops=tops))
        return [*lines[:index], wrong_line, *lines[index + 1 :]]
    raise LookupError("this list has no suit game in its second half")
