"""A series: draw, release, open a list without a draw, close, and back."""

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from scoring.models import Actor, LogEntry, NoListReason, Person, ScoreList, Series
from scoring.series.reads.draw_request import seated_tables
from scoring.series.services.draw import seat_by_hand
from scoring.series.services.series import move_series
from tests.factories import make_series, make_team, seated, undrawn
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


def test_the_next_step_says_that_the_series_will_be_drawn_by_rank(organizer, series: Series):
    sent = {"series": "1", "clubs": "apart", "teams": "apart", "three_seats": "lot"}
    organizer.post(f"/series/{series.pk}/draw/", sent | {"mode": "by-rank"})
    Series.objects.update(state="closed")
    second = make_series(series.tournament)
    shown = text(organizer.get(f"/tournaments/{series.tournament_id}/"))
    assert "Draw the seating of series 2 by rank: 7 players wait" in shown
    assert "Draw by rank" in shown
    assert "Draw by rank" in page(organizer, second)


def test_every_page_about_a_series_leads_to_the_others(organizer, series: Series):
    second = make_series(series.tournament)
    Series.objects.update(state="playing")
    for name, page, of in (
        ("series", "series-new", series.tournament_id),
        ("phone-tables", "phone-tables", series.pk),
        ("series-fees", "series-fees", series.pk),
    ):
        shown = organizer.get(reverse(page, args=[of])).content.decode()
        assert f'<a href="{reverse(name, args=[second.pk])}"' in shown, page


def test_a_list_opens_by_table_and_start_numbers(series: Series):
    clerk = member(series.tournament, "clerk")
    sent = {"table": "1000", "seat1": "4", "seat2": "1", "seat3": "7", "seat4": ""}
    response = clerk.post(f"/series/{series.pk}/open-list/", sent)
    opened = ScoreList.objects.get()
    assert response.url == f"/lists/{opened.pk}/"
    seats = opened.seat_rows.values_list("entry__start_number", flat=True)
    assert (opened.table_number, list(seats)) == (1000, [4, 1, 7])
    assert Series.objects.get().state == "playing"


def test_what_is_wrong_with_the_paper_stands_at_its_seat(series: Series):
    sent = {"table": "3", "seat1": "4", "seat2": "4", "seat3": "99", "seat4": "2"}
    clerk = member(series.tournament, "clerk")
    response = clerk.post(f"/series/{series.pk}/open-list/", sent)
    assert set(response.context["form"].errors) == {"seat2", "seat3"}
    assert "Nobody has the start number 99." in text(response)
    assert (response.status_code, ScoreList.objects.exists()) == (422, False)


def test_series_tab_opens_the_current_series_or_leads_where_one_is_made(viewer, tournament):
    address = f"/tournaments/{tournament.pk}/series/"
    assert member(tournament, "organizer").get(address).url == f"{address}new/"
    assert viewer.get(address).url == f"/tournaments/{tournament.pk}/"
    first, second = make_series(tournament), make_series(tournament)
    assert viewer.get(address).url == f"/series/{first.pk}/"
    for closed in (Series.objects.filter(pk=first.pk), Series.objects.all()):
        closed.update(state="closed")
        assert viewer.get(address).url == f"/series/{second.pk}/"


def test_a_seating_that_is_not_released_is_found_by_the_organizer_only():
    series = seated(4)
    tournament, score_list = series.tournament, series.lists.get()
    player = reverse("entry", args=[tournament.entries.first().pk])
    files = [reverse("list-file", args=[score_list.pk, kind]) for kind in ("pdf", "xlsx")]
    pages = [reverse(name, args=[score_list.pk]) for name in ("list", "list-settlement")]
    move_series(series, "draft", by=Actor(name="test"), reason="too early")
    for role in ("viewer", "clerk", "referee", "organizer"):
        reader, may = member(tournament, role), role == "organizer"
        for address in (*pages, *files):
            assert reader.get(address).status_code == (200 if may else 404), role
        assert ("Table 1" in text(reader.get(player))) is may, role
        assert ("Table 1" in page(reader, series)) is may, role
        assert ("Nobody is seated yet." in page(reader, series)) is not may, role
        assert ("/open-list/" in source(reader, series)) is False, role
    shown = text(reader.get(pages[0]))
    assert not [act for act in ("Read photos", "Reject", "A deal was") if act in shown]


# What each page offers, in every state (states.py, services/series.py)

STEPS = {
    "draft": {"released", "playing"},
    "released": {"playing"},  # the way back has a page of its own
    "playing": {"closed"},
    "closed": set(),
}
OFFERS = {
    'value="released"': "released", 'value="playing"': "playing", 'value="closed"': "closed",
    "/swap/": "swap", "/draw/": "draw", "/draw/by-hand/": "seat", "/late/": "join",
    "/open-list/": "open", "/back/": "back", "/series/new/": "new",
}  # fmt: skip


def source(client: Client, series: Series, path: str = "") -> str:
    return client.get(f"/series/{series.pk}/{path}").content.decode()


def test_pages_of_a_series_offer_what_its_state_and_the_tournament_s_allow():
    series = room("draft", "running")
    # A series waits for players without a list and without a reason: test_services_no_list.
    late = series.tournament.entries.get(start_number=LATE)
    NoListReason.objects.create(series=series, entry=late, reason="waits for a train")
    client = member(series.tournament, "organizer")
    for state, of_tournament in STATES:
        in_state(series, state, of_tournament)
        cache.clear()  # which no revision tells of what was written past the services
        under_way = of_tournament in ("prepare", "running")
        drawing = state == "draft" and under_way
        moving = state in ("released", "playing") and under_way
        wanted = STEPS[state] | {"new"} | ({"back"} if state != "draft" else set())
        wanted |= {"swap", "draw", "seat"} if drawing else {"join", "open"} if moving else set()
        page = source(client, series)
        offered = {word for sign, word in OFFERS.items() if sign in page}
        assert offered == (wanted if under_way else set()), state
        for path in ("draw/", "draw/by-hand/"):
            assert (client.get(f"/series/{series.pk}/{path}").status_code == 200) is drawing, state
        assert ('value="join"' in source(client, series, "late/")) is moving, state
        seat = source(client, series, "seats/1/")
        assert all((f'value="{act}"' in seat) is moving for act in ("fill", "leave", "move")), state
        back = client.get(f"/series/{series.pk}/back/").status_code
        assert (back == 200) is (under_way and state != "draft"), state


def test_four_tables_of_three_need_no_reason_where_the_teams_of_a_league_give_them():
    """4-4-4-0: three teams of four at four tables (docs/practice.md "League")."""
    series = undrawn(12, league=True, substitutes=True)
    for first in (1, 5, 9):
        make_team(series.tournament, range(first, first + 4))
    tables = {n: [n, n + 4, n + 8] for n in range(1, 5)}
    seat_by_hand(series, tables, by=Actor(name="test"))
    organizer = member(series.tournament, "organizer")
    assert "Tables of three: 4." not in page(organizer, series)
    organizer.post(f"/series/{series.pk}/state/", {"to": "released"})
    assert Series.objects.get().state == "released"
    assert "Tables of three: 4." not in text(organizer.get(f"/series/{series.pk}/seats/1/"))


def test_a_table_that_would_be_the_fourth_of_three_is_warned_of():
    """TO 7.1.1."""
    series = seated(13)
    organizer = member(series.tournament, "organizer")
    (of_four, *_mates), (of_three, *_others), *_tables = seated_tables(series).values()
    assert "Tables of three: 4." in page(organizer, series, f"seats/{of_four}/")
    assert "Tables of three: 4." not in page(organizer, series, f"seats/{of_three}/")
    sent = {"act": "leave", "player": of_four, "reason": "ill"}
    answer = organizer.post(f"/series/{series.pk}/change/", sent, follow=True)
    assert "Tables of three: 4." in text(answer)
    assert LogEntry.objects.latest("id").new["threes"] == 4


def test_a_fourth_list_of_three_asks_for_its_reason():
    """TO 7.1.1: seat cards from a bag."""
    series = undrawn(12)
    clerk = member(series.tournament, "clerk")
    for table in range(1, 5):
        seats = {f"seat{n}": str(3 * (table - 1) + n) for n in (1, 2, 3)}
        answer = clerk.post(f"/series/{series.pk}/open-list/", {"table": str(table), **seats})
    assert answer.status_code == 422
    assert "reason" in answer.context["form"].errors
    seats["reason"] = "no more players"
    clerk.post(f"/series/{series.pk}/open-list/", {"table": "4", **seats})
    assert ScoreList.objects.count() == 4


def test_the_page_of_a_released_series_says_until_when_objections_come():
    """TO 9.10."""
    series = seated(4)
    organizer = member(series.tournament, "organizer")
    until = "Objections to earlier decisions are possible until then. TO 9.10"
    assert until not in page(organizer, series), "there are none before the first"
    Series.objects.update(number=2)
    assert until in page(organizer, series)
    organizer.post(f"/series/{series.pk}/state/", {"to": "playing"})
    again = "Until then objections to earlier decisions are possible again."
    assert again in page(organizer, series, "back/")


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
    series.tournament.entries.create(person=Person.objects.create(), start_number=12)
    assert "Please type a reason" in send_reasons(series, {12: ""}), "another has one"
    assert "Recorded." not in send_reasons(series, {5: "went home"})
    assert "Recorded." in send_reasons(series, {LATE: ""}), "it is taken back"
    assert "Recorded." in send_reasons(series, {LATE: "waits for a train"})
