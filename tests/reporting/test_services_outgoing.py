"""What the computer keeps, and what it does with the answer of a server."""

from collections.abc import Iterator

import pytest
from django.utils.translation import override

from scoring.core.access import Right
from scoring.core.refusals import Refused
from scoring.exchange.services import import_tournament
from scoring.models import LogEntry, Report, ReportTarget, Role, Tournament
from scoring.models.host import FIRST_HOST
from scoring.models.log import Action
from scoring.reporting.network import ServerAnswer
from scoring.reporting.reads.envelope import read_envelope, unpack
from scoring.reporting.reads.outgoing import shown_report
from scoring.reporting.services.outgoing import (
    envelope_of,
    record_answer,
    record_trouble,
    report_result,
)
from scoring.reporting.services.targets import set_target
from scoring.tournament.reads.panel import next_steps
from scoring.tournament.services.tournaments import move_tournament
from tests.factories import first_host, make_tournament, make_user
from tests.parcels import BY, document_of, played, to_report, waiting_report
from tests.refusals import codes

pytestmark = pytest.mark.django_db
TAKEN = ServerAnswer(True, {"ok": True, "newest": 1})


@pytest.fixture(autouse=True)
def german() -> Iterator[None]:
    with override("de"):
        yield


def first_step(tournament: Tournament) -> str:
    chief = make_user(superuser=True)
    return next_steps(tournament, Right(Role.ORGANIZER), chief).first.code


def final_again(tournament: Tournament) -> None:
    move_tournament(tournament, "review", by=BY, reason="a slip")
    move_tournament(tournament, "final", by=BY, reason="nobody objects")


def test_the_document_is_kept_as_it_is_exported():
    tournament = to_report(played())
    document = document_of(tournament).encode()
    report = report_result(tournament, by=BY)
    envelope = envelope_of(report, ReportTarget.objects.get())
    assert read_envelope(envelope.text) == envelope
    assert unpack(bytes(report.packed), envelope) == document
    row = LogEntry.objects.get(action=Action.REPORT_MADE)
    assert row.new == {"version": 1, "sha256": report.sha256}


def test_what_waits_is_not_made_again_unless_the_result_was_corrected():
    report = waiting_report()
    assert report_result(report.tournament, by=BY).sha256 == report.sha256
    final_again(report.tournament)
    later = report_result(report.tournament, by=BY)
    assert (later.version, later.sha256 == report.sha256) == (2, False)
    assert Report.objects.count() == 1


def test_an_answer_to_an_earlier_version_changes_nothing():
    report = waiting_report()
    final_again(report.tournament)
    report_result(report.tournament, by=BY)
    record_answer(report, TAKEN)
    assert Report.objects.get().state == "waiting"


def test_the_answer_is_kept_and_logged_once():
    report = waiting_report()
    record_answer(report, TAKEN)
    record_answer(report, TAKEN)
    report.refresh_from_db()
    assert (report.state, report.packed, report.newest) == ("accepted", None, 1)
    assert LogEntry.objects.filter(action=Action.REPORT_ACCEPTED).count() == 1


def test_refused_reasons_are_shown_in_the_language_of_the_reader():
    report = waiting_report()
    told = [
        {"field": "tournament.state", "code": "report-not-final", "message": "x", "params": {}},
        {"field": "", "code": "of-a-newer-server", "message": "Etwas Neues.", "params": 7},
        {"field": "", "code": "report-version-old", "message": "Old.", "params": {}},
    ]
    record_answer(report, ServerAnswer(False, {"ok": False, "problems": [*told, 3], "newest": 4}))
    found = shown_report(report.tournament)
    assert found
    assert found.state == "refused"
    assert [words for _field, words in found.reasons] == [
        "Nur ein Endergebnis wird gemeldet.",
        "Etwas Neues.",
        "Old.",
    ]
    # The server knows version 4: what is reported next is newer.
    assert report_result(report.tournament, by=BY).version == 5


def test_a_server_that_was_not_reached_is_tried_again():
    report = waiting_report()
    record_trouble(report, "report-no-network")
    report.refresh_from_db()
    assert (report.state, report.trouble) == ("waiting", "report-no-network")
    found = shown_report(report.tournament)
    assert found
    assert found.trouble == "Der Server ist nicht erreichbar."


def test_the_panel_follows_the_report():
    tournament = played()
    assert first_step(tournament) not in ("report", "report-waiting")
    to_report(tournament)
    assert first_step(tournament) == "report"
    report = report_result(tournament, by=BY)
    steps = next_steps(tournament, Right(Role.ORGANIZER), make_user(superuser=True))
    # Whether the backup comes before it depends on what is in the folder of backups.
    assert "report-waiting" in [each.code for each in (steps.first, *steps.others)]
    record_answer(report, ServerAnswer(False, {"ok": False, "problems": []}))
    assert first_step(tournament) == "report-refused"
    record_answer(report_result(tournament, by=BY), TAKEN)
    assert not first_step(tournament).startswith("report")
    final_again(tournament)
    assert first_step(tournament) == "report-corrected"


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"state": "review"}, "report-not-final"),
        ({"sample": True, "state": "final"}, "report-of-a-sample"),
    ],
)
def test_only_a_final_result_is_reported(fields, code):
    tournament = to_report(make_tournament(**fields))
    with pytest.raises(Refused) as refusal:
        report_result(tournament, by=BY)
    assert codes(refusal) == [code]


def test_without_a_server_nothing_is_reported():
    with pytest.raises(Refused) as refusal:
        report_result(played(), by=BY)
    assert codes(refusal) == ["report-without-server"]


def test_no_document_holds_anything_of_the_server_or_its_key():
    report = waiting_report()
    target = ReportTarget.objects.get()
    document = document_of(report.tournament)
    for secret in (target.seed, target.public_key, target.address, str(report.ident)):
        assert secret not in document
    again = import_tournament(document.encode(), by=BY, host=FIRST_HOST)
    assert not Report.objects.filter(tournament=again).exists()


@pytest.mark.parametrize(
    ("address", "key", "expected"),
    [
        ("skat.example.org", "AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-VCAR", {"address"}),
        ("http://skat.example.org", "AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-VCAR", {"address"}),
        ("https://skat.example.org", "AAAA", {"key"}),
        ("ftp://skat.example.org", "", {"address", "key"}),
        ("https://[", "Ä" * 32, {"address", "key"}),
    ],
)
def test_each_field_has_its_own_message_before_anything_is_sent(address, key, expected):
    with pytest.raises(Refused) as refusal:
        set_target(first_host(), address, key, by=BY)
    assert {problem.field for problem in refusal.value.problems} == expected
    assert len(refusal.value.problems) == len(expected)
