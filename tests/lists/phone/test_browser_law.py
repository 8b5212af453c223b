"""The page computes what the program computes: values, dealers, totals, annulled rounds, fees."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page

from scoring.lists.phone.client_files import law_json, law_name, system_coded, version
from scoring.lists.phone.reads import outline_record
from scoring.rules.bids import levels
from scoring.rules.checks import appraise
from scoring.rules.law_table import TappedContract, law_table
from scoring.rules.list_records import ListRecord
from scoring.rules.outline import Outline, Sitting, annulment_after
from scoring.rules.problem import errors
from scoring.rules.records import read_line, write_line
from scoring.rules.score_list import SCHEMES, Line, tally
from scoring.rules.systems import ISKO, NASL_1898, NASL_1975, TEXAS, System, variant
from scoring.simulation.games import random_game
from tests.browser import DESK, Errors
from tests.effort import cases, repeats
from tests.lists.phone.finger import LISTS

pytestmark = pytest.mark.browser

SYSTEMS = (
    ISKO,
    TEXAS,
    NASL_1975,
    NASL_1898,
    variant(TEXAS, hand_loss=1, ramsch=True),
    # The largest table.
    pytest.param(variant(NASL_1898, wenzel_bonus=True), marks=pytest.mark.long),
)


def named(system: System) -> str:
    return system.key if system.origin is None else f"{system.key} with options"


LEFT = (Sitting(1), Sitting(2, last=20), Sitting(3), Sitting(4), Sitting(2, 27))

LOOK_UP = """async ([files, table, asked]) => {
  const { Law } = await import(files + "law.js")
  const law = new Law(table)
  return asked.map(([contract, tops, won, bid]) => {
    const found = law.outcome(contract, tops, { won, bid })
    return found && [found.score, found.overbid, found.notes.map(each => each.code),
      found.refused === "below-bid" ? "below-bid" : found.refused?.code ?? null]
  })
}"""
TOTAL = """async ([files, list, lines, schemes]) => {
  const { Outline, tally } = await import(files + "score_list.js")
  const outline = new Outline(list)
  const sums = schemes.map(scheme => tally(lines, outline, scheme).totals.map(each => (
    [each.points, each.won, each.lost, each.others, each.performance])))
  const { after } = tally(lines, outline, schemes[0])
  return [sums, lines.map(line => after.get(line)?.points ?? null)]
}"""
SEATS = """async ([files, list, numbers]) => {
  const { Outline } = await import(files + "score_list.js")
  const outline = new Outline(list)
  return [outline.games, numbers.map(number => [outline.dealer(number), outline.taken(number),
    outline.round(number).number, outline.round(number).first,
    outline.round(number).last === number, outline.present(number), outline.position(2, number),
    [1, 2, 3, 4].map(seat => outline.mayPlay(seat, number)),
    numbers.slice(0, number).map(wrong => outline.annulled(wrong, number))])]
}"""
AGAIN = """async ([files, table, records]) => {
  const { Law, recordOf, selectionOf } = await import(files + "law.js")
  const law = new Law(table)
  return records.map(record => {
    const selection = selectionOf(law, record)
    if (!selection || !law.tops(selection).includes(selection.tops)) return null
    const { bid, lifted, tops } = selection
    const outcome = law.outcome(selection, tops, { won: record.won, bid, lifted })
    return recordOf(selection, outcome)
  })
}"""


@pytest.fixture(scope="module")
def practice(request: Any, browser: Browser) -> Iterator[Page]:
    """A practice list, one page for all tests here: its scripts are asked, no row is written."""
    errors = Errors()
    context = browser.new_context(viewport=DESK, locale="de-DE")
    context.on("page", errors.watch)
    page = context.new_page()
    # Asked for here, the server is no fixture of the tests, whose database nothing changes.
    page.goto(request.getfixturevalue("live_server").url + reverse("phone-practice"))
    yield page
    context.close()
    assert errors.unexpected == []


@pytest.fixture
def script(practice: Page) -> Any:
    """Runs a script on a practice list; its first parameter is where the modules are."""
    files = reverse("phone-file", args=[version(), "x"])[:-1]
    return lambda text, *rest: practice.evaluate(text, [files, *rest])


def table_of(system: System) -> Any:
    return json.loads(law_json(system))


def in_script(contract: TappedContract) -> dict[str, str]:
    names = ("class", "turn", "game", "hand", "announced", "reached", "wenzel")
    return dict(zip(names, contract.key.split("/"), strict=True))


def contract_named(key: str) -> TappedContract:
    game_class, turn, game, hand, announced, reached, wenzel = key.split("/")
    turns = int(turn) if turn else None
    return TappedContract(game, game_class, turns, bool(hand), announced, reached, wenzel)


@pytest.mark.parametrize("system", SYSTEMS, ids=named)
def test_random_games_are_worth_on_the_phone_what_the_law_says(script, system):
    chance, table = Random(system.key), table_of(system)
    assert system_coded(law_name(system).rpartition("-")[0]) is system
    keys, asked = list(table["contracts"]), []
    for _game in range(cases(250, 4_000)):
        contract = contract_named(chance.choice(keys))
        tops = chance.choice(table["columns"][table["contracts"][contract.key][1]])
        won, bid = chance.random() < 0.6, chance.choice([None, *levels(system)])
        asked.append((contract, tops, won, bid))
    found = script(LOOK_UP, table, [[in_script(each), *rest] for each, *rest in asked])
    for (contract, tops, won, bid), answer in zip(asked, found, strict=True):
        right = appraise(contract.to_game(system, tops, won=won, bid=bid))
        codes = [each.code for each in right.problems]
        if any(code.endswith("below-bid") for code in codes):
            assert answer[3] == "below-bid"
            continue
        assert answer[:3] == [right.worth.score, right.worth.overbid, codes]
        assert bool(answer[3]) == bool(errors(right.problems))


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_a_real_list_has_the_same_totals_on_the_phone(script, path):
    document = json.loads(path.read_text("utf-8"))
    record = ListRecord(document)
    lines = [as_state(line) for line in record.lines]
    shape = outline_record(Outline(3, document["rounds"]))
    schemes = law_table(ISKO).content["schemes"]
    sums, after = script(TOTAL, shape, lines, [schemes[each] for each in SCHEMES])
    for scheme, found in zip(SCHEMES, sums, strict=True):
        assert found == figures(tally(record.lines, record.outline, scheme))
    assert after[-1] is not None or lines[-1].get("passed")


@pytest.mark.parametrize("seed", repeats(0, 1, 2, 3, 4))
def test_random_lists_have_the_same_totals_seats_and_annulled_games_on_the_phone(script, seed):
    """Also where somebody left after game 20 and somebody else joined at game 27; SkO 3.2.11-13."""
    chance = Random(seed)
    outline = [Outline(3, 12), Outline(4, 12), Outline(4, 12, sittings=LEFT)][seed % 3]
    lines = random_lines(chance, outline)
    shape = outline_record(outline)
    schemes = law_table(ISKO).content["schemes"]
    sums, _after = script(
        TOTAL, shape, [as_state(each) for each in lines], [schemes[each] for each in SCHEMES]
    )
    for scheme, found in zip(SCHEMES, sums, strict=True):
        assert found == figures(tally(lines, outline, scheme))
    numbers = list(range(1, outline.games_planned + 1))
    count, seats = script(SEATS, shape, numbers)
    assert count == outline.games_planned
    for number, found in zip(numbers, seats, strict=True):
        void = [annulment_after(outline, wrong, number).void for wrong in range(1, number + 1)]
        assert found == [
            outline.dealer(number),
            list(outline.taken(number)),
            outline.round_of(number),
            outline.round_begins(number),
            outline.ends_round(number),
            list(outline.present(number)),
            outline.position(2, number),
            [outline.may_play(seat, number) for seat in range(1, 5)],
            [[games[0], games[-1]] if games else None for games in void],
        ]


@pytest.mark.long
@pytest.mark.parametrize("system", SYSTEMS, ids=named)
def test_a_stored_game_comes_back_on_the_keys_as_it_was(script, system):
    """A record of the server, completed, is worth the same after it was on the keys again."""
    chance, table, lines = Random(system.key), table_of(system), []
    keys = list(table["contracts"])
    while len(lines) < 300:
        contract = contract_named(chance.choice(keys))
        tops = chance.choice(table["columns"][table["contracts"][contract.key][1]])
        bid = chance.choice([None, None, *levels(system)])
        right = appraise(contract.to_game(system, tops, won=chance.random() < 0.6, bid=bid))
        if not errors(right.problems):
            lines.append((right, as_state(Line(1, right.game, 2))))
    again = script(AGAIN, table, [each for _right, each in lines])
    for (right, _line), found in zip(lines, again, strict=True):
        line, problems = read_line({**found, "number": 1}, system=system)
        assert (line is not None, problems) == (True, [])
        assert appraise(line.game).worth == right.worth


def as_state(line: Line) -> dict[str, object]:
    """A line as the state of a list has it."""
    worth = appraise(line.game).worth if line.game else None
    return write_line(line) | {"score": worth.score if worth else None}


def figures(totals: Any) -> list[list[int]]:
    names = ("game_points", "won", "lost", "others_lost", "performance")
    return [[getattr(each, name) for name in names] for each in totals]


def random_lines(chance: Random, outline: Outline) -> list[Line]:
    lines = []
    for number in range(1, outline.games_planned + 1):
        seats = [seat for seat in outline.taken(number) if outline.may_play(seat, number)]
        game = random_game(chance, ISKO) if chance.random() > 0.05 else None
        lines.append(Line(number, game, chance.choice(seats) if game else None, passed=not game))
    return lines
