"""Uploaded files waiting for confirmation in the data folder, for at most an hour.

The page that shows a file carries its signed name, valid for one account and one tournament.
Older files are removed when the next comes or is read, and when the program starts.
"""

import os
import secrets
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from django.conf import settings
from django.core.signing import BadSignature, TimestampSigner

from scoring.core.refusals import refuse

MAX_AGE = 60 * 60  # seconds
MOST_STORED = 200_000_000  # bytes of all files; beyond it the oldest are removed
Upload = tuple[str, int | None, int]  # a signed name, the account, the tournament


def store_upload(data: bytes, account: int | None, tournament: int) -> str:
    """Store a file; returns the name by which this account reads it for this tournament."""
    folder().mkdir(mode=0o700, exist_ok=True)
    remove_old_uploads(MOST_STORED - len(data))
    name = secrets.token_hex(16)
    # Holds names and passport numbers: readable by this user alone.
    handle = os.open(folder() / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(handle, "wb") as file:
        file.write(data)
    return signer(account, tournament).sign(name)


def read_upload(signed: str, account: int | None, tournament: int) -> bytes:
    """A file by its name, empty if it was used; raises Refused if gone or another's."""
    remove_old_uploads()
    try:
        return path_of(signed, account, tournament).read_bytes()
    except (BadSignature, FileNotFoundError) as gone:
        raise refuse("upload-gone", "file") from gone


def with_shown(signed: str, shown: Iterable[str], account: int | None, tournament: int) -> str:
    """The name of a file together with digests of what a page shows of it: signed as one."""
    return signer(account, tournament).sign(" ".join((signed, *shown)))


def read_shown(signed: str, account: int | None, tournament: int) -> tuple[str, frozenset[str]]:
    """The name of a file, and the digests of what was shown of it. Raises Refused as `read_upload`.

    What was sent by hand, without digests, was shown nothing of the file.
    """
    try:
        name, *shown = signer(account, tournament).unsign(signed, max_age=MAX_AGE).split(" ")
    except BadSignature as gone:
        raise refuse("upload-gone", "file") from gone
    return name, frozenset(shown)


def empty_upload(signed: str, account: int | None, tournament: int) -> None:
    """The file was used. Its name stays valid: a double submit is no error."""
    with suppress(BadSignature, OSError):  # its content is stored already: nothing may fail now
        path_of(signed, account, tournament).write_bytes(b"")


def remove_old_uploads(most: int = MOST_STORED) -> None:
    """Remove files older than an hour, and the oldest beyond `most` bytes.

    A file from the future was sent before the clock was set back.
    """
    found, now = [], time.time()
    for path in folder().glob("*"):
        with suppress(FileNotFoundError):
            found.append((path.stat().st_mtime, path.stat().st_size, path))
    for changed, size, path in sorted(found, reverse=True):
        most -= size
        if most < 0 or abs(now - changed) > MAX_AGE:
            path.unlink(missing_ok=True)


def folder() -> Path:
    return Path(settings.DATA_DIR) / "uploads"


def path_of(signed: str, account: int | None, tournament: int) -> Path:
    """Raises BadSignature for a name that expired or belongs to somebody else."""
    return folder() / signer(account, tournament).unsign(signed, max_age=MAX_AGE)


def signer(account: int | None, tournament: int) -> TimestampSigner:
    return TimestampSigner(salt=f"scoring.core.uploads/{account}/{tournament}")
