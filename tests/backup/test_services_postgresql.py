"""Dumps of PostgreSQL: made, read back, and put in the place of the database."""

import os
import subprocess
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from scoring.backup.services import backups, postgresql
from scoring.backup.services.postgresql import dump, refuse_damage, restore_dump
from scoring.core.forms import Refused
from scoring.models import Actor, LogEntry, Tournament
from tests.factories import make_tournament, make_user
from tests.refusals import codes_of

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor == "sqlite", reason="not run: needs PostgreSQL"),
]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings) -> Path:
    settings.DATA_DIR = tmp_path
    return tmp_path / "backups"


def names() -> list[str]:
    return list(Tournament.objects.order_by("pk").values_list("name", flat=True))


def test_a_dump_is_put_back_and_what_was_there_is_kept(folder: Path) -> None:
    tournament = make_tournament()
    before = names()
    made = dump(folder / "one.dump")
    assert made.stat().st_mode & 0o077 == 0
    Tournament.objects.filter(pk=tournament.pk).update(name="Later")
    make_user("later")
    aside = restore_dump(made, folder)
    assert names() == before
    assert aside is not None
    refuse_damage(aside)
    restore_dump(aside, folder)
    assert names() == ["Later"]


def test_the_append_only_log_is_restored_with_its_protection(folder: Path) -> None:
    backups.back_up(by=Actor(name="test"))
    made = dump(folder / "one.dump")
    restore_dump(made, folder)
    with pytest.raises(Exception, match="append-only"):
        LogEntry.objects.all().delete()


def test_a_damaged_dump_is_refused_and_changes_nothing(folder: Path) -> None:
    make_tournament()
    made = dump(folder / "one.dump")
    content = made.read_bytes()
    for length in (len(content) // 2, len(content) - 100):  # half of its contents, and all of it
        made.write_bytes(content[:length])
        assert codes_of(refuse_damage, made) == ["backup-damaged"]
    before = names()
    assert codes_of(restore_dump, made, folder) == ["restore-failed"]
    made.write_bytes(b"no dump")
    assert codes_of(refuse_damage, made) == ["backup-damaged"]
    assert codes_of(restore_dump, made, folder) == ["restore-failed"]
    assert names() == before


def test_a_dump_of_a_newer_program_is_refused(folder: Path) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied) "
            "VALUES ('scoring', '9999_of_tomorrow', now())"
        )
        made = dump(folder / "one.dump")
        cursor.execute("DELETE FROM django_migrations WHERE name = '9999_of_tomorrow'")
    assert codes_of(restore_dump, made, folder) == ["restore-newer"]


def test_a_dump_of_an_older_program_is_put_back(folder: Path) -> None:
    """What the newer one has added refers to older rows; tables of an extension stay."""
    make_tournament()
    before = names()
    made = dump(folder / "one.dump")
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TABLE of_tomorrow (tournament_id bigint REFERENCES scoring_tournament (id));"
            "ALTER TABLE scoring_user ADD COLUMN of_tomorrow bigint REFERENCES scoring_host (id);"
            "CREATE FUNCTION of_tomorrow() RETURNS int LANGUAGE sql AS 'SELECT 1';"
            "CREATE TABLE of_extension (); ALTER EXTENSION plpgsql ADD TABLE of_extension;"
        )
    make_tournament("Later")
    restore_dump(made, folder)
    assert names() == before
    tables = connection.introspection.table_names()
    assert "of_tomorrow" not in tables
    assert "of_extension" in tables
    with connection.cursor() as cursor:
        cursor.execute("ALTER EXTENSION plpgsql DROP TABLE of_extension; DROP TABLE of_extension")
        cursor.execute("SELECT count(*) FROM pg_proc WHERE proname = 'of_tomorrow'")
        assert cursor.fetchone() == (0,)


def test_a_dump_that_cannot_be_written_says_why_and_changes_nothing(folder: Path) -> None:
    make_tournament()
    made = dump(folder / "one.dump")
    before = names()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(postgresql, "DROP_ALL", "SELECT 1")
        with pytest.raises(Refused) as refused:
            restore_dump(made, folder)
    assert "already exists" in str(refused.value.problems[0].params["detail"])
    assert names() == before


def test_commands_and_the_list_of_backups_use_them(folder: Path) -> None:
    make_tournament()
    call_command("backup")
    (kept,) = backups.list_backups()
    assert (kept.kind, kept.whole, kept.path.suffix) == ("hand", True, ".dump")
    Tournament.objects.update(name="Later")
    with pytest.raises(CommandError, match="--yes"):
        call_command("restore", str(kept.path))
    call_command("restore", str(kept.path), "--yes")
    assert "Later" not in names()
    assert sorted(each.kind for each in backups.list_backups()) == ["hand", "replaced"]


def test_a_backup_is_made_before_an_update_of_a_database_in_use(folder: Path) -> None:
    by = Actor(name="test")
    with backups.back_up_before_update(by=by):
        assert backups.list_backups() == []
    make_user("somebody")
    with backups.back_up_before_update(by=by):
        assert [each.kind for each in backups.list_backups()] == ["updated"]


def test_without_the_programs_of_postgresql_it_is_refused(folder: Path, monkeypatch) -> None:
    monkeypatch.setenv("PATH", str(folder))
    assert codes_of(dump, folder / "one.dump") == ["backup-postgresql"]
    assert codes_of(restore_dump, folder / "one.dump", folder) == ["restore-postgresql"]
    make_user("somebody")
    with backups.back_up_before_update(by=Actor(name="test")):
        assert backups.list_backups() == []


def test_no_list_of_processes_shows_the_password(folder: Path, monkeypatch) -> None:
    seen: list[list[str]] = []
    run = subprocess.run
    monkeypatch.setitem(connection.settings_dict, "PASSWORD", "geheim")

    def watched(command, **options):
        seen.append(command)
        assert options["env"]["PGPASSWORD"] == "geheim"
        return run(command, **options)

    monkeypatch.setattr(postgresql.subprocess, "run", watched)
    dump(folder / "one.dump")
    assert len(seen) == 2
    assert "geheim" not in str(seen)
    assert "geheim" not in os.environ.values()
