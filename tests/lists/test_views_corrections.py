"""Reversal of any change of a list, previewed with its effect on results."""

import pytest
from django.urls import reverse

from scoring.lists.services.games import record_game
from scoring.lists.services.moves import insert_game
from scoring.lists.services.reversal import reversal_effect, take_back
from scoring.models import LogEntry, ScoreList, Series
from scoring.series.services.series import move_series
from tests.factories import line, open_list
from tests.lists.made import BY, act, entered
from tests.refusals import codes_of
from tests.visitors import member, text

pytestmark = pytest.mark.django_db


def fresh() -> ScoreList:
    return ScoreList.objects.select_related("series__tournament").get()


@pytest.fixture
def score_list() -> ScoreList:
    """An entered list in which game 4 was corrected, and then game 2."""
    made = entered()
    for each in (line(4, 2), line(2, 3)):
        act(record_game, made, each, reason="column misread")
    return fresh()


@pytest.fixture
def changed(score_list) -> LogEntry:
    """The correction of game 4."""
    return LogEntry.objects.filter(action="list.game.changed").earliest("id")


def address(score_list: ScoreList, changed: LogEntry) -> str:
    return reverse("correction-undo", args=[score_list.pk, changed.pk])


def test_reversal_is_a_new_correction_keeps_later_ones_and_can_be_reversed(score_list, changed):
    told = {"by": BY, "revision": score_list.revision, "reason": "it was right"}
    assert codes_of(take_back, score_list, changed, **told | {"reason": " "})
    take_back(score_list, changed, **told)
    assert (fresh().line(4).soloist, fresh().line(2).soloist) == (1, 3)
    written = LogEntry.objects.last()
    assert (written.action, written.reason) == ("list.game.changed", "it was right")
    assert (written.old["soloist"], written.new["soloist"]) == (2, 1)
    assert codes_of(reversal_effect, score_list.pk, changed, by=BY) == ["row-says-so-already"]
    take_back(score_list, written, **told | {"revision": score_list.revision})
    assert fresh().line(4).soloist == 2


def test_reversing_a_first_entry_empties_the_row_unless_rows_have_moved():
    score_list = open_list(rounds=2)
    record_game(score_list, line(1, 2), by=BY, revision=1)
    changed = LogEntry.objects.get(action="list.game.recorded")
    [change] = reversal_effect(score_list.pk, changed, by=BY).differences
    assert change.new == ""
    told = {"by": BY, "reason": "wrong table"}
    take_back(score_list, changed, revision=score_list.revision, **told)
    assert fresh().line(1) is None
    record_game(score_list, line(1, 2), by=BY, revision=score_list.revision)
    changed = LogEntry.objects.filter(action="list.game.recorded").latest("id")
    insert_game(score_list, 1, by=BY, revision=score_list.revision)
    assert codes_of(reversal_effect, score_list.pk, changed, by=BY) == ["rows-moved-since"]


def test_from_the_history_to_the_preview_and_back(score_list, changed):
    organizer = member(score_list.series.tournament, "organizer")
    move_series(score_list.series, "closed", by=BY)
    history = organizer.get(reverse("list-history", args=[score_list.pk])).content.decode()
    assert address(score_list, changed) in history
    page = text(organizer.get(address(score_list, changed)))
    assert "column misread" in page
    assert "0 → 70" in page
    assert "140 → 70" in page
    # The preview has written nothing: the revision is the same.
    fields = {"revision": score_list.revision, "reason": "it was right"}
    organizer.post(address(score_list, changed), fields)
    assert fresh().line(4).soloist == 1
    standings = organizer.get(reverse("standings", args=[score_list.series.tournament_id]))
    assert "table 1 of series 1" in text(standings)


def test_clerk_sees_why_correction_is_refused_after_closing(score_list, changed):
    """TO 7.2.5."""
    Series.objects.update(state="closed")
    clerk = member(score_list.series.tournament, "clerk")
    assert "organizer alone corrects" in text(clerk.get(address(score_list, changed)))
    fields = {"revision": score_list.revision, "reason": "it was right"}
    assert clerk.post(address(score_list, changed), fields).status_code == 422
    assert fresh().line(4).soloist == 2


def test_an_entry_of_another_lists_log_is_not_found(chief, score_list, changed):
    other = open_list(name="Other")
    assert chief.get(address(other, changed)).status_code == 404
    assert codes_of(reversal_effect, other.pk, changed, by=BY) == ["nothing-to-undo"]
    assert codes_of(reversal_effect, 0, changed, by=BY) == ["list-gone"]
