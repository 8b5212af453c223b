"""Game records (docs/formats.md): reading never raises, writing loses nothing."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.checks import appraise
from scoring.rules.game import PlayedGame
from scoring.rules.problem import errors
from scoring.rules.records import KNOWN_FIELDS, read_line, write_line
from scoring.rules.score_list import Line
from scoring.rules.systems import ISKO, NASL_1898, TEXAS, variant
from tests.rules.games import FIFTH, TEXAS_OLD, any_games

EXAMPLE = {"number": 5, "soloist": 2, "system": "isko", "game": "hearts", "tops": 1, "hand": True}
EXAMPLE |= {"schneider": False, "won": False, "bid": 36, "card_points": 61, "score": -80}


def read(record: object, **more: object) -> Line:
    line, problems = read_line(record, **more)
    assert problems == []
    return line


def refused(record: object, **more: object) -> list[tuple[str, str]]:
    line, problems = read_line(record, **more)
    assert line is None
    return [(problem.code, problem.field) for problem in errors(problems)]


def test_the_example_of_the_format():
    line = read({**EXAMPLE, "ruling": {"referee": "R"}})
    assert (line.number, line.soloist, line.game.system) == (5, 2, ISKO)
    assert line.game.schneider is False
    assert appraise(line.game).valuation.score == -80


def test_a_passed_game():
    assert read({"number": 6, "passed": True}) == Line(6, passed=True)
    assert read({"number": 6, "passed": True, "score": 0, "won": False}) == Line(6, passed=True)
    # SkO 3.3.7: nobody plays it.
    wrong = {"number": 6, "passed": True, "game": "clubs", "tops": 1, "soloist": 2}
    fields = [("passed-with-game", field) for field in ("game", "soloist", "tops")]
    assert sorted(refused(wrong)) == fields


def test_an_unreadable_game_keeps_its_row():
    assert read({"number": 6, "unread": True, "soloist": 1}) == Line(6, soloist=1, unread=True)
    assert refused({"number": 6, "unread": True, "bid": 18}) == [("unread-with-game", "bid")]


def test_an_unread_row_keeps_the_line_that_moved_to_a_wrong_place():
    game = {"game": "hearts", "tops": 1, "won": True}
    record = {"number": 6, "unread": True, "misplaced": {**game, "soloist": 2, "running": 20}}
    line = read(record)
    assert (line.game, line.soloist, line.number) == (None, None, 6)
    assert line.misplaced == replace(read({**game, "number": 6, "soloist": 2}), running=20)
    assert write_line(line) == record
    assert refused({**game, "number": 6, "misplaced": game}) == [("unread-with-game", "misplaced")]
    wrong = {"number": 6, "unread": True, "misplaced": {**game, "tops": "many"}}
    assert refused(wrong) == [("not-a-number", "tops")]


def test_a_ramsch_is_its_loss():
    record = {"number": 7, "ramsch": True, "soloist": 3, "score": -20}
    line = read({**record, "system": "texas", "options": {"ramsch": True}})
    assert line == Line(7, PlayedGame(variant(TEXAS, ramsch=True), "ramsch", score=-20), soloist=3)
    assert refused({**record, "tops": 2}) == [("ramsch-with-game", "tops")]
    assert [each.code for each in appraise(read(record).game).problems] == ["ramsch-not-in-system"]


def test_a_record_that_stands_alone_needs_no_number_and_a_class_with_one_game_no_game():
    record = {"system": "nasl1975", "class": "guckser", "tops": 2}
    assert refused(record) == [("number-missing", "number")]
    assert read(record, bare=True).number == 0
    assert read(record, bare=True).game.game == "grand"
    assert refused({**record, "class": "solo"}, bare=True) == [("game-missing", "game")]


def test_the_system_is_that_of_the_list():
    record = {"number": 1, "game": "clubs", "tops": 1}
    assert read(record).game.system is ISKO
    assert read(record, system=TEXAS_OLD).game.system is TEXAS_OLD
    assert read({**record, "system": "nasl1898"}).game.system is NASL_1898
    assert read({**record, "system": "fifth"}, system=FIFTH).game.system is FIFTH
    differs = refused({**record, "system": "texas"}, system=ISKO)
    assert differs == [("system-differs", "system")]
    assert refused({**record, "system": "bavarian"}) == [("unknown-system", "system")]


def test_options_are_those_of_the_system():
    record = {"number": 1, "game": "clubs", "tops": 1, "system": "texas"}
    options = {"hand_loss": 1, "ramsch": True}
    assert read({**record, "options": options}).game.system is TEXAS_OLD
    assert read({**record, "options": {"ramsch": False}}).game.system is TEXAS
    assert read({**record, "wenzel_bonus": True}).game.system is variant(TEXAS, wenzel_bonus=True)
    not_allowed = [("option-not-allowed", "options")]
    assert refused({**record, "options": {"hand_loss": 3}}) == not_allowed
    assert refused({**record, "options": {"kontra": True}}) == not_allowed
    assert refused({**record, "system": "isko", "options": {"ramsch": True}}) == not_allowed
    assert refused({**record, "options": [1]}) == [("not-an-object", "options")]


def test_all_malformed_fields_are_reported_at_once():
    wrong = {
        "number": ("5", "not-a-number"),
        "soloist": (2.0, "not-a-number"),
        "game": (7, "not-a-text"),
        "tops": (True, "not-a-number"),
        "hand": (1, "not-a-flag"),
        "won": ("yes", "not-a-flag"),
        "bid": (10**30, "out-of-range"),
        "end": ("abandoned", "unknown-value"),
        "wenzel": ("A", "unknown-value"),
        "annulled": (0, "not-a-flag"),
        "attempt": (0, "out-of-range"),
    }
    problems = refused({field: value for field, (value, _code) in wrong.items()})
    assert set(problems) == {(code, field) for field, (_value, code) in wrong.items()}


def test_an_unknown_field_is_warned_of_and_ignored():
    """Files of newer programs still load."""
    line, problems = read_line({**EXAMPLE, "mood": "bright"})
    assert line == read(EXAMPLE)
    (warning,) = problems
    assert (warning.code, warning.field, warning.severity) == ("unknown-field", "mood", "warning")


@pytest.mark.parametrize("record", [None, [], 5, "x", float("nan"), [{"number": 1}]])
def test_non_object_is_refused(record):
    assert refused(record) == [("record-not-object", "")]


@st.composite
def any_lines(draw: st.DrawFn) -> Line:
    seat = st.none() | st.integers(1, 4)
    kind = draw(st.sampled_from(["game", "game", "passed", "unread"]))
    game = draw(any_games()) if kind == "game" else None
    if game is not None and game.game == "ramsch":
        game = PlayedGame(game.system, "ramsch", score=game.score)
    return Line(
        draw(st.integers(1, 60)),
        game,
        None if kind == "passed" else draw(seat),
        kind == "passed",
        kind == "unread",
        draw(seat),
        draw(st.integers(1, 3)),
        draw(st.booleans()),
        draw(st.none() | st.integers(-2000, 2000)),
    )


@given(any_lines())
def test_what_was_written_is_read_back_as_it_was(line):
    record = json.loads(json.dumps(write_line(line)))
    system = line.game.system if line.game else None
    assert read_line(record, system=system) == (line, [])
    if system is not FIFTH:
        assert read_line(record) == (line, [])


WORDS = st.sampled_from(["isko", "texas", "grand", "null", "ramsch", "solo", "played", "J"])
ODD = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | WORDS
JSON = st.recursive(ODD, lambda each: st.lists(each, max_size=3) | st.dictionaries(st.text(), each))


@given(st.dictionaries(st.sampled_from(sorted(KNOWN_FIELDS)) | st.text(max_size=5), JSON) | JSON)
def test_reading_a_record_never_raises(record):
    for bare in (False, True):
        line, problems = read_line(record, bare=bare)
        assert (line is None) == bool(errors(problems))
        assert all(problem.rule for problem in problems)
        if line is not None and line.game is not None:
            appraise(line.game)
