"""A club reports its result: what is sent, what is kept of the answer, and what follows."""

import gzip
from contextlib import contextmanager

import pytest

from scoring.core.forms import Refused
from scoring.exchange.reads.export import export_text
from scoring.models import Host, LogEntry, Report, ReportTarget, Tournament
from scoring.models.log import Action
from scoring.reporting import services
from scoring.reporting.network import NotReached, ServerAnswer
from scoring.reporting.services import report_result, set_target
from scoring.tournament.reads.day import report_state
from scoring.tournament.services.tournaments import move_tournament
from tests.parcels import ADDRESS, BY, played, to_report
from tests.refusals import codes_of

pytestmark = pytest.mark.django_db
TAKEN, REFUSED = ServerAnswer(True, "Angekommen."), ServerAnswer(False, "So nicht.")


@contextmanager
def server(answer: ServerAnswer | str):
    """Let the server answer so; a text is why it is not reached. Yields what it was asked."""
    asked: list[tuple[object, ...]] = []

    def ask(*question: object) -> ServerAnswer:
        asked.append(question)
        if isinstance(answer, str):
            raise NotReached(answer)
        return answer

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(services, "ask", ask)
        yield asked


@pytest.fixture
def tournament() -> Tournament:
    return to_report(played())


def test_the_export_is_sent_and_the_answer_kept_but_nothing_too_large(tournament, monkeypatch):
    document = export_text(tournament)
    with server(TAKEN) as asked:
        report = report_result(tournament, by=BY)
    [(method, address, key, content)] = asked
    assert (method, address, key) == ("POST", ADDRESS, "KEY-OF-LV-NORD")
    assert gzip.decompress(content).decode() == document
    assert (report.state, report.answer) == ("accepted", "Angekommen.")
    assert report_state(tournament) == "accepted"
    row = LogEntry.objects.get(action=Action.REPORT_ACCEPTED)
    assert (row.tournament, row.actor) == (tournament, "test")
    # No document holds anything of the server or its key.
    for secret in ("KEY-OF-LV-NORD", ADDRESS, "Angekommen"):
        assert secret not in export_text(tournament)
    monkeypatch.setattr("scoring.reporting.reads.MAX_DOCUMENT", 1_000)
    with server(TAKEN) as asked:
        assert codes_of(report_result, tournament, by=BY) == ["report-too-large"]
    assert asked == []


def test_after_a_lost_answer_the_very_same_document_is_sent(tournament):
    """So the server knows it, whether the first one arrived or not."""
    with server("report-no-network") as first:
        report = report_result(tournament, by=BY)
    assert (report.state, report.answer) == ("unreached", "Der Server ist nicht erreichbar.")
    assert report_state(tournament) == "unreached"
    with server(TAKEN) as second:
        report_result(tournament, by=BY)
    assert first == second
    assert Report.objects.get().state == "accepted"


def test_a_result_that_was_corrected_since_is_reported_again(tournament):
    assert report_state(tournament) == "due"
    with server(TAKEN):
        report_result(tournament, by=BY)
    move_tournament(tournament, "review", by=BY, reason="a slip")
    assert report_state(tournament) == "corrected"
    with server(TAKEN) as asked:
        assert codes_of(report_result, tournament, by=BY) == ["report-not-final"]
    assert asked == []
    move_tournament(tournament, "final", by=BY, reason="nobody objects")
    with server(TAKEN):
        report_result(tournament, by=BY)
    assert report_state(tournament) == "accepted"


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"sample": True}, "report-of-a-sample"),
        ({"reported_at": "2026-11-21T20:00:00+01:00"}, "tournament-is-reported"),
    ],
)
def test_only_a_final_result_of_this_computer_is_reported(tournament, fields, code):
    Tournament.objects.filter(pk=tournament.pk).update(**fields)
    tournament.refresh_from_db()
    assert codes_of(report_result, tournament, by=BY) == [code]


# Where to ---------------------------------------------------------------------------------------


def test_address_and_key_are_typed_once_and_asked_for_at_the_server():
    host = Host.objects.get()
    with server(ServerAnswer(True, "LV Nord")) as asked:
        target = set_target(host, f" {ADDRESS}/ ", "aaaa–bbbb", by=BY)  # pasted from a letter
    assert asked == [("GET", ADDRESS, "AAAA-BBBB")]
    assert str(target) == "LV Nord"
    row = LogEntry.objects.get(action=Action.REPORT_TARGET_SET)
    assert "AAAA" not in str(row.new)
    # The server moves, or another one takes its place: there is one.
    with server(ServerAnswer(True, "DSkV")) as asked:
        set_target(host, "https://skat.example.com", "", by=BY)
    assert asked == [("GET", "https://skat.example.com", "AAAA-BBBB")]
    assert ReportTarget.objects.get().received_by == "DSkV"


@pytest.mark.parametrize(
    ("address", "key", "answer", "problem"),
    [
        ("http://skat.example.org", "AAAA", TAKEN, ("report-needs-https", "address")),
        (ADDRESS, "", TAKEN, ("report-key-unknown", "key")),
        (ADDRESS, "ä", TAKEN, ("report-key-unknown", "key")),
        (ADDRESS, "AAAA", REFUSED, ("report-key-unknown", "key")),
        (ADDRESS, "AAAA", "report-no-network", ("report-no-network", "address")),
    ],
)
def test_each_field_has_its_own_message(address, key, answer, problem):
    with server(answer), pytest.raises(Refused) as refusal:
        set_target(Host.objects.get(), address, key, by=BY)
    assert [(each.code, each.field) for each in refusal.value.problems] == [problem]
    assert not ReportTarget.objects.exists()
