"""Dear work waits for its turn, and nobody else does."""

from collections.abc import Iterator
from threading import Event, Thread
from typing import NoReturn

import pytest
from django.test import Client
from django.urls import reverse

from launch.environment import ROOT
from scoring.core import heavy
from scoring.core.forms import refuse
from scoring.models import Actor, ReportKey, Role
from scoring.reporting import services
from scoring.reporting.services import Parcel, report_result
from tests.factories import make_member
from tests.parcels import make_reporter, played, to_report

pytestmark = pytest.mark.django_db


@pytest.fixture
def work_of_others() -> Iterator[Event]:
    """Somebody else's dear work, which lasts as long as the test, or until this is set."""
    begun, done = Event(), Event()

    def work() -> None:
        with heavy.wait_for_turn("somebody else"):
            begun.set()
            done.wait(60)

    thread = Thread(target=work)
    thread.start()
    assert begun.wait(20)
    yield done
    done.set()
    thread.join()


@pytest.fixture
def address(tournament) -> str:
    return reverse("tournament-xlsx", args=[tournament.pk])


def test_dear_work_is_done_one_piece_after_the_other(work_of_others: Event):
    events: list[str] = []

    def work() -> None:
        with heavy.wait_for_turn("ada"):
            events.append("done")

    thread = Thread(target=work)
    thread.start()
    thread.join(0.2)
    assert events == []
    work_of_others.set()
    thread.join(20)
    assert events == ["done"]


@pytest.mark.usefixtures("work_of_others")
def test_whose_turn_does_not_come_is_told_so(clerk, monkeypatch, address):
    monkeypatch.setattr(heavy, "MAX_WAIT", 0.1)
    answer = clerk.get(address, headers={"accept-language": "de"})
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "30")
    assert "versuchen Sie es in einigen Minuten" in answer.content.decode()


def test_one_account_does_not_take_all_places(client, tournament, address):
    clerk = make_member(tournament, Role.CLERK)
    client.force_login(clerk)
    heavy._places.extend([clerk] * heavy.MAX_PER_ACCOUNT)
    try:
        assert client.get(address).status_code == 503
        with pytest.raises(heavy.Busy):
            report_result(to_report(played()), by=Actor(clerk))
    finally:
        heavy._places.clear()
    assert client.get(address).status_code == 200


def test_a_report_takes_no_place_of_an_account_whose_id_its_key_has(
    client, monkeypatch, tournament, address
):
    clerk, reporter = make_member(tournament, Role.CLERK), make_reporter()
    ReportKey.objects.filter(pk=reporter.key.pk).update(id=clerk.pk)
    client.force_login(clerk)

    def export(_parcel: Parcel) -> NoReturn:
        assert client.get(address).status_code == 200
        raise refuse("report-too-large")

    monkeypatch.setattr(services, "receive", export)
    monkeypatch.setattr(heavy, "MAX_PER_ACCOUNT", 1)
    key = {"Authorization": f"Bearer {reporter.code}"}
    assert Client().post(reverse("report-receive"), headers=key).status_code == 413


@pytest.mark.usefixtures("work_of_others")
def test_a_stranger_neither_waits_nor_takes_a_place(client, address):
    """He is sent to the sign-in at once, while somebody's file is written."""
    assert client.get(address).status_code == 302
    assert client.post(address).status_code == 302


def test_a_report_from_a_browser_that_is_signed_in_does_not_wait_for_itself(clerk, monkeypatch):
    monkeypatch.setattr(heavy, "MAX_WAIT", 0.1)
    key = {"Authorization": f"Bearer {make_reporter().code}"}
    assert clerk.post(reverse("report-receive"), headers=key).status_code == 422


def test_nginx_waits_longer_than_dear_work_may_take():
    config = (ROOT / "deploy" / "nginx.conf").read_text("utf-8")
    seconds = config.split("proxy_read_timeout ")[1].split("s;")[0]
    assert int(seconds) > heavy.MAX_WAIT + heavy.MAX_SECONDS
