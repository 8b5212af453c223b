"""Uploaded files between preview and import: for one account and tournament, for an hour."""

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import time_machine

from scoring.core.forms import Refused
from scoring.core.heavy import UploadSigner, empty_upload, folder, remove_old_uploads, store_upload

SIGNER = UploadSigner(account=1, tournament=7)
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def data_folder(settings, tmp_path: Path) -> Path:
    settings.DATA_DIR = tmp_path
    return tmp_path


def test_file_is_readable_only_for_its_account_and_tournament():
    remove_old_uploads()  # there is no folder yet
    name = store_upload(b"figures")
    assert folder().stat().st_mode & 0o077 == 0
    assert all(path.stat().st_mode & 0o077 == 0 for path in folder().iterdir())
    signed = SIGNER.sign(name, ["a", "b"])
    assert SIGNER.read(signed) == (name, b"figures", {"a", "b"})
    for account, tournament in ((2, 7), (1, 8), (17, 7), (None, 7)):
        with pytest.raises(Refused) as why:
            UploadSigner(account, tournament).read(signed)
        assert why.value.problems[0].code == "upload-gone"
    empty_upload(name)
    assert SIGNER.read(signed) == (name, b"", {"a", "b"}), "imported; its name stays valid"


@pytest.mark.parametrize(
    "name", ["", "x", "../db.sqlite3", "../db.sqlite3:1w:abc", "a\x00b", ":::"]
)
def test_other_file_names_are_not_found(name: str, data_folder: Path):
    (data_folder / "db.sqlite3").write_bytes(b"everything")
    with pytest.raises(Refused):
        SIGNER.read(name)


def test_file_is_removed_after_an_hour():
    with time_machine.travel(NOON, tick=False) as clock:
        name = store_upload(b"figures")
        [path] = folder().iterdir()
        os.utime(path, (NOON.timestamp(), NOON.timestamp()))
        clock.shift(timedelta(minutes=59))
        remove_old_uploads()
        assert SIGNER.read(SIGNER.sign(name))[1] == b"figures"
        clock.shift(timedelta(minutes=2))
        with pytest.raises(Refused):
            SIGNER.read(SIGNER.sign(name))
        store_upload(b"others")
        assert not path.exists()


def test_total_size_is_limited_and_oldest_files_are_removed_first():
    names = [store_upload(b"12345") for _each in range(3)]
    for age, path in enumerate(
        sorted(folder().iterdir(), key=lambda path: path.stat().st_mtime_ns)
    ):
        os.utime(path, (path.stat().st_atime, path.stat().st_mtime + age - 3))
    remove_old_uploads(10)
    assert sum(path.stat().st_size for path in folder().iterdir()) == 10
    assert SIGNER.read(SIGNER.sign(names[2]))[1] == b"12345"
