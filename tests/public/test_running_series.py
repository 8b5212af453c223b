"""How a running series stands, on phones and wall, if the organizer shows it."""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import ScoreList, Tournament
from scoring.public.services import release_part, set_public
from tests.lists.phone.tables import BY, hearts, kept_by_phone, phone_of, writing_phone
from tests.races import fresh

pytestmark = pytest.mark.django_db


def shown(score_list: ScoreList) -> ScoreList:
    set_public(score_list.series.tournament, True, by=BY)
    release_part(score_list.series, "results", by=BY)
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
