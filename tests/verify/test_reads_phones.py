"""Rows of the phones that no phone can have sent."""

from collections.abc import Callable

import pytest

from scoring.models import ScoreList, Signature, TableCall, UnsentGames
from scoring.verify.reads.verify import verify
from tests.lists.phone.tables import PASSED, kept_by_phone, writing_phone

pytestmark = pytest.mark.django_db


def handed_in() -> ScoreList:
    score_list = kept_by_phone()
    phone = writing_phone(score_list)
    phone.post("call/", game=1)
    for number in range(1, 5):
        phone.play(number)
    phone.hand_in()
    phone.post("comparison/", games=[{"number": 1, **PASSED}])
    return score_list


def test_what_phones_send_is_found_right():
    handed_in()
    assert verify() == []
    assert TableCall.objects.get().closed_at is not None


@pytest.mark.parametrize(
    ("damage", "code"),
    [
        (lambda: Signature.objects.filter(position=4).update(position=5), "verify-signature"),
        (lambda: Signature.objects.filter(position=4).update(revision=99), "verify-signature"),
        (lambda: Signature.objects.filter(position=4).update(strokes=[[]]), "verify-signature"),
        (lambda: TableCall.objects.update(game_number=40), "verify-call"),
        (lambda: UnsentGames.objects.update(games=[{"number": "x"}]), "verify-unsent"),
        (lambda: UnsentGames.objects.update(games={}), "verify-unsent"),
    ],
)
def test_what_no_phone_sends_is_found(damage: Callable[[], object], code: str):
    handed_in()
    damage()
    (found,) = verify()
    assert (found.problem.code, found.series) == (code, 1)
