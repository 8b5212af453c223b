"""`manage.py value` (docs/formats.md): one record a line in, one answer a line out."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.utils.translation import override

ROOT = Path(__file__).parents[2]


def answers(text: str | bytes, monkeypatch) -> list[dict]:
    raw = text.encode() if isinstance(text, str) else text
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))
    out = io.StringIO()
    call_command("value", stdout=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def answer(record: object, monkeypatch) -> dict:
    (only,) = answers(json.dumps(record), monkeypatch)
    return only


def test_the_examples_of_the_format(monkeypatch):
    """In English, whatever language is set."""
    overbid = {"system": "isko", "game": "hearts", "tops": 1, "hand": True, "won": False}
    assert answer({**overbid, "bid": 36, "card_points": 61, "score": -80}, monkeypatch) == {
        "ok": True,
        "multiplier": 4,
        "value": 40,
        "score": -80,
        "won": False,
        "overbid": True,
        "steps": [["with 1", 1], ["game", 1], ["hand", 1], ["overbid", 1]],
        "warnings": [],
    }
    refused = {"game": "clubs", "tops": 1, "schneider_announced": True, "won": True}
    with override("de"):
        assert answer(refused, monkeypatch)["errors"] == [
            {
                "field": "hand",
                "code": "announcement-needs-hand",
                "message": "Schneider can be announced only in a hand game.",
                "rule": "SkO 2.1.3",
            }
        ]
    warned = answer({"game": "clubs", "tops": 8, "won": True, "mood": 1}, monkeypatch)
    assert [each["code"] for each in warned["warnings"]] == ["unknown-field", "many-tops"]
    assert warned["ok"] is True
    passed = answer({"number": 6, "passed": True}, monkeypatch)
    assert (passed["ok"], passed["score"], passed["steps"]) == (True, 0, [])


def test_a_record_alone_names_its_wenzels(monkeypatch):
    """Kings, hearts, with 2: 3 x 10, with the bonus 5 x 10; a list has a setting for them."""
    kings = {"game": "hearts", "tops": 2, "wenzel": "K", "won": True}
    assert answer(kings, monkeypatch)["score"] == 30
    assert answer({**kings, "wenzel_bonus": True}, monkeypatch)["score"] == 50


@pytest.mark.parametrize(
    ("record", "code", "field"),
    [
        ('{"number": 1, "unread": true}', "game-missing", "game"),
        ('{"game": "hearts", "tops": 2, "wenzel": "K", "won": true, "wenzels": false}',
         "wenzels-not-chosen", "wenzel"),
        ('{"game": "hearts", "tops": 1, "tops": 2, "won": true}', "key-twice", "tops"),
        # Seats count from 1, and at four nobody sits on a fifth.
        ('{"game": "hearts", "tops": 1, "won": true, "soloist": 0}', "out-of-range", "soloist"),
        ('{"game": "hearts", "tops": 1, "won": true, "dealer": 5}', "out-of-range", "dealer"),
    ],
)  # fmt: skip
def test_a_record_that_says_nothing_certain_is_refused(monkeypatch, record, code, field):
    (found,) = answers(record, monkeypatch)
    assert [(each["code"], each["field"]) for each in found["errors"]] == [(code, field)]


def test_a_bad_line_never_stops_the_rest(monkeypatch):
    """Nor does a byte order mark, nor a line that is not a text."""
    lines = [
        b'\xef\xbb\xbf{"game": "clubs", "tops": 1, "won": true}',
        b"",
        b"{not JSON",
        b"[" * 100_000,
        b'{"game": "gr\xfcn"}',
        b"[1, 2]",
        b'{"game": "clubs", "tops": ' + b"9" * 5000 + b"}",
        b'{"game": "clubs", "tops": NaN, "won": true}',
        b'{"game": "\\ud800", "tops": 1, "won": true}',
        b'  {"game": "hearts", "tops": 1, "won": true}\r',
    ]
    first, *bad, last = answers(b"\n".join(lines), monkeypatch)
    assert (first["score"], last["score"]) == (24, 20)
    assert [each["errors"][0]["code"] for each in bad] == [
        "malformed-json",
        "malformed-json",
        "malformed-json",
        "record-not-object",
        "malformed-json",
        "not-a-number",
        "unknown-game",
    ]


def test_a_file_that_cannot_be_read_is_one_clear_line(tmp_path):
    with pytest.raises(CommandError, match=r"cannot read .*missing\.jsonl: No such file"):
        call_command("value", str(tmp_path / "missing.jsonl"))
    with pytest.raises(CommandError, match="cannot read"):
        call_command("value", str(tmp_path))
    path = tmp_path / "latin.jsonl"
    path.write_bytes(b'{"game": "gr\xfcn"}\n\n{"game": "gr\xfcn"}\n')
    with pytest.raises(CommandError, match=r"latin\.jsonl is not UTF-8 text"):
        call_command("value", str(path), stdout=io.StringIO())


def test_closed_output_pipe_is_no_error(tmp_path):
    path = tmp_path / "many.jsonl"
    path.write_text('{"game": "clubs", "tops": 1, "won": true}\n' * 20_000)
    run = subprocess.Popen(
        [sys.executable, "manage.py", "value", str(path)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    with run:
        assert run.stdout is not None
        assert run.stderr is not None
        assert json.loads(run.stdout.readline())["score"] == 24
        run.stdout.close()
        assert run.stderr.read() == b""
    assert run.returncode == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_one_clear_line(tmp_path):
    path = tmp_path / "games.jsonl"
    path.write_text('{"game": "clubs", "tops": 1, "won": true}\n')
    with open("/dev/full", "wb") as full:
        run = subprocess.run(
            [sys.executable, "manage.py", "value", str(path)],
            cwd=ROOT,
            env={**os.environ, "PYTHONUNBUFFERED": ""},
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert run.returncode == 1
    assert run.stderr == "CommandError: cannot write: No space left on device\n"


def test_from_the_shell_it_exits_with_an_error_and_needs_no_database(tmp_path):
    run = subprocess.run(
        [sys.executable, "manage.py", "value", "missing.jsonl"],
        cwd=ROOT,
        env={**os.environ, "SKATTURNIER_DATA": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert run.returncode != 0
    assert run.stderr.count("\n") == 1
    assert "missing.jsonl" in run.stderr
    assert not list(tmp_path.glob("*.sqlite3"))
