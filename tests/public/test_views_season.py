"""The public page of a season shows only results that its tournaments show."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from scoring.messages.sentence import SPACE
from scoring.models import Role, Season, Series, Tournament
from scoring.public import services
from scoring.tournament.services.seasons import close_season
from tests.factories import make_member
from tests.prints.test_views_table_files import cells_of
from tests.public.test_views_pages import BY, KEPT_FOR_MOMENTS
from tests.standings.test_reads_scopes import REVERSED, season_of
from tests.standings.test_reads_standings import TEXTBOOK
from tests.visitors import browser, member, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournaments() -> list[Tournament]:
    """A public season of three tournaments; only the first is public."""
    made = season_of(None, TEXTBOOK, REVERSED, TEXTBOOK)
    Season.objects.update(public=True)
    show(made[0])
    return made


def show(tournament: Tournament) -> None:
    services.set_public(tournament, True, by=BY)
    services.set_part_public(tournament.series.get(), "results", True, by=BY)


def page(tournament: Tournament) -> str:
    return reverse("room-season", args=[tournament.season_id])


def page_text(tournament: Tournament) -> str:
    return text(browser().get(page(tournament)))


def best(tournament: Tournament) -> int:
    """The highest performance on the page, of the first in the ranking."""
    body = browser().get(page(tournament)).content.decode().replace(SPACE, "")
    rows = re.findall(r"<tr>(.*?)</tr>", body.partition("<tbody>")[2], re.S)
    figures = re.findall(r"<td[^>]*>([\d−]+)</td>", rows[0]) if rows else []
    return int(figures[1]) if figures else 0


def test_unpublished_season_is_404(tournaments):
    Season.objects.update(public=False)
    assert browser().get(page(tournaments[0])).status_code == 404
    for number in (0, 987_654, 2**63, 10**40):
        assert browser().get(reverse("room-season", args=[number])).status_code == 404


def test_season_counts_only_public_results_of_its_tournaments(tournaments):
    """The textbook list gives its best player 1332; counted twice 2664."""
    first, _second, third = tournaments
    assert best(first) == 1332
    assert "Monat 1" in page_text(first)
    assert "Monat 2" not in page_text(first), "not public: its name is not shown"
    assert "2 more tournaments of the season are not public" in page_text(first)
    services.set_public(third, True, by=BY)
    assert best(first) == 1332, "public, and no result is released"
    assert "does not count yet: no result has been released" in page_text(first)
    show(third)
    assert best(first) == 2664
    # The columns have the numbers of the tournaments.
    wanted = r"Rank Name .* Played .*1 2 Won .* 1\. Monat 1 .* 2\. Monat 3 "
    assert re.search(wanted, page_text(first))
    for after in (0, 1):  # its only series: still frozen
        services.set_frozen_after(third, after, by=BY)
        assert best(first) == 1332
    assert "its standings are shown at the prize-giving" in page_text(first)
    services.set_frozen_after(third, None, by=BY)
    assert best(first) == 2664
    services.set_part_public(third.series.get(), "results", False, by=BY)
    assert best(first) == 1332
    services.set_public(first, False, by=BY)
    assert best(first) == 0
    assert "No result of this season has been released yet." in page_text(first)


def test_the_winner_of_every_shown_evening_stands_beside_it(tournaments):
    assert "counts so far, up to series 1 · led by Ada Amsel" in page_text(tournaments[0])
    Tournament.objects.exclude(pk=tournaments[0].pk).update(season=None)
    Tournament.objects.update(state="final")
    Series.objects.create(tournament=tournaments[0], number=2)
    assert "counts, final · won by Ada Amsel" in page_text(tournaments[0])
    assert "counts so far" not in page_text(tournaments[0])


@pytest.mark.parametrize("kind", ["pdf", "xlsx", "csv"])
def test_season_download_contains_only_visible_results(tournaments, kind):
    first, _second, third = tournaments
    url = reverse("room-season-file", args=[first.season_id, "season", kind])
    content = "".join(cells_of(browser().get(url).content, kind)).replace(SPACE, "")
    assert "1332" in content
    assert "2664" not in content
    show(third)
    assert browser().get(url.replace(kind, "exe")).status_code == 404
    assert "2664" in "".join(cells_of(browser().get(url).content, kind)).replace(SPACE, "")
    services.set_part_public(first.series.get(), "results", False, by=BY)
    services.set_part_public(third.series.get(), "results", False, by=BY)
    assert browser().get(url).status_code == 404


def test_a_season_is_final_when_it_is_closed_and_all_its_tournaments_are(tournaments):
    assert "counts so far, up to series 1" in page_text(tournaments[0])
    assert "provisional" in page_text(tournaments[0])
    Tournament.objects.update(state="final")
    assert "provisional" in page_text(tournaments[0]), "two are not shown"
    for each in tournaments[1:]:
        show(each)
    assert "provisional" in page_text(tournaments[0]), "another evening may come"
    close_season(Season.objects.get(), True, by=BY)
    assert "provisional" not in page_text(tournaments[0])


def test_season_page_needs_few_queries(tournaments, django_assert_num_queries):
    for each in tournaments[1:]:
        show(each)
    visitor = browser()
    first = visitor.get(page(tournaments[0]))
    assert first["Cache-Control"] == KEPT_FOR_MOMENTS
    assert first["X-Robots-Tag"] == "noindex, nofollow"
    with django_assert_num_queries(5):
        again = visitor.get(page(tournaments[0]), headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    with django_assert_num_queries(5):
        visitor.get(page(tournaments[0]))


def test_organizer_opens_the_page_and_gets_its_qr_code_and_tournaments_link_to_it(tournaments):
    first = tournaments[0]

    def links(reader: Client, *names: str, pk: int = first.pk) -> list[bool]:
        pages = (reader.get(reverse(name, args=[pk])).content.decode() for name in names)
        return [page(first) in content for content in pages]

    assert links(browser(), "room", "room-standings") == [True, True]
    Season.objects.update(public=False)
    assert links(browser(), "room", "room-standings") == [False, False]
    chief = browser(make_member(first, Role.ORGANIZER))
    address = reverse("season-public", args=[first.season_id])
    assert chief.post(address, {"on": "yes"}).status_code == 403, "he organizes one of three"
    for each in tournaments[1:]:
        each.memberships.create(user=first.memberships.get().user, role=Role.ORGANIZER)
    chief.post(address, {"on": "yes"})
    assert Season.objects.get().public
    assert links(chief, "tournament-public", "public-links") == [True, True]
    assert links(chief, "season", pk=first.season_id) == [True]
    assert b"<svg" in chief.get(reverse("season", args=[first.season_id])).content
    assert links(member(first, Role.VIEWER), "season", pk=first.season_id) == [False]
    chief.post(address, {"on": "no"})
    assert not Season.objects.get().public


def test_the_public_list_of_honours_names_public_seasons_alone(tournaments):
    first = tournaments[0]
    address = reverse("room-honours", args=[first.season_id])
    other = Season.objects.create(name="2025/26", public=False)
    Tournament.objects.filter(pk=tournaments[1].pk).update(season=other)
    show(tournaments[1])
    page = text(browser().get(address))
    assert "2026/27" in page
    assert "Amsel, Ada" in page
    assert "2025/26" not in page
    Season.objects.update(public=True)
    assert "2025/26" in text(browser().get(address))
    for kind in ("pdf", "xlsx", "csv"):
        url = reverse("room-honours-file", args=[first.season_id, kind])
        assert "Amsel, Ada" in "".join(cells_of(browser().get(url).content, kind))
    Season.objects.filter(pk=first.season_id).update(public=False)
    assert browser().get(address).status_code == 404


def test_the_public_list_of_honours_has_pages_of_five_seasons(tournaments):
    show(tournaments[0])
    old = tournaments[0].season
    new = [Season.objects.create(name=f"Jahr {n}", public=True) for n in range(5)]
    page = browser().get(reverse("room-honours", args=[new[-1].pk]))
    assert "Amsel, Ada" not in text(page)
    assert [each.season for each in page.context["honours"].seasons] == new[::-1]
    assert f'href="{reverse("room-honours", args=[old.pk])}"' in page.content.decode()
    page = browser().get(reverse("room-honours", args=[old.pk]))
    assert "Amsel, Ada" in text(page)
    assert f'href="{reverse("room-honours", args=[new[-1].pk])}"' in page.content.decode()
    whole = browser().get(reverse("room-honours-file", args=[new[0].pk, "csv"]))
    assert "Amsel, Ada" in "".join(cells_of(whole.content, "csv")), "a file has all of them"
