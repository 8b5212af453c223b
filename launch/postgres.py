"""A temporary PostgreSQL for a test run, on a free port; needs no service and no account."""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

DEBIAN = Path("/usr/lib/postgresql")
# Without durability: the data is not needed after the run.
FAST = (
    "-c fsync=off",
    "-c synchronous_commit=off",
    "-c full_page_writes=off",
    "-c autovacuum=off",
    "-c jit=off",
)


def programs() -> Path | None:
    """The folder of the newest initdb and pg_ctl, which are not in the PATH on Debian."""
    if sys.platform == "win32":
        return None
    found = sorted(DEBIAN.glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    in_path = shutil.which("initdb")
    newest = found[-1] if found else in_path and Path(in_path)
    return newest.parent if newest else None


@contextmanager
def cluster() -> Iterator[str]:
    """Yields the address of an empty PostgreSQL, which is stopped and removed at the end."""
    folder = Path(tempfile.mkdtemp(prefix="skatturnier-postgresql-"))
    binaries = programs()
    if binaries is None:
        raise FileNotFoundError("initdb")
    # PostgreSQL refuses to run as root, which build machines use.
    account = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    if account:
        shutil.chown(folder, "postgres")
    port = free_port()

    def call(program: str, *arguments: str) -> None:
        command = [*account, str(binaries / program), "-D", str(folder / "data"), *arguments]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=folder)

    call("initdb", "--username=skat", "--auth=trust", "--encoding=UTF8", "--no-sync")
    options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 {' '.join(FAST)}"
    try:
        call("pg_ctl", "-w", "-o", options, "-l", str(folder / "log"), "start")
        yield f"postgres://skat@127.0.0.1:{port}/postgres"
    finally:
        call("pg_ctl", "-m", "immediate", "stop")
        shutil.rmtree(folder, ignore_errors=True)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
