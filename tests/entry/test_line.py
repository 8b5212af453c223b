"""One line is one game (docs/entry-line.md): what the clerk types is what the rules get."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.entry import Typed
from scoring.rules.checks import appraise
from scoring.rules.game import PlayedGame
from scoring.rules.systems import ISKO, NASL_1975, SYSTEMS, TEXAS, variant
from scoring.rules.valuation import complete
from tests.entry.reading import codes, problem, read, score, typed

# What stands in docs/entry-line.md


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
    ],
)
def test_the_examples_of_the_entry_page(text, game, seat):
    line = read(text)
    assert line.kind == "game"
    assert (complete(line.game), line.soloist) == (complete(game), seat)


def test_hearts_hand_with_1_bid_36_is_overbid_and_costs_80():
    """SkO 5.4.1: the loss is not typed; it follows from the bid."""
    assert score("10 1 * /36 2") == -80
    assert score("10 1 * + /36 2") == 40


def test_every_digit_line_means_one_game_at_one_seat():
    """docs/entry-line.md: 4,640 lines without a collision, because no contract begins another
    and the seat
    is always the last digit."""
    expected = dict(digit_lines())
    assert len(expected) == 4640
    for text, (game, seat) in expected.items():
        line = read(text)
        assert (complete(line.game), line.soloist) == (complete(game), seat), text


def digit_lines():
    """Each line of digits and numpad keys, with the game that it must mean."""
    base_values = {"diamonds": 9, "hearts": 10, "spades": 11, "clubs": 12, "grand": 24}
    ways = {"": {}, "*": {"hand": True}}
    levels = {"": {}, "+": {"schneider": True}, "++": {"schwarz": True}}
    results = {"": True, "-": False}
    for game, base in base_values.items():
        most = 4 if game == "grand" else 11
        for tops, (way, hand), (mark, level), (lost, won), seat in product(
            [*range(-most, 0), *range(1, most + 1)],
            ways.items(),
            levels.items(),
            results.items(),
            range(1, 5),
        ):
            sign = "-" if tops < 0 else ""
            text = f"{base}{sign}{abs(tops)}{way}{mark}{lost}{seat}"
            yield text, (PlayedGame(ISKO, game, tops=tops, won=won, **hand, **level), seat)
    nulls = {23: {}, 35: {"hand": True}, 46: {"ouvert": True}, 59: {"hand": True, "ouvert": True}}
    for (value, flags), (lost, won), seat in product(nulls.items(), results.items(), range(1, 5)):
        yield f"{value}{lost}{seat}", (PlayedGame(ISKO, "null", won=won, **flags), seat)


# Letters, spaces, keys


@pytest.mark.parametrize(
    ("german", "english", "digits"),
    [("a", "d", "9"), ("h", "h", "10"), ("p", "s", "11"), ("x", "c", "12"), ("g", "g", "24")],
)
def test_letters_follow_the_language_and_digits_always_work(german, english, digits):
    game = read(f"{german}13").game
    assert game == read(f"{english}13", language="en").game
    assert game == read(f"{digits}13").game == read(f"{digits}13", language="en").game


def test_letters_of_the_other_language_are_no_contract():
    assert problem("c13").code == "line-contract-unknown"
    assert problem("x13", language="en").code == "line-contract-unknown"


def test_spaces_and_capitals_mean_nothing():
    assert typed(" X 1\tS \u00a04 ") == typed("x1s4")


def test_every_dash_is_a_minus_and_an_umlaut_may_come_in_two_pieces():
    assert typed("g–3−2") == typed("g-3-2")
    assert typed("h1u\u0308362") == typed("h1ü362")


def test_h_is_hearts_in_front_and_hand_behind():
    assert complete(read("h1h2").game) == complete(
        PlayedGame(ISKO, "hearts", 1, hand=True, won=True)
    )


def test_s_is_spades_in_front_and_schneider_behind_in_english():
    game = read("s1s2", language="en").game
    assert (game.game, game.schneider) == ("spades", True)


def test_d_is_diamonds_in_front_and_queens_behind_in_english():
    game = read("d1d2", language="en").game
    assert (game.game, game.wenzel) == ("diamonds", "Q")


@pytest.mark.parametrize(("mark", "wenzel"), [("d", "Q"), ("q", "Q"), ("k", "K")])
def test_queens_and_kings_may_be_the_wenzels(mark, wenzel):
    """BT, the modest proposal: kings, hearts, with 2: 3 times 10, with the bonus 5 times 10."""
    assert read(f"h2{mark}1").game.wenzel == wenzel


def test_kings_hearts_with_2_are_50_with_the_bonus():
    assert score("h2k1", variant(ISKO, wenzel_bonus=True)) == 50
    assert score("h2k1", variant(ISKO, wenzels=True)) == 30


# Tops, and the two meanings of a minus


def test_a_minus_behind_the_contract_is_without_and_a_later_one_is_lost():
    """SkO 2.4.2; docs/entry-line.md."""
    assert (read("g-32").game.tops, read("g-32").game.won) == (-3, True)
    assert (read("g3-2").game.tops, read("g3-2").game.won) == (3, False)
    assert typed("g-3v2") == typed("g-3-2")


def test_a_minus_behind_a_null_is_lost():
    assert read("n-1").game.won is False
    assert typed("nv1").game == typed("23-1").game == typed("n-1").game


def test_a_lost_mark_may_stand_before_other_marks():
    assert typed("x1-s2") == typed("x1s-2")


def test_the_seat_is_the_last_digit_whatever_stands_before():
    assert (read("9111").game.tops, read("9111").soloist) == (11, 1)
    assert (read("911").game.tops, read("911").soloist) == (1, 1)


@pytest.mark.parametrize("text", ["x122", "x02", "g52", "x1234", "x1 36 2", "x" + "9" * 29 + "1"])
def test_tops_beyond_the_trumps_do_not_exist(text):
    """SkO 2.4.3: eleven at suit, four at grand."""
    found = problem(text)
    assert (found.code, found.rule) == ("line-tops-out-of-range", "SkO 2.4.3")


def test_a_null_has_no_tops():
    """SkO 2.4.3."""
    assert problem("n12").code == "line-tops-at-null"


@pytest.mark.parametrize("text", ["x2", "x-2", "xs2", "242", "24-2", "x"])
def test_tops_may_not_be_left_out(text):
    assert "line-tops-missing" in codes(text)


# Marks and what they imply


def test_z_implies_schneider():
    """SkO 5.2.4."""
    assert complete(read("g3z1").game).schneider is True


def test_announcing_schwarz_implies_announcing_schneider_and_won_implies_both():
    """SkO 5.2.5: hand with 1, both announced and reached: 1+1+1+4 = 7 times 12."""
    assert score("x1hzz2") == 84
    assert score("x1*zz2") == 84


def test_lost_game_with_announcement_has_no_implied_level():
    """docs/law.md "Lost games": grand hand with 2, schneider announced, lost: 6 times 24,
    doubled.
    """
    assert score("g2hss-1") == -288
    assert complete(read("g2hss-1").game).schneider is False


def test_open_at_suit_and_grand_implies_hand_and_everything_announced():
    """SkO 2.1.3: grand with 4 open is 11 times 24."""
    assert score("g4o2") == 264
    assert score("g4hsszzo2") == 264


def test_open_in_texas_implies_the_announcements_but_no_hand():
    """docs/law.md "The four systems": announcing is allowed after taking the skat; the value is
    doubled.
    """
    assert score("g4o2", TEXAS) == 288
    assert score("g4ho2", TEXAS) == 320


def test_a_null_may_be_open_without_hand():
    """SkO 2.1.4."""
    assert [score(f"{text}1") for text in ("n", "nh", "no", "nho")] == [23, 35, 46, 59]
    assert [score(f"{text}1") for text in ("23", "23h", "46", "35o", "59")] == [23, 35, 46, 59, 59]


def test_an_announcement_without_hand_is_left_to_the_rules():
    """SkO 2.1.3: the line is readable, the game is not legal."""
    line = read("x1ss2")
    assert [each.code for each in appraise(line.game).problems] == ["announcement-needs-hand"]


def test_game_with_announced_level_reached_can_be_overbid():
    """SkO 5.4: spades hand with 1, schneider announced and made, 5 times 11 under a bid of 72."""
    assert score("p1hss/72 1") == -2 * 77


def test_repeated_mark_is_refused():
    assert problem("x1hh2").params == {"mark": "hand"}
    assert problem("x1*h2").code == "line-mark-twice"
    assert problem("x1--2").code == "line-mark-twice"


def test_three_plus_are_schwarz_and_schneider():
    assert read("x1+++2").game == read("x1zs2").game


@pytest.mark.parametrize("text", ["x1y2", "x1s€2", "x1!2", "x1?2", "x1a2", "nr2", "n+x2"])
def test_an_unknown_mark_is_shown(text):
    assert problem(text).code == "line-mark-unknown"


def test_digits_between_marks_and_seat_have_no_meaning():
    assert problem("x1s362").code == "line-digits-unexpected"
    assert problem("x1-362").code == "line-digits-after-lost"


# Bid and overbid


def test_the_bid_is_everything_between_its_key_and_the_seat():
    for text in ("x1/182", "x1 / 18 2", "x1ü182", "x1/18s2", "x1s/182"):
        assert (read(text).game.bid, read(text).soloist) == (18, 2)


def test_a_game_whose_value_covers_the_bid_is_won():
    assert read("x1/242").game.won is True
    assert read("x1/272").game.won is False


@pytest.mark.parametrize("text", ["h1hü-802", "h1hüv802", "h1h/-802", "10 1 * / -80 2"])
def test_overbid_without_a_bid_takes_the_papers_value(text):
    """docs/law.md "Lost games": on paper the bid is often missing; then the entered value
    decides.
    """
    line = read(text)
    assert (line.game.overbid, line.game.score, line.soloist) == (True, -80, 2)
    assert score(text) == -80


@pytest.mark.parametrize("text", ["h1hü2", "h1h/2", "h1ü-2"])
def test_overbid_without_a_bid_asks_for_the_papers_value(text):
    found = problem(text)
    assert (found.code, found.rule) == ("line-overbid-needs-value", "SkO 5.4.1")


def test_a_score_on_paper_is_a_control_where_a_bid_is_given():
    line = read("h1h/36-802")
    assert (line.game.bid, line.game.score) == (36, -80)
    assert [each.code for each in appraise(read("h1h/36-902").game).problems] == ["score-differs"]


# The seat


def test_at_four_the_dealer_does_not_play():
    """SkO 3.2.7; the game is read all the same, so that its own problems come along."""
    found = problem("x1s4", dealer=4)
    assert (found.code, found.rule) == ("dealer-is-soloist", "SkO 3.2.7")
    assert typed("x1s4", dealer=4).game is not None


def test_at_three_the_dealer_plays():
    assert read("x1s3", seats=3, dealer=3).soloist == 3


@pytest.mark.parametrize(("text", "seats"), [("x15", 4), ("x10", 4), ("x14", 3), ("?4", 3)])
def test_a_seat_belongs_to_the_table(text, seats):
    assert problem(text, seats=seats).params["seats"] == seats


def test_a_line_without_a_seat_is_not_finished():
    assert problem("x1s").code == "line-seat-missing"
    assert typed("x1s").game is not None


@pytest.mark.parametrize("text", ["23", "46", "35", "59", "n"])
def test_a_null_alone_lacks_its_seat_and_is_no_unknown_game(text):
    """Its last digit is none of the table's seats, but part of the base value."""
    found = problem(text, dealer=1)
    assert found.code == "line-seat-missing"
    assert found.params == {"found": text, "free": (2, 3, 4), "example": 2}


@pytest.mark.parametrize("text", ["9", "10", "11", "12", "24", "g"])
def test_a_suit_or_grand_alone_lacks_its_tops(text):
    assert problem(text).code == "line-tops-missing"


@pytest.mark.parametrize(
    ("text", "contract"),
    [("9", "9"), ("24", "24"), ("x1", "x"), ("hallo", "h"), ("9-", "9"), ("x5", "x"), ("x3", "x")],
)
def test_a_line_without_tops_is_named_with_an_example_that_is_possible_in_its_row(text, contract):
    """The digit of "x3" may be the tops as well: nothing is said about who deals."""
    found = problem(text, dealer=1)
    assert found.params == {
        "found": text,
        "contract": contract,
        "most": 4 if contract == "24" else 11,
        "free": (2, 3, 4),
        "example": 2,
    }
    assert read(f"{contract} 1 2", dealer=1).soloist == 2
    assert problem("x1", dealer=1).code == "line-tops-missing"


def test_the_example_has_the_letters_of_the_system():
    assert problem("tx", NASL_1975, seats=3, dealer=3).params["contract"] == "tx"


@pytest.mark.parametrize("text", ["h1/36", "h1/22", "h1/20", "h1ü144", "h1/37", "n/18", "h1*/36"])
def test_a_bid_at_the_end_that_nobody_can_make_without_its_last_digit_lacks_the_seat(text):
    found = problem(text, dealer=1)
    assert found.code == "line-seat-missing"
    assert found.params == {"found": text, "free": (2, 3, 4), "example": 2}
    assert read(f"{text} 2", dealer=1).soloist == 2


@pytest.mark.parametrize(
    ("text", "bid"), [("h1/182", 18), ("h1/192", 19), ("h1/172", 17), ("h1/1442", 144)]
)
def test_a_bid_with_a_seat_behind_it_is_read_as_before(text, bid):
    assert (read(text).game.bid, read(text).soloist) == (bid, 2)


def test_at_three_every_seat_is_possible():
    assert problem("23", seats=3, dealer=1).params["free"] == (1, 2, 3)


def test_the_dealer_is_told_who_else_can_have_played():
    assert problem("x1s4", dealer=4).params == {"seat": 4, "free": (1, 2, 3)}


def test_all_problems_of_a_line_are_reported_at_once():
    """docs/developing.md: the clerk reads the line only one more time."""
    assert codes("g5s4=x", dealer=4) == [
        "dealer-is-soloist",
        "line-tops-out-of-range",
        "line-running-unreadable",
    ]


# Running totals, and lines without a game


@pytest.mark.parametrize(("text", "running"), [("2432=458", 458), ("g32,-40", -40), ("g32.0", 0)])
def test_the_papers_running_total_follows_an_equals_sign_or_the_comma(text, running):
    assert read(text).running == running


@pytest.mark.parametrize("text", ["?2=", "g32=", "g32,"])
def test_a_sign_without_a_running_total_lacks_its_figure(text):
    found = problem(text)
    assert (found.code, found.params) == ("line-running-missing", {"found": text})
    assert read(f"{text}458").running == 458


@pytest.mark.parametrize("figure", ["-", "4x", "=4", "123456", "+4", "４"])
def test_a_running_total_is_a_whole_number(figure):
    assert problem(f"g32={figure}").code == "line-running-unreadable"


@pytest.mark.parametrize("text", ["0", "e", "E", " 0 "])
def test_a_passed_in_game_is_one_key(text):
    assert read(text) == Typed("passed")


def test_an_unreadable_line_may_still_have_a_seat_and_a_running_total():
    assert read("?") == Typed("unread")
    assert read("?2") == Typed("unread", soloist=2)
    assert read("? 2 = 458") == Typed("unread", soloist=2, running=458)
    assert read("?=-12") == Typed("unread", running=-12)
    assert problem("?x").code == problem("?22").code == "line-unread-only-seat"


def test_rows_are_inserted_and_removed_by_signs():
    assert read("+") == Typed("insert")
    assert read("--") == Typed("remove")


# What cannot be read


@pytest.mark.parametrize("text", ["k12", "k", "K-1s2"])
def test_a_bare_k_asks_which_suit_is_meant(text):
    assert codes(text)[0] == "line-suit-ambiguous"


def test_a_k_behind_a_class_letter_asks_as_well():
    assert codes("lk12", NASL_1975) == ["line-suit-ambiguous"]


def test_an_unknown_contract_names_those_that_exist():
    assert problem("1332").params == {
        "found": "133",
        "contracts": "9 10 11 12 24, a h p x g, n 23 35 46 59 0",
    }


@pytest.mark.parametrize("text", ["", "  ", "=5"])
def test_an_empty_line_says_what_may_stand_there(text):
    assert codes(text) == ["line-empty"]


def test_a_seat_alone_lacks_the_contract():
    assert problem("3").code == "line-contract-missing"


def test_too_long_line_is_refused():
    assert problem("x" * 61).code == "line-too-long"
    assert problem(" " * 100_000 + "x12").code == "line-too-long"


ALPHABET = "0123456789-+*/=,.? ahpxgndscvzokqeürtful\u0308−"


@given(
    text=st.one_of(st.text(), st.text(ALPHABET), st.text(max_size=300)),
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


def test_a_null_is_one_key_if_a_seat_stands_behind_it():
    for short, long in (("02", "232"), ("0-3", "23-3"), ("0*2", "352"), ("02=46", "232=46")):
        assert (complete(read(short).game), read(short).soloist) == (
            complete(read(long).game),
            read(long).soloist,
        )


@pytest.mark.parametrize("next_line", ["12-13", "913", "2432", "35-1", "0", "232", "10-1-3"])
def test_a_passed_game_that_runs_into_the_next_line_is_refused(next_line):
    assert read("0").kind == "passed"
    assert codes("0" + next_line)
