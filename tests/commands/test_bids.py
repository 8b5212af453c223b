"""`manage.py bids` (docs/formats.md): the bid table of a rule system."""

import io
import json

import pytest
from django.core.management import CommandError, call_command


def printed(*arguments: str) -> dict:
    out = io.StringIO()
    call_command("bids", *arguments, stdout=out)
    return json.loads(out.getvalue())


def test_the_table_of_isko():
    table = printed("--system", "isko")
    assert table["system"] == "isko"
    assert len(table["cells"]) == 82
    assert table["cells"][0] == {
        "value": 18,
        "class": "suit",
        "game": "diamonds",
        "multiplier": 2,
    }
    nulls = [cell for cell in table["cells"] if cell["game"] == "null"]
    assert [cell["value"] for cell in nulls] == [23, 35, 46, 59]
    assert {cell["multiplier"] for cell in nulls} == {None}
    named = [(cell.get("hand"), cell.get("ouvert")) for cell in nulls]
    assert named == [(None, None), (True, None), (None, True), (True, True)]
    assert table["levels"][:3] == [18, 20, 22]
    assert len(table["levels"]) == 63


def test_classes_are_named_where_a_system_has_them():
    cells = printed("--system", "nasl1898")["cells"]
    classes = {cell["class"] for cell in cells}
    assert classes == {"frage", "guckser", "tournee", "solo", "grand_ouvert", "null"}


def test_the_wenzel_bonus_adds_its_cells():
    table = printed("--system", "nasl1975", "--wenzel-bonus")
    assert (len(table["cells"]), len(table["levels"])) == (162, 84)


def test_an_unknown_system_is_one_clear_line():
    with pytest.raises(CommandError, match="no rule system 'bavarian'; there are isko, "):
        printed("--system", "bavarian")
