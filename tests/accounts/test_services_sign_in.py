"""Failed sign-ins are slowed down: the first wait is one minute."""

from datetime import timedelta

import pytest

from scoring.accounts.services import sign_in
from scoring.accounts.services.limits import TooManyFailures
from scoring.accounts.services.sign_in import ADDRESS, attempt_of, begin_attempt, record_failure
from scoring.models import LogEntry, SignInFailures
from tests.factories import make_user
from tests.races import at_once

HERE = "192.168.178.20"


def guess(name: str = "klaus", address: str = HERE, device: str = "") -> None:
    attempt = attempt_of(name, address, device)
    record_failure(attempt, begin_attempt(attempt))


def wait_of(name: str = "klaus", address: str = HERE, device: str = "") -> int:
    """The minutes to wait; 0 if an attempt is allowed, which is then counted."""
    try:
        guess(name, address, device)
    except TooManyFailures as stop:
        return stop.minutes
    return 0


def seconds_to_wait(name: str) -> int:
    with pytest.raises(TooManyFailures) as stop:
        guess(name)
    return stop.value.seconds


def test_one_name_has_one_wait_however_it_is_spelled(clock):
    """Django reads a sign-in name in its plain letters: each of these opens the account."""
    for name in ("klaus", " KLAUS ", "\uff4blaus", "\u212alaus", "klau\u017f"):
        assert wait_of(name) == 0
    assert wait_of("kl\uff41us") == 1


def test_sixth_failure_waits_a_minute_and_each_further_one_doubles(clock):
    for _ in range(5):
        assert wait_of() == 0
    waits = []
    for _ in range(6):
        waits.append(wait_of())
        assert wait_of() == waits[-1], "no attempt extends it"
        clock.shift(timedelta(minutes=waits[-1]))
        assert wait_of() == 0
    assert waits == [1, 2, 4, 8, 15, 15]


def test_one_address_waits_longer_and_longer_after_thirty_failures_of_many_names(clock):
    for number in range(ADDRESS.threshold):
        guess(f"name-{number}")
    waits = []
    for number in range(7):
        waits.append(seconds_to_wait(f"another-{number}"))
        assert wait_of(f"another-{number}", "192.168.178.21") == 0
        clock.shift(timedelta(seconds=waits[-1]))
        assert wait_of(f"another-{number}") == 0
    assert waits == [10, 20, 40, 80, 160, 320, 270], "the last one ends with the quarter"


def test_thirty_failures_of_one_address_are_forgotten_after_a_quarter_of_an_hour(clock):
    for number in range(ADDRESS.threshold):
        guess(f"name-{number}")
    clock.shift(timedelta(minutes=15))
    for number in range(ADDRESS.threshold - 1):
        assert wait_of(f"name-{number}-again") == 0
    for _ in range(2):  # those of a name after an hour
        clock.shift(timedelta(minutes=61))
        for _ in range(4):
            assert wait_of() == 0


def test_an_ipv6_network_counts_as_one_address(clock):
    for number in range(ADDRESS.threshold):
        guess(f"name-{number}", f"2001:db8::{number:x}")
    assert wait_of("another", "2001:db8::ffff") == 1
    assert wait_of("another", "2001:db8:0:1::1") == 0


def test_guesses_from_many_addresses_slow_down_the_account(clock):
    """However many computers guess: six more in a quarter of an hour."""
    for number in range(100):
        guess(address=f"10.0.{number}.1")
    assert wait_of(address="10.1.1.1") == 1
    more = 0
    for second in range(0, 900, 15):
        more += wait_of(address=f"10.{2 + second // 250}.{second % 250}.1") == 0
        clock.shift(timedelta(seconds=15))
    assert more == 6


def test_failures_on_a_known_device_lock_it(clock):
    for _ in range(5):
        assert wait_of(device="tablet") == 0
    assert wait_of(device="tablet") == 1


def test_successful_sign_in_resets_account_failures_but_not_address_failures(clock):
    user = make_user("klaus")
    for number in range(ADDRESS.threshold - 3):
        guess(f"name-{number}")
    guess()
    attempt = attempt_of("klaus", HERE)
    begin_attempt(attempt)
    sign_in.record_success(user, attempt)
    for _ in range(2):
        assert wait_of() == 0
    assert wait_of() == 1, "thirty failures of the address; the one that succeeded is none"


def test_counters_hold_hashes_and_old_ones_are_removed(clock):
    for number in range(20):
        guess(f"name-{number}", f"10.0.0.{number}")
    assert SignInFailures.objects.count() == 60
    stored = str(list(SignInFailures.objects.values()))  # hashes: a name may be a password
    assert "name-1" not in stored
    assert "10.0.0" not in stored
    clock.shift(timedelta(hours=3))
    guess()
    assert SignInFailures.objects.count() == 3


def test_lockout_is_logged_with_the_account_only_if_it_exists(clock):
    make_user("klaus")
    for _ in range(5):
        guess()
        guess("mein passwort")
    rows = LogEntry.objects.filter(action="account.sign_in.blocked")
    assert [row.subject for row in rows] == ["account/klaus", "sign-in"]
    assert "passwort" not in str(list(LogEntry.objects.values()))


@pytest.mark.django_db(transaction=True)
def test_concurrent_guesses_are_all_counted():
    """Failures are counted before the password is checked: five attempts need no wait."""
    results = at_once(*[lambda: begin_attempt(attempt_of("klaus", HERE))] * 16)
    assert sum(not isinstance(each, TooManyFailures) for each in results) == 5
