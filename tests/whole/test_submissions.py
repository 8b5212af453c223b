"""A form counts once, however often it arrives (docs/adr/0001-one-lock-one-token.md).

Forms are posted twice, one after the other and at once; a phone sends twice what it sent.
`test_every_service_logs.py` calls every service twice for one form.
"""

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.utils import timezone

from scoring.core.forms import Refused, refuse
from scoring.core.services import (
    MAX_AGE,
    changing,
    forget_submissions,
    roll_back_at_end,
    submission,
)
from scoring.lists.phone.reads import handle_of
from scoring.models import Actor, Game, LogEntry, Series, Submission
from scoring.series.services.series import create_series
from tests.factories import make_tournament, make_user
from tests.lists.phone.tables import ONE, OTHER, phone_of, writing_phone
from tests.races import at_once, fresh
from tests.visitors import HTMX, browser, text
from tests.whole.test_every_service_logs import Stage, rows, with_fees
from tests.whole.test_every_service_logs import stage as stage

TOKEN = "its-own-token"
HERE = "http://testserver/where/it/was/sent/?from=this#row"
SAVED_ALREADY = "This was saved already; nothing was written twice."
in_db = pytest.mark.django_db
at_once_db = pytest.mark.django_db(transaction=True)

# Changes -----------------------------------------------------------------------------------------


@in_db
def test_a_request_that_changes_twice_stores_its_token_with_the_first_change(tournament):
    with submission("account 1", TOKEN):
        for _change in range(2):
            create_series(tournament, by=Actor(name="test"))
    assert Submission.objects.get().log == LogEntry.objects.order_by("id")[0].pk


@in_db
def test_what_is_only_tried_out_stores_no_token(tournament):
    with submission("account 1", TOKEN):
        with roll_back_at_end():
            create_series(tournament, by=Actor(name="test"))
        assert not Submission.objects.exists()
        create_series(tournament, by=Actor(name="test"))
    assert (Submission.objects.count(), Series.objects.count()) == (1, 1)


@in_db
def test_what_was_refused_stores_no_token_and_is_not_remembered_as_what_was_done():
    tournament, by = make_tournament(), Actor(name="test")
    with submission("account 1", TOKEN):
        with suppress(Refused), changing(tournament, by, "series.created", about="x") as change:
            for _row in range(3):
                change.log()
            raise refuse("tournament-gone")
        assert not Submission.objects.exists()
        for _row in range(2):
            LogEntry.objects.create(at=timezone.now(), action="series.added", subject="a colleague")
        create_series(tournament, by=by)
    assert Submission.objects.get().log == LogEntry.objects.latest("id").pk


@in_db
def test_token_is_stored_with_the_outermost_block():
    """As where one list of a file is refused: what it wrote is rolled back, the rest is not."""
    tournament, by = make_tournament(), Actor(name="test")
    with submission("account 1", TOKEN), changing(tournament, by, "series.created") as change:
        with suppress(Refused), transaction.atomic():
            create_series(tournament, by=by)
            raise refuse("tournament-gone")
        change.log(about="series/1")
    assert Submission.objects.get().token == TOKEN


@in_db
def test_tokens_are_forgotten_after_a_day():
    old, young = MAX_AGE + timedelta(minutes=1), MAX_AGE - timedelta(minutes=1)
    for name, age in (("older-token", old), ("younger-token", young)):
        Submission.objects.create(sender="account 1", token=name, at=timezone.now() - age)
    forget_submissions()
    assert [each.token for each in Submission.objects.all()] == ["younger-token"]


# Forms, one after the other ----------------------------------------------------------------------


def of_tournament(rest: str, **data: object) -> Callable[[Stage], tuple[str, dict[str, Any]]]:
    return lambda stage: (f"/tournaments/{stage.tournament.pk}/{rest}", data)


def of_series(rest: str, **data: object) -> Callable[[Stage], tuple[str, dict[str, Any]]]:
    return lambda stage: (f"/series/{stage.bare_series().pk}/{rest}", data)


# That every service counts once for one form: test_every_service_logs.py. What the frame answers is
# the same for all: one that would write again, one whose page is gone, one of the server.
TOURNAMENT = {"name": "Herbstpokal", "date": "2026-11-21", "series": "3", "rounds": "12"}
FORMS: dict[str, Callable[[Stage], tuple[str, dict[str, Any]]]] = {
    "a series is added": of_tournament("series/new/", rounds="12"),
    "a series is removed": of_series("remove/"),
    "a tournament is set up": lambda stage: ("/tournaments/new/", TOURNAMENT),
}


@in_db
@pytest.mark.parametrize("name", FORMS)
def test_form_that_arrives_twice_writes_once_and_leads_to_the_same_page(stage: Stage, name: str):
    address, data = FORMS[name](stage)
    chief = browser(stage.by.user)
    first = chief.post(address, {**data, "token": TOKEN})
    assert first.status_code == 302, text(first)
    before = rows()
    second = chief.post(address, {**data, "token": TOKEN})
    assert (second.status_code, second.url) == (302, first.url)
    assert rows() == before
    assert SAVED_ALREADY in text(chief.get(second.url))


@in_db
def test_form_of_another_account_or_of_an_old_session_is_not_led(stage: Stage):
    """Tokens are random: one that is not the sender's own is none that he has sent before."""
    address, data = FORMS["a series is added"](stage)
    browser(stage.by.user).post(address, {**data, "token": TOKEN})
    browser(make_user(superuser=True)).post(address, {**data, "token": TOKEN})
    assert [each.number for each in stage.tournament.series.all()] == [1, 2, 3]


@in_db
def test_form_of_a_page_that_is_older_than_its_undoing_is_not_carried_out_again(stage: Stage):
    """Frozen, revealed, then the first form once more by the browser's back button."""
    address, chief = f"/tournaments/{stage.tournament.pk}/public/freeze/", browser(stage.by.user)
    chief.post(address, {"after": "0", "token": TOKEN})
    chief.post(address, {"token": "another-token"})
    shown = chief.post(address, {"after": "0", "token": TOKEN}, follow=True)
    assert SAVED_ALREADY in text(shown)
    stage.tournament.refresh_from_db()
    assert stage.tournament.frozen_after is None


@in_db
def test_form_that_was_refused_can_be_sent_again_with_its_token(stage: Stage):
    address, data = FORMS["a series is added"](stage)
    chief = browser(stage.by.user)
    assert chief.post(address, {**data, "rounds": "0", "token": TOKEN}).status_code == 422
    assert chief.post(address, {**data, "token": TOKEN}).status_code == 302
    assert stage.tournament.series.count() == 2


@in_db
def test_what_is_no_token_counts_for_none(stage: Stage):
    address, data = FORMS["a series is added"](stage)
    chief = browser(stage.by.user)
    for token in ("", "", "short", "no token at all", "x" * 65, "\0" * 9):
        chief.post(address, {**data, "token": token})
    assert not Submission.objects.exists()
    assert stage.tournament.series.count() == 7


@in_db
def test_who_may_not_send_the_form_learns_nothing_of_the_first_one(stage: Stage):
    """His own token of another form: without the right he gets the refusal of the page."""
    address, data = FORMS["a series is added"](stage)
    stranger = make_user()
    with submission(f"account {stranger.pk}", "of-another-form"):
        create_series(stage.tournament, by=stage.by)
    assert browser(stranger).post(address, {**data, "token": TOKEN}).status_code == 404


# Forms of a part of a page -----------------------------------------------------------------------


def two_by_htmx(
    stage: Stage, address: str, data: dict[str, Any], here: str = HERE
) -> list[HttpResponse]:
    chief, headers = browser(stage.by.user), {**HTMX, "HX-Current-URL": here}
    first = chief.post(address, {**data, "token": TOKEN}, headers=headers)
    before = rows()
    second = chief.post(address, {**data, "token": TOKEN}, headers=headers)
    assert rows() == before
    return [first, second]


@in_db
def test_part_of_a_page_that_was_changed_already_is_led_to_its_page(stage: Stage):
    score_list = with_fees(stage).entered().score_list
    first, second = two_by_htmx(stage, f"/lists/{score_list.pk}/fees/", {"seat": "1"})
    assert (first.status_code, second.status_code) == (200, 204)
    assert second["HX-Redirect"] == "/where/it/was/sent/?from=this"


@in_db
def test_page_of_somebody_else_is_not_where_a_form_leads(stage: Stage):
    """An address that is too long for its column is not stored."""
    address = f"/lists/{with_fees(stage).entered().score_list.pk}/fees/"
    for here, leads in (
        ("https://example.org/x", "/"),
        ("//example.org/x", "/"),
        ("http://testserver//example.org/x", "/example.org/x"),
        ("", "/"),
        (f"http://testserver/{'x' * 2_010}", f"/{'x' * 2_010}"),
    ):
        Submission.objects.all().delete()
        answers = two_by_htmx(stage, address, {"seat": "1"}, here=here)
        assert answers[1]["HX-Redirect"] == leads, here
    assert Submission.objects.get().address == ""


@in_db
def test_player_who_was_entered_already_is_told_again(stage: Stage):
    address = f"/tournaments/{stage.tournament.pk}/entries/add/"
    first, second = two_by_htmx(stage, address, {"name": "Specht, Sepp"})
    assert "Specht" in text(first)
    assert (second.status_code, text(second)) == (200, text(first))
    assert stage.tournament.entries.count() == 5


# A phone -----------------------------------------------------------------------------------------


@in_db
def test_tokens_of_phones_count_for_one_list_each_whoever_writes_it():
    one, other = writing_phone(), writing_phone()
    sent = {"revision": 1, "token": TOKEN}
    assert one.play(1, **sent).status_code == other.play(1, **sent).status_code == 200
    assert Game.objects.count() == 2
    phone_of(fresh(Game.objects.latest("id").list), OTHER).claim("Ida", replaces=handle_of(ONE))
    assert other.play(1, **sent).status_code == 200, "it was written, whoever writes now"
    assert other.play(2, revision=2).status_code == 409


# At once -----------------------------------------------------------------------------------------


@at_once_db
@pytest.mark.parametrize("name", FORMS)
def test_form_that_arrives_twice_at_once_writes_once_and_leads_to_one_page(stage: Stage, name: str):
    address, data = FORMS[name](stage)
    before, senders = LogEntry.objects.count(), [browser(stage.by.user) for _each in range(2)]
    answers = at_once(*(partial(each.post, address, {**data, "token": TOKEN}) for each in senders))
    assert [each.status_code for each in answers] == [302, 302], answers
    assert answers[0].url == answers[1].url
    stored = Submission.objects.get()
    assert stored.address == answers[0].url
    assert LogEntry.objects.filter(id__gte=stored.log).count() == LogEntry.objects.count() - before


@at_once_db
def test_game_that_arrives_twice_at_once_is_recorded_once(stage: Stage):
    address = f"/lists/{stage.score_list.pk}/games/1/"
    game = {"line": "g32", "revision": "1", "layout": "1", "seen": "", "token": TOKEN}
    senders = [browser(stage.by.user) for _each in range(3)]
    answers = at_once(*(partial(each.post, address, game, headers=HTMX) for each in senders))
    assert [each.status_code for each in answers] == [200] * 3, answers
    assert all('data-line="g32"' in each.content.decode() for each in answers)
    assert LogEntry.objects.filter(action="list.game.recorded").count() == 1


@at_once_db
def test_game_and_list_that_a_phone_sends_twice_at_once_count_once():
    phone = writing_phone()
    for number in range(1, 6):
        sent = {"revision": number, "token": f"token-of-act-{number}"}
        act = partial(phone.play, number) if number < 5 else phone.hand_in
        answers = at_once(*[partial(act, **sent)] * 2)
        assert [each.status_code for each in answers] == [200, 200], answers
        assert number == 5 or answers[0].json() == answers[1].json()
    assert Game.objects.count() == 4
    assert LogEntry.objects.filter(action="list.closed").count() == 1


@at_once_db
@pytest.mark.parametrize(
    ("address", "data"),
    [
        ("/tournaments/{}/clubs/add/", {"name": "Herz Dame"}),
        ("/accounts/", {"full_name": "Ada Amsel", "username": "ada"}),
        ("/seasons/new/", {"name": "2026", "kind": "club", "order": "total"}),
    ],
)
def test_of_two_equal_names_that_are_sent_at_once_one_is_refused(stage: Stage, address, data):
    url = address.format(stage.tournament.pk)
    senders = [browser(each) for each in (stage.by.user, stage.other)]
    answers = at_once(*(partial(each.post, url, data) for each in senders))
    done, refused = sorted(each.status_code for each in answers)
    assert (done in (200, 302), refused) == (True, 422)
