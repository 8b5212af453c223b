"""A list that is kept by phone, and the phones at its table."""

import json
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from django.http import HttpResponse
from django.test import Client

from scoring.lists.phone.reads import table_path
from scoring.models import Actor, ScoreList, TableAccess
from tests.factories import seated
from tests.races import fresh

BY = Actor(name="test")
PASSED = {"passed": True}
ONE = "5d5c4a2e-0000-4000-8000-000000000001"
OTHER = "5d5c4a2e-0000-4000-8000-000000000002"
STROKES = [[[10, 20], [30, 40], [500, 60]]]
tokens = (f"token-{number:06}" for number in count(1))


def hearts(soloist: int, **fields: object) -> dict[str, object]:
    return {"soloist": soloist, "game": "hearts", "tops": 1, "won": True, **fields}


@dataclass
class Phone:
    """A device with the address of a list."""

    path: str
    device: str = ONE
    revision: int = 1
    layout: int = 1
    lines: list[dict[str, Any]] = field(default_factory=list)

    def post(self, what: str, **fields: object) -> HttpResponse:
        body = {"device": self.device, "token": next(tokens), **fields}
        response = Client(enforce_csrf_checks=True).post(
            self.path + what, json.dumps(body), content_type="application/json"
        )
        if response["Content-Type"] == "application/json":
            self.keep(response.json()["state"])
        return response

    def keep(self, state: dict[str, Any]) -> None:
        """What this device was told last."""
        for key in ("revision", "layout", "lines"):
            setattr(self, key, state.get(key, getattr(self, key)))

    def seen(self, number: int) -> dict[str, Any] | None:
        """The game that stands in a row on this device."""
        counted = (each for each in self.lines if not each.get("annulled"))
        return next((each for each in counted if each["number"] == number), None)

    def claim(self, name: str = "Karls Handy", **fields: object) -> HttpResponse:
        return self.post("device/", name=name, **fields)

    def play(self, number: int, game: object = None, **fields: object) -> HttpResponse:
        """A game over what this device was told of its row."""
        seen = {"layout": self.layout, "seen": self.seen(number)}
        game = PASSED if game is None else game
        return self.post(f"games/{number}/", **{**seen, "game": game, **fields})

    def hand_in(self, **fields: object) -> HttpResponse:
        signatures = [{"position": each, "strokes": STROKES} for each in range(1, 5)]
        values = {"revision": self.revision, "signatures": signatures, **fields}
        return self.post("hand-in/", **values)

    def get(self, what: str = "state/", **more: Any) -> HttpResponse:
        return Client().get(self.path + what, {"device": self.device}, **more)

    def state(self) -> dict[str, Any]:
        response = self.get()
        assert response.status_code == 200, response.content
        state: dict[str, Any] = response.json()
        self.keep(state)
        return state


def kept_by_phone(*, rounds: int = 1, **fields: object) -> ScoreList:
    """The empty list of one table of four in a tournament whose lists are kept by phone."""
    series = seated(4, rounds=rounds, phones=True, **fields)
    return fresh(series.lists.get())


def phone_of(score_list: ScoreList, device: str = ONE) -> Phone:
    return Phone(table_path(TableAccess.objects.get(list=score_list)), device)


def writing_phone(score_list: ScoreList | None = None) -> Phone:
    phone = phone_of(score_list or kept_by_phone())
    assert phone.claim().status_code == 200
    return phone


def played(score_list: ScoreList | None = None) -> Phone:
    """Of a list of one round, in which all was passed."""
    phone = writing_phone(score_list)
    for number in range(1, 5):
        assert phone.play(number).status_code == 200
    return phone


def handed_in(**fields: object) -> ScoreList:
    """A list of one round with the signatures of all."""
    score_list = kept_by_phone(**fields)
    assert played(score_list).hand_in().status_code == 200
    return fresh(score_list)


def codes(response: HttpResponse) -> list[str]:
    assert response.status_code == 422, response.content
    return [each["code"] for each in response.json()["problems"]]
