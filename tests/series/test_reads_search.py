"""One search: a table, a start number or a name."""

import re

import pytest
from django.urls import reverse

from scoring.models import Actor, Series
from scoring.series.reads.search import find_matches, searched_series
from scoring.series.services.series import move_series, open_list
from tests.factories import make_series, make_tournament, seated, undrawn
from tests.visitors import member, text

pytestmark = pytest.mark.django_db
BY = Actor(name="test")


def names(series: Series, typed: str) -> list[int]:
    found = find_matches(series.tournament, series, typed)
    return [each.entry.start_number for each in found.players]


def test_a_number_is_a_table_before_it_is_a_start_number():
    series = seated(8)
    assert find_matches(series.tournament, series, "2").score_list.table_number == 2
    assert names(series, "2") == []
    assert names(series, "#2") == [2]
    assert names(series, "7") == [7]
    [found] = find_matches(series.tournament, series, "#3").players
    assert found.score_list.seat_rows.filter(entry__start_number=3).exists()


def test_a_name_is_found_by_beginnings_of_its_parts():
    series = seated(8)
    for typed in ("grü", "GRU", "gerda", "grünspecht, g", "g grü"):
        assert names(series, typed) == [7], typed
    for typed in ("", "#", "   ", "99", "#0", "9" * 60, "zzz", "#²", "-1", "\0"):
        found = find_matches(series.tournament, series, typed)
        assert (found.score_list, found.players) == (None, ()), typed


def test_the_series_of_the_page_is_searched_else_the_current_one_with_tables():
    first = seated(8)
    tournament = first.tournament
    second = make_series(tournament)
    move_series(first, "playing", by=BY)
    assert searched_series(tournament, "", drafts=True) == first
    move_series(first, "closed", by=BY, reason="lists are lost")
    assert searched_series(tournament, "", drafts=True) == first  # nobody is seated in the second
    assert searched_series(tournament, str(second.pk), drafts=True) == second
    assert searched_series(tournament, str(second.pk), drafts=False) == first
    undrawn = make_tournament()
    assert searched_series(undrawn, "", drafts=True) is None
    first, _second = make_series(undrawn), make_series(undrawn)
    assert searched_series(undrawn, "", drafts=True) == first


def test_one_find_opens_its_page_several_are_offered():
    series = seated(13)  # the thirteenth is a namesake of the first
    tournament = series.tournament
    clerk = member(tournament, "clerk")
    address = reverse("find", args=[tournament.pk])

    def opened(typed: str) -> str:
        return str(clerk.get(address, {"q": typed}).headers.get("Location"))

    assert opened("2") == reverse("list", args=[series.lists.get(table_number=2).pk])
    assert opened("buch") == reverse("series-seat", args=[series.pk, 2])
    assert opened("14") == reverse("series", args=[series.pk]) + "?missing=14"
    assert "Nobody has the start number 14." in text(clerk.get(address, {"q": "#14"}))
    offered = text(clerk.get(address, {"q": "amsel"}))
    assert "Ada Amsel (1)" in offered
    assert "Ada Amsel (13)" in offered
    assert "Nobody of this tournament is called “xyz…”." in text(clerk.get(address, {"q": "xyz"}))


def test_a_table_that_there_is_not_is_named_at_the_field_with_the_number_kept():
    for series, tables, there_are in (
        (seated(4), "1 table", "There is only table 1"),
        (seated(8), "2 tables", "There are the tables 1 to 2"),
    ):
        address = reverse("find", args=[series.tournament_id])
        viewer = member(series.tournament, "viewer")
        page = text(viewer.get(address, {"q": "12"}))
        assert f"Series 1 has no table 12 (it has {tables}), and nobody has the start nu" in page
        page = text(viewer.get(reverse("series", args=[series.pk]), {"missing": "77"}))
        assert f"Series 1 has no table 77. {there_are}." in page
    clerk = member(series.tournament, "clerk")
    page = clerk.get(address, {"q": "77"}, follow=True).content.decode()
    assert re.search(r'<input[^>]* id="find-here"[^>]* value="77"\s+aria-invalid="true"', page)
    assert f'href="{reverse("series", args=[series.pk])}?table=77"' in page
    for missing in ("1", "0", "-3", "x", "9" * 30, "\0"):  # none of them is a missing table
        answer = clerk.get(reverse("series", args=[series.pk]), {"missing": missing})
        assert answer.status_code == 200
        assert "has no table" not in text(answer)


def test_before_a_seating_is_released_a_viewer_is_led_to_the_player():
    series = undrawn(8)
    tournament = series.tournament
    address = reverse("find", args=[tournament.pk])
    entry = tournament.entries.get(start_number=1)
    for role, found in (
        ("viewer", reverse("entry", args=[entry.pk])),
        ("organizer", reverse("series-seat", args=[series.pk, 1])),
    ):
        assert member(tournament, role).get(address, {"q": "amsel"}).url == found


def test_with_cards_from_a_bag_a_number_is_the_next_table_and_not_a_start_number():
    series = undrawn(12)
    open_list(series, 7, [1, 2, 3, 4], by=BY)
    clerk = member(series.tournament, "clerk")
    for sought, page in (("8", "?table=8"), ("#8", "seats/8/")):
        asked = {"series": series.pk, "q": sought}
        found = clerk.get(reverse("find", args=[series.tournament_id]), asked).url
        assert found == f"/series/{series.pk}/{page}"
