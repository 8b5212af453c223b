"""Standings pages: every kind as page, PDF and sheet, lots, adjustments, settings."""

import re
from io import BytesIO

import pytest
from django.urls import reverse
from django.utils.translation import gettext
from openpyxl import load_workbook

from scoring.models import Adjustment, Lot, Membership, Role, Season, Tournament
from scoring.models.tournament import TournamentState
from scoring.money.services.pots import PotTerms, create_pot
from scoring.rules.prizes import PrizePlan
from scoring.standings import views
from scoring.standings.reads.scopes import kinds_of
from tests.factories import make_category, make_member, make_team, make_user
from tests.lists.test_services_games import CLERK
from tests.standings.test_reads_scopes import EQUAL, season_of
from tests.standings.test_reads_standings import TEXTBOOK, tournament_of
from tests.standings.test_views_standings import cells, page

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    tournament = tournament_of(TEXTBOOK, EQUAL)
    make_team(tournament, (1, 2), size=2)
    make_team(tournament, (3, 4))
    make_category(tournament, "Damen / Jugend", (2, 4))
    return tournament


def links(html):
    nav = re.search(r'<nav class="sub.*?</nav>', html, re.DOTALL)[0]
    return dict(re.findall(r'href="([^"]+)"[^>]*>([^<]+)<', nav))


def test_every_kind_is_linked_and_available_as_page_pdf_and_sheet(organizer, tournament):
    found = links(page(organizer, "standings", tournament.pk))
    assert len(found) >= 11
    for url in found:
        html = organizer.get(url).content.decode()
        assert f'href="{url}" aria-current="page"' in html
        files = re.findall(r'href="([^"]+standings\.(?:pdf|xlsx))"', html)
        for file, start in zip(files, (b"%PDF", b"PK"), strict=True):
            assert organizer.get(file).content.startswith(start)


def test_teams_and_a_category_with_a_slash_in_its_name_have_a_page(organizer, tournament):
    def shown(scope: str) -> str:
        return page(organizer, "standings-of", tournament.pk, scope)

    first, second = cells(shown("team"))
    assert (first[1], second[1], first[3]) == ("1", "2", "Amsel, Buchfink")
    assert [row[1] for row in cells(shown("category/Damen / Jugend"))] == ["2", "4"]
    make_category(tournament, "Gäste", [])
    assert "Nobody of this category has a result." in shown("category/Gäste")
    for scope in ("tandem", "day/2020-01-01", "category/x", "x", "special/x"):
        for name, *kind in (("standings-of",), ("standings-of-file", "pdf")):
            address = reverse(name, args=[tournament.pk, scope, *kind])
            assert organizer.get(address).status_code == 404
    for name, *kind in (("series-standings",), ("series-standings-file", "pdf")):
        address = reverse(name, args=[tournament.pk, 7, *kind])
        assert organizer.get(address).status_code == 404
    lot = reverse("standings-lot", args=[tournament.pk])
    assert organizer.post(lot, {"scope": "x"}).status_code == 404
    tournament.team_contests.create(kind="tandem")
    assert "There are no teams yet." in shown("tandem")


def test_a_lot_that_decides_nothing_is_folded_away_and_not_asked_for_in_the_final_result(
    client, monkeypatch
):
    """Equal teams share their rank; a prize for the first of them makes the lot necessary."""
    tournament = tournament_of(EQUAL)
    make_team(tournament, (2,))
    make_team(tournament, (3,))
    client.force_login(make_member(tournament, Role.ORGANIZER))

    def shown(state: str) -> tuple[bool, int]:
        """Whether the form is folded away, and how many places it asks for."""
        Tournament.objects.update(state=state)
        html = page(client, "standings-of", tournament.pk, "team")
        return '<details class="more mb-3">' in html, html.count('name="place_')

    assert shown(TournamentState.RUNNING) == (True, 2)
    assert shown(TournamentState.FINAL) == (False, 0)
    plan = PrizePlan(method="table", amounts=(500, 300))
    Tournament.objects.update(state=TournamentState.RUNNING)

    def changed_meanwhile(tournament):
        make_team(tournament, (1,))  # the equals become second and third
        create_pot(tournament, PotTerms("Mannschaften", "team", plan), by=CLERK)
        return kinds_of(tournament)

    with monkeypatch.context() as patch:  # what was read before is not kept for the next page
        patch.setattr(views, "kinds_of", changed_meanwhile)
        page(client, "standings-of", tournament.pk, "team")
    assert shown(TournamentState.FINAL) == (False, 2)
    html = page(client, "standings-of", tournament.pk, "team")
    fields = re.findall(r'name="(place_\d+)"', html)
    sent = {"scope": "team", "rank": 2, fields[0]: 2, fields[1]: 1}
    answer = client.post(reverse("standings-lot", args=[tournament.pk]), sent)
    assert answer.url == reverse("standings-of", args=[tournament.pk, "team"])
    assert list(Lot.objects.order_by("order").values_list("team__number", flat=True)) == [2, 1]


def test_adjustment_is_made_shown_everywhere_and_reversed(organizer, tournament):
    address = reverse("adjustments", args=[tournament.pk])
    assert "panel" in organizer.get(address).content.decode()
    sent = {"start_number": "1", "points": "−100", "series": "2", "reason": "kam zu spät"}
    assert organizer.post(address, sent).url == address
    entry = tournament.entries.get(start_number=1)
    for name, of in (("adjustments", tournament.pk), ("entry", entry.pk)):
        html = page(organizer, name, of)
        assert "kam zu spät" in html
        assert "−100" in html
    assert "−100" in page(organizer, "series-standings", tournament.pk, 2)
    back = reverse("adjustment-reverse", args=[tournament.pk, 1])
    assert organizer.post(back, {"reason": ""}).status_code == 302
    assert Adjustment.objects.count() == 1
    organizer.post(back, {"reason": "war da"})
    assert [each.points for each in Adjustment.objects.all()] == [-100, 100]
    assert organizer.post(reverse("adjustment-reverse", args=[tournament.pk, 9])).status_code == 404


def test_errors_are_shown_at_their_fields_and_input_is_kept(organizer, tournament):
    for field, wrong in (
        *(("start_number", "77"), ("points", "0"), ("points", "viel")),
        *(("series", "9"), ("reason", "")),
    ):
        sent = {"start_number": "1", "points": "5", "series": "", "reason": "Freilos", field: wrong}
        answer = organizer.post(reverse("adjustments", args=[tournament.pk]), sent)
        assert answer.status_code == 422
        html = answer.content.decode()
        assert f'id="id_{field}_error"' in html
        assert f'value="{sent["start_number"]}"' in html
        assert f'value="{sent["points"]}"' in html
    assert not Adjustment.objects.exists()


def test_a_season_shows_only_the_tournaments_in_which_its_reader_has_a_role(client):
    mine, theirs = season_of(None, TEXTBOOK, TEXTBOOK)
    reader = make_member(mine, Role.VIEWER)
    client.force_login(reader)
    html = page(client, "season", mine.season_id)
    assert "1\u202f332" in html
    assert not any(each in html for each in (theirs.name, "2\u202f664"))
    assert gettext("Only the tournaments in which you have a role are counted here.") in html
    # The sheet has the same reason as the page.
    sheet = client.get(reverse("standings-of-file", args=[mine.pk, "season", "xlsx"])).content
    values = {cell for row in load_workbook(BytesIO(sheet)).active.values for cell in row}
    assert values & {mine.name, theirs.name} == {mine.name}
    Membership.objects.create(user=reader, tournament=theirs, role=Role.VIEWER)
    both = page(client, "season", mine.season_id)
    client.force_login(make_user(superuser=True))
    for html in (both, page(client, "season", mine.season_id)):
        assert theirs.name in html
        assert "2\u202f664" in html


def settings(tournament, **changed):
    sent = {"date": "2026-11-21", "system": "isko-1998/1999", "scheme": "seeger-fabian"}
    return {"name": tournament.name, **sent, **changed}


def test_season_counted_tournaments_and_league_are_settings(organizer, tournament):
    address = reverse("tournament-settings", args=[tournament.pk])
    sent = settings(tournament, best_of="1", season="2026/27", season_best_of="3")
    assert organizer.post(address, sent).status_code == 302
    tournament.refresh_from_db()
    assert (tournament.best_of, tournament.season.best_of) == (1, 3)
    assert tournament.log.last().new["season"] == "2026/27"
    html = organizer.get(address).content.decode()
    assert 'value="2026/27"' in html
    assert "(1\u202f332)" in page(organizer, "standings", tournament.pk)
    assert organizer.post(address, settings(tournament, league="on")).status_code == 302
    tournament.refresh_from_db()
    assert (tournament.best_of, tournament.season, tournament.league) == (None, None, True)
    assert Season.objects.get().best_of == 3


def test_contradictory_settings_are_refused_at_their_field(organizer, tournament):
    address = reverse("tournament-settings", args=[tournament.pk])
    for changed, field in (
        ({"best_of": "0"}, "best_of"),
        ({"best_of": "2", "league": "on"}, "best_of"),
        ({"season_best_of": "2"}, "season"),
        ({"season": "x" * 121}, "season"),
    ):
        answer = organizer.post(address, settings(tournament, **changed))
        assert answer.status_code == 422
        assert f'id="id_{field}_error"' in answer.content.decode()
    assert not Season.objects.exists()


def test_player_page_shows_dropped_series(organizer, tournament):
    entry = tournament.entries.get(start_number=1)
    mark = "– dropped"
    assert mark not in page(organizer, "entry", entry.pk)
    type(tournament).objects.update(best_of=1)
    assert page(organizer, "entry", entry.pk).count(mark) == 1
