"""Signatures recorded for lists that nobody confirms (TO 9.11)."""

import pytest

from scoring.core.forms import Refused
from scoring.lists.services.confirmation import confirm_list, record_signatures
from scoring.lists.services.games import record_games
from scoring.lists.services.lists import clear_list, close_list
from scoring.models import Actor, LogEntry, ScoreList, Series, Tournament
from tests.factories import line, make_user, seated
from tests.refusals import codes
from tests.visitors import member, text

pytestmark = pytest.mark.django_db
BY = Actor(name="test")


@pytest.fixture
def series() -> Series:
    """Three tables: the first list is entered at four, the second at three, the third is open."""
    made = seated(10, rounds=1)
    for score_list in made.lists.select_related("series__tournament")[:2]:
        lines = [line(number) for number in range(1, score_list.games_due + 1)]
        record_games(score_list, lines, by=BY, revision=1)
        close_list(score_list, by=BY, revision=score_list.revision)
    return Series.objects.select_related("tournament").get()


def signatures() -> list[list[int]]:
    return list(ScoreList.objects.order_by("table_number").values_list("signatures", flat=True))


def test_all_have_signed_the_lists_of_these_tables(series):
    revisions = list(ScoreList.objects.values_list("revision", flat=True))
    assert record_signatures(series, [1, 2], by=BY) == 2
    assert signatures() == [[1, 2, 3, 4], [1, 2, 3], []]
    assert list(ScoreList.objects.values_list("revision", flat=True)) == revisions
    rows = LogEntry.objects.filter(action="list.signed")
    assert list(rows.values_list("subject", flat=True)) == ["list/1/1", "list/1/2"]
    assert record_signatures(series, [1, 2], by=BY) == 0
    assert rows.count() == 2


def test_a_list_is_confirmed_after_its_signatures_as_before(series):
    record_signatures(series, [1], by=BY)
    score_list = series.lists.select_related("series__tournament").get(table_number=1)
    second = Actor(make_user())
    confirm_list(score_list, by=second, revision=score_list.revision, signed=(1, 2, 3, 4))
    assert score_list.state == "confirmed"


def test_a_list_that_is_not_entered_is_signed_by_nobody(series):
    with pytest.raises(Refused) as refusal:
        record_signatures(series, [1, 3, 9], by=BY)
    assert codes(refusal) == ["tables-not-entered"]
    assert refusal.value.problems[0].params == {"tables": [3, 9]}
    assert signatures() == [[], [], []]


def test_after_the_result_no_signature_is_added(series):
    Tournament.objects.update(state="final")
    with pytest.raises(Refused) as refusal:
        record_signatures(series, [1], by=BY)
    assert codes(refusal) == ["tournament-final"]


def test_a_list_that_was_emptied_has_to_be_signed_anew(series):
    """What stood there may have been another paper."""
    record_signatures(series, [1], by=BY)
    score_list = series.lists.select_related("series__tournament").get(table_number=1)
    reason = "typed at the wrong table"
    clear_list(score_list, by=BY, revision=score_list.revision, reason=reason)
    assert signatures()[0] == []


def test_a_clerk_types_the_tables_and_enter(series):
    clerk = member(series.tournament, "clerk")
    page = f"/series/{series.pk}/?by=confirm"
    assert text(clerk.get(page)).count("signatures not recorded") == 2
    sent = clerk.post(f"/series/{series.pk}/signatures/", {"tables": "1-2"}, follow=True)
    assert "2 lists are signed." in text(sent)
    assert text(clerk.get(page)).count("signed by all") == 2
    for typed, said in (("x", "x"), ("3", "No list is entered for table 3."), ("", "required")):
        sent = clerk.post(f"/series/{series.pk}/signatures/", {"tables": typed}, follow=True)
        assert said in text(sent)


def test_what_a_document_holds_as_signatures_breaks_no_page(series):
    ScoreList.objects.filter(table_number=1).update(signatures=[{"seat": 1}, "x", 2])
    assert ScoreList.objects.get(table_number=1).unsigned_seats == [1, 3, 4]
