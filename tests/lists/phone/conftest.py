"""Fixtures of the list at the table."""

from collections.abc import Callable
from typing import Any

import pytest

from scoring.models import ScoreList
from tests.browser import PHONE
from tests.lists.phone.finger import Finger, finger_at
from tests.lists.phone.tables import Phone, kept_by_phone, writing_phone


@pytest.fixture
def score_list(db) -> ScoreList:
    return kept_by_phone()


@pytest.fixture
def phone(score_list: ScoreList) -> Phone:
    """The phone that writes the list, here without a browser."""
    return writing_phone(score_list)


@pytest.fixture
def at_table(new_context: Any, live_server: Any) -> Callable[..., Finger]:
    """A phone that has the page of a list open, and writes it unless it only reads along."""

    def sit_down(score_list: ScoreList, *, claims: bool = True, **options: Any) -> Finger:
        settings = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
        page = new_context(**(settings | options)).new_page()
        finger = finger_at(page, score_list, live_server.url).open()
        return finger.claim() if claims else finger

    return sit_down
