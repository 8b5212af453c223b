"""When public pages change: a game typed into an open list does not change them."""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.lists.services.games import record_game, record_games
from scoring.lists.services.lists import close_list, exchange_seats, reopen_list
from scoring.models import Actor, ScoreList, Series, Tournament
from scoring.public import services
from scoring.public.access import PublicTournament, room_of
from scoring.public.reads.pages import current_state
from scoring.series.services.series import move_series
from tests.factories import line, open_list, seated
from tests.lists.phone.tables import hearts, kept_by_phone, phone_of, writing_phone
from tests.races import fresh

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


# How a running series stands, on phones and wall, if the organizer shows it ----------------------


def shown(score_list: ScoreList) -> ScoreList:
    services.set_public(score_list.series.tournament, True, by=BY)
    services.release_part(score_list.series, "results", by=BY)
    return fresh(score_list)


def page(score_list: ScoreList, name: str = "room-kind-standings", **more: object) -> str:
    args = [score_list.series.tournament_id]
    if name == "room-kind-standings":
        args.append("running")
    answer = Client().get(reverse(name, args=args), **more)
    return answer.content.decode() if answer.status_code == 200 else ""


@pytest.fixture
def running() -> ScoreList:
    score_list = kept_by_phone()
    phone = writing_phone(score_list)
    phone.play(1, hearts(2))
    phone.play(2, hearts(3, won=False))
    return fresh(score_list)


def test_a_running_series_is_shown_as_running_if_the_organizer_shows_it(running: ScoreList):
    assert page(running) == ""
    text = page(shown(running))
    assert "Serie 1 – läuft" in text
    assert "läuft, noch kein Ergebnis" in text
    assert "2/4" in text
    assert "Serie 1 – läuft" in page(running, "room-wall-pages")
    assert 'data-part="running"' in page(running, "room-wall-pages")


@pytest.mark.parametrize("hidden", [{"frozen_after": 0}, {"confirm": "blind"}, {"phones": False}])
def test_frozen_typed_twice_or_without_phones_no_page_tells_of_a_running_series(
    running: ScoreList, hidden
):
    phone = phone_of(running)
    assert phone.state()["standings"] == ""
    shown(running)
    assert phone.state()["standings"].endswith("/standings/running/")
    Tournament.objects.update(**hidden)
    assert page(running) == ""
    assert "läuft, noch kein Ergebnis" not in page(running, "room-standings")
    if "frozen_after" in hidden:
        assert phone_of(running).state()["standings"] == ""
