"""The look-ups: open to everybody, without an account."""

import re
from html import unescape

import pytest
from django.urls import reverse
from django.utils.translation import override

from scoring.core.files.pdf_wall import one_page_pdf
from scoring.core.listing import Head
from scoring.lookups.reads import at_bid, bid_table, rulebook
from scoring.rules.bids import cells
from scoring.rules.paragraphs import PARAGRAPHS
from scoring.rules.systems import ISKO, SYSTEMS, variant
from tests.drawn_texts import overlapping, recorded_texts
from tests.prints.test_views_table_files import cells_of
from tests.visitors import browser, text

pytestmark = pytest.mark.django_db


def asked(name: str, **query: object):
    return browser().get(reverse(name), query)


def reckoned(line: str, system: str = "isko-1998", **more: str) -> str:
    return text(asked("calculator", system=system, line=line, **more))


@pytest.mark.parametrize(
    ("line", "system", "expected"),
    [
        ("h1h/36", "isko-1998", "with 1, game 2, hand 3 × 10 = 30, bid 36: overbid → 40, lost −80"),
        ("h1hs/36", "isko-1998", "bid 36 covered, won 40"),
        ("h1/50", "isko-1998", "bid 50: overbid → 50, lost −100"),
        ("c-1/59", "isko-1998", "bid 59: overbid → 60, lost −120"),
        ("s1h/72", "isko-1998", "bid 72: overbid → 77, lost −154"),
        ("g2hssv", "isko-1998", "× 24 = 144, lost −288"),
        ("c1hssz v", "isko-1998", "× 12 = 60, lost −120"),
        ("g2/18v", "isko-1998", "with 2, game 3 × 24 = 72, bid 18 covered, lost −144"),
        ("59", "isko-1998", "Null ouvert hand = 59, won 59"),
        ("g4o", "texas", "× 16 = 288, won 288"),
        ("tth1v", "nasl1975", "with 1, game 2 × 6 = 12, lost −24"),
        ("h2k", "isko-1998", "with 2, game 3 × 10 = 30, won 30"),
    ],
)
def test_the_sum_of_a_game(line, system, expected):
    """docs/law.md "The value of one game": every one of them stands there with its value."""
    assert expected in reckoned(line, system)


def test_options_change_the_sum_and_a_contract_has_its_price():
    """docs/law.md "The four systems": the bonus of wenzels; old practice in Texas."""
    assert "kings 5 × 10 = 50" in reckoned("h2k", bonus="on")
    assert "lost −30" in reckoned("h1hv", "texas", single="on")
    assert "lost −60" in reckoned("h1hv", "texas")
    assert "If lost −100" in reckoned("h1hss")


@pytest.mark.parametrize(
    ("line", "system", "rules"),
    [
        ("h2hv", "isko-1998", ["SkO 2.4.2, SkO 5.2.1", "SkO 5.2.2", "SkO 5.2.1", "SkO 5.1.1",
                               "SkO 5.3.4"]),
        ("h2hv", "texas", ["SkO 2.4.2, BT 2B", "BT 2B", "BT 2B", "BT 2A",
                           "by custom of Texas Skat"]),
        ("nv", "nasl1898", ["BT 4A", "by custom of the North American Skat League"]),
    ],
)  # fmt: skip
def test_every_part_of_a_sum_cites_what_says_so(line, system, rules):
    """docs/law.md "The four systems": BT says nothing of losses, which are custom."""
    page = asked("calculator", system=system, line=line)
    parts = re.search(r'look-parts">(.*?)</ol>', page.content.decode(), re.DOTALL)[1]
    found = re.findall(r"<cite>(.*?)</cite>", parts)
    assert [re.sub("<.*?>", "", each) for each in found] == rules


def test_the_link_reproduces_the_sum():
    for line, system in (("h1h/36", "isko-1998"), ("h11", "isko-1998"), ("lh2", "nasl1898")):
        page = asked("calculator", system=system, line=line)
        link = unescape(re.search(r'id="again"\s+href="([^"]+)"', page.content.decode())[1])
        again = browser().get(link)
        for part in (r'id="sum"[^>]*>(.*?)<', r"<kbd>(.*?)</kbd>\s*·\s*<a"):
            found = [re.search(part, each.content.decode())[1] for each in (page, again)]
            assert found[0] == found[1]


@pytest.mark.parametrize(
    ("tapped", "expected"),
    [
        ({"contract": "h", "side": "with", "tops": "1", "marks": ["hand"], "bid": "36"},
         "with 1, game 2, hand 3 × 10 = 30, bid 36: overbid → 40, lost −80"),
        # SkO 2.4.2: the tops are counted from the cards, held or found in the skat.
        ({"contract": "g", "tops": "1", "cards": ["cJ", "sJ", "dJ"]}, "with 2, game 3 × 24 = 72"),
        ({"contract": "g", "tops": "1", "cards": ["dJ", "hA"]}, "without 3, game 4 × 24 = 96"),
        ({"contract": "g", "tops": "1", "cards": ["dJ", "hA"]}, "♦8 ♦7 without 3"),
        ({"contract": "g", "cards": [f"{suit}{rank}" for suit in "cs" for rank in
                                     ("J", "A", "10", "K", "Q", "9", "8")]}, "14 are ticked"),
    ],
)  # fmt: skip
def test_a_tapped_game_is_reckoned_as_a_typed_one(tapped, expected):
    assert expected in text(asked("calculator", system="isko-1998", **tapped))


@pytest.mark.parametrize(
    ("entered", "expected"),
    [
        ({"bid": "0"}, "greater than or equal to 1"),
        ({"bid": "abc"}, "whole number"),
        ({"bid": "12"}, "the lowest level is 18"),  # "/12" and a seat would be a bid of 121
        ({"marks": "won"}, "won is not one of"),
        ({"tops": "12"}, "12 is not one of"),
        ({"side": "beside"}, "beside is not one of"),
        ({"wenzel": "A"}, "A is not one of"),
        ({"contract": "zz"}, "zz is not one of"),
    ],
)
def test_impossible_tapped_game_is_reported_at_its_field(entered, expected):
    page = asked("calculator", **{"contract": "h", **entered}).content.decode()
    place = page[page.index(f'id="said-{next(iter(entered))}"') :]
    assert expected in place[: place.index("</div>")]
    assert f"#said-{next(iter(entered))}" in page[page.index("hx-select-oob") :]


@pytest.mark.parametrize(
    ("line", "value"), [("p1h/72", "−154"), ("x-1/59", "−120"), ("a1/27v", "−54")]
)
def test_link_means_the_same_in_another_language(line, value):
    """p is ♠ in German, s in English; no letter is two suits."""
    english = {"p": "s", "x": "c", "a": "d"}[line[0]] + line[1:]
    for asked, tongue in ((line, "en"), (english, "de"), (line, "de"), (english, "en")):
        page = browser().get(
            reverse("calculator"), {"line": asked}, headers={"accept-language": tongue}
        )
        assert re.search(rf'id="score">\s*{value}\s*<', page.content.decode())


def test_impossible_game_is_reported_with_a_link_to_its_rule():
    page = asked("calculator", system="isko-1998", line="h1ss")
    assert "only in a hand game" in text(page)
    assert f'href="{reverse("rules")}#SkO-2.1.3"' in page.content.decode()


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("0", "Passed in: nobody plays, and nothing is scored."),
        *((each, "means something only in a list") for each in ("?", "?2=458", "+", "--")),
    ],
)
def test_line_without_a_game_is_explained(line, expected):
    """SkO 3.3.7; docs/entry-line.md: what stands in a list besides games."""
    assert expected in text(asked("calculator", line=line))


def test_the_line_is_kept_when_the_system_changes_and_its_seat_stands_apart_from_the_bid():
    page = asked("calculator", line="n1").content.decode()
    assert re.search(r"Announcements: h [^,]+, ss [^,]+, zz [^,]+, o ", page)
    choice = page[page.index("look-system") :]
    assert 'name="line" value="n 1"' in choice[: choice.index("</form>")]
    assert "<kbd>h1h/30 1</kbd>" in asked("calculator", line="h1h/30").content.decode()


# The bid table


@pytest.mark.parametrize("key", SYSTEMS)
def test_the_table_shows_every_bid_of_its_system(key):
    """SkO 5.6.1, BT 1C-4C."""
    bids = {(each.value, each.game_class, each.game) for each in cells(SYSTEMS[key])}
    shown = [cell for row in bid_table(SYSTEMS[key]).rows for cell in row if cell != "value"]
    assert len(shown) == len(bids)
    assert asked("bids", system=key).status_code == 200


@pytest.mark.parametrize(
    ("key", "nulls"),
    [
        ("isko-1998", {23: "Null", 35: "Null hand", 46: "Null ouvert", 59: "Null ouvert hand"}),
        ("texas", {20: "Null", 30: "Null hand", 40: "Null ouvert", 60: "Null ouvert hand"}),
        ("nasl1975", {20: "Null", 40: "Null ouvert"}),
        ("nasl1898", {20: "Null", 40: "Null ouvert", 60: "Revolution"}),
    ],
)
def test_the_table_names_its_nulls(english, key, nulls):
    """BT 1C-4C."""
    listing = bid_table(SYSTEMS[key])
    columns = {each.game for each in SYSTEMS[key].nulls}
    found = {row["value"]: row[each] for row in listing.rows for each in columns & row.keys()}
    assert found == nulls


@pytest.mark.parametrize("key", SYSTEMS)
def test_the_print_is_one_page_and_says_whether_it_counts_the_bonus(english, key):
    """BT, the modest proposal: who finds it on a wall must not take it for the plain one."""
    plain, bonus = (bid_table(variant(SYSTEMS[key], wenzel_bonus=each)) for each in (False, True))
    assert "bonus" not in plain.subtitle
    with recorded_texts() as drawn:
        one_page_pdf(bonus, Head(tournament="Skat"))
    assert {each.page for each in drawn} == {1}
    assert {str(row["value"]) for row in bonus.rows} <= {each.text for each in drawn}
    assert "with the bonus for queens and kings" in " ".join(each.text for each in drawn)
    assert overlapping(drawn) == []


def test_what_can_still_be_played(english):
    """At 46: null ouvert, clubs with 3, grand with 1; not null hand."""
    found = {each.name: each for each in at_bid(ISKO, 46)}
    assert found["clubs"].takes == "with or without 3"
    assert {each.value for each in at_bid(ISKO, 46) if not each.sign} == {46, 59}
    assert at_bid(ISKO, 265) == []
    assert "What can still be played at 46" in text(asked("bids", system="isko-1998", bid=46))
    assert "No game reaches this bid" in text(asked("bids", system="isko-1998", bid=300))


def test_impossible_bid_is_reported():
    """SkO 3.3.2, docs/law.md "The four systems": 19, by the table of each."""
    tables = ("SkO 3.3.2", "BT 2C", "BT 3C", "BT 4C")
    for key, table in zip(SYSTEMS, tables, strict=True):
        page = text(asked("bids", system=key, bid=19))
        assert ("Nobody can bid 19" in page, table in page) == (True, True)
    assert "Nobody can" not in text(asked("bids", bid=46))
    assert "the highest level is 264" in text(asked("bids", bid=300))


@pytest.mark.parametrize(
    ("system", "bid", "name", "takes", "hand"),
    [
        # guckser: with 4, game 5, schneider 6, schwarz 7 × 16 = 112; schneider alone makes 96
        ("nasl1975", 96, "guckser", "with or without 4, and 1 level", ""),
        # … and schwarz is made with the jack of clubs only (SkO 2.4.2)
        ("nasl1975", 100, "guckser", "with 4, and 2 levels", ""),
        ("nasl1898", 61, "tournee diamonds", "with or without 11, and 1 level", ""),
        ("nasl1898", 61, "tournee hearts", "with or without 10", ""),
        ("nasl1898", 150, "grand ouvert", "with 2", ""),
        # diamonds 18: with 11, game 12, hand 13 and all five; with the skat there is no 15
        ("isko-1998", 160, "diamonds", "", "with 11, and 5 levels"),
        ("isko-1998", 126, "diamonds", "with 11, and 2 levels", "with or without 11, and 1 level"),
        ("isko-1998", 168, "grand", "with 4, and 2 levels", "with or without 4, and 1 level"),
        # announced schneider is two levels without schwarz
        ("texas", 112, "grand",
         "with or without 4, and 2 levels", "with or without 4, and 1 level"),
        ("texas", 144, "grand", "with 4, and 4 levels", "with 4, and 3 levels"),
    ],
)  # fmt: skip
def test_tops_and_levels_that_a_bid_takes(english, system, bid, name, takes, hand):
    """SkO 5.2.1, BT: reckoned by hand."""
    [found] = [each for each in at_bid(SYSTEMS[system], bid) if each.name == name]
    assert (found.takes, found.hand) == (takes, hand)


@pytest.mark.parametrize("kind", ["pdf", "xlsx", "csv"])
def test_both_tables_of_the_bids_can_be_taken_along(kind):
    visitor, asked = browser(), {"system": "texas", "bid": "100"}
    page = visitor.get(reverse("bids"), asked).content.decode()
    for what in ("bids", "chances"):
        address = reverse("bids-file", args=[what, kind])
        assert f'"{address}?system=texas&amp;bid=100"' in page
        answer = visitor.get(address, asked)
        assert answer["Content-Disposition"].endswith(f'.{kind}"')
        shown_text = "".join(cells_of(answer.content, kind))
        assert {"bids": "Texas", "chances": "played at 100"}[what] in shown_text or kind == "csv"
        assert "108" in shown_text


@pytest.mark.parametrize(
    "wrong", ["bids.doc", "none.pdf", "chances.pdf", "chances.csv?bid=x", "chances.csv?bid=0"]
)
def test_a_look_up_that_is_not_there_is_not_found(wrong):
    assert browser().get(f"/bids/{wrong}").status_code == 404


# The rules


def test_the_rules_are_found_by_words_of_both_languages():
    for tongue in ("de", "en"):
        with override(tongue):
            for sought, key in (("ÜBERREIZT", "SkO 5.4.1"), ("overbid", "SkO 5.4.1"),
                                ("4.1.10", "SkO 4.1.10"), ("bedient", "SkO 4.2.3")):  # fmt: skip
                assert key in [each.key for _text, found in rulebook(sought) for each in found]
    page = text(asked("rules", q="revoke"))
    assert ("SkO 4.2.3" in page, "SkO 2.4.2" in page) == (True, False)
    assert "No paragraph contains these words" in text(asked("rules", q="zzz"))


def test_every_paragraph_has_its_place_on_the_page():
    page = asked("rules").content.decode()
    assert all(f'id="{each.replace(" ", "-")}"' in page for each in PARAGRAPHS)
