"""The backups of an installation: automatic, by hand, in a second folder, and restored."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from io import BytesIO
from pathlib import Path
from unittest import mock

import pytest
from django.conf import settings
from django.core.files.base import File
from django.db import connection

from scoring.backup.services import backups
from scoring.backup.services.backups import back_up, import_backup, list_backups, put_back
from scoring.core.forms import Refused
from scoring.exchange.reads.export import export_text
from scoring.lists.services.games import record_game
from scoring.models import Actor, LogEntry, Tournament
from scoring.series.services.series import move_series
from tests.factories import line, make_user, seated
from tests.simulated import finished
from tests.visitors import undone

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="not run: a laptop has SQLite"),
]
BY = Actor(name="test")


@pytest.fixture(autouse=True)
def data(tmp_path: Path) -> Iterator[Path]:
    with mock.patch.object(settings, "DATA_DIR", tmp_path / "data"):
        yield tmp_path / "data"


@pytest.fixture
def stick(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "stick"
    folder.mkdir()
    with mock.patch.object(settings, "BACKUP_COPY", folder):
        yield folder


def close_a_series() -> list[str]:
    """Close a series as organizer; returns the codes of the warnings."""
    series = seated()
    record_game(series.lists.get(), line(1, 2), by=BY, revision=1)
    series.refresh_from_db()
    warnings = move_series(series, "closed", by=Actor(make_user()), reason="late")
    series.refresh_from_db()
    assert series.state == "closed"
    return [problem.code for problem in warnings]


def names(kind: str) -> list[str]:
    return [each.name for each in list_backups() if each.kind == kind]


class TestAClosedSeries:
    def test_is_backed_up_with_the_closing_in_it(self):
        assert close_a_series() == []
        (made,) = list_backups()
        assert (made.kind, made.whole) == ("automatic", True)
        with closing(sqlite3.connect(backups.folder() / made.name)) as database:
            assert database.execute("SELECT state FROM scoring_series").fetchall() == [("closed",)]

    def test_stays_closed_when_the_backup_fails_and_says_so(self, data: Path):
        data.mkdir()
        (data / "backups").write_text("a file where the folder should be")
        assert close_a_series() == ["backup-failed"]
        assert LogEntry.objects.filter(action="backup.failed").count() == 1

    def test_warns_of_a_second_folder_that_cannot_be_examined(self, tmp_path: Path):
        """Path.is_dir() and glob() raise there: the backup was made and called failed."""
        with mock.patch.object(settings, "BACKUP_COPY", tmp_path / ("x" * 300)):
            assert close_a_series() == ["backup-copy-missing"]
        assert len(list_backups()) == 1

    def test_on_postgresql_is_left_to_its_own_tools(self):
        with mock.patch.object(type(connection._connections["default"]), "vendor", "postgresql"):
            series = mock.Mock(number=1)
            assert backups.back_up_after_closing(series, by=BY) == []
        assert list_backups() == []

    def test_that_is_rolled_back_leaves_no_backup(self):
        with undone():
            close_a_series()
        assert list_backups() == []


class TestWhatIsKept:
    def test_the_newest_automatic_ones_and_everything_made_by_hand(self, stick: Path):
        back_up(by=BY)
        foreign = backups.folder() / "holiday.jpg"
        foreign.touch()
        with mock.patch.object(settings, "BACKUPS_KEPT", 2):
            for _ in range(4):
                backups.back_up_after_closing(mock.Mock(number=1), by=BY)
        numbers = sorted(number for number, _path in backups.numbered_backups(backups.folder()))
        assert (numbers, len(names("hand"))) == ([3, 4], 1)
        assert foreign.exists()
        assert {path.name for path in stick.iterdir()} == {each.name for each in list_backups()}

    def test_a_clock_that_was_set_back_does_not_remove_the_newest(self):
        with mock.patch.object(settings, "BACKUPS_KEPT", 2):
            for year in ("2030", "2029", "2026"):
                moment = f"{year}-01-01-120000"
                with mock.patch.object(backups, "stamp", return_value=moment):
                    backups.back_up_after_closing(mock.Mock(number=1), by=BY)
        assert sorted(names("automatic")) == [
            "automatic-00002-2029-01-01-120000.sqlite3",
            "automatic-00003-2026-01-01-120000.sqlite3",
        ]

    def test_what_an_interrupted_one_left_is_removed_after_an_hour(self, stick: Path):
        back_up(by=BY)
        old = [
            place / f"automatic-00001.sqlite3.part{beside}"
            for place in (backups.folder(), stick)
            for beside in ("", "-journal")
        ]
        for path in old:
            path.touch()
            os.utime(path, (0, 0))
        running = backups.folder() / "skatturnier-2.sqlite3.part"
        running.touch()
        assert sorted(backups.remove_unfinished()) == sorted(old)
        assert running.exists()
        assert len(list_backups()) == 1

    def test_a_damaged_one_is_called_damaged(self):
        back_up(by=BY)
        (made,) = list_backups()
        content = bytearray(made.path.read_bytes())
        content[4096:40960] = os.urandom(36864)
        made.path.write_bytes(content)
        assert [each.whole for each in list_backups()] == [False]


class TestTheStick:
    def test_that_is_missing_is_reported_in_one_line_and_not_created(self, stick: Path):
        stick.rmdir()
        (problem,) = back_up(by=BY)
        assert problem.code == "backup-copy-missing"
        assert not stick.exists()
        assert [each.copied for each in list_backups()] == [False]
        assert close_a_series() == ["backup-copy-missing"]

    @pytest.mark.parametrize("fault", [OSError("No space left on device"), None])
    def test_that_is_full_or_worn_out_keeps_no_half_copy(self, stick: Path, fault: OSError | None):
        def half_a_copy(_source: Path, target: Path) -> None:
            target.write_bytes(b"?" * 5000)
            if fault:
                raise fault

        with mock.patch.object(backups.shutil, "copyfile", side_effect=half_a_copy):
            (problem,) = back_up(by=BY)
        assert problem.code == "backup-copy-failed"
        assert list(stick.iterdir()) == []
        assert len(list_backups()) == 1


class TestPuttingBack:
    def test_gives_the_identical_export_and_keeps_what_it_replaced(self):
        tournament = finished()
        text = export_text(tournament)
        back_up(by=BY)
        (made,) = list_backups()
        Tournament.objects.filter(pk=tournament.pk).update(name="changed")
        with pytest.raises(Refused, match="restore-not-typed"):
            put_back(made.name, "yes", by=BY)
        assert Tournament.objects.get().name == "changed"
        put_back(made.name, made.name, by=Actor(make_user("ada")))
        row = LogEntry.objects.get(action="backup.restored")
        assert (row.user_id, row.actor, row.new["file"]) == (None, "ada", made.name)
        assert export_text(Tournament.objects.get()) == text
        (aside,) = names("replaced")
        put_back(aside, aside, by=BY)
        assert Tournament.objects.get().name == "changed"


def test_a_backup_is_taken_in_and_every_act_leaves_its_row_in_the_log():
    back_up(by=BY)
    (made,) = list_backups()
    content = made.path.read_bytes()
    taken = import_backup(File(BytesIO(content)), by=BY)
    assert (taken.kind, taken.whole, taken.path.read_bytes()) == ("uploaded", True, content)
    backups.file_to_download(made.name, by=BY)
    close_a_series()
    acts = LogEntry.objects.filter(subject="backup").values_list("action", flat=True)
    assert list(acts) == ["backup.made", "backup.uploaded", "backup.downloaded", "backup.made"]
