"""Blind second entry: compared line by line, decided by the paper, then confirmed."""

import pytest

from scoring.core.forms import StaleRevision
from scoring.exchange.reads.export import export_text
from scoring.exchange.services.tournament import import_tournament
from scoring.lists.reads import EntryDifference
from scoring.lists.services.confirmation import confirm_list
from scoring.lists.services.games import Seen
from scoring.lists.services.lists import close_list, enter_totals
from scoring.lists.services.second_entry import (
    differences,
    give_up_recheck,
    record_recheck_line,
    record_recheck_totals,
    remove_recheck_line,
    resolve_recheck,
    start_recheck,
)
from scoring.models import Actor, LogEntry, Recheck
from scoring.rules.bare_totals import BareTotal
from tests.factories import line, make_user, open_list
from tests.lists.made import BLANK, LAST_LOST, act, entered, filled
from tests.refusals import codes_of

pytestmark = pytest.mark.django_db
ALL = (1, 2, 3, 4)
MISREAD = [LAST_LOST[0], line(2, 1, "spades"), *LAST_LOST[2:]]


@pytest.fixture
def clerk():
    return Actor(make_user("clara"))


def typed(score_list, by, lines=LAST_LOST) -> Recheck:
    recheck = start_recheck(score_list, by=by)
    for each in lines:
        record_recheck_line(recheck, each, by=by, seen=BLANK)
    return recheck


def test_two_equal_entries_confirm_the_list(clerk, second):
    """A bid that only one of them typed is no difference; every seat has signed."""
    score_list = entered(LAST_LOST, by=clerk, confirm="blind")
    needed = codes_of(act, confirm_list, score_list, by=second, signed=ALL)
    assert needed == ["confirming-needs-a-second-entry"]
    recheck = typed(score_list, second, [line(1, 2, bid=18), *LAST_LOST[1:]])
    unsigned = codes_of(resolve_recheck, recheck, {}, by=second, signed=(1, 2, 3))
    assert unsigned == ["signature-missing"]
    resolve_recheck(recheck, {}, by=second, signed=ALL)
    score_list.refresh_from_db()
    assert (score_list.state, score_list.confirmed_by) == ("confirmed", second.user)
    assert (score_list.entered_by, score_list.self_confirmed) == (clerk.user, False)


def test_the_paper_decides_a_difference_and_the_correction_is_confirmed_with_it(clerk, second):
    """The second typist corrects the first entry: both have then seen every line."""
    score_list = entered(MISREAD, by=clerk, confirm="blind")
    recheck = typed(score_list, second)
    [found] = differences(recheck)
    assert (found.place, found.first["game"], found.second["game"]) == (2, "spades", "hearts")
    refused = codes_of(resolve_recheck, recheck, {}, by=second, signed=ALL)
    score_list.refresh_from_db()
    assert (refused, score_list.state) == (["recheck-undecided"], "entered")
    resolve_recheck(recheck, {2: "second"}, by=second, signed=ALL)
    score_list.refresh_from_db()
    assert (score_list.state, score_list.line(2).game.game) == ("confirmed", "hearts")
    log = LogEntry.objects.get(action="list.recheck.corrected")
    assert (log.actor, log.old["game"], log.new["game"]) == ("sven", "spades", "hearts")
    text = export_text(score_list.series.tournament)
    copy = import_tournament(text.encode(), by=clerk)
    assert export_text(copy) == text
    again = Recheck.objects.exclude(pk=recheck.pk).get()
    assert (again.by, again.differences) == (second.user, recheck.differences)


def test_list_is_unchanged_where_the_first_entry_was_right(clerk, second):
    """After which game that ended stays hidden: later ones can be typed."""
    score_list = filled(LAST_LOST[:3], by=clerk, confirm="blind")
    act(close_list, score_list, by=clerk, stop_reason="130 min")
    recheck = typed(score_list, second, MISREAD)
    resolve_recheck(recheck, {2: "first", 4: "first"}, by=second, signed=ALL)
    score_list.refresh_from_db()
    assert score_list.state == "confirmed"
    assert not LogEntry.objects.filter(action="list.recheck.corrected").exists()
    assert [place for place, *_ in recheck.differences] == [2, 4]


def test_a_line_that_was_not_typed_again_is_a_difference(clerk, second):
    score_list = entered(LAST_LOST, by=clerk, confirm="blind")
    recheck = typed(score_list, second)
    remove_recheck_line(recheck, 3, by=second, seen=Seen("0", 1))
    assert differences(recheck) == [EntryDifference(3, {"number": 3, "passed": True}, None)]
    refused = codes_of(resolve_recheck, recheck, {3: "second"}, by=second, signed=ALL)
    assert set(refused) == {"recheck-incomplete"}
    score_list.refresh_from_db()
    assert (score_list.state, score_list.games.count()) == ("entered", 4)


def test_somebody_else_enters_an_entered_list_again_and_goes_on_with_it_alone(clerk, second):
    assert codes_of(start_recheck, open_list(), by=second) == ["list-not-entered"]
    score_list = entered(LAST_LOST, by=clerk, confirm="blind")
    assert codes_of(start_recheck, score_list, by=clerk) == ["confirming-needs-another"]
    recheck = typed(score_list, second, LAST_LOST[:2])
    dealt = codes_of(record_recheck_line, recheck, line(3, 3), by=second, seen=BLANK)
    assert dealt == ["dealer-is-soloist"]
    assert start_recheck(score_list, by=second) == recheck
    refused = codes_of(resolve_recheck, recheck, {}, by=clerk, signed=ALL)
    assert set(refused) == {"recheck-of-another-person"}
    with pytest.raises(StaleRevision):  # two windows of one person overwrite nothing
        record_recheck_line(recheck, LAST_LOST[1], by=second, seen=BLANK)
    give_up_recheck(Recheck.objects.get(), by=second)
    gone = codes_of(record_recheck_line, recheck, LAST_LOST[2], by=second, seen=BLANK)
    chosen = dict.fromkeys((3, 4), "first")
    assert gone == ["recheck-gone"]
    assert codes_of(resolve_recheck, recheck, chosen, by=second, signed=ALL) == gone


def test_totals_are_compared_by_seat(clerk, second):
    score_list = open_list(3, paper_total=False, confirm="blind")
    first = [BareTotal(780, 15, 1), BareTotal(45, 5, 3), BareTotal(598, 12, 0)]
    enter_totals(score_list, first, 0, by=clerk, revision=1)
    recheck = start_recheck(score_list, by=second)
    again = [BareTotal(778, 15, 1), *first[1:]]
    record_recheck_totals(recheck, again, 0, by=second, seen=BLANK)
    assert differences(recheck) == [EntryDifference(1, [780, 15, 1], [778, 15, 1])]
    resolve_recheck(recheck, {1: "second"}, by=second, signed=(1, 2, 3))
    score_list.refresh_from_db()
    assert score_list.state == "confirmed"
    assert score_list.seat_rows.first().performance == 1598
