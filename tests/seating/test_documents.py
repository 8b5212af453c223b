"""A request as JSON: read as docs/formats.md has it, refused with the place that is wrong."""

import pytest

from scoring.seating.report import read_request
from scoring.seating.request import DrawRequest, Options, Player, UnusableRequest


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
                {"id": 1, "club": "X", "team": "T", "fixed_table": None, "name": "Anna"},
                {"id": 2, "club": "X", "fixed_table": 1, "phone": [1]},
                {"id": "guest", "club": " X ", "rank": 3, "volunteer": True},
                {"id": 4, "first_series": 2, "last_series": 4},
            ],
            "series": 5,
            "seed": 351,
            "mode": "no-repeats",
            "options": {"teams": "first", "three_seats": "volunteers"},
            "history": [[[1, 2, "guest"]]],
            "ahead": 2,
            "comment": "keys of others are left alone",
        },
        seed="not needed",
    )
    first, second = Player(1, "X", "T"), Player(2, "X", fixed_table=1)
    guest = Player("guest", "X", rank=3, volunteer=True)
    field = (first, second, guest, Player(4, first_series=2, last_series=4))
    options = Options(teams="first", three_seats="volunteers")
    history = (((1, 2, "guest"),),)
    assert request == DrawRequest(field, 5, "351", "no-repeats", options, history, ahead=2)


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"series": "5"}, "Expected `int`, got `str` - at `$.series`"),
        ({"series": True}, "Expected `int`, got `bool` - at `$.series`"),
        ({"series": 0}, "series must be a number from 1 to 100"),
        ({"seed": ""}, "- at `$.seed`"),
        ({"seed": "\ud800"}, "a text has a lone surrogate"),
        ({"mode": "swiss"}, "Invalid enum value 'swiss' - at `$.mode`"),
        ({"options": {"club": "first"}}, "unknown field `club` - at `$.options`"),
        ({"options": {"clubs": "far"}}, "Invalid enum value 'far' - at `$.options.clubs`"),
        ({"history": [[[1, 2, 3, None]]]}, "got `null` - at `$.history[0][0][3]`"),
    ],
)
def test_the_place_that_is_wrong_is_named(changes, text):
    (named,) = refused(document(**changes))
    assert text in named


@pytest.mark.parametrize(
    ("record", "place"),
    [
        ({"id": 9, "club": ["X"]}, "$.players[8].club"),
        ({"id": True}, "$.players[8].id"),
        ({"id": ""}, "$.players[8].id"),
        ({"club": "X"}, "$.players[8]"),
        ({"id": 9, "fixed_table": 0}, "$.players[8].fixed_table"),
        ({"id": 9, "first_series": "3"}, "$.players[8].first_series"),
        ({"id": 9, "volunteer": 1}, "$.players[8].volunteer"),
    ],
)
def test_a_bad_player_is_named_by_his_place(record, place):
    (named,) = refused(document(players=[*document()["players"], record]))
    assert named.endswith(f"at `{place}`")
