"""Rows of the phones that no phone can have sent."""

import pytest

from scoring.exchange.reads.verify import verify
from scoring.lists.photos.services import keep_photo
from scoring.models import Actor, ListPhoto, Signature, TableCall, UnsentGames
from tests.factories import open_list
from tests.lists.phone.tables import PASSED, kept_by_phone, writing_phone
from tests.photographed import READ_PHOTO
from tests.visitors import undone

pytestmark = pytest.mark.django_db


def test_what_no_phone_sends_is_found():
    phone = writing_phone(kept_by_phone())
    phone.post("call/", game=1)
    for number in range(1, 5):
        phone.play(number)
    phone.hand_in()
    phone.post("comparison/", games=[{"number": 1, **PASSED}])
    assert verify() == []
    assert TableCall.objects.get().closed_at is not None
    signature = Signature.objects.filter(position=4)
    for rows, damage, code in (
        (signature, {"position": 5}, "verify-signature"),
        (signature, {"revision": 99}, "verify-signature"),
        (signature, {"strokes": [[]]}, "verify-signature"),
        (TableCall.objects, {"game_number": 40}, "verify-call"),
        (UnsentGames.objects, {"games": [{"number": "x"}]}, "verify-unsent"),
        (UnsentGames.objects, {"games": {}}, "verify-unsent"),
    ):
        with undone():
            rows.update(**damage)
            (found,) = verify()
            assert (found.problem.code, found.series) == (code, 1)
    TableCall.objects.update(game_number=None)  # a table may call about none
    assert verify() == []


@pytest.mark.parametrize("damage", [{"jpeg": b"other"}, {"reading": {"rows": [{}] * 99}}])
def test_a_photo_that_is_not_as_it_was_added_is_found(damage: dict[str, object]):
    """It is what a list is compared with (TO 9.11)."""
    keep_photo(open_list(), READ_PHOTO, by=Actor(name="clara"))
    assert verify() == []
    ListPhoto.objects.update(**damage)
    (found,) = verify()
    assert (found.problem.code, found.series) == ("verify-photo", 1)
