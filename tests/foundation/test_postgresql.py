"""PostgreSQL's archived log, set up as `deploy/postgresql.conf` says and restored as
docs/server.md "Backups" does."""

import shutil
import time
from pathlib import Path

import pytest
from django.utils import translation

from launch.environment import ROOT
from scoring.exchange.reads.verify import verify
from scoring.models import Tournament
from skatturnier.trouble import explain_error
from tests.factories import make_tournament
from tests.installation import connected, manage, variables, writing_to
from tools.checks import postgres

pytestmark = [
    pytest.mark.slow,
    pytest.mark.long,
    pytest.mark.skipif(not postgres.programs(), reason="not run: needs PostgreSQL"),
]
FOLDER = "/srv/skatturnier/wal"


def archived(address: str) -> None:
    """Waits until everything that is written so far lies in the archive."""
    with connected(address) as database:
        last = database.execute("SELECT pg_walfile_name(pg_switch_wal())").fetchone()[0]
        for _time in range(300):
            found = database.execute("SELECT last_archived_wal FROM pg_stat_archiver").fetchone()
            if found[0] and found[0] >= last:
                return
            time.sleep(0.1)
    raise AssertionError(f"{last} is not archived")


def prepare_restore(base: Path, archive: Path, moment: str) -> None:
    """The lines and the file of docs/server.md "Backups"."""
    with (base / "data" / "postgresql.auto.conf").open("a") as file:
        file.write(f"restore_command = 'cp {archive}/%f %p'\n")
        file.write(f"recovery_target_time = '{moment}'\n")
        file.write("recovery_target_action = 'promote'\n")
    signal = base / "data" / "recovery.signal"
    signal.touch()
    if postgres.account():
        shutil.chown(signal, "postgres")


@pytest.mark.slow
def test_the_moment_before_a_mistake_is_restored_from_the_archived_log(django_db_blocker, tmp_path):
    text = (ROOT / "deploy" / "postgresql.conf").read_text()
    assert text.count(FOLDER) == 2
    with (
        django_db_blocker.unblock(),
        postgres.folder_of_postgres() as archive,
        postgres.folder_of_postgres() as base,
    ):
        with postgres.cluster(text.replace(FOLDER, str(archive))) as database:
            manage(variables(database, tmp_path), "update")
            options = (f"--dbname={database}", "--checkpoint=fast", "--no-sync")
            postgres.call("pg_basebackup", base, *options)
            with writing_to(database):
                make_tournament(name="Kept")
            with connected(database) as direct:
                moment = str(direct.execute("SELECT clock_timestamp()").fetchone()[0])
            time.sleep(0.2)
            with writing_to(database):
                Tournament.objects.update(name="Mistake")
            archived(database)
        prepare_restore(base, archive, moment)
        with postgres.running(base) as restored, writing_to(restored):
            assert list(Tournament.objects.values_list("name", flat=True)) == ["Kept"]
            assert verify() == []
            make_tournament(name="Goes on")


FULL = "DO $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$"
BUSY = "The database is busy at the moment. Please try again."


def test_what_postgresql_ended_is_told_by_its_code():
    """The bounds of skatturnier/postgresql.py, here shorter, and a full disk, as it says it."""
    with postgres.cluster() as address, connected(address) as other, connected(address) as own:
        other.execute("CREATE TABLE busy (id int)")
        other.execute("BEGIN; LOCK TABLE busy")
        for statement, sentence in (
            ("SET statement_timeout = 50; SELECT pg_sleep(5)", BUSY),
            ("SET statement_timeout = 0; SET lock_timeout = 50; LOCK TABLE busy", BUSY),
            (FULL, "The disk is full. Free some space, then try again."),
        ):
            with pytest.raises(Exception, match=r"timeout|extend") as ended:
                own.execute(f"BEGIN; {statement}")
            own.execute("ROLLBACK")
            with translation.override("en"):
                assert explain_error(ended.value) == sentence
