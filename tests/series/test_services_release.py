"""One release: a released seating is shown to the hall, a closed series with its result."""

import pytest

from scoring.models import Actor, Series
from scoring.public import services
from scoring.public.access import with_releases
from scoring.series.services.series import move_series
from tests.factories import make_series, seated

pytestmark = pytest.mark.django_db
BY = Actor(name="test")


def shown(series: Series) -> tuple[bool, bool]:
    """Whether the hall sees the seating and the result."""
    series.refresh_from_db()
    return series.seating_public_at is not None, series.results_public_at is not None


@pytest.mark.parametrize(
    ("public", "shows", "visible"), [(True, True, True), (True, False, False), (False, True, False)]
)
def test_state_table_of_what_the_hall_sees(public: bool, shows: bool, visible: bool):
    """Of a public tournament that shows releases, of one that shows each part by hand, and of one
    that is not public.
    """
    series = seated(4, public=public, shows_releases=shows)
    assert shown(series) == (visible, False)
    for to, seen in (
        ("draft", (False, False)),
        ("playing", (True, False)),
        ("closed", (True, True)),
        ("playing", (True, False)),
        ("closed", (True, True)),
    ):
        move_series(series, to, by=BY, reason="as the table says")
        assert shown(series) == (seen if visible else (False, False)), to


def test_opening_the_pages_shows_what_was_released_before():
    series = seated(4)
    later = make_series(series.tournament)
    services.set_public(series.tournament, True, by=BY)
    assert (shown(series), shown(later)) == ((True, False), (False, False))


def test_switching_it_off_keeps_what_is_shown_and_shows_no_more():
    series = seated(4)
    services.set_public(series.tournament, True, by=BY)
    services.set_shows_releases(series.tournament, False, by=BY)
    series.refresh_from_db()
    move_series(series, "playing", by=BY)
    move_series(series, "closed", by=BY, reason="lists are lost")
    assert shown(series) == (True, False)
    services.set_shows_releases(series.tournament, True, by=BY)
    assert shown(series) == (True, True)


def test_a_freeze_hides_the_result_of_a_series_that_is_closed():
    series = seated(4, public=True)
    services.set_frozen_after(series.tournament, 0, by=BY)
    move_series(series, "playing", by=BY)
    move_series(series, "closed", by=BY, reason="lists are lost")
    assert shown(series) == (True, True)
    assert with_releases(series.tournament).results == frozenset()
