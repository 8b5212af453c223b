"""Whatever a phone sends: an answer in words, and never a server error."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.lists.phone.forms import is_drawing
from scoring.rules.records import KNOWN_FIELDS
from scoring.verify.reads.verify import verify
from tests.effort import cases
from tests.lists.phone.tables import Phone, kept_by_phone, writing_phone

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.integers(-4, 60)
    | st.text(max_size=12)
    | st.sampled_from(["hearts", "grand", "null", "record", "insert", "annul", "\ud800", "\x00"]),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4)
    ),
    max_leaves=8,
)
GAMES = st.dictionaries(st.sampled_from(sorted(KNOWN_FIELDS)), VALUES, max_size=8)
FIELDS = ("game", "act", "consent", "reason", "name", "replaces", "text", "signatures", "games")
WHATS = ("device/", "games/1/", "games/2/", "games/9/", "call/", "hand-in/", "comparison/")
BASES = ("revision", "layout", "seen")


@pytest.mark.django_db
@settings(
    max_examples=cases(12, 300),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    sent=st.lists(
        st.tuples(
            st.sampled_from(WHATS),
            st.dictionaries(
                st.sampled_from((*FIELDS, "stop", "revision", "layout", "seen")), VALUES, max_size=4
            ),
            st.none() | GAMES,
        ),
        min_size=1,
        max_size=5,
    )
)
@pytest.mark.long
def test_nonsense_is_never_a_server_error(sent: list, phone: Phone):
    for what, fields, game in sent:
        more = {"revision": phone.revision, "layout": phone.layout} | fields
        answer = phone.post(what, **(more if game is None else more | {"game": game}))
        assert answer.status_code in (200, 404, 409, 422), (what, fields, game)
    assert verify() == []


@pytest.fixture
def phone(db: None) -> Phone:
    return writing_phone(kept_by_phone())


@given(VALUES)
def test_what_is_a_drawing_can_be_drawn(value: object):
    if is_drawing(value):
        assert isinstance(value, list)
        assert all(len(point) == 2 for stroke in value for point in stroke)
