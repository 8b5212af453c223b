"""`manage.py score_list` (docs/formats.md, docs/law.md "A score list")."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.management.commands.score_list import as_json
from scoring.rules.list_records import ListRecord, report
from scoring.rules.records import KNOWN_FIELDS
from tests.effort import cases

ROOT = Path(__file__).parents[2]
LISTS = ROOT / "tests" / "data" / "lists"
FIGURES = ("game_points", "won", "lost", "others_lost", "performance")


@pytest.fixture
def sample():
    """The first of the real lists, to be spoilt by a test."""
    return json.loads((LISTS / "three-seats-1.json").read_text(encoding="utf-8"))


def judge(document, scheme=None):
    with translation.override("en"):
        return json.loads(json.dumps(as_json(report(ListRecord(document), scheme))))


def run(path, *options):
    out = StringIO()
    call_command("score_list", str(path), *options, stdout=out)
    return json.loads(out.getvalue())


def named(found):
    return {(each["number"], each["code"]) for each in found["problems"]}


@pytest.mark.parametrize(
    ("number", "problems"),
    [(1, set()), (2, set()), (3, set()), (4, set()),
     # docs/formats.md: it lacks a number and has one too many, as on the paper.
     (5, {(20, "game-number-missing"), (37, "number-beyond-games")})],
)  # fmt: skip
def test_the_totals_of_the_real_lists_agree(number, problems):
    path = LISTS / f"three-seats-{number}.json"
    given_totals = json.loads(path.read_text(encoding="utf-8"))["totals"]
    found = run(path)
    assert (found["ok"], named(found), found["passed"]) == (not problems, problems, 0)
    assert [{key: each[key] for key in FIGURES} for each in found["totals"]] == given_totals
    assert [each["seat"] for each in found["totals"]] == [1, 2, 3]


def test_the_scheme_can_be_chosen():
    """The given totals were reckoned by Seeger–Fabian and differ elsewhere."""
    found = run(LISTS / "three-seats-1.json", "--scheme", "plain")
    assert [each["performance"] for each in found["totals"]] == [698, 625, 520]
    assert not found["ok"]


def test_each_fault_is_named_with_its_place(sample):
    assert named(judge({**sample, "passed": 2})) == {(None, "passed-differs")}
    sample["games"][7]["score"] += 1
    sample["totals"][1]["won"] = 12
    found = judge(sample)
    wrong_total, wrong_score = sorted(found["problems"], key=lambda each: each["number"] or 0)
    assert (wrong_score["number"], wrong_score["field"]) == (8, "score")
    assert (wrong_score["code"], bool(wrong_score["rule"])) == ("score-differs", True)
    assert (wrong_total["field"], wrong_total["code"]) == ("won", "total-differs")
    assert "Seat 2" in wrong_total["message"]
    assert found["totals"][0]["game_points"] == 698
    # The totals of the soloist of a missing game part from the paper's as well.
    sample["games"].pop(11)
    assert {(12, "game-number-missing"), (None, "total-differs")} <= named(judge(sample))


def test_wenzels_need_the_setting_of_the_list(sample):
    """SkO 2.3.2; they change no value, so that the totals still agree."""
    sample["games"][0]["wenzel"] = "K"
    [problem] = judge(sample)["problems"]
    del problem["message"]
    code = {"code": "wenzels-not-chosen", "rule": "SkO 2.3.2"}
    assert problem == {"number": 1, "field": "wenzel", **code}
    for where in (sample, sample["games"][0]):
        where["wenzels"] = True
        assert judge(sample)["ok"]
        del where["wenzels"]
    assert not judge({**sample, "wenzels": False})["ok"]


def test_every_problem_of_every_line_is_named_at_once(sample):
    sample["games"][0]["tops"] = 12
    sample["games"][1] = "passed"
    sample["games"][2]["soloist"] = 4
    sample["games"][3]["score"] = 67
    sample["games"][4]["tops"] = "three"
    problems = named(judge(sample))
    assert {1, 2, 3, 4, 5} <= {number for number, _ in problems}
    # A record that cannot be understood is not called missing.
    assert {code for number, code in problems if number == 5} == {"not-a-number"}


def test_an_annulled_game_need_not_have_ended(sample):
    """SkO 3.2.11, docs/law.md "A score list": it counts nowhere."""
    void = {"number": 4, "soloist": 2, "game": "hearts", "tops": 1, "annulled": True}
    sample["games"].insert(3, void)
    sample["games"].insert(3, void | {"won": True, "bid": 59, "score": 7})
    assert judge(sample)["problems"] == []


def test_passed_games_are_counted_and_a_list_that_ended_early_says_why(sample):
    del sample["totals"]
    passed = judge({**sample, "games": [*sample["games"][:35], {"number": 36, "passed": True}]})
    assert (passed["problems"], passed["passed"]) == ([], 1)
    sample["games"] = sample["games"][:30]
    assert not judge(sample)["ok"]
    sample["ended_early"] = {"after": 30, "reason": "time"}
    assert judge(sample)["ok"]
    sample["ended_early"] = {"after": 30}
    assert named(judge(sample)) == {(None, "ended-early-without-reason")}


def test_the_other_systems_rank_by_plain_points():
    """docs/law.md "Performance": Texas, with the loss factor that its lists may choose."""
    document = {
        "system": "texas",
        "options": {"hand_loss": 1, "ramsch": True},
        "seats": ["A", "B", "C"],
        "rounds": 1,
        "games": [
            {"number": 1, "soloist": 1, "game": "clubs", "tops": 1, "hand": True, "won": False},
            {"number": 2, "soloist": 2, "game": "clubs", "tops": 1, "won": True},
            {"number": 3, "ramsch": True, "soloist": 3, "score": -20},
        ],
    }
    found = judge(document)
    assert found["problems"] == []
    assert [each["performance"] for each in found["totals"]] == [-36, 24, -20]


@pytest.mark.parametrize(
    ("change", "warning"),
    [
        ({"edition": "2022"}, []),
        ({"edition": "1812"}, [("edition-unknown", "edition")]),
        # docs/formats.md: an option of the command; in the document it would change nothing.
        ({"scheme": "plain"}, [("unknown-field", "scheme")]),
    ],
)
def test_what_the_list_says_in_vain_is_warned_of(sample, change, warning):
    found = judge(sample | change)
    assert found["ok"]
    assert [(each["code"], each["field"]) for each in found["warnings"]] == warning


def test_totals_in_another_order_than_the_seats_are_named(sample):
    """docs/formats.md: each names its seat; sorted by rank, nobody swaps figures."""
    printed = judge(sample)["totals"]
    again = {**sample, "totals": printed, "passed": 0}
    assert judge(again)["ok"]
    for games in (sample["games"], None):
        swapped = judge({**again, "games": games, "totals": printed[::-1]})
        assert (None, "totals-entry-moved") in named(swapped)


def test_bare_totals_are_reckoned():
    """The second of the real lists, its foot only."""
    figures = ((161, 5, 0), (66, 15, 4), (586, 11, 1))
    totals = [dict(zip(FIGURES, each, strict=False)) for each in figures]
    bare = {"seats": ["A", "B", "C"], "totals": totals, "passed": 0}
    found = judge(bare)
    assert found["problems"] == []
    assert [each["others_lost"] for each in found["totals"]] == [5, 1, 4]
    assert [each["performance"] for each in found["totals"]] == [611, 656, 1246]
    totals[2]["others_lost"] = 5
    assert named(judge(bare)) == {(None, "total-differs")}
    del totals[2]["others_lost"], totals[1]["won"]
    found = judge(bare)
    [problem] = found["problems"]
    assert (problem["field"], problem["code"]) == ("won", "totals-entry-malformed")
    assert found["totals"] == []


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"seats": ["A", "B"]}, "seats-malformed"),
        ({"seats": 3}, "seats-malformed"),
        ({"rounds": 0}, "rounds-malformed"),
        ({"rounds": True}, "rounds-malformed"),
        ({"games": "none"}, "games-malformed"),
        ({"games": None, "totals": None}, "games-and-totals-missing"),
        ({"totals": 5}, "totals-malformed"),
        ({"totals": []}, "seats-unfit"),
        ({"games": None, "totals": []}, "seats-unfit"),
        ({"passed": 1.5}, "passed-malformed"),
        ({"ended_early": 30}, "ended-early-malformed"),
        ({"system": "bridge"}, "unknown-system"),
        ({"options": []}, "not-an-object"),
        ({"options": {"ramsch": True}}, "option-not-allowed"),  # TO 9.4
    ],
)
def test_a_malformed_part_is_a_problem_and_the_rest_is_read(sample, change, code):
    found = judge(sample | change)
    assert not found["ok"]
    assert code in {each["code"] for each in found["problems"]}


scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["isko", "texas", "grand", "null", "ramsch", "J", "played", "schwarz"])
    | st.sampled_from([10**9, -(10**9), 10**4000, 0, 1, 3, 4])
)
KEYS = st.sampled_from(sorted(KNOWN_FIELDS))
junk = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS | st.text(max_size=3), inner),
    max_leaves=12,
)
figures = st.dictionaries(st.sampled_from(FIGURES), scalars)
documents = st.fixed_dictionaries(
    {},
    optional={
        "system": scalars,
        "seats": st.sampled_from([["A", "B", "C"], ["A", "B", "C", "D"]]) | junk,
        "rounds": st.integers(1, 3) | scalars,
        "games": st.lists(st.dictionaries(KEYS, scalars) | junk, max_size=4) | junk,
        "totals": st.lists(figures, min_size=3, max_size=4) | junk,
        "passed": scalars,
        "ended_early": st.fixed_dictionaries({"after": scalars, "reason": scalars}) | junk,
        "edition": junk,
        "options": st.dictionaries(st.sampled_from(["hand_loss", "ramsch", "x"]), scalars) | junk,
    },
)


@settings(max_examples=cases(20, 200), suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(documents)
def test_wrong_types_give_problems_and_never_tracebacks(document):
    found = judge(document)
    assert found["ok"] is (found["problems"] == [])
    for each in (*found["problems"], *found["warnings"]):
        assert each.keys() == {"number", "field", "code", "message", "rule"}
        assert each["message"] != each["code"]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "read as JSON"),
        (b"[]", "no JSON object"),
        (b'{"seats": "\xff"}', "read as JSON"),
        (b"[" * 100_000 + b"]" * 100_000, "read as JSON"),
        (b'{"rounds": 12, "rounds": 6}', "“rounds” occurs twice"),
        (b'{"games": [{"a\\n": 1, "a\\n": 2}]}', "“a” occurs twice"),
        (b'{"rounds": ' + b"9" * 5000 + b"}", "read as JSON"),
    ],
)
def test_an_unusable_file_is_one_clear_line(tmp_path, content, words):
    path = tmp_path / "list.json"
    path.write_bytes(content)
    with pytest.raises(CommandError, match=words) as refusal:
        run(path)
    assert "\n" not in str(refusal.value)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(CommandError, match="cannot read"):
        run(tmp_path / "none.json")
    with pytest.raises(CommandError, match="cannot read"):
        run(tmp_path)


def test_the_answer_is_one_line_of_english_json(capsys):
    with translation.override("de"):
        call_command("score_list", str(LISTS / "three-seats-5.json"))
    [line] = capsys.readouterr().out.splitlines()
    messages = [each["message"] for each in json.loads(line)["problems"]]
    assert messages == ["Game 20 is missing.", "The list has only 36 games."]
