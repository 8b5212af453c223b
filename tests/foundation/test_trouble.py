"""A full disk, a read-only folder, a damaged database, a clock that jumps:
reported, with nothing lost."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
import time_machine
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import DatabaseError, OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.utils import translation

from scoring.backup.services.sqlite import backup
from scoring.core.forms import Refused
from scoring.exchange.reads.verify import verify
from scoring.lists.services.games import record_game
from scoring.models import Actor, Game, LogEntry, ScoreList, Tournament
from scoring.series.services.series import create_series
from skatturnier import trouble
from skatturnier.trouble import trouble_at_start
from tests.effort import repeats
from tests.factories import line, make_tournament, make_user, open_list
from tests.visitors import text
from tools.scratch import scratch_database

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="not run: needs SQLite")
BY = Actor(name="test")


@pytest.fixture
def scratch(django_db_blocker):
    with django_db_blocker.unblock(), scratch_database() as path:
        yield path


def visitor(language: str = "en") -> Client:
    client = Client(raise_request_exception=False, headers={"accept-language": language})
    client.force_login(make_user("chief", superuser=True))
    return client


def fill_the_disk() -> None:
    """From now on the file of the database cannot grow by a single page."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")
        pages = cursor.execute("PRAGMA page_count").fetchone()[0]
        cursor.execute(f"PRAGMA max_page_count = {pages}")


def type_all(score_list: ScoreList) -> None:
    for number in range(1, 49):
        record_game(score_list, line(number, number % 4 + 1), by=BY, revision=number)


class TestAFullDisk:
    def test_leaves_no_partially_written_game(self, scratch: Path):
        score_list = open_list()
        fill_the_disk()
        with pytest.raises(OperationalError, match="full"):
            type_all(score_list)
        assert verify() == []
        games = LogEntry.objects.filter(action="list.game.recorded").count()
        assert Game.objects.count() == games
        score_list.refresh_from_db()
        assert score_list.revision == games + 1

    def test_is_reported_in_the_readers_language(self, scratch: Path):
        client = visitor("de")
        fill_the_disk()
        for _ in range(60):
            answer = client.post("/accounts/", {"full_name": "Ada Amsel " * 7, "username": ""})
            if answer.status_code >= 500:
                break
        assert answer.status_code == 503
        assert "Die Festplatte ist voll." in text(answer)
        assert 'lang="de"' in answer.content.decode()

    @pytest.mark.skipif(os.name != "posix", reason="not run: no limit of a file's size")
    def test_leaves_no_half_backup(self, scratch: Path, tmp_path: Path):
        """The size of a file is limited as by a full disk, in a process of its own."""
        make_tournament()
        code = (
            "import resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
            "import django; django.setup();"
            "from django.db import connection; connection.ensure_connection();"
            "resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000));"
            "from django.core.management import call_command;"
            f"call_command('backup', {str(tmp_path / 'b.sqlite3')!r})"
        )
        ended = run("-c", code, database=scratch)
        assert ended.returncode != 0
        assert "could not be written" in ended.stderr
        assert list(tmp_path.iterdir()) == []


def test_an_error_is_told_whatever_fails_meanwhile(rf, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(trouble, "explain_error", lambda _error: 1 / 0)
    answer = trouble.respond_error(rf.get("/"))
    assert (answer.status_code, "schiefgegangen" in answer.content.decode()) == (500, True)


def run(*arguments: str, database: Path) -> "subprocess.CompletedProcess[str]":
    variables = {
        "DJANGO_SETTINGS_MODULE": "skatturnier.settings",
        "DATABASE_URL": f"sqlite:///{database}",
        "SKATTURNIER_DATA": str(database.parent),
        "SKATTURNIER_SECRET_KEY": settings.SECRET_KEY,
    }
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=settings.BASE_DIR,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
    )


def damage(database: Path) -> None:
    """Bytes flip: the head of every page but those that describe the tables."""
    connection.close()
    with closing(sqlite3.connect(database)) as raw:
        raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        roots = [n for (n,) in raw.execute("SELECT rootpage FROM sqlite_master WHERE rootpage > 1")]
    content = bytearray(database.read_bytes())
    for page in roots:
        for place in range((page - 1) * 4096, (page - 1) * 4096 + 8):
            content[place] ^= 0xFF
    database.write_bytes(content)


class TestADamagedDatabase:
    def test_is_reported_at_the_start_in_one_line(self, scratch: Path):
        make_tournament()
        damage(scratch)
        with pytest.raises(CommandError, match=r"is damaged\. .*restore a backup") as error:
            call_command("prepare", port=1, language="en", sample=False)
        assert "\n" not in str(error.value)

    def test_is_reported_on_the_page_and_not_backed_up(self, scratch: Path, tmp_path: Path):
        client = visitor()
        damage(scratch)
        answer = client.get("/tournaments/")
        assert answer.status_code == 503
        assert "The database is damaged." in text(answer)
        with pytest.raises((Refused, DatabaseError)):
            backup(tmp_path / "made.sqlite3")
        assert list(tmp_path.glob("*.sqlite3")) == []

    @pytest.mark.long
    def test_is_moved_away_by_a_restore_at_the_command_line(self, scratch: Path, tmp_path: Path):
        make_tournament("before")
        file = backup(tmp_path / "made.sqlite3")
        damage(scratch)
        ended = run("manage.py", "restore", str(file), "--yes", database=scratch)
        assert ended.returncode == 0, ended.stderr
        (aside,) = (scratch.parent / "backups").glob("replaced-damaged-*.sqlite3")
        assert str(aside) in ended.stdout
        assert trouble_at_start() == ""
        assert Tournament.objects.get().name == "before"


class TestADatabaseThatLostItsContent:
    @pytest.fixture
    def kept(self, scratch: Path) -> Path:
        make_tournament("before")
        file = backup(scratch.parent / "backups" / "made.sqlite3")
        connection.close()
        return file

    @pytest.mark.long
    @pytest.mark.parametrize("left", ["no file", "an empty file", "a first page"])
    def test_what_is_gone_or_empty_beside_backups_is_not_made_a_new_database(
        self, scratch: Path, kept: Path, left: str
    ):
        scratch.write_bytes(b"")
        if left == "no file":
            scratch.unlink()
        elif left == "a first page":
            with closing(sqlite3.connect(scratch)) as other_program:
                other_program.execute("PRAGMA journal_mode = WAL")
            assert scratch.stat().st_size > 0
        with translation.override("en"):
            sentence = trouble_at_start()
        assert f"{scratch} is gone or empty" in sentence
        assert f"manage.py restore {kept}" in sentence
        ended = run("manage.py", "restore", str(kept), database=scratch)
        assert ended.returncode == 0, ended.stderr
        assert trouble_at_start() == ""
        assert Tournament.objects.get().name == "before"

    def test_an_empty_file_or_none_without_backups_is_a_first_start(self, scratch: Path):
        connection.close()
        scratch.write_bytes(b"")
        assert trouble_at_start() == ""
        ended = run("manage.py", "verify", database=scratch)
        assert "holds nothing yet" in ended.stderr
        assert "Traceback" not in ended.stderr
        scratch.unlink()
        assert trouble_at_start() == ""

    def test_changes_beside_the_database_that_were_taken_away(self, scratch: Path, kept: Path):
        Path(f"{scratch}-shm").write_bytes(bytes(32768))
        with translation.override("en"):
            assert f"{scratch}-wal is gone" in trouble_at_start()
        assert run("manage.py", "bids", database=scratch).returncode == 0, "it opens no database"
        Path(f"{scratch}-shm").unlink()
        assert trouble_at_start() == ""

    @pytest.mark.long
    @pytest.mark.parametrize("command", repeats("migrate", "verify", "backup", "demo", "update"))
    def test_no_command_hides_what_was_taken_away(self, scratch: Path, kept: Path, command: str):
        """SQLite would remove -shm behind it, and make a new database where there is none."""
        Path(f"{scratch}-shm").write_bytes(bytes(32768))
        before = scratch.read_bytes()
        for lost in (f"{scratch}-wal is gone", f"{scratch} is gone or empty"):
            ended = run("manage.py", command, database=scratch)
            assert ended.returncode == 1
            assert lost in ended.stderr
            assert "Traceback" not in ended.stderr
            if scratch.exists():
                assert scratch.read_bytes() == before
                for each in (scratch, Path(f"{scratch}-shm")):
                    each.unlink()
        assert not scratch.exists()


@pytest.mark.parametrize(
    ("migration", "sentence"),
    repeats(
        ("0001_schema", "manage.py import_tournament"),
        ("9999_of_next_year", "eine neuere Fassung des Programms gearbeitet (9999_of_next_year)."),
    ),
)
def test_the_database_of_a_newer_program_or_of_a_preview_is_refused_and_the_way_is_said(
    scratch: Path, migration: str, sentence: str
):
    make_tournament("before")
    MigrationRecorder(connection).record_applied("scoring", migration)
    connection.close()
    ended = run("manage.py", "prepare", "--no-sample", "--language", "de", database=scratch)
    assert (ended.returncode, len(ended.stderr.splitlines())) == (1, 1)
    assert sentence in ended.stderr
    assert Tournament.objects.get().name == "before"


class TestAReadOnlyFolder:
    @pytest.mark.skipif(os.name != "posix", reason="not run: Windows has rights of its own")
    @pytest.mark.parametrize("command", repeats(("backup",), (("restore", "BACKUP", "--yes"),)))
    def test_is_reported_at_the_command_line_in_one_line(
        self, scratch: Path, tmp_path: Path, command: tuple[str, ...]
    ):
        create_series(make_tournament(), by=BY)
        file = backup(tmp_path / "made.sqlite3")
        connection.close()
        # A disk that takes nothing: root may write to every folder that is only marked.
        code = (
            "import skatturnier, sqlite3, sys, runpy; genuine = sqlite3.dbapi2.connect\n"
            "def connect(database, *args, **kwargs):\n"
            "    kwargs['uri'] = True\n"
            "    plain = ':' not in str(database)\n"
            "    address = f'file:{database}?mode=ro' if plain else database\n"
            "    return genuine(address, *args, **kwargs)\n"
            "sqlite3.dbapi2.connect = sqlite3.connect = connect\n"
            f"sys.argv = {['manage.py', *(str(file) if w == 'BACKUP' else w for w in command)]!r}\n"
            "runpy.run_path('manage.py', run_name='__main__')"
        )
        ended = run("-c", code, database=scratch)
        assert ended.returncode != 0
        assert "Traceback" not in ended.stderr
        assert "read-only" in ended.stderr or "readonly" in ended.stderr
        assert len(ended.stderr.splitlines()) == 1

    def test_is_reported_at_the_start_and_on_the_page(self, scratch: Path, monkeypatch):
        """Root may write everywhere: the system's answer is another one here."""
        client = visitor()
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA query_only = 1")
        answer = client.post("/accounts/", {"full_name": "Ada Amsel", "username": ""})
        assert answer.status_code == 503
        assert "The data folder is read-only." in text(answer)
        monkeypatch.setattr(trouble.os, "access", lambda path, _mode: path != scratch.parent)
        with translation.override("en"):
            assert f"{scratch.parent} is read-only. Make it writable" in trouble_at_start()


class TestAClockThatJumps:
    def test_backwards_changes_no_order_and_refuses_nothing(self, scratch: Path):
        score_list = open_list()
        with time_machine.travel(datetime(2026, 11, 21, 20, tzinfo=UTC)):
            record_game(score_list, line(1, 2), by=BY, revision=1)
        with time_machine.travel(datetime(2020, 1, 1, tzinfo=UTC)):
            record_game(score_list, line(2, 3), by=BY, revision=2)
            create_series(score_list.series.tournament, by=BY)
        acts = LogEntry.objects.order_by("id").values_list("action", flat=True)
        assert list(acts)[-3:] == ["list.game.recorded"] * 2 + ["series.created"]
        assert verify() == []

    def test_is_reported_in_one_line_at_the_start(self, scratch: Path, capsys):
        with time_machine.travel(datetime(2026, 11, 21, 20, tzinfo=UTC)):
            create_series(make_tournament(), by=BY)
        call_command("prepare", port=1, language="de", sample=False)
        assert "geht nach" not in capsys.readouterr().err
        with time_machine.travel(datetime(2020, 1, 1, tzinfo=UTC)):
            call_command("prepare", port=1, language="de", sample=False)
        [line] = capsys.readouterr().err.splitlines()
        assert "Die Uhr dieses Computers geht nach" in line
        assert "2026-11-21 21:00" in line
