"""Codes of an app, printed codes and passkeys: each counts once, and none leaves the database."""

import pytest

from scoring.accounts.services import sign_in
from scoring.accounts.services.sign_in import (
    RECOVERY_CODES,
    app_address,
    new_secret,
    read_new_passkey,
    use_code,
    use_passkey,
)
from scoring.core.forms import Refused
from scoring.models import Actor, Passkey, RecoveryCode, User
from tests.authenticator import code_of
from tests.factories import make_user
from tests.races import at_once
from tests.refusals import codes, codes_of

BY = Actor(name="test")
pytestmark = pytest.mark.django_db


@pytest.fixture
def user(clock) -> User:
    return make_user("klaus.klerk")


def set_up(user: User, **how: object) -> tuple[str, list[str]]:
    """An app of the account; its secret, and the printed codes."""
    secret = new_secret()
    codes = sign_in.add_app(user, secret, code_of(secret), by=BY, except_key=None, **how)
    return secret, codes


def test_each_code_of_the_app_counts_once_and_half_a_minute_around(user: User, clock):
    """RFC 6238, 5.2: a verifier must not accept the second attempt of an OTP."""
    secret, _printed = set_up(user)
    assert app_address(user, secret).startswith(
        f"otpauth://totp/Skatturnier:klaus.klerk?digits=6&secret={secret}"
    )
    assert not use_code(user, code_of(secret))  # set up with it
    assert codes_of(set_up, user) == ["app-there-already"]
    clock.shift(30)
    assert use_code(user, code_of(secret))
    assert not use_code(user, code_of(secret))
    clock.shift(30)
    assert not use_code(user, code_of(secret, -30))
    assert use_code(user, f" {code_of(secret)[:3]} {code_of(secret)[3:]} ")
    for seconds, is_right in ((-60, False), (-30, True), (30, True), (60, False)):
        clock.shift(600)
        assert use_code(user, code_of(secret, seconds)) is is_right
    for nothing in ("", "1234567", "²²²²²²", "000000\x00"):
        assert not use_code(user, nothing)


def test_a_printed_code_counts_once_however_it_is_typed(user: User):
    _secret, [first, second, *_others] = set_up(user)
    assert use_code(user, first.upper().replace("-", " "))
    assert not use_code(user, first)
    assert use_code(user, second.replace("-", ""))
    assert not use_code(make_user("somebody"), second)


@pytest.mark.django_db(transaction=True)
def test_two_who_type_one_code_at_once_are_one(user: User, clock):
    secret, [printed, *_others] = set_up(user)
    clock.shift(30)
    code = code_of(secret)
    for typed in (code, printed):
        assert sorted(at_once(*[lambda typed=typed: use_code(user, typed)] * 2)) == [False, True]


def test_printed_codes_come_with_the_first_factor_and_go_with_the_last(user: User):
    _secret, codes = set_up(user)
    assert len(set(codes)) == RECOVERY_CODES
    made = Passkey(credential="ab" * 16, data="AAAA")
    assert sign_in.add_passkey(user, "Handy", made, by=BY, except_key=None) == []
    sign_in.remove_factor(user, by=BY)
    assert RecoveryCode.objects.count() == RECOVERY_CODES
    sign_in.remove_factor(user, user.passkeys.get().pk, by=BY)
    assert not RecoveryCode.objects.exists()


@pytest.mark.parametrize("answer", ["", "[]", '{"id": 1}', '{"rawId": "' + "A" * 9000 + '"}'])
def test_a_made_up_answer_for_a_passkey_is_refused(user: User, answer: str):
    state = {"challenge": "AAAA", "user_verification": "discouraged"}
    with pytest.raises(Refused) as refused:
        read_new_passkey(answer, state, "localhost")
    assert codes(refused) == ["passkey-refused"]
    assert not use_passkey(user, answer, state, "localhost")
    assert not use_passkey(user, answer, None, "localhost")


def test_an_account_has_few_passkeys_each_of_its_own(user: User):
    def add(account: User, number: int) -> None:
        made = Passkey(credential=f"{number:032x}", data="AAAA")
        sign_in.add_passkey(account, "Handy", made, by=BY, except_key=None)

    for number in range(sign_in.MAX_PASSKEYS):
        add(user, number)
    assert codes_of(add, user, 99) == ["too-many-passkeys"]
    assert codes_of(add, make_user("thief"), 0) == ["passkey-there-already"]
    assert Passkey.objects.count() == sign_in.MAX_PASSKEYS
