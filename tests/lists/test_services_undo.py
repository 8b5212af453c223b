"""Ctrl+Z: the last act at the desk is undone by a new act (docs/entry-line.md "Keys")."""

import pytest

from scoring.lists.services.games import record_game
from scoring.lists.services.lists import close_list, record_foot
from scoring.lists.services.moves import empty_game, insert_game, last_act, remove_game, undo_last
from scoring.models import Actor, LogEntry, ScoreList
from scoring.rules.bare_totals import BareTotal
from tests.factories import line, open_list
from tests.refusals import codes_of

pytestmark = pytest.mark.django_db
CLERK = Actor(name="clerk")
HEARTS = (1, 2, 20, False)


@pytest.fixture
def score_list() -> ScoreList:
    """Hearts with 1, won by seat 2, in row 1."""
    made = open_list()
    assert last_act(made) is None
    record(made, 1, 2)
    return made


def record(score_list: ScoreList, *args: object, **fields: object) -> None:
    act(record_game, score_list, line(*args, **fields))


def act(service, score_list: ScoreList, *args: object, **fields: object):
    score_list.refresh_from_db()
    return service(score_list, *args, by=CLERK, revision=score_list.revision, **fields)


def content(score_list: ScoreList) -> list[tuple[int, int | None, int, bool]]:
    return list(score_list.games.values_list("number", "soloist", "score", "unread"))


def test_undoing_a_new_game_leaves_its_row_empty_and_is_a_new_row_in_the_log(score_list):
    record(score_list, 3, 2)
    assert act(undo_last, score_list) == 3
    assert content(score_list) == [HEARTS]
    assert score_list.seat_rows.get(position=2).points == 20
    acts = LogEntry.objects.filter(subject=score_list.subject).values_list("action", flat=True)
    assert list(acts) == [*["list.game.recorded"] * 2, "list.game.emptied"]


def test_a_list_whose_last_game_was_taken_back_may_be_entered_by_totals(score_list):
    """Nothing is entered any more; undone again, typing goes on as before."""
    act(undo_last, score_list)
    score_list.refresh_from_db()
    assert score_list.depth == "none"
    assert score_list.seat_rows.filter(points=None).count() == 4
    act(undo_last, score_list)
    score_list.refresh_from_db()
    assert (score_list.depth, content(score_list)) == ("games", [HEARTS])


def test_a_foot_copied_from_paper_keeps_a_list_of_games(score_list):
    act(record_foot, score_list, {2: BareTotal(20, 1, 0, 70)})
    act(empty_game, score_list, 1)
    score_list.refresh_from_db()
    assert score_list.depth == "games"


def test_undoing_a_change_restores_the_game(score_list):
    record(score_list, 1, 3, "clubs", won=False)
    act(undo_last, score_list)
    assert content(score_list) == [HEARTS]


@pytest.mark.parametrize(
    ("service", "number", "third", "unread"),
    [(insert_game, 1, 4, [True, True, True]), (remove_game, 2, 2, [False, True])],
)
def test_undoing_a_move_restores_rows_made_unreadable(score_list, service, number, third, unread):
    """SkO 3.2.7: moved by one row, the seats of these games would be their own dealers."""
    record(score_list, 2, 3)
    record(score_list, 3, third)
    before = content(score_list)
    act(service, score_list, number)
    assert [row[3] for row in content(score_list)] == unread
    act(undo_last, score_list)
    assert content(score_list) == before


def test_only_acts_of_the_desk_can_be_undone(score_list):
    act(close_list, score_list, stop_reason="time")
    assert codes_of(act, undo_last, score_list) == ["nothing-to-undo"]
