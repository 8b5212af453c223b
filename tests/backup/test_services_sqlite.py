"""A backup is complete, a restore gives exactly the same rows, and neither loses data."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from unittest import mock

import pytest
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection

from scoring.backup.services.backups import restore
from scoring.backup.services.sqlite import backup, is_empty, schema
from scoring.core.forms import Refused
from scoring.core.services import write_log
from scoring.models import Actor, Tournament
from tests.factories import make_tournament
from tests.refusals import codes_of

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="not run: a laptop has SQLite"),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "backups"


def change(file: Path, *statements: str) -> None:
    with closing(sqlite3.connect(file)) as database:
        for statement in statements:
            database.execute(statement)
        database.commit()


class TestBackup:
    def test_one_file_that_stands_alone(self, folder: Path, monkeypatch) -> None:
        """However long the copy takes: only waiting for a lock has a limit."""
        monkeypatch.setattr("scoring.backup.services.sqlite.MAX_WAIT", 0)
        make_tournament("Herbstpokal")
        made = backup(folder / "made.sqlite3")
        assert list(folder.iterdir()) == [made]
        with closing(sqlite3.connect(made)) as copy:
            assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            assert copy.execute("PRAGMA journal_mode").fetchone() == ("delete",)
            names = copy.execute("SELECT name FROM scoring_tournament").fetchall()
        assert names == [("Herbstpokal",)]

    @pytest.mark.skipif(os.name != "posix", reason="not run: Windows has rights of its own")
    def test_nobody_else_may_read_it(self, folder: Path) -> None:
        """It holds names, and hashes of passwords; the same holds of a copy and of an upload."""
        mask = os.umask(0o022)
        try:
            file = backup(folder / "made.sqlite3")
        finally:
            os.umask(mask)
        assert file.stat().st_mode & 0o777 == 0o600

    def test_a_file_that_exists_is_not_written_over(self, folder: Path) -> None:
        target = folder / "mine.sqlite3"
        backup(target)
        before = target.read_bytes()
        make_tournament()
        assert codes_of(backup, target) == ["backup-exists"]
        assert target.read_bytes() == before
        assert codes_of(backup, target / "below.sqlite3") == ["backup-failed"], "in no folder"


class TestRestore:
    def test_an_empty_database_is_not_worth_keeping(self, folder: Path) -> None:
        make_tournament("sample", sample=True)
        assert restore(backup(folder / "made.sqlite3"), folder) is None

    def test_running_server_reads_the_restored_database(self, folder: Path) -> None:
        """Another connection, open all the time, reads the restored rows with its next query."""
        make_tournament("before")
        made = backup(folder / "made.sqlite3")
        Tournament.objects.update(name="after")
        name = str(connection.settings_dict["NAME"])
        with closing(sqlite3.connect(name)) as server:
            query = "SELECT name FROM scoring_tournament"
            assert server.execute(query).fetchall() == [("after",)]
            restore(made, folder)
            assert server.execute(query).fetchall() == [("before",)]
            assert server.execute("PRAGMA journal_mode").fetchone() == ("wal",)
            server.execute("UPDATE scoring_tournament SET name = 'still writing'")
            server.commit()
        assert Tournament.objects.get().name == "still writing"

    def test_waits_for_a_writer_and_then_gives_up(self, folder: Path) -> None:
        make_tournament("here")
        made = backup(folder / "made.sqlite3")
        name = str(connection.settings_dict["NAME"])
        with (
            closing(sqlite3.connect(name)) as clerk,
            mock.patch("scoring.backup.services.backups.MAX_WAIT", 0.3),
            mock.patch.object(connection, "close_if_unusable_or_obsolete"),
        ):
            connection.cursor().execute("PRAGMA busy_timeout = 100")
            clerk.execute("BEGIN IMMEDIATE")
            assert codes_of(restore, made, folder) == ["restore-failed"]
            clerk.rollback()
        connection.close()
        assert Tournament.objects.get().name == "here"


class TestWhatIsNotRestored:
    @pytest.fixture
    def file(self, folder: Path) -> Path:
        return backup(folder / "made.sqlite3")

    @pytest.fixture(autouse=True)
    def unchanged(self) -> Iterator[None]:
        make_tournament("untouched")
        yield
        assert Tournament.objects.get().name == "untouched"

    def refused(self, file: Path, folder: Path) -> str:
        [code, *_others] = codes_of(restore, file, folder)
        assert not list(folder.glob("replaced-*.sqlite3"))
        return code

    def test_no_file_no_database_and_one_of_another_program(
        self, folder: Path, file: Path, tmp_path: Path
    ) -> None:
        assert self.refused(folder / "none.sqlite3", folder) == "restore-failed"
        assert self.refused(Path(connection.settings_dict["NAME"]), folder) == "restore-same"
        file.write_text("a letter")
        assert self.refused(file, folder) == "restore-not-sqlite"
        other = tmp_path / "other.sqlite3"
        change(other, "CREATE TABLE cards (name TEXT)")
        assert self.refused(other, folder) == "restore-not-ours"

    def test_a_damaged_file_and_half_a_file(self, folder: Path, file: Path) -> None:
        data = bytearray(file.read_bytes())
        half = len(data) // 2
        damaged = data[: len(data) // 3] + bytes(half - len(data) // 3) + data[half:]
        for content in (damaged, data[:half]):
            file.write_bytes(content)
            assert self.refused(file, folder) in ("backup-damaged", "restore-failed")

    @pytest.mark.parametrize(
        ("migration", "expected"),
        [
            ("9999_future", "restore-newer"),
            # Of the time before the tables were described anew.
            ("0002_log_is_append_only", "restore-too-old"),
        ],
    )
    def test_a_file_of_a_newer_or_much_older_program(
        self, folder: Path, file: Path, migration: str, expected: str
    ) -> None:
        row = f"(app, name, applied) VALUES ('scoring', '{migration}', '2026-11-21')"
        change(file, f"INSERT INTO django_migrations {row}")
        assert self.refused(file, folder) == expected

    @pytest.mark.parametrize(
        ("statement", "named"),
        [
            ("CREATE TRIGGER spy AFTER INSERT ON scoring_game BEGIN SELECT 1; END", "trigger spy"),
            ("CREATE VIEW cards AS SELECT 1", "view cards"),
            ("DROP TRIGGER log_keeps_rows", "trigger log_keeps_rows"),
            ("DROP INDEX log_by_day", "index log_by_day"),
            ("DROP TABLE django_session", "table django_session"),
            ("ALTER TABLE scoring_person ADD COLUMN colour TEXT", "table scoring_person"),
            ("INSERT INTO scoring_entrycategory (entry_id, category_id) VALUES (1, 1)",
             "table scoring_entrycategory"),
            ("UPDATE scoring_tournament SET date = '0000-00-00'", "scoring_tournament.date"),
            ("UPDATE scoring_tournament SET date = 20261121", "scoring_tournament.date"),
            ("UPDATE scoring_tournament SET review_until = '2026-11-1'", "tournament.review_until"),
            ("UPDATE scoring_tournament SET begins_at = '25:00:00'", "tournament.begins_at"),
            ("UPDATE scoring_tournament SET name = x'6162'", "scoring_tournament.name"),
            ("UPDATE scoring_tournament SET name = CAST(x'ff' AS TEXT)", "scoring_tournament.name"),
            ("UPDATE scoring_tournament SET host_id = 'one'", "scoring_tournament.host_id"),
        ],
    )  # fmt: skip
    def test_what_somebody_changed_is_refused_by_the_name_of_its_table_or_column(
        self, folder: Path, file: Path, statement: str, named: str
    ) -> None:
        change(file, statement)
        with pytest.raises(Refused) as refusal:
            restore(file, folder)
        names = {each.code: str(each.params.get("names")) for each in refusal.value.problems}
        assert named in names["restore-altered"]
        assert not list(folder.glob("replaced-*.sqlite3"))

    def test_statistics_that_sqlite_keeps_are_no_change(self, file: Path) -> None:
        before = schema(file)
        change(file, "ANALYZE")
        assert schema(file) == before

    @pytest.mark.parametrize("wrong", ["state = 'sold'", "stakes = 'no JSON'"])
    def test_rows_that_break_a_check_are_refused(self, folder: Path, wrong: str) -> None:
        """SQLite passes over all CHECKs of a file that is opened for reading only; the next start
        would call them damage.
        """
        file = backup(folder / "made.sqlite3")
        change(
            file, "PRAGMA ignore_check_constraints = ON", f"UPDATE scoring_tournament SET {wrong}"
        )
        assert self.refused(file, folder) == "restore-altered"

    def test_a_file_with_pages_of_another_size_is_refused_with_a_way_out(
        self, folder: Path, file: Path
    ) -> None:
        change(file, "PRAGMA journal_mode = DELETE", "PRAGMA page_size = 1024", "VACUUM")
        assert self.refused(file, folder) == "restore-page-size"

    @pytest.mark.parametrize(
        "made",
        [
            "CREATE TRIGGER sqlite_spy AFTER INSERT ON scoring_game BEGIN SELECT 1; END",
            "CREATE VIEW sqlite_stat1 AS SELECT 1",
            "CREATE TABLE sqlite_cards (name TEXT)",
        ],
    )
    def test_a_name_that_sqlite_keeps_for_itself_hides_nothing(
        self, folder: Path, file: Path, made: str
    ) -> None:
        """Whoever may write the table of tables can give any name."""
        _create, kind, name, *_rest = made.split()
        of = "scoring_game" if kind == "TRIGGER" else name
        row = f"('{kind.lower()}', '{name}', '{of}', 0, '{made}')"
        change(file, "PRAGMA writable_schema = ON", f"INSERT INTO sqlite_master VALUES {row}")
        assert self.refused(file, folder) in ("restore-altered", "restore-failed")

    @pytest.mark.parametrize("missing", ["id = 1", "id = 3", "id > 3", "id > 0"])
    def test_a_log_in_which_rows_are_missing_is_refused(self, folder: Path, missing: str) -> None:
        for number in range(5):
            write_log("test", str(number), by=Actor(name="test"), tournament=None)
        file = backup(folder / "made.sqlite3")
        with closing(sqlite3.connect(file)) as database:
            made = "SELECT sql FROM sqlite_master WHERE name = 'log_keeps_rows'"
            (trigger,) = database.execute(made).fetchone()
            database.execute("DROP TRIGGER log_keeps_rows")
            database.execute(f"DELETE FROM scoring_logentry WHERE {missing}")
            database.execute(trigger)
            database.commit()
        assert self.refused(file, folder) == "restore-log-cut"

    def test_a_copied_live_file_whose_last_changes_lie_beside_it(
        self, folder: Path, tmp_path: Path
    ) -> None:
        live = Path(connection.settings_dict["NAME"])
        copy = tmp_path / "copy.sqlite3"
        shutil.copy(live, copy)
        (tmp_path / "copy.sqlite3-wal").write_bytes(b"changes")
        assert self.refused(copy, folder) == "restore-has-wal"


class TestCommands:
    @pytest.fixture(autouse=True)
    def own_folder(self, tmp_path: Path) -> Iterator[None]:
        with mock.patch.object(settings, "DATA_DIR", tmp_path):
            yield

    def test_backup_prints_where_it_is_and_copies_it_or_says_why_not(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """A backup of every night stayed on the disk of the database, and nothing said so."""
        stick = tmp_path / "stick"
        with mock.patch.object(settings, "BACKUP_COPY", stick):
            call_command("backup")
            (made,) = (tmp_path / "backups").iterdir()
            told = capsys.readouterr()
            assert told.out.startswith(f"{made} ")
            assert str(stick) in told.err
            stick.mkdir()
            call_command("backup")
        assert len(list(stick.iterdir())) == 1
        assert capsys.readouterr().err == ""

    def test_restore_asks_before_it_replaces_something(self, tmp_path: Path) -> None:
        file = tmp_path / "mine.sqlite3"
        make_tournament("from another laptop")
        call_command("backup", str(file))
        Tournament.objects.all().delete()
        assert is_empty()
        call_command("restore", str(file))
        assert Tournament.objects.get().name == "from another laptop"
        with pytest.raises(CommandError, match="--yes"):
            call_command("restore", str(file))
        call_command("restore", str(file), "--yes")
        assert len(list((tmp_path / "backups").glob("replaced-*.sqlite3"))) == 1
