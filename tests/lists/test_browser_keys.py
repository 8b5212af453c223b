"""The number of keys that a list needs on a slow network (docs/entry-line.md)."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from scoring.entry import canonical
from scoring.models import ScoreList
from scoring.models.score_list import ListState
from scoring.rules.checks import appraise
from scoring.rules.records import read_line
from scoring.rules.score_list import Line
from scoring.simulation.services.games import random_lines, random_strength
from tests.browser import throttle
from tests.clerk import Clerk
from tests.factories import open_list

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LISTS = Path(__file__).parents[1] / "data" / "lists"


def lines_of(name: str) -> list[Line]:
    """The lines of a real list; the paper has neither bids nor card-points."""
    games = json.loads((LISTS / name).read_text())["games"]
    for game in games:
        game.pop("bid", None), game.pop("card_points", None)
    lines = [read_line(game)[0] for game in games]
    return [line for line in lines if line]


def type_list(clerk: Clerk, lines: list[str]) -> None:
    """Ctrl+Enter in the last row sends it and closes the list."""
    clerk.enter(*lines[:-1])
    clerk.type(lines[-1])
    clerk.press("Control+Enter")


@pytest.mark.long
def test_a_real_list_of_36_games_is_typed_with_few_keys_of_the_numpad(clerk_at, counted):
    """By letters: tests/whole/test_browser_day.py."""
    score_list = open_list(3)
    clerk = clerk_at(score_list)
    throttle(clerk.page)
    type_list(clerk, [canonical(line, numpad=True) for line in lines_of("three-seats-3.json")])
    clerk.page.wait_for_selector(".alert-success")
    counted("list 3, numpad", clerk.keys, 200)
    score_list.refresh_from_db()
    assert score_list.state == ListState.ENTERED
    assert ScoreList.objects.get().games.count() == 36


@pytest.mark.long
def test_a_simulated_list_of_48_games_is_typed_with_few_keys(clerk_at, counted):
    """The mix of games of docs/practice.md; a bid is typed only where the game was overbid."""
    score_list = open_list(4)
    rng = Random("keys")
    system = score_list.series.tournament.rule_system
    players = [random_strength(rng) for _ in range(4)]
    lines = random_lines(rng, score_list.outline, system, players)
    clerk = clerk_at(score_list)
    throttle(clerk.page)
    type_list(clerk, [canonical(without_bid(line)) for line in lines])
    clerk.page.wait_for_selector(".alert-success")
    counted("a simulated list of 48 games", clerk.keys, 229)
    assert [row.score for row in score_list.games.all()] == [
        appraise(line.game).valuation.score if line.game else 0 for line in lines
    ]


def without_bid(line: Line) -> Line:
    """As on paper; only the bid of an overbid game is needed for its value."""
    if line.game is None or appraise(line.game).game.overbid:
        return line
    return replace(line, game=replace(line.game, bid=None))
