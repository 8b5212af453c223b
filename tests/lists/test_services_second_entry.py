"""Blind second entry: compared line by line, decided by the paper, then confirmed."""

import pytest

from scoring.core.forms import Refused, StaleRevision
from scoring.exchange.reads import export_text
from scoring.exchange.services import import_tournament
from scoring.lists.reads import EntryDifference
from scoring.lists.services.games import record_games
from scoring.lists.services.lists import close_list, enter_totals
from scoring.lists.services.second_entry import (
    differences,
    record_recheck_line,
    record_recheck_totals,
    remove_recheck_line,
    resolve_recheck,
    start_recheck,
)
from scoring.models import Actor, LogEntry, Recheck
from scoring.rules.bare_totals import BareTotal
from tests.factories import line, make_user, open_list
from tests.refusals import codes

pytestmark = pytest.mark.django_db
ALL = (1, 2, 3, 4)
PAPER = [line(1, 2), line(2, 1), line(3), line(4, 1, "grand", won=False)]


@pytest.fixture
def clerk():
    return Actor(make_user("clara"))


@pytest.fixture
def second():
    return Actor(make_user("sven"))


def entered(clerk, lines=PAPER):
    score_list = open_list(rounds=1, confirm="blind")
    record_games(score_list, lines, by=clerk, revision=1)
    close_list(score_list, by=clerk, revision=score_list.revision)
    return score_list


def typed(recheck, lines, by):
    for each in lines:
        record_recheck_line(recheck, each, by=by, steps=recheck.steps)
    return recheck


def test_two_equal_entries_confirm_the_list(clerk, second):
    score_list = entered(clerk)
    recheck = typed(start_recheck(score_list, by=second), PAPER, second)
    assert resolve_recheck(recheck, {}, by=second, signed=ALL) == []
    score_list.refresh_from_db()
    assert (score_list.state, score_list.confirmed_by) == ("confirmed", second.user)
    assert (score_list.entered_by, score_list.self_confirmed) == (clerk.user, False)


def test_difference_is_reported_and_prevents_confirmation(clerk, second):
    misread = [PAPER[0], line(2, 1, "spades"), *PAPER[2:]]
    score_list = entered(clerk, misread)
    recheck = typed(start_recheck(score_list, by=second), PAPER, second)
    found = resolve_recheck(recheck, {}, by=second, signed=ALL)
    assert [(each.place, each.first["game"], each.second["game"]) for each in found] == [
        (2, "spades", "hearts")
    ]
    score_list.refresh_from_db()
    assert score_list.state == "entered"


def test_the_paper_decides_and_the_correction_is_confirmed_with_it(clerk, second):
    """The second typist corrects the first entry: both have then seen every line."""
    misread = [PAPER[0], line(2, 1, "spades"), *PAPER[2:]]
    score_list = entered(clerk, misread)
    recheck = typed(start_recheck(score_list, by=second), PAPER, second)
    assert resolve_recheck(recheck, {2: "second"}, by=second, signed=ALL) == []
    score_list.refresh_from_db()
    assert (score_list.state, score_list.line(2).game.game) == ("confirmed", "hearts")
    log = LogEntry.objects.get(action="list.recheck.corrected")
    assert (log.actor, log.old["game"], log.new["game"]) == ("sven", "spades", "hearts")


def test_list_is_unchanged_where_the_first_entry_was_right(clerk, second):
    score_list = entered(clerk)
    slipped = [PAPER[0], line(2, 1, "spades"), *PAPER[2:]]
    recheck = typed(start_recheck(score_list, by=second), slipped, second)
    resolve_recheck(recheck, {2: "first"}, by=second, signed=ALL)
    score_list.refresh_from_db()
    assert score_list.state == "confirmed"
    assert not LogEntry.objects.filter(action="list.recheck.corrected").exists()
    recheck.refresh_from_db()
    assert [place for place, *_ in recheck.differences] == [2]


def test_a_bid_that_only_one_of_them_typed_is_no_difference(clerk, second):
    score_list = entered(clerk)
    with_bid = [line(1, 2, bid=18), *PAPER[1:]]
    recheck = typed(start_recheck(score_list, by=second), with_bid, second)
    assert differences(recheck) == []


def test_a_line_that_was_not_typed_again_is_a_difference(clerk, second):
    score_list = entered(clerk)
    recheck = typed(start_recheck(score_list, by=second), PAPER, second)
    remove_recheck_line(recheck, 3, by=second, steps=recheck.steps)
    assert differences(recheck) == [EntryDifference(3, {"number": 3, "passed": True}, None)]
    with pytest.raises(Refused) as refusal:
        resolve_recheck(recheck, {3: "second"}, by=second, signed=ALL)
    assert set(codes(refusal)) == {"recheck-incomplete"}
    score_list.refresh_from_db()
    assert (score_list.state, score_list.games.count()) == ("entered", 4)


def test_author_of_the_list_cannot_enter_it_again(clerk):
    with pytest.raises(Refused) as refusal:
        start_recheck(entered(clerk), by=clerk)
    assert set(codes(refusal)) == {"confirming-needs-another"}


def test_an_open_list_is_not_rechecked(second):
    with pytest.raises(Refused) as refusal:
        start_recheck(open_list(), by=second)
    assert set(codes(refusal)) == {"list-not-entered"}


def test_second_entry_can_be_continued_only_by_its_author(clerk, second):
    score_list = entered(clerk)
    recheck = typed(start_recheck(score_list, by=second), PAPER[:2], second)
    assert start_recheck(score_list, by=second) == recheck
    with pytest.raises(Refused) as refusal:
        resolve_recheck(recheck, {}, by=clerk, signed=ALL)
    assert set(codes(refusal)) == {"recheck-of-another-person"}


def test_two_windows_of_one_person_do_not_overwrite_each_other(clerk, second):
    recheck = start_recheck(entered(clerk), by=second)
    record_recheck_line(recheck, PAPER[0], by=second, steps=0)
    with pytest.raises(StaleRevision):
        record_recheck_line(recheck, PAPER[1], by=second, steps=0)


def test_second_entry_is_checked_by_the_rules(clerk, second):
    recheck = start_recheck(entered(clerk), by=second)
    with pytest.raises(Refused) as refusal:
        record_recheck_line(recheck, line(1, 1), by=second, steps=0)
    assert set(codes(refusal)) == {"dealer-is-soloist"}


def test_wenzels_are_refused_in_a_second_entry_too(clerk, second):
    """SkO 2.3.2: the organizer has not allowed them."""
    recheck = start_recheck(entered(clerk), by=second)
    with pytest.raises(Refused) as refused:
        record_recheck_line(recheck, line(1, 2, wenzel="Q"), by=second, steps=recheck.steps)
    assert codes(refused) == ["wenzels-not-chosen"]


def test_every_seat_has_signed(clerk, second):
    recheck = typed(start_recheck(entered(clerk), by=second), PAPER, second)
    with pytest.raises(Refused) as refusal:
        resolve_recheck(recheck, {}, by=second, signed=(1, 2, 3))
    assert set(codes(refusal)) == {"signature-missing"}


def test_totals_are_compared_by_seat(clerk, second):
    score_list = open_list(3, paper_total=False, confirm="blind")
    first = [BareTotal(780, 15, 1), BareTotal(45, 5, 3), BareTotal(598, 12, 0)]
    enter_totals(score_list, first, 0, by=clerk, revision=1)
    recheck = start_recheck(score_list, by=second)
    again = [BareTotal(778, 15, 1), *first[1:]]
    record_recheck_totals(recheck, again, 0, by=second, steps=0)
    assert differences(recheck) == [EntryDifference(1, [780, 15, 1], [778, 15, 1])]
    resolve_recheck(recheck, {1: "second"}, by=second, signed=(1, 2, 3))
    score_list.refresh_from_db()
    assert score_list.state == "confirmed"
    assert score_list.seat_rows.first().performance == 1598


def test_second_entry_is_exported_and_imported_unchanged(clerk, second):
    score_list = entered(clerk, [PAPER[0], line(2, 1, "spades"), *PAPER[2:]])
    recheck = typed(start_recheck(score_list, by=second), PAPER, second)
    resolve_recheck(recheck, {2: "second"}, by=second, signed=ALL)
    text = export_text(score_list.series.tournament)
    copy = import_tournament(text.encode(), by=clerk)
    assert export_text(copy) == text
    again = Recheck.objects.exclude(pk=recheck.pk).get()
    assert (again.by, again.differences) == (second.user, recheck.differences)
