"""Ctrl+Z: the last act at the desk is undone by a new act (docs/entry-line.md "Keys")."""

import pytest

from scoring.core.forms import Refused, StaleRevision
from scoring.lists.services.games import record_game
from scoring.lists.services.lists import close_list, record_foot
from scoring.lists.services.moves import empty_game, insert_game, last_act, remove_game, undo_last
from scoring.models import Actor, LogEntry, ScoreList
from scoring.rules.bare_totals import BareTotal
from tests.factories import line, open_list

pytestmark = pytest.mark.django_db
CLERK = Actor(name="clerk")


@pytest.fixture
def score_list() -> ScoreList:
    return open_list()


def record(score_list: ScoreList, *args: object, **fields: object) -> None:
    record_game(score_list, line(*args, **fields), by=CLERK, revision=score_list.revision)


def undo(score_list: ScoreList, token: str | None = None) -> int:
    return undo_last(score_list, by=CLERK, revision=score_list.revision)


def content(score_list: ScoreList) -> list[tuple[int, int | None, int, bool]]:
    return list(score_list.games.values_list("number", "soloist", "score", "unread"))


def test_undoing_a_new_game_leaves_its_row_empty(score_list):
    record(score_list, 1, 2)
    record(score_list, 3, 2)
    assert undo(score_list) == 3
    assert content(score_list) == [(1, 2, 20, False)]
    assert score_list.seat_rows.get(position=2).points == 20


def test_a_list_whose_last_game_was_taken_back_may_be_entered_by_totals(score_list):
    """Nothing is entered any more; typing goes on as before."""
    record(score_list, 1, 2)
    undo(score_list)
    score_list.refresh_from_db()
    assert score_list.depth == "none"
    assert score_list.seat_rows.filter(points=None).count() == 4
    undo(score_list)
    score_list.refresh_from_db()
    assert (score_list.depth, content(score_list)) == ("games", [(1, 2, 20, False)])


def test_a_foot_copied_from_paper_keeps_a_list_of_games(score_list):
    record(score_list, 1, 2)
    foot = {2: BareTotal(20, 1, 0, 70)}
    record_foot(score_list, foot, by=CLERK, revision=score_list.revision)
    empty_game(score_list, 1, by=CLERK, revision=score_list.revision)
    score_list.refresh_from_db()
    assert score_list.depth == "games"


def test_undoing_a_change_restores_the_game(score_list):
    record(score_list, 1, 2)
    record(score_list, 1, 3, "clubs", won=False)
    undo(score_list)
    assert content(score_list) == [(1, 2, 20, False)]


def test_undoing_an_insertion_restores_rows_made_unreadable(score_list):
    """SkO 3.2.7: moved by one, seat 2 and seat 3 would be their own dealers."""
    record(score_list, 1, 2)
    record(score_list, 2, 3)
    before = content(score_list)
    insert_game(score_list, 1, by=CLERK, revision=score_list.revision)
    assert [row[3] for row in content(score_list)] == [True, True]
    undo(score_list)
    assert content(score_list) == before


def test_undoing_a_removal_restores_the_game(score_list):
    record(score_list, 1, 2)
    record(score_list, 2, 1)
    record(score_list, 3, 2)
    before = content(score_list)
    remove_game(score_list, 2, by=CLERK, revision=score_list.revision)
    assert [row[3] for row in content(score_list)] == [False, True]
    undo(score_list)
    assert content(score_list) == before


def test_undoing_an_undo_redoes_the_act(score_list):
    record(score_list, 1, 2)
    undo(score_list)
    undo(score_list)
    assert content(score_list) == [(1, 2, 20, False)]


def test_undo_is_a_new_log_row_and_deletes_none(score_list):
    record(score_list, 1, 2)
    undo(score_list)
    acts = LogEntry.objects.filter(subject=score_list.subject).values_list("action", flat=True)
    assert list(acts) == ["list.game.recorded", "list.game.emptied"]


def test_undo_is_refused_after_a_later_change(score_list):
    record(score_list, 1, 2)
    with pytest.raises(StaleRevision):
        undo_last(score_list, by=CLERK, revision=score_list.revision - 1)
    assert [row[0] for row in content(score_list)] == [1]


def test_only_acts_of_the_desk_can_be_undone(score_list):
    assert last_act(score_list) is None
    record(score_list, 1, 2)
    close_list(score_list, by=CLERK, revision=score_list.revision, stop_reason="time")
    with pytest.raises(Refused, match="nothing-to-undo"):
        undo(score_list)
