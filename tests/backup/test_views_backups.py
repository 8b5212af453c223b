"""The page of backups, for superusers only."""

from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client

from scoring.backup.services import backups, postgresql
from scoring.models import LogEntry, Tournament
from tests.factories import make_tournament
from tests.prints.test_views_table_files import cells_of
from tests.visitors import text

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="not run: a laptop has SQLite"),
]


@pytest.fixture(autouse=True)
def data(tmp_path: Path) -> Iterator[Path]:
    with mock.patch.object(settings, "DATA_DIR", tmp_path / "data"):
        yield tmp_path / "data"


def made(chief: Client) -> str:
    chief.post("/backups/new/")
    return backups.list_backups()[0].name


def test_the_list_of_backups_is_pdf_workbook_and_csv(chief: Client, data: Path):
    assert "installation/backups" not in chief.get("/backups/").content.decode()
    name = made(chief)
    (backups.folder() / "uploaded-1.sqlite3").write_bytes(b"no database")
    answer = chief.get("/backups/")
    assert "KB" in text(answer) or "MB" in text(answer)
    page = answer.content.decode()
    for kind in ("pdf", "xlsx", "csv"):
        assert f"/installation/backups.{kind}" in page
        shown_text = "".join(cells_of(chief.get(f"/installation/backups.{kind}").content, kind))
        bare = "".join(shown_text.split())
        assert name in bare
        for words in ("madebyhand", "importedfromelsewhere", "whole", "damaged"):
            assert words in bare
        assert "nocopy" not in bare, "there is no second folder"
    with mock.patch.object(settings, "BACKUP_COPY", data / "stick"):
        assert "no copy" in chief.get("/installation/backups.csv").content.decode()
        assert text(chief.get("/backups/")).count("plug in the stick") == 1
    log = chief.get("/installation/log.csv").content.decode()
    assert f"File: {name}" in log
    assert "Copied: no" in log


def test_it_can_be_downloaded_and_no_other_file_and_the_log_says_so(chief: Client, data: Path):
    name = made(chief)
    answer = chief.get(f"/backups/{name}/download/")
    assert b"".join(answer.streaming_content) == (backups.folder() / name).read_bytes()
    assert answer["Content-Disposition"] == f'attachment; filename="{name}"'
    assert LogEntry.objects.filter(action="backup.downloaded", user__username="chief").exists()
    (data / "secret_key").write_text("secret")
    for other in ("none.sqlite3", "..%2fsecret_key", "secret_key"):
        assert chief.get(f"/backups/{other}/download/").status_code == 404, other
        assert chief.get(f"/backups/{other}/restore/").status_code == 404, other


def test_restoring_needs_the_name_and_ends_at_the_sign_in(chief: Client):
    make_tournament("before")
    name = made(chief)
    Tournament.objects.update(name="after")
    address = f"/backups/{name}/restore/"
    assert name in text(chief.get(address))
    refused = chief.post(address, {"confirmation": "something else"})
    assert refused.status_code == 422
    assert "That is not the name of the file." in text(refused)
    assert Tournament.objects.get().name == "after"
    answer = chief.post(address, {"confirmation": name}, follow=True)
    assert answer.redirect_chain[-1][0] == "/sign-in/"
    assert f"{name} is restored. Please sign in again." in text(answer)
    assert Tournament.objects.get().name == "before"
    assert [each.kind for each in backups.list_backups()].count("replaced") == 1


def test_what_is_no_backup_is_refused(chief: Client):
    letter = SimpleUploadedFile("club.sqlite3", b"a letter")
    answer = chief.post("/backups/", {"file": letter})
    assert answer.status_code == 422
    assert "club.sqlite3 is not a backup of this program" in text(answer)
    assert backups.list_backups() == []


def test_on_postgresql_the_page_says_what_is_backed_up_and_what_is_not(chief: Client, monkeypatch):
    with mock.patch.object(type(connection._connections["default"]), "vendor", "postgresql"):
        monkeypatch.setattr(postgresql, "is_possible", lambda: True)
        page = text(chief.get("/backups/"))
        assert "Nothing is backed up when a series is closed" in page
        assert "Back up now" in page
        assert "Import the file" not in page
        monkeypatch.setattr(postgresql, "is_possible", lambda: False)
        page = text(chief.get("/backups/"))
    assert "no backup is made here" in page
    assert "Back up now" not in page
