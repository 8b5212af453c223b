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
    assert (table["system"], len(table["cells"])) == ("isko", 82)
    diamonds = {"value": 18, "class": "suit", "game": "diamonds", "multiplier": 2}
    assert table["cells"][0] == diamonds
    nulls = [cell for cell in table["cells"] if cell["game"] == "null"]
    figures = [(each["value"], each["multiplier"]) for each in nulls]
    assert figures == [(23, None), (35, None), (46, None), (59, None)]
    named = [(cell.get("hand"), cell.get("ouvert")) for cell in nulls]
    assert named == [(None, None), (True, None), (None, True), (True, True)]
    assert (table["levels"][:3], len(table["levels"])) == ([18, 20, 22], 63)


def test_the_wenzel_bonus_adds_its_cells():
    table = printed("--system", "nasl1975", "--wenzel-bonus")
    assert (len(table["cells"]), len(table["levels"])) == (162, 84)
    assert "guckser" in {cell["class"] for cell in table["cells"]}
    with pytest.raises(CommandError, match="no rule system 'bavarian'; there are isko, "):
        printed("--system", "bavarian")
