"""The newest seal of the log, noted in a file beside the database and beside each backup.

Within the database a log can be proven up to its newest seal only: whoever takes away the last
seals with their rows leaves a log that is whole. The note tells of them.
"""

import json
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from django.db import connection

from scoring.log.reads.seals import Seal, log_problems
from scoring.models import LogSeal
from scoring.rules.problem import Problem

SUFFIX = ".seal"
Note = tuple[int, str]  # the last sealed row, and the digest


def beside(database: Path) -> Path:
    return database.with_name(database.name + SUFFIX)


def live_path() -> Path | None:
    """The file of the present database; None for one in memory, and on another database."""
    name = str(connection.settings_dict["NAME"])
    if connection.vendor != "sqlite" or name.startswith((":", "file:")):
        return None
    return Path(name)


def read_note(database: Path) -> Note | None:
    """What is noted beside a database; None if nothing is that can be read."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        found = json.loads(beside(database).read_text("utf-8"))
        return int(found["last"]), str(found["digest"])
    return None


def write_note(database: Path, seal: Seal | LogSeal | None) -> None:
    """Note a seal, or that there is none; a folder that takes no file goes without."""
    path = beside(database)
    with suppress(OSError):
        if seal is None:
            path.unlink(missing_ok=True)
            return
        part = path.with_name(f"{path.name}.part")
        part.write_text(json.dumps({"last": seal.last, "digest": seal.digest}) + "\n", "utf-8")
        os.replace(part, path)


def lacks_noted(note: Note | None, seals: Iterable[Seal]) -> bool:
    """Whether the seal that is noted is not among these."""
    return note is not None and all((each.last, each.digest) != note for each in seals)


def noted_problems() -> Iterable[Problem]:
    """What `verify` finds in the log: `log_problems`, and whether it ends before the noted seal."""
    yield from log_problems()
    path = live_path()
    note = read_note(path) if path else None
    if note and not LogSeal.objects.filter(last=note[0], digest=note[1]).exists():
        yield Problem("verify-log-noted", params={"last": note[0]})
