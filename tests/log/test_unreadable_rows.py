"""Rows of the log that nobody could have written here stand there, say so, and break no page."""

import logging
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.core.log_rows import first_misfit
from scoring.log.reads import event_of
from scoring.models import LogEntry, ScoreList, Season, Tournament
from scoring.models.log import Action
from scoring.models.names import subject_of
from tests.effort import cases
from tests.factories import make_host, make_user
from tests.simulated import finished
from tests.visitors import browser, text

pytestmark = pytest.mark.django_db
WRONG = [
    {"games": [1]},
    {"games": [None]},
    {"games": "x"},
    {"games": 1.5},
    {"games": [[1, 2]]},
    {"totals": 1},
    {"number": 1, "game": "grand", "end": [1]},
    [1],
    "x",
]


@pytest.fixture
def tournament() -> Tournament:
    found = finished(players=7, series=1, rounds=1)
    make_host()  # beside another one a host has pages
    return found


@pytest.fixture
def reader() -> Client:
    return browser(make_user("root", superuser=True))


@pytest.fixture
def noted(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    with caplog.at_level(logging.ERROR, "scoring.log.reads"):
        yield caplog


def put(tournament: Tournament | None, action: str, subject: str, **sides: Any) -> LogEntry:
    return LogEntry.objects.create(
        tournament=tournament, at=timezone.now(), action=action, subject=subject, **sides
    )


def test_every_page_and_file_of_the_log_opens_beside_rows_that_cannot_be_read(
    tournament: Tournament, reader: Client, noted: pytest.LogCaptureFixture
):
    for wrong in WRONG:
        put(tournament, Action.LIST_GAMES_RECORDED, "list/1/1", new=wrong)
        put(tournament, Action.LIST_TOTALS_ENTERED, "list/1/1", old=wrong, new=wrong)
        put(tournament, Action.SERIES_MOVED, "series/1", new=wrong)
    # About no list and no series.
    for subject in ("report/x", "list/1/x", "list/x", "series/x", "series/", "list/1/1/1", ""):
        put(tournament, Action.SERIES_MOVED, subject, new={"state": "closed"})
        put(tournament, Action.LIST_GAME_CHANGED, subject, new={"number": 1})
        put(tournament, Action.LIST_OPENED, subject, new={"seats": [1]})
    put(tournament, Action.LIST_ANNULLED, "list/1/1", new={"state": "annulled"})
    score_list = ScoreList.objects.get(series__tournament=tournament, table_number=1)
    here, host = f"/tournaments/{tournament.pk}", f"/hosts/{tournament.host_id}"
    for address in (
        *(f"{here}/{page}/" for page in ("log", "standings", "register")),
        *(f"{here}/tables/log.{kind}" for kind in ("pdf", "xlsx", "csv")),
        *(f"{here}/{file}" for file in ("tables/corrections.pdf", "prints/report.pdf")),
        *(f"{here}/tournament.xlsx", f"{here}/", f"/series/{score_list.series_id}/"),
        *(f"/lists/{score_list.pk}/{page}" for page in ("history/", "tables/history.pdf")),
        *(f"{host}/log{kind}" for kind in ("/", ".pdf", ".xlsx", ".csv")),
        *("/log/", "/installation/log.pdf", "/installation/log.csv"),
    ):
        response = reader.get(address, follow=True)
        response.getvalue()
        assert response.status_code == 200, address
    page = text(reader.get(reverse("log", args=[tournament.pk])))
    assert "Changes: now: not readable" in page
    assert "cannot be read" in noted.text
    german = reader.get(reverse("log", args=[tournament.pk]), headers={"accept-language": "de"})
    assert "nicht lesbar" in text(german)
    assert "seating drawn" in text(reader.get(reverse("log", args=[tournament.pk]), {"page": 2}))
    # What cannot be read cannot be undone, and its page says so.
    for wrong in WRONG:
        row = put(tournament, Action.LIST_CLEARED, score_list.subject, old=wrong)
        undo = reverse("correction-undo", args=[score_list.pk, row.pk])
        assert reader.get(undo).status_code == 200


def test_the_log_of_a_league_opens_beside_rows_that_cannot_be_read(reader: Client):
    season = Season.objects.create(name="Liga", kind="league", host_id=1)
    subject = subject_of("league", season.name)
    for wrong in [*WRONG, {"people": 1}, {"people": [[1]]}, {"people": ["x", None]}]:
        put(None, Action.LEAGUE_ROSTER_SET, subject, old=wrong, new=wrong)
    response = reader.get(reverse("league-log", args=[season.pk]))
    assert response.status_code == 200
    assert "not readable" in text(response)


KEYS = st.sampled_from(
    (
        *("games", "totals", "sittings", "number", "game", "soloist", "passed", "unread", "end"),
        *("state", "tables", "1", "plan", "foot", "people", "lost_ladder", "refused", "scope"),
        *("review_until", "date", "changed", "list", "attempt", "tops", "start_numbers", "cents"),
    )
)
TEXTS = st.sampled_from(("", "x", "closed", "%", "9999-12-31", "0001-01-01T00:00:00+14:00"))
SIMPLE = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXTS
)
SIMPLE |= st.builds(lambda number: {"number": number, "passed": True}, st.integers(1, 48))
VALUES = st.recursive(
    SIMPLE, lambda some: st.lists(some, max_size=3) | st.dictionaries(KEYS, some, max_size=3)
)
SIDES = st.none() | st.dictionaries(KEYS, VALUES, max_size=4)
SUBJECTS = st.sampled_from(
    ("", "x", "report/x", "list/1/1", "list/1", "series/1", "series/x", "entry/1", "tournament")
)


@given(st.tuples(st.sampled_from(Action.values), SUBJECTS, SIDES, SIDES))
@settings(
    max_examples=cases(100, 5_000),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_a_row_that_a_document_may_bring_can_be_read(
    noted: pytest.LogCaptureFixture, row: tuple[str, str, Any, Any]
):
    """What the check of a document lets in, the log shows; it hides no fault of its own."""
    noted.clear()
    action, subject, old, new = row
    found = event_of(
        LogEntry(pk=1, at=timezone.now(), action=action, subject=subject, old=old, new=new)
    )
    if not first_misfit(*row):
        assert not noted.text, noted.text
    assert found.action
