"""Confirming by a second person, rejecting, annulling, and the reversal of each."""

import pytest

from scoring.core.forms import Refused, StaleRevision
from scoring.lists.reads import writers
from scoring.lists.services.confirmation import (
    annul_list,
    confirm_list,
    readmit_list,
    reject_list,
    withdraw_confirmation,
)
from scoring.lists.services.games import annul_games, record_game, record_games
from scoring.lists.services.lists import clear_list, close_list
from scoring.models import Actor, LogEntry, Seat
from tests.factories import line, make_member, make_user, open_list
from tests.refusals import codes

pytestmark = pytest.mark.django_db
ALL = (1, 2, 3, 4)
ONE_ROUND = [line(1, 2), line(2, 1), line(3), line(4, 1)]


@pytest.fixture
def clerk():
    return Actor(make_user("clara"))


@pytest.fixture
def second():
    return Actor(make_user("sven"))


def entered(clerk, **fields):
    score_list = open_list(rounds=1, **fields)
    record_games(score_list, ONE_ROUND, by=clerk, revision=1)
    close_list(score_list, by=clerk, revision=score_list.revision)
    return score_list


def referee_of(score_list):
    return Actor(make_member(score_list.series.tournament, "referee"))


def test_a_second_person_confirms_exactly_this_revision(clerk, second):
    score_list = entered(clerk, counts="confirmed")
    assert not Seat.objects.counted("confirmed").exists()
    confirm_list(score_list, by=second, revision=score_list.revision, signed=ALL)
    assert (score_list.state, score_list.confirmed_by) == ("confirmed", second.user)
    assert score_list.confirmed_revision == score_list.revision
    assert Seat.objects.counted("confirmed").count() == 4


def test_author_of_a_list_cannot_confirm_it(clerk, second):
    score_list = entered(clerk)
    with pytest.raises(Refused) as refusal:
        confirm_list(score_list, by=clerk, revision=score_list.revision, signed=ALL)
    assert set(codes(refusal)) == {"confirming-needs-another"}


def test_author_of_a_correction_cannot_confirm_the_list(clerk, second):
    """docs/data-model.md: authors are all accounts in the log since the list was last empty."""
    score_list = entered(clerk)
    record_game(score_list, line(2, 3), by=second, revision=score_list.revision, reason="5.5.3")
    record_game(score_list, line(2, 1), by=clerk, revision=score_list.revision, reason="5.5.3")
    assert writers(score_list) == {clerk.user.pk, second.user.pk}
    with pytest.raises(Refused) as refusal:
        confirm_list(score_list, by=second, revision=score_list.revision, signed=ALL)
    assert set(codes(refusal)) == {"confirming-needs-another"}


def test_authors_before_emptying_do_not_count(clerk, second):
    score_list = entered(clerk)
    clear_list(score_list, by=second, revision=score_list.revision, reason="wrong table")
    record_games(score_list, ONE_ROUND, by=second, revision=score_list.revision)
    assert writers(score_list) == {second.user.pk}


def test_closing_a_list_does_not_count_as_entering(clerk, second):
    """A second person who checks and closes the list may confirm it."""
    score_list = open_list(rounds=1)
    record_games(score_list, ONE_ROUND, by=clerk, revision=1)
    close_list(score_list, by=second, revision=score_list.revision)
    confirm_list(score_list, by=second, revision=score_list.revision, signed=ALL)
    assert score_list.entered_by == clerk.user


def test_self_confirmation_is_marked_where_allowed(clerk):
    score_list = entered(clerk, confirm="self")
    confirm_list(score_list, by=clerk, revision=score_list.revision, signed=ALL)
    assert score_list.self_confirmed
    assert LogEntry.objects.get(action="list.confirmed").new["alone"] is True


def test_blind_second_entry_is_required_where_configured(clerk, second):
    score_list = entered(clerk, confirm="blind")
    with pytest.raises(Refused) as refusal:
        confirm_list(score_list, by=second, revision=score_list.revision, signed=ALL)
    assert set(codes(refusal)) == {"confirming-needs-a-second-entry"}


def test_signatures_of_all_seats_are_required(clerk, second):
    """TO 9.11; all missing ones are reported together."""
    score_list = open_list(rounds=1)
    with pytest.raises(Refused) as refusal:
        confirm_list(score_list, by=second, revision=1, signed=(1, 3))
    assert set(codes(refusal)) == {"list-not-entered", "signature-missing"}
    assert refusal.value.problems[-1].params == {"seats": "2, 4"}


def test_a_list_that_changed_meanwhile_is_not_confirmed(clerk, second):
    score_list = entered(clerk)
    seen = score_list.revision
    record_game(score_list, line(2, 3), by=clerk, revision=seen, reason="agreed")
    with pytest.raises(StaleRevision):
        confirm_list(score_list, by=second, revision=seen, signed=ALL)


def test_any_change_clears_a_confirmation(clerk, second):
    score_list = entered(clerk)
    confirm_list(score_list, by=second, revision=score_list.revision, signed=ALL)
    record_game(score_list, line(2, 3), by=clerk, revision=score_list.revision, reason="5.5.3")
    assert (score_list.state, score_list.confirmed_by) == ("entered", None)


def test_a_confirmation_is_withdrawn_with_a_reason(clerk, second):
    score_list = entered(clerk)
    confirm_list(score_list, by=second, revision=score_list.revision, signed=ALL)
    with pytest.raises(Refused):
        withdraw_confirmation(score_list, by=second, revision=score_list.revision, reason="")
    withdraw_confirmation(
        score_list, by=referee_of(score_list), revision=score_list.revision, reason="wrong paper"
    )
    assert score_list.state == "entered"


@pytest.mark.parametrize(
    "decide",
    [
        reject_list,
        annul_list,
        withdraw_confirmation,
        lambda each, **how: annul_games(each, [4], **how),
    ],
    ids=["reject", "annul", "withdraw", "annul games"],
)
def test_clerk_cannot_decide_about_a_list(decide, clerk, second):
    """The service itself checks the role."""
    score_list = entered(clerk)
    confirm_list(score_list, by=second, revision=score_list.revision, signed=ALL)
    somebody = Actor(make_member(score_list.series.tournament, "clerk"))
    log_count = LogEntry.objects.count()
    for actor in (somebody, second):
        with pytest.raises(Refused) as refusal:
            decide(score_list, by=actor, revision=score_list.revision, reason="illegible")
        assert set(codes(refusal)) == {"referee-decides"}
        score_list.refresh_from_db()
        assert (score_list.state, LogEntry.objects.count()) == ("confirmed", log_count)


def test_clerk_cannot_readmit_a_rejected_list(clerk):
    score_list = entered(clerk)
    reject_list(score_list, by=referee_of(score_list), revision=score_list.revision, reason="torn")
    somebody = Actor(make_member(score_list.series.tournament, "clerk"))
    with pytest.raises(Refused) as refusal:
        readmit_list(score_list, by=somebody, revision=score_list.revision, reason="not so torn")
    assert set(codes(refusal)) == {"referee-decides"}


@pytest.mark.parametrize(
    ("service", "state"), [(reject_list, "rejected"), (annul_list, "annulled")]
)
def test_list_set_aside_does_not_count_until_readmitted(clerk, second, service, state):
    """TO 7.2.4."""
    score_list = entered(clerk)
    with pytest.raises(Refused):
        service(score_list, by=referee_of(score_list), revision=score_list.revision, reason=" ")
    referee = referee_of(score_list)
    service(score_list, by=referee, revision=score_list.revision, reason="unreadable")
    assert score_list.state == state
    assert not Seat.objects.counted("entered").exists()
    with pytest.raises(Refused) as refusal:
        record_game(score_list, line(2, 3), by=clerk, revision=score_list.revision)
    assert set(codes(refusal)) == {"list-not-changeable"}
    readmit_list(score_list, by=referee, revision=score_list.revision, reason="read it after all")
    assert (score_list.state, score_list.games.count()) == ("open", 4)
