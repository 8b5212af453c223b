"""When public pages change: a game typed into an open list does not change them."""

import gzip
import threading
from dataclasses import dataclass, field

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from scoring.lists.services.games import record_game, record_games
from scoring.lists.services.lists import close_list, exchange_seats, reopen_list
from scoring.models import Actor, ScoreList, Tournament
from scoring.public import services
from scoring.public.access import room_of
from scoring.public.page_cache import CachedPage, page_at, respond, stamp_of
from scoring.public.reads.pages import current_state
from scoring.series.services.series import move_series
from tests.factories import line, open_list, seated
from tests.lists.phone.tables import hearts, kept_by_phone, writing_phone
from tests.races import fresh
from tests.visitors import text

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


def test_game_in_an_open_list_does_not_change_public_pages(score_list):
    before = now(score_list)
    record_game(score_list, line(1, 2), by=BY, revision=revision(score_list))
    record_game(score_list, line(1, 3), by=BY, revision=revision(score_list))
    assert now(score_list) == before


def test_public_pages_change_with_counting_lists(score_list):
    record_games(score_list, [line(n) for n in range(1, 5)], by=BY, revision=1)
    seen = [now(score_list)]
    for act, *args, reason in (
        (close_list, {}),
        (record_game, line(2, 1), {"reason": "agreed"}),
        (reopen_list, {"reason": "slip"}),
        (exchange_seats, 1, 2, {}),
    ):
        act(score_list, *args, by=BY, revision=revision(score_list), **reason)
        seen.append(now(score_list))
    assert len(set(seen)) == len(seen)


def test_start_page_depends_on_the_state_of_the_tournament():
    series = seated(8, public=True)

    def states() -> tuple[str, tuple[int, ...] | None]:
        on = current_state(room_of(series.tournament_id))
        return on.code, on.missing

    assert states() == ("released", None), "who sits where is not released"
    services.set_part_public(series, "seating", True, by=BY)
    move_series(series, "playing", by=BY)
    assert states() == ("playing", (1, 2))
    series.tournament.series.update(state="closed")
    assert states()[0] == "closed"
    for state in ("review", "final"):
        Tournament.objects.update(state=state)
        assert states()[0] == state
    Tournament.objects.update(broken_off="prizes")
    for state, words in (("final", " Das Ergebnis ist endgültig."), ("running", "")):
        Tournament.objects.update(state=state)
        start_page = text(Client().get(reverse("room", args=[series.tournament_id])))
        assert f"Das Turnier ist abgebrochen.{words} Meinen Platz" in start_page


def shown(score_list: ScoreList) -> ScoreList:
    services.set_public(score_list.series.tournament, True, by=BY)
    services.set_part_public(score_list.series, "results", True, by=BY)
    return fresh(score_list)


def page(score_list: ScoreList, name: str = "room-kind-standings") -> str:
    scope = ["running"] if name == "room-kind-standings" else []
    answer = Client().get(reverse(name, args=[score_list.series.tournament_id, *scope]))
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
    assert 'data-part="running"' in page(running, "room-wall-pages")


@pytest.mark.parametrize("hidden", [{"frozen_after": 0}, {"confirm": "blind"}, {"phones": False}])
def test_frozen_typed_twice_or_without_phones_no_page_tells_of_a_running_series(
    running: ScoreList, hidden
):
    assert page(shown(running))
    Tournament.objects.update(**hidden)
    assert page(running) == ""
    assert "läuft, noch kein Ergebnis" not in page(running, "room-standings")


OPEN, CLOSED = ("what is released",), ("less is released",)


@dataclass
class Room:
    """What a page is made of; `revision` is what everything else of it stands at."""

    shown: tuple[object, ...] = OPEN
    revision: int = 1
    running: object = None
    tournament_ids: tuple[int, ...] = field(default=(1,))
    tournament: Tournament | None = None


def made(text: str):
    return lambda: HttpResponse(text)


def body(page: CachedPage) -> bytes:
    return gzip.decompress(page.packed)


def test_equal_pages_have_equal_etags():
    etags = {page_at("page", stamp_of(Room(revision=n)), made("same")).etag for n in range(3)}
    cache.clear()  # as in another process
    assert etags == {page_at("page", stamp_of(Room(revision=9)), made("same")).etag}
    assert page_at("page", stamp_of(Room(revision=4)), made("other")).etag not in etags


@pytest.mark.parametrize(("shown", "expected"), [(OPEN, b"before"), (CLOSED, b"after")])
def test_previous_page_is_served_while_a_new_one_is_made(shown, expected):
    page_at("page", stamp_of(Room()), made("before"))
    begun, go_on = threading.Event(), threading.Event()

    def slowly() -> HttpResponse:
        begun.set()
        go_on.wait(5)
        return HttpResponse("after")

    now = stamp_of(Room(shown, 2))
    maker = threading.Thread(target=page_at, args=("page", now, slowly))
    maker.start()
    begun.wait(5)
    pages: list[bytes] = []
    other = threading.Thread(target=lambda: pages.append(body(page_at("page", now, made("no")))))
    other.start()
    other.join(5 if expected == b"before" else 0.1)
    assert bool(pages) == (expected == b"before")
    go_on.set()
    maker.join()
    other.join()
    assert pages == [expected]
    assert body(page_at("page", now, made("never"))) == b"after"


def test_failed_page_is_made_again():
    def fails() -> HttpResponse:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        page_at("page", stamp_of(Room()), fails)
    assert body(page_at("page", stamp_of(Room()), made("now"))) == b"now"


def test_response_is_compressed_for_clients_that_accept_it():
    page = page_at("page", stamp_of(Room()), made("long " * 200))
    packed = respond(RequestFactory().get("/", headers={"accept-encoding": "gzip, br"}), page)
    assert packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == body(page)
    plain = respond(RequestFactory().get("/"), page)
    assert plain.content == body(page)
    assert "Content-Encoding" not in plain
    assert plain["ETag"] == packed["ETag"]
    assert "Accept-Encoding" in plain["Vary"]
