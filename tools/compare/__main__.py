"""The command line: `record` and `diff`."""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path
from typing import Any

TOOLS = Path(__file__).resolve().parent.parent
MAX_LINES = 12  # of one difference, unless all are asked for


def record(out: Path, root: Path, like: Path | None, tournaments: str, limit: int) -> int:
    """Run `compare.record` with the code and the settings of the checkout at `root`."""
    with tempfile.TemporaryDirectory(prefix="compare-") as data:
        kept = {
            key: value for key, value in os.environ.items() if not key.startswith("SKATTURNIER_")
        }
        environment = {
            **kept,
            "SKATTURNIER_DATA": data,
            "SKATTURNIER_SECRET_KEY": "0123456789 of recordings, and no other installation",
            "DJANGO_SETTINGS_MODULE": "skatturnier.settings",
            "PYTHONPATH": os.pathsep.join([str(root), str(TOOLS)]),
            "PYTHONHASHSEED": "0",
        }
        before = [str(like.resolve())] if like else []
        arguments = [str(out.resolve()), tournaments, str(limit), *before]
        command = [sys.executable, "-m", "compare.record", *arguments]
        return subprocess.run(command, cwd=root, env=environment, check=False).returncode


def recorded(path: Path) -> dict[str, Any]:
    with path.open(encoding="utf-8") as lines:
        return {row.pop("name"): row for row in map(json.loads, lines)}


def differences(old: dict[str, Any], new: dict[str, Any], most: int) -> Iterator[str]:
    """Each request whose answers differ, with the first lines of the difference."""
    for name in [*old, *(name for name in new if name not in old)]:
        if name not in new or name not in old:
            yield f"{name}\n  only in the {'first' if name in old else 'second'} recording"
            continue
        one, two = as_lines(old[name]), as_lines(new[name])
        if one != two:
            changed = list(unified_diff(one, two, n=0, lineterm=""))[2:]
            more = [f"… {len(changed) - most} more lines"] if len(changed) > most else []
            yield "\n  ".join([name, *(line[:160] for line in changed[:most]), *more])


def as_lines(row: dict[str, Any]) -> list[str]:
    headers = [f"{key}: {value}" for key, value in sorted(row["headers"].items())]
    return [f"status {row['status']}", *headers, *row["text"].splitlines()]


def main() -> int:
    parser = argparse.ArgumentParser(prog="tools.compare")
    commands = parser.add_subparsers(dest="command", required=True)
    recording = commands.add_parser("record", help="request everything and write the answers")
    recording.add_argument("out", type=Path)
    recording.add_argument("--root", type=Path, default=TOOLS.parent, help="the checkout to ask")
    recording.add_argument("--like", type=Path, help="a recording whose requests are repeated")
    recording.add_argument("--tournaments", default="", help="some of them, with commas")
    recording.add_argument("--limit", type=int, default=0, help="at most so many requests")
    comparing = commands.add_parser("diff", help="print what differs")
    comparing.add_argument("old", type=Path)
    comparing.add_argument("new", type=Path)
    comparing.add_argument("--lines", type=int, default=MAX_LINES, help="of each difference")
    args = parser.parse_args()
    if args.command == "record":
        return record(args.out, args.root.resolve(), args.like, args.tournaments, args.limit)
    count = 0
    for text in differences(recorded(args.old), recorded(args.new), args.lines):
        count += 1
        print(text)
    print(f"{count} requests differ")
    return min(count, 1)


if __name__ == "__main__":
    sys.exit(main())
