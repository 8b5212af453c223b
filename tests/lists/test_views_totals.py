"""Bare totals: stored completely or not at all, checked by the paper total (docs/entry-line.md)."""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.lists.services.games import record_game
from scoring.lists.services.second_entry import start_recheck
from scoring.models import Actor, LogEntry, Role, ScoreList, Series, Tournament
from scoring.models.score_list import Depth, ListState
from scoring.series.services.draw import draw_series
from scoring.series.services.series import move_series
from tests.factories import line, make_member, make_series, seated
from tests.lists.test_services_games import CLERK
from tests.visitors import browser, member

pytestmark = pytest.mark.django_db
GOOD = [(937, 12, 3), (628, 9, 4), (492, 8, 0), (-132, 5, 5)]
TOTALS = [1657, 1118, 1252, 78]


@pytest.fixture
def clerk(client: Client, score_list: ScoreList) -> Client:
    client.force_login(make_member(score_list.series.tournament))
    return client


def figures(seats=GOOD, totals=TOTALS, **more: object) -> dict[str, object]:
    data = dict(more)
    for seat, (each, total) in enumerate(zip(seats, totals, strict=True), 1):
        values = zip(("points", "won", "lost", "total"), (*each, total), strict=True)
        data |= {f"{name}_{seat}": value for name, value in values}
    return data


def send(client: Client, score_list: ScoreList, data: dict[str, object]):
    score_list.refresh_from_db()
    sent = {"layout": score_list.layout, "seen": ""} | data
    return client.post(reverse("list-totals", args=[score_list.pk]), sent)


def test_figures_are_stored_once_and_others_of_a_colleague_show_them(clerk, score_list):
    """The same figures of two clerks are agreement."""
    old = score_list.revision
    stored = send(clerk, score_list, figures(token="12345678"))
    before = LogEntry.objects.count()
    for response in (stored, send(clerk, score_list, figures(revision=old))):
        assert "desk:closed" in response["HX-Trigger"]
    score_list.refresh_from_db()
    assert (score_list.depth, score_list.state) == (Depth.TOTALS, ListState.ENTERED)
    assert list(score_list.seat_rows.values_list("performance", flat=True)) == TOTALS
    other = [(947, 12, 3), *GOOD[1:]]
    response = send(clerk, score_list, figures(other, [1667, *TOTALS[1:]], revision=old))
    assert response.status_code == 409
    assert "937" in response.content.decode()
    assert score_list.seat_rows.get(position=1).points == 937
    assert LogEntry.objects.count() == before


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"stop_reason": "Zeit"}, "games_played"),
        ({"passed": 3}, "passed"),
        ({"lost_3": ""}, "lost_3"),  # 0 is legal, empty is not
        ({"points_2": 682}, "points_2"),  # two digits transposed
    ],
)
def test_what_is_wrong_or_missing_names_its_field(clerk, score_list, wrong, field):
    response = send(clerk, score_list, figures() | wrong)
    assert response.status_code == 422
    assert f'data-field="{field}"' in response.content.decode()
    assert not LogEntry.objects.filter(action="list.totals.entered").exists()


@pytest.mark.parametrize("asks", [True, False])
def test_paper_total_is_required_only_with_the_control_whatever_is_stored(clerk, score_list, asks):
    Tournament.objects.update(paper_total=asks)
    clerk.post(reverse("list-close", args=[score_list.pk]), {"revision": 1, "stop_reason": "storm"})
    shown = figures([(0, 0, 0)] * 4, [""] * 4, games_played=0)
    for seats, totals in ((GOOD, TOTALS), ([(947, 12, 3), *GOOD[1:]], [1667, *TOTALS[1:]])):
        page = clerk.get(reverse("list-totals", args=[score_list.pk])).content.decode()
        assert ("total_1" in page) is Tournament.objects.get().paper_total
        seen = "&".join(f"{name}={value}" for name, value in shown.items())
        assert (
            send(clerk, score_list, figures(seats, totals, seen=seen, agreed=1)).status_code == 200
        )
        shown = figures(seats, totals if asks else [""] * 4)
        Tournament.objects.update(paper_total=not asks)


def test_a_list_that_ended_early_needs_its_reason(clerk, score_list):
    early = figures(seats=[(20, 1, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0)], totals=[70, 0, 0, 0])
    assert send(clerk, score_list, early | {"games_played": 4}).status_code == 422
    values = early | {"games_played": 4, "stop_reason": "time"}
    assert send(clerk, score_list, values).status_code == 200
    score_list.refresh_from_db()
    assert (score_list.games_played, score_list.stop_reason) == (4, "time")
    second = Actor(make_member(score_list.series.tournament, name="sven"))
    start_recheck(score_list, by=second)
    page = browser(second.user).get(reverse("recheck", args=[score_list.pk]))
    assert 'data-games="4"' in page.content.decode()  # those not won or lost were passed


def test_list_with_games_has_no_totals_page(clerk, score_list):
    record_game(score_list, line(1, 2), by=CLERK, revision=1)
    page = clerk.get(reverse("list-totals", args=[score_list.pk]))
    assert page["Location"] == reverse("list", args=[score_list.pk])
    assert send(clerk, score_list, figures()).status_code == 422


def test_table_field_opens_the_list_in_the_last_used_mode(client):
    """Looking at stored totals does not count. Those of the next series are typed game by game
    again; a table without a list leads to the page that opens one.
    """
    first, second = seated(8).lists.select_related("series__tournament")
    tournament = first.series.tournament
    client.force_login(make_member(tournament))
    jump = reverse("series-table", args=[first.series_id])
    game_by_game, by_totals = (reverse(name, args=[second.pk]) for name in ("list", "list-totals"))
    ScoreList.objects.filter(pk=first.pk).update(depth=Depth.TOTALS)
    client.get(reverse("list-totals", args=[first.pk]))
    assert client.get(jump, {"number": 2})["Location"] == game_by_game
    ScoreList.objects.filter(pk=first.pk).update(depth=Depth.NONE)
    client.get(reverse("list-totals", args=[first.pk]))
    assert client.get(jump, {"number": 2})["Location"] == by_totals
    assert client.get(jump, {"number": 9})["Location"].endswith("?table=9")
    assert client.get(jump, {"number": "x"}).status_code == 302
    next_series = make_series(tournament)
    draw_series(next_series, by=CLERK, seed="fixed")
    move_series(next_series, "released", by=CLERK)
    third = next_series.lists.get(table_number=1)
    there = reverse("series-table", args=[next_series.pk])
    assert client.get(there, {"number": 1})["Location"] == reverse("list", args=[third.pk])


def test_after_the_last_list_those_to_confirm_are_named_where_only_confirmed_ones_count(
    clerk, score_list
):
    Tournament.objects.update(counts="confirmed")
    Series.objects.update(state="playing")
    page = send(clerk, score_list, figures()).content.decode()
    assert "Die Listen zählen, wenn sie bestätigt sind." in page
    assert f"{reverse('series', args=[score_list.series_id])}?by=confirm" in page


def test_viewers_and_a_final_list_of_totals_are_offered_no_change(client, score_list):
    tournament = score_list.series.tournament
    client.force_login(make_member(tournament, Role.ORGANIZER))
    send(client, score_list, figures())
    viewer = member(tournament, Role.VIEWER)
    seen = viewer.get(reverse("list-totals", args=[score_list.pk])).content.decode()
    assert "1\u202f657" in seen
    assert "<form id=" not in seen
    changes = [reverse(name, args=[score_list.pk]) for name in ("list-reset", "list-players")]
    decisions = reverse("list-decide", args=[score_list.pk])
    for state, offered in (("running", True), ("final", False)):
        Tournament.objects.filter(pk=tournament.pk).update(state=state)
        page = client.get(reverse("list-totals", args=[score_list.pk])).content.decode()
        assert [each in page for each in (*changes, decisions)] == [offered] * 3
        assert ('value="reject"' in client.get(decisions).content.decode()) == offered
