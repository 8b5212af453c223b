"""Confirming by a second person, rejecting, annulling, and the reversal of each."""

import pytest

from scoring.core.forms import Refused
from scoring.lists.reads import writers
from scoring.lists.services.confirmation import (
    annul_list,
    confirm_list,
    readmit_list,
    record_signatures,
    reject_list,
    withdraw_confirmation,
)
from scoring.lists.services.games import annul_games, record_game, record_games
from scoring.lists.services.lists import clear_list, close_list, reopen_list
from scoring.models import Actor, LogEntry, ScoreList, Series, Tournament
from tests.factories import line, make_member, make_user, open_list, seated
from tests.lists.made import BY, ONE_ROUND, act, counted_where, entered
from tests.refusals import codes, codes_of
from tests.visitors import member, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def clerk():
    return Actor(make_user("clara"))


def member_of(score_list, role) -> Actor:
    return Actor(make_member(score_list.series.tournament, role))


def confirm(score_list, by) -> None:
    act(confirm_list, score_list, by=by, signed=(1, 2, 3, 4))


def test_a_second_person_confirms_exactly_this_revision_and_any_change_clears_it(clerk, second):
    """Whoever only checks and closes a list may confirm it."""
    score_list = entered(by=clerk, closed_by=second, counts="confirmed")
    assert not counted_where("confirmed").exists()
    confirm(score_list, second)
    assert (score_list.state, score_list.confirmed_by) == ("confirmed", second.user)
    assert score_list.entered_by == clerk.user
    assert score_list.confirmed_revision == score_list.revision
    assert counted_where("confirmed").count() == 4
    act(record_game, score_list, line(2, 3), by=clerk, reason="5.5.3")
    assert (score_list.state, score_list.confirmed_by) == ("entered", None)
    confirm(score_list, second)
    act(reopen_list, score_list, by=clerk, reason="5.5.3")
    assert LogEntry.objects.get(action="list.reopened").old["state"] == "confirmed"


def test_author_of_a_list_or_of_a_correction_cannot_confirm_it(clerk, second):
    """docs/data-model.md: authors are all accounts in the log since the list was last empty."""
    score_list = entered(by=clerk)
    assert codes_of(confirm, score_list, clerk) == ["confirming-needs-another"]
    act(record_game, score_list, line(2, 3), by=second, reason="5.5.3")
    act(record_game, score_list, line(2, 1), by=clerk, reason="5.5.3")
    assert writers(score_list) == {clerk.user.pk, second.user.pk}
    assert codes_of(confirm, score_list, second) == ["confirming-needs-another"]
    act(clear_list, score_list, by=second, reason="wrong table")
    act(record_games, score_list, ONE_ROUND, by=second)
    assert writers(score_list) == {second.user.pk}


def test_signatures_of_all_seats_are_required(second):
    """TO 9.11; all missing ones are reported together."""
    with pytest.raises(Refused) as refusal:
        confirm_list(open_list(rounds=1), by=second, revision=1, signed=(1, 3))
    assert set(codes(refusal)) == {"list-not-entered", "signature-missing"}
    assert refusal.value.problems[-1].params == {"seats": "2, 4"}


def annul_all(score_list, **how) -> None:
    annul_games(score_list, [1, 2, 3, 4], **how)


@pytest.mark.parametrize(
    ("decide", "state"),
    [
        (reject_list, "rejected"),
        (annul_list, "annulled"),
        (annul_all, "open"),
        (withdraw_confirmation, "entered"),
    ],
)
def test_a_referee_decides_about_a_confirmed_list_with_a_reason(decide, state, clerk, second):
    """The service itself checks the role."""
    score_list = entered(by=clerk)
    confirm(score_list, second)
    referee, somebody = (member_of(score_list, role) for role in ("referee", "clerk"))
    log_count = LogEntry.objects.count()
    for actor in (somebody, second):
        assert codes_of(act, decide, score_list, by=actor, reason="torn") == ["referee-decides"]
        score_list.refresh_from_db()
        assert (score_list.state, LogEntry.objects.count()) == ("confirmed", log_count)
    assert codes_of(act, decide, score_list, by=referee, reason="") == ["reason-missing"]
    act(decide, score_list, by=referee, reason="wrong people")
    assert score_list.state == state
    rows = LogEntry.objects.exclude(old=None).filter(user=referee.user)
    states = [(row.old["state"], row.new["state"]) for row in rows]
    assert states == ([] if decide is withdraw_confirmation else [("confirmed", state)])


def test_list_set_aside_does_not_count_until_readmitted(clerk):
    """TO 7.2.4."""
    score_list = entered(by=clerk)
    referee, somebody = (member_of(score_list, role) for role in ("referee", "clerk"))
    act(reject_list, score_list, by=referee, reason="unreadable")
    assert score_list.state == "rejected"
    assert not counted_where("entered").exists()
    assert codes_of(act, record_game, score_list, line(2, 3), by=clerk) == ["list-not-changeable"]
    refused = codes_of(act, readmit_list, score_list, by=somebody, reason="read after all")
    assert refused == ["referee-decides"]
    act(readmit_list, score_list, by=referee, reason="read after all")
    assert (score_list.state, score_list.games.count()) == ("open", 4)


# Signatures of lists that nobody confirms (TO 9.11)


@pytest.fixture
def series() -> Series:
    """Three tables: the first list is entered at four, the second at three, the third is open."""
    made = seated(10, rounds=1)
    for score_list in made.lists.select_related("series__tournament")[:2]:
        lines = [line(number) for number in range(1, score_list.games_due + 1)]
        act(record_games, score_list, lines)
        act(close_list, score_list)
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
    act(clear_list, second, reason="typed at the wrong table")
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
