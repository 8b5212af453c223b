"""Reversal of any change of a list, previewed with its effect on results and ranks."""

import pytest
from django.urls import reverse

from scoring.core.forms import Refused
from scoring.lists.services.games import record_game, record_games
from scoring.lists.services.lists import close_list, reopen_list
from scoring.lists.services.moves import insert_game
from scoring.lists.services.reversal import reversal_effect, take_back
from scoring.models import Actor, LogEntry, ScoreList, Seat, Series
from tests.factories import line, make_user, open_list
from tests.visitors import member, text

pytestmark = pytest.mark.django_db
BY = Actor(name="test")
# Seat 1 leads with 20 + 50; after the correction of game 4 seat 2 does.
ONE_ROUND = [line(1, 2), line(2, 1), line(3), line(4, 1)]


def fresh() -> ScoreList:
    return ScoreList.objects.select_related("series__tournament").get()


@pytest.fixture
def score_list() -> ScoreList:
    """An entered list in which game 4 was corrected, and then game 2."""
    made = open_list(rounds=1)
    record_games(made, ONE_ROUND, by=BY, revision=1)
    close_list(made, by=BY, revision=made.revision)
    record_game(made, line(4, 2), by=BY, revision=made.revision, reason="column misread")
    record_game(made, line(2, 3), by=BY, revision=made.revision, reason="column misread")
    return fresh()


@pytest.fixture
def act(score_list) -> LogEntry:
    """The correction of game 4."""
    return LogEntry.objects.filter(action="list.game.changed").earliest("id")


def address(score_list: ScoreList, act: LogEntry) -> str:
    return reverse("correction-undo", args=[score_list.pk, act.pk])


def codes(score_list: ScoreList, act: LogEntry) -> set[str]:
    with pytest.raises(Refused) as refusal:
        reversal_effect(score_list.pk, act, by=BY)
    return {problem.code for problem in refusal.value.problems}


def test_preview_shows_line_totals_and_ranks_and_writes_nothing(score_list, act):
    entries, tally = LogEntry.objects.count(), list(Seat.objects.values_list("performance"))
    found = reversal_effect(score_list.pk, act, by=BY)
    [change] = found.differences
    assert ("4" in change.name, "2" in change.old[:7], "1" in change.new[:7]) == (True, True, True)
    assert [seat.performance for seat in found.seats][:2] == [(0, 70), (140, 70)]
    assert [(each.before, each.after) for each in found.overall] == [(3, 1), (2, 1), (3, 4)]
    assert found.series == found.overall
    assert LogEntry.objects.count() == entries
    assert list(Seat.objects.values_list("performance")) == tally
    assert fresh().revision == score_list.revision


def test_reversal_is_a_new_correction_and_keeps_later_ones(score_list, act):
    take_back(score_list, act, by=BY, revision=score_list.revision, reason="it was right")
    assert (fresh().line(4).soloist, fresh().line(2).soloist) == (1, 3)
    written = LogEntry.objects.last()
    assert (written.action, written.reason) == ("list.game.changed", "it was right")
    assert (written.old["soloist"], written.new["soloist"]) == (2, 1)


def test_reversal_can_be_reversed(score_list, act):
    take_back(score_list, act, by=BY, revision=score_list.revision, reason="it was right")
    again = LogEntry.objects.last()
    take_back(score_list, again, by=BY, revision=score_list.revision, reason="it was not")
    assert fresh().line(4).soloist == 2


def test_reversal_needs_a_reason_and_works_once(score_list, act):
    with pytest.raises(Refused):
        take_back(score_list, act, by=BY, revision=score_list.revision, reason=" ")
    take_back(score_list, act, by=BY, revision=score_list.revision, reason="it was right")
    assert codes(fresh(), act) == {"row-says-so-already"}


def test_reversing_a_first_entry_empties_the_row():
    score_list = open_list(rounds=1)
    record_game(score_list, line(1, 2), by=BY, revision=1)
    act = LogEntry.objects.get(action="list.game.recorded")
    [change] = reversal_effect(score_list.pk, act, by=BY).differences
    assert change.new == ""
    take_back(score_list, act, by=BY, revision=score_list.revision, reason="wrong table")
    assert fresh().line(1) is None


def test_reversal_is_refused_after_rows_have_moved(score_list, act):
    reopen_list(score_list, by=BY, revision=score_list.revision)
    other = open_list(name="Other", rounds=2)
    record_game(other, line(1, 2), by=BY, revision=1)
    typed = LogEntry.objects.get(action="list.game.recorded", tournament=other.series.tournament)
    insert_game(other, 1, by=BY, revision=other.revision)
    assert codes(other, typed) == {"rows-moved-since"}
    assert codes(score_list, typed) == {"nothing-to-undo"}


def test_other_acts_cannot_be_reversed(score_list):
    closed = LogEntry.objects.get(action="list.closed")
    assert codes(score_list, closed) == {"not-reversible"}


def test_from_the_history_to_the_preview_and_back(score_list, act):
    organizer = member(score_list.series.tournament, "organizer")
    Series.objects.update(state="closed")
    history = organizer.get(reverse("list-history", args=[score_list.pk])).content.decode()
    assert address(score_list, act) in history
    page = text(organizer.get(address(score_list, act)))
    assert "column misread" in page
    assert "0 → 70" in page
    assert "140 → 70" in page
    fields = {"revision": score_list.revision, "reason": "it was right"}
    organizer.post(address(score_list, act), fields)
    assert fresh().line(4).soloist == 1


def test_clerk_sees_why_correction_is_refused_after_closing(score_list, act):
    """TO 7.2.5."""
    Series.objects.update(state="closed")
    clerk = member(score_list.series.tournament, "clerk")
    assert "organizer alone corrects" in text(clerk.get(address(score_list, act)))
    fields = {"revision": score_list.revision, "reason": "it was right"}
    assert clerk.post(address(score_list, act), fields).status_code == 422
    assert fresh().line(4).soloist == 2


def test_an_entry_of_another_lists_log_is_not_found(score_list, act):
    other = open_list(name="Other")
    chief = make_user(superuser=True)
    client = member(other.series.tournament, "organizer")
    client.force_login(chief)
    assert client.get(address(other, act)).status_code == 404
