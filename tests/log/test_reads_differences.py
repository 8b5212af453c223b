"""Changes in the log, and those of a list, in words: no JSON, no code, no row id."""

import pytest
from django.utils.translation import override

from scoring.lists.services.games import record_game
from scoring.lists.services.lists import clear_list
from scoring.log.reads import Difference, differences, list_history
from scoring.messages.log import NOTHING
from scoring.models import Actor
from scoring.models.log import Action
from tests.factories import line, make_user, open_list

pytestmark = pytest.mark.usefixtures("english")


def summary(changes: list[Difference]) -> str:
    return "; ".join(
        f"{each.name}: {each.old or NOTHING} → {each.new or NOTHING}" for each in changes
    )


def written(about: str, old: object, new: object) -> str:
    return summary(differences(about, old, new))


HEARTS = {"number": 5, "soloist": 2, "game": "hearts", "tops": 1, "won": True}
WON = "seat 2: hearts with 1, won"
LOST = {**HEARTS, "tops": -2, "hand": True, "won": False, "bid": 36}
PASSED = {"number": 6, "passed": True}
TOTALS = [[500, 9, 1, 950], [100, 4, 2, 200], [300, 5, 0, 550]]
OTHERS = [[500, 9, 1, 950], [120, 4, 2, 220], [300, 5, 0, 550]]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (None, HEARTS, f"Game 5: – → {WON}"),
        (HEARTS, LOST, f"Game 5: {WON} → seat 2: hearts without 2, hand, lost, bid 36"),
        (None, PASSED, "Game 6: – → passed in"),
        (HEARTS, {"number": 5, "unread": True}, f"Game 5: {WON} → unreadable"),
        (None, {**HEARTS, "annulled": True}, f"Game 5: – → {WON} (annulled)"),
        ({**PASSED, "annulled": True}, PASSED, "Game 6: passed in (annulled) → passed in"),
        (None, {**HEARTS, "wenzel": "Q"}, "Game 5: – → seat 2: hearts with 1, queens, won"),
        (None, {"number": 3, "moved": 7}, "Row: – → 3; Rows moved: – → 7"),
        ({"games_played": None, "foot": {}}, {"state": "open"}, "State: – → still empty"),
        ({"tables": {"1": [1, 2], "2": []}}, None, "Tables: 1: 1, 2; 2: – → –"),
        ({"player": 7, "explained": True}, {"player": 7}, "Start number: – → 7; Reason: yes → –"),
        ({"lists": [[1, 3, 9, 0]]}, None, "Lists: Series 1 · Table 3 → –"),
        (
            {"totals": TOTALS},
            {"totals": OTHERS, "passed": 2},
            "Seat 2: game points 100, games won 4, games lost 2, total points 200 → "
            "game points 120, games won 4, games lost 2, total points 220; Passed games: – → 2",
        ),
        (
            {"depth": "games", "games": [HEARTS, PASSED]},
            {"depth": "none"},
            f"Entered: game by game → nothing entered; Game 5: {WON} → –; Game 6: passed in → –",
        ),
        ({"games": [HEARTS]}, {"games": [HEARTS]}, ""),
        ({"state": "open"}, {"state": "final"}, "State: still empty → final"),
        # An imported log is unchanged, also that of another program.
        (None, {**HEARTS, "tops": "many"}, "Game 5: – → seat 2: hearts, won"),
        (None, {**HEARTS, "tops": {"with": 1}}, "Game 5: – → seat 2: hearts, won"),
        ({"1": 17, "3": 4}, {"1": 4, "3": 17}, "Seat 1: no. 17 → no. 4; Seat 3: no. 4 → no. 17"),
        # Names of another program are shown unchanged.
        ({"colour": "red"}, {"colour": {"a": [1, None]}}, "colour: red → a 1, –"),
    ],
)
def test_what_changed_in_a_list_is_written_in_words(old, new, words):
    assert written("list", old, new) == words


def test_words_are_those_of_the_subject_and_of_the_language():
    assert written("tournament", None, {"state": "review"}) == "State: – → under review"
    assert "playing" not in written("series", None, {"state": "playing"})
    of_team = written("league", {"team": 7, "name": "A"}, {"name": "B"})
    assert of_team == "Name: A → B; Team: – → 7", "where it was, not what was removed"
    with override("de"):
        assert "Herz" in written("list", None, HEARTS)
        assert "Konto: – → otto" in written("league", None, {"account": "account/otto"})
        assert "Anfangsbuchstaben" in written("entry", None, {"published_as": "initials"})
        assert "31.01.2027" in written("tournament", None, {"public_until": "2027-01-31"})
        assert all(str(word) != code for code, word in Action.choices)


def test_only_changed_parts_of_a_prize_plan_are_shown():
    before = {"percent": 90, "method": "places", "rounding": 100}
    assert written("pot", {"plan": before}, {"plan": {**before, "percent": 100}}).count("→") == 1
    method = written("pot", {"plan": before}, {"plan": {**before, "method": "table"}})
    assert "a number of places → fixed amounts by place" in method


@pytest.mark.django_db
def test_history_is_newest_first_with_account_change_and_reason(django_assert_num_queries):
    score_list, clerk = open_list(), make_user("klaus")
    record_game(score_list, line(1, 2), by=Actor(clerk), revision=1)
    record_game(
        score_list, line(1, 2, won=False), by=Actor(name="import"), revision=2, reason="misread"
    )
    clear_list(score_list, by=Actor(clerk), revision=3, reason="wrong table")
    with django_assert_num_queries(1):
        history = [(each.who, each.action, each.reason) for each in list_history(score_list)]
    assert history == [
        ("klaus", "list emptied", "wrong table"),
        ("import", "game changed", "misread"),
        ("klaus", "game recorded", ""),
    ]
    changes = [summary(list(each.differences)) for each in list_history(score_list)]
    assert changes[1] == "Game 1: seat 2: hearts with 1, won → seat 2: hearts with 1, lost"
    assert "lost → –" in changes[0]


@pytest.mark.django_db
def test_a_reason_that_the_program_gives_is_in_the_language_of_the_page():
    score_list = open_list()
    by = Actor(name="test")
    record_game(score_list, line(1, 2), by=by, revision=1, reason="second entry")
    record_game(score_list, line(1, 3), by=by, revision=2, reason="seen on the paper")
    with override("de"):
        found = [each.reason for each in list_history(score_list)]
    assert found == ["seen on the paper", "zweite Eingabe"]
