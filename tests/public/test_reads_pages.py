"""When public pages change: a game typed into an open list does not change them."""

import pytest

from scoring.lists.services.games import record_game, record_games
from scoring.lists.services.lists import close_list, exchange_seats, reopen_list
from scoring.models import Actor, Series
from scoring.public import services
from scoring.public.access import PublicTournament, room_of
from scoring.public.reads.pages import current_state
from scoring.series.services.series import move_series
from tests.factories import line, open_list, seated

pytestmark = pytest.mark.django_db
BY = Actor(name="test")


@pytest.fixture
def score_list():
    found = open_list(rounds=1, confirm="self")
    services.set_public(found.series.tournament, True, by=BY)
    return found


def now(score_list) -> object:
    return room_of(score_list.series.tournament_id).revision


def revision(score_list) -> int:
    score_list.refresh_from_db()
    return int(score_list.revision)


def room(series: Series) -> PublicTournament:
    services.set_public(series.tournament, True, by=BY)
    return room_of(series.tournament_id)


def test_game_in_an_open_list_does_not_change_public_pages(score_list):
    before = now(score_list)
    record_game(score_list, line(1, 2), by=BY, revision=revision(score_list))
    record_game(score_list, line(1, 3), by=BY, revision=revision(score_list))
    assert now(score_list) == before


def test_public_pages_change_with_counting_lists(score_list):
    seen = [now(score_list)]
    record_games(score_list, [line(n) for n in range(1, 5)], by=BY, revision=1)
    close_list(score_list, by=BY, revision=revision(score_list))
    seen.append(now(score_list))
    record_game(score_list, line(2, 1), by=BY, revision=revision(score_list), reason="agreed")
    seen.append(now(score_list))
    reopen_list(score_list, by=BY, revision=revision(score_list), reason="slip")
    seen.append(now(score_list))
    exchange_seats(score_list, 1, 2, by=BY, revision=revision(score_list))
    seen.append(now(score_list))
    assert len(set(seen)) == len(seen)


def test_start_page_depends_on_the_state_of_the_tournament():
    series = seated(8)
    assert current_state(room(series)).code == "released"
    assert current_state(room(series)).missing is None, "who sits where is not released"
    services.release_part(series, "seating", by=BY)
    move_series(series, "playing", by=BY)
    on = current_state(room(series))
    assert (on.code, on.missing, on.tables) == ("playing", (1, 2), 2)
    series.tournament.series.update(state="closed")
    assert current_state(room(series)).code == "closed"
    for state in ("review", "final"):
        type(series.tournament).objects.update(state=state)
        assert current_state(room(series)).code == state
