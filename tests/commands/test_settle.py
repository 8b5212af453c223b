"""`manage.py settle` (docs/formats.md, docs/law.md "Settlement")."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command, execute_from_command_line


def settle(*arguments):
    out = StringIO()
    call_command("settle", *arguments, stdout=out)
    return json.loads(out.getvalue())


def test_points_are_settled_in_points_and_pairs():
    """TO 9.2: without a stake there is no money."""
    found = settle("196", "33", "-12", "85")
    assert found["settlement"] == [482, -170, -350, 38]
    assert found["pairs"][0] == [0, 163, 208, 111]
    assert found["pairs"][2] == [-208, -45, 0, -97]
    assert found["money_cents"] is None


@pytest.mark.parametrize("stake", ["1/4", "0.25", "2/8"])
def test_a_stake_is_an_exact_fraction_of_a_cent(stake):
    found = settle("196", "33", "-12", "85", "--stake", stake)
    assert found["money_cents"] == [121, -42, -88, 9]


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("1", "2"),
        ("1", "2", "x"),
        ("1", "2", "3.5"),
        ("1", "2", "1" * 5000),
        ("1", "2", "3", "--stake", "1/0"),
        ("1", "2", "3", "--stake", "1e999999999"),
        ("1", "2", "3", "--stake", "half"),
    ],
)
def test_what_cannot_be_settled_is_one_clear_line(arguments):
    with pytest.raises(CommandError) as refusal:
        settle(*arguments)
    assert "\n" not in str(refusal.value)


def test_negative_points_are_typed_as_they_are(capsys):
    """On a real command line a minus sign must not look like an option."""
    line = "manage.py settle 196 33 -12 85 --stake 1/2"
    execute_from_command_line(line.split())
    assert json.loads(capsys.readouterr().out)["money_cents"] == [241, -85, -175, 19]
