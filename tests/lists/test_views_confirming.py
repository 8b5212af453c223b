"""Confirmation of a list by a second person, with the signatures of all seats."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.core.forms import StaleRevision
from scoring.lists.services.games import record_game, record_games
from scoring.lists.services.lists import close_list, enter_totals
from scoring.lists.services.second_entry import record_recheck_line, start_recheck
from scoring.models import Actor, LogEntry, Recheck, Role, ScoreList, Tournament
from scoring.models.score_list import ListState
from scoring.money.services.ledger import Prices, set_fees
from scoring.rules.bare_totals import BareTotal
from scoring.standings.reads.players import standings
from tests.factories import line, make_member, open_list, seated
from tests.visitors import browser, member, text

pytestmark = pytest.mark.django_db
FIGURES = [BareTotal(48, 1, 0), BareTotal(20, 1, 0), BareTotal(0, 0, 0), BareTotal(-72, 0, 1)]
PAPER = [line(1, 2), line(2, 1), line(3), line(4, 1, "grand", won=False)]


def entered(by: Actor | None = None, **fields: object) -> ScoreList:
    score_list = open_list(rounds=1, **fields)
    by = by or Actor(make_member(score_list.series.tournament, name="clara"))
    record_games(score_list, PAPER, by=by, revision=1)
    close_list(score_list, by=by, revision=score_list.revision)
    return score_list


@pytest.fixture
def score_list() -> ScoreList:
    return entered()


@pytest.fixture
def second(score_list: ScoreList) -> Client:
    return browser(make_member(score_list.series.tournament, name="sven"))


def confirm(client: Client, score_list: ScoreList, **data: object):
    url = reverse("list-confirm", args=[score_list.pk])
    return client.post(url, {"revision": score_list.revision, "all_signed": "1"} | data)


def typist(score_list: ScoreList) -> Client:
    return browser(score_list.entered_by)


def test_page_shows_rows_authors_and_signatures(second, score_list):
    page = second.get(reverse("list-confirm", args=[score_list.pk]))
    shown_text = text(page)
    assert "Entered by clara" in shown_text
    assert "g1-1" in shown_text
    assert page.content.decode().count('name="signed"') == 4
    assert 'class="line"' not in page.content.decode()


def test_all_signed_and_enter_confirm_the_list_and_the_caret_is_in_the_table_field(
    second, score_list
):
    answer = confirm(second, score_list)
    assert answer.url == reverse("list-confirm", args=[score_list.pk])
    score_list.refresh_from_db()
    assert (score_list.state, score_list.confirmed_by.username) == ("confirmed", "sven")
    assert score_list.signatures == [1, 2, 3, 4]
    page = second.get(answer.url)
    assert "confirmed by sven" in text(page)
    table_field = page.content.decode().split('id="table-number"')[1].split(">")[0]
    assert "autofocus" in table_field


def test_a_missing_signature_is_named_and_the_others_stay_ticked(second, score_list):
    """TO 9.11: every player signs."""
    answer = confirm(second, score_list, all_signed="", signed=["1", "2", "4"])
    assert answer.status_code == 422
    assert "The signature of seat 3 is missing." in text(answer)
    assert answer.content.decode().count(" checked") == 3
    score_list.refresh_from_db()
    assert score_list.state == ListState.ENTERED


def test_author_of_the_list_is_shown_why_he_cannot_confirm_it(score_list):
    client = typist(score_list)
    page = client.get(reverse("list-confirm", args=[score_list.pk]))
    assert "You entered this list yourself" in text(page)
    assert "confirm-bar" not in page.content.decode()
    answer = confirm(client, score_list)
    assert answer.status_code == 422
    assert "You entered this list yourself" in text(answer)


def test_a_confirmation_by_oneself_is_marked_where_the_tournament_allows_it():
    score_list = entered(confirm="self")
    client = typist(score_list)
    page = client.get(confirm(client, score_list).url)
    assert "confirmed by oneself: clara" in text(page)
    series = client.get(reverse("series", args=[score_list.series_id]), {"by": "tables"})
    assert "confirmed by oneself: clara" in text(series)


def test_a_list_that_changed_since_it_was_compared_is_not_confirmed(second, score_list):
    answer = confirm(second, score_list, revision=score_list.revision - 1)
    assert answer.status_code == 409
    score_list.refresh_from_db()
    assert score_list.state == ListState.ENTERED


def test_open_list_cannot_be_confirmed():
    score_list = open_list()
    client = member(score_list.series.tournament, Role.CLERK)
    page = client.get(reverse("list-confirm", args=[score_list.pk]))
    assert "Only an entered list can be confirmed" in text(page)


def test_totals_are_confirmed_by_their_sums():
    score_list = open_list(rounds=1, paper_total=False)
    clara = Actor(make_member(score_list.series.tournament, name="clara"))
    enter_totals(score_list, FIGURES, 1, by=clara, revision=1)
    client = member(score_list.series.tournament, Role.CLERK)
    page = client.get(reverse("list-confirm", args=[score_list.pk]))
    assert "−72" in text(page)
    assert confirm(client, score_list).status_code == 302


def test_the_table_number_leads_to_the_page_that_confirms(second, score_list):
    url = reverse("series-table", args=[score_list.series_id])
    number = score_list.table_number
    there = reverse("list-confirm", args=[score_list.pk])
    assert second.get(url, {"number": number, "for": "confirm"}).url == there
    viewer = member(score_list.series.tournament, Role.VIEWER)
    assert viewer.get(url, {"number": number, "for": "confirm"}).url != there


def test_the_second_check_goes_through_the_piles_in_the_order_in_which_they_were_typed():
    """Clara typed tables 3, 1, 5 and Klaus 4, 2: so lie their papers, whatever came after."""
    lists = {each.table_number: each for each in seated(20, paper_total=False).lists.all()}
    tournament = lists[1].series.tournament
    clara, klaus = make_member(tournament, name="clara"), make_member(tournament, name="klaus")
    for table, clerk in ((3, clara), (4, klaus), (1, clara), (2, klaus), (5, clara)):
        enter_totals(lists[table], FIGURES, 45, by=Actor(clerk), revision=1)
    corrected = {"revision": lists[3].revision, "reason": "agreed"}
    enter_totals(lists[3], FIGURES[::-1], 45, by=Actor(clara), **corrected)
    second = browser(make_member(tournament, name="sven"))
    page = source(second, reverse("series", args=[lists[1].series_id]) + "?by=confirm")
    assert re.findall(r"<h2>\s*Table (\d)", page) == ["3", "1", "5", "4", "2"]
    order = [3]
    while len(order) < 5:
        confirmed = confirm(second, lists[order[-1]])
        (upcoming,) = re.findall(
            r"next to be confirmed: table (\d)", text(second.get(confirmed.url))
        )
        order.append(int(upcoming))
        lists[order[-1]].refresh_from_db()
    assert order == [3, 1, 5, 4, 2]


def test_who_may_confirm_his_own_lists_is_led_to_the_next_of_them():
    """A club evening with one account: "No other list waits for you" while one did."""
    lists = seated(8, confirm="self", paper_total=False).lists.all()
    clara = make_member(lists[0].series.tournament, name="clara")
    for each in lists:
        enter_totals(each, FIGURES, 45, by=Actor(clara), revision=1)
    page = text(browser(clara).get(reverse("list-confirm", args=[lists[0].pk])))
    assert "next to be confirmed: table 2" in page


def test_series_page_shows_unconfirmed_lists_and_their_authors(second, score_list):
    url = reverse("series", args=[score_list.series_id])
    assert "entered by clara" in text(second.get(url, {"by": "tables"}))
    assert "Table 1" in text(second.get(url, {"by": "confirm"}))
    confirm(second, score_list)
    assert "entered by clara, confirmed by sven" in text(second.get(url, {"by": "tables"}))
    assert "No list of this series waits" in text(second.get(url, {"by": "confirm"}))


def test_viewers_do_not_learn_the_names_of_accounts(score_list):
    viewer = member(score_list.series.tournament, Role.VIEWER)
    assert "clara" not in text(viewer.get(reverse("series", args=[score_list.series_id])))


def test_overview_shows_unconfirmed_lists(second, score_list):
    page = second.get(reverse("tournament", args=[score_list.series.tournament_id]))
    assert "1 list to be confirmed" in text(page)


def test_final_result_has_no_unconfirmed_lists(second, score_list):
    Tournament.objects.update(state="final")
    page = second.get(reverse("tournament", args=[score_list.series.tournament_id]))
    assert "to be confirmed" not in text(page)
    series = second.get(reverse("series", args=[score_list.series_id]))
    assert reverse("list-confirm", args=[score_list.pk]) not in series.content.decode()


SHOWING = (
    ("list",),
    ("list-totals",),
    ("list-history",),
    ("list-file", "pdf"),
    ("list-file", "xlsx"),
    ("list-file", "csv"),
    ("list-settlement",),
    ("list-reset",),
    ("list-confirm",),
)


@pytest.fixture
def blind(score_list: ScoreList) -> Client:
    """A second typist who has typed one line."""
    user = make_member(score_list.series.tournament, Role.REFEREE, name="sven")
    begun = start_recheck(score_list, by=Actor(user))
    record_recheck_line(begun, PAPER[0], by=Actor(user), steps=0)
    return browser(user)


def source(client: Client, address: str) -> str:
    return client.get(address).content.decode()


@pytest.mark.parametrize("page", SHOWING)
def test_second_typist_does_not_see_the_list_until_finished(blind, score_list, page):
    name, *kind = page
    address = reverse(name, args=[score_list.pk, *kind])
    answer = blind.get(address)
    target = "recheck" if name == "list-confirm" else "recheck-leave"
    assert answer.url == reverse(target, args=[score_list.pk])
    assert "g1-1" not in source(blind, answer.url)
    colleague = member(score_list.series.tournament, "clerk")
    open_to_him = colleague.get(address)
    assert open_to_him.status_code in (200, 302)
    assert getattr(open_to_him, "url", "") != answer.url


def test_second_typist_cannot_change_or_confirm_the_list(blind, score_list):
    data = {"revision": score_list.revision, "line": "0", "seen": "", "all_signed": "1"}
    row = blind.post(reverse("game", args=[score_list.pk, 1]), data, headers={"HX-Request": "true"})
    assert row.headers["HX-Redirect"] == reverse("recheck-leave", args=[score_list.pk])
    assert confirm(blind, score_list).url == reverse("recheck", args=[score_list.pk])
    fresh = ScoreList.objects.get()
    assert (fresh.state, fresh.revision) == ("entered", score_list.revision)


def test_second_typist_is_shown_the_reason_and_can_give_up(blind, score_list):
    leave = reverse("recheck-leave", args=[score_list.pk])
    page = text(blind.get(leave))
    assert "the list stays hidden from you" in page
    assert "The 1 line that you have typed is thrown away." in page
    assert blind.post(leave, {"token": "give-up-1"}).url == reverse("list", args=[score_list.pk])
    assert "g1-1" in source(blind, reverse("list", args=[score_list.pk]))
    assert LogEntry.objects.filter(action="list.recheck.given_up").count() == 1
    assert blind.get(leave).url == reverse("list", args=[score_list.pk])


def test_reopened_list_is_visible_to_everybody(blind, score_list):
    """An open list cannot be confirmed, and whoever types it must see it."""
    ScoreList.objects.update(state="open")
    assert "g1-1" in source(blind, reverse("list", args=[score_list.pk]))


STANDINGS = (
    ("standings",),
    ("standings-file", "pdf"),
    ("standings-file", "xlsx"),
    ("standings-file", "csv"),
    ("series-standings", 1),
    ("series-standings-file", 1, "csv"),
    ("standings-of", "special/most-won"),
    ("table-file", "standings", "csv"),
    ("table-file", "standings", "pdf"),
    ("standings-of-file", "overall", "csv"),
    ("print", "interim"),
    ("print", "winners"),
    ("print", "certificates"),
    ("print", "report"),
)
FILES = (
    ("table-file", "results", "csv"),
    ("table-file", "results", "pdf"),
    ("table-file", "results", "xlsx"),
    ("tournament-xlsx",),
    ("series-lists-xlsx", 1),
)


def test_files_and_standings_hide_the_first_entry_from_the_second_typist(blind, score_list):
    leave = reverse("recheck-leave", args=[score_list.pk])
    clerk = member(score_list.series.tournament, "clerk")
    for name, *what in (*FILES, *STANDINGS):
        address = reverse(name, args=[score_list.series.tournament_id, *what])
        assert blind.get(address).url == leave, (name, what)
        assert clerk.get(address).status_code == 200, (name, what)
    blind.post(leave, {"token": "give-up-1"})
    assert blind.get(address).status_code == 200


def test_prints_hide_the_first_entry_from_the_second_typist(blind, score_list):
    address = reverse("print", args=[score_list.series.tournament_id, "lists"]) + "?series=1"
    assert blind.get(address).url == reverse("recheck-leave", args=[score_list.pk])
    assert member(score_list.series.tournament, "clerk").get(address).status_code == 200


def test_certificates_hide_the_first_entry_from_the_second_typist(blind, score_list):
    address = reverse("print", args=[score_list.series.tournament_id, "certificates"])
    found = blind.get(address, {"of": "series/1"})
    assert found.url == reverse("recheck-leave", args=[score_list.pk])


def test_player_file_hides_the_list_from_the_second_typist(blind, score_list):
    tournament = score_list.series.tournament
    entry = tournament.entries.get(start_number=1)
    performance = str(score_list.seat_rows.get(entry=entry).performance)
    address = reverse("entry-file", args=[entry.pk, "csv"])
    assert performance not in blind.get(address).content.decode()
    assert performance in member(tournament, "clerk").get(address).content.decode()


def test_player_page_hides_the_list_from_the_second_typist(blind, score_list):
    tournament = score_list.series.tournament
    entry = tournament.entries.get(start_number=1)
    performance = score_list.seat_rows.get(entry=entry).performance
    address = reverse("entry", args=[entry.pk])
    page = text(blind.get(address))
    assert "hidden until you have finished your second entry of this list" in page
    assert "Performance" not in page
    assert "Rank" not in page
    colleague = text(member(tournament, "clerk").get(address))
    assert f"Performance {performance}".replace("-", "\N{MINUS SIGN}") in colleague


def test_fees_hide_the_first_entry_from_the_second_typist(blind, score_list):
    tournament = score_list.series.tournament
    set_fees(tournament, Prices(lost_ladder=((1, 50),)), by=Actor(name="test"))
    fees = reverse("series-fees", args=[score_list.series_id])
    assert "hidden until you have finished your second entry" in text(blind.get(fees))
    assert "Becker" not in text(blind.get(fees))
    colleague = member(tournament, "clerk")
    assert "hidden until" not in text(colleague.get(fees))
    leave = reverse("recheck-leave", args=[score_list.pk])
    for name, *what in (
        ("money-open", tournament.pk),
        ("money-file", tournament.pk, "open", "csv"),
        ("series-fees-file", score_list.series_id, "csv"),
    ):
        address = reverse(name, args=what)
        assert blind.get(address).url == leave
        assert colleague.get(address).status_code == 200


@pytest.mark.parametrize("page", STANDINGS)
def test_list_with_required_second_entry_counts_only_after_it(blind, score_list, page):
    """Before it, standings would show the second typist the first entry."""
    tournament = score_list.series.tournament
    Tournament.objects.update(confirm="blind", counts="entered")
    name, *what = page
    address = reverse(name, args=[tournament.pk, *what])
    assert blind.get(address).status_code == 200
    tournament.refresh_from_db()
    found = standings(tournament)
    assert (found.rows, found.missing) == ((), 1)


def test_a_second_entry_makes_the_list_count(score_list):
    tournament = score_list.series.tournament
    Tournament.objects.update(confirm="blind", counts="entered")
    ScoreList.objects.update(
        state="confirmed",
        confirmed_revision=score_list.revision,
        confirmed_by=make_member(tournament, Role.REFEREE),
    )
    tournament.refresh_from_db()
    found = standings(tournament)
    assert (len(found.rows), found.missing) == (4, 0)


@pytest.mark.parametrize("page", ["list-confirm", "recheck"])
def test_a_list_that_was_begun_is_not_called_empty(page):
    score_list = open_list(rounds=1)
    by = Actor(make_member(score_list.series.tournament))
    record_games(score_list, PAPER[:2], by=by, revision=1)
    second = browser(make_member(score_list.series.tournament))
    shown = text(second.get(reverse(page, args=[score_list.pk])))
    assert "Only an entered list can be confirmed; this one is begun." in shown
    assert "still empty" not in shown


def test_differences_decided_over_a_change_are_shown_anew_with_what_happened(
    blind, score_list, monkeypatch
):
    """Somebody writes at the very moment; that the paper ended early is not forgotten."""

    def overtaken(*_args: object, **_named: object) -> None:
        raise StaleRevision

    monkeypatch.setattr("scoring.lists.views.second_entry.resolve_recheck", overtaken)
    address = reverse("recheck-finish", args=[score_list.pk]) + "?ended=1"
    steps = Recheck.objects.get().steps
    data = {"revision": score_list.revision, "steps": steps, "all_signed": "1"}
    answer = blind.post(address, data)
    assert answer.status_code == 409
    assert "was changed meanwhile" in text(answer)


@pytest.mark.parametrize("becomes", ["confirmed", "open"])
def test_a_second_typist_hears_with_his_next_line_that_the_list_was_moved_on(
    blind, score_list, becomes
):
    line_of_two = {"line": "0", "seen": "", "layout": 1, "token": "line-two"}
    address = reverse("recheck-game", args=[score_list.pk, 2])
    told = blind.post(address, line_of_two | {"steps": Recheck.objects.get().steps})
    assert (told.status_code, "changed this list in the meantime" in text(told)) == (200, False)
    confirmed = {"confirmed_at": timezone.now(), "confirmed_revision": score_list.revision}
    ScoreList.objects.update(state=becomes, **(confirmed if becomes == "confirmed" else {}))
    line_of_three = {"line": "0", "seen": "", "layout": 1, "token": "line-three"}
    address = reverse("recheck-game", args=[score_list.pk, 3])
    told = blind.post(address, line_of_three | {"steps": Recheck.objects.get().steps})
    assert (told.status_code, "changed this list in the meantime" in text(told)) == (200, True)
    assert "3" in Recheck.objects.get().document["games"]


def test_decisions_and_signatures_stay_where_a_colleague_corrected_another_game(blind, score_list):
    """Only what was decided between other entries is asked again."""
    clara = Actor(score_list.entered_by)
    second = Actor(Recheck.objects.get().by)
    for typed in (line(2, 1, "grand"), line(3, 2), PAPER[3]):
        begun = Recheck.objects.get()
        record_recheck_line(begun, typed, by=second, steps=begun.steps)
    address = reverse("recheck-finish", args=[score_list.pk])
    page = source(blind, address)
    data = dict(re.findall(r'name="(shown_\d+|revision|steps)" value="(\w+)"', page))
    assert "shown_2" in data
    told = {"by": clara, "reason": "misread"}
    record_game(score_list, line(2, 3), revision=score_list.revision, **told)
    made = {"choice_2": "first", "choice_3": "second", "signed": ["1", "4"]}
    answer = blind.post(address, data | made)
    assert answer.status_code == 409
    ticked = re.findall(r'name="(\w+)" value="(\w+)"\s+checked', answer.content.decode())
    assert ticked == [("choice_3", "second"), ("signed", "1"), ("signed", "4")]
