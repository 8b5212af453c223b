"""Views that have threads of their own (`skatturnier.rsgi`). Another server ignores the marks.

Those that take seconds or much memory are answered one at a time, forms with a password as many at
once as are hashed, and what clerks type and tables send by two threads: a database of SQLite has
one writer.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import wraps
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Timer, current_thread
from time import monotonic
from typing import Any, TypeVar, cast

from django.conf import settings

from scoring.core.notes import Topic
from scoring.core.refusals import refuse
from scoring.core.time_limit import (
    MOST_SECONDS,
    TELLING,
    TookTooLong,
    allow,
    ask_time,
    time_limit,
)
from scoring.messages import message
from skatturnier.middleware import unavailable

View = TypeVar("View", bound=Callable[..., Any])


def heavy(view: View) -> View:
    """Mark a view, and bound its time; must be the outermost decorator, as the others here.

    A view that does not take TookTooLong as a refusal is answered for by the page that says so.
    """

    @wraps(view)
    def bounded(*args: Any, **kwargs: Any) -> Any:
        try:
            with time_limit():
                return view(*args, **kwargs)
        except TookTooLong as late:
            return unavailable(message(late.problem))

    bounded.is_heavy = True  # type: ignore[attr-defined]
    return cast(View, bounded)


def hashing(view: View) -> View:
    """Mark a view whose form has a password; must be the outermost decorator."""
    view.is_hashing = True  # type: ignore[attr-defined]
    return view


def saving(view: View) -> View:
    """Mark a view that stores one line in milliseconds, or says in one that nothing has changed.

    Must be the outermost decorator.
    """
    view.is_saving = True  # type: ignore[attr-defined]
    return view


def public(view: View) -> View:
    """Mark a page that a whole hall requests at once; must be the outermost decorator."""
    view.is_public = True  # type: ignore[attr-defined]
    return view


# How far the requests are that run now, by the name that their page gave them: done, of how many.
PROGRESS = Topic("progress")
UNTOLD = 1.0  # seconds between two notes of one request: pages ask as often
STUCK = 300.0  # seconds after which a request that says nothing was killed


@contextmanager
def progress_of(job: str, of: int) -> Iterator[Callable[[int], None]]:
    """Tell `how_far` a request is, while it runs; without a name nobody asks.

    Each step raises TookTooLong once the time of the request is over.
    """
    told = 0.0

    def done(count: int) -> None:
        nonlocal told
        ask_time()
        if job and (told == 0 or monotonic() - told > UNTOLD):
            PROGRESS.notes.put(job, [count, of])
            told = monotonic() if count else 0

    done(0)
    try:
        yield done
    finally:
        if job:
            PROGRESS.notes.remove(job)


def how_far(job: str) -> tuple[int, int] | None:
    """How many steps of a running request are done, and of how many; None: it does not run."""
    found = PROGRESS.notes.of([job]).get(job) if job else None
    return tuple(found.value) if found and found.seconds < STUCK else None


# A process of its own leaves the processor to whoever saves: threads of one process wait for each
# other, and on a busy machine the one that computes may be halted while the others wait for it.
MOST_HERE = 40  # lists; fewer are written before a process has started
THREAD = "heavy"  # how the names of the threads of `skatturnier.rsgi` begin that run heavy views
LOWER = 10  # of the niceness of POSIX
# A workbook of 1,000 players and twelve series, 3,000 lists, takes 24 seconds and 355 MB (of 1,500
# lists 15 seconds and 215 MB): ten times as long (MOST_SECONDS) and four times as much is let.
MOST_MEMORY = 1_536  # MB of data of a process
NO_MEMORY = 4  # how a command ends that gets no more memory
KILLED = -9  # by Linux, which has no more memory for anybody


def wants_child(lists: int) -> bool:
    """Whether so many lists are written by a process of their own: only in the running server."""
    return lists > MOST_HERE and current_thread().name.startswith(THREAD)


def from_child(command: Sequence[str], done: Callable[[int], object] = int) -> bytes:
    """The file that a command of manage.py writes to the path behind its arguments.

    Each line of its output is how many steps are done. Commands for this take `--memory` and keep
    to it by `bound_memory`. Raises Refused where it takes too long or too much memory,
    CalledProcessError if it fails. Its time is its own, not that of the request.
    """
    allow(MOST_SECONDS + TELLING)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "file"
        arguments = [*settings.PROGRAM, *command, f"--memory={MOST_MEMORY}", str(path)]
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
            end = Timer(MOST_SECONDS, child.kill)
            end.start()
            try:
                for line in child.stdout or ():
                    if line.strip().isdecimal():
                        done(int(line))
                child.wait()
            finally:
                end.cancel()
                child.kill()  # unless it has ended: nobody takes its file any more
        if child.returncode and monotonic() - began >= MOST_SECONDS:
            raise refuse("file-takes-too-long", minutes=round(MOST_SECONDS / 60))
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
