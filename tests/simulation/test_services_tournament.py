"""Simulated tournaments are realistic, legal, and reproducible from their seed."""

import json
from collections import Counter
from dataclasses import replace
from datetime import date
from pathlib import Path
from random import Random

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from scoring.exchange.reads.verify import verify
from scoring.lists.services.games import record_game
from scoring.lists.services.lists import close_list
from scoring.models import Actor, Person, ScoreList, Tournament
from scoring.models.score_list import Depth, ListState
from scoring.rules.checks import appraise
from scoring.rules.problem import errors
from scoring.rules.score_list import check_list
from scoring.rules.systems import SYSTEMS, System, variant
from scoring.simulation.games import GAMES, GRAND_TOPS, SUIT_TOPS, random_game
from scoring.simulation.services import WRONG_TABLE, create_sample, simulate
from tests.refusals import codes_of
from tests.simulated import BY, finished, plan

LISTS = Path(__file__).parents[1] / "data" / "lists"
pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "system",
    [*SYSTEMS.values(), variant(SYSTEMS["texas"], hand_loss=1, wenzel_bonus=True)],
    ids=lambda system: system.key,
)
def test_games_are_legal_and_of_every_kind(system: System):
    rng = Random("games")
    games = [random_game(rng, system) for _ in range(6_000)]
    assert not any(errors(appraise(game).problems) for game in games[:3_000])
    classes = {game.game_class for game in games if game.tops}
    assert classes == {each.key for each in system.classes}
    nulls = {game.game for game in games if not game.tops}
    assert nulls == {each.game for each in system.nulls}


def test_mix_of_games_equals_that_of_real_lists():
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


def test_tournament_is_final_and_verified():
    tournament = finished()
    assert tournament.state == "final"
    assert set(tournament.series.values_list("state", flat=True)) == {"closed"}
    lists = ScoreList.objects.filter(series__tournament=tournament)
    assert set(lists.values_list("state", flat=True)) == {ListState.ENTERED}
    assert set(lists.values_list("depth", flat=True)) == {Depth.GAMES, Depth.TOTALS}
    assert verify(tournament) == []


def test_what_cannot_be_played_is_refused_before_anything_is_written():
    for changed in ({"players": 5}, {"players": -4}, {"players": 100_000}, {"series": 99}):
        assert codes_of(simulate, plan(**changed), by=BY)
    # A wrong number of series says nothing about the players.
    assert codes_of(simulate, plan(players=12, series=0), by=BY) == ["series-count-out-of-range"]
    assert not Person.objects.exists()


def test_the_sample_has_a_list_open_and_one_with_an_error_to_find_and_correct():
    tournament = create_sample("Beispiel", date(2026, 11, 21), by=BY)
    assert verify() == []
    assert (tournament.sample, tournament.public, tournament.entries.count()) == (True, False, 23)
    states = list(tournament.series.order_by("number").values_list("state", flat=True))
    assert states == ["closed", "closed", "playing"]
    open_lists = ScoreList.objects.filter(series__tournament=tournament, state="open")
    assert sorted(open_lists.values_list("table_number", flat=True)) == [2, 4]
    wrong = ScoreList.objects.get(series__number=3, table_number=WRONG_TABLE)
    (problem,) = check_list(wrong.lines(), wrong.outline)
    assert problem.code == "running-total"
    assert problem.number > len(wrong.lines()) // 2
    (line,) = [each for each in wrong.lines() if each.number == problem.number]
    tops = line.game.tops - 1 if line.game.tops > 0 else line.game.tops + 1
    right = replace(line, game=replace(line.game, tops=tops))
    record_game(wrong, right, by=BY, revision=wrong.revision)
    close_list(wrong, by=Actor(name="test"), revision=wrong.revision)
    assert wrong.state == ListState.ENTERED


def test_demo_command_prints_the_address_and_creates_once(capsys: pytest.CaptureFixture[str]):
    call_command("demo")
    assert "4" in capsys.readouterr().out
    call_command("demo")
    assert Tournament.objects.count() == 1


def test_command_prints_the_id_or_what_is_wrong(capsys: pytest.CaptureFixture[str]):
    fields = {"players": 9, "series": 1, "rounds": 2, "seed": "x", "name": "Probe"}
    for changed, said in (
        ({"system": "bavarian"}, "nasl1975"),
        ({"seed": ""}, "seed"),
        ({"players": 5}, "5 players"),
        ({"rounds": 99}, "round"),
        ({"name": "x" * 200}, "name"),
    ):
        with pytest.raises(CommandError, match=said):
            call_command("simulate_tournament", **fields | changed)
    with pytest.raises(CommandError, match="'soon' is not a day; write it as 2026-01-01"):
        call_command("simulate_tournament", "--date", "soon", **fields)
    assert not Tournament.objects.exists()
    call_command("simulate_tournament", **fields)
    printed = json.loads(capsys.readouterr().out)
    assert Tournament.objects.get(pk=printed["id"]).name == "Probe"
