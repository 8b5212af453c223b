"""Two phones at one table, and the organizer beside them: nothing is lost and nothing doubled.

Each race stops one act where the other one meets it (`tests/races.py`).
"""

from functools import partial
from typing import Any

import pytest
from django.db import connection

from scoring.core.forms import Refused, StaleRevision
from scoring.exchange.reads.verify import verify
from scoring.lists.phone import services
from scoring.lists.phone.reads import handle_of
from scoring.lists.phone.services import OtherDevice, TableAct
from scoring.lists.services.games import Seen
from scoring.models import LogEntry, ScoreList, TableAccess, TableCall, TableDevice
from tests.factories import line
from tests.lists.phone.tables import BY, ONE, OTHER, STROKES, kept_by_phone
from tests.races import at_once, done, fresh, in_between, unlocked

pytestmark = pytest.mark.django_db(transaction=True)
RECORD = "scoring.lists.phone.services.refuse_without_consent"


def access() -> TableAccess:
    return TableAccess.objects.select_related("list__series__tournament").get()


def table() -> ScoreList:
    """A list that the first device writes."""
    score_list = kept_by_phone()
    services.claim_writing(access(), ONE, "Karl")
    return score_list


def play(device: str, number: int = 1, soloist: int | None = 2) -> object:
    act = TableAct(number, Seen("", 1), line=line(number, soloist))
    return services.play_at_table(access(), device, act)


def take_over() -> object:
    return services.claim_writing(access(), OTHER, "Ida", replaces=handle_of(ONE))


def of_kind(results: list[object], kind: Any) -> int:
    return sum(isinstance(each, kind) for each in results)


def test_two_devices_that_claim_at_once_do_not_both_write():
    kept_by_phone()
    results = at_once(
        lambda: services.claim_writing(access(), ONE, "Karl"),
        lambda: services.claim_writing(access(), OTHER, "Ida"),
    )
    assert of_kind(results, OtherDevice) == 1
    assert TableDevice.objects.filter(until=None).count() == 1


@pytest.mark.parametrize(("soloist", "conflicts"), [(2, 0), (3, 1)])
def test_two_games_recorded_in_one_row_at_once_are_one_or_a_conflict(soloist, conflicts):
    """One game twice: of a phone that forgot what it sent."""
    score_list = table()
    results = at_once(partial(play, ONE), partial(play, ONE, soloist=soloist))
    assert of_kind(results, Exception) == of_kind(results, StaleRevision) == conflicts
    assert score_list.games.count() == 1
    assert LogEntry.objects.filter(action="list.game.recorded").count() == 1


def to_paper() -> object:
    return services.take_to_paper(access().list, by=BY)


@pytest.mark.parametrize(("act", "refusal"), [(take_over, OtherDevice), (to_paper, Refused)])
def test_who_takes_the_list_waits_for_the_game_that_is_being_sent_and_ends_the_next(act, refusal):
    score_list = table()
    done(*in_between(partial(play, ONE), RECORD, act))
    assert score_list.games.count() == 1
    with pytest.raises(refusal):
        play(ONE, number=2)


def test_a_game_of_the_replaced_device_is_not_written_after_the_take_over():
    score_list = table()
    replaced = "scoring.lists.phone.services.TableDevice.objects.create"
    first, second = in_between(take_over, replaced, partial(play, ONE))
    done(first)
    assert isinstance(second, OtherDevice)
    assert not score_list.games.exists()


@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite has one write lock")
def test_without_locks_the_replaced_device_writes():
    score_list = table()
    replaced = "scoring.lists.phone.services.TableDevice.objects.create"
    with unlocked():
        first, second = in_between(take_over, replaced, partial(play, ONE))
    done(first, second)
    assert score_list.games.exists()


def test_a_renewed_address_leaves_no_device_that_writes():
    score_list = table()
    results = at_once(partial(play, ONE), lambda: services.renew_address(fresh(score_list), by=BY))
    assert not isinstance(results[1], Exception)
    assert not TableDevice.objects.filter(until=None).exists()
    with pytest.raises(OtherDevice):
        play(ONE, number=2)


def test_who_opened_the_old_address_claims_nothing_once_it_is_renewed():
    """The request of the device that was to be locked out waited for the renewal, and went on."""
    score_list, before = table(), access()
    services.renew_address(score_list, by=BY)
    with pytest.raises(Refused):
        services.claim_writing(before, OTHER, "Ida")
    services.claim_writing(access(), OTHER, "Ida")


def test_a_list_is_handed_in_once():
    score_list = table()
    for number in range(1, 5):
        play(ONE, number, soloist=None)
    signed = dict.fromkeys(range(1, 5), STROKES)
    results = at_once(*[lambda: services.hand_in(access(), ONE, signed, revision=5)] * 2)
    assert of_kind(results, Refused | StaleRevision) == 1
    assert LogEntry.objects.filter(action="list.closed").count() == 1
    assert fresh(score_list).state == "entered"
    assert verify() == []


def test_two_calls_at_once_are_one():
    table()
    done(*at_once(*[lambda: services.call_referee(access())] * 2))
    assert TableCall.objects.count() == 1
