"""The law repairs what an eye misreads, and does not repair what the keeper wrote."""

from random import Random

import pytest

from scoring.photo.decode import BLANK, ENDED, GAME, PASS, UNREAD_ROW, decode
from scoring.photo.doubt import reasons
from scoring.photo.form import PASSED
from scoring.rules.checks import appraise
from scoring.rules.score_list import Line, Outline
from scoring.rules.systems import ISKO, TEXAS
from tests.photo.channel import Misread
from tools.photo.lists import Habits, PlayedList, play

SHORT = play(Random(6), 4, 3, habits=Habits(passed=0, overbid=0))


def explained(played: PlayedList, rate: float = 0, system=ISKO):
    outline = Outline(played.outline.seats, played.outline.rounds)
    return decode(Misread(played.cells, rate, Random(7)), system, outline)


def with_row(place: int, **cells: str) -> dict[tuple[int, str], str]:
    """The cells of a short list in which this row says something else."""
    others = {key: text for key, text in SHORT.cells.items() if key[0] != place}
    return others | {(place, key): text for key, text in cells.items()}


def up_to(place: int, seat: int, score: int, **cells: str) -> dict[tuple[int, str], str]:
    """The cells of a short list that goes to this row, in which a seat gets a score."""
    before = {key: text for key, text in SHORT.cells.items() if key[0] < place}
    totals = [int(text) for (_row, key), text in before.items() if key == f"points_{seat}"]
    cells[f"points_{seat}"] = str([0, *totals][-1] + score)
    return before | {(place, key): text for key, text in cells.items()}


def row_read(cells: dict[tuple[int, str], str], place: int, has=None):
    """A row, and what is in doubt about it."""
    reading = Misread(cells, 0, Random(7))
    if has is not None:
        reading.has = has
    row = decode(reading, ISKO, SHORT.outline)[place]
    return row, list(reasons(reading, place, row))


def what(line: Line) -> tuple[str, int, int]:
    """Kind, seat and score of a line as they happened."""
    if line.game is None or line.soloist is None:
        return PASS, 0, 0
    return GAME, line.soloist, appraise(line.game).worth.score


def wrong_rows(played: PlayedList, rows) -> list[int]:
    return [
        place
        for place, (line, row) in enumerate(zip(played.lines, rows, strict=False))
        if row.choice[:3] != what(line)
    ]


def is_sure(row) -> bool:
    certain = row.certainty * row.sure_game >= 0.99 and row.choice.kind in (GAME, PASS)
    return certain and not (row.choice.slip or row.forgotten)


@pytest.mark.parametrize(("seats", "system"), [(4, ISKO), (3, ISKO), (4, TEXAS)])
def test_a_list_that_is_read_without_error_is_that_list(seats, system):
    played = play(Random(seats), seats, 6, system, Habits(passed=0.1, overbid=0))
    rows = explained(played, system=system)
    games = [row.writing and row.writing.game for row in rows]
    assert wrong_rows(played, rows) == []
    assert [game and appraise(game).game for game in games] == [
        line.game and appraise(line.game).game for line in played.lines
    ]


@pytest.mark.parametrize("rate", [0.05, 0.15])
def test_misread_figures_are_repaired_or_asked_but_never_wrong(rate):
    """At 15 % three rows of four have an error."""
    played = play(Random(1))
    rows = explained(played, rate)
    wrong = wrong_rows(played, rows)
    assert len(wrong) <= 1
    assert [place for place in wrong if is_sure(rows[place])] == []
    assert sum(is_sure(row) for row in rows) >= 0.85 * len(rows)


def test_a_keeper_who_adds_wrongly_is_found_in_the_row_where_he_does():
    """What he wrote goes on from there; the law does not add for him (TO 8.11)."""
    played = play(Random(3), habits=Habits(wrong_sums=1, overbid=0))
    rows = explained(played)
    assert wrong_rows(played, rows) == []
    assert [place for place, row in enumerate(rows) if row.choice.slip] == list(played.slips)


def test_a_second_look_does_not_talk_a_wrong_sum_away():
    """Only the total shows it: in a row that was in doubt it has to say by itself what it is."""
    played = play(Random(3), habits=Habits(overbid=0))
    reading = Misread(played.cells, 0, Random(7))
    row = next(place for place, line in enumerate(played.lines) if line.game)
    explained_row = decode(reading, ISKO, Outline(4, 12))[row]
    key = f"points_{explained_row.choice.seat}"
    assert list(reasons(reading, row, explained_row)) == []
    reading.is_read_again = lambda _row: True
    assert list(reasons(reading, row, explained_row)) == []
    reading.seen[row, key] = str(explained_row.choice.total + 20)
    assert "hardly-legible" in list(reasons(reading, row, explained_row))


def test_a_forgotten_tick_is_asked():
    played = play(Random(8), habits=Habits(forgotten_ticks=3, overbid=0))
    assert "tick" in played.slips.values()
    rows = explained(played)
    assert not any(is_sure(rows[place]) for place in played.slips)


def test_an_overbid_game_is_known_by_its_score():
    """SkO 5.4.1: hearts with 1, hand, bid 36: raised to 40, lost, -80."""
    marks = {"base": "10", "with": "1", "hand": "x", "minus": "80"}
    row, _doubts = row_read(up_to(4, 2, -80, **marks), 4)
    game = row.writing.game
    assert row.choice[:3] == (GAME, 2, -80)
    assert (game.game, game.overbid) == ("hearts", True)


def test_a_list_that_ended_early_has_no_games_behind_its_end():
    played = play(Random(5), 4, 6, habits=Habits(ends_early=1))
    rows = explained(played)
    last = played.outline.ended_after
    assert wrong_rows(played, rows) == []
    assert {row.choice.kind for row in rows[last:]} == {ENDED}


def test_an_empty_row_between_games_is_not_taken_for_passed_in():
    assert row_read(with_row(5), 5)[0].choice.kind == BLANK
    assert row_read(with_row(5, **{PASSED: "x"}), 5)[0].choice.kind == PASS


def test_a_letter_in_place_of_the_tick_is_proposed_as_passed_in_and_asked():
    """An "E" or "eingepasst" among the marks, read as whatever looks like it; and no score.

    The 9 of diamonds may be a game that was begun.
    """
    row, doubts = row_read(with_row(5, base="6", hand="x", schneider="x", **{"with": "1"}), 5)
    assert (row.choice.kind, doubts[0]) == (BLANK, "written-otherwise")
    for letter, why in (("8", []), ("9", ["written-otherwise"])):
        row, doubts = row_read(with_row(5, base=letter), 5)
        assert row.choice.kind in (PASS, BLANK)
        assert doubts == why


def test_a_tick_that_the_value_forgets_is_asked():
    """Grand with 3, hand, Schneider announced: 168; the keeper reckoned 144 and added it."""
    seat = next(seat for seat in (1, 2, 3, 4) if SHORT.outline.may_play(seat, 12))
    ticks = dict.fromkeys(("hand", "schneider", "schneider_announced"), "x")
    marks = {"base": "24", "with": "3", "plus": "144", f"won_{seat}": "9", **ticks}
    cells = up_to(11, seat, 144, **marks)
    reading = Misread(cells, 0, Random(7))
    reading.right, reading.free = 0.0, lambda row, key: cells.get((row, key), "")
    row = decode(reading, ISKO, Outline(4, 3))[11]
    assert row.choice.score == 144
    assert "written-otherwise" in reasons(reading, 11, row)


def test_a_row_in_which_nothing_stands_is_asked_where_no_column_is_ticked_for_passed_in():
    """It may as well be ink that nobody can see."""
    row, doubts = row_read(with_row(5), 5, has=lambda key: key != PASSED)
    assert row.choice.kind in (PASS, BLANK)
    assert doubts[0] == "row-empty"


def test_a_tick_for_schwarz_says_schneider_too():
    """Whoever is Schwarz is Schneider; many tick the higher one alone."""
    marks = {"base": "24", "with": "3", "schwarz": "x", "plus": "144"}
    row, _doubts = row_read(up_to(4, 2, 144, **marks), 4)
    game = row.writing.game
    assert (game.schneider, game.schwarz, bool(game.hand)) == (True, True, False)
    assert row.forgotten == ()


def test_a_row_that_says_no_game_is_left_unread_and_the_next_ones_are_not():
    """A struck row, an annulled game, or one that no law knows."""
    played = play(Random(4), 4, 4, habits=Habits(passed=0, overbid=0))
    for place in [place for place in played.cells if place[0] == 6 and place[1][:3] != "poi"]:
        played.cells[place] = "77777"
    played.cells |= {(6, "plus"): "77777", (6, "minus"): "77777"}
    rows = explained(played)
    assert rows[6].choice.kind == UNREAD_ROW
    assert wrong_rows(played, rows) == [6]


def test_the_dealer_of_four_is_never_the_soloist():
    """SkO 3.2.7."""
    played = play(Random(9), 4, 4)
    for number, row in enumerate(explained(played, 0.3), 1):
        assert row.choice.seat != Outline(4, 4).dealer(number)
