"""The pages of reporting: keys of a host, what it received, and the computer that reports."""

import json

import pytest
from django.conf import settings as project
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.core.refusals import Refused
from scoring.models import (
    Host,
    HostRole,
    ReceivedReport,
    RefusedReport,
    Report,
    ReportKey,
    ReportTarget,
    ReportVersion,
    Season,
    Tournament,
    User,
)
from scoring.public.services.publishing import set_public
from scoring.reporting.network import ServerAnswer
from scoring.reporting.reads.envelope import LARGEST_PACKED
from scoring.reporting.reads.received import in_words
from scoring.reporting.services.keys import give_key
from scoring.reporting.services.outgoing import record_answer, record_trouble, report_result
from scoring.reporting.services.targets import remove_target
from scoring.standings.services.adjustments import adjust
from scoring.tournament.reads.reported import targets_of
from scoring.tournament.services.tournaments import move_tournament
from tests.factories import make_host, make_member, make_tournament, make_user
from tests.parcels import BY, Computer, document_of, make_computer, played, to_report
from tests.visitors import HTMX, browser, member, text

pytestmark = pytest.mark.django_db


def administrator(host: Host, name: str = "head") -> User:
    user = make_user(name)
    HostRole.objects.create(user=user, host=host, role="administrator")
    return user


@pytest.fixture
def computer() -> Computer:
    return make_computer()


def sent(computer: Computer, text: str, version: int = 1, **changed: object) -> HttpResponse:
    """A report as it arrives over HTTP."""
    parcel = computer.parcel(text, version)
    fields = {"envelope": parcel.text, "signature": parcel.signature}
    file = SimpleUploadedFile("document", parcel.packed)
    return Client().post(reverse("report-receive"), {**fields, "document": file, **changed})


# The server -------------------------------------------------------------------------------------


def test_an_administrator_of_the_host_gives_out_a_key_and_withdraws_it():
    host = make_host()
    client = browser(administrator(host))
    page = reverse("host-reports", args=[host.pk])
    shown = client.post(f"{page}keys/", {"name": "Vereinslaptop", "token": "a-token-of-this"})
    key = ReportKey.objects.get()
    assert "shown only now" in text(shown)
    again = client.post(f"{page}keys/", {"name": "Vereinslaptop", "token": "a-token-of-this"})
    assert again.status_code == 302
    assert ReportKey.objects.count() == 1
    assert "not typed in yet" in text(client.get(page))
    taken = client.post(f"{page}keys/", {"name": "VEREINSLAPTOP"})
    assert taken.status_code == 422
    assert "A key in use has this name." in text(taken)
    client.post(f"{page}keys/{key.pk}/")
    assert "withdrawn on" in text(client.get(page))


def test_keys_are_for_administrators_and_of_their_own_host():
    host, other = make_host("Eins"), make_host("Zwei")
    clerk = make_user("clerk")
    HostRole.objects.create(user=clerk, host=host, role="clerk")
    give_key(host, "Vereinslaptop", by=BY)
    key = ReportKey.objects.get()
    page = reverse("host-reports", args=[host.pk])
    seen = browser(clerk).get(page)
    assert seen.status_code == 200
    assert "Vereinslaptop" not in text(seen)
    assert browser(clerk).post(f"{page}keys/", {"name": "x"}).status_code == 403
    assert browser(clerk).post(f"{page}keys/{key.pk}/").status_code == 403
    stranger = browser(administrator(other))
    assert stranger.get(page).status_code == 404
    assert stranger.post(f"{page}keys/{key.pk}/").status_code == 404
    own = reverse("report-key-withdraw", args=[other.pk, key.pk])
    assert stranger.post(own).status_code == 404
    key.refresh_from_db()
    assert key.withdrawn_at is None


def test_a_report_is_answered_in_json_with_figures(computer):
    document = document_of(played())
    answer = sent(computer, document)
    assert answer.status_code == 200
    said = answer.json()
    assert (said["ok"], said["version"], said["newest"]) == (True, 1, 1)
    changed = json.loads(document)
    changed["series"][0]["tables"][0]["seats"][0]["points"] += 1
    refused = sent(computer, json.dumps(changed))
    assert refused.status_code == 409  # a document of its own under a number that is taken
    assert refused.json()["newest"] == 1


def test_what_is_wrong_is_told_with_its_place(computer):
    changed = json.loads(document_of(played()))
    changed["series"][0]["tables"][0]["seats"][0]["points"] += 1
    refused = sent(computer, json.dumps(changed))
    assert refused.status_code == 422
    [problem] = refused.json()["problems"]
    assert problem["code"] == "document-control-differs"
    assert problem["field"].startswith("series[0].tables[0]")
    assert problem["params"]["figure"] == "points"


@pytest.mark.parametrize(
    ("fields", "status", "code"),
    [
        ({"signature": "0" * 128}, 403, "report-signature-wrong"),
        ({"envelope": "{}"}, 400, "report-unreadable"),
        ({"document": ""}, 422, "report-changed"),
    ],
)
def test_each_refusal_has_its_status(computer, fields, status, code):
    refused = sent(computer, document_of(played()), **fields)
    assert refused.status_code == status
    assert [each["code"] for each in refused.json()["problems"]] == [code]


def test_a_file_that_is_too_large_is_not_read(computer):
    file = SimpleUploadedFile("document", b"x" * (LARGEST_PACKED + 1))
    refused = sent(computer, "{}", document=file)
    assert refused.status_code == 413
    assert project.LARGEST_REQUEST > LARGEST_PACKED


def test_a_reported_tournament_is_marked_and_offers_nothing_to_do(computer):
    sent(computer, document_of(played()))
    made = ReceivedReport.objects.get().tournament
    client = browser(administrator(computer.host))
    shown = text(client.get(reverse("tournament", args=[made.pk])))
    assert "corrected where it was played" in shown
    assert "Report the result" not in shown
    assert "Go back" not in text(client.get(reverse("tournament-settings", args=[made.pk])))
    versions = text(client.get(reverse("report-versions", args=[made.pk])))
    assert "from Vereinslaptop" in versions
    assert client.get(reverse("report", args=[made.pk])).status_code == 404


def test_an_earlier_version_leads_to_the_next_and_is_not_listed(computer):
    first = played()
    sent(computer, document_of(first))
    old = ReceivedReport.objects.get().tournament
    changed = json.loads(document_of(first))
    changed["tournament"]["place"] = "anderswo"
    computer.report(json.dumps(changed), version=2)
    client = browser(administrator(computer.host))
    assert "no longer counts" in text(client.get(reverse("tournament", args=[old.pk])))
    assert text(client.get(reverse("tournaments"))).count("Herbstpokal") == 1
    page = text(client.get(reverse("host-reports", args=[computer.host.pk])))
    assert "2 versions" in page


def test_a_public_link_to_an_earlier_version_leads_to_the_one_that_counts(computer):
    first = played()
    sent(computer, document_of(first))
    old = ReceivedReport.objects.get().tournament
    set_public(old, True, by=BY)
    changed = json.loads(document_of(first))
    changed["tournament"]["place"] = "anderswo"
    computer.report(json.dumps(changed), version=2)
    new = ReceivedReport.objects.get().tournament
    for name, more in (("room", []), ("room-kind-standings", ["overall"])):
        answer = Client().get(reverse(name, args=[old.pk, *more]))
        assert (answer.status_code, answer.url) == (302, reverse(name, args=[new.pk, *more]))
        assert Client().get(answer.url).status_code == 200
    set_public(new, False, by=BY)
    assert Client().get(reverse("room", args=[old.pk])).status_code == 404


def test_who_stands_above_sees_what_was_reported(computer):
    club = make_host("SC Fern", parent=computer.host)
    ReceivedReport.objects.create(
        host=club,
        ident="5d5c4a2e-0000-4000-8000-000000000009",
        tournament=make_tournament(host=club, reported_at="2026-11-21T20:00:00+01:00"),
    )
    made = Tournament.objects.get(host=club)
    client = browser(administrator(computer.host))
    page = reverse("host-reports", args=[computer.host.pk])
    assert "SC Fern" in text(client.get(page))
    assert f"{page}{made.pk}/" in client.get(page).content.decode()
    assert client.get(reverse("tournament", args=[made.pk])).status_code == 404


@pytest.mark.parametrize(("server", "status"), [(True, 200), (False, 404)])
def test_a_server_with_one_host_gives_out_keys_and_a_laptop_knows_nothing_of_them(
    settings, server, status
):
    settings.IS_SERVER = server
    host = Host.objects.get()
    client = browser(make_user("chief", superuser=True))
    assert client.get(reverse("host-reports", args=[host.pk])).status_code == status
    words = text(client.get(reverse("installation-log")))
    assert ("key for reporting given out" in words) is server


def test_the_log_speaks_of_reports_in_words(computer):
    sent(computer, document_of(played()))
    old = json.loads(document_of(played()))
    old["tournament"]["place"] = "anderswo"
    sent(computer, json.dumps(old))
    client = browser(administrator(computer.host))
    shown = text(client.get(reverse("host-log", args=[computer.host.pk])))
    assert "Computer “Vereinslaptop”" in shown
    for raw in ("report/", "report-version-old", "sha256", "format:"):
        assert raw not in shown
    assert "The server has version … of this result already" in shown


# The computer -----------------------------------------------------------------------------------


def test_without_a_server_there_is_one_place_in_the_settings_and_no_other_word():
    tournament = played()
    client = browser(make_user("chief", superuser=True))
    for name in ("tournament", "standings", "prints"):
        shown = text(client.get(reverse(name, args=[tournament.pk])))
        assert "eport the result" not in shown
        assert "Reporting" not in shown
    assert "Reporting results" in text(
        client.get(reverse("tournament-settings", args=[tournament.pk]))
    )
    assert client.get(reverse("report", args=[tournament.pk])).status_code == 404
    assert client.post(reverse("report-send", args=[tournament.pk])).status_code == 404


def test_the_button_of_the_panel_reports_and_the_page_says_what_became_of_it():
    tournament = to_report(played())
    client = member(tournament, "organizer")
    overview = reverse("tournament", args=[tournament.pk])
    assert "Report the result" in text(client.get(overview))
    page = reverse("report", args=[tournament.pk])
    assert "not reported yet" in text(client.get(page))
    assert client.post(reverse("report-send", args=[tournament.pk])).url == page
    report = Report.objects.get()
    record_trouble(report, "report-no-network")
    shown = text(client.get(page))
    assert "waits to be sent" in shown
    assert "The server was not reached." in shown
    part = client.get(page, headers=HTMX)
    assert b"<html" not in part.content
    assert "waits to be sent" in text(client.get(overview))


def test_a_clerk_does_not_report():
    tournament = to_report(played())
    client = browser(make_member(tournament, "clerk"))
    assert "Report the result" not in text(client.get(reverse("tournament", args=[tournament.pk])))
    assert client.get(reverse("report", args=[tournament.pk])).status_code == 403
    assert client.post(reverse("report-send", args=[tournament.pk])).status_code == 403


def test_typed_values_stay_beside_their_message():
    host = Host.objects.get()
    client = browser(make_user("chief", superuser=True))
    page = reverse("report-target", args=[host.pk])
    refused = client.post(page, {"address": "http://skat.example.org", "key": "AAAA"})
    assert refused.status_code == 422
    shown = text(refused)
    assert "must begin with https" in shown
    assert "a letter is missing or wrong" in shown
    assert 'value="http://skat.example.org"' in refused.content.decode()
    assert not ReportTarget.objects.exists()


def test_a_server_is_taken_away_again():
    tournament = to_report(played())
    client = browser(make_user("chief", superuser=True))
    page = reverse("report-target", args=[tournament.host_id])
    assert "LV Nord" in text(client.get(page))
    target = ReportTarget.objects.get().pk
    client.post(reverse("report-target-remove", args=[tournament.host_id, target]))
    client.get(page)  # says so
    assert "LV Nord" not in text(client.get(page))
    assert not targets_of(tournament.host_id).exists()


def refused(tournament: Tournament, **told: object) -> None:
    problem = {"field": "", "code": "report-changed", "message": "", "params": {}, **told}
    record_answer(
        report_result(tournament, by=BY), ServerAnswer(False, {"ok": False, "problems": [problem]})
    )


def test_the_page_shows_what_was_refused_and_nothing_that_was_not_taken():
    tournament = to_report(played())
    client = member(tournament, "organizer")
    page = reverse("report", args=[tournament.pk])
    refused(tournament)
    move_tournament(tournament, "review", by=BY, reason="a slip")
    for state in ("review", "final"):
        if state == "final":
            move_tournament(tournament, "final", by=BY, reason="nobody objects")
        shown = text(client.get(page))
        assert "No version was taken" in shown
        assert "The document is not what was signed." in shown
        assert "next version" not in shown
    report_result(tournament, by=BY)
    move_tournament(tournament, "review", by=BY, reason="a slip")
    assert "waits and is not sent" in text(client.get(page))
    move_tournament(tournament, "final", by=BY, reason="nobody objects")
    shown = text(client.get(page))
    assert "is not sent any more" in shown
    assert "The server took" not in shown


def test_the_page_says_in_which_season_it_counts():
    tournament = to_report(played())
    client = member(tournament, "organizer")
    page = reverse("report", args=[tournament.pk])
    for season, words in (("2026/27", "counts there in “2026/27”"), ("", "in no season yet")):
        answer = ServerAnswer(True, {"ok": True, "newest": 1, "season": season})
        record_answer(report_result(tournament, by=BY), answer)
        assert words in text(client.get(page))
        move_tournament(tournament, "review", by=BY, reason="a slip")
        move_tournament(tournament, "final", by=BY, reason="nobody objects")


def test_a_version_of_another_computer_is_replaced_only_after_a_question():
    tournament = to_report(played())
    client = member(tournament, "organizer")
    page, send = (reverse(name, args=[tournament.pk]) for name in ("report", "report-send"))
    params = {"version": 1, "newest": 2, "computer": "Laptop II", "at": "2026-11-21T20:15:00Z"}
    told = {"field": "", "code": "report-version-old", "message": "", "params": params}
    answer = ServerAnswer(False, {"ok": False, "problems": [told], "newest": 2})
    record_answer(report_result(tournament, by=BY), answer)
    shown = text(client.get(page))
    assert "reported from “Laptop II” on" in shown
    assert "Replace version 2" in shown
    assert "only if you say so" in text(client.post(send, follow=True))
    assert Report.objects.get().state == "refused"
    client.post(send, {"replaces": "2"})
    report = Report.objects.get()
    assert (report.version, report.after, report.state) == (3, 2, "waiting")


def test_an_organizer_is_not_sent_to_the_page_of_keys():
    tournament = to_report(played())
    record_trouble(report_result(tournament, by=BY), "report-key-of-another-computer")
    page = reverse("report", args=[tournament.pk])
    target = reverse("report-target", args=[tournament.host_id])
    shown = member(tournament, "organizer").get(page)
    assert "The administrator of this computer types it in." in text(shown)
    assert target not in shown.content.decode()
    assert target in browser(make_user("chief", superuser=True)).get(page).content.decode()


def test_an_organizer_of_the_host_puts_a_report_into_a_season(computer):
    sent(computer, document_of(played()))
    made = ReceivedReport.objects.get().tournament
    season = Season.objects.create(name="2026/27", host=computer.host)
    other = Season.objects.create(name="Fremd", host=make_host("Fremd"))
    organizer, clerk = make_user("organizer"), make_user("clerk")
    for user, role in ((organizer, "organizer"), (clerk, "clerk")):
        HostRole.objects.create(user=user, host=computer.host, role=role)
    page = reverse("host-reports", args=[computer.host.pk])
    put = reverse("report-season", args=[computer.host.pk])
    wanted = {"tournament": made.pk, "season": season.pk}
    assert "in no season" in text(browser(clerk).get(page))
    assert put not in browser(clerk).get(page).content.decode()
    assert browser(clerk).post(put, wanted).status_code == 403
    client = browser(organizer)
    assert put in client.get(page).content.decode()
    assert client.post(put, wanted | {"season": other.pk}).status_code == 404
    assert client.post(put, wanted | {"season": "x"}).status_code == 404
    # Without an open season the way leads to a new one.
    Season.objects.filter(pk=season.pk).update(closed_at=timezone.now())
    shown = client.get(page)
    assert "No season is open here" in text(shown)
    assert reverse("season-new") in shown.content.decode()
    assert "No season is open here" not in text(browser(clerk).get(page))
    Season.objects.update(closed_at=None)
    client.post(put, wanted)
    made.refresh_from_db()
    assert made.season == season
    assert "No season is open here" not in text(client.get(page))


def test_what_was_refused_stands_on_the_page_of_the_host_with_its_button(computer):
    document = document_of(played())
    sent(computer, document)
    other = "5d5c4a2e-0000-4000-8000-000000000002"
    parcel = computer.parcel(document, report=other)
    file = SimpleUploadedFile("document", parcel.packed)
    fields = {"envelope": parcel.text, "signature": parcel.signature, "document": file}
    answer = Client().post(reverse("report-receive"), fields)
    assert answer.json()["newest"] == 1
    row = RefusedReport.objects.get()
    page = reverse("host-reports", args=[computer.host.pk])
    join = reverse("report-join", args=[computer.host.pk, row.pk])
    clerk = make_user("clerk")
    HostRole.objects.create(user=clerk, host=computer.host, role="clerk")
    shown = browser(clerk).get(page)
    assert "is here already with the same players" in text(shown)
    assert join not in shown.content.decode()
    assert browser(clerk).post(join).status_code == 403
    client = browser(administrator(computer.host))
    assert join in client.get(page).content.decode()
    assert "goes on with it" in text(client.post(join, follow=True))
    assert str(ReceivedReport.objects.get().ident) == other


def test_an_administrator_puts_a_refused_report_aside(computer):
    document = json.loads(document_of(played()))
    document["series"][0]["tables"][0]["seats"][0]["points"] += 1
    with pytest.raises(Refused):
        computer.report(json.dumps(document))
    row = RefusedReport.objects.get()
    page = reverse("host-reports", args=[computer.host.pk])
    dismiss = reverse("report-dismiss", args=[computer.host.pk, row.pk])
    clerk = make_user("clerk")
    HostRole.objects.create(user=clerk, host=computer.host, role="clerk")
    assert dismiss not in browser(clerk).get(page).content.decode()
    assert browser(clerk).post(dismiss).status_code == 403
    client = browser(administrator(computer.host))
    assert dismiss in client.get(page).content.decode()
    assert "not shown any more" in text(client.post(dismiss, follow=True))
    assert not RefusedReport.objects.exists()
    assert client.post(dismiss).status_code == 404


def test_the_pages_say_what_was_changed_after_the_end_of_a_season(computer):
    season = Season.objects.create(name="2026/27", host=computer.host)
    document = json.loads(document_of(played()))
    document["tournament"]["season"] = season.name
    computer.report(json.dumps(document))
    Season.objects.update(closed_at=timezone.now())
    document["tournament"]["place"] = "anderswo"
    computer.report(json.dumps(document), version=2)
    client = browser(administrator(computer.host))
    shown = text(client.get(reverse("season", args=[season.pk])))
    assert "Changed after the end of the season" in shown
    page = text(client.get(reverse("host-reports", args=[computer.host.pk])))
    assert "changed after the end of the season" in page
    assert "2 versions, changed at last: other details" in page


def test_the_reports_of_a_host_sum_up_what_the_newest_version_changed(computer):
    tournament = played()
    computer.report(document_of(tournament))
    page = reverse("host-reports", args=[computer.host.pk])
    client = browser(administrator(computer.host))
    assert "changed at last" not in text(client.get(page))
    entry = tournament.entries.select_related("person").get(start_number=1)
    move_tournament(tournament, "review", by=BY, reason="a slip")
    adjust(entry, -5000, reason="late", by=BY)
    move_tournament(tournament, "final", by=BY, reason="nobody objects")
    computer.report(document_of(tournament), version=2)
    changed = ReportVersion.objects.get(number=2).changed
    assert changed["adjustments"] == 1
    assert in_words({"lists": 2, "ranks": 1, "others": 3}) == "2 lists, 1 rank, other details"
    assert in_words(changed) in text(client.get(page))


def test_the_log_of_a_laptop_has_no_word_of_hosts(settings):
    settings.IS_SERVER = False
    host = to_report(played()).host
    remove_target(host.report_targets.get(), by=BY)
    client = browser(make_user("chief", superuser=True))
    shown = text(client.get(reverse("installation-log")))
    assert "Reporting results" in shown
    assert f"Host {host.name}" not in shown
