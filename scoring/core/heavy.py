"""Dear work, one piece at a time: views that take seconds or much memory wait for their turn here.

Whoever is not signed in is not queued; the view refuses him at once. Of the sixteen threads that
answer (`skatturnier.rsgi`) MAX_WAITING wait at most, and no account takes more than
PLACES_OF_ACCOUNT of them. A large workbook is written by a process of its own, which leaves the
processor to whoever saves.
"""

import os
import secrets
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import wraps
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import RLock, Timer, current_thread
from time import monotonic
from typing import Any, TypeVar, cast

from django.conf import settings
from django.core.cache import cache
from django.core.signing import BadSignature, TimestampSigner
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from scoring.core.forms import refuse
from skatturnier.middleware import unavailable

View = TypeVar("View", bound=Callable[..., Any])

MAX_WAITING = 6
PLACES_OF_ACCOUNT = 2
MAX_WAIT = 60.0  # seconds
TURN = RLock()  # a report that somebody sends who is signed in asks for it twice
_places: list[object] = []  # who runs or waits


class Busy(Exception):
    """Others have dear work done, and the turn of this request did not come."""


@contextmanager
def turn(who: object) -> Iterator[None]:
    """Run the block alone among all dear work of this process; raises Busy."""
    if len(_places) > MAX_WAITING or _places.count(who) >= PLACES_OF_ACCOUNT:
        raise Busy
    _places.append(who)
    try:
        if not TURN.acquire(timeout=MAX_WAIT):
            raise Busy
        try:
            yield
        finally:
            TURN.release()
    finally:
        _places.remove(who)


def heavy(view: View) -> View:
    """Give a view its turn, and let files be sent to it; must be the outermost decorator."""

    @wraps(view)
    def in_turn(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return view(request, *args, **kwargs)
        try:
            with turn(request.user.pk):
                return view(request, *args, **kwargs)
        except Busy:
            return busy()

    in_turn.is_heavy = True  # type: ignore[attr-defined]
    return cast(View, in_turn)


def busy() -> HttpResponse:
    """The page for somebody whose turn did not come."""
    return unavailable(
        _(
            "Large files of others are read or written at the moment, one after the other, and "
            "the turn of yours did not come. Please try again in some minutes."
        )
    )


# How far the requests are that run now, by the name that their page gave them.
PROGRESS = "progress/{}"
PROGRESS_SECONDS = 1.0  # between two notes of one request: pages ask as often
STUCK = 300.0  # seconds after which a request that says nothing was killed


@contextmanager
def progress_of(job: str, of: int) -> Iterator[Callable[[int], None]]:
    """Let `how_far` know the steps of a request while it runs; without a name nobody asks."""
    noted_at = 0.0

    def done(count: int) -> None:
        nonlocal noted_at
        if job and (noted_at == 0 or monotonic() - noted_at > PROGRESS_SECONDS):
            cache.set(PROGRESS.format(job), (count, of), STUCK)
            noted_at = monotonic() if count else 0

    done(0)
    try:
        yield done
    finally:
        if job:
            cache.delete(PROGRESS.format(job))


def how_far(job: str) -> tuple[int, int] | None:
    """How many steps of a running request are done, and of how many; None: it does not run."""
    return cache.get(PROGRESS.format(job)) if job else None


# A process of its own leaves the processor to whoever saves: threads of one process wait for each
# other, and on a busy machine the one that computes may be halted while the others wait for it.
MAX_LISTS_HERE = 10  # lists; fewer are written before a process has started
THREAD = "request"  # how the names of the threads of `skatturnier.rsgi` begin
LOWER = 10  # of the niceness of POSIX
# A workbook of 1,000 players and twelve series, 3,000 lists, takes 24 seconds and 355 MB (of 1,500
# lists 15 seconds and 215 MB): ten times as long and four times as much is let.
MAX_SECONDS = 240.0  # browsers give up after five minutes
MAX_MEMORY = 1_536  # MB of data of a process
NO_MEMORY = 4  # how a command ends that gets no more memory
KILLED = -9  # by Linux, which has no more memory for anybody


def wants_child(lists: int) -> bool:
    """Whether so many lists are written by a process of their own: only in the running server."""
    return lists > MAX_LISTS_HERE and in_server()


def in_server() -> bool:
    """Whether this thread answers requests of the running server."""
    return current_thread().name.startswith(THREAD)


def from_child(
    command: Sequence[str],
    done: Callable[[int], object] = int,
    *,
    seconds: float | None = None,
    memory: int = MAX_MEMORY,
) -> bytes:
    """The file that a command of manage.py writes to the path behind its arguments.

    Each line of its output is how many steps are done. Commands for this take `--memory` and keep
    to it by `bound_memory`. Raises Refused where it takes longer than `seconds` (MAX_SECONDS if
    None) or too much memory, CalledProcessError if it fails.
    """
    seconds = MAX_SECONDS if seconds is None else seconds
    with TemporaryDirectory() as folder:
        path = Path(folder) / "file"
        arguments = [*settings.PROGRAM, *command, f"--memory={memory}", str(path)]
        # 0 on POSIX, where `below_others` does it.
        flags = getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0)
        began = monotonic()
        with subprocess.Popen(  # noqa: S603 - our own program, no shell
            arguments,
            cwd=settings.BASE_DIR,
            stdout=subprocess.PIPE,
            text=True,
            creationflags=flags,
        ) as child:
            below_others(child.pid)
            end = Timer(seconds, child.kill)
            end.start()
            try:
                for line in child.stdout or ():
                    if line.strip().isdecimal():
                        done(int(line))
                child.wait()
            finally:
                end.cancel()
                child.kill()  # unless it has ended: nobody takes its file any more
        if child.returncode and monotonic() - began >= seconds:
            raise refuse("file-takes-too-long", minutes=round(seconds / 60))
        if child.returncode in (NO_MEMORY, KILLED):
            raise refuse("file-takes-too-much-memory")
        if child.returncode:
            raise subprocess.CalledProcessError(child.returncode, arguments)
        return path.read_bytes()


def bound_memory(megabytes: int) -> None:
    """Let this process have so much memory for data: beyond that Python raises MemoryError.

    Linux keeps to it, macOS takes note of it, Windows knows no such limit.
    """
    if sys.platform != "win32":
        import resource

        _soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
        with suppress(ValueError, OSError):  # there is a lower limit already
            resource.setrlimit(resource.RLIMIT_DATA, (megabytes << 20, hard))


def below_others(pid: int) -> None:
    """Let a process wait for those that answer people, where the system can."""
    if hasattr(os, "setpriority"):
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, pid, LOWER)


# Uploaded files waiting for confirmation in the data folder, for at most an hour.
#
# The page that shows a file carries its signed name, valid for one account and one tournament.
# Older files are removed when the next comes or is read, and when the program starts.

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
    return TimestampSigner(salt=f"scoring.core.heavy/{account}/{tournament}")
