"""The comparison of two states of the code."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent


def compare(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tools.compare", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.long
@pytest.mark.slow
def test_the_same_code_recorded_twice_gives_no_difference_and_a_change_is_shown(tmp_path: Path):
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    few = ("--tournaments", "registered", "--limit", "260")
    assert compare("record", str(one), *few).returncode == 0
    assert compare("record", str(two), *few, "--like", str(one)).returncode == 0
    same = compare("diff", str(one), str(two))
    assert (same.returncode, same.stdout) == (0, "0 requests differ\n")

    rows = [json.loads(line) for line in one.read_text().splitlines()]
    pages = [row for row in rows if row["status"] == 200 and row["text"].startswith("<!doctype")]
    assert len(rows) == 260
    assert pages
    pages[0]["text"] = pages[0]["text"].replace("Skatturnier", "Another program")
    two.write_text("".join(json.dumps(row) + "\n" for row in rows))
    changed = compare("diff", str(one), str(two))
    assert changed.returncode == 1
    assert changed.stdout.startswith(pages[0]["name"])
    assert "Another program" in changed.stdout
