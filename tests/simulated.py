"""Simulated tournaments for tests: small, but with every kind of event."""

from datetime import UTC, date, datetime
from typing import Any

from scoring.lists.services.games import annul_games, record_game
from scoring.models import Actor, Entry, Game, Lot, ScoreList, Tournament, User
from scoring.models.score_list import ListState
from scoring.rules.game import PlayedGame as RuleGame
from scoring.rules.score_list import Line
from scoring.simulation import services as simulation
from tests.factories import make_lots, make_member
from tests.snapshots import built_once

BY = Actor(name="test")
DAY = date(2026, 11, 21)


def plan(**changed: Any) -> simulation.SimulationPlan:
    defaults: dict[str, Any] = {
        "players": 11,
        "series": 2,
        "seed": "test",
        "name": "Herbstpokal",
        "day": DAY,
        "rounds": 3,
        "by_totals": 0.3,
    }
    return simulation.SimulationPlan(**(defaults | changed))


@built_once
def finished(**changed: Any) -> Tournament:
    return simulation.simulate(plan(**changed), by=BY)


@built_once
def eventful() -> Tournament:
    """A tournament with every kind of row: two clerks, a confirmed list, a void game, an unreadable
    one, an overbid one, running totals, lots, an anonymised person.
    """
    day = plan(series=1, players=7)
    tournament = simulation.register(day, by=BY)
    clerk = Actor(make_member(tournament, name="clara"))
    second = make_member(tournament, "referee", name="second")
    series = simulation.seat_series(day, tournament, 1, by=clerk)
    one, two = series.lists.order_by("table_number")
    for line in simulation.with_running_totals(simulation.play_table(day, one).lines):
        record_game(one, line, by=clerk, revision=one.revision)
    confirm(one, second)
    type_strange_games(two, clerk)
    entries = list(tournament.entries.order_by("start_number"))
    make_lots(tournament, "overall", entries[:2])
    forget(entries[-1])
    return tournament


def type_strange_games(score_list: ScoreList, clerk: Actor) -> None:
    system = score_list.series.tournament.rule_system

    def game(**defaults: Any) -> RuleGame:
        return RuleGame(system, **defaults)

    for line in (
        Line(1, game(game="hearts", tops=1, won=True), soloist=2),
        Line(2, game(game="hearts", tops=1, hand=True, bid=36, card_points=61), soloist=3),
        Line(3, unread=True),
        Line(4, game(game="spades", tops=-2, won=False, overbid=True, score=-110), soloist=1),
        Line(5, game(game="grand", tops=2, bid=18, won=False, end="conceded"), soloist=1),
        Line(6, passed=True),
    ):
        record_game(score_list, line, by=clerk, revision=score_list.revision)
    annul_games(score_list, [5, 6], by=BY, revision=score_list.revision, reason="wrong deal")
    again = Line(5, game(game="null", won=True), soloist=3)
    record_game(score_list, again, by=clerk, revision=score_list.revision)


def confirm(score_list: ScoreList, by: User) -> None:
    """Confirm as a second person, without the checks of the service."""
    score_list.refresh_from_db()
    score_list.state = ListState.CONFIRMED
    score_list.confirmed_by, score_list.confirmed_revision = by, score_list.revision
    score_list.confirmed_at = datetime(2026, 11, 21, 20, 15, tzinfo=UTC)
    score_list.save()


def forget(entry: Entry) -> None:
    person = entry.person
    person.family = person.given = ""
    person.club = None
    person.anonymised_at = datetime(2026, 12, 21, tzinfo=UTC)
    person.save()


def counts() -> tuple[int, ...]:
    """The number of rows of each model, to see that nothing was written."""
    return tuple(model.objects.count() for model in (Tournament, Entry, ScoreList, Game, Lot, User))
