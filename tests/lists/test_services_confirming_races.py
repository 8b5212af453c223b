"""Confirmation concurrent with typing, another confirmation, or the final result."""

from unittest import mock

import pytest
from django.db.models import F

from scoring.core.forms import StaleRevision
from scoring.core.services import write_log
from scoring.exchange.reads.verify import verify
from scoring.lists.services import confirmation, second_entry
from scoring.lists.services.confirmation import confirm_list
from scoring.lists.services.games import Seen, record_game
from scoring.models import Actor, LogEntry, Recheck, ScoreList, User
from tests.factories import line, make_user
from tests.lists.made import BLANK, ONE_ROUND, act
from tests.races import codes, done, entered, fresh, in_between, make_final, under_review

pytestmark = pytest.mark.django_db(transaction=True)


def confirm(score_list: ScoreList, user: User, **how: object) -> None:
    confirm_list(fresh(score_list), by=Actor(user), revision=3, signed=(1, 2, 3, 4), **how)


COMPARED = "scoring.lists.services.confirmation.confirmation_problems"
DIFFERENCES = "scoring.lists.services.second_entry.differences"


def two_confirmers() -> None:
    score_list = entered()
    one, two = make_user("one"), make_user("two")
    first, second = in_between(
        lambda: confirm(score_list, one), COMPARED, lambda: confirm(score_list, two)
    )
    assert isinstance(first, StaleRevision)
    done(second)
    assert LogEntry.objects.filter(action="list.confirmed").count() == 1
    assert fresh(score_list).confirmed_by == two


def test_second_of_two_concurrent_confirmations_is_refused():
    two_confirmers()


def test_confirmation_race_exists_without_protection():
    def unguarded(score_list, revision, by, signed, **how):
        ScoreList.objects.filter(pk=score_list.pk).update(
            state="confirmed", confirmed_by=by.user, confirmed_revision=F("revision")
        )
        write_log("list.confirmed", score_list.subject, by=by, tournament=None)

    with (
        mock.patch.object(confirmation, "write_confirmation", unguarded),
        pytest.raises(AssertionError),
    ):
        two_confirmers()


def confirmed_as_the_result_becomes_final() -> None:
    """The result is made final after the clerk's preview and before his confirmation."""
    score_list, user = under_review(), make_user("second")
    confirmed, final = in_between(lambda: confirm(score_list, user), COMPARED, make_final)
    done(final)
    assert codes(confirmed) == ["tournament-final"]
    assert fresh(score_list).state == "entered"
    assert not LogEntry.objects.filter(action="list.confirmed").exists()


def test_list_of_a_final_result_is_not_confirmed():
    confirmed_as_the_result_becomes_final()
    assert verify() == []


def test_final_result_race_exists_without_protection():
    with mock.patch.object(confirmation, "refuse_final"), pytest.raises(AssertionError):
        confirmed_as_the_result_becomes_final()


ACTS = (
    lambda by: act(record_game, ScoreList.objects.get(), line(3, 4), by=by, reason="misread"),
    lambda by: second_entry.remove_recheck_line(Recheck.objects.get(), 3, by=by, seen=Seen("0", 1)),
)


@pytest.mark.parametrize("change", ACTS)
def test_entries_that_change_after_they_were_compared_confirm_nothing(change):
    score_list, by = entered(), Actor(make_user("second"))
    recheck = second_entry.start_recheck(score_list, by=by)
    for each in ONE_ROUND:
        second_entry.record_recheck_line(recheck, each, by=by, seen=BLANK)
    resolved, changed = in_between(
        lambda: second_entry.resolve_recheck(recheck, {}, by=by, signed=(1, 2, 3, 4)),
        DIFFERENCES,
        lambda: change(by),
    )
    assert isinstance(resolved, StaleRevision)
    done(changed)
    assert fresh(score_list).state == "entered"
