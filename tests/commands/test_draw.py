"""`manage.py draw` (docs/formats.md): a plan from a file, or one line that says what is wrong."""

import json
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

ROOT = Path(__file__).parents[2]


@pytest.fixture
def file(tmp_path):
    def write(document):
        path = tmp_path / "players.json"
        path.write_text(document if isinstance(document, str) else json.dumps(document))
        return str(path)

    return write


def drawn(path):
    out = StringIO()
    call_command("draw", path, stdout=out)
    return json.loads(out.getvalue())


def refusal(path):
    with pytest.raises(CommandError) as refused:
        call_command("draw", path, stdout=StringIO())
    return str(refused.value)


def example(count=20, **changes):
    field = [{"id": number, "club": "X" if number <= 5 else None} for number in range(1, count + 1)]
    return {"players": field, "series": 5, "seed": "2026-11-21", "mode": "no-repeats", **changes}


def test_the_example_of_formats_is_drawn(file):
    found = drawn(file(example()))
    assert found["seed"] == "2026-11-21"
    assert [[len(table) for table in series] for series in found["series"]] == [[4] * 5] * 5
    for series in found["series"]:
        assert sorted(player for table in series for player in table) == list(range(1, 21))
    report = found["report"]
    figures = ("repeated_meetings", "same_club", "same_team", "repeated_three_seat", "seat_spread")
    assert [report[key] for key in figures] == [0, 0, 0, 0, 1]


def test_the_same_file_gives_the_same_bytes_in_another_process(file):
    """The command as a script calls it: JSON on standard output, nothing else."""
    path = file(example(8, series=2))
    command = [sys.executable, "manage.py", "draw", path]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (run.returncode, run.stderr) == (0, "")
    out = StringIO()
    call_command("draw", path, stdout=out)
    assert run.stdout == out.getvalue()
    report = json.loads(run.stdout)["report"]
    assert report["repeated_meetings"] == report["unavoidable"]["repeated_meetings"] == 4
    repeats = [(each["series"], each["reason"]) for each in report["repeats"]]
    assert repeats == [([1, 2], "few-players")] * 4


def test_the_printed_seed_gives_the_plan_again_and_the_fingerprint_is_older_than_it(file):
    first, second = drawn(file(example(seed=None))), drawn(file(example(seed=None)))
    assert len(first["seed"]) == 32
    assert second["seed"] != first["seed"]
    assert drawn(file(example(seed=first["seed"])))["series"] == first["series"]
    assert first["fingerprint"] == second["fingerprint"]
    assert first["series"] != second["series"]


def test_by_rank_the_first_four_sit_at_table_1(file):
    field = [{"id": number, "rank": 21 - number} for number in range(1, 21)]
    found = drawn(file(example(players=field, series=1, mode="by-rank")))
    assert sorted(found["series"][0][0]) == [17, 18, 19, 20]
    assert found["report"]["moved_tables"] == 0


def test_what_cannot_be_seated_is_refused_in_one_line(file):
    assert refusal(file(example(2))) == (
        "cannot be drawn: 2 players cannot be seated (series 1, 2, 3, 4, 5)"
    )
    field = [{"id": 1}, {"id": "two\nlines"}, {"id": "two\nlines"}, {"id": 1}]
    assert refusal(file(example(players=field))) == (
        "cannot be drawn: id 1 is given more than once; id two lines is given more than once"
    )


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("{", "read as JSON"),
        ("[1, 2]", "holds no JSON object"),
        ("[" * 100_000, "read as JSON"),
        ("{}", "cannot be drawn: Object missing required field `players`"),
        ('{"players": [], "series": 1e400}', "got `float` - at `$.series`"),
    ],
)
def test_a_file_that_holds_no_request_is_refused(file, content, expected):
    found = refusal(file(content))
    assert expected in found
    assert "\n" not in found
    assert refusal("nowhere.json") == "cannot read nowhere.json: No such file or directory"
