"""The score list as the paper form: filled, blank, in every system, and many at once."""

from dataclasses import replace

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm

from scoring.core.files.pdf_style import FOOT, MARGIN
from scoring.lists.printed.files.pdf import score_lists_pdf
from scoring.lists.printed.files.pdf_geometry import SEAT_LINE, SUBHEADINGS, form_pages
from scoring.lists.printed.form import PaperSeat
from scoring.photo.form import EDGE, MAX_NUMBER
from scoring.rules.game import PlayedGame
from scoring.rules.score_list import Line, Outline
from scoring.rules.systems import ISKO, NASL_1898, NASL_1975, TEXAS
from tests.drawn_texts import Drawn, beyond, overlapping, recorded_texts
from tests.papers import FIFTH, HEAD, NAMES, SEATS, blank, filled, line, pages, paper_of, real_list

pytestmark = pytest.mark.usefixtures("english")


def words(pdf: bytes) -> list[str]:
    return "\n".join(pages(pdf)).replace("−", "-").split()


def across_lines(paper, drawn: list[Drawn]) -> list[str]:
    """Figures that overlap a vertical line of the form."""
    grid = next(form_pages(paper)).grid
    inside = [each for each in drawn if grid.rows_bottom < each.bottom < grid.rows_top]
    crossed = ((each, edge) for each in inside for edge in grid.edges)
    return [each.text for each, edge in crossed if each.left + 0.1 < edge < each.right - 0.1]


PAPERS = {
    "48 games at four": filled(),
    "36 games at three": filled(seats=3),
    "24 games at four": filled(rounds=6),
    "blank at four": blank(),
    "blank at three, 18 games": blank(3, 6),
    "Texas": filled(TEXAS),
    "NASL 1975": filled(NASL_1975),
    "NASL 1898": filled(NASL_1898, seats=3),
    "a fifth system": filled(FIFTH),
    "a real list": real_list(1),
    "to be photographed": replace(blank(), number=1207, seats=SEATS, link="https://skat.local/7/"),
    "three to be photographed": replace(blank(3), number=0),
    "Milwaukee to be photographed": replace(blank(system=NASL_1898), number=MAX_NUMBER),
}


@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
def test_one_page_on_which_nothing_overlaps_or_leaves_its_cell_or_lies_in_the_holes(paper):
    """Holes of a folder have their middle 12 mm from the edge and a diameter of 6 mm."""
    with recorded_texts() as drawn:
        pdf = score_lists_pdf([paper])
    assert len(pages(pdf)) == 1
    assert overlapping(drawn) == []
    assert across_lines(paper, drawn) == []
    assert beyond(drawn, *A4, MARGIN if paper.number is None else EDGE * mm) == []
    (page,) = form_pages(paper)
    inside = [each for each in drawn if each.top < page.grid.top and each.bottom > MARGIN + FOOT]
    assert min([*page.grid.edges, *(each.left for each in inside)]) >= 15 * mm


def test_the_columns_stand_in_the_order_of_the_paper_form():
    """docs/entry-line.md "Printed list"."""
    (page,) = form_pages(filled())
    headings = [str(column.heading) for column in page.grid.columns]
    marks = "No.|Base value|with tops|without tops|Hand|Schneider|announced|Schwarz|announced|open"
    assert headings[:12] == [*marks.split("|"), "+", "−"]
    assert headings[12:] == ["Points", "won", "lost"] * 4
    (page,) = form_pages(filled(FIFTH))
    own = "No.|Kind|Turn|Base value|with tops|without tops|Schneider|Schwarz|House rule|+"
    assert "|".join(str(column.heading) for column in page.grid.columns[:10]) == own


def test_names_numbers_table_and_every_game_are_on_the_paper():
    paper = filled()
    pdf = score_lists_pdf([paper])
    text, printed = pages(pdf)[0], words(pdf)
    for row in paper.rows:
        for figure in (row.number, abs(row.score or 0) or None, row.running):
            assert figure is None or str(figure) in printed
    for name in NAMES:
        for word in name.replace("-", "- ").split():
            assert word in text
    for word in ("No. 117", "No. 120", "Series 2", "Table 7", "provisional", "Revision 31"):
        assert word in text
    assert HEAD.club in text
    assert "Page 1 of 1" in text


def test_foot_of_a_real_list_equals_the_signed_one():
    """TO 8.12: 698 + 50 × (13 − 1) + 40 × 1 = 1338."""
    printed = f" {' '.join(words(score_lists_pdf([real_list(1)])))} "
    for figure in ("698", "600", "40", "1 338", "625", "1 265", "520", "400", "80", "1 000"):
        assert f" {figure} " in printed


@pytest.mark.parametrize(
    ("system", "seats", "expected", "unexpected"),
    [
        (ISKO, 4, ["(won − lost) × 50", "lost by the others × 30", "Total"], []),
        (ISKO, 3, ["lost by the others × 40"], ["× 30"]),
        (FIFTH, 4, ["(won − lost) × 50", "Total"], ["lost by the others"]),
        (TEXAS, 4, ["Game points"], ["× 50", "lost by the others", "Total"]),
    ],
    ids=["Seeger-Fabian at four", "at three", "Seeger", "plain game points"],
)
def test_foot_has_the_lines_of_the_scheme(system, seats, expected, unexpected):
    text = pages(score_lists_pdf([filled(system, seats)]))[0]
    assert "Signatures" in text
    assert [words for words in expected if words not in text] == []
    assert [words for words in unexpected if words in text] == []


def test_a_blank_form_has_numbers_and_lines_to_write_on_but_no_figures():
    text = pages(score_lists_pdf([blank()]))[0]
    assert "Series ______ · Table ______" in text
    figures = [word for word in text.split() if word.isdecimal() and int(word) > 48]
    assert set(figures) <= {"50", "2026", "45"}  # × 50, the year, the 45th championship
    assert "Revision" not in text
    assert text.count("No. _____") == 4
    assert "passed games" in text
    assert "passed games" not in pages(score_lists_pdf([filled()]))[0]


def test_passed_overbid_and_unreadable_games_are_marked():
    overbid = PlayedGame(ISKO, "hearts", 1, hand=True, bid=36, card_points=61)
    lines = [Line(1, passed=True), Line(2, overbid, 3), Line(3, unread=True)]
    text = pages(score_lists_pdf([paper_of(lines, Outline(4, 1))]))[0]
    assert "10ü" in text
    assert "80" in text.split()
    assert "E = passed · ü = overbid · ? = unreadable" in text
    classes = pages(score_lists_pdf([filled(NASL_1898)]))[0]
    assert "f = frage" in classes
    assert "tt = tournee, second turn" in classes


def test_end_reason_and_problems_are_printed_and_leave_room_for_the_games():
    lines = [line(ISKO, Outline(4, 12), number) for number in range(1, 42)]
    paper = paper_of(lines, Outline(4, 12, 41, "time"), problems=["Game 7: the dealer played."])
    text = pages(score_lists_pdf([paper]))[0]
    assert "Ended early: time" in text
    assert "Game 7: the dealer played." in text
    paper = filled(problems=[f"PlayedGame {number} is missing." for number in range(1, 40)])
    with recorded_texts() as drawn:
        assert len(pages(score_lists_pdf([paper]))) == 1
    assert "…" in [each.text for each in drawn]
    assert overlapping(drawn) == []


def test_each_list_has_its_own_page_numbers_and_its_foot_on_its_last_page():
    texts = pages(score_lists_pdf([filled(), replace(filled(rounds=20), table=8), blank()]))
    assert ["Signatures" in text for text in texts] == [True, False, True, True]
    assert all("Özdoğan" in text for text in texts[:3])
    assert ["Page 1 of 1" in text for text in texts] == [True, False, False, True]
    assert ["Page 1 of 2" in text for text in texts] == [False, True, False, False]


def test_equal_grids_are_drawn_once():
    """So 250 lists take 2 s and 1 MB."""
    one = len(score_lists_pdf([filled()]))
    ten = len(score_lists_pdf([replace(filled(), table=table) for table in range(1, 11)]))
    assert ten < one + 9 * 6_000


@pytest.mark.parametrize("name", [*NAMES, "Wolfeschlegelsteinhausenbergerdorff, Hubert"])
def test_name_is_never_wider_than_its_columns(name):
    paper = filled()
    grid = next(form_pages(paper)).grid
    left, right = grid.seat_edge(2), grid.seat_edge(3)
    bottom, top = grid.rows_top + SUBHEADINGS, grid.top - SEAT_LINE
    with recorded_texts() as drawn:
        score_lists_pdf([replace(paper, seats=(SEATS[0], PaperSeat(2, name), *SEATS[2:]))])
    pieces = [each for each in drawn if left <= each.left < right and bottom < each.bottom < top]
    assert "".join(each.text for each in pieces).replace(" ", "") == name.replace(" ", "")
    assert all(each.right <= right for each in pieces)


def test_player_names_are_not_broken_within_a_word():
    seats = tuple(PaperSeat(place, "Norbert Ulmenmooser") for place in range(1, 5))
    with recorded_texts() as drawn:
        score_lists_pdf([replace(filled(), seats=seats)])
    assert [each.text for each in drawn].count("Ulmenmooser") == 4


def test_names_do_not_move_the_rows_of_a_form_to_be_photographed():
    """A photo is read where the rows stand, whoever sat down in the end."""
    long, short = (replace(blank(), number=7, seats=SEATS), replace(blank(), number=7))
    assert [page.grid for page in form_pages(long)] == [page.grid for page in form_pages(short)]
    # A list of five players has no marks.
    seats = tuple(PaperSeat(place) for place in range(1, 6))
    (page,) = form_pages(replace(blank(), number=7, seats=seats))
    assert not page.grid.is_marked
