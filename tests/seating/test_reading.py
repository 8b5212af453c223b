"""A request as JSON: read as docs/formats.md has it, refused with everything that is wrong."""

import pytest

from scoring.seating.faults import UnusableRequest
from scoring.seating.reading import read_request
from scoring.seating.request import DrawRequest, Options, Player

MODES_WANTED = "mode must be one of no-repeats, lot, by-rank, by-rank-no-repeats, league"


def document(**changes):
    return {"players": [{"id": number} for number in range(1, 9)], "series": 2, **changes}


def refused(broken):
    with pytest.raises(UnusableRequest) as refusal:
        read_request(broken, seed="drawn")
    return [fault.text for fault in refusal.value.faults]


def test_the_example_of_formats_is_read():
    request = read_request(
        {
            "players": [
                {"id": 1, "club": "X", "team": "T", "fixed_table": None},
                {"id": 2, "club": "X", "fixed_table": 1},
                {"id": "guest", "club": " X ", "rank": 3, "volunteer": True},
                {"id": 4, "first_series": 2, "last_series": 4},
            ],
            "series": 5,
            "seed": "2026-11-21",
            "mode": "no-repeats",
            "options": {"teams": "first", "three_seats": "volunteers"},
            "history": [[[1, 2, "guest"]]],
            "ahead": 2,
        },
        seed="not needed",
    )
    assert request == DrawRequest(
        players=(
            Player(1, "X", "T"),
            Player(2, "X", fixed_table=1),
            Player("guest", "X", rank=3, volunteer=True),
            Player(4, first_series=2, last_series=4),
        ),
        series=5,
        seed="2026-11-21",
        options=Options(teams="first", three_seats="volunteers"),
        history=(((1, 2, "guest"),),),
        ahead=2,
    )


def test_what_is_not_given_has_its_default():
    request = read_request(document(), seed="drawn")
    assert request == DrawRequest(tuple(Player(n) for n in range(1, 9)), 2, "drawn")


def test_a_seed_may_be_a_number():
    assert read_request(document(seed=351), seed="drawn").seed == "351"


def test_keys_of_others_are_left_alone():
    named = [{"id": number, "name": "Anna", "phone": [1]} for number in range(1, 9)]
    assert read_request(document(players=named, comment="x"), seed="drawn").players[0].id == 1


@pytest.mark.parametrize(
    ("changes", "texts"),
    [
        ({"series": None}, ["series is missing"]),
        ({"series": "5"}, ["series must be a number"]),
        ({"series": True}, ["series must be a number"]),
        ({"series": 2.0}, ["series must be a number"]),
        ({"series": 0}, ["series must be a number from 1 to 100"]),
        ({"players": None}, ["players are missing"]),
        ({"players": {"id": 1}}, ["players must be a list"]),
        ({"seed": ""}, ["seed must be a number or a text"]),
        ({"seed": "\ud800"}, ["seed must be a number or a text"]),
        ({"seed": ["a"]}, ["seed must be a number or a text"]),
        (
            {"mode": "swiss"},
            [MODES_WANTED],
        ),
        (
            {"mode": ["lot"]},
            [MODES_WANTED],
        ),
        ({"options": "first"}, ["options must be an object"]),
        ({"options": {"club": "first"}}, ["there is no option club"]),
        ({"options": {"clubs": True}}, ["options: clubs must be one of ignore, apart, first"]),
        ({"history": [[1, 2, 3, 4]]}, ["series 1 of the history must be tables of ids"]),
        ({"history": [[[1, 2, 3, None]]]}, ["series 1 of the history must be tables of ids"]),
        ({"history": 3}, ["history must be a list"]),
    ],
)
def test_a_wrong_type_is_named(changes, texts):
    assert refused(document(**changes)) == texts


def test_every_bad_player_is_named():
    records = [
        {"id": 1, "club": ["X"], "team": False},
        {"id": True},
        {"id": 2, "fixed_table": 0, "first_series": "3"},
        {"club": "X"},
        "Anna",
        {"id": 3.5},
        {"id": ""},
        {"id": 4, "rank": -1, "volunteer": 1},
        {"id": 5},
        {"id": "5"},
    ]
    assert refused(document(players=records)) == [
        "id 1: club must be a text or a number",
        "id 1: team must be a text or a number",
        "player no. 2 has an id that is not a number or a text",
        "id 2: fixed_table must be a number from 1",
        "id 2: first_series must be a number from 1",
        "player no. 4 has no id",
        "player no. 5 must be an object",
        "player no. 6 has an id that is not a number or a text",
        "player no. 7 has an id that is not a number or a text",
        "id 4: rank must be a number from 1",
        "id 4: volunteer must be true or false",
        "id 5 is given more than once",
    ]


def test_the_fault_of_a_player_says_whose_it_is():
    with pytest.raises(UnusableRequest) as refusal:
        read_request(document(players=[{"id": 7, "rank": "best"}]), seed="drawn")
    assert [fault.player for fault in refusal.value.faults] == [7]
