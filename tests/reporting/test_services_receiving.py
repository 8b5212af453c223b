"""What a host takes in of what clubs report, what it refuses, and what a later report does."""

import gzip
import json

import pytest
from django.utils import timezone

from scoring.exchange.reads.verify import verify
from scoring.lists.services.games import record_game
from scoring.models import (
    Actor,
    LogEntry,
    ReceivedReport,
    ReportKey,
    ScoreList,
    Season,
    Tournament,
    User,
)
from scoring.models.log import Action
from scoring.public.services import set_public
from scoring.reporting.reads import MAX_DOCUMENT, reports_below
from scoring.reporting.services import Parcel, receive, withdraw_key
from scoring.standings.reads.players import standings
from scoring.standings.reads.season import changed_since_end
from scoring.tournament.services.tournaments import move_into_season, move_tournament
from tests.factories import line, make_host, make_user
from tests.parcels import BY, Reporter, document_of, make_reporter, played, received
from tests.races import at_once
from tests.refusals import codes_of
from tests.visitors import browser, text

pytestmark = pytest.mark.django_db
NUL = '{"tournament": {"name": "\\u0000", "date": "2026-11-21"}, "log": [{"at": "2026"}]}'


@pytest.fixture
def club() -> Reporter:
    return make_reporter()


@pytest.fixture
def tournament() -> Tournament:
    return played()


def corrected(tournament: Tournament) -> Tournament:
    """A game of the first list is corrected, and the result is final again."""
    move_tournament(tournament, "review", by=BY, reason="a slip")
    lists = ScoreList.objects.filter(series__tournament=tournament, depth="games")
    first = lists.select_related("series__tournament").first()
    record_game(first, line(1), by=BY, revision=first.revision, reason="passed, says the paper")
    move_tournament(tournament, "final", by=BY, reason="nobody objects")
    return tournament


def by_hand(club: Reporter, content: bytes) -> ReceivedReport:
    return receive(Parcel(content, club.host, Actor(name="the office")))


def begun_at(document: str, moment: str) -> str:
    """The document of another tournament, whose log begins at this moment."""
    parts = json.loads(document)
    parts["log"][0]["at"] = moment
    return json.dumps(parts)


def ranks(tournament: Tournament) -> list[tuple[object, ...]]:
    return [(row.name, row.rank.rank, row.performance) for row in standings(tournament).rows]


def test_a_reported_tournament_is_the_host_s_to_look_at(club, tournament):
    report = club.report(document_of(tournament))
    made = received()
    assert (made.host, made.public, made.state) == (club.host, False, "final")
    assert ranks(made) == ranks(tournament)
    assert (report.tournament, report.sender, report.refusal) == (made, "SC Lindenau", "")
    assert verify() == []
    row = LogEntry.objects.get(action=Action.REPORT_RECEIVED)
    assert (row.host, row.actor, row.new["name"]) == (club.host, "SC Lindenau", tournament.name)
    club.key.refresh_from_db()
    assert club.key.used_at is not None


def test_the_same_document_counts_once_for_each_host_however_often_it_is_sent(club, tournament):
    """Its answer was lost, and the club reports again."""
    document = document_of(tournament)
    first = club.report(document)
    assert club.report(document) == by_hand(club, document.encode()) == first
    assert LogEntry.objects.filter(action=Action.REPORT_RECEIVED).count() == 1
    elsewhere = make_reporter(make_host("SC Fremd")).report(document)
    assert elsewhere.host.name == "SC Fremd"
    assert ReceivedReport.objects.count() == 2


def test_a_tournament_is_known_by_the_beginning_of_its_log(club, tournament):
    """Its name was corrected; another one has the same name and day, or began at another hour."""
    club.report(document_of(tournament))
    club.report(document_of(tournament, name="Winterpokal", date="2026-10-02"))
    assert received().name == "Winterpokal"
    club.report(begun_at(document_of(tournament, name="Winterpokal"), "2026-10-01T17:00Z"))
    assert Tournament.objects.filter(reported_at__isnull=False, replaced_by=None).count() == 2


def test_a_later_report_takes_the_place_of_the_earlier_one_whose_document_stays(club, tournament):
    season = Season.objects.create(name="2026/27", host=club.host)
    earlier = club.report(document_of(tournament))
    first = received()
    Tournament.objects.filter(pk=first.pk).update(season=season)
    first.refresh_from_db()
    set_public(first, True, by=BY)
    helper = make_user("helper")
    first.memberships.create(user=helper, role="viewer")
    club.report(document_of(corrected(tournament)))
    second = received()
    first.refresh_from_db()
    assert (first.replaced_by, first.public, first.season) == (second, False, None)
    assert codes_of(set_public, first, True, by=BY) == ["report-is-replaced"]
    assert codes_of(move_into_season, first, season.name, by=BY) == ["report-is-replaced"]
    assert (second.public, second.season) == (True, season)
    assert [each.user for each in second.memberships.all()] == [helper]
    assert ranks(second) == ranks(tournament) != ranks(first)
    assert ReceivedReport.objects.get(pk=earlier.pk).document
    assert verify() == []


@pytest.mark.django_db(transaction=True)
def test_of_two_reports_at_once_one_takes_the_place_of_the_other():
    club, tournament = make_reporter(), played()
    documents = [document_of(tournament, place=place) for place in ("hier", "dort")]
    reports = at_once(*(lambda each=each: club.report(each) for each in documents))
    assert all(isinstance(each, ReceivedReport) for each in reports), reports
    assert received() in {each.tournament for each in reports}
    again = at_once(*[lambda: club.report(documents[0])] * 2)
    assert {each.tournament for each in again} == {received()}
    assert Tournament.objects.filter(reported_at__isnull=False, replaced_by=None).count() == 1
    assert verify() == []


# Who may ----------------------------------------------------------------------------------------


def test_another_club_does_not_replace_what_it_has_not_reported(club, tournament):
    club.report(document_of(tournament))
    other = make_reporter(club.host, "SC Fremd")
    document = document_of(tournament, place="anderswo")
    assert codes_of(other.report, document) == ["report-of-another-club"]
    assert received().place != "anderswo"
    # The host replaces everything by hand, and the club goes on.
    report = by_hand(club, document_of(tournament, place="beim Verband").encode())
    assert (report.key, report.sender) == (None, "the office")
    assert codes_of(other.report, document) == ["report-of-another-club"]
    # The club itself goes on with a new key: the old one was lost, or read by somebody.
    withdraw_key(club.key, by=BY)
    make_reporter(club.host, "SC Lindenau").report(document)
    assert received().place == "anderswo"


def test_a_key_that_is_withdrawn_meanwhile_reports_nothing(club, tournament):
    ReportKey.objects.filter(pk=club.key.pk).update(withdrawn_at=timezone.now())
    assert codes_of(club.report, document_of(tournament)) == ["report-key-withdrawn"]
    assert not Tournament.objects.filter(reported_at__isnull=False).exists()


def test_nobody_gains_a_role_or_an_account_by_a_report(club, tournament):
    """A name in the document is none of the server's accounts, whoever has it there."""
    chief = make_user("chief", superuser=True)
    document = json.loads(document_of(tournament))
    document["memberships"] = [{"user": "chief", "role": "organizer"}]
    document["log"][0]["user"] = "chief"
    club.report(json.dumps(document))
    document["tournament"]["place"] = "anderswo"
    receive(Parcel(json.dumps(document).encode(), club.host, Actor(user=chief)))
    for made in Tournament.objects.filter(reported_at__isnull=False):
        assert not made.memberships.exists()
        assert not made.log.filter(user=chief).exists()
    stand_in = User.objects.get(username="=chief")
    assert (str(stand_in), stand_in.is_active) == ("chief", False)
    row = LogEntry.objects.filter(action=Action.REPORT_RECEIVED).latest("id")
    assert row.user == chief
    # Whoever has a key could else take any sign-in name from the server's people.
    client = browser(chief)
    assert "=chief" not in text(client.get("/accounts/"))
    assert "=chief" not in text(client.get(f"/tournaments/{received().pk}/log/"))


# What is refused --------------------------------------------------------------------------------


def test_what_is_not_final_or_a_sample_is_refused(club, tournament):
    document = document_of(tournament, state="review")
    assert codes_of(club.report, document) == ["report-not-final"]
    document = document_of(tournament, sample=True)
    assert codes_of(club.report, document) == ["report-of-a-sample"]


@pytest.mark.parametrize("document", ["", "[]", '{"tournament": {}}', "\x00", "[" * 100_000, NUL])
def test_what_is_no_document_is_refused_in_a_sentence(club, document):
    assert codes_of(club.report, document)
    [kept] = ReceivedReport.objects.all()
    assert kept.refusal
    assert (kept.name, kept.tournament) == ("", None)


def test_a_wrong_figure_is_refused_with_its_place_until_it_is_reported_rightly(club, tournament):
    document = json.loads(document_of(tournament))
    for table in document["series"][0]["tables"]:
        for seat in table["seats"]:
            seat["points"] += 1
    for _time in range(2):
        codes = codes_of(club.report, json.dumps(document))
        assert set(codes) == {"verify-tally"}
    [kept] = ReceivedReport.objects.all()
    assert (kept.name, kept.date, kept.key) == (tournament.name, tournament.date, club.key)
    assert kept.refusal.count("series[0].tables") == 5  # the first of many problems
    row = LogEntry.objects.filter(action=Action.REPORT_TURNED_AWAY).latest("id")
    assert (row.host, set(row.new["refused"])) == (club.host, set(codes))
    other = make_reporter(club.host, "SC Fremd")
    codes_of(other.report, json.dumps(document))
    club.report(document_of(tournament))
    # What another club was refused is not settled by it.
    assert [each.key for each in ReceivedReport.objects.exclude(refusal="")] == [other.key]


def test_a_packed_bomb_is_unpacked_no_further_than_the_limit(club):
    bomb = gzip.compress(b" " * (MAX_DOCUMENT + 10**6))
    assert len(bomb) < 200_000
    assert codes_of(by_hand, club, bomb) == ["report-too-large"]
    torn = gzip.compress(b"{}" * 1000)[:-20]
    assert codes_of(by_hand, club, torn) == ["report-unreadable"]


# Seasons ----------------------------------------------------------------------------------------


def test_a_report_joins_the_open_season_of_its_name_and_opens_none(club, tournament):
    """Every club has its own "Vereinsmeisterschaft 2026", which is none of the host's."""
    club.report(document_of(tournament, season="2026/27", season_best_of=3))
    assert received().season is None
    assert not Season.objects.exists()
    season = Season.objects.create(name="2026/27", host=club.host, best_of=8)
    document = document_of(tournament, season="2026/27", season_best_of=3)
    report = club.report(begun_at(document, "2026-10-01T17:00Z"))
    assert report.tournament.season == season
    # A closed one takes in none: it is kept without a season.
    Season.objects.update(closed_at=timezone.now())
    report = club.report(begun_at(document, "2026-10-02T17:00Z"))
    assert report.tournament.season is None


def test_a_correction_stays_in_its_season_which_was_closed_since(club, tournament):
    """As by hand: who finds a slip corrects it, and the result keeps its place; it is said."""
    season = Season.objects.create(name="2026/27", host=club.host)
    club.report(document_of(tournament, season=season.name))
    season.closed_at = timezone.now()
    season.save()
    assert changed_since_end(season) == []
    assert [each.late for each in reports_below(club.host)] == [False]
    club.report(document_of(corrected(tournament), season=season.name))
    assert list(season.tournaments.all()) == [received()]
    assert [each.tournament for each in changed_since_end(season)] == [received()]
    assert [(each.late, each.count) for each in reports_below(club.host)] == [(True, 2)]
