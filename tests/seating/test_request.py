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
    in_order,
)
from tests.seating.fields import players

SIXTEEN = DrawRequest(players(16), 3, "seed")


def codes(request):
    return [fault.code for fault in faults(request)]


def test_the_fingerprint_of_a_request_never_changes():
    """It is stored and printed: another hash needs another ENGINE."""
    assert fingerprint(SIXTEEN) == (
        "54076542d40cbe7243f8326c7ff4c3e0ed713bdb8da1263b94cea4faa16f3dae"
    )


def test_the_fingerprint_knows_how_many_series_are_to_follow():
    assert fingerprint(replace(SIXTEEN, ahead=2)) != fingerprint(SIXTEEN)


def test_the_fingerprint_does_not_know_the_seed_or_the_order_of_the_list():
    """It is stored before the seed is drawn."""
    other = replace(SIXTEEN, seed="another", players=SIXTEEN.players[::-1])
    assert fingerprint(other) == fingerprint(SIXTEEN)


@pytest.mark.parametrize(
    "change",
    [
        {"series": 4},
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


def test_numbers_stand_before_texts_and_in_their_own_order():
    mixed = [Player("b"), Player(10), Player("a"), Player(9)]
    assert [player.id for player in in_order(mixed)] == [9, 10, "a", "b"]


def test_a_request_without_fault_is_drawn():
    assert faults(SIXTEEN) == []
    assert len(draw(SIXTEEN).series) == 3


@pytest.mark.parametrize("count", [0, 1, 2])
def test_too_few_players_are_refused_with_the_series_concerned(count):
    (fault,) = faults(DrawRequest(players(count), 2, "seed"))
    assert fault.code == "too-few-players"
    assert fault.text == f"{count} players cannot be seated (series 1, 2)"


def test_a_field_that_shrinks_to_two_is_refused():
    leaving = players(2) + tuple(Player(number, last_series=1) for number in (3, 4))
    (fault,) = faults(DrawRequest(leaving, 2, "seed"))
    assert fault.text == "2 players cannot be seated (series 2)"


def test_an_id_given_twice_is_named_once_also_as_number_and_text():
    twice = (*players(4), Player(2), Player(2), Player("3"))
    found = faults(DrawRequest(twice, 1, "seed"))
    assert [(fault.code, fault.text) for fault in found] == [
        ("id-twice", "id 2 is given more than once"),
        ("id-twice", "id 3 is given more than once"),
    ]


def test_all_faults_come_at_once():
    request = DrawRequest(
        players=(
            *players(9),
            Player(9),
            Player(20, first_series=3, last_series=2),
            Player(30, fixed_table=7),
        ),
        series=2,
        seed="seed",
        history=((tuple(range(1, 6)),), ((1, 2, 3), (1, 4, 5))),
    )
    assert set(codes(request)) == {
        "id-twice",
        "leaves-before-joining",
        "no-such-table",
        "odd-table",
        "seated-twice",
    }
    with pytest.raises(UnusableRequest, match=r"id 9 .*; .*id 30 is fixed to table 7 of 3"):
        draw(request)


@pytest.mark.parametrize("series", [-1, 0, 101, 10**12])
def test_a_number_of_series_that_nobody_plays_is_refused(series):
    assert codes(replace(SIXTEEN, series=series)) == ["series-out-of-range"]


def test_by_rank_one_series_is_drawn_at_a_time():
    ranked = tuple(Player(number, rank=number) for number in range(1, 17))
    assert codes(DrawRequest(ranked, 2, "seed", "by-rank")) == ["one-series-by-rank"]


@pytest.mark.parametrize(
    "request_",
    [
        DrawRequest(players(8), 1, "seed", "by-rank"),
        DrawRequest(players(8), 1, "seed", options=Options(three_seats="lowest")),
    ],
)
def test_who_has_no_rank_cannot_be_seated_by_rank(request_):
    assert codes(request_) == ["rank-missing"] * 8


@pytest.mark.parametrize("series", ["series", "ahead"])
def test_huge_figures_are_refused_quickly(series):
    """Also where somebody without a rank has left: no series is looked for one by one."""
    field = (*players(8), Player(9, last_series=1))
    ranked = tuple(replace(each, rank=1) if each.id != 9 else each for each in field)
    asked = DrawRequest(
        ranked, 1, "seed", options=Options(three_seats="lowest"), history=(((1, 2, 3, 9),),)
    )
    asked = replace(asked, **{series: 10**12})
    assert codes(asked) == (["series-out-of-range"] if series == "series" else [])
    if series == "ahead":
        assert draw(asked).series == draw(replace(asked, ahead=0)).series


def test_who_does_not_play_needs_no_rank():
    ranked = tuple(Player(number, rank=number) for number in range(1, 9))
    request = DrawRequest((*ranked, Player(9, first_series=2)), 1, "seed", "by-rank")
    assert faults(request) == []


def fixed(*tables, count):
    chosen = [Player(number, fixed_table=table) for number, table in enumerate(tables, 1)]
    return (*chosen, *players(count)[len(tables) :])


def test_five_at_one_fixed_table_are_one_too_many():
    assert codes(DrawRequest(fixed(2, 2, 2, 2, 2, count=16), 1, "seed")) == ["table-overfull"]
    assert codes(DrawRequest(fixed(2, 2, 2, 2, count=16), 1, "seed")) == []


def test_four_at_a_fixed_table_need_a_table_of_four():
    """Six play at two tables of three; ten at one table of four only."""
    assert codes(DrawRequest(fixed(1, 1, 1, 1, count=6), 1, "seed")) == ["too-few-fours"]
    assert codes(DrawRequest(fixed(*[1] * 4, *[2] * 4, count=10), 1, "seed")) == ["too-few-fours"]
    assert codes(DrawRequest(fixed(*[1] * 4, count=10), 1, "seed")) == []


def test_five_who_play_in_turn_may_all_be_fixed_to_the_one_table():
    assert codes(DrawRequest(fixed(1, 1, 1, 1, 1, count=5), 5, "seed")) == []


def test_a_fixed_table_counts_only_while_its_player_plays():
    late = Player(99, fixed_table=4, first_series=2)
    more = tuple(Player(number, first_series=2) for number in range(50, 53))
    assert codes(DrawRequest((*players(12), late, *more), 2, "seed")) == []
    assert codes(DrawRequest((*players(12), late), 1, "seed")) == []
