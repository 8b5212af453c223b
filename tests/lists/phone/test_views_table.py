"""What a phone is told, and what becomes of what it sends."""

import json
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from gzip import compress
from itertools import product

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, override

from scoring.core.forms import Refused
from scoring.core.services import invalidate_polled
from scoring.exchange.reads.verify import verify
from scoring.lists.phone import client_files, services
from scoring.lists.phone.client_files import law_json
from scoring.lists.phone.reads import handle_of, signs_of_life
from scoring.lists.phone.words import page_words
from scoring.lists.services.confirmation import reject_list
from scoring.lists.services.games import record_game
from scoring.lists.services.lists import exchange_seats, reopen_list
from scoring.models import (
    Fees,
    LogEntry,
    ScoreList,
    Series,
    Signature,
    TableAccess,
    TableDevice,
    Tournament,
    UnsentGames,
)
from scoring.rules import law_table
from scoring.rules.systems import ISKO, SYSTEMS
from scoring.series.services.series import move_series
from tests.factories import line, open_list, seated
from tests.lists.phone.tables import (
    BY,
    ONE,
    OTHER,
    PASSED,
    STROKES,
    Phone,
    codes,
    handed_in,
    hearts,
    kept_by_phone,
    phone_of,
    played,
    writing_phone,
)
from tests.races import fresh

pytestmark = pytest.mark.django_db


# The address -----------------------------------------------------------------------------------


def gone(path: str = "/t/" + "a" * 26 + "/") -> HttpResponse:
    return Client().get(path)


def test_release_gives_every_list_an_address_where_lists_are_kept_by_phone():
    """Neither page nor answer names it to others or stays in a cache."""
    open_list()
    assert not TableAccess.objects.exists()
    phone = phone_of(kept_by_phone())
    page = phone.get("")
    for response in (page, phone.get(), phone.post("device/", name="x"), gone()):
        assert response["Referrer-Policy"] == "no-referrer"
        assert response["Cache-Control"] == "private, no-store"
    assert page.context["state"]["list"]["table"] == 1
    assert b'id="list-state"' in page.content
    assert LogEntry.objects.filter(action="phone.issued", new={"tables": [1]}).count() == 1


def test_unknown_ended_and_unreleased_addresses_are_answered_alike(score_list):
    phone, unknown = phone_of(score_list), gone().content
    services.take_to_paper(score_list, by=BY)
    assert phone.get("").status_code == 404
    assert phone.get("").content == unknown
    assert phone.get("state/").content == unknown
    assert phone.claim().content == unknown
    services.give_back(score_list, by=BY)
    assert phone.get("").status_code == 200
    Series.objects.update(state="draft")
    assert phone.get("").content == unknown
    Series.objects.update(state="playing")
    phone.claim()
    move_series(fresh(score_list).series, "closed", by=BY, reason="one table too few")
    assert phone.play(1).status_code == 404
    assert not score_list.games.exists()


def test_a_renewed_address_opens_the_list_and_the_old_one_nothing(score_list):
    old = writing_phone(score_list)
    tag = [old.get() for _asked in range(3)][-1]["ETag"]
    services.renew_address(score_list, by=BY)
    assert old.get("").status_code == 404
    assert old.get(headers={"If-None-Match": tag}).status_code == 404
    new = phone_of(score_list)
    assert new.path != old.path
    assert new.state()["writer"] is None


def test_who_tries_many_addresses_is_refused_but_right_ones_are_not():
    """A hall has one address: the guest who guesses keeps nobody from his list."""
    phone = phone_of(kept_by_phone())
    answers = [gone(f"/t/{letter * 26}/") for letter in "abcdefghijklmnopqrstuvwxy"]
    assert [each.status_code for each in answers].count(404) == 20
    assert answers[-1].status_code == 429
    assert int(answers[-1]["Retry-After"]) > 0
    assert phone.get("").status_code == 200


def test_a_secret_is_neither_stored_nor_logged(phone):
    phone.play(1)
    secret = phone.path.split("/")[2]
    assert len(secret) == 26
    access = TableAccess.objects.get()
    assert secret not in (access.seed, access.secret_hash)
    assert not [each for each in LogEntry.objects.values() if secret in str(each)]


# The state -------------------------------------------------------------------------------------


def test_a_game_is_recorded_as_the_tables_starts_the_series_and_stands_in_the_state(
    score_list, phone
):
    answer = phone.play(1, hearts(2)).json()["state"]
    assert (answer["lines"][0]["score"], answer["mine"]) == (20, True)
    log = LogEntry.objects.get(action="list.game.recorded")
    assert (log.user, log.actor) == (None, "Tisch 1 (Handy)")
    assert fresh(score_list).series.state == "playing"
    state = phone.state()
    about = state["list"]
    assert about == about | {"tournament": "Herbstpokal", "seats": 4, "rounds": 1, "sittings": []}
    assert [each["position"] for each in about["players"]] == [1, 2, 3, 4]
    assert (state["lines"][0]["value"], state["lines"][0]["game"]) == (20, "hearts")
    assert state["writer"]["name"] == "Karls Handy"
    assert (state["mine"], state["ended"], state["state"]) == (True, False, "open")
    assert state["fees"] == {"lost": [], "passed": 0}


def test_what_has_not_changed_or_was_answered_is_not_sent_again(phone):
    tag = phone.get()["ETag"]
    assert phone.get(headers={"If-None-Match": tag}).status_code == 304
    other = Phone(phone.path, OTHER)
    assert other.get(headers={"If-None-Match": tag}).status_code == 200
    for what, fields in (("games/1/", {"game": PASSED}), ("call/", {}), ("games/99/", {})):
        answered = phone.post(what, revision=1, **fields)["ETag"]
        assert phone.get(headers={"If-None-Match": answered}).status_code == 304
    assert phone.get(headers={"If-None-Match": tag}).status_code == 200


def rename(score_list: ScoreList) -> None:
    person = score_list.seat_rows.get(position=2).entry.person
    person.family = "Amselmann"
    person.save()


STARTED = {"state": "playing", "minutes": 90, "started_at": "2026-11-21T10:00:00Z"}
# What is told beside the games: most of it raises no revision of the list.
TOLD = {
    "name": rename,
    "passed": lambda at: Fees.objects.create(tournament=at.series.tournament, passed_cents=50),
    "ladder": lambda at: Fees.objects.create(
        tournament=at.series.tournament, lost_ladder=[[1, 50]]
    ),
    "title": lambda _at: Tournament.objects.update(name="Winterpokal"),
    "table": lambda at: ScoreList.objects.filter(pk=at.pk).update(table_number=7),
    "clock": lambda _at: Series.objects.update(**STARTED),
}


@pytest.mark.parametrize("what", TOLD)
def test_what_the_page_shows_beside_the_games_changes_the_tag(what: str, score_list, phone):
    tag, before = phone.get()["ETag"], phone.state()
    TOLD[what](score_list)
    invalidate_polled(None)  # as a row of the log does
    answer = phone.get(headers={"If-None-Match": tag})
    assert answer.status_code == 200
    assert answer.json() != before
    if what == "clock":
        assert answer.json()["clock"]["ends_at"].startswith("2026-11-21T11:30:00")


def test_a_game_needs_few_queries_and_a_poll_none_while_nothing_changes(
    django_assert_max_num_queries, django_assert_num_queries
):
    """250 tables ask every twenty seconds; other tables and clerks write meanwhile."""
    score_list, other = seated(8, rounds=1, phones=True).lists.all()
    record_game(other, line(1), by=BY, revision=1)  # the series is played
    phone = writing_phone(score_list)
    phone.get()
    phone.play(1)
    with django_assert_max_num_queries(25):  # read with the lock, and after it for the answer
        tag = phone.play(2, hearts(3))["ETag"]
    record_game(other, line(2), by=BY, revision=2)
    with django_assert_num_queries(0):
        assert phone.get(headers={"If-None-Match": tag}).status_code == 304
    assert signs_of_life([score_list.pk])
    record_game(score_list, line(3), by=BY, revision=fresh(score_list).revision)
    assert phone.get(headers={"If-None-Match": tag}).json()["revision"] == 4


# Who writes ------------------------------------------------------------------------------------


def test_a_token_that_was_written_is_known_after_the_device_was_replaced(phone):
    """The answer was lost, another phone took over, the first one sends again: it was there."""
    phone.play(1, hearts(2), token="the-same-one")
    Phone(phone.path, OTHER).claim("Idas Handy", replaces=handle_of(ONE))
    assert phone.play(1, hearts(2), token="the-same-one").status_code == 200
    assert phone.play(2).status_code == 409


def test_another_device_takes_over_by_naming_whom_it_replaces_and_the_first_returns(phone):
    assert phone.claim().status_code == 200, "claiming again changes nothing"
    assert LogEntry.objects.filter(action="phone.writer").count() == 1
    other = Phone(phone.path, OTHER)
    refused = other.play(1)
    assert (refused.status_code, refused.json()["why"]) == (409, "device")
    assert refused.json()["state"]["writer"]["name"] == "Karls Handy"
    assert refused.json()["state"]["lines"] == []
    assert codes(other.claim("  ")) == ["phone-name-missing"]
    assert other.claim("Idas Handy").status_code == 409
    assert other.claim("Idas Handy", replaces="somebody-else").status_code == 409
    writer = other.state()["writer"]
    assert other.claim("Idas Handy", replaces=writer["device"]).status_code == 200
    assert (phone.state()["mine"], other.state()["mine"]) == (False, True)
    assert LogEntry.objects.filter(action="phone.writer").last().old == {"device": handle_of(ONE)}
    assert phone.claim(replaces=handle_of(OTHER)).status_code == 200
    assert phone.play(1).status_code == 200


def test_a_device_that_takes_over_again_and_again_has_to_wait(score_list):
    phone, other = writing_phone(score_list), Phone("", OTHER)
    other.path = phone.path
    for _time in range(services.MAX_OF_DEVICE - 1):
        assert other.claim(replaces=handle_of(ONE)).status_code == 200
        assert phone.claim(replaces=handle_of(OTHER)).status_code == 200
    assert other.claim(replaces=handle_of(ONE)).status_code == 200
    logged = LogEntry.objects.count()
    refused = phone.claim(replaces=handle_of(OTHER))
    assert codes(refused) == ["phone-taken-too-often"]
    assert "10 min" in refused.json()["problems"][0]["message"]
    assert LogEntry.objects.count() == logged
    assert phone.state()["writer"]["device"] == handle_of(OTHER), "who writes goes on writing"
    assert other.play(1).status_code == 200
    TableDevice.objects.update(since=timezone.now() - services.WINDOW)
    assert phone.claim(replaces=handle_of(OTHER)).status_code == 200


def test_new_names_for_a_device_do_not_get_round_the_limit_and_a_new_address_does(score_list):
    phone, before = phone_of(score_list), ""
    for number in range(services.MAX_OF_LIST):
        phone.device = f"device-{number:06}"
        assert phone.claim(replaces=before).status_code == 200
        before = handle_of(phone.device)
    assert codes(phone_of(score_list).claim(replaces=before)) == ["phone-taken-too-often"]
    services.renew_address(score_list, by=BY)
    assert phone_of(score_list).claim().status_code == 200


# Games -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("stale", [{"seen": None}, {"seen": hearts(3)}, {"layout": 2}])
def test_a_row_that_is_another_by_now_is_a_conflict_that_shows_the_list(stale, phone):
    phone.play(1, hearts(2))
    phone.play(2)
    answer = phone.play(1, hearts(4), consent=True, **stale)
    assert (answer.status_code, answer.json()["why"]) == (409, "revision")
    assert [each.get("soloist") for each in answer.json()["state"]["lines"]] == [2, None]
    assert phone.play(1, hearts(4), consent=True).status_code == 200


def test_an_earlier_game_is_changed_or_emptied_with_the_consent_of_all(phone):
    """SkO 5.5.3. ↶ empties a row into whose gap a game was tapped."""
    refused = phone.play(1, hearts(1))
    assert codes(refused)
    assert all(each["message"] for each in refused.json()["problems"])
    phone.play(1, hearts(2))
    phone.play(2)
    assert codes(phone.play(1, hearts(3))) == ["phone-consent-missing"]
    assert phone.play(1, hearts(3), consent=True).status_code == 200
    assert LogEntry.objects.get(action="list.game.changed").reason == "SkO 5.5.3"
    assert phone.play(2, hearts(1)).status_code == 200, "the last one is free"
    assert codes(phone.play(1, act="empty")) == ["phone-consent-missing"]
    assert phone.play(1, act="empty", consent=True).status_code == 200
    assert [each["number"] for each in phone.state()["lines"]] == [2]


def test_a_game_that_no_longer_fits_the_dealer_is_told_with_its_score_and_entered_without_consent(
    phone,
):
    """All agreed to what moved it there (SkO 5.5.3)."""
    for number, soloist in ((1, 2), (2, 3), (3, 1)):
        assert phone.play(number, hearts(soloist)).status_code == 200
    assert phone.play(2, act="insert", consent=True).status_code == 200
    moved = phone.state()["lines"][1]
    assert (moved["number"], moved["unread"]) == (3, True)
    assert (moved["misplaced"]["soloist"], moved["misplaced"]["score"]) == (3, 20)
    assert phone.play(3, hearts(2)).status_code == 200
    phone.play(4, act="remove")
    assert [each["number"] for each in phone.state()["lines"]] == [1, 3]


def test_the_table_deals_anew_in_the_round_that_is_played_and_a_finished_one_stands():
    """SkO 3.2.11, 3.2.12: a deal out of turn."""
    phone = writing_phone(kept_by_phone(rounds=2))
    for number in range(1, 5):
        phone.play(number)
    assert codes(phone.play(4, act="annul")) == ["phone-nothing-to-annul"]
    for number in (5, 6):
        phone.play(number)
    assert phone.play(5, act="annul", consent=True, reason="falsch gegeben").status_code == 200
    lines = phone.state()["lines"]
    assert [each["number"] for each in lines if each.get("annulled")] == [5, 6]
    assert phone.play(5).status_code == 200


def body(**fields: object) -> bytes:
    return json.dumps({"device": ONE, "token": "TOKEN", **fields}).encode()


NONSENSE = [
    *(b"", b"[]", b"{", b"[" * 50_000, b'{"device": 5}', b'{"device": "x"}', b"\xff", b"1e999"),
    *(body(game=1), body(game=[]), body(game="x"), body(name=5), body(stop=5)),
    *(body(revision=-1), body(revision=2**40), body(game={"soloist": 10**30})),
    *(body(name="\ud800"), body(game={"soloist": 1, "game": "\x00"}), body(games=[{"number": -1}])),
    *(body(layout=1, seen=[]), body(layout=1, seen={"soloist": "x"}), body(layout="x")),
]


def test_nonsense_is_refused_in_words():
    phone = phone_of(kept_by_phone())
    places = ("games/1/", "device/", "call/", "hand-in/", "comparison/")
    for number, (nonsense, what) in enumerate(product(NONSENSE, places), 1000):
        sent = nonsense.replace(b"TOKEN", f"token-{number}".encode())
        answer = Client().post(phone.path + what, sent, content_type="application/json")
        # A call needs no more than a device and a token.
        allowed = (200, 409, 422) if what == "call/" else (409, 422)
        assert answer.status_code in allowed, (what, answer.content)


def test_a_table_has_no_other_right(score_list):
    """What is the referee's or the organizer's stays theirs, though the table has no account."""
    players = services.players_of(score_list)
    with pytest.raises(Refused):
        reject_list(score_list, by=players, revision=1, reason="no")
    with pytest.raises(Refused):
        exchange_seats(score_list, 1, 2, by=players, revision=1)


# Handing in ------------------------------------------------------------------------------------


def test_handing_in_enters_the_list_with_its_signatures(score_list):
    """TO 9.11. Sent again with its token, it is answered with what became of the list."""
    phone = played(score_list)
    revision = phone.revision
    answer = phone.hand_in(token="the-same-one")
    assert answer.status_code == 200
    state = answer.json()["state"]
    assert (state["ended"], state["state"], len(state["lines"])) == (True, "entered", 4)
    assert re.fullmatch(r"\d\d:\d\d", state["handed_in"])
    score_list = fresh(score_list)
    assert (score_list.state, score_list.signatures) == ("entered", [1, 2, 3, 4])
    found = Signature.objects.filter(list=score_list, revision=score_list.revision)
    assert [each.strokes for each in found] == [STROKES] * 4
    again = phone.hand_in(token="the-same-one", revision=revision)
    assert (again.status_code, again.json()) == (200, answer.json())
    assert phone.hand_in(revision=revision).status_code == 404
    score_list = handed_in(signed_suffices=True)
    assert (score_list.state, score_list.confirmed_by) == ("confirmed", None)
    assert verify() == []


def test_handing_in_ends_the_address_also_when_the_list_is_opened_again():
    score_list = handed_in()
    phone = phone_of(score_list)
    assert phone.get("").status_code == 404
    reopen_list(score_list, by=BY, revision=score_list.revision, reason="misread")
    assert phone.get("").status_code == 404
    services.give_back(score_list, by=BY)
    assert phone.state()["state"] == "open"


def test_a_list_without_all_games_and_signatures_is_not_handed_in(score_list, phone):
    phone.play(1)
    assert "game-number-missing" in codes(phone.hand_in())
    for number in (2, 3, 4):
        phone.play(number)
    some = [{"position": each, "strokes": STROKES} for each in (1, 2, 4)]
    assert codes(phone.hand_in(signatures=some)) == ["signature-missing"]
    for strokes in (
        *(None, [], [[]], [[[1, 2]]], [[[1, 2], [1, 2000]]]),
        *([[[1, 2], ["a", 3]]], "x", [[5]]),
    ):
        answer = phone.hand_in(signatures=[{"position": 1, "strokes": strokes}])
        assert codes(answer) == ["phone-signature-unreadable"], strokes
    assert fresh(score_list).state == "open"
    assert not Signature.objects.exists()


def test_a_table_breaks_off_with_a_reason(score_list, phone):
    phone.play(1, hearts(2))
    assert codes(phone.hand_in(stop={"after": 1})) == ["reason-missing"]
    assert codes(phone.hand_in(stop={"after": 3, "reason": "Zug"})) == ["phone-stop-elsewhere"]
    assert phone.hand_in(stop={"after": 1, "reason": "Zug"}).status_code == 200
    score_list = fresh(score_list)
    assert (score_list.games_played, score_list.stop_reason) == (1, "Zug")


# What was not sent, and how it ended -----------------------------------------------------------


def test_what_a_replaced_device_had_not_sent_is_kept_beside_the_list(score_list):
    """Not of one that never wrote; also after the list was handed in."""
    phone = played(score_list)
    stranger, other = (Phone(phone.path, device) for device in ("never-wrote-here", OTHER))
    games = [{"number": 1, **hearts(2)}, {"number": 2, **PASSED}]
    assert stranger.post("comparison/", games=games).status_code == 409
    assert not UnsentGames.objects.exists()
    other.claim("Idas Handy", replaces=handle_of(ONE))
    assert phone.post("comparison/", games=games).status_code == 200
    unsent = UnsentGames.objects.get()
    assert (unsent.name, [each["number"] for each in unsent.games]) == ("Karls Handy", [1, 2])
    other.state()
    assert other.hand_in().status_code == 200
    assert other.post("comparison/", games=[{"number": 1, **PASSED}]).status_code == 200
    assert UnsentGames.objects.count() == 2


def test_only_a_device_that_wrote_the_list_reads_how_it_ended(score_list):
    phone = played(score_list)
    services.take_to_paper(score_list, by=BY)
    state = phone.state()
    assert (state["ended"], state["handed_in"], len(state["lines"])) == (True, "", 4)
    assert Phone(phone.path, OTHER).get("state/").status_code == 404
    assert phone.get("").status_code == 404


def test_counts_on_the_phone_read_well_for_one():
    """Its script has no plurals: "1 Unterschriften fehlen"."""
    for language in ("de", "en"):
        with override(language):
            assert not gettext("Missing signatures: [n]").startswith("[n]"), language
            assert page_words(ISKO)["waiting"] in ("wartend: [n]", "[n] waiting")


# Its files -----------------------------------------------------------------------------------


def test_what_is_loaded_before_the_first_key_is_small(client, score_list):
    page = len(client.get(phone_of(score_list).path).content)
    names = (*client_files.SCRIPTS, client_files.STYLE)
    scripts = sum(len(compress(client_files.content(name))) for name in names)
    law = max(len(compress(law_json(system))) for system in SYSTEMS.values())
    assert page + scripts + law < 100_000, "bytes: two seconds of a slow network"


def test_files_have_their_content_in_their_address(client):
    """An address of the present version never changes; another one is asked for again."""
    for name in client_files.NAMES:
        address = reverse("phone-file", args=[client_files.version(), name])
        answer = client.get(address, headers={"Accept-Encoding": "gzip"})
        assert "immutable" in answer["Cache-Control"]
        is_long = len(client_files.content(name)) > 1000  # a short file may not become shorter
        assert not is_long or answer["Content-Encoding"] == "gzip"
        old = client.get(reverse("phone-file", args=["older", name]))
        assert (old["Cache-Control"], old.content) == ("no-cache", client_files.content(name))
    missing = reverse("phone-file", args=["1", "store.js"])
    assert client.get(missing).status_code == 404
    assert client.get(reverse("phone-law", args=["skat-0-1"])).status_code == 404


def test_many_who_ask_at_once_get_one_law_table():
    system = replace(ISKO, key="nobody-asked-yet")
    with ThreadPoolExecutor(4) as asking:
        found = list(asking.map(law_table.law_table, [system] * 4))
    assert all(each is found[0] for each in found)


def test_a_server_makes_the_law_of_running_tournaments_when_it_starts():
    kept_by_phone()
    law_json.cache_clear()
    known, unknown = "isko-1998", "of-tomorrow"
    cases = (("final", known, 0), ("running", unknown, 0), ("running", known, 1))
    for state, system, tables in cases:
        Tournament.objects.update(state=state, system=system)
        client_files.make_tables()
        assert law_json.cache_info().currsize == tables
