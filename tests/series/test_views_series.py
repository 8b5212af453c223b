"""A series: draw, release, open a list without a draw, close, and back."""

from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import (
    Actor,
    Draw,
    Entry,
    LogEntry,
    NoListReason,
    Person,
    ScoreList,
    Series,
)
from scoring.models.person import MAX_START_NUMBER
from scoring.series.services.draw import seat_by_hand
from scoring.series.services.series import move_series
from tests.caches import empty_caches
from tests.factories import make_entries, make_series, make_team, make_tournament, seated, undrawn
from tests.visitors import member, text
from tests.whole.test_transitions import LATE, STATES, in_state, room

pytestmark = pytest.mark.django_db


@pytest.fixture
def series() -> Series:
    return undrawn(7)


@pytest.fixture
def organizer(series: Series) -> Client:
    return member(series.tournament, "organizer")


def page(client: Client, series: Series, query: str = "") -> str:
    return text(client.get(f"/series/{series.pk}/{query}"))


def test_a_new_draw_requires_a_reason_after_the_release(organizer: Client, series: Series):
    """Before it nobody has seen the seating: there is nothing to explain."""
    draw, state = f"/series/{series.pk}/draw/", f"/series/{series.pk}/state/"
    organizer.post(draw)
    assert "reason" not in organizer.get(draw).context["form"].fields
    organizer.post(draw)
    organizer.post(state, {"to": "released"})
    organizer.post(state, {"to": "draft", "reason": "two came late"})
    assert organizer.get(draw).context["form"].fields["reason"].required
    assert "This field is required" in text(organizer.post(draw, follow=True))
    organizer.post(draw, {"reason": "two came late"})
    assert [draw.reason for draw in Draw.objects.all()] == ["", "", "two came late"]


def test_the_next_step_says_that_the_series_will_be_drawn_by_rank(organizer, series: Series):
    sent = {"series": "1", "clubs": "apart", "teams": "apart", "three_seats": "lot"}
    organizer.post(f"/series/{series.pk}/draw/", sent | {"mode": "by-rank"})
    Series.objects.update(state="closed")
    second = make_series(series.tournament)
    shown = text(organizer.get(f"/tournaments/{series.tournament_id}/"))
    assert "Draw the seating of series 2 by rank: 7 players wait" in shown
    assert "Draw by rank" in shown
    assert "Draw by rank" in page(organizer, second)


def test_a_list_opens_by_table_and_start_numbers(series: Series):
    clerk = member(series.tournament, "clerk")
    sent = {"table": "1000", "seat1": "4", "seat2": "1", "seat3": "7", "seat4": ""}
    response = clerk.post(f"/series/{series.pk}/open-list/", sent)
    opened = ScoreList.objects.get()
    assert response.url == f"/lists/{opened.pk}/"
    seats = opened.seat_rows.values_list("entry__start_number", flat=True)
    assert (opened.table_number, list(seats)) == (1000, [4, 1, 7])
    assert Series.objects.get().state == "playing"


def test_a_start_number_that_is_too_large_is_nobody(organizer: Client, series: Series):
    series.tournament.entries.filter(start_number=1).update(start_number=MAX_START_NUMBER)
    for number, status in ((MAX_START_NUMBER, 200), (123_456, 404), (10**30, 404)):
        assert organizer.get(f"/series/{series.pk}/seats/{number}/").status_code == status


def test_what_is_wrong_with_the_paper_stands_at_its_seat(series: Series):
    clerk, address = member(series.tournament, "clerk"), f"/series/{series.pk}/open-list/"
    sent = {"table": "3", "seat1": "4", "seat2": "4", "seat3": "99", "seat4": "2"}
    response = clerk.post(address, sent)
    assert response.status_code == 422
    assert set(response.context["form"].errors) == {"seat2", "seat3"}
    assert "Nobody has the start number 99." in text(response)
    for number in ("", "0", "-1", "x", "1.5", str(2**63), "9" * 5000, "\x00"):
        sent = {"table": number, "seat1": number, "seat2": "1", "seat3": "2"}
        response = clerk.post(address, sent)
        assert response.status_code == 422
        assert {"table", "seat1"} <= set(response.context["form"].errors)
    assert not ScoreList.objects.exists()


def test_series_tab_opens_the_current_series_or_leads_where_one_is_made():
    tournament = make_tournament()
    address = f"/tournaments/{tournament.pk}/series/"
    viewer = member(tournament, "viewer")
    assert member(tournament, "organizer").get(address).url == f"{address}new/"
    assert viewer.get(address).url == f"/tournaments/{tournament.pk}/"
    first, second = make_series(tournament), make_series(tournament)
    assert viewer.get(address).url == f"/series/{first.pk}/"
    for closed in (Series.objects.filter(pk=first.pk), Series.objects.all()):
        closed.update(state="closed")
        assert viewer.get(address).url == f"/series/{second.pk}/"


def test_a_series_is_added_once_and_removed_again(organizer: Client, series: Series):
    tournament = series.tournament
    address = f"/tournaments/{tournament.pk}/series/new/"
    for _each in range(2):
        organizer.post(address, {"rounds": "8", "token": "a-token-1"})
    added = tournament.series.get(number=2)
    assert added.rounds == 8
    assert organizer.post(address, {"rounds": "25"}).status_code == 422
    page = organizer.post(f"/series/{added.pk}/remove/", follow=True)
    assert "Series 2 is removed." in text(page)
    organizer.post(f"/series/{series.pk}/draw/")
    organizer.post(f"/series/{series.pk}/state/", {"to": "released"})
    page = organizer.post(f"/series/{series.pk}/remove/", follow=True)
    assert "The seating is released" in text(page)
    assert Series.objects.exists()


def test_a_closed_series_opens_again():
    series = seated(4)
    Series.objects.update(state="playing")
    ScoreList.objects.update(state="entered")
    organizer = member(series.tournament, "organizer")
    assert "Close the series" in page(organizer, series)
    organizer.post(f"/series/{series.pk}/state/", {"to": "closed"})
    assert Series.objects.get().state == "closed"
    assert "Open the series again" in page(organizer, series)
    organizer.post(f"/series/{series.pk}/state/", {"to": "playing"})
    assert Series.objects.get().state == "closed"
    page_text = text(organizer.get(f"/series/{series.pk}/back/"))
    assert "Nothing is deleted." in page_text
    assert "Its 1 list stays as it is" in page_text
    organizer.post(f"/series/{series.pk}/state/", {"to": "playing", "reason": "one list wrong"})
    assert Series.objects.get().state == "playing"


def test_a_seating_that_is_not_released_is_found_by_the_organizer_only():
    series = seated(4)
    tournament, score_list = series.tournament, series.lists.get()
    player = reverse("entry", args=[tournament.entries.first().pk])
    pages = [
        reverse(name, args=[score_list.pk, *kind])
        for name, *kind in (("list",), ("list-file", "pdf"), ("list-file", "xlsx"))
    ]
    pages.append(reverse("list-settlement", args=[score_list.pk]))
    readers = {
        role: member(tournament, role) for role in ("viewer", "clerk", "referee", "organizer")
    }
    assert "Enter the list" in page(readers["clerk"], series)
    move_series(series, "draft", by=Actor(name="test"), reason="too early")
    for role, reader in readers.items():
        may = role == "organizer"
        for address in pages:
            assert reader.get(address).status_code == (200 if may else 404), role
        assert ("Table 1" in text(reader.get(player))) is may, role
        assert ("Table 1" in page(reader, series)) is may, role
        assert ("Nobody is seated yet." in page(reader, series)) is not may, role
    assert "/open-list/" not in source(readers["clerk"], series)


# What each page offers, in every state (services/acts.py, services/series.py) -------------------

STEPS = {
    "draft": {"released", "playing"},
    "released": {"playing"},  # the way back has a page of its own
    "playing": {"closed"},
    "closed": set(),
}
OFFERS = {
    'value="released"': "released",
    'value="playing"': "playing",
    'value="closed"': "closed",
    "/swap/": "swap",
    "/draw/": "draw",
    "/draw/by-hand/": "seat",
    "/late/": "join",
    "/open-list/": "open",
    "/back/": "back",
    "/series/new/": "new",
}


def source(client: Client, series: Series, path: str = "") -> str:
    return client.get(f"/series/{series.pk}/{path}").content.decode()


def offered(html: str) -> set[str]:
    return {word for sign, word in OFFERS.items() if sign in html}


def in_every_state(series: Series) -> Iterator[tuple[str, bool]]:
    """The states of a series, and whether its tournament is under way."""
    for state, of_tournament in STATES:
        in_state(series, state, of_tournament)
        empty_caches()  # which no revision tells of what was written past the services
        yield state, of_tournament in ("prepare", "running")


def test_the_page_of_a_series_offers_what_its_state_and_the_tournament_s_allow():
    series = room("draft", "running")
    # A series waits for players without a list: test_services_no_list.
    series.tournament.entries.filter(start_number=11).update(state="no_show")
    client = member(series.tournament, "organizer")
    for state, under_way in in_every_state(series):
        wanted = STEPS[state] | {"new"}
        if state == "draft":
            wanted |= {"swap", "draw", "seat"}
        elif state != "closed":
            wanted |= {"join", "open"}
        if state != "draft":
            wanted.add("back")
        assert offered(source(client, series)) == (wanted if under_way else set()), state


def test_no_page_shows_a_form_whose_act_its_state_does_not_allow():
    series = room("draft", "running")
    client = member(series.tournament, "organizer")
    for state, under_way in in_every_state(series):
        drawing = state == "draft" and under_way
        moving = state in ("released", "playing") and under_way
        for path in ("draw/", "draw/by-hand/"):
            assert (client.get(f"/series/{series.pk}/{path}").status_code == 200) is drawing, state
        assert ('value="join"' in source(client, series, "late/")) is moving, state
        seat = source(client, series, "seats/1/")
        assert all((f'value="{act}"' in seat) is moving for act in ("fill", "leave", "move")), state
        back = client.get(f"/series/{series.pk}/back/").status_code
        assert (back == 200) is (under_way and state in ("released", "playing", "closed")), state


# Tables of three, and the start of a series -------------------------------------------------------


def test_four_tables_of_three_need_no_reason_where_the_teams_of_a_league_give_them():
    """4-4-4-0: three teams of four at four tables (docs/practice.md "League")."""
    tournament = make_tournament(league=True, substitutes=True)
    make_entries(tournament, 12)
    for first in (1, 5, 9):
        make_team(tournament, range(first, first + 4))
    series = make_series(tournament)
    tables = {n: [n, n + 4, n + 8] for n in range(1, 5)}
    seat_by_hand(series, tables, by=Actor(name="test"))
    organizer = member(tournament, "organizer")
    assert "Tables of three: 4." not in page(organizer, series)
    organizer.post(f"/series/{series.pk}/state/", {"to": "released"})
    assert Series.objects.get().state == "released"
    assert "Tables of three: 4." not in text(organizer.get(f"/series/{series.pk}/seats/1/"))


def test_a_table_that_would_be_the_fourth_of_three_is_warned_of():
    """TO 7.1.1."""
    series = undrawn(13)
    tournament = series.tournament
    tables = {1: [1, 2, 3, 4], 2: [5, 6, 7], 3: [8, 9, 10], 4: [11, 12, 13]}
    seat_by_hand(series, tables, by=Actor(name="test"))
    move_series(series, "released", by=Actor(name="test"))
    organizer = member(tournament, "organizer")
    assert "Tables of three: 4." in page(organizer, series, "seats/1/")
    assert "Tables of three: 4." not in page(organizer, series, "seats/5/")
    sent = {"act": "leave", "player": "1", "reason": "ill"}
    answer = organizer.post(f"/series/{series.pk}/change/", sent, follow=True)
    assert "Tables of three: 4." in text(answer)


def test_a_fourth_list_of_three_asks_for_its_reason(series: Series):
    """TO 7.1.1: seat cards from a bag."""
    clerk = member(series.tournament, "clerk")
    Entry.objects.all().delete()
    make_entries(series.tournament, 12)
    for table in range(1, 5):
        seats = {f"seat{n}": str(3 * (table - 1) + n) for n in (1, 2, 3)}
        answer = clerk.post(f"/series/{series.pk}/open-list/", {"table": str(table), **seats})
    assert answer.status_code == 422
    assert "reason" in answer.context["form"].errors
    seats["reason"] = "no more players"
    clerk.post(f"/series/{series.pk}/open-list/", {"table": "4", **seats})
    assert ScoreList.objects.count() == 4


def test_the_page_of_a_released_series_starts_it_and_says_until_when_objections_come():
    """TO 9.10."""
    series = seated(4)
    organizer = member(series.tournament, "organizer")
    until = "Objections to earlier decisions are possible until then. TO 9.10"
    assert until not in page(organizer, series), "there are none before the first"
    Series.objects.filter(pk=series.pk).update(number=2)
    assert until in page(organizer, series)
    organizer.post(f"/series/{series.pk}/state/", {"to": "playing"})
    assert "Take the start back" in page(organizer, series)
    assert "Until then objections to earlier decisions are possible again." in page(
        organizer, series, "back/"
    )
    sent = {"to": "released", "reason": "the room was not ready"}
    organizer.post(f"/series/{series.pk}/state/", sent)
    assert Series.objects.get().state == "released"


def send_reasons(series: Series, reasons: dict[int, str]) -> str:
    """What the page says that follows."""
    data = {f"reason-{number}": reason for number, reason in reasons.items()}
    organizer = member(series.tournament, "organizer")
    return text(organizer.post(f"/series/{series.pk}/no-list/", data, follow=True))


def test_reasons_that_nobody_typed_or_that_came_late_are_not_called_recorded():
    series = room("playing", "running")
    shown = send_reasons(series, {LATE: " "})
    assert "Please type a reason, or give the player a seat." in shown
    assert "Recorded." not in shown
    shown = send_reasons(series, {LATE: "waits for a train", 5: "went home"})
    assert "Nothing is recorded of no. 5: seated by now, or not playing." in shown
    assert NoListReason.objects.get().reason == "waits for a train"
    Entry.objects.create(
        tournament=series.tournament, person=Person.objects.create(), start_number=12
    )
    assert "Please type a reason" in send_reasons(series, {12: ""}), "another has one"
    assert "Recorded." not in send_reasons(series, {5: "went home"})
    assert "Recorded." in send_reasons(series, {LATE: ""}), "it is taken back"
    assert "Recorded." in send_reasons(series, {LATE: "waits for a train"})


def test_too_many_tables_of_three_are_named_where_the_seating_is_released():
    """TO 7.1.1."""
    series = undrawn(12)
    tables = {n: [3 * n - 2, 3 * n - 1, 3 * n] for n in range(1, 5)}
    seat_by_hand(series, tables, by=Actor(name="test"), reason="small tables")
    organizer = member(series.tournament, "organizer")
    said = "Tables of three: 4. More than 3 in a series need a reason; it stands in the log."
    assert f"{said} TO 7.1.1" in page(organizer, series)
    organizer.post(f"/series/{series.pk}/state/", {"to": "released"})
    assert Series.objects.get().state == "draft"
    organizer.post(f"/series/{series.pk}/state/", {"to": "released", "reason": "small tables"})
    assert Series.objects.get().state == "released"


def test_a_draw_seats_everybody_and_is_shown_by_table_and_by_name(organizer, series: Series):
    assert "7 players wait" in page(organizer, series)
    organizer.post(f"/series/{series.pk}/draw/", {"token": "a-token-1"})
    organizer.post(f"/series/{series.pk}/draw/", {"token": "a-token-1"})
    assert Draw.objects.count() == 1
    assert [each.seats for each in series.lists.all()] == [4, 3]
    assert "Table 2" in page(organizer, series)
    by_name = page(organizer, series, "?by=names")
    assert by_name.index("Amsel, Ada (1)") < by_name.index("Grünspecht, Gerda (7)")


def test_a_series_is_closed_without_a_list_only_with_a_reason():
    """Nothing out of order without a recorded override; the page says what is missing."""
    series = room("playing", "running")
    series.tournament.entries.filter(start_number=11).update(state="no_show")
    organizer = member(series.tournament, "organizer")
    assert "Lists that are still open: 3." in page(organizer, series)
    organizer.post(f"/series/{series.pk}/state/", {"to": "closed"})
    series.refresh_from_db()
    assert series.state == "playing"
    organizer.post(f"/series/{series.pk}/state/", {"to": "closed", "reason": "broken off"})
    series.refresh_from_db()
    assert series.state == "closed"
    assert LogEntry.objects.get(action="series.moved").reason == "broken off"


def test_a_drawn_series_is_released_and_started_in_one_step(organizer: Client, series: Series):
    organizer.post(f"/series/{series.pk}/draw/")
    assert "Release and start: the players sit at their tables" in page(organizer, series)
    organizer.post(f"/series/{series.pk}/state/", {"to": "playing"})
    assert Series.objects.get().state == "playing"
