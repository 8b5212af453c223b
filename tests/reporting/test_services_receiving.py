"""What a server takes in, refuses, and does with a corrected result."""

import json
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256

import pytest
from django.db import connection
from django.utils import timezone
from django.utils.translation import override

from scoring.accounts.services.accounts import create_account
from scoring.core.refusals import Refused
from scoring.desk.services.games import record_game
from scoring.models import (
    LogEntry,
    Person,
    ReceivedReport,
    RefusedReport,
    ReportKey,
    ReportVersion,
    ScoreList,
    Season,
    Tournament,
    User,
)
from scoring.models.log import Action
from scoring.public.services.publishing import set_public
from scoring.reporting.reads.codes import new_code, read_code
from scoring.reporting.reads.envelope import LARGEST_DOCUMENT, pack
from scoring.reporting.reads.received import is_late, reports_below, versions_with
from scoring.reporting.reads.signing import public_key_of, signature_of
from scoring.reporting.services.keys import give_key, register_key, withdraw_key
from scoring.reporting.services.receiving import receive
from scoring.reporting.services.refused import dismiss_report, join_reports
from scoring.reporting.services.throttle import SENT, WRONG, TooManyReports
from scoring.standings.reads.players import standings
from scoring.standings.reads.season_end import changed_since_end
from scoring.tournament.services.tournaments import move_tournament
from scoring.verify.reads.verify import verify
from tests.factories import line, make_entries, make_host, make_user
from tests.parcels import BY, IDENT, SEED, Computer, document_of, make_computer, played
from tests.refusals import codes
from tests.visitors import browser, text

OTHER_IDENT = "5d5c4a2e-0000-4000-8000-000000000002"
pytestmark = pytest.mark.django_db


def refused_codes(call: Callable[[], object]) -> list[str]:
    with pytest.raises(Refused) as refusal:
        call()
    return codes(refusal)


@pytest.fixture
def computer() -> Computer:
    return make_computer()


@pytest.fixture
def tournament() -> Tournament:
    return played()


def received() -> Tournament:
    return ReceivedReport.objects.get(ident=IDENT).tournament


def corrected(tournament: Tournament) -> Tournament:
    """A game of the first list is corrected, and the result is final again."""
    move_tournament(tournament, "review", by=BY, reason="a slip")
    score_list = ScoreList.objects.filter(series__tournament=tournament, depth="games").first()
    score_list = ScoreList.objects.select_related("series__tournament").get(pk=score_list.pk)
    record_game(
        score_list, line(1), by=BY, revision=score_list.revision, reason="passed, says the paper"
    )
    move_tournament(tournament, "final", by=BY, reason="nobody objects")
    return tournament


def test_a_reported_tournament_belongs_to_the_host_and_is_marked(computer, tournament):
    receipt = computer.report(document_of(tournament))
    made = received()
    assert (receipt.version.number, receipt.newest) == (1, 1)
    assert made.host == computer.host
    assert made.reported_at is not None
    assert (made.public, made.state, made.replaced_by) == (False, "final", None)
    ranks = [(row.name, row.rank.rank, row.performance) for row in standings(tournament).rows]
    assert [(row.name, row.rank.rank, row.performance) for row in standings(made).rows] == ranks
    assert verify() == []
    row = LogEntry.objects.get(action=Action.REPORT_RECEIVED)
    assert (row.host, row.actor, row.new["version"]) == (computer.host, "Vereinslaptop", 1)
    computer.key.refresh_from_db()
    assert computer.key.used_at is not None


def test_the_same_report_counts_once_however_often_it_is_sent(computer, tournament):
    parcel = computer.parcel(document_of(tournament))
    first = receive(parcel)
    rows = Tournament.objects.count(), LogEntry.objects.count()
    again = receive(parcel)
    assert (again.version, again.newest) == (first.version, 1)
    assert (Tournament.objects.count(), LogEntry.objects.count()) == rows


def test_the_same_document_under_another_id_is_refused(computer, tournament):
    """A second laptop has it by import, or the first one was set up from an older backup."""
    season = Season.objects.create(name="2026/27", host=computer.host)
    document = json.loads(document_of(tournament))
    document["tournament"]["season"] = season.name
    computer.report(json.dumps(document))
    # The host corrects how somebody is spelled; what was reported is the same for all that.
    Person.objects.filter(entries__tournament=received(), entries__start_number=1).update(
        family="Rohde"
    )
    with pytest.raises(Refused) as refused:
        receive(computer.parcel(json.dumps(document), report=OTHER_IDENT))
    [problem] = refused.value.problems
    assert problem.code == "report-here-already"
    assert problem.params == {"name": tournament.name, "computer": "Vereinslaptop", "newest": 1}
    assert list(season.tournaments.all()) == [received()]
    assert LogEntry.objects.filter(action=Action.REPORT_TURNED_AWAY).count() == 1


def test_the_tournament_in_another_state_or_typed_anew_under_another_id_is_refused(
    computer, tournament
):
    computer.report(document_of(tournament))
    computer.report(document_of(corrected(tournament)), version=2)
    document = json.loads(document_of(tournament))
    document["tournament"] |= {"name": tournament.name.upper(), "place": "anderswo"}
    document["entries"][0]["person"]["passport"] = "4711"
    again = computer.parcel(json.dumps(document), report=OTHER_IDENT)
    assert refused_codes(lambda: receive(again)) == ["report-here-already"]
    assert ReceivedReport.objects.count() == 1


@pytest.mark.parametrize("other", ["name", "date", "players"])
def test_another_tournament_of_the_host_is_taken(computer, tournament, other):
    computer.report(document_of(tournament))
    document = json.loads(document_of(tournament))
    if other == "players":
        document["entries"][0]["person"]["family"] = "Anders"
    else:
        document["tournament"][other] = {"name": "Abendrunde", "date": "2026-10-02"}[other]
    receive(computer.parcel(json.dumps(document), report=OTHER_IDENT))
    assert ReceivedReport.objects.count() == 2


def test_nobody_gains_a_role_or_an_account_by_a_report(computer, tournament):
    """A name in the document is none of the server's accounts, whoever has it there."""
    chief = make_user("chief", superuser=True)
    document = json.loads(document_of(tournament))
    document["memberships"] = [{"user": "chief", "role": "organizer"}]
    document["log"][0]["user"] = "chief"
    computer.report(json.dumps(document))
    made = received()
    assert not made.memberships.exists()
    assert not made.log.filter(user=chief).exists()
    assert User.objects.get(username="=chief").is_active is False


def test_names_in_a_report_occupy_no_sign_in_name(computer, tournament):
    """Whoever has a key could else take any name from the server's people."""
    document = json.loads(document_of(tournament))
    for row in document["log"]:
        row["user"], row["actor"] = "lars", "lars"
    computer.report(json.dumps(document))
    made = received()
    nobody = made.log.filter(user__isnull=False).first().user
    assert (nobody.username, str(nobody), nobody.is_active) == ("=lars", "lars", False)
    user, _link = create_account("Lars Larsen", username="lars", by=BY)
    assert user.username == "lars"
    again = json.loads(document_of(made))
    assert {row["user"] for row in again["log"]} == {"lars"}
    chief = browser(make_user("chief", superuser=True))
    words = text(chief.get("/accounts/"))
    assert "Lars Larsen" in words
    assert "=lars" not in words
    assert "=lars" not in chief.get("/installation/accounts.csv").content.decode()
    assert chief.post(f"/accounts/{nobody.pk}/change/", {"action": "open"}).status_code == 404
    assert "=lars" not in text(chief.get(f"/tournaments/{made.pk}/log/"))


def test_a_corrected_result_takes_the_place_of_the_earlier_one(computer, tournament):
    season = Season.objects.create(name="2026/27", host=computer.host)
    computer.report(document_of(tournament))
    first = received()
    Tournament.objects.filter(pk=first.pk).update(season=season)
    first.refresh_from_db()
    set_public(first, True, by=BY)
    helper = make_user("helper")
    first.memberships.create(user=helper, role="viewer")
    computer.report(document_of(corrected(tournament)), version=2)
    second = received()
    first.refresh_from_db()
    assert (first.replaced_by, first.public, first.season) == (second, False, None)
    assert (second.public, second.season) == (True, season)
    assert [each.user for each in second.memberships.all()] == [helper]
    assert list(season.tournaments.all()) == [second]
    assert verify() == []


def test_the_differences_name_lists_and_ranks(computer, tournament):
    computer.report(document_of(tournament))
    computer.report(document_of(corrected(tournament)), version=2)
    newest, oldest = versions_with(received())
    assert oldest.changed is None
    assert newest.changed
    [one] = newest.changed.lists
    assert (one.series, one.table) == (1, 1)
    assert one.seats
    was = {row.start_number: row.performance for row in standings(oldest.tournament).rows}
    now = {row.start_number: row.performance for row in standings(newest.tournament).rows}
    moved = {number for number in now if was[number] != now[number]}
    assert moved
    assert moved <= {each.number for each in newest.changed.ranks}


def test_a_version_older_than_what_is_there_is_refused(computer, tournament):
    first = document_of(tournament)
    computer.report(first)
    computer.report(document_of(corrected(tournament)), version=2)
    newest = received()
    assert computer.report(first).newest == 2  # the first one again: taken before, changes nothing
    other = json.loads(first)
    other["tournament"]["place"] = "anderswo"
    assert refused_codes(lambda: computer.report(json.dumps(other), version=2)) == [
        "report-version-old"
    ]
    assert received() == newest


def test_who_was_merged_here_is_the_same_person_in_the_next_version(computer, tournament):
    computer.report(document_of(tournament))
    entry = received().entries.get(start_number=1)
    known = make_entries(received_elsewhere(computer), 1)[0].person
    old = entry.person
    entry.person = known
    entry.save()
    computer.report(document_of(corrected(tournament)), version=2)
    assert received().entries.get(start_number=1).person == known
    assert old != known


def received_elsewhere(computer: Computer) -> Tournament:
    return Tournament.objects.create(name="Eigenes", date="2026-10-01", host=computer.host)


def test_a_document_that_was_changed_is_refused(computer, tournament):
    document = document_of(tournament)
    parcel = computer.parcel(document)
    other = replace(parcel, packed=pack(document.replace("Herbstpokal", "Frühling").encode()))
    assert refused_codes(lambda: receive(other)) == ["report-changed"]
    assert refused_codes(lambda: receive(replace(parcel, packed=b"x"))) == ["report-changed"]
    assert not ReportVersion.objects.exists()


def test_an_envelope_that_was_changed_is_refused(computer, tournament):
    parcel = computer.parcel(document_of(tournament))
    other = replace(parcel, text=parcel.text.replace('"version": 1', '"version": 7'))
    assert refused_codes(lambda: receive(other)) == ["report-signature-wrong"]
    assert refused_codes(lambda: receive(replace(parcel, signature="zz"))) == [
        "report-signature-wrong"
    ]


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", "{", "9" * 5000, '{"format": 1}', '{"format": 2, "key": 7}']
)
def test_what_is_no_envelope_is_refused(computer, tournament, text):
    parcel = computer.parcel(document_of(tournament))
    assert refused_codes(lambda: receive(replace(parcel, text=text))) == ["report-unreadable"]


def test_a_key_of_nobody_is_refused(tournament):
    make_computer()
    stranger = Computer(make_host("Fremd"), ReportKey(), seed="6" * 64)
    assert refused_codes(lambda: stranger.report(document_of(tournament))) == ["report-key-unknown"]


def test_a_withdrawn_key_reports_nothing_and_what_it_reported_stays(computer, tournament):
    computer.report(document_of(tournament))
    withdraw_key(computer.key, by=BY)
    assert refused_codes(lambda: computer.report(document_of(tournament))) == [
        "report-key-withdrawn"
    ]
    assert received().reported_at


def test_another_computer_of_the_host_goes_on_with_the_versions(computer, tournament):
    """The laptop was replaced: the new one has a key of its own, and the data."""
    computer.report(document_of(tournament))
    withdraw_key(computer.key, by=BY)
    code = give_key(computer.host, "Neuer Laptop", by=BY)
    key = register_key(code, public_key_of("7" * 64))
    new = Computer(computer.host, key, seed="7" * 64)
    new.report(document_of(corrected(tournament)), version=2)
    assert ReceivedReport.objects.get().versions.count() == 2


def test_another_host_reports_under_the_same_name_without_touching_it(computer, tournament):
    document = document_of(tournament)
    computer.report(document)
    other = make_host("SC Fremd")
    register_key(give_key(other, "Laptop", by=BY), public_key_of("8" * 64))
    Computer(other, ReportKey(), seed="8" * 64).report(document)
    assert sorted(ReceivedReport.objects.values_list("host__name", flat=True)) == [
        "LV Nord",
        "SC Fremd",
    ]


def test_what_is_not_final_or_a_sample_is_refused(computer, tournament):
    document = json.loads(document_of(tournament))
    document["tournament"] |= {"state": "review", "sample": True}
    found = refused_codes(lambda: computer.report(json.dumps(document)))
    assert {"report-not-final", "report-of-a-sample"} <= set(found)


def in_season(tournament: Tournament, name: str) -> str:
    document = json.loads(document_of(tournament))
    document["tournament"]["season"] = name
    return json.dumps(document)


def test_a_closed_season_takes_in_no_report_which_is_kept_without_one(computer, tournament):
    season = Season.objects.create(name="2026/27", host=computer.host, closed_at=timezone.now())
    receipt = computer.report(in_season(tournament, season.name))
    assert (received().season, receipt.season) == (None, "")
    assert not season.tournaments.exists()


def test_a_report_opens_no_season_of_the_host(computer, tournament):
    """Every club has its own "Vereinsmeisterschaft 2026", which is none of the host's."""
    receipt = computer.report(in_season(tournament, "Vereinsmeisterschaft 2026"))
    assert (received().season, receipt.season) == (None, "")
    assert not Season.objects.filter(host=computer.host).exists()


def test_a_report_joins_the_open_season_of_its_name(computer, tournament):
    season = Season.objects.create(name="2026/27", host=computer.host)
    receipt = computer.report(in_season(tournament, season.name))
    assert (received().season, receipt.season) == (season, season.name)


def test_a_correction_stays_in_its_season_which_was_closed_since(computer, tournament):
    """As by hand: who finds a slip corrects it, and the result keeps its place."""
    season = Season.objects.create(name="2026/27", host=computer.host)
    document = json.loads(document_of(tournament))
    document["tournament"]["season"] = season.name
    computer.report(json.dumps(document))
    season.closed_at = timezone.now()
    season.save()
    assert changed_since_end(season) == []
    computer.report(document_of(corrected(tournament)), version=2)
    assert list(season.tournaments.all()) == [received()]
    # It is said: on the pages of the season and of the reports, and in the log.
    assert [each.tournament for each in changed_since_end(season)] == [received()]
    assert [is_late(each) for each in reports_below(computer.host)] == [True]
    row = LogEntry.objects.filter(action=Action.REPORT_RECEIVED).latest("id")
    assert row.new["after_closing"] == season.name


@pytest.mark.parametrize("changed", [{"format": 999}, {"of_the_future": 1}])
def test_a_document_of_a_newer_program_is_answered_with_what_is_to_be_done(
    computer, tournament, changed
):
    document = json.loads(document_of(tournament)) | changed
    assert refused_codes(lambda: computer.report(json.dumps(document)))[0] == "report-server-older"


def test_what_was_refused_is_kept_until_it_is_taken(computer, tournament):
    document = json.loads(document_of(tournament))
    document["series"][0]["tables"][0]["seats"][0]["points"] += 1
    refused_codes(lambda: computer.report(json.dumps(document)))
    kept = RefusedReport.objects.get()
    assert (kept.name, kept.date, kept.key) == (tournament.name, tournament.date, computer.key)
    assert kept.problems[0]["code"] == "document-control-differs"
    computer.report(document_of(tournament))
    assert not RefusedReport.objects.exists()


def test_what_nobody_will_report_rightly_leaves_the_page_until_it_is_refused_again(
    computer, tournament
):
    document = json.loads(document_of(tournament))
    document["series"][0]["tables"][0]["seats"][0]["points"] += 1
    refused_codes(lambda: computer.report(json.dumps(document)))
    kept = RefusedReport.objects.get()
    dismiss_report(kept, by=BY)
    assert not RefusedReport.objects.exists()
    row = LogEntry.objects.get(action=Action.REPORT_DISMISSED)
    assert row.old == {"name": tournament.name, "version": 1}
    with pytest.raises(Refused):
        dismiss_report(kept, by=BY)
    refused_codes(lambda: computer.report(json.dumps(document)))
    assert RefusedReport.objects.exists()


def test_an_administrator_says_that_a_computer_goes_on_with_what_is_here(computer, tournament):
    """A laptop has the tournament from an older backup, and calls it otherwise."""
    computer.report(document_of(tournament))
    document = document_of(corrected(tournament))
    again = computer.parcel(document, version=1, report=OTHER_IDENT)
    assert refused_codes(lambda: receive(again)) == ["report-here-already"]
    kept = RefusedReport.objects.get()
    assert kept.taken_for == ReceivedReport.objects.get()
    join_reports(kept, by=BY)
    receive(computer.parcel(document, version=2, report=OTHER_IDENT, after=1))
    assert ReceivedReport.objects.get().versions.count() == 2
    assert not RefusedReport.objects.exists()
    assert LogEntry.objects.filter(action=Action.REPORT_JOINED).count() == 1
    with pytest.raises(Refused):
        join_reports(kept, by=BY)


def test_a_wrong_figure_is_refused_with_its_place_and_logged(computer, tournament):
    document = json.loads(document_of(tournament))
    document["series"][0]["tables"][0]["seats"][0]["points"] += 1
    assert refused_codes(lambda: computer.report(json.dumps(document))) == [
        "document-control-differs"
    ]
    row = LogEntry.objects.get(action=Action.REPORT_TURNED_AWAY)
    assert (row.host, row.new["refused"]) == (computer.host, ["document-control-differs"])
    assert not ReceivedReport.objects.exists()


def test_too_large_is_refused_before_it_is_unpacked(computer):
    small = pack(b" " * (LARGEST_DOCUMENT + 1))
    assert len(small) < 200_000
    text = computer.parcel("{}", size=LARGEST_DOCUMENT + 1).text
    parcel = replace(
        computer.parcel("{}"), text=text, signature=signature_of(text, SEED), packed=small
    )
    assert refused_codes(lambda: receive(parcel)) == ["report-too-large"]
    # Who says less than it is gets no further than what he said.
    text = computer.parcel("{}", size=10).text
    parcel = replace(parcel, text=text, signature=signature_of(text, SEED))
    assert refused_codes(lambda: receive(parcel)) == ["report-changed"]


def test_who_sends_too_often_waits(computer):
    for _time in range(SENT.most):
        refused_codes(lambda: computer.report("{}"))
    with pytest.raises(TooManyReports):
        computer.report("{}")


def test_wrong_keys_are_counted_by_their_address(computer):
    stranger = replace(computer, seed="9" * 64)
    for _time in range(WRONG.most):
        assert refused_codes(lambda: stranger.report("{}")) == ["report-key-unknown"]
    with pytest.raises(TooManyReports):
        stranger.report("{}")
    assert refused_codes(lambda: computer.report("{}")) != []  # a right key is not held up


def test_a_key_registers_one_computer(computer):
    code = give_key(computer.host, "Zweiter", by=BY)
    key = register_key(code, public_key_of("1" * 64))
    assert register_key(code, public_key_of("1" * 64)) == key  # its answer was lost
    assert refused_codes(lambda: register_key(code, public_key_of("2" * 64))) == ["report-key-used"]
    assert refused_codes(lambda: register_key(new_code(), public_key_of("3" * 64))) == [
        "report-key-unknown"
    ]
    assert code not in str(list(ReportKey.objects.values()))  # a hash alone is stored


def test_a_slip_in_a_key_is_found_before_anything_is_sent():
    code = new_code()
    assert read_code(code.lower().replace("-", " ")) == code
    for place in (0, 7, len(code) - 1):
        other = "B" if code[place] != "B" else "C"
        assert read_code(code[:place] + other + code[place + 1 :]) is None


@pytest.mark.skipif(connection.vendor != "sqlite", reason="looks into the file")
def test_no_private_key_stands_in_a_row(computer, tournament):
    """Who finds a backup cannot sign: the key is derived by the key of the installation."""
    secret = public_key_of(SEED)
    rows = str(list(ReportKey.objects.values()))
    assert secret in rows  # the public one
    assert SEED not in rows


def test_what_another_computer_corrected_is_not_replaced_unseen(computer, tournament):
    """Both have the tournament from the same backup; each corrects it."""
    computer.report(document_of(tournament))
    code = give_key(computer.host, "Laptop II", by=BY)
    other = Computer(computer.host, register_key(code, public_key_of("7" * 64)), seed="7" * 64)
    document = document_of(corrected(tournament))
    unseen = other.parcel(document, version=2, after=0)
    with pytest.raises(Refused) as refusal:
        receive(unseen)
    [problem] = refusal.value.problems
    assert problem.code == "report-version-old"
    assert (problem.params["newest"], problem.params["computer"]) == (1, "Vereinslaptop")
    receive(other.parcel(document, version=2, after=1))
    # The first one again: its own version was the first, and it has not seen the second.
    again = json.loads(document)
    again["tournament"]["place"] = "anderswo"
    with pytest.raises(Refused):
        receive(computer.parcel(json.dumps(again), version=3, after=1))
    receive(computer.parcel(json.dumps(again), version=3, after=2))


def test_a_copy_of_a_computer_replaces_nothing_that_the_other_one_reported(computer, tournament):
    """Both have the key, the data and the first version; each goes on by itself."""
    first, second, third = (str(number) * 64 for number in (1, 2, 3))
    computer.report(document_of(tournament))
    document = document_of(corrected(tournament))
    receive(computer.parcel(document, version=2, after=1, made=(first,)))
    copied = json.loads(document)
    copied["tournament"]["place"] = "anderswo"
    text = json.dumps(copied)
    # It has made two versions meanwhile, of which the first one found no network.
    with pytest.raises(Refused) as refusal:
        receive(computer.parcel(text, version=3, after=1, made=(third, second)))
    assert [each.code for each in refusal.value.problems] == ["report-version-old"]
    # The one that made the second version and got no answer goes on.
    own = sha256(document.encode()).hexdigest()
    receive(computer.parcel(text, version=3, after=1, made=(third, own)))


def test_what_a_copy_of_a_computer_was_refused_stays_until_that_one_reports_it(
    computer, tournament
):
    """Else nobody would learn that somebody has another result."""
    document = json.loads(document_of(tournament))

    def played_at(place: str) -> tuple[str, str]:
        text = json.dumps(document | {"tournament": document["tournament"] | {"place": place}})
        return text, sha256(text.encode()).hexdigest()

    (one, first), (two, second), (three, third), (other, copied), (last, settled) = map(
        played_at, ("A", "B", "C", "D", "E")
    )
    receive(computer.parcel(one, version=1, made=(first,)))
    receive(computer.parcel(two, version=2, after=1, made=(second, first)))
    with pytest.raises(Refused):
        receive(computer.parcel(other, version=2, after=1, made=(copied, first)))
    # The one that goes on, refused and taken: neither says anything of the copy.
    wrong = computer.parcel(three, version=3, after=2, made=(third, second, first))
    with pytest.raises(Refused):
        receive(replace(wrong, packed=b"torn"))
    assert [each.sha256 for each in RefusedReport.objects.order_by("id")] == [copied, third]
    receive(wrong)
    assert [each.sha256 for each in RefusedReport.objects.all()] == [copied]
    # Somebody has looked at both, and reports from the copy.
    receive(computer.parcel(last, version=4, after=3, made=(settled, copied, first)))
    assert not RefusedReport.objects.exists()


def changed_by(computer: Computer, tournament: Tournament, change: Callable[[dict], None]):
    """What the page says of a second version in which the document was changed."""
    document = json.loads(document_of(tournament))
    document["contests"] = [
        {"kind": "team", "size": 2, "teams": [{"number": 1, "name": "Asse", "members": MEMBERS}]}
    ]
    computer.report(json.dumps(document))
    change(document)
    computer.report(json.dumps(document), version=2)
    return versions_with(received())[0].changed


MEMBERS = [{"player": 1, "position": 1}, {"player": 2, "position": 2}]


def test_a_version_without_a_change_says_so(computer, tournament):
    assert changed_by(computer, tournament, lambda each: each["log"].pop()).nothing


@pytest.mark.parametrize(
    ("key", "value"), [("name", "Anders"), ("date", "2026-11-20"), ("place", "anderswo")]
)
def test_the_differences_name_the_terms(computer, tournament, key, value):
    found = changed_by(computer, tournament, lambda each: each["tournament"].update({key: value}))
    assert [str(each.after) for each in found.terms] == [value]


def test_the_differences_name_teams_and_their_ranks(computer, tournament):
    def change(document: dict) -> None:
        document["contests"][0]["teams"][0]["members"][1]["player"] = 3

    [team] = changed_by(computer, tournament, change).teams
    assert team.has_others
    assert [number for number, *_more in team.after.members] == [1, 3]
    assert team.before.performance != team.after.performance


@pytest.mark.parametrize(
    ("change", "part"),
    [
        (lambda each: each["tournament"].update(organizer="Anders"), "Settings"),
        (lambda each: each["entries"][0]["person"].update(club="SC Neu"), "Players"),
        (lambda each: each.update(fees={"entry_cents": 500}), "Fees"),
    ],
)
def test_the_differences_name_whatever_else_was_changed(computer, tournament, change, part):
    found = changed_by(computer, tournament, change)
    assert not found.nothing
    with override("en"):
        assert [str(each) for each in found.others] == [part]
