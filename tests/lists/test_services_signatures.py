"""Signatures recorded for lists that nobody confirms (TO 9.11)."""

import pytest

from scoring.core.forms import Refused
from scoring.lists.services.confirmation import confirm_list, record_signatures
from scoring.lists.services.games import record_games
from scoring.lists.services.lists import clear_list, close_list
from scoring.models import Actor, LogEntry, ScoreList, Series, Tournament
from tests.factories import line, make_user, seated
from tests.refusals import codes, codes_of
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
    """They are confirmed as before, and one that was emptied has to be signed anew."""
    revisions = list(ScoreList.objects.values_list("revision", flat=True))
    assert record_signatures(series, [1, 2], by=BY) == 2
    assert signatures() == [[1, 2, 3, 4], [1, 2, 3], []]
    assert list(ScoreList.objects.values_list("revision", flat=True)) == revisions
    rows = LogEntry.objects.filter(action="list.signed")
    assert list(rows.values_list("subject", flat=True)) == ["list/1/1", "list/1/2"]
    assert record_signatures(series, [1, 2], by=BY) == 0
    assert rows.count() == 2
    first, second = series.lists.select_related("series__tournament")[:2]
    by = Actor(make_user())
    confirm_list(first, by=by, revision=first.revision, signed=(1, 2, 3, 4))
    assert first.state == "confirmed"
    clear_list(second, by=BY, revision=second.revision, reason="typed at the wrong table")
    assert signatures() == [[1, 2, 3, 4], [], []]


def test_lists_that_are_not_entered_or_final_are_signed_by_nobody(series):
    with pytest.raises(Refused) as refusal:
        record_signatures(series, [1, 3, 9], by=BY)
    assert codes(refusal) == ["tables-not-entered"]
    assert refusal.value.problems[0].params == {"tables": [3, 9]}
    assert signatures() == [[], [], []]
    Tournament.objects.update(state="final")
    assert codes_of(record_signatures, series, [1], by=BY) == ["tournament-final"]


def test_a_clerk_types_the_tables_and_enter(series):
    clerk = member(series.tournament, "clerk")
    page = f"/series/{series.pk}/?by=confirm"
    assert text(clerk.get(page)).count("signatures not recorded") == 2
    for typed, said in (
        ("1-2", "2 lists are signed."),
        ("x", "x"),
        ("3", "No list is entered for table 3."),
        ("", "required"),
    ):
        sent = clerk.post(f"/series/{series.pk}/signatures/", {"tables": typed}, follow=True)
        assert said in text(sent)
    assert text(clerk.get(page)).count("signed by all") == 2


def test_what_a_document_holds_as_signatures_breaks_no_page(series):
    ScoreList.objects.filter(table_number=1).update(signatures=[{"seat": 1}, "x", 2])
    assert ScoreList.objects.get(table_number=1).unsigned_seats == [1, 3, 4]
