"""Requests for dear work that take too long: ended, rolled back, and told so."""

from contextlib import suppress

import pytest
from django.db import connection, transaction
from django.urls import resolve

from scoring.core import time_limit
from scoring.core.files.pdf import listing_pdf
from scoring.core.heavy import progress_of
from scoring.core.locks import block
from scoring.core.time_limit import TookTooLong, allow, allow_any
from scoring.models import Club, Draw, LogEntry, ScoreList
from scoring.models.prepared import PreparedInsert
from scoring.series.services import draw as drawing
from tests.core.test_files_pdf import HEAD, standings
from tests.factories import first_host, make_entries, make_series, make_tournament
from tests.visitors import member
from tests.world import a_world, names

OVER = -1.0  # seconds: the time of the request is over
ENDED = {"de": "wurde abgebrochen, damit andere an die Reihe kommen", "en": "and was ended"}
OPTIONS = {"mode": "lot", "series": "1", "clubs": "apart", "teams": "apart", "three_seats": "lot"}
# Answered without a statement: no report, no backup of that name or at all, and no such table.
AT_ONCE = {"report-receive": 400, "backup-restore": 404, "backups": 200, "installation-file": 404}


@pytest.mark.django_db
@pytest.mark.parametrize("language", ENDED)
def test_every_dear_page_can_say_that_it_took_too_long(monkeypatch, language):
    world, found = a_world(), 0
    client = world.client("superuser")
    monkeypatch.setattr(time_limit, "MOST_SECONDS", OVER)
    for name in sorted(names()):
        url = world.url(name)
        if not getattr(resolve(url).func, "is_heavy", False):
            continue
        found += 1
        answer = client.get(url, headers={"accept-language": language})
        if answer.status_code == 405:
            answer = client.post(url, headers={"accept-language": language})
        assert answer.status_code == AT_ONCE.get(name, 503), name
        assert name in AT_ONCE or ENDED[language] in answer.content.decode(), name
    assert found > 15


@pytest.fixture
def series(db):
    tournament = make_tournament()
    make_entries(tournament, 11)
    return make_series(tournament)


def late(function):
    """The same function, which takes all the time that there is."""

    def called(*args, **kwargs):
        try:
            return function(*args, **kwargs)
        finally:
            allow(OVER)

    return called


@pytest.mark.parametrize("step", ["request_of", "seat_tables", "next_draws"])
@pytest.mark.parametrize("language", ENDED)
def test_a_draw_that_takes_too_long_writes_nothing_and_keeps_what_was_typed(
    monkeypatch, series, language, step
):
    """Before its block and within it."""
    monkeypatch.setattr(drawing, step, late(getattr(drawing, step)))
    rows = LogEntry.objects.count()
    answer = member(series.tournament, "organizer").post(
        f"/series/{series.pk}/draw/",
        {**OPTIONS, "reason": "getippt"},
        headers={"accept-language": language},
    )
    assert answer.status_code == 422
    assert ENDED[language] in answer.content.decode()
    assert answer.context["form"]["mode"].value() == "lot"
    assert not Draw.objects.exists()
    assert not ScoreList.objects.exists()
    assert LogEntry.objects.count() == rows


def test_a_button_that_takes_too_long_is_told_on_the_next_page(monkeypatch, series):
    monkeypatch.setattr(drawing, "seat_tables", late(drawing.seat_tables))
    client = member(series.tournament, "organizer")
    answer = client.post(f"/series/{series.pk}/draw/", follow=True)
    assert ENDED["en"] in answer.content.decode()
    assert not ScoreList.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_nothing_is_interrupted_once_it_is_committed(monkeypatch, series):
    """It would be told that nothing was changed."""
    with time_limit.time_limit():
        with block():
            Club.objects.create(name="SC Herz", host=first_host())
            allow(OVER)
        assert Club.objects.filter(name="SC Herz").exists()
    monkeypatch.setattr(drawing, "write_draws", late(drawing.write_draws))
    organizer = member(series.tournament, "organizer")
    assert organizer.post(f"/series/{series.pk}/draw/", OPTIONS).status_code == 302
    assert Draw.objects.exists()


@pytest.mark.django_db
def test_what_is_interrupted_inside_a_block_is_rolled_back_alone():
    with time_limit.time_limit():
        with transaction.atomic():
            Club.objects.create(name="SC Karo", host=first_host())
            with suppress(TookTooLong), transaction.atomic():
                Club.objects.create(name="SC Herz", host=first_host())
                allow(OVER)
                Club.objects.count()
            allow_any()
        assert [each.name for each in Club.objects.all()] == ["SC Karo"]


@pytest.mark.django_db
def test_every_way_to_the_database_asks_for_the_time():
    ways = [
        lambda: list(Club.objects.all()),
        lambda: Club.objects.bulk_create([Club(name="SC Herz", host=first_host())]),
        lambda: PreparedInsert(Club).write(Club(name="SC Pik", host_id=1)),
        lambda: connection.cursor().executemany("SELECT %s", [[1]]),
        lambda: transaction.atomic().__enter__(),
    ]
    for way in ways:
        with time_limit.time_limit():
            allow(OVER)
            with pytest.raises(TookTooLong):
                way()
    assert not Club.objects.exists()


def test_steps_and_pages_ask_for_the_time():
    with time_limit.time_limit(), progress_of("", 2) as done:
        done(1)
        allow(OVER)
        with pytest.raises(TookTooLong):
            done(2)
        with pytest.raises(TookTooLong):
            listing_pdf(standings(8), HEAD)


def test_outside_of_dear_work_time_is_not_limited():
    allow_any()
    with time_limit.time_limit():
        allow(OVER)
    assert listing_pdf(standings(8), HEAD)
