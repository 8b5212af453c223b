"""A real server on a data folder of its own, to be killed with SIGKILL at any moment."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from skatturnier.starting import SERVER
from tools.bench.memory import free_port, wait_for

Server = subprocess.Popen[bytes]


@dataclass(frozen=True)
class Place:
    """Where the data lie: the address of the database, and a folder for everything else."""

    address: str
    folder: Path


def serving_command(port: int, *, prepared: bool) -> list[str]:
    """`manage.py serve`; on a database that is `prepared`, what it starts after preparing it."""
    if not prepared:
        return [sys.executable, "manage.py", "serve", "--no-sample", f"--port={port}"]
    granian = ["granian", *SERVER, f"--port={port}", "skatturnier.rsgi:application"]
    return [sys.executable, "-m", "skatturnier.below", *granian]


def environment_of(place: Place) -> dict[str, str]:
    return os.environ | {
        "DJANGO_SETTINGS_MODULE": "skatturnier.settings",
        "DATABASE_URL": place.address,
        "SKATTURNIER_DATA": str(place.folder),
        "SKATTURNIER_SECRET_KEY": settings.SECRET_KEY,
    }


@contextmanager
def mortal_server(
    place: Place, port: int = 0, *, prepared: bool = False
) -> Iterator[tuple[Server, int]]:
    """A server in a process group of its own; a free port unless one is given.

    To prepare the database takes half the time of a start.
    """
    port = port or free_port()
    server = subprocess.Popen(
        serving_command(port, prepared=prepared),
        cwd=settings.BASE_DIR,
        env=environment_of(place),
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        wait_for(server, port)
        yield server, port
    finally:
        kill_server(server)


def kill_server(server: Server) -> None:
    if server.poll() is None:
        os.killpg(server.pid, signal.SIGKILL)
    server.wait()
