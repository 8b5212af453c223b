"""Files between looking and taking: for one account and one tournament, for an hour."""

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import time_machine

from scoring.core.refusals import Refused
from scoring.core.uploads import (
    MOST_STORED,
    empty_upload,
    folder,
    read_upload,
    remove_old_uploads,
    store_upload,
)

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def data_folder(settings, tmp_path: Path) -> Path:
    settings.DATA_DIR = tmp_path
    return tmp_path


def test_a_file_is_read_by_whom_it_is_from_and_for_its_tournament():
    name = store_upload(b"figures", 1, 7)
    assert read_upload(name, 1, 7) == b"figures"
    for account, tournament in ((2, 7), (1, 8), (17, 7), (None, 7)):
        with pytest.raises(Refused) as why:
            read_upload(name, account, tournament)
        assert why.value.problems[0].code == "upload-gone"


@pytest.mark.parametrize(
    "name", ["", "x", "../db.sqlite3", "../db.sqlite3:1w:abc", "a\x00b", ":::"]
)
def test_no_other_file_has_a_name(name: str, data_folder: Path):
    (data_folder / "db.sqlite3").write_bytes(b"everything")
    with pytest.raises(Refused):
        read_upload(name, 1, 7)


def test_after_an_hour_a_file_is_gone():
    with time_machine.travel(NOON, tick=False) as clock:
        name = store_upload(b"figures", 1, 7)
        [path] = folder().iterdir()
        os.utime(path, (NOON.timestamp(), NOON.timestamp()))
        clock.shift(timedelta(minutes=59))
        remove_old_uploads()
        assert read_upload(name, 1, 7) == b"figures"
        clock.shift(timedelta(minutes=2))
        with pytest.raises(Refused):
            read_upload(name, 1, 7)
        store_upload(b"others", 1, 7)
        assert not path.exists()


def test_a_file_that_was_taken_holds_nothing_and_its_name_is_no_mistake():
    name = store_upload(b"figures", 1, 7)
    empty_upload(name, 1, 7)
    assert read_upload(name, 1, 7) == b""


def test_together_they_are_bounded_and_the_oldest_go_first():
    names = [store_upload(b"12345", 1, 7) for _each in range(3)]
    for age, path in enumerate(
        sorted(folder().iterdir(), key=lambda path: path.stat().st_mtime_ns)
    ):
        os.utime(path, (path.stat().st_atime, path.stat().st_mtime + age - 3))
    remove_old_uploads(10)
    assert sum(path.stat().st_size for path in folder().iterdir()) == 10
    assert MOST_STORED > 10
    assert read_upload(names[2], 1, 7) == b"12345"


def test_nobody_else_on_the_computer_reads_them():
    store_upload(b"names and passports", 1, 7)
    assert folder().stat().st_mode & 0o077 == 0
    assert all(path.stat().st_mode & 0o077 == 0 for path in folder().iterdir())


def test_without_a_folder_nothing_is_removed():
    remove_old_uploads()
    assert not folder().exists()
