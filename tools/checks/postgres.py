"""A temporary PostgreSQL for a test run, on a free port; needs no service and no account."""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
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
def cluster(configuration: str = "", *, settings: Sequence[str] = FAST) -> Iterator[str]:
    """Yields the address of an empty PostgreSQL, which is stopped and removed at the end.

    `configuration` is added to its postgresql.conf.
    """
    with folder_of_postgres() as folder:
        call("initdb", folder, "--username=skat", "--auth=trust", "--encoding=UTF8", "--no-sync")
        with (folder / "data" / "postgresql.conf").open("a") as file:
            file.write(configuration)
        with running(folder, settings) as address:
            yield address


@contextmanager
def folder_of_postgres() -> Iterator[Path]:
    """A folder for a PostgreSQL, of the account that it runs as; it is gone at the end."""
    if programs() is None:
        raise FileNotFoundError("initdb")
    folder = Path(tempfile.mkdtemp(prefix="skatturnier-postgresql-"))
    if account():
        shutil.chown(folder, "postgres")
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def running(folder: Path, settings: Sequence[str] = FAST) -> Iterator[str]:
    """The PostgreSQL whose data are in a folder, started and at the end stopped as by a failure."""
    port = free_port()
    options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 {' '.join(settings)}"
    try:
        call("pg_ctl", folder, "-w", "-o", options, "-l", str(folder / "log"), "start")
        yield f"postgres://skat@127.0.0.1:{port}/postgres"
    finally:
        if (folder / "data" / "postmaster.pid").exists():
            call("pg_ctl", folder, "-m", "immediate", "stop")


def account() -> list[str]:
    """How a program is run as PostgreSQL's account: it refuses root, which build machines use."""
    return ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []


def call(program: str, folder: Path, *arguments: str) -> None:
    """Run a program of PostgreSQL on the data in a folder; raises CalledProcessError."""
    binaries = programs() or Path()
    command = [*account(), str(binaries / program), "-D", str(folder / "data"), *arguments]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=folder)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def main(command: Sequence[str]) -> int:
    """`python -m tools.checks.postgres COMMAND …`: run it with the address of a temporary one."""
    with cluster() as address:
        return subprocess.call(command, env=os.environ | {"DATABASE_URL": address})


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
