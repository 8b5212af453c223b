"""Pictures of rankings and lists: a page, a PDF and a PNG have the same figures and rights."""

from collections import Counter
from datetime import date
from io import BytesIO
from itertools import pairwise
from operator import ne
from typing import Any
from xml.etree.ElementTree import fromstring

import pytest
from django.urls import reverse
from PIL import Image
from reportlab.graphics.shapes import Line, PolyLine, String

from scoring.core.chart import Chart
from scoring.core.files.picture import (
    chart_png,
    chart_svg,
    dash_line,
    fitting,
    listing_png,
    shapes_of,
)
from scoring.core.files.plot import APART, EDGE, NAMES, WIDTH, chart_drawing
from scoring.core.listing import NAME, RANK, Column, Head, Listing
from scoring.models import HostLogo, Season, Tournament
from scoring.public import services
from scoring.standings.reads.season import season_standings
from scoring.standings.reads.season_pages import chart_of_season
from tests.factories import make_tournament
from tests.public.test_views_pages import BY, release, series, tournament, url
from tests.standings.test_reads_scopes import REVERSED, season_of
from tests.standings.test_reads_standings import TEXTBOOK
from tests.visitors import browser

__all__ = ["tournament"]
db = pytest.mark.django_db


def charts_on(answer: Any) -> dict[str, Chart]:
    """The charts of a page, by their kind and number of lines."""
    charts = answer.context.get("charts") or [answer.context["chart"]]
    assert answer.content.count(b"<svg viewBox") == 2 * len(charts), "a wide and a narrow one each"
    return {f"{chart.kind} {len(chart.lines)}": chart for chart in charts}


def lines_of(chart: Chart) -> list[tuple[int | None, ...]]:
    return [figures for _name, figures in chart.lines]


def picture(content: bytes) -> Image.Image:
    image = Image.open(BytesIO(content))
    image.load()
    return image


def coloured(image: Image.Image) -> int:
    """How many pixels are neither grey nor nearly so."""
    pixels = image.convert("RGB").tobytes()
    triples = zip(pixels[::3], pixels[1::3], pixels[2::3], strict=True)
    return sum(max(each) - min(each) > 60 for each in triples)


@db
def test_the_lead_at_a_table_is_what_its_paper_says_after_each_game(tournament: Tournament):
    release(tournament, "results", 1)
    score_list = series(tournament, 1).lists.get(table_number=1)
    [lead] = charts_on(browser().get(url(tournament, "room-list", 1, 1))).values()
    assert lead.kind == "lead"
    assert len(lead.labels) == score_list.outline.games_due
    totals = {seat.position: seat.points for seat in score_list.seat_rows.all()}
    assert {at: line[-1] for at, line in enumerate(lines_of(lead), 1)} == totals
    after_games = list(zip(*lines_of(lead), strict=True))
    for before, after in pairwise(after_games):
        assert sum(map(ne, before, after)) <= 1, "one soloist a game"


@db
def test_every_result_is_in_one_bar_of_the_distribution(tournament: Tournament):
    release(tournament, "results", 1, 2)
    bars = charts_on(browser().get(url(tournament, "room-pictures")))["bars 1"]
    [figures] = lines_of(bars)
    performances = [
        seat.performance
        for number in (1, 2)
        for each in series(tournament, number).lists.all()
        for seat in each.seat_rows.all()
    ]
    starts = [int(label.replace("−", "-").replace("\u202f", "")) for label in bars.labels]
    width = starts[1] - starts[0]
    wanted = Counter(performance // width * width for performance in performances)
    assert dict(zip(starts, figures, strict=True)) == {at: wanted[at] for at in starts}
    assert sum(figures) == len(performances)


@db
def test_a_picture_for_the_group_is_1080_pixels_wide(tournament: Tournament):
    pictures = (
        *(("room-standings-file", "overall"), ("room-list-picture", 1, 1)),
        *(("room-picture-file", what) for what in ("way", "results", "bars")),
        ("room-player-file", 1, "points"),
    )
    addresses = [url(tournament, *each, "png") for each in pictures]
    assert {browser().get(address).status_code for address in addresses} == {404}
    release(tournament, "results", 1, 2)
    for address in addresses:
        answer = browser().get(address)
        assert answer["Content-Type"] == "image/png"
        assert picture(answer.content).width == WIDTH
    # A paper list is not a picture.
    assert browser().get(url(tournament, "room-list-file", 1, 1, "png")).status_code == 404
    services.set_public(tournament, False, by=BY)
    assert {browser().get(address).status_code for address in addresses} == {404}


@db
def test_a_picture_has_the_logo_of_the_club(viewer, tournament: Tournament):
    release(tournament, "results", 1)
    address = reverse("standings-file", args=[tournament.pk, "png"])
    assert coloured(picture(viewer.get(address).content)) == 0
    logo = BytesIO()
    Image.new("RGB", (90, 60), "red").save(logo, "PNG")
    HostLogo.objects.create(host=tournament.host, png=logo.getvalue())
    assert coloured(picture(viewer.get(address).content)) > 1000


@db
def test_the_way_through_a_season_ends_where_its_table_stands():
    tournaments = season_of(None, TEXTBOOK, REVERSED, TEXTBOOK)
    standings = season_standings(tournaments[0].season)
    chart = chart_of_season(standings)
    assert chart is not None
    assert (chart.kind, len(chart.labels)) == ("ranks", 3)
    assert [figures[-1] for figures in lines_of(chart)] == [row.rank.rank for row in standings.rows]
    first = {name.partition(". ")[2]: figures[0] for name, figures in chart.lines}
    later = frozenset(each.pk for each in tournaments[1:])
    alone = season_standings(tournaments[0].season, without=later)
    assert first == {row.name: row.rank.rank for row in alone.rows}
    make_tournament(
        season=standings.season, host=standings.season.host, date=date(2099, 1, 1)
    )  # a planned evening
    alone = season_standings(tournaments[0].season, without=later)
    assert chart_of_season(alone) is None, "a single evening is no way"
    standings.season.least = 99
    assert chart_of_season(season_standings(standings.season)) is None, "nobody is ranked yet"


@db
def test_the_way_through_a_season_shows_the_public_only_what_counts_there():
    tournaments = season_of(None, TEXTBOOK, REVERSED, TEXTBOOK)
    Season.objects.update(public=True)
    address = reverse("room-season-file", args=[tournaments[0].season_id, "way", "png"])
    for each in tournaments[:2]:
        assert browser().get(address).status_code == 404
        services.set_public(each, True, by=BY)
        services.set_part_public(each.series.get(), "results", True, by=BY)
    assert picture(browser().get(address).content).width == WIDTH
    page = browser().get(reverse("room-season", args=[tournaments[0].season_id]))
    [way] = charts_on(page).values()
    assert len(way.labels) == 2


def test_a_long_ranking_says_how_many_are_missing():
    columns = [RANK.of("rank"), NAME, *(Column(f"s{at}", f"Serie {at}", "points") for at in (1, 2))]
    rows = [{"rank": at, "name": f"Name {at}", "s1": at, "s2": -at} for at in range(1, 40)]
    short = picture(listing_png(Listing("Ranking", columns, rows[:30]), Head()))
    long = picture(listing_png(Listing("Ranking", columns, rows), Head()))
    assert 0 < long.height - short.height < 100


def test_a_ranking_with_many_columns_keeps_the_sum():
    """And the results of all series or of none."""
    minor = [Column(f"m{at}", f"Nebensache {at}", "points", minor=True) for at in range(9)]
    columns = [RANK.of("rank"), NAME, *minor, Column("s", "Summe", "points")]
    rows = [{"rank": 1, "name": "Ada Lang-Ortmann", "s": 5} | {f"m{at}": 1 for at in range(9)}]
    assert picture(listing_png(Listing("Ranking", columns, rows), Head())).width == WIDTH
    assert len(fitting([*columns[:4], columns[-1]], rows)[0]) == 5
    rows.append({"rank": 2, "name": "von Habichtsburg " * 9, "s": 4})
    chosen, widths, _size = fitting(columns, rows)
    assert [column.key for column in chosen] == ["rank", "name", "s"]
    assert round(sum(widths)) == WIDTH - 2 * EDGE
    assert picture(listing_png(Listing("Ranking", columns, rows), Head())).width == WIDTH


def test_a_table_whose_columns_leave_no_room_is_drawn_all_the_same():
    columns = [NAME, *(Column(f"t{at}", "Lange Überschrift " * 5) for at in range(4))]
    assert picture(listing_png(Listing("Log", columns, [{"name": ""}]), Head())).width == WIDTH


@pytest.mark.parametrize("kind", ["points", "lead", "ranks", "bars"])
def test_a_chart_without_many_figures_is_drawn_all_the_same(kind):
    lines = (("Ada", (3 if kind == "ranks" else -3,)), ("Bert", (None,)))
    chart = Chart(kind, "Title", ("Series 1",), lines, "Series", "Points")
    assert picture(chart_png(chart, Head())).width == WIDTH
    assert "Bert" in chart_svg(chart)
    assert 'height="-' not in chart_svg(chart), "a bar below zero is drawn, too"


def test_the_picture_of_a_narrow_page_has_its_names_below():
    lines = (("Ada <b>", (300, 900)), ("Bert", (-20, 400)))
    chart = Chart("points", "Title", ("Series 1", "Series 2"), lines, "Series", "Points")
    for is_narrow, wide in ((False, 1080), (True, 600)):
        svg = fromstring(chart_svg(chart, is_narrow=is_narrow))
        _x, _y, width, height = map(float, svg.attrib["viewBox"].split())
        assert width == wide
        x = {each.text: float(each.attrib["x"]) for each in svg if each.text}
        y = {each.text: float(each.attrib["y"]) for each in svg if each.text}
        assert all(0 < x[text] < width and 0 < y[text] < height for text in x)
        if is_narrow:
            assert min(y["Ada <b>"], y["Bert"]) > max(y["Series 1"], y["Points"])
        else:
            assert min(x["Ada <b>"], x["Bert"]) > x["Series 2"]


def plot(kind: str, *lines: tuple[str, tuple[int | None, ...]], labels: str = "12") -> Any:
    return chart_drawing(Chart(kind, "", tuple(labels), lines, "", ""), 580)


def shapes(drawing: Any, kind: type) -> list[Any]:
    return [shape for shape, _x, _y in shapes_of(drawing) if isinstance(shape, kind)]


def test_an_axis_has_few_round_figures_that_cover_its_line():
    """Figures below zero fill the plot; bars and the lead at a table begin at zero."""
    for low, high in ((0, 1), (0, 0), (-3, 940), (-12345, 20), (7, 11), (0, 10**6), (-11, 1)):
        steps = plot("points", ("Ada", (low, high))).contents[0].valueAxis.valueSteps
        assert steps[0] <= low, (low, high)
        assert steps[-1] >= high, (low, high)
        assert len(steps) <= 7, (low, high)
    lead = plot("lead", ("Ada", (-60, 1000))).contents[0].valueAxis
    assert lead.valueSteps == list(range(-250, 1001, 250))
    for kind, highest in (("points", -500), ("lead", 0), ("bars", 0)):
        axis = plot(kind, ("Ada", (-900, -500))).contents[0].valueAxis
        assert (axis.valueMax, axis.valueSteps[-1]) == (highest, highest)


def test_of_many_labels_as_many_are_written_as_have_room():
    labels, line = tuple(map(str, range(1, 49))), ("Ada", tuple(range(48)))
    drawing = chart_drawing(Chart("lead", "", labels, (line,), "", ""), 580)
    shown = [name for name in drawing.contents[0].categoryAxis.categoryNames if name]
    assert shown == [str(number) for number in range(3, 49, 3)]


def test_every_bar_of_a_game_has_its_name():
    """Hearts cannot be guessed between Diamonds and Spades, as 3 can between 2 and 4."""
    games = ("Diamonds", "Hearts", "Spades", "Clubs", "Grand", "Null", "Revolution", "Ramsch")
    lines = (("won", (1,) * 8), ("lost", (1,) * 8))
    chart = Chart("bars", "The mix of games", games, lines, "Game", "Games")
    for is_narrow in (False, True):
        page = chart_svg(chart, is_narrow=is_narrow)
        assert all(f">{game}</text>" in page for game in games)


@pytest.mark.parametrize("kind", ["points", "ranks", "lead", "bars"])
def test_ten_names_stand_apart_beside_the_plot(kind):
    names = [f"Spieler {number}" for number in range(10)]
    spots = {
        each.text: each for each in shapes(plot(kind, *((n, (100, 1)) for n in names)), String)
    }
    heights = [spots[name].y for name in names]
    assert all(above - below >= APART for above, below in pairwise(heights))
    assert heights[-1] > 0
    assert all(spots[name].x > WIDTH - NAMES for name in names)


def test_each_line_is_named_beside_its_own_dashes():
    drawing = plot("points", ("Ada", (100, 100)), ("Bea", (100, 150)), ("Cleo", (100, 200)))
    lines = sorted(shapes(drawing, PolyLine), key=lambda line: line.points[-1])
    dashes = [line.strokeDashArray for line in lines]
    assert len(set(dashes)) == 3
    samples = [each for each in shapes(drawing, Line) if each.x1 >= WIDTH - NAMES]
    assert [each.strokeDashArray for each in samples] == dashes


def test_a_line_has_a_gap_where_its_figure_is_missing():
    drawing = plot("points", ("Ada", (100, 120, None, 90, 80)), labels="12345")
    assert [len(shape.points) // 2 for shape in shapes(drawing, PolyLine)] == [2, 2]


def test_dashes_go_on_around_a_corner():
    """A line of 10 and 10 in dashes of 8 and gaps of 4: the gap turns the corner."""
    first, second = dash_line([(0, 0), (10, 0), (10, 10)], (8, 4))
    assert first == [(at, 0) for at in range(8)]
    assert second == [(10, at) for at in range(2, 10)]
