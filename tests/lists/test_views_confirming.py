"""Confirmation of a list by a second person, with the signatures of all seats."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.core.forms import StaleRevision
from scoring.lists.forms import lines
from scoring.lists.services import confirmation
from scoring.lists.services.games import record_game, record_games
from scoring.lists.services.lists import clear_list, close_list, enter_totals
from scoring.lists.services.second_entry import record_recheck_line, start_recheck
from scoring.models import Actor, Fees, LogEntry, Recheck, Role, ScoreList, Tournament
from scoring.models.score_list import ListState
from scoring.money.services.ledger import book, set_fees
from scoring.rules.bare_totals import BareTotal
from scoring.rules.score_list import Line
from scoring.standings.reads.players import standings
from tests.factories import line, make_member, open_list, seated
from tests.lists.made import BLANK, LAST_LOST, act
from tests.visitors import browser, member, text

pytestmark = pytest.mark.django_db
FIGURES = [BareTotal(48, 1, 0), BareTotal(20, 1, 0), BareTotal(0, 0, 0), BareTotal(-72, 0, 1)]


@pytest.fixture
def score_list() -> ScoreList:
    return of_clara()


def of_clara(**fields: object) -> ScoreList:
    made = open_list(rounds=1, **fields)
    clara = Actor(make_member(made.series.tournament, name="clara"))
    act(record_games, made, LAST_LOST, by=clara)
    act(close_list, made, by=clara)
    return made


@pytest.fixture
def second(score_list: ScoreList) -> Client:
    return browser(make_member(score_list.series.tournament, name="sven"))


def confirm(client: Client, score_list: ScoreList, **data: object):
    url = reverse("list-confirm", args=[score_list.pk])
    return client.post(url, {"revision": score_list.revision, "all_signed": "1"} | data)


def source(client: Client, address: str) -> str:
    return client.get(address).content.decode()


def test_all_signed_and_enter_confirm_the_list_and_the_caret_is_in_the_table_field(
    second, score_list
):
    address = reverse("list-confirm", args=[score_list.pk])
    page = second.get(address)
    assert "Entered by clara" in text(page)
    assert "g1-1" in text(page)
    assert page.content.decode().count('name="signed"') == 4
    assert 'class="line"' not in page.content.decode()
    changed = confirm(second, score_list, revision=score_list.revision - 1)
    score_list.refresh_from_db()
    assert (changed.status_code, score_list.state) == (409, ListState.ENTERED)
    assert confirm(second, score_list).url == address
    score_list.refresh_from_db()
    assert (score_list.state, score_list.confirmed_by.username) == ("confirmed", "sven")
    assert score_list.signatures == [1, 2, 3, 4]
    page = second.get(address)
    assert "confirmed by sven" in text(page)
    assert "autofocus" in page.content.decode().split('id="table-number"')[1].split(">")[0]


def test_a_missing_signature_is_named_and_the_others_stay_ticked(second, score_list):
    """TO 9.11: every player signs."""
    answer = confirm(second, score_list, all_signed="", signed=["1", "2", "4"])
    assert answer.status_code == 422
    assert "The signature of seat 3 is missing." in text(answer)
    assert answer.content.decode().count(" checked") == 3
    score_list.refresh_from_db()
    assert score_list.state == ListState.ENTERED


def test_a_confirmation_that_was_rolled_back_is_not_shown(second, score_list, monkeypatch):
    rows, function = Tournament.objects, "unsigned_problems"
    monkeypatch.setattr(confirmation, function, lambda *_: rows.update(confirm="blind") and [])
    assert confirm(second, score_list).context["list"].state == ListState.ENTERED


def test_author_of_the_list_is_shown_why_he_cannot_confirm_it(score_list):
    client = browser(score_list.entered_by)
    page = client.get(reverse("list-confirm", args=[score_list.pk]))
    assert "You entered this list yourself" in text(page)
    assert "confirm-bar" not in page.content.decode()


def test_a_confirmation_by_oneself_is_marked_where_the_tournament_allows_it():
    score_list = of_clara(confirm="self")
    client = browser(score_list.entered_by)
    page = client.get(confirm(client, score_list).url)
    assert "confirmed by oneself: clara" in text(page)
    series = client.get(reverse("series", args=[score_list.series_id]), {"by": "tables"})
    assert "confirmed by oneself: clara" in text(series)


def test_the_table_number_leads_to_the_page_that_confirms(second, score_list):
    url = reverse("series-table", args=[score_list.series_id])
    wanted = {"number": score_list.table_number, "for": "confirm"}
    there = reverse("list-confirm", args=[score_list.pk])
    assert second.get(url, wanted).url == there
    viewer = member(score_list.series.tournament, Role.VIEWER)
    assert viewer.get(url, wanted).url != there


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
        page = text(second.get(confirmed.url))
        order.append(int(re.search(r"next to be confirmed: table (\d)", page)[1]))
        lists[order[-1]].refresh_from_db()
    assert order == [3, 1, 5, 4, 2]


@pytest.mark.parametrize(
    ("mode", "upcoming"),
    [("self", "next to be confirmed: table 2"), ("second", "No other list waits for you.")],
)
def test_who_typed_a_list_is_led_to_it_only_where_he_may_confirm_it(mode, upcoming):
    """Clara typed both lists; somebody else has corrected the second."""
    first, other = seated(8, confirm=mode, paper_total=False).lists.all()
    clara = make_member(first.series.tournament, name="clara")
    for each in (first, other):
        enter_totals(each, FIGURES, 45, by=Actor(clara), revision=1)
    sven = Actor(make_member(first.series.tournament, name="sven"))
    act(enter_totals, other, FIGURES[::-1], 45, by=sven, reason="agreed")
    page = text(browser(clara).get(reverse("list-confirm", args=[first.pk])))
    assert upcoming in page


def test_series_and_overview_show_unconfirmed_lists_and_their_authors(second, score_list):
    """Viewers do not learn the names of accounts; a final result has nothing to be confirmed."""
    tournament = score_list.series.tournament
    url = reverse("series", args=[score_list.series_id])
    overview = reverse("tournament", args=[tournament.pk])
    assert "entered by clara" in text(second.get(url, {"by": "tables"}))
    assert "Table 1" in text(second.get(url, {"by": "confirm"}))
    assert "1 list to be confirmed" in text(second.get(overview))
    assert "clara" not in text(member(tournament, Role.VIEWER).get(url))
    Tournament.objects.update(state="final")
    assert "to be confirmed" not in text(second.get(overview))
    assert reverse("list-confirm", args=[score_list.pk]) not in source(second, url)
    Tournament.objects.update(state="running")
    confirm(second, score_list)
    assert "entered by clara, confirmed by sven" in text(second.get(url, {"by": "tables"}))
    assert "No list of this series waits" in text(second.get(url, {"by": "confirm"}))


@pytest.fixture
def blind(score_list: ScoreList) -> Client:
    """A second typist who has typed one line."""
    user = make_member(score_list.series.tournament, Role.REFEREE, name="sven")
    begun = start_recheck(score_list, by=Actor(user))
    record_recheck_line(begun, LAST_LOST[0], by=Actor(user), seen=BLANK)
    return browser(user)


OF_THE_LIST = (
    *(("list",), ("list-totals",), ("list-history",), ("list-settlement",), ("list-reset",)),
    ("list-file", "csv"),
)
STANDINGS = (
    *(("standings",), ("standings-file", "csv"), ("standings-of", "special/most-won")),
    *(("series-standings", 1), ("series-standings-file", 1, "csv")),
    *(("table-file", "standings", "pdf"), ("standings-of-file", "overall", "csv")),
    *(("print", what) for what in ("interim", "winners", "certificates", "report")),
)
FILES = (
    *(("money-open",), ("award",), ("tournament-xlsx",), ("series-lists-xlsx", 1)),
    *(("table-file", what, "csv") for what in ("results", "open", "ledger")),
)


def test_second_typist_sees_nothing_of_the_list_until_finished(blind, score_list):
    tournament = score_list.series.tournament_id
    clerk = member(score_list.series.tournament, "clerk")
    leave = reverse("recheck-leave", args=[score_list.pk])
    hidden = [reverse(name, args=[score_list.pk, *what]) for name, *what in OF_THE_LIST]
    hidden += [reverse(name, args=[tournament, *what]) for name, *what in (*FILES, *STANDINGS)]
    hidden += [
        reverse("print", args=[tournament, "lists"]) + "?series=1",
        reverse("print", args=[tournament, "certificates"]) + "?of=series/1",
        reverse("series-fees-file", args=[score_list.series_id, "csv"]),
    ]
    for address in hidden:
        assert blind.get(address).url == leave, address
        seen = clerk.get(address)
        assert seen.status_code in (200, 302), address
        assert getattr(seen, "url", "") != leave, address
    assert blind.get(reverse("ruling-new", args=[tournament]), {"list": score_list.pk}).url == leave
    assert "g1-1" not in source(blind, leave)
    again = blind.get(reverse("list-confirm", args=[score_list.pk])).url
    assert again == reverse("recheck", args=[score_list.pk])
    desk = source(blind, again)
    assert ("g1-1" in desk, desk.count(">no. ")) == (False, 8)  # in the head, and at the sums
    # An open list cannot be confirmed, and whoever types it must see it.
    ScoreList.objects.update(state="open")
    assert "g1-1" in source(blind, hidden[0])


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
    assert "the list and the pages that show its figures stay hidden from you" in page
    assert "The 1 line that you have typed is thrown away." in page
    assert blind.post(leave, {"token": "give-up-1"}).url == reverse("list", args=[score_list.pk])
    assert "g1-1" in source(blind, reverse("list", args=[score_list.pk]))
    assert LogEntry.objects.filter(action="list.recheck.given_up").count() == 1
    assert blind.get(leave).url == reverse("list", args=[score_list.pk])


def test_pages_of_players_and_fees_hide_the_list_from_the_second_typist(blind, score_list):
    tournament = score_list.series.tournament
    clerk = member(tournament, "clerk")
    seat = score_list.seat_rows.get(entry__start_number=1)
    file = reverse("entry-file", args=[seat.entry_id, "csv"])
    assert str(seat.performance) not in source(blind, file)
    assert str(seat.performance) in source(clerk, file)
    address = reverse("entry", args=[seat.entry_id])
    page = text(blind.get(address))
    assert "hidden until you have finished your second entry of this list" in page
    assert "Performance" not in page
    assert "Rank" not in page
    performance = f"Performance {seat.performance}".replace("-", "\N{MINUS SIGN}")
    assert performance in text(clerk.get(address))
    set_fees(tournament, Fees(lost_ladder=[[1, 50]]), by=Actor(name="test"))
    clerk.post(reverse("list-fees", args=[score_list.pk]))
    book(tournament, 500, by=Actor(name="test"), reason="change")
    for name, pk in (("series-fees", score_list.series_id), ("ledger", tournament.pk)):
        address = reverse(name, args=[pk])
        assert "hidden until you have finished your second entry" in text(blind.get(address))
        assert "hidden until" not in text(clerk.get(address))
    sums = [client.get(address).context["total"] for client in (blind, clerk)]
    assert sums == [500, 550]


def test_list_with_required_second_entry_counts_only_after_it(blind, score_list):
    """Before it, standings would show the second typist the first entry."""
    tournament = score_list.series.tournament
    Tournament.objects.update(confirm="blind", counts="entered")
    for name, *what in STANDINGS:
        address = reverse(name, args=[tournament.pk, *what])
        assert blind.get(address).status_code == 200, address
    tournament.refresh_from_db()
    found = standings(tournament)
    assert (found.rows, found.missing) == ((), 1)
    ScoreList.objects.update(
        state="confirmed",
        confirmed_revision=score_list.revision,
        confirmed_by=make_member(tournament, Role.REFEREE),
    )
    found = standings(tournament)
    assert (len(found.rows), found.missing) == (4, 0)


def test_differences_decided_over_a_change_are_shown_anew_with_what_happened(
    blind, score_list, monkeypatch
):
    """Somebody writes at the very moment; that the paper ended early is not forgotten."""

    def overtaken(*_args: object, **_named: object) -> None:
        raise StaleRevision

    address = reverse("recheck-finish", args=[score_list.pk]) + "?ended=1"
    steps = Recheck.objects.get().steps
    data = {"revision": score_list.revision, "steps": steps, "all_signed": "1"}
    shown = dict(re.findall(r'name="(shown_\d)" value="(\w+)"', source(blind, address)))
    choices = {name.replace("shown", "choice"): "second" for name in shown}
    incomplete = blind.post(address, data | shown | choices)
    assert incomplete.context["list"].revision == score_list.revision, "nothing was corrected"
    monkeypatch.setattr("scoring.lists.services.second_entry.resolve_recheck", overtaken)
    answer = blind.post(address, data)
    assert answer.status_code == 409
    assert "was changed meanwhile" in text(answer)


def test_an_empty_second_entry_confirms_a_list_that_ended_before_its_first_game(score_list, second):
    act(clear_list, score_list, reason="wrong table")
    act(close_list, score_list, stop_reason="storm")
    second.post(reverse("recheck", args=[score_list.pk]))
    address = reverse("recheck-finish", args=[score_list.pk]) + "?ended=1"
    sent = {"revision": score_list.revision, "steps": 0, "all_signed": "1"}
    assert second.post(address, sent).url == reverse("list-confirm", args=[score_list.pk])


@pytest.mark.parametrize("becomes", ["confirmed", "open"])
def test_a_second_typist_hears_with_his_next_line_that_the_list_was_moved_on(
    blind, score_list, becomes
):
    def told(number: int) -> tuple[int, bool]:
        typed = {"line": "0", "seen": "", "layout": 1, "token": f"line-number-{number}"}
        answer = blind.post(reverse("recheck-game", args=[score_list.pk, number]), typed)
        return answer.status_code, "changed this list in the meantime" in text(answer)

    assert told(2) == (200, False)
    confirmed = {"confirmed_at": timezone.now(), "confirmed_revision": score_list.revision}
    ScoreList.objects.update(state=becomes, **(confirmed if becomes == "confirmed" else {}))
    assert told(3) == (200, True)
    assert "3" in Recheck.objects.get().document["games"]


@pytest.mark.parametrize("name", ["recheck-game", "recheck-totals", "recheck-compare"])
def test_what_is_sent_for_a_second_entry_given_up_elsewhere_is_refused(blind, score_list, name):
    Recheck.objects.all().delete()
    figures = [f"{figure}_{seat}" for figure in lines.FIGURES for seat in range(1, 5)]
    typed = dict.fromkeys(figures, "0") | {"line": "0", "seen": "", "layout": 1, "passed": "4"}
    number = [2] if name == "recheck-game" else []
    answer = blind.post(reverse(name, args=[score_list.pk, *number]), typed)
    assert answer.status_code == 422
    assert "given up or finished in another window" in text(answer)


def test_a_digit_chooses_no_game_that_the_first_entry_offers(blind, score_list):
    """Candidates of an illegible row come from the rows above it: those of a reopened list too."""
    ScoreList.objects.update(state="open")
    unread = Line(2, soloist=3, unread=True, running=20)
    act(record_game, score_list, unread)
    begun = Recheck.objects.get()
    record_recheck_line(begun, unread, by=Actor(begun.by), seen=BLANK)
    typed = {"line": "1", "seen": "?3=20", "layout": 1, "token": "a-digit-alone"}
    answer = blind.post(reverse("recheck-game", args=[score_list.pk, 2]), typed)
    assert answer.status_code == 422
    assert Recheck.objects.get().document["games"]["2"]["unread"]


def test_rows_of_a_second_entry_move_as_those_of_the_list(blind, score_list):
    address = reverse("recheck-game", args=[score_list.pk, 1])
    assert "1 of 4 games" in text(blind.get(reverse("recheck", args=[score_list.pk])))
    shown = {"seen": "h12", "layout": 1}
    asked = blind.post(address, shown | {"line": "+"})
    assert "Insert a row here?" in text(asked)
    moved = blind.post(address, shown | {"line": "+", "confirmed": 1, "token": "insertion-1"})
    assert '"by": 1' in moved["HX-Trigger"]
    assert list(Recheck.objects.get().document["games"]) == ["2"]
    removal = {"line": "--", "seen": "", "layout": 2, "confirmed": 1, "token": "removal-1"}
    blind.post(address, removal)
    assert list(Recheck.objects.get().document["games"]) == ["1"]
    # From before the list was emptied, and a fourth joined the table.
    Recheck.objects.update(document={"totals": [[0, 0, 0, None]] * 3})
    assert blind.get(reverse("recheck", args=[score_list.pk])).status_code == 200


def test_decisions_and_signatures_stay_where_a_colleague_corrected_another_game(blind, score_list):
    """Only what was decided between other entries is asked again."""
    clara = Actor(score_list.entered_by)
    second = Actor(Recheck.objects.get().by)
    for typed in (line(2, 1, "grand"), line(3, 2), LAST_LOST[3]):
        begun = Recheck.objects.get()
        record_recheck_line(begun, typed, by=second, seen=BLANK)
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
