"""One line is one game (docs/entry-line.md): what the clerk types is what the rules get."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.entry.line import ParsedLine
from scoring.rules.checks import appraise
from scoring.rules.game import PlayedGame
from scoring.rules.systems import ISKO, NASL_1975, SYSTEMS, TEXAS, variant
from scoring.rules.valuation import complete
from tests.entry.reading import codes, problem, read, score, typed


@pytest.mark.parametrize(
    ("text", "game", "seat"),
    [
        ("2432", PlayedGame(ISKO, "grand", tops=3, won=True), 2),
        ("24-3-2", PlayedGame(ISKO, "grand", tops=-3, won=False), 2),
        ("x1s4", PlayedGame(ISKO, "clubs", tops=1, schneider=True, won=True), 4),
        ("9-114", PlayedGame(ISKO, "diamonds", tops=-11, won=True), 4),
        ("23-1", PlayedGame(ISKO, "null", won=False), 1),
        ("35 3", PlayedGame(ISKO, "null", hand=True, won=True), 3),
        ("10 1 * /36 2", PlayedGame(ISKO, "hearts", tops=1, hand=True, bid=36, won=False), 2),
        # h is hearts in front and hand behind.
        ("h1h2", PlayedGame(ISKO, "hearts", 1, hand=True, won=True), 2),
        ("h2d1", PlayedGame(ISKO, "hearts", 2, wenzel="Q", won=True), 1),
        ("h2q1", PlayedGame(ISKO, "hearts", 2, wenzel="Q", won=True), 1),
        ("h2k1", PlayedGame(ISKO, "hearts", 2, wenzel="K", won=True), 1),
        # A minus behind the contract is without (SkO 2.4.2), a later one is lost.
        ("g-32", PlayedGame(ISKO, "grand", -3, won=True), 2),
        ("g3-2", PlayedGame(ISKO, "grand", 3, won=False), 2),
        # The seat is the last digit, whatever stands before.
        ("9111", PlayedGame(ISKO, "diamonds", 11, won=True), 1),
        ("911", PlayedGame(ISKO, "diamonds", 1, won=True), 1),
        ("g3z1", PlayedGame(ISKO, "grand", 3, schneider=True, schwarz=True, won=True), 1),
        # The bid is everything between its key and the seat; what covers it is won.
        ("x1/182", PlayedGame(ISKO, "clubs", 1, bid=18, won=True), 2),
        ("x1 / 18 2", PlayedGame(ISKO, "clubs", 1, bid=18, won=True), 2),
        ("x1ü242", PlayedGame(ISKO, "clubs", 1, bid=24, won=True), 2),
        ("x1/272", PlayedGame(ISKO, "clubs", 1, bid=27, won=False), 2),
        ("x1/18s2", PlayedGame(ISKO, "clubs", 1, bid=18, schneider=True, won=True), 2),
        ("x1s/182", PlayedGame(ISKO, "clubs", 1, bid=18, schneider=True, won=True), 2),
        ("h1/192", PlayedGame(ISKO, "hearts", 1, bid=19, won=True), 2),
        ("h1/1442", PlayedGame(ISKO, "hearts", 1, bid=144, won=False), 2),
    ],
)
def test_a_line_is_a_game_at_a_seat(text, game, seat):
    line = read(text)
    assert line.kind == "game"
    assert (complete(line.game), line.soloist) == (complete(game), seat)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        (" X 1\tS \u00a04 ", "x1s4"),
        ("g–3−2", "g-3-2"),
        ("h1u\u0308362", "h1ü362"),
        ("g-3v2", "g-3-2"),
        ("nv1", "n-1"),
        ("23-1", "n-1"),
        ("x1-s2", "x1s-2"),
        ("x1+++2", "x1zs2"),
        ("x1hss2", "x1*ss2"),
        # A null is one key if a seat stands behind it.
        ("02", "232"),
        ("0-3", "23-3"),
        ("0*2", "352"),
        ("02=46", "232=46"),
    ],
)
def test_other_keys_say_the_same(text, same):
    one, other = read(text), read(same)
    assert complete(one.game) == complete(other.game)
    assert (one.soloist, one.running) == (other.soloist, other.running)


@pytest.mark.parametrize(
    ("german", "english", "digits"),
    [("a", "d", "9"), ("h", "h", "10"), ("p", "s", "11"), ("x", "c", "12"), ("g", "g", "24")],
)
def test_letters_follow_the_language_and_digits_always_work(german, english, digits):
    game = read(f"{german}13").game
    assert game == read(f"{english}13", language="en").game
    assert game == read(f"{digits}13").game == read(f"{digits}13", language="en").game
    # Behind the contract "s" is schneider, "d" queens.
    assert read(f"{english}1s3", language="en").game.schneider
    assert read(f"{english}1d3", language="en").game.wenzel == "Q"


@pytest.mark.parametrize(
    ("text", "system", "expected"),
    [
        ("10 1 * /36 2", ISKO, -80),  # SkO 5.4.1: the loss is not typed
        ("10 1 * + /36 2", ISKO, 40),
        ("h2k1", variant(ISKO, wenzel_bonus=True), 50),  # BT, the modest proposal
        ("h2k1", variant(ISKO, wenzels=True), 30),
        # Announced schwarz implies announced schneider, and won both: 7 times 12 (SkO 5.2.5).
        ("x1hzz2", ISKO, 84),
        ("g2hss-1", ISKO, -288),
        # Open implies hand and everything announced (SkO 2.1.3), in Texas no hand.
        ("g4o2", ISKO, 264),
        ("g4hsszzo2", ISKO, 264),
        ("g4o2", TEXAS, 288),
        ("g4ho2", TEXAS, 320),
        ("n1", ISKO, 23),
        ("nh1", ISKO, 35),
        ("no1", ISKO, 46),  # SkO 2.1.4
        ("nho1", ISKO, 59),
        ("35o1", ISKO, 59),
        ("p1hss/72 1", ISKO, -154),  # SkO 5.4
        # docs/law.md "Lost games": on paper the bid is often missing; then its value decides.
        ("h1hü-802", ISKO, -80),
        ("h1hüv802", ISKO, -80),
        ("10 1 * / -80 2", ISKO, -80),
    ],
)
def test_what_a_line_is_worth(text, system, expected):
    assert score(text, system) == expected


def test_what_is_not_legal_is_left_to_the_rules():
    """SkO 2.1.3: the line is readable; a score on paper is a control where a bid is given."""
    problems = [appraise(read(text).game).problems for text in ("x1ss2", "h1h/36-902")]
    assert [[each.code for each in found] for found in problems] == [
        ["announcement-needs-hand"],
        ["score-differs"],
    ]
    game = read("h1h/36-802").game
    assert (game.bid, game.score) == (36, -80)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("c13", "line-contract-unknown"),
        # SkO 2.4.3: eleven at suit, four at grand, none at null.
        *((text, "line-tops-out-of-range") for text in ("x122", "x02", "g52", "x1234", "x1 36 2")),
        ("n12", "line-tops-at-null"),
        *((text, "line-tops-missing") for text in ("x2", "x-2", "xs2", "242", "24-2", "x")),
        *((text, "line-tops-missing") for text in ("9", "10", "24", "g", "x1")),
        *((text, "line-mark-twice") for text in ("x1hh2", "x1*h2", "x1--2")),
        *((text, "line-mark-unknown") for text in ("x1y2", "x1s€2", "x1?2", "x1a2", "nr2", "n+x2")),
        ("x1s362", "line-digits-unexpected"),
        ("x1-362", "line-digits-after-lost"),
        *((text, "line-overbid-needs-value") for text in ("h1hü2", "h1h/2", "h1ü-2")),
        ("x1s", "line-seat-missing"),
        *((f"g32={figure}", "line-running-unreadable") for figure in ("-", "4x", "=4", "123456")),
        *((f"g32={figure}", "line-running-unreadable") for figure in ("+4", "４")),
        *((text, "line-running-missing") for text in ("?2=", "g32=", "g32,")),
        ("?x", "line-unread-only-seat"),
        ("?22", "line-unread-only-seat"),
        *((text, "line-empty") for text in ("", "  ", "=5")),
        ("3", "line-contract-missing"),
        ("x" * 61, "line-too-long"),
        (" " * 100_000 + "x12", "line-too-long"),
        ("r203", "ramsch-not-in-system"),
    ],
)
def test_what_cannot_be_read_is_named(text, code):
    assert code in codes(text)


@pytest.mark.parametrize(
    ("text", "system"), [("k12", ISKO), ("k", ISKO), ("K-1s2", ISKO), ("lk12", NASL_1975)]
)
def test_a_bare_k_asks_which_suit_is_meant(text, system):
    assert codes(text, system)[0] == "line-suit-ambiguous"


def test_an_unknown_contract_names_those_that_exist():
    contracts = "a h p x g n 9 10 11 12 24 23 35 46 59 0"
    assert problem("1332").params == {"found": "133", "contracts": contracts}


def test_all_problems_of_a_line_are_reported_at_once():
    """docs/developing.md: the clerk reads the line only one more time."""
    found = "dealer-is-soloist line-tops-out-of-range line-running-unreadable"
    assert codes("g5s4=x", dealer=4) == found.split()


def test_at_four_the_dealer_does_not_play_and_is_told_who_can_have_played():
    """SkO 3.2.7; the game is read all the same, so that its own problems come along."""
    found = problem("x1s4", dealer=4)
    assert (found.code, found.rule) == ("dealer-is-soloist", "SkO 3.2.7")
    assert found.params == {"seat": 4, "free": (1, 2, 3)}
    assert typed("x1s4", dealer=4).game is not None
    assert read("x1s3", seats=3, dealer=3).soloist == 3
    assert problem("23", seats=3, dealer=1).params["free"] == (1, 2, 3)


@pytest.mark.parametrize(("text", "seats"), [("x15", 4), ("x10", 4), ("x14", 3), ("?4", 3)])
def test_a_seat_belongs_to_the_table(text, seats):
    assert problem(text, seats=seats).params["seats"] == seats


@pytest.mark.parametrize(
    "text",
    [
        # The last digit of a null alone is no seat, but part of the base value.
        *("23", "46", "35", "59", "n"),
        # A bid that nobody can make without its last digit.
        *("h1/36", "h1/22", "h1/20", "h1ü144", "h1/37", "n/18", "h1*/36"),
    ],
)
def test_where_the_seat_is_missing_those_who_can_have_played_are_named(text):
    found = problem(text, dealer=1)
    assert found.code == "line-seat-missing"
    assert found.params == {"found": text, "free": (2, 3, 4), "example": 2}
    assert read(f"{text} 2", dealer=1).soloist == 2


@pytest.mark.parametrize(
    ("text", "contract"),
    [("9", "9"), ("24", "24"), ("x1", "x"), ("hallo", "h"), ("9-", "9"), ("x5", "x"), ("x3", "x")],
)
def test_a_line_without_tops_is_named_with_an_example_that_is_possible_in_its_row(text, contract):
    """The digit of "x3" may be the tops as well: nothing is said about who deals."""
    most = 4 if contract == "24" else 11
    named = {"found": text, "contract": contract, "most": most, "free": (2, 3, 4), "example": 2}
    assert problem(text, dealer=1).params == named
    assert read(f"{contract} 1 2", dealer=1).soloist == 2
    # In the letters of the system.
    assert problem("tx", NASL_1975, seats=3, dealer=3).params["contract"] == "tx"


@pytest.mark.parametrize(("text", "running"), [("2432=458", 458), ("g32,-40", -40), ("g32.0", 0)])
def test_the_papers_running_total_follows_an_equals_sign_or_the_comma(text, running):
    assert read(text).running == running


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0", ParsedLine("passed")),
        ("e", ParsedLine("passed")),
        (" E ", ParsedLine("passed")),
        ("?", ParsedLine("unread")),
        ("?2", ParsedLine("unread", soloist=2)),
        ("? 2 = 458", ParsedLine("unread", soloist=2, running=458)),
        ("?=-12", ParsedLine("unread", running=-12)),
        ("+", ParsedLine("insert")),
        ("--", ParsedLine("remove")),
    ],
)
def test_lines_without_a_game(text, expected):
    assert read(text) == expected


@pytest.mark.parametrize("next_line", ["12-13", "913", "2432", "35-1", "0", "232", "10-1-3"])
def test_a_passed_game_that_runs_into_the_next_line_is_refused(next_line):
    assert codes("0" + next_line)


@given(
    text=st.text() | st.text("0123456789-+*/=,.? ahpxgndscvzokqeürtful\u0308−"),
    system=st.sampled_from([*SYSTEMS.values(), variant(TEXAS, ramsch=True)]),
    language=st.sampled_from(["de", "en", "de-at", "fr"]),
    seats=st.sampled_from([3, 4]),
)
def test_any_text_is_a_line_or_has_problems_without_exception(text, system, language, seats):
    line = typed(text, system, seats=seats, dealer=1, language=language)
    assert all(each.field == "line" for each in line.problems)
    if line.kind == "game" and not line.problems:
        assert line.game is not None
        assert line.soloist in range(1, seats + 1)
        assert appraise(line.game).game is not None
