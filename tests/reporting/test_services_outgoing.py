"""What the computer keeps, and what it does with the answer of a server."""

from collections.abc import Iterator

import pytest
from django.utils import timezone
from django.utils.translation import override

from scoring.core.access import Right
from scoring.core.refusals import Refused
from scoring.exchange.services import import_tournament
from scoring.models import LogEntry, Report, ReportTarget, Role, Tournament
from scoring.models.host import FIRST_HOST
from scoring.models.log import Action
from scoring.reporting import sending
from scoring.reporting.network import ServerAnswer
from scoring.reporting.reads.codes import new_code
from scoring.reporting.reads.envelope import measure, read_envelope, unpacked
from scoring.reporting.reads.outgoing import shown_report
from scoring.reporting.reads.signing import public_key_of
from scoring.reporting.services import targets
from scoring.reporting.services.outgoing import (
    envelope_of,
    ident_of,
    record_answer,
    record_trouble,
    report_result,
)
from scoring.reporting.services.targets import change_address, remove_target, set_target
from scoring.tournament.reads.panel import next_steps
from scoring.tournament.reads.reported import report_state, waiting_reports
from scoring.tournament.services.tournaments import move_tournament
from tests.factories import first_host, make_tournament, make_user
from tests.parcels import BY, SEED, document_of, played, to_report, waiting_report
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
    packed = bytes(report.packed)
    measure(packed, envelope)
    assert b"".join(unpacked(packed)) == document
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
    # The server has version 4 of another computer: it is replaced by who says so, by a newer one.
    for replaces in (None, 3):
        with pytest.raises(Refused) as refusal:
            report_result(report.tournament, replaces=replaces, by=BY)
        assert codes(refusal) == ["report-replaces-another"]
    later = report_result(report.tournament, replaces=4, by=BY)
    assert (later.version, later.after) == (5, 4)


def test_a_report_names_the_versions_that_were_made_here_since_the_last_one_taken():
    """A copy of the data has made none of them, and replaces none of them unseen."""
    first = waiting_report()
    tournament, target = first.tournament, ReportTarget.objects.get()
    assert envelope_of(first, target).made == (first.sha256,)
    record_trouble(first, "report-no-network")
    final_again(tournament)
    second = report_result(tournament, by=BY)
    assert envelope_of(second, target).made == (second.sha256, first.sha256)
    record_answer(second, ServerAnswer(True, {"ok": True, "newest": 2}))
    final_again(tournament)
    third = report_result(tournament, by=BY)
    envelope = envelope_of(third, target)
    assert (envelope.after, envelope.made) == (2, (third.sha256, second.sha256, first.sha256))
    assert read_envelope(envelope.text) == envelope


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


def waiting_ones() -> list[Report]:
    return list(waiting_reports())


def test_a_result_that_was_taken_back_is_not_sent(monkeypatch):
    """It waited for a network while it was final; by now it is being reviewed."""
    report = waiting_report()
    asked: list[str] = []
    monkeypatch.setattr(sending, "send", lambda address, *_more: asked.append(address))
    move_tournament(report.tournament, "review", by=BY, reason="a slip")
    assert waiting_ones() == []
    assert sending.send_waiting() == 0
    assert report_state(report.tournament) == "held"
    # Final again, it is another result: what waited is not sent in its place.
    move_tournament(report.tournament, "final", by=BY, reason="nobody objects")
    assert sending.send_waiting() == 0
    assert asked == []
    assert report_state(report.tournament) == "corrected"
    report_result(report.tournament, by=BY)
    assert len(waiting_ones()) == 1


def test_what_is_taken_back_while_another_is_sent_stays(monkeypatch):
    first = waiting_report()
    second = report_result(played(name="Zweites"), by=BY)
    asked: list[str] = []

    def slow(address: str, fields: dict[str, str], packed: bytes) -> ServerAnswer:
        asked.append(fields["envelope"])
        move_tournament(second.tournament, "review", by=BY, reason="a slip")
        return TAKEN

    monkeypatch.setattr(sending, "send", slow)
    sending.send_waiting()
    assert len(asked) == 1
    assert str(first.ident) in asked[0]


def test_the_newest_version_that_was_taken_is_kept():
    report = waiting_report()
    record_answer(report, TAKEN)
    final_again(report.tournament)
    record_answer(report_result(report.tournament, by=BY), ServerAnswer(False, {"ok": False}))
    report.refresh_from_db()
    assert (report.version, report.state, report.accepted) == (2, "refused", 1)


def test_a_correction_goes_where_the_first_version_went():
    tournament = to_report(played())
    first = ReportTarget.objects.get()
    record_answer(report_result(tournament, by=BY), TAKEN)
    league = another_target("Liga West")
    final_again(tournament)
    report = report_result(tournament, target=league.pk, by=BY)
    assert report.target == first
    found = shown_report(tournament)
    assert found
    assert (found.target, found.chooses) == (first, False)


def test_of_several_servers_one_is_chosen_at_the_first_report():
    tournament = to_report(played())
    league = another_target("Liga West")
    found = shown_report(tournament)
    assert found
    assert (found.target, found.chooses) == (None, True)
    with pytest.raises(Refused) as refusal:
        report_result(tournament, by=BY)
    assert codes(refusal) == ["report-choose-server"]
    report = report_result(tournament, target=league.pk, by=BY)
    assert report.target == league
    assert envelope_of(report, league).after == 0


def test_a_correction_waits_for_its_server_rather_than_go_to_another():
    tournament = to_report(played())
    first = ReportTarget.objects.get()
    record_answer(report_result(tournament, by=BY), TAKEN)
    league = another_target("Liga West")
    remove_target(first, by=BY)
    final_again(tournament)
    with pytest.raises(Refused) as refusal:
        report_result(tournament, target=league.pk, by=BY)
    assert codes(refusal) == ["report-server-removed"]


def another_target(name: str) -> ReportTarget:
    return ReportTarget.objects.create(
        host=first_host(),
        address="https://skat.example.org",
        received_by=name,
        seed="6" * 64,
        public_key=public_key_of("6" * 64),
        at=timezone.now(),
    )


def test_what_was_refused_for_its_key_is_sent_with_the_next_one(monkeypatch):
    report = waiting_report()
    told = {"field": "key", "code": "report-key-withdrawn", "message": "", "params": {}}
    withdrawn = ServerAnswer(False, {"ok": False, "problems": [told]})
    for _time in range(2):
        record_answer(report, withdrawn)
    report.refresh_from_db()
    assert (report.state, report_state(report.tournament)) == ("waiting", "refused")
    assert LogEntry.objects.filter(action=Action.REPORT_REFUSED).count() == 1
    assert waiting_ones() == []
    answer = ServerAnswer(True, {"ok": True, "host": "LV Nord", "host_id": 7})
    monkeypatch.setattr(targets, "register", lambda *_sent: answer)
    old = ReportTarget.objects.get()
    made = set_target(first_host(), old.address, new_code(), by=BY)
    assert made.pk == old.pk  # the same host of the same server
    assert waiting_ones() == [report]


def test_keys_of_two_hosts_of_a_server_stand_side_by_side(monkeypatch):
    for host in (7, 8, 7):
        answer = ServerAnswer(True, {"ok": True, "host": f"Host {host}", "host_id": host})
        monkeypatch.setattr(targets, "register", lambda *_sent, found=answer: found)
        set_target(first_host(), "https://skat.example.org", new_code(), by=BY)
    assert sorted(ReportTarget.objects.values_list("at_host", flat=True)) == [7, 8]


def test_the_address_of_a_server_changes_without_its_key(monkeypatch):
    to_report(played())
    target = ReportTarget.objects.get()
    monkeypatch.setattr(targets, "register", lambda *_sent: ServerAnswer(False, {"ok": False}))
    change_address(target, "https://neu.example.org/", by=BY)
    target.refresh_from_db()
    assert (target.address, target.public_key) == ("https://neu.example.org", public_key_of(SEED))
    with pytest.raises(Refused):
        change_address(target, "http://neu.example.org", by=BY)


def test_a_backup_made_before_the_report_calls_the_tournament_alike():
    report = waiting_report()
    ident, tournament = report.ident, report.tournament
    report.delete()  # as the backup has it
    assert report_result(tournament, by=BY).ident == ident
    copy = import_tournament(document_of(tournament).encode(), by=BY, host=FIRST_HOST)
    assert ident_of(copy) != ident
