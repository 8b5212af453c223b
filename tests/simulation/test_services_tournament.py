"""Simulated tournaments are realistic, legal, and reproducible from their seed."""

import json
from collections import Counter
from datetime import UTC, date, datetime
from pathlib import Path
from random import Random
from statistics import mean

import pytest
import time_machine
from django.core.management import call_command
from django.core.management.base import CommandError

from scoring.core.forms import Refused
from scoring.exchange.reads import export_text
from scoring.lists.services.games import record_game
from scoring.lists.services.lists import close_list, closing_problems
from scoring.models import Actor, Draw, Entry, Game, Person, ScoreList, Tournament
from scoring.models.score_list import Depth, ListState
from scoring.rules.checks import appraise
from scoring.rules.game import PlayedGame as RuleGame
from scoring.rules.problem import errors
from scoring.rules.score_list import Outline, check_list
from scoring.rules.systems import ISKO, SYSTEMS, System, variant
from scoring.simulation.services.games import (
    GAMES,
    GRAND_TOPS,
    SUIT_TOPS,
    Strength,
    random_game,
    random_lines,
)
from scoring.simulation.services.tournament import (
    create_sample,
    people,
    play_series,
    register,
    simulate,
)
from scoring.verify.reads.verify import verify
from tests.refusals import codes
from tests.simulated import BY, finished, plan

LISTS = Path(__file__).parents[1] / "data" / "lists"
EVERYBODY = [Strength()] * 4


def random_games(system: System, count: int) -> list[RuleGame]:
    rng = Random("games")
    return [random_game(rng, system) for _ in range(count)]


class TestGames:
    @pytest.mark.parametrize(
        "system",
        [*SYSTEMS.values(), variant(SYSTEMS["texas"], hand_loss=1, wenzel_bonus=True)],
        ids=lambda system: system.key,
    )
    def test_every_game_is_legal(self, system: System) -> None:
        for game in random_games(system, 3_000):
            assert not errors(appraise(game).problems)

    @pytest.mark.parametrize("system", SYSTEMS.values(), ids=lambda system: system.key)
    def test_every_kind_of_game_occurs(self, system: System) -> None:
        games = random_games(system, 20_000)
        assert {game.game_class for game in games if game.tops} == {
            each.key for each in system.classes
        }
        assert {game.game for game in games if not game.tops} == {
            each.game for each in system.nulls
        }

    def test_shares_of_games_are_realistic(self) -> None:
        """docs/practice.md: 15 % of the games lost, hand 5, null 6, announced and overbid 0.5."""
        games = [appraise(game).game for game in random_games(ISKO, 40_000)]

        def share(count: int) -> float:
            return 100 * count / len(games)

        assert share(sum(not game.won for game in games)) == pytest.approx(15, abs=0.8)
        assert share(sum(bool(game.hand) for game in games)) == pytest.approx(5.3, abs=0.6)
        assert share(sum(game.game == "null" for game in games)) == pytest.approx(6, abs=0.6)
        announced = sum(bool(game.schneider_announced) for game in games)
        assert share(announced) == pytest.approx(0.5, abs=0.2)
        assert share(sum(bool(game.overbid) for game in games)) == pytest.approx(0.5, abs=0.2)

    def test_mix_of_games_equals_that_of_real_lists(self) -> None:
        """The tables in the code equal those of tests/data/lists."""
        games = [
            game
            for file in LISTS.glob("*.json")
            for game in json.loads(file.read_text())["games"]
            if game.get("tops")
        ]
        suits = [game["tops"] for game in games if game["game"] != "grand"]
        grands = [game["tops"] for game in games if game["game"] == "grand"]
        assert Counter(game["game"] for game in games) == dict(GAMES)
        assert Counter(suits) == dict(SUIT_TOPS)
        assert Counter(grands) == dict(GRAND_TOPS)

    @pytest.mark.parametrize("seats", [3, 4])
    def test_a_list_is_complete_and_its_dealer_sits_out(self, seats: int) -> None:
        outline = Outline(seats=seats, rounds=12)
        for seed in range(20):
            lines = random_lines(Random(seed), outline, ISKO, EVERYBODY)
            assert errors(check_list(lines, outline)) == []

    def test_three_games_in_a_hundred_are_passed_in(self) -> None:
        outline = Outline(seats=4, rounds=12)
        lists = [random_lines(Random(seed), outline, ISKO, EVERYBODY) for seed in range(200)]
        assert mean(line.passed for each in lists for line in each) == pytest.approx(
            0.03, abs=0.006
        )

    def test_active_players_play_more_games(self) -> None:
        players = [Strength(2.0), *EVERYBODY[:3]]
        outline = Outline(seats=4, rounds=12)
        played = Counter(
            line.soloist
            for seed in range(50)
            for line in random_lines(Random(seed), outline, ISKO, players)
        )
        assert played[1] > 1.3 * max(played[seat] for seat in (2, 3, 4))


class TestPeople:
    def test_nobody_has_a_namesake(self) -> None:
        invented = people(Random(1), 1_000)
        assert len({(each.given, each.family) for each in invented}) == 1_000

    def test_a_few_clubs_are_big(self) -> None:
        sizes = Counter(each.club for each in people(Random(1), 400) if each.club)
        (_, biggest), *_, (_, smallest) = sizes.most_common()
        assert biggest > 30
        assert smallest < 5


@pytest.mark.django_db
class TestTournaments:
    @pytest.mark.slow
    def test_the_same_seed_gives_the_same_tournament(self) -> None:
        texts = []
        for _ in range(2):
            with time_machine.travel(datetime(2026, 11, 21, 18, tzinfo=UTC), tick=False):
                texts.append(export_text(finished()))
        assert texts[0] == texts[1]

    @pytest.mark.long
    def test_another_seed_gives_another(self) -> None:
        first, second = finished(), finished(seed="other")
        games = [
            list(
                Game.objects.filter(list__series__tournament=each)
                .order_by("list__series", "list__table_number", "number")
                .values_list("soloist", "score")
            )
            for each in (first, second)
        ]
        assert games[0] != games[1]

    def test_tournament_is_final_and_verified(self) -> None:
        tournament = finished()
        assert tournament.state == "final"
        assert set(tournament.series.values_list("state", flat=True)) == {"closed"}
        lists = ScoreList.objects.filter(series__tournament=tournament)
        assert set(lists.values_list("state", flat=True)) == {ListState.ENTERED}
        assert set(lists.values_list("depth", flat=True)) == {Depth.GAMES, Depth.TOTALS}
        assert verify(tournament) == []

    def test_draws_avoid_meetings_and_club_mates(self) -> None:
        """Nobody meets again, club-mates sit apart, and the draw can be repeated."""
        tournament = register(plan(players=20, series=3), by=BY)
        for number in (1, 2, 3):
            play_series(plan(), tournament, number, by=BY)
        draws = Draw.objects.order_by("series__number")
        assert [draw.mode for draw in draws] == ["no-repeats"] * 3
        assert [draw.options["request"]["ahead"] for draw in draws] == [2, 1, 0]
        for draw in draws:
            assert draw.report["repeated_meetings"] == 0
            assert draw.report["same_club"] == draw.report["unavoidable"]["same_club"]
        assert not verify()

    def test_some_lists_are_broken_off_by_time(self) -> None:
        """One in fifty (docs/practice.md)."""
        finished(players=120, series=2, rounds=2, by_totals=0.0)
        stopped = ScoreList.objects.filter(games_played__isnull=False)
        assert 0 < stopped.count() < 8
        for score_list in stopped:
            assert score_list.stop_reason
            assert score_list.games.count() == score_list.games_played

    @pytest.mark.parametrize("players", [0, 1, 2, 5, -4])
    def test_number_of_players_that_cannot_be_seated_is_refused(self, players: int) -> None:
        with pytest.raises(Refused):
            simulate(plan(players=players), by=BY)
        assert not Tournament.objects.exists()

    def test_a_wrong_number_of_series_says_nothing_about_the_players(self) -> None:
        with pytest.raises(Refused) as refused:
            simulate(plan(players=12, series=0), by=BY)
        assert codes(refused) == ["simulated-series-out-of-range"]

    @pytest.mark.parametrize("changed", [{"series": 0}, {"series": 99}, {"players": 100_000}])
    def test_too_large_plan_is_refused(self, changed: dict[str, int]) -> None:
        with pytest.raises(Refused):
            simulate(plan(**changed), by=BY)
        assert not Person.objects.exists()


@pytest.mark.django_db
class TestSample:
    def test_23_players_a_list_open_and_one_with_an_error_to_find(self) -> None:
        made = create_sample("Beispiel", date(2026, 11, 21), by=BY)
        tournament = made.tournament
        assert tournament.sample
        assert not tournament.public
        assert Entry.objects.filter(tournament=tournament).count() == 23
        states = list(tournament.series.order_by("number").values_list("state", flat=True))
        assert states == ["closed", "closed", "playing"]
        open_lists = ScoreList.objects.filter(series__tournament=tournament, state="open")
        assert sorted(open_lists.values_list("table_number", flat=True)) == [2, 4]

    def test_the_error_is_the_one_thing_that_keeps_the_list_open(self) -> None:
        made = create_sample("Beispiel", date(2026, 11, 21), by=BY)
        wrong = ScoreList.objects.get(series__number=3, table_number=made.wrong_table)
        (problem,) = closing_problems(wrong)
        assert (problem.code, problem.number) == ("running-total", made.wrong_game)

    def test_list_can_be_closed_after_correcting_the_line(self) -> None:
        made = create_sample("Beispiel", date(2026, 11, 21), by=BY)
        wrong = ScoreList.objects.get(series__number=3, table_number=made.wrong_table)
        (line,) = [each for each in wrong.lines() if each.number == made.wrong_game]
        assert line.game is not None
        tops = line.game.tops - 1 if line.game.tops > 0 else line.game.tops + 1
        right = line.__class__(
            line.number,
            RuleGame(
                line.game.system,
                line.game.game,
                tops,
                schneider=line.game.schneider,
                hand=line.game.hand,
                won=line.game.won,
            ),
            line.soloist,
            running=line.running,
        )
        revision = record_game(wrong, right, by=BY, revision=wrong.revision).revision
        close_list(wrong, by=Actor(name="test"), revision=revision)
        assert wrong.state == ListState.ENTERED

    def test_demo_command_prints_the_address_and_creates_once(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        call_command("demo")
        assert "4" in capsys.readouterr().out
        call_command("demo")
        assert Tournament.objects.count() == 1


@pytest.mark.django_db
class TestCommand:
    def test_command_prints_the_id(self, capsys: pytest.CaptureFixture[str]) -> None:
        call_command("simulate_tournament", players=9, series=1, rounds=2, seed="x", name="Probe")
        printed = json.loads(capsys.readouterr().out)
        assert Tournament.objects.get(pk=printed["id"]).name == "Probe"

    @pytest.mark.parametrize(
        ("changed", "entered"),
        [
            ({"system": "bavarian"}, "nasl1975"),
            ({"seed": ""}, "seed"),
            ({"seed": "x" * 61}, "seed"),
            ({"players": 5}, "5 players"),
            ({"series": 0}, "series"),
            ({"rounds": 99}, "round"),
            ({"name": "x" * 200}, "name"),
        ],
    )
    def test_invalid_arguments_give_one_line(
        self, changed: dict[str, object], entered: str
    ) -> None:
        fields = {"players": 9, "series": 1, "seed": "x"} | changed
        with pytest.raises(CommandError, match=entered):
            call_command("simulate_tournament", **fields)
        assert not Tournament.objects.exists()
