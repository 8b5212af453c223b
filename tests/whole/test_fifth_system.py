"""A rule system is data: a fifth one works everywhere once it is registered in `SYSTEMS`.

Value and bids on the command line, the clerk's line, the stored list with its tally, the
standings, the paper form as PDF and as a sheet.
"""

import json
from io import BytesIO, StringIO

import pytest
from django.core.management import call_command
from django.utils.translation import override
from openpyxl import load_workbook
from pypdf import PdfReader

from scoring.core.head import Head
from scoring.entry import canonical, parse
from scoring.lists.services.games import record_game
from scoring.lists.services.lists import close_list
from scoring.lookups.reads import calculation
from scoring.management.commands.value import evaluate_line
from scoring.messages.citing import cite_links
from scoring.models import Actor
from scoring.printed_list.files.pdf import score_list_pdf
from scoring.printed_list.form import PaperSeat
from scoring.printed_list.reads.fill import paper_list
from scoring.printed_list.workbooks import list_workbook
from scoring.rules.paragraphs import by_custom
from scoring.rules.score_list import Line
from scoring.rules.systems import SYSTEMS, Citations, GameClass, NullGame, System, bases
from scoring.standings.reads.players import standings
from tests.factories import open_list

pytestmark = pytest.mark.django_db

# Base values, thresholds, loss factors and columns that no real system has.
MEADOW = System(
    key="meadow-2030",
    classes=(
        GameClass("field", bases(3, 5, 7, 13, 17), token="f", announces="always", loss_factor=3),
        GameClass("cloud", bases(0, 0, 0, 0, 31), token="c", turns=(1, 2),
                  second_turn_loss_factor=5),
    ),
    nulls=(NullGame(19), NullGame(29, ouvert=True)),
    null_loss_factor=4,
    schneider_points=95,
    scheme="seeger",
    columns=("class", "turn", "base", "with", "without", "schneider", "schwarz", "ouvert"),
    editions=("2030",),
    citations=Citations(
        classes="MR 1", bases="MR 1", nulls="MR 1", steps="MR 2", bids="MR 3", values="MR 3",
        losses="MR 4", schneider=by_custom("meadow-2030"),
    ),
)  # fmt: skip

# What the clerk types, and what it must score: base × (tops + steps), lost × the loss factor.
TYPED = (
    ("fx2s2", 13 * 4),
    ("fh-1v3", -(5 * 2) * 3),
    ("cc1v1", -(31 * 2) * 5),
    ("no1", 29),
    ("0", 0),
    ("nv3", -19 * 4),
)


@pytest.fixture(autouse=True)
def registered(monkeypatch):
    monkeypatch.setitem(SYSTEMS, MEADOW.key, MEADOW)


@pytest.fixture
def entered():
    """A list of two rounds at three seats, typed line by line and closed."""
    score_list = open_list(3, rounds=2, system=MEADOW.key, scheme="seeger")
    for number, (text, _score) in enumerate(TYPED, 1):
        dealer = score_list.outline.dealer(number)
        typed = parse(text, system=MEADOW, seats=3, dealer=dealer)
        assert not typed.problems, (text, typed.problems)
        entered_line = Line(number, typed.game, typed.soloist, passed=typed.kind == "passed")
        record_game(score_list, entered_line, by=Actor(name="clerk"), revision=score_list.revision)
    close_list(score_list, by=Actor(name="clerk"), revision=score_list.revision)
    return score_list


def paper_of(score_list):
    people = score_list.seat_rows.select_related("entry__person")
    return paper_list(
        score_list.lines(),
        score_list.outline,
        MEADOW,
        "seeger",
        head=Head(tournament="Wiesenfest"),
        seats=[PaperSeat(each.position, str(each.entry.person), 1) for each in people],
    )


def test_it_is_valued_on_the_command_line(tmp_path):
    record = {"system": "meadow-2030", "class": "field", "game": "spades", "tops": 1}
    lines = [{**record, "card_points": 94}, {**record, "card_points": 95}]
    out = StringIO()
    file = tmp_path / "games.jsonl"
    file.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    call_command("value", file, stdout=out)
    assert [json.loads(line)["score"] for line in out.getvalue().splitlines()] == [14, 21]


def test_its_bid_table_follows():
    out = StringIO()
    call_command("bids", system="meadow-2030", stdout=out)
    levels = json.loads(out.getvalue())["levels"]
    assert levels[:3] == [6, 9, 10]
    assert {19, 29, 31 * 7} <= set(levels)


def test_it_cites_its_own_rules():
    """What it names no paragraph for is its custom; neither is a link to the page of the rules."""
    game = parse("fh-1v3", system=MEADOW, seats=3, dealer=1).game
    rules = [part.rule for part in calculation(game).parts]
    assert rules == ["SkO 2.4.2, MR 2", "MR 2", "MR 1", "MR 4"]
    assert cite_links("MR 1") == "<cite>MR 1</cite>"
    wrong = {"system": MEADOW.key, "game": "hearts", "class": "field", "tops": 1, "won": True}
    with override("en"):
        found = [
            evaluate_line(json.dumps({**wrong, **more}))["errors"][0]["rule"]
            for more in ({"bid": 8}, {"class": "air"}, {"card_points": 90, "schneider": True})
        ]
    assert found == ["MR 3", "MR 1", "by custom of meadow-2030"]


def test_its_lines_are_typed_stored_and_read_back(entered):
    assert [row.score for row in entered.games.all()] == [score for _text, score in TYPED]
    for line in entered.lines():
        dealer = entered.outline.dealer(line.number)
        again = parse(canonical(line), system=MEADOW, seats=3, dealer=dealer)
        assert not again.problems
        assert again.soloist == line.soloist


def test_its_performance_is_ranked_by_its_own_scheme(entered):
    """Seeger: 52 + 50 = 102 for seat 2; −310 + 29 for seat 1, one won and one lost."""
    found = standings(entered.series.tournament)
    assert [row.performance for row in found.rows] == [102, -206, -281]


def test_its_form_is_printed_with_its_own_columns(entered):
    text = PdfReader(BytesIO(score_list_pdf(paper_of(entered)))).pages[0].extract_text()
    for figure in ("52", "310", "29", "76"):
        assert figure in text


def test_its_sheet_holds_the_figures_as_numbers(entered):
    sheet = load_workbook(BytesIO(list_workbook(entered)), data_only=True).active
    cells = {cell.value for row in sheet.iter_rows() for cell in row}
    assert {52, -310, 29, 76} <= cells
