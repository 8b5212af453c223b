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
from typing import Any, TypeVar

from django.conf import settings

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


# How far the requests are that run now, by the name that their page gave them: done, of how many.
_STEPS: dict[str, tuple[int, int]] = {}


@contextmanager
def progress_of(job: str, of: int) -> Iterator[Callable[[int], None]]:
    """Tell `how_far` a request is, while it runs in this process; without a name nobody asks."""

    def done(count: int) -> None:
        if job:
            _STEPS[job] = count, of

    done(0)
    try:
        yield done
    finally:
        _STEPS.pop(job, None)


def how_far(job: str) -> tuple[int, int] | None:
    """How many steps of a running request are done, and of how many; None: it does not run."""
    return _STEPS.get(job)


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
