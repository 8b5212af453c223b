"""What a draw is asked, its fingerprint, and every reason to refuse it."""

from dataclasses import replace

import pytest

from scoring.seating.plan import draw
from scoring.seating.request import (
    DrawRequest,
    Options,
    Player,
    UnusableRequest,
    faults,
    fingerprint,
)
from tests.seating.fields import little_effort, players

SIXTEEN = DrawRequest(players(16), 3, "seed")


def codes(request):
    return [fault.code for fault in faults(request)]


def test_the_fingerprint_of_a_request_never_changes():
    """It is stored, and knows neither the seed, which is drawn later, nor the order of the list."""
    stored = "54076542d40cbe7243f8326c7ff4c3e0ed713bdb8da1263b94cea4faa16f3dae"
    other = replace(SIXTEEN, seed="another", players=SIXTEEN.players[::-1])
    assert fingerprint(SIXTEEN) == fingerprint(other) == stored


@pytest.mark.parametrize(
    "change",
    [
        {"series": 4},
        {"ahead": 2},
        {"mode": "lot"},
        {"options": Options(clubs="first")},
        {"options": Options(three_seats="volunteers")},
        {"history": (((1, 2, 3, 4),),)},
        {"players": players(17)},
        {"players": (Player(1, "A"), *players(16)[1:])},
        {"players": (Player(1, fixed_table=1), *players(16)[1:])},
        {"players": (Player(1, last_series=2), *players(16)[1:])},
        {"players": (Player(1, rank=1), *players(16)[1:])},
        {"players": (Player(1, volunteer=True), *players(16)[1:])},
        {"players": (Player("1"), *players(16)[1:])},
    ],
)
def test_whatever_decides_the_draw_changes_the_fingerprint(change):
    assert fingerprint(replace(SIXTEEN, **change)) != fingerprint(SIXTEEN)


RANKED = tuple(Player(number, rank=number) for number in range(1, 9))


def fixed(*tables, count, series=1):
    """Players 1, 2 … want these tables."""
    chosen = [Player(number, fixed_table=table) for number, table in enumerate(tables, 1)]
    return DrawRequest((*chosen, *players(count)[len(tables) :]), series, "seed")


LATE = Player(99, fixed_table=4, first_series=2)
MORE = tuple(Player(number, first_series=2) for number in range(50, 53))


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        (SIXTEEN, []),
        *((replace(SIXTEEN, series=series), ["series-out-of-range"]) for series in (-1, 0, 101)),
        (DrawRequest(RANKED, 2, "seed", "by-rank"), ["one-series-by-rank"]),
        (DrawRequest(players(8), 1, "seed", "by-rank"), ["rank-missing"] * 8),
        (DrawRequest(players(8), 1, "seed", options=Options(three_seats="lowest")),
         ["rank-missing"] * 8),
        # Who does not play needs no rank.
        (DrawRequest((*RANKED, Player(9, first_series=2)), 1, "seed", "by-rank"), []),
        (fixed(2, 2, 2, 2, count=16), []),
        (fixed(2, 2, 2, 2, 2, count=16), ["table-overfull"]),
        # Six play at two tables of three, ten at one table of four only; five play in turn.
        (fixed(1, 1, 1, 1, count=6), ["too-few-fours"]),
        (fixed(*[1] * 4, *[2] * 4, count=10), ["too-few-fours"]),
        (fixed(*[1] * 4, count=10), []),
        (fixed(*[1] * 5, count=5, series=5), []),
        # A fixed table counts only while its player plays.
        (DrawRequest((*players(12), LATE, *MORE), 2, "seed"), []),
        (DrawRequest((*players(12), LATE), 1, "seed"), []),
    ],
)  # fmt: skip
def test_what_cannot_be_drawn_is_refused_by_its_code(request_, expected):
    assert codes(request_) == expected


@pytest.mark.parametrize(("staying", "leaving", "concerned"), [(0, 0, "1, 2"), (2, 2, "2")])
def test_too_few_players_are_refused_with_the_series_concerned(staying, leaving, concerned):
    field = players(staying) + tuple(Player(9 + n, last_series=1) for n in range(leaving))
    (fault,) = faults(DrawRequest(field, 2, "seed"))
    assert fault.code == "too-few-players"
    assert fault.text == f"{staying} players cannot be seated (series {concerned})"


def test_an_id_given_twice_is_named_once_also_as_number_and_text():
    twice = (*players(4), Player(2), Player(2), Player("3"))
    texts = [fault.text for fault in faults(DrawRequest(twice, 1, "seed"))]
    assert texts == ["id 2 is given more than once", "id 3 is given more than once"]


def test_all_faults_come_at_once():
    late = Player(20, first_series=3, last_series=2)
    field = (*players(9), Player(9), late, Player(30, fixed_table=7))
    history = ((tuple(range(1, 6)),), ((1, 2, 3), (1, 4, 5)))
    request = DrawRequest(field, 2, "seed", history=history)
    expected = {"id-twice", "leaves-before-joining", "no-such-table", "odd-table", "seated-twice"}
    assert set(codes(request)) == expected
    with pytest.raises(UnusableRequest, match=r"id 9 .*; .*id 30 is fixed to table 7 of 3"):
        draw(request)


def test_huge_figures_are_refused_quickly():
    """Also where somebody without a rank has left: no series is looked for one by one."""
    field = (*(replace(each, rank=1) for each in players(8)), Player(9, last_series=1))
    options = Options(three_seats="lowest")
    asked = DrawRequest(field, 1, "seed", options=options, history=(((1, 2, 3, 9),),))
    assert codes(replace(asked, series=10**12)) == ["series-out-of-range"]
    with little_effort():
        assert draw(replace(asked, ahead=10**12)).series == draw(asked).series
        teams = tuple(Player(number, team="AB"[number % 2]) for number in range(8))
        assert len(draw(DrawRequest(teams, 1, "seed", "league", ahead=10**12)).series) == 1
