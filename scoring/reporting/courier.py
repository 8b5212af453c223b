"""Has reports sent by a process of their own, now and again until none waits.

The server's own threads never wait for a network, and its process loads neither the library for
signatures nor documents: `manage.py send_reports` does.
"""

import subprocess
from contextlib import suppress
from threading import Event, Lock, Thread

from django.conf import settings
from django.db import DatabaseError, connection

from scoring.core.heavy import below_others
from scoring.tournament.reads.reported import waiting_reports

# Seconds between two tries while a server is not reached.
WAITS = (15, 30, 60, 120, 300, 600)
LONGEST = 600  # seconds of one try, after which it is ended


class Courier:
    """At most one thread, as long as something waits; `wake` makes it try at once."""

    def __init__(self) -> None:
        self._lock, self._woken = Lock(), Event()
        self._thread: Thread | None = None

    def wake(self) -> None:
        """Have everything sent that waits, by a running server; returns at once.

        Commands and tests do not send by themselves.
        """
        if not settings.SERVING:
            return
        with self._lock:
            self._woken.set()
            if self._thread is None:
                self._thread = Thread(target=self._run, name="courier", daemon=True)
                self._thread.start()

    def _run(self) -> None:
        tries = 0
        while True:
            self._woken.clear()
            if anything_waits():
                send_beside()
            with self._lock:
                if not self._woken.is_set() and not anything_waits():
                    self._thread = None
                    return
            pause = WAITS[min(tries, len(WAITS) - 1)]
            tries = 0 if self._woken.wait(pause) else tries + 1


def anything_waits() -> bool:
    """Whether a report may be sent; of a database that is away or older, nothing is known."""
    try:
        return waiting_reports().exists()
    except DatabaseError:
        return False
    finally:
        connection.close()


def send_beside() -> None:
    """Run `send_reports` below everything else."""
    flags = getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0)
    arguments = [*settings.PROGRAM, "send_reports"]
    with (
        suppress(OSError, subprocess.TimeoutExpired),
        subprocess.Popen(  # noqa: S603 - our own program, no shell
            arguments, cwd=settings.BASE_DIR, stdout=subprocess.DEVNULL, creationflags=flags
        ) as child,
    ):
        below_others(child.pid)
        try:
            child.wait(LONGEST)
        finally:
            child.kill()


COURIER = Courier()
