"""Keep a database of this version, from which every later version has to be updated.

`python -m tools.checks.keep_database`, once a release: its file joins those that
tests/foundation/test_update.py tries.
"""

import lzma
import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

from launch.environment import ROOT
from skatturnier import __version__

FOLDER = ROOT / "tests" / "data" / "databases"
SEASON = ROOT / "tests" / "data" / "documents" / "aee9dc48-season.json"
LEAGUE = ROOT / "tests" / "data" / "documents" / "aee9dc48-league.json"
FINISHED = ROOT / "fixtures" / "finished.json"


def packed(database: Path) -> bytes:
    """The database as one compressed file, with nothing left in a log beside it."""
    copy = database.with_suffix(".copy")
    with closing(sqlite3.connect(database)) as source:
        source.execute("VACUUM INTO ?", [str(copy)])
    return lzma.compress(copy.read_bytes(), preset=9 | lzma.PRESET_EXTREME)


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

    django.setup()
    from django.core.management import call_command

    from scoring.models import User
    from tools.scratch import scratch_database

    file = FOLDER / f"{__version__}.sqlite3.xz"
    if file.exists():
        sys.exit(f"{file} is kept already, and a released version does not change.")
    with scratch_database() as database:
        call_command("demo")
        call_command("import_season", SEASON)
        call_command("import_season", LEAGUE)
        call_command("import_tournament", FINISHED)
        User.objects.create_superuser("lena", password="only in this file")
        data = packed(database)
    FOLDER.mkdir(exist_ok=True)
    file.write_bytes(data)
    print(f"{file}: {len(data) // 1000} KB")


if __name__ == "__main__":
    main()
