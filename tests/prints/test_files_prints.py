"""Prints: readable, complete, nothing overlapping."""

import re
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO

import pytest
import segno
from django.utils import translation
from pypdf import PdfReader
from reportlab.lib.pagesizes import A4

from scoring.core.chart import Chart
from scoring.core.files.pdf import listing_pdf, to_be_read_pdf
from scoring.core.files.pdf_style import HEAD as HEAD_ROOM
from scoring.core.files.pdf_style import MARGIN, QR_BORDER, _qr
from scoring.core.files.pdf_wall import poster_pdf, posting_pdf
from scoring.core.listing import LINE, Column, Listing
from scoring.lists.printed.files.pdf import score_lists_pdf
from scoring.lists.printed.form import PaperList
from scoring.prints.files.award import DESIGNS, certificates_pdf, report_pdf
from scoring.prints.files.cards import place_cards_pdf, start_cards_pdf, table_signs_pdf
from scoring.prints.reads.papers import Card, Certificate, SeatOfPlayer, Sign
from scoring.prints.reads.report import TournamentReport
from tests.drawn_texts import Drawn, beyond, overlapping, recorded_texts
from tests.effort import LONG, repeats
from tests.papers import HEAD, LOGO, NAMES, blank, filled, pages, squeezed, standings

WITH_LOGO = replace(HEAD, logo=LOGO)
LINK = "http://192.168.178.23:8000/lists/1234/"
CLUBS = ("Skatfreunde Altenburg-Nobitz-Windischleuba 1928 e. V.", "", "♣♠♥♦", "=1+1")


@pytest.fixture(autouse=True, params=repeats("de", "en"))
def language(request):
    with translation.override(request.param):
        yield request.param


def start_cards(count: int, series: int) -> list[Card]:
    places = tuple(
        SeatOfPlayer(n, 100 + n, n % 4 + 1) if n % 3 else SeatOfPlayer(n)
        for n in range(1, series + 1)
    )
    return [Card(9_000 + n, NAMES[n % 4], CLUBS[n % 4], places, LINK) for n in range(count)]


def seating(players: int) -> Listing:
    columns = [Column("name", "Name"), *(Column(key, key, "int") for key in ("table", "seat"))]
    notes = ["Startwert: " + "0123456789abcdef" * 4, "Prüfsumme " * 30]
    rows = [
        {"name": f"{NAMES[n % 4]} {n}", "table": n // 4 + 1, "seat": n % 4 + 1}
        for n in range(players)
    ]
    return Listing("Setzliste", columns, rows, "Serie 1", notes)


def posted_tables(tables: int) -> Listing:
    """Four players to a table, one below the other; names of usual length."""
    columns = [Column("table", "Tisch", "rank"), Column("players", "Teilnehmer")]
    names = ("Becker, Ada (1)", "Hoffmann, Wolfgang (22)", "Özdoğan, Şükrü (333)", "Ng, Li (4)")
    players = LINE.join(f"{seat} {name}" for seat, name in enumerate(names, 1))
    rows = [{"table": n, "players": players} for n in range(1, tables + 1)]
    return Listing("Setzliste nach Tischen", columns, rows, "Serie 1", ["Startwert: 0123"])


def short(rows: int) -> Listing:
    full = standings(rows)
    keys = ("rank", "name", "won", "performance")
    return replace(full, columns=[column for column in full.columns if column.key in keys])


def charts(series: int, *games: str) -> tuple[Chart, Chart]:
    """The points of so many series, and the games of these kinds."""
    labels = tuple(str(number) for number in range(1, series + 1))
    points = (("least", -512), ("mean", 803), ("most", 2_107))
    lines = tuple((name, (figure,) * series) for name, figure in points)
    won, lost = ("won", (120,) * len(games)), ("lost", (14,) * len(games))
    return (
        Chart("bars", "Punkte", labels, lines, "Serie", "Punkte"),
        Chart("bars", "Spiele", games, (won, lost), "Spiel", "Spiele"),
    )


REPORT = TournamentReport((standings(60), standings(3), short(25)), charts(2, "Kreuz", "Null"))
DOCUMENTS = {
    "start cards": lambda: start_cards_pdf(start_cards(17, 3), WITH_LOGO),
    "start cards of a week": lambda: start_cards_pdf(start_cards(3, 12), HEAD),
    "start cards before any series": lambda: start_cards_pdf(start_cards(2, 0), HEAD),
    "place cards": lambda: place_cards_pdf(start_cards(9, 1), WITH_LOGO),
    "table signs": lambda: table_signs_pdf([Sign(7, NAMES, LINK), Sign(112)], WITH_LOGO),
    "seating by name": lambda: poster_pdf(seating(61), WITH_LOGO),
    "seating of a thousand": lambda: poster_pdf(seating(1000), HEAD),
    "standings in two columns": lambda: poster_pdf(short(160), WITH_LOGO),
    "standings in large type": lambda: to_be_read_pdf(short(40), HEAD),
    "posted seating of sixty": lambda: posting_pdf(seating(60), WITH_LOGO, by="name"),
    "posted seating of 240": lambda: posting_pdf(seating(240), HEAD, by="name"),
    "posted tables": lambda: posting_pdf(posted_tables(15), WITH_LOGO, by="table"),
    "posted result": lambda: posting_pdf(short(47), HEAD, by="rank"),
    "nothing posted": lambda: posting_pdf(short(0), HEAD, by="rank"),
    "everything on a poster": lambda: to_be_read_pdf(standings(30), HEAD),
    "no standings": lambda: poster_pdf(short(0), HEAD),
    "lists with codes": lambda: score_lists_pdf(
        [replace(each, link=LINK, head=WITH_LOGO) for each in (filled(), blank(3, 8))]
    ),
    "report": lambda: report_pdf(REPORT, WITH_LOGO),
}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_texts_are_complete_and_do_not_overlap_and_every_page_has_its_number(
    name: str, language: str
):
    _drawn, texts = drawn_well(DOCUMENTS[name])
    if name != "lists with codes":
        page_of = f"Page {{}} of {len(texts)}" if language == "en" else "{} von "
        for number, text in enumerate(texts, 1):
            assert page_of.format(number) in text


def drawn_well(make: Callable[[], bytes]) -> tuple[list[Drawn], list[str]]:
    """The texts of a document as they were drawn, and of each page; they are whole and apart."""
    with recorded_texts() as drawn:
        content = make()
    sizes = [page.mediabox for page in PdfReader(BytesIO(content)).pages]
    width = max(float(size.width) for size in sizes)
    height = max(float(size.height) for size in sizes)
    assert overlapping(drawn) == []
    assert beyond(drawn, width, height, MARGIN) == []
    assert [each.text for each in drawn if each.text.endswith("…")] == []
    return drawn, pages(content)


# The longest names: 80 letters given and 80 family, a club and a tournament of 120.
SENTENCE = (
    "Anna-Katharina Wilhelmine Świętosława Şükriye Freifrau von und zu Windischleuba am Berge"
)
FULL = f"{SENTENCE[:80]} {SENTENCE[:80]}"
UNBROKEN = f"{'Donaudampfschifffahrtsgesellschaft' * 3}"[:80] + " " + f"{'Ulmenmooser' * 8}"[:80]
LONG_CLUB = ("Skatsportverein Altenburg-Nobitz-Windischleuba 1928 e. V. " * 3)[:119] + "Z"
LONG_HEAD = replace(
    WITH_LOGO,
    club=LONG_CLUB,
    place=LONG_CLUB,
    tournament=("Offene Deutsche Damen-, Herren- und Juniorenmeisterschaft " * 3)[:119] + "Z",
)
LONG_TITLE = (
    "Rangliste der Seniorinnen und Senioren über siebzig Jahre am Sonnabend, den 21. November"
)
SERIES_OF_THREE = tuple(SeatOfPlayer(n, 100 + n, 4) for n in range(1, 4))


def with_names(listing: Listing, name: str) -> Listing:
    return replace(listing, rows=[row | {"name": name, "club": LONG_CLUB} for row in listing.rows])


def long_list(name: str) -> PaperList:
    seats = tuple(replace(seat, name=name) for seat in filled().seats)
    return replace(filled(), seats=seats, link=LINK, head=LONG_HEAD)


# Every document, made with names of a length, and the smallest allowed type size of a name.
OF_NAMES = {
    "start cards": (7, lambda name: start_cards_pdf(
        [Card(12_345, name, LONG_CLUB, SERIES_OF_THREE * 2, LINK)] * 9, LONG_HEAD)),
    "place cards": (8, lambda name: place_cards_pdf(
        [Card(12_345, name, LONG_CLUB, SERIES_OF_THREE[:1], LINK)] * 9, LONG_HEAD)),
    "table signs": (10, lambda name: table_signs_pdf([Sign(112, (name,) * 4, LINK)], LONG_HEAD)),
    "score lists": (7, lambda name: score_lists_pdf([long_list(name)])),
    "seating by name": (7, lambda name: poster_pdf(with_names(seating(61), name), LONG_HEAD)),
    "posted by name": (14, lambda name: posting_pdf(
        with_names(seating(30), name), LONG_HEAD, by="name")),
    "standings": (7, lambda name: poster_pdf(with_names(short(40), name), LONG_HEAD)),
    "large type": (9.6, lambda name: to_be_read_pdf(with_names(short(9), name), LONG_HEAD)),
    "a long title": (7, lambda name: listing_pdf(
        replace(with_names(standings(3), name), title=LONG_TITLE, subtitle=LONG_TITLE), LONG_HEAD)),
    "a listing": (7, lambda name: listing_pdf(with_names(standings(30), name), LONG_HEAD)),
    **{f"{design} certificate": (12, lambda name, design=design: certificates_pdf(
        [Certificate(name, LONG_CLUB, 128, "−12345,67", LONG_CLUB[:60])], LONG_HEAD, design))
       for design in DESIGNS},
    "certificate of a team": (5.5, lambda name: certificates_pdf(
        [Certificate(name[:120], ", ".join([name] * 4), 1, "1", "Teams")], LONG_HEAD, "bold")),
    "report": (7, lambda name: report_pdf(
        replace(REPORT, tables=(with_names(standings(3), name),)), LONG_HEAD)),
}  # fmt: skip


@pytest.mark.parametrize("name", repeats(FULL, UNBROKEN))
@pytest.mark.parametrize("document", OF_NAMES)
def test_longest_names_are_complete_and_readable_everywhere(document: str, name: str):
    least, make = OF_NAMES[document]
    drawn, texts = drawn_well(lambda: make(name))
    text = squeezed(" ".join(texts))
    for words in (name[:120], LONG_HEAD.tournament):
        assert squeezed(words) in text
    pieces = [
        each for each in drawn if len(each.text) > 4 and squeezed(each.text) in squeezed(name)
    ]
    assert pieces
    assert min(each.size for each in pieces) >= least


def test_prize_stays_readable_beside_a_long_name():
    columns = [Column("name", "Name"), Column("club", "Verein"), Column("prize", "Preis")]
    row = {"name": "Wolkenstein " * 13, "club": "Skatfreunde " * 10, "prize": "1.200,00"}
    listing = replace(standings(0), columns=[*standings(0).columns[-1:], *columns], rows=[row] * 40)
    drawn, _pages = drawn_well(lambda: to_be_read_pdf(listing, HEAD))
    texts = [each.text for each in drawn]
    assert texts.count("1.200,00") == 40
    assert texts.count("Preis") >= 1  # long names fill the page
    assert min(each.size for each in drawn if "Wolkenstein" in each.text) >= 9


def test_eight_cards_are_on_a_page_and_every_player_has_one():
    texts = pages(start_cards_pdf(start_cards(17, 3), HEAD))
    assert len(texts) == 3
    assert [sum(str(9_000 + n) in text for n in range(17)) for text in texts] == [8, 8, 1]


def test_the_figures_of_the_charts_have_the_minus_sign_of_the_tables():
    drawn = "".join(pages(report_pdf(REPORT, HEAD)))
    assert "−512" in drawn
    assert "-512" not in drawn


def test_qr_code_contains_its_address():
    modules, code = _qr(LINK)
    dark = set()
    for x, y, width in re.findall(r"(\d+) (\d+) (\d+) 1 re", code):
        dark |= {(int(x) + n, int(y)) for n in range(int(width))}
    rows = segno.make(LINK, error="m", micro=False).matrix
    expected = {
        (x + QR_BORDER, modules - QR_BORDER - 1 - y)
        for y, row in enumerate(rows)
        for x, module in enumerate(row)
        if module
    }
    assert dark == expected


def championship(players: int) -> TournamentReport:
    """Six series; every player in a team of four, a pair, and half of them in a category."""
    rank, name = Column("rank", "Rang", "rank"), Column("name", "Name")
    total = Column("performance", "Gesamt", "points")

    def ranking(title: str, rows: int, members: int = 0) -> Listing:
        columns = [rank, name, *([Column("members", "Teilnehmer")] if members else []), total]
        row = {"name": "Name", "members": ", ".join(["Tannenwurzner"] * members)}
        return Listing(title, columns, [row | {"rank": n, "performance": n} for n in range(rows)])

    series = [Column(f"series_{n}", str(n), "points", group="Serien") for n in range(1, 7)]
    games = [Column("won", "Gew.", "int"), Column("lost", "Verl.", "int")]
    number, prizes = Column("start_number", "Nr.", "int"), Column("prizes", "Preise", "cents")
    row = {f"series_{n}": 1_103 - n for n in range(1, 7)} | {"won": 111, "lost": 22}
    row |= {"name": "Schlehenbacher, Karl-Heinz", "performance": 8_765, "prizes": 12_345}
    rows = [{"rank": n, "start_number": n + 99, **row} for n in range(1, players + 1)]
    tables = (
        Listing("Gesamtrangliste", [rank, number, name, *series, *games, total, prizes], rows),
        ranking("Mannschaften", players // 4, 4),
        ranking("Tandems", players // 2, 2),
        ranking("Damen", players // 2),
    )
    return TournamentReport(tables, charts(6, "Karo", "Herz", "Pik", "Kreuz", "Grand"))


@pytest.mark.parametrize("players", repeats(47, 16, 240))
def test_report_has_at_most_four_pages_and_one_for_forty_players(players: int):
    drawn, texts = drawn_well(lambda: report_pdf(championship(players), HEAD))
    assert len(texts) <= 4 + players // 40
    names = {each.size for each in drawn if each.text == "Schlehenbacher, Karl-Heinz"}
    assert names == {8.5}


def test_foot_of_a_section_never_stands_alone():
    foot = [{"name": "Summe", "performance": 1}]
    for above in range(20, 60, 1 if LONG else 4):
        last = replace(short(30), foot=foot, title="Kasse")
        texts = pages(report_pdf(TournamentReport((short(above * 2), last), ()), HEAD))
        [at] = [text for text in texts if "Summe" in text]
        assert any(squeezed(name) in squeezed(at) for name in NAMES)


def test_signature_lines_stand_below_a_table_about_money():
    paper = replace(short(3), signatures=("Kassierer", "Spielleiter"))
    drawn, _pages = drawn_well(lambda: listing_pdf(paper, HEAD))
    assert {"Kassierer", "Spielleiter"} <= {each.text for each in drawn}


FAMILIES = (
    *("Ahornbacher", "Birkenmooser", "Distelkamp", "Fichtner", "Haselberg", "Kieselmann"),
    *("Lindner", "Möwenthal", "Quellenried", "Schlehenhorst", "Ulmenau", "Zeisiger"),
)


def posted(people: int) -> Listing:
    names = sorted(f"{FAMILIES[n % 12]}, {['Ada', 'Bo', 'Carla', 'Dietmar', 'Edda'][n % 5]}"
                   for n in range(people))  # fmt: skip
    rows = [{"name": name, "table": n // 4 + 1, "seat": n % 4 + 1} for n, name in enumerate(names)]
    return replace(seating(0), rows=rows)


def test_posting_of_up_to_sixty_people_is_legible_at_three_metres():
    """24 points: capital letters of 6 mm, seen at three metres under 7 minutes of arc."""
    for people in (8, 33, 60):
        tables = posted_tables(-(-people // 4))
        for listing, by in ((posted(people), "name"), (tables, "table")):
            with recorded_texts() as drawn:
                posting_pdf(listing, HEAD, by=by)
            rows = [each for each in drawn if ", " in each.text and each.size > 8]
            rows = [each for each in rows if each.top < A4[1] - MARGIN - HEAD_ROOM]
            assert min(each.size for each in rows) >= 24


@pytest.mark.parametrize("people", [24, 47, 60, 100, 240])
def test_posting_fills_every_sheet(people: int):
    """Below the rows of a sheet there is less room than a quarter of its height."""
    with recorded_texts() as drawn:
        content = posting_pdf(posted(people), HEAD, by="name")
    for number in range(1, len(pages(content)) + 1):
        on_it = [each for each in drawn if each.page == number and each.size != 8]
        assert min(each.bottom for each in on_it) < A4[1] / 3.5


def test_posting_names_its_letters_and_has_its_proof_on_the_last_sheet():
    with recorded_texts() as drawn:
        content = posting_pdf(posted(60), HEAD, by="name")
    texts = pages(content)
    assert len(texts) > 1
    assert ["Startwert" in text for text in texts] == [*[False] * (len(texts) - 1), True]
    assert {each.size for each in drawn if each.text == "Setzliste – Serie 1"} == {16}
    marks = [each.text for each in drawn if each.size == 30]
    assert len(marks) == len(texts)
    assert marks[0].startswith("A–")
    assert marks[-1].endswith("–Z")
    names = [row["name"] for row in posted(60).rows]
    for mark, text in zip(marks, texts, strict=True):
        first, _dash, last = mark.partition("–")
        shown = [name for name in names if squeezed(name) in squeezed(text)]
        assert shown[0].startswith(first)
        assert shown[-1].startswith(last)


def test_the_name_in_the_head_is_not_repeated_as_a_title(language: str):
    with recorded_texts() as drawn:
        listing_pdf(
            replace(short(3), title="Vereinsmeister"), replace(HEAD, tournament="Vereinsmeister")
        )
    assert [each.text for each in drawn].count("Vereinsmeister") == 1


@pytest.mark.parametrize(("players", "sheets", "points"), [(160, 1, 7), (240, 2, 8.5)])
def test_final_list_of_many_is_readable_on_few_sheets(players: int, sheets: int, points: float):
    """One in twenty of the 160 has a name of two lines."""
    names = [row["name"] for row in posted(players).rows]
    if players == 160:
        names[::20] = NAMES[:1] * 8
    rows = [row | {"name": name} for row, name in zip(short(players).rows, names, strict=True)]
    with recorded_texts() as drawn:
        content = poster_pdf(replace(short(players), rows=rows), WITH_LOGO)
    texts = pages(content)
    assert len(texts) == sheets
    assert all(squeezed(name) in squeezed("".join(texts)) for name in names)
    of_names = [each.size for each in drawn if len(each.text) > 4 and each.text in "\n".join(names)]
    assert min(of_names) >= points
