"""Views that have threads of their own (`skatturnier.rsgi`). Another server ignores the marks.

Those that take seconds or much memory are answered one at a time, forms with a password as many at
once as are hashed, and what clerks type and tables send by two threads: a database of SQLite has
one writer.
"""

import os
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import current_thread
from time import monotonic
from typing import Any, TypeVar

from django.conf import settings

from scoring.core.notes import Topic

View = TypeVar("View", bound=Callable[..., Any])


def heavy(view: View) -> View:
    """Mark a view; must be the outermost decorator, because the resolved view is checked."""
    view.is_heavy = True  # type: ignore[attr-defined]
    return view


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
    """Tell `how_far` a request is, while it runs; without a name nobody asks."""
    told = 0.0

    def done(count: int) -> None:
        nonlocal told
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


def wants_child(lists: int) -> bool:
    """Whether so many lists are written by a process of their own: only in the running server."""
    return lists > MOST_HERE and current_thread().name.startswith(THREAD)


def from_child(command: Sequence[str], done: Callable[[int], object] = int) -> bytes:
    """The file that a command of manage.py writes to the path behind its arguments.

    Each line of its output is how many steps are done. Raises CalledProcessError if it fails.
    """
    with TemporaryDirectory() as folder:
        path = Path(folder) / "file"
        arguments = [*settings.PROGRAM, *command, str(path)]
        # 0 on POSIX, where `below_others` does it.
        flags = getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0)
        with subprocess.Popen(  # noqa: S603 - our own program, no shell
            arguments,
            cwd=settings.BASE_DIR,
            stdout=subprocess.PIPE,
            text=True,
            creationflags=flags,
        ) as child:
            below_others(child.pid)
            for line in child.stdout or ():
                if line.strip().isdecimal():
                    done(int(line))
        if child.returncode:
            raise subprocess.CalledProcessError(child.returncode, arguments)
        return path.read_bytes()


def below_others(pid: int) -> None:
    """Let a process wait for those that answer people, where the system can."""
    if hasattr(os, "setpriority"):
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, pid, LOWER)
