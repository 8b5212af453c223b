"""The pages of reporting: keys of a host, what it received, and the club that reports."""

import gzip
import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.core.forms import Refused
from scoring.exchange.reads.export import export_text
from scoring.models import Host, ReceivedReport, ReportKey, ReportTarget, Season
from scoring.public.services import set_public
from scoring.reporting import services
from scoring.reporting.network import ServerAnswer
from scoring.tournament.services.tournaments import move_tournament
from tests.factories import make_host, make_member, make_tournament, make_user
from tests.parcels import (
    BY,
    Reporter,
    document_of,
    make_reporter,
    packed,
    played,
    received,
    to_report,
)
from tests.visitors import browser, host_member, member, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Reporter:
    return make_reporter()


# The host ---------------------------------------------------------------------------------------


def test_an_administrator_of_the_host_gives_out_a_key_and_withdraws_it():
    host = make_host()
    client = host_member(host, "administrator")
    page = reverse("host-reports", args=[host.pk])
    shown = client.post(f"{page}keys/", {"name": "SC Lindenau"})
    key = ReportKey.objects.get()
    assert "shown only this once" in text(shown)
    assert shown.context["address"] == "http://testserver"  # as the club has to type it
    code = shown.context["code"]
    assert code.replace("-", "") not in str(list(ReportKey.objects.values())).replace("-", "")
    assert "SC Lindenau" not in text(host_member(host, "clerk").get(page))
    elsewhere = reverse("report-key-withdraw", args=[make_host("Zwei").pk, key.pk])
    assert browser(make_user("chief", superuser=True)).post(elsewhere).status_code == 404
    assert "nothing reported yet" in text(client.get(page))
    taken = client.post(f"{page}keys/", {"name": "sc lindenau"})
    assert taken.status_code == 422
    assert "A key in use has this name." in text(taken)
    client.post(f"{page}keys/{key.pk}/")
    assert "withdrawn on" in text(client.get(page))


def test_an_earlier_report_says_what_took_its_place_and_its_document_is_there(club):
    tournament = played()
    first = document_of(tournament)
    club.report(first)
    old = received()
    club.report(document_of(tournament, place="anderswo"))
    client = host_member(club.host, "organizer")
    shown = client.get(reverse("tournament", args=[old.pk]))
    assert "no longer counts" in text(shown)
    assert reverse("tournament", args=[received().pk]) in shown.content.decode()
    season = Season.objects.create(name="2026", host=club.host)
    for page in (reverse("tournaments"), reverse("season-settings", args=[season.pk])):
        assert text(client.get(page)).count("Herbstpokal") == 1
    assert "2 reports" in text(client.get(reverse("host-reports", args=[club.host.pk])))
    counting = text(client.get(reverse("tournament", args=[received().pk])))
    assert "from “SC Lindenau”. It is corrected where it was played" in counting
    assert "Report the result" not in counting
    for name in ("report", "report-document"):
        assert client.get(reverse(name, args=[received().pk])).status_code == 404
    reports = client.get(reverse("report-versions", args=[received().pk]))
    assert "from SC Lindenau" in text(reports)
    assert "replaced" in text(reports)
    address = reverse("report-received-document", args=[old.pk])
    assert address in reports.content.decode()
    document = client.get(address)
    assert document.headers["Content-Encoding"] == "gzip"
    assert "herbstpokal-" in document.headers["Content-Disposition"]
    assert gzip.decompress(document.content).decode() == first
    # With names and money, it is for organizers.
    clerk = host_member(club.host, "clerk")
    assert address not in clerk.get(reports.request["PATH_INFO"]).content.decode()
    assert clerk.get(address).status_code == 403


def test_a_public_link_to_an_earlier_report_leads_to_the_one_that_counts(club):
    tournament = played()
    club.report(document_of(tournament))
    old = received()
    set_public(old, True, by=BY)
    club.report(document_of(tournament, place="anderswo"))
    new = received()
    for name, more in (("room", []), ("room-kind-standings", ["overall"])):
        answer = Client().get(reverse(name, args=[old.pk, *more]))
        assert (answer.status_code, answer.url) == (302, reverse(name, args=[new.pk, *more]))
        assert Client().get(answer.url).status_code == 200
    set_public(new, False, by=BY)
    assert Client().get(reverse("room", args=[old.pk])).status_code == 404


def upload(client: Client, host: Host, content: bytes) -> HttpResponse:
    address = reverse("report-upload", args=[host.pk])
    return client.post(address, {"document": SimpleUploadedFile("a.json", content)}, follow=True)


def test_an_organizer_of_the_host_takes_in_a_file_by_hand_once_it_is_right(club):
    document = document_of(played()).encode()
    clerk = host_member(club.host, "clerk")
    assert upload(clerk, club.host, document).status_code == 403
    client = host_member(club.host, "organizer", "otto")
    assert client.post(reverse("report-upload", args=[club.host.pk])).status_code == 422
    for other in (b"PK\xff", b"Nr.;Name"):  # a workbook, a csv
        assert "writes for exchange (.json)" in text(upload(client, club.host, other))
    wrong = json.loads(document)
    wrong["series"][0]["tables"][0]["seats"][0]["points"] += 1
    refused = upload(client, club.host, json.dumps(wrong).encode())
    assert refused.status_code == 422
    # At the field, and in the list of the refused.
    assert text(refused).count("series[0].tables[0]") == 2
    assert "Not taken" in text(refused)
    assert "“LV Nord” has the result of “Herbstpokal”" in text(upload(client, club.host, document))
    assert "Not taken" not in text(client.get(reverse("host-reports", args=[club.host.pk])))
    assert ReceivedReport.objects.get().sender == "otto"
    assert "by hand" in text(client.get(reverse("report-versions", args=[received().pk])))
    # The same once more, packed: the host has it.
    upload(client, club.host, gzip.compress(document))
    assert ReceivedReport.objects.count() == 1


def test_the_log_speaks_of_reports_in_words(club):
    tournament = played()
    club.report(document_of(tournament))
    with pytest.raises(Refused):
        make_reporter(club.host, "SC Fremd").report(document_of(tournament, place="anderswo"))
    client = host_member(club.host, "administrator")
    shown = text(client.get(reverse("host-log", args=[club.host.pk])))
    assert "Reports of “SC Lindenau”" in shown
    for raw in ("report/", "report-of-another-club", "sha256", "format:"):
        assert raw not in shown
    assert "This tournament was reported by “…”" in shown


def test_an_organizer_of_the_host_puts_a_report_into_a_season(club):
    club.report(document_of(played()))
    made = received()
    season = Season.objects.create(name="2026/27", host=club.host)
    other = Season.objects.create(name="Fremd", host=make_host("Fremd"))
    page = reverse("host-reports", args=[club.host.pk])
    put = reverse("report-season", args=[club.host.pk])
    wanted = {"tournament": made.pk, "season": season.pk}
    clerk = host_member(club.host, "clerk").get(page)
    assert "in no season" in text(clerk)
    assert put not in clerk.content.decode()
    client = host_member(club.host, "organizer")
    for foreign in (other.pk, "x"):
        assert client.post(put, wanted | {"season": foreign}).status_code == 404
    # Without an open season the way leads to a new one.
    Season.objects.filter(pk=season.pk).update(closed_at=timezone.now())
    shown = client.get(page)
    assert "There is no open season here" in text(shown)
    assert reverse("season-new") in shown.content.decode()
    Season.objects.update(closed_at=None)
    client.post(put, wanted)
    made.refresh_from_db()
    assert made.season == season


# The club ---------------------------------------------------------------------------------------


def test_without_a_server_there_is_a_file_and_no_word_on_other_pages(chief, monkeypatch):
    tournament = played()
    for name in ("tournament", "standings", "prints"):
        shown = text(chief.get(reverse(name, args=[tournament.pk])))
        assert "eport the result" not in shown
        assert "Reporting" not in shown
    assert chief.get(reverse("host-reports", args=[tournament.host_id])).status_code == 404
    settings = chief.get(reverse("tournament-settings", args=[tournament.pk]))
    page = reverse("report", args=[tournament.pk])
    assert page in settings.content.decode()
    shown = chief.get(page)
    assert "No server is set" in text(shown)
    assert reverse("report-target", args=[tournament.host_id]) in shown.content.decode()
    assert "No server is set" in text(chief.post(f"{page}send/", follow=True))
    address = reverse("report-document", args=[tournament.pk])
    answer = chief.get(address)
    assert gzip.decompress(answer.content).decode() == export_text(tournament)
    monkeypatch.setattr("scoring.reporting.reads.MAX_DOCUMENT", 9)
    assert "The document is too large" in text(chief.get(address, follow=True))


def test_the_button_of_the_panel_reports_and_the_page_says_what_was_answered(monkeypatch):
    tournament = to_report(played())
    client = member(tournament, "organizer")
    overview, page = (reverse(name, args=[tournament.pk]) for name in ("tournament", "report"))
    assert "Report the result" in text(client.get(overview))
    clerk = browser(make_member(tournament, "clerk"))
    assert "Report the result" not in text(clerk.get(overview))
    assert "not reported yet" in text(client.get(page))
    assert "To LV Nord, https://skat.example.org" in text(client.get(page))
    ReportTarget.objects.update(address="http://127.0.0.1:1")
    assert "no answer from the server" in text(client.post(f"{page}send/", follow=True))
    assert "No answer from the server: report the result again" in text(client.get(overview))
    for answer, heading, step in (
        (ServerAnswer(False, "So nicht."), "refused by the server", "The server refused"),
        (ServerAnswer(True, "Angekommen."), "taken by the server", ""),
    ):
        monkeypatch.setattr(services, "ask", lambda *_question, answer=answer: answer)
        shown = text(client.post(f"{page}send/", follow=True))
        assert heading in shown
        assert answer.sentence in shown
        assert step in text(client.get(overview))
    assert "eport the result" not in text(client.get(overview))
    move_tournament(tournament, "review", by=BY, reason="a slip")
    shown = text(client.get(page))
    assert "Changed since the last report" in shown
    assert "once it is final" in shown
    move_tournament(tournament, "final", by=BY, reason="nobody objects")
    assert "The result was corrected: report it again" in text(client.get(overview))


def test_the_server_is_set_and_taken_away_and_typed_values_stay_beside_their_message(chief):
    host = to_report(played()).host
    other = to_report(make_tournament(host=make_host())).host
    page = reverse("report-target", args=[host.pk])
    refused = chief.post(page, {"address": "http://skat.example.org", "key": "AAAA"})
    assert refused.status_code == 422
    assert "must begin with https" in text(refused)
    assert 'value="http://skat.example.org"' in refused.content.decode()
    assert "KEY-OF-LV-NORD" not in chief.get(page).content.decode()
    assert "LV Nord" in text(chief.get(page))
    chief.post(reverse("report-target-remove", args=[host.pk]))
    chief.get(page)  # says so
    assert "LV Nord" not in text(chief.get(page))
    assert ReportTarget.objects.get().host == other


def test_a_report_is_sent_over_http_to_the_page_of_the_host(club, live_server):
    """Both sides in one server: the button of the club, and the page of the host."""
    tournament = to_report(played(), address=live_server.url)
    ReportTarget.objects.update(key=club.code)
    client = member(tournament, "organizer")
    page = reverse("report", args=[tournament.pk])
    assert "taken by the server" in text(client.post(f"{page}send/", follow=True))
    assert received().host == club.host
    assert bytes(ReceivedReport.objects.get().document)[:2] == packed("")[:2]
