"""The response to a typed line: computed cells and every problem (docs/entry-line.md)."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from scoring.lists.grid import next_table
from scoring.lists.services.games import record_game, record_games, shown_line
from scoring.models import LogEntry, Role, ScoreList, Series, Tournament
from scoring.models.score_list import ListState
from scoring.models.tournament import SeriesState
from tests.factories import line, make_member, seated
from tests.lists.test_services_games import CLERK
from tests.visitors import member

pytestmark = pytest.mark.django_db


@pytest.fixture
def clerk(client: Client, score_list: ScoreList) -> Client:
    client.force_login(make_member(score_list.series.tournament, name="clerk"))
    return client


def send(client: Client, score_list: ScoreList, number: int, text: str, **more: object):
    """A line as the browser sends it, with the current revision and layout."""
    score_list.refresh_from_db()
    data = {"line": text, "seen": ""} | numbers(score_list) | more
    return client.post(reverse("game", args=[score_list.pk, number]), data)


def act(client: Client, score_list: ScoreList, name: str, *args: object, **data: object):
    score_list.refresh_from_db()
    url = reverse(name, args=[score_list.pk, *args])
    seen = {"seen": shown_line(score_list.line(args[0]))} if args else {}
    return client.post(url, numbers(score_list) | seen | data)


def numbers(score_list: ScoreList) -> dict[str, int]:
    """What the page of a list says of it, to be sent with every change."""
    return {"revision": score_list.revision, "layout": score_list.layout}


def rows(response) -> dict[int, str]:
    """The rows in a response with their results."""
    found = re.findall(r'id="game-(\d+)" data-line="[^"]*" data-state="(\w+)"', text(response))
    return {int(number): state for number, state in found}


def text(response) -> str:
    return " ".join(response.content.decode().split())


def messages_in(response) -> str:
    return " ".join(re.findall(r'<span class="say[^"]*">(.*?)</span>', text(response)))


def test_response_has_computed_cells_the_new_revision_and_no_input(clerk, score_list):
    response = send(clerk, score_list, 1, "g32")
    assert (response.status_code, rows(response)) == (200, {1: "stored"})
    assert 'data-line="g32"' in text(response)
    assert re.search(r'id="revision" name="revision" value="2" hx-swap-oob', text(response))
    visible = re.sub(r'<input type="hidden" id="(revision|layout)"', "", text(response))
    assert "<input" not in visible


def test_correction_of_an_early_row_sends_the_later_rows(clerk, score_list):
    for number, typed in enumerate(("g32", "h13", "x12"), 1):
        send(clerk, score_list, number, typed)
    response = send(clerk, score_list, 1, "g22", seen="g32")
    assert rows(response) == {1: "stored", 2: "stored", 3: "stored"}
    assert ">96<" in text(response)


@pytest.mark.parametrize(
    ("typed", "words", "paragraph"),
    [
        ("g31", "Platz 1", "SkO 3.2.7"),
        ("h1ss3", "", "SkO"),
        ("h2k2", "erlaubt nur der Spielleiter", "SkO 2.3.2"),
        ("g2d2", "Damen sind hier keine Wenzel", "SkO 2.3.3"),
        ("k12", "Karo", ""),
        ("nonsense", "", ""),
        ("", "", ""),
    ],
)
def test_error_is_reported_with_its_paragraph_and_writes_nothing(
    clerk, score_list, typed, words, paragraph
):
    response = send(clerk, score_list, 1, typed, seen="")
    assert (response.status_code, rows(response)) == (422, {1: "wrong"})
    assert words in messages_in(response)
    assert paragraph in messages_in(response)
    assert not LogEntry.objects.filter(action__startswith="list.game").exists()


@pytest.mark.parametrize(
    ("typed", "state", "words"),
    [
        ("h2k2", "stored", ""),  # BT, the modest proposal: kings, hearts, with 2
        ("x82", "doubtful", ""),  # docs/law.md "What an ISkO entry may say" 9: improbable
        ("g32=86", "wrong", "TO 8.11"),  # the running total of the paper is another
    ],
)
def test_a_line_is_stored_and_marked(clerk, score_list, typed, state, words):
    Tournament.objects.update(wenzels=True)
    response = send(clerk, score_list, 1, typed)
    assert (response.status_code, rows(response)) == (200, {1: state})
    assert words in messages_in(response)
    assert score_list.games.get().wenzel == ("K" if "k" in typed else "J")


def test_a_line_of_an_untouched_row_is_stored_though_colleagues_changed_other_rows(
    clerk, score_list
):
    record_game(score_list, line(1, 3), by=CLERK, revision=1)
    response = send(clerk, score_list, 2, "g31", revision=1)
    assert response.status_code == 200
    assert len(rows(response)) == 48, "the page shows what the colleague typed"
    assert {rows(response)[1], rows(response)[2]} == {"stored"}
    # A backup was restored: the page is ahead of the list, and shows its rows anew too.
    response = send(clerk, score_list, 5, "g32", revision=9)
    states = rows(response)
    assert (response.status_code, len(states), states[5]) == (200, 48, "stored")
    assert "stored" not in {states[3], states[4]}


def test_a_stale_line_is_refused_with_the_present_state_of_all_rows(clerk, score_list):
    record_game(score_list, line(2, 3), by=CLERK, revision=1)
    response = send(clerk, score_list, 2, "g31", revision=1)
    assert response.status_code == 409
    assert (rows(response)[2], len(rows(response))) == ("stale", 48)
    assert send(clerk, score_list, 2, "g31").status_code == 409, "on the new revision too"
    assert score_list.games.get().soloist == 3
    assert send(clerk, score_list, 2, "g31", seen="h13").status_code == 200


@pytest.mark.parametrize("typed", ["h13", " H13 "])
def test_the_line_that_a_colleague_typed_already_is_agreement(clerk, score_list, typed):
    record_game(score_list, line(1, 3), by=CLERK, revision=1)
    before = LogEntry.objects.count()
    response = send(clerk, score_list, 1, typed, revision=1)
    assert (response.status_code, rows(response)[1]) == (200, "stored")
    assert LogEntry.objects.count() == before


def test_a_page_sends_nothing_under_the_name_of_another_account(clerk, score_list):
    """Somebody else signed in with the same browser while the page was open."""
    url = reverse("game", args=[score_list.pk, 1])
    data = {"line": "g32", "seen": "", **numbers(score_list)}
    mine = str(clerk.session["_auth_user_id"])
    assert clerk.post(url, data, headers={"X-Account": mine + "0"}).status_code == 401
    assert not score_list.games.exists()
    assert clerk.post(url, data, headers={"X-Account": mine}).status_code == 200


def test_the_number_of_the_next_open_table_is_proposed(clerk):
    first, second, third = seated(12).lists.select_related("series__tournament")
    clerk.force_login(make_member(first.series.tournament, name="other clerk"))
    assert [next_table(each) for each in (first, second, third)] == [2, 3, 1]
    page = clerk.get(reverse("list", args=[second.pk])).content.decode()
    assert re.search(r'id="table-number"[^>]* value="3"', page)


def test_rows_move_after_a_question_that_names_the_line(clerk, score_list):
    """What was typed behind them moves along, also when an insertion is undone."""
    send(clerk, score_list, 1, "g32")
    asked = send(clerk, score_list, 1, "+", seen="g32")
    assert rows(asked) == {1: "asking"}
    assert f'data-confirm="{reverse("game-insert", args=[score_list.pk, 1])}"' in text(asked)
    assert score_list.games.get().number == 1
    moved = act(clerk, score_list, "game-insert", 1)
    assert '"by": 1' in moved["HX-Trigger"]
    assert (rows(moved)[1], rows(moved)[2]) == ("missing", "wrong")
    assert 'id="game-2" data-line="g32"' in text(moved)  # as typed, in red
    assert "Platz 2 ist bei diesem Spiel Geber" in text(moved)
    undone = confirm(clerk, score_list, act(clerk, score_list, "game-undo", 1))
    assert '"by": -1' in undone["HX-Trigger"]
    asked = send(clerk, score_list, 1, "--", seen="g32")
    assert "g32" in messages_in(asked)
    assert '"by": -1' in act(clerk, score_list, "game-remove", 1)["HX-Trigger"]
    assert not score_list.games.exists()


def confirm(client: Client, score_list: ScoreList, question):
    score_list.refresh_from_db()
    where = re.search(r'data-confirm="([^"]+)"', text(question))[1]
    return client.post(where, {"revision": score_list.revision, "confirmed": 1})


def test_a_confirmed_undo_takes_back_what_was_asked_about_or_asks_again(clerk, score_list):
    send(clerk, score_list, 1, "g32")
    send(clerk, score_list, 1, "h12", seen="g32")
    asked = act(clerk, score_list, "game-undo", 2)
    assert rows(asked)[2] == "asking"
    assert "g32" in messages_in(asked)
    send(clerk, score_list, 3, "0")
    again = confirm(clerk, score_list, asked)
    assert rows(again)[2] == "asking"
    assert "Zeile 3" in messages_in(again)
    confirm(clerk, score_list, again)
    assert score_list.games.get().score == 20
    send(clerk, score_list, 1, "x12", seen="h12")
    confirm(clerk, score_list, act(clerk, score_list, "game-undo", 2))
    assert score_list.games.get().score == 20
    act(clerk, score_list, "game-remove", 1, seen="h12")
    Tournament.objects.update(system="texas")  # as long as nothing is entered
    assert act(clerk, score_list, "game-undo", 2).status_code == 422


def test_illegible_game_lists_its_candidates(clerk, score_list):
    """docs/entry-line.md: `?2=120` after 96 is 24 points."""
    send(clerk, score_list, 1, "g32")
    response = send(clerk, score_list, 3, "?2=120")
    assert rows(response)[3] == "unread"
    candidates = re.findall(r"<kbd>(\d)</kbd> ([^<]+)</span>", text(response))
    assert [digit for digit, _ in candidates] == list("123456789")[: len(candidates)]
    response = send(clerk, score_list, 3, candidates[0][0], seen="?2=120")
    assert rows(response)[3] == "stored"
    assert score_list.games.get(number=3).score == 24


def test_lines_whose_values_cannot_be_told_apart_are_not_stored_behind_another(clerk, score_list):
    """One line without its token: the values of the next would be paired with it."""
    layout = numbers(score_list)["layout"]
    behind = {"behind_line": ["h13", "x12"], "behind_seen": ["", ""], "behind_layout": [layout] * 2}
    behind |= {"behind_number": ["2", "3"], "behind_token": ["22222222"]}
    response = send(clerk, score_list, 1, "g32", **behind)
    assert response["X-Stored-Behind"] == "0"
    behind["behind_token"].append("33333333")
    response = send(clerk, score_list, 1, "g22", seen="g32", **behind)
    assert response["X-Stored-Behind"] == "2"


LOST = {"game": "diamonds", "marks": "hand", "soloist": 2, "won": "lost"}


def sign_in_the_organizer(client: Client, score_list: ScoreList) -> None:
    client.force_login(make_member(score_list.series.tournament, Role.ORGANIZER, "chief"))


def asked(client: Client, score_list: ScoreList, number: int) -> dict[str, str]:
    """What the question for the lowest value remembers of its row."""
    page = text(client.get(reverse("game-lowest", args=[score_list.pk, number])))
    names = ("seen", "layout")
    return {name: re.search(rf'name="{name}" value="([^"]*)"', page)[1] for name in names}


def test_the_lowest_value_is_proposed_and_only_an_organizer_may_confirm_it(clerk, score_list):
    """TO 7.2.5: diamonds from the hand, lost: at least with 1, 3 × 9 × −2. He sees what else the
    entry may mean; whether it was won is never guessed.
    """
    send(clerk, score_list, 1, "?2")
    known = LOST | asked(clerk, score_list, 1)
    unknown = {name: value for name, value in known.items() if name != "won"}
    assert act(clerk, score_list, "game-lowest", 1, **unknown).status_code == 422
    page = text(act(clerk, score_list, "game-lowest", 1, **known))
    assert "−54" in page
    others = re.findall(r"<li> ?<b>([^<]+)</b> (.*?)</li>", page)
    assert [line for line, _worth in others] == ["a2h-2", "a3h-2", "a4h-2", "a5h-2", "a6h-2"]
    assert re.findall(r"\d+", others[0][1]) == ["36", "72"]
    known["confirmed"] = "a1h-2"
    assert act(clerk, score_list, "game-lowest", 1, **known).status_code == 403
    sign_in_the_organizer(clerk, score_list)
    assert "−108" in text(act(clerk, score_list, "game-lowest", 1, **known, tops=3)), (
        "not shown yet"
    )
    assert act(clerk, score_list, "game-lowest", 1, **known).status_code == 200
    assert score_list.games.get().score == -54


def test_the_lowest_value_is_not_stored_in_a_row_that_moved_meanwhile(clerk, score_list):
    send(clerk, score_list, 1, "g33")
    send(clerk, score_list, 2, "?3")
    sign_in_the_organizer(clerk, score_list)
    known = {"game": "diamonds", "soloist": 3, "won": "won"} | asked(clerk, score_list, 2)
    act(clerk, score_list, "game-insert", 1)
    response = act(clerk, score_list, "game-lowest", 2, confirmed="a13", **known)
    assert response.status_code == 409
    assert "Spiel 2: niedrigster" in text(response)
    assert list(score_list.games.values_list("number", "unread")) == [(2, False), (3, True)]
    known |= {"soloist": 4} | asked(clerk, score_list, 3)  # where seat 3 deals
    assert act(clerk, score_list, "game-lowest", 3, confirmed="a14", **known).status_code == 200


def test_a_stored_game_is_corrected_after_closing_at_the_lowest_value(clerk, score_list):
    """docs/law.md "Corrections": its marks are offered; the result is asked for again."""
    send(clerk, score_list, 1, "h3h2")
    score_list.games.update(dealer=3)  # out of turn
    Series.objects.update(state="closed")
    sign_in_the_organizer(clerk, score_list)
    offered = text(clerk.get(reverse("game-lowest", args=[score_list.pk, 1])))
    assert re.search(r'value="hearts" selected', offered)
    assert 'value="won" checked' not in offered
    assert re.findall(r'name="soloist" value="(.)"', offered) == ["1", "2", "4"]
    fields = {"game": "hearts", "soloist": 2, "won": "won", "correction": "tops unreadable"}
    fields |= asked(clerk, score_list, 1)
    assert act(clerk, score_list, "game-lowest", 1, confirmed="h12", **fields).status_code == 200
    assert score_list.games.get().score == 20
    assert LogEntry.objects.last().reason == "TO 7.2.5: tops unreadable"


def test_a_refusal_brings_no_revision_whose_rows_the_page_does_not_show(clerk, score_list):
    """Nor a layout: the next line would be typed on it."""
    for row, typed in enumerate(("g33", "h13"), 1):
        send(clerk, score_list, row, typed)
    act(clerk, score_list, "game-insert", 1)
    refused = send(clerk, score_list, 8, "h99", revision=1, layout=1)
    foot = act(clerk, score_list, "list-foot", points_1="x", revision=1, layout=1)
    for answer in (refused, foot):
        assert answer.status_code == 422
        assert rows(answer).keys() <= {8}
        assert 'id="revision"' not in text(answer)
        assert 'id="layout"' not in text(answer)


def test_an_incomplete_list_names_every_reason_and_ends_early_only_with_one(clerk, score_list):
    """Closed by two at once it is no error; it is opened again, and emptied with a reason."""
    send(clerk, score_list, 1, "?2")
    response = act(clerk, score_list, "list-close")
    assert response.status_code == 422
    assert (rows(response)[1], rows(response)[48]) == ("unread", "missing")
    send(clerk, score_list, 1, "g32", seen="?2")
    assert act(clerk, score_list, "list-close").status_code == 422
    closing = {"stop_reason": "time", "token": "closing-1"}
    response = act(clerk, score_list, "list-close", **closing)
    assert (response.status_code, rows(response)) == (200, {1: "stored"})
    assert all(word in text(response) for word in ("abgeschlossen", "Bestätigen"))
    for closed in (response, act(clerk, score_list, "list-close")):
        assert "desk:closed" in closed["HX-Trigger"]
    act(clerk, score_list, "list-reset", reason="they played on")
    score_list.refresh_from_db()
    assert (score_list.state, score_list.games_played) == (ListState.OPEN, None)
    assert act(clerk, score_list, "list-close", **closing).status_code == 409  # sent once more
    answer = act(clerk, score_list, "list-reset", reason="they play on")
    assert "Die Liste ist offen und muss nicht wieder geöffnet werden." in text(answer)
    assert act(clerk, score_list, "list-reset", empty=1).status_code == 422
    response = act(clerk, score_list, "list-reset", empty=1, reason="wrong table")
    assert response["Location"] == reverse("list", args=[score_list.pk])
    assert not score_list.games.exists()


def test_an_entered_list_is_corrected_when_the_table_agrees_and_later_with_a_reason(
    clerk, score_list
):
    """SkO 5.5.3, TO 7.2.5."""
    send(clerk, score_list, 1, "g32")
    act(clerk, score_list, "list-close", stop_reason="time")
    assert 'name="agreed"' in text(clerk.get(reverse("list", args=[score_list.pk])))
    refused = send(clerk, score_list, 1, "g22", seen="g32")
    assert (refused.status_code, rows(refused)) == (422, {1: "wrong"})
    assert "SkO 5.5.3" in messages_in(refused)
    assert send(clerk, score_list, 1, "g22", seen="g32", agreed=1).status_code == 200
    Series.objects.update(state=SeriesState.CLOSED)
    sign_in_the_organizer(clerk, score_list)
    why = {"seen": "g22", "correction": "misread"}
    assert send(clerk, score_list, 1, "g12", **why).status_code == 200
    log = LogEntry.objects.filter(action="list.game.changed")
    assert list(log.values_list("reason", flat=True)) == ["SkO 5.5.3", "misread"]


def test_two_seats_are_exchanged_by_the_organizer_and_their_names_are_sent(clerk, score_list):
    """TO 7.1.2: nobody else is offered it, and what is sent all the same is refused."""
    page = text(clerk.get(reverse("list", args=[score_list.pk])))
    assert 'class="seat"' in page
    assert reverse("list-seats", args=[score_list.pk]) not in page
    assert act(clerk, score_list, "list-seats", first=1, second=2).status_code == 403
    sign_in_the_organizer(clerk, score_list)
    names = [str(seat.entry.person) for seat in score_list.seat_rows.all()]
    numbers = [seat.entry.start_number for seat in score_list.seat_rows.all()]
    response = act(clerk, score_list, "list-seats", first=1, second=2)
    name = f'<small class="quiet fw-normal text-nowrap">Nr. {numbers[1]}</small> {names[1]}</span>'
    assert f'<span class="who"><span>{name}' in text(response)
    assert f'id="pad-name-1" class="pad-name" hx-swap-oob="true">{names[1]}<' in text(response)


def test_the_foot_is_compared_and_the_search_asks_for_the_middle(clerk, score_list):
    lines = [line(n, 2 if n % 4 != 2 else None) for n in range(1, 49)]
    record_games(score_list, lines, by=CLERK, revision=1)
    foot = {"points_2": 724, "won_2": 36, "lost_2": 0, "total_2": 2524}
    response = act(clerk, score_list, "list-foot", **foot)
    assert "TO 8.12" in text(response)
    assert 'name="number" value="2' in text(response)
    assert "TO 8.12" in text(act(clerk, score_list, "list-close"))


@pytest.mark.parametrize(
    "unusable",
    [{"earlier": "1:--5"}, {"earlier": "²:1"}, {"number": 10**30, "total": 1}, {"total": -(2**63)}],
)
def test_an_unusable_answer_to_the_search_is_refused(clerk, score_list, unusable):
    assert act(clerk, score_list, "list-trace", seat=1, **unusable).status_code == 422


def test_a_foot_is_complete_and_not_written_over_what_was_stored_unseen(clerk, score_list):
    """Nor by a page that says what it has seen in no readable way."""
    send(clerk, score_list, 1, "g32")
    own = {"points_2": 96, "won_2": 1, "lost_2": 0}
    assert act(clerk, score_list, "list-foot", points_2=96).status_code == 422
    stored = act(clerk, score_list, "list-foot", **own, total_2=146, seen="")
    assert "data-wants-caret" in text(stored)
    for seen in ("", "total_2", "points_2=96&won_2=1&lost_2=0&total_2=140"):
        told = act(clerk, score_list, "list-foot", **own, total_2=145, seen=seen)
        assert told.status_code == 409
        assert "146" in text(told)
    shown = unescape(re.search(r'data-paper="([^"]+)"', text(told))[1])
    assert act(clerk, score_list, "list-foot", **own, total_2=145, seen=shown).status_code == 200
    assert act(clerk, score_list, "list-foot", **own, total_2=145, seen="").status_code == 200


def test_a_list_is_read_only_for_viewers_and_when_it_is_final(clerk, score_list):
    address = reverse("list", args=[score_list.pk])
    assert 'class="line"' in text(clerk.get(address))
    viewer = member(score_list.series.tournament, Role.VIEWER)
    assert 'class="line"' not in text(viewer.get(address))
    ScoreList.objects.update(state=ListState.FINAL, confirmed_revision=1)
    assert 'class="line"' not in text(clerk.get(address))
    assert send(clerk, score_list, 1, "g32").status_code == 422
    ScoreList.objects.update(state=ListState.OPEN)
    Series.objects.update(state=SeriesState.DRAFT)  # which organizers see
    organizer = member(score_list.series.tournament, Role.ORGANIZER)
    assert 'class="line"' not in text(organizer.get(address))


def test_the_page_needs_few_queries(clerk, score_list, django_assert_max_num_queries):
    record_games(score_list, [line(n) for n in range(1, 49)], by=CLERK, revision=1)
    clerk.get(reverse("tournaments"))  # a session is noted at its first request
    with django_assert_max_num_queries(18):  # six of them for the panel of the next step
        page = clerk.get(reverse("list", args=[score_list.pk]))
    assert text(page).count('class="line"') == 48


def test_a_saved_game_needs_few_queries(clerk, score_list, django_assert_max_num_queries):
    """Lost by the third at a table of four: its others get points, all four seats change."""
    send(clerk, score_list, 1, "g32")
    with django_assert_max_num_queries(19):  # one of them is that of this test, for the revision
        assert send(clerk, score_list, 2, "g3v3").status_code == 200


def test_line_for_a_list_that_was_removed_meanwhile_is_no_server_error(
    clerk, score_list, monkeypatch
):
    def remove_before(removed: ScoreList, *args: object, **kwargs: object):
        ScoreList.objects.filter(pk=removed.pk).delete()
        return record_game(removed, *args, **kwargs)

    monkeypatch.setattr("scoring.lists.views.lines.record_game", remove_before)
    assert send(clerk, score_list, 1, "g32").status_code == 404
