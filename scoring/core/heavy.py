"""Expensive work one at a time, child processes, and uploads to be confirmed."""

import os
import secrets
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import RLock, Timer, current_thread
from typing import Any, TypeVar, cast

from django.conf import settings
from django.core import signing
from django.core.management.base import CommandError
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring.core.forms import refuse
from scoring.models import ReportKey, User
from skatturnier.middleware import respond_unavailable

View = TypeVar("View", bound=Callable[..., Any])
ReportLine = Callable[[str], object]  # called with each line that a child process prints

MAX_WAITING = 6  # of the sixteen threads that answer requests (`skatturnier.rsgi`)
MAX_PER_ACCOUNT = 2
MAX_WAIT = 60.0  # seconds
# Seconds that a thread which calculates may hold the interpreter; Python's default is 0.005. Every
# statement of SQLite releases it, so that a save beside such a thread waits this long each time
# (docs/adr/0002-stock-parts.md).
SWITCH_INTERVAL = 0.001
TURN = RLock()  # reentrant: a report from a browser that is signed in enters it a second time
_places: list[object] = []  # of those that run or wait


class Busy(Exception):
    """Too many requests wait, or this one has waited too long."""


@contextmanager
def wait_for_turn(who: User | ReportKey | None) -> Iterator[None]:
    """Run the block alone among all expensive work of this process; raises Busy."""
    if len(_places) > MAX_WAITING or _places.count(who) >= MAX_PER_ACCOUNT:
        raise Busy
    _places.append(who)
    try:
        if not TURN.acquire(timeout=MAX_WAIT):
            raise Busy
        usual = sys.getswitchinterval()
        sys.setswitchinterval(SWITCH_INTERVAL)
        try:
            yield
        finally:
            sys.setswitchinterval(usual)
            TURN.release()
    finally:
        _places.remove(who)


def heavy(view: View) -> View:
    """Queue a view for accounts, and allow uploads to it; must be the outermost decorator."""

    @wraps(view)
    def in_turn(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return view(request, *args, **kwargs)
        try:
            with wait_for_turn(request.user):
                return view(request, *args, **kwargs)
        except Busy:
            return busy()

    in_turn.is_heavy = True  # type: ignore[attr-defined]
    return cast(View, in_turn)


def busy() -> HttpResponse:
    return respond_unavailable(
        _(
            "Large files of others are being read or written, one after the other, and yours did "
            "not get its turn. Please try again in a few minutes."
        )
    )


# Child processes. Threads of one process share one interpreter lock, so that a long calculation in
# a thread would delay everybody who saves; a child process with a lower priority does not.
MAX_LISTS_HERE = 10  # so few lists are written faster than a process starts
# A ranking of this many players takes half a second; one of 1,000 leaves 30 MB in the server.
MAX_ROWS_HERE = 300
THREAD = "request"  # prefix of the thread names of `skatturnier.rsgi`
NICENESS = 10  # of a child process, on POSIX
# A workbook of 1,000 players and twelve series, 3,000 lists, takes 24 seconds and 355 MB (1,500
# lists: 15 seconds and 215 MB). The limits are ten times and four times as much.
MAX_SECONDS = 240.0  # browsers give up after five minutes
MAX_MEMORY = 1_536  # MB of data
NO_MEMORY = 4  # exit code of a command that ran into its memory limit
KILLED = -9  # exit code after Linux ran out of memory


def needs_child_process(lists: int = 0, rows: int = 0) -> bool:
    """Whether a child process writes this many lists, or a ranking of this many rows."""
    return (lists > MAX_LISTS_HERE or rows > MAX_ROWS_HERE) and in_server()


def in_server() -> bool:
    """Whether this thread answers requests of the running server."""
    return current_thread().name.startswith(THREAD)


def workbook_by_child_process(
    tournament: int, *options: str, report: ReportLine = lambda line: None
) -> bytes:
    """The file that `tournament_workbook` writes for a tournament (id), in the active language."""
    command = ["tournament_workbook", str(tournament), "--language", str(get_language())]
    return run_child_process([*command, *options], report=report)


def run_child_process(
    command: Sequence[str],
    *,
    data: bytes | None = None,
    seconds: float = MAX_SECONDS,
    memory: int = MAX_MEMORY,
    report: ReportLine = lambda line: None,
) -> bytes:
    """Run a command of manage.py that writes a file to its last argument; returns the file.

    The argument before names a file with `data`, if any. The command takes `--memory` (MB) for
    `within_memory`. Raises Refused if it takes longer than `seconds` or too much memory,
    CalledProcessError if it fails.
    """
    with TemporaryDirectory() as temporary:
        path = Path(temporary) / "file"
        arguments = [*settings.PROGRAM, *command, f"--memory={memory}"]
        if data is not None:
            received = Path(temporary) / "received"
            received.write_bytes(data)
            arguments.append(str(received))
        arguments.append(str(path))
        code = run_with_low_priority(arguments, seconds, report)
        if code in (NO_MEMORY, KILLED):
            raise refuse("file-takes-too-much-memory")
        if code:
            raise subprocess.CalledProcessError(code, arguments)
        return path.read_bytes()


def run_with_low_priority(arguments: list[str], seconds: float, report: ReportLine) -> int:
    """Run a program and return its exit code. Raises Refused if it takes longer than `seconds`."""
    start = time.monotonic()
    # Windows sets the priority when the process starts, POSIX afterwards.
    flags = getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0)
    with subprocess.Popen(  # noqa: S603 - our own program, no shell
        arguments, cwd=settings.BASE_DIR, stdout=subprocess.PIPE, text=True, creationflags=flags
    ) as child:
        if hasattr(os, "setpriority"):
            with suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, child.pid, NICENESS)
        timeout = Timer(seconds, child.kill)
        timeout.start()
        try:
            for line in child.stdout or ():
                report(line.strip())
            code = child.wait()
        finally:
            timeout.cancel()
            child.kill()  # no effect on a process that has ended
    if code and time.monotonic() - start >= seconds:
        raise refuse("file-takes-too-long", minutes=round(seconds / 60))
    return code


def limit_memory(megabytes: int) -> None:
    """Make Python raise MemoryError beyond this limit; only Linux enforces it."""
    if sys.platform != "win32":
        import resource

        _soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
        with suppress(ValueError, OSError):  # a lower hard limit is set already
            resource.setrlimit(resource.RLIMIT_DATA, (megabytes << 20, hard))


@contextmanager
def within_memory(megabytes: int | None) -> Iterator[None]:
    """Limit the memory of a block of a command, which exits with NO_MEMORY if it needs more."""
    if megabytes:
        limit_memory(megabytes)
    try:
        yield
    except MemoryError as error:
        raise CommandError(f"more than {megabytes} MB", returncode=NO_MEMORY) from error


MAX_AGE = 60 * 60  # seconds for which an upload waits for its confirmation
MAX_STORED_BYTES = 200_000_000  # of all uploads; beyond it the oldest are removed


def store_upload(data: bytes) -> str:
    """Store a file in the data folder; returns its name."""
    folder().mkdir(mode=0o700, exist_ok=True)
    remove_old_uploads(MAX_STORED_BYTES - len(data))
    name = secrets.token_hex(16)
    # Holds names and passport numbers: readable by this user alone.
    handle = os.open(folder() / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(handle, "wb") as file:
        file.write(data)
    return name


@dataclass(frozen=True, slots=True)
class UploadSigner:
    """Signs the names of files for the account that sent them for a tournament."""

    account: int | None
    tournament: int

    @property
    def salt(self) -> str:
        return f"scoring.core.heavy/{self.account}/{self.tournament}"

    def sign(self, name: str, digests: Iterable[str] = ()) -> str:
        """The name of a file and digests of what a page shows of it, signed together."""
        return signing.dumps([name, *digests], salt=self.salt)

    def read(self, signed: str) -> tuple[str, bytes, frozenset[str]]:
        """The name of a file, its content, empty if it was used, and the digests.

        Raises Refused if the file is gone, or was sent by another account.
        """
        remove_old_uploads()
        try:
            name, *digests = signing.loads(signed, salt=self.salt, max_age=MAX_AGE)
            return name, (folder() / name).read_bytes(), frozenset(digests)
        except (signing.BadSignature, FileNotFoundError) as gone:
            raise refuse("upload-gone", "file") from gone


def empty_upload(name: str) -> None:
    """Empty a file that was used. It stays readable, so that a second click is no error."""
    with suppress(OSError):  # the content is saved by now: this must not fail
        (folder() / name).write_bytes(b"")


def remove_old_uploads(max_bytes: int = MAX_STORED_BYTES) -> None:
    """Remove files older than an hour, and the oldest beyond `max_bytes` in total."""
    uploads, total, now = [], 0, time.time()
    for path in folder().glob("*"):
        with suppress(FileNotFoundError):
            uploads.append((path.stat().st_mtime, path.stat().st_size, path))
    for changed, size, path in sorted(uploads, reverse=True):
        total += size
        # A file from the future was stored before the clock was set back.
        if total > max_bytes or abs(now - changed) > MAX_AGE:
            path.unlink(missing_ok=True)


def folder() -> Path:
    return Path(settings.DATA_DIR) / "uploads"
