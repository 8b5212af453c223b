"""Public pages show nothing that is not released."""

import re
from datetime import timedelta
from io import BytesIO
from urllib.parse import urljoin

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pypdf import PdfReader

from scoring.core.services import invalidate_polled
from scoring.lists.services.confirmation import reject_list
from scoring.lists.services.games import record_game
from scoring.messages.sentence import points
from scoring.models import Entry, ScoreList, Series, Tournament
from scoring.public import services
from scoring.rules.announcement import ITEMS
from scoring.series.services.series import move_series
from scoring.simulation import services as simulation
from scoring.standings.reads.scopes import kinds_of
from tests.factories import adjust, line, make_category, make_team, make_tournament
from tests.simulated import BY, DAY
from tests.snapshots import built_once
from tests.visitors import browser, text

pytestmark = pytest.mark.django_db
KEPT_FOR_MOMENTS = "public, max-age=0, s-maxage=5, must-revalidate, proxy-revalidate"
PLAN = simulation.SimulationPlan(8, 3, "room", "Herbstpokal", DAY, rounds=3)

# Every public page with the parameters of its URL: of series 3 and its first player.
PAGES: dict[str, tuple[object, ...]] = {
    "room": (),
    "room-announcement": (),
    "room-announcement-pdf": (),
    "room-feed": ("results.json",),
    "room-kind-standings": ("series/3",),
    "room-list": (3, 1),
    "room-list-file": (3, 1, "csv"),
    "room-list-picture": (3, 1, "csv"),
    "room-picture-file": ("bars", "csv"),
    "room-pictures": (),
    "room-plan": (),
    "room-player": (1,),
    "room-player-file": (1, "lists", "csv"),
    "room-seating": (3,),
    "room-seating-file": (3, "csv"),
    "room-seats": (),
    "room-standings": (),
    "room-standings-file": ("series/3", "csv"),
    "room-tables": (3,),
    "room-wall": (),
    "room-wall-pages": (),
}


@pytest.fixture
@built_once
def tournament() -> Tournament:
    """Three series, the last is being played; nothing is released. No name is there twice."""
    found = simulation.register(PLAN, by=BY)
    for number in (1, 2):
        simulation.play_series(PLAN, found, number, by=BY)
    third = simulation.seat_series(PLAN, found, 3, by=BY)
    move_series(third, "playing", by=BY)
    for score_list in third.lists.all():
        simulation.enter_list(PLAN, score_list, simulation.play_table(PLAN, score_list), by=BY)
    for entry in found.entries.select_related("person"):
        entry.person.family = f"Vogel{entry.start_number}x"
        entry.person.save()
    make_category(found, "Damen", range(1, 5))
    make_team(found, range(1, 5))
    found.refresh_from_db()
    services.set_shows_releases(found, False, by=BY)
    services.set_public(found, True, by=BY)
    return found


def series(tournament: Tournament, number: int) -> Series:
    return tournament.series.get(number=number)


def release(tournament: Tournament, part: str, *numbers: int) -> None:
    for number in numbers:
        services.set_part_public(series(tournament, number), part, True, by=BY)


def announce(tournament: Tournament, words: str = "wie ausgehängt") -> None:
    texts = {item.code: f"{words} {item.code}" for item in ITEMS}
    services.save_announcement(tournament, texts, by=BY)


def url(tournament: Tournament, name: str, *args: object) -> str:
    return reverse(name, args=(tournament.pk, *(args or PAGES[name])))


def body(response: object) -> str:
    """The complete response, including chart data and the text of a PDF."""
    content = response.content  # type: ignore[attr-defined]
    if response["Content-Type"] == "application/pdf":  # type: ignore[index]
        return "\n".join(page.extract_text() for page in PdfReader(BytesIO(content)).pages)
    return content.decode()


def everything(tournament: Tournament) -> str:
    """The text of all pages that can be opened, for every series, table and player."""
    visitor, found = browser(), []
    addresses = [url(tournament, name) for name in PAGES]
    for number in (1, 2, 3):
        addresses += [url(tournament, name, number) for name in ("room-seating", "room-tables")]
        addresses += [url(tournament, "room-list", number, table) for table in (1, 2)]
    scopes = [kind.scope for kind in kinds_of(tournament).every]
    assert {"overall", "series/3", "team", "category/Damen", "special/most-won"} <= set(scopes)
    addresses += [url(tournament, "room-kind-standings", scope) for scope in scopes]
    for number in range(1, 9):
        addresses.append(url(tournament, "room-player", number))
        for what in ("lists", "points"):
            addresses.append(url(tournament, "room-player-file", number, what, "csv"))
    for what in ("way", "results", "bars"):
        addresses.append(url(tournament, "room-picture-file", what, "csv"))
    for address in addresses:
        response = visitor.get(address)
        assert response.status_code in (200, 404), address
        if response.status_code == 200:
            # Where the shapes of a chart lie is no figure of a list.
            found.append(re.sub(r"<(polyline|rect|ellipse|text) [^>]*>", " ", body(response)))
    return "\n".join(found)


def names(tournament: Tournament) -> set[str]:
    return set(Entry.objects.filter(tournament=tournament).values_list("person__family", flat=True))


def figures(tournament: Tournament, number: int) -> set[str]:
    """Performances that occur in no other series, as formatted on a page."""

    def of(n: int) -> set[int]:
        lists = series(tournament, n).lists.all()
        return {seat.performance for each in lists for seat in each.seat_rows.all()}

    others = set().union(*(of(n) for n in (1, 2, 3) if n != number))
    return {points(each) for each in of(number) - others if abs(each) > 99}


def shown(texts: set[str], where: str) -> set[str]:
    return {each for each in texts if re.search(rf"(?<![\d−]){re.escape(each)}(?!\d)", where)}


ALWAYS = {
    *("room", "room-feed", "room-pictures", "room-plan", "room-seats", "room-standings"),
    *("room-wall", "room-wall-pages"),
}
RESULTS = {"room-player", "room-player-file", "room-picture-file"}
OF_SERIES = {
    *("room-kind-standings", "room-list", "room-list-file", "room-list-picture"),
    "room-standings-file",
}


def publish_announcement(tournament: Tournament) -> None:
    announce(tournament)
    services.publish_announcement(tournament, by=BY)


@pytest.mark.parametrize(
    ("act", "pages"),
    [
        (
            lambda tournament: release(tournament, "seating", 3),
            {"room-seating", "room-seating-file", "room-tables", "room-player"},
        ),
        (lambda tournament: release(tournament, "results", 3), RESULTS | OF_SERIES),
        (lambda tournament: release(tournament, "results", 1), RESULTS),
        (announce, set()),
        (publish_announcement, {"room-announcement", "room-announcement-pdf"}),
    ],
    ids=["seating 3", "results 3", "results 1", "draft", "announcement"],
)
def test_page_exists_once_its_content_is_released(tournament: Tournament, act, pages):
    act(tournament)
    visitor = browser()
    found = {name for name in PAGES if visitor.get(url(tournament, name)).status_code == 200}
    assert found == ALWAYS | pages


def plan_for_later(tournament: Tournament) -> None:
    later = timezone.now() + timedelta(hours=1)
    tournament.series.update(seating_public_at=later, results_public_at=later)


def freeze_at_once(tournament: Tournament) -> None:
    release(tournament, "results", 1, 2)
    services.set_frozen_after(tournament, 0, by=BY)


@pytest.mark.parametrize(
    ("act", "has_names", "of_series"),
    [
        (lambda tournament: announce(tournament, "geheim"), False, ()),
        (plan_for_later, False, ()),
        (freeze_at_once, False, ()),
        (lambda tournament: release(tournament, "seating", 3), True, ()),
        (lambda tournament: release(tournament, "results", 1), True, (1,)),
    ],
    ids=["draft", "later", "frozen", "seating", "results"],
)
def test_no_page_shows_more_than_is_released(tournament, act, has_names, of_series):
    act(tournament)
    every = everything(tournament)
    assert "Herbstpokal" in every
    assert "geheim" not in every
    assert shown(names(tournament), every) == (names(tournament) if has_names else set())
    for number in (1, 2, 3):
        expected = figures(tournament, number) if number in of_series else set()
        assert shown(figures(tournament, number), every) == expected
    assert figures(tournament, 1)


def test_frozen_standings_show_only_series_up_to_the_freeze(tournament: Tournament):
    release(tournament, "results", 1, 2, 3)
    services.set_frozen_after(tournament, 1, by=BY)
    every = everything(tournament)
    assert shown(figures(tournament, 1), every) == figures(tournament, 1)
    assert shown(figures(tournament, 2) | figures(tournament, 3), every) == set()
    assert "prize-giving" in every
    standings = url(tournament, "room-standings")
    Tournament.objects.update(state="final")
    assert "final" not in text(browser().get(standings))
    services.set_frozen_after(tournament, None, by=BY)
    page = body(browser().get(url(tournament, "room-kind-standings")))
    assert shown(figures(tournament, 3), page) == figures(tournament, 3)
    assert "prize-giving" not in body(browser().get(standings))


def test_withdrawn_part_is_hidden_at_the_next_request(tournament: Tournament):
    release(tournament, "results", 3)
    visitor = browser()
    page = url(tournament, "room-kind-standings")
    assert visitor.get(page).status_code == 200
    services.set_part_public(series(tournament, 3), "results", False, by=BY)
    assert visitor.get(page).status_code == 404
    assert shown(names(tournament), body(visitor.get(url(tournament, "room-standings")))) == set()
    tournament.series.filter(number=3).update(state="draft", seating_public_at=timezone.now())
    assert visitor.get(url(tournament, "room-seating")).status_code == 404
    other = make_tournament(public=True)
    release(tournament, "results", 1)
    assert visitor.get(url(other, "room-player")).status_code == 404
    assert visitor.get(url(other, "room-list", 1, 1)).status_code == 404


def test_player_file_has_no_figures_of_an_open_list(tournament: Tournament):
    release(tournament, "results", 1, 3)
    Tournament.objects.filter(pk=tournament.pk).update(counts="confirmed")
    seat = series(tournament, 3).lists.first().seat_rows.select_related("entry").first()
    seat.list.__class__.objects.filter(pk=seat.list_id).update(state="entered")
    number = seat.entry.start_number
    page_text = body(browser().get(url(tournament, "room-player-file", number, "lists", "csv")))
    [row] = [row for row in page_text.splitlines() if row.startswith("3,")]
    assert set(row.split(",")[3:]) == {""}


def test_every_chart_has_the_figures_of_a_table_that_can_be_downloaded(tournament: Tournament):
    """As PDF below the picture, whose words it repeats."""
    release(tournament, "results", 1, 2)
    visitor = browser()
    page = visitor.get(url(tournament, "room-pictures"))
    ranks, *bars = page.context["charts"]
    assert [ranks.kind, *(each.kind for each in bars)] == ["ranks", "bars", "bars"]
    assert sorted(figures[-1] for _name, figures in ranks.lines) == list(range(1, 9))
    assert page.content.count(b"<table") == 3
    for page, name, files in (
        ("room-pictures", "room-picture-file", ("way", "results", "bars")),
        ("room-player", "room-player-file", ("lists", "points")),
    ):
        there = visitor.get(at := url(tournament, page)).content.decode()
        there = {urljoin(at, link) for link in re.findall('href="([^"]+)"', there)}
        for what in files:
            address = url(tournament, name, *PAGES[page], what, "xlsx")
            assert address in there
            disposition = visitor.get(address)["Content-Disposition"]
            assert disposition.startswith('attachment; filename="herbstpokal-')
            if what in ("way", "points"):
                paper = visitor.get(address.replace(".xlsx", ".pdf"))
                assert paper["Content-Disposition"].startswith('inline; filename="herbstpokal-')
                assert body(paper).count("Series 1") == 2
    for name, *parts in (
        ("room-player-file", 1, "none", "csv"),
        ("room-player-file", 99, "lists", "csv"),
        ("room-picture-file", "points", "csv"),
    ):
        assert visitor.get(url(tournament, name, *parts)).status_code == 404


def test_public_pages_set_no_cookie_are_not_indexed_and_close(tournament: Tournament):
    from tests.whole.test_urls import ROOM

    release(tournament, "results", 1, 2, 3)
    release(tournament, "seating", 3)
    publish_announcement(tournament)
    assert set(PAGES) == ROOM
    for name in PAGES:
        response = Client().get(url(tournament, name))
        assert response.status_code == 200
        assert not response.cookies
        assert response["X-Robots-Tag"] == "noindex, nofollow"
        kept = "public, max-age=5" if name == "room-feed" else KEPT_FOR_MOMENTS
        assert response["Cache-Control"] == kept
        if "html" in response["Content-Type"] and name != "room-wall-pages":
            assert b'name="robots" content="noindex' in response.content
            assert b"style=" not in response.content
    services.set_public(tournament, False, by=BY)
    assert everything(tournament) == ""


def test_an_unchanged_page_asks_the_database_nothing(
    tournament: Tournament, django_assert_num_queries
):
    release(tournament, "results", 1, 2)
    address, visitor = url(tournament, "room-standings"), browser()
    first = visitor.get(address)
    with django_assert_num_queries(4):  # what is released, and the revision
        visitor.get(address)
    with django_assert_num_queries(0):
        again = visitor.get(address, headers={"If-None-Match": first["ETag"]})
        other = browser().get(f"{address}?seconds=20")
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert (other.status_code, other.content) == (200, first.content)


def test_a_line_changed_in_a_list_that_counts_changes_the_page_at_once(tournament: Tournament):
    """SkO 5.5.3: while the series is played, by agreement of the table."""
    release(tournament, "results", 3)
    address = url(tournament, "room-standings")
    # As visitors have it who ask again and again.
    before = [browser().get(address) for _asked in range(3)][-1]
    score_list = ScoreList.objects.filter(series__tournament=tournament, series__number=3)[0]
    record_game(score_list, line(1), by=BY, revision=score_list.revision, reason="agreed")
    after = browser().get(address, headers={"If-None-Match": before["ETag"]})
    assert after.status_code == 200
    assert after.content != before.content


def test_the_seating_of_another_series_is_shown_in_the_same_order(tournament: Tournament):
    release(tournament, "seating", 2, 3)
    for name in ("room-seating", "room-tables"):
        links = re.findall(r'<a\s+href="([^"]+)"', body(browser().get(url(tournament, name, 3))))
        assert url(tournament, name, 2) in links


def test_each_language_has_its_own_page(tournament: Tournament):
    release(tournament, "results", 1)
    english, german = ("en", "Overall standings"), ("de", "Gesamtrangliste")
    for language, title in (english, german, english):
        visitor = Client(headers={"accept-language": language})
        page = body(visitor.get(url(tournament, "room-standings")))
        assert f'lang="{language}"' in page
        assert f"<h1>{title}</h1>" in page


def test_player_page_shows_seat_rank_and_lists(tournament: Tournament):
    release(tournament, "seating", 1, 2, 3)
    release(tournament, "results", 1, 2)
    response = browser().get(url(tournament, "room-player"))
    page_text = text(response)
    seats = tournament.entries.get(start_number=1).seats.select_related("list", "series")
    for seat in seats:
        assert f"Series {seat.series.number}: table {seat.list.table_number}" in page_text
    assert "of 8" in page_text
    assert url(tournament, "room-list", 1, seats[0].list.table_number) in body(response)


def test_every_kind_of_standings_is_public_when_released(tournament):
    make_team(tournament, (1, 2), kind="tandem", size=2)
    make_team(tournament, (3, 4), kind="mixed", size=2)
    for number, day in ((1, DAY), (2, DAY + timedelta(days=1)), (3, DAY + timedelta(days=1))):
        tournament.series.filter(number=number).update(day=day)
    release(tournament, "results", 1, 2, 3)
    offered = kinds_of(tournament).every
    kinds = {kind.scope.partition("/")[0] for kind in offered}
    assert kinds == {"overall", "series", "day", "team", "tandem", "mixed", "category", "special"}
    visitor, door = browser(), body(browser().get(url(tournament, "room-standings")))
    for kind in offered:
        address = url(tournament, "room-kind-standings", kind.scope)
        page = visitor.get(address)
        assert page.status_code == 200, kind
        assert kind.scope == "overall" or f'href="{address}"' in door, kind
        if kind.scope != "special/grand-ouvert":  # the sample has none
            assert "<td" in body(page), kind


def test_player_page_shows_adjustments_without_reasons_and_team_mates(tournament: Tournament):
    page = url(tournament, "room-player")
    release(tournament, "results", 1)
    adjust(tournament, 1, -77)
    adjust(tournament, 1, -55, series(tournament, 1))
    adjust(tournament, 1, -999, series(tournament, 2))
    page_text = text(browser().get(page))
    seat = tournament.entries.get(start_number=1).seats.get(series__number=1)
    for words in (
        *("Adjustment on the total: −77", "Adjustment in series 1: −55"),
        f"All series shown: {points(seat.performance - 132)}",
        *("Skatbrüder 1", "Vogel1x", "Vogel2x", "Vogel3x", "Vogel4x"),
    ):
        assert words in page_text
    assert "−999" not in page_text, "of a series that is not released"
    assert "board" not in page_text, "the reason"
    services.set_part_public(series(tournament, 1), "results", False, by=BY)
    release(tournament, "seating", 1)
    page_text = text(browser().get(page))
    assert "−77" not in page_text
    assert "Skatbrüder 1" not in page_text


def test_a_list_of_totals_has_no_empty_games(tournament: Tournament):
    release(tournament, "results", 1)
    score_list = series(tournament, 1).lists.first()
    ScoreList.objects.filter(pk=score_list.pk).update(depth="totals")
    response = browser().get(url(tournament, "room-list", 1, score_list.table_number))
    assert "<tbody></tbody>" in response.content.decode()
    for seat in score_list.seat_rows.all():
        assert str(seat.performance).replace("-", "−") in text(response)


def test_the_plan_names_the_end_of_objections_while_there_can_be_any(tournament):
    for state, is_shown in (("review", True), ("final", False)):
        Tournament.objects.update(state=state, review_until=timezone.now())
        invalidate_polled(tournament.pk)
        assert ("Objections until" in text(browser().get(url(tournament, "room-plan")))) == is_shown


def test_public_pages_announce_corrections_of_visible_results(tournament):
    """TO 7.2.5: including that only the organizer corrects under review."""
    release(tournament, "results", 1)
    address = url(tournament, "room-standings")
    assert "corrected at" not in text(browser().get(address))
    for number in (1, 2):
        score_list = series(tournament, number).lists.select_related("series__tournament").first()
        reject_list(score_list, by=BY, revision=score_list.revision, reason="illegible")
    page_text = text(browser().get(address))
    assert re.search(r"corrected at [\d:]+: table 1 of series 1", page_text)
    assert "of series 2" not in page_text
    for number in (1, 2):
        tournament.series.filter(number=number).update(day=f"2026-11-{20 + number}")
    release(tournament, "results", 2)
    for scope, hidden in (("series/1", 2), ("day/2026-11-21", 2), ("day/2026-11-22", 1)):
        of_part = text(browser().get(url(tournament, "room-kind-standings", scope)))
        assert f"table 1 of series {3 - hidden}" in of_part
        assert f"of series {hidden}" not in of_part
    Tournament.objects.update(state="review", review_until=timezone.now() + timedelta(hours=1))
    invalidate_polled(tournament.pk)  # as a row of the log does
    page_text = text(browser().get(address))
    assert "Under review until" in page_text
    assert "Only the organizer corrects now." in page_text


def test_start_page_lists_missing_tables(tournament: Tournament):
    release(tournament, "seating", 3)
    series(tournament, 3).lists.filter(table_number=2).update(state="open")
    page_text = text(browser().get(url(tournament, "room")))
    assert "Series 3 is being played." in page_text
    assert "1 of 2 lists is still out: table 2" in page_text
